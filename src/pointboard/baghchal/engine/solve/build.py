"""Solving the game: one table after the other, each from the last, in a folder.

A run can be stopped at any moment, by Ctrl-C, a signal, a power cut or a full disk: a table is there whole or not at
all, and the next run goes on after the last whole one. Nothing is read from a table that is being written.

The sliding phase goes from the most captured goats to none, then the placement phase from one goat in hand to all.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from enum import StrEnum
from functools import lru_cache
from math import comb
from pathlib import Path
from typing import Any

from pointboard.baghchal.engine.solve.arrays import require_compiler
from pointboard.baghchal.engine.solve.files import Header, TableFile
from pointboard.baghchal.engine.solve.folders import how_to_build
from pointboard.baghchal.engine.solve.layers import (
    Layer,
    bottom,
    placement_name,
    read_layer,
    solve_goats,
    solve_tigers,
    tally_layer,
    write_layer,
)
from pointboard.baghchal.engine.solve.levels import Level, read_level, sliding_name, solve_level, width, write_level
from pointboard.baghchal.engine.solve.orbits import orbits
from pointboard.baghchal.engine.solve.variant import BAGHCHAL, FREE_POINTS, Variant
from pointboard.baghchal.engine.solve.work import Report, Work, working
from pointboard.baghchal.state import Side
from pointboard.errors import TableError
from pointboard.files import write
from pointboard.tables import is_there, locked, make_folder, open_table, remove_leftovers

__all__ = ["COUNTS", "MEMORY", "Phase", "counts", "digests", "headers", "solve", "table_names"]

COUNTS = "counts.json"
"""The file of counts in a folder of tables."""

_START = "start.json"  # the counts of the positions with every goat in hand, which have no table


class Phase(StrEnum):
    """How much is solved."""

    SLIDING = "sliding"
    ALL = "all"


MEMORY = {Phase.SLIDING: 0.8, Phase.ALL: 2.6}
"""The memory that a run takes, in GB, for the whole game."""

_SLIDING_COST, _PLACEMENT_COST, _LAYER_COST = 450.0, 45.0, 8e9  # nanoseconds for a position, for a layer


def table_names(variant: Variant, phase: Phase) -> tuple[str, ...]:
    """The names of the tables of a phase, in the order in which they are made."""
    sliding = tuple(sliding_name(captured) for captured in _captured(variant))
    if phase is Phase.SLIDING:
        return sliding
    return (*sliding, *(placement_name(in_hand) for in_hand in range(1, variant.goats)))


def _captured(variant: Variant) -> Iterable[int]:
    return range(variant.captures - 1, -1, -1)


def _level_size(variant: Variant, captured: int) -> int:
    return 2 * len(orbits()) * width(variant, captured)


def _layer_size(variant: Variant, in_hand: int) -> int:
    """The positions of a layer with one side to move."""
    return len(orbits()) * sum(comb(FREE_POINTS, goats) for goats in variant.goats_on_board(in_hand))


def _costs(variant: Variant, phase: Phase) -> dict[str, float]:
    costs = {sliding_name(c): _SLIDING_COST * _level_size(variant, c) for c in _captured(variant)}
    if phase is Phase.ALL:
        for in_hand in range(1, variant.goats):
            size = _layer_size(variant, in_hand)
            costs[placement_name(in_hand)] = _LAYER_COST + _PLACEMENT_COST * size
        costs["start"] = _LAYER_COST / 8
    return costs


def solve(  # noqa: PLR0913 (each says something of its own)
    folder: Path,
    phase: Phase | str = Phase.ALL,
    *,
    variant: Variant = BAGHCHAL,
    jobs: int = 2,
    memory: float | None = None,
    progress: Report | None = None,
) -> dict[str, Any]:
    """Build the tables of a phase in ``folder``, going on where an earlier run stopped; returns the counts.

    ``jobs`` threads work (at least 1). ``memory`` is what may be taken, in GB; ValueError where it is less than what
    the phase needs (``MEMORY``). MissingExtraError without numpy or numba; TableError where another process builds in
    the folder or a table there cannot be used; OSError from the disk. ``progress`` is told how far the run is.
    """
    wanted = Phase(phase)
    require_compiler()
    if memory is not None and memory < MEMORY[wanted]:
        raise ValueError(f"{memory} GB of memory are too few: the phase {wanted.value!r} takes {MEMORY[wanted]} GB")
    make_folder(folder)
    with locked(folder):
        remove_leftovers(folder)
        with working(jobs, _costs(variant, wanted), progress) as work:
            _Run(folder, variant, work).go(wanted)
        found = counts(folder, variant)
        write(folder / COUNTS, (json.dumps(found, indent=1) + "\n").encode())
        return found


class _Run:
    """A run in one folder."""

    def __init__(self, folder: Path, variant: Variant, work: Work) -> None:
        self.folder, self.variant, self.work = folder, variant, work
        self.levels: dict[int, Level] = {}

    def go(self, phase: Phase) -> None:
        self._sliding()
        if phase is Phase.ALL:
            self._placement()

    def _done(self, name: str) -> bool:
        """Whether a table is there; TableError where it is there and cannot be used."""
        path = self.folder / f"{name}.table"
        if not is_there(path):
            return False
        TableFile(path, self.variant).close()
        self.work.skip(name)
        return True

    def _level(self, captured: int) -> Level:
        """A solved level, from memory or from its table."""
        if captured not in self.levels:
            self.levels = {captured: read_level(self.folder, self.variant, captured)}
        return self.levels[captured]

    def _sliding(self) -> None:
        for captured in _captured(self.variant):
            if self._done(sliding_name(captured)):
                continue
            after = None if captured + 1 == self.variant.captures else self._level(captured + 1)
            self.work.begin(sliding_name(captured), _level_size(self.variant, captured))
            level = solve_level(self.work, self.variant, captured, after)
            write_level(self.folder, self.variant, level, self.work)
            self.levels = {captured: level}

    def _placement(self) -> None:
        variant, work, folder = self.variant, self.work, self.folder
        done = 0  # the layers whose tables are there
        while done + 1 < variant.goats and self._done(placement_name(done + 1)):
            done += 1
        if done + 1 == variant.goats and _start_rows(folder, variant) is not None:
            return
        room = Layer.empty(0)
        below = (
            read_layer(folder, variant, done, work, Layer.empty(done)) if done else bottom(work, variant, self._level)
        )
        self.levels = {}
        for in_hand in range(done + 1, variant.goats):
            work.begin(placement_name(in_hand), 2 * _layer_size(variant, in_hand))
            goats = solve_goats(work, variant, below)
            rows = tally_layer(variant, goats, Side.GOAT, work)
            tigers = solve_tigers(work, variant, goats, room, (0.0, 0.2))
            rows += tally_layer(variant, tigers, Side.TIGER, work)
            write_layer(folder, variant, tigers, rows, work, (0.2, 1.0))
            below, room = tigers, goats
        work.begin("start", _layer_size(variant, variant.goats))
        goats = solve_goats(work, variant, below)
        rows = tally_layer(variant, goats, Side.GOAT, work)
        write(folder / _START, (json.dumps({"rules": variant.rules, "counts": rows}) + "\n").encode())


def _start_rows(folder: Path, variant: Variant) -> list[dict[str, Any]] | None:
    """The counts of the positions with every goat in hand, None where they are not there; TableError as for tables."""
    path = folder / _START
    try:
        with open_table(path) as file:
            found = json.loads(file.read())
    except FileNotFoundError:
        return None
    except ValueError as error:
        if isinstance(error, TableError):
            raise
        found = None
    rows = found.get("counts") if isinstance(found, dict) and found.get("rules") == variant.rules else None
    if not isinstance(rows, list):
        what = "is changed, or of another game; remove it and build it again: pointboard baghchal solve"
        raise TableError(f"{path} {what}", path)
    return rows


def headers(folder: Path, variant: Variant = BAGHCHAL) -> dict[str, Header]:
    """The headers of the tables that are in a folder, by name, in the order in which they are made."""
    found = {}
    for name in table_names(variant, Phase.ALL):
        path = folder / f"{name}.table"
        if is_there(path):
            with TableFile(path, variant) as file:
                found[name] = file.header
    return found


def digests(folder: Path, variant: Variant = BAGHCHAL) -> dict[str, str]:
    """The digest of the content of each table in a folder that can be used, by name, in the order of their making.

    It is cheap to ask again and again: a file is opened only when it is new or has changed.
    """
    found = {}
    for name in table_names(variant, Phase.ALL):
        path = folder / f"{name}.table"
        with suppress(OSError, TableError):
            there = path.stat()
            found[name] = _digest(path, variant, (there.st_ino, there.st_size, there.st_mtime_ns))
    return found


@lru_cache(256)
def _digest(path: Path, variant: Variant, _stamp: tuple[int, int, int]) -> str:
    with TableFile(path, variant) as file:
        return file.header.content


def counts(folder: Path, variant: Variant = BAGHCHAL) -> dict[str, Any]:
    """The counts of the tables in a folder: rules, the digest of each table, a row for each kind of position.

    A row counts the positions with so many goats in hand (``in_hand``), ``side`` to move, so many ``captured``, so many
    ``goats`` on the board: won by tigers, won by goats, drawn, over all ``boards`` and ``up_to_symmetry``; ``longest``
    is the longest win of each side in plies, None where distances are not known. TableError where no table is there,
    or one that cannot be used.
    """
    found = headers(folder, variant)
    if not found:
        raise TableError(f"{folder}: there are no tables; build them: {how_to_build(folder)}", folder)
    rows = [row for header in found.values() for row in header.counts]
    rows += _start_rows(folder, variant) or []
    return {
        "rules": variant.rules,
        "tables": {name: header.content for name, header in found.items()},
        "rows": rows,
    }
