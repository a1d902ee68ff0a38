"""Bearing off: the numbers, the plays, both ways to compute, GNU Backgammon's values, a plain recursion."""

import json
import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.engine.bearoff import onesided, twosided
from pointboard.backgammon.engine.bearoff.index import boards, number_of, size_of, steps, targets
from pointboard.backgammon.engine.exact import Tables
from pointboard.backgammon.engine.progress import Clock
from pointboard.backgammon.engine.rolls import ROLLS
from pointboard.backgammon.rules import plays
from pointboard.backgammon.state import Cube, Owner, Phase, State

GOLDEN = Path(__file__).parents[2] / "golden" / "backgammon" / "bearoff.jsonl"
ROWS = [json.loads(line) for line in GOLDEN.read_text("utf-8").splitlines()]


def black(counts, theirs=(0, 0, 0, 0, 0, 1)):
    """Black on roll with these counts on its points 1 to 6, White likewise."""
    white = {25 - point: n for point, n in enumerate(theirs, 1)}
    return State(Board.of(white, dict(enumerate(counts, 1))), last_actor=Side.WHITE)


def counts_of(board):
    return tuple(board.black[1:7])


def test_boards_have_their_numbers():
    for checkers in (1, 3, 15):
        table = boards(checkers)
        assert len(table) == size_of(checkers)
        assert (table.sum(axis=1) <= checkers).all()
    assert all(number_of(tuple(row)) == i for i, row in enumerate(boards(6).tolist()))
    rng = random.Random(1)  # noqa: S311 (seeded on purpose)
    for number in (rng.randrange(size_of(15)) for _ in range(200)):
        assert number_of(tuple(boards(15)[number].tolist())) == number


def test_plays_are_those_of_the_rules():
    rng = random.Random(2)  # noqa: S311 (seeded on purpose)
    numbers = [*range(1, size_of(3)), *(rng.randrange(size_of(9)) for _ in range(60))]
    for number in numbers:
        state = black(boards(9)[number].tolist())
        for low, high, _ in ROLLS:
            rolled = state._replace(dice=(low, high), phase=Phase.ROLLED)
            expected = {number_of(counts_of(play.board)) for play in plays(rolled)}
            row = targets(low, high, 9)[number]
            assert sorted(row[row >= 0].tolist(), reverse=True) == row[row >= 0].tolist()
            assert set(row[row >= 0].tolist()) == expected


def test_a_move_lowers_the_number():
    table = steps(6)
    numbers = np.arange(table.shape[2] - 1)
    assert (table[:, :, 1:-1] < numbers[1:]).all()
    assert (table[:, :, -1] == -1).all()


@pytest.mark.usefixtures("needs_numba")
def test_both_ways_to_compute_give_the_same_bits(monkeypatch):
    both = []
    for setting in ("1", "0"):
        monkeypatch.setenv("POINTBOARD_NUMBA", setting)
        table = np.zeros((size_of(3), size_of(3), 4))
        twosided.solve(3, Clock(None), table)
        both.append((onesided.solve(Clock(None), 5).tobytes(), table.tobytes()))
    assert both[0] == both[1]


@pytest.mark.usefixtures("needs_numba")
def test_kernels_run_interpreted_as_compiled():
    after, lists, size = steps(2), twosided.moves(2), size_of(2)
    table, known = np.zeros((size, size, 4)), np.zeros((size, 4))
    mean, chances = np.zeros(size), np.zeros((size, 64))
    chances[0, 0] = 1.0
    onesided.distribute(1, size, after, mean, chances, 0)
    found = onesided.solve(Clock(None), 2)
    assert (found[:, :32] == chances[:, :32]).all()
    twosided.solve(2, Clock(None), table)
    twosided.as_mover(5, table, *lists, np.zeros(4), known)
    assert (known[1:] == table[1:, 5]).all()
    again = np.zeros((size, 4))
    known[0] = -1.0
    twosided.against(known, *lists, np.zeros(4), again)
    assert (again[1:] == table[5, 1:]).all()


@cache
def plain(counts):
    """The mean number of rolls, and the chances of needing 0, 1, 2, ..., by the rules; the smallest number on a tie."""
    if not any(counts):
        return 0.0, (1.0,)
    total, chances = 0.0, [0.0] * 16
    for low, high, _ in ROLLS:
        rolled = black(counts)._replace(dice=(low, high), phase=Phase.ROLLED)
        after = [counts_of(play.board) for play in plays(rolled)]
        best = min(after, key=lambda one: (plain(one)[0], number_of(one)))
        weight = 1 if low == high else 2
        total += weight * plain(best)[0]
        for n, chance in enumerate(plain(best)[1]):
            chances[n + 1] += weight * chance / 36
    return 1 + total / 36, tuple(chances[:15])


def test_distributions_are_those_of_a_plain_recursion(folder):
    table = Tables(folder)
    for counts in ((0, 0, 0, 0, 0, 1), (1, 0, 1, 0, 0, 1), (0, 0, 0, 2, 0, 1), (3, 0, 0, 0, 0, 0), (0, 1, 1, 1, 0, 0)):
        found = table.race(black(counts), Side.BLACK)
        mean, chances = plain(counts)
        assert found.mean == pytest.approx(mean, abs=1e-12)
        assert found.rolls[: len(chances)] == pytest.approx(chances, abs=1e-12)
        assert found.effective_pips == pytest.approx(mean * 49 / 6, abs=1e-12)
        assert found.wastage == pytest.approx(found.effective_pips - sum(p * n for p, n in enumerate(counts, 1)))


def test_distributions_add_up(folder):
    file, table = Tables(folder).table("bearoff-rolls")
    file.check(0, table.nbytes)
    assert table.shape == (54264, 64)
    assert np.abs(table[:, :32].sum(axis=1) - 1).max() < 1e-14
    assert np.abs(table[:, 32:].sum(axis=1) - 1).max() < 1e-14
    assert (table[:, :32] > 0).any(axis=0).nonzero()[0].max() == 30  # room enough
    assert (table[: size_of(14), 32] == 1).all()
    assert (table[size_of(14) :, 32] == 0).all()


def test_values_by_hand(folder):
    tables = Tables(folder)
    # One checker each on the 6-point: 27 of 36 rolls bear it off; the other side then does on its roll, or we win.
    values = tables.evaluate(black((0, 0, 0, 0, 0, 1))).values
    win = 27 / 36 + 9 / 36 * 9 / 36 * 1  # after two misses we are sure to be off
    assert values.cubeless == pytest.approx(2 * win - 1)
    assert values.opponent == pytest.approx(27 / 36 + 9 / 36 * -1)  # the other side doubles after our miss: we pass
    assert (values.own, values.centred) == (1.0, 1.0)  # double, pass
    # Two checkers on the 1-point are off with any roll.
    assert tables.evaluate(black((2, 0, 0, 0, 0, 0))).values == (1.0, 1.0, 1.0, 1.0)


def test_gnu_backgammons_values(folder):
    """1,000 positions of both sides: within the rounding of what it prints and keeps."""
    tables, alike, seen = Tables(folder), 0, 0
    for row in ROWS:
        state = black(row["mine"], row["theirs"])
        for i, side in enumerate((Side.BLACK, Side.WHITE)):
            race = tables.race(state, side)
            # It keeps chances in 16 bits and adds up what was rounded; it prints three places.
            assert race.mean == pytest.approx(row["mean"][i], abs=0.0006)
            assert race.effective_pips == pytest.approx(row["effective_pips"][i], abs=0.0015)
            assert race.wastage == pytest.approx(row["wastage"][i], abs=0.0015)
            # Where two plays have the same mean to within its rounding, it may have taken the other one.
            assert race.rolls[: len(row["rolls"][i])] == pytest.approx(row["rolls"][i], abs=0.0025)
            alike += race.rolls[: len(row["rolls"][i])] == pytest.approx(row["rolls"][i], abs=0.00003)
            seen += 1
            assert race.first[: len(row["first"][i])] == pytest.approx(row["first"][i], abs=0.00003)
            assert race.deviation == pytest.approx(row["deviation"][i], abs=0.0025)
    assert (len(ROWS), seen) == (1000, 2000)
    assert alike >= 0.97 * seen


def test_gnu_backgammons_two_sided_values(folder):
    """Its database of 6 checkers a side keeps the values of not doubling now, in 16 bits."""
    tables, seen = Tables(folder), 0
    for row in ROWS:
        if "database" in row:
            state = black(row["mine"], row["theirs"])
            values = tables.evaluate(state).values
            own, centred = (tables.cube(state._replace(cube=c)).no_double for c in (Cube(Owner.BLACK, 1), Cube()))
            found = (values.cubeless, own, centred, values.opponent)
            assert found == pytest.approx(row["database"], abs=0.0001)
            assert (values.cubeless, centred) == pytest.approx((row["equity"], row["waiting"]), abs=0.0006)
            seen += 1
    assert seen == 547


def test_positions_by_chance_follow_from_the_rules(folder):
    from pointboard.backgammon.engine.verify import verify  # noqa: PLC0415 (needs numba)

    found = verify(folder, samples=40)
    assert (found.positions, found.samples, found.count, found.faults) == (54264 + 924**2, 40, 0, ())
