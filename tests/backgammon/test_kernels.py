"""The kernel beside its plain twin: the same plays in the same order, compiled and interpreted."""

from functools import cache

import pytest
from hypothesis import given, settings

from pointboard import jit
from pointboard.backgammon.board import Board, Side, Variant, start_board
from pointboard.backgammon.engine.kernels import (
    MAX_ROWS,
    ROW,
    WORDS,
    generate,
    generate_many,
    pack,
    play_at,
    unpack,
)
from pointboard.backgammon.rules import Move, mover, pip_of, plays
from pointboard.backgammon.state import Phase, State
from pointboard.testing.backgammon import boards, states


def room(rows=MAX_ROWS):
    return jit.zeros(ROW * rows)


def words(state):
    return (*pack(state.board, mover(state)), *state.dice)


def decoded(state, out, begin, end):
    return tuple(play_at(state, out, at) for at in range(begin, end, ROW))


def assert_parity(rolls, run, out):
    for state in rolls:
        end = run(*words(state), out, 0)
        assert decoded(state, out, 0, end) == plays(state), state


def test_compiled_parity(played, set_up):
    rolls = [
        *played(1500, 1),
        *played(200, 2, Variant.HYPERGAMMON),
        *played(200, 3, Variant.LONGGAMMON),
        *set_up(600, 4),
    ]
    assert_parity(rolls, jit.load(generate), room())


def test_interpreted_parity(played, set_up, monkeypatch):
    monkeypatch.setenv("POINTBOARD_NUMBA", "0")
    assert jit.load(generate) is generate
    assert_parity([*played(300, 5), *set_up(300, 6)], generate, room())


@given(states(phase=Phase.ROLLED).map(lambda state: state._replace(move_id=0)))
@settings(max_examples=200)
def test_parity_anywhere(state):
    assert_parity([state], generate, [0] * (ROW * MAX_ROWS))


@pytest.mark.slow
def test_parity_on_100000_positions(played, set_up):
    rolls = [*played(50_000, 11), *played(5_000, 12, Variant.NACKGAMMON), *played(5_000, 13, Variant.HYPERGAMMON)]
    rolls += set_up(40_000, 14)
    run, out = jit.load(generate), room()
    for state in rolls:
        side, end = mover(state), run(*words(state), out, 0)
        found = plays(state)
        assert end == ROW * len(found)
        rows = out[:end].tolist() if hasattr(out, "tolist") else list(out[:end])
        for play, at in zip(found, range(0, end, ROW), strict=True):
            assert tuple(rows[at : at + WORDS]) == pack(play.board, side), state
            assert moves_of(rows[at + WORDS], side) == play.moves, state


@cache
def moves_of(path, side):
    """The moves of a path, as the diagram of the module has it."""
    found = []
    while path:
        point, die = path & 31, path >> 5 & 7
        assert 1 <= die <= 6
        found.append(Move(pip_of(side, point), pip_of(side, max(point - die, 0))))
        path >>= 8
    return tuple(found)


def test_a_path_names_the_dice(played, set_up):
    for state in [*played(200, 9), *set_up(200, 10)]:
        out = [0] * (ROW * MAX_ROWS)
        for at in range(0, generate(*words(state), out, 0), ROW):
            dice, path = list(state.dice) * (2 if state.dice[0] == state.dice[1] else 1), out[at + WORDS]
            while path:
                dice.remove(path >> 5 & 7)
                path >>= 8


@pytest.mark.parametrize("compiled", [True, False])
def test_many(played, compiled, monkeypatch):
    if not compiled:
        monkeypatch.setenv("POINTBOARD_NUMBA", "0")
    rolls = played(200, 7)
    out, starts = room(MAX_ROWS + 20_000), jit.zeros(len(rolls) + 1)
    positions = jit.integers(word for state in rolls for word in words(state)[:WORDS])
    dice = jit.integers(die for state in rolls for die in state.dice)
    assert jit.load(generate_many)(positions, dice, len(rolls), out, starts) == len(rolls)
    for i, state in enumerate(rolls):
        assert decoded(state, out, int(starts[i]), int(starts[i + 1])) == plays(state)


def test_many_stops_where_the_room_ends(played):
    rolls = played(10, 8)
    positions = [word for state in rolls for word in words(state)[:WORDS]]
    dice = [die for state in rolls for die in state.dice]
    first = len(plays(rolls[0]))
    for spare, done in ((-1, 0), (0, 1), (first - 1, 1), (first, 2)):
        starts = [-1] * 11
        assert generate_many(positions, dice, 10, [0] * (ROW * (MAX_ROWS + spare)), starts) == done
        assert starts[0] == 0
        assert starts[done + 1 :] == [-1] * (10 - done)
    assert generate_many(positions, dice, 0, [0] * (ROW * MAX_ROWS), [7]) == 0


def test_nothing_is_written_past_the_room():
    """Fifteen blots and the smallest die make the most rows; this position is the worst that a search found."""
    worst = Board.of({}, dict.fromkeys((3, 4, 6, 7, 9, 10, 12, 14, 15, 17, 18, 20, 21, 23, 24), 1))
    out = [-1] * (ROW * MAX_ROWS)
    assert generate(*pack(worst, Side.BLACK), 1, 1, out, 0) == ROW * 2226
    written = len(out) - out[::-1].index(next(word for word in reversed(out) if word != -1))
    assert 0 < written < ROW * MAX_ROWS
    assert max(out) < 1 << 63


def test_rows_go_where_they_are_asked():
    state = State(start_board(), dice=(1, 3), phase=Phase.ROLLED, last_actor=Side.WHITE)
    out = [-1] * (ROW * (MAX_ROWS + 3))
    assert generate(*words(state), out, 3 * ROW) == ROW * (3 + 16)
    assert out[: 3 * ROW] == [-1] * 3 * ROW
    assert decoded(state, out, 3 * ROW, ROW * 19) == plays(state)


def test_a_dance_is_one_row_without_a_path():
    board = Board.of({19: 2, 20: 2, 21: 2, 22: 2, 23: 2, 24: 2}, {25: 1, 6: 1})
    out = [0] * (ROW * MAX_ROWS)
    for dice in ((3, 3), (1, 6)):
        assert generate(*pack(board, Side.BLACK), *dice, out, 0) == ROW
        assert out[:ROW] == [*pack(board, Side.BLACK), 0]


@given(boards())
def test_a_board_is_unpacked_as_it_was_packed(board):
    for side in Side:
        packed = pack(board, side)
        assert unpack(packed, side) == board
        assert pack(board.mirror(), side.other) == packed
        assert all(0 <= word < 1 << 52 for word in packed)


def test_the_layout_is_the_drawn_one():
    board = Board.of({0: 1, 24: 2, 1: 3}, {25: 4, 2: 5})
    assert pack(board, Side.WHITE) == (2 << 4, 3 << 4 * 11 | 1 << 4 * 12, 4, 5 << 4 * 10)
    assert pack(board, Side.BLACK) == (5 << 8, 4 << 4 * 12, 1 | 3 << 4, 2 << 4 * 11)
