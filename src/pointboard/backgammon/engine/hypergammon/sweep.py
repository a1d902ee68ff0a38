"""One sweep over all positions: better bounds on the value of each from the bounds on what it leads to.

The values of a position, seen by the side on roll before its roll, in points for each point on the cube::

    0 without a cube    1 the mover owns the cube    2 the cube is centred    3 the opponent owns it

A position has a lower bound and an upper bound of each, eight numbers in a row: 0 to 3 lower, 4 to 7 upper. The row of
mover m against opponent o begins at ``(o N + m) 8``, so that the opponents' rows lie together.

With E the value of what a play leads to, for the opponent who is then on roll, and the mean over the 21 rolls,

- no cube: mean of the greatest -E0; opponent owns: X = mean of the greatest -E1;
- mover owns: the greater of (mean of the greatest -E3) and of min(2 X, 1), which is a double taken or passed;
- centred: the greater of (mean of the greatest -E2) and of min(2 X, 1).

These right sides rise with each -E. So upper bounds of the position follow from lower bounds of what it leads to, and
lower from upper ones. Every bound is moved outwards by ``OUTWARDS``, more than rounding can do, and no bound is ever
made worse.

Numbers are added in a fixed order, in double precision, without leave to change it: the same bits come out everywhere.
"""

# ruff: noqa: ANN401, PLR0913, PLR0917, SIM110 (kernels take what they compute with, in plain loops)

from __future__ import annotations

from typing import Any

from pointboard import jit

__all__ = ["OUTWARDS", "WIDTH", "ahead", "behind", "fetch", "measure", "merge", "settled", "value"]

WIDTH = 8
"""Numbers of a position: four lower bounds, four upper bounds."""

OUTWARDS = 2e-14
"""What is added to upper and taken from lower bounds: 22 roundings of numbers up to 3, doubled, are below 1.5e-14."""


@jit.kernel()
def value(  # pragma: compiled
    rows: Any, begin: int, step: int, hits: Any, hit: Any, bits: Any, other: int, blots: int,
    first: Any, last: Any, lists: int, target: Any, landed: Any, out: Any, at: int,
) -> None:  # fmt: skip
    """Write the eight bounds of one position to ``out[at:]``; long because eight numbers are kept in registers.

    What a play to t leads to stands in ``rows`` at ``begin + step t + hits[s]``, where s is the set of the opponent's
    checkers that it hits. ``bits[3 other:]`` says which points its checkers can be hit on.
    """
    t0 = t1 = t2 = t3 = t4 = t5 = t6 = t7 = 0.0
    roll = 0
    for small in range(6):
        for large in range(small, 6):
            b0 = b1 = b2 = b3 = b4 = b5 = b6 = b7 = -1e9
            for play in range(first[lists + roll], last[lists + roll]):
                where = begin + step * target[play]
                struck = landed[play] & blots
                if struck:
                    chosen = 0
                    for i in range(3):
                        if struck & bits[3 * other + i]:
                            chosen |= 1 << i
                    where += hits[hit + chosen]
                else:
                    where += hits[hit]
                b0 = max(b0, -rows[where])
                b1 = max(b1, -rows[where + 1])
                b2 = max(b2, -rows[where + 2])
                b3 = max(b3, -rows[where + 3])
                b4 = max(b4, -rows[where + 4])
                b5 = max(b5, -rows[where + 5])
                b6 = max(b6, -rows[where + 6])
                b7 = max(b7, -rows[where + 7])
            weight = 1.0 if small == large else 2.0
            t0 += weight * b0
            t1 += weight * b1
            t2 += weight * b2
            t3 += weight * b3
            t4 += weight * b4
            t5 += weight * b5
            t6 += weight * b6
            t7 += weight * b7
            roll += 1
    theirs, none = t1 / 36, t0 / 36
    doubled = min(2 * theirs, 1.0)
    out[at + 4] = none
    out[at + 5] = max(t3 / 36, doubled)
    out[at + 6] = max(t2 / 36, doubled)
    out[at + 7] = theirs
    theirs, none = t5 / 36, t4 / 36
    doubled = min(2 * theirs, 1.0)
    out[at] = none
    out[at + 1] = max(t7 / 36, doubled)
    out[at + 2] = max(t6 / 36, doubled)
    out[at + 3] = theirs


@jit.kernel(
    "void(int64, int64, int64, int64, float64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], "
    "int32[::1], int32[::1], int16[::1], int32[::1], float64, float64[::1])"
)
def ahead(  # pragma: compiled
    mover: int, begin: int, end: int, size: int, rows: Any, points: Any, blots: Any, block: Any, bits: Any, hit: Any,
    first: Any, last: Any, target: Any, landed: Any, narrow: float, out: Any,
) -> None:  # fmt: skip
    """Bound the positions of ``mover`` against the opponents ``begin`` to ``end``: to ``out[8 opponent:]``.

    ``hit`` are the numbers of ``Sides.hit`` times 8. A position whose bounds are nearer than ``narrow`` is left alone,
    and so is a pair of sides that hold the same point: ``out`` says so with a lower bound of -1e9.
    """
    for other in range(begin, end):
        out[8 * other] = -1e9
        held = block[other]
        taken = blots[other] | (1 << held if held else 0)
        if points[mover] & taken or settled(rows, 8 * (other * size + mover), narrow):
            continue
        value(
            rows, 0, 8 * size, hit, 8 * other, bits, other, blots[other],
            first, last, (25 * mover + held) * 21, target, landed, out, 8 * other,
        )  # fmt: skip


@jit.kernel(
    "void(int64, int64, int64, int64, float64[::1], float64[::1], int64[::1], int64[::1], int64[::1], int64[::1], "
    "int64[::1], int32[::1], int32[::1], int16[::1], int32[::1], float64, float64[::1])"
)
def behind(  # pragma: compiled
    other: int, begin: int, end: int, size: int, rows: Any, fetched: Any, hits: Any, points: Any, blots: Any,
    block: Any, bits: Any, first: Any, last: Any, target: Any, landed: Any, narrow: float, out: Any,
) -> None:  # fmt: skip
    """As ``ahead``, the positions of the movers ``begin`` to ``end`` against ``other``: to ``out[8 mover:]``.

    ``fetched`` has what ``fetch`` puts there, and ``hits`` where the rows for each set of hit checkers begin.
    """
    held = block[other]
    taken = blots[other] | (1 << held if held else 0)
    for mover in range(begin, end):
        out[8 * mover] = -1e9
        if points[mover] & taken or settled(rows, 8 * (other * size + mover), narrow):
            continue
        value(
            fetched, 0, 8, hits, 0, bits, other, blots[other],
            first, last, (25 * mover + held) * 21, target, landed, out, 8 * mover,
        )  # fmt: skip


@jit.kernel()
def settled(rows: Any, at: int, narrow: float) -> bool:  # pragma: compiled
    """Whether all bounds of a position are nearer to each other than ``narrow``."""
    for i in range(4):
        if rows[at + 4 + i] - rows[at + i] >= narrow:
            return False
    return True


@jit.kernel("void(int64, int64, int64, float64[::1], float64[::1], int64)")
def fetch(mover: int, count: int, size: int, rows: Any, out: Any, at: int) -> None:  # pragma: compiled
    """Copy the bounds of ``mover`` against the opponents below ``count`` to ``out[at:]``, one after the other."""
    for other in range(count):
        for i in range(8):
            out[at + 8 * other + i] = rows[8 * (other * size + mover) + i]


@jit.kernel("float64(int64, int64, int64, int64, float64[::1], float64[::1], float64)")
def merge(  # pragma: compiled
    begin: int, end: int, first: int, step: int, rows: Any, found: Any, outwards: float
) -> float:
    """Take what was found for ``begin`` to ``end`` into ``rows[first + step i:]``; the widest pair of bounds there."""
    widest = 0.0
    for i in range(begin, end):
        if found[8 * i] <= -1e8:
            continue
        at = first + step * i
        for k in range(4):
            rows[at + k] = max(rows[at + k], found[8 * i + k] - outwards)
            rows[at + 4 + k] = min(rows[at + 4 + k], found[8 * i + 4 + k] + outwards)
            widest = max(widest, rows[at + 4 + k] - rows[at + k])
    return widest


@jit.kernel("float64(int64, int64, int64, int64, float64[::1], float64[::1])")
def measure(begin: int, end: int, first: int, step: int, rows: Any, found: Any) -> float:  # pragma: compiled
    """The greatest distance of what was found for ``begin`` to ``end`` from what stands in ``rows``."""
    greatest = 0.0
    for i in range(begin, end):
        if found[8 * i] <= -1e8:
            continue
        at = first + step * i
        for k in range(4):
            greatest = max(greatest, abs(rows[at + k] - found[8 * i + k]))
    return greatest
