"""Hypergammon with one and two checkers a side: whole, by a plain solver, and by the rules; stopping and going on."""

import random
import sys
from itertools import combinations_with_replacement
from math import comb
from pathlib import Path

import numpy as np
import pytest

from pointboard import jit
from pointboard.backgammon.board import Side
from pointboard.backgammon.engine.hypergammon import solve as module
from pointboard.backgammon.engine.hypergammon import sweep
from pointboard.backgammon.engine.hypergammon.index import number_of, places_of, sides
from pointboard.backgammon.engine.hypergammon.moves import plays
from pointboard.backgammon.engine.hypergammon.solve import name_of, possible, residual, rules_of, solve
from pointboard.backgammon.engine.rolls import ROLLS
from pointboard.backgammon.engine.tablefile import TableFile
from pointboard.errors import TableError

sys.path.insert(0, str(Path(__file__).parent))

import plain

pytestmark = pytest.mark.usefixtures("needs_numba")


def table(folder, checkers):
    file = TableFile(folder / f"{name_of(checkers)}.table", rules_of(checkers), "build it")
    return file.header, file.array()


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """The games with one and with two checkers a side."""
    folder = tmp_path_factory.mktemp("hypergammon")
    for checkers in (1, 2):
        solve(folder, checkers=checkers, jobs=2)
    return folder


def numbers(state):
    return tuple(number_of(places_of(state, side)) for side in (Side.WHITE, Side.BLACK))


def test_sides_have_their_numbers():
    for checkers in (1, 2, 3):
        places = sides(checkers).places
        assert len(places) == comb(25 + checkers, checkers)
        assert all(number_of(own) == i for i, own in enumerate(places))


def test_what_is_known_of_a_side():
    data = sides(3)
    at = number_of((0, 6, 24))
    assert (data.points[at], data.blots[at], data.block[at], data.loss[at]) == (
        1 << 6 | 1 << 24,
        1 << 19 | 1 << 1,
        0,
        1,
    )
    assert data.bits[at].tolist() == [0, 1 << 19, 1 << 1]
    assert data.hit[at, 0b110] == number_of((0, 25, 25))
    assert data.hit[at, 0b001] == at
    at = number_of((18, 18, 25))
    assert (data.blots[at], data.block[at], data.loss[at]) == (0, 7, 3)
    assert data.loss[number_of((7, 8, 18))] == 2
    assert data.loss[number_of((7, 8, 19))] == 3


def test_plays_are_those_of_the_rules():
    """Two checkers a side, positions by chance: what each roll leads to, with hits, is what ``rules.plays`` says."""
    data, found, rng = sides(2), plays(2), random.Random(3)  # noqa: S311 (seeded on purpose)
    for _ in range(60):
        own, other = (rng.randrange(1, len(data)) for _ in range(2))
        if not possible(data, other)[own]:
            continue
        state = plain.state_of(data.places[own], data.places[other], 2)
        for roll, (_, after) in enumerate(plain.followers(state)):
            at = (own * 25 + int(data.block[other])) * len(ROLLS) + roll
            made = set()
            for row in range(found.first[at], found.last[at]):
                hits = sum(1 << i for i in range(3) if data.bits[other, i] & found.landed[row])
                made.add((int(data.hit[other, hits]), int(found.target[row])))
            assert made == {numbers(one.mirror()) for one in after}


def test_one_checker_a_side_is_what_a_plain_solver_finds(small):
    header, values = table(small, 1)
    found = plain.solve(1)
    assert len(found) == 601
    for board, expected in found.items():
        white, black = numbers(plain.State(board, checkers=1))
        assert values[white, black] == pytest.approx(expected, abs=1e-10)
    assert max(header.facts["error"]) < 1e-9
    assert header.facts["residual"] < 1e-12


def test_two_checkers_a_side_satisfy_the_rules(small):
    header, values = table(small, 2)
    assert max(header.facts["error"]) < 1e-9

    def known(state):
        return plain.Values(*values[numbers(state)].tolist())

    rng, places, seen = random.Random(4), list(combinations_with_replacement(range(26), 2)), 0  # noqa: S311 (seeded on purpose)
    while seen < 60:
        state = plain.state_of(rng.choice(places), rng.choice(places), 2)
        if all(map(any, state.board)) and not state.status():
            assert known(state) == pytest.approx(plain.better(known, state), abs=1e-10)
            seen += 1


def test_the_bound_holds_while_it_is_wide(small, tmp_path):
    """After a few sweeps the stated error is large, and the truth is within it; a wrong bound would not be so."""
    for tolerance in (1.0, 1e-2):
        folder = tmp_path / str(tolerance)
        folder.mkdir()
        solve(folder, checkers=2, jobs=1, tolerance=tolerance)
        header, values = table(folder, 2)
        far = np.abs(values - table(small, 2)[1]).max(axis=(0, 1))
        error = np.array(header.facts["error"])
        assert (far <= error + 1e-9).all()
        assert error.max() <= tolerance / 2 + 1e-14
        assert far.max() > error.max() / 1000
        assert header.facts["residual"] > 1e-6  # and a residual says nothing of the kind


def test_the_residual_is_found_again(small):
    header, _ = table(small, 2)
    assert residual(small, checkers=2, jobs=2) == header.facts["residual"]


class Stopped(Exception):  # noqa: N818 (no error)
    pass


def test_a_stopped_run_goes_on_to_the_same_bits(small, tmp_path):
    for stop in (2, 12):

        def tell(now, stop=stop):
            if now.step.startswith(f"hypergammon, sweep {stop}:"):
                raise Stopped

        with pytest.raises(Stopped):
            solve(tmp_path, checkers=2, jobs=2, progress=tell)
        assert (tmp_path / "hypergammon-2.checkpoint").exists()
    seen = []
    solve(tmp_path, checkers=2, jobs=1, progress=seen.append)
    assert seen[0].step.startswith("hypergammon, sweep 12: the bounds are ")
    assert (seen[-1].step, seen[-1].done) == ("the table", 1.0)
    shares = [now.done for now in seen]
    assert shares == sorted(shares)
    assert 0.05 < shares[0] < 0.3
    assert not (tmp_path / "hypergammon-2.checkpoint").exists()
    names = [folder / "hypergammon-2.table" for folder in (small, tmp_path)]
    assert names[0].read_bytes() == names[1].read_bytes()


def test_a_damaged_checkpoint_is_refused(tmp_path):
    def tell(now):
        if "sweep 2:" in now.step:
            raise Stopped

    with pytest.raises(Stopped):
        solve(tmp_path, checkers=2, jobs=1, progress=tell)
    path = tmp_path / "hypergammon-2.checkpoint"
    raw = bytearray(path.read_bytes())
    raw[5000] ^= 1
    path.write_bytes(raw)
    with pytest.raises(TableError, match=r"hypergammon-2\.checkpoint is changed: its block 0 .*; remove it"):
        solve(tmp_path, checkers=2, jobs=1)


def test_settled_positions_are_left_alone(small):
    """A side in all its positions: what is found from equal bounds are the same bounds, to within rounding."""
    data, found, load = sides(1), plays(1), jit.load
    size, wide = len(data), sweep.WIDTH
    rows = np.zeros((size, size, wide))
    rows[:, :, :4] = rows[:, :, 4:] = table(small, 1)[1]
    rows = rows.reshape(-1)
    given = (data.points, data.blots, data.block, data.bits.reshape(-1), data.hit.reshape(-1) * wide)
    lists, out = (found.first, found.last, found.target, found.landed), np.empty(size * wide)
    load(sweep.ahead)(20, 1, size, size, rows, *given, *lists, -1.0, out)
    assert load(sweep.measure)(1, size, wide * 20, wide * size, rows, out) < 1e-12
    assert (out.reshape(-1, wide)[1:, 0] == -1e9).sum() == 1  # the side that holds the same point
    load(sweep.ahead)(20, 1, size, size, rows, *given, *lists, 1e-12, out)
    assert (out.reshape(-1, wide)[1:, 0] == -1e9).all()


def test_names_and_rules():
    assert (name_of(3), name_of(2)) == ("hypergammon", "hypergammon-2")
    assert "3 checkers a side" in rules_of(3)
    assert "no Jacoby rule" in rules_of(3)
    assert module.TOLERANCE == 1e-9
