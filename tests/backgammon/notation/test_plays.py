"""Plays as text: the written form, what strict and lax reading take, and GNU Backgammon's own texts."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pointboard.backgammon.board import Side
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.notation.plays import Fields, Landing, Part, format, parse, read  # noqa: A004
from pointboard.backgammon.rules import plays, point_of
from pointboard.backgammon.state import MAX_NUMBER, Phase
from pointboard.errors import AmbiguousMoveError, IllegalMoveError, NotationError, PointboardError
from pointboard.testing.backgammon import states

GOLDEN = Path(__file__).parents[2] / "golden" / "backgammon"
ROLLED = states(phase=Phase.ROLLED).map(lambda state: state._replace(move_id=min(state.move_id, MAX_NUMBER - 1)))
START = "11ccccchhhjjjjj:66666888dddddoo:N0N:{}:W:R"


def at(text):
    return ogid.parse(text)


def texts(state):
    return [format(play) for play in plays(state)]


def pips(play):
    return [tuple(point_of(play.side, pip) for pip in move) for move in play.moves]


@given(ROLLED)
@settings(max_examples=200)
def test_every_play_has_a_text_of_its_own_that_is_read_back(state):
    found = plays(state)
    written = [format(play) for play in found]
    assert len(set(written)) == len(written)
    for play, text in list(zip(found, written, strict=True))[:40]:
        assert parse(text, state, canonical=True) == play
        assert parse(text.upper(), state, lax=True) == play


def test_texts_of_games_are_read_back(played, set_up):
    for state in [*played(150, 41), *set_up(150, 42)]:
        found = plays(state)
        written = [format(play) for play in found]
        assert len(set(written)) == len(written)
        for play, text in zip(found[:25], written[:25], strict=True):
            assert parse(text, state, canonical=True) == play


@given(ROLLED)
def test_the_mirrored_play_has_the_same_text(state):
    assert texts(state.mirror()) == texts(state)


def gnubg_rows():
    for line in (GOLDEN / "gnubg_plays.tsv").read_text("utf-8").splitlines():
        yield line.split("\t")


def test_texts_of_gnu_backgammon():
    """They are read as the play they were written for, and written the same, but where two plays have that text."""
    same = ambiguous = 0
    rows = list(gnubg_rows())
    for before, text, after in rows:
        state = at(before)
        play = next(play for play in plays(state) if ogid.format(play.after) == after)
        same += format(play) == text
        try:
            assert parse(text, state) == play
        except AmbiguousMoveError as error:
            assert format(play) in error.candidates
            ambiguous += 1
    # One is longer in GNU Backgammon's hand: 8/6*/4 8/6 for 8/4 8/6*.
    assert (len(rows), same, ambiguous) == (390, 376, 13)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ggii:o8:N0N:62:W:R", ["24/22 8/2"]),
        ("33:a:N0N:52:W:R", ["10/5"]),
        ("1:52:N0N:42:W:R", ["5/1* 2/off", "5/3/off"]),
        ("j:o:N0N:51:W:R", ["24/19*/18", "24/23/18"]),
        ("o:1111:N0N:11:W:R", ["1/off(4)"]),
        ("o:62:N0N:62:W:R", ["6/off 2/off", "6/off"]),
        ("0j:66:N0N:12:B:R", ["bar/22", "bar/23 6/5", "bar/24 6/4"]),
        ("jjkkllmmnnoo:p:N0N:66:W:R", ["Cannot move"]),
        ("1:pp:N0N:11:W:R", ["bar/23(2)", "bar/22 bar/24"]),
        ("mo:pp8:N0N:13:W:R", ["bar/24* bar/22*"]),
        # one order of the dice hits, the other does not
        ("m:o8:N0N:12:W:R", ["24/22*/21", "24/22* 8/7", "24/23 8/6", "8/5", "24/23/21"]),
        ("n:o8:N0N:12:W:R", ["24/22/21", "24/22 8/7", "24/23* 8/6", "8/5", "24/23*/21"]),
        ("45:66:N0N:21:W:R", ["6/5* 6/4*", "6/4*/3", "6/5*/3"]),
        # two checkers on the same way show the hit between on both, one that stops there shows it alone
        ("5:888:N0N:33:W:R", ["8/2 8/5*(2)", "8/5*/2(2)"]),
        ("58:bbe:N0N:33:W:R", ["14/8* 11/8(2)", "14/5* 11/8*", "14/8*/5*/2", "11/8*/5*(2)", "11/5*/2 11/8*"]),
        # as few checkers as the moves allow, and the farthest goes farthest
        ("n:oo:N0N:11:W:R", ["24/23*/22(2)", "24/21 24/23*", "24/23*/20"]),
        ("1:4:N0N:42:W:R", ["4/off"]),
    ],
)
def test_written_forms(text, found):
    assert texts(at(text)) == found


def test_parts_are_in_order():
    assert "13/8 13/7" in texts(at(START.format("65")))
    assert "13/3 13/8(2)" in texts(at("11ccccchhhjjjjj:66666888ddddd:N0N:55:W:R"))
    assert "24/15 24/21" in texts(at(START.format("33")))
    assert "24/18(2)" in texts(at(START.format("33")))


def test_the_farthest_checker_goes_farthest():
    """As long as 18/10 14/6, of as many parts."""
    found = texts(at("1:ei:N0N:44:W:R"))
    assert "18/6 14/10" in found
    assert "18/10 14/6" not in found


HIT = "j:o:N0N:51:W:R"
LAX = [
    # text, dice, the written form
    ("8/5 6/5", "31", "8/5 6/5"),
    ("8/5  6/5 ", "31", "8/5 6/5"),
    (" 8/5,6/5", "31", "8/5 6/5"),
    ("8/5, 6/5,", "31", "8/5 6/5"),
    ("6/5 8/5", "31", "8/5 6/5"),
    ("8-5 6-5", "31", "8/5 6/5"),
    ("31: 8/5 6/5", "31", "8/5 6/5"),
    ("13:8/5 6/5", "31", "8/5 6/5"),
    ("8/5(1) 6/5", "31", "8/5 6/5"),
    ("8/5 6/5 PASS", "31", "8/5 6/5"),
]


@pytest.mark.parametrize(("text", "dice", "written"), LAX)
def test_lax_reading(text, dice, written):
    state = at(START.format(dice))
    assert format(parse(text, state, lax=True)) == written
    if text != written:
        with pytest.raises(NotationError):
            parse(text, state)


@pytest.mark.parametrize(
    ("board", "text", "written"),
    [
        ("0j:66:N0N:12:B:R", "b/22", "bar/22"),
        ("0j:66:N0N:12:B:R", "B/22", "bar/22"),
        ("0j:66:N0N:12:B:R", "25/22", "bar/22"),
        ("0j:66:N0N:12:B:R", "BAR/24/22", "bar/22"),
        ("0j:66:N0N:12:B:R", "6/5 bar/23", "bar/23 6/5"),
        ("o:62:N0N:62:W:R", "6/o 2/0", "6/off 2/off"),
        ("o:62:N0N:62:W:R", "2/OFF 6/Off", "6/off 2/off"),
        ("jjkkllmmnnoo:p:N0N:66:W:R", "cannot  MOVE ", "Cannot move"),
        ("jjkkllmmnnoo:p:N0N:66:W:R", "no move", "Cannot move"),
        ("jjkkllmmnnoo:p:N0N:66:W:R", "No play", "Cannot move"),
        ("jjkkllmmnnoo:p:N0N:66:W:R", "dance", "Cannot move"),
        ("jjkkllmmnnoo:p:N0N:66:W:R", "66: pass", "Cannot move"),
        ("33:a:N0N:52:W:R", "10/5 pass", "10/5"),
        (HIT, "24/19/18", "24/19*/18"),
        (HIT, "24/19 19/18", "24/19*/18"),
        ("45:66:N0N:21:W:R", "6/5 6/4", "6/5* 6/4*"),
        ("5:8866:N0N:12:W:R", "6/5* 6/4", "6/5* 6/4"),
        ("5:86:N0N:31:W:R", "8/5* 6/5*", "8/5* 6/5"),
        ("5:88:N0N:33:W:R", "8/5(2)* 5/2(2)", "8/5*/2(2)"),
    ],
)
def test_lax_reading_of_other_positions(board, text, written):
    state = at(board)
    assert format(parse(text, state, lax=True)) == written
    if text != written:
        with pytest.raises(NotationError):
            parse(text, state)


@pytest.mark.parametrize(
    ("board", "text", "written"),
    [
        (START.format("31"), "24/23 23/20", "24/20"),
        (START.format("31"), "24/21/20", "24/20"),
        (START.format("31"), "24/23/20", "24/20"),
        (START.format("33"), "24/21 24/21 21/18 21/18", "24/18(2)"),
        (START.format("33"), "24/21(2) 21/18(2)", "24/18(2)"),
        (HIT, "24/19* 19/18", "24/19*/18"),
        (HIT, "24/23 23/18", "24/23/18"),
        ("1:52:N0N:42:W:R", "5/off", "5/3/off"),
        ("5:88:N0N:33:W:R", "8/5*(2) 5/2(2)", "8/5*/2(2)"),
        ("5:888:N0N:33:W:R", "8/5* 8/5 8/2", "8/2 8/5*(2)"),
        ("5:86:N0N:31:W:R", "8/5 6/5*", "8/5* 6/5"),
    ],
)
def test_strict_reading_takes_other_words_for_the_same_moves(board, text, written):
    state = at(board)
    assert format(parse(text, state)) == written
    with pytest.raises(NotationError, match="expected the written form"):
        parse(text, state, canonical=True)


@pytest.mark.parametrize(
    ("board", "text", "written", "column"),
    [
        (START.format("31"), "24/23 23/20", "24/20", 5),
        (START.format("33"), "24/21 24/21 21/18 21/18", "24/18(2)", 4),
        (HIT, "24/19* 19/18", "24/19*/18", 7),
        ("1:52:N0N:42:W:R", "5/off", "5/3/off", 3),
        ("5:86:N0N:31:W:R", "8/5 6/5*", "8/5* 6/5", 4),
    ],
)
def test_where_a_text_is_not_the_written_form(board, text, written, column):
    with pytest.raises(NotationError) as caught:
        parse(text, at(board), canonical=True)
    assert (caught.value.field, caught.value.column, caught.value.text) == ("play", column, text)
    assert caught.value.message == f"expected the written form {written!r}"


@pytest.mark.parametrize(
    ("board", "text", "written", "column"),
    [
        ("1:52:N0N:42:W:R", "2/off 5/1", "5/1* 2/off", 1),
        ("1:52:N0N:42:W:R", "5/1* 2/o", "5/1* 2/off", 9),
        (START.format("31"), "8/5 6/5 ", "8/5 6/5", 8),
    ],
)
def test_where_a_lax_text_is_not_the_written_form(board, text, written, column):
    """It may be the beginning of the written form, or begin with it."""
    with pytest.raises(NotationError) as caught:
        parse(text, at(board), lax=True, canonical=True)
    assert (caught.value.column, caught.value.message) == (column, f"expected the written form {written!r}")


@pytest.mark.parametrize(
    ("text", "lax", "column", "message"),
    [
        ("", False, 1, "expected a point from 1 to 24 or bar, found the end of the text"),
        ("", True, 1, "expected a point from 1 to 24 or bar, found the end of the text"),
        ("x", False, 1, "expected a point from 1 to 24 or bar, found 'x'"),
        ("24", False, 3, "expected /, found the end of the text"),
        ("24", True, 3, "expected / or -, found the end of the text"),
        ("25/20", False, 2, "expected a number from 1 to 24, found '25'"),
        ("26/20", True, 2, "expected a number from 1 to 25, found '26'"),
        ("0/20", False, 1, "expected a number from 1 to 24, found '0'"),
        ("6/8", False, 3, "expected a number from 1 to 5, found '8'"),
        ("6/6", False, 3, "expected a number from 1 to 5, found '6'"),
        ("6/", False, 3, "expected a point from 1 to 5 or off, found the end of the text"),
        ("1/", False, 3, "expected off, found the end of the text"),
        ("1/1", False, 3, "expected off, found '1'"),
        ("6/0", False, 3, "expected a number from 1 to 5, found '0'"),
        ("6/of", False, 5, "expected ff, found the end of the text"),
        ("6/o", False, 4, "expected ff, found the end of the text"),
        ("ba/20", False, 3, "expected ar, found '/'"),
        ("ba/20", True, 3, "expected ar, found '/'"),
        ("6/of", True, 5, "expected ff, found the end of the text"),
        ("6/off*", False, 6, "expected a blank or the end of the play, found '*'"),
        ("6/off/2", False, 6, "expected a blank or the end of the play, found '/'"),
        ("6/3/off/2", False, 8, "expected a blank or the end of the play, found '/'"),
        ("8/5/6", False, 5, "expected a number from 1 to 4, found '6'"),
        ("8/5/3/4", False, 7, "expected a number from 1 to 2, found '4'"),
        ("2/", False, 3, "expected a point from 1 to 1 or off, found the end of the text"),
        ("6/3/off(2)*", True, 11, "expected a blank or the end of the play, found '*'"),
        ("8/5(2", False, 6, "expected ), found the end of the text"),
        ("8/5(1)", False, 5, "expected a number from 2 to 4, found '1'"),
        ("8/5(5)", False, 5, "expected a number from 2 to 4, found '5'"),
        ("8/5(0)", True, 5, "expected a number from 1 to 4, found '0'"),
        ("8/5  6/5", False, 5, "expected a point from 1 to 24 or bar, found ' '"),
        ("8/5 ", False, 5, "expected a point from 1 to 24 or bar, found the end of the text"),
        ("8/5,6/5", False, 4, "expected a blank or the end of the play, found ','"),
        ("8/5*6/5", True, 5, "expected a blank or the end of the play, found '6'"),
        ("8/5(2)6/5", True, 7, "expected a blank or the end of the play, found '6'"),
        ("6/5 8/5", False, 5, "expected the part that begins farthest first, found '8'"),
        ("6/5 bar/20", False, 5, "expected the part that begins farthest first, found 'b'"),
        ("13/10 6/3 8/5", False, 11, "expected the part that begins farthest first, found '8'"),
        ("71: 8/5", True, 1, "expected a die from 1 to 6, found '7'"),
        ("17: 8/5", True, 2, "expected a die from 1 to 6, found '7'"),
        ("31: 8/5", False, 2, "expected a number from 1 to 24, found '31'"),
        ("8/5 pas", True, 8, "expected pass, found the end of the text"),
        ("8/5 pass", False, 5, "expected a point from 1 to 24 or bar, found 'p'"),
        ("8/5\t6/5", True, 4, "expected printable ASCII, found '\\t'"),
        ("8/\u0665", False, 3, "expected printable ASCII, found '\u0665'"),
        ("cannot move", False, 1, "expected a point from 1 to 24 or bar, found 'c'"),
    ],
)
def test_what_is_not_of_the_grammar(text, lax, column, message):
    for ask in (lambda: read(text, lax=lax), lambda: parse(text, at(START.format("31")), lax=lax)):
        with pytest.raises(NotationError) as caught:
            ask()
        assert (caught.value.field, caught.value.column, caught.value.text) == ("play", column, text)
        assert caught.value.message == message


@pytest.mark.parametrize(
    ("board", "text", "column", "message"),
    [
        (HIT, "24/19/18", 6, "expected * for the hit on 19, found '/'"),
        (HIT, "24/19 19/18", 6, "expected * for the hit on 19, found ' '"),
        ("45:66:N0N:21:W:R", "6/5 6/4", 4, "expected * for the hit on 5, found ' '"),
        ("j:on:N0N:51:W:R", "24/19 23/22", 6, "expected * for the hit on 19, found ' '"),
        ("k:ooo8:N0N:44:W:R", "24/20(3) 8/4", 6, "expected * for the hit on 20, found '('"),
        ("k:o8:N0N:44:W:R", "24/8", 4, "expected 20* on the way, where a checker is hit, found '8'"),
        ("l:8o:N0N:33:W:R", "24/15 8/5", 4, "expected 21* on the way, where a checker is hit, found '1'"),
        ("k:on:N0N:33:W:R", "24/18 23/17", 10, "expected 20* on the way, where a checker is hit, found '1'"),
        ("8:od:N0N:55:W:R", "24/14 13/3", 10, "expected 8* on the way, where a checker is hit, found '3'"),
        ("5:86:N0N:31:W:R", "8/5* 6/5*", 9, "expected one mark for the hit on 5, found '*'"),
        ("5:88:N0N:33:W:R", "8/5 8/5 5/2(2)", 4, "expected * for the hit on 5, found ' '"),
        ("jnn:o:N0N:51:W:R", "24/18", 4, "expected 19* on the way, where a checker is hit, found '1'"),
    ],
)
def test_strict_reading_wants_each_hit_marked_once(board, text, column, message):
    with pytest.raises(NotationError) as caught:
        parse(text, at(board))
    assert (caught.value.column, caught.value.message) == (column, message)
    assert parse(text, at(board), lax=True)


@pytest.mark.parametrize(
    ("board", "text", "reason"),
    [
        (START.format("53"), "8/5", "the 5 must be played too: both dice can be"),
        (START.format("53"), "Cannot move", "a checker must be moved: the dice can be played"),
        (START.format("53"), "8/5 8/5 8/5", "the dice give 2 moves, not 3"),
        (START.format("53"), "8/5(2)", "no die is left that brings a checker from 8 to 5"),
        (START.format("53"), "24/19 8/5", "19 is held by 5 checkers"),
        (START.format("53"), "13/12", "no die is left that brings a checker from 13 to 12"),
        (START.format("53"), "9/4 8/5", "no checker on 9"),
        (START.format("53"), "bar/20 8/5", "no checker on the bar"),
        (START.format("53"), "24/21* 13/8", "no checker is hit on 21"),
        ("33:a:N0N:52:W:R", "10/8", "the 5 must be played, not the 2: only one die can be, and it is the larger"),
        ("0j:66:N0N:12:B:R", "6/3", "a checker on the bar must enter first"),
        (HIT, "24/23*/18", "no checker is hit on 23"),
        (HIT, "24/18*", "no checker is hit on 18"),
        (HIT, "24/17", "no die is left that brings a checker from 24 to 17"),
        (START.format("66"), "24/18/12/6", "12 is held by 5 checkers"),
        ("1:6:N0N::W:PR", "6/5", "no dice to play: the dice are being rolled"),
    ],
)
def test_illegal_plays(board, text, reason):
    for lax in (False, True):
        with pytest.raises(IllegalMoveError) as caught:
            parse(text, at(board), lax=lax)
        assert (caught.value.message, caught.value.move) == (reason, text)


def test_another_roll_in_front():
    with pytest.raises(IllegalMoveError) as caught:
        parse("65: 24/13", at(START.format("31")), lax=True)
    assert caught.value.message == "the roll is 13, not 56"


def test_ambiguous_texts():
    """A point between that is not written could be either, and one of them hits (kaggle-environments pull 1190)."""
    for lax in (False, True):
        with pytest.raises(AmbiguousMoveError) as caught:
            parse("24/18", at(HIT), lax=lax)
        assert caught.value.candidates == ("24/19*/18", "24/23/18")
        assert str(caught.value) == "several plays can be read in this: 24/19*/18, 24/23/18"
        assert caught.value.move == "24/18"
    with pytest.raises(AmbiguousMoveError) as caught:
        parse("18/12*", at("ceg:i:N0N:24:W:R"), lax=True)
    assert set(caught.value.candidates) == {"18/16*/12*", "18/14*/12*"}


def test_only_legal_plays_are_candidates():
    """The other order is blocked, so nothing is ambiguous (t_games issue 283)."""
    assert format(parse("24/18", at("jnn:o:N0N:51:W:R"), lax=True)) == "24/19*/18"
    assert format(parse("5/off", at("1:52:N0N:42:W:R"))) == "5/3/off"


def test_the_fields_of_a_text():
    fields = read("31: bar/22*/21(2), 6/0 pass", lax=True)
    assert fields.dice == (1, 3)
    assert fields.parts == (
        Part(25, (Landing(22, hit=True, column=9, end=11), Landing(21, hit=False, column=13, end=15)), 2),
        Part(6, (Landing(0, hit=False, column=22, end=23),), 1),
    )
    assert read("Cannot move") == Fields("Cannot move", ())
    assert (
        read("8/5", lax=True)
        == read("8/5")
        == Fields("8/5", (Part(8, (Landing(5, hit=False, column=3, end=4),), 1),), ())
    )
    assert read("8/5(2)*", lax=True).parts[0].landings[0].hit
    assert [landing[:2] for landing in read("8/5/2(2)*", lax=True).parts[0].landings] == [(5, False), (2, True)]


def test_reading_is_strict_unless_said():
    with pytest.raises(NotationError):
        read("cannot move")


def test_long_texts_are_refused_unread():
    assert read("8/5".ljust(200), lax=True).parts == read("8/5").parts
    for lax in (False, True):
        with pytest.raises(NotationError) as caught:
            read("8/5".ljust(201), lax=lax)
        assert (caught.value.column, caught.value.message) == (201, "expected at most 200 characters, found ' '")


def test_bar_is_each_sides_own():
    """AnkiGammon commit d635c5b: the bar of one side was read as that of the other."""
    white, black = at("0:8:N0N:56:B:R"), at("1:p8:N0N:56:W:R")
    assert parse("bar/20/14", white).moves[0].source == 0
    assert parse("bar/20/14", black).moves[0].source == 25
    assert pips(parse("bar/14", white)) in ([(25, 19), (19, 14)], [(25, 20), (20, 14)])


@given(ROLLED, st.text(alphabet="0123456789/*() bfaorBO-,:pCnmve", max_size=14), st.booleans())
@settings(max_examples=400)
def test_any_text_gives_a_play_or_an_error_of_the_house(state, text, lax):
    try:
        play = parse(text, state, lax=lax)
    except PointboardError:
        return
    assert play in plays(state)
    assert parse(format(play), state, canonical=True) == play


@given(ROLLED, st.data())
@settings(max_examples=150)
def test_strict_reading_is_also_lax_reading(state, data):
    play = data.draw(st.sampled_from(plays(state)))
    side = play.side
    steps = sorted(((point_of(side, a), point_of(side, b)) for a, b in play.moves), reverse=True)
    names = {25: "bar", 0: "off"}
    text = " ".join(f"{names.get(a, a)}/{names.get(b, b)}" for a, b in steps) or "Cannot move"
    assert parse(text, state, lax=True) == play
    if not play.hits:
        assert parse(text, state) == play


def test_sides_are_seen_alike():
    state = at(START.format("31"))
    assert [format(play.mirror()) for play in plays(state)] == texts(state)
    assert {play.side for play in plays(state)} == {Side.BLACK}
