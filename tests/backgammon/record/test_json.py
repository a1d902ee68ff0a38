# ruff: noqa: E501 - rows hold whole messages
"""Our JSON: it holds everything, and refuses what is not as it says, with the path."""

import json as plain

import pytest

from pointboard.backgammon.board import Board, Side, Variant
from pointboard.backgammon.record import (
    Analysis,
    Chances,
    CubeVerdict,
    EvaluatedPlay,
    Foreign,
    Headers,
    RecordError,
    RecordMoveError,
    json,
)
from pointboard.backgammon.record.course import Course
from pointboard.backgammon.record.view import begin
from pointboard.backgammon.rules import Size
from pointboard.backgammon.state import Cube, Length, State
from pointboard.backgammon.turns import Double, Forfeit, Mark, Marker, Pass, SetPosition, Take


def everything():
    """A match in which everything is that the model can hold."""
    headers = Headers(
        white="Änn", black="Bo", event="E", place="P", date="2026-11-30", round="1", annotator="C", white_rating="1",
        black_rating="2", beavers=True, jacoby=True, max_cube=8, extra=(("a", "b"),), crawford=False,
    )  # fmt: skip
    course = Course(headers)
    course.comment, course.foreign = "of the match", (Foreign("sgf", "X", ("1", "2")),)
    course.begin(cube=Cube(exponent=2), comment="of the game", foreign=(Foreign("ogxm", "y", ("{}",)),))
    course.play_text(Side.WHITE, (3, 1), "8/5 6/5")
    chances = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
    plays = (EvaluatedPlay("8/5 6/5", 0.1, chances, "2ply", played=True), EvaluatedPlay("24/20"))
    course.annotate("good", Analysis("XG", "2ply", plays, CubeVerdict(0.1, 0.2, 1.0, chances, "x", "mwc"), -0.5, "mwc"))
    course.annotate(foreign=(Foreign("sgf", "A", ("0",)),))
    course.act(Double())
    course.act(Take())
    course.roll(Side.BLACK, (6, 6))
    course.resign(Side.WHITE, Size.GAMMON)
    course.begin(last=True)
    course.act(SetPosition(Board.of({20: 2}, {1: 2, 25: 1}), Side.WHITE))
    course.act(Marker(Mark.OTHER))
    course.play_text(Side.WHITE, (2, 1), "5/3 5/4")
    course.act(Double())
    course.act(Pass())
    course.begin()
    course.act(Forfeit(Side.BLACK))
    return course.match()


def test_everything_is_held():
    match = everything()
    text = json.format(match)
    assert json.parse(text) == match
    assert json.losses(match) == ()
    assert list(json.read_all(json.format_all([match, match])))[1].checked() == match
    assert json.format_all([match]) == text
    assert json.recognises(text)
    assert json.recognises(json.format_all([match, match]))
    assert not json.recognises('{"schema": "x"}')
    resigned = Course(Headers(length=3, variant=Variant.NACKGAMMON))
    resigned.begin()
    resigned.play_text(Side.BLACK, (6, 6), "24/18(2) 13/7(2)")
    resigned.resign(Side.WHITE, match=True)
    assert json.parse(json.format(resigned.match())) == resigned.match()


def changed(*path, value=None):
    """The text of the match with one value changed, or left out with None."""
    doc = plain.loads(json.format(everything()))
    at = doc
    for step in path[:-1]:
        at = at[step]
    if value is None:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return plain.dumps(doc)


FIRST, SET = ("games", 0, "plies", 0), ("games", 1, "plies", 0)


@pytest.mark.parametrize(
    ("path", "value", "field", "message"),
    [
        (("schema",), None, "text", "expected 'schema' in this object"),
        (("schema",), "x", "schema", "expected 'pointboard-backgammon-match', found 'x'"),
        (("version",), 2, "version", "expected version 1"),
        (("more",), 1, "more", "expected one of the names schema, version, headers, comment, foreign, games"),
        (("games",), [], "games", "expected at least one game"),
        (("games",), {}, "games", "expected a list, found an object"),
        (("comment",), 1, "comment", "expected text, found a number"),
        (("headers", "length"), "x", "headers.length", "expected a match length from 0 to 999999, found 'x'"),
        (("headers", "extra"), [["a"]], "headers.extra[0]", "expected a pair of texts"),
        (("headers", "variant"), "tapa", "headers.variant", "expected backgammon or nackgammon or hypergammon or longgammon, found 'tapa'"),
        (("games", 0, "start"), "x", "games[0].start", "white, column 1: expected a pip from 0 to 9 or a to p, found 'x'"),
        (("games", 0, "start"), "11ccccchhhjjjjj:66666888dddddoo:N0N:31:B:R:0:0:0:0", "games[0].start", "expected 11ccccchhhjjjjj:66666888dddddoo:N0N::W:IW:0:0:0:0, where the game begins"),
        (("games", 0, "number"), 2, "games[0].number", "expected 1"),
        ((*FIRST, "action"), "fly", "games[0].plies[0].action", "expected play, roll, double, take, pass, resign, forfeit, set position or marker, found 'fly'"),
        ((*FIRST, "side"), "X", "games[0].plies[0].side", "expected W or B, found 'X'"),
        ((*FIRST, "dice"), [1], "games[0].plies[0].dice", "expected two dice"),
        ((*FIRST, "dice"), [1, 7], "games[0].plies[0].dice[1]", "expected a whole number from 1 to 6, found 7"),
        ((*FIRST, "moves"), [[1]], "games[0].plies[0].moves[0]", "expected two pips"),
        ((*FIRST, "after"), "x", "games[0].plies[0].after", "expected 11ccccchhjjjjkk:66666888dddddoo:N2N::W:C:0:0:0:1, the position after this ply"),
        ((*FIRST, "text"), "x", "games[0].plies[0].text", "expected '31: 8/5 6/5'"),
        ((*FIRST, "analysis", "luck"), "x", "games[0].plies[0].analysis.luck", "expected a number, found text"),
        ((*FIRST, "analysis", "plays", 0, "play"), None, "games[0].plies[0].analysis.plays[0]", "expected 'play' in this object"),
        ((*FIRST, "analysis", "plays", 0, "played"), 1, "games[0].plies[0].analysis.plays[0].played", "expected a truth value, found a number"),
        ((*FIRST, "analysis", "plays", 0, "chances"), [1], "games[0].plies[0].analysis.plays[0].chances", "expected 5 numbers: win, gammon, backgammon, lose_gammon, lose_backgammon"),
        ((*SET, "board"), [[1], [2]], "games[1].plies[0].board", "expected two lists of 26 counts"),
        (("games", 1, "plies", 1, "mark"), "x", "games[1].plies[1].mark", "expected one of game over, match over, finished, other"),
    ],
)  # fmt: skip
def test_what_is_refused(path, value, field, message):
    error = json.read(changed(*path, value=value)).error
    assert isinstance(error, RecordError)
    assert (error.field, error.message) == (field, message)
    assert (error.line, error.column) >= (1, 1)


def test_an_illegal_ply_is_told_with_its_place():
    error = json.read(changed(*FIRST, "moves", value=[[17, 20]])).error
    assert isinstance(error, RecordMoveError)
    assert error.message == "the 1 must be played too: both dice can be"
    assert (error.line, error.game, error.ply) == (1, 1, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "text, line 1, column 1: expected a match, found an empty list"),
        ("{", "text, line 1, column 2: expected JSON: Expecting property name enclosed in double quotes"),
        ("{} x", "text, line 1, column 4: expected JSON: Extra data"),
        ('{"schema": 1, "schema": 2}', "schema, line 1, column 12: the name 'schema' stands twice in this object"),
        ('{"version": 111111111111111111111}', "text, line 1, column 1: expected numbers of at most 20 digits"),
        ('{"version": NaN}', "text, line 1, column 1: expected JSON, which has no NaN"),
        ("5", "text, line 1, column 1: expected an object, found a number"),
    ],
)
def test_what_is_no_record(text, message):
    assert str(json.read(text).error) == message


def test_a_match_to_one_point_begins_as_its_crawford_game():
    """Without a game too, and where it begins with a position: else what is written could not be read."""
    empty = Course(Headers(length=1)).match()
    begun = begin(State.start(length=Length(1))).match
    for match in (empty, begun):
        assert match.games[0].start.crawford
        assert json.parse(json.format(match)) == match
