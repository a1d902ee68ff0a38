"""The folded key: exact, the same for all images, different for all else."""

import pytest

from pointboard.baghchal.board import TIGER_START, Board
from pointboard.baghchal.engine.index import key, state_of
from pointboard.baghchal.state import Side, State
from pointboard.errors import PositionError


def test_the_layout():
    start = State.start()
    assert key(start) == TIGER_START << 31 | 20
    one = State(Board(0b1111, 1 << 24), Side.TIGER, 19, 0)
    smallest = min((b.tigers << 25 | b.goats) for b in (one.board.image(s) for s in range(8)))
    assert key(one) == smallest << 6 | 1 << 5 | 19


def test_images_share_a_key_and_nothing_else_does(positions):
    by_key = {}
    for state in positions:
        number = key(state)
        assert 0 < number < 1 << 56
        assert {key(state.image(s)) for s in range(8)} == {number}
        images = frozenset(state.image(s).position_key() for s in range(8))
        assert by_key.setdefault(number, images) == images
    assert len(set(by_key.values())) == len(by_key)


def test_a_key_gives_an_image_back(positions):
    for state in positions[::7]:
        found = state_of(key(state))
        assert found.position_key() in {state.image(s).position_key() for s in range(8)}
        assert (found.captured, found.last_move, found.ply) == (state.captured, None, None)


def test_a_number_that_is_no_key():
    with pytest.raises(PositionError):
        state_of(0)
