"""What is of another kind than it should be is told so, by every door of the records, the engines and the reports."""

import pytest

from pointboard.backgammon import report
from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.engine import best, exact, met
from pointboard.backgammon.engine.builtin import Builtin
from pointboard.backgammon.engine.lastroll import clears
from pointboard.backgammon.record import json, mat, ogxm, read_bytes, recognise, save, sgf, table, xg, xgtext
from pointboard.backgammon.state import State
from pointboard.errors import NotationError, PositionError

OTHER = [None, 7, 1.5, True, [], {}, object(), b"x", "x"]
TEXTS = [mat.parse, sgf.parse, json.parse, xgtext.parse]
BYTES = [read_bytes, recognise, ogxm.parse, xg.parse]
MATCHES = [
    *(mat.format, sgf.format, json.format, ogxm.format),
    lambda match: save(match, "never.json"),
    lambda match: report.judge(match, Builtin()),
    lambda match: table.format([match]),
]
REPORTS = [report.to_text, report.to_data, report.to_html, report.to_csv, report.to_anki]
STATES = [exact.evaluate, exact.plays, exact.cube, lambda state: exact.race(state, Side.WHITE)]


@pytest.mark.parametrize("door", [*MATCHES, *REPORTS, *STATES])
@pytest.mark.parametrize("value", OTHER)
def test_a_value_of_another_kind_is_refused(door, value):
    with pytest.raises(TypeError, match=r"^expected a (MatchRecord|Report|State), found "):
        door(value)


@pytest.mark.parametrize("door", TEXTS)
@pytest.mark.parametrize("value", OTHER[:-1])
def test_what_is_no_text_is_refused(door, value):
    with pytest.raises(TypeError, match=r"^expected a text, found "):
        door(value)


@pytest.mark.parametrize("door", BYTES)
@pytest.mark.parametrize("value", [*OTHER[:-2], "x"])
def test_what_is_no_bytes_is_refused(door, value):
    with pytest.raises(TypeError, match=r"^expected bytes, found "):
        door(value)


@pytest.mark.parametrize("value", OTHER[:-1])
def test_a_position_of_another_kind_has_no_best_play(value):
    with pytest.raises(TypeError, match=r"^expected a State, found "):
        best.best(value)


@pytest.mark.parametrize("value", [None, 1.5, True, [], "3", "\u0663"])
def test_points_away_are_whole_numbers(value):
    for door in (lambda: met.equity(value, 3), lambda: met.take_point(value, 3, 1)):
        with pytest.raises(NotationError, match=r"^us, column 1: expected a whole number, found "):
            door()
    with pytest.raises(NotationError, match=r"^them, column 1: expected a whole number, found "):
        met.swing(3, value)


def test_checkers_of_both_sides_on_a_point_are_no_position_to_judge():
    both = State(Board.of({6: 2}, {6: 2}), last_actor=Side.WHITE)
    for door in (exact.evaluate, exact.cube, best.best):
        with pytest.raises(PositionError, match="both colours on pip 6"):
            door(both)


def test_the_last_roll_is_asked_of_a_board():
    with pytest.raises(TypeError, match=r"^expected a Board, found State$"):
        clears(State.start(), Side.WHITE)
    with pytest.raises(NotationError, match=r"^side, column 1: "):
        clears(Board.of({24: 1}, {1: 1}), "X")
    assert clears(Board.of({24: 1}, {1: 1}), "W") == 1
