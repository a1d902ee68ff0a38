"""Asking the tables about many positions at once, on arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pointboard.baghchal.engine.solve import coding
from pointboard.baghchal.engine.solve.arrays import Array
from pointboard.baghchal.engine.solve.levels import DRAW, width
from pointboard.baghchal.engine.solve.locate import locate_all
from pointboard.baghchal.engine.solve.orbits import LOW_BITS, popcounts, rank_tables
from pointboard.baghchal.engine.solve.probe import Tables
from pointboard.baghchal.engine.solve.variant import FREE_POINTS
from pointboard.baghchal.state import TIGER_COUNT

__all__ = ["Verdicts", "probe_many"]

_UNKNOWN = -1


class Verdicts(NamedTuple):
    """What is proved of many positions.

    ``winners`` (int8): 0 a draw, 1 the tigers, 2 the goats. ``plies`` (int16): those to the end as in ``Verdict``, -1
    for a draw and where no distance is known.
    """

    winners: Array
    plies: Array


def probe_many(tables: Tables, tigers: Array, goats: Array, tigers_to_move: Array, in_hand: Array) -> Verdicts:
    """The verdicts on many positions, each given by its sets of points (bit i for point i), turn and goats in hand.

    The four may be arrays of one length or single numbers. Levels of the sliding phase are read whole when first asked
    (93 MB in all). ValueError with the first index that is no position; TableError as in ``Tables``.

    Captured goats follow from the others. Positions that no play leads to are answered as well.
    """
    tigers, goats, turns, hands = np.broadcast_arrays(
        np.asarray(tigers, dtype=np.int64),
        np.asarray(goats, dtype=np.int64),
        np.asarray(tigers_to_move, dtype=bool),
        np.asarray(in_hand, dtype=np.int64),
    )
    tigers, goats, turns, hands = (np.atleast_1d(part).ravel() for part in (tigers, goats, turns, hands))
    _check_boards(tigers, goats)
    where, sets = locate_all(tigers, goats)
    captured = tables.variant.goats - hands - popcounts()[sets]
    _refuse((hands < 0) | (captured < 0) | (captured > tables.variant.captures), "the goats do not add up")
    found = Verdicts(np.zeros(len(sets), dtype=np.int8), np.full(len(sets), _UNKNOWN, dtype=np.int16))
    won = captured == tables.variant.captures
    found.winners[won], found.plies[won] = 1, 0
    for level in np.unique(captured[(hands == 0) & ~won]).tolist():
        for side in (False, True):
            here = np.flatnonzero((hands == 0) & (captured == level) & (turns == side))
            plies = _plies(tables, level, where[here], sets[here], tigers_to_move=side)
            found.winners[here] = np.where(plies == DRAW, 0, np.where((plies % 2 == 1) == side, 1, 2))
            found.plies[here] = np.where(plies == DRAW, _UNKNOWN, plies)
    for layer in np.unique(hands[(hands > 0) & ~won]).tolist():
        here = np.flatnonzero((hands == layer) & ~won & turns)
        found.winners[here] = _ends(tables, layer, where[here], sets[here])
        here = np.flatnonzero((hands == layer) & ~won & ~turns)
        found.winners[here] = _goats_to_move(tables, layer, where[here], sets[here])
    return found


def _check_boards(tigers: Array, goats: Array) -> None:
    points = (1 << (FREE_POINTS + TIGER_COUNT)) - 1
    _refuse(
        ((tigers | goats) & ~points != 0) | (tigers & goats != 0), "a point holds one piece, and there are 25 points"
    )
    ones, rest = np.zeros(len(tigers), dtype=np.int64), tigers
    for _ in range(FREE_POINTS + TIGER_COUNT):
        ones, rest = ones + (rest & 1), rest >> 1
    _refuse(ones != TIGER_COUNT, f"{TIGER_COUNT} tigers needed")


def _refuse(wrong: Array, why: str) -> None:
    if wrong.any():
        raise ValueError(f"position {int(wrong.argmax())}: {why}")


def _plies(tables: Tables, captured: int, where: Array, sets: Array, *, tigers_to_move: bool) -> Array:
    low, high = rank_tables()
    level, below = tables.level(captured), sets & (1 << LOW_BITS) - 1
    ranks = low[below] + high[popcounts()[below], sets >> LOW_BITS]
    plies = level.tigers if tigers_to_move else level.goats
    return plies[where * width(tables.variant, captured) + ranks].astype(np.int16)


def _ends(tables: Tables, in_hand: int, where: Array, sets: Array) -> Array:
    """How positions end with tigers to move: each block is read once."""
    ends = np.zeros(len(sets), dtype=np.int8)
    over = popcounts()[sets] == tables.variant.placed(in_hand) - tables.variant.captures
    ends[over] = 1
    if in_hand == 0:
        captured = tables.variant.goats - popcounts()[sets].astype(np.int64)
        for level in np.unique(captured[~over]).tolist():
            here = np.flatnonzero((captured == level) & ~over)
            plies = _plies(tables, level, where[here], sets[here], tigers_to_move=True)
            ends[here] = np.where(plies == DRAW, 0, np.where(plies % 2 == 1, 1, 2))
        return ends
    blocks = where * coding.BLOCKS + sets // coding.BLOCK
    order = np.flatnonzero(~over)
    order = order[np.argsort(blocks[order], kind="stable")]
    starts = np.flatnonzero(np.diff(blocks[order], prepend=-1))
    for first, last in zip(starts, np.append(starts, len(order))[1:], strict=True):
        here = order[first:last]
        symbols = np.frombuffer(tables.symbols(in_hand, int(blocks[here[0]])), dtype=np.int8)
        ends[here] = symbols[sets[here] % coding.BLOCK]
    return ends


def _goats_to_move(tables: Tables, in_hand: int, where: Array, sets: Array) -> Array:
    """How positions end with goats to place one: they win by one that wins, lose where all lose."""
    gained, drawn = np.zeros(len(sets), dtype=bool), np.zeros(len(sets), dtype=bool)
    for bit in range(FREE_POINTS):
        here = np.flatnonzero(~gained & (sets >> bit & 1 == 0))
        ends = _ends(tables, in_hand - 1, where[here], sets[here] | 1 << bit)
        gained[here] |= ends == 2
        drawn[here] |= ends == 0
    return np.where(gained, 2, np.where(drawn, 0, 1))
