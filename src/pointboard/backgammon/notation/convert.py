"""Conversion between backgammon's notations, with the names of what gets lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pointboard.backgammon.board import Side
from pointboard.backgammon.notation import gnubg, ogid, xgid
from pointboard.backgammon.notation.normal import DEFAULT_MAX_CUBE, Reading, losses
from pointboard.backgammon.state import (
    USUAL_RULES,
    MatchRules,
    State,
)
from pointboard.errors import LossyConversionError, PointboardError
from pointboard.game import Conversion, Notation
from pointboard.scan import Cursor, shown

__all__ = ["NOTATIONS", "convert", "gnubg_to_ogid", "ogid_to_gnubg", "ogid_to_xgid", "xgid_to_ogid"]

# One or two words of the letters of base 64, small ones and capitals, about as long as the ids.
_LIKE_IDS = re.compile(r"(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9+/]{10,18}(:[A-Za-z0-9+/]{0,16})?")
# The board of an XGID whose prefix was left out.
_LIKE_XGID = re.compile(r"\s*[-A-Pa-p]{26}(:|\s*$)")
_SHARED = frozenset({"board", "cube", "dice", "on_roll", "double", "score", "length", "crawford"})


def _claims_xgid(text: str) -> bool:
    return "XGID" in text.upper() or _LIKE_XGID.match(text) is not None


NOTATIONS: dict[str, Notation[State]] = {
    notation.name: notation
    for notation in (
        Notation(
            "ogid",
            "OGID (OpenGammon)",
            ogid.parse,
            ogid.format,
            ogid.recognises,
            _SHARED | {"cube_owner", "cube_action", "phase", "length_modifier", "move_id", "checkers"},
            lambda text: text.count(":") > 1 and not _claims_xgid(text),
        ),
        Notation(
            "xgid",
            "XGID (eXtreme Gammon)",
            xgid.parse,
            xgid.format,
            xgid.recognises,
            _SHARED,
            _claims_xgid,
        ),
        Notation(
            "gnubg",
            "Position ID:Match ID (GNU Backgammon)",
            gnubg.parse,
            gnubg.format,
            gnubg.recognises,
            _SHARED,
            lambda text: bool(_LIKE_IDS.fullmatch(text.strip())),
        ),
    )
}
"""The notations by name, the main one first."""

_KEPT_RULES: dict[str, frozenset[str]] = {
    "ogid": frozenset(),
    "xgid": frozenset({"jacoby", "beavers", "max_cube"}),
    "gnubg": frozenset({"jacoby"}),
}


def _ogid_reading(text: str, *, lax: bool, player_1: Side) -> Reading:  # noqa: ARG001 (colours stand in the text)
    return Reading(ogid.parse(text, lax=lax))


def _ogid_text(state: State, rules: MatchRules, *, player_1: Side) -> str:  # noqa: ARG001 (the same)
    return ogid.format(state)


_READ: dict[str, Callable[..., Reading]] = {
    "ogid": _ogid_reading,
    "xgid": xgid.to_reading,
    "gnubg": gnubg.to_reading,
}
_WRITE: dict[str, Callable[..., str]] = {"ogid": _ogid_text, "xgid": xgid.format, "gnubg": gnubg.format}
_NORMAL: dict[str, Callable[[State], State]] = {
    "ogid": lambda state: state,
    "xgid": xgid.normal_form,
    "gnubg": gnubg.normal_form,
}


def convert(  # noqa: PLR0913 (what to write, how to read)
    text: str,
    to: str,
    source: str | None = None,
    *,
    strict: bool = False,
    lax: bool = True,
    player_1: Side = Side.WHITE,
) -> Conversion:
    """Write a position that is given in any notation in the notation called ``to``: ogid, xgid or gnubg.

    Without ``source`` the notation is recognised. ``lax`` reads the lax forms of it too; ``player_1`` is the side that
    XGID and Match IDs call player 1. ``losses`` of the answer names what the position has and the target cannot hold
    (``notation.normal.LOSSES``); with ``strict`` that raises LossyConversionError instead, which what can neither be
    held nor left out always does. NotationError and PositionError as the notation's ``parse``; PointboardError for a
    notation that is unknown.

    >>> convert("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:10", to="ogid")
    ... # doctest: +NORMALIZE_WHITESPACE
    Conversion(source='xgid', target='ogid',
        text='11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:R:0:0:0:0', losses=('jacoby',))
    """
    for name in (to, source):
        if name not in tuple(NOTATIONS) and (name is to or name is not None):
            raise PointboardError(f"no notation is called {shown(name)}; there are: {', '.join(NOTATIONS)}")
    name = source or _recognise(text)
    reading = _READ[name](text, lax=lax, player_1=player_1)
    lost = (*reading.losses, *losses(reading.state, _NORMAL[to](reading.state)), *_lost_rules(reading, to))
    if strict and lost:
        raise LossyConversionError(f"{NOTATIONS[to].title} cannot hold all of the position", losses=lost)
    return Conversion(name, to, _WRITE[to](reading.state, reading.rules, player_1=player_1), lost)


def _lost_rules(reading: Reading, to: str) -> tuple[str, ...]:
    """The match rules that the text gives and the notation ``to`` cannot hold."""
    rules = reading.rules
    usual = rules.max_cube in (None, max(DEFAULT_MAX_CUBE, reading.state.cube.exponent))
    given: tuple[tuple[str, Any], ...] = (
        ("jacoby", rules.jacoby),
        ("beavers", rules.beavers),
        ("max_cube", not usual),
    )
    return tuple(name for name, said in given if said and name not in _KEPT_RULES[to])


def _recognise(text: str) -> str:
    """The notation that the text follows; where it follows none, the one that it is meant to be of.

    NotationError where nothing says which that is.
    """
    notations = NOTATIONS.values()
    found = next((n for n in notations if n.recognises(text)), None) or next(
        (n for n in notations if n.claims(text)), None
    )
    if found is None:
        Cursor(text).fail(f"an id: {', '.join(notation.title for notation in notations)}")
    return found.name


def gnubg_to_ogid(position_id: str, match_id: str, *, player_1: Side = Side.WHITE) -> str:
    """The OGID of a Position ID and a Match ID; errors as ``gnubg.parse``. ``convert`` also names what is lost.

    >>> gnubg_to_ogid("4HPwATDgc/ABMA", "cIkFAAAAAAAE")
    '11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:R:0:0:0:0'
    """
    return ogid.format(gnubg.parse_ids(position_id, match_id, player_1=player_1))


def ogid_to_gnubg(
    text: str, rules: MatchRules = USUAL_RULES, *, lax: bool = False, player_1: Side = Side.WHITE
) -> tuple[str, str]:
    """The Position ID and the Match ID of an OGID; ``rules`` says what OGID cannot (Jacoby).

    NotationError and PositionError as ``ogid.parse``, LossyConversionError as ``gnubg.normal_form``.

    >>> ogid_to_gnubg("11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:R")
    ('4HPwATDgc/ABMA', 'cIkFAAAAAAAE')
    """
    return gnubg.format_ids(ogid.parse(text, lax=lax), rules, player_1=player_1)


def xgid_to_ogid(text: str, *, lax: bool = False, player_1: Side = Side.WHITE) -> str:
    """The OGID of an XGID; errors as ``xgid.parse``. ``convert`` also names what is lost.

    >>> xgid_to_ogid("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")
    '11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:R:0:0:0:0'
    """
    return ogid.format(xgid.parse(text, lax=lax, player_1=player_1))


def ogid_to_xgid(text: str, rules: MatchRules = USUAL_RULES, *, lax: bool = False, player_1: Side = Side.WHITE) -> str:
    """The XGID of an OGID; ``rules`` says what OGID cannot (Jacoby, beavers, the largest cube).

    NotationError and PositionError as ``ogid.parse``, LossyConversionError as ``xgid.normal_form``.

    >>> ogid_to_xgid("11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:R")
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10'
    """
    return xgid.format(ogid.parse(text, lax=lax), rules, player_1=player_1)
