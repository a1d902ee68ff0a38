"""Match equities: the figures, what follows from them, and the table worked out by ourselves."""

import pytest

from pointboard.backgammon.engine import met
from pointboard.backgammon.engine.met import KAZAROSS_XG2, computed, equity
from pointboard.errors import PointboardError

# From GNU Backgammon 1.07, whose table is Kazaross XG2; bgsage gives the same for 2-away against 3-away.
FIGURES = {
    (2, 3): 0.59947, (3, 2): 0.40053, (1, 2): 0.67736, (1, 25): 0.99905, (25, 1): 0.00095, (4, 4): 0.5,
    (3, 6): 0.71123, (7, 9): 0.60854, (15, 16): 0.53916, (24, 25): 0.53086, (10, 11): 0.548547,
}  # fmt: skip


@pytest.mark.parametrize("score", FIGURES)
def test_the_figures_are_those_of_the_source(score):
    assert equity(*score) == FIGURES[score]


def test_after_the_crawford_game():
    assert (equity(2, 1, post=True), equity(1, 2, post=True)) == (0.48803, 0.51197)
    assert (equity(25, 1, post=True), equity(1, 1, post=True)) == (0.00123, 0.5)
    assert equity(3, 4, post=True) == equity(3, 4)  # nobody is 1 away: it is no such game


def test_every_score_is_that_of_the_other_side_turned_round():
    for us in range(1, 26):
        for them in range(1, 26):
            assert equity(us, them) + equity(them, us) == pytest.approx(1, abs=1e-12)
            if us < 25:
                assert equity(us, them) > equity(us + 1, them)
    assert list(KAZAROSS_XG2.after) == sorted(KAZAROSS_XG2.after, reverse=True)


def test_a_match_that_is_won_or_lost():
    assert (equity(0, 3), equity(-4, 25), equity(2, 0), equity(9, -1)) == (1.0, 1.0, 0.0, 0.0)
    with pytest.raises(PointboardError, match="both sides have won: 0 and -1 points away"):
        equity(0, -1)


def test_a_score_beyond_the_table_is_refused():
    for score in ((26, 1), (3, 26)):
        with pytest.raises(PointboardError, match="the table Kazaross-XG2 reaches 25 points, not 26"):
            equity(*score)


def test_a_swing_is_what_the_ends_of_the_game_lead_to():
    found = met.swing(4, 3, 2)
    assert found == (
        equity(2, 3), 1.0, 1.0, equity(4, 1), 0.0, 0.0, equity(3, 3), equity(4, 2),
    )  # fmt: skip
    crawford = met.swing(1, 3, crawford=True)
    assert (crawford.win, crawford.lose, crawford.cash) == (1.0, equity(1, 2, post=True), 1.0)
    assert met.swing(1, 3, post=True) == crawford


def test_gammon_values():
    assert met.gammon_value(25, 25) == pytest.approx(0.5, abs=0.01)  # as in money
    assert met.gammon_value(4, 2, 2) > met.gammon_value(2, 4, 2) == 0.0  # a double wins the match for the leader
    assert met.gammon_value(3, 1, crawford=True) == pytest.approx((0.5 - 0.48803) / 0.48803)


def test_take_points():
    # 0.32264 after a take lost at 4-away 2-away is never reached: the match is lost then.
    assert met.take_point(4, 2) == pytest.approx(equity(4, 1) / equity(2, 2))
    assert met.take_point(2, 4) == pytest.approx((equity(2, 3) - equity(2, 2)) / (1 - equity(2, 2)))
    assert met.take_point(25, 25) == pytest.approx(0.25, abs=0.01)
    assert met.take_point(5, 5, gammons=0.25) > met.take_point(5, 5)


def test_the_window_of_the_last_roll():
    window = met.window(3, 3)
    assert window.cash == pytest.approx(1 - met.take_point(3, 3))  # symmetric score: what they take, we cash
    win, lose = equity(2, 3), equity(3, 2)
    won, lost = equity(1, 3), equity(3, 1)
    assert window.double == pytest.approx((lose - lost) / (lose - lost + won - win))
    chance = window.double  # there a double and none are worth the same
    assert chance * win + (1 - chance) * lose == pytest.approx(chance * won + (1 - chance) * lost)
    gammons = met.window(3, 3, gammons=(0.2, 0.0))
    assert gammons.double > 0
    assert gammons.cash < window.cash


def test_chances_as_equities():
    assert met.money_equity(met.swing(5, 4, 2).win, 5, 4, 2) == pytest.approx(1)
    assert met.money_equity(met.swing(5, 4, 2).lose, 5, 4, 2) == pytest.approx(-1)
    assert met.money_equity(0.5, 1, 1, crawford=True) == pytest.approx(0)


def test_the_computed_table_is_near_the_rolled_out_one():
    table = computed(15)
    far = [abs(table.equity(a, b) - equity(a, b)) for a in range(1, 16) for b in range(1, 16)]
    assert max(far) < 0.0155
    assert sum(far) / len(far) < 0.006
    assert max(abs(table.equity(a, 1, post=True) - equity(a, 1, post=True)) for a in range(1, 16)) < 0.0121
    assert table.source == "computed: 0.26 of the games gammons, cube efficiency 0.68"


def test_the_computed_table_where_it_can_be_worked_out_by_hand():
    table = computed(5, gammons=0.2, efficiency=0.0)
    assert table.equity(1, 1) == 0.5
    assert table.equity(2, 1, post=True) == 0.5  # doubled at once, all or nothing
    assert table.equity(3, 1, post=True) == 0.5 * (0.8 * 0.5 + 0.2 * 1)
    assert table.equity(4, 1, post=True) == 0.5 * (0.8 * 0.5 + 0.2)  # dropping would be 0.3, no better
    assert table.equity(2, 1) == 0.5 * (0.8 * 0.5 + 0.2)  # the Crawford game: won it is even, with a gammon over
    won, lost = 0.8 * table.equity(1, 3) + 0.2, 0.8 * table.equity(2, 2)
    lost += 0.2 * table.equity(2, 1)
    assert table.equity(2, 3) == pytest.approx((won + lost) / 2)  # a dead cube: the mean of both ends
    live = computed(4, gammons=0.0, efficiency=1.0)
    # At 2-2 without gammons a live cube leaves an even game even; at 2-1 only the Crawford game counts.
    assert (live.equity(2, 2), live.equity(2, 1)) == (0.5, 0.25)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0,), "length: expected 1 to 64 points, found 0"),
        ((65,), "length: expected 1 to 64 points, found 65"),
        ((5, -0.1), "gammons: expected 0 to 1, found -0.1"),
        ((5, 0.2, 1.5), "efficiency: expected 0 to 1, found 1.5"),
    ],
)
def test_a_table_of_impossible_rates_is_refused(arguments, message):
    with pytest.raises(PointboardError, match=message):
        computed(*arguments)
