"""The one shape of everything that can judge a position: tables, other programs, the built-in estimate.

A source is asked for the value of a position, for the plays of a roll in order, and for a decision about the cube. All
answers are in the view of the side on roll, in points for each point on the cube (``values.Value.equity``), and say who
gives them and how that is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, Protocol

from pointboard.backgammon.board import CHECKERS, Side
from pointboard.backgammon.rules import Play
from pointboard.backgammon.state import USUAL_RULES, Action, MatchRules, Owner, Phase, State
from pointboard.backgammon.turns import Double, refusal
from pointboard.errors import PointboardError
from pointboard.scan import shown
from pointboard.values import Chances, Known, Value

__all__ = [
    "PASSED",
    "CubeAction",
    "CubeValue",
    "Evaluating",
    "Grade",
    "Judged",
    "Level",
    "Played",
    "Question",
    "Source",
    "Stake",
    "level_of",
    "may_double",
    "ranked",
    "stake_of",
    "undoubled",
    "unusual",
]

PASSED = 1.0
"""What a double that is passed is worth to the doubler: the cube as it stood before, which is the unit of equities."""


class Level(NamedTuple):
    """A strength of a source, in its own words, and the common depth (see ``values.Known``)."""

    name: str
    depth: int


class Judged(NamedTuple):
    """A play and what is said of it."""

    play: Play
    value: Value


class CubeAction(StrEnum):
    """What both sides do about a double, in the words of players."""

    NO_DOUBLE = "no double"
    DOUBLE_TAKE = "double, take"
    DOUBLE_PASS = "double, pass"  # noqa: S105 (no password)
    TOO_GOOD = "too good to double"
    """The side on roll wins more by playing on for a gammon than by a double that is passed."""
    CANNOT = "no double is possible"


class Played(StrEnum):
    """What a side did about the cube."""

    NO_DOUBLE = "no double"
    DOUBLE = "double"
    TAKE = "take"
    PASS = "pass"  # noqa: S105 (no password)


class Grade(NamedTuple):
    """What a decision about the cube cost, 0 when it was right; None where that is not known, with the reason."""

    loss: float | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class CubeValue:
    """What the side on roll wins on average if it does not double, and if it doubles and the other side takes.

    An equity is None where it was not looked at, or where no double is possible. A pass is worth ``PASSED``, always.
    """

    known: Known
    no_double: float | None
    double_take: float | None
    chances: Chances | None = None

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of what was not looked at."""
        pairs = (("no-double", self.no_double), ("double-take", self.double_take))
        return tuple(name for name, equity in pairs if equity is None)

    @property
    def action(self) -> CubeAction:
        """The right action of both sides; ``CANNOT`` where no double is possible.

        A double that wins no more than waiting is none, unless it wins at once; a take that loses no more than a pass
        is a take.

        >>> from pointboard.values import Evidence
        >>> known = Known(Evidence.ESTIMATE, "example", "1", "by hand")
        >>> [CubeValue(known, *pair).action.value for pair in ((0.3, 0.2), (0.7, 0.8), (0.9, 1.2), (1.1, 1.4))]
        ['no double', 'double, take', 'double, pass', 'too good to double']
        """
        if self.double_take is None:
            return CubeAction.CANNOT
        no_double, double_take = self._both()
        if no_double > PASSED and double_take > PASSED:
            return CubeAction.TOO_GOOD
        if min(double_take, PASSED) <= no_double and no_double != PASSED:
            return CubeAction.NO_DOUBLE
        return CubeAction.DOUBLE_TAKE if double_take <= PASSED else CubeAction.DOUBLE_PASS

    @property
    def equity(self) -> float:
        """What the position is worth to the side on roll when both sides do what is right.

        Where no double is possible that is what it is worth without one.
        """
        if self.no_double is None:
            raise PointboardError("the equity without a double was not looked at")
        if self.double_take is None:
            return self.no_double
        return max(self.no_double, min(self.double_take, PASSED))

    def grade(self, played: Played | str) -> Grade:
        """What was lost by what a side did; without a number where what it could have done was not looked at.

        >>> from pointboard.values import Evidence
        >>> known = Known(Evidence.ESTIMATE, "example", "1", "by hand")
        >>> CubeValue(known, None, 0.4).grade("double")
        Grade(loss=None, reason='missing no-double')
        >>> CubeValue(known, 0.25, 0.5).grade("no double"), CubeValue(known, 0.75, 0.5).grade("pass")
        (Grade(loss=0.25, reason=None), Grade(loss=0.5, reason=None))
        """
        played = Played(played)
        answered = played in (Played.TAKE, Played.PASS)
        missing = [name for name in self.missing if not answered or name == "double-take"]
        if missing:
            return Grade(None, f"missing {', '.join(missing)}")
        if answered:
            take = self.double_take or 0.0
            loss = take - PASSED if played is Played.TAKE else PASSED - take
        else:
            no_double, double_take = self._both()
            doubled = min(double_take, PASSED)
            loss = doubled - no_double if played is Played.NO_DOUBLE else no_double - doubled
        return Grade(max(loss, 0.0))

    def _both(self) -> tuple[float, float]:
        if self.no_double is None or self.double_take is None:
            raise PointboardError(f"missing {', '.join(self.missing)}")
        return self.no_double, self.double_take


@dataclass(frozen=True, slots=True)
class Question:
    """What a source is asked besides the position: how strong, under which rules, and when to stop.

    ``level`` is one of the source's levels; ``stop`` tells whether the asker has gone, and may be asked at any time.
    """

    level: Level
    rules: MatchRules = USUAL_RULES
    stop: Callable[[], bool] = lambda: False


class Source(Protocol):
    """What can judge positions.

    ``levels`` are ordered, the weakest first, and ``usual`` is the one that is meant where none is named; ``fault``
    says in words why it cannot judge a position, None when it can.
    """

    @property
    def name(self) -> str:
        """The name of the source."""
        ...

    @property
    def version(self) -> str:
        """Its version."""
        ...

    @property
    def levels(self) -> tuple[Level, ...]:
        """Its levels."""
        ...

    @property
    def usual(self) -> Level:
        """The level where none is named."""
        ...

    def fault(self, state: State) -> str | None:
        """Why it cannot judge ``state``."""
        ...

    def evaluate(self, state: State, question: Question) -> Value:
        """What the position is worth to the side on roll: before its roll, or with the dice that lie there."""
        ...

    def plays(self, state: State, question: Question) -> tuple[Judged, ...]:
        """All plays of the roll that lies there, ranked."""
        ...

    def cube(self, state: State, question: Question) -> CubeValue:
        """The equities with and without a double, before a roll; with an offered double, those of the doubler."""
        ...


class Evaluating:
    """What every source says of a position as a whole, from its plays or from its cube."""

    def evaluate(self: Source, state: State, question: Question) -> Value:
        """What the position is worth to the side on roll: that of the best play, or of the right cube action."""
        if state.dice:
            return self.plays(state, question)[0].value
        cube = self.cube(state, question)
        return Value(cube.known, cube.equity, chances=cube.chances)


class Stake(NamedTuple):
    """The cube and the score as one side sees them.

    ``mine`` is True where that side owns the cube, False where the other does, None for a centred one; ``away`` are the
    points that each still needs, its own first, None for money.
    """

    value: int
    mine: bool | None
    away: tuple[int, int] | None
    crawford: bool


def stake_of(state: State, side: Side) -> Stake:
    """The cube and the score as ``side`` sees them.

    >>> from pointboard.backgammon.notation import ogid
    >>> stake_of(ogid.parse("1:o:B1N::B:C:2:3:7:30"), Side.WHITE)
    Stake(value=2, mine=False, away=(5, 4), crawford=False)
    """
    owner = state.cube.owner
    mine = None if owner not in (Owner.WHITE, Owner.BLACK) else owner.value == side.value
    away = state.away
    both = None if away is None else (away.white, away.black) if side is Side.WHITE else (away.black, away.white)
    return Stake(state.cube.value, mine, both, state.crawford)


def undoubled(state: State) -> State:
    """The position before the double that waits for its answer; a position without one as it is.

    >>> from pointboard.backgammon.notation import ogid
    >>> ogid.format(undoubled(ogid.parse("1:o:N0O::W:D:0:0:0:9")))
    '1:o:N0N::B:C:0:0:0:9'
    """
    if state.phase is not Phase.DOUBLED or state.last_actor is None:
        return state
    cube = state.cube._replace(action=Action.NONE)
    return state._replace(cube=cube, last_actor=state.last_actor.other, phase=Phase.PLAYED)


def may_double(state: State) -> bool:
    """Whether the side on roll may double now by the rules, and is not sure to win the match with the cube as it is.

    >>> from pointboard.backgammon.notation import ogid
    >>> [may_double(ogid.parse(text)) for text in ("1:o:N0N::B:C", "1:o:B1N::B:C", "1:o:N0N::B:C:6:6:7")]
    [True, False, False]
    """
    side = state.on_roll
    if side is None or refusal(state, Double()) is not None:
        return False
    away = stake_of(state, side).away
    return away is None or away[0] > state.cube.value


def unusual(state: State) -> str | None:
    """Why no engine that is made for backgammon should judge ``state``; None for what all of them know.

    >>> from pointboard.backgammon.state import Cube
    >>> unusual(State.start("hypergammon")), unusual(State.start()._replace(cube=Cube(Owner.DEAD, 0)))
    ('it knows games with 15 checkers, not with 3', 'it does not know a dead cube')
    """
    if state.checkers != CHECKERS:
        return f"it knows games with {CHECKERS} checkers, not with {state.checkers}"
    if state.cube.owner in (Owner.DEAD, Owner.UNKNOWN):
        return f"it does not know {'a dead cube' if state.cube.owner is Owner.DEAD else 'a cube of an unknown owner'}"
    if state.phase is Phase.DOUBLED and not may_double(undoubled(state)):
        return "it does not know a double that is of no use to the doubler"
    return None


def ranked(judged: Iterable[Judged]) -> tuple[Judged, ...]:
    """Plays in order, what is known more deeply first, with the loss of each to the first.

    The loss of a play that was looked at less deeply is what that depth says; it is never less than 0.
    """
    order = sorted(judged, key=lambda one: (-(one.value.known.depth or 0), -one.value.equity))
    if not order:
        return ()
    best = order[0].value.equity
    return tuple(Judged(play, replace(value, loss=max(0.0, best - value.equity))) for play, value in order)


def level_of(levels: Sequence[Level], name: str, source: str) -> Level:
    """The level of that name, written with or without a hyphen; PointboardError, with the names there are, for others.

    >>> level_of((Level("0-ply", 1), Level("1-ply", 2)), "1ply", "example").depth
    2
    """
    wanted = name.replace("-", "").lower() if isinstance(name, str) else None
    for level in levels:
        if level.name.replace("-", "") == wanted:
            return level
    known = ", ".join(level.name for level in levels)
    raise PointboardError(f"{source} has no level {shown(name)}; there are: {known}")
