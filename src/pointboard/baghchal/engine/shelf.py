"""The tables that are there: opened when first asked for, and kept open.

Needs the extra "fast"; importing this without it is a MissingExtraError.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np

from pointboard.baghchal.engine.known import BEGIN, HALF, HIGH, KNOWN, LOW, ORBIT, WIDTH, Known
from pointboard.baghchal.engine.solve.arrays import Array
from pointboard.baghchal.engine.solve.folders import default_folder
from pointboard.baghchal.engine.solve.layers import placement_name
from pointboard.baghchal.engine.solve.levels import read_level, sliding_name, width
from pointboard.baghchal.engine.solve.locate import locate_all
from pointboard.baghchal.engine.solve.orbits import orbits, rank_tables
from pointboard.baghchal.engine.solve.probe import Tables
from pointboard.baghchal.engine.solve.variant import BAGHCHAL
from pointboard.baghchal.engine.tables import CHOOSE, tables
from pointboard.baghchal.state import CAPTURES_TO_WIN, State
from pointboard.tables import is_there

__all__ = ["Shelf", "forget", "open_shelf"]

_CACHED = 2048  # decoded blocks: 64 MB of placement tables, and 88 MB of the sliding phase, of which there are no more


class Shelf:
    """The tables of one folder, of which those of the sliding phase at least are there."""

    def __init__(self, folder: Path) -> None:
        """Open the tables of a folder; a file is opened when it is first asked."""
        self.tables = Tables(folder, cached=_CACHED)
        self.known = lru_cache(1)(self._read)

    def covers(self, state: State) -> bool:
        """Whether the verdicts on all moves of a position are in the tables (by the names of the files).

        After the move of either side they are found where one goat less is in hand.
        """
        if state.in_hand <= 1:
            return True
        return is_there(self.tables.folder / f"{placement_name(state.in_hand - 1)}.table")

    def _read(self) -> Known:
        """The sliding phase whole, as the search reads it: 93 MB, kept when read; TableError as in ``Tables``."""
        widths = [width(BAGHCHAL, captured) for captured in range(CAPTURES_TO_WIN)]
        halves = len(orbits()) * np.array(widths)
        begins = np.cumsum([0, *(2 * halves)])
        plies = np.empty(begins[-1], dtype=np.uint8)
        for captured, (begin, half) in enumerate(zip(begins, halves, strict=False)):
            level = read_level(self.tables.folder, BAGHCHAL, captured)
            plies[begin : begin + half], plies[begin + half : begin + 2 * half] = level.tigers, level.goats
        t = np.zeros(HIGH + 11 * 2048, dtype=np.int64)
        t[:KNOWN] = tables()
        t[BEGIN:HALF], t[HALF:WIDTH], t[WIDTH:ORBIT] = begins[:-1], halves, widths
        t[ORBIT:LOW] = _orbits_by_rank()
        low, high = rank_tables()
        t[LOW:HIGH], t[HIGH:] = low, high.ravel()
        return Known(t, plies)


def _orbits_by_rank() -> Array:
    """The orbit of each set of tigers, by the rank of the set."""
    points = np.arange(25)
    a, b, c, d = (part.ravel() for part in np.meshgrid(points, points, points, points, indexing="ij"))
    rising = (a < b) & (b < c) & (c < d)
    a, b, c, d = a[rising], b[rising], c[rising], d[rising]
    choose = np.asarray(tables()[CHOOSE : CHOOSE + 125]).reshape(25, 5)
    ranks = choose[a, 1] + choose[b, 2] + choose[c, 3] + choose[d, 4]
    sets = (1 << a) | (1 << b) | (1 << c) | (1 << d)
    found = np.zeros(len(ranks), dtype=np.int64)
    found[ranks] = locate_all(sets, np.zeros_like(sets))[0]
    return found


def open_shelf(folder: Path | None = None) -> Shelf | None:
    """The tables of a folder, the user's own where none is given; None where those of the sliding phase are not there.

    Opened once; looked for again while they are missing, since they may be built at any moment. TableError where the
    system does not let the folder be seen.
    """
    where = default_folder() if folder is None else folder
    names = (sliding_name(captured) for captured in range(CAPTURES_TO_WIN))
    return _opened(where) if all(is_there(where / f"{name}.table") for name in names) else None


def forget() -> None:
    """Open all anew when they are next asked for: a damaged file may have been built again."""
    _opened.cache_clear()


@lru_cache(4)
def _opened(folder: Path) -> Shelf:
    return Shelf(folder)
