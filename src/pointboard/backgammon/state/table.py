"""What lies on the table beside the board: cube, phase of the turn, score, length of the match, rules agreed on."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from pointboard.errors import PointboardError
from pointboard.scan import fitting, member, refused, shown

__all__ = [
    "MAX_EXPONENT",
    "MAX_NUMBER",
    "MONEY",
    "PHASES",
    "USUAL_RULES",
    "Action",
    "Cube",
    "Kind",
    "Length",
    "MatchRules",
    "Modifier",
    "Owner",
    "Phase",
    "PhaseRule",
    "Score",
    "match_rules",
]

MAX_EXPONENT = 30
"""The largest exponent of the cube: 2^30 still fits a signed 32-bit number, as the field's programs hold it."""

MAX_NUMBER = 999_999
"""The largest score, match length, number of games and move id that is read or written."""


class Owner(StrEnum):
    """Who owns the cube; the value is its letter in OGID."""

    CENTRED = "N"
    WHITE = "W"
    BLACK = "B"
    DEAD = "D"
    """Nobody can use it any more."""
    UNKNOWN = "?"


class Action(StrEnum):
    """What has just happened to the cube; the value is its letter in OGID."""

    NONE = "N"
    OFFERED = "O"
    TAKEN = "T"
    """From the take until the next checker play."""
    PASSED = "P"


class Cube(NamedTuple):
    """The doubling cube: its owner, the exponent of 2 that it shows, what has just happened to it.

    While a double is offered, and after it was passed, owner and exponent are those from before it.

    >>> Cube.of(8, Owner.WHITE), Cube().value
    (Cube(owner=<Owner.WHITE: 'W'>, exponent=3, action=<Action.NONE: 'N'>), 1)
    """

    owner: Owner = Owner.CENTRED
    exponent: int = 0
    action: Action = Action.NONE

    @property
    def value(self) -> int:
        """The number the cube stands for, 1 at the start (0 for exponents below 0 or above 999, which no cube has)."""
        return 1 << self.exponent if 0 <= self.exponent <= _MOST_EXPONENT else 0

    @staticmethod
    def of(value: int, owner: Owner = Owner.CENTRED, action: Action = Action.NONE) -> Cube:
        """The cube that shows ``value``; PointboardError unless that is a power of 2, from 1 to 2^30."""
        owner, action = member(Owner, owner, "owner"), member(Action, action, "action")
        exponent = value.bit_length() - 1 if type(value) is int else -1
        if not 0 <= exponent <= MAX_EXPONENT or value != 1 << exponent:
            raise PointboardError(f"expected a power of 2 from 1 to 2^{MAX_EXPONENT} on the cube, found {shown(value)}")
        return Cube(owner, exponent, action)


class Phase(StrEnum):
    """Where the game stands between two actions; the value is its code in OGID."""

    OPENING = "IW"
    OPENING_ROLLED = "IB"
    ROLLED = "R"
    PLAYED = "C"
    TAKEN = "A"
    DOUBLED = "D"
    PASSED = "P"
    ROLLING = "PR"
    GAME_OVER = "G"
    MATCH_OVER = "M"
    FINISHED = "F"
    RESIGNED_GAME = "RG"
    RESIGNED_MATCH = "RM"
    FORFEIT = "FF"


class Kind(StrEnum):
    """What a phase asks for."""

    TURN = "turn"
    """A side is to act."""
    IDLE = "idle"
    """The game goes on, but nobody acts: the dice have not said who begins, or the game is being closed."""
    END = "end"
    """The game or the match has ended, or a side has given it up."""


class PhaseRule(NamedTuple):
    """One row of the table of phases.

    ``next`` lists the phases that may follow; ``dice`` are the numbers of dice that may lie there and ``actions`` the
    cube actions that may stand.
    """

    meaning: str
    kind: Kind
    next: tuple[Phase, ...]
    dice: frozenset[int]
    actions: frozenset[Action]


def _phases() -> dict[Phase, PhaseRule]:
    """The specification's two tables ("Turn phases", "Terminal states"), with what may lie on the table in each."""
    p, turn, idle, end = Phase, Kind.TURN, Kind.IDLE, Kind.END
    no_dice, over = frozenset({0}), frozenset({Action.NONE, Action.TAKEN, Action.PASSED})
    none, live = frozenset({Action.NONE}), frozenset({Action.NONE, Action.TAKEN})
    offered, taken, passed = (frozenset({a}) for a in (Action.OFFERED, Action.TAKEN, Action.PASSED))
    doubled, ends = (p.DOUBLED, p.ROLLING), (p.GAME_OVER, p.MATCH_OVER)
    first = (p.OPENING, p.OPENING_ROLLED)
    return {
        p.OPENING: PhaseRule("before the opening roll", idle, first, frozenset({0, 1}), none),
        p.OPENING_ROLLED: PhaseRule("the first player is known", turn, (p.PLAYED,), frozenset({0, 2}), none),
        p.ROLLED: PhaseRule("dice rolled, a play is due", turn, (p.PLAYED,), frozenset({2}), live),
        p.PLAYED: PhaseRule("play made, a roll or a double is due", turn, doubled, no_dice, none),
        p.TAKEN: PhaseRule("double taken, the doubler's roll is due", turn, doubled, no_dice, taken),
        p.DOUBLED: PhaseRule("double offered, an answer is due", turn, (p.TAKEN, p.PASSED), no_dice, offered),
        p.PASSED: PhaseRule("double passed, the game is ending", idle, ends, no_dice, passed),
        p.ROLLING: PhaseRule("the dice are being rolled", turn, (p.ROLLED,), no_dice, live),
        p.GAME_OVER: PhaseRule("the game is over, the match is not", end, (p.OPENING,), no_dice, over),
        p.MATCH_OVER: PhaseRule("the match is over", end, (p.FINISHED,), no_dice, over),
        p.FINISHED: PhaseRule("nothing follows", end, (), no_dice, over),
        p.RESIGNED_GAME: PhaseRule("a side has resigned the game", end, ends, no_dice, live),
        p.RESIGNED_MATCH: PhaseRule("a side has resigned the match", end, (p.MATCH_OVER,), no_dice, live),
        p.FORFEIT: PhaseRule("a side has forfeited the match", end, (p.MATCH_OVER,), no_dice, live),
    }


PHASES: dict[Phase, PhaseRule] = _phases()
"""The table of phases. Source: OGID specification, "Field 6", with the rulings on dice and cube of ``docs/ogid.md``."""


class Score(NamedTuple):
    """The points that each side has won before this game."""

    white: int = 0
    black: int = 0


class Modifier(StrEnum):
    """What is special about the match or this game of it; the value is its letter in OGID."""

    NONE = ""
    CRAWFORD = "C"
    """This is the Crawford game: nobody may double."""
    LAST = "L"
    """Kept as it was read (the game header's "last game"); no rule hangs on it."""
    GAMES = "G"
    """A fixed number of games."""


class Length(NamedTuple):
    """The length of the match in points, 0 for money play; its modifier; the number of games, with ``GAMES`` only."""

    points: int = 0
    modifier: Modifier = Modifier.NONE
    games: int = 0


MONEY = Length()
"""Money play without a limit."""


class MatchRules(NamedTuple):
    """What the players agreed on that OGID cannot say.

    ``jacoby`` and ``beavers`` belong to money play; ``max_cube`` is the largest exponent of the cube, None for no
    limit.
    """

    jacoby: bool = False
    beavers: bool = False
    max_cube: int | None = None


_MOST_EXPONENT = 999


def match_rules(rules: MatchRules) -> MatchRules:
    """The rules themselves; NotationError for values of another kind, or a largest exponent outside 0 to 999.

    >>> match_rules(MatchRules(max_cube=10))
    MatchRules(jacoby=False, beavers=False, max_cube=10)
    """
    if rules is USUAL_RULES:
        return rules
    fitted: MatchRules = fitting(MatchRules, rules, "rules")
    if fitted.max_cube is not None and not 0 <= fitted.max_cube <= _MOST_EXPONENT:
        raise refused("max_cube", f"an exponent from 0 to {_MOST_EXPONENT} or None", fitted.max_cube)
    return fitted


USUAL_RULES = MatchRules()
"""The rules where nothing is said about them: no Jacoby, no beavers, no limit."""
