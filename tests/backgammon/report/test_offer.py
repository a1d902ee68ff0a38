"""The reports of the game in the shape that every game has; real engines on a short match."""

import json
import os
from importlib.util import find_spec

import pytest

from pointboard import get
from pointboard.backgammon import record
from pointboard.backgammon.engine.adapters.gnubg import program
from pointboard.backgammon.record.view import GameView
from pointboard.backgammon.report import offer, to_csv, to_html, to_text
from pointboard.errors import PointboardError

DEMANDED = os.environ.get("POINTBOARD_REQUIRE_GNUBG") == "1"  # CI has both engines and demands them
SHORT = """ 3 point match

 Game 1
 Ann : 0               Bo : 0
  1) 31: 8/5 6/5          42: 8/4 6/4
  2) 65: 24/13             Doubles => 2
  3)  Drops                Wins 1 point
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("POINTBOARD_CACHE", str(tmp_path))
    return tmp_path


@pytest.fixture
def reports():
    return get("backgammon").reports()


@pytest.fixture
def view():
    return GameView(record.mat.parse(SHORT))


def test_the_shape(reports, view, folder):
    report = reports.judge(view, engine="builtin", level="static")
    assert reports.wishes == {"engine", "level", "jobs", "keep"}
    assert (folder / "backgammon-analysis.sqlite").exists()
    assert reports.lines(report)[0].text == "Ann - Bo, 3 point match. Score 0-1"
    assert "estimate" in reports.lines(report)[1].text
    assert json.loads(reports.written(report, ".json")) == json.loads(json.dumps(reports.data(report)))
    assert reports.written(report, ".txt") == to_text(report)
    assert reports.written(report, ".csv") == to_csv(report)
    assert reports.written(report, ".html") == to_html(report)
    assert set(reports.forms) == {".csv", ".tsv"}
    two = record.mat.parse(SHORT.replace("Wins 1 point", "Wins 1 point\n\n Game 2\n Ann : 0  Bo : 1\n  1) 31: 8/5 6/5"))
    assert reports.together(GameView(two, 0), GameView(two, 1))
    assert not reports.together(GameView(two, 0), view)


def test_nothing_is_kept_where_that_is_not_wanted(reports, view, folder):
    reports.judge(view, engine="builtin", keep=False)
    assert list(folder.iterdir()) == []


def test_an_engine_that_there_is_not(reports, view):
    with pytest.raises(PointboardError, match=r"^no engine is called 'snowie'; there are: bgsage, gnubg, builtin$"):
        reports.judge(view, engine="snowie")


def test_the_engine_that_comes_first_judges(reports, view, monkeypatch, make):
    engine = make()
    monkeypatch.setattr(offer, "installed", lambda name: name != "bgsage")
    monkeypatch.setattr(offer, "source_of", lambda _: engine)
    assert reports.judge(view).level.source == "fake"


def test_without_an_engine_the_estimate_judges(reports, view, monkeypatch):
    monkeypatch.setattr(offer, "installed", lambda name: name == "builtin")
    assert reports.judge(view).level.source == "builtin"


ENGINES = [
    pytest.param("bgsage", "1ply", marks=pytest.mark.skipif(
        find_spec("bgsage") is None and not DEMANDED, reason="bgsage is not installed"), id="bgsage"),
    pytest.param("gnubg", "0-ply", marks=pytest.mark.skipif(
        program() is None and not DEMANDED, reason="GNU Backgammon is not installed"), id="gnubg"),
]  # fmt: skip


@pytest.mark.parametrize(("engine", "level"), ENGINES)
def test_a_real_engine(reports, view, engine, level):
    report = reports.judge(view, engine=engine, level=level, jobs=2)
    assert (report.level.source, report.level.level, report.level.evidence.value) == (engine, level, "engine")
    found = {(one.ply, one.act.value): one for one in report.decisions()}
    assert found[1, "play"].loss == 0  # nobody plays an opening 31 otherwise
    assert found[4, "double"].error.value == "wrong double"
    assert found[5, "pass"].error.value == "wrong pass"
    assert found[5, "pass"].loss > 0.3
    assert report.games[0].rolls[0].luck > 0.1
    assert reports.judge(view, engine=engine, level=level) == report


# What ``show statistics match`` of GNU Backgammon 1.07.001 prints of the match of ``conftest`` after ``analyse match``
# with 2-ply evaluation, luck at 0-ply: unforced moves, errors of plays and of the cube, chance of the match, luck.
OWN = ((2, 0.0, 0.208612, 0.03086, 0.214584), (2, 0.0, 1.264281, 0.15535, -0.028438))


def test_the_figures_of_gnu_backgammon_itself(reports, match):
    if program() is None and not DEMANDED:
        pytest.skip("GNU Backgammon is not installed")
    report = reports.judge(GameView(match), engine="gnubg", level="2-ply", jobs=2)
    found = [(one.plays, one.play_loss, one.cube_loss, one.match_loss, one.luck) for one in report.tallies]
    assert found == [tuple(pytest.approx(figure, abs=2e-5) for figure in own) for own in OWN]
