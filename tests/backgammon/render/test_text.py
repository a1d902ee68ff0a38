"""Boards as text: the specification's drawing from either side, the terminal's, and that no position breaks one."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.render import text
from pointboard.backgammon.state import Action, Cube, Owner, State
from pointboard.errors import PointboardError
from pointboard.testing.backgammon import any_states, states

DOUBLED = ogid.parse("00jjjjjj9:pooddddd88866:W2O::W:D:3:2:7:12")
CROWD = ogid.parse("000000jjjjjjjjj:ppp111111111111:N0N::W:C")

WHITES_VIEW = """\
Black's Outer Board         Black's Home Board
  13  14  15  16  17  18      19  20  21  22  23  24
 +---+---+---+---+---+---+  +---+---+---+---+---+---+
 |   |   |   | X | o |   |  | o |   |   |   |   |   | White's bar (pip 0): XX
 |   |   |   |   | o |   |  | o |   |   |   |   |   |
 |   |   |   |   | o |   |  |   |   |   |   |   |   |
 |   |   |   |   |   |   |  |   |   |   |   |   |   |
 |   |   |   |   |   |   |  |   |   |   |   |   |   |
 +---+---+---+---+---+---+  +---+---+---+---+---+---+
 +---+---+---+---+---+---+  +---+---+---+---+---+---+
 | o |   |   |   |   |   |  | 6 |   |   |   |   |   |
 | o |   |   |   |   |   |  | X |   |   |   |   |   |
 | o |   |   |   |   |   |  | X |   |   |   |   |   |
 | o |   |   |   |   |   |  | X |   |   |   |   | o |
 | o |   |   |   |   |   |  | X |   |   |   |   | o | Black's bar (pip 25): o
 +---+---+---+---+---+---+  +---+---+---+---+---+---+
  12  11  10   9   8   7       6   5   4   3   2   1
White's Outer Board         White's Home Board
White doubles: Black to take or pass
Cube: 4, White's, offered by White at 8
Score: White (X) 3, Black (o) 2, match to 7
Pips: White 102, Black 174
Off: White 6, Black 2
"""

PRETTY = """\
┌─13─14─15─16─17─18─────19─20─21─22─23─24─┐  o Black to act
│          X  o    │ X │ o                │  pips 174
│             o    │ X │ o                │  score 2
│             o    │   │                  │  off 2
│                  │   │                  │
│                  │   │                  │
│                  │BAR│                  │  [8]
│ o                │   │ 6                │
│ o                │   │ X                │
│ o                │   │ X                │  off 6
│ o                │   │ X              o │  score 3
│ o                │ o │ X              o │  pips 102
└─12─11─10──9──8──7──────6──5──4──3──2──1─┘  X White
White doubles: Black to take or pass
Cube: 4, White's, offered by White at 8
Match to 7
"""


def test_the_board_from_whites_side():
    assert text.render(DOUBLED, bottom="W", home="right") == WHITES_VIEW
    assert (
        text.render_board(DOUBLED, bottom=Side.WHITE, home="right") == WHITES_VIEW[: WHITES_VIEW.index("White doubles")]
    )


def test_the_board_of_the_specification_is_the_default():
    assert text.render(DOUBLED) == text.render(DOUBLED, bottom="B", home="left")
    first, numbers = text.render(DOUBLED).splitlines()[:2]
    assert first == "White's Home Board          White's Outer Board"
    assert numbers == "  24  23  22  21  20  19      18  17  16  15  14  13"


def test_the_other_hand_turns_the_rows_round():
    left, right = (text.render_board(DOUBLED, home=home).splitlines() for home in ("left", "right"))
    cells = re.compile(r"[0-9Xo?]+| {3}(?=\|)")
    for one, other in zip(left[3:8], right[3:8], strict=True):
        assert cells.findall(one[:56]) == cells.findall(other[:56])[::-1]


def test_many_checkers_are_counted():
    drawn = text.render_board(CROWD)
    assert "White's bar (pip 0): 6 X" in drawn
    assert "Black's bar (pip 25): ooo" in drawn
    assert "|12 |" in drawn
    assert "| 9 |" in drawn


def test_both_colours_on_a_point_are_a_question():
    state = State(Board.of({5: 1, 0: 1, 25: 3}, {5: 1, 0: 1, 25: 4}))
    drawn = text.render_board(state)
    assert drawn.count("| ? |") == 2
    assert "White's bar (pip 0): Xo" in drawn
    assert "Black's bar (pip 25): 7 ?" in drawn


def test_the_terminal():
    assert text.pretty(DOUBLED) == PRETTY
    plain = text.pretty(DOUBLED, unicode=False)
    assert plain.isascii()
    assert plain.splitlines()[0] == "+-13-14-15-16-17-18-----19-20-21-22-23-24-+  o Black to act"
    assert plain.splitlines()[12] == "+-12-11-10--9--8--7------6--5--4--3--2--1-+  X White"


def test_the_terminals_colours_change_nothing_else():
    painted = text.pretty(DOUBLED, color=True)
    assert "\x1b[1;33mX\x1b[0m" in painted
    assert "\x1b[1;36mo\x1b[0m" in painted
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == PRETTY
    assert "\x1b[1;35m?\x1b[0m" in text.pretty(State(Board.of({5: 1}, {5: 1})), color=True)


@pytest.mark.parametrize(
    ("cube", "line", "shown"),
    [
        (Cube.of(1), 6, "[1]"),
        (Cube.of(4, Owner.BLACK), 4, "[4]"),
        (Cube.of(4, Owner.WHITE), 8, "[4]"),
        (Cube.of(4, Owner.DEAD), 6, "[dead]"),
        (Cube.of(2, Owner.WHITE, Action.OFFERED), 6, "[4]"),
        (Cube.of(2, Owner.BLACK, Action.TAKEN), 4, "[2]"),
    ],
)
def test_the_cube_lies_with_its_owner(cube, line, shown):
    lines = text.pretty(State.start()._replace(cube=cube)).splitlines()[:13]
    assert [(at, found[43:].strip()) for at, found in enumerate(lines) if "[" in found[43:]] == [(line, shown)]


def test_other_words_are_refused():
    for draw in (text.render, text.render_board, text.pretty):
        with pytest.raises(PointboardError, match=r"^bottom: expected W or B, found 'X'$"):
            draw(DOUBLED, bottom="X")
        with pytest.raises(PointboardError, match=r"^home: expected right or left, found ''$"):
            draw(DOUBLED, home="")


# --- laws ------------------------------------------------------------------------------------------------------------

SWAPPED = {"White": "Black", "Black": "White", "pip 0": "pip 25", "pip 25": "pip 0"}
COLOURS = str.maketrans("Xo", "oX")


def exchanged(drawn):
    """A picture with the colours exchanged."""

    def words(text):
        return re.sub("White|Black|pip 25|pip 0", lambda found: SWAPPED[found[0]], text)

    lines = []
    for line in drawn.splitlines():
        if line.startswith(" |"):
            label, colon, checkers = line[54:].partition(": ")
            lines.append(line[:54].translate(COLOURS) + words(label) + colon + checkers.translate(COLOURS))
        else:
            lines.append(words(line))
    return "\n".join(lines) + "\n"


@given(states(), st.sampled_from(Side), st.sampled_from(("left", "right")))
def test_mirror_commutes_with_drawing(state, bottom, home):
    drawn = text.render_board(state, bottom=bottom, home=home)
    assert text.render_board(state.mirror(), bottom=bottom.other, home=home) == exchanged(drawn)


@given(any_states(), st.sampled_from(Side), st.sampled_from(("left", "right")))
def test_any_state_can_be_drawn(state, bottom, home):
    assert text.render(state, bottom=bottom, home=home).count("\n") >= 22
    assert text.pretty(state, bottom=bottom, home=home).count("\n") == 16
