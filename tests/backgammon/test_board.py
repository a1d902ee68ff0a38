"""The board: counts, bars, pip counts, start positions, the mirror."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointboard.backgammon.board import BAR, CHECKERS, HOME, PIP_COUNT, Board, Side, Variant, start_board
from pointboard.errors import PointboardError
from pointboard.testing.backgammon import boards

WHITE, BLACK = Side.WHITE, Side.BLACK


def test_the_frame():
    assert (PIP_COUNT, CHECKERS, BAR) == (26, 15, {WHITE: 0, BLACK: 25})
    assert {WHITE: range(19, 25), BLACK: range(1, 7)} == HOME
    assert [side.value for side in Side] == ["W", "B"]
    assert (WHITE.other, BLACK.other) == (BLACK, WHITE)


@pytest.mark.parametrize(
    ("variant", "white", "black", "checkers", "pips"),
    [
        ("backgammon", {1: 2, 12: 5, 17: 3, 19: 5}, {24: 2, 13: 5, 8: 3, 6: 5}, 15, 167),
        ("nackgammon", {1: 2, 2: 2, 12: 4, 17: 3, 19: 4}, {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}, 15, 194),
        ("hypergammon", {1: 1, 2: 1, 3: 1}, {24: 1, 23: 1, 22: 1}, 3, 69),
        ("longgammon", {1: 15}, {24: 15}, 15, 360),
    ],
)
def test_start_positions(variant, white, black, checkers, pips):
    board = start_board(variant)
    assert board == Board.of(white, black) == board.mirror()
    assert Variant(variant).checkers == checkers == board.count(WHITE) == board.count(BLACK)
    assert board.pips(WHITE) == board.pips(BLACK) == pips
    assert (board.bar(WHITE), board.bar(BLACK)) == (0, 0)
    assert start_board(Variant(variant)) == board


def test_backgammon_is_the_usual_variant():
    assert start_board() == start_board("backgammon")


def test_no_such_variant():
    known = "backgammon, nackgammon, hypergammon, longgammon"
    with pytest.raises(PointboardError) as error:
        start_board("tavla")
    assert str(error.value) == f"no variant is called 'tavla'; there are: {known}"
    assert error.value.__suppress_context__


def test_counts_by_side():
    board = Board.of({0: 2, 24: 1}, {25: 3, 1: 4})
    assert board.side(WHITE) is board.white
    assert board.side(BLACK) is board.black
    assert (board.count(WHITE), board.count(BLACK)) == (3, 7)
    assert (board.bar(WHITE), board.bar(BLACK)) == (2, 3)
    assert (board.pips(WHITE), board.pips(BLACK)) == (51, 79)
    assert (board.white[24], board.black[1], board.black[0]) == (1, 4, 0)


def test_a_board_from_rows():
    row = [0] * 26
    row[3] = 255
    assert Board.of(row, [0] * 26) == Board.of({3: 255}, {})
    assert Board.of(iter(row), row).black == bytes(row)


@pytest.mark.parametrize(
    ("white", "black", "message"),
    [
        ({26: 1}, {}, "white: expected a pip from 0 to 25, found 26"),
        ({}, {-1: 1}, "black: expected a pip from 0 to 25, found -1"),
        ({3: 256}, {}, "white: expected a count from 0 to 255 on pip 3, found 256"),
        ({3: -1}, {}, "white: expected a count from 0 to 255 on pip 3, found -1"),
        ([0] * 25, [0] * 26, "white: expected 26 counts, found 25"),
        ([0] * 26, [0] * 27, "black: expected 26 counts, found 27"),
    ],
)
def test_a_board_that_cannot_be_held(white, black, message):
    with pytest.raises(PointboardError) as error:
        Board.of(white, black)
    assert str(error.value) == message


@given(boards())
def test_a_board_says_how_it_is_made(board):
    assert eval(repr(board)) == board  # noqa: S307 (our own text)


@given(boards())
def test_the_mirror(board):
    mirror = board.mirror()
    assert mirror.mirror() == board
    for side in Side:
        assert mirror.pips(side) == board.pips(side.other)
        assert mirror.bar(side) == board.bar(side.other)
        assert mirror.count(side) == board.count(side.other)


@given(st.sampled_from(Side), st.integers(0, 25))
def test_pips_of_one_checker(side, pip):
    board = Board.of({pip: 1}, {}) if side is WHITE else Board.of({}, {pip: 1})
    assert board.pips(side) == (25 - pip if side is WHITE else pip)
    assert board.pips(side.other) == 0
