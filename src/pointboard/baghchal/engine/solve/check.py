"""Verifying tables: every position from its children by kernels, and positions by chance through ``rules``.

Consistency is proof. Where each position's value follows from its children's, wins are right by induction over the
plies to the end, and who stands drawn can always move to a draw and never to a win, so that a draw is right as well. In
the placement phase each layer follows from the one below.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from math import comb
from pathlib import Path

import numpy as np

from pointboard import jit
from pointboard.baghchal.board import POINT_COUNT, Board
from pointboard.baghchal.engine.solve import recheck
from pointboard.baghchal.engine.solve.arrays import Array, require_compiler
from pointboard.baghchal.engine.solve.build import Phase, headers, table_names
from pointboard.baghchal.engine.solve.files import TableFile
from pointboard.baghchal.engine.solve.folders import how_to_build
from pointboard.baghchal.engine.solve.layers import Layer, placement_name, read_layer
from pointboard.baghchal.engine.solve.levels import sliding_name
from pointboard.baghchal.engine.solve.survey import plane, survey
from pointboard.baghchal.engine.solve.variant import BAGHCHAL, FREE_POINTS, Variant
from pointboard.baghchal.engine.solve.work import Report, Work, bound, working
from pointboard.baghchal.rules import apply, legal
from pointboard.baghchal.state import CAPTURES_TO_WIN, GOAT_COUNT, TIGER_COUNT, Side, State
from pointboard.errors import TableError

__all__ = ["SAMPLES", "Fault", "Verification", "verify"]


SAMPLES = 1_000_000
"""Positions by chance, over all tables."""

_DRAW = 255
_KEPT = 8  # faults of a chunk that are told one by one
_TOLD = 100  # faults of a run that are told one by one
_TIGER, _GOAT, _NOBODY = 1, 2, 0


@dataclass(frozen=True, slots=True)
class Fault:
    """A position whose value in a table does not follow from its children's."""

    table: str
    board: Board
    turn: Side

    def __str__(self) -> str:
        """The table and the position in words."""
        return f"{self.table}: {self.board.text()} {self.turn.value}"


@dataclass(frozen=True, slots=True)
class Verification:
    """What was verified: the tables, the positions of the kernels and of ``rules``, the faults.

    ``count`` is the number of faults; ``faults`` holds the first of them.
    """

    tables: tuple[str, ...]
    positions: int
    samples: int
    count: int
    faults: tuple[Fault, ...]


def verify(  # noqa: PLR0913 (each says something of its own)
    folder: Path,
    *,
    variant: Variant = BAGHCHAL,
    samples: int = SAMPLES,
    seed: int = 0,
    jobs: int = 2,
    progress: Report | None = None,
) -> Verification:
    """Verify all tables in ``folder``.

    ``samples`` positions by chance, or a few more, go through ``rules``, as many of each table (only for the game as
    it is played); ``seed`` chooses them. TableError where a table is damaged or one between others is missing.
    """
    require_compiler()
    found = headers(folder, variant)
    names = tuple(found)
    if not names or names != table_names(variant, Phase.ALL)[: len(names)]:
        missing = next(name for name in table_names(variant, Phase.ALL) if name not in found)
        raise TableError(f"{folder}: the table {missing} is missing; build it: {how_to_build(folder)}", folder)
    costs = {name: _cost(variant, name) for name in names}
    with working(jobs, costs, progress) as work:
        run = _Run(folder, variant, work, random.Random(seed), 2 * -(-samples // (2 * len(names))))  # noqa: S311 (no secret)
        for captured in range(variant.captures - 1, -1, -1):
            run.level(captured)
        if len(names) > variant.captures:
            run.placement(len(names) - variant.captures)
    return Verification(names, run.positions, run.samples, run.count, tuple(run.faults))


def _positions(variant: Variant, name: str) -> int:
    """The positions of a table with one side to move."""
    kind, _, number = name.partition("-")
    goats = (variant.goats - int(number),) if kind == "sliding" else variant.goats_on_board(int(number))
    return len(survey().tigers) * sum(comb(FREE_POINTS, count) for count in goats)


def _cost(variant: Variant, name: str) -> float:
    return _positions(variant, name) * (600.0 if name.startswith("sliding") else 60.0) + 1e9


class _Run:
    """A verification of one folder."""

    def __init__(self, folder: Path, variant: Variant, work: Work, dice: random.Random, samples: int) -> None:
        self.folder, self.variant, self.work, self.dice = folder, variant, work, dice
        self.each = samples if variant == BAGHCHAL else 0
        self.positions = self.samples = self.count = 0
        self.faults: list[Fault] = []
        self.levels: dict[int, tuple[Array, Array]] = {}

    def level(self, captured: int) -> None:
        """Verify a level of the sliding phase."""
        name, data = sliding_name(captured), survey()
        goats, size = self.variant.goats - captured, len(data.tigers)
        self.work.begin(name, 2 * _positions(self.variant, name))
        self.levels[captured] = tigers_to_move, goats_to_move = self._read_level(name)
        ends = captured + 1 == self.variant.captures
        after = np.zeros(1, dtype=np.uint8) if ends else self.levels[captured + 1][1]
        check, width = jit.load(recheck.check_sliding), comb(FREE_POINTS, goats)

        def part(first: int, last: int) -> Array:
            faults = np.zeros((_KEPT + 1, 3), dtype=np.int64)
            check(
                first, last, goats, after, 0 if ends else len(after) // size, tigers_to_move, goats_to_move, width,
                faults, data.tigers, data.points, data.bits, data.start, data.target, data.over, data.orbit, data.rows,
                data.slides, data.ranks,
            )  # fmt: skip
            return faults

        self._add(name, self.work.each(size, part, share=(0.0, 0.9)))
        self.positions += 2 * size * width
        self._sample_level(name, captured)

    def _read_level(self, name: str) -> tuple[Array, Array]:
        with TableFile(self.folder / f"{name}.table", self.variant) as file:
            content = b"".join(zlib.decompress(file.block(number)) for number in range(len(file)))
        plies = np.frombuffer(bytearray(content), dtype=np.uint8)
        if len(plies) != 2 * _positions(self.variant, name):
            raise TableError(f"{file.path} holds {len(plies)} positions; build it again", file.path)
        return plies[: len(plies) // 2], plies[len(plies) // 2 :]

    def placement(self, layers: int) -> None:
        """Verify so many layers of the placement phase, from one goat in hand up."""
        below, room = self._bottom(), Layer.empty(0)
        for in_hand in range(1, layers + 1):
            name = placement_name(in_hand)
            self.work.begin(name, 2 * _positions(self.variant, name))
            below, room = self._layer(name, in_hand, below, room)

    def _layer(self, name: str, in_hand: int, below: Layer, room: Layer) -> tuple[Layer, Layer]:
        """Verify a layer; returns it, and the room of the one below."""
        variant, data, work = self.variant, survey(), self.work
        size, goats = len(data.tigers), variant.goats_on_board(in_hand)
        fewest = variant.placed(in_hand) - variant.captures
        inside, beyond = plane(goats), plane(range(fewest, fewest + 1))
        under = below.tigers, below.goats
        before = [(state, _best(state, _of_planes(*under))) for state in self._chosen(in_hand, Side.GOAT)]
        derive = jit.load(recheck.derive_goats)
        work.each(size, lambda first, last: derive(first, last, *under, inside, beyond), share=(0.0, 0.1))
        said = read_layer(self.folder, variant, in_hand, work, room, (0.1, 0.5))
        check = jit.load(recheck.check_tigers)

        def part(first: int, last: int) -> Array:
            faults = np.zeros((_KEPT + 1, 3), dtype=np.int64)
            check(
                first, last, *under, said.tigers, said.goats, inside, faults, data.points, data.start, data.target,
                data.over, data.orbit, data.rows,
            )  # fmt: skip
            return faults

        self._add(name, work.each(size, part, chunk=8, share=(0.5, 0.9)))
        self.positions += 2 * _positions(variant, name)
        ask, told = _of_planes(*under), _of_planes(said.tigers, said.goats)
        for state in self._chosen(in_hand, Side.TIGER):
            self._compare(name, state, told(state.board), _best(state, ask))
        for state, value in before:
            self._compare(name, state, ask(state.board), value)
        return said, below

    def _bottom(self) -> Layer:
        """The layer without goats in hand, tigers to move, from the levels, which are given back."""
        layer, size, variant = Layer.empty(0), len(survey().tigers), self.variant
        fewest = variant.goats - variant.captures
        layer.tigers[:] = plane(range(fewest, fewest + 1))
        fill = jit.load(recheck.fill_level)
        for captured, (tigers_to_move, _) in self.levels.items():
            goats = variant.goats - captured
            rest = goats, comb(FREE_POINTS, goats), tigers_to_move, layer.tigers, layer.goats
            self.work.each(size, bound(fill, *rest))
        self.levels = {}
        return layer

    def _chosen(self, in_hand: int, side: Side, captured: int | None = None) -> list[State]:
        """Positions by chance, half of a table's."""
        return [_random_state(self.dice, in_hand, side, captured) for _ in range(self.each // 2)]

    def _sample_level(self, name: str, captured: int) -> None:
        """Check positions of a level, with their plies."""

        def plies(state: State) -> int:
            tigers_to_move, goats_to_move = self.levels[state.captured]
            orbit, m = survey().locate(state.board)
            at = orbit * comb(FREE_POINTS, m.bit_count()) + survey().rank(m)
            return int((tigers_to_move if state.turn is Side.TIGER else goats_to_move)[at])

        for side in Side:
            for state in self._chosen(0, side, captured):
                found = [0 if one.captured == CAPTURES_TO_WIN else plies(one) for one in _children(state)]
                lost = [x for x in found if x % 2 == 0]
                value = _DRAW if _DRAW in found else max(found, default=-1) + 1
                self._compare(name, state, plies(state), min(lost) + 1 if lost else value)

    def _compare(self, name: str, state: State, said: int, value: int) -> None:
        self.samples += 1
        if said != value:
            self._fault(name, state.board, state.turn)

    def _add(self, name: str, parts: list[Array]) -> None:
        """Take up the faults that the kernels found."""
        for faults in parts:
            told = min(int(faults[0, 0]), _KEPT)
            self.count += int(faults[0, 0]) - told
            for orbit, m, side in faults[1 : told + 1].tolist():
                tigers = int(survey().tigers[orbit])
                free = [point for point in range(POINT_COUNT) if not tigers >> point & 1]
                board = Board(tigers, sum(1 << point for bit, point in enumerate(free) if m >> bit & 1))
                self._fault(name, board, Side.TIGER if side else Side.GOAT)

    def _fault(self, name: str, board: Board, side: Side) -> None:
        self.count += 1
        if len(self.faults) < _TOLD:
            self.faults.append(Fault(name, board, side))


def _of_planes(tigers: Array, goats: Array) -> Callable[[Board], int]:
    """What planes say of a board: 0 drawn, 1 won by the tigers, 2 by the goats."""

    def told(board: Board) -> int:
        orbit, m = survey().locate(board)
        word, lane = m >> 6, m & 63
        return int(tigers[orbit, word]) >> lane & 1 | (int(goats[orbit, word]) >> lane & 1) << 1

    return told


def _children(state: State) -> list[State]:
    return [apply(state, move) for move in legal(state)]


def _best(state: State, ask: Callable[[Board], int]) -> int:
    """How a position ends, from its children as ``rules`` see them."""
    own, other = (_TIGER, _GOAT) if state.turn is Side.TIGER else (_GOAT, _TIGER)
    found = {_TIGER if one.captured == CAPTURES_TO_WIN else ask(one.board) for one in _children(state)}
    if own in found:
        return own
    return _NOBODY if _NOBODY in found else other


def _random_state(dice: random.Random, in_hand: int, side: Side, captured: int | None) -> State:
    """A position by chance, possible or not, with so many goats in hand and captured (any number for None)."""
    placed = GOAT_COUNT - in_hand
    if captured is None:
        captured = dice.randrange(min(CAPTURES_TO_WIN, placed + 1))
    points = dice.sample(range(POINT_COUNT), TIGER_COUNT + placed - captured)
    tigers = sum(1 << point for point in points[:TIGER_COUNT])
    return State(Board(tigers, sum(1 << point for point in points[TIGER_COUNT:])), side, in_hand, captured)
