# ruff: noqa: E501 - rows hold whole games and messages
"""Positions that GNU Backgammon's SGF sets up: checkers, cube and dice in any order, as the program writes them."""

from pathlib import Path

import pytest

from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.notation import gnubg, ogid
from pointboard.backgammon.record import sgf
from pointboard.backgammon.record.course import replayed
from pointboard.backgammon.state import Action, Cube, Owner
from pointboard.backgammon.turns import SetPosition

FOLDER = Path(__file__).parents[2] / "golden" / "backgammon" / "set-up"
SAID = [line.split("\t") for line in (FOLDER / "ids.tsv").read_text("utf-8").splitlines()[1:]]
BOARD = "AE[a:y]AW[f][f]AB[s][s]"
RACE = Board.of({19: 2}, {6: 2})
START = "(;GM[6]MI[length:7]"


@pytest.mark.parametrize(("name", "position", "match"), SAID, ids=[row[0] for row in SAID])
def test_the_last_position_is_the_one_that_the_program_showed(name, position, match):
    """Its player 1 makes the moves B of the file."""
    found = sgf.parse((FOLDER / f"{name}.sgf").read_text("utf-8"))
    [game] = found.games
    assert gnubg.normal_form(game.state) == gnubg.parse(f"{position}:{match}", player_1=Side.BLACK)
    assert sgf.parse(sgf.format(found)) == found
    assert replayed(found).match() == found


def plies(text):
    """The plies of a game, each with what follows the checkers in the id after it."""
    match = sgf.parse(START + text + ")")
    assert sgf.parse(sgf.format(match)) == match
    return [
        (ply.text, ogid.format(ply.after).split(":", 2)[2].removesuffix(":0:0:7:0")) for ply in match.games[0].plies
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Nodes one after the other are one ply, in whatever order, and the last word counts.
        (f";CP[b];CV[2];PL[B]{BOARD};PL[B]DI[42]", [("set position", "B1N::W:C"), ("42:", "B1N:24:W:R")]),
        (f";PL[B]{BOARD};CV[4];CP[b];CP[w];PL[W]", [("set position", "W2N::W:C")]),
        (f";PL[B]{BOARD};;CV[2]CP[w]", [("set position", "N0N::W:IB"), ("set position", "W1N::W:C")]),
        # Dice that lie there stay, unless the other side is to act.
        (f";PL[B]DI[31];PL[B]{BOARD}", [("set position", "N0N::W:IB"), ("31:", "N0N:13:W:IB")]),
        (f";PL[B]DI[31];{BOARD};CV[2];CP[b]", [("set position", "B1N::W:C"), ("31:", "B1N:13:W:R")]),
        (f";PL[B]DI[31];PL[W]{BOARD}", [("set position", "N0N::B:IB")]),
        # Dice that were set to others.
        (";PL[W]DI[31];PL[W]DI[31]", [("31:", "N0N:13:B:IB")]),
        (";PL[W]DI[31];PL[W]DI[52]", [("52:", "N0N:25:B:IB")]),
        (";PL[W]DI[31];PL[B]DI[52]", [("52:", "N0N:25:W:IB")]),
        (";PL[W]DI[31];PL[B]DI[31];DI[42]", [("42:", "N0N:24:W:IB")]),
        (
            ";W[31hefe];PL[B]DI[42];PL[W]DI[65]",
            [("31: 8/5 6/5", "N0N::W:C:0:0:7:1"), ("set position", "N0N::B:C:0:0:7:1"), ("65:", "N0N:56:B:R:0:0:7:1")],
        ),
        (";PL[W]DI[31];W[52mhmk]", [("52: 13/11 13/8", "N0N::W:C:0:0:7:1")]),
        # A cube in the middle belongs to the start where nothing else was set up before; who begins may follow.
        (";CV[2]", []),
        (";CV[2]CP[c];W[31hefe]", [("31: 8/5 6/5", "N1N::W:C:0:0:7:1")]),
        (";CV[2];CP[w];W[31hefe]", [("set position", "W1N::B:C"), ("31: 8/5 6/5", "W1N::W:C:0:0:7:1")]),
        (";CV[2];CP[w];PL[B]DI[31]", [("set position", "W1N::W:C"), ("31:", "W1N:13:W:R")]),
        (";PL[W]DI[31];CV[2]", [("set position", "N1N::B:IB"), ("31:", "N1N:13:B:IB")]),
        (";W[31hefe];PL[B]DI[42];CV[2]", [("31: 8/5 6/5", "N0N::W:C:0:0:7:1"), ("set position", "N1N::W:C:0:0:7:1"), ("42:", "N1N:24:W:R:0:0:7:1")]),
        # What is as it was already is no ply.
        (";W[31hefe];CV[1]CP[c]", [("31: 8/5 6/5", "N0N::W:C:0:0:7:1")]),
        # A roll that waited when the game was saved, and a roll that cannot be played.
        (";PL[W]DI[31];W[31]", [("31:", "N0N:13:B:IB")]),
        (";W[31]", [("31:", "N0N:13:B:IB")]),
        (
            ";PL[W]AE[a:y]AW[y][a]AB[s][t][u][v][w][x][s][t][u][v][w][x];W[31]",
            [("set position", "N0N::B:IB"), ("31: Cannot move", "N0N::W:C:0:0:7:1")],
        ),
    ],
)  # fmt: skip
def test_what_is_set_up(text, found):
    assert plies(text) == found


def test_remarks_part_what_is_set_up_and_stay():
    match = sgf.parse(
        f"{START};PL[W]DI[31]C[rolled]LU[0.1];CV[2]CP[w]C[cube];PL[W]{BOARD}C[board];PL[B]{BOARD}C[turn])"
    )
    said = [(ply.text, ply.comment) for ply in match.games[0].plies]
    assert said == [("set position", "cube"), ("set position", "board"), ("set position", "turn\nrolled")]
    match = sgf.parse(f"{START};PL[W]DI[31]C[rolled];PL[W]DI[52]C[again])")
    assert [(ply.text, ply.comment) for ply in match.games[0].plies] == [("52:", "again")]
    assert match.games[0].comment == "rolled"
    match = sgf.parse(f"{START};PL[W]DI[31]C[rolled]LU[0.1];PL[W]{BOARD})")
    assert [(ply.text, ply.comment) for ply in match.games[0].plies] == [("set position", ""), ("31:", "rolled")]
    assert [one.name for one in match.games[0].plies[1].foreign] == ["LU"]


def test_a_cube_and_a_board_at_once():
    [ply] = sgf.parse(f"{START};CV[2]CP[w];PL[W]{BOARD})").games[0].plies
    assert ply.event == SetPosition(RACE, Side.WHITE, Cube(Owner.WHITE, 1))
    assert ply.after.cube == Cube(Owner.WHITE, 1, Action.NONE)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (";CV[2];CP[w])", "line 1, column 20, game 1, ply 1, CV CP: it is not known who begins"),
        (";CV[3])", "CV, line 1, column 21: expected a power of 2, found 3"),
        (";W[31hefe];CP[x])", "CP, line 1, column 31: expected c, w or b, found 'x'"),
        (";W[31hefe];CV[0])", "CV, line 1, column 31: expected a power of 2, found 0"),
        (
            ";W[31hefe];CP[b])",
            "line 1, column 30, game 1, ply 2, CP: the position after it cannot be: cube: a cube at 1 has no owner",
        ),
        (";W[31];B[42])", "line 1, column 21, game 1, ply 1, W[31]: a checker must be moved: the dice can be played"),
        (";PL[W]DI[31];B[42])", "line 1, column 33, game 1, ply 2, B[42]: another roll lies on the board"),
        (
            ";W[31hefe];B[double];CV[4])",
            "line 1, column 40, game 1, ply 3, CV: no set position now: double offered, an answer is due",
        ),
    ],
)
def test_what_cannot_be_set_up(text, message):
    assert str(sgf.read(START + text).error) == message


def test_a_roll_before_a_set_up_that_cannot_be_stays():
    read = sgf.read(f"{START};PL[W]DI[31]C[rolled];AE[a:y]AW[f]AB[f])")
    assert "checkers of both colours" in str(read.error)
    assert [(ply.text, ply.comment) for ply in read.match.games[0].plies] == [("31:", "rolled")]
