"""The verifier on small games: silent on sound tables, loud on wrong ones, whatever is wrong."""

import shutil

import numpy as np
import pytest

from pointboard.baghchal.engine.solve.check import verify
from pointboard.baghchal.engine.solve.levels import DRAW, Level, read_level, write_level
from pointboard.baghchal.engine.solve.variant import Variant
from pointboard.baghchal.engine.solve.work import working
from pointboard.errors import TableError

pytestmark = pytest.mark.slow
SMALL = Variant(goats=2, captures=2)


@pytest.fixture
def copied(small, tmp_path):
    return shutil.copytree(small, tmp_path / "copy")


def rewrite(folder, captured, change):
    level = read_level(folder, SMALL, captured)
    tigers, goats = level.tigers.copy(), level.goats.copy()
    change(tigers, goats)
    with working(1, {}) as work:
        write_level(folder, SMALL, Level(captured, tigers, goats), work)


def test_sound_tables_have_no_fault(small):
    found = verify(small, variant=SMALL)
    assert (found.count, found.faults, found.samples) == (0, (), 0)
    assert found.tables == ("sliding-1", "sliding-0", "placement-01")
    assert found.positions == 1666 * 2 * (21 + 210 + 22)


def test_a_wrong_distance_is_found(copied):
    def change(tigers, _):
        tigers[1000] += 2

    rewrite(copied, 1, change)
    found = verify(copied, variant=SMALL)
    assert found.count > 0
    assert all(fault.table.startswith("sliding") for fault in found.faults)
    here = [fault for fault in found.faults if fault.table == "sliding-1" and fault.turn.value == "t"]
    assert str(here[0]) == f"sliding-1: {here[0].board.text()} t"
    assert here[0].board.goat_count == 1


def test_wrong_winners_are_found_in_the_layer_above_too(copied):
    def change(tigers, _):
        tigers[np.arange(0, len(tigers), 7)] = DRAW

    rewrite(copied, 0, change)
    found = verify(copied, variant=SMALL)
    assert found.count > 1000
    assert len(found.faults) == 100
    with_layers = {fault.table for fault in found.faults}
    assert "sliding-0" in with_layers


def test_a_wrong_layer_is_found(copied):
    def change(tigers, _):
        tigers[:] = DRAW

    before = verify(copied, variant=SMALL).count
    rewrite(copied, 1, change)
    rewrite(copied, 0, change)
    assert before == 0
    assert verify(copied, variant=SMALL).count > 1666 * 22


def test_a_damaged_block_and_a_missing_table_are_refused(copied):
    path = copied / "placement-01.table"
    data = bytearray(path.read_bytes())
    data[-10] ^= 4
    path.write_bytes(data)
    with pytest.raises(TableError, match=r"placement-01.table is changed: its block \d+ does not fit its digest"):
        verify(copied, variant=SMALL)
    (copied / "sliding-0.table").unlink()
    with pytest.raises(TableError, match="the table sliding-0 is missing; build it"):
        verify(copied, variant=SMALL)
