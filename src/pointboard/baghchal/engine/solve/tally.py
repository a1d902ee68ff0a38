"""Counting won, lost and drawn positions: over all boards, and up to the 8 symmetries.

An orbit of tigers stands for ``weight`` sets, so that each of its goats counts as often over all boards. Up to symmetry
a position counts once for all its images: among those of an orbit, that is the number of classes under the tigers'
stabiliser, which Burnside's lemma gives as the mean, over the stabiliser, of the number of positions that a symmetry
leaves as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from pointboard.baghchal.board import SYMMETRIES
from pointboard.baghchal.engine.solve.arrays import Array
from pointboard.baghchal.engine.solve.orbits import orbits, popcounts
from pointboard.baghchal.engine.solve.variant import FREE_POINTS

__all__ = ["DRAWN", "GOATS", "TIGERS", "Fixed", "fixed", "row"]


DRAWN, TIGERS, GOATS = 0, 1, 2
"""How a position ends, as kernels and tables write it."""


@dataclass(frozen=True, slots=True, eq=False)
class Fixed:
    """The positions that a symmetry other than the identity leaves as they are: for each such pair an entry.

    ``orbits`` and ``sets`` say which position, ``goats`` how many goats it has.
    """

    orbits: Array
    sets: Array
    goats: Array


@cache
def fixed() -> Fixed:
    """All pairs of a position and a symmetry that changes nothing in it; some 600,000."""
    data = orbits()
    where, sets = [], []
    for orbit in range(len(data)):
        for twin in range(data.twin_start[orbit], data.twin_start[orbit + 1]):
            found = np.zeros(1, dtype=np.int32)
            for cycle in _cycles(data.twin_map[twin].tolist()):
                found = np.concatenate((found, found | cycle))
            sets.append(found)
            where.append(np.full(len(found), orbit, dtype=np.int32))
    all_sets = np.concatenate(sets)
    return Fixed(np.concatenate(where), all_sets, popcounts()[all_sets])


def _cycles(bits: list[int]) -> list[int]:
    """The cycles of a permutation, each as a set."""
    left, found = set(range(FREE_POINTS)), []
    while left:
        bit, cycle = min(left), 0
        while bit in left:
            left.remove(bit)
            cycle |= 1 << bit
            bit = bits[bit]
        found.append(cycle)
    return found


def row(  # noqa: PLR0913, PLR0917 (the parts of a row)
    in_hand: int,
    side: str,
    captured: int,
    goats: int,
    ends: Array,
    end_of: Callable[[Array, Array], Array],
    longest: dict[str, int | None] | None = None,
) -> dict[str, Any]:
    """A row of ``counts.json``.

    ``ends`` [orbits, 3] counts each orbit's positions by how they end, with ``goats`` goats on the board;
    ``end_of(orbits, sets)`` says how single positions end.
    """
    weights, pairs = orbits().weights, fixed()
    here = pairs.goats == goats
    where = pairs.orbits[here]
    kept = np.zeros_like(ends)
    np.add.at(kept, (where, end_of(where, pairs.sets[here])), 1)
    classes = ((ends + kept) * weights[:, None] // len(SYMMETRIES)).sum(axis=0)
    boards = (ends * weights[:, None]).sum(axis=0)
    return {
        "in_hand": in_hand,
        "side": side,
        "captured": captured,
        "goats": goats,
        "boards": _named(boards),
        "up_to_symmetry": _named(classes),
        "longest": longest,
    }


def _named(counts: Array) -> dict[str, int]:
    return {"tigers": int(counts[TIGERS]), "goats": int(counts[GOATS]), "draw": int(counts[DRAWN])}
