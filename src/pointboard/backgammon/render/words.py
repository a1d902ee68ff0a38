"""Positions in words: for captions, under drawn boards, and for those who hear a picture read out.

Every function takes anything that a ``State`` can hold, possible or not, and says of it what it holds.
"""

from __future__ import annotations

from collections.abc import Callable

from pointboard.backgammon.board import BAR, Side
from pointboard.backgammon.notation import plays
from pointboard.backgammon.render.view import counts_of
from pointboard.backgammon.rules import Play, Size, outcome, pip_of
from pointboard.backgammon.state import Action, Modifier, Owner, Phase, State
from pointboard.errors import PointboardError

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
]

_LARGEST_PLAIN = 13  # 2^13 has four digits, as many as are read at a glance


def side_name(side: Side) -> str:
    """A side as sentences name it.

    >>> side_name(Side.BLACK)
    'Black'
    """
    return side.name.capitalize()


def pips(state: State, side: Side) -> int:
    """The pip count of a side, of a board of any size."""
    return sum(n * abs(pip - BAR[side.other]) for pip, n in enumerate(counts_of(state, side)))


def off(state: State, side: Side) -> int:
    """The checkers that a side has borne off, 0 where it has more than there are."""
    return max(state.checkers - sum(counts_of(state, side)), 0)


def roll_words(dice: tuple[int, ...]) -> str:
    """A roll as players say it, the higher die first.

    >>> roll_words((1, 3)), roll_words((4,))
    ('31', '4')
    """
    return "".join(str(face) for face in sorted(dice, reverse=True))


def _ended(state: State) -> str | None:
    """Who has won, where the position can be and says it."""
    if state.status():
        return None
    over = outcome(state)
    if over is not None:
        game = "" if over.size is Size.SINGLE else f" a {over.size.name.lower()}"
        return f"{side_name(over.winner)} wins{game}: all checkers borne off"
    if state.cube.action is Action.PASSED and state.last_actor is not None:
        return f"{side_name(state.last_actor)} passes: {side_name(state.last_actor.other)} wins"
    return None


def _opening(_name: str, other: str, state: State) -> str:
    if not state.dice:
        return "The opening roll is due"
    return f"Opening roll: {other} has thrown {roll_words(state.dice)}"


def _to_play(name: str, _other: str, state: State) -> str:
    return f"{name} to play {roll_words(state.dice)}" if state.dice else f"{name} to roll"


# What is said in each phase: the side that did not act last, the side that did, the position.
_SAID: dict[Phase, Callable[[str, str, State], str]] = {
    Phase.OPENING: _opening,
    Phase.OPENING_ROLLED: _to_play,
    Phase.ROLLED: _to_play,
    Phase.PLAYED: lambda name, *_: f"{name} on roll",
    Phase.TAKEN: lambda name, other, _: f"{name} on roll, {other} has taken",
    Phase.DOUBLED: lambda name, other, _: f"{other} doubles: {name} to take or pass",
    Phase.PASSED: lambda _, other, __: f"{other} passes",
    Phase.ROLLING: lambda name, *_: f"{name} is rolling",
    Phase.GAME_OVER: lambda *_: "The game is over",
    Phase.MATCH_OVER: lambda *_: "The match is over",
    Phase.FINISHED: lambda *_: "The match is finished",
    Phase.RESIGNED_GAME: lambda _, other, __: f"{other} resigns the game",
    Phase.RESIGNED_MATCH: lambda _, other, __: f"{other} resigns the match",
    Phase.FORFEIT: lambda _, other, __: f"{other} forfeits the match",
}


def headline(state: State) -> str:
    """Who acts and what is due, or how the game has ended.

    >>> headline(State.start())
    'The opening roll is due'
    """
    ended = _ended(state)
    if ended is not None:
        return ended
    last = state.last_actor
    names = ("A side", "the other side") if last is None else (side_name(last.other), side_name(last))
    return _SAID[state.phase](*names, state)


def cube_text(exponent: int) -> str:
    """What the cube shows: its value, a large one as a power.

    >>> cube_text(0), cube_text(6), cube_text(20)
    ('1', '64', '2^20')
    """
    return str(1 << exponent) if 0 <= exponent <= _LARGEST_PLAIN else f"2^{exponent}"


_OWNERS = {
    Owner.CENTRED: "in the middle",
    Owner.WHITE: "White's",
    Owner.BLACK: "Black's",
    Owner.DEAD: "dead",
    Owner.UNKNOWN: "owner not known",
}


def cube_words(state: State) -> str:
    """Value and owner of the cube, and whether a double is offered.

    >>> cube_words(State.start())
    '1, in the middle'
    """
    owner, exponent, action = state.cube
    words = f"{cube_text(exponent)}, {_OWNERS[owner]}"
    if action is Action.OFFERED:
        by = f" by {side_name(state.last_actor)}" if state.last_actor is not None else ""
        words += f", offered{by} at {cube_text(exponent + 1)}"
    elif action is not Action.NONE:
        words += f", {action.name.lower()}"
    return words


def match_words(state: State) -> str:
    """What is played for: the length of the match and what is special about this game of it.

    >>> match_words(State.start())
    'money play'
    """
    points, modifier, games = state.length
    words = f"match to {points}" if points else "money play"
    if modifier is Modifier.CRAWFORD:
        return f"{words}, Crawford game"
    if points and points - 1 in state.score:
        words += ", post-Crawford"
    if modifier is Modifier.LAST:
        words += ", last game"
    if modifier is Modifier.GAMES:
        words += f", {games} {'game' if games == 1 else 'games'}"
    return words


def _standing(state: State, side: Side) -> str:
    """Where a side's checkers are, in its own points."""
    counts = counts_of(state, side)
    points = [(counts[pip_of(side, point)], f"the {point} point") for point in range(24, 0, -1)]
    places = [(counts[BAR[side]], "the bar"), *points, (counts[BAR[side.other]], "the other side's bar")]
    return ", ".join(f"{n} on {place}" for n, place in places if n) or "no checkers"


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


def describe(state: State) -> str:
    """The position in sentences; each side's points are in its own numbering.

    >>> describe(State.start()).split(". ")[2]
    'Score: White 0, Black 0, money play'
    """
    score = f"White {state.score.white}, Black {state.score.black}"
    words = [f"{headline(state)}. Cube: {cube_words(state)}. Score: {score}, {match_words(state)}."]
    for side in Side:
        borne = off(state, side)
        gone = f", {borne} borne off" if borne else ""
        words.append(f"{side_name(side)}: {_standing(state, side)}{gone}; pip count {pips(state, side)}.")
    return " ".join(words)
