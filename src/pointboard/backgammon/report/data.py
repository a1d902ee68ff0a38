"""A report as plain data for JSON; every figure stands beside who says it."""

from __future__ import annotations

from typing import Any

from pointboard.backgammon.notation import ogid
from pointboard.backgammon.report.values import Decision, Game, Luck, Option, Report, Tally
from pointboard.backgammon.report.words import players
from pointboard.scan import instance
from pointboard.values import Chances, Known

__all__ = ["to_data"]


def to_data(report: Report) -> dict[str, Any]:
    """The report as dictionaries, lists, texts and numbers; the page about match reports lists the names.

    >>> from pointboard.backgammon.engine.builtin import Builtin
    >>> from pointboard.backgammon.record.model import EMPTY
    >>> from pointboard.backgammon.report.judging import judge
    >>> to_data(judge(EMPTY, Builtin()))["level"]["evidence"]
    'estimate'
    """
    instance(Report, report)
    record = report.record
    white, black = players(report)
    return {
        "players": {"W": white, "B": black},
        "length": record.headers.length,
        "score": record.score._asdict(),
        "winner": None if record.winner is None else record.winner.value,
        "level": _known(report.level),
        "luck_level": None if report.luck_level is None else _known(report.luck_level),
        "sides": {tally.side.value: _tally(tally) for tally in report.tallies},
        "notes": list(report.notes),
        "games": [_game(report, game) for game in report.games],
    }


def _known(known: Known) -> dict[str, Any]:
    return {
        "evidence": known.evidence.value,
        "source": known.source,
        "version": known.version,
        "level": known.level,
        "depth": known.depth,
    }


def _tally(tally: Tally) -> dict[str, Any]:
    return {
        "rating": tally.rating,
        "play_rating": tally.play_rating,
        "cube_rating": tally.cube_rating,
        "plays": tally.plays,
        "cubes": tally.cubes,
        "play_loss": tally.play_loss,
        "cube_loss": tally.cube_loss,
        "match_loss": tally.match_loss,
        "luck": tally.luck,
        "rolls": tally.rolls,
        "marks": {mark.value: count for mark, count in tally.marks},
        "cube_errors": {kind.value: {"count": count, "loss": loss} for kind, count, loss in tally.cube_errors},
    }


def _game(report: Report, game: Game) -> dict[str, Any]:
    ended = game.record.ended
    return {
        "game": game.record.number,
        "score": game.record.start.score._asdict(),
        "crawford": game.record.start.crawford,
        "winner": None if ended is None else ended.winner.value,
        "points": report.record.won(game.record),
        "decisions": [_decision(one) for one in game.decisions],
        "rolls": [_luck(one) for one in game.rolls],
        "course": [{"ply": moment.ply, "chance": moment.chance} for moment in game.course],
    }


def _decision(one: Decision) -> dict[str, Any]:
    return {
        "ply": one.ply,
        "side": one.side.value,
        "act": one.act.value,
        "position": ogid.format(one.state),
        "played": one.played.name,
        "best": one.best.name,
        "loss": one.loss,
        "match_loss": one.match_loss,
        "mark": one.mark.value or None,
        "error": None if one.error is None else one.error.value,
        "counted": one.counted,
        "legal": one.legal,
        "options": [_option(option) for option in one.options],
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "equity": option.equity,
        "loss": option.loss,
        "chances": _chances(option.chances),
        "known": _known(option.known),
    }


def _chances(chances: Chances | None) -> dict[str, float] | None:
    return None if chances is None else {name: getattr(chances, name) for name in Chances.__slots__}


def _luck(one: Luck) -> dict[str, Any]:
    return {
        "ply": one.ply,
        "side": one.side.value,
        "dice": list(one.dice),
        "luck": one.luck,
        "known": _known(one.known),
    }
