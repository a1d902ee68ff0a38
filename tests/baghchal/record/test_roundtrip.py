# ruff: noqa: E501 - rows of a table
"""What is written is read back as it was, whatever the texts in it; and no text makes a reader fail in its own way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointboard.baghchal.record import (
    FORMATS,
    Clock,
    Headers,
    Mark,
    Ply,
    ReadResult,
    Record,
    Result,
    Rules,
    json,
    log,
    pgn,
)
from pointboard.baghchal.record.headers import HEADER_NAMES
from pointboard.baghchal.rules import Repetition
from pointboard.errors import PointboardError
from pointboard.testing import baghchal as positions

ODD_PARTS = [*"ab \t\r\n\\\"'{}[]()%#;*!?1.-/\ufeff\u2028\x00\x85é", "[%clk ", "0:00:01", "\\n"]
ODD = st.lists(st.sampled_from(ODD_PARTS), max_size=8).map("".join)
TEXT = ODD | st.text(st.characters(exclude_categories=["Cs"]))
NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(
    lambda name: name.lower() not in {*HEADER_NAMES, "start"}
)


@st.composite
def headers(draw, *, decided):
    texts = {
        name: draw(st.none() | TEXT) for name in ("event", "site", "date", "round", "goats", "tigers", "termination")
    }
    extra = draw(st.lists(st.tuples(NAMES, TEXT), max_size=3, unique_by=lambda pair: pair[0]))
    return Headers(
        **texts,
        result=None if decided else draw(st.none() | st.sampled_from(Result)),
        rules=Rules.STANDARD,
        repetition=draw(st.sampled_from(Repetition)),
        extra=tuple(extra),
    )


@st.composite
def records(draw):
    states = draw(positions.games(max_plies=30))
    skipped = draw(st.integers(0, len(states) - 1))
    states = states[skipped:]
    # With four fields the comment, the clock and the mark are each there or not.
    plies = [
        Ply(
            state.last_move, draw(TEXT | st.just("")), draw(st.none() | CLOCKS), draw(st.none() | st.sampled_from(Mark))
        )
        for state in states[1:]
    ]
    bare = Record(Headers(repetition=Repetition.NONE), tuple(plies), states[0], draw(TEXT))
    head = draw(headers(decided=bare.outcome() is not None))
    try:
        return Record(head, bare.plies, bare.start, bare.comment)
    except PointboardError:  # the policy ends the game before its last ply, or forbids one
        return Record(Headers(head.event, repetition=Repetition.NONE), bare.plies, bare.start, bare.comment)


CLOCKS = st.builds(Clock, st.integers(0, 10_000 * 3_600_000 - 1))


@given(records())
def test_pgn(record):
    assert pgn.parse(pgn.format(record)) == record


@given(records())
def test_json(record):
    assert json.parse(json.format(record)) == record
    assert json.parse(json.format(record, positions=False)) == record


@given(records())
def test_log(record):
    assert log.parse(log.format(record)) == record


@given(st.lists(records(), max_size=3))
def test_pgn_of_several(several):
    assert list(pgn.parse_all(pgn.format_all(several))) == several


@given(records())
def test_what_is_read_of_a_record_is_stable(record):
    for name in FORMATS:
        text = FORMATS[name].format_all([record])
        (result,) = FORMATS[name].read_all(text)
        assert FORMATS[name].format_all([result.record]) == text


PIECES = ["1.", "1...", " ", "\n", "G22", "Bx1133", "# 1-0", "*", "{", "}", '[Event "x"]', '[Start "', '"]', "\\", "(", "[%clk 0:00:01]",
          "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #", "\nTXXXT/XGXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB2 #g1", "# ", "!", '{"schema"',
          ":", '"pointboard-baghchal-record"', ",", '"version"', "1", '"plies"', "[", "]", "null", "\ufeff", "é"]  # fmt: skip


@pytest.mark.parametrize("module", [pgn, json, log])
@given(text=st.lists(st.sampled_from(PIECES), max_size=25).map("".join) | st.text())
def test_no_text_makes_a_reader_fail(module, text):
    result = module.read(text)
    assert isinstance(result, ReadResult)
    assert result.error is None or isinstance(result.error, PointboardError)
    assert module.parse(module.format(result.record)) == result.record


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_no_text_makes_the_reader_of_several_games_fail(text):
    for result in pgn.read_all(text):
        assert result.error is None or isinstance(result.error, PointboardError)
