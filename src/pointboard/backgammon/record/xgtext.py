"""XG's text of analysed positions, as it is copied or exported: XGID, plays with equities, the cube. Read only.

    XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10

        1. XG Roller+   8/5 6/5                      eq:+0,158
          Player:   55,08% (G:17,42% B:1,25%)
          Opponent: 44,92% (G:12,30% B:0,55%)

A text may hold any number of positions, each beginning with its XGID; numbers have a point or a comma. What stands
between them and is not read (the drawn board, comments) is kept with the whole text of the position.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import NamedTuple

from pointboard.backgammon.notation import plays, xgid
from pointboard.backgammon.record.analysis import Analysis, Chances, CubeVerdict, EvaluatedPlay
from pointboard.backgammon.record.faults import RecordError, check_size, place_of
from pointboard.backgammon.state import MatchRules, State
from pointboard.errors import NotationError, PointboardError, PositionError

__all__ = ["AnalysedPosition", "parse"]

_ENGINE = "eXtreme Gammon"
_NUMBER = r"[+-]?[0-9]{1,4}[.,][0-9]{1,6}"
_LEVEL = r"Rollout\S*|(?:Opening )?Book\S*|XG Roller\+{0,2}|[0-9]{1,2}-ply(?: red)?"
_PLAY = re.compile(rf"^[ \t]*[0-9]{{1,3}}\.[ \t]+({_LEVEL})[ \t]+(.*?)[ \t]+eq:[ \t]*({_NUMBER})", re.MULTILINE)
_SHARES = re.compile(
    r"^[ \t]*(Player|Opponent)(?: Winning Chances)?:[ \t]*([0-9]{1,3}[.,][0-9]{1,3})%"
    r"[ \t]*\(G:[ \t]*([0-9]{1,3}[.,][0-9]{1,3})%[ \t]*B:[ \t]*([0-9]{1,3}[.,][0-9]{1,3})%\)",
    re.MULTILINE,
)
_CUBE = re.compile(
    rf"^[ \t]*(No (?:re)?double|(?:Re)?double/Take|(?:Re)?double/(?:Pass|Drop)):[ \t]*({_NUMBER})",
    re.MULTILINE | re.IGNORECASE,
)
_ANALYSED = re.compile(rf"^[ \t]*Analyzed in ({_LEVEL})", re.MULTILINE)


class AnalysedPosition(NamedTuple):
    """A position, the rules that its XGID names, what XG says of it, and the text that says so."""

    state: State
    rules: MatchRules
    analysis: Analysis
    text: str


def parse(text: str) -> tuple[AnalysedPosition, ...]:
    r"""Every position of a text; RecordError where there is none, for a bad XGID, and for more than 50 MB.

    >>> [found] = parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n  1. 3-ply  8/5 6/5  eq:+0,158\n")
    >>> found.analysis.plays[0].play, found.analysis.plays[0].equity
    ('8/5 6/5', 0.158)
    """
    check_size(str, text)
    found = xgid.find(text)
    if not found:
        raise RecordError("expected an XGID", field="xgid", place=place_of(text, 0), text=text)
    ends = [*(one.start for one in found[1:]), len(text)]
    positions = []
    for one, end in zip(found, ends, strict=True):
        try:
            state, rules, *_ = xgid.to_reading(one.text, lax=True)
        except (NotationError, PositionError) as error:
            raise RecordError(str(error), field="xgid", place=place_of(text, one.start), text=text) from None
        block = text[one.start : end]
        positions.append(AnalysedPosition(state, rules, _analysis(block[one.end - one.start :], state), block.rstrip()))
    return tuple(positions)


def _number(text: str) -> float:
    return float(text.replace(",", "."))


def _chances(text: str) -> Chances | None:
    """The two lines with the chances of both sides."""
    shares = {found[1]: [_number(part) / 100 for part in found.groups()[1:]] for found in _SHARES.finditer(text)}
    if len(shares) < 2:
        return None
    win, gammon, backgammon = (round(share, 6) for share in shares["Player"])
    _, lose_gammon, lose_backgammon = (round(share, 6) for share in shares["Opponent"])
    return Chances(win, gammon, backgammon, lose_gammon, lose_backgammon)


def _analysis(text: str, state: State) -> Analysis:
    rows = list(_PLAY.finditer(text))
    ends = [*(row.start() for row in rows[1:]), len(text)][: len(rows)]
    looked_at = tuple(
        EvaluatedPlay(_play(row[2], state), _number(row[3]), _chances(text[row.end() : end]), row[1])
        for row, end in zip(rows, ends, strict=True)
    )
    said = {found[1].lower().replace("re", ""): _number(found[2]) for found in _CUBE.finditer(text)}
    level = found[1] if (found := _ANALYSED.search(text)) else looked_at[0].level if looked_at else ""
    cube = None
    if said:
        dropped = said.get("double/pass", said.get("double/drop"))
        none, taken = said.get("no double"), said.get("double/take")
        cube = CubeVerdict(none, taken, dropped, _chances(text[: rows[0].start()] if rows else text), level)
    return Analysis(_ENGINE, level, looked_at, cube)


def _play(text: str, state: State) -> str:
    """The written form of a play, where it is one."""
    with suppress(PointboardError):
        return plays.format(plays.parse(text, state, lax=True))
    return text
