"""The shape that every game has, so that a tool, a test or a server needs to know only this page.

A game package fills one ``Game`` record with its own functions (see ``docs/adding-a-game.md``). Games share the shape,
not the rules: nothing outside a game's folder asks which game it is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from pointboard.errors import PointboardError, Problem
from pointboard.records import OutcomeLike, PlyLike, ReadLike, RecordFormat, RecordLike, Records
from pointboard.reports import Reports
from pointboard.values import Decision, Evidence, Value, check_limits
from pointboard.wording import Words

__all__ = [
    "WIN_SCORE",
    "Choice",
    "Conversion",
    "Events",
    "Evidence",
    "Game",
    "GameState",
    "Line",
    "Notation",
    "OutcomeLike",
    "ParsePosition",
    "PlyLike",
    "ProgressLike",
    "ReadLike",
    "RecordFormat",
    "RecordLike",
    "Records",
    "Solver",
    "VerdictLike",
    "VerificationLike",
    "check_limits",
]


class GameState(Protocol):
    """A frozen position of some game."""

    def status(self) -> tuple[Problem, ...]:
        """Every problem of the position at once; empty when it can be."""
        ...

    def position_key(self) -> Hashable:
        """A hashable value, equal for positions that are the same for the rules."""
        ...


S = TypeVar("S", bound=GameState)
S_co = TypeVar("S_co", bound=GameState, covariant=True)
M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)


class ParsePosition(Protocol[S_co]):
    """``parse(text, lax=False) -> state``; NotationError or PositionError for anything that is no position."""

    def __call__(self, text: str, *, lax: bool = False) -> S_co:
        """Read a position."""
        ...


@dataclass(frozen=True, slots=True)
class Notation(Generic[S]):
    """A way to write a whole position.

    ``keeps`` names the parts of a state that the notation can hold, so that losses can be listed; ``recognises`` tells
    whether a text is of this grammar (the position need not be possible); ``claims`` whether one that is of no grammar
    is meant to be of this one, by a prefix or its shape, so that the error here is the one to tell.
    """

    name: str
    title: str
    parse: ParsePosition[S]
    format: Callable[[S], str]
    recognises: Callable[[str], bool]
    keeps: frozenset[str]
    claims: Callable[[str], bool] = lambda _: False


@dataclass(frozen=True, slots=True)
class Conversion:
    """A converted text: where it came from, what it became, and what was lost on the way."""

    source: str
    target: str
    text: str
    losses: tuple[str, ...] = ()


WIN_SCORE = 10_000
"""The score of a won game. A win that is forced in n plies has n less, and a score above 9,000 says nothing else."""


@dataclass(frozen=True, slots=True)
class Line(Generic[M]):
    """A move that was looked at.

    ``score`` is in hundredths of a piece from the view of the side to move, None where the source gives none; ``pv`` is
    the expected play, the move itself first; ``depth`` is in plies. ``value`` is what a game of luck says in place of a
    score: lines of another source or depth are known in another way, and each says so. ``verdict`` is what is proved of
    the move, seen from before it, None where nothing is: it knows no history of the game.
    """

    move: M
    score: int | None
    pv: tuple[M, ...]
    depth: int
    value: Value | None = None
    verdict: VerdictLike | None = None


@dataclass(frozen=True, slots=True)
class Choice(Generic[S, M]):
    """The move that was chosen in ``state``, the position ``after`` it, and how it is known.

    On a finished game ``move`` and ``evidence`` are None, ``after`` is the state itself and ``outcome`` says how it
    ended. Otherwise ``outcome`` is how it has ended in ``after``, None while it goes on.

    ``lines`` are ranked, the best first; ``nodes`` counts the positions that were looked at. ``mistake`` tells that the
    level played below its strength on purpose: ``move`` is then not that of the first line, but its line is among them.

    ``decision`` is what to do where no move is due but something else is to be decided; ``move`` is None then, and
    ``after`` is the position that the decision leads to.

    ``note`` says what the answer does not hold for, or why it is not known better; empty where there is nothing to say.
    """

    state: S
    move: M | None
    after: S
    evidence: Evidence | None
    score: int | None
    lines: tuple[Line[M], ...]
    depth: int
    nodes: int
    outcome: OutcomeLike | None
    mistake: bool = False
    decision: Decision | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Events:
    """What happens in a game besides moves: dice are rolled, doubles offered and answered, the next game begins.

    Events happen in a *match*, any value that holds a position and what no position can hold beside it. A move is an
    event too.

    - ``begin(state)`` gives the match at a position, ``state(match)`` the position it stands at.
    - ``legal(match)`` lists every event that may happen now (a tuple; empty when nothing can follow); ``apply(match,
      event)`` gives the match after one, or IllegalMoveError with the reason.
    - ``chance(match)`` lists the events of which dice decide, each as often as it is likely; empty where they do not.
    - ``parse(text, match, lax)`` and ``format(event, match)`` read and write an event.
    - ``idle(state)`` says in words why no move is due at a position; None when one is.
    """

    begin: Callable[[Any], Any]
    state: Callable[[Any], Any]
    legal: Callable[[Any], tuple[Any, ...]]
    apply: Callable[[Any, Any], Any]
    chance: Callable[[Any], tuple[Any, ...]]
    parse: Callable[..., Any]
    format: Callable[[Any, Any], str]
    idle: Callable[[Any], str | None]


class ProgressLike(Protocol):
    """How far a long run is."""

    @property
    def step(self) -> str:
        """What is done now."""
        ...

    @property
    def done(self) -> float:
        """The share of the whole run, 0 to 1."""
        ...

    @property
    def rate(self) -> float:
        """Positions a second in this step."""
        ...

    @property
    def left(self) -> float | None:
        """The seconds that the rest will take, None while that cannot be said."""
        ...


class VerdictLike(Protocol):
    """What is proved of a position: ``winner`` is a side's letter, None for a draw; ``plies`` to the end, if known."""

    @property
    def winner(self) -> str | None:
        """Who wins."""
        ...

    @property
    def plies(self) -> int | None:
        """In how many plies, None for a draw and where that is not known."""
        ...

    @property
    def evidence(self) -> Evidence:
        """How that is known."""
        ...


class VerificationLike(Protocol):
    """What was verified: positions of tables by all their children, positions by chance by the rules, faults."""

    @property
    def positions(self) -> int:
        """Positions whose value was derived again."""
        ...

    @property
    def samples(self) -> int:
        """Positions by chance that went through the rules."""
        ...

    @property
    def count(self) -> int:
        """The number of faults."""
        ...

    @property
    def faults(self) -> Sequence[object]:
        """The first faults; ``str`` says what each is."""
        ...


@dataclass(frozen=True, slots=True)
class Solver(Generic[S, M]):
    """What a game that can be solved has for that: tables of proved values in a folder.

    - ``phases``: the names of what can be built, the least first; ``memory`` says how many GB each takes while it is
      built, ``disk`` how many MB its tables take.
    - ``folder()`` is where the user's tables lie; ``tables(phase)`` names those of a phase, in the order in which they
      are built; ``digests(folder)`` gives, for each that is there and can be used, the digest of its content.
    - ``solve(folder, phase, jobs, memory, progress)`` builds, or goes on building; ``counts(folder)`` says what is in
      the tables as plain data for JSON; ``verify(folder, samples, jobs, progress)`` checks them.
    - ``probe(folder)`` opens the tables and gives two functions of a position: its verdict, and every legal move with
      its verdict, the best first.
    - ``values(verdict)`` gives the numbers of a verdict by name, ``error`` being how far they may be from the truth;
      for a game of luck, in which nobody is proved to win. None for other games.

    All raise TableError where tables are missing or damaged, MissingExtraError where a package is missing.
    """

    phases: tuple[str, ...]
    memory: Mapping[str, float]
    disk: Mapping[str, float]
    folder: Callable[[], Path]
    tables: Callable[[str], Sequence[str]]
    digests: Callable[[Path], Mapping[str, str]]
    solve: Callable[..., Mapping[str, Any]]
    counts: Callable[[Path], Mapping[str, Any]]
    verify: Callable[..., VerificationLike]
    probe: Callable[[Path], tuple[Callable[[S], VerdictLike], Callable[[S], Sequence[tuple[M, VerdictLike]]]]]
    values: Callable[[Any], Mapping[str, float]] | None = None


@dataclass(frozen=True, slots=True)
class Game(Generic[S, M]):
    """One game: its name, its notations, its rules and its pictures.

    - ``notations``: by name, the game's main one first; ``convert(text, to, source)`` goes between them.
    - ``sides`` are the sides as letters; ``to_move`` gives the one whose turn it is, None where it is nobody's.
    - ``start`` gives the start position; ``legal`` all legal moves (a tuple, empty when the game is over, and while no
      move is due); ``apply`` the next position or IllegalMoveError; ``outcome`` None while the game goes on.
    - ``parse_move(text, state, lax)`` and ``format_move(move)`` read and write a move in the main notation.
    - ``describe(state)`` gives the parts of a state as plain data for JSON.
    - ``render_text(state)`` and ``render_svg(state, ...)`` draw any state, possible or not.

    What a game may have besides, None or empty where it has not:

    - ``events``: what happens besides moves; a game whose moves are all that happens has none.
    - ``choose(state, level, depth, nodes, seconds, seed, lines, history, repetition, stop)`` gives the move to play and
      how it is known; ``repetition`` is one of ``records.repetitions``; ``check_limits`` says which limits go together.
    - ``render_pretty(state, unicode, color)`` draws for a terminal.
    - ``views``: what may be chosen about a picture by name, with the words for it, such as the side at the bottom; the
      three functions that draw take them by these names.
    - ``words``: the words in its pictures, in English; ``render_svg`` takes those of other languages by the same names
      as ``words``.
    - ``fast_perft(state, depth)`` counts move sequences in compiled code.
    - ``records`` reads and writes whole games.
    - ``solver`` builds and asks tables of proved values.
    - ``engines``: the names of the engines that ``choose`` can ask, ``engine`` being one of them, with the levels of
      each in its own words, in place of 1 to 8.
    - ``reports()`` gives what judges whole games (loaded when it is first asked for).
    """

    name: str
    title: str
    notations: Mapping[str, Notation[S]]
    sides: tuple[str, ...]
    to_move: Callable[[S], str | None]
    start: Callable[[], S]
    legal: Callable[[S], tuple[M, ...]]
    apply: Callable[[S, M], S]
    outcome: Callable[[S], OutcomeLike | None]
    parse_move: Callable[..., M]
    format_move: Callable[[M], str]
    convert: Callable[..., Conversion]
    describe: Callable[[S], dict[str, Any]]
    render_text: Callable[..., str]
    render_svg: Callable[..., str]
    events: Events | None = None
    choose: Callable[..., Choice[S, M]] | None = None
    render_pretty: Callable[..., str] | None = None
    views: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    words: Words | None = None
    fast_perft: Callable[[S, int], int] | None = None
    records: Records | None = None
    solver: Solver[S, M] | None = None
    engines: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    reports: Callable[[], Reports] | None = None

    @property
    def main_notation(self) -> Notation[S]:
        """The notation in which the game is written unless another is asked for."""
        return next(iter(self.notations.values()))

    @property
    def steps(self) -> Events:
        """What happens in the game step by step: its events, or its moves where they are all that happens."""
        return self.events or Events(
            begin=_same,
            state=_same,
            legal=self.legal,
            apply=self.apply,
            chance=_nothing,
            parse=self.parse_move,
            format=lambda move, _: self.format_move(move),
            idle=lambda state: None if self.legal(state) else "the game is over",
        )

    @property
    def engine(self) -> Callable[..., Choice[S, M]]:
        """``choose``; PointboardError where the game has no engine."""
        if self.choose is None:
            raise PointboardError(f"{self.title} has no engine yet")
        return self.choose


def _same(state: Any) -> Any:  # noqa: ANN401 (any game's state)
    """Where moves are all that happens, a position is all there is of a match."""
    return state


def _nothing(_: object) -> tuple[()]:
    """No dice."""
    return ()
