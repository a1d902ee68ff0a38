"""What can happen in a match of backgammon, as values: a roll, a play, a double, a resignation, the next game.

An event is a value, not a promise: any can be made and compared, and the machine says whether it may happen; only a
value of another kind than its field has, such as a text for a die, is refused at once (NotationError). Where a side
acts, ``side`` may be left out: the event is then that of the side whose it is. ``machine.legal_events`` gives events
with everything filled in.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import ClassVar

from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.rules import BAR_POINT, Move, Size, point_of
from pointboard.backgammon.state import Cube
from pointboard.backgammon.turns.ends import Result
from pointboard.scan import fitting, kinds_of, shown

__all__ = [
    "Accept",
    "Acted",
    "Beaver",
    "Begin",
    "Close",
    "Double",
    "Event",
    "EventKind",
    "Forfeit",
    "MakePlay",
    "Mark",
    "Marker",
    "NextGame",
    "OpeningRoll",
    "Pass",
    "Resign",
    "Roll",
    "SetPosition",
    "StartRoll",
    "Take",
]


class EventKind(StrEnum):
    """The kinds of events; the value is the name that reasons and the drawn table use."""

    OPENING_ROLL = "opening roll"
    BEGIN = "begin"
    START_ROLL = "start roll"
    ROLL = "roll"
    PLAY = "play"
    DOUBLE = "double"
    TAKE = "take"
    PASS = "pass"  # noqa: S105 (the word of the field)
    BEAVER = "beaver"
    RESIGN = "resign"
    ACCEPT = "accept"
    FORFEIT = "forfeit"
    CLOSE = "close"
    NEXT_GAME = "next game"
    SET_POSITION = "set position"
    MARKER = "marker"


@dataclass(frozen=True, slots=True)
class Event:
    """The base of all events; ``kind`` says which it is, and the text names it."""

    kind: ClassVar[EventKind]

    def __post_init__(self) -> None:
        """Members by their values become members; NotationError, which names the field, for a value of another kind."""
        for name, kind, plain in kinds_of(type(self)):
            value = getattr(self, name)
            if type(value) in plain or (kind == _MOVES and type(value) is tuple and set(map(type, value)) <= _MOVE):
                continue  # numbers, those of moves too, are judged by the machine
            if kind in _SIZES and type(value) is int and value not in tuple(Size):
                continue
            object.__setattr__(self, name, fitting(kind, value, name))

    def __str__(self) -> str:
        return self.kind.value


_SIZES = (Size, Size | None)
_MOVES, _MOVE = tuple[Move, ...], {Move}


@dataclass(frozen=True, slots=True)
class Acted(Event):
    """An event that is one side's action; None stands for the side whose turn it is to do so."""

    _: KW_ONLY
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class OpeningRoll(Event):
    """The roll for the first turn: each side's die (1-6); None for a die not thrown yet, or thrown in an event before.

    >>> str(OpeningRoll(white=3, black=1)), str(OpeningRoll(black=6))
    ('opening roll W3 B1', 'opening roll B6')
    """

    kind: ClassVar[EventKind] = EventKind.OPENING_ROLL
    white: int | None = None
    black: int | None = None

    def __str__(self) -> str:
        thrown = (
            f" {side}{shown(die)}" for side, die in zip(Side, (self.white, self.black), strict=True) if die is not None
        )
        return self.kind + "".join(thrown)


@dataclass(frozen=True, slots=True)
class Begin(Event):
    """It is known that ``side`` begins, but not with which dice: it rolls both."""

    kind: ClassVar[EventKind] = EventKind.BEGIN
    side: Side


@dataclass(frozen=True, slots=True)
class StartRoll(Acted):
    """The dice are picked up to be rolled: no double any more."""

    kind: ClassVar[EventKind] = EventKind.START_ROLL


@dataclass(frozen=True, slots=True)
class Roll(Acted):
    """A roll of two dice (1-6), in any order.

    >>> str(Roll(3, 1))
    'roll 31'
    """

    kind: ClassVar[EventKind] = EventKind.ROLL
    first: int
    second: int

    def __str__(self) -> str:
        return f"{self.kind} {shown(self.first)}{shown(self.second)}"


@dataclass(frozen=True, slots=True)
class MakePlay(Acted):
    """A play of the roll: the moves of ``rules``, in any order; none for "Cannot move".

    >>> str(MakePlay((Move(8, 5), Move(6, 5)), side=Side.BLACK)), str(MakePlay(()))
    ('play 8/5 6/5', 'play')
    """

    kind: ClassVar[EventKind] = EventKind.PLAY
    moves: tuple[Move, ...]

    def __str__(self) -> str:
        """The moves in the points of the mover, as pips where the side is left out."""
        side = self.side
        names = {BAR_POINT: "bar", 0: "off"}
        points = (move if side is None else [point_of(side, pip) for pip in move] for move in self.moves)
        steps = (" " + "/".join(shown(p) if side is None else names.get(p, shown(p)) for p in step) for step in points)
        return self.kind + "".join(steps)


@dataclass(frozen=True, slots=True)
class Double(Acted):
    """The cube is offered at twice its value."""

    kind: ClassVar[EventKind] = EventKind.DOUBLE


@dataclass(frozen=True, slots=True)
class Take(Acted):
    """The double is taken: the taker owns the cube."""

    kind: ClassVar[EventKind] = EventKind.TAKE


@dataclass(frozen=True, slots=True)
class Pass(Acted):
    """The double is passed (dropped): the game is lost at the value from before the double."""

    kind: ClassVar[EventKind] = EventKind.PASS


@dataclass(frozen=True, slots=True)
class Beaver(Acted):
    """The double is taken and turned once more at once; always refused, since OGID has no place for it."""

    kind: ClassVar[EventKind] = EventKind.BEAVER


def _named(size: Size) -> str:
    """The size as a word, a number that is none as it is."""
    return Size(size).name.lower() if size in tuple(Size) else shown(size)


@dataclass(frozen=True, slots=True)
class Resign(Acted):
    """A side gives up the game, or with ``match`` the match, whosever turn it is; no position keeps the size.

    >>> str(Resign(Size.GAMMON)), str(Resign(match=True))
    ('resign gammon', 'resign match')
    """

    kind: ClassVar[EventKind] = EventKind.RESIGN
    size: Size = Size.SINGLE
    _: KW_ONLY
    match: bool = False

    def __str__(self) -> str:
        return f"{self.kind} {'match' if self.match else _named(self.size)}"


@dataclass(frozen=True, slots=True)
class Accept(Acted):
    """The resignation is accepted.

    ``size`` is that of a resigned game, which no position keeps, and None for a resigned match; ``last`` as in
    ``Close``.
    """

    kind: ClassVar[EventKind] = EventKind.ACCEPT
    size: Size | None = None
    _: KW_ONLY
    last: bool = False

    def __str__(self) -> str:
        return self.kind.value if self.size is None else f"{self.kind} {_named(self.size)}"


@dataclass(frozen=True, slots=True)
class Forfeit(Event):
    """``side`` leaves the match, which it loses; it need not be its turn."""

    kind: ClassVar[EventKind] = EventKind.FORFEIT
    side: Side


@dataclass(frozen=True, slots=True)
class Close(Event):
    """The books are closed: a game that ended is over, a match that is over is finished.

    ``last`` says that it was the last game where no score says so: in money play, or of a fixed number of games.
    """

    kind: ClassVar[EventKind] = EventKind.CLOSE
    last: bool = False


@dataclass(frozen=True, slots=True)
class NextGame(Event):
    """The next game is set up; ``result`` is needed where the position does not say how the last one ended."""

    kind: ClassVar[EventKind] = EventKind.NEXT_GAME
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class SetPosition(Event):
    """The checkers are set up anew; ``side`` is to roll then and ``cube`` is the cube, None to leave that as it is."""

    kind: ClassVar[EventKind] = EventKind.SET_POSITION
    board: Board
    side: Side | None = None
    cube: Cube | None = None


class Mark(StrEnum):
    """What a marker in the record of a match says."""

    GAME_OVER = "game over"
    MATCH_OVER = "match over"
    FINISHED = "finished"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Marker(Event):
    """A note in the record, put by ``side`` (by the one that did not act last when left out); nothing happens.

    The reference codec writes a marker as an action: the position gets another last actor, nothing else changes. The
    game goes on from the position before the marker.
    """

    kind: ClassVar[EventKind] = EventKind.MARKER
    mark: Mark
    side: Side | None = None
