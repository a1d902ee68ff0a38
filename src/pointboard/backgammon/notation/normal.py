"""What of a position XGID and the ids of GNU Backgammon can hold, and the names of what they cannot.

A *normal form* is the position that comes back when what was written is read again. Both formats know the board, the
cube, the dice, whose turn it is, whether a double waits for its answer, the score, the length and Crawford; they know
neither how the turn came about nor what is special about the match.
"""

from __future__ import annotations

from typing import NamedTuple, NoReturn

from pointboard.backgammon.board import CHECKERS, Side
from pointboard.backgammon.state import (
    Action,
    Cube,
    Length,
    MatchRules,
    Modifier,
    Owner,
    Phase,
    State,
)
from pointboard.errors import LossyConversionError
from pointboard.scan import member

__all__ = ["DEFAULT_MAX_CUBE", "LOSSES", "Reading", "losses", "normal", "player", "refuse"]

LOSSES = (
    "cube_owner",
    "cube_action",
    "dice",
    "phase",
    "length_modifier",
    "move_id",
    "checkers",
    "jacoby",
    "beavers",
    "max_cube",
    "resignation",
)
"""What a conversion can lose and still be made: a dead or unknown cube's owner; that the double was just taken or
passed; dice that lie beside a resignation; the phase beyond "rolled", "double offered" and "neither"; L, or G and its
number; the move id; a number of checkers other than 15; the match rules; the size of a resignation."""

DEFAULT_MAX_CUBE = 10
"""The largest exponent of the cube that XGID is written with unless another is known, or the cube is above it."""


class Reading(NamedTuple):
    """What a text of some notation says: the position, the rules besides, and what neither of the two can hold."""

    state: State
    rules: MatchRules = MatchRules()
    losses: tuple[str, ...] = ()


def refuse(what: str, *losses: str) -> NoReturn:
    """Raise LossyConversionError: ``what`` can neither be written nor left out."""
    raise LossyConversionError(what, losses=losses)


def player(side: Side) -> Side:
    """The side that a format calls player 1, which may be given by its letter; NotationError for anything else."""
    return side if type(side) is Side else member(Side, side, "player_1")


def normal(state: State) -> State:
    """The part of a position that XGID and the ids of GNU Backgammon share.

    LossyConversionError where it is not known which side acted last: both formats are written from a side's view.

    >>> from pointboard.backgammon.notation.ogid import format, parse
    >>> format(normal(parse("1:o:B1T:13:B:R:0:0:5L:7:3")))
    '1:o:B1N:13:B:R:0:0:5:0'
    """
    cube, dice, last, phase, length = state.cube, state.dice, state.last_actor, state.phase, state.length
    if last is None:
        refuse("it is not known whose turn it is", "last_actor")
    pending = phase is _DOUBLED
    if not pending:
        phase = _ROLLED if len(dice) == 2 else _PLAYED
        dice = dice if phase is _ROLLED else ()
    owner = _CENTRED if cube.owner in _NOBODY else cube.owner
    action = _OFFERED if pending else _NO_ACTION
    if owner is not cube.owner or action is not cube.action:
        cube = Cube(owner, cube.exponent, action)
    if length.modifier is not _PLAIN and length.modifier is not _CRAWFORD:
        length = Length(length.points)
    return _new(State, (state.board, cube, dice, last, phase, state.score, length, 0, CHECKERS))


_new = tuple.__new__
_DOUBLED, _ROLLED, _PLAYED = Phase.DOUBLED, Phase.ROLLED, Phase.PLAYED
_CENTRED, _NOBODY = Owner.CENTRED, (Owner.DEAD, Owner.UNKNOWN)
_OFFERED, _NO_ACTION = Action.OFFERED, Action.NONE
_PLAIN, _CRAWFORD = Modifier.NONE, Modifier.CRAWFORD


def losses(before: State, after: State) -> tuple[str, ...]:
    """The names of what differs between a position and its normal form, in the order of ``LOSSES``.

    >>> start = State.start()
    >>> losses(start, start._replace(phase=Phase.PLAYED, move_id=3))
    ('phase', 'move_id')
    """
    changed = (
        ("cube_owner", before.cube.owner is not after.cube.owner),
        ("cube_action", before.cube.action is not after.cube.action),
        ("dice", before.dice != after.dice),
        ("phase", before.phase is not after.phase),
        ("length_modifier", before.length != after.length),
        ("move_id", before.move_id != after.move_id),
        ("checkers", before.checkers != after.checkers),
    )
    return tuple(name for name, lost in changed if lost)
