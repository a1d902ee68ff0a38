"""Janowski's formulas, held to the points where two decisions are worth the same."""

import pytest

from pointboard.backgammon.engine import cube
from pointboard.errors import PointboardError
from pointboard.values import Chances


def chances(win, won, lost):
    """Chances whose won games count ``won`` on average and lost ones ``lost``."""
    return Chances(win, win * (won - 1), 0.0, (1 - win) * (lost - 1), 0.0)


@pytest.mark.parametrize("efficiency", [0.0, 0.5, 0.68, 1.0])
@pytest.mark.parametrize(("won", "lost"), [(1.0, 1.0), (1.25, 1.1), (1.4, 1.0)])
def test_the_points_are_where_two_decisions_are_alike(won, lost, efficiency):
    found = cube.points(won, lost, efficiency)
    at = {name: cube.equities(chances(p, won, lost), efficiency) for name, p in found._asdict().items()}
    assert at["double"].centred == pytest.approx(at["double"].double_take)
    assert at["redouble"].own == pytest.approx(at["redouble"].double_take)
    assert at["cash"].double_take == pytest.approx(1)
    taker = cube.equities(chances(found.take, won, lost), efficiency)
    assert 2 * taker.own == pytest.approx(-1)
    assert found.take < found.double <= found.redouble <= found.cash


def test_the_known_points_of_money():
    assert cube.points(efficiency=0.0) == (0.25, 0.5, 0.5, 0.75)
    assert cube.points(efficiency=1.0) == (0.2, 0.8, 0.8, 0.8)


def test_equities_of_what_is_decided():
    assert cube.equities(chances(1.0, 1.5, 1.25)) == pytest.approx((1.5,) * 4)
    assert cube.equities(chances(0.0, 1.5, 1.25)) == pytest.approx((-1.25,) * 4)
    assert cube.equities(Chances(1 + 5e-7)) == pytest.approx((1.0,) * 4, abs=1e-5)  # what rounding may bring
    assert cube.sizes(Chances(0.0)) == (1.0, 1.0) == cube.sizes(Chances(1.0))


def test_owning_the_cube_is_worth_most():
    found = cube.equities(Chances(0.55, 0.15, 0.01, 0.12, 0.0))
    assert found.own > found.centred > found.opponent
    assert found.own > found.cubeless > found.opponent


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0.9, 1.0), "won: expected 1 to 3 points for each point on the cube, found 0.9"),
        ((1.0, 3.5), "lost: expected 1 to 3 points for each point on the cube, found 3.5"),
        ((1.0, 1.0, 1.1), "efficiency: expected 0 to 1, found 1.1"),
    ],
)
def test_impossible_numbers_are_refused(arguments, message):
    with pytest.raises(PointboardError, match=message):
        cube.points(*arguments)
