"""The exact tables as a source: what they hold is proved, and asked before any engine.

They hold money play: bear-offs, and hypergammon (``exact``). In a match they answer only where nobody has any use for
the cube and no gammon can come, so that the chance to win is all that counts: in a bear-off when both sides win the
match with the game.
"""

from __future__ import annotations

from pointboard.backgammon.board import CHECKERS
from pointboard.backgammon.engine import exact
from pointboard.backgammon.engine.source import CubeValue, Judged, may_double, ranked, undoubled
from pointboard.backgammon.rules import Play, mover, outcome
from pointboard.backgammon.state import MatchRules, Owner, State
from pointboard.errors import MissingExtraError, TableError
from pointboard.values import Chances, Evidence, Known, Value

__all__ = ["cube", "missing", "plays"]

_FEW = 6  # checkers that the small tables know on either side
_RULES = Known(Evidence.TABLE, "rules", "1", "the game is over")


def _covered(state: State, rules: MatchRules) -> bool:
    """Whether the values of the tables hold for the cube, the score and the rules."""
    if state.cube.owner is Owner.UNKNOWN or (rules.jacoby and state.checkers != CHECKERS):
        return False
    return state.away is None or (state.checkers == CHECKERS and max(state.away) <= state.cube.value)


def plays(state: State, rules: MatchRules) -> tuple[Judged, ...] | None:
    """All plays of the roll, ranked, where the tables know all positions that they lead to; None where they do not.

    TableError for a damaged table.
    """
    if not _covered(state, rules):
        return None
    try:
        found = exact.plays(state)
    except MissingExtraError:  # without numpy there are no tables
        return None
    if found is None:
        return None
    return ranked(Judged(one.play, _value(state, one.play, one.values)) for one in found)


def _value(state: State, play: Play, values: exact.Place) -> Value:
    """What the tables say of a play."""
    side, over = mover(state), outcome(play.after)
    equity = values.at(state, side) if state.away is None else values.cubeless
    if over is not None:
        chances = Chances(1.0, *(float(over.size >= size) for size in (2, 3)))
        return Value(_RULES, equity, chances=chances)
    after = exact.evaluate(play.after)
    assert after is not None  # noqa: S101 (the tables have just answered)
    return Value(after.known, equity, chances=None if after.chances is None else after.chances.mirror())


def cube(state: State, rules: MatchRules) -> CubeValue | None:
    """The equities with and without a double where the tables know them, else None; TableError for a damaged table."""
    state = undoubled(state)
    if not _covered(state, rules):
        return None
    try:
        found = exact.evaluate(state)
        side = state.on_roll
        if found is None or side is None:
            return None
        if state.away is not None:
            return CubeValue(found.known, found.values.cubeless, None, found.chances)
        if may_double(state):
            return exact.cube(state)
        # No double is possible: the cube is the other side's, also just after a take, or it is dead.
        return CubeValue(found.known, found.values.at(state, side), None, found.chances)
    except MissingExtraError:
        return None


def missing(state: State) -> str | None:
    """What to do to have a bear-off answered by a table, where the tables are not there; None where none would help.

    >>> from pointboard.backgammon.notation import ogid
    >>> missing(ogid.parse("11jjjjjhhhccccc:ooddddd88866666:N0N:53:W:R"))
    """
    white, black = state.board
    small = not any(white[:19]) and not any(black[7:]) and max(sum(white), sum(black)) <= _FEW
    if not small or state.checkers - sum(white) < 1 or state.checkers - sum(black) < 1:
        return None
    try:
        if exact.ready():
            return None
    except (MissingExtraError, TableError) as error:
        return str(error)
    return "the table of such bear-offs is not there; pointboard backgammon solve builds it"
