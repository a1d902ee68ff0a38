"""Backgammon: positions and their notations.

The names most programs need stand here; each comes from the module that its docstring names::

    >>> from pointboard import backgammon
    >>> state = backgammon.parse("11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:R")
    >>> state.on_roll.name, state.pips(state.on_roll)
    ('WHITE', 167)
    >>> backgammon.convert(backgammon.format(state), to="xgid").text
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10'
"""

from pointboard.backgammon.board import BAR, CHECKERS, HOME, Board, Side, Variant, start_board
from pointboard.backgammon.notation.convert import (
    convert,
    gnubg_to_ogid,
    ogid_to_gnubg,
    ogid_to_xgid,
    xgid_to_ogid,
)
from pointboard.backgammon.notation.ogid import format, parse  # noqa: A004 (the word of the field)
from pointboard.backgammon.state import (
    PHASES,
    Action,
    Cube,
    Flag,
    Kind,
    Length,
    MatchRules,
    Modifier,
    Owner,
    Phase,
    PhaseRule,
    Score,
    State,
)

__all__ = [
    "BAR",
    "CHECKERS",
    "HOME",
    "PHASES",
    "Action",
    "Board",
    "Cube",
    "Flag",
    "Kind",
    "Length",
    "MatchRules",
    "Modifier",
    "Owner",
    "Phase",
    "PhaseRule",
    "Score",
    "Side",
    "State",
    "Variant",
    "convert",
    "format",
    "gnubg_to_ogid",
    "ogid_to_gnubg",
    "ogid_to_xgid",
    "parse",
    "start_board",
    "xgid_to_ogid",
]
