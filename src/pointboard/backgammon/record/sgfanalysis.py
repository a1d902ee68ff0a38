"""GNU Backgammon's analysis properties as values: ``A`` (plays), ``DA`` (cube), ``LU`` (luck).

The numbers are that program's own: in ``A`` each play has five chances, an equity and the level; in ``DA`` the level
stands first, then five chances, the cubeless and the cubeful value, without and with a double. In a match these two are
the chance of winning the match. What does not read as that is left alone: the property itself is kept anyway.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from pointboard.backgammon.board import BAR, Side
from pointboard.backgammon.notation import plays
from pointboard.backgammon.record.analysis import Analysis, Chances, CubeVerdict, EvaluatedPlay
from pointboard.backgammon.record.model import Ply
from pointboard.backgammon.record.sgftree import Property
from pointboard.backgammon.rules import OFF, point_of
from pointboard.backgammon.state import State
from pointboard.errors import PointboardError

__all__ = ["analysis_of"]

_ENGINE = "GNU Backgammon"
_CHANCES = 5


def analysis_of(properties: Iterable[Property], ply: Ply) -> Analysis | None:
    """The analysis of a ply, None where the properties hold none that can be read."""
    found = {prop.name: prop for prop in properties}
    looked_at = _plays(found["A"], ply) if "A" in found else ()
    cube = _cube(found["DA"].value, ply.before) if "DA" in found else None
    luck = next(iter(_numbers(found["LU"].value.split()[:1])), None) if "LU" in found else None
    if not looked_at and cube is None and luck is None:
        return None
    level = next((play.level for play in looked_at if play.played), cube.level if cube else "")
    return Analysis(_ENGINE, level, looked_at, cube, luck)


def _numbers(words: Iterable[str]) -> tuple[float, ...]:
    """Words as numbers; none at all where one is no number."""
    try:
        found = tuple(float(word.replace(",", ".")) for word in words)
    except ValueError:
        return ()
    return found if all(map(math.isfinite, found)) else ()


def _level(word: str) -> str:
    """A level such as 2C in words."""
    ply, kind = word[:-1], word[-1:]
    if not (ply.isascii() and ply.isdigit()):
        return word
    return f"{ply}-ply {'cubeful' if kind == 'C' else 'cubeless'}"


def _plays(prop: Property, ply: Ply) -> tuple[EvaluatedPlay, ...]:
    chosen, *rest = prop.values
    found = []
    for number, value in enumerate(rest):
        words = value.split()
        if len(words) < 2:
            continue
        text = _text(words[0], ply)
        numbers = _numbers(words[4:10]) if words[1:3] == ["E", "ver"] else ()
        played = chosen.strip() == str(number)
        if len(numbers) == _CHANCES + 1:
            level = _level(words[10]) if len(words) > 10 else ""
            found.append(EvaluatedPlay(text, numbers[5], Chances(*numbers[:5]), level, played))
        else:
            level = "rollout" if words[1:2] == ["R"] else ""
            found.append(EvaluatedPlay(text, None, None, level, played))
    return tuple(found)


def _text(letters: str, ply: Ply) -> str:
    """The play of letters in the written form where it is one, else its steps."""
    side = ply.side or Side.WHITE
    pips = [OFF if one == "z" else BAR[side] if one == "y" else 24 - (ord(one) - ord("a")) for one in letters]
    if not all(0 <= pip <= OFF for pip in pips):
        return letters
    pairs = zip(pips[::2], pips[1::2], strict=False)
    text = " ".join(f"{point_of(side, source)}/{point_of(side, target)}" for source, target in pairs)
    try:
        return plays.format(plays.parse(text, ply.before, lax=True))
    except PointboardError:
        return text


def _cube(value: str, state: State) -> CubeVerdict | None:
    words = value.split()
    numbers = _numbers(words[7:21]) if words[:2] == ["E", "ver"] else ()
    if len(numbers) != 2 * (_CHANCES + 2):
        return None
    unit = "mwc" if state.length.points else ""
    return CubeVerdict(numbers[6], numbers[13], None, Chances(*numbers[:5]), _level(words[3]), unit)
