"""The strategies give what they say, and a missing package is named."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from pointboard.baghchal.rules import legal
from pointboard.baghchal.state import MOVES, Kind, Side, State
from pointboard.testing.baghchal import games, moves, obx_texts, reachable_states, states
from pointboard.testing.texts import mutated

QUICKLY = settings(max_examples=2000, derandomize=True, database=None)


@given(states(turn=Side.TIGER, history=False))
def test_states_as_asked(state):
    assert state.status() == ()
    assert (state.turn, state.last_move, state.ply) == (Side.TIGER, None, None)


@pytest.mark.parametrize(
    "wanted",
    [
        lambda state: state.captured == 5 and state.turn is Side.GOAT and state.last_move is not None,
        lambda state: state.in_hand == 0 and state.turn is Side.TIGER and state.ply is not None and state.ply > 39,
        lambda state: state.last_move is not None and state.last_move.kind is Kind.JUMP,
        lambda state: state.in_hand == 20,
        lambda state: state.board.goat_count == 20,
    ],
)
def test_states_reach_every_corner(wanted):
    assert wanted(find(states(), wanted, settings=QUICKLY))


@given(games(max_plies=30))
def test_games_are_played(game):
    assert game[0] == State.start()
    assert len(game) <= 31
    assert all(after.last_move in legal(before) for before, after in pairwise(game))


def test_games_end_where_play_ends():
    """A game that is over takes no further move, however many are drawn."""
    ended = find(games(max_plies=200), lambda game: not legal(game[-1]), settings=QUICKLY)
    assert all(legal(state) for state in ended[:-1])


@given(st.data(), reachable_states(max_plies=20))
def test_moves_of_a_position_are_legal(data, state):
    assert data.draw(moves(state)) in legal(state)
    assert data.draw(moves()) in MOVES


def test_texts_come_in_all_forms():
    for wanted in (
        lambda text: "@" not in text,
        lambda text: "_" in text,
        lambda text: text.startswith(" "),
        lambda text: text.islower(),
    ):
        assert wanted(find(obx_texts(lax=True), wanted, settings=QUICKLY))


@given(mutated("0123456789"))
def test_mutated_changes_a_little(text):
    assert len(text) <= 13
    assert sum(text.count(digit) for digit in "0123456789") >= len(text) - 3


def test_mutated_takes_texts_and_strategies():
    assert find(mutated("ab", edits=1), lambda text: text == "ba") == "ba"
    assert find(mutated(st.just("ab"), edits=1), lambda text: text == "aab") == "aab"
    assert find(mutated("", edits=1), lambda text: len(text) == 1)


@pytest.mark.parametrize("module", ["pointboard.testing.texts", "pointboard.testing.baghchal"])
def test_a_missing_package_is_named(module):
    code = (
        "import sys; sys.modules['hypothesis'] = None; sys.path.insert(0, sys.argv[1])\n"
        "import pointboard.testing.contract\n"
        f"try:\n    import {module}\nexcept ImportError as error:\n    print(type(error).__name__, error)"
    )
    source = str(Path(__file__).parents[1] / "src")
    done = subprocess.run([sys.executable, "-S", "-c", code, source], capture_output=True, text=True, check=True)
    assert done.stdout == (
        "MissingExtraError hypothesis is not installed; install it with: pip install 'pointboard[testing]'\n"
    )
