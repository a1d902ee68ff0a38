"""Asking placement tables: single positions, arrays, blocks that do not say what they should."""

import random
import shutil
import zlib

import numpy as np
import pytest

from pointboard.baghchal.board import TIGER_START
from pointboard.baghchal.engine.solve import coding
from pointboard.baghchal.engine.solve.build import Phase
from pointboard.baghchal.engine.solve.bulk import probe_many
from pointboard.baghchal.engine.solve.check import verify
from pointboard.baghchal.engine.solve.files import TableFile, write_table
from pointboard.baghchal.engine.solve.locate import locate
from pointboard.baghchal.engine.solve.probe import Tables, _Block
from pointboard.baghchal.engine.solve.variant import Variant
from pointboard.baghchal.state import Side
from pointboard.errors import TableError

pytestmark = pytest.mark.slow
SMALL = Variant(goats=2, captures=2)
RNG = random.Random(3)  # noqa: S311


def boards(count):
    for _ in range(count):
        in_hand = RNG.randrange(3)
        goats = RNG.randrange(max(0, 1 - in_hand), 3 - in_hand)
        points = RNG.sample(range(25), 4 + goats)
        tigers, rest = (sum(1 << point for point in part) for part in (points[:4], points[4:]))
        yield tigers, rest, in_hand < 2 and RNG.random() < 0.5, in_hand


def test_arrays_are_answered_as_single_positions(small_tables):
    assert small_tables.has(Phase.ALL)
    rows = list(boards(2000))
    found = probe_many(small_tables, *(np.array(part) for part in zip(*rows, strict=True)))
    for (tigers, goats, turn, in_hand), winner, plies in zip(rows, found.winners, found.plies, strict=True):
        verdict = small_tables.verdict(tigers, goats, Side.TIGER if turn else Side.GOAT, in_hand)
        assert (None, Side.TIGER, Side.GOAT)[winner] == verdict.winner
        assert plies == (-1 if verdict.plies is None else verdict.plies)
    assert {in_hand for _, _, _, in_hand in rows} == {0, 1, 2}


def damaged(small, folder, change):
    """A copy of the tables in which one block of a layer is another, with good digests all around."""
    shutil.copytree(small, folder)
    with TableFile(folder / "placement-01.table", SMALL) as file:
        blocks, header = [file.block(number) for number in range(len(file))], file.header
    orbit, m = locate(TIGER_START, 1 << 12)
    number = 1 + orbit * coding.BLOCKS + m // coding.BLOCK
    blocks[number] = change(blocks[number])
    write_table(folder, header, blocks)
    return Tables(folder, SMALL), number


@pytest.mark.parametrize("change", [lambda block: block + b"\0", lambda block: block[:3], lambda block: block[:-1]])
def test_a_block_that_cannot_be_read_is_refused(small, tmp_path, change):
    tables, number = damaged(small, tmp_path / "copy", change)
    with pytest.raises(TableError, match=rf"placement-01.table: block {number} cannot be read; build it again"):
        tables.symbols(1, number - 1)


def test_a_lone_question_reads_what_it_needs_of_a_block(small, tmp_path):
    tables, number = damaged(small, tmp_path / "copy", lambda block: block[:3])
    with pytest.raises(TableError, match="cannot be read; build it again"):
        tables.verdict(TIGER_START, 1 << 12, Side.TIGER, 1)
    whole = Tables(small, SMALL).symbols(1, number - 1)
    assert len(whole) == coding.BLOCK
    seen = []
    block = _Block(lambda count: seen.append(count) or whole[:count])
    for index, counts in ((70, [128]), (127, [128]), (0, [128]), (128, [128, coding.BLOCK]), (9, [128, coding.BLOCK])):
        assert block.at(index) == whole[index]
        assert seen == counts
    assert block.whole() == whole
    assert Tables(small, SMALL).symbols(1, number - 1) == whole
    assert len(seen) == 2


def test_the_verifier_refuses_such_a_block_too(small, tmp_path):
    tables, _ = damaged(small, tmp_path / "copy", lambda block: block[:3])
    with pytest.raises(TableError, match="cannot be read; build it again"):
        verify(tables.folder, variant=SMALL)


def test_a_level_of_another_size_is_refused(small, tmp_path):
    folder = shutil.copytree(small, tmp_path / "copy")
    with TableFile(folder / "sliding-1.table", SMALL) as file:
        header = file.header
    write_table(folder, header, [zlib.compress(b"\1\2\3\4")])
    with pytest.raises(TableError, match=r"sliding-1\.table holds 4 positions; build it again"):
        verify(folder, variant=SMALL)
