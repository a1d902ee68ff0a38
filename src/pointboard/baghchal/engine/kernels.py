"""The rules as kernels: moves, perft, the folded key, on bit sets and flat arrays of 64-bit integers.

Each function runs interpreted as it stands and compiled after ``jit.load``; both give the same numbers, and a parity
test holds them to ``rules``. No value ever leaves 63 bits. ``t`` is the array of ``tables`` (its diagram is there);
``tigers``, ``goats`` and ``empty`` are sets of points (bit i for point i, 25 bits); ``turn`` is 0 for goats, 1 for
tigers; ``in_hand`` is 0-20.
"""

# ruff: noqa: PLR0913, PLR0917 (a kernel takes a position as its parts)

from __future__ import annotations

from pointboard import jit
from pointboard.baghchal.board import ALL_POINTS, POINT_COUNT
from pointboard.baghchal.engine.tables import (
    CHOOSE,
    FOLD,
    FROM,
    IMAGE,
    JUMP,
    NEIGHBOURS,
    OVER,
    STEP,
    TO,
)
from pointboard.baghchal.state import CAPTURES_TO_WIN

__all__ = [
    "MAX_MOVES",
    "count_moves",
    "folded_key",
    "generate",
    "image",
    "jumps_into",
    "over",
    "perft",
    "spread",
    "tiger_moves",
]

MAX_MOVES = 128
"""Room for the moves of one position: no position has more (4 tigers with 16 moves each, 20 goats with fewer)."""

_FILES = 0b00001_00001_00001_00001_00001
_NOT_FIRST = ALL_POINTS & ~_FILES  # points with a neighbour to the left
_NOT_LAST = ALL_POINTS & ~(_FILES << 4)  # points with a neighbour to the right
_CROSSINGS = 0b10101_01010_10101_01010_10101  # points with diagonals


@jit.kernel("int64(int64)")
def spread(points: int) -> int:
    """The set of all points one step from any of ``points``."""
    cross = points & _CROSSINGS
    left, right = cross & _NOT_FIRST, cross & _NOT_LAST
    straight = points << 5 | points >> 5 | (points & _NOT_LAST) << 1 | (points & _NOT_FIRST) >> 1
    return (straight | right << 6 | left << 4 | right >> 4 | left >> 6) & ALL_POINTS


@jit.kernel("int64(int64[::1], int64, int64)")
def tiger_moves(t: jit.Ints, tigers: int, goats: int) -> int:
    """The tigers' moves counted: steps | jumps << 8 | tigers without a move << 16."""
    empty = ALL_POINTS & ~(tigers | goats)
    steps = jumps = trapped = 0
    while tigers:
        low = tigers & -tigers
        tigers ^= low
        a = low.bit_length() - 1
        near = t[NEIGHBOURS + a]
        own = (near & empty).bit_count()
        steps += own
        if near & goats:
            at = JUMP + a * 9
            action = t[at]
            while action >= 0:
                if goats & t[OVER + action] and empty & t[TO + action]:
                    jumps += 1
                    own += 1
                at += 1
                action = t[at]
        if own == 0:
            trapped += 1
    return steps | jumps << 8 | trapped << 16


@jit.kernel("int64(int64[::1], int64, int64, int64, int64)")
def count_moves(t: jit.Ints, tigers: int, goats: int, turn: int, in_hand: int) -> int:
    """The number of legal moves; the game must not be over by captures."""
    empty = ALL_POINTS & ~(tigers | goats)
    if turn:
        counts = tiger_moves(t, tigers, goats)
        return (counts & 255) + (counts >> 8 & 255)
    if in_hand:
        return empty.bit_count()
    moves = 0
    while goats:
        low = goats & -goats
        goats ^= low
        moves += (t[NEIGHBOURS + low.bit_length() - 1] & empty).bit_count()
    return moves


@jit.kernel()
def jumps_into(t: jit.Ints, tigers: int, goats: int, out: jit.Ints, at: int) -> int:
    """Write the tigers' jumps to ``out[at:]``; returns the index after the last."""
    empty = ALL_POINTS & ~(tigers | goats)
    while tigers:
        low = tigers & -tigers
        tigers ^= low
        a = low.bit_length() - 1
        if t[NEIGHBOURS + a] & goats:
            entry = JUMP + a * 9
            action = t[entry]
            while action >= 0:
                if goats & t[OVER + action] and empty & t[TO + action]:
                    out[at] = action
                    at += 1
                entry += 1
                action = t[entry]
    return at


@jit.kernel("int64(int64[::1], int64, int64, int64, int64, int64[::1], int64)")
def generate(t: jit.Ints, tigers: int, goats: int, turn: int, in_hand: int, out: jit.Ints, at: int) -> int:
    """Write the actions of all legal moves to ``out[at:]``, jumps first; returns the index after the last.

    The game must not be over by captures.
    """
    empty = ALL_POINTS & ~(tigers | goats)
    if turn == 0 and in_hand:
        while empty:
            low = empty & -empty
            empty ^= low
            out[at] = low.bit_length() - 1  # a placement's action is its point
            at += 1
        return at
    movers = goats
    if turn:
        movers = tigers
        at = jumps_into(t, tigers, goats, out, at)
    while movers:
        low = movers & -movers
        movers ^= low
        a = low.bit_length() - 1
        to = t[NEIGHBOURS + a] & empty
        while to:
            target = to & -to
            to ^= target
            out[at] = t[STEP + a * POINT_COUNT + target.bit_length() - 1]
            at += 1
    return at


@jit.kernel()
def over(captured: int) -> bool:
    """Whether the tigers have won by captures."""
    return captured >= CAPTURES_TO_WIN


@jit.kernel("int64(int64[::1], int64[::1], int64, int64, int64, int64, int64, int64)")
def perft(
    t: jit.Ints, out: jit.Ints, tigers: int, goats: int, turn: int, in_hand: int, captured: int, depth: int
) -> int:
    """The number of move sequences of ``depth`` plies; the last ply is counted, not made.

    ``out`` is room for ``MAX_MOVES`` actions for each ply but the last.
    """
    if depth == 0:
        return 1
    if over(captured):
        return 0
    if depth == 1:
        return count_moves(t, tigers, goats, turn, in_hand)
    begin = (depth - 2) * MAX_MOVES
    end = generate(t, tigers, goats, turn, in_hand, out, begin)
    other = (
        1 - turn
    )  # no literal: numba compiles a version of its own for one, and its cache loses the way between them
    total = 0
    for at in range(begin, end):
        action = out[at]
        change = t[FROM + action] | t[TO + action]
        eaten = t[OVER + action]
        if turn:
            won = captured + (1 if eaten else 0)
            total += perft(t, out, tigers ^ change, goats ^ eaten, other, in_hand, won, depth - 1)
        else:
            left = in_hand - (1 if in_hand else 0)
            total += perft(t, out, tigers, goats ^ change, other, left, captured, depth - 1)
    return total


@jit.kernel()
def image(t: jit.Ints, points: int, symmetry: int) -> int:
    """A set of points as a symmetry shows it."""
    at = IMAGE + symmetry * 160
    return (
        t[at + (points & 31)]
        | t[at + 32 + (points >> 5 & 31)]
        | t[at + 64 + (points >> 10 & 31)]
        | t[at + 96 + (points >> 15 & 31)]
        | t[at + 128 + (points >> 20)]
    )


@jit.kernel("int64(int64[::1], int64, int64, int64, int64)")
def folded_key(t: jit.Ints, tigers: int, goats: int, turn: int, in_hand: int) -> int:
    """``index.key`` of the position, with the first symmetry that gives it in bits 56-58."""
    rank = 0
    left = tigers
    k = 1
    while left:
        low = left & -left
        left ^= low
        rank += t[CHOOSE + (low.bit_length() - 1) * 5 + k]
        k += 1
    fold = t[FOLD + rank]
    symmetries = fold & 255
    low = symmetries & -symmetries
    symmetry = low.bit_length() - 1
    smallest = image(t, goats, symmetry)
    symmetries ^= low
    while symmetries:
        low = symmetries & -symmetries
        symmetries ^= low
        other = low.bit_length() - 1
        candidate = image(t, goats, other)
        if candidate < smallest:
            smallest = candidate
            symmetry = other
    return symmetry << 56 | (fold >> 8) << 31 | smallest << 6 | turn << 5 | in_hand
