"""The plays of a roll as a kernel: positions packed in 64-bit integers in, positions and paths out.

A position is seen by the mover, whose points are 24 to 1, 25 the bar and 0 off; the opponent's checkers stand on the
same points, its bar is point 0. The count of a point takes four bits (0-15), a side takes two words::

    word 0  mover     points 0 to 12, point i in bits 4i to 4i + 3
    word 1  mover     points 13 to 25, point i in bits 4(i - 13) to 4(i - 13) + 3
    word 2  opponent  points 0 to 12
    word 3  opponent  points 13 to 25

A play is a row of five words: the position after it, still seen by the mover, and its path. The path has a byte for
each move, the first lowest: the point it leaves in bits 0-4 and the die in bits 5-7; 0 stands for no move. The target
is the point minus the die, or 0 (off). No value ever leaves 63 bits.

Each function runs interpreted as it stands and compiled after ``jit.load``; both give the rows in the order of
``rules.plays``, and a parity test holds them to it.
"""

# ruff: noqa: PLR0913, PLR0917 (a kernel takes a position as its parts)

from __future__ import annotations

from typing import Any

from pointboard import jit
from pointboard.backgammon.board import PIP_COUNT, Board, Side
from pointboard.backgammon.rules import MAX_MOVES, Move, Play, mover, pip_of
from pointboard.backgammon.state import State

__all__ = [
    "MAX_ROWS",
    "ROW",
    "WORDS",
    "extend",
    "generate",
    "generate_many",
    "keep",
    "pack",
    "play_at",
    "points_with",
    "sources",
    "unpack",
]

WORDS = 4
"""The words of a position."""

ROW = 5
"""The words of a play."""

MAX_ROWS = 3876
"""Room, in rows, that ``generate`` needs: the plays of a roll and all that is written on the way to them.

k moves of one die are dealt out to 15 checkers, which can be done in C(k + 14, k) ways: 1 + 15 + 120 + 680 + 3060 rows
for a doublet. Two different dice write far fewer: 1 + 2 (15 + 15 x 15).
"""

_SPLIT = 13  # the first point of the second word
_WORD_BITS = 4 * _SPLIT
_ON_BAR = 1 << 25
_OUTSIDE = 1 << 7  # the smallest set of points that are not all home
_SET = 32  # while rows are made, the bits of the path from here on hold the set of the mover's points
_PATH = (1 << _SET) - 1


@jit.kernel()
def points_with(word: int, mask: int) -> int:
    """The set of the points of a word whose count has a bit of ``mask``: 15 for any checker, 14 for two or more."""
    found = 0
    for i in range(_SPLIT):
        if word >> 4 * i & mask:
            found |= 1 << i
    return found


@jit.kernel()
def sources(own: int, landing: int, die: int) -> int:
    """The points from which a die can be played: ``own`` are the occupied points, ``landing`` those not blocked."""
    found = own & landing << die
    if own & _ON_BAR:
        return found & _ON_BAR
    if own < _OUTSIDE:
        if own >> die & 1:
            return found | 1 << die
        if 0 < own < 1 << die:
            return 1 << own.bit_length() - 1
    return found


@jit.kernel()
def extend(out: jit.Ints, begin: int, end: int, die: int, landing: int, made: int, ordered: int, at: int) -> int:
    """Write to ``out[at:]`` every way to play ``die`` after the rows of ``out[begin:end]``; the index after the last.

    The rows have ``made`` moves; an ordered move does not begin farther than the last of them.
    """
    for row in range(begin, end, ROW):
        path = out[row + 4]
        own = path >> _SET
        points = sources(own, landing, die)
        if ordered and made:
            points &= (2 << (path >> 8 * (made - 1) & 31)) - 1
        while points:
            point = points.bit_length() - 1
            bit = 1 << point
            points ^= bit
            low, high, their_low, their_high = out[row], out[row + 1], out[row + 2], out[row + 3]
            now = own
            if point >= _SPLIT:
                shift = 4 * (point - _SPLIT)
                if high >> shift & 15 == 1:
                    now ^= bit
                high -= 1 << shift
            else:
                shift = 4 * point
                if low >> shift & 15 == 1:
                    now ^= bit
                low -= 1 << shift
            target = point - die
            if target >= _SPLIT:
                shift = 4 * (target - _SPLIT)
                now |= 1 << target
                high += 1 << shift
                if their_high >> shift & 15 == 1:
                    their_high -= 1 << shift
                    their_low += 1
            elif target > 0:
                shift = 4 * target
                now |= 1 << target
                low += 1 << shift
                if their_low >> shift & 15 == 1:
                    their_low += 1 - (1 << shift)
            out[at] = low
            out[at + 1] = high
            out[at + 2] = their_low
            out[at + 3] = their_high
            out[at + 4] = path & _PATH | (point | die << 5) << 8 * made | now << _SET
            at += ROW
    return at


@jit.kernel()
def keep(out: jit.Ints, begin: int, end: int, at: int, distinct: int) -> int:
    """Move the rows of ``out[begin:end]`` down to ``out[at:]``, where ``distinct`` each position once."""
    first = at
    for row in range(begin, end, ROW):
        low, high, their_low, their_high = out[row], out[row + 1], out[row + 2], out[row + 3]
        known = 0
        if distinct:
            for other in range(first, at, ROW):
                same = out[other] == low and out[other + 1] == high
                if same and out[other + 2] == their_low and out[other + 3] == their_high:
                    known = 1
                    break
        if not known:
            out[at] = low
            out[at + 1] = high
            out[at + 2] = their_low
            out[at + 3] = their_high
            out[at + 4] = out[row + 4] & _PATH
            at += ROW
    return at


@jit.kernel("int64(int64, int64, int64, int64, int64, int64, int64[::1], int64)")
def generate(
    low: int, high: int, their_low: int, their_high: int, small: int, large: int, out: jit.Ints, at: int
) -> int:
    """Write the plays of the dice ``small`` and ``large`` (1-6, in that order) to ``out[at:]``; the index after them.

    There is always a row: without a move, and with the position as it was, when no die can be played. ``out`` needs
    room for ``MAX_ROWS`` rows from ``at`` on, whatever comes out.
    """
    own = points_with(low, 15) | points_with(high, 15) << _SPLIT
    held = points_with(their_low, 14) | points_with(their_high, 14) << _SPLIT
    landing = _ON_BAR - 2 & ~held
    out[at] = low
    out[at + 1] = high
    out[at + 2] = their_low
    out[at + 3] = their_high
    out[at + 4] = own << _SET
    begin, end = at, at + ROW
    if small == large:
        for made in range(MAX_MOVES):
            grown = extend(out, begin, end, small, landing, made, 1, end)
            if grown == end:
                break
            begin, end = end, grown
        return keep(out, begin, end, at, 0)
    larger = extend(out, begin, end, large, landing, 0, 0, end)
    smaller = extend(out, begin, end, small, landing, 0, 0, larger)
    both = extend(out, end, larger, small, landing, 1, 0, smaller)
    both = extend(out, larger, smaller, large, landing, 1, 0, both)
    if both > smaller:
        return keep(out, smaller, both, at, 1)
    if larger > end:
        return keep(out, end, larger, at, 0)
    if smaller > larger:
        return keep(out, larger, smaller, at, 0)
    return keep(out, begin, end, at, 0)


@jit.kernel("int64(int64[::1], int64[::1], int64, int64[::1], int64[::1])")
def generate_many(positions: jit.Ints, dice: jit.Ints, count: int, out: jit.Ints, starts: jit.Ints) -> int:
    """The plays of many positions: position i is in ``positions[4 i:]``, its dice, the smaller first, ``dice[2 i:]``.

    The rows of position i go to ``out[starts[i]:starts[i + 1]]``. Returns how many positions were done: it stops where
    the room left in ``out`` is less than ``MAX_ROWS`` rows.
    """
    at, room = 0, len(out) - ROW * MAX_ROWS
    starts[0] = 0
    for i in range(count):
        if at > room:
            return i
        p, d = WORDS * i, 2 * i
        at = generate(
            positions[p],
            positions[p + 1],
            positions[p + 2],
            positions[p + 3],
            dice[d],
            dice[d + 1],
            out,
            at,
        )
        starts[i + 1] = at
    return count


def pack(board: Board, side: Side) -> tuple[int, int, int, int]:
    """The four words of a board as ``side`` sees it; its counts must be 0 to 15, as those of possible positions are.

    >>> from pointboard.backgammon.board import start_board
    >>> [hex(word) for word in pack(start_board(), Side.WHITE)]
    ['0x305000000', '0x200000000005', '0x5000000000020', '0x5030000']
    """
    white, black = board
    own, theirs = (white, black) if side is Side.WHITE else (black[::-1], white[::-1])
    # The mover's point 25 stands first, so that it becomes the highest four bits.
    mine, others = int(own.hex()[1::2], 16), int(theirs.hex()[1::2], 16)
    low = (1 << _WORD_BITS) - 1
    return mine & low, mine >> _WORD_BITS, others & low, others >> _WORD_BITS


def unpack(words: jit.Ints, side: Side) -> Board:
    """The board of four words that ``side`` sees.

    >>> from pointboard.backgammon.board import start_board
    >>> unpack(list(pack(start_board(), Side.BLACK)), Side.BLACK) == start_board()
    True
    """
    low, high, their_low, their_high = (int(word) for word in words)
    own, theirs = (
        bytes([number >> 4 * point & 15 for point in range(PIP_COUNT)])
        for number in (low | high << _WORD_BITS, their_low | their_high << _WORD_BITS)
    )
    return Board(own[::-1], theirs[::-1]) if side is Side.WHITE else Board(theirs, own)


def play_at(state: State, rows: Any, at: int) -> Play:  # noqa: ANN401 (what it is depends on what is installed)
    """The play of ``state`` that stands in ``rows[at:]``, which ``generate`` wrote for its board, mover and dice.

    >>> from pointboard.backgammon.notation import ogid
    >>> state, rows = ogid.parse("33:a:N0N:52:W:R"), jit.zeros(ROW * MAX_ROWS)
    >>> jit.load(generate)(*pack(state.board, Side.BLACK), *state.dice, rows, 0)
    5
    >>> play_at(state, rows, 0).moves
    (Move(source=10, target=5),)
    """
    side, path, moves = mover(state), int(rows[at + 4]), []
    while path:
        point, die = path & 31, path >> 5 & 7
        moves.append(Move(pip_of(side, point), pip_of(side, max(point - die, 0))))
        path >>= 8
    return Play(state, tuple(moves), unpack(rows[at : at + WORDS], side))
