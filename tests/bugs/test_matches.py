"""Other programs' bugs with match records, each with its smallest input: one test for each row, by its operation."""

import json
from pathlib import Path

import pytest

from pointboard import errors
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.record import AmbiguousPlayError, Chances, mat, sgf
from pointboard.backgammon.record.sgftree import Property, points

ROWS = [json.loads(line) for line in Path(__file__).with_name("matches.jsonl").read_text(encoding="utf-8").splitlines()]
TESTS = {}


def operation(name):
    def register(function):
        TESTS[name] = function
        return function

    return register


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_bug(row):
    TESTS[row["input"]["op"]](row["input"], row["expect"])


def test_all_rows_are_here():
    assert len(ROWS) == len({row["id"] for row in ROWS}) == 7
    assert {row["input"]["op"] for row in ROWS} == set(TESTS)


@operation("mat.parse")
def mat_parse_op(given, expect):
    match = mat.parse(given["text"])
    plies = [len(game.plies) for game in match.games]
    if "players" in expect:
        assert [match.headers.white, match.headers.black] == expect["players"]
        assert list(match.games[0].start.score) == expect["score"]
    elif "games" in expect:
        assert (len(match.games), plies) == (expect["games"], expect["plies"])
        assert [game.ended for game in match.games] == [None, None]
    else:
        assert plies == [expect["plies"]]


@operation("probs.check")
def probs_op(given, expect):
    with pytest.raises(ValueError, match="is more than gammon, which includes it") as error:
        Chances(given["win"], given["win_g"], given["win_bg"], 0.0, 0.0).check()
    assert [problem.flag for problem in error.value.problems] == [expect["problem"]]


@operation("record.parse")
def record_op(given, expect):
    """The position is set up first, which is a ply of its own."""
    state = ogid.parse(given["ogid"])
    letters = [
        "".join(f"[{chr(97 + 24 - pip)}]" for pip, count in enumerate(half) for _ in range(count))
        for half in state.board
    ]
    text = f"(;GM[6];AE[a:y]AW{letters[0]}AB{letters[1]}PL[B];B[51ag])"
    read = sgf.read(text)
    assert read.match.games[0].state.board == state.board
    assert isinstance(read.error, AmbiguousPlayError)
    assert isinstance(read.error, getattr(errors, expect["error"]))
    assert read.error.ply == expect["ply"] + 1
    assert read.error.candidates == ("24/19*/18", "24/23/18")


@operation("sgf.points")
def points_op(given, expect):
    assert list(points(Property("AE", (given["value"],), 0), "")) == expect["points"]


@operation("sgf.parse")
def sgf_op(given, expect):
    with pytest.raises(getattr(errors, expect["error"])) as error:
        sgf.parse(given["text"])
    assert error.value.field == expect["property"]
