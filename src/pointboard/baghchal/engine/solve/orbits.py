"""Where a position stands in the tables: the orbits of the tigers, the rank of the goats, and the maps between orbits.

Two sets of four tigers are in one orbit when one is an image of the other; of each orbit the set with the smallest
number stands for all. There are 1,666 orbits, numbered by that set, ascending. In an orbit the 21 free points are
numbered 0-20, ascending; the goats are a set ``m`` of them (bit i for free point i), 0 to 2^21 - 1::

    sliding tables      at  orbit * C(21, g) + rank(m)     of all m with g goats, rank in ascending order of m
    placement tables    at  orbit * 2^21 + m               of all m whose number of goats can be

``rank(m)`` is the sum of C(b, k) over the goats' bits b, of which the lowest is the first, k = 1: it is looked up in
two halves, the low 10 bits and, by how many goats these hold, the high 11.

A set of tigers can be its own image (its *stabiliser* is then more than the identity). Such orbits hold positions
that are images of each other; each has an entry of its own, and all have the same value.

A tiger's move leads to another orbit in which the free points have other numbers; the move's map says where each goes.
It is a permutation of the 21 bits: the target of the move, which is empty before, goes where the tiger came from,
which is empty after, and a captured goat's point stays a free point.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from pointboard.baghchal.board import CAPTURE_TABLE, CONNECTION_TABLE, POINT_COUNT, SYMMETRIES
from pointboard.baghchal.engine.solve.arrays import Array
from pointboard.baghchal.engine.solve.variant import FREE_POINTS
from pointboard.baghchal.state import TIGER_COUNT

__all__ = ["LOW_BITS", "SETS", "Orbits", "goat_sets", "map_tables", "orbits", "popcounts", "rank_tables"]

SETS = 1 << FREE_POINTS
"""The number of sets of free points."""

LOW_BITS = 10
"""The bits of the low half of a rank."""

_TABLE_BITS = 7


@dataclass(frozen=True, slots=True, eq=False)
class Orbits:
    """The orbits and the moves between them, as arrays for kernels (int32 but where noted).

    - ``tigers`` [n]: the set of points that stands for the orbit; ``free`` [n, 21]: its free points; ``weights`` [n]
      (int64): the number of sets in the orbit.
    - ``neighbours`` [n, 21]: by free point, the set of free points one step away.
    - ``step_start`` [n + 1], ``step_to`` [k], ``step_orbit`` [k], ``step_map`` [k, 21]: the tigers' steps of orbit o
      are those from ``step_start[o]`` on: the target's bit, the orbit they lead to, the new number of each bit.
    - ``jump_start``, ``jump_over``, ``jump_to``, ``jump_orbit``, ``jump_map``: the jumps likewise.
    - ``twin_start``, ``twin_map``: the stabiliser of each orbit without the identity, as maps.
    """

    tigers: Array
    free: Array
    weights: Array
    neighbours: Array
    step_start: Array
    step_to: Array
    step_orbit: Array
    step_map: Array
    jump_start: Array
    jump_over: Array
    jump_to: Array
    jump_orbit: Array
    jump_map: Array
    twin_start: Array
    twin_map: Array

    def __len__(self) -> int:
        """The number of orbits."""
        return len(self.tigers)


class _Atlas:
    """Every set of tigers with its orbit and the symmetry that leads there; collects the arrays of ``Orbits``."""

    def __init__(self) -> None:
        images = [[1 << point for point in to] for to in SYMMETRIES]
        self.fold: dict[int, tuple[int, int]] = {}
        for points in combinations(range(POINT_COUNT), TIGER_COUNT):
            seen = [sum(image[point] for point in points) for image in images]
            smallest = min(seen)
            self.fold[sum(1 << point for point in points)] = smallest, seen.index(smallest)
        self.tigers = sorted({smallest for smallest, _ in self.fold.values()})
        self.number = {tigers: number for number, tigers in enumerate(self.tigers)}
        self.free = [[point for point in range(POINT_COUNT) if not tigers >> point & 1] for tigers in self.tigers]
        self.bit_of = [{point: bit for bit, point in enumerate(free)} for free in self.free]

    def move(self, orbit: int, source: int, target: int) -> tuple[int, list[int]]:
        """The orbit that a tiger's move leads to and the new number of each free point."""
        after = self.tigers[orbit] ^ (1 << source) ^ (1 << target)
        smallest, symmetry = self.fold[after]
        to, number = SYMMETRIES[symmetry], self.number[smallest]
        bits = self.bit_of[number]
        return number, [bits[to[source if point == target else point]] for point in self.free[orbit]]

    def moves(self, orbit: int, table: tuple[tuple[int, ...], ...]) -> Iterable[tuple[int, int, int, list[int]]]:
        """The moves of an orbit's tigers by a table of targets, as (middle, target, next orbit, map)."""
        tigers, bits = self.tigers[orbit], self.bit_of[orbit]
        for source in range(POINT_COUNT):
            if tigers >> source & 1:
                for target in sorted(table[source]):
                    middle = (source + target) // 2
                    if target in bits and (table is CONNECTION_TABLE or middle in bits):
                        yield (bits.get(middle, -1), bits[target], *self.move(orbit, source, target))

    def twins(self, orbit: int) -> list[list[int]]:
        """The symmetries that leave the tigers where they are, without the identity, as maps of the bits."""
        tigers, bits = self.tigers[orbit], self.bit_of[orbit]
        points = [point for point in range(POINT_COUNT) if tigers >> point & 1]
        return [
            [bits[to[point]] for point in self.free[orbit]]
            for to in SYMMETRIES[1:]
            if sum(1 << to[point] for point in points) == tigers
        ]


@cache
def orbits() -> Orbits:
    """The orbits of Bagh Chal's board; computed once, in about a second.

    >>> len(orbits()), int(orbits().weights.sum())
    (1666, 12650)
    """
    atlas = _Atlas()
    steps = [list(atlas.moves(orbit, CONNECTION_TABLE)) for orbit in range(len(atlas.tigers))]
    jumps = [list(atlas.moves(orbit, CAPTURE_TABLE)) for orbit in range(len(atlas.tigers))]
    twins = [atlas.twins(orbit) for orbit in range(len(atlas.tigers))]
    flat_steps, flat_jumps = [move for part in steps for move in part], [move for part in jumps for move in part]
    return Orbits(
        tigers=_ints(atlas.tigers),
        free=_ints(atlas.free),
        weights=np.array([len(SYMMETRIES) // (len(twin) + 1) for twin in twins], dtype=np.int64),
        neighbours=_ints(
            [
                [sum(1 << bits[to] for to in CONNECTION_TABLE[point] if to in bits) for point in free]
                for free, bits in zip(atlas.free, atlas.bit_of, strict=True)
            ]
        ),
        step_start=_starts(steps),
        step_to=_ints([to for _, to, _, _ in flat_steps]),
        step_orbit=_ints([orbit for _, _, orbit, _ in flat_steps]),
        step_map=_ints([bits for _, _, _, bits in flat_steps]),
        jump_start=_starts(jumps),
        jump_over=_ints([over for over, _, _, _ in flat_jumps]),
        jump_to=_ints([to for _, to, _, _ in flat_jumps]),
        jump_orbit=_ints([orbit for _, _, orbit, _ in flat_jumps]),
        jump_map=_ints([bits for _, _, _, bits in flat_jumps]),
        twin_start=_starts(twins),
        twin_map=_ints([bits for part in twins for bits in part]),
    )


def _ints(values: Any) -> Array:  # noqa: ANN401 (nested lists)
    return np.ascontiguousarray(np.array(values, dtype=np.int32))


def _starts(parts: list[list[Any]]) -> Array:
    return np.concatenate(([0], np.cumsum([len(part) for part in parts]))).astype(np.int32)


def map_tables(maps: Array, dropped: Array | None = None) -> Array:
    """Maps of bits as tables [n, 3, 128] for seven bits of a set each; bit ``dropped[i]`` of map i vanishes."""
    values = np.left_shift(1, maps.astype(np.int32))
    if dropped is not None:
        values[np.arange(len(maps)), dropped] = 0
    tables = np.zeros((len(maps), 3, 1 << _TABLE_BITS), dtype=np.int32)
    bits = np.arange(1 << _TABLE_BITS)
    for part in range(3):
        for bit in range(_TABLE_BITS):
            tables[:, part, bits >> bit & 1 == 1] |= values[:, part * _TABLE_BITS + bit, None]
    return tables


@cache
def rank_tables() -> tuple[Array, Array]:
    """The two halves of a rank: [2^10] for the low bits, [11, 2^11] for the high bits by the goats in the low ones."""
    low = np.zeros(1 << LOW_BITS, dtype=np.int32)
    for goats in range(len(low)):
        low[goats] = _rank(goats, 0, 0)
    high = np.zeros((LOW_BITS + 1, 1 << (FREE_POINTS - LOW_BITS)), dtype=np.int32)
    for below in range(LOW_BITS + 1):
        for goats in range(high.shape[1]):
            high[below, goats] = _rank(goats, LOW_BITS, below)
    return low, high


def _rank(goats: int, shift: int, below: int) -> int:
    total, count = 0, below
    while goats:
        low = goats & -goats
        goats ^= low
        count += 1
        total += comb(low.bit_length() - 1 + shift, count)
    return total


@cache
def popcounts() -> Array:
    """The number of goats in each of the 2^21 sets (int8)."""
    counts = np.zeros(1, dtype=np.int8)
    for _ in range(FREE_POINTS):
        counts = np.concatenate((counts, counts + np.int8(1)))
    return counts


def goat_sets(count: int) -> Array:
    """All sets of ``count`` free points in ascending order (int32): the order of their ranks."""
    return np.flatnonzero(popcounts() == count).astype(np.int32)
