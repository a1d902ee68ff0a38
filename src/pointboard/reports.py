"""The shape of a report on a game: what every move did to the value of the position, for a tool of any game."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
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

    - ``judge(record, progress, **wishes)`` gives the report on a record; ``progress`` is called with the moves that are
      judged and the number of all. ``wishes`` are the names of what else it may be asked for, None meaning what the
      game thinks good: ``folder`` holds tables of proved values, ``nodes`` bounds a search, ``engine`` and ``level``
      say who judges, ``jobs`` how many positions at a time, ``keep`` whether answers are kept for later runs.
      TableError for a table that cannot be used, and for a folder without any; PointboardError for an engine or a
      level that there is not.
    - ``lines(report)`` are its lines for a terminal, ``data(report)`` is plain data for JSON, ``html(report)`` a page
      that needs nothing but itself; ``forms`` are files of the game's own kinds besides, by what their names end in.
    - ``together(one, other)`` tells whether two records, one after the other in a file, are judged as one, such as the
      games of a match: ``judge`` is given the first of them.
    """

    judge: Callable[..., Any]
    lines: Callable[[Any], Sequence[Said]]
    data: Callable[[Any], Mapping[str, Any]]
    html: Callable[[Any], str]
    wishes: frozenset[str] = frozenset({"folder", "nodes"})
    together: Callable[[Any, Any], bool] = lambda _one, _other: False
    forms: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)

    @property
    def ends(self) -> tuple[str, ...]:
        """What the names of its files may end in."""
        return (".html", ".txt", ".json", *self.forms)

    def written(self, report: Any, end: str) -> str:  # noqa: ANN401 (any game's report)
        r"""A report as a file whose name ends in ``end``: one of ``forms``, .json, .txt, else a page of HTML.

        >>> toy = Reports(judge=len, lines=lambda n: [Said(f"{n} moves")], data=lambda n: {"moves": n}, html=str)
        >>> toy.written(3, ".txt"), toy.written(3, ".json"), toy.written(3, ".html")
        ('3 moves\n', '{\n "moves": 3\n}\n', '3')
        """
        if end in self.forms:
            return self.forms[end](report)
        if end == ".json":
            return json.dumps(self.data(report), indent=1, ensure_ascii=False) + "\n"
        if end == ".txt":
            return "".join(f"{said.text}\n" for said in self.lines(report))
        return self.html(report)
