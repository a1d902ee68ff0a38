"""The position of backgammon: ``table`` has what lies beside the board, ``position`` the whole and its checks."""

from pointboard.backgammon.state.position import Flag, State, judge, typed
from pointboard.backgammon.state.table import (
    MAX_EXPONENT,
    MAX_NUMBER,
    MONEY,
    PHASES,
    USUAL_RULES,
    Action,
    Cube,
    Kind,
    Length,
    MatchRules,
    Modifier,
    Owner,
    Phase,
    PhaseRule,
    Score,
    match_rules,
)

__all__ = [
    "MAX_EXPONENT",
    "MAX_NUMBER",
    "MONEY",
    "PHASES",
    "USUAL_RULES",
    "Action",
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
    "State",
    "judge",
    "match_rules",
    "typed",
]
