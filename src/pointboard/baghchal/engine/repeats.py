"""Whether a proved win stands in the game as it was played: a verdict of the tables knows no history.

Positions come back only while no goat is in hand, and never after a capture. On the shortest way to a win the plies to
the end fall with every move, so that no position of it comes twice: what can spoil it are positions of the game before.
Under the threefold rule those are the ones that stood twice, since the third time draws; under superko all, since no
move may bring one back. A proved draw is spoilt by nothing where repetition draws: both sides can hold it for ever.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import TYPE_CHECKING

from pointboard.baghchal.engine.question import Question
from pointboard.baghchal.rules import Repetition, apply
from pointboard.baghchal.state import Side, State

if TYPE_CHECKING:
    from pointboard.baghchal.engine.solve.probe import Tables

__all__ = ["Past"]

_PATIENCE = 400
_NEVER = 1 << 62


class Past:
    """The positions of a game that may spoil a win of one side."""

    def __init__(self, question: Question, tables: Tables, winner: Side) -> None:
        """Take them from the game of a question: none with goats in hand, none where repetition means nothing."""
        self._tables, self._winner = tables, winner
        self._superko = question.repetition is Repetition.SUPERKO
        state, often = question.state, {Repetition.THREEFOLD: 2, Repetition.SUPERKO: 1, Repetition.NONE: _NEVER}
        same = [] if state.in_hand else [one for one in question.game(state) if _alike(one, state)]
        counts = Counter(one.position_key() for one in same)
        spoilt = {one.position_key(): one for one in same if counts[one.position_key()] >= often[question.repetition]}
        verdicts = [tables.probe(one) for one in spoilt.values()]
        self._floor = min((one.plies or 0 for one in verdicts if one.winner is winner), default=_NEVER)
        self._spoilt = frozenset(spoilt)
        self._known: dict[Hashable, bool] = {}
        self._left = _PATIENCE

    def holds(self, after: State, plies: int) -> bool:
        """Whether the win in ``plies`` from a position stands on the shortest way, whatever the other side does.

        False too where that takes too long to see.
        """
        if plies <= self._floor:  # what comes is nearer to the end than all that may not come back
            return True
        key = after.position_key()
        if key not in self._known:
            self._left -= 1
            self._known[key] = self._left >= 0 and self._looked_at(after, plies)
        return self._known[key]

    def _looked_at(self, state: State, plies: int) -> bool:
        own = state.turn is self._winner
        for one in self._tables.probe_moves(state):
            left = one.verdict.plies
            if left is None or (own and left > plies):
                break
            after = apply(state, one.move)
            if after.position_key() in self._spoilt:
                if own or self._superko:
                    continue  # no way to win; no move that the other side has
                return False
            if self.holds(after, left - 1) is own:
                return own
        return not own


def _alike(one: State, state: State) -> bool:
    return one.in_hand == 0 and one.captured == state.captured
