"""The verifier finds what is wrong, and only that."""

import numpy as np
import pytest

from pointboard.backgammon.engine import store
from pointboard.backgammon.engine.exact import Tables
from pointboard.backgammon.engine.tablefile import Header, write_table
from pointboard.backgammon.engine.verify import derived, verify
from pointboard.backgammon.notation import ogid
from pointboard.errors import TableError


def copied(folder, into, name, change):
    """A table with a change, sealed as if it were right."""
    with store.open_table(folder, name) as file:
        values = file.array().copy()
        change(values)
        write_table(into, Header(name, store.rules_of(name), "<f8", values.shape), [values])


def test_a_wrong_value_is_found(folder, tmp_path):
    def change(values):
        values[100, 200, 3] += 1e-6

    copied(folder, tmp_path, "bearoff-6", change)
    seen = []
    found = verify(tmp_path, samples=0, progress=seen.append)
    assert found.count >= 1
    assert found.samples == 0
    assert found.positions == 924**2
    assert any("bearoff-6, board 200 against 100, value 3: " in str(fault) for fault in found.faults)
    assert seen[0].step == "bearoff-6"
    assert seen[-1].done == 1.0


def test_a_wrong_value_is_found_without_numba(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("POINTBOARD_NUMBA", "0")

    def change(values):
        values[900, 3, 0] -= 1e-6

    copied(folder, tmp_path, "bearoff-6", change)
    found = verify(tmp_path, samples=0)
    assert str(found.faults[0]).startswith("bearoff-6, board 3 against 900, value 0: ")


def test_a_wrong_distribution_is_found(folder, tmp_path):
    def change(values):
        values[5000, 3] += 1e-6

    copied(folder, tmp_path, "bearoff-rolls", change)
    found = verify(tmp_path)
    assert (found.positions, found.count) == (54264, 1)
    assert str(found.faults[0]).startswith("bearoff-rolls, board 5000: ")


def test_positions_by_chance_show_a_wrong_table(folder, tmp_path):
    def change(values):
        values *= 0.5

    copied(folder, tmp_path, "bearoff-6", change)
    found = verify(tmp_path, samples=5)
    assert any("cubeless" in str(fault) for fault in found.faults) or found.count > 10
    assert len(found.faults) == 10


def test_without_tables_there_is_nothing_to_verify(tmp_path):
    with pytest.raises(TableError) as error:
        verify(tmp_path)
    assert str(error.value) == f"{tmp_path}: there are no tables; build them: pointboard backgammon solve"


def test_what_the_tables_do_not_know_is_not_derived(folder):
    assert derived(Tables(folder), ogid.parse("mmnnoo:1122334:N0N::W:C")) is None


@pytest.mark.usefixtures("needs_numba")
def test_hypergammon_is_verified_by_its_residual(tmp_path, monkeypatch):
    """The real table takes minutes: the residual is a stand-in, the positions by chance come from values of nothing."""
    from pointboard.backgammon.engine.hypergammon import solve  # noqa: PLC0415 (needs numba)
    from pointboard.backgammon.engine.hypergammon.index import sides  # noqa: PLC0415 (needs numba)

    size = len(sides(3))
    facts = {"residual": 1e-13, "error": [0.0]}
    header = Header("hypergammon", solve.rules_of(3), "<f8", (size, size, 4), facts=facts)
    write_table(tmp_path, header, (np.zeros((size, 4)) for _ in range(size)))
    for residual, count in ((1e-13, 0), (1e-3, 1)):
        monkeypatch.setattr(solve, "residual", lambda folder, jobs, found=residual: found)  # noqa: ARG005
        found = verify(tmp_path, samples=0)
        assert (found.count, found.positions) == (count, size**2)
    assert str(found.faults[0]) == "hypergammon, the greatest residual: 1e-13 stands there, 0.001 follows"
    # Nothing but zeros: wherever the game can end at once, or a double wins, something else follows.
    found = verify(tmp_path, samples=40)
    assert found.samples == 40
    assert found.count > 1
