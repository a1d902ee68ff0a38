"""The wrong examples of the OBX specification: what is wrong with each, and that the corrected values are right.

The numbers are those of ``docs/obx.md``. The texts stand in the specification as they stand here.
"""

import json

import pytest

from pointboard.baghchal.board import point
from pointboard.baghchal.notation import obx
from pointboard.baghchal.notation.gamestate import from_game_state, to_game_state
from pointboard.baghchal.rules import apply, legal, outcome, refusal
from pointboard.baghchal.state import MAX_MOVE_NUMBER, Move, State
from pointboard.errors import IllegalMoveError, NotationError, PositionError

AFTER_B2 = "TXXXT/XGXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB2 #g1"
AFTER_B1 = "TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB1 #g1"
STEP_3 = "TXTXT/TXXXX/XXXXX/XXXXX/TXXXT g @19 c0 mA1B2 #t1"
STEP_4 = "TXTXT/TGXXX/XXXXX/XXXXX/TXXXT t @18 c0 mC2 #g2"
API_ANSWER = "XXTXT/XXXXX/XXGXX/XXXXX/TXXXX g @19 c1 mA1C3(B1) #t1"


def problems(text):
    """Every problem of a text that strict reading can read, as (flag, column, message)."""
    fields = obx.read(text)
    assert fields.status()
    with pytest.raises(PositionError) as caught:
        obx.parse(text)
    assert caught.value.problems == fields.status()
    return [(problem.flag.value, problem.column, problem.message) for problem in caught.value.problems]


def played(before, move):
    state = obx.parse(before)
    return obx.format(apply(state, obx.parse_move(move, state)))


def test_1_the_tiger_moves_onto_the_goat():
    with pytest.raises(IllegalMoveError) as caught:
        obx.parse_move("mA1B2", obx.parse(AFTER_B2))
    assert caught.value.message == "B2 is not empty"
    assert played(AFTER_B2, "mA1B1") == "XTXXT/XGXXX/XXXXX/XXXXX/TXXXT g @19 c0 mA1B1 #t1"
    assert played(AFTER_B2, "mA1C3(B2)") == "XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @19 c1 mA1C3(B2) #t1"


def test_2_six_tigers_and_nineteen_goats():
    assert problems(STEP_3) == [
        ("TIGER_COUNT", 1, "4 tigers needed, has 6"),
        ("GOAT_TOTAL", 1, "0 on the board, 19 in hand and 0 captured make 19 goats, not 20"),
        ("LAST_MOVE_MISMATCH", 40, "mA1B2: no tiger on B2, A1 is not empty"),
    ]


def test_3_the_goat_is_drawn_on_another_point():
    assert problems(STEP_4) == [
        ("TIGER_COUNT", 1, "4 tigers needed, has 6"),
        ("GOAT_TOTAL", 1, "1 on the board, 18 in hand and 0 captured make 19 goats, not 20"),
        ("LAST_MOVE_MISMATCH", 40, "mC2: no goat on C2"),
    ]
    assert obx.read(STEP_4).board.piece(point("B2")) == "G"
    quiet, capture = played(AFTER_B2, "mA1B1"), played(AFTER_B2, "mA1C3(B2)")
    assert played(quiet, "mC2") == "XTXXT/XGGXX/XXXXX/XXXXX/TXXXT t @18 c0 mC2 #g2"
    assert played(capture, "mC2") == "XXXXT/XXGXX/XXTXX/XXXXX/TXXXT t @18 c1 mC2 #g2"


@pytest.mark.parametrize("_where", ["4: the API's example, twice", "6: Update Game"])
def test_4_and_6_the_jump_over_b1_does_not_lead_to_c3(_where):
    state = obx.parse(AFTER_B1)
    with pytest.raises(IllegalMoveError) as caught:
        obx.parse_move("mA1C3(B1)", state)
    assert caught.value.message == "the jump from A1 to C3 is over B2"
    assert refusal(state, Move(point("A1"), point("C3"), point("B2"))) == "no goat on B2 to jump over"
    assert [str(move) for move in legal(state) if move.captured is not None] == ["mA1C1(B1)"]


def test_5_three_tigers_twenty_one_goats():
    assert problems(API_ANSWER) == [
        ("TIGER_COUNT", 1, "4 tigers needed, has 3"),
        ("GOAT_TOTAL", 1, "1 on the board, 19 in hand and 1 captured make 21 goats, not 20"),
        ("LAST_MOVE_MISMATCH", 40, "mA1C3(B1): no tiger on C3, the jump from A1 to C3 is over B2, not B1"),
    ]
    board = obx.read(API_ANSWER).board
    assert [board.piece(point(name)) for name in ("C1", "C3", "E5")] == ["T", "G", "X"]
    assert played(AFTER_B1, "mA1C1(B1)") == "XXTXT/XXXXX/XXXXX/XXXXX/TXXXT g @19 c1 mA1C1(B1) #t1"


def test_7_the_answer_is_no_json():
    text = f"""{{
  "input": "{AFTER_B1}"
  "obx": "{API_ANSWER}",
  "move" : "mA1C3(B1)"
}}"""
    with pytest.raises(json.JSONDecodeError, match="Expecting ',' delimiter: line 3 column 3"):
        json.loads(text)
    assert json.loads(text.replace('"\n  "obx"', '",\n  "obx"'))["input"] == AFTER_B1


@pytest.mark.parametrize("tail", [" #", " -", ""])
def test_8_a_number_that_is_not_recorded_has_three_forms(tail):
    text = f"TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 -{tail}"
    assert obx.parse(text) == State.start()
    assert obx.format(obx.parse(text)) == "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"


def test_9_the_m_belongs_to_the_move_and_not_to_the_frame():
    assert obx.parse("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #").last_move is None
    with pytest.raises(NotationError) as caught:
        obx.parse("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 m- #")
    assert (caught.value.field, caught.value.column) == ("last_move", 41)


def test_10_one_letter_for_two_things():
    with pytest.raises(NotationError) as caught:  # mN in the text: N is a point there, and a number in @N
        obx.parse_move("mN")
    assert (caught.value.column, caught.value.message) == (2, "expected a column A to E, found 'N'")


@pytest.mark.parametrize(
    ("number", "ply"), [("g1", 1), ("t1", 2), ("g2", 3), (f"t{MAX_MOVE_NUMBER}", 2 * MAX_MOVE_NUMBER)]
)
def test_11_numbers_count_moves_of_a_side_and_the_game_state_counts_half_moves(number, ply):
    board, hand = {
        "g1": ("TXXXT/XGXXX/XXXXX/XXXXX/TXXXT t", 19),
        "t1": ("XTXXT/XGXXX/XXXXX/XXXXX/TXXXT g", 19),
        "g2": ("XTXXT/XGGXX/XXXXX/XXXXX/TXXXT t", 18),
    }.get(number, ("GGGGT/GGGGG/GGGGG/GGGTT/GGGTX g", 0))
    state = obx.parse(f"{board} @{hand} c0 - #{number}")
    assert state.ply == ply
    assert to_game_state(state)["moveNumber"] == ply
    assert to_game_state(State.start())["moveNumber"] == 0


def test_12_a_last_move_has_one_form():
    state = {**to_game_state(obx.parse(played(AFTER_B2, "mA1B1"))), "lastMove": "A1|B1"}
    with pytest.raises(NotationError) as caught:
        from_game_state(state)
    assert (caught.value.field, caught.value.message) == ("lastMove", "expected m and a move, found 'A'")


def test_14_only_the_last_move_of_a_request_can_be_illegal():
    assert problems("TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB2 #g1") == [
        ("LAST_MOVE_MISMATCH", 40, "mB2: no goat on B2"),
    ]


@pytest.mark.parametrize(
    ("text", "flag"),
    [
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @19 c0 - #", "GOAT_TOTAL"),
        ("TXXXT/XXXXX/XXXXX/XXXXX/XXXXT g @20 c0 - #", "TIGER_COUNT"),
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT t @20 c0 - #", "TURN"),
        ("TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t @18 c1 - #", None),
        ("TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t @15 c4 - #", None),
        ("XXXXX/TTTTX/XXXXX/XXXXX/XXXXX t @19 c1 - #", "TOO_MANY_CAPTURES"),
    ],
)
def test_15_and_17_what_the_text_leaves_open_is_ruled(text, flag):
    if flag is None:
        assert outcome(obx.parse(text)) is None
    else:
        assert [found for found, _, _ in problems(text)] == [flag]


def test_15_goats_slide_when_none_is_in_hand_and_a_side_without_a_move_loses():
    state = obx.parse("GXXXT/XXXXX/XXXXX/XXXXX/TXTXT g @19 c0 - #")
    assert refusal(state, Move(0, 1)) == "goats may not slide while 19 are in hand"


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("XTGGG/TTGGG/GGGGG/GGGGG/GGGGT g @0 c0 - #", "t"),
        ("GXGGG/TGGGG/GGGTG/GGTTG/GGGGG t @0 c0 - #", "g"),
        ("GXGGG/TGGGG/GGGTG/GGTTG/GGGGG g @0 c0 - #", None),
    ],
)
def test_15_the_side_to_move_loses_when_it_has_no_move(text, winner):
    state = obx.parse(text)
    over = outcome(state)
    assert (None if over is None else over.winner) == winner
    assert bool(legal(state)) is (winner is None)


def test_16_the_number_is_that_of_the_side_that_moved():
    assert problems("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #t1") == [
        ("MOVE_NUMBER_SIDE", 44, "a number belongs to the side that just moved, but the tigers are to move"),
    ]


def test_18_two_layouts_of_one_version_number():
    text = "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 mC3 #g1"
    assert obx.read(text, lax=True).dialect is obx.Dialect.SHORT
    assert obx.format(obx.parse(text, lax=True)) == "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1"
    with pytest.raises(NotationError) as caught:
        obx.parse(text)
    assert (caught.value.field, caught.value.column) == ("in_hand", 33)


def test_the_one_board_of_the_symbols_section_can_be():
    state = obx.parse("GGGGG/GTTTG/GXTXG/GXXXG/GGGGG t @4 c0 - #")
    assert (state.board.tiger_count, state.board.goat_count) == (4, 16)
