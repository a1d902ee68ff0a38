"""The home boards of one side as numbers, and what each roll makes of them.

A home board is the counts of the points 1 to 6, all other checkers being off. With s_k checkers on point k and above,
its number is::

    C(s_6, 1) + C(s_5 + 1, 2) + C(s_4 + 2, 3) + C(s_3 + 3, 4) + C(s_2 + 4, 5) + C(s_1 + 5, 6)

which orders boards by their checkers first (s_1 = all of them), then by s_2, and so on. Boards with up to n checkers
are the numbers below C(n + 6, 6): 924 for 6, 54,264 for 15. 0 is an empty board. A move lowers some s_k and raises
none, so that it always leads to a smaller number.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np

from pointboard.backgammon.board import CHECKERS

__all__ = ["POINTS", "boards", "number_of", "size_of", "steps", "targets"]

POINTS = 6
"""The points of a home board."""


def size_of(checkers: int) -> int:
    """How many home boards there are with at most that many checkers.

    >>> size_of(6), size_of(15)
    (924, 54264)
    """
    return comb(checkers + POINTS, POINTS)


def number_of(counts: tuple[int, ...]) -> int:
    """The number of a home board, given as the counts of the points 1 to 6.

    >>> number_of((0, 0, 0, 0, 0, 0)), number_of((0, 0, 0, 0, 0, 15))
    (0, 54263)
    """
    total = above = 0
    for point in range(POINTS, 0, -1):
        above += counts[point - 1]
        total += comb(above + POINTS - point, POINTS + 1 - point)
    return total


@cache
def boards(checkers: int = CHECKERS) -> Any:  # noqa: ANN401 (numpy's array)
    """The counts [number, point - 1] of all home boards with at most that many checkers, by number."""
    above = [row[::-1] for row in combinations_with_replacement(range(checkers + 1), POINTS)]
    table = np.array(sorted(above), dtype=np.int64)  # s_1 to s_6
    table[:, :-1] -= table[:, 1:]
    return table


def _numbers(counts: Any) -> Any:  # noqa: ANN401
    """``number_of`` for each row."""
    above = np.cumsum(counts[:, ::-1], axis=1)[:, ::-1]
    choose = np.array([[comb(s + i, i + 1) for s in range(CHECKERS + 1)] for i in range(POINTS)])
    return sum(choose[POINTS - point, above[:, point - 1]] for point in range(1, POINTS + 1))


@cache
def steps(checkers: int = CHECKERS) -> Any:  # noqa: ANN401
    """What one die makes of a board: [die - 1, point - 1, number], the number after the move from that point.

    -1 where there is no such move; an empty board stays as it is. The last column, number -1, is -1. A checker moves
    down by the die; it is borne off by a die that is its point, or greater if no checker is on a higher point.
    """
    table = boards(checkers)
    found = np.full((6, POINTS, len(table) + 1), -1, dtype=np.int32)
    found[:, :, 0] = 0
    for point in range(1, POINTS + 1):
        farthest = table[:, point:].sum(axis=1) == 0
        for die in range(1, 7):
            legal = (table[:, point - 1] > 0) & (farthest | (die <= point))
            after = table[legal]
            after[:, point - 1] -= 1
            if point > die:
                after[:, point - die - 1] += 1
            found[die - 1, point - 1, np.nonzero(legal)[0]] = _numbers(after)
    return found


@cache
def targets(low: int, high: int, checkers: int) -> Any:  # noqa: ANN401
    """What a roll can make of each board: [number, ...], each number once, the greatest first, filled up with -1."""
    dice = (low,) * 4 if low == high else (low, high)
    found = _played(dice, checkers)
    return found if low == high else _distinct(np.concatenate((found, _played(dice[::-1], checkers)), axis=1))


def _played(dice: tuple[int, ...], checkers: int) -> Any:  # noqa: ANN401
    at = np.arange(size_of(checkers), dtype=np.int32)[:, None]
    table = steps(checkers)
    for die in dice:
        at = _distinct(np.concatenate([table[die - 1, point][at] for point in range(POINTS)], axis=1))
    return at


def _distinct(numbers: Any) -> Any:  # noqa: ANN401
    """Rows with each number once, the greatest first, and no column that is -1 throughout."""
    rows = -np.sort(-numbers, axis=1)
    rows[:, 1:][rows[:, 1:] == rows[:, :-1]] = -1
    rows = -np.sort(-rows, axis=1)
    return np.ascontiguousarray(rows[:, : max(1, int((rows >= 0).sum(axis=1).max()))])
