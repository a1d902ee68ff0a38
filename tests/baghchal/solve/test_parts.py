"""The parts of the solver that need no tables: variants, folders, orbits, ranks, the coder, progress."""

import importlib
import random
from concurrent.futures import ThreadPoolExecutor
from math import comb
from pathlib import Path

import numpy as np
import pytest

from pointboard import jit
from pointboard.baghchal.board import TIGER_START, Board
from pointboard.baghchal.engine import solve
from pointboard.baghchal.engine.solve import coding, planes
from pointboard.baghchal.engine.solve.build import Phase, table_names
from pointboard.baghchal.engine.solve.folders import default_folder
from pointboard.baghchal.engine.solve.layers import moves_of
from pointboard.baghchal.engine.solve.locate import locate, locate_all
from pointboard.baghchal.engine.solve.orbits import goat_sets, orbits, popcounts, rank_tables
from pointboard.baghchal.engine.solve.survey import survey
from pointboard.baghchal.engine.solve.tally import fixed
from pointboard.baghchal.engine.solve.variant import BAGHCHAL, Variant
from pointboard.baghchal.engine.solve.work import Work, working
from pointboard.errors import MissingExtraError

RNG = random.Random(11)  # noqa: S311


def random_board(goats):
    points = RNG.sample(range(25), 4 + goats)
    return Board(sum(1 << point for point in points[:4]), sum(1 << point for point in points[4:]))


@pytest.mark.parametrize(
    ("goats", "captures", "said"),
    [
        (0, 1, "goats must be 1 to 20, is 0"),
        (21, 5, "goats must be 1 to 20, is 21"),
        (20, 0, "captures must be 1 to 5, is 0"),
        (20, 6, "captures must be 1 to 5, is 6"),
        (2, 3, "captures must be 1 to 2, is 3"),
    ],
)
def test_a_variant_that_makes_no_sense(goats, captures, said):
    with pytest.raises(ValueError, match=f"^{said}$"):
        Variant(goats, captures)


def test_the_tables_of_the_game():
    assert Variant(20, 5) == BAGHCHAL
    assert table_names(BAGHCHAL, Phase.SLIDING) == ("sliding-4", "sliding-3", "sliding-2", "sliding-1", "sliding-0")
    names = table_names(BAGHCHAL, Phase.ALL)
    assert (len(names), names[5], names[-1]) == (24, "placement-01", "placement-19")
    assert list(BAGHCHAL.goats_on_board(18)) == [0, 1, 2]
    assert list(BAGHCHAL.goats_on_board(0)) == [16, 17, 18, 19, 20]


def test_where_the_tables_lie(monkeypatch, tmp_path):
    monkeypatch.setenv("POINTBOARD_TABLES", str(tmp_path))
    assert default_folder() == tmp_path / "baghchal"
    monkeypatch.setenv("POINTBOARD_TABLES", "")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "pointboard" / "tables" / "baghchal"
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    assert default_folder() == Path.home() / ".local" / "share" / "pointboard" / "tables" / "baghchal"


def test_without_numpy_or_numba_the_extra_is_named(monkeypatch):
    real = importlib.util.find_spec
    for package in ("numpy", "numba"):
        monkeypatch.setattr("importlib.util.find_spec", lambda name, no=package: None if name == no else real(name))
        with pytest.raises(MissingExtraError, match=f"{package} is not installed") as error:
            importlib.reload(solve)
        assert error.value.extra == "fast"
    monkeypatch.undo()
    importlib.reload(solve)


def test_ranks_are_the_order_of_the_sets():
    low, high = rank_tables()
    for goats in (0, 1, 7, 20, 21):
        sets = goat_sets(goats)
        below = sets & 1023
        assert len(sets) == comb(21, goats)
        assert (low[below] + high[popcounts()[below], sets >> 10] == np.arange(len(sets))).all()
        for at in RNG.sample(range(len(sets)), min(len(sets), 20)):
            assert survey().rank(int(sets[at])) == at


def test_images_have_one_place_and_generator_and_verifier_agree_on_it():
    assert locate(TIGER_START, 1 << 12)[1] == 1 << 10
    boards = [random_board(RNG.randrange(21)) for _ in range(300)]
    for board in boards:
        orbit, m = locate(board.tigers, board.goats)
        assert m.bit_count() == board.goat_count
        there, other = survey().locate(board)
        images = {locate(one.tigers, one.goats) for one in map(board.image, range(8))}
        assert there == orbit
        assert {(orbit, m), (there, other)} <= images
        assert {found for found, _ in images} == {orbit}
        weight = int(orbits().weights[orbit])
        assert len(images) <= 8 // weight  # one place, but for tigers that are their own image
    where, sets = locate_all(np.array([b.tigers for b in boards]), np.array([b.goats for b in boards]))
    for board, orbit, m in zip(boards, where.tolist(), sets.tolist(), strict=True):
        assert (orbit, m) in {locate(one.tigers, one.goats) for one in map(board.image, range(8))}


def test_the_orbits_cover_all_sets_of_tigers():
    data = orbits()
    assert len(data) == 1666
    assert int(data.weights.sum()) == comb(25, 4)
    assert (data.tigers == survey().tigers).all()
    assert (np.sort(data.step_map, axis=1) == np.arange(21)).all()
    assert (np.sort(data.jump_map, axis=1) == np.arange(21)).all()


def test_fixed_positions_give_the_published_numbers_of_boards():
    pairs, data = fixed(), orbits()
    published = {20: 33_481, 19: 333_175, 18: 2_105_695, 17: 9_469_965, 16: 32_188_170}
    for goats, boards in published.items():
        kept = np.bincount(pairs.orbits[pairs.goats == goats], minlength=len(data))
        assert int(((comb(21, goats) + kept) * data.weights).sum()) == 8 * boards


def test_a_plane_is_permuted_bit_by_bit():
    arrange, data = jit.load(planes.arrange), orbits()
    rng = np.random.default_rng(5)
    source = rng.integers(-(2**63), 2**63 - 1, planes.WORDS)
    out, offsets = np.empty_like(source), np.empty(384, dtype=np.int64)
    sets = np.arange(1 << 21)
    words = sets >> 6
    for bits in [*data.step_map[::6000], *data.jump_map[::6000], rng.permutation(21).astype(np.int32)]:
        arrange(source, out, bits, offsets)
        moved = sum((sets >> bit & 1) << int(to) for bit, to in enumerate(bits))
        at = offsets[words & 127] | offsets[128 + (words >> 7)]
        assert (out[at] >> (sets & 63) & 1 == source[moved >> 6] >> (moved & 63) & 1).all()


@pytest.mark.parametrize("placed", [2, 11, 19])
def test_blocks_are_read_as_they_were_written(placed):
    walk, pack, data, kinds = jit.load(coding.walk), jit.load(coding.pack_block), orbits(), coding.classes()
    inside = np.packbits((popcounts() <= placed) & (popcounts() > placed - 5), bitorder="little").view("<i8")
    inside = inside.astype(np.int64)
    rng = np.random.default_rng(placed)
    counts, none = np.zeros((coding.CONTEXTS, 3), dtype=np.int64), np.zeros(0, dtype=np.uint8)
    prepared, out = np.zeros(coding.BLOCK, dtype=np.int32), np.zeros(2 * coding.BLOCK + 4, dtype=np.uint8)
    nothing = np.zeros(coding.CONTEXTS, dtype=np.int32)
    for orbit, high in ((0, 0), (700, 33), (1665, 63)):
        here = popcounts()[high * coding.BLOCK : (high + 1) * coding.BLOCK]
        valid = (here <= placed) & (here > placed - 5)
        symbols = np.where(valid, rng.choice(3, coding.BLOCK, p=(0.1, 0.8, 0.1)), coding.NOTHING).astype(np.int8)
        parts = high, placed, inside, *moves_of(data, orbit), kinds
        assert walk(coding.COUNT, *parts, symbols, nothing, counts, prepared, none) == valid.sum()
        model = coding.frequencies(counts)
        assert (coding.unpack_model(coding.pack_model(model)) == model).all()
        found = walk(coding.PREPARE, *parts, symbols, model, counts, prepared, none)
        written = out[pack(prepared, found, out) :].copy()
        read = np.full(coding.BLOCK, coding.NOTHING, dtype=np.int8)
        assert walk(coding.READ, *parts, read, model, counts, prepared, written) == valid.sum()
        assert (read == symbols).all()
        for count in (64, 20_032):
            first = np.full(count, coding.NOTHING, dtype=np.int8)
            assert walk(coding.READ, *parts, first, model, counts, prepared, written) == valid[:count].sum()
            assert (first == symbols[:count]).all()
        if valid.any():
            assert walk(coding.READ, *parts, read, model, counts, prepared, written[:-1].copy()) == -1
            assert walk(coding.READ, *parts, read, model, counts, prepared, written[:3].copy()) == -1
            longer = np.concatenate((written, none, np.zeros(1, dtype=np.uint8)))
            assert walk(coding.READ, *parts, read, model, counts, prepared, longer) == -1
        else:
            assert len(written) == 0


def test_progress_says_how_much_is_left(monkeypatch):
    clock = iter(range(100))
    monkeypatch.setattr("pointboard.baghchal.engine.solve.work.time.monotonic", lambda: next(clock))
    said = []
    with ThreadPoolExecutor(1) as pool:
        work = Work(pool, {"a": 10.0, "b": 20.0, "c": 70.0}, said.append)
        work.skip("a")
        work.begin("b", 1000)
        assert work.each(5, lambda first, last: last - first, chunk=2, share=(0.0, 1.0)) == [2, 2, 1]
        work.begin("c", 10)
    assert (said[0].step, said[0].done, said[0].rate, said[0].left) == ("b", 0.1, 0.0, None)
    assert [round(one.done, 3) for one in said] == [0.1, 0.167, 0.233, 0.3, 0.3]
    assert said[-1].left == pytest.approx(70.0 / 20.0 * 7)
    assert said[3].rate == pytest.approx(1000 / 4)


def test_a_failing_chunk_fails_the_run():
    def fail(first, last):
        if first == 4:
            raise ZeroDivisionError
        return last

    with working(2, {}) as work:
        with pytest.raises(ZeroDivisionError):
            work.each(100, fail, chunk=2)
        assert work.each(3, lambda first, last: first + last, chunk=1) == [1, 3, 5]
        work.begin("something", 5)
