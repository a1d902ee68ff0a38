"""The rules of Bagh Chal: legal moves, making a move, the outcome, repetition.

The game as its specification and nearly every program play it (five captures win, one jump a turn, capturing is free,
goats move first and are all placed before one may slide). Where sources differ:

- A side to move without a legal move loses, goats too (baghchal.net; PyPI baghchal ``all_goats_trapped``). Only the
  side to move is judged: trapped tigers with goats to move are not beaten yet.
- Repetition is a policy of the game, see ``Repetition``; a position by itself is never a draw.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from pointboard.baghchal.board import (
    ALL_POINTS,
    CAPTURE_TABLE,
    CONNECTION_TABLE,
    JUMPS,
    POINT_COUNT,
    POINT_NAMES,
    Board,
)
from pointboard.baghchal.state import (
    CAPTURES_TO_WIN,
    GOAT_COUNT,
    MAX_MOVE_NUMBER,
    MOVES,
    Move,
    Side,
    State,
    action_number,
)
from pointboard.errors import IllegalMoveError
from pointboard.scan import member, shown

__all__ = [
    "THREEFOLD_DRAW",
    "Outcome",
    "Reason",
    "Repetition",
    "apply",
    "apply_all",
    "legal",
    "outcome",
    "perft",
    "refusal",
    "repetition_draw",
]


class Reason(StrEnum):
    """Why a game is over, in words."""

    FIVE_CAPTURES = "five captures"
    TIGERS_TRAPPED = "all tigers trapped"
    GOATS_STUCK = "goats have no legal move"
    THREEFOLD = "threefold repetition"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner (None for a draw) and the reason.

    A text that spells one becomes it (``"t"``, ``"five captures"``); NotationError for any other value.
    """

    winner: Side | None
    reason: Reason

    def __post_init__(self) -> None:
        """Turn texts into the members that they spell."""
        if self.winner is not None:
            object.__setattr__(self, "winner", member(Side, self.winner, "winner"))
        object.__setattr__(self, "reason", member(Reason, self.reason, "reason"))


class Repetition(StrEnum):
    """What a game does about repeated positions.

    Positions are the same when board and side to move are; they count only when no goat is in hand, since before that
    none can come back.

    - ``THREEFOLD``: the third occurrence draws (PyPI baghchal and most software); the first position without goats in
      hand counts once.
    - ``NONE``: nothing happens.
    - ``SUPERKO``: a move that brings back an earlier position is not allowed (traditional rule texts).
    """

    THREEFOLD = "threefold"
    NONE = "none"
    SUPERKO = "superko"


_LAST_PLY = 2 * MAX_MOVE_NUMBER
_FIVE_CAPTURES = Outcome(Side.TIGER, Reason.FIVE_CAPTURES)
_TIGERS_TRAPPED = Outcome(Side.GOAT, Reason.TIGERS_TRAPPED)
_GOATS_STUCK = Outcome(Side.TIGER, Reason.GOATS_STUCK)
THREEFOLD_DRAW = Outcome(None, Reason.THREEFOLD)
"""The outcome of a third occurrence under ``Repetition.THREEFOLD``."""

# For each point: the steps as (bit of the target, move), the jumps as (bit of the target, bit of the middle, move).
_PLACEMENTS = tuple((1 << i, MOVES[i]) for i in range(POINT_COUNT))
_STEPS: tuple[tuple[tuple[int, Move], ...], ...] = tuple(
    tuple((1 << b, MOVES[action_number(Move(a, b))]) for b in sorted(CONNECTION_TABLE[a])) for a in range(POINT_COUNT)
)
_JUMPS: tuple[tuple[tuple[int, int, Move], ...], ...] = tuple(
    tuple((1 << b, 1 << over, MOVES[action_number(Move(a, b, over))]) for c, over, b in JUMPS if c == a)
    for a in range(POINT_COUNT)
)
_NEIGHBOURS = tuple(sum(1 << b for b in to) for to in CONNECTION_TABLE)


def _points(bits: int) -> Iterable[int]:
    """The points of a set, ascending."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def legal(state: State) -> tuple[Move, ...]:
    """All legal moves, by action number; empty when the game is over.

    Superko is a rule of the game, not of the position, and is not looked at here (``record.Record.legal`` does).

    >>> len(legal(State.start()))
    21
    """
    if state.captured >= CAPTURES_TO_WIN:
        return ()
    board = state.board
    empty = ALL_POINTS & ~(board.tigers | board.goats)
    if state.turn is Side.TIGER:
        steps: list[Move] = []
        jumps: list[Move] = []
        goats = board.goats
        for a in _points(board.tigers):
            steps.extend([move for bit, move in _STEPS[a] if empty & bit])
            jumps.extend([move for bit, over, move in _JUMPS[a] if empty & bit and goats & over])
        steps.extend(jumps)
        return tuple(steps)
    if state.in_hand:
        return tuple([move for bit, move in _PLACEMENTS if empty & bit])
    return tuple(
        [move for a in _points(board.goats) if _NEIGHBOURS[a] & empty for bit, move in _STEPS[a] if empty & bit]
    )


def refusal(state: State, move: Move) -> str | None:
    """Why ``move`` is not legal in ``state``, in words; None when it is legal.

    >>> refusal(State.start(), Move(0, 1))
    'goats may not slide while 20 are in hand'
    """
    try:
        fault = _placement_fault(state, move) if move.source is None else _fault_on_board(state, move, move.source)
    except AttributeError:
        text = f"expected a State and a Move, found {type(state).__name__} and {type(move).__name__}"
        raise TypeError(f"{text}; parse_move() reads a text") from None
    if fault is None and state.captured < CAPTURES_TO_WIN:
        return None
    over = outcome(state)
    return fault if over is None else f"the game is over: {over.reason.value}"


def _placement_fault(state: State, move: Move) -> str | None:
    target = move.target
    if state.turn is Side.TIGER:
        return "tigers are to move, and are not placed"
    if not state.in_hand:
        return "no goats are in hand"
    if move.captured is not None:
        return "a placement captures nothing"
    if not 0 <= target < POINT_COUNT:
        return "points are numbered 0 to 24"
    return None if state.board.empty >> target & 1 else f"{POINT_NAMES[target]} is not empty"


def _fault_on_board(state: State, move: Move, source: int) -> str | None:
    """Why a piece may not go from ``source`` to the move's target."""
    board, target, over = state.board, move.target, move.captured
    if state.turn is Side.TIGER:
        own, name = board.tigers, "tiger"
    elif state.in_hand:
        return f"goats may not slide while {state.in_hand} are in hand"
    elif over is not None:
        return "goats do not capture"
    else:
        own, name = board.goats, "goat"
    if not (0 <= source < POINT_COUNT and 0 <= target < POINT_COUNT):
        return "points are numbered 0 to 24"
    if not own >> source & 1:
        return f"no {name} on {POINT_NAMES[source]}"
    if not board.empty >> target & 1:
        return f"{POINT_NAMES[target]} is not empty"
    if over is None:
        joined = _NEIGHBOURS[source] >> target & 1
        return None if joined else f"{POINT_NAMES[source]} is not joined to {POINT_NAMES[target]}"
    if target not in CAPTURE_TABLE[source]:
        return f"no jump leads from {POINT_NAMES[source]} to {POINT_NAMES[target]}"
    middle = (source + target) // 2
    if over != middle:
        at, to = POINT_NAMES[source], POINT_NAMES[target]
        return f"the jump from {at} to {to} is over {POINT_NAMES[middle]}"
    return None if board.goats >> middle & 1 else f"no goat on {POINT_NAMES[middle]} to jump over"


def apply(state: State, move: Move) -> State:
    """The position after ``move``; IllegalMoveError with the reason when the rules forbid it.

    The captured goats, the goats in hand, the last move and the ply are carried on; the ply stays unknown where it was,
    but in the start of a game (20 goats in hand, goats to move) the first move is ply 1. After the tigers' move
    ``MAX_MOVE_NUMBER`` it becomes unknown, since no notation takes a larger number.

    >>> apply(State.start(), Move(None, 12)).board.text()
    'TXXXT/XXXXX/XXGXX/XXXXX/TXXXT'
    """
    reason = refusal(state, move)
    if reason is not None:
        raise IllegalMoveError(reason, move=str(move))
    board, in_hand, captured, ply = state.board, state.in_hand, state.captured, state.ply
    source, over, to = move.source, move.captured, 1 << move.target
    if ply is not None:
        ply = ply + 1 if ply < _LAST_PLY else None
    elif in_hand == GOAT_COUNT and state.turn is Side.GOAT:
        ply = 1
    if state.turn is Side.TIGER:
        goats = board.goats
        if over is not None:
            goats ^= 1 << over
            captured += 1
        after = Board(board.tigers ^ (1 << source | to) if source is not None else board.tigers, goats)
        return State(after, Side.GOAT, in_hand, captured, move, ply)
    if source is None:
        return State(Board(board.tigers, board.goats | to), Side.TIGER, in_hand - 1, captured, move, ply)
    return State(Board(board.tigers, board.goats ^ (1 << source | to)), Side.TIGER, in_hand, captured, move, ply)


def apply_all(state: State, moves: Iterable[Move]) -> State:
    """The position after a sequence of moves; IllegalMoveError with the ply (from 1) of the first that is not legal.

    >>> apply_all(State.start(), [Move(None, 12), Move(0, 1)]).last_mover.value
    't'
    """
    for ply, move in enumerate(moves, 1):
        try:
            state = apply(state, move)
        except IllegalMoveError as error:
            raise IllegalMoveError(error.message, move=error.move, ply=ply) from None
    return state


def outcome(state: State) -> Outcome | None:
    """How the game ended in this position, None while it goes on.

    Five captures win for the tigers; otherwise a side to move that has no legal move loses. Draws by repetition belong
    to the game, see ``repetition_draw``.

    >>> outcome(State.start()) is None
    True
    """
    if state.captured >= CAPTURES_TO_WIN:
        return _FIVE_CAPTURES
    board = state.board
    empty = ALL_POINTS & ~(board.tigers | board.goats)
    if state.turn is Side.TIGER:
        for a in _points(board.tigers):
            if _NEIGHBOURS[a] & empty or any(empty & bit and board.goats & over for bit, over, _ in _JUMPS[a]):
                return None
        return _TIGERS_TRAPPED
    if state.in_hand:
        return None if empty else _GOATS_STUCK
    return None if any(_NEIGHBOURS[a] & empty for a in _points(board.goats)) else _GOATS_STUCK


def repetition_draw(history: Iterable[State]) -> bool:
    """Whether the last of ``history`` stands for the third time: same board, same side to move, no goat in hand.

    ``history`` is the game's positions in order. Source: PyPI baghchal's draw rule, with the side to move told apart.

    >>> repetition_draw([State.start()])
    False
    """
    states = list(history)
    if not states or states[-1].in_hand:
        return False
    key = states[-1].position_key()
    return sum(state.position_key() == key for state in states) >= 3


def perft(state: State, depth: int, *, bulk: bool = False) -> int:
    """The number of move sequences of ``depth`` plies from ``state``, each made by ``apply``; a check of the rules.

    ``bulk`` counts the moves of the last ply without making them. TypeError for a depth that is no whole number,
    ValueError for one below 0.

    >>> perft(State.start(), 2)
    252
    """
    if type(depth) is not int:
        raise TypeError(f"depth must be a whole number, is {shown(depth)}")
    if depth < 0:
        raise ValueError(f"depth must be at least 0, is {depth}")
    return _perft(state, depth, bulk=bulk)


def _perft(state: State, depth: int, *, bulk: bool) -> int:
    """As ``perft``, of a depth that was checked."""
    if depth == 0:
        return 1
    moves = legal(state)
    if bulk and depth == 1:
        return len(moves)
    return sum(_perft(apply(state, move), depth - 1, bulk=bulk) for move in moves)
