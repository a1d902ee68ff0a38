"""Solving hypergammon: sweeps that narrow a lower and an upper bound of every value until they meet.

A run can be stopped at any moment: after each sweep the bounds go to a checkpoint, written whole or not at all, from
which the next run goes on. The same bits come out however often a run was stopped and however many threads it has.

What is kept is the middle between the bounds. That no value is farther from it than half the distance is proved, not
guessed: see ``docs/backgammon-exact.md``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from pointboard import jit
from pointboard.backgammon.engine.hypergammon import sweep
from pointboard.backgammon.engine.hypergammon.index import HITS, Sides, sides
from pointboard.backgammon.engine.hypergammon.moves import plays
from pointboard.backgammon.engine.progress import Clock, Report
from pointboard.backgammon.engine.tablefile import Header, TableFile, write_table

__all__ = ["MEMORY", "TOLERANCE", "VALUES", "name_of", "possible", "residual", "rules_of", "solve"]

VALUES = 4
"""The values of a position: without a cube, the mover owning it, centred, the opponent owning it."""

TOLERANCE = 1e-9
"""The distance of the bounds at which a run ends, in points for each point on the cube."""

MEMORY = 1.0
"""The memory that three checkers a side take, in GB."""

_GREATEST = 3.0  # a backgammon: no value is beyond it
_NARROW = 1e-12  # bounds nearer than this are not looked at again
_MIDDLE = 1e-15  # the rounding of the middle between two bounds
_FEW = 256  # a side with a smaller number is done in one thread


def name_of(checkers: int) -> str:
    """The name of the table with that many checkers a side.

    >>> name_of(3), name_of(1)
    ('hypergammon', 'hypergammon-1')
    """
    return "hypergammon" if checkers == 3 else f"hypergammon-{checkers}"


def rules_of(checkers: int) -> str:
    """The rules in one line, as the table states them."""
    return (
        f"backgammon with {checkers} checkers a side, money, gammons and backgammons count, no Jacoby rule, "
        "no beavers, no limit to the cube"
    )


def possible(data: Sides, opponent: int) -> Any:  # noqa: ANN401 (numpy's array)
    """For each mover's number whether it can stand against ``opponent``, without a point that both hold."""
    taken = int(data.blots[opponent]) | (1 << int(data.block[opponent]) if data.block[opponent] else 0)
    return (data.points & taken) == 0


def solve(
    folder: Path,
    *,
    checkers: int = 3,
    jobs: int = 2,
    tolerance: float = TOLERANCE,
    progress: Report | None = None,
) -> Path:
    """Solve the game with ``checkers`` (1 to 3) a side, going on from a checkpoint in ``folder``; the table's file.

    The caller holds the lock of the folder. ``jobs`` threads work. TableError for a checkpoint that cannot be used,
    OSError from the disk.
    """
    run = _Run(folder, checkers, jobs)
    with ThreadPoolExecutor(jobs, thread_name_prefix="solve") as pool:
        run.pool = pool
        clock = Clock(progress, run.share(tolerance))
        positions = 0
        while run.widest > tolerance:
            run.sweep(lambda share: clock.tell(run.words, run.share(tolerance), positions + int(share * run.size**2)))  # noqa: B023
            positions += run.size**2
            run.save()
        clock.tell("the table", 1.0, positions)
        path = run.finish(tolerance)
    run.checkpoint.unlink(missing_ok=True)
    return path


def residual(folder: Path, *, checkers: int = 3, jobs: int = 2) -> float:
    """The residual of the table in ``folder``, computed again from its values; TableError where it cannot be used."""
    run = _Run(folder, checkers, jobs, begin=False)
    table = run.rows.reshape(run.size, run.size, sweep.WIDTH)
    path = folder / f"{name_of(checkers)}.table"
    with TableFile(path, rules_of(checkers), "pointboard backgammon solve --phase hypergammon") as file:
        table[:, :, :VALUES] = file.array()
    table[:, :, VALUES:] = table[:, :, :VALUES]
    with ThreadPoolExecutor(jobs, thread_name_prefix="solve") as pool:
        run.pool = pool
        return run.residual()


class _Run:
    """Bounds of all values, and what makes them better."""

    pool: ThreadPoolExecutor

    def __init__(self, folder: Path, checkers: int, jobs: int, *, begin: bool = True) -> None:
        self.folder, self.checkers, self.jobs = folder, checkers, jobs
        self.data, self.plays = sides(checkers), plays(checkers)
        self.size = len(self.data)
        self.sweeps, self.widest = 0, 2 * _GREATEST
        self.checkpoint = folder / f"{name_of(checkers)}.checkpoint"
        self.rows = self._resumed() if begin and self.checkpoint.exists() else self._fresh()
        self.found = np.empty(self.size * sweep.WIDTH)
        self.fetched = np.empty(HITS * self.size * sweep.WIDTH)
        self.bits, self.hit = self.data.bits.reshape(-1).copy(), (self.data.hit * sweep.WIDTH).reshape(-1).copy()
        self.ahead, self.behind, self.fetch = jit.load(sweep.ahead), jit.load(sweep.behind), jit.load(sweep.fetch)
        self.merge, self.measure = jit.load(sweep.merge), jit.load(sweep.measure)

    def _fresh(self) -> Any:  # noqa: ANN401
        rows = np.empty(self.size * self.size * sweep.WIDTH)
        table = rows.reshape(self.size, self.size, sweep.WIDTH)
        table[:, :, :VALUES], table[:, :, VALUES:] = -_GREATEST, _GREATEST
        table[0] = -self.data.loss[:, None]  # the opponent has borne off all
        return rows

    def _resumed(self) -> Any:  # noqa: ANN401
        with TableFile(self.checkpoint, rules_of(self.checkers), "pointboard backgammon solve") as file:
            self.sweeps, self.widest = file.header.facts["sweeps"], file.header.facts["widest"]
            return file.array().copy()

    @property
    def words(self) -> str:
        """What is done now."""
        return f"hypergammon, sweep {self.sweeps + 1}: the bounds are {self.widest:.1e} apart"

    def share(self, tolerance: float) -> float:
        """The share of the run that is done: distances shrink by the same factor in each sweep."""
        whole = math.log(2 * _GREATEST / tolerance)
        return min(max(math.log(2 * _GREATEST / max(self.widest, tolerance)) / whole, 0.0), 1.0)

    def save(self) -> None:
        """Write the checkpoint."""
        facts = {"sweeps": self.sweeps, "widest": self.widest}
        header = Header(name_of(self.checkers), rules_of(self.checkers), "<f8", self.rows.shape, facts=facts)
        write_table(self.folder, header, [self.rows], suffix=".checkpoint")

    def sweep(self, tell: Callable[[float], None]) -> None:
        """Make all bounds better once: for each side, all positions in which neither side's number is greater."""
        size, rows, widest = self.size, self.rows, 0.0
        for side in range(1, size):
            self._ahead(side, _NARROW)
            widest = max(widest, self._merge(1, side + 1, side, size))
            self._behind(side, _NARROW)
            widest = max(widest, self._merge(1, side, size * side, 1))
            if side % 64 == 0:
                tell((side / size) ** 2)
        assert rows is self.rows  # noqa: S101 (the bounds are changed in place)
        self.sweeps, self.widest = self.sweeps + 1, widest

    def _merge(self, begin: int, end: int, first: int, step: int) -> float:
        wide = sweep.WIDTH
        return float(self.merge(begin, end, wide * first, wide * step, self.rows, self.found, sweep.OUTWARDS))

    def _each(self, end: int, work: Callable[[int, int], None]) -> None:
        """Do ``work`` for 1 to ``end``, in threads where that is much."""
        if end < _FEW or self.jobs == 1:
            work(1, end)
            return
        starts = [1 + i * (end - 1) // self.jobs for i in range(self.jobs)] + [end]
        list(self.pool.map(work, starts[:-1], starts[1:]))

    def _ahead(self, mover: int, narrow: float) -> None:
        """Find the bounds of ``mover`` against sides with no greater number."""
        data, p = self.data, self.plays

        def work(begin: int, end: int) -> None:
            self.ahead(
                mover, begin, end, self.size, self.rows, data.points, data.blots, data.block, self.bits, self.hit,
                p.first, p.last, p.target, p.landed, narrow, self.found,
            )  # fmt: skip

        self._each(mover + 1, work)

    def _behind(self, other: int, narrow: float) -> None:
        """Find the bounds of sides with a smaller number against ``other``."""
        data, p, hits = self.data, self.plays, np.zeros(HITS, dtype=np.int64)
        at: dict[int, int] = {}
        for chosen, after in enumerate(data.hit[other].tolist()):
            if after not in at:
                at[after] = len(at) * self.size * sweep.WIDTH
                self.fetch(after, other, self.size, self.rows, self.fetched, at[after])
            hits[chosen] = at[after]

        def work(begin: int, end: int) -> None:
            self.behind(
                other, begin, end, self.size, self.rows, self.fetched, hits, data.points, data.blots, data.block,
                self.bits, p.first, p.last, p.target, p.landed, narrow, self.found,
            )  # fmt: skip

        self._each(other, work)

    def finish(self, tolerance: float) -> Path:
        """Write the table: the middle of the bounds, how far apart they were, and the residual of the middle."""
        size = self.size
        table = self.rows.reshape(size, size, sweep.WIDTH)
        error = np.zeros(VALUES)
        for opponent in range(1, size):
            fit = possible(self.data, opponent)
            fit[0] = False
            row = table[opponent]
            error = np.maximum(error, (row[fit, VALUES:] - row[fit, :VALUES]).max(axis=0, initial=0.0) / 2)
            row[:, :VALUES] = np.where(fit[:, None], (row[:, :VALUES] + row[:, VALUES:]) / 2, 0.0)
            row[:, VALUES:] = row[:, :VALUES]
        facts = {
            "sweeps": self.sweeps,
            "tolerance": tolerance,
            "error": [float(one) + _MIDDLE for one in error],
            "residual": self.residual(),
        }
        shape = (size, size, VALUES)
        header = Header(name_of(self.checkers), rules_of(self.checkers), "<f8", shape, facts=facts)
        return write_table(self.folder, header, self._values(table))

    def residual(self) -> float:
        """How far a value is at most from what follows from the others; for equal bounds."""
        size, wide, greatest = self.size, sweep.WIDTH, 0.0
        for side in range(1, size):
            self._ahead(side, -1.0)
            greatest = max(greatest, self.measure(1, side + 1, wide * side, wide * size, self.rows, self.found))
            self._behind(side, -1.0)
            greatest = max(greatest, self.measure(1, side, wide * size * side, wide, self.rows, self.found))
        return float(greatest)

    @staticmethod
    def _values(table: Any) -> Iterator[Any]:  # noqa: ANN401
        for row in table:
            yield np.ascontiguousarray(row[:, :VALUES])
