r"""The board of backgammon: 24 points and two bars, each side's checkers counted by pip; absolute, never turned.

Pips are numbered as OGID numbers them, 0 to 25, for both sides alike::

    13  14  15  16  17  18  |  19  20  21  22  23  24    25 = Black's bar
      White's outer board   |   White's home board
      Black's outer board   |   Black's home board
    12  11  10   9   8   7  |   6   5   4   3   2   1     0 = White's bar

White enters from pip 0, moves up and bears off past 24; Black enters from pip 25, moves down and bears off below 1.
So the home board of White is 19-24 and that of Black 1-6 (the drawing in the OGID specification has these labels
swapped: see ``docs/ogid.md``). What a player calls "my n-point" is pip 25 - n for White and pip n for Black.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from operator import index
from typing import NamedTuple, cast

from pointboard.errors import PointboardError
from pointboard.scan import member, shown

__all__ = [
    "BAR",
    "CHECKERS",
    "HOME",
    "PIP_COUNT",
    "Board",
    "Side",
    "Variant",
    "start_board",
]

PIP_COUNT = 26
"""Pips 0 to 25: the two bars and the 24 points."""

CHECKERS = 15
"""Checkers of a side at most, and in every variant that does not say otherwise."""

_LAST = PIP_COUNT - 1
_MAX_COUNT = 255  # a board is two strings of bytes


class Side(StrEnum):
    """A side; the value is its letter in OGID."""

    WHITE = "W"
    BLACK = "B"

    @property
    def other(self) -> Side:
        """The opponent.

        >>> Side.WHITE.other.name
        'BLACK'
        """
        return _OTHER[self]


_WHITE, _BLACK = Side.WHITE, Side.BLACK
_OTHER = {_WHITE: _BLACK, _BLACK: _WHITE}

BAR = {Side.WHITE: 0, Side.BLACK: _LAST}
"""The pip of each side's bar."""

HOME = {Side.WHITE: range(19, 25), Side.BLACK: range(1, 7)}
"""The pips of each side's home board."""


class Board(NamedTuple):
    """The checkers of both sides: for each side 26 counts (0-255), the number at index i standing on pip i.

    ``white`` and ``black`` are ``bytes``, which index and iterate as whole numbers. A board holds any counts; whether
    it can occur is said by ``State.status``. Checkers that are borne off are not on it.

    >>> board = start_board()
    >>> board.white[19], board.pips(Side.WHITE), board.pips(Side.BLACK)
    (5, 167, 167)
    """

    white: bytes
    black: bytes

    @staticmethod
    def of(white: Mapping[int, int] | Iterable[int], black: Mapping[int, int] | Iterable[int]) -> Board:
        """The board of two mappings from pip (0-25) to count, or of two rows of 26 counts.

        PointboardError for a pip or a count (0-255) out of range, or a row of another length.

        >>> Board.of({24: 2}, {1: 1}).count(Side.WHITE)
        2
        """
        return Board(_counts("white", white), _counts("black", black))

    def __repr__(self) -> str:
        """The board as ``Board.of`` takes it."""
        white, black = ({pip: n for pip, n in enumerate(half) if n} for half in self)
        return f"Board.of({white}, {black})"

    def side(self, side: Side) -> bytes:
        """The 26 counts of ``side``, which may be given by its letter; NotationError for anything else."""
        if side is _WHITE:
            return self.white
        if side is _BLACK:
            return self.black
        return self.side(member(Side, side, "side"))

    def count(self, side: Side) -> int:
        """The number of checkers of ``side`` on the points and on its bar."""
        return sum(self.side(side))

    def bar(self, side: Side) -> int:
        """The number of checkers of ``side`` on its bar."""
        return self.side(side)[BAR[member(Side, side, "side")]]

    def pips(self, side: Side) -> int:
        """The pip count of ``side``: how far its checkers still have to go, 25 for one on the bar."""
        counts = self.side(side)
        if side == _WHITE:
            counts = counts[::-1]
        return sum(pip * n for pip, n in enumerate(counts))

    def mirror(self) -> Board:
        """The same position with the sides exchanged: pip i becomes pip 25 - i of the other colour.

        >>> start_board().mirror() == start_board()
        True
        """
        return Board(self.black[::-1], self.white[::-1])


def _counts(name: str, given: Mapping[int, int] | Iterable[int]) -> bytes:
    row: list[object] = [0] * PIP_COUNT
    if isinstance(given, Mapping):
        for pip, n in given.items():
            if not _within(pip, _LAST):
                raise PointboardError(f"{name}: expected a pip from 0 to {_LAST}, found {shown(pip)}")
            row[pip] = n
    elif isinstance(given, Iterable):
        row = list(given)
    else:
        raise PointboardError(f"{name}: expected counts by pip or {PIP_COUNT} counts, found {shown(given)}")
    if len(row) != PIP_COUNT:
        raise PointboardError(f"{name}: expected {PIP_COUNT} counts, found {len(row)}")
    for pip, n in enumerate(row):
        if not _within(n, _MAX_COUNT):
            raise PointboardError(f"{name}: expected a count from 0 to {_MAX_COUNT} on pip {pip}, found {shown(n)}")
    return bytes(cast("list[int]", row))


def _within(value: object, most: int) -> bool:
    """Whether it is a whole number from 0 to ``most``, of whatever package."""
    try:
        return 0 <= index(cast("int", value)) <= most
    except TypeError:
        return False


class Variant(StrEnum):
    """The games that are played by the same rules from another start position."""

    BACKGAMMON = "backgammon"
    NACKGAMMON = "nackgammon"
    HYPERGAMMON = "hypergammon"
    LONGGAMMON = "longgammon"

    @property
    def checkers(self) -> int:
        """The number of checkers of a side.

        >>> Variant.HYPERGAMMON.checkers
        3
        """
        return sum(_STARTS[self].values())


# By the player's own numbering, the same for both sides: point 24 is the farthest from bearing off.
_STARTS: dict[Variant, dict[int, int]] = {
    Variant.BACKGAMMON: {24: 2, 13: 5, 8: 3, 6: 5},
    Variant.NACKGAMMON: {24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
    Variant.HYPERGAMMON: {24: 1, 23: 1, 22: 1},
    Variant.LONGGAMMON: {24: 15},
}


def start_board(variant: Variant | str = Variant.BACKGAMMON) -> Board:
    """The start position of a variant, by name; PointboardError, with the names there are, for any other name.

    >>> start_board("hypergammon")
    Board.of({1: 1, 2: 1, 3: 1}, {22: 1, 23: 1, 24: 1})
    """
    try:
        points = _STARTS[Variant(variant)]
    except Exception:  # noqa: BLE001 (no name; or a value that cannot even say what it is)
        known = ", ".join(Variant)
        raise PointboardError(f"no variant is called {shown(variant)}; there are: {known}") from None
    return Board.of({_LAST - point: n for point, n in points.items()}, points)
