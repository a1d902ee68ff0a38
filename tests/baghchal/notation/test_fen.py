"""PyPI FEN and the position string of pybaghchal."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointboard.baghchal.notation import fen, obx
from pointboard.baghchal.state import Side, State
from pointboard.errors import NotationError, PointboardError, PositionError
from pointboard.testing.baghchal import reachable_states, states

GOLDEN = Path(__file__).parents[2] / "golden" / "baghchal"
GAMES = [json.loads(line) for line in (GOLDEN / "pypi_games.jsonl").read_text(encoding="ascii").splitlines()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"game {game['id']}")
def test_the_package_writes_the_same(game):
    assert len(game["fen"]) == len(game["obx"]) > 20
    for written, text in zip(game["fen"], game["obx"], strict=True):
        state = obx.parse(text)
        assert fen.format(state) == written
        read = fen.parse(written)
        assert read.last_move is None
        assert State(read.board, read.turn, read.in_hand, read.captured, state.last_move, read.ply) == state


def test_goats_stay_goats():  # BC066
    board = fen.parse("B3B/5/2G2/5/B3B B 1").board
    assert (board.tiger_count, board.goat_count) == (4, 1)


def test_the_captured_goats_follow_from_the_goat_moves():  # BC067
    assert obx.format(fen.parse("2B1B/5/5/5/B3B G 1")) == "XXTXT/XXXXX/XXXXX/XXXXX/TXXXT g @19 c1 - #t1"


@pytest.mark.parametrize(
    ("text", "in_hand", "captured", "ply"),
    [
        ("B3B/5/5/5/B3B G 0", 20, 0, None),
        ("B3B/5/2G2/5/B3B B 1", 19, 0, 1),
        ("B3B/5/2G2/5/B3B G 1", 19, 0, 2),
        ("GGGGB/GGGGG/GGBGG/G2GG/B3B B 20", 0, 4, 39),
        ("GGGGB/GGGGG/GGBGG/G2GG/B3B G 20", 0, 4, 40),
        ("GGGGB/GGGGG/GGBGG/G2GG/B3B B 21", 0, 4, 41),
        ("GGGGB/GGGGG/GGBGG/G2GG/B3B B 999999", 0, 4, 1_999_997),
    ],
)
def test_what_the_number_says(text, in_hand, captured, ply):
    state = fen.parse(text)
    assert (state.in_hand, state.captured, state.ply) == (in_hand, captured, ply)
    assert fen.format(state) == text


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("B3B/5/2G2/5/B3B G 0", [("CAPTURED_RANGE", "captured", 1, "must be 0 to 5, is -1")]),
        ("B3B/5/5/5/B4 G 0", [("TIGER_COUNT", "board", 1, "4 tigers needed, has 3")]),
        (
            "B3B/5/5/5/B3B B 0",
            [("TURN", "turn", 15, "goats move first: with 20 in hand they are to move")],
        ),
        ("B3B/5/5/5/B3B G 20", [("CAPTURED_RANGE", "captured", 1, "must be 0 to 5, is 20")]),
        (
            "B3B/5/5/5/B3B B 1",
            [("TOO_MANY_CAPTURES", "captured", 1, "1 captured, but the tigers can have made only 0 moves")],
        ),
    ],
)
def test_positions_that_cannot_be(text, problems):
    with pytest.raises(PositionError) as caught:
        fen.parse(text)
    assert [(p.flag, p.field, p.column, p.message) for p in caught.value.problems] == problems
    assert caught.value.text == text
    assert fen.recognises(text)


FEN_ERRORS = [
    ("", "board", 1, "expected B, G or a run of at most 5, found the end of the text"),
    ("T3T/5/5/5/T3T G 0", "board", 1, "expected B, G or a run of at most 5, found 'T'"),
    ("6/5/5/5/B3B G 0", "board", 1, "expected B, G or a run of at most 5, found '6'"),
    ("B0", "board", 2, "expected B, G or a run of at most 4, found '0'"),
    ("B5/", "board", 2, "expected B, G or a run of at most 4, found '5'"),
    ("B21B/5/5/5/B3B G 0", "board", 3, "expected B or G, found '1'"),
    ("B3BG/5/5/5/B3B G 0", "board", 4, "expected / and the next row, found 'G'"),
    ("B3B/5/5/5 G 0", "board", 10, "expected / and the next row, found ' '"),
    ("B3B/5/5/5/B3B/5 G 0", "board", 14, "expected a blank, found '/'"),
    ("B3B/5/5/5/B3B", "turn", 14, "expected a blank, found the end of the text"),
    ("B3B/5/5/5/B3B  G 0", "turn", 15, "expected G or B, found ' '"),
    ("B3B/5/5/5/B3B T 0", "turn", 15, "expected G or B, found 'T'"),
    ("B3B/5/5/5/B3B G", "number", 16, "expected a blank, found the end of the text"),
    ("B3B/5/5/5/B3B G -1", "number", 17, "expected a number from 0 to 999999, found '-'"),
    ("B3B/5/5/5/B3B G 1000000", "number", 23, "expected a number from 0 to 999999, found '1000000'"),
    ("B3B/5/5/5/B3B G 0 ", "text", 18, "expected the end of the text, found ' '"),
    ("B3B/5/5/5/B3B G 0 0", "text", 18, "expected the end of the text, found ' '"),
    ("B3B/5/5/5/B3B G \u0660", "text", 17, "expected printable ASCII, found '\u0660'"),
    ("B" * 201, "text", 201, "expected at most 200 characters, found 'B'"),
]


@pytest.mark.parametrize(("text", "field", "column", "message"), FEN_ERRORS)
def test_what_is_no_fen(text, field, column, message):
    with pytest.raises(NotationError) as caught:
        fen.parse(text)
    found = caught.value
    assert (found.field, found.column, found.message, found.text) == (field, column, message, text)


LAX = [
    ("b3b/5/2g2/5/b3b b 1", "B3B/5/2G2/5/B3B B 1"),
    (" B3B/5/2G2/5/B3B   B  1  ", "B3B/5/2G2/5/B3B B 1"),
    ("_B3B/5/2G2/5/B3B_B_1_", "B3B/5/2G2/5/B3B B 1"),
    ("B111B/23/11G2/5/B12B B 1", "B3B/5/2G2/5/B3B B 1"),
]


@pytest.mark.parametrize(("text", "written"), LAX)
def test_what_lax_reading_takes_besides(text, written):
    assert fen.parse(text, lax=True) == fen.parse(written)
    assert fen.recognises(text)
    with pytest.raises(NotationError):
        fen.parse(text)


@pytest.mark.parametrize("text", ["B33B/5/5/5/B3B G 0", "B3B/5/5/5/B3B G 0 x", "B3B/5/5/5/B3BG 0", "T3T/5/5/5/T3T G 0"])
def test_what_lax_reading_refuses_too(text):
    assert not fen.recognises(text)
    with pytest.raises(NotationError):
        fen.parse(text, lax=True)


@given(states())
def test_round_trip(state):
    text = fen.format(state)
    read = fen.parse(text)
    assert (read.board, read.turn, read.in_hand, read.captured) == (
        state.board,
        state.turn,
        state.in_hand,
        state.captured,
    )
    assert state.ply in (None, read.ply)
    assert fen.format(read) == text


@pytest.mark.parametrize(("turn", "text"), [(Side.GOAT, "G 20"), (Side.TIGER, "B 20")])
def test_a_number_that_is_not_known_is_the_least_that_it_can_be(turn, text):
    state = State(fen.parse("GGGGB/GGGGG/GGBGG/G2GG/B3B B 20").board, turn, 0, 4)
    assert fen.format(state) == f"GGGGB/GGGGG/GGBGG/G2GG/B3B {text}"


# The strings of pybaghchal's own tests: one position that can be, two that cannot.
def test_pybaghchal_s_own_position():
    text = "1GG1G/1GGGT/GGGGG/1GTGG/GTGTG t g0 c3 mA3"
    state = fen.parse_pybaghchal(text)
    assert obx.format(state) == "XGGXG/XGGGT/GGGGG/XGTGG/GTGTG t @0 c3 mA3 #"
    assert fen.format_pybaghchal(state) == text


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (
            "G4/GG2T/GG1GG/TG1TG/TGGGG t g0 c5 mC4E4",
            [
                ("GOAT_TOTAL", "board", 1),
                ("LAST_MOVE_MISMATCH", "last_move", 35),
            ],
        ),
        ("1GG1G/1GGGT/1GGGG/GGTGG/GTGTG t g0 c3 mA3", [("LAST_MOVE_MISMATCH", "last_move", 39)]),
        ("T3T/5/5/5/T3T g g19 c0 m", [("GOAT_TOTAL", "board", 1)]),
    ],
)
def test_pybaghchal_positions_that_cannot_be(text, problems):
    with pytest.raises(PositionError) as caught:
        fen.parse_pybaghchal(text)
    assert [(p.flag, p.field, p.column) for p in caught.value.problems] == problems
    assert fen.recognises_pybaghchal(text)


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #", "T3T/5/5/5/T3T g g20 c0 m"),
        ("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #", "T3T/5/2G2/5/T3T t g19 c0 mC3"),
        ("XTXXT/XGXXX/XXXXX/XXXXX/TXXXT g @19 c0 mA1B1 #", "1T2T/1G3/5/5/T3T g g19 c0 mA1B1"),
        ("XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @19 c1 mA1C3(B2) #", "4T/5/2T2/5/T3T g g19 c1 mA1C3"),
    ],
)
def test_pybaghchal_both_ways(text, short):
    assert fen.format_pybaghchal(obx.parse(text)) == short
    assert fen.parse_pybaghchal(short) == obx.parse(text)


@pytest.mark.parametrize(
    ("text", "field", "column", "message"),
    [
        ("B3B/5/5/5/B3B g g20 c0 m", "board", 1, "expected T, G or a run of at most 5, found 'B'"),
        ("T3T/5/5/5/T3T G g20 c0 m", "turn", 15, "expected g or t, found 'G'"),
        ("T3T/5/5/5/T3T g @20 c0 m", "in_hand", 17, "expected g, found '@'"),
        ("T3T/5/5/5/T3T g g21 c0 m", "in_hand", 19, "expected a number from 0 to 20, found '21'"),
        ("T3T/5/5/5/T3T g g20 m", "captured", 21, "expected c, found 'm'"),
        ("T3T/5/5/5/T3T g g20 c6 m", "captured", 22, "expected a number from 0 to 5, found '6'"),
        ("T3T/5/5/5/T3T g g20 c0 -", "last_move", 24, "expected m, found '-'"),
        ("T3T/5/5/5/T3T g g20 c0 mF1", "text", 25, "expected the end of the text, found 'F'"),
        ("T3T/5/5/5/T3T g g20 c0 mA6", "last_move", 26, "expected a row 1 to 5, found '6'"),
        ("T3T/5/5/5/T3T g g20 c0 mA1B", "last_move", 28, "expected a row 1 to 5, found the end of the text"),
        ("T3T/5/5/5/T3T g g20 c0 mA1B1C1", "text", 29, "expected the end of the text, found 'C'"),
    ],
)
def test_what_is_no_pybaghchal_string(text, field, column, message):
    with pytest.raises(NotationError) as caught:
        fen.parse_pybaghchal(text)
    assert (caught.value.field, caught.value.column, caught.value.message) == (field, column, message)


def test_pybaghchal_in_lax_reading():
    text = " t3t/5/2g2/5/t3t T  G19 C0 Mc3 "
    assert fen.parse_pybaghchal(text, lax=True) == fen.parse_pybaghchal("T3T/5/2G2/5/T3T t g19 c0 mC3")
    assert fen.recognises_pybaghchal(text)
    assert not fen.recognises_pybaghchal("B3B/5/5/5/B3B G 0")


@given(reachable_states())
def test_pybaghchal_round_trip(state):
    read = fen.parse_pybaghchal(fen.format_pybaghchal(state))
    assert read == State(state.board, state.turn, state.in_hand, state.captured, state.last_move, None)


@given(st.text(alphabet="BGTgbt12345/ 0cm_", max_size=30))
def test_any_text_gives_the_house_s_errors_alone(text):
    for parse in (fen.parse, fen.parse_pybaghchal):
        for lax in (False, True):
            try:
                assert parse(text, lax=lax).status() == ()
            except PointboardError as error:
                assert str(error)


@pytest.mark.parametrize("text", ["B3B/5/5/5/B3B G 0", "T3T/5/5/5/T3T g g20 c0 m"])
def test_two_hundred_characters_are_read(text):
    parse = fen.parse if text.startswith("B") else fen.parse_pybaghchal
    assert parse(text.ljust(fen.MAX_LENGTH), lax=True) == parse(text)
    with pytest.raises(NotationError) as error:
        parse(text.ljust(fen.MAX_LENGTH + 1), lax=True)
    assert error.value.column == fen.MAX_LENGTH + 1 == 201
