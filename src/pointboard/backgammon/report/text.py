"""A report as lines for a terminal: the figures of both sides, then every mistake."""

from __future__ import annotations

from pointboard.backgammon.report.values import Mark, Report
from pointboard.backgammon.report.words import (
    better_words,
    did_words,
    evidence_words,
    match_words,
    players,
    result_words,
    rows,
)
from pointboard.reports import Said, Tone
from pointboard.scan import instance

__all__ = ["lines", "to_text"]


def to_text(report: Report) -> str:
    """The report as text.

    >>> from pointboard.backgammon.engine.builtin import Builtin
    >>> from pointboard.backgammon.record.model import EMPTY
    >>> from pointboard.backgammon.report.judging import judge
    >>> print(to_text(judge(EMPTY, Builtin())).splitlines()[0])
    White - Black, money play. Score 0-0
    """
    return "".join(f"{said.text}\n" for said in lines(report))


def lines(report: Report) -> tuple[Said, ...]:
    """The lines of a report."""
    instance(Report, report)
    white, black = map(_printable, players(report))
    found = [
        Said(f"{white} - {black}, {match_words(report)}. {_printable(result_words(report))}", Tone.HEAD),
        Said(evidence_words(report), Tone.FAINT),
        *(Said(f"Note: {_printable(note)}", Tone.BAD) for note in report.notes),
        Said(""),
    ]
    figures = rows(report)
    width = max(len(cells[0]) for _, cells in figures)
    width = max(width, len(white)) + 2
    found.append(Said(f"{'':32}{white:{width}}{black}", Tone.FAINT))
    found += [Said(f"{head:32}{cells[0]:{width}}{cells[1]}") for head, cells in figures]
    mistakes = report.mistakes
    found += [Said(""), Said(f"Mistakes: {len(mistakes) or 'none'}", Tone.HEAD)]
    for one in mistakes:
        name = white if one.side.value == "W" else black
        place = f"game {one.game}, ply {one.ply}"
        found.append(Said(f"{place:18} {name}: {did_words(one)}", Tone.BAD if one.mark is Mark.BLUNDER else Tone.PLAIN))
        found.append(Said(f"{'':18} {better_words(one)}", Tone.FAINT))
    return tuple(found)


def _printable(text: str) -> str:
    """Text from a file without signs that would steer a terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
