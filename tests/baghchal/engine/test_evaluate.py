"""The evaluation: each part by hand, the same for all images."""

import pytest

from pointboard import jit
from pointboard.baghchal.board import MOBILITY_MATRIX, TIGER_MOBILITY_MATRIX, TIGER_START, Board
from pointboard.baghchal.engine.evaluate import WEIGHT_COUNT, WEIGHTS, Weights, evaluate, tiger_value
from pointboard.baghchal.engine.kernels import tiger_moves
from pointboard.baghchal.engine.tables import tables
from pointboard.baghchal.notation import obx
from pointboard.baghchal.state import Side, State

NOTHING = Weights((0,) * 5, (0,) * 5, *(0,) * 8)


def value(text, **weights):
    state = obx.parse(text)
    board = state.board
    counts = jit.load(tiger_moves)(tables(), board.tigers, board.goats)
    w = jit.integers(NOTHING._replace(**weights).flat())
    turn = int(state.turn is Side.TIGER)
    return jit.load(tiger_value)(tables(), w, 0, board.tigers, board.goats, turn, state.captured, counts)


@pytest.mark.usefixtures("mode")
@pytest.mark.parametrize(
    ("text", "weights", "expected"),
    [
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #", {"steps": 16}, 12),
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #", {"steps": 8}, 6),
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #", {"base": 32}, 2),
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #", {"hand": 16}, 20),
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #", {"tempo": 16}, -1),
        ("TXXXT/XGXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB2 #g1", {"tempo": 16}, 1),
        ("TXXXT/XGXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB2 #g1", {"jumps": 16}, 1),
        ("TXXXT/XGXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB2 #g1", {"goats": 16}, MOBILITY_MATRIX[1][1]),
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #", {"tigers": 16}, 4 * TIGER_MOBILITY_MATRIX[0][0]),
        ("TTGGX/TTGGX/GGGXX/GGXXX/XXXXX g @7 c4 - #", {"captured": (0, 0, 0, 0, 48)}, 3),
        ("TTGGX/TTGGX/GGXXX/XXXXX/XXXXX g @14 c0 - #", {"trapped": (0, 0, 16, 32, 0)}, 1),
        ("TTGGG/TTGGG/GGXXX/GGXXX/XXXXX g @10 c0 - #", {"closed": -16}, 0),
        ("TTXXX/XXXXX/TXXXX/XXXXG/XXTGX g @18 c0 - #", {"closed": -16}, 0),
        ("TTXXX/XXXXX/TXXXX/XXXGG/XXTGX g @17 c0 - #", {"closed": -16}, -1),
    ],
)
def test_one_part_at_a_time(text, weights, expected):
    assert value(text, **weights) == expected


def test_the_weights_have_a_flat_form():
    assert WEIGHT_COUNT == len(WEIGHTS.flat()) == 18
    assert WEIGHTS.flat()[:5] == list(WEIGHTS.captured)
    assert WEIGHTS.flat()[-2:] == [WEIGHTS.base, WEIGHTS.hand]
    assert list(WEIGHTS.captured) == sorted(WEIGHTS.captured)
    assert list(WEIGHTS.trapped) == sorted(WEIGHTS.trapped, reverse=True)


@pytest.mark.usefixtures("interpreted")
def test_images_are_worth_the_same(positions):
    for state in positions[::9]:
        if state.captured < 5:
            assert len({evaluate(state.image(s)) for s in range(8)}) == 1


@pytest.mark.usefixtures("interpreted")
def test_it_is_for_the_side_to_move():
    board = Board(TIGER_START, 1 << 2)
    tigers, goats = evaluate(State(board, Side.TIGER, 19, 0)), evaluate(State(board, Side.GOAT, 19, 0))
    assert abs(tigers + goats - 2 * WEIGHTS.tempo / 16) <= 1
