"""Strength levels 1 to 8: how many positions each may visit, and how often it errs on purpose.

A level plays the best move of a search that visits ``nodes`` positions, but with the chance ``mistakes`` (per cent) it
plays some other legal move instead, each with the same chance. Which moves these are hangs on nothing but the position,
the level and the seed. ``docs/engine.md`` has the scores of the levels against each other and against a beginner.
"""

from __future__ import annotations

import random
from typing import NamedTuple, TypeVar

from pointboard.baghchal.engine.index import key
from pointboard.baghchal.state import State
from pointboard.scan import shown

__all__ = ["LEVELS", "STRONGEST", "Level", "level"]

T = TypeVar("T")


class Level(NamedTuple):
    """A strength: its number, the positions it may visit for a move, the chance of a mistake in per cent."""

    number: int
    nodes: int
    mistakes: int

    def errs(self, state: State, seed: int) -> random.Random | None:
        """The chances of a mistake here, None where the level plays its best move.

        >>> LEVELS[8].errs(State.start(), 1) is None
        True
        """
        dice = random.Random(f"{self.number} {seed} {key(state)}")  # noqa: S311 (a game, not a secret)
        return dice if dice.randrange(100) < self.mistakes else None


LEVELS: dict[int, Level] = {
    number: Level(number, nodes, mistakes)
    for number, nodes, mistakes in (
        (1, 50, 60),
        (2, 150, 40),
        (3, 500, 25),
        (4, 1_500, 16),
        (5, 5_000, 9),
        (6, 15_000, 4),
        (7, 50_000, 1),
        (8, 200_000, 0),
    )
}
"""The levels by number."""

STRONGEST = max(LEVELS)
"""The number of the strongest level."""


def level(number: int) -> Level:
    """The level of that number; ValueError for any but 1 to 8, TypeError for what is no whole number.

    >>> level(8).mistakes
    0
    """
    if type(number) is not int:
        raise TypeError(f"expected a level from 1 to {STRONGEST}, found {shown(number)}")
    if number not in LEVELS:
        raise ValueError(f"expected a level from 1 to {STRONGEST}, found {shown(number)}")
    return LEVELS[number]
