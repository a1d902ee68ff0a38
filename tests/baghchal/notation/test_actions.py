"""Moves as numbers: both orders, both ways, and the mask of legal moves."""

from pathlib import Path

import pytest
from hypothesis import given

from pointboard.baghchal.notation.actions import ACTION_COUNT, Order, legal_mask, move, moves, number
from pointboard.baghchal.notation.moves import MOVE_NOTATIONS
from pointboard.baghchal.rules import legal
from pointboard.baghchal.state import MOVES, Move, State
from pointboard.errors import PointboardError
from pointboard.testing.baghchal import reachable_states

GOLDEN = Path(__file__).parents[2] / "golden" / "baghchal"


def test_there_are_217_and_geometry_is_the_order_of_moves():
    assert ACTION_COUNT == 217
    assert moves() == moves("geometry") == MOVES


def test_the_pypi_order_is_that_of_the_package():
    keys = (GOLDEN / "pypi_actions.txt").read_text(encoding="ascii").split()
    write = MOVE_NOTATIONS["pypi"].format
    assert [write(found, State.start()).lstrip("GBx") for found in moves("pypi")] == keys


def test_the_pypi_order_holds_each_move_once():
    assert len(moves(Order.PYPI)) == len(set(moves(Order.PYPI))) == ACTION_COUNT
    assert set(moves(Order.PYPI)) == set(MOVES)


@pytest.mark.parametrize("order", ["geometry", "pypi"])
def test_both_ways(order):
    assert [number(move(i, order=order), order=order) for i in range(217)] == list(range(217))


@pytest.mark.parametrize("wrong", [-1, 217, True, 1.0, "3", None])
def test_a_wrong_number_is_named(wrong):
    with pytest.raises(PointboardError, match=r"^expected an action number from 0 to 216, found ") as caught:
        move(wrong)
    assert str(caught.value).endswith(repr(wrong))


def test_a_move_that_the_board_does_not_know_has_no_number():
    with pytest.raises(PointboardError, match=r"^mA1C3 is no move of the board$"):
        number(Move(0, 12))


@pytest.mark.parametrize(
    "call", [moves, lambda order: number(MOVES[0], order=order), lambda order: move(0, order=order)]
)
def test_an_unknown_order_is_refused_with_the_names_there_are(call):
    with pytest.raises(PointboardError, match=r"^no order is called 'alphabet'; there are: geometry, pypi$"):
        call("alphabet")


@given(reachable_states())
def test_the_mask_shows_the_legal_moves(state):
    for order in Order:
        mask = legal_mask(state, order=order)
        assert len(mask) == 217
        assert {move(i, order=order) for i, allowed in enumerate(mask) if allowed} == set(legal(state))
        assert sum(mask) == len(legal(state))
