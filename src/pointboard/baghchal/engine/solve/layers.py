"""The placement phase: solving a layer, writing it as a table, reading it back.

A layer is all positions with one number of goats in hand, from 1 up. Its table ``placement-HH`` holds the positions
with tigers to move, as ``coding`` says; those with goats to move follow from it, since a placement leads to the layer
below with tigers to move: at most 21 positions of the same orbit. (Of the topmost layer there is no table; there only
goats can be to move.)
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from pointboard import jit
from pointboard.baghchal.engine.solve import coding, planes
from pointboard.baghchal.engine.solve.arrays import Array
from pointboard.baghchal.engine.solve.files import Header, TableFile, write_table
from pointboard.baghchal.engine.solve.levels import DRAW, Level, width
from pointboard.baghchal.engine.solve.orbits import Orbits, goat_sets, orbits, popcounts
from pointboard.baghchal.engine.solve.tally import row
from pointboard.baghchal.engine.solve.variant import Variant
from pointboard.baghchal.engine.solve.work import Work, bound
from pointboard.baghchal.state import Side
from pointboard.errors import TableError

__all__ = [
    "Layer",
    "bottom",
    "inside",
    "moves_of",
    "placement_name",
    "read_layer",
    "solve_goats",
    "solve_tigers",
    "tally_layer",
    "won",
    "write_layer",
]


_EVERY = 8  # orbits of which one is asked for the frequencies of the model


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A layer for one side to move: ``tigers`` and ``goats`` are the planes of the positions that each wins."""

    in_hand: int
    tigers: Array
    goats: Array

    @staticmethod
    def empty(in_hand: int) -> Layer:
        """Room for a layer: 0.9 GB."""
        shape = len(orbits()), planes.WORDS
        return Layer(in_hand, np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64))


def placement_name(in_hand: int) -> str:
    """The name of a layer's table."""
    return f"placement-{in_hand:02}"


def _mask(here: Array) -> Array:
    """A plane of the sets for which ``here`` is true."""
    return np.packbits(here, bitorder="little").view("<i8").astype(np.int64)


def inside(variant: Variant, in_hand: int) -> Array:
    """The plane of the sets whose number of goats can be while the game goes on."""
    goats = variant.goats_on_board(in_hand)
    return _mask((popcounts() >= goats.start) & (popcounts() < goats.stop))


def won(variant: Variant, in_hand: int) -> Array:
    """The plane of the sets with so few goats that just as many are captured as win."""
    return _mask(popcounts() == variant.placed(in_hand) - variant.captures)


def bottom(work: Work, variant: Variant, level: Callable[[int], Level]) -> Layer:
    """The layer without goats in hand, tigers to move, from the tables of the sliding phase."""
    layer, fill = Layer.empty(0), jit.load(planes.fill)
    beyond = won(variant, 0)
    layer.tigers[:] = beyond
    for captured in range(variant.captures):
        plies = level(captured).tigers
        ends = np.where(plies == DRAW, 0, np.where(plies % 2 == 1, 1, 2)).astype(np.int32)
        sets, size = goat_sets(variant.goats - captured), width(variant, captured)

        def put(first: int, last: int, ends: Array = ends, sets: Array = sets, size: int = size) -> None:
            for orbit in range(first, last):
                own = ends[orbit * size : (orbit + 1) * size]
                fill(layer.tigers[orbit], sets, own, 1)
                fill(layer.goats[orbit], sets, own, 2)

        work.each(len(orbits()), put)
    return layer


def solve_goats(work: Work, variant: Variant, below: Layer) -> Layer:
    """The layer above ``below`` with goats to move; it takes the place of ``below``, which had tigers to move."""
    in_hand = below.in_hand + 1
    masks = inside(variant, in_hand), won(variant, in_hand)
    work.each(len(orbits()), bound(jit.load(planes.place), below.tigers, below.goats, *masks))
    return Layer(in_hand, below.tigers, below.goats)


def solve_tigers(work: Work, variant: Variant, goats: Layer, room: Layer, share: tuple[float, float]) -> Layer:
    """The layer of ``goats`` (goats to move) with tigers to move, in the planes of ``room``."""
    data = orbits()
    moves = bound(
        jit.load(planes.tiger_moves), goats.tigers, goats.goats, room.tigers, room.goats,
        inside(variant, goats.in_hand), won(variant, goats.in_hand), data.step_start, data.step_to, data.step_orbit,
        data.step_map, data.jump_start, data.jump_over, data.jump_to, data.jump_orbit, data.jump_map,
    )  # fmt: skip
    work.each(len(data), moves, chunk=8, share=share)
    return Layer(goats.in_hand, room.tigers, room.goats)


def moves_of(data: Orbits, orbit: int) -> tuple[Array, Array, Array]:
    """An orbit's moves as the coder takes them: the steps' targets, what the jumps go over, the jumps' targets."""
    steps = slice(data.step_start[orbit], data.step_start[orbit + 1])
    jumps = slice(data.jump_start[orbit], data.jump_start[orbit + 1])
    return data.step_to[steps], data.jump_over[jumps], data.jump_to[jumps]


class _Coder:
    """The arrays that a thread needs to go through blocks of one layer."""

    def __init__(self, variant: Variant, in_hand: int, model: Array) -> None:
        self.placed, self.inside, self.model = variant.placed(in_hand), inside(variant, in_hand), model
        self.symbols = np.full(coding.BLOCK, coding.NOTHING, dtype=np.int8)
        self.counts = np.zeros((1, 3), dtype=np.int64)
        self.prepared = np.zeros(coding.BLOCK, dtype=np.int32)
        self.walk, self.kinds, self.orbits = jit.load(coding.walk), coding.classes(), orbits()

    def go(self, task: int, orbit: int, high: int, data: Array) -> int:
        """``coding.walk`` through a block."""
        return self.walk(
            task, high, self.placed, self.inside, *moves_of(self.orbits, orbit), self.kinds, self.symbols, self.model,
            self.counts, self.prepared, data,
        )  # fmt: skip


_NO_DATA = np.zeros(0, dtype=np.uint8)


def _count(variant: Variant, layer: Layer, first: int, last: int) -> Array:
    """The symbols of every eighth orbit by context."""
    coder = _Coder(variant, layer.in_hand, np.zeros(coding.CONTEXTS, dtype=np.int32))
    coder.counts = np.zeros((coding.CONTEXTS, 3), dtype=np.int64)
    spread = jit.load(coding.spread)
    for orbit in range(first * _EVERY, min(last * _EVERY, len(orbits())), _EVERY):
        for high in range(coding.BLOCKS):
            spread(layer.tigers[orbit], layer.goats[orbit], coder.inside, high, coder.symbols)
            coder.go(coding.COUNT, orbit, high, _NO_DATA)
    return coder.counts


def _pack(variant: Variant, layer: Layer, model: Array, first: int, last: int) -> list[bytes]:
    """The blocks of some orbits."""
    coder, spread, pack = _Coder(variant, layer.in_hand, model), jit.load(coding.spread), jit.load(coding.pack_block)
    out = np.zeros(2 * coding.BLOCK + 4, dtype=np.uint8)
    blocks = []
    for orbit in range(first, last):
        for high in range(coding.BLOCKS):
            spread(layer.tigers[orbit], layer.goats[orbit], coder.inside, high, coder.symbols)
            found = coder.go(coding.PREPARE, orbit, high, _NO_DATA)
            blocks.append(out[pack(coder.prepared, found, out) :].tobytes())
    return blocks


def write_layer(  # noqa: PLR0913, PLR0917 (what is written, where, and how far that is)
    folder: Path,
    variant: Variant,
    layer: Layer,
    counts: tuple[dict[str, Any], ...],
    work: Work,
    share: tuple[float, float],
) -> Header:
    """Write a layer with tigers to move as a table; returns the header."""
    asked = -(-len(orbits()) // _EVERY)
    middle = share[0] + (share[1] - share[0]) / _EVERY
    parts = work.each(asked, partial(_count, variant, layer), chunk=-(-asked // 8), share=(share[0], middle))
    model = coding.frequencies(sum(parts))
    packed = work.each(len(orbits()), partial(_pack, variant, layer, model), chunk=8, share=(middle, share[1]))
    blocks = [block for part in packed for block in part]
    digest = hashlib.sha256(model.astype("<i4").tobytes())
    for block in blocks:
        digest.update(len(block).to_bytes(4, "little") + block)
    header = Header(
        name=placement_name(layer.in_hand),
        rules=variant.rules,
        goats=variant.goats,
        captures=variant.captures,
        coding="contexts",
        size=coding.BLOCK,
        content=digest.hexdigest(),
        counts=counts,
    )
    write_table(folder, header, [coding.pack_model(model), *blocks])
    return header


def read_layer(  # noqa: PLR0913, PLR0917 (likewise)
    folder: Path, variant: Variant, in_hand: int, work: Work, room: Layer, share: tuple[float, float] | None = None
) -> Layer:
    """Read a layer's table whole into the planes of ``room``; TableError where it cannot be used."""
    path = folder / f"{placement_name(in_hand)}.table"
    beyond = won(variant, in_hand)
    with TableFile(path, variant) as file:
        model = coding.unpack_model(file.block(0))
        gather_up = jit.load(coding.gather_up)

        def read(first: int, last: int) -> None:
            coder = _Coder(variant, in_hand, model)
            for orbit in range(first, last):
                for high in range(coding.BLOCKS):
                    data = np.frombuffer(bytearray(file.block(1 + orbit * coding.BLOCKS + high)), dtype=np.uint8)
                    coder.symbols[:] = coding.NOTHING
                    if coder.go(coding.READ, orbit, high, data) < 0:
                        raise TableError(f"{path}: block {high} of orbit {orbit} cannot be read; build it again", path)
                    gather_up(coder.symbols, high, room.tigers[orbit], room.goats[orbit])
                room.tigers[orbit] |= beyond

        work.each(len(orbits()), read, chunk=8, share=share)
    return Layer(in_hand, room.tigers, room.goats)


def tally_layer(variant: Variant, layer: Layer, side: Side, work: Work) -> tuple[dict[str, Any], ...]:
    """The rows of ``counts.json`` for a layer with one side to move."""
    rows = []
    tally = jit.load(planes.tally)
    for goats in variant.goats_on_board(layer.in_hand):
        captured = variant.placed(layer.in_hand) - goats
        if captured and captured > variant.placed(layer.in_hand) - (side is Side.TIGER):
            continue  # more captures than tiger moves can have been made
        ends = np.zeros((len(orbits()), 3), dtype=np.int64)
        work.each(len(orbits()), bound(tally, layer.tigers, layer.goats, _mask(popcounts() == goats), ends))

        def end_of(where: Array, sets: Array) -> Array:
            words, lanes = sets >> planes.LANE_BITS, sets & 63
            return (layer.tigers[where, words] >> lanes & 1) + 2 * (layer.goats[where, words] >> lanes & 1)

        rows.append(row(layer.in_hand, side.value, captured, goats, ends, end_of))
    return tuple(rows)
