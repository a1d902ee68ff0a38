"""The one door to the best play and the right cube action: who is asked, how strongly, and what the answer is.

Without a name the tables are asked where they hold the exact value; else the first engine that is there, in the order
of ``ENGINES``, and that knows such positions; the built-in estimate is always there. With a name that source alone is
asked. Plays of one answer are ranked by one source; a play that it looked at less deeply says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from pointboard.backgammon.engine import tables
from pointboard.backgammon.engine.adapters.bgsage import Bgsage
from pointboard.backgammon.engine.adapters.gnubg import Gnubg, program
from pointboard.backgammon.engine.builtin import Builtin
from pointboard.backgammon.engine.source import (
    PASSED,
    CubeAction,
    CubeValue,
    Judged,
    Level,
    Question,
    Source,
    level_of,
)
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.rules import Play
from pointboard.backgammon.state import USUAL_RULES, MatchRules, Phase, State
from pointboard.backgammon.turns import Double, Pass, Take, apply
from pointboard.errors import MissingExtraError, PointboardError, TableError
from pointboard.game import Choice, Line, check_limits
from pointboard.scan import instance, shown
from pointboard.values import Decision, Option, Value

__all__ = ["ENGINES", "best", "cube_decision", "installed", "source_of"]

_MAKERS: dict[str, Callable[[], Source]] = {"bgsage": Bgsage, "gnubg": Gnubg, "builtin": Builtin}

ENGINES: dict[str, tuple[str, ...]] = {
    "bgsage": tuple(level.name for level in Bgsage.levels),
    "gnubg": tuple(level.name for level in Gnubg.levels),
    "builtin": tuple(level.name for level in Builtin.levels),
}
"""The engines by name, in the order in which they are asked, with their levels in their own words."""

# The longest that a decision usually takes at each common depth, in seconds, on one processor of 2025.
_SECONDS = {"bgsage": (0.1, 0.4, 4.0, 120.0), "gnubg": (0.1, 0.2, 1.0, 20.0), "builtin": (0.1,)}


def installed(name: str) -> bool:
    """Whether an engine is there to be asked.

    >>> installed("builtin")
    True
    """
    if name == Gnubg.name:
        return program() is not None
    if name != Bgsage.name:
        return True
    try:
        version("bgsage")
    except PackageNotFoundError:
        return False
    return True


@cache
def source_of(name: str) -> Source:
    """The engine of that name, made once.

    PointboardError, with the names there are, for any other name, and for one that is not installed or too old;
    MissingExtraError where a package is missing.
    """
    if name not in _MAKERS:
        raise PointboardError(f"no engine is called {shown(name)}; there are: {', '.join(_MAKERS)}")
    return _MAKERS[name]()


def best(  # noqa: PLR0913 (each is a wish of its own)
    position: State | str,
    *,
    engine: str | None = None,
    level: str | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    lines: int = 1,
    history: Iterable[State] = (),
    repetition: str | None = None,
    stop: Any = None,  # noqa: ANN401 (any writable buffer)
    rules: MatchRules = USUAL_RULES,
) -> Choice[State, Play]:
    """The best play of the roll that lies there, or what to do about the cube, and how it is known.

    ``position`` is a state, or its OGID, read leniently. With dice the answer has a ``move`` and ranked ``lines``, each
    with its ``value``. Without dice it has a ``decision``: to double or not where that is possible, to take or to pass
    where a double waits for its answer. Equities and chances are those of the side that decides.

    ``engine`` is one of ``ENGINES``, ``level`` one of its levels. Instead of a level ``depth`` may bound the common
    depth (see ``values.Known``), or ``seconds`` the time: the deepest level that usually takes no longer is asked, so
    that the answer hangs on no clock. ``nodes`` bounds the positions that are looked at, which of all engines only the
    built-in estimate can keep to: it looks at each play once. ``seed``, ``history`` and ``repetition`` are what every
    game is asked with; no answer hangs on them here. ``stop`` is a buffer whose first byte, once not 0, ends GNU
    Backgammon; the others cannot be stopped. ``rules`` are what the players agreed on that OGID cannot say.

    NotationError or PositionError for what is no position, PointboardError for an engine or a level that there is not,
    and for a position that the named engine does not know; EngineError where it does not answer.

    >>> best("11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:R", engine="builtin").evidence.value
    'estimate'
    """
    del seed, history, repetition
    state = ogid.parse(position, lax=True) if isinstance(position, str) else instance(State, position).check()
    if lines < 1:
        raise PointboardError(f"lines must be at least 1, is {shown(lines)}")
    if level is not None:
        check_limits(level, depth, nodes)
    if nodes is not None and engine is None:
        engine = Builtin.name
    if nodes is not None and engine != Builtin.name:
        raise PointboardError(f"{engine} cannot be held to a number of positions; give it a level, a depth or seconds")
    if (state.dice and len(state.dice) < 2) or state.to_act is None:
        return _nothing(state)
    note = ""
    if engine is None:
        found, note = _proved(state, rules, lines)
        if found is not None:
            return found
    source, why = _source(state, engine)
    note = "; ".join(filter(None, (note, why)))
    question = Question(
        _level(source, level, depth, seconds), rules, (lambda: False) if stop is None else (lambda: bool(stop[0]))
    )
    if state.dice:
        return _play(state, source.plays(state, question), lines, note)
    return _cube(state, source.cube(state, question), note)


def _nothing(state: State) -> Choice[State, Play]:
    """The answer where nobody decides anything: before the opening roll, or when the game is over."""
    return Choice(state, None, state, None, None, (), 0, 0, None)


def _proved(state: State, rules: MatchRules, lines: int) -> tuple[Choice[State, Play] | None, str]:
    """The answer of the tables, None where they have none, and why where that can be helped."""
    try:
        if state.dice:
            plays = tables.plays(state, rules)
            if plays:
                return _play(state, plays, lines, ""), ""
        elif cube := tables.cube(state, rules):
            return _cube(state, cube, ""), ""
    except TableError as error:
        return None, f"a table cannot be used: {error.message}"
    return None, tables.missing(state) or ""


def _source(state: State, name: str | None) -> tuple[Source, str]:
    """Who is asked, and why nobody better is."""
    if name is not None:
        source = source_of(name)
        if fault := source.fault(state):
            raise PointboardError(f"{name} cannot judge the position: {fault}")
        return source, ""
    why = []
    for known in _MAKERS:
        try:
            if not installed(known):
                why.append(f"{known} is not installed")
                continue
            source = source_of(known)
        except (PointboardError, MissingExtraError) as error:  # too old, does not start, is named wrongly
            why.append(f"{known}: {error}")
            continue
        fault = source.fault(state)
        if fault is None:
            return source, "" if known != Builtin.name else "; ".join(why)
        why.append(f"{known}: {fault}")
    raise AssertionError("the built-in estimate judges everything")  # pragma: no cover


def _level(source: Source, name: str | None, depth: int | None, seconds: float | None) -> Level:
    """The level that is meant; where nothing is said the usual one."""
    if name is not None:
        return level_of(source.levels, name, source.name)
    fit = source.levels
    if depth is not None:
        fit = tuple(level for level in fit if level.depth <= max(depth, 1))
    if seconds is not None:
        fit = (
            tuple(level for level, usual in zip(source.levels, _SECONDS[source.name], strict=True) if usual <= seconds)[
                : len(fit)
            ]
            or fit[:1]
        )
    if depth is None and (seconds is None or source.usual in fit):
        return source.usual
    return fit[-1]


def _play(state: State, found: tuple[Judged, ...], lines: int, note: str) -> Choice[State, Play]:
    """The answer where a play is due."""
    first = found[0]
    return Choice(
        state=state,
        move=first.play,
        after=first.play.after,
        evidence=first.value.known.evidence,
        score=None,
        lines=tuple(Line(play, None, (play,), value.known.depth or 0, value=value) for play, value in found[:lines]),
        depth=first.value.known.depth or 0,
        nodes=len(found),
        outcome=None,
        note=note,
    )


def _cube(state: State, cube: CubeValue, note: str) -> Choice[State, Play]:
    """The answer where the cube is to be decided."""
    decision = cube_decision(state, cube)
    return Choice(
        state=state,
        move=None,
        after=state if decision.event is None else apply(state, decision.event),
        evidence=cube.known.evidence,
        score=None,
        lines=(),
        depth=cube.known.depth or 0,
        nodes=1,
        outcome=None,
        decision=decision,
        note=note,
    )


def cube_decision(state: State, cube: CubeValue) -> Decision:
    """What the side to act does about the cube, of the equities in the doubler's view.

    ``event`` is None where the side on roll does not double: it rolls. Equities are in the view of the side that
    decides, in points for each point on the cube before the double.
    """
    options: tuple[Option, ...]
    if state.phase is Phase.DOUBLED:
        if cube.double_take is None:
            raise PointboardError("the equity of a double that is taken was not looked at")
        take = cube.double_take <= PASSED
        options = _options(take=-cube.double_take, pass_=-PASSED)
        value = Value(cube.known, max(-cube.double_take, -PASSED), chances=cube.chances and cube.chances.mirror())
        return Decision(Take() if take else Pass(), "take" if take else "pass", options, value)
    action = cube.action
    doubles = action in (CubeAction.DOUBLE_TAKE, CubeAction.DOUBLE_PASS)
    value = Value(cube.known, cube.equity, chances=cube.chances)
    no_double = cube.equity if cube.no_double is None else cube.no_double
    if cube.double_take is None:
        options = (Option("no double", no_double, 0.0),)
    else:
        rows = (("no double", no_double), ("double, take", cube.double_take), ("double, pass", PASSED))
        options = tuple(Option(name, equity, cube.equity - equity) for name, equity in rows)
    return Decision(Double() if doubles else None, action.value, options, value)


def _options(*, take: float, pass_: float) -> tuple[Option, ...]:
    """Take and pass with what each loses."""
    most = max(take, pass_)
    return tuple(Option(name, equity, most - equity) for name, equity in (("take", take), ("pass", pass_)))
