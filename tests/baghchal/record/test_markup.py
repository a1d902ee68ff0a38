import re

import pytest

from pointboard.baghchal.record import Clock
from pointboard.baghchal.record.faults import Place, Places, found_at
from pointboard.baghchal.record.markup import COMMENT, HEADER, format_comment, format_header, read_note
from pointboard.errors import NotationError


@pytest.mark.parametrize(
    ("text", "clock", "written"),
    [
        ("", None, ""),
        ("a", None, "{a}"),
        ("", Clock(1000), "{[%clk 0:00:01]}"),
        ("a", Clock(1000), "{[%clk 0:00:01] a}"),
        (" ", None, "{\\s}"),
        ("  ", None, "{\\s\\s}"),
        ("\ta\t", None, "{\\ta\\t}"),
        (" a b ", Clock(0), "{[%clk 0:00:00] \\sa b\\s}"),
        ("a\nb\r", None, "{a\\nb\\r}"),
        ("\r\n", None, "{\\r\\n}"),
        ("\\", None, "{\\\\}"),
        ("{a}", None, "{{a\\}}"),
        ("[%clk 0:00:01]", None, "{\\[%clk 0:00:01]}"),
        ("\\[%clk", None, "{\\\\\\[%clk}"),
        ("a\u2028b\x85", None, "{a\u2028b\x85}"),
    ],
)
def test_comments(text, clock, written):
    assert format_comment(text, clock) == written
    if written:
        assert read_note(re.fullmatch(COMMENT, written, re.DOTALL)["comment"]) == (text, clock)


@pytest.mark.parametrize(
    ("raw", "text", "clock"),
    [
        ("", "", None),
        (" \t\r\n", "", None),
        ("  a  ", "a", None),
        ("a\r\nb", "a\nb", None),
        ("a [%clk 0:00:01]", "a", Clock(1000)),
        ("a [%clk \t0:00:01 ] \tb", "a b", Clock(1000)),
        ("[%clk]", "[%clk]", None),
        ("[%clk 0:00:01", "[%clk 0:00:01", None),
        ("[%clk [%clk 0:00:01]", "[%clk", Clock(1000)),
        ("[%emt 3] x", "[%emt 3] x", None),
        ('\\"', '"', None),
    ],
)
def test_what_comments_mean(raw, text, clock):
    assert read_note(raw) == (text, clock)


@pytest.mark.parametrize(
    ("raw", "field", "column", "message"),
    [
        ("a\\x", "comment", 3, "expected one of \\ \" { } [ n r t s after a backslash, found 'x'"),
        ("a\\", "comment", 3, "expected one of \\ \" { } [ n r t s after a backslash, found ''"),
        ("a [%clk 1]", "clock", 9, "expected a clock like 0:05:00 or 0:05:00.250, found '1'"),
        ("[%clk 0:00:01][%clk 0:00:02]", "clock", 15, "expected one clock for a move, found a second"),
    ],
)
def test_comments_that_cannot_be_read(raw, field, column, message):
    with pytest.raises(NotationError) as caught:
        read_note(raw)
    error = caught.value
    assert (error.field, error.column, error.message, error.text) == (field, column, message, raw)


def test_headers():
    written = format_header("A", 'a "b" \\ \n\r]')
    assert written == '[A "a \\"b\\" \\\\ \\n\\r]"]'
    assert re.fullmatch(HEADER, written)["name"] == "A"


def test_places():
    places = Places("ab\ncd\n\ne")
    assert [places.at(i) for i in (0, 2, 3, 4, 6, 7, 8)] == [(1, 1), (1, 3), (2, 1), (2, 2), (3, 1), (4, 1), (4, 2)]
    assert places.at(1) == Place(1, 2)


def test_what_stands_there():
    assert found_at("abc def", 1) == "'bc'"
    assert found_at("abc ", 3) == "the end of the text"
    assert found_at("x" * 20, 0) == repr("x" * 20)
    assert found_at("x" * 21, 0) == repr("x" * 20 + "...")
