"""From where a board is seen: which side sits at the bottom, and on which hand its home board lies.

Points of a view are in the numbering of the side at the bottom: 24 to 1, the bars 25 (its own) and 0 (the other's).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from pointboard.backgammon.board import PIP_COUNT, Side
from pointboard.backgammon.state import State, typed
from pointboard.errors import PointboardError
from pointboard.scan import shown

__all__ = ["VIEWS", "Hand", "Stack", "View", "counts_of", "drawable"]


class Hand(StrEnum):
    """Left or right."""

    LEFT = "left"
    RIGHT = "right"


VIEWS: Mapping[str, tuple[str, ...]] = {
    "bottom": tuple(side.value for side in Side),
    "home": tuple(hand.value for hand in (Hand.RIGHT, Hand.LEFT)),
}
"""What can be chosen about a picture: the side at the bottom, the hand on which the home boards lie."""


class Stack(NamedTuple):
    """The checkers on one point or bar: how many of White and of Black. Both at once cannot be, but can be drawn."""

    white: int
    black: int

    @property
    def total(self) -> int:
        """The number of checkers, none for a count below zero."""
        return sum(self.colours())

    def colours(self) -> tuple[int, int]:
        """The counts of White and Black, none below zero."""
        return max(self.white, 0), max(self.black, 0)

    @property
    def side(self) -> Side | None:
        """Whose checkers they are; None for none and for both."""
        white, black = self.colours()
        if bool(white) is bool(black):
            return None
        return Side.WHITE if white else Side.BLACK


def counts_of(state: State, side: Side) -> tuple[int, ...]:
    """The 26 counts of a side; what a board of another size lacks is 0, what it has too much is left out."""
    given = tuple(state.board.side(side))[:PIP_COUNT]
    return given + (0,) * (PIP_COUNT - len(given))


_DIGITS = 10**1000


def drawable(state: State) -> State:
    """The state itself when it can be drawn, possible or not.

    PositionError where a field holds a value of another kind, or a number beyond any writing; TypeError for what is no
    ``State``.
    """
    (_, exponent, _), (points, _, games) = typed(state).cube, state.length
    numbers = (exponent, *state.dice, *state.score, points, games, state.move_id, state.checkers)
    return state if max(map(abs, numbers)) < _DIGITS else state.check()


class View(NamedTuple):
    """A way to look at the board.

    >>> View.of("B", "left").top()
    (24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13)
    """

    bottom: Side
    home: Hand

    @staticmethod
    def of(bottom: Side | str, home: Hand | str) -> View:
        """The view by the names of its parts; PointboardError, with those there are, for any other."""
        for name, value in (("bottom", bottom), ("home", home)):
            if value not in VIEWS[name]:
                raise PointboardError(f"{name}: expected {' or '.join(VIEWS[name])}, found {shown(value)}")
        return View(Side(bottom), Hand(home))

    def top(self) -> tuple[int, ...]:
        """The points of the upper row from left to right, six on either side of the bar."""
        points = tuple(range(24, 12, -1))
        return points if self.home is Hand.LEFT else points[::-1]

    def low(self) -> tuple[int, ...]:
        """The points of the lower row from left to right."""
        points = tuple(range(1, 13))
        return points if self.home is Hand.LEFT else points[::-1]

    def pip(self, point: int) -> int:
        """The pip of a point of this view, or the point of a pip: one is the inverse of the other."""
        return PIP_COUNT - 1 - point if self.bottom is Side.WHITE else point

    def stack(self, state: State, point: int) -> Stack:
        """What stands on a point of this view, 25 and 0 for the bars."""
        pip = self.pip(point)
        return Stack(counts_of(state, Side.WHITE)[pip], counts_of(state, Side.BLACK)[pip])
