"""The luck of a roll: what its best play is worth above the mean of all rolls that could have come.

The 21 rolls are weighed by their chance, a double with 1 and any other with 2 of 36. Before the opening roll either
side may begin, with any roll but a double: the mean is over these 30.
"""

from __future__ import annotations

from collections.abc import Callable

from pointboard.backgammon.board import Side
from pointboard.backgammon.engine.rolls import THROWS, weight_of
from pointboard.backgammon.report.questions import Rolls
from pointboard.backgammon.state import State
from pointboard.values import Known

__all__ = ["luck_of"]


def luck_of(rolled: State, side: Side, ask: Callable[[State], Rolls], *, opening: bool) -> tuple[Known, float]:
    """The luck of the roll that lies in ``rolled`` for ``side``, which is on roll, and by whose word it is known.

    ``ask`` gives what each roll is worth; ``opening`` says that it is the first of the game.

    >>> from pointboard.backgammon.notation import ogid
    >>> from pointboard.values import Evidence
    >>> rolled = ogid.parse("11ccccchhhjjjjj:66666888dddddoo:N0N:66:W:R")
    >>> flat = {(low, high): 1.0 if low == high == 6 else 0.0 for low in range(1, 7) for high in range(low, 7)}
    >>> known = Known(Evidence.ESTIMATE, "example", "1", "by hand")
    >>> round(luck_of(rolled, Side.BLACK, lambda state: Rolls(known, flat), opening=False)[1], 4)
    0.9722
    """
    before = rolled._replace(dice=(), last_actor=side.other)
    known, own = ask(before)
    low, high = sorted(rolled.dice)
    if not opening:
        return known, own[low, high] - sum(equity * weight_of(*dice) for dice, equity in own.items()) / THROWS
    theirs = ask(before._replace(last_actor=side)).equities
    ours, others = (sum(equity for dice, equity in rolls.items() if dice[0] != dice[1]) for rolls in (own, theirs))
    return known, own[low, high] - (ours - others) / 30
