"""Other programs' bugs, each with its smallest input: one test for each row, by its operation."""

import json
from pathlib import Path

import pytest

from pointboard.backgammon import (
    HOME,
    Board,
    Cube,
    Owner,
    Score,
    Side,
    gnubg_to_ogid,
    ogid_to_gnubg,
)
from pointboard.backgammon.notation import gnubg, ogid, xgid
from pointboard.errors import NotationError, PositionError

ROWS = [
    json.loads(line) for line in Path(__file__).with_name("backgammon.jsonl").read_text(encoding="utf-8").splitlines()
]
TESTS = {}
OWNERS = {"black": Owner.BLACK, "player0": Owner.BLACK}
SIDES = {"white": Side.WHITE, "black": Side.BLACK, "player1": Side.WHITE, "player0": Side.BLACK}


def operation(name):
    def register(function):
        TESTS[name] = function
        return function

    return register


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_bug(row):
    TESTS[row["input"]["op"]](row["input"], row["expect"])


def test_all_rows_are_here():
    assert len(ROWS) == len({row["id"] for row in ROWS}) == 17
    assert {row["input"]["op"] for row in ROWS} == set(TESTS)


ERRORS = {"NotationError": NotationError, "PositionError": PositionError}


def refused(parse, text, expect):
    for lax in (False, True):
        with pytest.raises(ERRORS[expect["error"]]) as error:
            parse(text, lax=lax)
        if "field" in expect:
            assert error.value.field == expect["field"]
        if "problem" in expect:
            assert [problem.flag for problem in error.value.problems] == [expect["problem"]]


@operation("ogid.parse")
def ogid_parse_op(given, expect):
    if "error" in expect:
        for text in given.get("each", [given.get("ogid")]):
            refused(ogid.parse, text, expect)
        return
    state = ogid.parse(given["ogid"])
    if "cube_value" in expect:
        assert state.cube.value == expect["cube_value"]
    if "away" in expect:  # whether a side may double is the turn machine's to say
        assert (list(state.away), state.crawford) == (expect["away"], expect["crawford"])
        assert state.post_crawford


@operation("xgid.parse")
def xgid_parse_op(given, expect):
    if "error" in expect:
        refused(xgid.parse, given["xgid"], expect)
    elif "same_field" in expect:
        first, second = (xgid.read(given[name]) for name in "ab")
        assert first.cube_position == second.cube_position == 1
        states = [xgid.parse(given[name]) for name in "ab"]
        assert [state.cube.owner for state in states] == [Owner.WHITE, Owner.WHITE]
        assert states[0]._replace(last_actor=None) == states[1]._replace(last_actor=None)
        assert states[0].last_actor is states[1].last_actor.other
    else:
        assert xgid.parse(given["xgid"], lax=True).on_roll is Side.WHITE
        with pytest.raises(NotationError) as error:
            xgid.parse(given["xgid"])
        assert (error.value.field, error.value.message) == ("prefix", "expected the prefix XGID=, found 'x'")


@operation("gnubg.parse")
def gnubg_parse_op(given, expect):
    state = gnubg.parse(given["id"])
    assert state.cube.value == expect["cube_value"]
    assert state.cube.owner is OWNERS[expect["cube_owner"]]
    assert state.on_roll is SIDES[expect["on_roll"]]
    assert state.length.points == expect["match_length"]
    assert [state.score.black, state.score.white] == expect["score"]


@operation("ogid.format")
def ogid_format_op(given, expect):
    assert expect == {"error": "ValueError"}
    with pytest.raises(ValueError, match=r"^expected a power of 2 from 1 to 2\^30 on the cube, found 3$"):
        Cube.of(given["cube_value"])


@operation("state.with_score")
def with_score_op(given, expect):
    before = ogid.parse(given["ogid"])
    after = before.with_score(*given["score"])
    if "cube_owner" in expect:
        assert after == before._replace(score=Score(*given["score"]))
        assert (after.cube.owner, after.cube.exponent) == (OWNERS[expect["cube_owner"]], expect["cube_exp"])
    else:
        assert after.length.modifier == expect["match_modifier"]
        assert after.status() == ()


@operation("text.find_ids")
def find_op(given, expect):
    text = given["text"]
    found = xgid.find(text)
    assert len(found) == expect["ids"]
    assert text == given["text"]
    assert text[found[0].start : found[0].end] == f"XGID={found[0].text}"
    assert text[found[0].end :] == " below.\nSecond line stays."


@operation("ogid->gnubg->ogid")
def round_trip_op(given, expect):
    back = ogid.parse(gnubg_to_ogid(*ogid_to_gnubg(given["ogid"])))
    assert {side.name.lower(): back.board.bar(side) for side in Side} == expect["bar"]
    assert back.board == ogid.parse(given["ogid"]).board == Board.of({0: 2}, {24: 1})


@operation("board.facts")
def facts_op(given, expect):
    state = ogid.parse(given["ogid"])
    assert {side.name.lower(): state.pips(side) for side in Side} == expect["pips"]
    for side in Side:
        assert [HOME[side][0], HOME[side][-1]] == expect[f"{side.name.lower()}_home"]


@operation("ogid.canonical")
def canonical_op(given, expect):
    state = ogid.parse(given["ogid"])
    assert state == ogid.parse(expect["same_key_as"])
    assert ogid.format(state) == "11ccccchhhjjjjj:66666888dddddoo:N0N::W:C:0:0:0:0"


@operation("eq")
def eq_op(given, expect):
    first, second = ogid.parse(given["a"]), ogid.parse(given["b"])
    assert (first == second) is expect["equal"]
    assert len({first, second, ogid.parse(given["a"])}) == 2
    assert first.position_key() != second.position_key()
