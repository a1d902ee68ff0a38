# ruff: noqa: E501 - rows hold whole messages
"""GNU Backgammon's SGF: what is refused, where, and in which words; what is kept."""

import pytest

from pointboard.backgammon.board import Board, Side, Variant
from pointboard.backgammon.record import Foreign, GameRecord, Headers, MatchRecord, RecordError, sgf
from pointboard.backgammon.record.course import Course
from pointboard.backgammon.record.sgftree import Property, parse, points
from pointboard.backgammon.state import Cube, Owner, State
from pointboard.backgammon.turns import MakePlay, SetPosition
from pointboard.errors import LossyConversionError

ROOT = "(;GM[6]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Bo]RU[Crawford]"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "sgf, line 1, column 1: expected (; of a game tree, found the end of the text"),
        ("hello", "sgf, line 1, column 1: expected (; of a game tree, found 'h'"),
        ("(;GM[6]", "sgf, line 1, column 8: expected ; of a node, ( or ), found the end of the text"),
        ("(;GM[6]PW[Ann)", "sgf, line 1, column 15: expected ] of a value, found the end of the text"),
        ("(;GM[6]PW)", "sgf, line 1, column 10: expected [ of a value, found ')'"),
        ("(;GM[6]PW[a]PW[b])", "sgf, line 1, column 13: expected each property of a node once, not PW twice, found 'P'"),
        ("(;GM[6]pw[a])", "sgf, line 1, column 10: expected a property's name with capitals, found '['"),
        ("(;GM[6](PW[a]))", "sgf, line 1, column 9: expected ; of a node, found 'P'"),
        ("(;GM[6](;C[x]);C[y])", "sgf, line 1, column 15: expected ( or ) behind a branch, found ';'"),
        ("(;GM[6])x", "sgf, line 1, column 9: expected ( of a game tree or the end, found 'x'"),
        ("(;GM[x];W[31])", "GM, line 1, column 3: expected GM[6], backgammon, found 'x'"),
        ("(;PW[x];W[31])", "GM, line 1, column 2: expected GM[6], backgammon, found no GM"),
        ("(;GM[6]MI[length:x])", "MI, line 1, column 8: expected a number from 0 to 999999 as length, found 'x'"),
        ("(;GM[6]RU[Tapa])", "RU, line 1, column 8: expected the rules of a game that is known here, found 'Tapa'"),
        ("(;GM[6]CV[3])", "CV, line 1, column 8: expected a power of 2, found 3"),
        ("(;GM[6]CP[x])", "CP, line 1, column 8: expected c, w or b, found 'x'"),
        ("(;GM[6];PL[X]DI[31])", "PL, line 1, column 9: expected W or B, found 'X'"),
        ("(;GM[6];PL[W]DI[91])", "DI, line 1, column 14: expected two dice from 1 to 6, found '91'"),
        ("(;GM[6];AE[a:yz]PL[W])", "AE, line 1, column 9: expected a point from a to z or a range such as a:c, found 'a:yz'"),
        ("(;GM[6];AW[z]PL[W])", "AW, line 1, column 9: expected a point from a to y"),
        ("(;GM[6];AW[a]PL[W])", "AW, line 1, column 9: expected at most 15 checkers a side"),
        ("(;GM[6];AE[a:y]AW[b]AB[c])", "line 1, column 8, game 1, ply 1, AE AW AB: it is not known who begins"),
        ("(;GM[6];W[3])", "W, line 1, column 9: expected dice and moves, double, take or drop, found '3'"),
        ("(;GM[6];W[31hefd])", "line 1, column 9, game 1, ply 1, W[31hefd]: no die is left that brings a checker from 6 to 4"),
        ("(;GM[6];W[31hefe];B[double];W[beaver])", "line 1, column 29, game 1, ply 3, W[beaver]: no position can say that a double was beavered"),
        ("(;GM[6]RE[W+4];W[31hefe])", "line 1, column 8, game 1, ply 2, RE[W+4]: no resignation is worth 4 with the cube at 1"),
        (f"{ROOT};W[31hefe])(;GM[6]MI[length:5][game:1][ws:7][bs:0]PW[Ann]PB[Bo])", "position"),
    ],
)  # fmt: skip
def test_the_first_error(text, message):
    error = sgf.read(text).error
    assert message in str(error)


def test_parse_wants_one_match():
    with pytest.raises(RecordError, match="expected one match, found 2"):
        sgf.parse(f"{ROOT}){ROOT})")
    first, second = sgf.read_all(f"{ROOT};W[31hefe])(;GM[5])")
    assert (first.error, str(second.error)) == (None, "GM, line 1, column 78: expected GM[6], backgammon, found '5'")


def test_points_are_compressed():
    assert points(Property("AE", ("a:c",), 0), "") == ("a", "b", "c")
    assert points(Property("AW", ("b", "b", "y"), 0), "") == ("b", "b", "y")
    with pytest.raises(RecordError, match="AE, line 1, column 1: expected a point from a to z"):
        points(Property("AE", ("c:a",), 0), "(;)")


def test_values_have_escapes():
    [tree], error = parse("junk(;GM[6]C[a\\] \\\\ \\:b\\\nc] AP\n[x:1][y])")
    assert error is None
    assert [(found.name, found.values) for found in tree.nodes[0].properties] == [
        ("GM", ("6",)), ("C", ("a] \\ :bc",)), ("AP", ("x:1", "y")),
    ]  # fmt: skip


def test_only_the_main_line_is_read():
    read = sgf.read(f"{ROOT};W[31hefe](;B[42aeac];W[double])(;B[66aaaa](;C[x])(;C[y])))")
    assert read.error is not None or read.losses == ("variations",)
    read = sgf.read(f"{ROOT};W[31hefe](;B[double];W[take])(;B[66]))")
    assert ([ply.text for ply in read.match.games[0].plies], read.losses) == (
        ["31: 8/5 6/5", "double", "take"], ("variations",),
    )  # fmt: skip


def test_a_cut_file_gives_what_came_before():
    read = sgf.read(f"{ROOT};W[31hefe];B[dou")
    assert [ply.text for ply in read.match.games[0].plies] == ["31: 8/5 6/5"]
    assert "expected ] of a value" in str(read.error)


def test_everything_is_kept():
    text = (
        "(;FF[4]GM[6]CA[UTF-8]AP[Other:1]MI[length:5][game:0][ws:0][bs:0]PW[A\\]nn]PB[Bo]WR[1700]EV[Open]RO[3]PC[Oslo]AN[Carl]"
        "DT[2026-11-30]RU[Crawford]GC[of the match]C[of the game]ZZ[q][r]\n;W[31hefe]C[of the ply]A[0][x][hefe Q][hefe R 1][$? E]KO[1]\n"
        ";C[later]\n;B[double]DA[X]LU[x]\n;W[take]DA[E ver 3 2C 1 0 1 0.5 nan])\n"
    )
    match = sgf.parse(text)
    assert match.headers == Headers(
        white="A]nn", black="Bo", white_rating="1700", event="Open", round="3", place="Oslo", annotator="Carl",
        date="2026-11-30", length=5,
    )  # fmt: skip
    [game] = match.games
    assert (match.comment, game.comment, game.plies[0].comment) == ("of the match", "of the game", "of the ply\nlater")
    assert game.foreign == (Foreign("sgf", "AP", ("Other:1",)), Foreign("sgf", "ZZ", ("q", "r")))
    assert [one.name for one in game.plies[0].foreign] == ["A", "KO"]
    assert [play.play for play in game.plies[0].analysis.plays] == ["8/5 6/5", "8/5 6/5", "$?"]
    assert [play.level for play in game.plies[0].analysis.plays] == ["", "rollout", ""]
    assert (game.plies[1].analysis, game.plies[2].analysis) == (None, None)
    assert sgf.parse(sgf.format(match)) == match
    assert sgf.format(match).replace("\\nlater]", "]") == text.replace("\n;C[later]", "").replace(
        "of the ply]", "of the ply\nlater]"
    )


def test_positions_and_cubes_are_set_up():
    match = sgf.parse("(;GM[6]MI[length:0]RU[Jacoby]CV[4]CP[c];AE[a:y]AW[v:x]AB[y][a]PL[w]DI[64])")
    [game] = match.games
    assert game.start.cube == Cube(Owner.CENTRED, 2)
    assert game.plies[0].event == SetPosition(Board.of({1: 1, 2: 1, 3: 1}, {25: 1, 24: 1}), Side.WHITE)
    assert game.plies[1].text == "64:"
    assert match.headers.jacoby
    assert sgf.parse(sgf.format(match)) == match
    match = sgf.parse("(;GM[6]RU[Hypergammon3];W[21xvwv])")
    assert match.headers.variant is Variant.HYPERGAMMON
    assert sgf.parse(sgf.format(match)) == match
    read = sgf.read("(;GM[6];PL[W]DI[31];W[31hefe]C[x];B[])")
    assert isinstance(read.match.games[0].plies[0].event, MakePlay)
    assert len(read.match.games[0].plies) == 1


def test_results_of_other_kinds_are_kept():
    match = sgf.parse(f"{ROOT}RE[Void];W[31hefe])")
    assert match.games[0].foreign == (Foreign("sgf", "RE", ("Void",)),)
    assert match.games[0].ended is None
    match = sgf.parse(f"{ROOT}RE[B+1])")
    assert match.games[0].foreign == (Foreign("sgf", "RE", ("B+1",)),)
    assert sgf.parse(sgf.format(match)) == match


def test_what_cannot_be_written_and_what_is_lost():
    course = Course(Headers(variant=Variant.LONGGAMMON))
    course.begin()
    with pytest.raises(LossyConversionError, match="SGF cannot hold what the match needs: variant"):
        sgf.format(course.match())
    course = Course(Headers(beavers=True, max_cube=6, extra=(("a", "b"),)))
    course.foreign = (Foreign("ogxm", "x", ("1",)),)
    course.begin()
    assert sgf.losses(course.match()) == ("beavers", "max cube", "headers", "foreign")
    assert sgf.recognises("\ufeff\n( ;GM[6]")


def test_what_is_said_of_a_resignation():
    """It has no node with a property of its own; what stands in the node behind the last play is said of it."""
    match = sgf.parse(
        "(;GM[6]MI[length:3]PW[Ann]PB[Bo]RE[W+1R]\n;W[31hefe]C[one]\n;B[42qusu]C[two]\n;C[three]XX[mine])"
    )
    assert [(ply.text, ply.comment) for ply in match.games[0].plies] == [
        ("31: 8/5 6/5", "one"), ("42: 8/4 6/4", "two"), ("resign single", "three"),
    ]  # fmt: skip
    assert [one.name for one in match.games[0].plies[2].foreign] == ["XX"]
    assert sgf.parse(sgf.format(match)) == match
    going_on = sgf.parse("(;GM[6]MI[length:3]PW[Ann]PB[Bo]\n;W[31hefe]C[one]\n;C[two])")
    assert [ply.comment for ply in going_on.games[0].plies] == ["one\ntwo"]


def test_the_largest_cube_is_read_again():
    for exponent in (23, 24, 30):
        start = State.start()._replace(cube=Cube(Owner.CENTRED, exponent))
        match = MatchRecord(Headers(), (GameRecord(start),))
        assert sgf.parse(sgf.format(match)) == match
    said = sgf.read("(;GM[6]MI[length:0];CV[2147483648])").error
    assert "expected a number from 0 to 1073741824 as the cube" in str(said)


@pytest.mark.parametrize(("said", "jacoby", "won", "losses"), [("W+3R", False, 3, ("jacoby",)), ("W+1R", True, 1, ())])
def test_a_resignation_tells_the_jacoby_rule_of_a_money_session(said, jacoby, won, losses):
    read = sgf.read(f"(;GM[6]MI[length:0]RU[Jacoby]RE[{said}];W[31hefe];B[42qusu])")
    match = read.checked()
    assert (match.headers.jacoby, match.won(match.games[0]), read.losses) == (jacoby, won, losses)


def test_a_result_that_the_board_denies_is_refused():
    for said, message in (("W+9", "the game is worth 1, not 9"), ("B+1", "White has won the game")):
        text = f"(;GM[6]MI[length:0]RU[Jacoby]RE[{said}];PL[W]AE[a:y]AW[a]AB[x];W[31az])"
        assert message in str(sgf.read(text).error)
