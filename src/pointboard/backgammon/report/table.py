"""The mistakes of a match as a table (CSV) and as notes for Anki.

A spreadsheet takes a cell that begins with ``=``, ``+``, ``-`` or ``@`` for a formula: text that does is written behind
an apostrophe. Numbers stay numbers.
"""

from __future__ import annotations

import csv
from io import StringIO

from pointboard.backgammon.board import Side
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.render import svg, words
from pointboard.backgammon.report.values import Act, Decision, Report
from pointboard.backgammon.report.words import chances_words, did_words, equity_words, level_words, players
from pointboard.page import escaped
from pointboard.scan import instance

__all__ = ["COLUMNS", "quoted", "to_anki", "to_csv"]

COLUMNS = (
    "game", "ply", "player", "side", "position", "act", "dice", "played", "best", "loss", "match_loss", "mark",
    "error", "equity_played", "equity_best", "win_played", "win_best", "counted", "engine",
)  # fmt: skip
"""The columns of the table of mistakes."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_WIDTH = 420


def quoted(text: str) -> str:
    """Text as a cell that no spreadsheet takes for a formula.

    >>> quoted("=1+1"), quoted("8/5 6/5")
    ("'=1+1", '8/5 6/5')
    """
    return f"'{text}" if text.startswith(_FORMULA) else text


def to_csv(report: Report) -> str:
    """The mistakes as CSV (RFC 4180), a line of names first; numbers have a point and six decimals.

    >>> from pointboard.backgammon.engine.builtin import Builtin
    >>> from pointboard.backgammon.record.model import EMPTY
    >>> from pointboard.backgammon.report.judging import judge
    >>> to_csv(judge(EMPTY, Builtin()))[:19]
    'game,ply,player,sid'
    """
    instance(Report, report)
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for one in report.mistakes:
        writer.writerow([quoted(cell) if isinstance(cell, str) else _number(cell) for cell in _row(report, one)])
    return out.getvalue()


def _number(cell: float | None) -> str:
    return "" if cell is None else str(cell) if isinstance(cell, int) else f"{cell:.6f}"


def _row(report: Report, one: Decision) -> list[str | float | None]:
    played, best = one.played, one.best
    return [
        one.game,
        one.ply,
        _name(report, one.side),
        one.side.value,
        ogid.format(one.state),
        one.act.value,
        words.roll_words(one.state.dice) if one.act is Act.PLAY else "",
        played.name,
        best.name,
        one.loss,
        one.match_loss,
        one.mark.value,
        "" if one.error is None else one.error.value,
        played.equity,
        best.equity,
        None if played.chances is None else played.chances.win,
        None if best.chances is None else best.chances.win,
        "yes" if one.counted else "no",
        level_words(played.known),
    ]


def _name(report: Report, side: Side) -> str:
    return players(report)[0 if side is Side.WHITE else 1]


def to_anki(report: Report) -> str:
    """The mistakes as notes that Anki imports: a card's front with the board, its back with the answer, tags.

    Source of the head lines: Anki manual, "Importing text files".
    """
    instance(Report, report)
    out = StringIO()
    out.write("#separator:tab\n#html:true\n#notetype:Basic\n#columns:Front\tBack\tTags\n#tags column:3\n")
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    for one in report.mistakes:
        tags = f"backgammon {one.mark.value} {(one.error or one.act).value.replace(' ', '-')}"
        writer.writerow([_front(report, one), _back(one), tags])
    return out.getvalue()


def _front(report: Report, one: Decision) -> str:
    white, black = players(report)
    names = {Side.WHITE.value: white, Side.BLACK.value: black}
    board = svg.render(one.state, size=_WIDTH, bottom=one.side, names=names).strip()
    return f"{board}<p>{escaped(_question(one))}</p>"


def _question(one: Decision) -> str:
    """What the card asks."""
    if one.act is Act.PLAY:
        return f"{words.side_name(one.side)} to play {words.roll_words(one.state.dice)}. What is the best play?"
    asked = {Act.TAKE: "is doubled. Take or pass?", Act.PASS: "is doubled. Take or pass?"}
    resigned = {Act.RESIGN: "may resign. Right?", Act.ACCEPT: "is offered a resignation. Accept?"}
    return f"{words.side_name(one.side)} {(asked | resigned).get(one.act, 'is on roll. Double or not?')}"


def _back(one: Decision) -> str:
    rows = "".join(
        f"<tr><td>{escaped(option.name)}{' (played)' if option is one.played else ''}</td>"
        f"<td>{equity_words(option.equity)}</td><td>{option.loss:.3f}</td>"
        f"<td>{'' if option.chances is None else escaped(chances_words(option.chances))}</td></tr>"
        for option in one.options
    )
    said = f"{escaped(did_words(one))} loses {one.loss:.3f}; {escaped(level_words(one.best.known))}"
    return f"<b>{escaped(one.best.name)}</b><table>{rows}</table><p>{said}</p><p>{escaped(ogid.format(one.state))}</p>"
