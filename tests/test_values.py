"""Values of games of luck: chances nest, name what does not, and turn to the other side."""

import pytest

from pointboard.errors import PositionError
from pointboard.values import Chances


def test_equity_counts_every_size():
    chances = Chances(win=0.6, gammon=0.2, backgammon=0.1, lose_gammon=0.25, lose_backgammon=0.05)
    assert chances.equity == pytest.approx(0.6 + 0.2 + 0.1 - 0.4 - 0.25 - 0.05)
    assert Chances(1.0, 1.0, 1.0).equity == 3.0
    assert Chances(0.0, 0.0, 0.0, 1.0, 1.0).equity == -3.0


def test_the_other_side_sees_the_same_from_below():
    chances = Chances(0.75, 0.5, 0.25, 0.125, 0.0625)
    assert chances.mirror() == Chances(0.25, 0.125, 0.0625, 0.5, 0.25)
    assert chances.mirror().mirror() == chances
    assert chances.mirror().equity == -chances.equity


@pytest.mark.parametrize(
    ("numbers", "problems"),
    [
        ({"win": 0.3, "gammon": 0.4}, [("NESTING", "gammon", "0.4 is more than win, 0.3, of which it is a part")]),
        (
            {"win": 0.9, "gammon": 0.2, "backgammon": 0.3},
            [("NESTING", "backgammon", "0.3 is more than gammon, 0.2, of which it is a part")],
        ),
        (
            {"win": 0.9, "lose_gammon": 0.2},
            [("NESTING", "lose_gammon", "0.2 is more than lose, 0.1, of which it is a part")],
        ),
        (
            {"win": 0.5, "lose_gammon": 0.2, "lose_backgammon": 0.25},
            [("NESTING", "lose_backgammon", "0.25 is more than lose_gammon, 0.2, of which it is a part")],
        ),
        (
            {"win": 1.5},
            [
                ("RANGE", "win", "must be 0 to 1, is 1.5"),
                ("NESTING", "lose_gammon", "0 is more than lose, -0.5, of which it is a part"),
            ],
        ),
        ({"win": 0.5, "backgammon": -0.1}, [("RANGE", "backgammon", "must be 0 to 1, is -0.1")]),
    ],
)  # fmt: skip
def test_numbers_that_are_no_chances_are_refused(numbers, problems):
    with pytest.raises(PositionError) as error:
        Chances(**numbers)
    assert [(problem.flag, problem.field, problem.message) for problem in error.value.problems] == problems


def test_rounding_is_no_fault():
    assert Chances(0.5, 0.5 + 5e-7).gammon == 0.5 + 5e-7
    with pytest.raises(PositionError):
        Chances(0.5, 0.5 + 5e-6)


@pytest.mark.parametrize(
    ("five", "nested"),
    [
        ((1.001, 0.5, 0.6, 0.1, 0.2), (1.0, 0.5, 0.5, 0.0, 0.0)),
        ((-0.1, 0.1, 0.1, 0.9, 0.95), (0.0, 0.0, 0.0, 0.9, 0.9)),
        ((0.5, 0.7, -0.1, 0.7, -0.2), (0.5, 0.5, 0.0, 0.5, 0.0)),
        ((0.6, 0.2, 0.1, 0.3, 0.1), (0.6, 0.2, 0.1, 0.3, 0.1)),
    ],
)
def test_estimates_are_made_to_nest(five, nested):
    assert Chances.nested(*five) == Chances(*nested)
