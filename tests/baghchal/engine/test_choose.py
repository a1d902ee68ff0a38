"""The one door: levels, mistakes, finished games, sources."""

import pytest

from pointboard.baghchal.board import TIGER_START, Board
from pointboard.baghchal.engine import choose as door
from pointboard.baghchal.engine.choose import choose
from pointboard.baghchal.engine.levels import LEVELS, STRONGEST, Level, level
from pointboard.baghchal.notation import obx
from pointboard.baghchal.rules import THREEFOLD_DRAW, Outcome, Reason, Repetition, apply, legal, outcome
from pointboard.baghchal.state import Side, State
from pointboard.errors import PointboardError, PositionError
from pointboard.game import Choice, Evidence

START = State.start()
SHUTTLE = obx.parse("GXGGG/GTGGG/GTTXG/GXTGG/XGGGG t @0 c3 mA5A4 #g63")
ONE_WAY = obx.parse("XGGGG/GTGGG/GGTGG/GGTTG/GGGGG t @0 c0 mA1B1 #g21")
ROUND = "mB3B4 mA4A5 mB4B3 mA5A4"


def played(state, text):
    game = [state]
    for move in text.split():
        game.append(apply(game[-1], obx.parse_move(move, game[-1])))
    return game


def test_an_answer():
    found = choose(START, nodes=500)
    assert found.state == START
    assert found.after == apply(START, found.move)
    assert found.evidence is Evidence.SEARCH
    assert (found.move, found.score) == (found.lines[0].move, found.lines[0].score)
    assert found.nodes == 500
    assert found.depth >= 1
    assert found.outcome is None
    assert not found.mistake


def test_the_strongest_level_is_asked_where_nothing_is_said(monkeypatch):
    asked = []
    monkeypatch.setattr(door, "SOURCES", (lambda question: asked.append(question) or "an answer",))
    assert choose(START) == "an answer"
    assert (asked[0].level, asked[0].limits.nodes) == (LEVELS[STRONGEST], 200_000)
    choose(START, depth=2)
    assert (asked[1].level, asked[1].limits.nodes, asked[1].limits.depth) == (None, None, 2)
    choose(START, level=2, seconds=1.5)
    assert (asked[2].level, asked[2].limits.nodes, asked[2].limits.seconds) == (LEVELS[2], 150, 1.5)
    choose(START, depth=2, nodes=99, seconds=1.5)
    assert (asked[3].level, asked[3].limits.depth, asked[3].limits.nodes) == (None, 2, 99)


@pytest.mark.parametrize("limit", [{"depth": 1}, {"nodes": 1}, {"depth": 0, "nodes": 0}])
def test_a_level_goes_with_no_other_limit_but_time(limit):
    message = r"^a level sets depth and positions itself; give it, or depth and nodes$"
    with pytest.raises(PointboardError, match=message):
        choose(START, level=2, **limit)


def test_sources_are_asked_in_turn(monkeypatch):
    answer = Choice(START, None, START, Evidence.TABLE, None, (), 0, 0, None)
    monkeypatch.setattr(door, "SOURCES", (lambda _question: None, lambda _question: answer, lambda _question: 1 / 0))
    assert choose(START, depth=1) is answer


def test_levels():
    assert [one.number for one in LEVELS.values()] == list(range(1, 9)) == list(LEVELS)
    nodes = [one.nodes for one in LEVELS.values()]
    mistakes = [one.mistakes for one in LEVELS.values()]
    assert nodes == sorted(set(nodes))
    assert mistakes == sorted(set(mistakes), reverse=True)
    assert (LEVELS[8].mistakes, level(3)) == (0, LEVELS[3])


@pytest.mark.parametrize("number", [0, 9, -1])
def test_no_such_level(number):
    with pytest.raises(ValueError, match=f"^expected a level from 1 to 8, found {number}$"):
        choose(START, level=number)


def test_mistakes_come_as_often_as_stated():
    errs = [LEVELS[2].errs(START, seed) is not None for seed in range(1000)]
    assert 350 < sum(errs) < 450
    assert not any(LEVELS[8].errs(START, seed) for seed in range(300))
    assert all(Level(1, 1, 100).errs(START, seed) for seed in range(300))


def test_a_mistake_is_another_legal_move_with_its_own_line():
    state = apply(START, legal(START)[5])
    found = {seed: choose(state, level=1, seed=seed) for seed in range(60)}
    wrong = {seed: one for seed, one in found.items() if one.move != one.lines[0].move}
    assert set(wrong) <= {seed for seed in found if LEVELS[1].errs(state, seed)}
    assert {seed for seed, one in found.items() if one.mistake} == set(wrong)
    assert len(wrong) > 10
    assert len({one.move for one in wrong.values()}) > 3
    for one in wrong.values():
        assert one.move in legal(state)
        line = next(line for line in one.lines if line.move == one.move)
        assert (line.score, one.after) == (one.score, apply(state, one.move))
        assert [line.score for line in one.lines] == sorted((line.score for line in one.lines), reverse=True)


def test_a_mistake_among_the_ranked_lines_is_taken_from_them(monkeypatch):
    monkeypatch.setattr(door, "level", lambda _number: Level(1, 300, 100))
    found = choose(START, level=1, lines=21)
    assert len(found.lines) == 21
    assert found.mistake
    assert found.move != found.lines[0].move


def test_where_only_one_move_is_legal_no_level_errs(monkeypatch):
    monkeypatch.setattr(door, "level", lambda _number: Level(1, 300, 100))
    found = choose(ONE_WAY, level=1)
    assert ((found.move,), found.mistake) == (legal(ONE_WAY), False)


def test_every_level_without_a_mistake_takes_a_win_in_one():
    state = obx.parse("TTGXX/TGXXX/XXXXX/XXXXX/XXXXT t @14 c4 - #")
    for number, strength in LEVELS.items():
        seed = next(seed for seed in range(100) if not strength.errs(state, seed))
        found = choose(state, level=number, seed=seed)
        assert found.outcome == Outcome(Side.TIGER, Reason.FIVE_CAPTURES)
        assert found.score == 9_999


def test_a_finished_game():
    over = State(Board(TIGER_START, 0b1110), Side.GOAT, 12, 5)
    found = choose(over, level=1)
    assert found == Choice(over, None, over, None, None, (), 0, 0, outcome(over))


def test_the_move_that_ends_the_game_says_so():
    game = played(SHUTTLE, f"{ROUND} {ROUND}")
    assert choose(game[-1], depth=1, history=game).outcome == THREEFOLD_DRAW
    assert choose(game[-1], depth=1, history=game[:-1]).move is None
    assert choose(game[-1], depth=1, history=game, repetition=Repetition.NONE).outcome is None
    assert choose(game[-1], depth=1, history=game[5:]).outcome is None


def test_no_move_left_under_superko():
    after = apply(ONE_WAY, legal(ONE_WAY)[0])
    found = choose(ONE_WAY, depth=1, history=[after], repetition=Repetition.SUPERKO)
    assert (found.move, found.outcome) == (None, Outcome(Side.GOAT, Reason.TIGERS_TRAPPED))


def test_an_impossible_position():
    with pytest.raises(PositionError):
        choose(State(START.board, Side.GOAT, 19, 0), depth=1)
