"""The text pictures: the specification's printout, the terminal's board, the description in words."""

# ruff: noqa: RUF001 - the signs are what a terminal shows
import json
from pathlib import Path

import pytest

from pointboard.baghchal.board import TIGER_START, Board, point
from pointboard.baghchal.notation import obx
from pointboard.baghchal.render import text
from pointboard.baghchal.state import Move, Side, State

GOLDEN = Path(__file__).parents[2] / "golden" / "baghchal" / "showboard.jsonl"
ROWS = [json.loads(line) for line in GOLDEN.read_text(encoding="ascii").splitlines()]
JUMPED = obx.parse("XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @19 c1 mA1C3(B2) #t1")
STEPPED = obx.parse("XTXXT/XXXXX/XXGXX/XXXXX/TXXXT g @19 c0 mA1B1 #t1")
PLACED = obx.parse("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1")
IMPOSSIBLE = State(Board(-1, 3 << 24), Side.GOAT, -4, 77, Move(99, -1, 200), -3)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["obx"])
def test_render_prints_what_the_specification_prints(row):
    assert text.render(obx.parse(row["obx"])) == row["text"]


def test_the_golden_rows_show_both_sides_to_move_and_every_piece():
    assert {row["turn"] for row in ROWS} == {"g", "t"}
    assert {cell for row in ROWS for cell in row["board"]} == {0, 1, 2}


def test_render_board_is_the_printout_without_its_four_last_lines():
    start = State.start()
    assert text.render(start) == text.render_board(start.board) + (
        "Turn: Goat\nRemaining Goats: 20\nCaptured Goats: 0\n\n"
    )


def test_render_draws_what_cannot_be():
    lines = text.render(IMPOSSIBLE).splitlines()
    assert lines[1] == "1 T   T   T   T   T"
    assert lines[9] == "5 T   T   T   T   ?"
    assert lines[10:] == ["Turn: Goat", "Remaining Goats: -4", "Captured Goats: 77", ""]


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #", "Goats to move"),
        ("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 - #", "Tigers to move"),
        ("XXTXX/XTGXX/XXTXT/XXGGX/XXGGG g @9 c5 mE1C1(D1) #t11", "Tigers win: five captures"),
        ("TGTGT/GGGGT/GGGGG/XGGGG/XXGXX t @0 c4 - #", "Goats win: all tigers trapped"),
    ],
)
def test_headline(position, expected):
    assert text.headline(obx.read(position).to_state()) == expected


def test_headline_names_no_winner_on_a_board_that_cannot_be():
    assert text.headline(State(Board(0, 0), Side.TIGER, 20, 0)) == "Tigers to move"


def test_headline_does_not_ask_how_the_position_came_about():
    odd = State(Board(TIGER_START, 0), Side.GOAT, 15, 5, Move(99, 99), -1)
    assert text.headline(odd) == "Tigers win: five captures"


@pytest.mark.parametrize(("in_hand", "expected"), [(0, "0 goats"), (1, "1 goat"), (2, "2 goats")])
def test_counts(in_hand, expected):
    assert text.counts(State(Board(0, 0), Side.GOAT, in_hand, 3)) == f"{expected} in hand, 3 captured"


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (PLACED, "Last move: goat placed on C3."),
        (STEPPED, "Last move: tiger from A1 to B1."),
        (JUMPED, "Last move: tiger from A1 to C3, capturing B2."),
        (IMPOSSIBLE, "Last move: tiger from point 99 to point -1, capturing point 200."),
    ],
)
def test_describe_tells_the_last_move(state, expected):
    assert text.describe(state).endswith(f" {expected}")


def test_describe():
    assert text.describe(STEPPED) == (
        "Goats to move. 19 goats in hand, 0 captured. Tigers on B1, E1, A5, E5. Goats on C3. "
        "Last move: tiger from A1 to B1."
    )


def test_describe_names_a_point_with_two_pieces_twice():
    both = State(Board(1, 1), Side.TIGER, 19, 0)
    assert text.describe(both) == "Tigers to move. 19 goats in hand, 0 captured. Tigers on A1. Goats on A1."


def test_pretty():
    assert text.pretty(JUMPED, hints=[Move(None, point("D1"))]) == (
        "   A   B   C   D   E\n"
        "1 (·)──·───·───◦───T  1\n"
        "   │ ╲ │ ╱ │ ╲ │ ╱ │\n"
        "2  ·───×───·───·───·  2\n"
        "   │ ╱ │ ╲ │ ╱ │ ╲ │\n"
        "3  ·───·──[T]──·───·  3\n"
        "   │ ╲ │ ╱ │ ╲ │ ╱ │\n"
        "4  ·───·───·───·───·  4\n"
        "   │ ╱ │ ╲ │ ╱ │ ╲ │\n"
        "5  T───·───·───·───T  5\n"
        "   A   B   C   D   E\n"
        "Goats to move\n"
        "19 goats in hand, 1 captured\n"
        "Last move: tiger from A1 to C3, capturing B2\n"
    )


def test_pretty_in_ascii():
    assert text.pretty(JUMPED, unicode=False, hints=(Move(None, 0),)).splitlines()[:7] == [
        "   A   B   C   D   E",
        "1 (+)--.---.---.---T  1",
        "   | \\ | / | \\ | / |",
        "2  .---x---.---.---.  2",
        "   | / | \\ | / | \\ |",
        "3  .---.--[T]--.---.  3",
        "   | \\ | / | \\ | / |",
    ]


def test_pretty_of_the_start_has_no_marks_and_no_last_move():
    shown = text.pretty(State.start(), unicode=False)
    assert not set(shown) & set("[]()+?")
    assert shown.endswith("Goats to move\n20 goats in hand, 0 captured\n")


@pytest.mark.parametrize("unicode", [True, False])
def test_color_adds_nothing_but_escape_codes(unicode):
    shown = text.pretty(JUMPED, unicode=unicode, color=True, hints=[Move(None, 0)])
    codes = {"1;33": "T", "1;36": "G", "35": "[]()x×", "32": "+◦"}
    plain = shown
    for code, letters in codes.items():
        for letter in letters:
            plain = plain.replace(f"\x1b[{code}m{letter}\x1b[0m", letter)
    assert plain == text.pretty(JUMPED, unicode=unicode, hints=[Move(None, 0)])
    assert shown.count("\x1b[1;33mT\x1b[0m") == 4
    assert shown.count("\x1b[35m") == 5
    assert shown.count("\x1b[32m") == 1


def test_color_paints_goats():
    assert "\x1b[1;36mG\x1b[0m" in text.pretty(PLACED, color=True)


def test_pretty_draws_what_cannot_be():
    assert "5  T───T───T───T───?  5" in text.pretty(IMPOSSIBLE, hints=[Move(-1, 300, 40)])
