"""Child processes that are asked by lines: marks, deaths, time, too much talk, the end of the parent."""

import os
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import pytest

from pointboard.backgammon.engine.adapters.child import Child, Lost, Pool, Stopped
from pointboard.errors import EngineError

ECHO = """
import sys
for line in sys.stdin:
    word = line.strip()
    if word == "die":
        sys.exit(3)
    if word == "hang":
        continue
    if word == "talk":
        while True:
            print("x" * 1000)
    if word == "drone":
        while True:
            print("x" * 1000, end="")
    print("heard", word, flush=True)
"""
ENVIRONMENT = {"PATH": os.environ["PATH"]}


def child():
    return Child((sys.executable, "-u", "-c", ECHO), ENVIRONMENT)


@pytest.fixture
def one():
    found = child()
    yield found
    if found.alive:
        found.close()


def test_it_says_what_comes_before_the_mark(one):
    assert one.ask("a\nb\nend\n", "end", 30) == "heard a\nheard b\n"
    assert one.ask("end\n", "end", 30) == ""
    assert one.alive
    assert one.pid != os.getpid()


def test_a_dead_child_is_lost(one):
    with pytest.raises(Lost, match=r"^it died$"):
        one.ask("a\ndie\nend\n", "end", 30)
    assert not one.alive
    with pytest.raises(Lost, match=r"^it died$"):
        one.ask("a\n", "a", 30)


def test_a_child_that_takes_too_long_is_ended(one):
    with pytest.raises(Lost, match=r"^it took longer than 0\.2 seconds$"):
        one.ask("hang\n", "end", 0.2)
    assert not one.alive


def test_a_child_that_is_not_wanted_is_ended(one):
    asked = iter((False, False, True))
    with pytest.raises(Stopped, match=r"^nobody waits for the answer$"):
        one.ask("hang\n", "end", 30, lambda: next(asked))
    assert not one.alive


@pytest.mark.parametrize("word", ["talk", "drone"])
def test_a_child_that_never_ends_its_answer_is_ended(one, monkeypatch, word):
    monkeypatch.setattr("pointboard.backgammon.engine.adapters.child._MOST", 10_000)
    with pytest.raises(Lost, match=r"^it says too much$"):
        one.ask(f"{word}\n", "end", 30)
    assert not one.alive


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_a_program_behind_a_script_ends_with_it():
    """The script's own child holds the output open; without its end nobody would hear that the script is gone."""
    script = "echo begun; sleep 600; true"
    found = Child(("/bin/sh", "-c", script), ENVIRONMENT)
    started = time.monotonic()
    with pytest.raises(Lost, match=r"^it took longer than 0\.3 seconds$"):
        found.ask("", "end", 0.3)
    assert time.monotonic() - started < 60
    assert not found.alive


def test_what_is_no_program_does_not_start(tmp_path):
    with pytest.raises(Lost, match=r"^it does not start: No such file or directory$"):
        Child((str(tmp_path / "none"),), ENVIRONMENT)


def test_a_child_knows_nothing_of_this_process(monkeypatch):
    monkeypatch.setenv("SECRET", "x")
    script = "import os; print(sorted(os.environ)); print('end', flush=True)"
    found = Child((sys.executable, "-c", script), ENVIRONMENT)
    assert "SECRET" not in found.ask("", "end", 30)
    found.close()
    found.close()


class Starts:
    """Starts children and counts them; the first ``broken`` die at once."""

    def __init__(self, broken=0):
        self.broken = broken
        self.children = []

    def __call__(self):
        found = child()
        self.children.append(found)
        if len(self.children) <= self.broken:
            with pytest.raises(Lost):
                found.ask("die\n", "end", 30)
            raise Lost("it died")
        return found


def test_a_pool_keeps_its_children():
    starts = Starts()
    pool = Pool("Echo", starts, 2)
    assert starts.children == []
    for _ in range(3):
        assert pool.ask("a\nend\n", "end", 30) == "heard a\n"
    assert len(starts.children) == 1
    pool.close()
    assert not starts.children[0].alive
    with pytest.raises(EngineError, match=r"^Echo was closed$"):
        pool.ask("end\n", "end", 30)
    pool.close()


def test_a_pool_replaces_a_child_that_died_with_nothing_to_do():
    starts = Starts()
    pool = Pool("Echo", starts, 1)
    pool.ask("end\n", "end", 30)
    starts.children[0]._process.kill()
    starts.children[0]._process.wait()
    assert pool.ask("a\nend\n", "end", 30) == "heard a\n"
    assert len(starts.children) == 2
    pool.close()


def test_a_pool_asks_another_child_once():
    starts = Starts(broken=1)
    pool = Pool("Echo", starts, 1)
    assert pool.ask("a\nend\n", "end", 30) == "heard a\n"
    starts = Starts()
    pool = Pool("Echo", starts, 1)
    with pytest.raises(EngineError, match=r"^Echo does not answer: it died$"):
        pool.ask("die\nend\n", "end", 30)
    assert len(starts.children) == 2
    assert not any(one.alive for one in starts.children)
    assert pool.ask("a\nend\n", "end", 30) == "heard a\n"
    pool.close()


@pytest.mark.parametrize(
    ("stop", "seconds", "said"),
    [(lambda: True, 30, "nobody waits for the answer"), (lambda: False, 0.2, "it took longer than 0.2 seconds")],
)
def test_what_takes_too_long_is_not_asked_twice(stop, seconds, said):
    starts = Starts()
    pool = Pool("Echo", starts, 1)
    with pytest.raises(EngineError) as error:
        pool.ask("hang\n", "end", seconds, stop)
    assert str(error.value) == f"Echo does not answer: {said}"
    assert len(starts.children) == 1
    pool.close()


def test_threads_share_the_children_of_a_pool():
    starts = Starts()
    pool = Pool("Echo", starts, 2)
    said = []
    threads = [Thread(target=lambda i=i: said.append((i, pool.ask(f"{i}\nend\n", "end", 30)))) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(said) == [(i, f"heard {i}\n") for i in range(8)]
    assert len(starts.children) <= 2
    pool.close()


def test_a_child_at_work_while_the_pool_closes_is_ended_after_its_answer():
    starts = Starts()
    pool = Pool("Echo", starts, 1)
    pool.ask("end\n", "end", 30)

    def close():
        pool.close()
        return False

    assert pool.ask("hang\na\nend\n", "end", 30, close) == "heard a\n"
    assert [one.alive for one in starts.children] in ([False], [True])
    pool.close()
    assert not starts.children[0].alive


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc to look for the process")
def test_a_child_ends_with_its_parent():
    """However that ends: its standard input does."""
    script = f"""
import sys, time
from pointboard.backgammon.engine.adapters.child import Child
child = Child((sys.executable, "-u", "-c", {ECHO!r}), {ENVIRONMENT!r})
child.ask("end\\n", "end", 30)
print(child.pid, flush=True)
time.sleep(60)
"""
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    pid = int(parent.stdout.readline())
    assert Path(f"/proc/{pid}").exists()
    parent.kill()
    parent.wait()
    parent.stdout.close()
    for _ in range(200):
        state = Path(f"/proc/{pid}/stat")
        if not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z":
            break
        time.sleep(0.05)
    else:
        pytest.fail("the child goes on without its parent")
