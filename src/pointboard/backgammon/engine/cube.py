"""The cube in money play by Janowski's formulas: an estimate from the chances of the game alone.

``won`` is what a won game counts on average for each point on the cube, 1 to 3, ``lost`` the same of lost ones. A cube
is *dead* when nobody uses it any more, *live* when it is used at the very best moment; what is real lies between, at
``efficiency`` from 0 (dead) to 1 (live). Equities are in points for each point on the cube as it stands.

No Jacoby rule: gammons count with a centred cube too. No beavers. Source: R. Janowski, "Take-points in money games"
(1993).
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from pointboard.errors import PointboardError
from pointboard.scan import shown
from pointboard.values import Chances

__all__ = ["EFFICIENCY", "Equities", "Points", "equities", "points", "sizes"]

EFFICIENCY = 0.68
"""The efficiency that is usual for positions with contact; races are less than that."""


class Equities(NamedTuple):
    """What a position is worth to the side on roll before its roll, by whose the cube is.

    ``cubeless`` without a cube, ``own`` where the side on roll owns it, ``centred``, and ``opponent`` where the other
    side does.
    """

    cubeless: float
    own: float
    centred: float
    opponent: float

    @property
    def double_take(self) -> float:
        """What a double that is taken is worth."""
        return 2 * self.opponent


class Points(NamedTuple):
    """Chances to win the game: from where on a side takes, doubles, redoubles, from where on its double is passed."""

    take: float
    double: float
    redouble: float
    cash: float


def sizes(chances: Chances) -> tuple[float, float]:
    """What a won and a lost game count on average; 1 where there is no chance of one.

    >>> sizes(Chances(0.5, 0.25, 0.0, 0.125, 0.0))
    (1.5, 1.25)
    """
    win, lose = chances.win, 1 - chances.win
    won = 1 + (chances.gammon + chances.backgammon) / win if win > 0 else 1.0
    lost = 1 + (chances.lose_gammon + chances.lose_backgammon) / lose if lose > 0 else 1.0
    return won, lost


def equities(chances: Chances, efficiency: float = EFFICIENCY) -> Equities:
    """The equities of a position by its chances, without the right to double at once; PointboardError as ``points``.

    ``Equities.own`` and ``centred`` are those of not doubling.

    >>> [round(one, 4) for one in equities(Chances(0.5))]
    [0.0, 0.17, -0.0, -0.17]
    """
    won, lost = sizes(chances)
    _check(won, lost, efficiency)
    take, cash = _take(won, lost), 1 - _take(lost, won)
    win = chances.win
    dead = win * (won + lost) - lost
    live = (
        _line(win, (0.0, -lost), (cash, 1.0), (1.0, won)),
        _line(win, (0.0, -lost), (take, -1.0), (cash, 1.0), (1.0, won)),
        _line(win, (0.0, -lost), (take, -1.0), (1.0, won)),
    )
    return Equities(dead, *(efficiency * one + (1 - efficiency) * dead for one in live))


def points(won: float = 1.0, lost: float = 1.0, efficiency: float = EFFICIENCY) -> Points:
    """The take point, the doubling points and the cash point; PointboardError for sizes below 1 or above 3.

    Where gammons are many enough to play on for, ``double`` and ``redouble`` say where waiting and doubling are worth
    the same.

    >>> [round(point, 3) for point in points()]
    [0.214, 0.692, 0.718, 0.786]
    >>> points(efficiency=0.0), points(efficiency=1.0)
    (Points(take=0.25, double=0.5, redouble=0.5, cash=0.75), Points(take=0.2, double=0.8, redouble=0.8, cash=0.8))
    """
    _check(won, lost, efficiency)
    whole = won + lost + efficiency / 2
    return Points(
        (lost - 0.5) / whole,
        (lost + 2 * efficiency / (3 - efficiency)) / (won + lost + efficiency / (3 - efficiency)),
        (lost + efficiency) / whole,
        (lost + 0.5 + efficiency / 2) / whole,
    )


def _check(won: float, lost: float, efficiency: float) -> None:
    for name, size in (("won", won), ("lost", lost)):
        if not 1 <= size <= 3:
            raise PointboardError(f"{name}: expected 1 to 3 points for each point on the cube, found {shown(size)}")
    if not 0 <= efficiency <= 1:
        raise PointboardError(f"efficiency: expected 0 to 1, found {shown(efficiency)}")


def _take(won: float, lost: float) -> float:
    """The take point with a live cube."""
    return (lost - 0.5) / (won + lost + 0.5)


def _line(x: float, *corners: tuple[float, float]) -> float:
    """The height at x of the line through the corners, which are in order."""
    for (left, low), (right, high) in pairwise(corners):
        if x <= right:
            return low + (high - low) * (x - left) / (right - left)
    return corners[-1][1]
