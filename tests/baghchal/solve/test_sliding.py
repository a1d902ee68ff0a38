"""The whole sliding phase of Bagh Chal: counts, digests, the verifier, the prober, verdicts on arrays."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from pointboard.baghchal.board import TIGER_START, Board
from pointboard.baghchal.engine.solve.build import Phase, counts
from pointboard.baghchal.engine.solve.bulk import probe_many
from pointboard.baghchal.engine.solve.check import verify
from pointboard.baghchal.engine.solve.folders import how_to_build
from pointboard.baghchal.engine.solve.probe import Tables, Verdict
from pointboard.baghchal.notation import obx
from pointboard.baghchal.rules import apply, legal, outcome
from pointboard.baghchal.state import Side, State
from pointboard.errors import PositionError, TableError
from pointboard.game import Evidence

pytestmark = pytest.mark.slow
GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "baghchal" / "counts.json").read_text("utf-8"))
PUBLISHED = {4: 32_188_170, 3: 9_469_965, 2: 2_105_695, 1: 333_175, 0: 33_481}
RNG = random.Random(8)  # noqa: S311


@pytest.fixture(scope="module")
def tables(sliding):
    return Tables(sliding)


def random_state(captured):
    points = RNG.sample(range(25), 24 - captured)
    tigers, goats = (sum(1 << point for point in part) for part in (points[:4], points[4:]))
    return State(Board(tigers, goats), RNG.choice(list(Side)), 0, captured)


def test_counts_and_digests_are_the_known_ones(sliding):
    found = counts(sliding)
    assert found["rules"] == GOLDEN["rules"]
    assert found["tables"] == {name: GOLDEN["tables"][name] for name in found["tables"]}
    assert len(found["tables"]) == 5
    rows = [row for row in GOLDEN["rows"] if row["in_hand"] == 0]
    assert json.loads(json.dumps(found["rows"])) == rows
    for row in rows:
        assert sum(row["up_to_symmetry"].values()) == PUBLISHED[row["captured"]]
    assert {(row["captured"], row["side"]) for row in rows} == {(c, s) for c in range(5) for s in "gt"}


def test_the_verifier_finds_no_fault(sliding):
    told = []
    found = verify(sliding, samples=5_000, progress=told.append)
    assert found.count == 0
    assert found.faults == ()
    assert found.positions == 1666 * 2 * (21 + 210 + 1330 + 5985 + 20349)
    assert found.samples == 5_000
    assert found.tables == tuple(f"sliding-{captured}" for captured in (4, 3, 2, 1, 0))
    assert told[-1].step == "sliding-0"


def test_every_move_agrees_with_its_position(tables):
    for _ in range(400):
        state = random_state(RNG.randrange(5))
        verdict, moves = tables.probe(state), tables.probe_moves(state)
        assert {one.move for one in moves} == set(legal(state))
        if outcome(state) is None:
            assert moves[0].verdict == verdict
            for one in moves:
                after = tables.probe(apply(state, one.move))
                assert one.verdict.winner == after.winner
                assert one.verdict.plies == (None if after.plies is None else after.plies + 1)
        else:
            assert (verdict.plies, moves) == (0, ())
        plies = [one.verdict.plies for one in moves if one.verdict.winner is state.turn]
        assert plies == sorted(plies)
        lost = [one.verdict.plies for one in moves if one.verdict.winner is state.turn.other]
        assert lost == sorted(lost, reverse=True)


def test_a_finished_game_is_proved_by_the_rules(tables):
    trapped = obx.parse("TTGGG/TTGGG/GGGGG/GGGGG/XXXXX t @0 c4 - #")
    assert tables.probe(trapped) == Verdict(Side.GOAT, 0, Evidence.TABLE)
    assert tables.probe_moves(trapped) == ()
    over = obx.parse("TGGGX/GGGXX/GGGGX/GGGXX/GGTTT g @0 c5 - #")
    assert tables.probe(over) == Verdict(Side.TIGER, 0, Evidence.TABLE)
    assert tables.probe_moves(over) == ()


def test_a_position_that_cannot_be_is_refused(tables):
    with pytest.raises(PositionError):
        tables.probe(State(Board(TIGER_START, 0), Side.GOAT, 0, 0))
    with pytest.raises(PositionError):
        tables.probe_moves(State(Board(TIGER_START, 0), Side.GOAT, 0, 0))


def test_a_placement_position_says_what_is_missing(tables, sliding):
    assert tables.has(Phase.SLIDING)
    assert not tables.has(Phase.ALL)
    with pytest.raises(TableError) as error:
        tables.probe(State.start())
    path = sliding / "placement-19.table"
    assert str(error.value) == (
        f"{path} is not there (those of the sliding phase are there); "
        f"build it: pointboard baghchal solve --phase all --dir {sliding}"
    )
    assert error.value.path == path


def test_what_builds_tables_in_the_usual_folder_need_not_name_it(monkeypatch, tmp_path):
    monkeypatch.setenv("POINTBOARD_TABLES", str(tmp_path))
    assert how_to_build(tmp_path / "baghchal", "sliding") == "pointboard baghchal solve --phase sliding"
    assert how_to_build(tmp_path) == f"pointboard baghchal solve --dir {tmp_path}"


def test_an_empty_folder_says_what_is_missing(tmp_path):
    with pytest.raises(TableError, match=r"sliding-0.table is not there; build it: .* --phase sliding --dir "):
        Tables(tmp_path).verdict(TIGER_START, ((1 << 25) - 1) & ~TIGER_START & ~(1 << 12), Side.GOAT, 0)
    with pytest.raises(TableError, match="the table sliding-4 is missing"):
        verify(tmp_path)


def test_arrays_are_answered_as_single_positions(tables):
    states = [random_state(RNG.randrange(5)) for _ in range(3000)]
    found = probe_many(
        tables,
        np.array([state.board.tigers for state in states]),
        np.array([state.board.goats for state in states]),
        np.array([state.turn is Side.TIGER for state in states]),
        0,
    )
    for state, winner, plies in zip(states, found.winners.tolist(), found.plies.tolist(), strict=True):
        verdict = tables.verdict(state.board.tigers, state.board.goats, state.turn, 0)
        assert (None, Side.TIGER, Side.GOAT)[winner] == verdict.winner
        assert plies == (-1 if verdict.plies is None else verdict.plies)


@pytest.mark.parametrize(
    ("tigers", "goats", "in_hand", "said"),
    [
        (TIGER_START | 2, 0, 20, "4 tigers needed"),
        (TIGER_START, 1, 19, "a point holds one piece"),
        (TIGER_START, 1 << 25, 19, "a point holds one piece"),
        (TIGER_START, 2, 20, "the goats do not add up"),
        (TIGER_START, 2, 13, "the goats do not add up"),
        (TIGER_START, 2, -1, "the goats do not add up"),
    ],
)
def test_arrays_with_an_impossible_position_are_refused(tables, tigers, goats, in_hand, said):
    good = TIGER_START, 0b1111_0000_0000_0000_0110, 0
    with pytest.raises(ValueError, match=f"^position 1: {said}"):
        probe_many(tables, [good[0], tigers], [0, goats], [True, False], [20, in_hand])


def test_five_captured_are_a_win_on_arrays_too(tables):
    found = probe_many(tables, TIGER_START, 0b1111 << 5, False, 11)
    assert (found.winners.tolist(), found.plies.tolist()) == ([1], [0])
