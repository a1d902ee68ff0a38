"""What every source gives: cube actions, grades, stakes, ranks, levels."""

import pytest

from pointboard.backgammon.board import Side
from pointboard.backgammon.engine.source import (
    CubeAction,
    CubeValue,
    Grade,
    Judged,
    Level,
    Played,
    Stake,
    level_of,
    may_double,
    ranked,
    stake_of,
    undoubled,
    unusual,
)
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.rules import Play
from pointboard.backgammon.state import Cube, Owner, State
from pointboard.errors import PointboardError
from pointboard.values import Evidence, Known, Value

KNOWN = Known(Evidence.ENGINE, "example", "1", "deep", 3)


def cube(no_double, double_take):
    return CubeValue(KNOWN, no_double, double_take)


@pytest.mark.parametrize(
    ("no_double", "double_take", "action", "equity"),
    [
        (0.1, -0.2, CubeAction.NO_DOUBLE, 0.1),
        (0.5, 0.5, CubeAction.NO_DOUBLE, 0.5),
        (0.5, 0.6, CubeAction.DOUBLE_TAKE, 0.6),
        (0.9, 1.0, CubeAction.DOUBLE_TAKE, 1.0),
        (0.9, 1.1, CubeAction.DOUBLE_PASS, 1.0),
        (1.0, 2.0, CubeAction.DOUBLE_PASS, 1.0),
        (1.1, 2.0, CubeAction.TOO_GOOD, 1.1),
        (1.1, 0.9, CubeAction.NO_DOUBLE, 1.1),
        (1.1, 1.0, CubeAction.NO_DOUBLE, 1.1),
        (0.3, None, CubeAction.CANNOT, 0.3),
    ],
)
def test_the_right_action(no_double, double_take, action, equity):
    found = cube(no_double, double_take)
    assert (found.action, found.equity) == (action, equity)


def test_what_was_not_looked_at_is_named():
    assert cube(None, None).missing == ("no-double", "double-take")
    assert cube(0.1, 0.2).missing == ()
    with pytest.raises(PointboardError, match=r"^missing no-double$"):
        _ = cube(None, 0.4).action
    with pytest.raises(PointboardError, match=r"^the equity without a double was not looked at$"):
        _ = cube(None, 0.4).equity


@pytest.mark.parametrize(
    ("pair", "played", "grade"),
    [
        ((0.25, 0.5), Played.NO_DOUBLE, Grade(0.25)),
        ((0.25, 0.5), Played.DOUBLE, Grade(0.0)),
        ((0.5, 0.25), Played.DOUBLE, Grade(0.25)),
        ((0.5, 0.25), Played.NO_DOUBLE, Grade(0.0)),
        ((0.5, 1.25), Played.NO_DOUBLE, Grade(0.5)),
        ((0.5, 1.25), Played.TAKE, Grade(0.25)),
        ((0.5, 1.25), Played.PASS, Grade(0.0)),
        ((0.5, 0.75), Played.PASS, Grade(0.25)),
        ((None, 0.75), Played.TAKE, Grade(0.0)),
        ((None, 0.75), Played.DOUBLE, Grade(None, "missing no-double")),
        ((0.5, None), Played.PASS, Grade(None, "missing double-take")),
        ((None, None), Played.NO_DOUBLE, Grade(None, "missing no-double, double-take")),
    ],
)
def test_a_grade_needs_the_alternatives(pair, played, grade):
    assert cube(*pair).grade(played) == grade
    assert cube(*pair).grade(played.value) == grade


def test_the_stake_is_seen_by_a_side():
    state = ogid.parse("1:o:B1N::B:C:2:3:7:30")
    assert stake_of(state, Side.WHITE) == Stake(2, False, (5, 4), False)
    assert stake_of(state, Side.BLACK) == Stake(2, True, (4, 5), False)
    assert stake_of(ogid.parse("1:o:N0N::B:C:6:3:7C:0"), Side.BLACK) == Stake(1, None, (4, 1), True)
    assert stake_of(State.start(), Side.WHITE) == Stake(1, None, None, False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1:o:N0N::B:C", True),
        ("1:o:W1N::B:C", True),
        ("1:o:B1N::B:C", False),
        ("1:o:N0N::B:C:6:6:7", False),
        ("1:o:N0N::B:C:5:6:7", True),
        ("1:o:N0N::B:C:6:5:7C", False),
        ("1:o:N0N:12:B:R", False),
        (":o:N0N::B:C", False),
        ("1:o:B1T::B:A", False),
    ],
)
def test_who_may_double(text, expected):
    assert may_double(ogid.parse(text)) is expected


def test_the_position_before_a_double():
    state = ogid.parse("1:o:B1O::W:D:0:0:0:9")
    assert ogid.format(undoubled(state)) == "1:o:B1N::B:C:0:0:0:9"
    assert undoubled(undoubled(state)) == undoubled(state)


def test_what_no_engine_knows():
    assert unusual(State.start()) is None
    assert unusual(State.start("hypergammon")) == "it knows games with 15 checkers, not with 3"
    for owner, words in ((Owner.DEAD, "a dead cube"), (Owner.UNKNOWN, "a cube of an unknown owner")):
        assert unusual(State.start()._replace(cube=Cube(owner, 1))) == f"it does not know {words}"
    useless = ogid.parse("1:o:N0O::W:D:6:6:7:9")
    assert unusual(useless) == "it does not know a double that is of no use to the doubler"
    assert unusual(ogid.parse("1:o:N0O::W:D:5:6:7:9")) is None


def judged(equity, depth):
    known = Known(Evidence.ENGINE, "example", "1", "deep", depth)
    return Judged(Play(State.start(), (), State.start().board), Value(known, equity))


def test_what_is_known_more_deeply_comes_first():
    order = ranked([judged(0.5, 1), judged(0.2, 3), judged(0.3, 3), judged(0.1, None)])
    found = [(one.value.equity, one.value.loss) for one in order]
    assert found == [(0.3, 0.0), (0.2, pytest.approx(0.1)), (0.5, 0.0), (0.1, pytest.approx(0.2))]
    assert ranked([]) == ()


def test_levels_have_names():
    levels = (Level("0-ply", 1), Level("1-ply", 2))
    assert level_of(levels, "1-ply", "example") is levels[1]
    assert level_of(levels, "0PLY", "example") is levels[0]
    for wrong, said in (("4-ply", "'4-ply'"), (3, "3"), ("", "''")):
        with pytest.raises(PointboardError, match=f"^example has no level {said}; there are: 0-ply, 1-ply$"):
            level_of(levels, wrong, "example")
