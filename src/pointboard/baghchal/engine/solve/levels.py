"""The sliding phase: solving a level, writing it as a table, reading it back.

A table ``sliding-C`` holds the level with C captured goats, a byte for each position: the plies to the end, 255 for a
draw. Who wins follows from the plies: the winner makes the last move, so that with an odd number it is the side to
move. First all positions with tigers to move, then all with goats to move, each at orbit * C(21, g) + rank; blocks of
2^16 bytes, deflated.
"""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from pointboard import jit
from pointboard.baghchal.engine.solve import sliding
from pointboard.baghchal.engine.solve.arrays import Array
from pointboard.baghchal.engine.solve.files import Header, TableFile, write_table
from pointboard.baghchal.engine.solve.orbits import goat_sets, map_tables, orbits, rank_tables
from pointboard.baghchal.engine.solve.tally import DRAWN, GOATS, TIGERS, row
from pointboard.baghchal.engine.solve.variant import FREE_POINTS, Variant
from pointboard.baghchal.engine.solve.work import Work, bound
from pointboard.baghchal.state import Side

__all__ = ["BLOCK", "DRAW", "Level", "read_level", "sliding_name", "solve_level", "width", "write_level"]


BLOCK = 1 << 16
"""The positions of a block."""

DRAW = 255
"""What stands for a draw in place of the plies."""

_LONGEST = 254


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """A solved level: the captured goats, and by side to move the plies to the end (uint8, DRAW for none)."""

    captured: int
    tigers: Array
    goats: Array


def sliding_name(captured: int) -> str:
    """The name of a level's table."""
    return f"sliding-{captured}"


def width(variant: Variant, captured: int) -> int:
    """The positions of an orbit, for each side to move."""
    return comb(FREE_POINTS, variant.goats - captured)


def solve_level(work: Work, variant: Variant, captured: int, after: Level | None) -> Level:
    """Solve the level with ``captured`` goats; ``after`` is the one with one more, None where that wins."""
    data, count = orbits(), len(orbits())
    sets = goat_sets(variant.goats - captured)
    low, high = rank_tables()
    tigers, goats, captures = (np.zeros(count * len(sets), dtype=np.int16) for _ in range(3))
    step_table, twin_table = map_tables(data.step_map), map_tables(data.twin_map)
    begun = np.zeros(1, dtype=np.int16) if after is None else _signed(after.goats)
    begin = bound(
        jit.load(sliding.begin), sets, int(after is None), begun, len(begun) // count, tigers, goats, captures,
        data.neighbours, data.step_start, data.step_to, data.jump_start, data.jump_over, data.jump_to, data.jump_orbit,
        map_tables(data.jump_map, data.jump_over), low, high,
    )  # fmt: skip
    work.each(count, begin, share=(0.0, 0.1))
    last_capture = int(np.abs(captures[captures != sliding.DRAW].astype(np.int32)).max(initial=0))
    pass_down = jit.load(sliding.pass_down)
    depth, found = 0, 1
    while found or depth < last_capture:
        depth += 1
        down = bound(
            pass_down, depth, sets, tigers, goats, captures, data.neighbours, data.step_start, data.step_to,
            data.step_orbit, step_table, data.twin_start, twin_table, low, high,
        )  # fmt: skip
        found = sum(work.each(count, down))
        work.tick(min(0.1 + 0.8 * depth / _usual_depth(variant), 0.9))
    return Level(captured, _plies(tigers), _plies(goats))


def _usual_depth(variant: Variant) -> int:
    return 140 if variant.captures > 1 else 40


def _plies(found: Array) -> Array:
    """The bytes of a table from the numbers of the kernels."""
    plies = np.abs(found)
    if int(plies.max(initial=0)) > _LONGEST:  # pragma: no cover (the game would have to change)
        raise OverflowError("a distance does not fit into a byte")
    plies -= 1
    plies[plies < 0] = DRAW
    return plies.astype(np.uint8)


def _signed(plies: Array) -> Array:
    """The numbers of the kernels from the bytes of a table."""
    found = plies.astype(np.int16) + 1
    found[plies % 2 == 0] *= -1
    found[plies == DRAW] = 0
    return found


def write_level(folder: Path, variant: Variant, level: Level, work: Work) -> Header:
    """Write a level as a table, with its counts; returns the header."""
    content = np.concatenate((level.tigers, level.goats))
    blocks = work.each(
        -(-len(content) // BLOCK),
        lambda first, last: [zlib.compress(content[n * BLOCK : (n + 1) * BLOCK].data, 6) for n in range(first, last)],
        chunk=16,
        share=(0.9, 1.0),
    )
    header = Header(
        name=sliding_name(level.captured),
        rules=variant.rules,
        goats=variant.goats,
        captures=variant.captures,
        coding="deflate",
        size=BLOCK,
        content=hashlib.sha256(content.data).hexdigest(),
        counts=tuple(_row(variant, level, side) for side in (Side.GOAT, Side.TIGER)),
    )
    write_table(folder, header, [block for part in blocks for block in part])
    return header


def _row(variant: Variant, level: Level, side: Side) -> dict[str, Any]:
    plies = (level.tigers if side is Side.TIGER else level.goats).reshape(len(orbits()), -1)
    mover, other = (TIGERS, GOATS) if side is Side.TIGER else (GOATS, TIGERS)
    won, lost, drawn = plies % 2 == 1, plies % 2 == 0, plies == DRAW
    won &= ~drawn
    ends = np.zeros((len(plies), 3), dtype=np.int64)
    for which, here in ((DRAWN, drawn), (mover, won), (other, lost)):
        ends[:, which] = here.sum(axis=1)
    low, high = rank_tables()
    counts = np.array([goats.bit_count() for goats in range(len(low))])

    def end_of(where: Array, sets: Array) -> Array:
        mask = len(low) - 1
        found = plies[where, low[sets & mask] + high[counts[sets & mask], sets >> 10]]
        return np.where(found == DRAW, DRAWN, np.where(found % 2 == 1, mover, other))

    longest: dict[str, int | None] = {
        "tigers": _longest(plies, won if side is Side.TIGER else lost),
        "goats": _longest(plies, lost if side is Side.TIGER else won),
    }
    return row(0, side.value, level.captured, variant.goats - level.captured, ends, end_of, longest)


def _longest(plies: Array, here: Array) -> int | None:
    return int(plies[here].max()) if here.any() else None


def read_level(folder: Path, variant: Variant, captured: int) -> Level:
    """Read a level's table whole; TableError where it cannot be used."""
    with TableFile(folder / f"{sliding_name(captured)}.table", variant) as file:
        content = b"".join(zlib.decompress(file.block(number)) for number in range(len(file)))
    plies = np.frombuffer(content, dtype=np.uint8)
    return Level(captured, plies[: len(plies) // 2], plies[len(plies) // 2 :])
