"""Positions in words: for captions, under drawn boards, and for those who hear a picture read out.

Every function takes anything that a ``State`` can hold, possible or not, and says of it what it holds, in English or in
the words that it is given.
"""

from __future__ import annotations

from pointboard.backgammon.board import BAR, Side
from pointboard.backgammon.notation import plays
from pointboard.backgammon.render.english import ENGLISH
from pointboard.backgammon.render.view import counts_of
from pointboard.backgammon.rules import BAR_POINT, Play, outcome, point_of
from pointboard.backgammon.state import Action, Modifier, Phase, State
from pointboard.errors import PointboardError
from pointboard.wording import Words

__all__ = [
    "cube_text",
    "cube_words",
    "describe",
    "headline",
    "match_words",
    "off",
    "pips",
    "play_words",
    "roll_words",
    "side_name",
    "strip_words",
    "won",
]

_HERE = "picture.backgammon"  # what the names of these words begin with
_LARGEST_PLAIN = 13  # 2^13 has four digits, as many as are read at a glance


def side_name(side: Side, say: Words = ENGLISH) -> str:
    """A side as sentences name it.

    >>> side_name(Side.BLACK)
    'Black'
    """
    return say(f"side.backgammon.{side}")


def pips(state: State, side: Side) -> int:
    """The pip count of a side, of a board of any size."""
    return sum(n * abs(pip - BAR[side.other]) for pip, n in enumerate(counts_of(state, side)))


def off(state: State, side: Side) -> int:
    """The checkers that a side has borne off, 0 where it has more than there are."""
    return max(state.checkers - sum(counts_of(state, side)), 0)


def won(state: State, side: Side) -> int:
    """The score of a side."""
    return state.score.white if side is Side.WHITE else state.score.black


def roll_words(dice: tuple[int, ...]) -> str:
    """A roll as players say it, the higher die first.

    >>> roll_words((1, 3)), roll_words((4,))
    ('31', '4')
    """
    return "".join(str(face) for face in sorted(dice, reverse=True))


def _ended(state: State, say: Words) -> str | None:
    """Who has won, where the position can be and says it."""
    if state.status():
        return None
    over = outcome(state)
    if over is not None:
        return say(f"{_HERE}.won.{over.size.name.lower()}", side=side_name(over.winner, say))
    if state.cube.action is Action.PASSED and state.last_actor is not None:
        winner, other = state.last_actor.other, state.last_actor
        return say(f"{_HERE}.passed.won", side=side_name(winner, say), other=side_name(other, say))
    return None


# The words of the phases in which it hangs on the dice what is due: without dice, with dice; others have one name each.
_DUE = {
    Phase.OPENING: ("opening", "thrown"),
    Phase.OPENING_ROLLED: ("to_roll", "to_play"),
    Phase.ROLLED: ("to_roll", "to_play"),
}


def headline(state: State, say: Words = ENGLISH) -> str:
    """Who acts and what is due, or how the game has ended.

    >>> headline(State.start())
    'The opening roll is due'
    """
    ended = _ended(state, say)
    if ended is not None:
        return ended
    side, other = say(f"{_HERE}.a_side"), say(f"{_HERE}.the_other")
    if state.last_actor is not None:
        side, other = side_name(state.last_actor.other, say), side_name(state.last_actor, say)
    due = _DUE.get(state.phase)
    name = state.phase.name.lower() if due is None else due[bool(state.dice)]
    return say(f"{_HERE}.{name}", side=side, other=other, roll=roll_words(state.dice))


def cube_text(exponent: int) -> str:
    """What the cube shows: its value, a large one as a power.

    >>> cube_text(0), cube_text(6), cube_text(20)
    ('1', '64', '2^20')
    """
    return str(1 << exponent) if 0 <= exponent <= _LARGEST_PLAIN else f"2^{exponent}"


def cube_words(state: State, say: Words = ENGLISH) -> str:
    """Value and owner of the cube, and whether a double is offered.

    >>> cube_words(State.start())
    '1, in the middle'
    """
    owner, exponent, action = state.cube
    told = [cube_text(exponent), say(f"{_HERE}.cube.{owner.name.lower()}")]
    if action is Action.OFFERED and state.last_actor is not None:
        by = side_name(state.last_actor, say)
        told.append(say(f"{_HERE}.cube.offered.by", side=by, value=cube_text(exponent + 1)))
    elif action is not Action.NONE:
        told.append(say(f"{_HERE}.cube.{action.name.lower()}", value=cube_text(exponent + 1)))
    return ", ".join(told)


def match_words(state: State, say: Words = ENGLISH) -> str:
    """What is played for: the length of the match and what is special about this game of it.

    >>> match_words(State.start())
    'money play'
    """
    points, modifier, games = state.length
    told = [say(f"{_HERE}.match", count=say.number(points)) if points else say(f"{_HERE}.money")]
    if modifier is Modifier.CRAWFORD:
        told.append(say(f"{_HERE}.crawford"))
    elif points and points - 1 in state.score:
        told.append(say(f"{_HERE}.post_crawford"))
    if modifier is Modifier.LAST:
        told.append(say(f"{_HERE}.last"))
    if modifier is Modifier.GAMES:
        told.append(say.counted(f"{_HERE}.games", games))
    return ", ".join(told)


def strip_words(state: State, side: Side, say: Words = ENGLISH) -> tuple[str, str]:
    """A side's pip count and its score, as they stand beside its name.

    >>> strip_words(State.start(), Side.WHITE)
    ('167 pips', '0 pts')
    """
    score, points = won(state, side), state.length.points
    counted = f"{say.number(score)} / {say.number(points)}" if points else say.counted(f"{_HERE}.points", score)
    return say(f"{_HERE}.pips", count=say.number(pips(state, side))), counted


def _place(point: int, say: Words) -> str:
    """A point as the side whose numbers they are calls it, 25 being its bar and 0 the other's."""
    if 0 < point < BAR_POINT:
        return say(f"{_HERE}.point", point=point)
    return say("spot.bar_word" if point else f"{_HERE}.other_bar")


def _standing(state: State, side: Side, say: Words) -> str:
    """Where a side's checkers are, in its own points, and how many are borne off."""
    counts, borne = counts_of(state, side), off(state, side)
    standing = sorted(((point_of(side, pip), n) for pip, n in enumerate(counts) if n), reverse=True)
    told = [say(f"{_HERE}.on", count=say.number(n), place=_place(point, say)) for point, n in standing]
    told = told or [say(f"{_HERE}.nowhere")]
    return ", ".join([*told, say(f"{_HERE}.off", count=say.number(borne))] if borne else told)


def play_words(play: Play) -> str:
    """A play as players write it; where it fits no position, its moves as they stand.

    >>> from pointboard.backgammon.notation import ogid
    >>> from pointboard.backgammon.rules import plays
    >>> play_words(plays(ogid.parse("j:o:N0N:51:W:R"))[0])
    '24/19*/18'
    """
    try:
        play.state.check()
        return plays.format(play)
    except (PointboardError, IndexError, ValueError):
        return " ".join(f"{source}-{target}" for source, target in play.moves)


def describe(state: State, say: Words = ENGLISH) -> str:
    """The position in sentences; each side's points are in its own numbering.

    >>> describe(State.start()).split(". ")[2]
    'Score: White 0, Black 0, money play'
    """
    score = ", ".join(f"{side_name(side, say)} {say.number(won(state, side))}" for side in Side)
    about = {"cube": cube_words(state, say), "score": score, "match": match_words(state, say)}
    told = [say(f"{_HERE}.about", said=headline(state, say), **about)]
    for side in Side:
        pip_count = say.number(pips(state, side))
        standing = _standing(state, side, say)
        told.append(say(f"{_HERE}.side", side=side_name(side, say), standing=standing, pips=pip_count))
    return " ".join(told)
