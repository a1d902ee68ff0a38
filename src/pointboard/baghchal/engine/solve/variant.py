"""Which game is solved: Bagh Chal as it is played, or a smaller one with fewer goats or fewer captures to win.

The smaller games are there to check the solver: they can be solved by a plain program too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pointboard.baghchal.board import POINT_COUNT
from pointboard.baghchal.state import CAPTURES_TO_WIN, GOAT_COUNT, TIGER_COUNT

__all__ = ["BAGHCHAL", "FREE_POINTS", "Variant"]

FREE_POINTS = POINT_COUNT - TIGER_COUNT
"""The points that the tigers leave free, 21: a set of goats is a set of these."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The goats in all (1-20) and the captures that win for the tigers (1-5, at most the goats).

    >>> Variant(goats=6, captures=2).goats_on_board(in_hand=3)
    range(2, 4)
    """

    goats: int = GOAT_COUNT
    captures: int = CAPTURES_TO_WIN

    def __post_init__(self) -> None:
        if not 1 <= self.goats <= GOAT_COUNT:
            raise ValueError(f"goats must be 1 to {GOAT_COUNT}, is {self.goats}")
        if not 1 <= self.captures <= min(CAPTURES_TO_WIN, self.goats):
            raise ValueError(f"captures must be 1 to {min(CAPTURES_TO_WIN, self.goats)}, is {self.captures}")

    @property
    def rules(self) -> str:
        """The rules in one line, as the tables state them."""
        return (
            f"{TIGER_COUNT} tigers, {self.goats} goats, {self.captures} captures win, one jump a turn, free captures, "
            "no slide before the last placement, a side to move without a move loses, endless play is a draw"
        )

    def placed(self, in_hand: int) -> int:
        """The goats that have been placed, captured ones included."""
        return self.goats - in_hand

    def goats_on_board(self, in_hand: int) -> range:
        """The numbers of goats that can be on the board while the game goes on."""
        placed = self.placed(in_hand)
        return range(max(0, placed - self.captures + 1), placed + 1)

    def layers(self) -> Iterator[int]:
        """The goats in hand of the placement phase, in the order in which they are solved."""
        return iter(range(1, self.goats + 1))


BAGHCHAL = Variant()
"""The game as it is played: 20 goats, 5 captures."""
