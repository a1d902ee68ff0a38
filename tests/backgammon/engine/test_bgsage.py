"""bgsage as a source: its board both ways, what it refuses, its answers from both sides."""

import sys
from types import SimpleNamespace

import pytest

from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.engine.adapters import bgsage as adapter
from pointboard.backgammon.engine.adapters.bgsage import Bgsage, board_of, row_of
from pointboard.backgammon.engine.source import Level, Question
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.rules import plays
from pointboard.backgammon.state import MatchRules, Phase, State
from pointboard.errors import EngineError, MissingExtraError, PointboardError
from pointboard.values import Evidence

FAST = Question(Bgsage.levels[0])
# No symmetry, both bars in use: White's rear is on 3 and 8, Black holds 5 points of its own home.
LOPSIDED = Board.of({0: 2, 3: 1, 8: 3, 19: 4, 22: 5}, {25: 1, 1: 2, 2: 3, 5: 4, 14: 1, 20: 2, 24: 2})


def test_the_row_of_a_board_with_both_bars():
    white = [1, -2, 0, 5, 0, -2, 4, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 3, 0, 0, -4, 0, 1, -3, -2, 2]
    black = [2, 2, 3, -1, 0, 4, 0, 0, -3, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, -4, 2, 0, -5, 0, 2, 1]
    assert row_of(LOPSIDED, Side.WHITE) == white
    assert row_of(LOPSIDED, Side.BLACK) == black
    assert board_of(white, Side.WHITE) == board_of(black, Side.BLACK) == LOPSIDED
    assert row_of(LOPSIDED.mirror(), Side.BLACK) == white


def test_every_board_comes_back(set_up):
    for state in set_up(300, seed=8):
        for side in Side:
            assert board_of(row_of(state.board, side), side) == state.board


@pytest.mark.parametrize("index", [0, 25])
def test_a_bar_that_is_negative_is_refused(index):
    """bgsage takes a negative index 0 without a word, and errs by more than half a point."""
    row = row_of(LOPSIDED, Side.WHITE)
    row[index] = -row[index]
    with pytest.raises(PointboardError, match=f"^expected a count from 0 up on the bar at index {index}, found -"):
        board_of(row, Side.WHITE)
    with pytest.raises(PointboardError, match=r"^expected 26 counts, found 25$"):
        board_of(row[:25], Side.WHITE)


def test_a_board_that_cannot_be_written_is_not_asked():
    both = Board.of({5: 1}, {5: 1})
    with pytest.raises(PointboardError, match=r"^the board cannot be written as bgsage has it$"):
        adapter._checked(both, Side.WHITE)


def test_it_has_to_be_there_and_new_enough(monkeypatch):
    monkeypatch.setattr(adapter, "version", lambda _: "1.9.20260401")
    with pytest.raises(PointboardError, match=r"^bgsage 1\.9\.20260401 is too old: 2\.0\.20260907 is the first"):
        Bgsage()

    def missing(name):
        raise adapter.PackageNotFoundError(name)

    monkeypatch.setattr(adapter, "version", missing)
    with pytest.raises(MissingExtraError, match="bgsage is not installed") as error:
        Bgsage()
    assert error.value.extra == "engines"


def test_what_cannot_be_loaded_is_told(monkeypatch):
    """As where a library of the system is missing; found out at once, so that another engine can be asked."""

    def broken(name):
        raise ImportError(f"{name}: wrong ELF class")

    monkeypatch.setattr(adapter, "version", lambda _: "2.0.20260907")
    monkeypatch.setitem(sys.modules, "bgsage", None)
    with pytest.raises(PointboardError, match=r"^bgsage \S+ cannot be loaded: 'import of bgsage halted; "):
        Bgsage()
    monkeypatch.setattr(adapter, "import_module", broken)
    with pytest.raises(PointboardError, match=r"^bgsage 2\.0\.20260907 cannot be loaded: 'bgsage: wrong ELF class'$"):
        Bgsage()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("11ccccchhhjjjjj:66666888dddddoo:N0N::B:C", None),
        ("11ccccchhhjjjjj:66666888dddddoo:N0N::B:C:0:0:25", None),
        ("1:o:D1N::B:C", "it does not know a dead cube"),
        ("1:o:N0N::B:C:0:1:26", "it knows matches in which 25 points are missing at most, not 26"),
    ],
)
def test_what_it_cannot_judge(bgsage, text, fault):
    assert bgsage.fault(ogid.parse(text)) == fault


def test_all_plays_are_ranked(bgsage):
    state = ogid.parse("11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:R")
    found = bgsage.plays(state, FAST)
    assert {one.play.board for one in found} == {play.board for play in plays(state)}
    assert [one.value.equity for one in found] == sorted((one.value.equity for one in found), reverse=True)
    known = found[0].value.known
    assert (known.evidence, known.source, known.version) == (Evidence.ENGINE, "bgsage", bgsage.version)
    assert (known.level, known.depth) == ("1ply", 1)
    assert bgsage.evaluate(state, FAST) == found[0].value
    assert bgsage.plays(State.start(), FAST) == ()


@pytest.mark.parametrize(
    "text",
    [
        "00388hhhkkkkjjj:1122255eqqaappp:N0N:24:B:R".replace("qq", ""),
        "11ccccchhhjjjjj:66666888dddddoo:W1N:34:B:R:2:5:7:0",
    ],
)
def test_both_sides_are_judged_alike(bgsage, text):
    state = ogid.parse(text)
    mirrored = state.mirror()
    ours, theirs = bgsage.plays(state, FAST), bgsage.plays(mirrored, FAST)
    assert [one.play.board.mirror() for one in ours] == [one.play.board for one in theirs]
    assert [one.value for one in ours] == [one.value for one in theirs]
    before = [one._replace(dice=(), phase=Phase.PLAYED) for one in (state, mirrored)]
    assert bgsage.cube(before[0], FAST) == bgsage.cube(before[1], FAST)


def test_a_blitz_against_the_bar_is_seen(bgsage):
    """The position in which a wrong sign of the opponent's bar said that the attacker loses."""
    state = State(Board.of({0: 2, 1: 1, 12: 5, 17: 3, 19: 4}, {24: 2, 13: 3, 8: 2, 6: 4, 5: 2, 4: 2}))
    black = bgsage.cube(state._replace(last_actor=Side.WHITE), FAST)
    assert black.chances.win > 0.6
    assert black.chances.gammon > 0.3


def test_the_score_and_the_cube_count(bgsage):
    start = "11ccccchhhjjjjj:66666888dddddoo"
    money, mine, theirs = (bgsage.cube(ogid.parse(f"{start}:{cube}::B:C"), FAST) for cube in ("N0N", "W1N", "B1N"))
    assert theirs.no_double < money.no_double < mine.no_double
    assert theirs.double_take is None
    assert mine.double_take == pytest.approx(money.double_take, abs=1e-6)
    crawford = bgsage.cube(ogid.parse(f"{start}:N0N::B:C:6:3:7C"), FAST)
    assert crawford.double_take is None
    leader, trailer = (bgsage.cube(ogid.parse(f"{start}:N0N::B:C:{score}:7"), FAST) for score in ("5:3", "3:5"))
    assert leader.double_take < trailer.double_take
    jacoby = Question(FAST.level, MatchRules(jacoby=True))
    assert bgsage.cube(ogid.parse(f"{start}:N0N::B:C"), jacoby).no_double != money.no_double


def test_a_position_before_the_roll_is_worth_what_the_cube_makes_of_it(bgsage):
    state = ogid.parse("11ccccchhhjjjjj:66666888dddddoo:N0N::B:C")
    value, cube = bgsage.evaluate(state, FAST), bgsage.cube(state, FAST)
    assert (value.equity, value.chances, value.known) == (cube.equity, cube.chances, cube.known)


def test_an_offered_double_is_that_of_the_doubler(bgsage):
    start = "11ccccchhhjjjjj:66666888dddddoo"
    offered = bgsage.cube(ogid.parse(f"{start}:N0O::W:D"), FAST)
    assert offered == bgsage.cube(ogid.parse(f"{start}:N0N::B:C"), FAST)
    with pytest.raises(PointboardError, match=r"^nobody is on roll$"):
        bgsage.cube(State.start(), FAST)


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([[0] * 26], "bgsage gives a play that is not legal: \\[0, 0"),
        ([], "bgsage gives 0 plays where there are 16"),
    ],
)
def test_what_makes_no_sense_is_refused(bgsage, monkeypatch, moves, said):
    probs = SimpleNamespace(win=0.5, gammon_win=0, backgammon_win=0, gammon_loss=0, backgammon_loss=0)
    given = tuple(SimpleNamespace(board=board, equity=0.0, eval_level="1-ply", probs=probs) for board in moves)
    monkeypatch.setattr(adapter, "_moves", lambda *_: given)
    with pytest.raises(EngineError, match=f"^{said}"):
        bgsage.plays(ogid.parse("11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:R"), FAST)


@pytest.mark.parametrize(
    ("said", "level", "depth"), [("1-ply", "1ply", 1), ("4-ply", "4ply", 4), ("Rollout", "4ply", 4)]
)
def test_a_play_says_at_which_level_it_was_looked_at(bgsage, said, level, depth):
    """One that was set aside early was looked at less deeply; what has no name here is the level asked for."""
    probs = SimpleNamespace(win=0.5, gammon_win=0, backgammon_win=0, gammon_loss=0, backgammon_loss=0)
    move = SimpleNamespace(equity=0.1, eval_level=said, probs=probs)
    known = bgsage._value(move, Question(Level("4ply", 4))).known
    assert (known.level, known.depth) == (level, depth)
