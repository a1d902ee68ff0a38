"""Positions set up by hand: what stays, what a cube that is brought does to the phase, what is refused."""

import pytest

from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.state import Action, Cube, Owner
from pointboard.backgammon.turns import Begin, Double, Path, SetPosition, Terms, apply, refusal
from pointboard.errors import NotationError

BOARD = Board.of({23: 1, 24: 2}, {1: 3})
START = ogid.parse(ogid.START)
TURN = "1:o:B1N::B:C:0:0:7:30"


def after(text, side=None, cube=None):
    return ogid.format(apply(ogid.parse(text), SetPosition(BOARD, side, cube)))


def why(text, event):
    return refusal(ogid.parse(text), event)


def test_the_cube_the_phase_and_the_number_of_the_move_stay():
    begun = apply(START, Begin(Side.WHITE))
    assert ogid.format(apply(begun, SetPosition(BOARD))) == "noo:111:N0N::B:IB:0:0:0:0"
    assert after(TURN) == "noo:111:B1N::B:C:0:0:7:30"
    assert after(TURN, Side.BLACK) == "noo:111:B1N::W:C:0:0:7:30"
    assert after("1:o:B1T::B:A:0:0:7:30") == "noo:111:B1T::B:A:0:0:7:30"
    assert after("1:o:B1N::B:PR:0:0:7:30") == "noo:111:B1N::B:PR:0:0:7:30"


@pytest.mark.parametrize(
    ("text", "cube", "found"),
    [
        (TURN, Cube(Owner.WHITE, 3), "W3N::B:C:0:0:7:30"),
        (TURN, Cube(Owner.CENTRED, 0), "N0N::B:C:0:0:7:30"),
        ("1:o:B1N::B:PR:0:0:7:30", Cube(Owner.WHITE, 3), "W3N::B:PR:0:0:7:30"),
        # nobody owns the cube before the first play: the game goes on as after one
        ("1:o:N0N::B:IB:0:0:7:0", Cube(Owner.WHITE, 3), "W3N::B:C:0:0:7:0"),
        ("1:o:N0N::B:IB:0:0:7:0", Cube(Owner.BLACK, 3), "B3N::B:C:0:0:7:0"),
        ("1:o:N0N::B:IB:0:0:7:0", Cube(Owner.CENTRED, 3), "N3N::B:IB:0:0:7:0"),
        ("1:o:N0N::B:IB:0:0:7:0", Cube(Owner.DEAD), "D0N::B:IB:0:0:7:0"),
        # a cube that is brought has not just been taken
        ("1:o:B1T::B:A:0:0:7:30", Cube(Owner.BLACK, 2), "B2N::B:C:0:0:7:30"),
        ("1:o:B1T::B:A:0:0:7:30", Cube(Owner.CENTRED, 2), "N2N::B:C:0:0:7:30"),
    ],
)
def test_a_cube_may_be_brought(text, cube, found):
    for path in Path:
        state = apply(ogid.parse(text), SetPosition(BOARD, None, cube), Terms(path=path))
        assert ogid.format(state).removeprefix("noo:111:") == found
        assert state.status() == ()


def test_a_cube_at_the_start_of_a_game():
    assert ogid.format(apply(START, SetPosition(BOARD, None, Cube(Owner.CENTRED, 1)))) == "noo:111:N1N::W:IW:0:0:0:0"
    owned = apply(START, SetPosition(BOARD, Side.WHITE, Cube(Owner.WHITE, 1)))
    assert ogid.format(owned) == "noo:111:W1N::B:C:0:0:0:0"
    assert refusal(owned, Double()) is None
    assert refusal(owned, Double(side=Side.BLACK)) is not None


def test_what_is_refused():
    wrong = SetPosition(Board.of({0: 1}, {0: 1}))
    assert why(ogid.START, wrong) == (
        "the position after it cannot be: black: pip 0 is the bar of White; black: checkers of both colours on pip 0"
    )
    assert why("1:o:N0N:13:B:R:0:0:7:30", SetPosition(BOARD)) == "no set position now: dice rolled, a play is due"
    assert why(":o:N0N::W:C:0:0:7:30", SetPosition(BOARD)) == "the game is over: White has borne off"
    bare = "a side has no checkers left, so the game has ended, but the phase is IW"
    assert why(ogid.START, SetPosition(Board.of({}, {1: 1}))) == f"the position after it cannot be: phase: {bare}"
    taken = "phase C goes with cube action N, not T"
    found = why(TURN, SetPosition(BOARD, None, Cube(Owner.WHITE, 1, Action.TAKEN)))
    assert found == f"the position after it cannot be: cube: {taken}"
    assert why(TURN, SetPosition(BOARD, None, Cube(Owner.WHITE, 0))) == (
        "the position after it cannot be: cube: a cube at 1 has no owner"
    )
    with pytest.raises(NotationError, match="cube, column 1: expected a Cube, found 2"):
        SetPosition(BOARD, None, 2)
