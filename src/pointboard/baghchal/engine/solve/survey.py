"""The verifier's own view of the board and of the tables: it shares ``rules`` with the generator, and nothing else.

How pieces move is asked of ``rules.legal``, piece by piece on empty boards. Where a position stands in a table is
computed here again, from the description of the format: of eight images of the tigers the smallest stands for all,
orbits are numbered in ascending order, goats are numbered on the free points in ascending order. Boards are sets of 25
points here, not of 21.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from pointboard.baghchal.board import ALL_POINTS, Board
from pointboard.baghchal.engine.solve.arrays import Array
from pointboard.baghchal.rules import legal
from pointboard.baghchal.state import Side, State

__all__ = ["Survey", "plane", "survey"]

_POINTS, _FREE = 25, 21


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """Arrays for the verifier's kernels.

    - ``tigers`` [n] int64: the set of points of each orbit's tigers.
    - ``points`` [n, 3, 128] int32: the points of seven goats' bits each; ``bits`` [n, 5, 32] int32 the other way round,
      by rows of the board.
    - ``start`` [n + 1] int64; ``target``, ``over`` [k] int64: the tigers' moves as sets of points, 0 over a step;
      ``orbit`` [k] int64; ``rows`` [k, 5, 32] int32: the goats' bits after the move, by rows of the board before it.
    - ``slides`` [25] int64: the points one step from each for a goat.
    - ``ranks`` [3, 22, 128] int32: a part of a rank by the goats before it and by seven bits.
    - ``index``: the orbit and the symmetry of each set of tigers.
    """

    tigers: Array
    points: Array
    bits: Array
    start: Array
    target: Array
    over: Array
    orbit: Array
    rows: Array
    slides: Array
    ranks: Array
    index: dict[int, tuple[int, tuple[int, ...]]]

    def locate(self, board: Board) -> tuple[int, int]:
        """The orbit and the set of goats of a board."""
        orbit, to = self.index[board.tigers]
        goats = sum(1 << to[point] for point in range(_POINTS) if board.goats >> point & 1)
        t = self.bits[orbit]
        return orbit, int(sum(int(t[row, goats >> 5 * row & 31]) for row in range(5)))

    def rank(self, goats: int) -> int:
        """The number of sets with as many goats that come before."""
        total = count = 0
        for part in range(3):
            some = goats >> 7 * part & 127
            total += int(self.ranks[part, count, some])
            count += some.bit_count()
        return total


def _moves_of_tigers() -> list[tuple[int, int, int]]:
    """(from, set of the goat jumped over or 0, to) of all moves that ``rules`` allow some tiger."""
    found = []
    for source in range(_POINTS):
        here = 1 << source
        alone = legal(State(Board(here, 0), Side.TIGER, 0, 0))
        found += [(source, 0, move.target) for move in alone]
        for target in range(_POINTS):
            if target != source:
                crowd = legal(State(Board(here, ALL_POINTS & ~(here | 1 << target)), Side.TIGER, 0, 0))
                found += [(source, 1 << move.captured, target) for move in crowd if move.captured is not None]
    return found


def _slides() -> list[int]:
    found = []
    for source in range(_POINTS):
        moves = legal(State(Board(0, 1 << source), Side.GOAT, 0, 0))
        found.append(sum(1 << move.target for move in moves))
    return found


def _symmetries() -> list[tuple[int, ...]]:
    """The eight permutations of the points: rows and columns swapped or not, each turned round or not."""
    found = []
    for swapped in (False, True):
        for down in (False, True):
            for across in (False, True):
                image = []
                for point in range(_POINTS):
                    row, column = divmod(point, 5)
                    row, column = (column, row) if swapped else (row, column)
                    image.append((4 - row if down else row) * 5 + (4 - column if across else column))
                found.append(tuple(image))
    return found


@cache
def survey() -> Survey:
    """The survey of the board; computed once, in about two seconds."""
    symmetries = _symmetries()
    smallest: dict[int, tuple[int, tuple[int, ...]]] = {}
    for points in combinations(range(_POINTS), 4):
        images = [(sum(1 << to[point] for point in points), to) for to in symmetries]
        smallest[sum(1 << point for point in points)] = min(images)
    tigers = sorted({image for image, _ in smallest.values()})
    number = {image: at for at, image in enumerate(tigers)}
    index = {own: (number[image], to) for own, (image, to) in smallest.items()}
    free = [[point for point in range(_POINTS) if not image >> point & 1] for image in tigers]
    bit_of = [{point: 1 << bit for bit, point in enumerate(some)} for some in free]
    start, moves = _moves(tigers, index, bit_of)
    return Survey(
        tigers=np.array(tigers, dtype=np.int64),
        points=np.array(
            [
                [[sum(1 << some[7 * k + i] for i in range(7) if v >> i & 1) for v in range(128)] for k in range(3)]
                for some in free
            ],
            dtype=np.int32,
        ),
        bits=np.array([_by_rows(bits) for bits in bit_of], dtype=np.int32),
        start=np.array(start, dtype=np.int64),
        target=np.array([move.target for move in moves], dtype=np.int64),
        over=np.array([move.over for move in moves], dtype=np.int64),
        orbit=np.array([move.orbit for move in moves], dtype=np.int64),
        rows=np.array([move.rows for move in moves], dtype=np.int32),
        slides=np.array(_slides(), dtype=np.int64),
        ranks=_ranks(),
        index=index,
    )


class _Move(NamedTuple):
    """A tiger's move in an orbit: sets of points, the orbit it leads to, the goats' bits there by rows."""

    target: int
    over: int
    orbit: int
    rows: list[list[int]]


def _moves(
    tigers: list[int], index: dict[int, tuple[int, tuple[int, ...]]], bit_of: list[dict[int, int]]
) -> tuple[list[int], list[_Move]]:
    """All moves of the tigers, and where each orbit's begin."""
    start, moves, known = [0], [], _moves_of_tigers()
    for image in tigers:
        for source, over, target in known:
            if image >> source & 1 and not image >> target & 1 and not image & over:
                after, to = index[image ^ (1 << source) ^ (1 << target)]
                bits = {point: bit_of[after].get(to[point], 0) for point in range(_POINTS) if not image >> point & 1}
                moves.append(_Move(1 << target, over, after, _by_rows(bits)))
        start.append(len(moves))
    return start, moves


def _by_rows(bits: dict[int, int]) -> list[list[int]]:
    """What each set of a row's points becomes, when each point becomes a bit or nothing."""
    return [
        [sum(bits.get(row + i, 0) for i in range(5) if some >> i & 1) for some in range(32)]
        for row in range(0, _POINTS, 5)
    ]


def _ranks() -> Array:
    table = np.zeros((3, 22, 128), dtype=np.int32)
    for part in range(3):
        for before in range(min(7 * part, 21) + 1):
            for some in range(128):
                bits = [7 * part + i for i in range(7) if some >> i & 1]
                table[part, before, some] = sum(comb(bit, before + k) for k, bit in enumerate(bits, 1))
    return table


def _ones(sets: Array) -> Array:
    return sum(sets >> bit & 1 for bit in range(_FREE))


def plane(goats: range) -> Array:
    """The bits of all sets whose number of goats is in ``goats``, 64 in a word."""
    sets = np.arange(1 << _FREE)
    ones = _ones(sets)
    here = (ones >= goats.start) & (ones < goats.stop)
    return np.packbits(here, bitorder="little").view("<i8").astype(np.int64)
