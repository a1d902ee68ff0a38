"""Other programs' bugs about engines and chances, each with its smallest input: one test for each row."""

import json
from pathlib import Path

import pytest

from pointboard.api.job import Job, Limits, solve
from pointboard.api.routes import endpoints
from pointboard.backgammon.engine import best
from pointboard.backgammon.engine.source import CubeValue
from pointboard.errors import PositionError
from pointboard.values import Chances, Evidence, Known

ROWS = {
    row["input"]["op"]: row
    for row in map(json.loads, Path(__file__).with_name("engines.jsonl").read_text(encoding="utf-8").splitlines())
}
EQUITIES = {"no double": "no_double", "double/take": "double_take"}


def test_all_rows_are_here():
    assert set(ROWS) == {"probs.check", "cube.grade", "http"}


def test_chances_nest():
    """BG030: gammons are part of the wins, backgammons part of the gammons; that is looked at when they are made."""
    given, expect = ROWS["probs.check"]["input"], ROWS["probs.check"]["expect"]
    with pytest.raises(ValueError, match=r"backgammon: 0\.3 is more than gammon, 0\.2") as error:
        Chances(win=given["win"], gammon=given["win_g"], backgammon=given["win_bg"])
    assert isinstance(error.value, PositionError)
    assert [problem.flag for problem in error.value.problems] == [expect["problem"]]


def test_a_double_is_not_graded_by_itself():
    """BG053: a grade needs the alternatives."""
    given, expect = ROWS["cube.grade"]["input"], ROWS["cube.grade"]["expect"]
    known = Known(Evidence.ENGINE, "example", "1", "deep", 3)
    evaluated = {EQUITIES[name]: equity for name, equity in given["evaluated"].items()}
    cube = CubeValue(known, **{"no_double": None, "double_take": None, **evaluated})
    grade = cube.grade(given["played"])
    assert (grade.loss, grade.reason) == (expect["grade"], expect["reason"])


def test_without_engine_and_table_there_is_an_estimate(monkeypatch):
    """GN108: what we do not have is not answered as what there is not."""
    given, expect = ROWS["http"]["input"], ROWS["http"]["expect"]
    assert expect["status"] == 200
    assert given["path"] in [endpoint.path for endpoint in endpoints()]
    monkeypatch.setattr(best, "installed", lambda name: name == "builtin")
    done = solve(Job("backgammon", given["query"]["ogid"], Limits()), bytearray(1))
    assert (done.refused, done.failed) == (None, None)
    assert done.answer.evidence == "estimate"
    assert done.answer.note == "bgsage is not installed; gnubg is not installed"
