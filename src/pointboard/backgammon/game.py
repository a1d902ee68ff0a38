"""Backgammon as a ``Game``: its functions in the shape that every game has, for the registry.

A move is a play of the roll. A position without dice has no moves: what may happen there, and whatever else may happen
in a match, are events.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from pointboard.backgammon.board import Side
from pointboard.backgammon.engine.rolls import weight_of
from pointboard.backgammon.engine.solver import SOLVER
from pointboard.backgammon.match import Match
from pointboard.backgammon.notation import events, plays
from pointboard.backgammon.notation.convert import NOTATIONS, convert
from pointboard.backgammon.record.formats import RECORDS
from pointboard.backgammon.render import svg, text
from pointboard.backgammon.render.english import ENGLISH
from pointboard.backgammon.render.view import VIEWS, drawable
from pointboard.backgammon.rules import Play, apply, not_due
from pointboard.backgammon.rules import outcome as borne_off
from pointboard.backgammon.rules import plays as legal
from pointboard.backgammon.state import State
from pointboard.backgammon.turns import Event, OpeningRoll, Roll, result
from pointboard.game import Choice, Events, Game
from pointboard.reports import Reports

__all__ = ["ENGINES", "GAME", "Ended", "chance", "describe", "outcome"]


class Ended(NamedTuple):
    """How a game ended: who won it, and why in words."""

    winner: Side
    reason: str


def outcome(state: State) -> Ended | None:
    """How the game ended, as far as the position says it: by a bear-off, a passed double, a forfeit.

    None while it goes on, and where only the record of the match knows it, as after a resignation.

    >>> from pointboard.backgammon.notation import ogid
    >>> outcome(ogid.parse("1:o:B1P::W:G"))
    Ended(winner=<Side.BLACK: 'B'>, reason='the double was passed')
    """
    ended, off = result(state), borne_off(state)
    if ended is None:
        return None
    return Ended(ended.winner, off.reason if off is not None else _REASONS[ended.reason])


_REASONS = {"passed": "the double was passed", "forfeited": "the match was forfeited"}


def describe(state: State) -> dict[str, Any]:
    """The parts of a position as plain data for JSON; what is not known is None.

    ``white`` and ``black`` are 26 counts by pip, absolute: pip 0 is White's bar and 25 Black's. Sides are letters.

    >>> describe(State.start())["pips"]
    {'white': 167, 'black': 167}
    """
    drawable(state)
    sides = {"white": Side.WHITE, "black": Side.BLACK}
    to_act, on_roll, last = state.to_act, state.on_roll, state.last_actor
    return {
        **{name: list(state.board.side(side)) for name, side in sides.items()},
        "off": {name: state.off(side) for name, side in sides.items()},
        "pips": {name: state.pips(side) for name, side in sides.items()},
        "cube": {
            "owner": state.cube.owner.value,
            "value": state.cube.value,
            "exponent": state.cube.exponent,
            "action": state.cube.action.value,
        },
        "dice": list(state.dice),
        "last_actor": None if last is None else last.value,
        "to_act": None if to_act is None else to_act.value,
        "on_roll": None if on_roll is None else on_roll.value,
        "phase": state.phase.value,
        "score": state.score._asdict(),
        "length": {
            "points": state.length.points,
            "modifier": state.length.modifier.value,
            "games": state.length.games,
        },
        "crawford": state.crawford,
        "post_crawford": state.post_crawford,
        "move_id": state.move_id,
        "checkers": state.checkers,
    }


def chance(match: Match) -> tuple[Event, ...]:
    """The rolls that may come now, each as often as it is likely; empty where no roll is due.

    >>> len(chance(Match.start()))
    36
    """
    if len(match.state.dice) > 1:
        return ()
    found: list[Event] = []
    for event in match.legal_events():
        if isinstance(event, OpeningRoll):
            # Both throw at once, or the second throws after the first.
            whole = bool(match.state.dice) or None not in (event.white, event.black)
            found += [event] * whole
        elif isinstance(event, Roll):
            found += [event] * weight_of(event.first, event.second)
    return tuple(found)


def _choose(state: State, **wishes: Any) -> Choice[State, Play]:  # noqa: ANN401 (handed on)
    """The engines are loaded when one is first asked, since most programs only read and write."""
    from pointboard.backgammon.engine.best import best  # noqa: PLC0415

    found = best(state, **wishes)
    return replace(found, outcome=outcome(found.after))


def _reports() -> Reports:
    """They are loaded when they are first asked for, as the engines are."""
    from pointboard.backgammon.report.offer import REPORTS  # noqa: PLC0415

    return REPORTS


ENGINES = {
    "bgsage": ("1ply", "2ply", "3ply", "4ply"),
    "gnubg": ("0-ply", "1-ply", "2-ply", "3-ply"),
    "builtin": ("static",),
}
"""The engines with their levels, in the order in which they are asked; a test holds them to ``engine.best``."""

GAME: Game[State, Play] = Game(
    name="backgammon",
    title="Backgammon",
    notations=NOTATIONS,
    sides=tuple(Side),
    to_move=lambda state: state.to_act,
    start=State.start,
    legal=legal,
    apply=apply,
    outcome=outcome,
    parse_move=plays.parse,
    format_move=plays.format,
    convert=convert,
    describe=describe,
    render_text=text.render,
    render_svg=svg.render,
    words=ENGLISH,
    events=Events(
        begin=Match,
        state=lambda match: match.state,
        legal=Match.legal_events,
        apply=Match.apply,
        chance=chance,
        parse=events.parse,
        format=events.format,
        idle=not_due,
    ),
    render_pretty=text.pretty,
    views=VIEWS,
    choose=_choose,
    engines=ENGINES,
    records=RECORDS,
    solver=SOLVER,
    reports=_reports,
)
"""The game's record, found by ``pointboard.get("backgammon")``."""
