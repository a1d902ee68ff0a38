"""Strategies for Bagh Chal: positions, reachable positions, moves, OBX texts."""

from __future__ import annotations

import re

from pointboard.errors import MissingExtraError

try:
    from hypothesis import strategies as st
except ImportError as error:
    raise MissingExtraError("testing", "hypothesis") from error

from pointboard.baghchal.board import POINT_COUNT, Board
from pointboard.baghchal.notation import obx
from pointboard.baghchal.rules import apply, legal
from pointboard.baghchal.state import (
    CAPTURES_TO_WIN,
    GOAT_COUNT,
    MAX_MOVE_NUMBER,
    MOVES,
    TIGER_COUNT,
    Move,
    Side,
    State,
)

__all__ = ["games", "moves", "obx_texts", "reachable_states", "states"]


@st.composite
def states(draw: st.DrawFn, *, turn: Side | None = None, history: bool = True) -> State:
    """Positions that can be: all whose ``status()`` is empty, reachable by play or not.

    ``turn`` fixes the side to move; without ``history`` the last move and the ply stay unknown.

    >>> from hypothesis import find
    >>> find(states(turn=Side.TIGER, history=False), lambda state: state.captured == 0).last_move is None
    True
    """
    side = turn or draw(st.sampled_from(Side))
    placed = draw(st.integers(1 if side is Side.TIGER else 0, GOAT_COUNT))
    # While goats are in hand each goat turn is a placement, so that the number of tiger moves is known.
    tiger_moves = placed - (side is Side.TIGER) if placed < GOAT_COUNT else placed
    captured = draw(st.integers(0, min(CAPTURES_TO_WIN, tiger_moves)))
    pieces = TIGER_COUNT + placed - captured
    points = draw(
        st.lists(st.integers(0, POINT_COUNT - 1), min_size=pieces, max_size=pieces, unique=True).map(
            lambda found: [1 << i for i in found]
        )
    )
    board = Board(sum(points[:TIGER_COUNT]), sum(points[TIGER_COUNT:]))
    state = State(board, side, GOAT_COUNT - placed, captured)
    if not history:
        return state
    plies = _plies(state)
    ply = draw(st.none() | plies) if plies is not None else None
    last = [move for move in MOVES if not State(board, side, state.in_hand, captured, move, ply).status()]
    move = draw(st.none() | st.sampled_from(last)) if last else None
    return State(board, side, state.in_hand, captured, move, ply)


def _plies(state: State) -> st.SearchStrategy[int] | None:
    """The plies that fit the goats placed and the side to move; None where no move can have been made."""
    tigers_moved = state.turn is Side.GOAT
    if state.in_hand:
        return st.just(2 * state.placed - (not tigers_moved)) if state.placed else None
    return st.integers(GOAT_COUNT, MAX_MOVE_NUMBER).map(lambda number: 2 * number - (not tigers_moved))


@st.composite
def games(draw: st.DrawFn, *, max_plies: int = 80) -> tuple[State, ...]:
    """The positions of a game in order, from the start position through at most ``max_plies`` legal moves.

    >>> from hypothesis import find
    >>> len(find(games(), lambda game: game[-1].captured == 1)) >= 3
    True
    """
    played = [State.start()]
    for choice in draw(st.lists(st.integers(0, 2**16), max_size=max_plies)):
        open_moves = legal(played[-1])
        if not open_moves:
            break
        played.append(apply(played[-1], open_moves[choice % len(open_moves)]))
    return tuple(played)


def reachable_states(*, max_plies: int = 80) -> st.SearchStrategy[State]:
    """Positions that stand after at most ``max_plies`` legal moves from the start position.

    >>> from hypothesis import find
    >>> find(reachable_states(), lambda state: state.ply == 1).last_mover.value
    'g'
    """
    return games(max_plies=max_plies).map(lambda game: game[-1])


def moves(state: State | None = None) -> st.SearchStrategy[Move]:
    """The legal moves of ``state``, which must have one; without it the 217 moves of the board.

    >>> from hypothesis import find
    >>> str(find(moves(State.start()), lambda move: True))
    'mB1'
    """
    return st.sampled_from(MOVES if state is None else legal(state))


@st.composite
def obx_texts(draw: st.DrawFn, *, lax: bool = False) -> str:
    """OBX texts that ``obx.parse`` takes: the written form and the other strict ones, with ``lax`` the lax ones too.

    >>> from hypothesis import find
    >>> find(obx_texts(), lambda text: text.endswith("-")).count(" ")
    5
    """
    text = obx.format(draw(states()))
    if text.endswith("#"):
        text = draw(st.sampled_from((text, f"{text[:-1]}-", text[:-2])))
    if not lax:
        return text
    if draw(st.booleans()):
        text = re.sub(r" @\d+", "", text)
    if draw(st.booleans()):
        text = text.replace(" m", " ", 1)
    if draw(st.booleans()):
        text = re.sub(r"\(..\)", "", text)
    if text.endswith(" -") and draw(st.booleans()):
        text = text.removesuffix(" -")
    text = draw(st.sampled_from((text, text.lower(), text.upper(), text.swapcase())))
    blank = draw(st.sampled_from((" ", "_", "  ", " _ ")))
    return draw(st.sampled_from(("", " ", "__"))) + text.replace(" ", blank) + draw(st.sampled_from(("", " ", "_")))
