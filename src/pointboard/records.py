"""The shape of the records of whole games: what a tool asks of any game's (see ``game``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeVar

from pointboard.errors import PointboardError

__all__ = ["OutcomeLike", "PlyLike", "ReadLike", "RecordFormat", "RecordLike", "Records"]

S_co = TypeVar("S_co", covariant=True)
M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)


class OutcomeLike(Protocol):
    """How a game ended: ``winner`` is a side's letter, None for a draw; ``reason`` says it in words."""

    @property
    def winner(self) -> str | None:
        """The winning side, None for a draw."""
        ...

    @property
    def reason(self) -> str:
        """The reason in words."""
        ...


class PlyLike(Protocol[M_co]):
    """One move of a record, with what is said of it: a comment ("" for none), the mover's clock, a mark."""

    @property
    def move(self) -> M_co:
        """The move."""
        ...

    @property
    def comment(self) -> str:
        """What is said after it."""
        ...

    @property
    def clock(self) -> object | None:
        """The time left; its ``str`` is what people read."""
        ...

    @property
    def mark(self) -> str | None:
        """A sign of judgement, such as "!"."""
        ...


class RecordLike(Protocol[S_co, M]):
    """A whole game, frozen: every move is legal where it stands, under the repetition policy of the record."""

    @property
    def plies(self) -> Sequence[PlyLike[M]]:
        """The moves in order."""
        ...

    @property
    def comment(self) -> str:
        """What is said before the first move."""
        ...

    @property
    def state(self) -> S_co:
        """The position after the last move."""
        ...

    @property
    def result(self) -> str | None:
        """The result as records write it, None while there is none."""
        ...

    def positions(self) -> Sequence[S_co]:
        """The start and the position after each move."""
        ...

    def legal(self) -> tuple[M, ...]:
        """All legal moves after the last one; empty when the game is over."""
        ...

    def refusal(self, move: M) -> str | None:
        """Why a move is not legal after the last one; None when it is."""
        ...

    def play(self, move: M) -> Self:
        """The record with one more move; IllegalMoveError when it is not legal."""
        ...

    def head(self, plies: int) -> Self:
        """The record of the first moves alone."""
        ...

    def outcome(self) -> OutcomeLike | None:
        """How the game ended, None while it goes on."""
        ...


class ReadLike(Protocol):
    """What could be read of a record, and the error that stopped the reading, None when all of it was read."""

    @property
    def record(self) -> Any:  # noqa: ANN401 (a RecordLike of the game)
        """Everything before the error."""
        ...

    @property
    def error(self) -> PointboardError | None:
        """The first error."""
        ...


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """A way to write whole games.

    ``suffixes`` are the ends of its files' names, with the dot and in small letters, the usual one first;
    ``read_all(text, repetition)`` gives what could be read of each game of a text; ``format_all(records)`` is the text
    of several games, PointboardError where it cannot be; ``recognises`` tells whether a text looks like it;
    ``losses(records)`` names what the text does not keep. Where ``binary`` is set, all of these are about bytes.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    read_all: Callable[..., Iterable[ReadLike]]
    format_all: Callable[[Sequence[Any]], Any]
    recognises: Callable[[Any], bool]
    losses: Callable[[Sequence[Any]], tuple[str, ...]] = lambda _: ()
    binary: bool = False


def _script(record: RecordLike[Any, Any]) -> Sequence[tuple[Any, Any]]:
    """Where moves are all that happens, the script is the moves."""
    return [(ply.move, after) for ply, after in zip(record.plies, record.positions()[1:], strict=True)]


def _extend(record: RecordLike[Any, Any], events: Sequence[Any]) -> RecordLike[Any, Any]:
    """Where moves are all that happens, each is played."""
    for event in events:
        record = record.play(event)
    return record


@dataclass(frozen=True, slots=True)
class Records:
    """What a game has for whole games.

    - ``formats``: by name, the main one first, in the order in which a text is tried.
    - ``repetitions``: the names of the policies about repeated positions, the default first.
    - ``begin(start, headers, players, repetition)`` gives a record without moves; ``headers`` maps names to texts,
      ``players`` sides to the names of those who play them.
    - ``headers(record)`` lists its headers as (name, text).
    - ``conclude(record, winner, termination)`` declares a result, such as after a resignation.
    - ``told(ply, before)`` gives a ply's side as a letter and its move in words; ``before`` is the position before it.
    - ``script(record)`` tells the game as ``Game.steps`` knows it, a roll apart from its play: each event, None for one
      that has no text, and the position after it.
    - ``extend(record, events)`` goes on with events of ``Game.steps``; IllegalMoveError for one that may not happen.
    """

    formats: Mapping[str, RecordFormat]
    repetitions: tuple[str, ...]
    begin: Callable[..., Any]
    headers: Callable[[Any], Sequence[tuple[str, str]]]
    conclude: Callable[..., Any]
    told: Callable[[Any, Any], tuple[str, str]]
    script: Callable[[Any], Sequence[tuple[Any, Any]]] = _script
    extend: Callable[[Any, Sequence[Any]], Any] = _extend
