"""What the very next roll decides, by the rules alone: how many of the 36 rolls bear off all that a side has left."""

from __future__ import annotations

from functools import lru_cache

from pointboard.backgammon.board import BAR, HOME, Board, Side
from pointboard.backgammon.engine.rolls import ROLLS, THROWS
from pointboard.backgammon.rules import plays
from pointboard.backgammon.state import Phase, State
from pointboard.scan import instance, member

__all__ = ["clears"]

_MOST = 4  # checkers that one roll, a double, can bear off


def clears(board: Board, side: Side) -> float:
    """The chance (0 to 1) that ``side``, on roll, bears off its last checker with this roll.

    Every roll is played by ``rules.plays``, so checkers of the other side that stand in the way count.

    >>> clears(Board.of({24: 1}, {13: 15}), Side.WHITE)
    1.0
    >>> round(36 * clears(Board.of({19: 2}, {13: 15}), Side.WHITE))  # two on the 6-point: double 6, 5, 4 or 3
    4
    """
    return _clears(instance(Board, board), member(Side, side, "side"))


@lru_cache(maxsize=4096)
def _clears(board: Board, side: Side) -> float:
    counts = board.side(side)
    left = sum(counts[pip] for pip in HOME[side])
    if not 0 < left <= _MOST or left < sum(counts) or counts[BAR[side]]:
        return 0.0
    state = State(board, last_actor=side.other, phase=Phase.ROLLED)
    found = 0
    for low, high, weight in ROLLS:
        rolled = state._replace(dice=(low, high))
        if any(not play.after.board.count(side) for play in plays(rolled)):
            found += weight
    return found / THROWS
