"""Positions and lists of moves from one notation to another, and what is lost on the way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointboard.baghchal.notation import obx
from pointboard.baghchal.notation.convert import (
    NOTATIONS,
    PARTS,
    convert,
    convert_moves,
    losses,
    move_notations,
    recognise,
)
from pointboard.baghchal.notation.moves import MOVE_NOTATIONS
from pointboard.baghchal.state import State
from pointboard.errors import IllegalMoveError, LossyConversionError, NotationError, PointboardError, PositionError
from pointboard.game import Conversion
from pointboard.testing.baghchal import games, obx_texts, reachable_states, states

START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"
FIRST = "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1"
CAPTURE = "XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @19 c1 mA1C3(B2) #t1"
SLIDING = "XGGXG/XGGGT/GGGGG/XGTGG/GTGTG t @0 c3 mA3 #"
EXAMPLES = {
    "obx": (START, FIRST, CAPTURE),
    "obx-short": (
        "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0 - #",
        "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 mC3 #g1",
        "XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g c1 mA1C3(B2) #t1",
    ),
    "fen": ("B3B/5/5/5/B3B G 0", "B3B/5/2G2/5/B3B B 1", "4B/5/2B2/5/B3B G 1"),
    "pybaghchal": ("T3T/5/5/5/T3T g g20 c0 m", "T3T/5/2G2/5/T3T t g19 c0 mC3", "4T/5/2T2/5/T3T g g19 c1 mA1C3"),
    "gamestate": tuple(
        f'{{"board": {board}, "turn": "{turn}", "remainingGoats": {in_hand}, "capturedGoats": {captured}, '
        f'"lastMove": "{last}", "moveNumber": {number}}}'
        for board, turn, in_hand, captured, last, number in (
            ([2, 0, 0, 0, 2, *[0] * 15, 2, 0, 0, 0, 2], "g", 20, 0, "-", 0),
            ([2, 0, 0, 0, 2, *[0] * 7, 1, *[0] * 7, 2, 0, 0, 0, 2], "t", 19, 0, "mC3", 1),
            ([0, 0, 0, 0, 2, *[0] * 7, 2, *[0] * 7, 2, 0, 0, 0, 2], "g", 19, 1, "mA1C3(B2)", 2),
        )
    ),
}
LOST = {"obx": (), "obx-short": (), "fen": ("last_move",), "pybaghchal": ("number",), "gamestate": ()}


def test_the_notations_and_what_they_keep():
    assert list(NOTATIONS) == list(EXAMPLES)
    assert {name: notation.name for name, notation in NOTATIONS.items()} == {name: name for name in NOTATIONS}
    assert [notation.title for notation in NOTATIONS.values()] == [
        "OBX 2.0",
        "OBX of December 2024, without @N",
        "PyPI baghchal FEN",
        "pybaghchal position string",
        "game state of the OBX specification, as JSON",
    ]
    assert PARTS == ("board", "turn", "in_hand", "captured", "last_move", "number")
    for name, notation in NOTATIONS.items():
        assert notation.keeps == set(PARTS) - set(LOST[name])


@pytest.mark.parametrize("to", [*EXAMPLES])
@pytest.mark.parametrize("source", [*EXAMPLES])
def test_each_to_each(source, to):
    lost = set(LOST[source])
    for number, (text, wanted) in enumerate(zip(EXAMPLES[source], EXAMPLES[to], strict=True)):
        state = NOTATIONS[source].parse(text)
        new = tuple(part for part in LOST[to] if part not in lost) if number else ()
        made = convert(text, to, source)
        assert made == Conversion(source, to, NOTATIONS[to].format(state), new)
        assert convert(text, to) == made
        if not lost:
            assert made.text == wanted


@pytest.mark.parametrize("source", [*EXAMPLES])
def test_each_text_is_recognised_as_what_it_is(source):
    for text in EXAMPLES[source]:
        both = ("obx", "obx-short") if source == "obx-short" else (source,)
        assert recognise(text) == both


@given(states())
def test_no_written_form_is_taken_for_another(state):
    for name, notation in NOTATIONS.items():
        names = recognise(notation.format(state))
        assert names == (("obx", "obx-short") if name == "obx-short" else (name,))
        assert convert(notation.format(state), name).source == name


@pytest.mark.parametrize(
    "text", ["", "board", "{}", "[]", "1", "null", "G22", "B3B/5/5/5/B3B", "TXXXT/XXXXX g @20 c0 -"]
)
def test_what_no_notation_reads(text):
    assert recognise(text) == ()
    with pytest.raises(NotationError):
        convert(text, "obx")


@given(states())
def test_a_position_round_trips_up_to_its_losses(state):
    for name, notation in NOTATIONS.items():
        read = notation.parse(notation.format(state))
        lost = losses(state, name)
        assert set(lost) <= {"last_move", "number"}
        for part in ("board", "turn", "in_hand", "captured"):
            assert getattr(read, part) == getattr(state, part)
        assert (read.last_move == state.last_move) is ("last_move" not in lost)
        if "number" not in lost:
            assert state.ply in (None, read.ply)


@given(reachable_states())
def test_a_reachable_position_loses_only_what_the_notation_does_not_keep(state):
    held = {"last_move": state.last_move is not None, "number": state.ply is not None}
    for name, notation in NOTATIONS.items():
        assert losses(state, name) == tuple(part for part in PARTS if held.get(part) and part not in notation.keeps)


@given(reachable_states(), st.sampled_from([*NOTATIONS]), st.sampled_from([*NOTATIONS]))
def test_there_and_back(state, first, second):
    text = NOTATIONS[first].format(state)
    there = convert(text, second)
    back = convert(there.text, first)
    if not there.losses:
        assert back.text == text
    assert back.source == second


def test_a_number_that_must_be_made_up_is_lost():
    assert convert(SLIDING, "fen").losses == ("last_move", "number")
    assert convert(SLIDING, "pybaghchal").losses == ()
    known = SLIDING.replace("#", "#g20")
    assert convert(known, "fen").losses == ("last_move",)
    assert convert(known, "pybaghchal").losses == ("number",)
    unknown = FIRST.replace("mC3 #g1", "- #")  # with goats in hand the number follows from them
    assert convert(unknown, "fen") == Conversion("obx", "fen", "B3B/5/2G2/5/B3B B 1")


@pytest.mark.parametrize(
    ("text", "to", "message"),
    [
        (FIRST, "fen", "PyPI baghchal FEN cannot hold all of the position: last_move"),
        (SLIDING, "fen", "PyPI baghchal FEN cannot hold all of the position: last_move, number"),
        (FIRST, "pybaghchal", "pybaghchal position string cannot hold all of the position: number"),
    ],
)
def test_strict_conversion_raises_where_something_is_lost(text, to, message):
    with pytest.raises(LossyConversionError) as caught:
        convert(text, to, strict=True)
    assert str(caught.value) == message
    assert caught.value.losses == convert(text, to).losses
    assert convert(START, to, strict=True).losses == ()


@pytest.mark.parametrize("wrong", [("ugi", None), ("obx", "ugi")])
def test_an_unknown_name_is_refused_with_the_names_there_are(wrong):
    with pytest.raises(PointboardError) as caught:
        convert(START, *wrong)
    message = "no notation is called 'ugi'; there are: obx, obx-short, fen, pybaghchal, gamestate"
    assert str(caught.value) == message
    with pytest.raises(PointboardError, match="no notation is called 'ugi'"):
        losses(State.start(), "ugi")


@pytest.mark.parametrize(
    ("text", "field", "column"),
    [
        ("TXXXT/XXXXX/XXYXX/XXXXX/TXXXT g @20 c0 - #", "board", 15),
        ("B3B/5/5/5/B3B X 0", "turn", 15),
        ("T3T/5/5/5/T3T g g20 c7 m", "captured", 22),
        ('{"board": 7}', "turn", 12),
        ("board", "board", 1),
    ],
)
def test_the_error_is_that_of_the_notation_that_got_farthest(text, field, column):
    with pytest.raises(NotationError) as caught:
        convert(text, "obx")
    assert (caught.value.field, caught.value.column) == (field, column)


def test_an_impossible_position_is_not_converted():
    with pytest.raises(PositionError):
        convert(START.replace("@20", "@19"), "fen")
    with pytest.raises(PositionError):
        convert("B3B/5/2G2/5/B3B G 0", "obx")


def test_lax_reading_is_asked_for():
    text = " txxxt/xxxxx/xxgxx/xxxxx/txxxt t c0 c3 "
    assert convert(text, "obx", lax=True).text == FIRST.replace("#g1", "#")
    assert convert("b3b/5/5/5/b3b g 0", "obx", "fen", lax=True).text == START
    for written in (text, "b3b/5/5/5/b3b g 0"):
        assert recognise(written)
        with pytest.raises(NotationError):
            convert(written, "obx")
    with pytest.raises(NotationError):
        convert("b3b/5/5/5/b3b g 0", "obx", "fen")


@pytest.mark.parametrize(
    ("text", "field", "column", "message"),
    [
        (START, "captured", 33, "expected c0 to c5, found '@'"),
        (f" {START}", "captured", 34, "expected c0 to c5, found '@'"),
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c9 - #", "captured", 34, "expected a number from 0 to 5, found '9'"),
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g  c0 - #", "captured", 33, "expected c, found ' '"),
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g_c0 - #", "turn", 32, "expected a blank, found '_'"),
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT G c0 - #", "turn", 31, "expected g or t, found 'G'"),
        (
            "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0",
            "last_move",
            35,
            "expected a blank and the last move, found the end of the text",
        ),
        ("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 C3", "last_move", 36, "expected m and a move, found 'C'"),
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0 - # ", "number", 39, "expected the end of the text, found ' '"),
    ],
)
def test_the_short_layout_is_strict_obx_without_the_field(text, field, column, message):
    with pytest.raises(NotationError) as caught:
        NOTATIONS["obx-short"].parse(text)
    assert (caught.value.field, caught.value.column, caught.value.text) == (field, column, text)
    assert caught.value.message == message


@pytest.mark.parametrize("number", [" #", " -", ""])
def test_the_short_layout_reads_what_strict_obx_reads(number):
    text = f"TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0 -{number}"
    assert NOTATIONS["obx-short"].parse(text) == State.start()


def test_the_short_layout_in_lax_reading():
    text = "txxxt/xxxxx/xxxxx/xxxxx/txxxt_g_c0"
    assert NOTATIONS["obx-short"].parse(text, lax=True) == State.start()
    with pytest.raises(NotationError):
        NOTATIONS["obx-short"].parse(text)
    assert not NOTATIONS["obx-short"].recognises(START)
    assert not NOTATIONS["obx-short"].recognises("board")
    assert NOTATIONS["obx-short"].recognises(text)


def test_too_many_goats_in_the_short_layout_are_an_impossible_position():
    with pytest.raises(PositionError) as caught:
        NOTATIONS["obx-short"].parse("TGGGT/GGGGG/GGGGG/GGGGG/TXXXT g c5 - #")
    assert caught.value.field == "in_hand"


@given(obx_texts(lax=True))
def test_obx_in_every_form_is_obx(text):
    assert recognise(text)[0] == "obx"
    assert convert(text, "obx", lax=True).text == obx.format(obx.parse(text, lax=True))


def test_the_notations_of_moves():
    assert move_notations() == tuple(MOVE_NOTATIONS)


LISTS = {
    "obx": "mB2 mA1C3(B2) mC2 mC3B3",
    "pypi": "G22 Bx1133 G23 B3332",
    "baghchalai": "G11 Bx0022 G12 B2221",
    "libbaghchal": "XXB4-A5C3-XXC4-C3B3",
    "baghchal_net": "G06 B120006 G07 B1112",
    "gym_baghchal": "b2 a1,c3 c2 c3,b3",
    "gamesman": "b4 a5c3 c4 c3b3",
    "gamesman-help": "b2, a1 c3, b3, c3 c2",
}


@pytest.mark.parametrize("to", [*LISTS])
@pytest.mark.parametrize("source", [*LISTS])
def test_lists_of_moves_from_each_to_each(source, to):
    assert convert_moves(LISTS[source], to, source) == Conversion(source, to, LISTS[to])
    assert convert_moves("", to, source).text == ""


@given(games(), st.sampled_from([*LISTS]))
def test_whole_games(played, to):
    text = " ".join(str(state.last_move) for state in played[1:])
    assert convert_moves(convert_moves(text, to, "obx").text, "obx", to).text == text


def test_lists_from_another_position_and_in_lax_reading():
    start = obx.parse(CAPTURE)
    assert convert_moves("C2 C3,B3", "obx", "gym_baghchal", start=start, lax=True).text == "mC2 mC3B3"
    with pytest.raises(NotationError):
        convert_moves("C2 C3,B3", "obx", "gym_baghchal", start=start)


def test_the_place_of_an_error_in_a_list():
    with pytest.raises(NotationError) as caught:
        convert_moves("XXC3 - A5B4 - XXF3", "obx", "libbaghchal")
    found = caught.value
    message = "expected a point A5 to E1, found 'F'"
    assert (found.field, found.column, found.message, found.text) == ("move 3", 17, message, "XXC3 - A5B4 - XXF3")
    with pytest.raises(IllegalMoveError) as caught:
        convert_moves("XXC3-A5B4-XXC3", "obx", "libbaghchal")
    assert (caught.value.ply, caught.value.move, caught.value.message) == (3, "XXC3", "C3 is not empty")
    with pytest.raises(NotationError) as caught:
        convert_moves("XXC3--A5B4", "obx", "libbaghchal")
    assert (caught.value.field, caught.value.column) == ("move 2", 6)


@pytest.mark.parametrize(("to", "source"), [("ugi", "obx"), ("obx", "ugi")])
def test_an_unknown_notation_of_moves(to, source):
    with pytest.raises(PointboardError, match="no notation of moves is called 'ugi'"):
        convert_moves("mC3", to, source)


@given(st.text(alphabet='TGXB12345/ gtcm@#-_{}":,', max_size=60))
def test_any_text_gives_the_house_s_errors_alone(text):
    for lax in (False, True):
        try:
            made = convert(text, "obx", lax=lax)
        except PointboardError:
            continue
        assert made.source in recognise(text)
