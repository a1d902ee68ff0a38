# ruff: noqa: E501 - rows hold whole messages
"""The values of a match, the course that makes them, files, and each game as tools for any game see it."""

import codecs
from dataclasses import replace

import pytest

from pointboard.backgammon import record
from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.match import Reason
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.record import Chances, GameView, Headers, MatchRecord, RecordError, RecordMoveError, replayed
from pointboard.backgammon.record.course import Course, again
from pointboard.backgammon.record.faults import Spot
from pointboard.backgammon.record.formats import RECORDS
from pointboard.backgammon.record.headers import items
from pointboard.backgammon.record.model import EMPTY, MatchRead
from pointboard.backgammon.record.view import begin, conclude
from pointboard.backgammon.rules import Move, Size, plays
from pointboard.backgammon.state import Phase, Score, State
from pointboard.backgammon.turns import (
    Double,
    Forfeit,
    MakePlay,
    Mark,
    Marker,
    OpeningRoll,
    Pass,
    Resign,
    Roll,
    SetPosition,
    Take,
)
from pointboard.errors import IllegalMoveError, NotationError, PointboardError, PositionError

START = State.start()


def opened(length=5):
    course = Course(Headers(white="Ann", length=length))
    course.begin()
    course.play_text(Side.WHITE, (3, 1), "8/5 6/5")
    return course


def test_headers_are_checked():
    for name, value, words in (
        ("white", 5, "a text"),
        ("length", -1, "a match length from 0 to 999999"),
        ("length", True, "a match length from 0 to 999999"),
        ("jacoby", 1, "True or False"),
        ("max_cube", 31, "an exponent from 0 to 30 or None"),
        ("extra", (("a", 1),), "pairs of name and text"),
        ("variant", "tapa", "backgammon or nackgammon"),
    ):
        with pytest.raises(NotationError, match=words) as error:
            Headers(**{name: value})
        assert error.value.field == name
    assert items(Headers(length=3, max_cube=6, crawford=False, white_rating="1", variant="nackgammon", extra=(("a", "b"),))) == (
        ("White rating", "1"), ("Length", "3"), ("Crawford", "no"), ("Max cube", "64"), ("Variant", "nackgammon"), ("a", "b"),
    )  # fmt: skip


def test_chances_nest():
    assert Chances(0.6, 0.3, 0.1, 0.2, 0.1).check().win == 0.6
    with pytest.raises(PositionError) as error:
        Chances(1.5, 0.3, 0.4, 0.2, 0.3).check()
    assert [(problem.flag, problem.field) for problem in error.value.problems] == [
        ("RANGE", "win"), ("NESTING", "backgammon"), ("NESTING", "lose_gammon"), ("NESTING", "lose_backgammon"),
    ]  # fmt: skip
    assert str(error.value).startswith(
        "win: expected a chance from 0 to 1, found 1.5; backgammon: 0.4 is more than gammon"
    )


def test_a_match_has_a_game():
    with pytest.raises(PointboardError, match="expected a match of at least one game, found none"):
        MatchRecord(Headers(), ())
    assert (EMPTY.score, EMPTY.winner, EMPTY.won(EMPTY.games[0])) == ((0, 0), None, 0)


def test_plies_tell_what_they_are():
    course = opened()
    course.roll(None, (6, 6))
    course.annotate("said")
    assert course.last.text == "66:"
    course.play_text(None, (6, 6), "24/18(2) 13/7(2)")  # the roll becomes part of the play
    assert (course.plies, course.last.text, course.last.comment) == (2, "66: 24/18(2) 13/7(2)", "said")
    course.act(SetPosition(Board.of({24: 2}, {1: 2})))
    ply = course.last
    assert (ply.text, ply.side, ply.dice, ply.move is ply.event, ply.clock, ply.mark) == (
        "set position",
        None,
        (),
        True,
        None,
        None,
    )
    course.act(Marker(Mark.OTHER))
    assert (course.last.text, course.last.side) == ("marker", Side.WHITE)
    rolled = opened()
    rolled.roll(None, (6, 6))
    with pytest.raises(IllegalMoveError, match="another roll lies on the board"):
        rolled.play_text(None, (5, 6), "")


def test_a_course_before_its_first_game():
    course = Course(Headers())
    for act in (lambda: course.state, lambda: course.act(Double())):
        with pytest.raises(IllegalMoveError, match="no game has begun"):
            act()
    with pytest.raises(IllegalMoveError, match="no game has begun"):
        course._current()
    course.remark("of the match")
    course.remark("more")
    course.begin()
    course.remark("of the game")
    for first in (lambda: course.play_text(None, (3, 1), "8/5 6/5"), lambda: course.act(SetPosition(START.board))):
        with pytest.raises(IllegalMoveError, match="it is not known who begins"):
            first()
    match = course.match()
    assert (match.comment, match.games[0].comment, course.spot) == ("of the match\nmore", "of the game", Spot(1, 1))
    with pytest.raises(IllegalMoveError, match="it is not known who resigned"):
        course.won(None, 1)


def test_games_that_were_broken_off():
    course = opened()
    course.begin(Score(4, 0))
    course.begin()
    course.begin(Score(4, 3))
    games = course.match().games
    assert [(game.number, game.start.score, game.start.crawford, game.ended) for game in games] == [
        (1, (0, 0), False, None), (2, (4, 0), True, None), (3, (4, 0), False, None), (4, (4, 3), False, None),
    ]  # fmt: skip
    assert replayed(course.match()).match() == course.match()


def test_what_games_are_worth():
    course = opened(length=3)
    course.act(Double())
    course.won(Side.BLACK, 1)  # the pass that the record leaves out
    assert isinstance(course.last.event, Pass)
    course.begin()
    course.play_text(Side.WHITE, (3, 1), "8/5 6/5")
    course.act(Forfeit(Side.WHITE))
    assert course.match().games[1].ended.reason is Reason.FORFEITED
    with pytest.raises(IllegalMoveError, match="Black has won the game"):
        course.won(Side.WHITE, 1)
    one = opened(length=1)
    one.won(Side.WHITE, 1, resigned=True)
    assert (one.last.event.size, one.match().winner) == (Size.SINGLE, Side.WHITE)


def test_a_capped_resignation():
    course = Course(Headers(length=4))
    course.begin(Score(1, 0))
    course.play_text(Side.WHITE, (3, 1), "8/5 6/5")
    course.act(Double())
    course.act(Take())
    course.won(Side.WHITE, 3)
    assert (course.last.event.size, course.match().score) == (Size.GAMMON, (4, 0))


def test_a_match_that_is_not_true_is_found_out():
    match = opened().match()
    ply = match.games[0].plies[0]
    false = replace(
        match, games=(replace(match.games[0], plies=(replace(ply, event=MakePlay((Move(1, 2),), side=Side.WHITE)),)),)
    )
    with pytest.raises(RecordMoveError, match="game 1, ply 1"):
        replayed(false)
    course = opened()
    for event in (MakePlay(()), Roll(1, 2)):
        with pytest.raises(IllegalMoveError, match="a play and a roll have two dice"):
            again(course, event, ())
    with pytest.raises(IllegalMoveError, match="it is not known who resigned"):
        again(course, Resign(), ())


def test_files(tmp_path, folder):
    match = record.load(folder / "selfplay7b.mat")
    for name in ("a.MAT", "a.txt", "a.sgf", "a.json", "a.ogxm"):
        record.save(match, tmp_path / name)
        assert [ply.after for _, _, ply in record.load(tmp_path / name).plies()] == [
            ply.after for _, _, ply in match.plies()
        ]
    for name in ("a.xg", "a.doc"):
        with pytest.raises(
            PointboardError,
            match=f"expected a file name that ends in .mat, .txt, .sgf, .json, .ogxm, .ogxms, found '{name}'",
        ):
            record.save(match, tmp_path / name)
    with pytest.raises(NotationError, match=r"expected text that UTF-8 can hold, found '\\ud800'"):
        record.save(replace(match, headers=replace(match.headers, white="\ud800")), tmp_path / "b.sgf")
    with pytest.raises(PointboardError, match="expected one match, found 2"):
        record.load(folder / "selfplay.ogxms")
    (tmp_path / "bom.dat").write_bytes(codecs.BOM_UTF8 + (folder / "selfplay7b.sgf").read_bytes())
    assert record.load(tmp_path / "bom.dat").score == match.score
    (tmp_path / "cut.sgf").write_bytes(b"hello")
    assert record.read_file(tmp_path / "cut.sgf")[0].error is not None
    with pytest.raises(RecordError, match=r"expected a match record \(ogxm, xg, json, sgf, mat\), found b'hello'"):
        record.read_bytes(b"hello")
    with pytest.raises(RecordError, match="text, line 3, column 2: expected UTF-8, found the byte 0xff"):
        record.read_bytes(b" 7 point match\n\n \xff")


def test_a_game_in_the_shape_of_every_game(folder):
    read = record.read_file(folder / "selfplay7b.mat")[0]
    views = [one.record for one in RECORDS.formats["mat"].read_all(record.mat.format(read.match))]
    assert [view.result for view in views] == ["B+4", "W+1", "W+8"]
    assert [view.outcome().reason for view in views] == [
        "a single game, resigned, 4 points", "double passed, 1 point", "a single game, borne off, 8 points",
    ]  # fmt: skip
    first = views[0]
    assert (len(first.positions()), first.positions()[0].phase, first.state) == (
        len(first.plies) + 1,
        Phase.OPENING,
        first.plies[-1].after,
    )
    assert first.legal() == ()
    cut = first.head(3)
    assert (cut.result, cut.outcome(), len(cut.match.games)) == (None, None, 1)
    assert Double(side=Side.BLACK) in cut.legal()
    assert cut.refusal(Double()) is None
    assert cut.refusal(Pass()) == "no pass now: play made, a roll or a double is due"
    rolled = cut.play(Roll(3, 1))
    played = rolled.play(MakePlay(plays(rolled.state)[0].moves))
    assert (len(rolled.plies), len(played.plies), played.state.phase) == (4, 4, Phase.PLAYED)
    assert RECORDS.told(first.plies[0], first.positions()[0]) == ("W", "61: 13/7 8/7")
    assert RECORDS.headers(views[1])[-2:] == (("Game", "2"), ("Score", "0-4"))
    assert RECORDS.formats["json"].losses(views) == ()
    assert len(RECORDS.formats["json"].format_all(views)) > 1000
    with pytest.raises(PointboardError, match="XG's match files are read only"):
        RECORDS.formats["xg"].format_all(views)
    with pytest.raises(PointboardError, match="backgammon knows no policy about repetition but none, not 'superko'"):
        RECORDS.formats["mat"].read_all("", repetition="superko")
    wrong = list(RECORDS.formats["mat"].read_all(" 3 point match\n Game 1\n A:0  B:0\n 1) 99: x\n"))
    assert [one.error is None for one in wrong] == [False]


def test_a_record_is_begun_and_concluded():
    view = begin(State.start("nackgammon"), {"Note": "x"}, {"W": "Ann"})
    assert (view.match.headers.white, view.match.headers.extra, view.comment) == ("Ann", (("Note", "x"),), "")
    assert begin() == GameView(EMPTY)
    for arguments in (
        {"start": ogid.parse("1:o:B1P::W:G")},
        {"repetition": "superko"},
        {"players": {"X": "y"}},
    ):
        with pytest.raises(NotationError):
            begin(**arguments)
    with pytest.raises(PointboardError, match="ends by resignation or on the board"):
        conclude(view, None, "agreed")
    played = GameView(opened().match())
    assert conclude(played, "W", "resignation").result == "W+1"
    assert MatchRead(EMPTY).checked() is EMPTY
    assert OpeningRoll(white=3, black=1).kind == "opening roll"
