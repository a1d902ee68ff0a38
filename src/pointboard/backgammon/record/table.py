# ruff: noqa: A001 - format is the house's word for writing text
"""The plies of matches as a table of comma-separated values, for spreadsheets. Written only.

Every text is quoted. A cell that a spreadsheet would take for a formula, since it begins with ``=``, ``+``, ``-``,
``@``, a tab or a line end, gets an apostrophe in front.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from pointboard.backgammon.notation import ogid
from pointboard.backgammon.record.model import MatchRecord
from pointboard.scan import instance

__all__ = ["COLUMNS", "cell", "format"]

COLUMNS = ("match", "game", "ply", "side", "player", "what", "before", "after", "comment")
"""The columns: match, game and ply count from 1, side is W or B, what is the ply as players write it."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def cell(text: str) -> str:
    """A text as it can stand in a cell.

    >>> cell("=1+1"), cell("Ann")
    ("'=1+1", 'Ann')
    """
    return f"'{text}" if text.startswith(_FORMULA) else text


def format(matches: Sequence[MatchRecord]) -> str:
    r"""The table of all plies of matches, a line each behind the names of the columns.

    >>> from pointboard.backgammon.record.model import EMPTY
    >>> format([EMPTY])
    '"match","game","ply","side","player","what","before","after","comment"\n'
    """
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    writer.writerow(COLUMNS)
    for number, match in enumerate(matches, 1):
        for game, at, ply in instance(MatchRecord, match).plies():
            player = match.headers.player(ply.side) if ply.side else ""
            texts = (ply.side or "", player, ply.text, ogid.format(ply.before), ogid.format(ply.after), ply.comment)
            writer.writerow([number, game.number, at, *map(cell, texts)])
    return text.getvalue()
