"""``REPORTS``: the reports of the game in the shape that every game has, with any engine and the user's own cache."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from pointboard.backgammon.engine.adapters.gnubg import Gnubg
from pointboard.backgammon.engine.best import ENGINES, installed, source_of
from pointboard.backgammon.engine.source import Source
from pointboard.backgammon.record.model import MatchRecord
from pointboard.backgammon.record.view import GameView
from pointboard.backgammon.report.cache import Cache, cache_file
from pointboard.backgammon.report.data import to_data
from pointboard.backgammon.report.html import to_html
from pointboard.backgammon.report.judging import judge
from pointboard.backgammon.report.table import to_anki, to_csv
from pointboard.backgammon.report.text import lines
from pointboard.backgammon.report.values import Report
from pointboard.errors import PointboardError
from pointboard.reports import Reports
from pointboard.scan import shown

__all__ = ["REPORTS"]


def _judge(  # noqa: PLR0913 (each is a wish of its own)
    record: GameView,
    *,
    engine: str | None = None,
    level: str | None = None,
    jobs: int | None = None,
    keep: bool | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Report:
    """The report on the match that a game belongs to."""
    wanted = 1 if jobs is None else jobs
    path = cache_file() if keep is None or keep else None
    with ExitStack() as stack:
        source = _source(record.match, engine, wanted, stack)
        cache = stack.enter_context(Cache(path))
        return judge(record.match, source, level=level, jobs=wanted, cache=cache, progress=progress)


def _source(match: MatchRecord, name: str | None, jobs: int, stack: ExitStack) -> Source:
    """The engine of that name; for None the first that is there and knows such matches."""
    if name is None:
        start = match.games[0].start
        name = next(
            known
            for known in ENGINES
            if installed(known) and (known == "builtin" or source_of(known).fault(start) is None)
        )
    if name not in ENGINES:
        raise PointboardError(f"no engine is called {shown(name)}; there are: {', '.join(ENGINES)}")
    if name != Gnubg.name or jobs == 1:
        return source_of(name)
    source = Gnubg(processes=jobs)  # one process for each question that is asked at a time
    stack.callback(source.close)
    return source


def _together(one: GameView, other: GameView) -> bool:
    return one.match is other.match


REPORTS = Reports(
    judge=_judge,
    lines=lines,
    data=to_data,
    html=to_html,
    wishes=frozenset({"engine", "level", "jobs", "keep"}),
    together=_together,
    forms={".csv": to_csv, ".tsv": to_anki},
)
"""The reports of the game, as ``pointboard.game.Game.reports`` gives them."""
