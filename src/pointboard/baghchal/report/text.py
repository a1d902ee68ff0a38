"""A report as lines for a terminal, one a move."""

from __future__ import annotations

from pointboard.baghchal.record.headers import items
from pointboard.baghchal.report.values import Change, Judged, Report
from pointboard.baghchal.report.words import (
    SIDES,
    accuracy_words,
    better_words,
    decisive_words,
    did_words,
    ending_words,
    evidence_words,
    notes,
    value_words,
)
from pointboard.reports import Said, Tone
from pointboard.scan import instance

__all__ = ["lines", "to_text"]


def to_text(report: Report) -> str:
    """The report as text.

    >>> from pointboard.baghchal.record import pgn
    >>> from pointboard.baghchal.report.judging import judge
    >>> print(to_text(judge(pgn.parse("1. G22 Bx1133"), nodes=500)).splitlines()[1])
    Moves judged by search, 500 positions a search: all 2, estimates.
    """
    return "".join(f"{said.text}\n" for said in lines(report))


def lines(report: Report) -> tuple[Said, ...]:
    """The lines of a report: how the game ended and is known, every move, then what follows from them."""
    instance(Report, report)
    players = ", ".join(
        f"{name}: {_printable(text)}" for name, text in items(report.record.headers) if name in {"Goats", "Tigers"}
    )
    found = [Said(f"{players + '. ' if players else ''}Result: {_printable(ending_words(report))}", Tone.HEAD)]
    found += [Said(evidence_words(report), Tone.FAINT), Said("")]
    width = max((len(value_words(value)) for value in report.values), default=0)
    if report.moves:
        found.append(Said(f" ply    move       {'value after':{max(width, 11)}}  what it did", Tone.FAINT))
        for move in report.moves:
            found += _move(report, move, max(width, 11))
        found.append(Said(""))
    found += [Said(decisive_words(report), Tone.HEAD)]
    found += [Said(f"{SIDES[one.side].capitalize()}: {accuracy_words(one)}.") for one in report.accuracy]
    found += [Said(f"Note: {note}", Tone.BAD) for note in notes(report)]
    return tuple(found)


def _move(report: Report, move: Judged, width: int) -> list[Said]:
    value = report.values[move.ply]
    mistake = move.change is not Change.KEPT
    line = f"{move.ply:>4} {move.side} {move.move!s:10} {value_words(value):{width}}  {did_words(move)}"
    found = [Said(line, Tone.BAD if mistake else Tone.PLAIN)]
    better = better_words(move)
    if better:
        found.append(Said(f"{'':{20 + width}}{better}", Tone.GOOD if mistake else Tone.FAINT))
    return found


def _printable(text: str) -> str:
    """Text from a file without signs that would steer a terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
