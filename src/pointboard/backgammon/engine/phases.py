"""Which tables of backgammon there are, and what building them takes; plain data, without numpy.

Tables::

    bearoff-rolls       one side's distributions of rolls, all home boards            28 MB
    bearoff-6 ... -10   both sides bearing off, up to so many checkers a side         27 MB to 2 GB
    hypergammon         three checkers a side, every position                        343 MB
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb

__all__ = [
    "DISK",
    "EVERYTHING",
    "HYPERGAMMON",
    "LARGEST",
    "MEMORY",
    "ROLLS",
    "SMALLEST",
    "TABLES",
    "checkers_of",
    "two_sided",
]

ROLLS = "bearoff-rolls"
"""The table of one side's distributions."""

HYPERGAMMON = "hypergammon"
"""The table of hypergammon."""

SMALLEST, LARGEST = 6, 10
"""Checkers a side of the two-sided tables."""


def two_sided(checkers: int) -> str:
    """The name of the table for that many checkers a side.

    >>> two_sided(6)
    'bearoff-6'
    """
    return f"bearoff-{checkers}"


def checkers_of(name: str) -> int:
    """The checkers of a two-sided table, by its name.

    >>> checkers_of("bearoff-10")
    10
    """
    return int(name.rpartition("-")[2])


_CHECKERS = range(SMALLEST, LARGEST + 1)

TABLES: Mapping[str, tuple[str, ...]] = {
    **{two_sided(n): (ROLLS, two_sided(n)) for n in _CHECKERS},
    HYPERGAMMON: (HYPERGAMMON,),
    "all": (ROLLS, two_sided(SMALLEST), HYPERGAMMON),
}
"""The phases, each with its tables in the order in which they are built; the last one is all that is usual."""

_SIZES = {
    ROLLS: comb(21, 6) * 64 * 8,
    **{two_sided(n): comb(n + 6, 6) ** 2 * 32 for n in _CHECKERS},
    HYPERGAMMON: comb(28, 3) ** 2 * 32,
}

EVERYTHING = tuple(_SIZES)
"""The names of all tables there can be."""

DISK = {phase: round(sum(_SIZES[name] for name in some) / 1e6) for phase, some in TABLES.items()}
"""The megabytes of the tables of each phase. While hypergammon is solved, its checkpoints take up to 1,400 more, and a
two-sided table takes twice its size while it is built."""

MEMORY = {
    **{two_sided(n): gigabytes for n, gigabytes in zip(_CHECKERS, (0.4, 0.4, 0.5, 0.6, 0.9), strict=True)},
    HYPERGAMMON: 1.0,
    "all": 1.0,
}
"""The memory, in GB, that building a phase takes at most."""
