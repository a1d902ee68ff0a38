"""What a source of answers is asked: the position with its game, and how much may be spent on the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pointboard.baghchal.engine.levels import Level
from pointboard.baghchal.engine.search import Limits, playable
from pointboard.baghchal.rules import THREEFOLD_DRAW, Outcome, Reason, Repetition, outcome, repetition_draw
from pointboard.baghchal.state import Move, Side, State
from pointboard.game import Choice
from pointboard.scan import member

__all__ = ["Question", "Source"]


@dataclass(frozen=True, slots=True)
class Question:
    """What a source is asked: the position with its game, and how much may be spent on the answer."""

    state: State
    limits: Limits
    level: Level | None
    seed: int
    history: tuple[State, ...]
    repetition: Repetition
    lines: int

    def __post_init__(self) -> None:
        """Turn the text of a policy into the policy."""
        object.__setattr__(self, "repetition", member(Repetition, self.repetition, "repetition"))

    def moves(self) -> tuple[Move, ...]:
        """The moves that the game allows."""
        return playable(self.state, self.history, self.repetition)

    def ended(self, after: State) -> Outcome | None:
        """How the game has ended in ``after``, reached from here by a move; None while it goes on."""
        found = outcome(after)
        if found is None and self.repetition is Repetition.THREEFOLD and repetition_draw(self.game(after)):
            found = THREEFOLD_DRAW
        if found is None and not playable(after, self.game(after), self.repetition):
            found = _STUCK[after.turn]
        return found

    def game(self, last: State) -> tuple[State, ...]:
        """All positions of the game up to ``last``."""
        played = self.history
        for state in (self.state, last):
            if not played or played[-1].position_key() != state.position_key():
                played = (*played, state)
        return played


_STUCK = {Side.GOAT: Outcome(Side.TIGER, Reason.GOATS_STUCK), Side.TIGER: Outcome(Side.GOAT, Reason.TIGERS_TRAPPED)}

Source = Callable[[Question], Choice[State, Move] | None]
"""A function that answers a question, or gives None where it does not know."""
