"""OBX: every golden row; strict, lax and canonical reading; the column of each error; the laws of the round trip."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointboard.baghchal.board import Board, point
from pointboard.baghchal.notation import obx
from pointboard.baghchal.rules import legal, outcome
from pointboard.baghchal.state import MAX_MOVE_NUMBER, Flag, Move, Side, State
from pointboard.errors import IllegalMoveError, NotationError, PositionError
from pointboard.testing.baghchal import moves, obx_texts, states
from pointboard.testing.texts import mutated

GOLDEN = Path(__file__).parents[2] / "golden" / "baghchal" / "obx_cases.jsonl"
ROWS = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
READ = [row for row in ROWS if row["valid"]]
START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT"
REST = " g @20 c0 - #"


def refused(text, *, lax=False, read=obx.parse):
    """Where and why the text is no OBX: (field, column, message)."""
    with pytest.raises(NotationError) as error:
        read(text, lax=lax)
    assert error.value.text == text
    return error.value.field, error.value.column, error.value.message


def impossible(text, *, lax=False):
    """What is wrong with the position: (flag, column) of each problem."""
    with pytest.raises(PositionError) as error:
        obx.parse(text, lax=lax)
    assert error.value.text == text
    return [(p.flag, p.column) for p in error.value.problems]


# --- golden rows -----------------------------------------------------------------------------------------------------


def test_the_golden_rows_are_all_there():
    kinds = [row["class"] for row in ROWS]
    assert [kinds.count(kind) for kind in ("ok", "lenient", "syntax", "semantic")] == [92, 11, 54, 34]


@pytest.mark.parametrize("row", ROWS, ids=range(1, len(ROWS) + 1))
def test_verdict(row):
    strict, lax = {
        "ok": (None, None),
        "lenient": (NotationError, None),
        "syntax": (NotationError, NotationError),
        "semantic": (PointboardRefusal, PositionError),
    }[row["class"]]
    for error, is_lax in ((strict, False), (lax, True)):
        if error is None:
            assert obx.parse(row["obx"], lax=is_lax).status() == ()
        else:
            with pytest.raises(error):
                obx.parse(row["obx"], lax=is_lax)


PointboardRefusal = (NotationError, PositionError)  # an impossible position in a lax form is no strict text


@pytest.mark.parametrize("row", READ, ids=range(1, len(READ) + 1))
def test_canonical_text_moves_and_outcome(row):
    state = obx.parse(row["obx"], lax=True)
    assert obx.format(state) == row["canonical"]
    assert sorted(map(str, legal(state))) == row["legal_moves"]
    result = outcome(state)
    found = None if result is None else {"winner": result.winner.value, "reason": result.reason.value}
    assert found == row["outcome"]
    assert obx.parse(row["canonical"], canonical=True) == state


@pytest.mark.parametrize("row", ROWS, ids=range(1, len(ROWS) + 1))
def test_recognises_by_grammar_alone(row):
    assert obx.recognises(row["obx"]) == (row["class"] != "syntax")


# --- where an error is -----------------------------------------------------------------------------------------------

THE_END = "found the end of the text"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ("board", 1, "expected 5 rows, not 1, found the end of the text")),
        (" " + START + REST, ("board", 1, "expected 5 rows, not 1, found ' '")),
        ("TXXXT/XXXXX", ("board", 12, "expected 5 rows, not 2, found the end of the text")),
        ("TXXXT/XXXXY", ("board", 1, "expected 5 rows, not 2, found 'T'")),
        (START + "/ab" + REST, ("board", 30, "expected 5 rows, not 6, found '/'")),
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXX/TXXXT" + REST, ("board", 1, "expected 5 rows, not 6, found 'T'")),
        (START + "/XXXXX" + REST, ("board", 30, "expected 5 rows, not 6, found '/'")),
        ("TXXXT/XXXX/XXXXX/XXXXX/TXXXT" + REST, ("board", 7, "expected 5 letters in row 2, found 4")),
        ("////", ("board", 1, "expected 5 letters in row 1, found 0")),
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXTX" + REST, ("board", 25, "expected 5 letters in row 5, found 6")),
        ("TXXXT/XXXXX/XXXXX/XXXXX/" + REST, ("board", 25, "expected 5 letters in row 5, found 0")),
        ("BXXXB" + START[5:] + REST, ("board", 1, "expected T, G or X, found 'B'")),
        ("TXXXT/XXxXX/XXXXX/XXXXX/TXXXT" + REST, ("board", 9, "expected T, G or X, found 'x'")),
        (START, ("turn", 30, "expected a blank and the side to move, g or t, found the end of the text")),
        (START + " ", ("turn", 31, "expected g or t, found the end of the text")),
        (START + "  g @20 c0 - #", ("turn", 31, "expected g or t, found ' '")),
        (START + " G @20 c0 - #", ("turn", 31, "expected g or t, found 'G'")),
        (START + " gt @20 c0 - #", ("turn", 32, "expected a blank, found 't'")),
        (START + " g", ("in_hand", 32, "expected a blank and the goats in hand, @0 to @20, found the end of the text")),
        (START + " g ", ("in_hand", 33, "expected @, found the end of the text")),
        (START + " g 20 c0 - #", ("in_hand", 33, "expected @, found '2'")),
        (START + " g c0 - #", ("in_hand", 33, "expected @, found 'c'")),
        (START + " g @ c0 - #", ("in_hand", 34, "expected a number from 0 to 20, found ' '")),
        (START + " g @21 c0 - #", ("in_hand", 35, "expected a number from 0 to 20, found '21'")),
        (START + " g @020 c0 - #", ("in_hand", 35, "expected a number from 0 to 20, found '02'")),
        (START + " g @200 c0 - #", ("in_hand", 36, "expected a number from 0 to 20, found '200'")),
        (START + " g @2x c0 - #", ("in_hand", 35, "expected a blank, found 'x'")),
        (START + " g @20", ("captured", 36, f"expected a blank and the captured goats, c0 to c5, {THE_END}")),
        (START + " g @20 - #", ("captured", 37, "expected c, found '-'")),
        (START + " g @20 c6 - #", ("captured", 38, "expected a number from 0 to 5, found '6'")),
        (START + " g @20 c00 - #", ("captured", 39, "expected a number from 0 to 5, found '00'")),
        (START + " g @20 c0x - #", ("captured", 39, "expected a blank, found 'x'")),
        (START + " g @20 c0", ("last_move", 39, "expected a blank and the last move, found the end of the text")),
        (START + " g @20 c0 ", ("last_move", 40, "expected m and a move, found the end of the text")),
        (START + " g @20 c0 C3 #", ("last_move", 40, "expected m and a move, found 'C'")),
        (START + " g @20 c0 X #", ("last_move", 40, "expected m and a move, found 'X'")),
        (START + " g @20 c0 # -", ("last_move", 40, "expected m and a move, found '#'")),
        (START + " g @20 c0 m #", ("last_move", 41, "expected a column A to E, found ' '")),
        (START + " g @20 c0 mF3 #", ("last_move", 41, "expected a column A to E, found 'F'")),
        (START + " g @20 c0 mC6 #", ("last_move", 42, "expected a row 1 to 5, found '6'")),
        (START + " g @20 c0 mC #", ("last_move", 42, "expected a row 1 to 5, found ' '")),
        (START + " g @20 c0 mC3( #", ("last_move", 43, "expected a blank or the end of the text, found '('")),
        (START + " g @20 c0 mC3X #", ("last_move", 43, "expected a blank or the end of the text, found 'X'")),
        (START + " g @20 c0 mA1B #", ("last_move", 44, "expected a row 1 to 5, found ' '")),
        (START + " g @20 c0 mA1C3 #", ("last_move", 45, "expected the captured goat's point in brackets, found ' '")),
        (START + " g @20 c0 mA1C3() #", ("last_move", 46, "expected a column A to E, found ')'")),
        (START + " g @20 c0 mA1C3(B2 #", ("last_move", 48, "expected ), found ' '")),
        (START + " g @20 c0 -x #", ("last_move", 41, "expected a blank or the end of the text, found 'x'")),
        (START + " g @20 c0 - ", ("number", 42, "expected # or -, found the end of the text")),
        (START + " g @20 c0 - 12", ("number", 42, "expected # or -, found '1'")),
        (START + " g @20 c0 - #x", ("number", 43, "expected g or t, found 'x'")),
        (START + " g @20 c0 - #G1", ("number", 43, "expected g or t, found 'G'")),
        (START + " g @20 c0 - #g", ("number", 44, "expected a number from 1 to 999999, found the end of the text")),
        (START + " g @20 c0 - #g0", ("number", 44, "expected a number from 1 to 999999, found '0'")),
        (START + " g @20 c0 - #t01", ("number", 45, "expected a number from 1 to 999999, found '01'")),
        (START + " g @20 c0 - #t1000000", ("number", 50, "expected a number from 1 to 999999, found '1000000'")),
        (START + " g @20 c0 - #t\u0661", ("text", 44, "expected printable ASCII, found '\u0661'")),
        (START + " g @20 c0 - #t1x", ("number", 45, "expected the end of the text, found 'x'")),
        (START + " g @20 c0 - -;", ("number", 43, "expected the end of the text, found ';'")),
        (START + " g @20 c0 - # ", ("number", 43, "expected the end of the text, found ' '")),
        (START + " g @20 c0 - # ; rm", ("number", 43, "expected the end of the text, found ' '")),
        (START + " g @20 c0 - # #", ("number", 43, "expected the end of the text, found ' '")),
        ("x" * 201, ("text", 201, "expected at most 200 characters, found 'x'")),
        ("x" * 200, ("board", 1, "expected 5 rows, not 1, found 'x'")),
        (START + "\xa0g @20 c0 - #", ("text", 30, r"expected printable ASCII, found '\xa0'")),
        (START + REST + "\n", ("text", 43, r"expected printable ASCII, found '\n'")),
    ],
)  # fmt: skip
def test_strict_reading_stops_at_the_first_wrong_character(text, expected):
    assert refused(text) == refused(text, read=obx.read) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ("board", 1, "expected 5 rows, not 1, found the end of the text")),
        ("__", ("board", 3, "expected 5 rows, not 1, found the end of the text")),
        ("  TXXXT/XXXZX/XXXXX/XXXXX/TXXXT" + REST, ("board", 12, "expected T, G or X, found 'Z'")),
        ("  TXXXT/XXX/XXXXX/XXXXX/TXXXT" + REST, ("board", 9, "expected 5 letters in row 2, found 3")),
        (START + "_", ("turn", 31, "expected g or t, found the end of the text")),
        (START + "  x", ("turn", 32, "expected g or t, found 'x'")),
        (START + " g", ("in_hand", 32, "expected a blank and the goats in hand, @0 to @20, found the end of the text")),
        (START + " g ", ("captured", 33, "expected c, found the end of the text")),
        (START + " g 20 c0", ("captured", 33, "expected c, found '2'")),
        (START + " g X20 c0", ("captured", 33, "expected c, found 'X'")),
        (START + " g @21", ("in_hand", 35, "expected a number from 0 to 20, found '21'")),
        (START + " g @20 c0 #x", ("number", 41, "expected g or t, found 'x'")),
        (START + " g @20 c0 # -", ("number", 42, "expected the end of the text, found '-'")),
        (START + " g @20 c0 x", ("last_move", 40, "expected a column A to E, found 'x'")),
        (START + " g @20 c0 XC3", ("last_move", 40, "expected a column A to E, found 'X'")),
        (START + " g @20 c0 A1C3XB2)", ("last_move", 44, "expected a blank or the end of the text, found 'X'")),
        (START + " g @20 c0 z", ("last_move", 40, "expected a column A to E, found 'z'")),
        (START + " g @20 c0 A1C3(B2", ("last_move", 47, "expected ), found the end of the text")),
        (START + " g @20 c0 - 12", ("number", 42, "expected # or -, found '1'")),
        (START + " g @20 c0 - -x", ("number", 43, "expected a blank or the end of the text, found 'x'")),
        (START + " g @20 c0 - - _x", ("number", 45, "expected the end of the text, found 'x'")),
        (START + " g @20 c0-", ("captured", 39, "expected a blank or the end of the text, found '-'")),
        ("_" * 201, ("text", 201, "expected at most 200 characters, found '_'")),
    ],
)  # fmt: skip
def test_lax_reading_stops_at_the_first_wrong_character(text, expected):
    assert refused(text, lax=True) == refused(text, lax=True, read=obx.read) == expected


@pytest.mark.parametrize(
    ("text", "lax", "expected"),
    [
        ("TXXXX/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #", False, [(Flag.TIGER_COUNT, 1)]),
        ("__txxxx/xxxxx/xxxxx/xxxxx/txxxt g @20 c0", True, [(Flag.TIGER_COUNT, 3)]),
        (START + " t @20 c0 - #", False, [(Flag.TURN, 31)]),
        (START + " t @19 c1 - #", False, [(Flag.TOO_MANY_CAPTURES, 37)]),
        (START + " t  c1 - #", True, [(Flag.TOO_MANY_CAPTURES, 34)]),
        ("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC2 #g1", False, [(Flag.LAST_MOVE_MISMATCH, 40)]),
        ("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g2", False, [(Flag.MOVE_NUMBER_PLACED, 44)]),
        ("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 #g2", True, [(Flag.MOVE_NUMBER_PLACED, 40)]),
        (
            "TXXXX/XXXXX/XXGXX/XXXXX/TXXXT t @18 c0 mC2 #t3",
            False,
            [(Flag.TIGER_COUNT, 1), (Flag.GOAT_TOTAL, 1), (Flag.LAST_MOVE_MISMATCH, 40), (Flag.MOVE_NUMBER_SIDE, 44)],
        ),
        ("TTTTT/GGGGG/GGGGG/GGGGG/TGGGT g @5 c5 -", False, [(Flag.TIGER_COUNT, 1), (Flag.GOAT_TOTAL, 1)]),
        ("GGGGG/GGGGG/GGGGG/GGGGG/GTTTT t c0", True, [(Flag.IN_HAND_RANGE, None)]),
    ],
)
def test_impossible_positions_name_every_problem_and_its_column(text, lax, expected):
    assert impossible(text, lax=lax) == expected
    assert [(p.flag, p.column) for p in obx.read(text, lax=lax).status()] == expected


# --- strict, lax, canonical ------------------------------------------------------------------------------------------

WITH_GOAT = State(Board(0x1100011, 1 << 12), Side.TIGER, 19, 0, Move(None, 12), 1)
TAKEN = State(Board(0x1101010, 0), Side.GOAT, 19, 1, Move(0, 12, 6), 2)


@pytest.mark.parametrize("text", [START + REST, START + " g @20 c0 - -", START + " g @20 c0 -"])
def test_strict_reading_takes_the_specifications_forms(text):
    assert obx.parse(text) == State.start()
    assert obx.parse(text, lax=True) == State.start()


@pytest.mark.parametrize(
    "text",
    [
        "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 mC3 #g1",
        "txxxt/xxxxx/xxgxx/xxxxx/txxxt T @19 C0 Mc3 #G1",
        "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT  t   @19 c0  mC3   #g1",
        " TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1  ",
        "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT_t_@19_c0_mC3_#g1",
        "_TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1_",
        "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 C3 #g1",
        "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT _ t c0 c3 #g1",
    ],
)
def test_lax_reading_takes_the_forms_of_its_list(text):
    assert obx.parse(text, lax=True) == WITH_GOAT
    with pytest.raises(NotationError):
        obx.parse(text)


@pytest.mark.parametrize("tail", ["mA1C3", "A1C3", "a1c3", "A1C3(B2)", "ma1c3(b2)"])
def test_lax_reading_fills_in_the_captured_goat(tail):
    text = f"XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @19 c1 {tail} #t1"
    assert obx.parse(text, lax=True) == TAKEN
    with pytest.raises(NotationError):
        obx.parse(text)


@pytest.mark.parametrize(
    ("tail", "ply"), [("", None), (" ", None), (" #", None), (" - #", None), (" #t1", 2), (" - #t1", 2), ("_#T1_", 2)]
)
def test_lax_reading_may_lack_the_last_move(tail, ply):
    state = obx.parse("XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @19 c1" + tail, lax=True)
    assert (state.last_move, state.ply) == (None, ply)


def test_a_text_of_five_fields_ends_with_its_last_move():
    state = obx.parse("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3")
    assert (state.last_move, state.ply) == (Move(None, 12), None)
    assert obx.parse("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 -") == state


def test_numbers_are_half_moves_inside():
    text = "GGGGG/XXGGT/TGGGX/GXGGT/GGGGT {} @0 c3 - #{}"
    assert obx.parse(text.format("t", "g26")).ply == 51
    assert obx.parse(text.format("g", "t26")).ply == 52
    assert obx.parse(text.format("t", "g999999")).ply == 2 * MAX_MOVE_NUMBER - 1
    assert [obx.format(obx.parse(text.format(*pair))).split("#")[1] for pair in (("t", "g26"), ("g", "t26"))] == [
        "g26", "t26",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "column"),
    [
        (START + " g @20 c0 - -", 42),
        (START + " g @20 c0 -", 41),
        ("  " + START + REST, 1),
        (START + "  g @20 c0 - #", 31),
        (START + REST + " ", 43),
        (START.lower() + REST, 1),
    ],
)
def test_canonical_reading_wants_the_written_form(text, column):
    assert obx.parse(text, lax=True) == State.start()
    with pytest.raises(NotationError) as error:
        obx.parse(text, lax=True, canonical=True)
    written = START + REST
    assert (error.value.field, error.value.column, error.value.text) == ("text", column, text)
    assert error.value.message == f"expected the written form {written!r}"


def test_canonical_reading_takes_the_written_form():
    assert obx.parse(START + REST, canonical=True) == State.start()
    assert obx.START == START + REST


# --- fields, boards, moves -------------------------------------------------------------------------------------------


def test_fields_hold_any_board():
    fields = obx.read("XXXXX/XXXXX/XXXXX/XXXXX/XXXXX g @20 c0 - -")
    assert (fields.board, fields.turn, fields.in_hand, fields.captured) == (Board(0, 0), Side.GOAT, 20, 0)
    assert (fields.last_move, fields.number, fields.dialect) == (None, None, "2.0")
    with pytest.raises(PositionError):
        fields.to_state()
    assert [p.flag for p in fields.status()] == [Flag.TIGER_COUNT]


def test_fields_tell_the_dialect_and_where_things_stand():
    short = obx.read(START + " g c0 - #", lax=True)
    assert (short.dialect, short.in_hand, short.to_state().in_hand) == (obx.Dialect.SHORT, None, 20)
    assert obx.Dialect.SHORT == "2.0-short"
    assert short.columns() == {"board": 1, "turn": 31, "captured": 33, "last_move": 36, "number": 38}
    full = obx.read("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1")
    assert full.columns() == {"board": 1, "turn": 31, "in_hand": 33, "captured": 37, "last_move": 40, "number": 44}
    assert full.status() == ()
    assert (full.last_move, full.number, full.text[:5]) == (Move(None, 12), (Side.GOAT, 1), "TXXXT")
    assert "number" not in obx.read(START + " g @20 c0 -").columns()


def test_fields_made_by_hand_name_what_is_wrong():
    fields = obx.read("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1")
    assert fields._replace(number=("g", 1)).to_state() == fields.to_state()
    with pytest.raises(NotationError) as error:
        fields._replace(number=("x", 1)).status()
    assert (error.value.field, error.value.message) == ("number", "expected g or t, found 'x'")


def test_strict_and_lax_fields_agree_with_the_quick_reading():
    text = "XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @19 c1 mA1C3(B2) #t1"
    assert obx.read(text, lax=True)._replace(text="") == obx.read(text + " ", lax=True)._replace(text="")


def test_a_board_alone():
    assert obx.parse_board("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT") == Board(0x1100011, 1 << 12)
    assert obx.format_board(Board(0x1100011, 1 << 12)) == "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT"
    more = "expected the board part only, found more after it; read a whole OBX text with parse()"
    for text, field, column, message in (
        (START + REST, "board", 30, more),
        (START + " ", "board", 30, more),
        (" " + START, "board", 1, "expected 5 rows, not 1, found ' '"),
        (START + "\n", "text", 30, r"expected printable ASCII, found '\n'"),
        ("TXXXT", "board", 6, "expected 5 rows, not 1, found the end of the text"),
        (START.lower(), "board", 1, "expected T, G or X, found 't'"),
    ):
        with pytest.raises(NotationError) as error:
            obx.parse_board(text)
        assert (error.value.field, error.value.column, error.value.message) == (field, column, message)
        assert error.value.text == text


@given(moves())
def test_a_move_text_names_the_move(move):
    assert obx.parse_move(obx.format_move(move)) == move
    assert obx.parse_move(obx.format_move(move).lower(), lax=True) == move
    assert obx.format_move(move) == str(move)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ("move", 1, "expected m and a move, found the end of the text")),
        ("C3", ("move", 1, "expected m and a move, found 'C'")),
        ("MC3", ("move", 1, "expected m and a move, found 'M'")),
        (" mC3", ("move", 1, "expected m and a move, found ' '")),
        ("mC3 ", ("move", 4, "expected the end of the move, found ' '")),
        ("mA1C3", ("move", 6, "expected the captured goat's point in brackets, found the end of the text")),
        ("mA1C3(B2", ("move", 9, "expected ), found the end of the text")),
        ("mA1C3(B2)x", ("move", 10, "expected the end of the move, found 'x'")),
        ("mA1\u0661", ("text", 4, "expected printable ASCII, found '\u0661'")),
    ],
)
def test_strict_move_reading_says_where_it_stops(text, expected):
    def read(text, *, lax):
        return obx.parse_move(text, lax=lax)

    assert refused(text, read=read) == expected


def test_a_move_is_read_strictly_unless_asked():
    with pytest.raises(NotationError):
        obx.parse_move("C3")
    with pytest.raises(NotationError):
        obx.parse("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0 - #")
    with pytest.raises(NotationError):
        obx.read("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0 - #")


def test_lax_move_reading():
    for text in ("a1c3", "mA1C3", " A1C3(B2) ", "_ma1c3_", "MA1C3"):
        assert obx.parse_move(text, lax=True) == Move(0, 12, 6)
    assert obx.parse_move("a1c2", lax=True) == Move(0, 7)
    assert obx.parse_move("mA1C2") == Move(0, 7)
    assert refused("a1c3 x", lax=True, read=lambda text, lax: obx.parse_move(text, lax=lax)) == (
        "move", 6, "expected the end of the move, found 'x'",
    )  # fmt: skip


def test_a_move_is_judged_where_a_position_is_given():
    state = obx.parse("TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB1 #g1")
    assert obx.parse_move("mA1C1(B1)", state) == Move(0, 2, 1)
    with pytest.raises(IllegalMoveError) as error:
        obx.parse_move("mA1C3(B1)", state)
    assert (error.value.message, error.value.move) == ("the jump from A1 to C3 is over B2", "mA1C3(B1)")


def test_moves_that_the_board_does_not_know_can_be_written():
    state = State(Board(0x1100011, 0), Side.GOAT, 20, 0, Move(0, point("E5")))
    assert obx.format(state) == START + " g @20 c0 mA1E5 #"


# --- laws ------------------------------------------------------------------------------------------------------------


@given(states())
def test_every_possible_state_formats_to_text_that_parses_to_it(state):
    text = obx.format(state)
    assert obx.parse(text, canonical=True) == state
    assert obx.parse(text, lax=True) == state
    assert len(text) <= 69
    assert text.isascii()


@given(obx_texts())
def test_strict_texts_are_read_in_both_modes(text):
    assert obx.parse(text) == obx.parse(text, lax=True)


@given(obx_texts(lax=True))
def test_lax_texts_format_to_text_that_parses_to_the_same(text):
    state = obx.parse(text, lax=True)
    assert obx.parse(obx.format(state)) == state
    assert obx.recognises(text)


@given(
    mutated(obx_texts(lax=True)) | st.text(max_size=90) | st.binary(max_size=90).map(lambda raw: raw.decode("latin-1"))
)
def test_any_text_is_read_or_refused_in_words(text):
    for lax in (False, True):
        try:
            state = obx.parse(text, lax=lax)
        except NotationError as error:
            assert 1 <= error.column <= max(len(text) + 1, 1)
            assert error.text == text
        except PositionError as error:
            assert error.problems
            assert obx.recognises(text)
        else:
            assert obx.parse(obx.format(state)) == state
            assert obx.parse(text, lax=True) == state


QUICK = [row["obx"] for row in ROWS if row["class"] == "ok"]
QUICK += ["GGGGG/XXGGT/TGGGX/GXGGT/GGGGT t @0 c3 - #g999999", "GGGGG/XXGGT/TGGGX/GXGGT/GGGGT g @0 c3 - #t20"]
QUICK += ["GGGGG/XXGGT/TGGGX/GXGGT/GGGGT g @0 c3 - #t999999"]


@pytest.mark.parametrize("text", QUICK, ids=range(len(QUICK)))
def test_strict_texts_are_read_the_quick_way(text, monkeypatch):
    state = obx.parse(text)
    monkeypatch.delattr(obx, "_Reader")
    assert obx.parse(text) == obx.parse(text, lax=True) == state
    assert obx.parse(obx.format(state)) == state


@given(mutated(obx_texts()))
def test_the_quick_reading_agrees_with_the_slow_one(text):
    try:
        quick = obx.read(text)
    except NotationError:
        return
    assert obx._Reader(text, lax=False).fields() == quick


@given(mutated(moves().map(str)))
def test_any_move_text_is_read_or_refused_in_words(text):
    for lax in (False, True):
        try:
            move = obx.parse_move(text, lax=lax)
        except NotationError as error:
            assert 1 <= error.column <= len(text) + 1
        else:
            assert obx.parse_move(str(move), lax=lax) == move
