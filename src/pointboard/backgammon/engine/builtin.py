"""The source that is always there: the estimate of chances, every play looked at, Janowski's cube. No search.

It needs nothing but the standard library, and says of all it says that it is an estimate.
"""

from __future__ import annotations

from pointboard.backgammon.board import Side
from pointboard.backgammon.engine.estimate import estimate
from pointboard.backgammon.engine.janowski import cubed
from pointboard.backgammon.engine.source import (
    CubeValue,
    Evaluating,
    Judged,
    Level,
    Question,
    may_double,
    ranked,
    stake_of,
    undoubled,
)
from pointboard.backgammon.rules import Play, outcome, plays
from pointboard.backgammon.state import Owner, Phase, State
from pointboard.errors import PointboardError
from pointboard.values import Evidence, Known, Value

__all__ = ["Builtin"]


class Builtin(Evaluating):
    """The built-in estimate as a source; ``version`` counts what changed its numbers.

    >>> from pointboard.backgammon.notation import ogid
    >>> from pointboard.backgammon.notation import plays as notation
    >>> source, state = Builtin(), ogid.parse("11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:R")
    >>> notation.format(source.plays(state, Question(source.usual))[0].play)
    '8/5 6/5'
    """

    name = "builtin"
    version = "2"
    levels = (Level("static", 1),)
    usual = levels[0]

    def fault(self, state: State) -> str | None:  # noqa: ARG002 (it judges everything)
        """Why it cannot judge ``state``: it can always."""
        return None

    def plays(self, state: State, question: Question) -> tuple[Judged, ...]:
        """All plays of the roll, ranked."""
        return ranked(Judged(play, self._value(play, question)) for play in plays(state))

    def cube(self, state: State, question: Question) -> CubeValue:
        """The equities with and without a double."""
        doubled, state = state.phase is Phase.DOUBLED, undoubled(state)
        side = state.on_roll
        if side is None:
            raise PointboardError("nobody is on roll")
        return self._cube(state, side, question, doubled=doubled)

    def _cube(self, state: State, side: Side, question: Question, *, doubled: bool = False) -> CubeValue:
        chances = estimate(state, side.other).mirror()
        both = cubed(chances, stake_of(state, side), alive=_alive(state))
        known = Known(Evidence.ESTIMATE, self.name, self.version, question.level.name, question.level.depth)
        return CubeValue(known, both.no_double, both.double_take if doubled or may_double(state) else None, chances)

    def _value(self, play: Play, question: Question) -> Value:
        """The value of a play for the side that makes it."""
        after, side = play.after, play.side
        if outcome(after) is not None:
            chances = estimate(after, side)
            known = Known(Evidence.ESTIMATE, self.name, self.version, question.level.name, question.level.depth)
            return Value(known, cubed(chances, stake_of(after, side), alive=False).no_double, chances=chances)
        cube = self._cube(after, side.other, question)
        return Value(cube.known, -cube.equity, chances=None if cube.chances is None else cube.chances.mirror())


def _alive(state: State) -> bool:
    return state.cube.owner not in (Owner.DEAD, Owner.UNKNOWN)
