"""A report as one page of HTML that needs nothing but itself: no script, no font, no address of another host.

The frame is that of every report (``pointboard.page``).
"""

from __future__ import annotations

from pointboard.baghchal.notation import obx
from pointboard.baghchal.record.headers import items
from pointboard.baghchal.render.svg import drawings, render
from pointboard.baghchal.render.text import move_words
from pointboard.baghchal.report.chart import chart
from pointboard.baghchal.report.style import PAINT, STYLE
from pointboard.baghchal.report.values import Accuracy, Bar, Change, Judged, Option, Report
from pointboard.baghchal.report.words import (
    better_words,
    decisive_words,
    did_words,
    ending_words,
    evidence_words,
    notes,
    share_words,
    turn_words,
    value_words,
)
from pointboard.baghchal.state import Side
from pointboard.page import apart, escaped, frame, header
from pointboard.scan import instance

__all__ = ["to_html"]

_SHARED = "board"
_PLAYERS = {Side.GOAT: "Goats", Side.TIGER: "Tigers"}
_BARS = {None: "", Bar.DRAWS: ", but draws at once (third occurrence)", Bar.FORBIDDEN: ", but forbidden by superko"}


def to_html(report: Report) -> str:
    """The report as a page.

    The same report gives the same text.

    >>> from pointboard.baghchal.record import Record
    >>> from pointboard.baghchal.report.judging import judge
    >>> "<script" in to_html(judge(Record(), nodes=500))
    False
    """
    instance(Report, report)
    record = report.record
    goats, tigers = record.headers.goats or "Goats", record.headers.tigers or "Tigers"
    head = header((goats, tigers), ending_words(report), items(record.headers), record.comment)
    return frame(
        f"{goats} \N{EN DASH} {tigers}",
        STYLE,
        f'<div class="drawings">{drawings(_SHARED, PAINT)}</div>\n'
        f"{head}<main>\n{_summary(report)}{_chart(report)}{_moves(report)}{_boards(report)}</main>\n",
    )


def _summary(report: Report) -> str:
    decisive = report.decisive
    link = "" if decisive is None else f' <a href="#ply-{decisive.ply}">See the board.</a>'
    said = "".join(f'<p class="note">{escaped(note)}</p>\n' for note in notes(report))
    return (
        f'<section aria-labelledby="summary">\n<h2 id="summary">Summary</h2>\n'
        f"<p>{escaped(decisive_words(report))}{link}</p>\n<p>{escaped(evidence_words(report))}</p>\n{said}"
        f"{_accuracy(report.accuracy)}</section>\n"
    )


def _accuracy(found: tuple[Accuracy, Accuracy]) -> str:
    """The accuracy of both sides side by side, proved moves and those of a search in rows of their own."""
    rows: list[tuple[str, list[str]]] = []
    if any(one.proved for one in found):
        there = [one.chances - one.mistakes for one in found]
        rows = [
            ("Moves judged by table", [str(one.proved) for one in found]),
            ("kept the value", [f"{one.kept} ({share_words(one.share)})" for one in found]),
            ("where a mistake was possible", [str(one.chances) for one in found]),
            (
                "kept the value there",
                [f"{kept} ({share_words(one.share_of_chances)})" for kept, one in zip(there, found, strict=True)],
            ),
        ]
    if any(one.searched for one in found):
        rows += [
            ("Moves judged by search", [str(one.searched) for one in found]),
            ("goats given away there, an estimate", [f"{one.loss / 100:.2f}" for one in found]),
        ]
    if not rows:
        return ""
    body = "".join(
        f'<tr><th scope="row">{head}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>\n' for head, cells in rows
    )
    return (
        '<h3>Accuracy</h3>\n<table class="accuracy">\n<thead><tr><td></td>'
        + "".join(f'<th scope="col">{_PLAYERS[one.side]}</th>' for one in found)
        + f"</tr></thead>\n<tbody>\n{body}</tbody></table>\n"
    )


def _chart(report: Report) -> str:
    searched = " Dashed: estimates of a search." if report.searched else ""
    return (
        '<section aria-labelledby="value">\n<h2 id="value">The value over the game</h2>\n<figure class="chart">'
        f'<div class="scroll" tabindex="0" role="region" aria-label="Chart">{chart(report)}</div>'
        "<figcaption>G and T mark mistakes of goats and tigers; the square "
        f"is the result.{searched} Every ply leads to its board.</figcaption></figure></section>\n"
    )


def _moves(report: Report) -> str:
    """The moves as players write them down: a row for each number, a cell for each side."""
    rows: dict[int, dict[Side, str]] = {}
    for move in report.moves:
        rows.setdefault(move.number, {})[move.side] = _cell(report, move)
    body = "".join(
        f'<tr><th scope="row" class="number">{number}</th>{cells.get(Side.GOAT, "<td></td>")}'
        f"{cells.get(Side.TIGER, '<td></td>')}</tr>\n"
        for number, cells in rows.items()
    )
    if not body:
        return ""
    return (
        '<section aria-labelledby="moves">\n<h2 id="moves">Moves</h2>\n<table class="moves"><thead><tr>'
        '<th scope="col" class="number">No.</th><th scope="col">Goats</th><th scope="col">Tigers</th></tr></thead>\n'
        f"<tbody>\n{body}</tbody></table></section>\n"
    )


def _cell(report: Report, move: Judged) -> str:
    mistake = move.change is not Change.KEPT
    said = did_words(move) if mistake else value_words(report.values[move.ply])
    name = f"<strong>{move.move}</strong> ??" if mistake else str(move.move)
    return f'<td{_bad(mistake)}><a href="#ply-{move.ply}">{name}</a><small>{escaped(said)}</small></td>'


def _bad(mistake: bool, name: str = "") -> str:  # noqa: FBT001 (the one thing it is about)
    names = " ".join(filter(None, (name, "bad" if mistake else "")))
    return f' class="{names}"' if names else ""


def _boards(report: Report) -> str:
    """The start and the position after each move."""
    start = report.record.start
    picture = render(start, title="The start", theme=PAINT, shared=_SHARED)
    first = (
        f'<article id="ply-0">\n<h3>The start</h3>\n{picture}<p>{escaped(value_words(report.values[0]))}</p>\n'
        f"<p><code>{escaped(obx.format(start))}</code></p>\n{_steps(report, 0)}</article>\n"
    )
    cards = [first, *(_card(report, move) for move in report.moves)]
    return (
        '<section aria-labelledby="boards">\n<h2 id="boards">Every position</h2>\n'
        f'<div class="boards">\n{"".join(cards)}</div></section>\n'
    )


def _card(report: Report, move: Judged) -> str:
    """A move: the board after it, what it did, what was better, every move that was possible."""
    mistake = move.change is not Change.KEPT
    title = f"Ply {move.ply}, {turn_words(move)}: {move.move}"
    better = better_words(move)
    before, after = (value_words(value) for value in report.values[move.ply - 1 : move.ply + 1])
    change = after if before == after else f"{before} \N{RIGHTWARDS ARROW} {after}"
    said = " ".join(str(part) for part in (move.said.mark, move.said.clock) if part)
    parts = [
        f'<article id="ply-{move.ply}"{_bad(mistake)}>\n<h3>{escaped(title)} {escaped(said)}</h3>\n',
        render(move.after, title=title, theme=PAINT, shared=_SHARED),
        f'<p class="faint">{escaped(move_words(move.move, move.side))}</p>\n',
        f"<p>{escaped(change)}</p>\n",
        f"<p{_bad(mistake, 'did')}>{escaped(did_words(move))}</p>\n",
        f'<p class="better">{escaped(better)}</p>\n' if better else "",
        f'<p class="comment">{apart(move.said.comment)}</p>\n' if move.said.comment else "",
        _options(move),
        f"<p><code>{escaped(obx.format(move.after))}</code></p>\n{_steps(report, move.ply)}</article>\n",
    ]
    return "".join(parts)


def _options(move: Judged) -> str:
    """The moves that could be played, together where they are worth the same."""
    groups: dict[str, list[Option]] = {}
    for option in move.options:
        groups.setdefault(value_words(option.value) + _BARS[option.bar], []).append(option)
    rows = "".join(f"<dt>{escaped(said)}</dt><dd>{_named(options, move)}</dd>" for said, options in groups.items())
    proved = move.played.value.proved
    head = f"All {len(move.options)} moves, proved" if proved else f"The {len(move.options)} moves looked at, estimates"
    if len(move.options) == 1:
        head = "The only move" if proved else "One move looked at, an estimate"
    return f"<details><summary>{head}</summary><dl>{rows}</dl></details>\n"


def _named(options: list[Option], move: Judged) -> str:
    return ", ".join(
        f"<b>{option.move} (played)</b>" if option.move == move.move else str(option.move) for option in options
    )


def _steps(report: Report, ply: int) -> str:
    """Links to the board before and the board after."""
    before = f'<a href="#ply-{ply - 1}">before</a>' if ply else "<span></span>"
    after = f'<a href="#ply-{ply + 1}">after</a>' if ply < len(report.moves) else "<span></span>"
    return f'<nav aria-label="Around ply {ply}">{before}<a href="#value">chart</a>{after}</nav>\n'
