"""Moves as other programs write them: each grammar, both ways, and lists of moves."""

import csv
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointboard.baghchal.notation import obx
from pointboard.baghchal.notation.moves import MOVE_NOTATIONS, Token, move_notation, split
from pointboard.baghchal.rules import apply, legal
from pointboard.baghchal.state import MOVES, Move, State
from pointboard.errors import IllegalMoveError, NotationError, PointboardError
from pointboard.testing.baghchal import moves, reachable_states

GOLDEN = Path(__file__).parents[2] / "golden" / "baghchal"
GAMES = [json.loads(line) for line in (GOLDEN / "pypi_games.jsonl").read_text(encoding="ascii").splitlines()]
with (GOLDEN / "move_texts.tsv").open(encoding="ascii") as _file:
    TEXTS = list(csv.DictReader(_file, delimiter="\t"))

GOATS = obx.parse("XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @19 c1 mA1C3(B2) #t1")
TIGERS = obx.parse("TXXXT/XGXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB2 #g1")
OVER = obx.parse("XXTXX/XTGXX/XXTXT/XXGGX/XXGGG g @9 c5 mE1C1(D1) #t11")


def test_the_table_has_every_notation_with_obx_first():
    assert list(MOVE_NOTATIONS) == [
        "obx", "pypi", "baghchalai", "libbaghchal", "baghchal_net", "gym_baghchal", "gamesman", "gamesman-help",
    ]  # fmt: skip
    assert [notation.title for notation in MOVE_NOTATIONS.values()] == [
        "OBX", "PyPI baghchal", "baghchalai", "libbaghchal", "Dimanjan's baghchal_net", "gym_baghchal",
        "GamesmanClassic", "GamesmanClassic's help text",
    ]  # fmt: skip
    assert [notation.separator for notation in MOVE_NOTATIONS.values()] == [" ", " ", " ", "-", " ", " ", " ", ", "]
    naming = [name for name, notation in MOVE_NOTATIONS.items() if notation.names_side]
    assert naming == ["pypi", "baghchalai", "baghchal_net"]
    assert all(move_notation(name).name == name for name in MOVE_NOTATIONS)


def test_an_unknown_name_is_refused_with_the_names_there_are():
    with pytest.raises(PointboardError) as caught:
        move_notation("chess")
    assert str(caught.value) == f"no notation of moves is called 'chess'; there are: {', '.join(MOVE_NOTATIONS)}"


def test_there_is_a_row_for_each_move():
    assert [row["obx"] for row in TEXTS] == [str(move) for move in MOVES]


@pytest.mark.parametrize("name", ["libbaghchal", "gym_baghchal", "gamesman", "baghchal_net"])
def test_the_programs_write_the_same(name):
    notation = MOVE_NOTATIONS[name]
    for move, row in zip(MOVES, TEXTS, strict=True):
        text = row[name]
        sides = (("G", GOATS), ("B", TIGERS)) if "?" in text else (("", GOATS),)
        for letter, state in sides:
            written = text.replace("?", letter)
            assert notation.format(move, state) == written
            assert notation.parse(written) == move


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"game {game['id']}")
def test_the_package_reads_and_writes_the_same(game):
    notation, state = MOVE_NOTATIONS["pypi"], State.start()
    for own, text in zip(game["obx_moves"], game["pypi_moves"], strict=True):
        move = notation.parse(text, state)
        assert str(move) == own
        assert notation.format(move, state) == text
        state = apply(state, move)


@pytest.mark.parametrize("move", MOVES, ids=str)
def test_baghchalai_is_the_package_s_notation_from_zero(move):
    for state in (GOATS, TIGERS):
        ours, theirs = (MOVE_NOTATIONS[name].format(move, state) for name in ("baghchalai", "pypi"))
        down = str.maketrans("12345", "01234")
        assert ours == theirs.translate(down)
        assert MOVE_NOTATIONS["baghchalai"].parse(ours) == move


# The moves of the program's example game and of its description.
HELP = [
    ("c3", "mC3"),
    ("e1 d1", "mA5A4"),
    ("c1", "mA3"),
    ("d1 b1", "mA4A2(A3)"),
    ("a3", "mC1"),
    ("a3 b3", "mC1C2"),
]


@pytest.mark.parametrize(("text", "own"), HELP)
def test_the_help_of_gamesman(text, own):
    assert str(MOVE_NOTATIONS["gamesman-help"].parse(text)) == own
    assert MOVE_NOTATIONS["gamesman-help"].format(obx.parse_move(own)) == text


EXAMPLES = [
    ("obx", "mC3", "mA1B2", "mA1C3(B2)"),
    ("pypi", "G33", "B1122", "Bx1133"),
    ("baghchalai", "G22", "B0011", "Bx0022"),
    ("libbaghchal", "XXC3", "A5B4", "A5C3"),
    ("baghchal_net", "G12", "B0600", "B120006"),
    ("gym_baghchal", "c3", "a1,b2", "a1,c3"),
    ("gamesman", "c3", "a5b4", "a5c3"),
    ("gamesman-help", "c3", "a1 b2", "a1 c3"),
]


@pytest.mark.parametrize(("name", "placement", "step", "jump"), EXAMPLES)
def test_the_table_of_the_module(name, placement, step, jump):
    notation = MOVE_NOTATIONS[name]
    for text, move in ((placement, Move(None, 12)), (step, Move(0, 6)), (jump, Move(0, 12, 6))):
        assert notation.format(move, TIGERS) == text
        assert notation.parse(text) == move
        assert notation.parse(f"  {text.swapcase()} ", lax=True) == move
        with pytest.raises(NotationError):
            notation.parse(f"{text} ")


@pytest.mark.parametrize("name", [*MOVE_NOTATIONS])
@given(data=st.data())
def test_legal_moves_round_trip(name, data):
    state = data.draw(reachable_states().filter(legal))
    move = data.draw(moves(state))
    notation = MOVE_NOTATIONS[name]
    assert notation.parse(notation.format(move, state), state) == move


@pytest.mark.parametrize("name", [*MOVE_NOTATIONS])
def test_a_step_needs_the_position_only_where_its_side_is_named(name):
    notation = MOVE_NOTATIONS[name]
    assert notation.parse(notation.format(Move(None, 3))) == Move(None, 3)
    assert notation.parse(notation.format(Move(0, 12, 6))) == Move(0, 12, 6)
    if notation.names_side:
        with pytest.raises(PointboardError) as caught:
            notation.format(Move(0, 1))
        assert str(caught.value) == f"{name} says whose piece moves: mA1B1 needs the position before it"
    else:
        assert notation.parse(notation.format(Move(0, 1))) == Move(0, 1)


@pytest.mark.parametrize("name", [*MOVE_NOTATIONS])
def test_a_move_that_the_board_does_not_know_is_not_written(name):
    with pytest.raises(PointboardError, match=r"^mA1C3\(B1\) is no move of the board$"):
        MOVE_NOTATIONS[name].format(Move(0, 12, 1), TIGERS)


@pytest.mark.parametrize(
    ("name", "text", "column", "message"),
    [
        ("obx", "C3", 1, "expected m and a move, found 'C'"),
        ("obx", "mA1C3", 6, "expected the captured goat's point in brackets, found the end of the text"),
        ("pypi", "", 1, "expected G or B, found the end of the text"),
        ("pypi", "g22", 1, "expected G or B, found 'g'"),
        ("pypi", "G06", 2, "expected a point 11 to 55, found '0'"),
        ("pypi", "G26", 3, "expected 1 to 5, found '6'"),
        ("pypi", "G2", 3, "expected 1 to 5, found the end of the text"),
        ("pypi", "G222", 5, "expected 1 to 5, found the end of the text"),
        ("pypi", "Gx1133", 2, "expected a point 11 to 55, found 'x'"),
        ("pypi", "B22", 4, "expected a point 11 to 55, found the end of the text"),
        ("pypi", "G22331", 6, "expected the end of the move, found '1'"),
        ("pypi", "G٢٢", 2, "expected printable ASCII, found '٢'"),
        ("baghchalai", "G55", 2, "expected a point 00 to 44, found '5'"),
        ("libbaghchal", "C3", 3, "expected a point A5 to E1, found the end of the text"),
        ("libbaghchal", "XC3", 2, "expected X, found 'C'"),
        ("libbaghchal", "XXF3", 3, "expected a point A5 to E1, found 'F'"),
        ("libbaghchal", "X", 2, "expected X, found the end of the text"),
        ("libbaghchal", "A5X4", 3, "expected a point A5 to E1, found 'X'"),
        ("libbaghchal", "A5X", 3, "expected a point A5 to E1, found 'X'"),
        ("libbaghchal", "A5 B4", 3, "expected a point A5 to E1, found ' '"),
        ("libbaghchal", "A6B4", 2, "expected 1 to 5, found '6'"),
        ("baghchal_net", "G25", 2, "expected a point 00 to 24, found '2'"),
        ("baghchal_net", "G3", 2, "expected a point 00 to 24, found '3'"),
        ("baghchal_net", "B12", 4, "expected a point 00 to 24, found the end of the text"),
        ("baghchal_net", "G120006", 6, "expected the end of the move, found '0'"),
        ("baghchal_net", "B12000", 7, "expected 0 to 9, found the end of the text"),
        ("gym_baghchal", "a1b2", 3, "expected ,, found 'b'"),
        ("gym_baghchal", "a1, b2", 4, "expected a point a1 to e5, found ' '"),
        ("gym_baghchal", "A1,B2", 1, "expected a point a1 to e5, found 'A'"),
        ("gamesman", "a5 b4", 3, "expected a point a5 to e1, found ' '"),
        ("gamesman-help", "a3b3", 3, "expected a blank, found 'b'"),
        ("gamesman-help", "a3 b3 ", 6, "expected the end of the move, found ' '"),
    ],
)
def test_what_is_no_move(name, text, column, message):
    with pytest.raises(NotationError) as caught:
        MOVE_NOTATIONS[name].parse(text)
    found = caught.value
    assert (found.field, found.column, found.message, found.text) == ("move", column, message, text)


def test_obx_errors_count_from_the_blanks_before():
    with pytest.raises(NotationError) as caught:
        MOVE_NOTATIONS["obx"].parse("  mC9", lax=True)
    assert (caught.value.column, caught.value.message) == (5, "expected a row 1 to 5, found '9'")
    assert caught.value.text == "  mC9"


@pytest.mark.parametrize(
    ("name", "text", "own"),
    [
        ("obx", "a1c3", "mA1C3(B2)"),
        ("pypi", "bX1133", "mA1C3(B2)"),
        ("libbaghchal", "xxc3", "mC3"),
        ("gamesman", "  c3", "mC3"),
        ("gamesman", "a5 b4", "mA1B2"),
        ("gym_baghchal", "a1, b2", "mA1B2"),
        ("gamesman-help", "a3  b3", "mC1C2"),
    ],
)
def test_what_lax_reading_takes_besides(name, text, own):
    assert str(MOVE_NOTATIONS[name].parse(text, lax=True)) == own


def test_lax_reading_leaves_the_capture_s_square_out():  # GN078, BC062
    assert MOVE_NOTATIONS["obx"].parse("mA1C3", TIGERS, lax=True) == Move(0, 12, 6)
    assert MOVE_NOTATIONS["obx"].format(Move(0, 12, 6)) == "mA1C3(B2)"
    with pytest.raises(NotationError):
        MOVE_NOTATIONS["obx"].parse("mA1C3", TIGERS)


@pytest.mark.parametrize("text", ["Bx1122", "Bx1155", "Bx1111", "Bx2122"])
def test_a_jump_that_is_none(text):
    with pytest.raises(IllegalMoveError, match=r"^no jump leads from [A-E][1-5] to [A-E][1-5]$") as caught:
        MOVE_NOTATIONS["pypi"].parse(text)
    assert caught.value.move == text


@pytest.mark.parametrize(
    ("name", "text", "state", "reason"),
    [
        ("pypi", "G33", GOATS, "C3 is not empty"),
        ("pypi", "B3322", GOATS, "goats are to move, not tigers"),
        ("pypi", "G1112", TIGERS, "tigers are to move, not goats"),
        ("pypi", "G33", TIGERS, "tigers are to move, not goats"),
        ("pypi", "B1133", TIGERS, "A1 is not joined to C3"),
        ("pypi", "Bx1113", TIGERS, "no goat on B1 to jump over"),
        ("pypi", "B1122", TIGERS, "B2 is not empty"),
        ("pypi", "G1112", OVER, "the game is over: five captures"),
        ("pypi", "B1112", OVER, "the game is over: five captures"),
        ("libbaghchal", "A5B5", GOATS, "goats may not slide while 19 are in hand"),
        ("libbaghchal", "XXC3", TIGERS, "tigers are to move, and are not placed"),
        ("baghchal_net", "B120001", TIGERS, "the jump from A1 to C3 is over B2"),
        ("gym_baghchal", "a1,e5", TIGERS, "E5 is not empty"),
        ("gamesman", "a5d2", TIGERS, "A1 is not joined to D4"),
    ],
)
def test_what_the_rules_say(name, text, state, reason):
    notation = MOVE_NOTATIONS[name]
    with pytest.raises(IllegalMoveError) as caught:
        notation.parse(text, state)
    assert (caught.value.message, caught.value.move, caught.value.ply) == (reason, text, None)


@pytest.mark.parametrize(
    ("name", "text", "tokens"),
    [
        ("obx", "", []),
        ("libbaghchal", "  ", []),
        ("obx", " mC3  mA1B1\n", [("mC3", 1), ("mA1B1", 6)]),
        ("libbaghchal", "XXC3-A5B4", [("XXC3", 0), ("A5B4", 5)]),
        ("libbaghchal", " XXC3 - A5B4 ", [("XXC3", 1), ("A5B4", 8)]),
        ("libbaghchal", "XXC3--A5B4", [("XXC3", 0), ("", 5), ("A5B4", 6)]),
        ("libbaghchal", "XXC3-", [("XXC3", 0), ("", 5)]),
        ("gamesman-help", "c3, e1 d1", [("c3", 0), ("e1 d1", 4)]),
        ("gym_baghchal", "c3 a1,b1", [("c3", 0), ("a1,b1", 3)]),
    ],
)
def test_lists(name, text, tokens):
    assert split(text, MOVE_NOTATIONS[name]) == tuple(Token(*token) for token in tokens)


@pytest.mark.parametrize("name", [*MOVE_NOTATIONS])
@given(text=st.text(alphabet="GBxX12345ABCDEabcdem0, -()", max_size=8))
def test_any_text_gives_the_house_s_errors_alone(name, text):
    for lax in (False, True):
        try:
            move = MOVE_NOTATIONS[name].parse(text, lax=lax)
        except PointboardError:
            continue
        assert MOVE_NOTATIONS[name].parse(text.strip(" "), lax=lax) == move
