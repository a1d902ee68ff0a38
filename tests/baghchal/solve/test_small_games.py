"""Small games, every position of which a plain solver knows too: the tables say the same."""

import random

import pytest
from plain_solver import Plain

from pointboard.baghchal.engine.solve.build import Phase, counts, solve
from pointboard.baghchal.engine.solve.layers import Layer, bottom, solve_goats, solve_tigers
from pointboard.baghchal.engine.solve.levels import read_level
from pointboard.baghchal.engine.solve.locate import locate
from pointboard.baghchal.engine.solve.probe import Tables
from pointboard.baghchal.engine.solve.variant import Variant
from pointboard.baghchal.engine.solve.work import working
from pointboard.baghchal.state import Side

pytestmark = pytest.mark.slow
SIDES = {"t": Side.TIGER, "g": Side.GOAT}
RNG = random.Random(4)  # noqa: S311


def said(verdict):
    return None if verdict.winner is None else (verdict.winner.value, verdict.plies)


def compare_sliding(plain, tables):
    wrong = [
        (here, value, said(tables.verdict(here[0], here[1], SIDES[here[2]], 0)))
        for here, value in plain.sliding.items()
        if said(tables.verdict(here[0], here[1], SIDES[here[2]], 0)) != value
    ]
    assert wrong == []


@pytest.mark.parametrize(("goats", "captures"), [(1, 1), (20, 1), (20, 2)])
def test_the_sliding_phase_is_what_the_plain_solver_finds(goats, captures, tmp_path):
    variant = Variant(goats, captures)
    solve(tmp_path, Phase.SLIDING, variant=variant)
    compare_sliding(Plain(goats, captures), Tables(tmp_path, variant))


def test_draws_wins_and_losses_occur():
    values = {value and value[0] for value in Plain(20, 1).sliding.values()}
    assert values == {"t", "g", None}


def test_both_phases_of_the_game_with_two_goats(small_tables, small):
    plain = Plain(2, 2, layers=(1,))
    compare_sliding(plain, small_tables)
    for (tigers, goats), winner in plain.layers[1].items():
        found = small_tables.verdict(tigers, goats, Side.TIGER, 1).winner
        assert (found and found.value) == winner
    for in_hand, goats in ((1, 0), (1, 1), (2, 0)):
        for board in plain.boards(goats):
            found = small_tables.verdict(*board, Side.GOAT, in_hand).winner
            assert (found and found.value) == plain.after(in_hand, *board, "g")
    rows = counts(small, small_tables.variant)["rows"]
    assert [sum(row["up_to_symmetry"].values()) for row in rows if row["in_hand"] == 0] == [
        33481,
        33481,
        333175,
        333175,
    ]


def test_a_placement_layer_with_every_kind_of_end(tmp_path):
    """Twenty goats of which one is in hand, one capture wins: both sides to move, all 1,666 orbits."""
    variant, plain = Variant(20, 1), Plain(20, 1, layers=(1,))
    solve(tmp_path, Phase.SLIDING, variant=variant)
    with working(2, {}) as work:
        below = bottom(work, variant, lambda captured: read_level(tmp_path, variant, captured))
        placed = solve_goats(work, variant, below)
        moved = solve_tigers(work, variant, placed, Layer.empty(1), (0.0, 1.0))
    kinds = set()
    for (tigers, goats), winner in plain.layers[1].items():
        assert end(moved, tigers, goats) == winner
        kinds.add(winner)
        if RNG.random() < 0.1:
            assert end(placed, tigers, goats) == plain.after(1, tigers, goats, "g")
    assert kinds == {"t", "g", None}


def end(layer, tigers, goats):
    orbit, m = locate(tigers, goats)
    word, lane = m >> 6, m & 63
    if int(layer.tigers[orbit, word]) >> lane & 1:
        return "t"
    return "g" if int(layer.goats[orbit, word]) >> lane & 1 else None
