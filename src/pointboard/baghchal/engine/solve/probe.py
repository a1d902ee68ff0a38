"""Asking the tables: who wins a position, in how many plies, and what each move leads to.

A verdict is about the position alone. It knows no history: where a game counts repetitions, a winning line may pass
through a position that occurred before.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from pointboard import jit
from pointboard.baghchal.engine.solve import coding
from pointboard.baghchal.engine.solve.build import Phase, table_names
from pointboard.baghchal.engine.solve.files import TableFile
from pointboard.baghchal.engine.solve.folders import default_folder, how_to_build
from pointboard.baghchal.engine.solve.layers import inside, moves_of, placement_name
from pointboard.baghchal.engine.solve.levels import BLOCK, DRAW, Level, read_level, sliding_name, width
from pointboard.baghchal.engine.solve.locate import locate
from pointboard.baghchal.engine.solve.orbits import LOW_BITS, orbits, rank_tables
from pointboard.baghchal.engine.solve.planes import LANE_BITS
from pointboard.baghchal.engine.solve.variant import BAGHCHAL, FREE_POINTS, Variant
from pointboard.baghchal.rules import apply, legal, outcome
from pointboard.baghchal.state import Move, Side, State
from pointboard.errors import TableError
from pointboard.game import Evidence
from pointboard.scan import instance
from pointboard.tables import is_there

__all__ = ["Ranked", "Tables", "Verdict"]

_LOW = (1 << LOW_BITS) - 1
_SIDES = (None, Side.TIGER, Side.GOAT)
_WORD = (1 << LANE_BITS) - 1
_BITS = tuple(1 << bit for bit in (*range(14, -1, -1), *range(15, FREE_POINTS)))
"""Where a goat may come: first within the block, from its end, so that one decoding serves all of these."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is proved of a position.

    ``winner`` is None for a draw; ``plies`` are those to the end when the winner shortens and the loser lengthens the
    game, None for a draw and where no distance is known (with goats in hand); ``evidence`` says that a table holds it.
    """

    winner: Side | None
    plies: int | None
    evidence: Evidence = Evidence.TABLE


@dataclass(frozen=True, slots=True)
class Ranked:
    """A legal move with the verdict on the position, from before the move: plies count the move itself."""

    move: Move
    verdict: Verdict


class _Block:
    """A block of a placement table, decoded as far as it was asked for.

    It can only be decoded from its beginning, and a lone question needs half of it on the average; who asks again for
    more gets all of it.
    """

    __slots__ = ("_read", "_symbols")

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read, self._symbols = read, b""

    def at(self, index: int) -> int:
        """The symbol of a set."""
        if index >= len(self._symbols):
            self._symbols = self._read(coding.BLOCK if self._symbols else (index | _WORD) + 1)
        return self._symbols[index]

    def whole(self) -> bytes:
        """All symbols."""
        self.at(coding.BLOCK - 1)
        return self._symbols


class Tables:
    """The tables of a folder, open for asking; safe for several threads.

    ``cached`` blocks are kept decoded (32 or 64 kB each). Files are opened when first needed. TableError where a table
    is missing, with what builds it, or cannot be used.
    """

    def __init__(self, folder: Path | None = None, variant: Variant = BAGHCHAL, *, cached: int = 4096) -> None:
        """Look into ``folder``, the user's own where none is given."""
        self.folder = default_folder() if folder is None else folder
        self.variant = variant
        self._data = orbits()
        low, high = rank_tables()
        self._low, self._high = low.tolist(), high.tolist()
        self._widths = [width(variant, captured) for captured in range(variant.captures)]
        self._file = lru_cache(None)(self._open)
        self._layer = lru_cache(None)(self._open_layer)
        self._plies = lru_cache(cached)(self._read_plies)
        self._block = lru_cache(cached)(lambda *place: _Block(partial(self._read_symbols, *place)))
        self._level = lru_cache(None)(self._read_level)

    def has(self, phase: Phase) -> bool:
        """Whether all tables of a phase are in the folder (by their names)."""
        return all(is_there(self.folder / f"{name}.table") for name in table_names(self.variant, phase))

    def probe(self, state: State) -> Verdict:
        """The verdict on a position; PositionError for one that cannot be.

        The tables must be those of the game as it is played.
        """
        instance(State, state)
        state.check()
        board = state.board
        if outcome(state) is not None:
            return Verdict(_winner(state), 0)
        return self.verdict(board.tigers, board.goats, state.turn, state.in_hand)

    def probe_moves(self, state: State) -> tuple[Ranked, ...]:
        """Every legal move with its verdict, the best first.

        Wins, the quickest first, then draws, then losses, the slowest first; an unknown number of plies counts as very
        many. Moves that are alike stand in the order of ``rules.legal``. PositionError for a position that cannot be.
        """
        instance(State, state)
        state.check()
        ranked = []
        for move in legal(state):
            after = apply(state, move)
            if outcome(after) is not None:
                ranked.append(Ranked(move, Verdict(_winner(after), 1)))
                continue
            found = self.verdict(after.board.tigers, after.board.goats, after.turn, after.in_hand)
            plies = None if found.plies is None else found.plies + 1
            ranked.append(Ranked(move, Verdict(found.winner, plies)))
        return tuple(sorted(ranked, key=lambda one: _rank(one.verdict, state.turn)))

    def verdict(self, tigers: int, goats: int, turn: Side, in_hand: int) -> Verdict:
        """The verdict on a board that can be, given as its parts; for tables of any variant."""
        orbit, m = locate(tigers, goats)
        if in_hand == 0:
            return self._sliding(orbit, m, turn)
        if turn is Side.TIGER:
            return Verdict(_SIDES[self._placement(in_hand, orbit, m)], None)
        best = 1
        for bit in _BITS:
            if m & bit:
                continue
            found = self._placement(in_hand - 1, orbit, m | bit)
            if found == 2:
                return Verdict(Side.GOAT, None)
            if found == 0:
                best = 0
        return Verdict(_SIDES[best], None)

    def level(self, captured: int) -> Level:
        """A level of the sliding phase, whole; kept once it was read."""
        return self._level(captured)

    def symbols(self, in_hand: int, number: int) -> bytes:
        """A decoded block of a placement table, counted over all orbits; kept for a while."""
        return self._block(in_hand, number).whole()

    def _read_level(self, captured: int) -> Level:
        self._file(sliding_name(captured))  # says what to do where it is missing
        return read_level(self.folder, self.variant, captured)

    def _sliding(self, orbit: int, m: int, turn: Side) -> Verdict:
        plies = self._distance(orbit, m, turn)
        if plies == DRAW:
            return Verdict(None, None)
        return Verdict(turn if plies & 1 else turn.other, plies)

    def _distance(self, orbit: int, m: int, turn: Side) -> int:
        captured = self.variant.goats - m.bit_count()
        size, below = self._widths[captured], m & _LOW
        at = orbit * size + self._low[below] + self._high[below.bit_count()][m >> LOW_BITS]
        if turn is Side.GOAT:
            at += len(self._data) * size
        return int(self._plies(captured, at // BLOCK)[at % BLOCK])

    def _placement(self, in_hand: int, orbit: int, m: int) -> int:
        """How a position ends with tigers to move: 0 drawn, 1 won by the tigers, 2 by the goats."""
        if in_hand:
            return self._block(in_hand, orbit * coding.BLOCKS + m // coding.BLOCK).at(m % coding.BLOCK)
        plies = self._distance(orbit, m, Side.TIGER)
        return 0 if plies == DRAW else 1 if plies & 1 else 2

    def _open(self, name: str) -> TableFile:
        path = self.folder / f"{name}.table"
        try:
            return TableFile(path, self.variant)
        except FileNotFoundError:
            phase = "sliding" if name.startswith("sliding") else "all"
            have = " (those of the sliding phase are there)" if phase == "all" and self.has(Phase.SLIDING) else ""
            message = f"{path} is not there{have}; build it: {how_to_build(self.folder, phase)}"
            raise TableError(message, path) from None

    def _read_plies(self, captured: int, number: int) -> bytes:
        return zlib.decompress(self._file(sliding_name(captured)).block(number))

    def _open_layer(self, in_hand: int) -> tuple[TableFile, Any, Any]:
        file = self._file(placement_name(in_hand))
        return file, coding.unpack_model(file.block(0)), inside(self.variant, in_hand)

    def _read_symbols(self, in_hand: int, number: int, count: int) -> bytes:
        """The first ``count`` symbols of a block."""
        file, model, masks = self._layer(in_hand)
        orbit, high = divmod(number, coding.BLOCKS)
        data = np.frombuffer(bytearray(file.block(1 + number)), dtype=np.uint8)
        symbols = np.full(count, coding.NOTHING, dtype=np.int8)
        read = jit.load(coding.walk)(
            coding.READ, high, self.variant.placed(in_hand), masks, *moves_of(self._data, orbit), coding.classes(),
            symbols, model, _NO_COUNTS, _NOTHING_PREPARED, data,
        )  # fmt: skip
        if read < 0:
            raise TableError(f"{file.path}: block {number + 1} cannot be read; build it again", file.path)
        return symbols.tobytes()


_NO_COUNTS = np.zeros((1, 3), dtype=np.int64)
_NOTHING_PREPARED = np.zeros(1, dtype=np.int32)


def _winner(state: State) -> Side | None:
    over = outcome(state)
    return None if over is None else over.winner


def _rank(verdict: Verdict, mover: Side) -> tuple[int, int]:
    """Smaller is better for ``mover``."""
    if verdict.winner is None:
        return 1, 0
    if verdict.winner is mover:
        return 0, 1 << 15 if verdict.plies is None else verdict.plies
    return 2, -(1 << 15) if verdict.plies is None else -verdict.plies
