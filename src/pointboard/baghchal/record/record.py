"""A whole game as one frozen value: headers, start position, moves with comments, clocks and marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from pointboard.baghchal.record.faults import RecordMoveError, Turn
from pointboard.baghchal.record.headers import NO_HEADERS, Headers, Result
from pointboard.baghchal.record.replay import Replay
from pointboard.baghchal.rules import Outcome
from pointboard.baghchal.state import Move, Side, State
from pointboard.errors import IllegalMoveError, NotationError, PointboardError
from pointboard.scan import member, refused

__all__ = ["START", "Clock", "Mark", "Ply", "ReadResult", "Record", "contradiction", "turn_of"]

START = State.start()
"""The position in which a game begins unless its record says otherwise."""

_CLOCK = re.compile(r"([0-9]{1,4}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,3}))?")
_MAX_CLOCK = 10_000 * 3_600_000


@dataclass(frozen=True, slots=True, order=True)
class Clock:
    """The time left on a clock, in whole milliseconds, 0 to less than 10,000 hours; NotationError outside that range.

    >>> str(Clock(300_000)), str(Clock(61_250)), Clock.parse("0:05:00").seconds
    ('0:05:00', '0:01:01.250', 300.0)
    """

    milliseconds: int

    def __post_init__(self) -> None:
        """Check the range."""
        if type(self.milliseconds) is not int or not 0 <= self.milliseconds < _MAX_CLOCK:
            raise refused("clock", f"0 to {_MAX_CLOCK - 1} milliseconds", self.milliseconds)

    @property
    def seconds(self) -> float:
        """The same in seconds."""
        return self.milliseconds / 1000

    def __str__(self) -> str:
        """Hours, minutes and seconds, with three decimals where there is a fraction."""
        whole, rest = divmod(self.milliseconds, 1000)
        fraction = f".{rest:03}" if rest else ""
        return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}{fraction}"

    @staticmethod
    def parse(text: str) -> Clock:
        """The clock that ``str`` writes; one to three decimals are read. NotationError for any other text.

        >>> Clock.parse("0:00:01.5").milliseconds
        1500
        """
        found = _CLOCK.fullmatch(text) if isinstance(text, str) else None
        if found is None:
            raise refused("clock", "a clock like 0:05:00 or 0:05:00.250", text)
        hours, minutes, seconds, fraction = found.groups(default="0")
        whole = int(hours) * 3600 + int(minutes) * 60 + int(seconds)
        return Clock(whole * 1000 + int(fraction.ljust(3, "0")))


class Mark(StrEnum):
    """An annotator's judgement of a move, in the signs that chess made common."""

    GOOD = "!"
    BAD = "?"
    BRILLIANT = "!!"
    BLUNDER = "??"
    INTERESTING = "!?"
    DUBIOUS = "?!"


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of a game, the comment that follows it (empty when there is none), and the mover's clock after it.

    The text of a mark becomes the mark; NotationError, with the field's name, for a value of another kind.

    >>> Ply(Move(None, 12), "to the centre", Clock(300_000), Mark.GOOD).mark.value
    '!'
    """

    move: Move
    comment: str = ""
    clock: Clock | None = None
    mark: Mark | None = None

    def __post_init__(self) -> None:
        """Check the kinds of the fields."""
        if type(self.move) is not Move:
            raise refused("move", "a Move", self.move)
        if not isinstance(self.comment, str):
            raise refused("comment", "a text", self.comment)
        if self.clock is not None and type(self.clock) is not Clock:
            raise refused("clock", "a Clock or None", self.clock)
        if self.mark is not None:
            object.__setattr__(self, "mark", member(Mark, self.mark, "mark"))


@dataclass(frozen=True, slots=True)
class Record:
    """A game: every move is legal where it stands, under the repetition policy that ``headers`` names.

    ``start`` is the position before the first ply, ``comment`` what is said before it. ``headers.result`` may declare a
    result while the board is undecided, never one that contradicts the board. ``plies`` takes any sequence; a bare move
    is a ply without comment.

    Making one replays the game: PositionError for an impossible start, RecordMoveError for the first move that is not
    legal, NotationError for a contradiction (field ``result``) and for a field that holds something of another kind.

    >>> record = Record().play(Move(None, 12)).play(Move(0, 1))
    >>> len(record.plies), record.state.board.text(), record.outcome() is None
    (2, 'XTXXT/XXXXX/XXGXX/XXXXX/TXXXT', True)
    """

    headers: Headers = NO_HEADERS
    plies: tuple[Ply, ...] = ()
    start: State = START
    comment: str = ""
    _states: tuple[State, ...] = field(init=False, repr=False, compare=False)
    _outcome: Outcome | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check the kinds of the fields and replay the game."""
        if type(self.headers) is not Headers:
            raise refused("headers", "Headers", self.headers)
        if not isinstance(self.comment, str):
            raise refused("comment", "a text", self.comment)
        object.__setattr__(self, "plies", _plies(self.plies))
        replay = Replay(self.start, self.headers.repetition)
        _play_all(replay, [ply.move for ply in self.plies])
        self._keep(replay)

    def _keep(self, replay: Replay) -> None:
        """Hold on to what the replay found; it follows from the other fields and spares playing again."""
        ended = replay.outcome()
        fault = contradiction(self.headers, ended)
        if fault is not None:
            raise NotationError(fault, field="result", column=1, text=str(self.headers.result))
        object.__setattr__(self, "_states", tuple(replay.states))
        object.__setattr__(self, "_outcome", ended)

    @classmethod
    def of(cls, headers: Headers, plies: Sequence[Ply], replay: Replay, comment: str = "") -> Record:
        """The record of a game that was just replayed: ``plies`` holds the moves that ``replay`` made."""
        record = object.__new__(cls)
        values = {"headers": headers, "plies": tuple(plies), "start": replay.states[0], "comment": comment}
        for name, value in values.items():
            object.__setattr__(record, name, value)
        record._keep(replay)
        return record

    def positions(self) -> tuple[State, ...]:
        """The positions of the game in order, the start first: one more than there are plies.

        >>> len(Record().positions())
        1
        """
        return self._states

    @property
    def state(self) -> State:
        """The position after the last ply."""
        return self._states[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves alone.

        >>> [str(move) for move in Record().play(Move(None, 12)).moves]
        ['mC3']
        """
        return tuple(ply.move for ply in self.plies)

    @property
    def result(self) -> Result | None:
        """The result: the board's where the game ended there, else the declared one, else None.

        >>> Record(Headers(result=Result.DRAW)).result.value
        '1/2-1/2'
        """
        return self.headers.result if self._outcome is None else Result.of(self._outcome)

    def outcome(self) -> Outcome | None:
        """How the game ended on the board and under its repetition policy; None while it goes on.

        >>> Record().outcome() is None
        True
        """
        return self._outcome

    def legal(self) -> tuple[Move, ...]:
        """All legal moves after the last ply, by action number; empty when the game is over.

        Superko leaves out the moves that bring back an earlier position. A declared result does not end the game here:
        who wants to see what could have been played can.

        >>> len(Record().legal())
        21
        """
        return self._resume().legal()

    def refusal(self, move: Move) -> str | None:
        """Why ``move`` is not legal after the last ply, in words; None when it is legal.

        >>> Record().refusal(Move(None, 0))
        'A1 is not empty'
        """
        return self._resume().refusal(move)

    def turn(self, ply: int) -> Turn:
        """Whose move ply number ``ply`` (from 1) is, and the how many-th of that side.

        >>> str(Record().turn(2))
        "ply 2 (tigers' move 1)"
        """
        return turn_of(self.start, ply)

    def play(self, move: Move, *, comment: str = "", clock: Clock | None = None, mark: Mark | None = None) -> Record:
        """The record with one more move; RecordMoveError, with the reason, when it is not legal.

        A declared result is dropped, since the game went on. One step costs a copy of the lists; ``extend`` adds many
        moves at once.

        >>> Record().play(Move(None, 12), comment="to the centre").plies[0].comment
        'to the centre'
        """
        return self.extend((Ply(move, comment, clock, mark),))

    def extend(self, plies: Iterable[Ply | Move]) -> Record:
        """The record with more plies (a bare move is a ply without comment); RecordMoveError as ``play``.

        >>> len(Record().extend([Move(None, 12), Move(0, 1)]).plies)
        2
        """
        added = _plies(plies)
        replay = self._resume()
        _play_all(replay, [ply.move for ply in added])
        return Record.of(replace(self.headers, result=None), self.plies + added, replay, self.comment)

    def head(self, plies: int) -> Record:
        """The first ``plies`` plies of the game (all, when it has fewer), without a declared result if any was cut.

        >>> Record().play(Move(None, 12)).head(0) == Record()
        True
        """
        if plies >= len(self.plies):
            return self
        return Record(replace(self.headers, result=None), self.plies[: max(plies, 0)], self.start, self.comment)

    def _resume(self) -> Replay:
        return Replay.resume(self._states, self.headers.repetition)


def _plies(plies: Iterable[Ply | Move]) -> tuple[Ply, ...]:
    """Plies as a record holds them; a bare move is a ply without comment."""
    if isinstance(plies, str) or not isinstance(plies, Iterable):
        raise refused("plies", "plies or moves", plies)
    return tuple(ply if isinstance(ply, Ply) else Ply(ply) for ply in plies)


def _play_all(replay: Replay, moves: Iterable[Move]) -> None:
    """Play moves; RecordMoveError with the turn of the first that is not legal."""
    for move in moves:
        try:
            replay.play(move)
        except IllegalMoveError as error:
            turn = turn_of(replay.states[0], len(replay.states))
            raise RecordMoveError(error.message, move=str(move), turn=turn) from None


def turn_of(start: State, ply: int) -> Turn:
    """The turn of ply number ``ply`` (from 1) in a game from ``start``.

    Move numbers go on from the start position where it knows its own, and begin at 1 where it does not.

    >>> turn_of(START, 4)
    Turn(ply=4, side=<Side.TIGER: 't'>, number=2)
    """
    made = start.ply if start.ply is not None else int(start.turn is Side.TIGER)
    side = start.turn if ply % 2 else start.turn.other
    return Turn(ply, side, (made + ply + 1) // 2)


def contradiction(headers: Headers, ended: Outcome | None) -> str | None:
    """What is wrong with the declared result of a game that ended like this; None when nothing is.

    >>> contradiction(NO_HEADERS, None) is None
    True
    """
    if ended is None or headers.result is None or headers.result is Result.of(ended):
        return None
    return f"{headers.result.value} is declared, but the board says {Result.of(ended).value}: {ended.reason.value}"


class ReadResult(NamedTuple):
    """What could be read of a record, and what stopped the reading: everything before the first error is kept.

    ``error`` is None when all of it was read; else a RecordError, a RecordMoveError or a PositionError.
    """

    record: Record
    error: PointboardError | None

    def checked(self) -> Record:
        """The record when all of it was read; its error is raised otherwise.

        >>> ReadResult(Record(), None).checked() == Record()
        True
        """
        if self.error is not None:
            raise self.error
        return self.record
