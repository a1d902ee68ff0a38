"""The specification's game state in memory, and the same as JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointboard.baghchal.notation import gamestate, obx
from pointboard.baghchal.notation.gamestate import KEYS, MAX_LENGTH, from_game_state, to_game_state
from pointboard.baghchal.state import MAX_MOVE_NUMBER, State
from pointboard.errors import NotationError, PositionError
from pointboard.testing.baghchal import states

CAPTURE = "XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @19 c1 mA1C3(B2) #t1"
# The example of the specification: its keys, its order, its values.
SPEC_KEYS = ["board", "turn", "remainingGoats", "capturedGoats", "lastMove", "moveNumber"]


def start(**changes):
    return {**to_game_state(State.start()), **changes}


def test_the_start_position():
    assert start() == {
        "board": [2, 0, 0, 0, 2, *[0] * 15, 2, 0, 0, 0, 2],
        "turn": "g",
        "remainingGoats": 20,
        "capturedGoats": 0,
        "lastMove": "-",
        "moveNumber": 0,
    }
    assert list(start()) == list(KEYS) == SPEC_KEYS


def test_a_position_in_the_middle():
    assert to_game_state(obx.parse(CAPTURE)) == {
        "board": [0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 2, *[0] * 7, 2, 0, 0, 0, 2],
        "turn": "g",
        "remainingGoats": 19,
        "capturedGoats": 1,
        "lastMove": "mA1C3(B2)",
        "moveNumber": 2,
    }


def test_a_number_that_is_not_known_is_none():
    with_none = {**to_game_state(obx.parse(CAPTURE)), "moveNumber": None}
    assert to_game_state(obx.parse(CAPTURE.replace("#t1", "#"))) == with_none
    assert from_game_state(with_none).ply is None
    assert from_game_state({**with_none, "moveNumber": 0}).ply is None


@given(states())
def test_round_trip(state):
    made = to_game_state(state)
    assert from_game_state(made) == state
    assert json.loads(gamestate.format(state)) == made
    assert gamestate.parse(gamestate.format(state)) == state


@pytest.mark.parametrize("letters", ["XGT", "xgt"])
def test_cells_may_be_letters_as_the_print_function_takes_them(letters):
    state = obx.parse("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1")
    made = to_game_state(state)
    made["board"] = tuple(letters[cell] for cell in made["board"])
    assert from_game_state(made) == state


@pytest.mark.parametrize("key", KEYS)
def test_a_missing_key_is_named(key):
    made = start()
    del made[key]
    with pytest.raises(NotationError) as caught:
        from_game_state(made)
    assert (caught.value.field, caught.value.column) == (key, 1)
    assert caught.value.message == f"expected the keys {', '.join(KEYS)}; this one is missing"


def test_an_unknown_key_is_named():
    with pytest.raises(NotationError) as caught:
        from_game_state(start(captures=1))
    assert (caught.value.field, caught.value.column) == ("captures", 1)
    assert caught.value.message == f"expected the keys {', '.join(KEYS)} and no other"
    assert caught.value.text == str(start(captures=1))


@pytest.mark.parametrize("wrong", [None, [1, 2], "board", 7])
def test_what_is_no_mapping_is_refused(wrong):
    with pytest.raises(NotationError) as caught:
        from_game_state(wrong)
    assert caught.value.field == "gamestate"
    assert caught.value.message == f"expected a mapping of the keys {', '.join(KEYS)}"


@pytest.mark.parametrize(("key", "high"), [("remainingGoats", 20), ("capturedGoats", 5), ("moveNumber", 1_999_998)])
@pytest.mark.parametrize("wrong", [True, False, 1.0, float("nan"), "1", [1], -1, "high"])
def test_a_number_is_a_whole_number_in_its_range(key, high, wrong):
    value = high + 1 if wrong == "high" else wrong
    with pytest.raises(NotationError) as caught:
        from_game_state(start(**{key: value}))
    assert caught.value.field == key
    assert caught.value.message == f"expected a whole number from 0 to {high}, found {value!r}"
    assert caught.value.text == str(value)


def test_the_ends_of_the_ranges_are_read():
    with pytest.raises(PositionError) as caught:  # but cannot be in the start position
        from_game_state(start(remainingGoats=0, capturedGoats=5, moveNumber=1_999_998))
    assert [problem.field for problem in caught.value.problems] == ["board"]
    assert from_game_state(start(remainingGoats=20, capturedGoats=0, moveNumber=0)) == State.start()


@pytest.mark.parametrize("wrong", [None, 3, "TXXXT", {}, [0] * 24, [0] * 26, ()])
def test_a_board_has_25_cells(wrong):
    with pytest.raises(NotationError) as caught:
        from_game_state(start(board=wrong))
    found = len(wrong) if isinstance(wrong, (list, tuple)) else repr(wrong)
    assert caught.value.field == "board"
    assert caught.value.message == f"expected a list of 25 cells, found {found}"


@pytest.mark.parametrize("wrong", [3, -1, True, 1.0, None, "Y", "", "XG", [1]])
def test_a_cell_that_is_none_is_named_by_its_point(wrong):
    board = [*start()["board"]]
    board[7] = wrong
    with pytest.raises(NotationError) as caught:
        from_game_state(start(board=board))
    assert caught.value.field == "board"
    assert caught.value.message == f"expected 0, 1 or 2 (or X, G or T) at C2, found {wrong!r}"


def test_a_long_cell_is_shown_in_part():
    board = [*start()["board"]]
    board[0] = "G" * 60
    with pytest.raises(NotationError) as caught:
        from_game_state(start(board=board))
    assert caught.value.message == f"expected 0, 1 or 2 (or X, G or T) at A1, found '{'G' * 49}"


@pytest.mark.parametrize("wrong", ["G", "T", "", "goat", None, 1, ["g"]])
def test_the_turn(wrong):
    with pytest.raises(NotationError) as caught:
        from_game_state(start(turn=wrong))
    assert (caught.value.field, caught.value.message) == ("turn", f"expected 'g' or 't', found {wrong!r}")
    assert caught.value.text == str(wrong)


@pytest.mark.parametrize("wrong", ["", "goat", None, 1])
def test_the_turn_in_lax_reading(wrong):
    assert from_game_state(start(turn="G"), lax=True) == State.start()
    with pytest.raises(NotationError, match="expected 'g' or 't'"):
        from_game_state(start(turn=wrong), lax=True)


@pytest.mark.parametrize("wrong", [None, 0, ["mC3"]])
def test_a_last_move_is_text(wrong):
    with pytest.raises(NotationError) as caught:
        from_game_state(start(lastMove=wrong))
    message = f"expected '-' or a move as OBX writes it, found {wrong!r}"
    assert (caught.value.field, caught.value.message) == ("lastMove", message)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "expected m and a move, found the end of the text"),
        ("A1|C3", 1, "expected m and a move, found 'A'"),
        ("mC6", 3, "expected a row 1 to 5, found '6'"),
    ],
)
def test_a_last_move_is_obx(text, column, message):
    with pytest.raises(NotationError) as caught:
        from_game_state(start(lastMove=text))
    assert (caught.value.field, caught.value.column, caught.value.message) == ("lastMove", column, message)


def test_a_last_move_in_lax_reading():
    made = {**to_game_state(obx.parse(CAPTURE)), "lastMove": "a1c3"}
    assert from_game_state(made, lax=True) == obx.parse(CAPTURE)
    with pytest.raises(NotationError):
        from_game_state(made)


def test_an_impossible_position_names_the_keys():
    made = start(turn="t", remainingGoats=18, capturedGoats=1, lastMove="mC3", moveNumber=2)
    with pytest.raises(PositionError) as caught:
        from_game_state(made)
    assert [(problem.flag, problem.field, problem.column) for problem in caught.value.problems] == [
        ("GOAT_TOTAL", "board", None),
        ("LAST_MOVE_MISMATCH", "lastMove", None),
        ("MOVE_NUMBER_SIDE", "moveNumber", None),
    ]


def test_impossible_positions_name_the_other_keys():
    with pytest.raises(PositionError) as caught:
        from_game_state(start(turn="t", capturedGoats=5))
    assert [problem.field for problem in caught.value.problems] == ["board", "turn"]
    with pytest.raises(PositionError) as caught:
        from_game_state(start(remainingGoats=19, capturedGoats=1, turn="t"))
    assert [problem.field for problem in caught.value.problems] == ["capturedGoats"]


@pytest.mark.parametrize(
    ("text", "field", "column", "message"),
    [
        ("", "text", 1, "expected JSON: Expecting value"),
        ('{"board": }', "text", 11, "expected JSON: Expecting value"),
        ("[]", "text", 1, "expected a JSON object"),
        ('{"turn": "g", "turn": "t"}', "turn", 15, "expected each key once"),
        ('{"board": 1, "turn": "g", "turn": "t"}', "turn", 27, "expected each key once"),
        ('{"\\u0061": 1, "a": 2}', "a", 15, "expected each key once"),
        ('{"\\u0061": 1, "\\u0061": 2}', "a", 1, "expected each key once"),
        ("[" * 1000, "text", None, None),
        (f"[{'1' * 900}]", "text", 1, "expected a JSON object"),
        (" " * 1001, "text", 1001, "expected at most 1000 characters"),
    ],
)
def test_broken_json(text, field, column, message):
    with pytest.raises(NotationError) as caught:
        gamestate.parse(text)
    assert caught.value.field == field
    assert caught.value.text == text
    if column is not None:
        assert (caught.value.column, caught.value.message) == (column, message)
    assert not gamestate.recognises(text)


def test_brackets_without_end_are_no_crash(monkeypatch):
    def endless(*_arguments, **_options):
        raise RecursionError

    monkeypatch.setattr(gamestate.json, "loads", endless)
    with pytest.raises(NotationError) as caught:
        gamestate.parse("[[")
    expected = ("text", 1, "expected a JSON object of six keys")
    assert (caught.value.field, caught.value.column, caught.value.message) == expected


def test_json_errors_stand_where_the_key_does():
    text = gamestate.format(State.start()).replace('"capturedGoats": 0', '"capturedGoats": 0.0')
    with pytest.raises(NotationError) as caught:
        gamestate.parse(text)
    assert (caught.value.field, caught.value.column) == ("capturedGoats", text.index('"capturedGoats"') + 1)
    assert caught.value.text == text
    text = gamestate.format(State.start()).replace('"capturedGoats": 0', '"capturedGoats": 1')
    with pytest.raises(PositionError) as caught:
        gamestate.parse(text)
    assert (caught.value.field, caught.value.column, caught.value.text) == ("board", 2, text)
    assert gamestate.recognises(text)


def test_a_key_that_is_not_in_the_text_is_missed_at_its_end():
    with pytest.raises(NotationError) as caught:
        gamestate.parse("{} ")
    assert (caught.value.field, caught.value.column, caught.value.text) == ("board", 2, "{} ")


def test_recognition_and_lax_json():
    text = gamestate.format(State.start()).replace('"g"', '"G"')
    assert gamestate.recognises(text)
    assert gamestate.parse(text, lax=True) == State.start()
    with pytest.raises(NotationError):
        gamestate.parse(text)
    assert gamestate.recognises(gamestate.format(State.start()))


def test_the_longest_written_form_is_known():
    text = gamestate.format(obx.parse(CAPTURE)).replace('"moveNumber": 2', f'"moveNumber": {2 * MAX_MOVE_NUMBER}')
    assert len(text) == 189 <= MAX_LENGTH
    assert gamestate.parse(gamestate.format(State.start()).ljust(MAX_LENGTH)) == State.start()


@given(st.text(max_size=40))
def test_any_text_gives_the_house_s_errors_alone(text):
    with pytest.raises(NotationError):
        gamestate.parse(text)
