"""The plies as a table: nothing in it is a formula."""

import csv
import io

from pointboard.backgammon.board import Board
from pointboard.backgammon.record import Headers, table
from pointboard.backgammon.record.course import Course
from pointboard.backgammon.turns import SetPosition


def test_cells_are_no_formulas():
    course = Course(Headers(white='=cmd|"x"', black="@b"))
    course.begin()
    for side, dice, text in zip("WB", ((3, 1), (4, 2)), ("8/5 6/5", "8/4 6/4"), strict=True):
        course.play_text(type(course.state.last_actor)(side), dice, text)
    course.annotate("-1, bad\nline")
    course.act(SetPosition(Board.of({24: 2}, {1: 2})))
    text = table.format([course.match()] * 2)
    rows = list(csv.reader(io.StringIO(text)))
    assert tuple(rows[0]) == table.COLUMNS
    assert rows[1][:6] == ["1", "1", "1", "W", '\'=cmd|"x"', "31: 8/5 6/5"]
    assert rows[2][3:6] + rows[2][-1:] == ["B", "'@b", "42: 8/4 6/4", "'-1, bad\nline"]
    assert rows[3][3:6] == ["", "", "set position"]
    assert rows[4][0] == "2"
    assert [table.cell(one + "x")[0] for one in "=+-@\t\r\n"] == ["'"] * 7
