"""The sliding phase as kernels: retrograde analysis of one captured count, a ply of distance at a time.

A level is all positions without goats in hand and with one number of captured goats. Its arrays have an entry for each
orbit and set of goats (``orbits``), int16::

    tigers, goats    by side to move: k > 0 the side to move wins in k - 1 plies, k < 0 it loses in -k - 1 plies,
                     0 nothing is known yet, and in the end: a draw
    captures         what the tigers' captures lead to, known from the level with one goat less before the level begins:
                     k > 0 a win in k plies, k < 0 (all of them) a loss in -k plies, DRAW a draw and no win,
                     0 there is no capture

Pass d finds the positions that end after d plies: those whose move leads to one that the other side loses in d - 1,
and those all of whose moves lead to wins of the other side, the longest in d - 1. It starts from what was found in the
pass before and asks which moves lead there. A move is undone within the orbit that stands for all: the twins of a set
of tigers that is its own image are predecessors as well. A loss is found by looking at all moves again, not by
counting, since twins would be counted twice. Captures come in when their distance is reached; thus positions in which
every move is a capture are found without any move in the level.
"""

# ruff: noqa: C901, PLR0912, PLR0913, PLR0917 (kernels take arrays and walk them)

from __future__ import annotations

from typing import Any

from pointboard import jit
from pointboard.baghchal.engine.solve.arrays import Array
from pointboard.baghchal.engine.solve.orbits import LOW_BITS, SETS
from pointboard.baghchal.engine.solve.variant import FREE_POINTS

__all__ = ["DRAW", "begin", "goats_lost", "mapped", "pass_down", "rank_of", "tigers_lost"]


DRAW = -32000
"""The best capture is a draw: a loss later than any. (Not -32768, whose negative is itself in 16 bits.)"""

_ALL = SETS - 1
_LOW = (1 << LOW_BITS) - 1
_FAR = 32767


@jit.kernel()  # pragma: compiled
def rank_of(goats: int, low: Array, high: Array) -> Any:  # noqa: ANN401 (a number of numpy's)
    """The rank of a set of goats among those with as many."""
    return low[goats & _LOW] + high[(goats & _LOW).bit_count(), goats >> LOW_BITS]


@jit.kernel()  # pragma: compiled
def mapped(table: Array, goats: int) -> Any:  # noqa: ANN401
    """A set of goats where a map puts it."""
    return table[0, goats & 127] | table[1, goats >> 7 & 127] | table[2, goats >> 14]


@jit.kernel(  # pragma: compiled
    "void(int64, int64, int32[::1], int64, int16[::1], int64, int16[::1], int16[::1], int16[::1], int32[:, ::1],"
    "int32[::1], int32[::1], int32[::1], int32[::1], int32[::1], int32[::1], int32[:, :, ::1], int32[::1],"
    "int32[:, ::1])"
)
def begin(
    first: int,
    last: int,
    sets: Array,
    ends: int,
    after: Array,
    after_width: int,
    tigers: Array,
    goats: Array,
    captures: Array,
    neighbours: Array,
    step_start: Array,
    step_to: Array,
    jump_start: Array,
    jump_over: Array,
    jump_to: Array,
    jump_orbit: Array,
    jump_table: Array,
    low: Array,
    high: Array,
) -> None:
    """Fill in ``captures`` and the positions without a move; longer than 50 lines for its many arrays.

    For orbits ``first`` to ``last`` - 1. ``after`` holds the level after a capture with goats to move; ``ends`` is 1
    where a capture wins the game instead.
    """
    width = len(sets)
    for orbit in range(first, last):
        for rank in range(width):
            at, m = orbit * width + rank, sets[rank]
            empty = _ALL & ~m
            count, draws, best, worst = 0, 0, _FAR, 0
            for jump in range(jump_start[orbit], jump_start[orbit + 1]):
                if m >> jump_over[jump] & 1 and empty >> jump_to[jump] & 1:
                    count += 1
                    if ends:
                        best = 1
                        continue
                    x = after[jump_orbit[jump] * after_width + rank_of(mapped(jump_table[jump], m), low, high)]
                    if x == 0:
                        draws += 1
                    elif x < 0:
                        best = min(best, -x)
                    else:
                        worst = max(worst, x)
            if count:
                captures[at] = best if best < _FAR else DRAW if draws else -worst
            else:
                for step in range(step_start[orbit], step_start[orbit + 1]):
                    count += empty >> step_to[step] & 1
                if count == 0:
                    tigers[at] = -1
            free = 0
            for bit in range(FREE_POINTS):
                if m >> bit & 1:
                    free |= neighbours[orbit, bit] & empty
            if free == 0:
                goats[at] = -1


@jit.kernel()  # pragma: compiled
def goats_lost(
    orbit: int, m: int, d: int, sets: Array, tigers: Array, neighbours: Array, low: Array, high: Array
) -> bool:
    """Whether every slide leads to a position that the tigers win in at most d - 1 plies."""
    begin_, empty = orbit * len(sets), _ALL & ~m
    for bit in range(FREE_POINTS):
        if m >> bit & 1:
            to = neighbours[orbit, bit] & empty
            while to:
                target = to & -to
                to ^= target
                x = tigers[begin_ + rank_of(m ^ target ^ (1 << bit), low, high)]
                if x <= 0 or x > d:
                    return False
    return True


@jit.kernel()  # pragma: compiled
def tigers_lost(
    orbit: int,
    m: int,
    d: int,
    width: int,
    goats: Array,
    step_start: Array,
    step_to: Array,
    step_orbit: Array,
    step_table: Array,
    low: Array,
    high: Array,
) -> bool:
    """Whether every step leads to a position that the goats win in at most d - 1 plies."""
    for step in range(step_start[orbit], step_start[orbit + 1]):
        if not m >> step_to[step] & 1:
            x = goats[step_orbit[step] * width + rank_of(mapped(step_table[step], m), low, high)]
            if x <= 0 or x > d:
                return False
    return True


@jit.kernel(  # pragma: compiled
    "int64(int64, int64, int64, int32[::1], int16[::1], int16[::1], int16[::1], int32[:, ::1], int32[::1], int32[::1],"
    "int32[::1], int32[:, :, ::1], int32[::1], int32[:, :, ::1], int32[::1], int32[:, ::1])"
)
def pass_down(
    first: int,
    last: int,
    d: int,
    sets: Array,
    tigers: Array,
    goats: Array,
    captures: Array,
    neighbours: Array,
    step_start: Array,
    step_to: Array,
    step_orbit: Array,
    step_table: Array,
    twin_start: Array,
    twin_table: Array,
    low: Array,
    high: Array,
) -> int:
    """Find positions that end after ``d`` plies; longer than 50 lines because its three parts walk the same position.

    From what was found in orbits ``first`` to ``last`` - 1; returns how many, roughly. Threads may work on other orbits
    at the same time: all that one writes is what another would write, and what a pass writes it does not use.
    """
    width, found = len(sets), 0
    for orbit in range(first, last):
        for rank in range(width):
            at = orbit * width + rank
            m = sets[rank]
            if tigers[at] == 0:
                if captures[at] == d:
                    tigers[at] = d + 1
                    found += 1
                elif captures[at] == -d and tigers_lost(
                    orbit, m, d, width, goats, step_start, step_to, step_orbit, step_table, low, high
                ):
                    tigers[at] = -(d + 1)
                    found += 1
            x = tigers[at]
            if x == d or x == -d:  # noqa: PLR1714 (numba builds a tuple for "in")
                for bit in range(FREE_POINTS):  # the goats' slides that lead here, undone
                    if m >> bit & 1:
                        sources = neighbours[orbit, bit] & ~m
                        while sources:
                            source = sources & -sources
                            sources ^= source
                            before = m ^ source ^ (1 << bit)
                            to = orbit * width + rank_of(before, low, high)
                            if goats[to] == 0:
                                if x < 0:
                                    goats[to] = d + 1
                                    found += 1
                                elif goats_lost(orbit, before, d, sets, tigers, neighbours, low, high):
                                    goats[to] = -(d + 1)
                                    found += 1
            x = goats[at]
            if x == d or x == -d:  # noqa: PLR1714
                for step in range(step_start[orbit], step_start[orbit + 1]):  # the tigers' steps, undone: steps too
                    if m >> step_to[step] & 1:
                        continue
                    other, image = step_orbit[step], mapped(step_table[step], m)
                    for twin in range(twin_start[other] - 1, twin_start[other + 1]):
                        before = image if twin < twin_start[other] else mapped(twin_table[twin], image)
                        to = other * width + rank_of(before, low, high)
                        if tigers[to] == 0:
                            if x < 0:
                                tigers[to] = d + 1
                                found += 1
                            elif (
                                captures[to] <= 0
                                and -captures[to] <= d
                                and tigers_lost(
                                    other,
                                    before,
                                    d,
                                    width,
                                    goats,
                                    step_start,
                                    step_to,
                                    step_orbit,
                                    step_table,
                                    low,
                                    high,
                                )
                            ):
                                tigers[to] = -(d + 1)
                                found += 1
    return found
