"""What a position is worth without looking ahead, and how the weights were found.

The value is in centi-goats: 100 is about one captured goat. It is a sum over things that can be counted on the
board; ``docs/engine.md`` tells how the weights were fitted (``bench/tune.py``).
"""

# ruff: noqa: PLR0913, PLR0917 (a kernel takes a position as its parts)

from __future__ import annotations

from typing import NamedTuple

from pointboard import jit
from pointboard.baghchal.board import ALL_POINTS
from pointboard.baghchal.engine.kernels import spread, tiger_moves
from pointboard.baghchal.engine.tables import GOAT_VALUE, TIGER_VALUE, tables
from pointboard.baghchal.state import GOAT_COUNT, Side, State

__all__ = ["WEIGHTS", "WEIGHT_COUNT", "Weights", "evaluate", "tiger_value"]


class Weights(NamedTuple):
    """The weights, in sixteenths of a centi-goat, from the tigers' point of view.

    - ``captured``: by the number of captured goats, 0 to 4 (five end the game).
    - ``trapped``: by the number of tigers without a move, 0 to 4.
    - ``steps``, ``jumps``: for each step and each jump that the tigers have.
    - ``tigers``, ``goats``: for each unit of the specification's matrices under the tigers and under the goats.
    - ``closed``: for each empty point that no tiger can walk to.
    - ``tempo``: for having the move, whichever side it is.
    - ``base``, ``hand``: for every position, and for each goat in hand: they put an even game at 0.
    """

    captured: tuple[int, int, int, int, int]
    trapped: tuple[int, int, int, int, int]
    steps: int
    jumps: int
    tigers: int
    goats: int
    closed: int
    tempo: int
    base: int
    hand: int

    def flat(self) -> list[int]:
        """The weights as the kernels take them: captured, trapped, then the rest in order."""
        return [
            *self.captured,
            *self.trapped,
            self.steps,
            self.jumps,
            self.tigers,
            self.goats,
            self.closed,
            self.tempo,
            self.base,
            self.hand,
        ]


WEIGHTS = Weights(
    captured=(0, 2200, 4200, 6600, 9600),
    trapped=(0, -770, -1370, -2400, -6000),
    steps=60,
    jumps=1300,
    tigers=67,
    goats=-210,
    closed=-1434,
    tempo=110,
    base=9600,
    hand=-461,
)
"""The weights in use."""

WEIGHT_COUNT = len(WEIGHTS.flat())
"""The length of ``Weights.flat()``."""

_TRAPPED, _STEPS, _JUMPS, _TIGERS, _GOATS, _CLOSED, _TEMPO, _BASE, _HAND = 5, 10, 11, 12, 13, 14, 15, 16, 17


@jit.kernel("int64(int64[::1], int64[::1], int64, int64, int64, int64, int64, int64)")
def tiger_value(
    t: jit.Ints, w: jit.Ints, at: int, tigers: int, goats: int, turn: int, captured: int, counts: int
) -> int:
    """The value for the tigers in centi-goats; ``w[at:]`` holds the weights, ``counts`` is ``tiger_moves``."""
    value = w[at + captured] + w[at + _TRAPPED + (counts >> 16)]
    value += w[at + _STEPS] * (counts & 255) + w[at + _JUMPS] * (counts >> 8 & 255)
    matrix = 0
    left = tigers
    while left:
        low = left & -left
        left ^= low
        matrix += t[TIGER_VALUE + low.bit_length() - 1]
    value += w[at + _TIGERS] * matrix
    matrix = 0
    left = goats
    while left:
        low = left & -left
        left ^= low
        matrix += t[GOAT_VALUE + low.bit_length() - 1]
    value += w[at + _GOATS] * matrix
    empty = ALL_POINTS & ~(tigers | goats)
    reached = spread(tigers) & empty
    before = 0
    while reached != before:
        before = reached
        reached |= spread(reached) & empty
    value += w[at + _CLOSED] * (empty ^ reached).bit_count()
    value += w[at + _TEMPO] * (2 * turn - 1) + w[at + _BASE]
    value += w[at + _HAND] * (GOAT_COUNT - captured - goats.bit_count())
    return value >> 4


def evaluate(state: State) -> int:
    """The value of a position for the side to move, in centi-goats, without looking ahead.

    The game must not be over. Source of the matrices: OBX specification, "Evaluation Matrices".

    >>> from pointboard.baghchal.board import Board
    >>> one, four = State(Board(0b1111, 1 << 20), Side.TIGER, 19, 0), State(Board(0b1111, 1 << 20), Side.TIGER, 15, 4)
    >>> evaluate(four) > evaluate(one)
    True
    """
    board, turn = state.board, 1 if state.turn is Side.TIGER else 0
    counts = tiger_moves(tables(), board.tigers, board.goats)
    value = tiger_value(tables(), WEIGHTS.flat(), 0, board.tigers, board.goats, turn, state.captured, counts)
    return int(value) if turn else -int(value)
