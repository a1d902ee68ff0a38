"""The file of answers: kept, shared, damaged, of somebody else; runs that are killed."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pointboard.backgammon.report import Cache, cache_file, judge
from pointboard.backgammon.report import cache as cache_module
from pointboard.errors import PointboardError

DRIVER = Path(__file__).with_name("driver.py")
PATIENCE = 60


def test_what_was_answered_is_not_asked_again(match, make, tmp_path):
    path = tmp_path / "new" / "answers.sqlite"
    first, second, other = make(), make(), make()
    with Cache(path) as cache:
        report = judge(match, first, cache=cache)
        assert judge(match, second, cache=cache) == report
    assert first.asked
    assert second.asked == []
    other.version = "2"  # another version may say something else
    with Cache(path) as cache:
        judge(match, other, cache=cache)
    assert len(other.asked) == len(first.asked)


def test_an_answer_that_makes_no_sense_is_asked_again(match, make, tmp_path):
    path = tmp_path / "answers.sqlite"
    with Cache(path) as cache:
        report = judge(match, make(), cache=cache)
    base = sqlite3.connect(path)
    base.execute("UPDATE answers SET answer = '[1' WHERE question LIKE 'cube%'")
    base.commit()
    base.close()
    again = make()
    with Cache(path) as cache:
        assert judge(match, again, cache=cache) == report
    assert {kind for kind, _, _ in again.asked} == {"cube"}


def test_a_damaged_file_is_set_aside(match, make, tmp_path):
    path = tmp_path / "answers.sqlite"
    path.write_bytes(b"no database" * 1000)
    with Cache(path) as cache:
        report = judge(match, make(), cache=cache)
        assert cache.note == (
            f"the file of answers {path} was damaged; it is now answers.sqlite.damaged, and a new one was begun"
        )
    assert report.notes == (cache.note,)
    assert (tmp_path / "answers.sqlite.damaged").read_bytes().startswith(b"no database")
    with Cache(path) as cache:
        assert cache.note is None
        assert judge(match, make(), cache=cache).notes == ()


def test_a_file_that_is_damaged_inside(tmp_path):
    path = tmp_path / "answers.sqlite"
    with Cache(path) as cache:
        for number in range(2000):
            cache.put(f"question {number}", "answer " * 20)
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    with Cache(path) as cache, pytest.raises(PointboardError, match=r"answers\.sqlite is damaged .*; remove it"):
        cache.get("question 7")


def test_a_file_of_another_program(tmp_path):
    path = tmp_path / "answers.sqlite"
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE mine (text)")
    base.close()
    with pytest.raises(PointboardError, match=r"is no file of answers of this version of Pointboard; remove it$"):
        Cache(path)


def test_a_file_that_cannot_be_used(tmp_path):
    with pytest.raises(PointboardError, match=r"cannot be used: unable to open database file; --no-cache does without"):
        Cache(tmp_path)  # a folder
    (tmp_path / "file").write_text("")
    for name in ("file", "file/below"):  # a file in the place of a folder
        with pytest.raises(PointboardError, match=r"cannot be used: \S+: Not a directory; --no-cache does without$"):
            Cache(tmp_path / name / "answers.sqlite")
    with Cache(tmp_path / "answers.sqlite") as cache:
        cache._base.execute("PRAGMA query_only = 1")
        with pytest.raises(PointboardError, match="attempt to write a readonly database"):
            cache.put("question", "answer")


def test_a_file_that_another_process_prepares_just_now(tmp_path, monkeypatch):
    monkeypatch.setattr(cache_module, "_PAUSE", 0.001)
    prepare, left = Cache._prepare, [3]

    def locked(self, base):
        if left[0]:
            left[0] -= 1
            raise sqlite3.OperationalError("database is locked")
        prepare(self, base)

    monkeypatch.setattr(Cache, "_prepare", locked)
    with Cache(tmp_path / "answers.sqlite") as cache:
        assert left == [0]
        assert cache.get("question") is None
    left[0] = 1000
    with pytest.raises(PointboardError, match="database is locked"):
        Cache(tmp_path / "answers.sqlite")


def test_where_it_lies(monkeypatch, tmp_path):
    monkeypatch.setenv("POINTBOARD_CACHE", str(tmp_path))
    assert cache_file() == tmp_path / "backgammon-analysis.sqlite"
    monkeypatch.setenv("POINTBOARD_CACHE", "0")
    assert cache_file() is None


def start(folder, *arguments):
    return subprocess.Popen(
        [sys.executable, str(DRIVER), str(folder), *map(str, arguments)],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip


def log(folder):
    path = folder / "log"
    return path.read_text().splitlines() if path.exists() else []


def wait_for(path):
    end = time.monotonic() + PATIENCE
    while not path.exists():
        assert time.monotonic() < end, "it does not come that far"
        time.sleep(0.01)


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_a_killed_run_goes_on(tmp_path):
    """Killed twice, each time within a question; then finished: each was answered once, and the report is whole."""
    for stop in (3, 6):
        child = start(tmp_path, stop)
        wait_for(tmp_path / f"hangs-{stop}")
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stdout.close()
        assert len(log(tmp_path)) == stop
    done = start(tmp_path, 0)
    said, _ = done.communicate(timeout=PATIENCE)
    assert done.returncode == 0
    answered = log(tmp_path)
    assert len(answered) == len(set(answered))
    alone = tmp_path / "alone"
    alone.mkdir()
    fresh = start(alone, 0)
    assert fresh.communicate(timeout=PATIENCE)[0] == said
    assert sorted(log(alone)) == sorted(answered)
    assert json.loads(said)["rating"] == [10.0, 28.0]


def test_nobody_changes_a_file_while_it_is_looked_at(tmp_path, monkeypatch):
    """Where another process made an empty file its own just then, it was taken for somebody else's."""
    path, tried = tmp_path / "answers.sqlite", []

    class Watched(sqlite3.Connection):
        def execute(self, text, *values):
            if "sqlite_master" in text:
                other = connect(path, timeout=0)
                with pytest.raises(sqlite3.OperationalError, match="locked"):
                    other.execute("CREATE TABLE answers (question TEXT)")
                tried.append(other.close())
            return super().execute(text, *values)

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **more: connect(*given, **more, factory=Watched))
    with Cache(path) as cache:
        cache.put("question", "answer")
    assert tried


def test_two_processes_share_a_file(tmp_path):
    """Both come to the same end, neither stumbles over the other, and nothing that one has put there is lost."""
    both = [start(tmp_path, 0) for _ in range(2)]
    said = [child.communicate(timeout=PATIENCE)[0] for child in both]
    assert [child.returncode for child in both] == [0, 0]
    assert said[0] == said[1] != ""
    before = len(log(tmp_path))
    third = start(tmp_path, 0)
    assert third.communicate(timeout=PATIENCE)[0] == said[0]
    assert len(log(tmp_path)) == before
