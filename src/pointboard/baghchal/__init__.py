"""Bagh Chal (Tigers and Goats): positions, rules, notations, records, best moves, pictures.

The names most programs need stand here; each comes from the module that its docstring names::

    >>> from pointboard import baghchal
    >>> state = baghchal.parse("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1")
    >>> move = baghchal.parse_move("mA1B1", state)
    >>> baghchal.format(baghchal.apply(state, move))
    'XTXXT/XXXXX/XXGXX/XXXXX/TXXXT g @19 c0 mA1B1 #t1'
"""

from pointboard.baghchal.board import Board, point, point_name
from pointboard.baghchal.notation.obx import format, format_move, parse, parse_move  # noqa: A004 (the word of the field)
from pointboard.baghchal.rules import Outcome, Reason, Repetition, apply, apply_all, legal, outcome, perft, refusal
from pointboard.baghchal.state import MOVES, Flag, Kind, Move, Side, State, action_number

__all__ = [
    "MOVES",
    "Board",
    "Flag",
    "Kind",
    "Move",
    "Outcome",
    "Reason",
    "Repetition",
    "Side",
    "State",
    "action_number",
    "apply",
    "apply_all",
    "format",
    "format_move",
    "legal",
    "outcome",
    "parse",
    "parse_move",
    "perft",
    "point",
    "point_name",
    "refusal",
]
