"""How many rolls a side needs to bear off, and to bear off its first checker: the exact distributions.

They hold for a stated way to play: the one that needs the fewest rolls on average, as GNU Backgammon has it; among
plays that are alike, the one that leads to the smallest number. That is not always the best play against an opponent
(it is when nothing but the average counts), so that the chances of two sides made from two distributions are an
estimate, while ``twosided`` is exact. The distribution of the first checker is for another way to play, the one that
bears off one checker soonest, which is what a side in danger of a gammon wants.
"""

# ruff: noqa: ANN401, C901, PLR0912, PLR0913, PLR0917 (kernels take what they compute with, in plain loops)

from __future__ import annotations

from typing import Any

import numpy as np

from pointboard import jit
from pointboard.backgammon.board import CHECKERS
from pointboard.backgammon.engine.bearoff.index import POINTS, boards, size_of, steps, targets
from pointboard.backgammon.engine.progress import Clock
from pointboard.backgammon.engine.rolls import ROLLS, THROWS

__all__ = ["FIRST", "MOST_ROLLS", "distribute", "distribute_numpy", "solve"]

MOST_ROLLS = 32
"""Rolls 0 to 31: the distributions end before, since each roll moves 3 pips at least and there are 90."""

FIRST = MOST_ROLLS
"""The column in which the distribution of the first checker begins."""


@jit.kernel("void(int64, int64, int32[:, :, ::1], float64[::1], float64[:, ::1], int64)")
def distribute(  # pragma: compiled
    begin: int, end: int, after: Any, mean: Any, chances: Any, column: int
) -> None:
    """Fill ``mean`` and ``chances[:, column:]`` for the boards ``begin`` to ``end``; those before are known."""
    for board in range(begin, end):
        total = 0.0
        for low in range(6):
            for high in range(low, 6):
                best = -1
                if low == high:
                    for a in range(6):
                        one = after[low, a, board]
                        if one < 0:
                            continue
                        for b in range(a + 1):
                            two = after[low, b, one]
                            if two < 0:
                                continue
                            for c in range(b + 1):
                                three = after[low, c, two]
                                if three < 0:
                                    continue
                                for d in range(c + 1):
                                    four = after[low, d, three]
                                    if four >= 0 and (
                                        best < 0
                                        or mean[four] < mean[best]
                                        or (mean[four] == mean[best] and four < best)
                                    ):
                                        best = four
                else:
                    for order in range(2):
                        first, second = (low, high) if order == 0 else (high, low)
                        for a in range(6):
                            one = after[first, a, board]
                            if one < 0:
                                continue
                            for b in range(6):
                                two = after[second, b, one]
                                if two >= 0 and (
                                    best < 0 or mean[two] < mean[best] or (mean[two] == mean[best] and two < best)
                                ):
                                    best = two
                weight = 1.0 if low == high else 2.0
                total += weight * mean[best]
                for i in range(31):
                    chances[board, column + i + 1] += weight * chances[best, column + i]
        mean[board] = 1.0 + total / 36
        for i in range(32):
            chances[board, column + i] /= 36


def distribute_numpy(begin: int, end: int, mean: Any, chances: Any, column: int, checkers: int) -> None:
    """As ``distribute``, by numpy: the boards with as many pips together, from the fewest on."""
    pips = boards(checkers) @ np.arange(1, POINTS + 1)
    moves = [(weight, targets(low, high, checkers)) for low, high, weight in ROLLS]
    for level in range(int(pips[begin:end].min()), int(pips[begin:end].max()) + 1):
        here = begin + np.nonzero(pips[begin:end] == level)[0]
        total = np.zeros(len(here))
        for weight, table in moves:
            found = table[here]
            means = np.where(found >= 0, mean[found], np.inf)
            smallest = means.shape[1] - 1 - np.argmin(means[:, ::-1], axis=1)  # the last is the smallest number
            best = found[np.arange(len(here)), smallest]
            total += weight * mean[best]
            chances[here, column + 1 : column + MOST_ROLLS] += weight * chances[best, column : column + MOST_ROLLS - 1]
        mean[here] = 1.0 + total / THROWS
        chances[here, column : column + MOST_ROLLS] /= THROWS


def solve(clock: Clock, checkers: int = CHECKERS) -> Any:
    """The distributions [number, 64] of all boards: columns 0 to 31 all checkers off, 32 to 63 the first of them off.

    The second half is for boards with all ``checkers``; with fewer, one is off already.
    """
    size, full = size_of(checkers), size_of(checkers - 1)
    chances = np.zeros((size, 2 * MOST_ROLLS))
    chances[0, 0] = 1.0
    chances[:full, FIRST] = 1.0
    for column, begin in ((0, 1), (FIRST, full)):
        mean = np.zeros(size)
        for first in range(begin, size, _CHUNK) if jit.enabled() else (begin,):
            last = min(first + _CHUNK, size) if jit.enabled() else size
            if jit.enabled():
                jit.load(distribute)(first, last, steps(checkers), mean, chances, column)
            else:
                distribute_numpy(first, last, mean, chances, column, checkers)
            clock.tell("bear-off, one side", (last + (size if column else 0)) / (2 * size), last)
    return chances


_CHUNK = 4096
