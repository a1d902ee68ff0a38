"""The chart of the value over a game as SVG: the goats' win above, the tigers' below, the result at its end.

What is proved is a solid line of steps, what a search says a dashed one; who leads by how much bends towards a win
without reaching it. Mistakes are marked by the letter of the side that made them. Every ply links to its board.
"""

from __future__ import annotations

from typing import NamedTuple

from pointboard.baghchal.render.svg import escaped
from pointboard.baghchal.report.values import Change, Judged, Report, Value
from pointboard.baghchal.report.words import did_words, ending_words, turn_words, value_words
from pointboard.baghchal.state import Side

__all__ = ["chart"]

# Lengths in pixels.
_LEFT, _RIGHT, _TOP, _MIDDLE, _BOTTOM, _HEIGHT = 92, 96, 34, 116, 198, 236
_WIDEST_STEP, _NARROWEST_STEP, _USUAL = 34, 7, 1120
_FILLING = 928  # from here on it is stretched to the page, which has this width at least for it (58rem)
_TICK = 10
_HALF = 200  # a lead of two goats bends half of the way to a win
_OPEN = 0.8  # a lead without a forced win reaches so far at most


class _Place(NamedTuple):
    x: float
    y: float
    proved: bool


def _level(value: Value) -> float:
    """Where a value stands: 1 the goats win, 0 a draw, -1 the tigers win."""
    if value.winner is not None or value.score is None:
        return value.standing(Side.GOAT)
    return _OPEN * value.score / (abs(value.score) + _HALF)


def _y(level: float) -> float:
    return _MIDDLE - level * (_MIDDLE - _TOP)


def chart(report: Report) -> str:
    """The chart as one SVG element; its links lead to the ids ``ply-0``, ``ply-1``, ... of the page.

    >>> from pointboard.baghchal.record import Record
    >>> from pointboard.baghchal.report.judging import judge
    >>> chart(judge(Record(), nodes=500)).count("<a ")
    1
    """
    count = len(report.values)
    step = min(_WIDEST_STEP, max(_NARROWEST_STEP, (_USUAL - _LEFT - _RIGHT) / count))
    places = [_Place(_LEFT + step * i, _y(_level(value)), value.proved) for i, value in enumerate(report.values)]
    end = _end(report, places, step)
    width = round(end.x + _RIGHT)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{_fitting(width)}" {_size(width)}>',
        f'<title id="chart-title">The value over the game</title><desc id="chart-desc">{escaped(_said(report))}</desc>',
        _frame(report, places, end),
        _lines(places, end),
        *(_stop(report, number, place, step) for number, place in enumerate(places)),
        _result(report, end),
        "</svg>",
    ]
    return "".join(parts)


def _fitting(width: int) -> str:
    """How the page lays the chart out: as wide as it is where it is short, or beyond the page; else as the page."""
    return "short" if width < _FILLING else "wide" if width > _USUAL + 1 else "fit"


def _size(width: int) -> str:
    named = 'role="group" aria-labelledby="chart-title chart-desc"'
    return f'width="{width}" height="{_HEIGHT}" viewBox="0 0 {width} {_HEIGHT}" {named}'


def _said(report: Report) -> str:
    """The chart in words: the start, every mistake, the end."""
    mistakes = "".join(f" Ply {move.ply}, {turn_words(move)}: {move.change.value}." for move in report.mistakes)
    return f"Start: {value_words(report.values[0])}.{mistakes} Result: {ending_words(report)}."


def _end(report: Report, places: list[_Place], step: float) -> _Place:
    """Where the result stands: at its level, or where the last position is while there is none."""
    level = _RESULTS.get("" if report.result is None else report.result.value)
    return _Place(places[-1].x + max(step, 16), places[-1].y if level is None else _y(level), places[-1].proved)


_RESULTS = {"1-0": 1, "1/2-1/2": 0, "0-1": -1}


def _frame(report: Report, places: list[_Place], end: _Place) -> str:
    """The three levels and their names, the plies, the moment when all goats were placed."""
    parts = [
        f'<path class="level" d="M{_LEFT - 8} {y}H{end.x + 8:.1f}"/>'
        f'<text class="name" x="{_LEFT - 14}" y="{y + 5}">{said}</text>'
        for y, said in ((_TOP, "goats win"), (_MIDDLE, "draw"), (_BOTTOM, "tigers win"))
    ]
    parts += [
        f'<text class="tick" x="{place.x:.1f}" y="{_HEIGHT - 8}">{number}</text>'
        for number, place in enumerate(places)
        if number % _TICK == 0
    ]
    parts.append(f'<text class="tick" x="{_LEFT - 30}" y="{_HEIGHT - 8}">ply</text>')
    states = report.record.positions()
    placed = next((number for number, state in enumerate(states) if not state.in_hand), None)
    if placed:
        x = places[placed].x
        parts.append(f'<path class="placed" d="M{x:.1f} {_TOP - 14}V{_BOTTOM + 14}"/>')
        parts.append(f'<text class="tick" x="{x:.1f}" y="{_TOP - 20}">all goats placed</text>')
    return "".join(parts)


def _lines(places: list[_Place], end: _Place) -> str:
    """The line of the values: steps where two neighbours are proved, straight and dashed elsewhere."""
    solid, dashed = [], []
    for here, there in zip(places, [*places[1:], end], strict=True):
        if here.proved and there.proved:
            solid.append(f"M{here.x:.1f} {here.y:.1f}H{there.x:.1f}V{there.y:.1f}")
        else:
            dashed.append(f"M{here.x:.1f} {here.y:.1f}L{there.x:.1f} {there.y:.1f}")
    return "".join(
        f'<path class="{name}" d="{"".join(path)}"/>'
        for name, path in (("proved", solid), ("searched", dashed))
        if path
    )


def _stop(report: Report, number: int, place: _Place, step: float) -> str:
    """A ply: a link over the whole height, a dot, and the mark of a mistake."""
    value, x = value_words(report.values[number]), place.x - step / 2
    said, mark, keys = f"Start: {value}", "", ' tabindex="-1"'
    if number:
        move = report.moves[number - 1]
        said = f"Ply {number}, {turn_words(move)}, {move.move}: {did_words(move)}; {value}"
        if move.change is not Change.KEPT:
            mark, keys = _mark(move, place), ""
    return (
        f'<a href="#ply-{number}" aria-label="{escaped(said)}"{keys}><title>{escaped(said)}</title>'
        f'<rect class="hit" x="{x:.1f}" y="{_TOP - 12}" width="{step:.1f}" height="{_BOTTOM - _TOP + 24}"/>'
        + (mark or f'<circle class="dot" cx="{place.x:.1f}" cy="{place.y:.1f}" r="2.5"/>')
        + "</a>"
    )


def _mark(move: Judged, place: _Place) -> str:
    """The letter of the side that erred, in a disc."""
    return (
        f'<circle class="mistake" cx="{place.x:.1f}" cy="{place.y:.1f}" r="8"/>'
        f'<text class="letter" x="{place.x:.1f}" y="{place.y + 4:.1f}">{move.side.value.upper()}</text>'
    )


def _result(report: Report, end: _Place) -> str:
    """The result at the end of the line: a filled square, an open one while there is none."""
    result = report.result
    said = "not over" if result is None else result.value
    name = "pending" if result is None else "result"
    return (
        f'<rect class="{name}" x="{end.x - 6:.1f}" y="{end.y - 6:.1f}" width="12" height="12"/>'
        f'<text class="end" x="{end.x + 14:.1f}" y="{end.y + 6:.1f}">{said}</text>'
    )
