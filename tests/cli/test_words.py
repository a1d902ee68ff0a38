"""What the program knows, in words."""

from typing import NamedTuple

import pytest

from pointboard import games
from pointboard.baghchal.engine.search import MATE
from pointboard.baghchal.rules import THREEFOLD_DRAW
from pointboard.baghchal.state import Side
from pointboard.cli.words import (
    evidence_words,
    line_words,
    mistake_words,
    outcome_words,
    result_words,
    score_words,
    side_name,
    verdict_words,
)
from pointboard.game import WIN_SCORE, Choice, Evidence, Line

GAME = games.get("baghchal")


def choice(evidence, depth=5, score=None, outcome=None):
    start = GAME.start()
    return Choice(start, None, start, evidence, score, (), depth, 1234, outcome)


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (None, "-"),
        (0, "+0.00"),
        (35, "+0.35"),
        (-135, "-1.35"),
        (9000, "+90.00"),
        (9995, "wins in 5"),
        (-9999, "loses in 1"),
    ],
)
def test_scores(score, words):
    assert score_words(score) == words


def test_the_engine_and_the_words_mean_the_same_by_a_win():
    assert MATE == WIN_SCORE


@pytest.mark.parametrize(
    ("evidence", "depth", "words"),
    [
        (Evidence.TABLE, 1, "table: proved"),
        (Evidence.TABLE, 9, "table: proved; the move, of those as good, by search: 9 plies deep, 1,234 positions"),
        (Evidence.SEARCH, 5, "search: 5 plies deep, 1,234 positions, an estimate at its end"),
        (Evidence.SEARCH, 1, "search: 1 ply deep, 1,234 positions, an estimate at its end"),
        (Evidence.ENGINE, 3, "engine: another program's word, 3 plies deep"),
        (Evidence.ESTIMATE, 0, "estimate: a formula, without a search"),
        (None, 0, "nothing to choose"),
    ],
)
def test_evidence_never_promises_more_than_it_is(evidence, depth, words):
    assert evidence_words(choice(evidence, depth)) == words


class Proved(NamedTuple):
    """A verdict."""

    winner: Side | None
    plies: int | None
    evidence: Evidence = Evidence.TABLE


@pytest.mark.parametrize(
    ("verdict", "score", "words"),
    [
        (None, None, "-"),
        (None, 35, "+0.35"),
        (Proved(None, None), 0, "draw"),
        (Proved(Side.TIGER, 5), 9995, "tiger wins in 5"),
        (Proved(Side.GOAT, None), None, "goat wins"),
        (Proved(Side.GOAT, None), 9987, "goat wins in at most 13"),
        (Proved(Side.TIGER, None), -9990, "tiger wins in at most 10"),
    ],
)
def test_what_is_proved_of_a_move_goes_before_its_score(verdict, score, words):
    start, move, other = GAME.start(), GAME.parse_move("mC3"), GAME.parse_move("mB1")
    lines = (Line(other, 77, (other,), 1), Line(move, score, (move,), 1, verdict=verdict))
    made = Choice(start, move, GAME.apply(start, move), Evidence.TABLE, score, lines, 1, 21, None)
    assert result_words(made) == words
    assert line_words(GAME, lines[1]) == f"{words:>7}  mC3"
    if verdict is not None and verdict.plies is not None:
        assert verdict_words(verdict) == words


def test_a_choice_without_lines_has_its_score():
    assert result_words(choice(Evidence.SEARCH, score=35)) == "+0.35"


@pytest.mark.parametrize("score", [None, 0, 9000, -9000])
def test_what_is_not_forced_is_an_estimate(score):
    assert evidence_words(choice(Evidence.SEARCH, score=score)).endswith("an estimate at its end")


@pytest.mark.parametrize(("score", "outcome"), [(9001, None), (-9001, None), (9999, None), (0, THREEFOLD_DRAW)])
def test_a_forced_result_is_no_estimate(score, outcome):
    words = "search: 5 plies deep, 1,234 positions, to the end of the game"
    assert evidence_words(choice(Evidence.SEARCH, score=score, outcome=outcome)) == words


def test_mistakes():
    start, move = GAME.start(), GAME.parse_move("mC3")
    best = Line(GAME.parse_move("mB1"), 20, (GAME.parse_move("mB1"),), 2)
    made = Choice(start, move, GAME.apply(start, move), Evidence.SEARCH, 1, (best,), 2, 50, None, mistake=True)
    assert mistake_words(GAME, made, 1) == "level 1 plays a weaker move on purpose; the best it saw is mB1"
    assert mistake_words(GAME, choice(Evidence.SEARCH), 1) is None


def test_outcomes_and_sides():
    over = GAME.outcome(GAME.main_notation.parse("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @15 c5 - #"))
    assert outcome_words(over) == "tiger wins: five captures"
    assert outcome_words(THREEFOLD_DRAW) == "draw: threefold repetition"
    assert side_name("w") == "w"


def test_lines():
    start = GAME.start()
    first = GAME.parse_move("mC3")
    then = GAME.parse_move("mA1B1")
    assert line_words(GAME, Line(first, 35, (first, then), 2)) == "  +0.35  mC3 mA1B1"
    assert GAME.apply(start, first).turn == "t"
