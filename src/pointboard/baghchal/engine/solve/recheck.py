"""The verifier's kernels: what a position must be, from what its children are, for every position of a table.

Written apart from the generator's kernels: boards are sets of 25 points, positions are looked up one by one in
``survey``'s tables, and every move of every position is looked at. A fault is counted, and the first ones are written
down as orbit, set of goats, side (0 goats, 1 tigers).
"""

# ruff: noqa: C901, PLR0912, PLR0913, PLR0917 (kernels take arrays and walk them)

from __future__ import annotations

from typing import Any

import numpy as np

from pointboard import jit
from pointboard.baghchal.board import ALL_POINTS
from pointboard.baghchal.engine.solve.arrays import Array

__all__ = [
    "bits_of",
    "check_sliding",
    "check_tigers",
    "derive_goats",
    "expected",
    "fill_level",
    "note",
    "points_of",
    "rank_in",
]


_WORDS = 1 << 15
_DRAWN = 255
_WITH = tuple(  # by bit of a lane's number, the lanes that have it, as signed words
    sum(1 << lane for lane in range(63) if lane >> bit & 1) - (1 << 63) for bit in range(6)
)


@jit.kernel()  # pragma: compiled
def points_of(table: Array, m: int) -> Any:  # noqa: ANN401
    """The points of a set of goats."""
    return np.int64(table[0, m & 127] | table[1, m >> 7 & 127] | table[2, m >> 14])


@jit.kernel()  # pragma: compiled
def bits_of(table: Array, goats: int) -> Any:  # noqa: ANN401
    """The set of goats on some points, by a table for each row."""
    return np.int64(
        table[0, goats & 31]
        | table[1, goats >> 5 & 31]
        | table[2, goats >> 10 & 31]
        | table[3, goats >> 15 & 31]
        | table[4, goats >> 20]
    )


@jit.kernel()  # pragma: compiled
def rank_in(ranks: Array, m: int) -> Any:  # noqa: ANN401
    """The number of sets with as many goats that come before ``m``."""
    a, b, c = m & 127, m >> 7 & 127, m >> 14
    return np.int64(ranks[0, 0, a] + ranks[1, a.bit_count(), b] + ranks[2, a.bit_count() + b.bit_count(), c])


@jit.kernel()  # pragma: compiled
def expected(quickest: int, draws: int, slowest: int) -> int:
    """The plies of a position: by the quickest winning move, else DRAWN by a draw, else by the slowest losing one.

    0 without a move. The plies of a child are even where the other side loses, odd where it wins.
    """
    if quickest < _DRAWN:
        return quickest + 1
    return _DRAWN if draws else slowest + 1


@jit.kernel()  # pragma: compiled
def note(faults: Array, orbit: int, m: int, side: int) -> None:
    """Count a fault, and write it down while there is room."""
    if faults[0, 0] + 1 < len(faults):
        at = faults[0, 0] + 1
        faults[at, 0], faults[at, 1], faults[at, 2] = orbit, m, side
    faults[0, 0] += 1


@jit.kernel(  # pragma: compiled
    "void(int64, int64, int64, uint8[::1], int64, uint8[::1], uint8[::1], int64, int64[:, ::1], int64[::1],"
    "int32[:, :, ::1], int32[:, :, ::1], int64[::1], int64[::1], int64[::1], int64[::1], int32[:, :, ::1], int64[::1],"
    "int32[:, :, ::1])"
)
def check_sliding(
    first: int,
    last: int,
    goats_on_board: int,
    after: Array,
    after_width: int,
    tigers_to_move: Array,
    goats_to_move: Array,
    width: int,
    faults: Array,
    tigers: Array,
    points: Array,
    bits: Array,
    start: Array,
    target: Array,
    over: Array,
    orbit_after: Array,
    rows: Array,
    slides: Array,
    ranks: Array,
) -> None:
    """Check all positions of some orbits of a level; longer than 50 lines since it is the whole rule of a value.

    Both sides of orbits ``first`` to ``last`` - 1. ``after`` is the level after a capture with
    goats to move, of ``after_width`` sets an orbit; 0 where a capture wins.
    """
    x: Any
    for orbit in range(first, last):
        m = (1 << goats_on_board) - 1
        for rank in range(width):
            at = orbit * width + rank
            goats = points_of(points[orbit], m)
            empty = ALL_POINTS & ~(goats | tigers[orbit])
            quickest, draws, slowest = _DRAWN, 0, -1
            for move in range(start[orbit], start[orbit + 1]):
                if not target[move] & empty:
                    continue
                if over[move] == 0:
                    m2 = bits_of(rows[move], goats)
                    x = np.int64(goats_to_move[orbit_after[move] * width + rank_in(ranks, m2)])
                elif not over[move] & goats:
                    continue
                elif after_width == 0:
                    x = np.int64(0)
                else:
                    m2 = bits_of(rows[move], goats & ~over[move])
                    x = np.int64(after[orbit_after[move] * after_width + rank_in(ranks, m2)])
                if x == _DRAWN:
                    draws += 1
                elif x & 1:
                    slowest = max(slowest, x)
                else:
                    quickest = min(quickest, x)
            if tigers_to_move[at] != expected(quickest, draws, slowest):
                note(faults, orbit, m, 1)
            quickest, draws, slowest = _DRAWN, 0, -1
            rest = goats
            while rest:
                source = rest & -rest
                rest ^= source
                to = slides[source.bit_length() - 1] & empty
                while to:
                    there = to & -to
                    to ^= there
                    m2 = bits_of(bits[orbit], goats ^ source ^ there)
                    x = np.int64(tigers_to_move[orbit * width + rank_in(ranks, m2)])
                    if x == _DRAWN:
                        draws += 1
                    elif x & 1:
                        slowest = max(slowest, x)
                    else:
                        quickest = min(quickest, x)
            if goats_to_move[at] != expected(quickest, draws, slowest):
                note(faults, orbit, m, 0)
            if rank + 1 < width:  # the next set with as many goats
                low = m & -m
                ripple = m + low
                m = ripple | ((m ^ ripple) >> 2) // low


@jit.kernel("void(int64, int64, int64, int64, uint8[::1], int64[:, ::1], int64[:, ::1])")  # pragma: compiled
def fill_level(
    first: int, last: int, goats_on_board: int, width: int, tigers_to_move: Array, tigers: Array, goats: Array
) -> None:
    """Write a level with tigers to move into planes."""
    for orbit in range(first, last):
        m = (1 << goats_on_board) - 1
        for rank in range(width):
            x = tigers_to_move[orbit * width + rank]
            if x != _DRAWN:
                if x & 1:
                    tigers[orbit, m >> 6] |= 1 << (m & 63)
                else:
                    goats[orbit, m >> 6] |= 1 << (m & 63)
            if rank + 1 < width:
                low = m & -m
                ripple = m + low
                m = ripple | ((m ^ ripple) >> 2) // low


@jit.kernel("void(int64, int64, int64[:, ::1], int64[:, ::1], int64[::1], int64[::1])")  # pragma: compiled
def derive_goats(first: int, last: int, tigers: Array, goats: Array, inside: Array, won: Array) -> None:
    """Replace planes with tigers to move by those a goat earlier with goats to move.

    Each set tells those with one goat less. There is always a free point, since goats are fewer than points.
    """
    lost, gained = np.empty(_WORDS, np.int64), np.empty(_WORDS, np.int64)
    for orbit in range(first, last):
        for word in range(_WORDS):
            lost[word], gained[word] = -1, 0
        for word in range(_WORDS):
            t, g = tigers[orbit, word], goats[orbit, word]
            for bit in range(15):
                if word >> bit & 1:
                    lost[word ^ 1 << bit] &= t
                    gained[word ^ 1 << bit] |= g
            for bit in range(6):
                here, down = _WITH[bit], 1 << bit
                lost[word] &= (((t & here) >> down) & ~here) | here
                gained[word] |= ((g & here) >> down) & ~here
        for word in range(_WORDS):
            tigers[orbit, word] = lost[word] & inside[word] | won[word]
            goats[orbit, word] = gained[word] & inside[word]


@jit.kernel(  # pragma: compiled
    "void(int64, int64, int64[:, ::1], int64[:, ::1], int64[:, ::1], int64[:, ::1], int64[::1], int64[:, ::1],"
    "int32[:, :, ::1], int64[::1], int64[::1], int64[::1], int64[::1], int32[:, :, ::1])"
)
def check_tigers(
    first: int,
    last: int,
    tigers: Array,
    goats: Array,
    said_tigers: Array,
    said_goats: Array,
    inside: Array,
    faults: Array,
    points: Array,
    start: Array,
    target: Array,
    over: Array,
    orbit_after: Array,
    rows: Array,
) -> None:
    """Check all positions of some orbits of a layer; longer than 50 lines since it is the whole rule of a value.

    Tigers are to move, in orbits ``first`` to ``last`` - 1. ``tigers`` and ``goats`` are the planes with
    goats to move, ``said_*`` those to check. A position needs no further move once one wins.
    """
    wins, holds = np.empty(_WORDS, np.int64), np.empty(_WORDS, np.int64)
    low_points, low_bits = np.empty(64, np.int64), np.empty(64, np.int64)
    for orbit in range(first, last):
        for word in range(_WORDS):
            wins[word], holds[word] = 0, 0
        for lane in range(64):
            low_points[lane] = points_of(points[orbit], lane)
        for move in range(start[orbit], start[orbit + 1]):
            free, under = 0, 0
            for lane in range(64):
                low_bits[lane] = bits_of(rows[move], low_points[lane] & ~over[move])
                if not low_points[lane] & target[move]:
                    free |= 1 << lane
                if low_points[lane] & over[move]:
                    under |= 1 << lane
            t, g = tigers[orbit_after[move]], goats[orbit_after[move]]
            for word in range(_WORDS):
                lanes = inside[word] & ~wins[word] & free
                if lanes == 0:
                    continue
                high = points_of(points[orbit], word << 6)
                if high & target[move]:
                    continue
                if over[move] and not high & over[move]:
                    lanes &= under
                base = bits_of(rows[move], high & ~over[move])
                while lanes:
                    low = lanes & -lanes
                    lanes ^= low
                    m = base | low_bits[low.bit_length() - 1]
                    if t[m >> 6] >> (m & 63) & 1:
                        wins[word] |= low
                    elif not g[m >> 6] >> (m & 63) & 1:
                        holds[word] |= low
        for word in range(_WORDS):
            wrong = (said_tigers[orbit, word] ^ wins[word]) & inside[word]
            wrong |= (said_goats[orbit, word] ^ ~(wins[word] | holds[word])) & inside[word]
            while wrong:
                low = wrong & -wrong
                wrong ^= low
                note(faults, orbit, word << 6 | low.bit_length() - 1, 1)
