r"""Reports on whole matches: what every decision lost, how lucky every roll was, who was winning when, by an engine.

    >>> from pointboard.backgammon import record, report
    >>> from pointboard.backgammon.engine.best import source_of
    >>> text = " 3 point match\n\n Game 1\n A : 0    B : 0\n  1) 31: 8/5 6/5   42: 13/11 13/9\n"
    >>> match = record.mat.parse(text)
    >>> found = report.judge(match, source_of("builtin"), luck=False)
    >>> [decision.act.value for decision in found.decisions()], found.tallies[0].rating
    (['play', 'no double', 'play'], 0.0)

``judge(match, source)`` judges; ``to_text``, ``to_data``, ``to_html``, ``to_csv`` and ``to_anki`` write what was found;
``Cache(path)`` keeps the answers of the engine for the next run.
"""

from pointboard.backgammon.report.cache import Cache, cache_file
from pointboard.backgammon.report.data import to_data
from pointboard.backgammon.report.html import to_html
from pointboard.backgammon.report.judging import judge
from pointboard.backgammon.report.offer import REPORTS
from pointboard.backgammon.report.table import to_anki, to_csv
from pointboard.backgammon.report.text import to_text
from pointboard.backgammon.report.values import (
    Act,
    CubeError,
    Decision,
    Game,
    Luck,
    Mark,
    Moment,
    Option,
    Report,
    Tally,
)

__all__ = [
    "REPORTS",
    "Act",
    "Cache",
    "CubeError",
    "Decision",
    "Game",
    "Luck",
    "Mark",
    "Moment",
    "Option",
    "Report",
    "Tally",
    "cache_file",
    "judge",
    "to_anki",
    "to_csv",
    "to_data",
    "to_html",
    "to_text",
]
