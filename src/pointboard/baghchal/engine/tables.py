"""The tables of the kernels: the board's geometry in one flat array, and where each part of it begins.

All numbers are 64-bit integers. A set of points has bit i for point i (0-24); an action is a move's number in
``state.MOVES`` (0-216); a symmetry is its number in ``board.SYMMETRIES`` (0-7)::

    begins at        length        holds
    NEIGHBOURS       25            by point: the set of points one step away
    FROM             217           by action: the set of the source, 0 for a placement
    TO               217           by action: the set of the target
    OVER             217           by action: the set of the captured goat, 0 for all but jumps
    STEP             25 x 25       by source and target: the action of the step, -1 where there is none
    JUMP             25 x 9        by source: the actions of its jumps, -1 after the last
    TIGER_VALUE      25            by point: the specification's matrix of a tiger's steps and jumps (4-16)
    GOAT_VALUE       25            by point: the specification's matrix of steps (3-8)
    CHOOSE           25 x 5        by n (0-24) and k (0-4): the number of k-sets of n things
    FOLD             12,650        by rank of the four tigers: smallest image << 8 | set of symmetries that give it
    IMAGE            8 x 5 x 32    by symmetry, row and the row's 5 bits: the set of points it becomes
    THERE            8 x 217       by symmetry and action: the action's image
    BACK             8 x 217       by symmetry and action: the action whose image it is

The rank of tigers on points a < b < c < d is C(a,1) + C(b,2) + C(c,3) + C(d,4), 0 to 12,649.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb
from typing import Any

from pointboard import jit
from pointboard.baghchal.board import (
    CONNECTION_TABLE,
    MOBILITY_MATRIX,
    POINT_COUNT,
    SYMMETRIES,
    TIGER_MOBILITY_MATRIX,
)
from pointboard.baghchal.state import MOVES, TIGER_COUNT, Kind, Move, action_number

__all__ = [
    "BACK",
    "CHOOSE",
    "FOLD",
    "FROM",
    "GOAT_VALUE",
    "IMAGE",
    "JUMP",
    "NEIGHBOURS",
    "OVER",
    "STEP",
    "THERE",
    "TIGER_VALUE",
    "TO",
    "build",
    "tables",
]

_ACTIONS = len(MOVES)
NEIGHBOURS = 0
FROM = NEIGHBOURS + POINT_COUNT
TO = FROM + _ACTIONS
OVER = TO + _ACTIONS
STEP = OVER + _ACTIONS
JUMP = STEP + POINT_COUNT * POINT_COUNT
TIGER_VALUE = JUMP + POINT_COUNT * 9
GOAT_VALUE = TIGER_VALUE + POINT_COUNT
CHOOSE = GOAT_VALUE + POINT_COUNT
FOLD = CHOOSE + POINT_COUNT * (TIGER_COUNT + 1)
IMAGE = FOLD + comb(POINT_COUNT, TIGER_COUNT)
THERE = IMAGE + len(SYMMETRIES) * 5 * 32
BACK = THERE + len(SYMMETRIES) * _ACTIONS


@cache
def tables() -> Any:  # noqa: ANN401 (an array of numpy's or a list)
    """The tables as the kernels take them; computed once."""
    return jit.integers(build())


def build() -> list[int]:
    """The tables as a list of integers, in the order of the diagram above.

    >>> len(build()) == BACK + 8 * 217
    True
    """
    there = [[action_number(move.image(to)) for move in MOVES] for to in SYMMETRIES]
    back = [sorted(range(_ACTIONS), key=image.__getitem__) for image in there]
    parts: tuple[list[int], ...] = (
        [sum(1 << b for b in to) for to in CONNECTION_TABLE],
        [0 if move.source is None else 1 << move.source for move in MOVES],
        [1 << move.target for move in MOVES],
        [0 if move.captured is None else 1 << move.captured for move in MOVES],
        _step_actions(),
        _jump_actions(),
        [value for row in TIGER_MOBILITY_MATRIX for value in row],
        [value for row in MOBILITY_MATRIX for value in row],
        [comb(n, k) for n in range(POINT_COUNT) for k in range(TIGER_COUNT + 1)],
        _folds(),
        _row_images(),
        [action for image in there for action in image],
        [action for image in back for action in image],
    )
    return [value for part in parts for value in part]


def _step_actions() -> list[int]:
    return [
        action_number(Move(a, b)) if b in CONNECTION_TABLE[a] else -1
        for a in range(POINT_COUNT)
        for b in range(POINT_COUNT)
    ]


def _jump_actions() -> list[int]:
    found: list[int] = []
    for a in range(POINT_COUNT):
        own = [number for number, move in enumerate(MOVES) if move.kind is Kind.JUMP and move.source == a]
        found += own + [-1] * (9 - len(own))
    return found


def _folds() -> list[int]:
    bits = [[1 << point for point in to] for to in SYMMETRIES]
    ranked: dict[int, int] = {}
    for a, b, c, d in combinations(range(POINT_COUNT), TIGER_COUNT):
        images = [to[a] | to[b] | to[c] | to[d] for to in bits]
        smallest = min(images)
        symmetries = sum(1 << number for number, image in enumerate(images) if image == smallest)
        ranked[a + comb(b, 2) + comb(c, 3) + comb(d, 4)] = smallest << 8 | symmetries
    return [ranked[rank] for rank in range(len(ranked))]


def _row_images() -> list[int]:
    return [
        sum(1 << to[row * 5 + i] for i in range(5) if bits >> i & 1)
        for to in SYMMETRIES
        for row in range(5)
        for bits in range(32)
    ]
