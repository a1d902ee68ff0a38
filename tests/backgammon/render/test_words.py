"""What is said of a position: who acts, the cube, the match, and the whole for those who hear it read out."""

import pytest

from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.render import words
from pointboard.backgammon.render.view import VIEWS, Stack, View, counts_of
from pointboard.backgammon.rules import Move, Play, plays
from pointboard.backgammon.state import Cube, Length, Modifier, Owner, Phase, Score, State
from pointboard.errors import PointboardError

BOARD = "11ccccchhhjjjjj:66666888dddddoo"


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        (":N0N::W:IW", "The opening roll is due"),
        (":N0N:3:B:IW", "Opening roll: Black has thrown 3"),
        (":N0N:13:B:IB", "White to play 31"),
        (":N0N::B:IB", "White to roll"),
        (":N0N:26:W:R", "Black to play 62"),
        (":N0N::B:C", "White on roll"),
        (":B1T::B:A", "White on roll, Black has taken"),
        (":N0O::W:D", "White doubles: Black to take or pass"),
        (":N0P::B:P", "Black passes: White wins"),
        (":N0P::B:G", "Black passes: White wins"),
        (":N0N::B:G", "The game is over"),
        (":N0N::B:PR", "White is rolling"),
        (":N0N::B:M:0:0:7", "The match is over"),
        (":N0N::B:F:0:0:7", "The match is finished"),
        (":N0N::B:RG", "Black resigns the game"),
        (":N0N::W:RM:0:0:7", "White resigns the match"),
        (":N0N::W:FF:0:0:7", "White forfeits the match"),
    ],
)
def test_the_headline_of_each_phase(rest, said):
    assert words.headline(ogid.parse(BOARD + rest)) == said


def test_every_phase_has_its_words():
    for phase in Phase:
        for last in (*Side, None):
            assert words.headline(State.start()._replace(phase=phase, last_actor=last))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (":1:N0N::W:C", "White wins: all checkers borne off"),
        (":111:N0N::W:C:0:0:0:9:3", "White wins a gammon: all checkers borne off"),
        (":11m:N0N::W:C:0:0:0:9:3", "White wins a backgammon: all checkers borne off"),
        ("0oo::N0N::B:C:0:0:0:9:3", "Black wins a backgammon: all checkers borne off"),
    ],
)
def test_the_headline_of_a_game_that_is_won(text, said):
    assert words.headline(ogid.parse(text)) == said


@pytest.mark.parametrize(
    ("cube", "last", "said"),
    [
        ("N0N", "W", "1, in the middle"),
        ("W2N", "W", "4, White's"),
        ("B13N", "W", "8192, Black's"),
        ("B14N", "W", "2^14, Black's"),
        ("D2N", "W", "4, dead"),
        ("?0N", "W", "1, owner not known"),
        ("W2O", "W", "4, White's, offered by White at 8"),
        ("B1T", "B", "2, Black's, taken"),
        ("N0P", "B", "1, in the middle, passed"),
    ],
)
def test_the_cube_in_words(cube, last, said):
    fields = ogid.read(f"{BOARD}:{cube}::{last}")
    state = State(*fields[1:10])
    assert words.cube_words(state) == said


def test_an_offered_cube_of_nobody():
    state = State.start()._replace(cube=Cube.of(1)._replace(action=ogid.read(f"{BOARD}:N0O::W").cube.action))
    assert words.cube_words(state._replace(last_actor=None)) == "1, in the middle, offered at 2"
    assert words.cube_text(-1) == "2^-1"


@pytest.mark.parametrize(
    ("score", "length", "said"),
    [
        (Score(), Length(), "money play"),
        (Score(), Length(7), "match to 7"),
        (Score(6, 2), Length(7, Modifier.CRAWFORD), "match to 7, Crawford game"),
        (Score(6, 2), Length(7), "match to 7, post-Crawford"),
        (Score(6, 2), Length(7, Modifier.LAST), "match to 7, post-Crawford, last game"),
        (Score(), Length(0, Modifier.GAMES, 1), "money play, 1 game"),
        (Score(), Length(0, Modifier.GAMES, 5), "money play, 5 games"),
    ],
)
def test_the_match_in_words(score, length, said):
    assert words.match_words(State.start()._replace(score=score, length=length)) == said


def test_the_description_tells_every_checker():
    state = ogid.parse("0cccc:6667opp:W1N::B:C:1:2:5")
    assert words.describe(state) == (
        "White on roll. Cube: 2, White's. Score: White 1, Black 2, match to 5. "
        "White: 1 on the bar, 4 on the 13 point, 10 borne off; pip count 77. "
        "Black: 2 on the bar, 1 on the 24 point, 1 on the 7 point, 3 on the 6 point, 8 borne off; pip count 99."
    )
    wrong = State(Board.of({25: 1}, {}))
    assert "White: 1 on the other side's bar, 14 borne off; pip count 0." in words.describe(wrong)
    assert "Black: no checkers, 15 borne off; pip count 0." in words.describe(wrong)


def test_pips_and_off_are_those_of_the_state():
    state = ogid.parse("0cccc:6667opp:W1N::B:C:1:2:5")
    for side in Side:
        assert (words.pips(state, side), words.off(state, side)) == (state.pips(side), state.off(side))
    assert words.off(State.start()._replace(checkers=3), Side.WHITE) == 0


def test_a_play_in_words():
    state = ogid.parse("j:o:N0N:51:W:R")
    assert words.play_words(plays(state)[0]) == "24/19*/18"
    broken = State(Board(b"", b""))
    assert words.play_words(Play(broken, (Move(1, 30), Move(2, 3)), broken.board)) == "1-30 2-3"


def test_views_have_words():
    assert VIEWS == {"bottom": ("W", "B"), "home": ("right", "left")}
    assert View.of(Side.WHITE, "right") == View.of("W", "right")
    assert View.of("W", "right").top() == tuple(range(13, 25))
    assert View.of("W", "right").low() == tuple(range(12, 0, -1))
    assert View.of("B", "left").low() == tuple(range(1, 13))
    for name, given, known in (("bottom", ("w", "left"), "W or B"), ("home", ("W", "up"), "right or left")):
        with pytest.raises(PointboardError) as error:
            View.of(*given)
        assert str(error.value) == f"{name}: expected {known}, found {given[name == 'home']!r}"


def test_pips_of_a_view_are_points_of_the_side_at_the_bottom():
    white, black = View.of("W", "left"), View.of("B", "left")
    assert [white.pip(point) for point in (0, 1, 25)] == [25, 24, 0]
    assert [black.pip(point) for point in (0, 1, 25)] == [0, 1, 25]
    start = State.start()
    assert white.stack(start, 6) == black.stack(start, 19) == Stack(5, 0)


def test_stacks_tell_whose_they_are():
    assert [Stack(*counts).side for counts in ((0, 0), (2, 0), (0, 1), (1, 1), (-1, 1))] == [
        None,
        Side.WHITE,
        Side.BLACK,
        None,
        Side.BLACK,
    ]
    assert [Stack(*counts).total for counts in ((2, 3), (-1, 3))] == [5, 3]


def test_boards_of_another_size_are_cut_or_filled():
    state = State(Board(b"\1", b"\2" * 30))
    assert counts_of(state, Side.WHITE) == (1, *[0] * 25)
    assert counts_of(state, Side.BLACK) == (2,) * 26
    assert Owner.DEAD.value == "D"
