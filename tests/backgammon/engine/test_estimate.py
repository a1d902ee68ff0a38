"""The built-in estimate: features, races, the end of a game, cubes, and games against two simple players."""

import math
import random

import pytest

from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.engine.builtin import Builtin
from pointboard.backgammon.engine.estimate import effective_pips, estimate, race_win
from pointboard.backgammon.engine.features import NAMES, contact, features, halves, shots
from pointboard.backgammon.engine.janowski import cubed, match_chance
from pointboard.backgammon.engine.lastroll import clears
from pointboard.backgammon.engine.source import Question, Stake
from pointboard.backgammon.engine.weights import BACKGAMMON, GAMMON, LOSE_BACKGAMMON, LOSE_GAMMON, WIN
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.rules import outcome, plays
from pointboard.backgammon.state import Phase, State
from pointboard.errors import PointboardError
from pointboard.values import Chances, Evidence

ALL = (1 << 25) - 2
BUILTIN = Builtin()
USUAL = Question(BUILTIN.usual)


def value(state, side, name):
    return dict(zip(NAMES, features(*halves(state.board, side)), strict=True))[name]


def test_every_feature_has_a_weight():
    assert len(set(NAMES)) == len(NAMES)
    for weights in (WIN, GAMMON, LOSE_GAMMON, BACKGAMMON, LOSE_BACKGAMMON):
        assert len(weights) == len(NAMES) + 1
    assert len(features(*halves(State.start().board, Side.WHITE))) == len(NAMES)


@pytest.mark.parametrize(
    ("attackers", "bar", "blots", "landing", "rolls"),
    [
        (1 << 7, 0, 1 << 6, ALL, 11),
        (1 << 12, 0, 1 << 6, ALL, 17),
        (1 << 13, 0, 1 << 6, ALL, 6),
        (1 << 13, 0, 1 << 1, ALL, 3),
        (1 << 13, 0, 1 << 1, ALL & ~(1 << 7), 1),
        (1 << 24, 0, 1 << 6, ALL, 1),
        (0, 1, 1 << 22, ALL, 14),
        (0, 1, 1 << 22, ALL & ~(1 << 24), 13),
        (0, 2, 1 << 22, ALL, 12),
        (0, 1, 1 << 22, 1 << 22, 11),
        (0, 1, 1 << 19, 0, 0),
        (0, 3, 1 << 20, ALL, 11),
        (1 << 2 | 1 << 5, 0, 1 << 1, ALL, 21),
    ],
)
def test_shots_are_those_of_the_textbooks(attackers, bar, blots, landing, rolls):
    assert shots(attackers, bar, blots, landing)[0] == rolls


def test_a_hit_costs_what_the_blot_has_come():
    # Blots on 6 and 1: a hit on both counts for the one that has come farther, seen by the attackers.
    assert shots(1 << 7, 0, 1 << 6 | 1 << 1, ALL) == (24, 11 * 6 + 13 * 1)


def test_features_see_what_they_name():
    start = State.start()
    assert value(start, Side.WHITE, "my pips") == 1.67
    assert value(start, Side.WHITE, "lead") == 0
    assert value(start, Side.WHITE, "my anchors") == value(start, Side.WHITE, "my checkers back") / 0.4 == 1
    # White's points in its own numbering: a full prime from 4 to 9, Black's last checker behind it.
    prime = State(Board.of({16: 2, 17: 2, 18: 2, 19: 2, 20: 2, 21: 2, 1: 3}, {22: 1, 6: 14}))
    assert value(prime, Side.WHITE, "my prime") == 1
    assert value(prime, Side.WHITE, "my block") == 1
    assert value(prime, Side.BLACK, "their escaping rolls") == value(prime, Side.WHITE, "my escaping rolls")
    assert value(prime, Side.WHITE, "their escaping rolls") == 0
    bar = State(Board.of({0: 2, 19: 13}, {25: 1, 1: 2, 2: 2, 3: 10}))
    assert value(bar, Side.WHITE, "my on the bar") == 2
    assert value(bar, Side.WHITE, "my on the bar against made home points") == 1
    assert value(bar, Side.WHITE, "their on the bar") == 1
    for name in NAMES:
        if name.startswith("my ") and " times " not in name:
            assert value(bar, Side.WHITE, name) == value(bar, Side.BLACK, "their" + name[2:])


def test_contact_ends_when_the_last_have_passed():
    assert contact(*halves(State.start().board, Side.WHITE))
    for black, expected in ((19, True), (18, False), (17, False)):
        board = Board.of({18: 15} if black != 18 else {19: 15}, {black: 15})
        assert contact(*halves(board, Side.WHITE)) is expected


def test_effective_pips_count_waste():
    plain = [0] * 26
    plain[4] = plain[5] = plain[6] = 2
    assert effective_pips(plain) == 30
    gaps = [0, 3, 3, 5, 0, 0, 0] + [0] * 19
    assert effective_pips(gaps) == 3 + 6 + 15 + 4 + 2 + 2 + 3


def test_a_race_is_fair_and_steep():
    assert race_win(100, 104) == pytest.approx(0.5 + 0.5 * math.erf(8 / math.sqrt(2 * 200) / math.sqrt(2)))
    assert race_win(100, 96) == 0.5
    assert race_win(50, 90) > 0.99
    assert race_win(1, 1) > 0.9


def test_a_finished_game_is_known():
    won = State(Board.of({}, {13: 1, 3: 14}), last_actor=Side.WHITE)
    assert estimate(won, Side.WHITE) == Chances(1.0, 1.0, 0.0)
    assert estimate(won, Side.BLACK) == Chances(0.0, 0.0, 0.0, 1.0, 0.0)
    backgammon = State(Board.of({}, {20: 1, 3: 14}))
    assert estimate(backgammon, Side.WHITE) == Chances(1.0, 1.0, 1.0)


def test_no_gammon_is_lost_with_a_checker_off():
    race = State(Board.of({20: 5}, {3: 14}))
    assert estimate(race, Side.WHITE).gammon == 0
    contact_ = State(Board.of({20: 5, 3: 2}, {10: 14}))
    found = estimate(contact_, Side.WHITE)
    assert (found.gammon, found.backgammon, found.lose_gammon) == (0, 0, 0)


def test_a_race_that_is_far_ahead_wins_gammons():
    ahead = State(Board.of({23: 2}, {13: 15}))
    assert estimate(ahead, Side.WHITE).gammon > 0.95
    assert estimate(ahead, Side.WHITE).backgammon == 0
    stuck = State(Board.of({24: 2}, {19: 2, 13: 13}))
    assert not contact(*halves(stuck.board, Side.WHITE)) or estimate(stuck, Side.WHITE).gammon > 0.5
    assert estimate(ahead, Side.BLACK).lose_gammon > 0.95


@pytest.mark.parametrize(
    ("points", "rolls"),
    # The numbers of rolls out of 36 for one and two checkers as books on the bear-off list them.
    [
        ((1,), 36), ((6,), 27), ((5,), 31), ((4,), 34), ((3,), 36), ((1, 1), 36), ((2, 1), 36), ((2, 2), 26),
        ((3, 1), 34), ((3, 2), 25), ((3, 3), 17), ((4, 4), 11), ((5, 2), 19), ((6, 1), 15), ((6, 6), 4),
        ((1, 1, 1), 6), ((1, 1, 1, 1), 6), ((6, 6, 6, 6), 1), ((1, 1, 1, 1, 1), 0), ((7,), 0), ((25,), 0),
    ],
)  # fmt: skip
def test_the_rolls_that_end_a_race_at_once_are_counted(points, rolls):
    counts = {25 - point: points.count(point) for point in points}
    board = Board.of(counts, {1: 2})
    assert round(36 * clears(board, Side.WHITE), 9) == rolls
    assert round(36 * clears(board.mirror(), Side.BLACK), 9) == rolls


def test_a_side_that_bears_off_its_last_checker_at_once_has_won():
    race = State(Board.of({24: 1}, {13: 15}))
    assert estimate(race, Side.BLACK) == Chances(0.0, 0.0, 0.0, 1.0, 0.0)
    saved = State(Board.of({24: 1}, {1: 14}))
    assert estimate(saved, Side.BLACK) == Chances(0.0)
    behind = State(Board.of({24: 1}, {25: 1, 13: 14}))  # with contact, and in the winner's home board
    assert estimate(behind, Side.BLACK) == Chances(0.0, 0.0, 0.0, 1.0, 1.0)


def test_chances_lie_within_what_the_next_two_rolls_decide():
    """Two on the 6-point win at once with 4 rolls of 36; then one on the ace wins, whatever it rolls."""
    race = State(Board.of({19: 2}, {1: 1}))
    assert estimate(race, Side.BLACK).win == pytest.approx(32 / 36)
    assert estimate(race, Side.BLACK).lose_gammon == 0
    alike = State(Board.of({22: 1}, {3: 2}))  # one on the 3-point: every roll
    assert estimate(alike, Side.BLACK).win == 0


def test_both_sides_see_one_estimate_mirrored(played):
    for state in played(60, seed=4):
        flat = state._replace(dice=(), phase=Phase.PLAYED)
        assert estimate(flat, Side.WHITE) == estimate(flat.mirror(), Side.BLACK)


@pytest.mark.parametrize(
    ("stake", "no_double", "double_take"),
    [
        (Stake(1, None, None, False), 0.105, -0.171),
        (Stake(2, False, None, False), -0.086, -0.171),
        (Stake(1, None, (4, 5), False), 0.150, -0.210),
        (Stake(1, None, (4, 2), False), 0.449, 0.424),
        (Stake(1, None, (1, 2), True), -0.203, -0.896),
    ],
)
def test_the_cube_is_near_what_engines_say_of_the_start(stake, no_double, double_take):
    """The chances that bgsage 3ply gives the side on roll at the start, and its equities at these scores."""
    found = cubed(Chances(0.525232, 0.149598, 0.007926, 0.126614, 0.005943), stake)
    assert found.no_double == pytest.approx(no_double, abs=0.09)
    assert found.double_take == pytest.approx(double_take, abs=0.09)


def test_a_dead_cube_leaves_the_chances():
    chances = Chances(0.6, 0.2, 0.0, 0.1, 0.0)
    assert cubed(chances, Stake(1, None, None, False), alive=False).no_double == pytest.approx(chances.equity)
    # At one point each only the win counts.
    for alive in (True, False):
        assert cubed(chances, Stake(1, None, (1, 1), False), alive=alive).no_double == pytest.approx(0.2)
    match = cubed(chances, Stake(1, None, (3, 3), False), alive=False)
    live = cubed(chances, Stake(1, None, (3, 3), False))
    assert match.no_double != live.no_double


@pytest.mark.parametrize(("win", "expected"), [(0.0, -1.0), (1.0, 1.0)])
def test_certain_ends_of_a_match_are_worth_the_stake(win, expected):
    for away in ((5, 3), (2, 9), (30, 28)):
        assert cubed(Chances(win), Stake(1, None, away, False)).no_double == pytest.approx(expected)


def test_match_chances():
    assert match_chance(5, 5) == 0.5
    assert match_chance(0, 3) == 1
    assert match_chance(3, -1) == 0
    assert match_chance(1, 2, post=True) == 0.51197
    assert match_chance(40, 30) == pytest.approx(1 - match_chance(30, 40))
    assert match_chance(26, 26) == 0.5


def test_the_source_says_that_it_is_an_estimate():
    state = ogid.parse("11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:R")
    assert BUILTIN.fault(state) is None
    found = BUILTIN.plays(state, USUAL)
    assert len(found) == len(plays(state)) == 16
    for one in found:
        known = one.value.known
        assert (known.evidence, known.source, known.level, known.depth) == (Evidence.ESTIMATE, "builtin", "static", 1)
    assert BUILTIN.evaluate(state, USUAL) == found[0].value
    before = state._replace(dice=(), phase=Phase.PLAYED)
    cube = BUILTIN.cube(before, USUAL)
    assert BUILTIN.evaluate(before, USUAL).equity == cube.equity
    assert BUILTIN.evaluate(before, USUAL).chances == cube.chances
    assert BUILTIN.plays(State.start(), USUAL) == ()
    with pytest.raises(PointboardError, match=r"^nobody is on roll$"):
        BUILTIN.cube(State.start(), USUAL)


def test_the_last_checker_wins_a_point_for_each_on_the_cube():
    found = BUILTIN.plays(ogid.parse("o:1:B1N:12:B:R"), USUAL)
    assert (found[0].value.equity, found[0].value.chances) == (1.0, Chances(1.0))
    gammon = BUILTIN.plays(ogid.parse("o:666666666666666:N0N:12:B:R"), USUAL)
    assert (gammon[0].value.equity, gammon[0].value.chances) == (2.0, Chances(1.0, 1.0))


def test_a_double_that_is_useless_is_still_answered():
    useless = ogid.parse("11ccccchhhjjjjj:66666888dddddoo:N0O::B:D:6:6:7:9")
    assert BUILTIN.cube(useless, USUAL).double_take is not None
    dead = ogid.parse("11ccccchhhjjjjj:66666888dddddoo:D0N::B:C:0:0:0:9")
    assert BUILTIN.cube(dead, USUAL).double_take is None


# Weights by hand for a line of numbers, as public evaluators of the kind have them: checkers off and pips count, points
# are worth most in the home board, blots little.
def simple(play):
    """A linear evaluation of the checkers alone, point by point."""
    mine, theirs = halves(play.board, play.side)
    score = -0.4 * sum(i * n for i, n in enumerate(mine)) + 0.4 * sum(i * n for i, n in enumerate(theirs))
    for i in range(1, 25):
        score += (6 if i <= 8 else 3) * (mine[i] >= 2) - 3 * (mine[i] == 1) * (1 + (25 - i) / 12)
        score -= 1.5 * max(mine[i] - 3, 0)
    return score + 8 * theirs[25] - 8 * mine[25]


def game(rng, players):
    """The points that the first player wins in a cubeless game."""
    state = State.start()._replace(last_actor=rng.choice(list(Side)))
    while (over := outcome(state)) is None:
        dice = tuple(sorted((rng.randint(1, 6), rng.randint(1, 6))))
        legal = plays(state._replace(dice=dice, phase=Phase.ROLLED))
        state = players[legal[0].side](legal).after
    return over.size if over.winner is Side.WHITE else -over.size


def builtin(legal):
    return max(legal, key=lambda play: estimate(play.after, play.side).equity)


@pytest.mark.parametrize(
    ("name", "opponent", "least"),
    [
        ("random", lambda rng: rng.choice, 1.2),
        ("simple", lambda _: lambda legal: max(legal, key=simple), 0.25),
    ],
)
def test_it_beats_a_simple_player(name, opponent, least):
    """Seeded games, so that the same are played every time; points a game, gammons counted."""
    rng = random.Random(f"builtin against {name}")  # noqa: S311 (seeded on purpose)
    players = {Side.WHITE: builtin, Side.BLACK: opponent(rng)}
    assert sum(game(rng, players) for _ in range(60)) / 60 > least
