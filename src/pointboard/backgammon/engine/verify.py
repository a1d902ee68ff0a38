"""Verifying the tables of backgammon: every position from what it leads to, and positions by chance through the rules.

A bear-off or hypergammon value is derived again, from the values in the same table, by the equations of the table's
module; the one-sided table is computed again. Positions by chance go another way: their plays come from ``rules.plays``
and their values are put together in plain Python. Neither shows that hypergammon's values are near the truth, which its
error bound does; both show that they satisfy the equations, to within the residual that the table states.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pointboard import jit
from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.engine import store
from pointboard.backgammon.engine.bearoff import onesided, twosided
from pointboard.backgammon.engine.bearoff.index import boards, size_of
from pointboard.backgammon.engine.exact import Place, Tables
from pointboard.backgammon.engine.phases import HYPERGAMMON, ROLLS, checkers_of
from pointboard.backgammon.engine.progress import Clock, Report
from pointboard.backgammon.engine.rolls import ROLLS as ALL_ROLLS
from pointboard.backgammon.engine.rolls import THROWS
from pointboard.backgammon.engine.tablefile import TableFile
from pointboard.backgammon.rules import pip_of
from pointboard.backgammon.state import Phase, State

__all__ = ["MOST_SAMPLES", "Fault", "Verification", "derived", "verify"]

MOST_SAMPLES = 2000
"""Positions by chance in each table at most: each takes some hundredths of a second."""

_ROUNDING = 1e-12
_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Fault:
    """A value that does not follow from those that it should follow from."""

    table: str
    position: str
    found: float
    derived: float

    def __str__(self) -> str:
        """The fault in words."""
        return f"{self.table}, {self.position}: {self.found!r} stands there, {self.derived!r} follows"


@dataclass(frozen=True, slots=True)
class Verification:
    """What was verified: positions derived again, positions by chance, and how many faults, the first of them."""

    positions: int
    samples: int
    count: int
    faults: tuple[Fault, ...]


def verify(folder: Path, *, samples: int = MOST_SAMPLES, jobs: int = 1, progress: Report | None = None) -> Verification:
    """Verify all tables of backgammon in ``folder``; TableError where there is none, or one cannot be read.

    ``samples`` positions are taken by chance from each two-sided table, ``MOST_SAMPLES`` at most; ``jobs`` threads work
    on hypergammon.
    """
    names = store.there(folder)
    clock, positions, drawn = Clock(progress), 0, 0
    faults: list[Fault] = []
    for i, name in enumerate(names):
        clock.tell(name, i / len(names), positions)
        with store.open_table(folder, name) as file:
            count, found = _again(name, file, folder, jobs)
            positions += count
            faults += found
        if name != ROLLS:
            count = min(samples, MOST_SAMPLES)
            faults += _by_chance(name, Tables(folder), count)
            drawn += count
    clock.tell("done", 1.0, positions)
    return Verification(positions, drawn, len(faults), tuple(faults[:_SHOWN]))


def _again(name: str, file: TableFile, folder: Path, jobs: int) -> tuple[int, list[Fault]]:
    """Every position of a table derived again: how many, and the faults."""
    table = file.array(loose=True)
    if name == ROLLS:
        fresh = onesided.solve(Clock(None))
        rows = np.nonzero(np.abs(fresh - table).max(axis=1) > _ROUNDING)[0].tolist()
        return len(table), [Fault(name, f"board {row}", float(table[row, 1]), float(fresh[row, 1])) for row in rows]
    if name == HYPERGAMMON:
        from pointboard.backgammon.engine.hypergammon import solve  # noqa: PLC0415 (needs numba)

        stated, found = file.header.facts["residual"], solve.residual(folder, jobs=jobs)
        wrong = found > stated + _ROUNDING
        return len(table) ** 2, [Fault(name, "the greatest residual", stated, found)] if wrong else []
    return len(table) ** 2, list(_two_sided(name, table))


def _two_sided(name: str, table: np.ndarray) -> Iterator[Fault]:
    checkers = checkers_of(name)
    lists = twosided.moves(checkers) if jit.enabled() else None
    known, total = np.zeros((len(table), twosided.VALUES)), np.zeros(twosided.VALUES)
    for mover in range(1, size_of(checkers)):
        if lists is not None:
            jit.load(twosided.as_mover)(mover, table, *lists, total, known)
        else:
            twosided.as_mover_numpy(mover, table, checkers, known)
        here = np.abs(known[1:] - table[1:, mover])
        if here.max() > _ROUNDING:
            other = 1 + int(here.max(axis=1).argmax())
            value = int(here[other - 1].argmax())
            where = f"board {mover} against {other}, value {value}"
            yield Fault(name, where, float(table[other, mover, value]), float(known[other, value]))


def _by_chance(name: str, tables: Tables, samples: int) -> Iterator[Fault]:
    """Positions by chance, each compared with what the rules make of it."""
    rng = random.Random(len(name))  # noqa: S311 (the same positions at each run)
    for _ in range(samples):
        state = _hypergammon(rng) if name == HYPERGAMMON else _bearoff(rng, checkers_of(name))
        found, again = tables.before_roll(state, Side.BLACK), derived(tables, state)
        if found is None or again is None:
            continue
        slack = 1e-9 + found.error
        for kind, one, other in zip(Place._fields, found.values, again, strict=True):
            if abs(one - other) > slack:
                yield Fault(name, f"{state.board}, {kind}", one, other)


def derived(tables: Tables, state: State) -> Place | None:
    """The values of a position for Black, who rolls, put together from those of all its plays, as the rules give them.

    None where a play leads to what the tables do not know.
    """
    sums = [0.0] * 4
    for low, high, weight in ALL_ROLLS:
        rolled = state._replace(dice=(low, high), phase=Phase.ROLLED, last_actor=Side.WHITE)
        after = tables.plays(rolled)
        if after is None:
            return None
        for i in range(4):
            sums[i] += weight * max(one.values[i] for one in after)
    cubeless, own, centred, opponent = (one / THROWS for one in sums)
    doubled = min(2 * opponent, 1.0)
    return Place(cubeless, max(own, doubled), max(centred, doubled), opponent)


def _bearoff(rng: random.Random, checkers: int) -> State:
    sides = [boards(checkers)[rng.randrange(1, size_of(checkers))].tolist() for _ in range(2)]
    white, black = ({pip_of(side, p): n for p, n in enumerate(c, 1)} for side, c in zip(Side, sides, strict=True))
    return State(Board.of(white, black), last_actor=Side.WHITE)


def _hypergammon(rng: random.Random) -> State:
    """A position by chance that can be."""
    while True:
        rows = []
        for side in Side:
            row = [0] * 26
            for _ in range(3):
                place = rng.randrange(26)
                if place:
                    row[pip_of(side, place)] += 1
            rows.append(row)
        state = State(Board.of(*rows), last_actor=Side.WHITE, checkers=3)
        if all(map(any, state.board)) and not state.status():
            return state
