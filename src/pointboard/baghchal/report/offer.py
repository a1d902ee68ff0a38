"""``REPORTS``: the reports of the game in the shape that every game has, with the user's own tables."""

from __future__ import annotations

from collections.abc import Callable
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


def _loaded() -> tuple[Callable[[], Path], Callable[[Path], Prober]]:
    """Where the user's tables lie, and what opens a folder; MissingExtraError where what they need is missing."""
    from pointboard.baghchal.engine.solve.folders import default_folder  # noqa: PLC0415
    from pointboard.baghchal.engine.solve.probe import Tables  # noqa: PLC0415

    return default_folder, Tables


def _tables(folder: Path | None) -> Prober | None:
    """The tables of a folder; None where the user has none of their own, or cannot read them.

    TableError for a folder that was named and has none, MissingExtraError where what reads them is not installed.
    """
    try:
        default_folder, opened = _loaded()
    except MissingExtraError:
        if folder is None:
            return None
        raise
    where = default_folder() if folder is None else folder
    if any(where.glob("*.table")):
        return opened(where)
    if folder is None:
        return None
    raise TableError(f"{folder}: no tables are there; build them: pointboard baghchal solve --dir {folder}", folder)


REPORTS = Reports(judge=_judge, lines=lines, data=to_data, html=to_html)
"""The reports of the game, as ``pointboard.game.Game.reports`` gives them."""
