"""The solved sliding phase as a kernel reads it: the plies to the end of a position without a goat in hand.

``t`` is the array of ``tables``, and after it, beginning at ``KNOWN``::

    begins at        length        holds
    BEGIN            5             by captured goats: where the level begins in ``p``
    HALF             5             by captured goats: the positions of the level with one side to move
    WIDTH            5             by captured goats: the positions of an orbit
    ORBIT            12,650        by rank of the four tigers: the number of their orbit
    LOW              1,024         by the low 10 bits of the set of goats: their part of the rank
    HIGH             11 x 2,048    by the goats in those bits and by the high 11 bits: the rest of the rank

``p`` (uint8) holds the levels one after the other, 0 captured first, in each the positions with tigers to move and then
those with goats to move: the plies to the end, ``DRAWN`` for a draw. With an odd number the side to move wins. How a
position is numbered stands in ``solve.orbits``.
"""

# ruff: noqa: PLR0913, PLR0917 (a kernel takes a position as its parts)

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

from pointboard import jit
from pointboard.baghchal.board import POINT_COUNT
from pointboard.baghchal.engine.kernels import image
from pointboard.baghchal.engine.tables import BACK, CHOOSE, FOLD
from pointboard.baghchal.state import CAPTURES_TO_WIN, MOVES, TIGER_COUNT

__all__ = ["BEGIN", "DRAWN", "HALF", "HIGH", "KNOWN", "LOW", "LOW_BITS", "ORBIT", "WIDTH", "Known", "known_plies"]

LOW_BITS = 10
DRAWN = 255
"""What stands for a draw in place of the plies."""

KNOWN = BACK + 8 * len(MOVES)
BEGIN = KNOWN
HALF = BEGIN + CAPTURES_TO_WIN
WIDTH = HALF + CAPTURES_TO_WIN
ORBIT = WIDTH + CAPTURES_TO_WIN
LOW = ORBIT + comb(POINT_COUNT, TIGER_COUNT)
HIGH = LOW + (1 << LOW_BITS)
_LOW_MASK, _HIGH_BITS = (1 << LOW_BITS) - 1, POINT_COUNT - TIGER_COUNT - LOW_BITS


class Known(NamedTuple):
    """The two arrays: ``t`` with its second part, and ``plies``."""

    t: Any
    plies: Any


@jit.kernel("int64(int64[::1], uint8[::1], int64, int64, int64, int64)")
def known_plies(t: jit.Ints, p: jit.Ints, tigers: int, goats: int, turn: int, captured: int) -> int:
    """The plies to the end with best play, ``DRAWN`` for a draw; no goat is in hand, and fewer than five captured."""
    rank = 0
    left = tigers
    k = 1
    while left:
        low = left & -left
        left ^= low
        rank += t[CHOOSE + (low.bit_length() - 1) * 5 + k]
        k += 1
    fold = t[FOLD + rank]
    symmetries = fold & 255
    lowest = symmetries & -symmetries
    some = image(t, goats, lowest.bit_length() - 1)
    left = fold >> 8
    while left:  # close the gap of each tiger, the last one first
        point = left.bit_length() - 1
        left ^= 1 << point
        some = some & ((1 << point) - 1) | some >> (point + 1) << point
    below = some & _LOW_MASK
    at = t[BEGIN + captured] + t[ORBIT + rank] * t[WIDTH + captured]
    at += t[LOW + below] + t[HIGH + (below.bit_count() << _HIGH_BITS) + (some >> LOW_BITS)]
    if turn == 0:
        at += t[HALF + captured]
    return int(p[at])
