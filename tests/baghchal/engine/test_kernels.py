"""The kernels against the rules, interpreted and compiled."""

import json
from pathlib import Path

import pytest

from pointboard import jit
from pointboard.baghchal.board import CONNECTION_TABLE, JUMPS, POINT_COUNT, SYMMETRIES
from pointboard.baghchal.engine import bulk_perft, kernels
from pointboard.baghchal.engine import tables as layout
from pointboard.baghchal.engine.index import key
from pointboard.baghchal.engine.tables import tables
from pointboard.baghchal.notation import obx
from pointboard.baghchal.rules import legal, outcome, perft
from pointboard.baghchal.state import CAPTURES_TO_WIN, MOVES, Side, State, action_number
from pointboard.errors import PositionError

GOLDEN = Path(__file__).parents[2] / "golden" / "baghchal"


def parts(state):
    return state.board.tigers, state.board.goats, int(state.turn is Side.TIGER), state.in_hand


def test_the_tables_are_as_long_as_their_diagram():
    assert len(layout.build()) == layout.BACK + 8 * 217
    assert layout.IMAGE - layout.FOLD == 12_650


def test_actions_and_their_images():
    t = layout.build()
    for symmetry, to in enumerate(SYMMETRIES):
        for action, move in enumerate(MOVES):
            image = t[layout.THERE + symmetry * 217 + action]
            assert MOVES[image] == move.image(to)
            assert t[layout.BACK + symmetry * 217 + image] == action


def test_steps_and_jumps():
    t = layout.build()
    for a in range(POINT_COUNT):
        jumps = [MOVES[i] for i in t[layout.JUMP + 9 * a : layout.JUMP + 9 * a + 9] if i >= 0]
        assert [(m.source, m.captured, m.target) for m in jumps] == [jump for jump in JUMPS if jump[0] == a]
        assert t[layout.JUMP + 9 * a + len(jumps)] == -1
        for b in range(POINT_COUNT):
            action = t[layout.STEP + 25 * a + b]
            assert (action >= 0) == (b in CONNECTION_TABLE[a])
            if action >= 0:
                assert (MOVES[action].source, MOVES[action].target) == (a, b)


@pytest.mark.usefixtures("mode")
def test_moves_and_counts_are_those_of_the_rules(positions):
    t, out = tables(), jit.zeros(7 + kernels.MAX_MOVES)
    generate, count, tiger_moves = map(jit.load, (kernels.generate, kernels.count_moves, kernels.tiger_moves))
    for state in positions:
        if state.captured >= CAPTURES_TO_WIN:
            continue
        end = generate(t, *parts(state), out, 7)
        moves = legal(state)
        assert sorted(int(a) for a in out[7:end]) == sorted(map(action_number, moves))
        assert count(t, *parts(state)) == len(moves)
        assert (outcome(state) is None) == (end > 7)
        tigers = legal(State(state.board, Side.TIGER, state.in_hand, state.captured))
        counts = tiger_moves(t, state.board.tigers, state.board.goats)
        assert counts & 255 == sum(move.captured is None for move in tigers)
        assert counts >> 8 & 255 == sum(move.captured is not None for move in tigers)
        assert counts >> 16 == 4 - len({move.source for move in tigers})


@pytest.mark.usefixtures("mode")
def test_jumps_come_first(positions):
    t, out = tables(), jit.zeros(kernels.MAX_MOVES)
    generate, seen = jit.load(kernels.generate), 0
    for state in positions:
        if state.turn is Side.TIGER:
            end = generate(t, *parts(state), out, 0)
            kinds = [MOVES[int(a)].captured is None for a in out[:end]]
            assert kinds == sorted(kinds)
            seen += not all(kinds)
    assert seen > 50


@pytest.mark.usefixtures("mode")
def test_the_folded_key_is_that_of_the_index(positions):
    fold = jit.load(kernels.folded_key)
    for state in positions[::3]:
        for image in (state, state.image(5)):
            number = int(fold(tables(), *parts(image)))
            assert number & (1 << 56) - 1 == key(state)
            folded = image.board.image(number >> 56)
            assert folded.tigers << 31 | folded.goats << 6 == key(state) & ~63


@pytest.mark.usefixtures("mode")
def test_spread_is_one_step_along_the_lines():
    spread = jit.load(kernels.spread)
    for a in range(POINT_COUNT):
        assert spread(1 << a) == sum(1 << b for b in CONNECTION_TABLE[a])
    assert spread((1 << POINT_COUNT) - 1) == (1 << POINT_COUNT) - 1


@pytest.mark.usefixtures("mode")
def test_bulk_perft_counts_as_other_programs_do():
    for row in map(json.loads, (GOLDEN / "perft.jsonl").read_text("utf-8").splitlines()):
        state = obx.parse(row["obx"])
        assert bulk_perft(state, 0) == 1
        for depth, count in enumerate(row["perft"][:3], 1):
            assert bulk_perft(state, depth) == count


def test_bulk_perft_is_the_perft_of_the_rules(positions):
    for state in positions[::40]:
        assert [bulk_perft(state, depth) for depth in range(3)] == [perft(state, depth) for depth in range(3)]


def test_bulk_perft_deep():
    if not jit.enabled():
        pytest.skip("numba is not installed: this would take minutes")
    assert bulk_perft(State.start(), 6) == 18_592_000


def test_bulk_perft_refuses():
    with pytest.raises(ValueError, match="depth must be at least 0, is -1"):
        bulk_perft(State.start(), -1)
    with pytest.raises(PositionError):
        bulk_perft(State(State.start().board, Side.GOAT, 19, 0), 1)
