"""Moves as numbers 0-216, for programs that learn: the 25 placements, 112 steps and 80 jumps of the board.

Two orders:

- ``geometry``: the order of ``state.MOVES`` (placements by point, steps by source and target, jumps likewise), stable
  and computed from the board. A number is the same for a goat's and a tiger's step.
- ``pypi``: the order of the ``action_space`` table of the PyPI package ``baghchal`` 1.0.1, which the networks trained
  with that package (AlphaBaghChal and its kin) use. Placements come first; then, by source, the steps followed by the
  jumps, in an order of targets that follows no rule of the board.

>>> from pointboard.baghchal.state import MOVES
>>> number(MOVES[215]), number(MOVES[215], order="pypi"), str(move(28, order="pypi"))
(215, 214, 'mA1C1(B1)')
"""

from __future__ import annotations

from enum import StrEnum

from pointboard.baghchal.board import CAPTURE_TABLE, POINT_COUNT
from pointboard.baghchal.rules import legal
from pointboard.baghchal.state import MOVES, Move, State
from pointboard.errors import PointboardError
from pointboard.scan import shown

__all__ = ["ACTION_COUNT", "Order", "legal_mask", "move", "moves", "number"]

ACTION_COUNT = len(MOVES)
"""The number of actions, 217."""


class Order(StrEnum):
    """An order in which the moves are numbered."""

    GEOMETRY = "geometry"
    PYPI = "pypi"


# The targets that the PyPI table lists for each source, A1 first; the letters a to y are the points 0 to 24.
_PYPI_TARGETS = (
    "bfgckm cagld bdhgimkeao ecibn jidcmo kagph blcmkfhaqsi icmgjfr cmdehjnoqsg eioth lfgqpcmuaw qkmgbnv "
    "lshrgqnicykewuao ismoxld tsjnicymew qukrf lpmkruvwsig qsmwtph xmytrwnoqig syojr qpvkmw quwxl xsrqvymkuo sywnv "
    "txsomw"
)


def _pypi_moves() -> tuple[Move, ...]:
    found = list(MOVES[:POINT_COUNT])
    for source, letters in enumerate(_PYPI_TARGETS.split()):
        for letter in letters:
            target = ord(letter) - ord("a")
            over = (source + target) // 2 if target in CAPTURE_TABLE[source] else None
            found.append(Move(source, target, over))
    return tuple(found)


_MOVES = {Order.GEOMETRY: MOVES, Order.PYPI: _pypi_moves()}
_NUMBERS = {order: {move: number for number, move in enumerate(found)} for order, found in _MOVES.items()}


def _order(order: str) -> Order:
    try:
        return Order(order)
    except ValueError:
        raise PointboardError(f"no order is called {shown(order)}; there are: {', '.join(Order)}") from None


def moves(order: str = Order.GEOMETRY) -> tuple[Move, ...]:
    """The 217 moves in their order; PointboardError for an unknown order.

    >>> [str(move) for move in moves("pypi")[25:29]]
    ['mA1B1', 'mA1A2', 'mA1B2', 'mA1C1(B1)']
    """
    return _MOVES[_order(order)]


def number(move: Move, *, order: str = Order.GEOMETRY) -> int:
    """The number (0-216) of a move; PointboardError for a move that the board does not know.

    >>> number(Move(None, 24))
    24
    """
    found = _NUMBERS[_order(order)].get(move)
    if found is None:
        raise PointboardError(f"{move} is no move of the board")
    return found


def move(number: int, *, order: str = Order.GEOMETRY) -> Move:
    """The move with a number (0-216); PointboardError for any other value.

    >>> str(move(25))
    'mA1B1'
    """
    found = _MOVES[_order(order)]
    if type(number) is not int or not 0 <= number < ACTION_COUNT:
        raise PointboardError(f"expected an action number from 0 to {ACTION_COUNT - 1}, found {shown(number)}")
    return found[number]


def legal_mask(state: State, *, order: str = Order.GEOMETRY) -> tuple[bool, ...]:
    """For each action number whether the move is legal in ``state``; nothing is when the game is over.

    >>> sum(legal_mask(State.start()))
    21
    """
    allowed = frozenset(legal(state))
    return tuple(found in allowed for found in moves(order))
