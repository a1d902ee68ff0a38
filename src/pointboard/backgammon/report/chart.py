"""The chart of the chance to win over a match as SVG: White's above the middle, Black's below; a line for each game.

Blunders are marked by the letter of the side that made them; every ply with a decision leads to its line in the list.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pointboard.backgammon.report.values import Decision, Game, Mark, Report
from pointboard.backgammon.report.words import better_words, did_words, match_words, per_cent, players
from pointboard.page import escaped

__all__ = ["anchor", "chart"]

# Lengths in pixels.
_LEFT, _RIGHT, _TOP, _BOTTOM, _HEIGHT = 96, 24, 40, 220, 252
_WIDTH, _WIDEST_STEP, _NARROWEST_STEP = 1120, 14.0, 1.5
_LABEL, _WIDE_LABEL = 32, 84
_LONGEST = 14  # letters of a name


class _Stop(NamedTuple):
    """A ply of the chart; ``chance`` is White's."""

    game: int
    ply: int
    x: float
    chance: float


def anchor(game: int, ply: int) -> str:
    """The id of a ply in the page.

    >>> anchor(2, 17)
    'g2-17'
    """
    return f"g{game}-{ply}"


def _y(chance: float) -> float:
    return _BOTTOM - chance * (_BOTTOM - _TOP)


def chart(report: Report) -> str:
    """The chart as one SVG element; empty where no chance is known."""
    if not any(game.course for game in report.games):
        return ""
    count = sum(len(game.record.plies) + 1 for game in report.games)
    step = min(_WIDEST_STEP, max(_NARROWEST_STEP, (_WIDTH - _LEFT - _RIGHT) / count))
    places = list(_stops(report, step))
    width = round(max(places[-1].x + step + _RIGHT, 480))
    subject = "match" if report.record.headers.length else "game"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="fit" {_size(width)}>',
        f'<title id="chart-title">The chance to win the {subject}</title>',
        f'<desc id="chart-desc">{escaped(_said(report, places))}</desc>',
        _levels(report, width),
        *_borders(report, places, width),
        *(_line(game, places) for game in report.games),
        *_marks(report, places, step),
        "</svg>",
    ]
    return "".join(parts)


def _size(width: int) -> str:
    named = 'role="group" aria-labelledby="chart-title chart-desc"'
    return f'width="{width}" height="{_HEIGHT}" viewBox="0 0 {width} {_HEIGHT}" {named}'


def _stops(report: Report, step: float) -> Iterator[_Stop]:
    """Every ply with a chance, from left to right."""
    x = float(_LEFT)
    for game in report.games:
        for moment in game.course:
            yield _Stop(moment.game, moment.ply, x + step * moment.ply, moment.chance)
        x += step * (len(game.record.plies) + 1)


def _said(report: Report, places: list[_Stop]) -> str:
    """The chart in words: the chance at the start of each game, and at the end."""
    white = players(report)[0]
    starts = [f"game {stop.game} {per_cent(stop.chance)}" for stop in places if not stop.ply]
    return f"{match_words(report)}; chances of {white}: {', '.join(starts)}; at the end {per_cent(places[-1].chance)}."


def _levels(report: Report, width: int) -> str:
    white, black = (name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}\N{HORIZONTAL ELLIPSIS}"
                    for name in players(report))  # fmt: skip
    said = ((1.0, white), (0.75, "75 %"), (0.5, "50 %"), (0.25, "75 %"), (0.0, black))
    return "".join(
        f'<path class="level" d="M{_LEFT - 8} {_y(chance):.0f}H{width - 8}"/>'
        f'<text class="side" x="{_LEFT - 14}" y="{_y(chance) + 5:.0f}">{escaped(name)}</text>'
        for chance, name in said
    )


def _borders(report: Report, places: list[_Stop], width: int) -> Iterator[str]:
    """Where each game begins, with the score as far as there is room for it."""
    firsts: dict[int, _Stop] = {}
    for stop in places:
        firsts.setdefault(stop.game, stop)
    ends = [*(stop.x for stop in firsts.values()), float(width)][1:]
    scores = {game.record.number: game.record.start.score for game in report.games}
    for first, end in zip(firsts.values(), ends, strict=True):
        score = f"{scores[first.game].white}-{scores[first.game].black}"
        room = end - first.x
        said = f"Game {first.game}, {score}" if room >= _WIDE_LABEL else score if room >= _LABEL else ""
        words = f'<text class="tick over" x="{first.x:.1f}" y="{_TOP - 20}">{said}</text>' if said else ""
        yield f'<path class="border" d="M{first.x:.1f} {_TOP - 14}V{_BOTTOM + 10}"/>{words}'


def _line(game: Game, places: list[_Stop]) -> str:
    own = [stop for stop in places if stop.game == game.record.number]
    if not own:
        return ""
    path = "L".join(f"{stop.x:.1f} {_y(stop.chance):.1f}" for stop in own)
    return f'<path class="course" d="M{path}"/>'


def _marks(report: Report, places: list[_Stop], step: float) -> Iterator[str]:
    """A link for each ply with a decision; the letter of the side at a blunder."""
    by_ply: dict[tuple[int, int], list[Decision]] = {}
    for decision in report.decisions():
        by_ply.setdefault((decision.game, decision.ply), []).append(decision)
    for stop in places:
        made = by_ply.get((stop.game, stop.ply))
        if not made:
            continue
        said = f"Game {stop.game}, ply {stop.ply}: " + "; ".join(
            " ".join(filter(None, (did_words(one), better_words(one)))) for one in made
        )
        blunder = next((one for one in made if one.mark is Mark.BLUNDER), None)
        keys = "" if blunder else ' tabindex="-1"'
        mark = "" if blunder is None else _disc(stop, blunder)
        yield (
            f'<a href="#{anchor(stop.game, stop.ply)}" aria-label="{escaped(said)}"{keys}>'
            f"<title>{escaped(said)} ({per_cent(stop.chance)})</title>"
            f'<rect class="hit" x="{stop.x - step / 2:.1f}" y="{_TOP}" width="{step:.1f}" '
            f'height="{_BOTTOM - _TOP}"/>{mark}</a>'
        )


def _disc(stop: _Stop, blunder: Decision) -> str:
    y = _y(stop.chance)
    return (
        f'<circle class="mistake" cx="{stop.x:.1f}" cy="{y:.1f}" r="6"/>'
        f'<text class="letter" x="{stop.x:.1f}" y="{y + 3:.1f}">{blunder.side.value}</text>'
    )
