"""Runs that are stopped, full disks, two processes: the next run goes on, and the tables come out the same."""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pointboard import files
from pointboard.baghchal.engine.solve.build import COUNTS, Phase, counts, headers, solve
from pointboard.baghchal.engine.solve.variant import Variant
from pointboard.errors import TableError
from pointboard.tables import locked

pytestmark = pytest.mark.slow
SMALL = Variant(goats=2, captures=2)

# Solves until the n-th word of progress, then is killed.
PROGRAM = """
import os, signal, sys
from pathlib import Path
from pointboard.baghchal.engine.solve.build import solve
from pointboard.baghchal.engine.solve.variant import Variant
left = int(sys.argv[2])
def report(progress):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), int(sys.argv[3]))
solve(Path(sys.argv[1]), variant=Variant(2, 2), progress=report)
"""


def run(folder, words, sign=signal.SIGKILL):
    command = [sys.executable, "-c", PROGRAM, str(folder), str(words), str(int(sign))]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_five_kills_and_then_the_same_tables(tmp_path, small):
    for words, sign in zip((2, 12, 40, 90, 130), [signal.SIGKILL, signal.SIGTERM, *[signal.SIGKILL] * 3], strict=True):
        assert run(tmp_path, words, sign).returncode == -sign
        (tmp_path / ".sliding-0.table.0123456789abcdef.tmp").write_bytes(b"half a table")
    solve(tmp_path, variant=SMALL)
    assert counts(tmp_path, SMALL) == counts(small, SMALL)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(path.name for path in small.iterdir())
    for name in headers(small, SMALL):
        assert (tmp_path / f"{name}.table").read_bytes() == (small / f"{name}.table").read_bytes()


def test_ctrl_c_stops_and_the_next_run_goes_on(tmp_path):
    seen = []

    def report(progress):
        seen.append(progress.step)
        if progress.step == "sliding-0":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(tmp_path, Phase.SLIDING, variant=SMALL, progress=report)
    assert list(headers(tmp_path, SMALL)) == ["sliding-1"]
    seen.clear()
    solve(tmp_path, Phase.SLIDING, variant=SMALL, progress=lambda progress: seen.append(progress.step))
    assert set(seen) == {"sliding-0"}


def test_a_finished_folder_is_left_alone(small):
    before = {path.name: path.stat().st_mtime_ns for path in small.glob("*.table")}
    said = []
    found = solve(small, variant=SMALL, progress=said.append)
    assert said == []
    assert {path.name: path.stat().st_mtime_ns for path in small.glob("*.table")} == before
    assert found == counts(small, SMALL)
    assert (small / COUNTS).exists()


def test_without_a_table_there_is_nothing_to_count(tmp_path):
    with pytest.raises(TableError) as error:
        counts(tmp_path, SMALL)
    assert (
        str(error.value) == f"{tmp_path}: there are no tables; build them: pointboard baghchal solve --dir {tmp_path}"
    )


def test_changed_counts_of_the_start_are_refused(tmp_path, small):
    shutil.copytree(small, tmp_path, dirs_exist_ok=True)
    start, rules = tmp_path / "start.json", json.dumps(SMALL.rules)
    calls = (lambda: counts(tmp_path, SMALL), lambda: solve(tmp_path, variant=SMALL))
    for wrong in ("", "{not json", "\xff", "[1]", '{"rules": "x", "counts": []}', f'{{"rules": {rules}}}'):
        start.write_bytes(wrong.encode("latin-1"))
        for call in calls:
            with pytest.raises(TableError) as error:
                call()
            assert str(error.value) == (
                f"{start} is changed, or of another game; remove it and build it again: pointboard baghchal solve"
            )
    start.unlink()
    start.mkdir()
    for call in calls:
        with pytest.raises(TableError) as error:
            call()
        assert str(error.value) == f"{start} cannot be read: it is no regular file"
    start.rmdir()
    assert solve(tmp_path, variant=SMALL) == counts(small, SMALL)


def test_a_full_disk_is_an_error_and_the_next_run_goes_on(tmp_path, small, monkeypatch):
    real, calls = os.fsync, []

    def full(descriptor):
        calls.append(descriptor)
        if len(calls) > 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(descriptor)

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        solve(tmp_path, variant=SMALL)
    monkeypatch.undo()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lock", "sliding-1.table"]
    solve(tmp_path, variant=SMALL)
    assert counts(tmp_path, SMALL) == counts(small, SMALL)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may mount")
def test_a_small_file_system_that_fills_up(tmp_path, small):
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(tmp_path)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("mounting is not allowed here")
    try:
        with pytest.raises(OSError, match="No space left"):
            solve(tmp_path, variant=SMALL)
        assert [path.name for path in tmp_path.glob("*.tmp")] == []
        subprocess.run(["mount", "-o", "remount,size=64m", str(tmp_path)], check=True)
        solve(tmp_path, variant=SMALL)
        assert counts(tmp_path, SMALL) == counts(small, SMALL)
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


def test_two_processes_do_not_build_in_one_folder(tmp_path):
    with locked(tmp_path), pytest.raises(TableError) as error:
        solve(tmp_path, variant=SMALL)
    assert str(error.value) == f"{tmp_path}: another process is building there; wait for it, or stop it"
    assert error.value.path == tmp_path
    with locked(tmp_path):
        assert run(tmp_path, 10**6).stderr.rstrip().endswith("wait for it, or stop it")
    assert [path.name for path in Path(tmp_path).iterdir()] == ["lock"]


def test_what_a_run_needs_is_said_before_it_begins(tmp_path, monkeypatch):
    with pytest.raises(ValueError, match=r"^1 GB of memory are too few: the phase 'all' takes 2.6 GB$"):
        solve(tmp_path, memory=1)
    with pytest.raises(ValueError, match="jobs must be at least 1, is 0"):
        solve(tmp_path, variant=SMALL, jobs=0)
    with pytest.raises(ValueError, match="'everything' is not a valid Phase"):
        solve(tmp_path, "everything")
    monkeypatch.setenv("POINTBOARD_NUMBA", "0")
    with pytest.raises(ValueError, match="POINTBOARD_NUMBA=0 switches the compiler off"):
        solve(tmp_path)
