"""Reports on whole games: what every move did to the proved value of the position, or to the estimate of a search.

    >>> from pointboard.baghchal import record, report
    >>> found = report.judge(record.pgn.parse("1. G22 Bx1133"), nodes=500)
    >>> found.moves[1].change.value, found.moves[1].evidence.value
    ('kept', 'search')
    >>> report.to_html(found).startswith("<!DOCTYPE html>")
    True

``judge(record, Tables())`` judges by proved values (``pointboard.baghchal.engine.solve.probe``); ``to_text``,
``to_data`` and ``to_html`` write what was found.
"""

from pointboard.baghchal.report.data import to_data
from pointboard.baghchal.report.html import to_html
from pointboard.baghchal.report.judging import Prober, judge
from pointboard.baghchal.report.offer import REPORTS
from pointboard.baghchal.report.text import to_text
from pointboard.baghchal.report.values import Accuracy, Bar, Change, Judged, Option, Report, Value

__all__ = [
    "REPORTS",
    "Accuracy",
    "Bar",
    "Change",
    "Judged",
    "Option",
    "Prober",
    "Report",
    "Value",
    "judge",
    "to_data",
    "to_html",
    "to_text",
]
