"""The text of events: written forms, lax forms, refusals with their place; what is legal is read back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.match import Match
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.notation.events import format, parse  # noqa: A004 (the word of the field)
from pointboard.backgammon.rules import Move, Size
from pointboard.backgammon.state import Length
from pointboard.backgammon.turns import (
    Accept,
    Begin,
    Close,
    Double,
    Forfeit,
    MakePlay,
    Mark,
    Marker,
    NextGame,
    OpeningRoll,
    Pass,
    Path,
    Reason,
    Resign,
    Result,
    Roll,
    SetPosition,
    StartRoll,
    Take,
    Terms,
)
from pointboard.errors import IllegalMoveError, NotationError, PointboardError
from pointboard.testing.backgammon import states

BOARD = "11ccccchhhjjjjj:66666888dddddoo"
START = Match.start(Length(7))
PLAYED = Match(ogid.parse(f"{BOARD}:N0N::B:C:0:0:7:2"))
ROLLED = Match(ogid.parse(f"{BOARD}:N0N:13:B:R:0:0:7:2"))
DOUBLED = Match(ogid.parse(f"{BOARD}:N0O::W:D:0:0:7:2"))
PASSED = Match(ogid.parse(f"{BOARD}:N0P::B:G:0:0:7:2"))
RESIGNED = PLAYED.apply(Resign(Size.GAMMON, side=Side.WHITE))
LONG = Match(PLAYED.state, Terms(path=Path.LONG))
GIVEN_UP = Match(ogid.parse(f"{BOARD}:N0N::B:RG:0:0:0:2"), LONG.terms)
OVER = Match(ogid.parse("1::N0N::B:C"), Terms(path=Path.LONG))
W, B = Side.WHITE, Side.BLACK


@pytest.mark.parametrize(
    ("text", "match", "event"),
    [
        ("opening roll W3 B1", START, OpeningRoll(3, 1)),
        ("opening roll B6", START, OpeningRoll(None, 6)),
        ("begin B", START, Begin(B)),
        ("roll 42", PLAYED, Roll(2, 4, side=W)),
        ("8/5 6/5", ROLLED, MakePlay((Move(17, 20), Move(19, 20)), side=W)),
        ("double", PLAYED, Double(side=W)),
        ("take", DOUBLED, Take(side=B)),
        ("pass", DOUBLED, Pass(side=B)),
        ("resign W backgammon", PLAYED, Resign(Size.BACKGAMMON, side=W)),
        ("resign B match", PLAYED, Resign(match=True, side=B)),
        ("accept gammon", RESIGNED, Accept(Size.GAMMON, side=B)),
        ("accept single", GIVEN_UP, Accept(Size.SINGLE, side=W)),
        ("accept backgammon last", GIVEN_UP, Accept(Size.BACKGAMMON, last=True, side=W)),
        ("forfeit B", PLAYED, Forfeit(B)),
        ("next game W single passed", PASSED, NextGame(Result(W, Size.SINGLE, Reason.PASSED))),
        ("start roll", LONG, StartRoll(side=W)),
        ("close", OVER, Close()),
        ("close last", OVER, Close(last=True)),
    ],
)
def test_written_forms(text, match, event):
    assert parse(text, match) == event
    assert parse(text, match, lax=True) == event
    assert format(event, match) == text


@pytest.mark.parametrize(
    ("text", "match", "written"),
    [
        ("W3 B1", START, "opening roll W3 B1"),
        ("b1 w3", START, "opening roll W3 B1"),
        ("w3", START, "opening roll W3"),
        (" Opening  Roll w3 ", START, "opening roll W3"),
        ("BEGIN white", START, "begin W"),
        ("24", PLAYED, "roll 42"),
        ("Roll 24", PLAYED, "roll 42"),
        ("play 6/5 8/5", ROLLED, "8/5 6/5"),
        ("Play  31: 8/5, 6/5", ROLLED, "8/5 6/5"),
        ("31: 8/5 6/5", ROLLED, "8/5 6/5"),
        ("redouble", PLAYED, "double"),
        ("Drop", DOUBLED, "pass"),
        ("resign", PLAYED, "resign W single"),
        ("resign gammon", PLAYED, "resign W gammon"),
        ("resign black", PLAYED, "resign B single"),
        ("resign match", PLAYED, "resign W match"),
        ("accept", RESIGNED, "accept gammon"),
        ("next game", PASSED, "next game W single passed"),
        ("forfeit BLACK", PLAYED, "forfeit B"),
    ],
)
def test_lax_forms(text, match, written):
    assert format(parse(text, match, lax=True), match) == written


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("W3 B1", START), ("24", PLAYED), ("Roll 24", PLAYED), ("play 8/5 6/5", ROLLED), ("6/5 8/5", ROLLED),
        ("redouble", PLAYED), ("drop", DOUBLED), ("resign", PLAYED), ("next game", PASSED), ("forfeit black", PLAYED),
    ],
)  # fmt: skip
def test_strict_reading_refuses_lax_forms(text, match):
    parse(text, match, lax=True)
    with pytest.raises(NotationError):
        parse(text, match)


def test_a_side_that_cannot_move():
    match = Match(ogid.parse("0jjjjj:112233445566:N0N:12:B:R"))
    assert format(parse("Cannot move", match), match) == "Cannot move"
    for text in ("cannot move", "no play", "dance", "Play cannot move"):
        assert parse(text, match, lax=True) == MakePlay((), side=W)


KNOWN = "expected opening roll, begin, roll, a play, double, take, pass, resign, accept, forfeit, close or next game"


@pytest.mark.parametrize(
    ("text", "lax", "field", "column", "message"),
    [
        ("", False, "event", 1, f"{KNOWN}, found the end of the text"),
        ("dubble", True, "event", 1, f"{KNOWN}, found 'd'"),
        ("Double", False, "event", 1, f"{KNOWN}, found 'D'"),
        ("double now", True, "event", 8, "expected the end of the event, found 'n'"),
        ("roll  31", False, "event", 5, "expected single blanks between words, found ' '"),
        (" double", False, "event", 1, "expected single blanks between words, found ' '"),
        ("  ", False, "event", 1, "expected single blanks between words, found ' '"),
        ("double ", False, "event", 7, "expected single blanks between words, found ' '"),
        ("roll", True, "event", 5, "expected two dice from 1 to 6, such as 31, found the end of the text"),
        ("roll 3", True, "event", 7, "expected two dice from 1 to 6, such as 31, found the end of the text"),
        ("roll 73", True, "event", 6, "expected two dice from 1 to 6, such as 31, found '7'"),
        ("roll 37", True, "event", 7, "expected two dice from 1 to 6, such as 31, found '7'"),
        ("roll 315", True, "event", 8, "expected two dice from 1 to 6, such as 31, found '5'"),
        ("opening roll", True, "event", 13, "expected a side and its die, such as W3, found the end of the text"),
        ("opening roll 31", True, "event", 14, "expected a side and its die, such as W3, found '3'"),
        ("opening roll W3 W1", True, "event", 17, "expected the die of the other side, found 'W'"),
        ("opening roll W7", True, "event", 14, "expected a side and its die, such as W3, found 'W'"),
        ("opening roll w3", False, "event", 14, "expected a side and its die, such as W3, found 'w'"),
        ("begin", True, "event", 6, "expected W or B, found the end of the text"),
        ("begin white", False, "event", 7, "expected W or B, found 'w'"),
        ("resign gammon", False, "event", 8, "expected W or B, found 'g'"),
        ("resign W", False, "event", 9, "expected single, gammon, backgammon or match, found the end of the text"),
        ("resign W big", True, "event", 10, "expected single, gammon, backgammon or match, found 'b'"),
        ("next game", False, "event", 10, "expected W or B, found the end of the text"),
        ("next game W", True, "event", 12, "expected single, gammon or backgammon, found the end of the text"),
        (
            "next game W single lost", True, "event", 20,
            "expected borne off or passed or resigned or forfeited, found 'l'",
        ),
        ("take\0", True, "event", 5, "expected printable ASCII, found '\\x00'"),
        ("play 8/9", True, "play", 8, "expected a number from 1 to 7, found '9'"),
        ("8/9", False, "play", 3, "expected a number from 1 to 7, found '9'"),
    ],
)  # fmt: skip
def test_what_is_no_event_is_refused_where_it_is_wrong(text, lax, field, column, message):
    with pytest.raises(NotationError) as error:
        parse(text, ROLLED, lax=lax)
    assert (error.value.field, error.value.column, error.value.message) == (field, column, message)
    assert error.value.text == text


@pytest.mark.parametrize(
    ("text", "match", "reason"),
    [
        ("double", ROLLED, "no double now: dice rolled, a play is due"),
        ("take", PLAYED, "no take now: play made, a roll or a double is due"),
        ("beaver", DOUBLED, "there are no beavers in a match"),
        ("8/5 6/4", ROLLED, "no die is left that brings a checker from 6 to 4"),
        ("start roll", PLAYED, "start roll in phase C belongs to the long path, not the short one"),
        ("accept", PLAYED, "no resignation waits for an answer"),
    ],
)
def test_what_may_not_happen_is_refused_with_the_reason(text, match, reason):
    with pytest.raises(IllegalMoveError) as error:
        parse(text, match)
    assert error.value.message == reason


def test_what_has_no_text_says_so():
    for event in (SetPosition(Board.of({1: 1}, {})), Marker(Mark.OTHER)):
        with pytest.raises(PointboardError, match=r" has no text$"):
            format(event, PLAYED)


@settings(max_examples=40, deadline=None)
@given(states(), st.sampled_from(Path))
def test_every_legal_event_is_read_back(state, path):
    match = Match(state, Terms(path=path))
    events = match.legal_events()
    texts = {format(event, match): event for event in events[:60]}
    assert len(texts) == len(events[:60])
    for text, event in texts.items():
        assert parse(text, match) == event
        assert parse(f" {text.lower()} ", match, lax=True) == event
