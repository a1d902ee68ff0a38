"""What the events need, and what they do: the small functions that the rows of ``table`` name.

A need is a condition with the words that the drawn table has for it; its function gives the reason why it is not met,
or None. An effect makes the next position; where its row has one target the machine sets the phase itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar, cast

from pointboard.backgammon.board import Side
from pointboard.backgammon.rules import Size, outcome, play_of
from pointboard.backgammon.rules import refusal as play_refusal
from pointboard.backgammon.state import MAX_EXPONENT, Action, Cube, Modifier, Owner, Phase, State
from pointboard.backgammon.turns.ends import (
    Reason,
    Result,
    Terms,
    decided,
    fitting_variant,
    is_match,
    next_game,
    points,
    result,
    score_after,
)
from pointboard.backgammon.turns.events import (
    Accept,
    Begin,
    Close,
    Event,
    MakePlay,
    NextGame,
    OpeningRoll,
    Resign,
    Roll,
    SetPosition,
)

__all__ = [
    "A_MATCH",
    "BELOW_LIMIT",
    "DIE_FACES",
    "FACES",
    "LAST",
    "LEGAL_PLAY",
    "MAY_TURN",
    "NEVER",
    "NOT_OVER",
    "NO_CRAWFORD",
    "NO_DICE",
    "OFFERED",
    "OVER",
    "RESULT",
    "SIZE",
    "THROWS",
    "UNDECIDED",
    "UNSIZED",
    "VARIANT",
    "Case",
    "Effect",
    "Need",
    "accept",
    "act",
    "begin",
    "close",
    "double",
    "drop",
    "keep",
    "leave",
    "name_of",
    "play",
    "resign",
    "restart",
    "roll",
    "set_up",
    "take",
    "throw",
]

_EventT_co = TypeVar("_EventT_co", bound=Event, covariant=True)


class Case(NamedTuple, Generic[_EventT_co]):
    """An event that is to happen in a position; ``side`` is the one that acts, where the row has an actor."""

    state: State
    event: _EventT_co
    side: Side
    terms: Terms


Effect = Callable[[Any], State]


class Need(NamedTuple):
    """A condition of an event: the words for it, and the function that says why it is not met."""

    words: str
    fault: Callable[[Any], str | None]


DIE_FACES = range(1, 7)
_OWN = {Side.WHITE: Owner.WHITE, Side.BLACK: Owner.BLACK}


def name_of(side: Side) -> str:
    """The side as sentences name it.

    >>> name_of(Side.WHITE)
    'White'
    """
    return side.name.capitalize()


# --- needs: the dice -------------------------------------------------------------------------------------------------


def _faces_fault(*dice: int) -> str | None:
    return None if all(die in DIE_FACES for die in dice) else "the faces are 1 to 6"


def _roll_fault(case: Case[Roll]) -> str | None:
    return _faces_fault(case.event.first, case.event.second)


def _dice_fault(case: Case[Event]) -> str | None:
    return "dice lie on the board" if case.state.dice else None


def _thrown(event: OpeningRoll) -> dict[Side, int]:
    return {side: die for side, die in zip(Side, (event.white, event.black), strict=True) if die is not None}


def _throw_fault(case: Case[OpeningRoll]) -> str | None:
    thrown, last = _thrown(case.event), case.state.last_actor
    if not thrown:
        return "a side must throw its die"
    if case.state.dice and last in thrown:
        return f"{name_of(last)} has thrown its die"
    return _faces_fault(*thrown.values())


def _play_fault(case: Case[MakePlay]) -> str | None:
    return play_refusal(case.state, case.event.moves)


FACES = Need("faces 1 to 6", _roll_fault)
NO_DICE = Need("no dice on the board", _dice_fault)
THROWS = Need("each side throws one die, 1 to 6", _throw_fault)
LEGAL_PLAY = Need("a legal play of the dice", _play_fault)


# --- needs: the cube -------------------------------------------------------------------------------------------------


def _crawford_fault(case: Case[Event]) -> str | None:
    return "no doubling in the Crawford game" if case.state.crawford else None


def _owner_fault(case: Case[Event]) -> str | None:
    owner = case.state.cube.owner
    if owner is Owner.DEAD:
        return "the cube is dead"
    if owner is Owner.UNKNOWN:
        return "it is not known who owns the cube"
    return None if owner in (Owner.CENTRED, _OWN[case.side]) else f"{name_of(case.side)} does not own the cube"


def _limit_fault(case: Case[Event]) -> str | None:
    limit = case.terms.rules.max_cube
    most = MAX_EXPONENT if limit is None else min(limit, MAX_EXPONENT)
    return None if case.state.cube.exponent < most else f"the cube goes no higher than {1 << most}"


def _offer_fault(case: Case[Event]) -> str | None:
    """Nobody answers a double by the side that cannot have made it, as it looks after a resignation in phase D."""
    if case.state.cube.owner is not _OWN[case.side]:
        return None
    return f"{name_of(case.side.other)} does not own the cube, so there is no double to answer"


def _beaver_fault(case: Case[Event]) -> str | None:
    if case.state.length.points:
        return "there are no beavers in a match"
    if not case.terms.rules.beavers:
        return "beavers were not agreed on"
    return "no position can say that a double was beavered"


NO_CRAWFORD = Need("not the Crawford game", _crawford_fault)
MAY_TURN = Need("the cube in the middle or one's own, not dead", _owner_fault)
BELOW_LIMIT = Need("the cube below its limit", _limit_fault)
OFFERED = Need("the doubler could double", _offer_fault)
NEVER = Need("refused always", _beaver_fault)


# --- needs: the end of the game --------------------------------------------------------------------------------------


def _over_fault(case: Case[Event]) -> str | None:
    over = outcome(case.state)
    return None if over is None else f"the game is over: {name_of(over.winner)} has borne off"


def _running_fault(case: Case[Event]) -> str | None:
    return None if outcome(case.state) else "the game goes on"


def _size_fault(case: Case[Accept] | Case[Resign]) -> str | None:
    if case.event.size is None:
        return "no position keeps the size of a resignation: it must be given"
    return None if case.event.size in tuple(Size) else "a game is lost single, as a gammon or as a backgammon"


def _match_fault(case: Case[Resign]) -> str | None:
    match = is_match(case.state.length) or not case.event.match
    return None if match else "there is no match to resign, only a game"


def _unsized_fault(case: Case[Accept]) -> str | None:
    return None if case.event.size is None else "a resigned match has no size"


_MATCH_ENDED = (Phase.FORFEIT, Phase.MATCH_OVER, Phase.RESIGNED_MATCH)


def _last_fault(case: Case[Accept] | Case[Close]) -> str | None:
    if not case.event.last:
        return None
    if case.state.phase in _MATCH_ENDED:
        return "the match is over without saying so"
    length = case.state.length
    by_score = length.points and length.modifier is not Modifier.GAMES
    return "the score says when this match is over" if by_score else None


def _result_fault(case: Case[NextGame]) -> str | None:
    said, given = result(case.state), case.event.result
    if said is None:
        if given is None:
            return "the position does not say how the game ended: the result must be given"
        return None if given.reason is Reason.RESIGNED else "the position says that the game was resigned"
    if given in (None, said):
        return None
    size = "single game" if said.size is Size.SINGLE else said.size.name.lower()
    return f"the position says that {name_of(said.winner)} won a {size} ({said.reason})"


def _decided_fault(case: Case[NextGame]) -> str | None:
    return "the match is over" if _is_decided(case, _ended(case)) else None


def _variant_fault(case: Case[Event]) -> str | None:
    state, variant = case.state, case.terms.variant
    if fitting_variant(state, variant):
        return None
    return f"no start position{f' of {variant}' if variant else ''} has {state.checkers} checkers a side"


NOT_OVER = Need("the game not over", _over_fault)
OVER = Need("a side without checkers", _running_fault)
SIZE = Need("a size", _size_fault)
A_MATCH = Need("a match, if it is resigned", _match_fault)
UNSIZED = Need("no size", _unsized_fault)
LAST = Need("`last` only where no score says it", _last_fault)
RESULT = Need("a result, if the position does not say it", _result_fault)
UNDECIDED = Need("the match not over", _decided_fault)
VARIANT = Need("a variant of as many checkers", _variant_fault)


# --- effects ---------------------------------------------------------------------------------------------------------


def keep(case: Case[Event]) -> State:
    """Only the phase changes."""
    return case.state


def throw(case: Case[OpeningRoll]) -> State:
    """One die lies there, or both and the higher begins; equal dice are picked up again."""
    state, thrown = case.state, _thrown(case.event)
    if state.dice and state.last_actor:
        thrown[state.last_actor] = state.dice[0]
    low = min(thrown, key=thrown.__getitem__)
    dice = tuple(sorted(thrown.values()))
    if len(dice) == 1:
        return state._replace(dice=dice, last_actor=low)
    if dice[0] == dice[1]:
        return state._replace(dice=())
    return state._replace(dice=dice, last_actor=low, phase=Phase.OPENING_ROLLED)


def begin(case: Case[Begin]) -> State:
    """The other side counts as the one that acted last."""
    return case.state._replace(last_actor=case.event.side.other)


def roll(case: Case[Roll]) -> State:
    """The dice lie there; who acted last stays, for the roller has not played yet."""
    return case.state._replace(dice=tuple(sorted((case.event.first, case.event.second))))


def play(case: Case[MakePlay]) -> State:
    """As the rules have it."""
    return play_of(case.state, case.event.moves).after


def double(case: Case[Event]) -> State:
    """The cube keeps its old value and owner until the answer."""
    return case.state._replace(cube=case.state.cube._replace(action=Action.OFFERED), last_actor=case.side)


def take(case: Case[Event]) -> State:
    """The cube is the taker's at twice the value."""
    cube = Cube(_OWN[case.side], case.state.cube.exponent + 1, Action.TAKEN)
    return case.state._replace(cube=cube, last_actor=case.side)


def drop(case: Case[Event]) -> State:
    """The cube keeps its old value and owner: that is what the game counts."""
    return case.state._replace(cube=case.state.cube._replace(action=Action.PASSED), last_actor=case.side)


def act(case: Case[Event]) -> State:
    """The side has acted, and nothing else changes: a resignation or forfeit on the short path, a marker."""
    return case.state._replace(last_actor=case.side)


def leave(case: Case[Event]) -> State:
    """The side has given up: dice and a pending double are gone."""
    cube = case.state.cube
    action = cube.action if cube.action is Action.TAKEN else Action.NONE
    return case.state._replace(cube=cube._replace(action=action), dice=(), last_actor=case.side)


def resign(case: Case[Resign]) -> State:
    """The resignation waits to be accepted."""
    return leave(case)._replace(phase=Phase.RESIGNED_MATCH if case.event.match else Phase.RESIGNED_GAME)


def _ended(case: Case[Close] | Case[NextGame]) -> Result:
    """How the game ended; the needs have seen to it that the position or the event says so."""
    given = case.event.result if isinstance(case.event, NextGame) else None
    return cast("Result", given or result(case.state))


def _is_decided(case: Case[Event], ended: Result) -> bool:
    """Whether the match is over by its score once the game has ended so."""
    state, terms = case.state, case.terms
    won = points(ended, state.cube, state.length, terms.rules)
    return decided(score_after(state.score, state.length, ended.winner, won), state.length)


def _closed(case: Case[Accept] | Case[Close], ended: Result) -> State:
    over = case.event.last or _is_decided(case, ended)
    return case.state._replace(phase=Phase.MATCH_OVER if over else Phase.GAME_OVER)


def accept(case: Case[Accept]) -> State:
    """The game is over, and the match if the score says so."""
    ended = Result(case.side, case.event.size or Size.SINGLE, Reason.RESIGNED)
    return _closed(case, ended)._replace(last_actor=case.side)


def close(case: Case[Close]) -> State:
    """The game is over, and the match if the score says so."""
    return _closed(case, _ended(case))


def restart(case: Case[NextGame]) -> State:
    """The start of the next game."""
    return next_game(case.state, _ended(case), case.terms)


def set_up(case: Case[SetPosition]) -> State:
    """The new board, and the cube that is given; the move id stays, and the phase as far as that cube allows it."""
    (board, side, cube), state = (case.event.board, case.event.side, case.event.cube), case.state
    state = state._replace(board=board, last_actor=state.last_actor if side is None else side.other)
    if cube is None:
        return state
    turned = state.phase is Phase.TAKEN or (cube.owner in _OWN.values() and state.phase is not Phase.ROLLING)
    return state._replace(cube=cube, phase=Phase.PLAYED if turned else state.phase)
