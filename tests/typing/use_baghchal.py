"""A user's program that must type-check under ``mypy --strict``: Bagh Chal through its own names."""

from typing import assert_type

from pointboard import baghchal
from pointboard.baghchal import Board, Kind, Move, Outcome, Reason, Repetition, Side, State
from pointboard.errors import IllegalMoveError, NotationError, PositionError, Problem

START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"


def read(text: str) -> State | None:
    try:
        return baghchal.parse(text, lax=True)
    except NotationError as error:
        assert_type(error.column, int)
        said: tuple[str, str, str] = (error.field, error.message, error.text)
        raise SystemExit(said) from None
    except PositionError as error:
        assert_type(error.problems, tuple[Problem, ...])
        assert_type(error.column, int | None)
    return None


def play(state: State, text: str) -> State:
    try:
        move = baghchal.parse_move(text, state)
    except IllegalMoveError as error:
        assert_type(error.ply, int | None)
        raise
    assert_type(move, Move)
    assert_type(move.kind, Kind)
    return baghchal.apply(state, move)


state = baghchal.parse(START)
assert_type(state, State)
assert_type(state.board, Board)
assert_type(state.turn, Side)
assert_type(state.last_move, Move | None)
assert_type(state.status(), tuple[Problem, ...])
assert_type(baghchal.legal(state), tuple[Move, ...])
assert_type(baghchal.refusal(state, Move(0, 1)), str | None)
assert_type(baghchal.format(state), str)
assert_type(baghchal.apply_all(state, (baghchal.MOVES[1],)), State)
assert_type(baghchal.perft(state, 2), int)

result = baghchal.outcome(state)
assert_type(result, Outcome | None)
if result is not None:
    assert_type(result.winner, Side | None)
    assert_type(result.reason, Reason)

policies: list[Repetition] = list(Repetition)
names: list[str] = [baghchal.point_name(i) for i in range(25)]
numbers: dict[Move, int] = {move: baghchal.action_number(move) for move in baghchal.MOVES}
