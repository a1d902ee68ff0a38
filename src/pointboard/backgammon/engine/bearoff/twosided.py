"""What a position is worth in which both sides bear off, with best play: exact, without a cube and with it, for money.

The values of a position, seen by the side on roll before its roll, in points for each point on the cube: without a
cube; the mover owning it; centred; the opponent owning it. They are the solution of (E the value for the opponent,
who is then on roll, after a play; the mean over the rolls)::

    no cube         mean of the greatest -E(no cube)
    opponent owns   X = mean of the greatest -E(the opponent of then owning it, who is the mover of now: not doubling)
    mover owns      the greater of (mean of the greatest -E(opponent owns)) and min(2 X, 1)
    centred         the greater of (mean of the greatest -E(centred)) and min(2 X, 1)

min(2 X, 1) is a double that is taken or passed, as the opponent likes. No gammon can be lost: both sides have borne
off a checker. Hence the Jacoby rule changes nothing. There are no beavers and no limit to the cube.

``table[o, m]`` has the four values of mover m against opponent o, by the numbers of ``index``. A play leads to a
smaller number of the mover, so that in the order of numbers everything that is needed is known: first what mover i
has against all opponents (from rows below i), then what all movers have against i.
"""

# ruff: noqa: ANN401, PLR0913, PLR0917 (kernels take what they compute with)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pointboard import jit
from pointboard.backgammon.engine.bearoff.index import size_of, targets
from pointboard.backgammon.engine.progress import Clock
from pointboard.backgammon.engine.rolls import ROLLS

__all__ = ["VALUES", "Moves", "against", "against_numpy", "as_mover", "as_mover_numpy", "moves", "settle", "solve"]

VALUES = 4
"""The values of a position."""

_LOST = -1.0
_STEP = 64  # rows between two reports


class Moves(NamedTuple):
    """What rolls make of boards: those of board i and roll r are ``target[first[21 i + r]:last[21 i + r]]``."""

    first: Any
    last: Any
    target: Any


def moves(checkers: int) -> Moves:
    """The plays of all boards with at most that many checkers."""
    counts = np.stack([(targets(low, high, checkers) >= 0).sum(axis=1) for low, high, _ in ROLLS], axis=1).reshape(-1)
    ends = np.cumsum(counts)
    starts = ends - counts
    target = np.zeros(ends[-1], dtype=np.int32)
    for roll, (low, high, _) in enumerate(ROLLS):
        found = targets(low, high, checkers)
        for column in range(found.shape[1]):
            some = np.nonzero(found[:, column] >= 0)[0]
            target[starts[some * len(ROLLS) + roll] + column] = found[some, column]
    return Moves(starts.astype(np.int64), ends.astype(np.int64), target)


@jit.kernel()
def settle(total: Any, out: Any, at: int) -> None:  # pragma: compiled
    """The four values from the four sums over the 36 rolls of the greatest -E."""
    none, theirs = total[0] / 36, total[1] / 36
    doubled = min(2 * theirs, 1.0)
    out[at, 0] = none
    out[at, 1] = max(total[3] / 36, doubled)
    out[at, 2] = max(total[2] / 36, doubled)
    out[at, 3] = theirs


@jit.kernel("void(int64, float64[:, :, ::1], int64[::1], int64[::1], int32[::1], float64[::1], float64[:, ::1])")
def as_mover(  # pragma: compiled
    mover: int, table: Any, first: Any, last: Any, target: Any, total: Any, out: Any
) -> None:
    """``out[o]``: the values of ``mover`` against each opponent o. ``total`` is room for four numbers."""
    for other in range(1, table.shape[1]):
        total[:] = 0.0
        roll = 21 * mover
        for low in range(6):
            for high in range(low, 6):
                b0 = b1 = b2 = b3 = -2.0
                for play in range(first[roll], last[roll]):
                    t = target[play]
                    b0 = max(b0, -table[t, other, 0])
                    b1 = max(b1, -table[t, other, 1])
                    b2 = max(b2, -table[t, other, 2])
                    b3 = max(b3, -table[t, other, 3])
                weight = 1.0 if low == high else 2.0
                total[0] += weight * b0
                total[1] += weight * b1
                total[2] += weight * b2
                total[3] += weight * b3
                roll += 1
        settle(total, out, other)


@jit.kernel("void(float64[:, ::1], int64[::1], int64[::1], int32[::1], float64[::1], float64[:, ::1])")
def against(  # pragma: compiled
    known: Any, first: Any, last: Any, target: Any, total: Any, out: Any
) -> None:
    """``out[m]``: the values of each mover m against the board whose own values, as a mover, are ``known``."""
    for mover in range(1, out.shape[0]):
        total[:] = 0.0
        roll = 21 * mover
        for low in range(6):
            for high in range(low, 6):
                b0 = b1 = b2 = b3 = -2.0
                for play in range(first[roll], last[roll]):
                    t = target[play]
                    b0 = max(b0, -known[t, 0])
                    b1 = max(b1, -known[t, 1])
                    b2 = max(b2, -known[t, 2])
                    b3 = max(b3, -known[t, 3])
                weight = 1.0 if low == high else 2.0
                total[0] += weight * b0
                total[1] += weight * b1
                total[2] += weight * b2
                total[3] += weight * b3
                roll += 1
        settle(total, out, mover)


def _settle_numpy(total: Any, out: Any) -> None:
    mean = total / 36
    doubled = np.minimum(2 * mean[:, 1], 1.0)
    out[:, 0], out[:, 3] = mean[:, 0], mean[:, 1]
    out[:, 1], out[:, 2] = np.maximum(mean[:, 3], doubled), np.maximum(mean[:, 2], doubled)


def as_mover_numpy(mover: int, table: Any, checkers: int, out: Any) -> None:
    """As ``as_mover``, by numpy."""
    total = np.zeros((table.shape[1] - 1, VALUES))
    for low, high, weight in ROLLS:
        found = targets(low, high, checkers)[mover]
        total += weight * (-table[found[found >= 0], 1:]).max(axis=0)
    _settle_numpy(total, out[1:])


def against_numpy(known: Any, checkers: int, out: Any) -> None:
    """As ``against``, by numpy."""
    total = np.zeros((len(out) - 1, VALUES))
    worst = np.concatenate((-known, np.full((1, VALUES), -2.0)))  # what -1 leads to is never the greatest
    for low, high, weight in ROLLS:
        total += weight * worst[targets(low, high, checkers)[1:]].max(axis=1)
    _settle_numpy(total, out[1:])


def solve(checkers: int, clock: Clock, table: Any, flush: Any = None) -> None:
    """Fill ``table`` [size, size, 4] for boards with at most that many checkers; ``flush()`` is called now and then.

    Nothing but the rows that plays lead to is read again, so that ``table`` may be a file.
    """
    size = size_of(checkers)
    known, total = np.zeros((size, VALUES)), np.zeros(VALUES)
    table[0], known[0] = _LOST, _LOST
    table[0, 0] = 0.0
    lists = moves(checkers) if jit.enabled() else None
    for board in range(1, size):
        table[board, 0] = 0.0
        if lists is not None:
            jit.load(as_mover)(board, table, *lists, total, known)
            jit.load(against)(known, *lists, total, table[board])
        else:
            as_mover_numpy(board, table, checkers, known)
            against_numpy(known, checkers, table[board])
        if board % _STEP == 0:
            clock.tell(f"bear-off, {checkers} checkers a side", board / size, board * size)
            if flush is not None:
                flush()
    clock.tell(f"bear-off, {checkers} checkers a side", 1.0, size * size)
