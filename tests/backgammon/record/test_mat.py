# ruff: noqa: E501 - rows hold whole messages
"""Match text: what is refused, where, and in which words; what is written."""

from dataclasses import replace

import pytest

from pointboard.backgammon.board import Board, Side, Variant
from pointboard.backgammon.record import AmbiguousPlayError, Headers, MatchRecord, RecordError, RecordMoveError, mat
from pointboard.backgammon.record.course import Course
from pointboard.backgammon.record.model import EMPTY
from pointboard.backgammon.rules import Size
from pointboard.backgammon.state import Cube
from pointboard.backgammon.turns import Double, Mark, Marker, Pass, SetPosition, Take
from pointboard.errors import AmbiguousMoveError, LossyConversionError

OPEN = "  1) 31: 8/5 6/5   42: 8/4 6/4"


@pytest.mark.parametrize(
    ("lines", "plies", "message"),
    [
        (["  1) 31: 8/5 6/4"], 0, "line 5, column 6, game 1, ply 1, 31: 8/5 6/4: no die is left that brings a checker from 6 to 4"),
        (["  1) 71: 8/5"], 0, "line 5, column 6, game 1, ply 1, 71: 8/5: the faces are 1 to 6"),
        (["  1) 31: 8/x"], 0, "game 1, ply 1, play, line 5, column 6: expected a point from 1 to 7 or off, found 'x'"),
        ([OPEN, "  2) 31: ????", "  3) 21: 24/21"], 3, "line 6, column 6, game 1, ply 3, 31: ????: no play is given, and one can be made"),
        ([OPEN, "  2) 31: Illegal play (24/20)"], 2, "line 6, column 6, game 1, ply 3, 31: Illegal play (24/20): the record says itself that the play is illegal"),
        (["  1)  Doubles => 2"], 0, "line 5, column 7, game 1, ply 1, Doubles => 2: no double now: before the opening roll"),
        ([OPEN, "  2)  Doubles => 4"], 2, "line 6, column 7, game 1, ply 3, Doubles => 4: the cube would be at 2"),
        ([OPEN, "  2)  Doubles => 2  Beavers => 4"], 3, "line 6, column 21, game 1, ply 4, Beavers => 4: there are no beavers in a match"),
        ([OPEN, "  2)  Doubles => 2 8/5"], 2, "line 6, column 7, game 1, ply 3, Doubles => 2 8/5: nothing goes behind Doubles => 2"),
        ([OPEN, "  2)  Takes"], 2, "line 6, column 7, game 1, ply 3, Takes: no take now: play made, a roll or a double is due"),
        ([OPEN, "  2)  Doubles => 2  Drops", "   Wins 2 points"], 4, "line 7, column 4, game 1, ply 5, Wins 2 points: the game is worth 1, not 2"),
        ([OPEN, "  2)  Doubles => 2  Drops", " " * 20 + "Wins 1 point"], 4, "line 7, column 21, game 1, ply 5, Wins 1 point: White has won the game"),
        ([OPEN, "   Wins 4 points"], 2, "line 6, column 4, game 1, ply 3, Wins 4 points: no resignation is worth 4 with the cube at 1"),
        ([OPEN, "  2) hello"], 2, "play, line 6, column 6: expected a roll, a double and its answer, or who wins, found 'hello'"),
        ([OPEN, "  2) 31: 8/4", " Game 2", " x"], 3, "score, line 8, column 2: expected both players with their scores, such as 'Ann : 0   Bo : 0', found ' x'"),
        ([OPEN, "   Wins 1 point", " Game 2", " Ann : 2  Bo : 0"], 3, "game, line 8, column 2: expected the score 1:0, which follows from the games before, found 2:0"),
        ([OPEN, "   Wins 1 point", " Game 2", " Bo : 1  Ann : 0"], 3, "score, line 8, column 2: expected the player of the left column there in every game"),
    ],
)  # fmt: skip
def test_the_first_error(started, lines, plies, message):
    read = mat.read(started(*lines))
    assert sum(len(game.plies) for game in read.match.games) == plies
    assert str(read.error) == message
    with pytest.raises((RecordError, RecordMoveError)):
        read.checked()


def test_a_match_that_is_over_has_no_further_game(started):
    read = mat.read(started("  1) 31: 8/5 6/5", "   Wins 1 point", " Game 2", " Ann : 1  Bo : 0", length=1))
    assert str(read.error) == "line 8, column 2, game 1, ply 3, Ann : 1  Bo : 0: the match is over"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "length, line 1, column 1: expected the length of the match, such as '7 point match'"),
        (" 5 point match\n", "game, line 1, column 1: expected a game"),
        (" 5 point match\n  1) 31: 8/5 6/5\n", "game, line 2, column 3: expected 'Game 1' and both players before the first roll"),
    ],
)  # fmt: skip
def test_texts_without_a_game(text, message):
    read = mat.read(text)
    assert len(read.match.games[0].plies) == 0
    assert str(read.error).startswith(message)


def test_a_score_beyond_the_length_is_impossible():
    error = mat.read(" 5 point match\n Game 1\n A : 9  B : 0\n").error
    assert (
        str(error)
        == "game 1, ply 1, position, line 3, column 2: score_white: a score of 9 would have ended the match to 5 before this game"
    )


def test_an_ambiguous_play_is_an_error_with_its_candidates():
    course = Course(Headers())
    course.begin()
    course.act(SetPosition(Board.of({19: 1, 1: 1}, {24: 1, 6: 1, 5: 2}), Side.WHITE))
    error = AmbiguousPlayError(
        "several plays can be read in this", candidates=("a", "b"), move="51: 24/18", spot=course.spot
    )
    assert isinstance(error, AmbiguousMoveError)
    assert (error.candidates, error.ply, error.game) == (("a", "b"), 2, 1)
    assert str(error) == "game 1, ply 2, 51: 24/18: several plays can be read in this: a, b"


def test_parse_wants_one_match(started):
    with pytest.raises(RecordError, match="expected one match, found 2"):
        mat.parse(started(OPEN) + started(OPEN))
    assert mat.parse(started(OPEN)).headers.black == "Bo"
    assert [
        len(list(mat.read_all(text))) for text in (started(OPEN), started(OPEN) + '; [Event "x"]\n\n' + started(OPEN))
    ] == [1, 2]


def test_words_of_other_servers(started):
    text = started(
        OPEN,
        "  2)  Redoubles to 2  Accepts",
        "  3) 66: 24/18(2) 13/7(2)",
        "; fine",
        " " * 30 + "Resigned Game",
        length=7,
    )
    [game] = mat.parse(text).games
    assert [ply.text for ply in game.plies][2:] == ["double", "take", "66: 24/18(2) 13/7(2)", "resign single"]
    assert game.plies[4].comment == "fine"
    for words, event in (("Passes", Pass), ("Rejects", Pass), ("Takes", Take)):
        assert isinstance(mat.parse(started(OPEN, f"  2)  Doubles => 2  {words}")).games[0].plies[-1].event, event)
    [game] = mat.parse(started(OPEN, "  2) Resigns gammon")).games
    assert (game.ended.size, game.ended.winner) == (Size.GAMMON, Side.BLACK)
    [game] = mat.parse(started(OPEN, "  2) Forfeits")).games
    assert game.ended.winner is Side.BLACK
    [game] = mat.parse(started(OPEN, "  2) Resigned Match", "   Wins 5 points")).games
    assert str(game.plies[-1].event) == "resign match"
    assert mat.parse(" Match of 5 points\n Game 1\n A:0\tB:0\n").headers.length == 5
    assert mat.parse("title\n money session.\n Game 1\n A:0\tB:0\n").headers.length == 0


@pytest.mark.parametrize("cell", ["  2)" + " " * 28 + "{}", "  2)\t\t{}", " " * 34 + "{}"])
def test_who_resigns_on_the_turn_of_the_other(started, cell):
    """White is to act; what stands in the right column is Black's."""
    [game] = mat.parse(started(OPEN, cell.format("Resigns"))).games
    assert (game.ended.winner, game.plies[-1].side) == (Side.WHITE, Side.BLACK)
    [game] = mat.parse(started(OPEN, cell.format("Forfeits"))).games
    assert (game.ended.winner, game.plies[-1].side) == (Side.WHITE, Side.BLACK)
    [game] = mat.parse(started(OPEN, cell.format("Resigns"), "      Wins 2 points")).games
    assert (game.ended.winner, game.ended.size) == (Side.WHITE, Size.GAMMON)


@pytest.mark.parametrize(
    ("wins", "then", "size", "points"),
    [
        (" Wins 2 points", " Ann : 1  Bo : 0", Size.SINGLE, 1),  # as GNU Backgammon writes it
        (" Wins 4 points", " Ann : 2  Bo : 0", Size.GAMMON, 2),
        (" Wins 2 points", " Ann : 2  Bo : 0", Size.GAMMON, 2),
        (" Wins 1 point", " Ann : 1  Bo : 0", Size.SINGLE, 1),
        (" Wins 2 points", None, Size.SINGLE, 1),
        (" Wins 2 points and the match", None, Size.GAMMON, 2),
    ],
)
def test_a_resignation_where_a_double_waits(started, wins, then, size, points):
    match = mat.parse(started(OPEN, "  2)  Doubles => 2", wins, *([" Game 2", then] if then else [])))
    assert (match.games[0].ended.size, match.games[0].ended.winner, match.won(match.games[0])) == (
        size, Side.WHITE, points,
    )  # fmt: skip


def test_the_results_of_a_money_session_tell_its_jacoby_rule(started):
    on = started(OPEN, "   Wins 3 points", " Game 2", " Ann : 3  Bo : 0", length=0)
    found = mat.read('; [Jacoby "On"]\n' + on)
    assert (found.error, found.match.headers.jacoby, found.losses) == (None, False, ("jacoby",))
    assert found.match.won(found.match.games[0]) == 3
    bad = mat.read('; [Jacoby "On"]\n' + on + "  1) 31: 8/3\n")
    assert (str(bad.error), bad.match.headers.jacoby, bad.losses) == (
        "line 10, column 6, game 2, ply 1, 31: 8/3: no die is left that brings a checker from 8 to 3", False, ("jacoby",),
    )  # fmt: skip
    neither = mat.read(started(OPEN, "   Wins 4 points", length=0))
    assert (str(neither.error), neither.match.headers.jacoby, neither.losses) == (
        "line 6, column 4, game 1, ply 3, Wins 4 points: no resignation is worth 4 with the cube at 1", False, (),
    )  # fmt: skip


def test_names_that_touch_a_score_and_names_with_a_score_in_them():
    long = "A" * 31, "B" * 31
    joined = f" 3 point match\n\n Game 1\n {long[0]} : 0{long[1]} : 2\n  1) 31: 8/5 6/5\n"
    match = mat.parse(joined)
    assert ((match.headers.white, match.headers.black), match.games[0].start.score) == (long, (0, 2))
    match = mat.parse(" 9 point match\n Game 1\n Name : 3 : 4      Bo : 5 : 0\n")
    assert (match.headers.white, match.headers.black, match.games[0].start.score) == ("Name : 3", "Bo : 5", (4, 0))


def test_headers(started):
    head = (
        '; [Event "x"]\n; [Event "y"]\n; [Jacoby "On"]\n; [Beaver "yes"]\n; [Crawford "maybe"]\n; [CubeLimit "7"]\n'
        '; [Variation "Nackgammon"]\n; [Transcriber "Carl"]\n; a comment\n'
    )
    match = mat.parse(head + started(length=0))
    assert match.headers == Headers(
        white="Ann", black="Bo", event="x", annotator="Carl", jacoby=True, beavers=True, variant=Variant.NACKGAMMON,
        extra=(("Event", "y"), ("Crawford", "maybe"), ("CubeLimit", "7")),
    )  # fmt: skip
    assert match.comment == "a comment"
    assert mat.parse(mat.format(match)) == match
    assert mat.losses(match) == ()


def doubled(*events, headers=None):
    course = Course(headers or Headers(white="Ann", black="Bo", length=7, crawford=False, max_cube=6))
    course.begin()
    course.play_text(Side.WHITE, (3, 1), "8/5 6/5")
    course.play_text(Side.BLACK, (6, 6), "24/18(2) 13/7(2)")
    for event in events:
        course.act(event)
    return course


def test_what_is_written():
    course = doubled(Double(), Take())
    course.roll(Side.WHITE, (5, 4))
    course.resign(Side.BLACK, Size.GAMMON)
    assert mat.format(course.match()) == (
        '; [Crawford "Off"]\n; [CubeLimit "64"]\n\n 7 point match\n\n Game 1\n'
        " Ann : 0                        Bo : 0\n"
        "  1) 31: 8/5 6/5                 66: 24/18 24/18 13/7 13/7\n"
        "  2)  Doubles => 2                Takes\n"
        "  3) 54:\n"
        "      Wins 4 points\n"
    )
    assert mat.parse(mat.format(course.match())) == course.match()


def test_a_take_on_the_left_has_blanks_behind_it():
    """Without them GNU Backgammon reads another double in a game that ends there."""
    text = mat.format(
        mat.parse(" 5 point match\n Game 1\n A : 0  B : 0\n  1) 65: 24/13    Doubles => 2\n  2)  Takes\n")
    )
    assert text.splitlines()[-1] == "  2)  Takes" + 22 * " "


def test_what_cannot_be_written():
    course = Course(Headers())
    course.begin()
    course.act(SetPosition(Board.of({24: 2}, {1: 2}), Side.WHITE))
    with pytest.raises(LossyConversionError, match="match text cannot hold what the match needs: position set up"):
        mat.format(course.match())
    course = Course(Headers())
    course.begin(cube=Cube(exponent=1))
    with pytest.raises(LossyConversionError, match="cube at the start"):
        mat.format(course.match())


def test_what_is_lost():
    course = doubled(Double(), headers=Headers(white="A:b", length=7, event="two\nlines"))
    course.annotate("good")
    course.resign(Side.BLACK)
    course.begin(last=True)
    course.act(Marker(Mark.OTHER))
    assert mat.losses(course.match()) == (
        "player names", "header texts", "comments", "markers", "resignation after a double", "last game",
    )  # fmt: skip
    course = doubled(headers=Headers(white="Ann", black="Bo", jacoby=True))
    course.resign(Side.WHITE, Size.GAMMON)
    assert mat.losses(course.match()) == ("resignation size",)
    assert mat.losses(EMPTY) == ("player names",)
    assert " White : 0" in mat.format(EMPTY)
    match = MatchRecord(replace(EMPTY.headers, white="W" * 40, black="B"), EMPTY.games)
    assert mat.parse(mat.format(match)) == match


def test_recognised():
    assert mat.recognises("\n 7 point match\n")
    assert not mat.recognises("(;GM[6]C[7 point match])")


def test_only_ends_of_lines_end_lines():
    """A line separator of Unicode in a name is a letter of it; what begins a new page for a printer is a blank."""
    match = mat.parse(" 3 point match\n\n\f Game 1\n Ann\u2028de\x85V : 0    Bo : 0\n" + OPEN)
    assert match.headers.white == "Ann\u2028de\x85V"
    assert len(match.games[0].plies) == 2
