r"""The placement phase as kernels on bit planes: one bit for each set of goats, 64 sets in a word.

::

    plane       [orbits, 2^15] int64     bit m & 63 of word m >> 6 stands for the set m of free points (21 bits)
    tigers      the plane of the positions that the tigers win      \\  a position in neither is a draw
    goats       the plane of the positions that the goats win       /
    inside      [2^15]                   the sets whose number of goats can be while the game goes on
    won         [2^15]                   the sets with so few goats that the tigers have captured enough

One plane holds all captured counts at once: captured = placed - goats on the board. Planes are of one number of goats
in hand and one side to move.

Words are signed, since numba has no other integers that mix well; every shift to the right is masked afterwards, so
that the copies of the sign do no harm. Rules (``rules``): a goat may be placed on any empty point; a tiger steps or
jumps as the maps of ``orbits`` say; a side without a move loses; enough captures win.
"""

# ruff: noqa: PLR0913, PLR0917 (kernels take arrays and walk them)

from __future__ import annotations

import numpy as np

from pointboard import jit
from pointboard.baghchal.engine.solve.arrays import Array
from pointboard.baghchal.engine.solve.variant import FREE_POINTS

__all__ = [
    "LANE_BITS",
    "WORDS",
    "arrange",
    "clear_lanes",
    "fill",
    "place",
    "step_back",
    "swap_lanes",
    "swap_with_word",
    "tally",
    "tiger_moves",
]


LANE_BITS = 6
"""A word holds 2^6 sets."""

WORDS = 1 << (FREE_POINTS - LANE_BITS)
"""The words of a plane."""

_HEAD_BITS = 7  # of the 15 bits of a word's number, for tables of 2^7 and 2^8
_HEAD = 1 << _HEAD_BITS


@jit.kernel()  # pragma: compiled
def clear_lanes(bit: int) -> int:
    """The lanes of a word whose number has ``bit`` (0-5) clear."""
    if bit == 0:
        return 0x5555555555555555
    if bit == 1:
        return 0x3333333333333333
    if bit == 2:
        return 0x0F0F0F0F0F0F0F0F
    if bit == 3:
        return 0x00FF00FF00FF00FF
    if bit == 4:
        return 0x0000FFFF0000FFFF
    return 0x00000000FFFFFFFF


@jit.kernel("void(int64[::1], int32[::1], int32[::1], int64)")  # pragma: compiled
def fill(plane: Array, sets: Array, chosen: Array, value: int) -> None:
    """Set the bits of those ``sets`` whose entry in ``chosen`` is ``value``."""
    for at in range(len(sets)):
        if chosen[at] == value:
            plane[sets[at] >> LANE_BITS] |= 1 << (sets[at] & 63)


@jit.kernel("void(int64, int64, int64[:, ::1], int64[:, ::1], int64[::1], int64[::1])")  # pragma: compiled
def place(first: int, last: int, tigers: Array, goats: Array, inside: Array, won: Array) -> None:
    """Turn the planes of orbits ``first`` to ``last`` - 1 with tigers to move into those one goat earlier, in place.

    Goats are to move and place one: they win where some placement wins, lose where all lose. A word needs words of
    higher numbers only, so that ascending order may overwrite them.
    """
    for orbit in range(first, last):
        for word in range(WORDS):
            if inside[word] == 0:
                tigers[orbit, word] = won[word]
                goats[orbit, word] = 0
                continue
            lost, gained = -1, 0
            t, g = tigers[orbit, word], goats[orbit, word]
            for bit in range(LANE_BITS):
                lanes = clear_lanes(bit)
                lost &= ((t >> (1 << bit)) & lanes) | ~lanes
                gained |= (g >> (1 << bit)) & lanes
            for bit in range(FREE_POINTS - LANE_BITS):
                if not word >> bit & 1:
                    lost &= tigers[orbit, word | 1 << bit]
                    gained |= goats[orbit, word | 1 << bit]
            tigers[orbit, word] = (lost & inside[word]) | won[word]
            goats[orbit, word] = gained & inside[word]


@jit.kernel()  # pragma: compiled
def swap_with_word(plane: Array, low: int, high: int) -> None:
    """Exchange bit ``low`` (0-5) of every set's number with bit ``high`` (0-14) of its word's number."""
    lanes, shift, stride = clear_lanes(low), 1 << low, 1 << high
    for base in range(0, WORDS, 2 * stride):
        for at in range(base, base + stride):
            x, y = plane[at], plane[at + stride]
            change = ((x >> shift) ^ y) & lanes
            plane[at + stride] = y ^ change
            plane[at] = x ^ (change << shift)


@jit.kernel()  # pragma: compiled
def swap_lanes(plane: Array, low: int, high: int) -> None:
    """Exchange bits ``low`` < ``high`` (0-5) of every set's number."""
    lanes = ~clear_lanes(low) & clear_lanes(high)
    shift = (1 << high) - (1 << low)
    for at in range(WORDS):
        x = plane[at]
        change = (x ^ (x >> shift)) & lanes
        plane[at] = x ^ change ^ (change << shift)


@jit.kernel("void(int64[::1], int64[::1], int32[::1], int64[::1])")  # pragma: compiled
def arrange(source: Array, out: Array, bits: Array, offsets: Array) -> None:
    """Permute the bits of the sets' numbers of a plane: bit i of a set is bit ``bits[i]`` of the set in ``source``.

    ``out`` gets the plane with the lanes in order and its words not: the word for word w is at ``offsets[w & 127] |
    offsets[128 + (w >> 7)]``. At most six exchanges bring the right bits into the lanes, five order them.
    """
    for at in range(WORDS):
        out[at] = source[at]
    holds = np.arange(FREE_POINTS)  # by place: which bit of the source stands there
    where = np.arange(FREE_POINTS)  # and the other way round
    wanted = 0
    for place_ in range(LANE_BITS):
        wanted |= 1 << bits[place_]
    spare = 0
    for place_ in range(LANE_BITS):
        away = where[bits[place_]]
        if away >= LANE_BITS:
            while wanted >> holds[spare] & 1:
                spare += 1
            swap_with_word(out, spare, away - LANE_BITS)
            other = holds[spare]
            holds[spare], holds[away] = bits[place_], other
            where[bits[place_]], where[other] = spare, away
    for place_ in range(LANE_BITS):
        away = where[bits[place_]]
        if away != place_:
            swap_lanes(out, place_, away)
            other = holds[place_]
            holds[place_], holds[away] = bits[place_], other
            where[bits[place_]], where[other] = place_, away
    offsets[0] = offsets[_HEAD] = 0
    for bit in range(FREE_POINTS - LANE_BITS):
        to = 1 << (where[bits[bit + LANE_BITS]] - LANE_BITS)
        begin, size = (0, 1 << bit) if bit < _HEAD_BITS else (_HEAD, 1 << (bit - _HEAD_BITS))
        for at in range(size):
            offsets[begin + size + at] = offsets[begin + at] | to


@jit.kernel("void(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64, int64)")  # pragma: compiled
def step_back(
    moved_tigers: Array, moved_goats: Array, offsets: Array, tigers: Array, goats: Array, over: int, to: int
) -> None:
    """Let positions know what one tiger move leads to.

    ``moved_*`` are arranged planes of the orbit that the move leads to, ``tigers`` collects the positions with a
    winning move, ``goats`` keeps those all of whose moves lose. The move is open where bit ``to`` is clear and bit
    ``over`` set (-1 for a step); the captured goat is gone afterwards.
    """
    lanes, word_clear, word_set = -1, 0, 0
    shift, over_word = 0, 0
    if to < LANE_BITS:
        lanes &= clear_lanes(to)
    else:
        word_clear = 1 << (to - LANE_BITS)
    if over >= LANE_BITS:
        word_set = over_word = 1 << (over - LANE_BITS)
    elif over >= 0:
        lanes &= ~clear_lanes(over)
        shift = 1 << over
    for word in range(WORDS):
        if word & word_clear or word & word_set != word_set:
            continue
        source = word ^ over_word
        at = offsets[source & (_HEAD - 1)] | offsets[_HEAD + (source >> _HEAD_BITS)]
        tigers[word] |= (moved_tigers[at] << shift) & lanes
        goats[word] &= (moved_goats[at] << shift) | ~lanes


@jit.kernel(  # pragma: compiled
    "void(int64, int64, int64[:, ::1], int64[:, ::1], int64[:, ::1], int64[:, ::1], int64[::1], int64[::1],"
    "int32[::1], int32[::1], int32[::1], int32[:, ::1], int32[::1], int32[::1], int32[::1], int32[::1], int32[:, ::1])"
)
def tiger_moves(
    first: int,
    last: int,
    tigers: Array,
    goats: Array,
    out_tigers: Array,
    out_goats: Array,
    inside: Array,
    won: Array,
    step_start: Array,
    step_to: Array,
    step_orbit: Array,
    step_map: Array,
    jump_start: Array,
    jump_over: Array,
    jump_to: Array,
    jump_orbit: Array,
    jump_map: Array,
) -> None:
    """Write the planes of orbits ``first`` to ``last`` - 1 with tigers to move, from all planes with goats to move.

    Tigers win where some move wins, and lose where all lose: where there is none, too.
    """
    moved_tigers, moved_goats = np.empty(WORDS, np.int64), np.empty(WORDS, np.int64)
    offsets = np.empty(3 * _HEAD, np.int64)
    for orbit in range(first, last):
        t, g = out_tigers[orbit], out_goats[orbit]
        for word in range(WORDS):
            t[word], g[word] = 0, -1
        for move in range(step_start[orbit], step_start[orbit + 1]):
            other = step_orbit[move]
            arrange(tigers[other], moved_tigers, step_map[move], offsets)
            arrange(goats[other], moved_goats, step_map[move], offsets)
            step_back(moved_tigers, moved_goats, offsets, t, g, -1, step_to[move])
        for move in range(jump_start[orbit], jump_start[orbit + 1]):
            other = jump_orbit[move]
            arrange(tigers[other], moved_tigers, jump_map[move], offsets)
            arrange(goats[other], moved_goats, jump_map[move], offsets)
            step_back(moved_tigers, moved_goats, offsets, t, g, jump_over[move], jump_to[move])
        for word in range(WORDS):
            t[word] = (t[word] & inside[word]) | won[word]
            g[word] &= inside[word] & ~t[word]


@jit.kernel("void(int64, int64, int64[:, ::1], int64[:, ::1], int64[::1], int64[:, ::1])")  # pragma: compiled
def tally(first: int, last: int, tigers: Array, goats: Array, chosen: Array, ends: Array) -> None:
    """Count the ``chosen`` sets of orbits ``first`` to ``last`` - 1: draws, wins of the tigers, wins of the goats."""
    for orbit in range(first, last):
        total, t, g = 0, 0, 0
        for word in range(WORDS):
            lanes = chosen[word]
            total += lanes.bit_count()
            t += (tigers[orbit, word] & lanes).bit_count()
            g += (goats[orbit, word] & lanes).bit_count()
        ends[orbit, 0], ends[orbit, 1], ends[orbit, 2] = total - t - g, t, g
