"""Table files and the folder they lie in: written whole, checked when read, built once."""

import errno
import json
import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from pointboard.backgammon.engine import store
from pointboard.backgammon.engine.phases import DISK, EVERYTHING, MEMORY, TABLES
from pointboard.backgammon.engine.progress import Clock
from pointboard.backgammon.engine.tablefile import BLOCK, FORMAT, Header, TableFile, write_table
from pointboard.errors import MissingExtraError, PointboardError, TableError
from pointboard.tables import locked, remove_leftovers

RULES = "rules of a toy"


def write(folder, numbers, **changes):
    header = Header("toy", RULES, "<f8", numbers.shape, facts={"sweeps": 3})
    return write_table(folder, replace(header, **changes), [numbers])


def read(path):
    return TableFile(path, RULES, "make toy")


@pytest.fixture
def numbers():
    return np.arange(BLOCK // 8 + 77, dtype="<f8").reshape(1, -1)


def test_what_is_written_is_read(tmp_path, numbers):
    path = write(tmp_path, numbers)
    with read(path) as file:
        assert (file.array() == numbers).all()
        assert file.header.facts == {"sweeps": 3}
        assert file.header.format == FORMAT
        assert len(file.header.content) == 64
        assert file.header.shape == numbers.shape
        with pytest.raises(ValueError, match="read-only"):
            file.array()[0, 0] = 1
        loose = file.array(loose=True)
        loose[0, 0] = 5
    assert read(path).array()[0, 0] == 0
    assert [one.name for one in tmp_path.iterdir()] == ["toy.table"]


def test_parts_of_any_size_make_the_same_file(tmp_path, numbers):
    path = write(tmp_path, numbers)
    whole = path.read_bytes()
    flat = numbers.reshape(-1)
    header = Header("toy", RULES, "<f8", numbers.shape, facts={"sweeps": 3})
    for cuts in ([10], [10, 11, 50000], [len(flat) - 1], list(range(0, len(flat), 40000))):
        write_table(tmp_path, header, np.split(flat, cuts))
        assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda raw: b"", "is no table of backgammon"),  # noqa: ARG005
        (lambda raw: b"something else" * 100, "is no table of backgammon"),  # noqa: ARG005
        (lambda raw: raw[:80], "is cut"),
        (lambda raw: raw[:70000], "is cut or changed: it does not end as a table does"),
        (lambda raw: raw[:-1], "is cut or changed: it does not end as a table does"),
        (lambda raw: raw[:64] + raw[72:], "is cut or changed: its size does not fit its header"),
        (lambda raw: raw.replace(b'"sweeps":3', b'"sweeps":4'), "is changed: its header does not fit its seal"),
        (lambda raw: raw.replace(b'"format":1', b'"format":2'), "has format 2, and this version of Pointboard reads 1"),
        (lambda raw: raw.replace(b"of a toy", b"of a tic"), "is changed: its header does not fit its seal"),
    ],
)
def test_a_damaged_file_is_refused(tmp_path, numbers, damage, message):
    path = write(tmp_path, numbers)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(TableError) as error:
        read(path)
    assert str(error.value) == f"{path} {message}; remove it and build it again: make toy"
    assert error.value.path == path


def test_changed_data_is_found_when_it_is_looked_at(tmp_path, numbers):
    path = write(tmp_path, numbers)
    raw = bytearray(path.read_bytes())
    raw[64 + BLOCK + 5] ^= 1
    path.write_bytes(raw)
    file = read(path)
    file.check(0, BLOCK)
    message = "is changed: its block 1 does not fit its digest; remove it and build it again: make toy"
    for _ in range(2):
        with pytest.raises(TableError, match=message):
            file.check(BLOCK - 8, BLOCK + 8)
    with pytest.raises(TableError, match=message):
        file.array()
    assert file.array(check=False)[0, 0] == 0


def test_a_foreign_table_is_refused(tmp_path, numbers):
    path = write(tmp_path, numbers)
    with pytest.raises(TableError, match="is of another game"):
        TableFile(path, "other rules", "make toy")
    with pytest.raises(TableError, match="holds the table 'toy'"):
        read(path.rename(tmp_path / "other.table"))
    with pytest.raises(TableError) as error:
        read(tmp_path / "none.table")
    assert str(error.value) == f"{tmp_path / 'none.table'} is not there; build it: make toy"


def test_a_write_that_fails_leaves_nothing(tmp_path, numbers):
    path = write(tmp_path, numbers)
    before = path.read_bytes()

    def parts():
        yield numbers
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        write_table(tmp_path, Header("toy", RULES, "<f8", numbers.shape), parts())
    assert path.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 1
    (tmp_path / ".toy.table.0123.tmp").write_bytes(b"left over")
    remove_leftovers(tmp_path)
    assert [one.name for one in tmp_path.iterdir()] == ["toy.table"]


def test_a_phase_is_built_once(folder, tmp_path):
    assert store.build(folder, "bearoff-6") == ()
    assert sorted(one.name for one in folder.iterdir()) == ["bearoff-6.table", "bearoff-rolls.table", "lock"]
    for name in ("bearoff-rolls", "bearoff-6"):
        (tmp_path / f"{name}.table").write_bytes((folder / f"{name}.table").read_bytes())
    (tmp_path / "bearoff-6.table").write_bytes(b"damaged")
    with pytest.raises(
        TableError, match=r"remove it and build it again: pointboard backgammon solve --phase bearoff-6$"
    ):
        store.build(tmp_path, "bearoff-6")


def test_building_is_told(tmp_path, folder):
    (tmp_path / "bearoff-rolls.table").write_bytes((folder / "bearoff-rolls.table").read_bytes())
    seen = []
    assert store.build(tmp_path, "bearoff-6", progress=seen.append, wait=True) == ("bearoff-6",)
    assert seen[-1].step == "bear-off, 6 checkers a side"
    assert seen[-1].done == 1.0
    assert len(seen) > 10
    assert (tmp_path / "bearoff-6.table").read_bytes() == (folder / "bearoff-6.table").read_bytes()


@pytest.mark.usefixtures("needs_numba")
def test_larger_tables_hold_the_smaller_ones(tmp_path, folder):
    (tmp_path / "bearoff-rolls.table").write_bytes((folder / "bearoff-rolls.table").read_bytes())
    assert store.build(tmp_path, "bearoff-7", memory=MEMORY["bearoff-7"]) == ("bearoff-7",)
    small, large = (store.open_table(where, f"bearoff-{n}").array() for where, n in ((folder, 6), (tmp_path, 7)))
    assert (large[: len(small), : len(small)] == small).all()
    assert not list(tmp_path.glob(".*"))


def test_wishes_that_cannot_be_met(tmp_path, monkeypatch):
    names = "bearoff-6, bearoff-7, bearoff-8, bearoff-9, bearoff-10, hypergammon, all"
    with pytest.raises(PointboardError, match=f"no phase is called 'chess'; there are: {names}"):
        store.build(tmp_path, "chess")
    with pytest.raises(PointboardError, match=r"0\.1 GB of memory are too few: the phase bearoff-8 takes 0\.5 GB"):
        store.build(tmp_path, "bearoff-8", memory=0.1)
    monkeypatch.setenv("POINTBOARD_NUMBA", "0")
    with pytest.raises(PointboardError, match="hypergammon needs numba: install it, and leave POINTBOARD_NUMBA unset"):
        store.build(tmp_path, "all")
    assert list(tmp_path.iterdir()) == []


def test_a_process_that_builds_keeps_others_out(tmp_path):
    code = (
        "import sys; from pathlib import Path; from pointboard.tables import locked\n"
        "with locked(Path(sys.argv[1])): print(flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        other.stdout.readline()
        with pytest.raises(TableError, match="another process is building there"):
            store.build(tmp_path, "bearoff-6")
        other.stdin.close()
    with locked(tmp_path):
        pass


@pytest.mark.usefixtures("needs_numba")
def test_hypergammon_is_built_by_its_solver(tmp_path, monkeypatch):
    from pointboard.backgammon.engine.hypergammon import solve  # noqa: PLC0415 (needs numba)

    asked = []
    monkeypatch.setattr(solve, "solve", lambda folder, **options: asked.append((folder, options["jobs"])))
    assert store.build(tmp_path, "hypergammon", jobs=3) == ("hypergammon",)
    assert asked == [(tmp_path, 3)]
    assert store.rules_of("hypergammon") == solve.rules_of(3)


def test_what_there_is_fits_together():
    assert set(TABLES) == set(MEMORY) == set(DISK)
    assert {name for some in TABLES.values() for name in some} == set(EVERYTHING)
    assert max(MEMORY.values()) <= 1.0
    assert (DISK["bearoff-6"], DISK["hypergammon"], DISK["bearoff-10"]) == (55, 343, 2080)


def test_the_clock_tells_what_is_left():
    seen = []
    clock = Clock(seen.append, 0.5)
    clock.tell("more", 0.5, 0)
    clock.tell("more", 0.75, 1000)
    assert seen[0].left is None
    assert seen[1].left > 0
    assert seen[1].rate > 0
    Clock(None).tell("nobody listens", 1.0, 1)


@pytest.mark.parametrize("package", ["bearoff", "hypergammon"])
def test_without_numpy_it_is_said_what_to_install(package, monkeypatch):
    name = f"pointboard.backgammon.engine.{package}"
    for module in [one for one in sys.modules if one.startswith(name)]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(
        MissingExtraError, match=r"numpy is not installed; install it with: pip install 'pointboard\[fast\]'"
    ):
        __import__(name)


def test_a_header_is_plain_json(tmp_path, numbers):
    raw = write(tmp_path, numbers).read_bytes()
    text = raw[raw.rindex(b'{"code"') : -36]
    assert json.loads(text)["name"] == "toy"


def test_a_table_that_is_cut_while_it_is_open_is_refused(tmp_path, numbers):
    """It was mapped into memory, and the end of the file ended the process."""
    path = write(tmp_path, numbers)
    with TableFile(path, RULES, "build it") as file:
        array = file.array(check=False)
        path.write_bytes(path.read_bytes()[:30])
        with pytest.raises(TableError, match="is changed: its block 0 does not fit its digest"):
            file.check(0, 8)
        assert not array.any()


def test_a_full_disk_is_told_with_the_name_of_the_table(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(OSError, match="No space left") as caught:
        store.build(tmp_path, "bearoff-6")
    assert caught.value.filename == str(tmp_path / "bearoff-6.table")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["bearoff-rolls.table", "lock"]
