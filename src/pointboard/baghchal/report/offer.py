"""``REPORTS``: the reports of the game in the shape that every game has, with the user's own tables."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from pointboard.baghchal.record.record import Record
from pointboard.baghchal.report.data import to_data
from pointboard.baghchal.report.html import to_html
from pointboard.baghchal.report.judging import NODES, Prober, judge
from pointboard.baghchal.report.text import lines
from pointboard.baghchal.report.values import Report
from pointboard.errors import MissingExtraError, TableError
from pointboard.reports import Reports

__all__ = ["REPORTS"]


def _judge(
    record: Record,
    *,
    folder: Path | None = None,
    nodes: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Report:
    return judge(record, _tables(folder), nodes=NODES if nodes is None else nodes, progress=progress)


def _opened(folder: Path | None) -> Prober | None:
    """The tables of a folder, of which those of the sliding phase at least must be there; None where they are not.

    MissingExtraError where what reads them is not installed.
    """
    from pointboard.baghchal.engine.shelf import open_shelf  # noqa: PLC0415

    shelf = open_shelf(folder)
    return None if shelf is None else shelf.tables


def _tables(folder: Path | None) -> Prober | None:
    """The tables of a folder; None where the user has none of their own, or cannot read them.

    TableError for a folder that was named and has none, MissingExtraError where what reads them is not installed.
    """
    if folder is None:
        with suppress(MissingExtraError):
            return _opened(None)
        return None
    tables = _opened(folder)
    if tables is None:
        raise TableError(f"{folder}: no tables are there; build them: pointboard baghchal solve --dir {folder}", folder)
    return tables


REPORTS = Reports(judge=_judge, lines=lines, data=to_data, html=to_html)
"""The reports of the game, as ``pointboard.game.Game.reports`` gives them."""
