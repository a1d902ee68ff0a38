"""Judging a match: what is asked at each ply, what each decision lost, how lucky each roll was, who was winning.

A checker play is compared with the best of all plays. Where the engine has looked less deeply at the play that was made
than at the best one, the position after it is asked at the full level, so that no loss compares two depths. A decision
about the cube is graded by all actions together: whether a double was wrong hangs on what not doubling was worth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from pointboard.backgammon.board import Side
from pointboard.backgammon.engine import met
from pointboard.backgammon.engine.source import (
    PASSED,
    CubeAction,
    CubeValue,
    Level,
    Played,
    Source,
    level_of,
    may_double,
    stake_of,
    undoubled,
)
from pointboard.backgammon.notation import plays as notation
from pointboard.backgammon.record.model import GameRecord, MatchRecord, Ply
from pointboard.backgammon.report.asking import Asker, each
from pointboard.backgammon.report.cache import Cache
from pointboard.backgammon.report.luck import luck_of
from pointboard.backgammon.report.questions import Ask, Task
from pointboard.backgammon.report.values import (
    Act,
    CubeError,
    Decision,
    Game,
    Luck,
    Moment,
    Option,
    Report,
    match_chance,
    match_weight,
)
from pointboard.backgammon.rules import play_of
from pointboard.backgammon.rules import plays as legal
from pointboard.backgammon.state import MatchRules, Phase, State
from pointboard.backgammon.turns import Beaver, Double, MakePlay, Pass, Resign, Roll, Take
from pointboard.errors import EngineError, PointboardError
from pointboard.scan import instance
from pointboard.values import Evidence, Known, Value

__all__ = ["CLOSE", "judge"]

CLOSE = 0.2
"""A double that is rightly not made counts as a decision where it would have lost no more than this."""

_SHOWN = 6  # plays that a decision keeps, besides the one that was made
_SMALL, _HOPELESS = 0.001, -0.9


class _Work(NamedTuple):
    """A ply to judge."""

    game: GameRecord
    number: int  # of the ply, from 1

    @property
    def ply(self) -> Ply:
        return self.game.plies[self.number - 1]

    @property
    def prior(self) -> State:
        """The position before the roll, or whatever else the ply is."""
        return self.game.plies[self.number - 2].after if self.number > 1 else self.game.start


class _Found(NamedTuple):
    """What was found at a ply; ``chance`` is White's, None where it is as before."""

    decisions: tuple[Decision, ...] = ()
    luck: Luck | None = None
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class _Judge:
    """Judges the plies of a match."""

    match: MatchRecord
    ask: Asker
    level: Level
    lucky: Level | None
    rules: MatchRules

    def ply(self, work: _Work) -> _Found:
        """What was decided and rolled at a ply."""
        event, ply = work.ply.event, work.ply
        try:
            if isinstance(event, MakePlay) and ply.side is not None:
                return self._played(work, ply, ply.side)
            if isinstance(event, Roll) and ply.side is not None:
                return _Found(self._waited(work, ply.side), self._luck(work, ply.after, ply.side))
            if isinstance(event, Double) and ply.side is not None:
                return self._doubled(work, ply.side)
            if isinstance(event, Take | Beaver | Pass) and ply.side is not None:  # whoever beavers has taken
                return self._answered(work, ply.side, take=not isinstance(event, Pass))
            if isinstance(event, Resign) and ply.side is not None:
                return self._resigned(work, ply.side)
        except PointboardError as error:
            place = f"game {work.game.number}, ply {work.number}"
            if type(error) in (PointboardError, EngineError):
                raise type(error)(f"{place}: {error}") from None
            raise
        return _Found()

    # --- plays ---

    def _played(self, work: _Work, ply: Ply, side: Side) -> _Found:
        options, played, count = self._options(ply)
        decision = Decision(
            work.game.number, work.number, side, Act.PLAY, ply.before, played, options, count, counted=count > 1
        )
        chance = self._chance(ply.before, side, played)
        return _Found((*self._waited(work, side), decision), self._luck(work, ply.before, side), chance)

    def _options(self, ply: Ply) -> tuple[tuple[Option, ...], Option, int]:
        """The best plays and the one that was made, in order; that one; how many there were."""
        state = ply.before
        assert isinstance(ply.event, MakePlay)  # noqa: S101 (asked of no other)
        board, allowed = play_of(state, ply.event.moves).board, legal(state)
        found = next(play for play in allowed if play.board == board)  # of several ways there, the one that is listed
        made = notation.format(found)
        said = self.ask.plays(self._task(Ask.PLAYS, state))
        best, value = next(iter(said.values())), said[made]
        if value.known.depth != best.known.depth and found.after.on_roll is not None:
            value = self._after(found.after)
        loss = max(0.0, best.equity - value.equity)
        played = Option(made, value.equity, loss, value.known, value.chances)
        others = [
            Option(name, one.equity, max(0.0, best.equity - one.equity), one.known, one.chances)
            for name, one in said.items()
            if name != made
        ][:_SHOWN]
        if loss == 0:
            return (played, *others), played, len(allowed)
        at = next((i for i, one in enumerate(others) if i and one.equity < played.equity), len(others))
        return (*others[:at], played, *others[at:]), played, len(allowed)

    def _after(self, state: State) -> Value:
        """What a position is worth to the side that has just played, at the full level."""
        cube = self.ask.cube(self._task(Ask.CUBE, state))
        chances = None if cube.chances is None else cube.chances.mirror()
        return Value(cube.known, -cube.equity, chances=chances)

    def _luck(self, work: _Work, rolled: State, side: Side) -> Luck | None:
        """The luck of the roll that lies in ``rolled``."""
        if self.lucky is None or len(rolled.dice) != 2:
            return None
        opening = work.prior.phase is Phase.OPENING
        known, luck = luck_of(
            rolled, side, lambda state: self.ask.rolls(self._task(Ask.ROLLS, state, self.lucky)), opening=opening
        )
        return Luck(work.game.number, work.number, side, rolled.dice, luck, known)

    # --- the cube ---

    def _waited(self, work: _Work, side: Side) -> tuple[Decision, ...]:
        """The decision not to double, where a double was possible."""
        prior = work.prior
        if prior.phase is not Phase.PLAYED or prior.on_roll is not side or not may_double(prior):
            return ()
        cube = self.ask.cube(self._task(Ask.CUBE, prior))
        return (self._cube(work, side, Act.NO_DOUBLE, prior, cube),)

    def _doubled(self, work: _Work, side: Side) -> _Found:
        prior = work.ply.before
        cube = self.ask.cube(self._task(Ask.CUBE, prior))
        decision = self._cube(work, side, Act.DOUBLE, prior, cube)
        return _Found((decision,), chance=self._chance(prior, side, decision.played))

    def _answered(self, work: _Work, side: Side, *, take: bool) -> _Found:
        prior = undoubled(work.ply.before)
        cube = self.ask.cube(self._task(Ask.CUBE, prior))
        decision = self._cube(work, side, Act.TAKE if take else Act.PASS, prior, cube)
        return _Found((decision,), chance=self._chance(prior, side, decision.played))

    def _cube(self, work: _Work, side: Side, act: Act, state: State, cube: CubeValue) -> Decision:
        """A decision about the cube, graded by all that could be done."""
        answered = act in (Act.TAKE, Act.PASS)
        grade = cube.grade(Played(act.value))
        if cube.double_take is None or grade.loss is None or (cube.no_double is None and not answered):
            raise PointboardError(f"{cube.known.source} does not judge the double: {grade.reason}")
        chances = cube.chances
        if answered:
            rows = [("take", -cube.double_take), ("pass", -PASSED)]
            chances = None if chances is None else chances.mirror()
        else:
            no_double = cube.no_double or 0.0
            rows = [("no double", no_double), (_doubled_word(cube), min(cube.double_take, PASSED))]
        best = max(equity for _, equity in rows)
        options = [Option(name, equity, best - equity, cube.known, chances) for name, equity in rows]
        played = options[0 if act in (Act.NO_DOUBLE, Act.TAKE) else 1]._replace(loss=grade.loss)
        other = options[1 if act in (Act.NO_DOUBLE, Act.TAKE) else 0]
        shown = (played, other) if grade.loss == 0 else (other, played)
        counted = act is not Act.NO_DOUBLE or grade.loss > _SMALL or _close(cube)
        error = _error(act, cube) if grade.loss > _SMALL else None
        return Decision(work.game.number, work.number, side, act, state, played, shown, 2, counted, error)

    # --- resignations ---

    def _resigned(self, work: _Work, side: Side) -> _Found:
        """A resignation and its acceptance; neither counts for the rating."""
        state = work.ply.before
        value = self._worth(state, side)
        if state.away is not None and match_weight(state, side) is None:
            return _Found()
        won = self.match.won(work.game)
        given = _equity_of_loss(state, side, won)
        known, mirrored = value.known, None if value.chances is None else value.chances.mirror()
        decisions = []
        for who, act, names, equities, chances in (
            (side, Act.RESIGN, ("play on", f"resign {_points(won)}"), (value.equity, given), value.chances),
            (side.other, Act.ACCEPT, ("play on", f"accept {_points(won)}"), (-value.equity, -given), mirrored),
        ):
            best = max(equities)
            options = tuple(
                Option(name, equity, best - equity, known, chances)
                for name, equity in zip(names, equities, strict=True)
            )
            ranked = tuple(sorted(options, key=lambda one: -one.equity))
            decisions.append(
                Decision(work.game.number, work.number, who, act, state, options[1], ranked, 2, counted=False)
            )
        return _Found(tuple(decisions))

    def _worth(self, state: State, side: Side) -> Value:
        """What a position is worth to a side."""
        state = undoubled(state)
        if state.dice:
            value = next(iter(self.ask.plays(self._task(Ask.PLAYS, state)).values()))
        else:
            cube = self.ask.cube(self._task(Ask.CUBE, state))
            value = Value(cube.known, cube.equity, chances=cube.chances)
        if state.on_roll is side:
            return value
        return Value(value.known, -value.equity, chances=None if value.chances is None else value.chances.mirror())

    # --- helpers ---

    def _task(self, what: Ask, state: State, level: Level | None = None) -> Task:
        task = Task.of(what, state, level or self.level, self.rules)
        if fault := self.ask.source.fault(task.state):
            raise PointboardError(f"{self.ask.source.name} cannot judge the position: {fault}")
        return task

    def _chance(self, state: State, side: Side, option: Option) -> float | None:
        """White's chance after a decision: of the match by the table of match equities, for money of the game."""
        if state.away is not None:
            chance = match_chance(state, side, option.equity)
        else:
            chance = None if option.chances is None else option.chances.win
        return chance if chance is None or side is Side.WHITE else 1 - chance


def judge(  # noqa: PLR0913 (each is a wish of its own)
    match: MatchRecord,
    source: Source,
    *,
    level: str | None = None,
    luck: bool = True,
    jobs: int = 1,
    cache: Cache | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Report:
    r"""Judge a match by an engine.

    ``level`` is one of its levels, its usual one for None. The luck of the rolls is that of its weakest level, since it
    takes all 21 rolls at each turn; ``luck=False`` leaves it out. ``jobs`` questions are asked at a time; ``cache``
    keeps the answers. ``progress`` is called with the plies that are judged and the number of all. The same arguments
    give the same report, whatever was kept before.

    PointboardError for a level that there is not, and for a position that the engine does not know, with the game and
    the ply; EngineError where it does not answer. What was answered until then is kept.

    >>> from pointboard.backgammon.engine.builtin import Builtin
    >>> from pointboard.backgammon.record import mat
    >>> text = " 3 point match\n\n Game 1\n A : 0    B : 0\n  1) 31: 8/5 6/5   42: 13/11 13/9\n"
    >>> [decision.loss > 0 for decision in judge(mat.parse(text), Builtin(), luck=False).decisions()]
    [False, False, True]
    """
    instance(MatchRecord, match)
    if jobs < 1:
        raise PointboardError(f"jobs must be at least 1, is {jobs}")
    chosen = source.usual if level is None else level_of(source.levels, level, source.name)
    lucky = source.levels[0] if luck else None
    own = Cache(None) if cache is None else cache
    asker = Asker(source, own)
    judging = _Judge(match, asker, chosen, lucky, match.headers.terms.rules)
    work = [_Work(game, number) for game in match.games for number in range(1, len(game.plies) + 1)]

    def done(count: int) -> None:
        if progress is not None:
            progress(count, len(work))

    try:
        found = each(judging.ply, work, jobs, done, asker.stopped)
    finally:
        if cache is None:
            own.close()
    notes = () if own.note is None else (own.note,)
    games = tuple(_games(match, work, found))
    evidence = next((one.best.known.evidence for game in games for one in game.decisions), Evidence.ESTIMATE)

    def known(one: Level) -> Known:
        return Known(evidence, source.name, source.version, one.name, one.depth)

    return Report(match, games, known(chosen), None if lucky is None else known(lucky), notes)


def _games(match: MatchRecord, work: list[_Work], found: list[_Found]) -> list[Game]:
    """What was found, game by game, with the course of the chances."""
    games = []
    for game in match.games:
        here = [(one.number, what) for one, what in zip(work, found, strict=True) if one.game is game]
        first = _start_chance(game)
        course = [] if first is None else [Moment(game.number, 0, first)]
        course += [Moment(game.number, number, what.chance) for number, what in here if what.chance is not None]
        last = _end_chance(match, game)
        if last is not None and game.plies:
            course = [moment for moment in course if moment.ply < len(game.plies)]
            course.append(Moment(game.number, len(game.plies), last))
        decisions = tuple(decision for _, what in here for decision in what.decisions)
        rolls = tuple(what.luck for _, what in here if what.luck is not None)
        games.append(Game(game, decisions, rolls, tuple(course)))
    return games


def _start_chance(game: GameRecord) -> float | None:
    """White's chance before a game; one half in money play."""
    start = game.start
    if start.away is None:
        return 0.5
    try:
        return met.equity(*start.away, post=start.post_crawford)
    except PointboardError:
        return None


def _end_chance(match: MatchRecord, game: GameRecord) -> float | None:
    """White's chance after a game that has ended."""
    ended, start = game.ended, game.start
    if ended is None:
        return None
    won = match.won(game)
    if start.away is None:
        return float(ended.winner is Side.WHITE)
    white, black = start.away
    white, black = (white - won, black) if ended.winner is Side.WHITE else (white, black - won)
    try:
        return met.equity(white, black, post=start.crawford or start.post_crawford)
    except PointboardError:
        return None


def _equity_of_loss(state: State, side: Side, won: int) -> float:
    """What it is worth to lose so many points now, in the unit of equities."""
    stake = stake_of(state, side)
    if stake.away is None:
        return -won / stake.value
    us, them = stake.away
    played = state.crawford or state.post_crawford
    chance = met.equity(us, them - won, post=played)
    return met.money_equity(chance, us, them, stake.value, crawford=state.crawford, post=state.post_crawford)


def _points(won: int) -> str:
    return "1 point" if won == 1 else f"{won} points"


def _doubled_word(cube: CubeValue) -> str:
    """What a double leads to when it is answered rightly."""
    return "double, take" if (cube.double_take or 0.0) <= PASSED else "double, pass"


def _close(cube: CubeValue) -> bool:
    """Whether not to double was a decision: the double would not have lost much, and something hung on it."""
    no_double, double_take = cube.no_double or 0.0, cube.double_take or 0.0
    if abs(no_double - double_take) < _SMALL or max(no_double, double_take) < _HOPELESS:
        return False
    return no_double - min(double_take, PASSED) <= CLOSE


def _error(act: Act, cube: CubeValue) -> CubeError:
    """What kind of error it was, by what both sides should have done."""
    if act is Act.NO_DOUBLE:
        return CubeError.MISSED_CASH if cube.action is CubeAction.DOUBLE_PASS else CubeError.MISSED_DOUBLE
    if act is Act.DOUBLE:
        return CubeError.TOO_GOOD if cube.action is CubeAction.TOO_GOOD else CubeError.WRONG_DOUBLE
    return CubeError.WRONG_TAKE if act is Act.TAKE else CubeError.WRONG_PASS
