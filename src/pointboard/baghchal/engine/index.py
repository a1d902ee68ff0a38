"""Positions as integers: a 56-bit key that is the same for a position and its seven images.

::

    bits 55-31  tigers, bit i of the set at bit 31 + i      of the image (one of eight)
    bits 30-6   goats, bit i of the set at bit 6 + i        whose number is the smallest
    bit 5       side to move: 0 goats, 1 tigers
    bits 4-0    goats in hand, 0-20

Two positions have one key exactly when one is an image of the other: no two others ever collide. Captured goats follow
from the rest; last move and ply do not count.
"""

from __future__ import annotations

from functools import cache

from pointboard.baghchal.board import POINT_COUNT, SYMMETRIES, Board
from pointboard.baghchal.state import GOAT_COUNT, Side, State

__all__ = ["key", "state_of"]

_HAND_BITS = 5
_TURN_BIT = 1 << _HAND_BITS
_GOAT_SHIFT = _HAND_BITS + 1
_TIGER_SHIFT = _GOAT_SHIFT + POINT_COUNT
_ROW, _ROWS, _ROW_MASK = 5, 5, 0b11111


@cache
def _images() -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each symmetry and row the 32 sets of a row, each as the set of points where the symmetry puts them."""
    return tuple(
        tuple(
            tuple(sum(1 << to[row * _ROW + i] for i in range(_ROW) if bits >> i & 1) for bits in range(_ROW_MASK + 1))
            for row in range(_ROWS)
        )
        for to in SYMMETRIES
    )


def key(state: State) -> int:
    """The key of a position, 0 to 2^56 - 1; the same for all its images.

    The position must be one that can be (``State.status`` is empty).

    >>> corner, other = State.start(), State.start().image(3)
    >>> key(corner) == key(other)
    True
    """
    tigers, goats = state.board.tigers, state.board.goats
    rows = [(tigers >> shift & _ROW_MASK, goats >> shift & _ROW_MASK) for shift in range(0, POINT_COUNT, _ROW)]
    best = -1
    for images in _images():
        code = 0
        for (tiger_row, goat_row), image in zip(rows, images, strict=True):
            code |= image[tiger_row] << POINT_COUNT | image[goat_row]
        if code < best or best < 0:
            best = code
    return best << _GOAT_SHIFT | (_TURN_BIT if state.turn is Side.TIGER else 0) | state.in_hand


def state_of(number: int) -> State:
    """The position of a key, in the image that the key holds; PositionError where it is no possible position.

    >>> state_of(key(State.start())) == State.start()
    True
    """
    points = (1 << POINT_COUNT) - 1
    board = Board(number >> _TIGER_SHIFT, number >> _GOAT_SHIFT & points)
    in_hand = number & _TURN_BIT - 1
    turn = Side.TIGER if number & _TURN_BIT else Side.GOAT
    return State(board, turn, in_hand, GOAT_COUNT - in_hand - board.goat_count).check()
