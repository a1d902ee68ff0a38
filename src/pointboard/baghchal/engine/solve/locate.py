"""From a board to its place in the tables: the orbit of its tigers and the set of its goats, one board or many."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from pointboard import jit
from pointboard.baghchal.board import POINT_COUNT, SYMMETRIES
from pointboard.baghchal.engine.kernels import image as image_of
from pointboard.baghchal.engine.solve.arrays import Array
from pointboard.baghchal.engine.solve.orbits import orbits
from pointboard.baghchal.engine.tables import CHOOSE, FOLD, tables

__all__ = ["Spot", "fold_all", "locate", "locate_all", "spot"]


class Spot(NamedTuple):
    """What a set of tigers is in the tables: its orbit, and for each row of the board what bits its goats become."""

    orbit: int
    rows: tuple[tuple[int, ...], ...]


@cache
def _orbit_of() -> dict[int, int]:
    return {tigers: number for number, tigers in enumerate(orbits().tigers.tolist())}


@cache
def spot(tigers: int) -> Spot:
    """The spot of a set of four tigers (bit i for point i)."""
    points = [point for point in range(POINT_COUNT) if tigers >> point & 1]
    known = _orbit_of()
    images = (sum(1 << to[point] for point in points) for to in SYMMETRIES)
    orbit, to = next((known[image], to) for image, to in zip(images, SYMMETRIES, strict=True) if image in known)
    bits = {point: 1 << bit for bit, point in enumerate(orbits().free[orbit].tolist())}
    return Spot(
        orbit,
        tuple(
            tuple(sum(bits.get(to[row + i], 0) for i in range(5) if some >> i & 1) for some in range(32))
            for row in range(0, POINT_COUNT, 5)
        ),
    )


def locate(tigers: int, goats: int) -> tuple[int, int]:
    """The orbit and the set of goats of a board.

    >>> locate(1 | 1 << 4 | 1 << 20 | 1 << 24, 1 << 12)[1] == 1 << 10
    True
    """
    orbit, (a, b, c, d, e) = spot(tigers)
    return orbit, a[goats & 31] | b[goats >> 5 & 31] | c[goats >> 10 & 31] | d[goats >> 15 & 31] | e[goats >> 20]


@jit.kernel("void(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1])")  # pragma: compiled
def fold_all(t: Array, tigers: Array, goats: Array, smallest: Array, sets: Array) -> None:
    """For each board the set of tigers that stands for its orbit, and the set of goats as the orbit numbers it."""
    for at in range(len(tigers)):
        rank, left, k = 0, tigers[at], 1
        while left:
            low = left & -left
            left ^= low
            rank += t[CHOOSE + (low.bit_length() - 1) * 5 + k]
            k += 1
        fold = t[FOLD + rank]
        first = fold & -fold & 255
        image = image_of(t, goats[at], first.bit_length() - 1)
        smallest[at] = left = fold >> 8
        while left:  # close the gap of each tiger, the last one first
            point = left.bit_length() - 1
            left ^= 1 << point
            image = image & ((1 << point) - 1) | image >> (point + 1) << point
        sets[at] = image


def locate_all(tigers: Array, goats: Array) -> tuple[Array, Array]:
    """The orbits and the sets of goats of many boards (int64 arrays)."""
    tigers, goats = np.ascontiguousarray(tigers, dtype=np.int64), np.ascontiguousarray(goats, dtype=np.int64)
    smallest, sets = np.empty_like(tigers), np.empty_like(tigers)
    jit.load(fold_all)(tables(), tigers, goats, smallest, sets)
    return np.searchsorted(orbits().tigers, smallest), sets
