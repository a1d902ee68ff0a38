"""The shape of a report on a game: what every move did to the value of the position, for a tool of any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

__all__ = ["Reports", "Said", "Tone"]


class Tone(StrEnum):
    """What a line of a report is, for whoever gives it a colour; no line says anything by its tone alone."""

    HEAD = "head"
    PLAIN = "plain"
    FAINT = "faint"
    GOOD = "good"
    BAD = "bad"


class Said(NamedTuple):
    """A line of a report as text, without its end."""

    text: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Reports:
    """What a game has for judging whole games.

    - ``judge(record, folder, nodes, progress)`` gives the report on a record. ``folder`` holds tables of proved values;
      for None it is the user's own, where there may be none. What no table holds is judged by search, ``nodes``
      positions a search, as many as the game thinks good for None. ``progress`` is called with the moves that are
      judged and the number of all. TableError for a table that cannot be used, and for a folder without any.
    - ``lines(report)`` are its lines for a terminal, ``data(report)`` is plain data for JSON, ``html(report)`` a page
      that needs nothing but itself.
    """

    judge: Callable[..., Any]
    lines: Callable[[Any], Sequence[Said]]
    data: Callable[[Any], Mapping[str, Any]]
    html: Callable[[Any], str]
