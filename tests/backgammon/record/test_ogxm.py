# ruff: noqa: E501 - rows hold whole messages
"""OGXM: what a document may hold and what is refused; the codec's side of the child process."""

import copy
import io
import json as plain

import pytest

from pointboard.backgammon import record
from pointboard.backgammon.board import Side
from pointboard.backgammon.record import Foreign, Headers, RecordError, child, codec, ogxm
from pointboard.backgammon.record.course import Course
from pointboard.backgammon.record.model import EMPTY
from pointboard.backgammon.record.ogxmwrite import document
from pointboard.errors import LossyConversionError, MissingExtraError

GAME = {
    "winner": 255, "plies": [{"action_id": 2, "color": 1, "d1": 1, "d2": 3, "moves": [{"from": 17, "pips": 3}, {"from": 19, "pips": 1}]}],
}  # fmt: skip
DOC = {"match_length": 5, "crawford": True, "player_white": "A", "player_black": "B", "games": [GAME]}


def changed(*path, value):
    doc = copy.deepcopy(DOC)
    at = doc
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return doc


PLY = ("games", 0, "plies", 0)


@pytest.mark.parametrize(
    ("doc", "field", "message"),
    [
        ([], "ogxm", "expected an object, found []"),
        (changed("variant", value="tapa"), "variant", "expected one of backgammon, nackgammon, hypergammon, longgammon, found 'tapa'"),
        (changed("match_length", value="x"), "match_length", "expected a whole number from 0 to 999999, found 'x'"),
        (changed("games", value=[]), "games", "expected at least one game"),
        (changed("games", value=5), "games", "expected a list, found 5"),
        (changed("games", 0, "initial_board", value=[1]) | {"games": [{**GAME, "is_default_board": False, "initial_board": [1]}]}, "games[0].initial_board", "a game that begins with another board cannot be read"),
        (changed(*PLY, "color", value=7), "games[0].plies[0].color", "expected 1 or 0, found 7"),
        (changed(*PLY, "d1", value=9), "games[0].plies[0].d1", "expected a whole number from 1 to 6, found 9"),
        (changed(*PLY, "action_id", value=99), "games[0].plies[0].action_id", "expected an action that is known here, found 99"),
        (changed(*PLY, value={"action_id": 31, "color": 1, "set_position": [1]}), "games[0].plies[0].set_position", "expected 26 counts from -15 to 15"),
        (changed(*PLY, value={"action_id": 27, "color": 1, "resign_value": "all"}), "games[0].plies[0].resign_value", "expected single, gammon or backgammon, found 'all'"),
        (changed("games", 0, "is_crawford", value=True), "game", "this is not the Crawford game, and the record says that it is"),
    ],
)  # fmt: skip
def test_documents_that_are_refused(doc, field, message):
    error = ogxm.from_document(doc).error
    assert isinstance(error, RecordError)
    assert (error.field, error.message) == (field, message)


def test_illegal_plies_and_results():
    error = ogxm.from_document(changed(*PLY, "moves", value=[])).error
    assert str(error) == "line 1, column 1, game 1, ply 1, action 2: a checker must be moved: the dice can be played"
    error = ogxm.from_document({**DOC, "games": [{**GAME, "winner": 0, "points_won": 4}]}).error
    assert error.message == "no resignation is worth 4 with the cube at 1"
    assert ogxm.from_document({**DOC, "games": [{**GAME, "winner": 0, "points_won": 2}]}).match.score == (2, 0)


def test_headers_and_what_is_kept():
    doc = DOC | {
        "cube_limit": 64, "round": 3, "event": "E", "city": "Oslo", "beavers": True, "timestamp": 1_700_000_001,
        "source": 2, "white_score_start": 4, "crawford_played_before_start": True, "x": {"y": [1]},
    }  # fmt: skip
    match = ogxm.from_document(doc).match
    assert match.headers == Headers(
        white="A", black="B", length=5, max_cube=6, round="3", event="E", place="Oslo", beavers=True, date="2023-11-14"
    )
    assert not match.games[0].start.crawford
    assert match.foreign == (
        Foreign("ogxm", "timestamp", ("1700000001",)), Foreign("ogxm", "source", ("2",)), Foreign("ogxm", "x", ('{"y": [1]}',)),
    )  # fmt: skip
    back = document(match)
    assert {name: back[name] for name in doc if name != "games"} == {name: doc[name] for name in doc if name != "games"}
    assert ogxm.from_document(back).match == match


def test_analysis_that_is_none():
    for value in (5, {}, {"alternatives": [5]}, {"alternatives": "x"}):
        assert ogxm.from_document(changed(*PLY, "analysis", value=value)).match.games[0].plies[0].analysis is None
    value = {
        "level": {"ply": 2, "x": 1}, "alternatives": [{"notation": 5, "equity": True, "eval": {"win": 0.5}, "level": "2ply"}],
        "missed_double": {"no_double_equity": 0.5, "level": 7}, "luck": float("inf"),
    }  # fmt: skip
    about = ogxm.from_document(changed(*PLY, "analysis", value=value)).match.games[0].plies[0].analysis
    assert (about.level, about.plays[0].equity, about.plays[0].chances, about.plays[0].level) == (
        "ply 2, x 1",
        None,
        None,
        "2ply",
    )
    assert (about.cube.no_double, about.cube.double_take, about.cube.level, about.luck) == (0.5, None, "", None)


def test_what_is_lost():
    course = Course(Headers(annotator="C", white_rating="1", round="final", date="today", extra=(("a", "b"),)))
    course.comment = "x"
    course.begin()
    course.roll(Side.WHITE, (3, 1))
    assert ogxm.losses(course.match()) == (
        "annotator",
        "ratings",
        "round",
        "date",
        "headers",
        "comments",
        "unplayed roll",
    )
    assert ogxm.losses(EMPTY) == ()
    match = ogxm.from_document(DOC).match
    broken = record.MatchRecord(match.headers, match.games, "", (Foreign("ogxm", "x", ("{",)),))
    with pytest.raises(LossyConversionError, match="OGXM cannot hold the match: foreign"):
        ogxm.format(broken)


def test_what_the_codec_refuses_to_write(monkeypatch):
    monkeypatch.setattr(child, "run", lambda *_: (child.REFUSED, b"because"))
    with pytest.raises(LossyConversionError, match="OGXM cannot hold the match: because"):
        ogxm.format(EMPTY)


def test_the_codec_refuses_to_read():
    assert str(ogxm.read(b"OGXM rubbish").error).startswith("ogxm, line 1, column 1: ")
    assert str(ogxm.read(b"rubbish").error) == "ogxm, line 1, column 1: expected OGXM at the start of the file"
    with pytest.raises(RecordError, match="expected OGXM"):
        ogxm.parse(b"")


def test_the_codecs_side(folder):
    data = (folder / "selfplay.ogxms").read_bytes()
    lines = list(codec.read(data))
    assert [set(line) for line in lines] == [{"doc"}, {"doc"}]
    assert [set(line) for line in codec.read(data[:-5])] == [{"doc"}, {"error"}]
    assert codec.write([lines[0]["doc"]]) == data[: len(codec.write([lines[0]["doc"]]))]
    assert [line["doc"] for line in codec.read(codec.write([line["doc"] for line in lines]))] == [
        line["doc"] for line in lines
    ]
    [first] = codec.read(b"OGXM\x01\x00\x00\x00")
    assert set(first) == {"error"}
    target = io.BytesIO()
    assert codec.main("read", io.BytesIO(data), target) == 0
    assert [plain.loads(line) for line in target.getvalue().splitlines()] == lines
    target = io.BytesIO()
    assert codec.main("write", io.BytesIO(b"[{}]"), target) == 3
    assert b"failed" in target.getvalue()
    target = io.BytesIO()
    assert codec.main("write", io.BytesIO(plain.dumps([lines[0]["doc"]]).encode()), target) == 0


def test_answers_that_cannot_be_read(monkeypatch):
    for output, message in ((b"x", "the codec's answer cannot be read"), (b"", "expected a match, found none")):
        monkeypatch.setattr(child, "run", lambda *_, output=output: (0, output))
        assert ogxm.read(b"OGXM").error.message == message


def test_a_stream_is_not_one_match(folder):
    with pytest.raises(RecordError, match="expected one match, found 2"):
        ogxm.parse((folder / "selfplay.ogxms").read_bytes())


def test_the_extra_is_named(monkeypatch):
    monkeypatch.setattr(child, "find_spec", lambda _: None)
    with pytest.raises(
        MissingExtraError, match=r"ogxm is not installed; install it with: pip install 'pointboard\[matches\]'"
    ):
        ogxm.read(b"OGXM")
