"""The build of tables in the background: when it begins, when not, what is said, and that it ends with the server."""

import asyncio
import contextlib
import importlib.util
import io
import json
import os
import re
import selectors
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

import pytest

from pointboard import __version__, games
from pointboard.api import builder, room, server
from pointboard.api.builder import Built
from pointboard.api.proved import is_built, proved, tag
from pointboard.api.schema import ProvedAnswer
from pointboard.api.settings import Settings
from pointboard.api.solving import Solving, hindrance
from pointboard.baghchal.engine.solve.build import counts
from pointboard.baghchal.engine.solve.variant import Variant
from pointboard.tables import locked

SCRIPT = Path(__file__).with_name("double_builder.py")
_SPEC = importlib.util.spec_from_file_location("double_builder", SCRIPT)
double = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(double)
PATIENCE = 30
MISSING = "numba is not installed; install it with: pip install 'pointboard[fast]'"


@pytest.fixture
def toy(monkeypatch, tmp_path):
    """The solver of the only game there is, on a machine with much room."""
    found = double.Toy(tmp_path / "tables")
    monkeypatch.setattr(games, "_MODULES", {})
    monkeypatch.setitem(games._ADDED, "toy", double.toy(found.solver()))
    monkeypatch.setattr(room, "free_memory", lambda: 8 * 10**9)
    return found


def rows(less, everything, building=None):
    return [ProvedAnswer("toy", "less", less, 2, building), ProvedAnswer("toy", "all", everything, 3, None)]


def test_what_is_proved_is_counted_by_phase(toy):
    assert proved({}) == rows(0, 0)
    toy.write("one")
    toy.write("three")
    assert proved({("toy", "less"): 0.25}) == rows(1, 2, 0.25)
    assert not is_built(toy.solver(), "less")
    toy.write("two")
    assert proved({}) == rows(2, 3)
    assert is_built(toy.solver(), "less")


def test_a_game_that_cannot_be_solved_has_no_rows(toy, monkeypatch):
    game = games.get("toy")
    for solver in (None, double.replace(game.solver, folder=double.Toy(toy.folder).lacks)):
        monkeypatch.setitem(games._ADDED, "toy", double.replace(game, solver=solver))
        assert proved({}) == []
        assert tag(games.get("toy")) == f"pointboard-{__version__}/tables-none"


def test_the_tag_is_of_the_version_and_of_the_tables(toy):
    tags = {tag(games.get("toy"))}
    for name in ("one", "two"):
        toy.write(name)
        tags.add(tag(games.get("toy")))
    (toy.folder / "two.table").write_text("another digest")
    tags.add(tag(games.get("toy")))
    assert len(tags) == 4
    assert {found.partition("/")[0] for found in tags} == {f"pointboard-{__version__}"}
    assert tag(games.get("toy")) == tag(games.get("toy"))


def test_free_memory_is_what_the_system_says(tmp_path):
    meminfo = tmp_path / "meminfo"
    assert room.free_memory(meminfo, tmp_path) is None
    meminfo.write_text("MemTotal:       16000000 kB\nMemFree:         1000000 kB\n")
    assert room.free_memory(meminfo, tmp_path) is None
    meminfo.write_text("MemTotal:       16000000 kB\nMemAvailable:    2000000 kB\n")
    assert room.free_memory(meminfo, tmp_path) == 2_048_000_000
    (tmp_path / "memory.current").write_text("500000000\n")
    for limit, free in (("max", 2_048_000_000), ("1500000000", 1_000_000_000), ("400000000", 0)):
        (tmp_path / "memory.max").write_text(f"{limit}\n")
        assert room.free_memory(meminfo, tmp_path) == free


def test_a_folder_that_is_to_be_made_has_the_room_of_the_one_around_it(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(room.shutil, "disk_usage", lambda path: asked.append(path) or Free)
    assert room.free_disk(tmp_path / "a" / "b") == 7
    assert room.free_disk(tmp_path) == 7
    assert asked == [tmp_path, tmp_path]


class Free:
    free = 7


def test_nothing_is_in_the_way(toy):
    assert hindrance(toy.solver(), "less") is None


@pytest.mark.parametrize(
    ("phase", "memory", "disk", "said"),
    [
        ("less", None, 10**9, "this system does not say how much memory is free"),
        ("less", 3_999_000_000, 10**9, "4.0 GB of memory should be free, and 3.9 GB are"),
        ("less", 1_234_567_890, 10**9, "4.0 GB of memory should be free, and 1.2 GB are"),
        ("less", 4_000_000_000, 2_000_000, None),
        ("all", 4_900_000_000, 10**9, "5.0 GB of memory should be free, and 4.9 GB are"),
        ("all", 5_000_000_000, 17_999_999, "18 MB should be free for {folder}, and 17 MB are"),
    ],
)
def test_too_little_room_is_in_the_way(toy, monkeypatch, phase, memory, disk, said):  # noqa: PLR0917
    monkeypatch.setattr(room, "free_memory", lambda: memory)
    monkeypatch.setattr(room, "free_disk", lambda _: disk)
    assert hindrance(toy.solver(), phase) == (said and said.format(folder=toy.folder))


def test_a_disk_that_cannot_be_asked_is_in_the_way(toy, monkeypatch):
    def refuse(_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(room, "free_disk", refuse)
    assert hindrance(toy.solver(), "less") == f"{toy.folder}: Permission denied"


def solving(toy, mode="quick", *, command=None, until=None):
    """What is said, and the rows at the end, of a build that goes on by itself or until a file is there."""
    said = []

    async def run():
        found = Solving(Settings(builder_command=command or double.command(toy.folder, mode)), said.append)
        assert found.proved()[0].building is None
        await found.close()  # nothing to close yet
        found.start()
        if until is None:
            await found._task
        else:
            while not until.exists():  # noqa: ASYNC110 (another process makes it)
                await asyncio.sleep(0.005)
            while found.proved()[0].building != 0.5:  # noqa: ASYNC110
                await asyncio.sleep(0.005)
        await found.close()
        return found.proved()

    found = asyncio.run(run())
    return [re.sub(r"kill \d+", "kill N", re.sub(r"in \d+ s", "in N s", line)) for line in said], found


def building(toy):
    return (
        f"Building the proved values of Toy (less), 1 MB in {toy.folder}, in the background at low priority. It stops "
        "with the server (Ctrl-C), alone with kill N, and goes on at the next start; --no-solve leaves it out."
    )


@pytest.mark.parametrize("mode", ["quick", "chatters"])
def test_a_build_is_told_at_its_beginning_and_at_its_end(toy, mode):
    said, found = solving(toy, mode)
    assert said == [building(toy), "The proved values of Toy (less) are built, in N s."]
    assert found == rows(2, 2)
    assert solving(toy, mode) == ([], found)  # what is there is not built again, and no word is lost about it


@pytest.mark.parametrize(
    ("mode", "why"),
    [
        ("full", "{folder}/two.table: No space left on device"),
        ("odd", "the disk is odd"),
        ("locked", "{folder}: another process is building there; wait for it, or stop it"),
        ("lacks", MISSING),
        ("dies", "the process ended with exit code 3"),
        ("killed", "the process was ended by signal 15"),
    ],
)
def test_a_build_that_fails_says_why(toy, mode, why):
    said, found = solving(toy, mode)
    why = why.format(folder=toy.folder)
    assert said == [building(toy), f"The proved values of Toy (less) are not built in the background: {why}."]
    assert found == rows(1, 1)
    assert solving(toy)[1] == rows(2, 2)  # the next one goes on


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("print('nonsense')", "the process says what makes no sense: "),
        ("print('0' * 100_000)", "the process says what makes no sense: "),
        ("pass", "the process ended with exit code 0."),
    ],
)
def test_a_process_that_makes_no_sense_is_ended(toy, code, why):
    said, _ = solving(toy, command=(sys.executable, "-c", code))
    assert said[1].startswith(f"The proved values of Toy (less) are not built in the background: {why}")


def test_a_process_that_does_not_start_is_told(toy):
    said, _ = solving(toy, command=("/no/such/program",))
    why = "the process does not start: [Errno 2] No such file or directory: '/no/such/program'"
    assert said == [f"The proved values of Toy (less) are not built in the background: {why}."]


def test_a_hindrance_is_told_with_the_way_around_it(toy, monkeypatch):
    monkeypatch.setattr(room, "free_memory", lambda: 10**9)
    why = "4.0 GB of memory should be free, and 1.0 GB are"
    way = "to build them all the same: pointboard toy solve --phase less"
    assert solving(toy)[0] == [f"The proved values of Toy (less) are not built in the background: {why}; {way}."]


def test_a_missing_package_is_told(toy, monkeypatch):
    solver = double.replace(toy.solver(), folder=toy.lacks)
    monkeypatch.setitem(games._ADDED, "toy", double.toy(solver))
    said = []

    async def run():
        found = Solving(Settings(), said.append)
        found.start()
        await found._task

    asyncio.run(run())
    assert said == [f"The proved values of Toy (less) are not built in the background: {MISSING}."]


def test_a_fault_of_the_program_is_logged(toy, monkeypatch, caplog):
    def fail():
        raise RuntimeError("no home")

    monkeypatch.setitem(games._ADDED, "toy", double.toy(double.replace(toy.solver(), folder=fail)))

    async def run():
        found = Solving(Settings())
        found.start()
        await asyncio.gather(found._task, return_exceptions=True)
        await found.close()

    asyncio.run(run())
    (record,) = caplog.records
    assert record.message == "the build in the background failed"
    assert str(record.exc_info[1]) == "no home"


def test_a_build_that_is_stopped_goes_on_at_the_next_start(toy):
    said, found = solving(toy, "waits", until=toy.folder / "pid")
    assert said == [building(toy)]
    assert found == rows(1, 1)
    with pytest.raises(ProcessLookupError):
        os.kill(int((toy.folder / "pid").read_text()), 0)
    assert solving(toy)[1] == rows(2, 2)


def test_the_process_reports_each_per_cent_and_works_in_one_thread(toy):
    reports = []
    assert builder.build("toy", "less", reports.append) == Built(1.0, over=True)
    assert reports == [Built(0.25), Built(0.5)]
    assert toy.jobs == 1
    for mode, problem in (("lacks", MISSING), ("odd", "the disk is odd")):
        toy.mode = mode
        assert builder.build("toy", "less", reports.append) == Built(0.5, over=True, problem=problem)


@pytest.mark.parametrize("leader", [True, False])
def test_the_session_gives_way_only_if_it_is_the_process_own(monkeypatch, leader):
    nice, written = [], []
    monkeypatch.setattr(builder.os, "nice", nice.append)
    monkeypatch.setattr(builder.os, "getsid", lambda _: os.getpid() if leader else 1)
    monkeypatch.setattr(builder.Path, "write_text", lambda path, *rest: written.append((str(path), *rest)))
    builder._give_way()
    assert nice == [19]
    assert written == ([("/proc/self/autogroup", "19\n", "ascii")] if leader else [])


def test_a_word_that_nobody_hears_stops_nothing():
    class Gone(io.StringIO):
        def flush(self):
            raise BrokenPipeError

    server._say_later(Gone(), "a word")


class Server:
    """A server of the toy in a process of its own."""

    def __init__(self, folder, **changes):
        command = [sys.executable, "-P", SCRIPT, "serve", str(folder), json.dumps(changes)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.folder = folder
        self.said = []
        self.until_said("API docs")
        self.port = int(re.search(r"127\.0\.0\.1:(\d+)", "".join(self.said))[1])

    def until_said(self, words):
        while not self.said or words not in self.said[-1]:
            line = self.process.stdout.readline()
            assert line, self.process.stderr.read()
            self.said.append(line)
        return self.said[-1]

    def proved(self):
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request("GET", "/health")
            return json.loads(connection.getresponse().read())["proved"]

    def until_proved(self, wanted):
        deadline = time.monotonic() + PATIENCE
        while not wanted(found := self.proved()[0]):
            assert time.monotonic() < deadline, found
            time.sleep(0.005)

    def errors(self):
        """What standard error holds, once all of the server's processes are gone: each has the other end of it."""
        self.process.wait(PATIENCE)
        with self.process.stderr as errors, self.process.stdout, selectors.DefaultSelector() as selector:
            selector.register(errors, selectors.EVENT_READ)
            os.set_blocking(errors.fileno(), False)
            found = b""
            while True:
                assert selector.select(PATIENCE), "a process outlived its server"
                part = os.read(errors.fileno(), 65536)
                if not part:
                    return found.decode()
                found += part


@contextlib.contextmanager
def serving(folder, **changes):
    found = Server(folder, **changes)
    try:
        yield found
    finally:
        if not found.process.stderr.closed:
            found.process.kill()
            found.errors()


def test_a_server_builds_once_it_is_ready_and_tells_how_far_it_is(tmp_path):
    with serving(tmp_path / "tables", mode="waits") as found:
        said = found.until_said("Building")
        assert found.said[-2].startswith("  API docs")
        found.until_proved(lambda row: row["building"] == 0.5)
        row = {"game": "toy", "phase": "less", "ready": 1, "tables": 2, "building": 0.5}
        assert found.proved() == [row, {**row, "phase": "all", "tables": 3, "building": None}]
        pid = (found.folder / "pid").read_text()
        assert f"kill {pid}," in said
        shown = subprocess.run(["ps", "-o", "ni=", "-p", pid], capture_output=True, text=True, check=True)
        assert shown.stdout.split() == ["19"]
        (found.folder / "go").touch()
        assert re.fullmatch(r"The proved values of Toy \(less\) are built, in \d+ s\.\n", found.until_said("built"))
        row |= {"ready": 2, "building": None}
        assert found.proved() == [row, {**row, "phase": "all", "tables": 3}]


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_build_ends_with_the_server_however_that_ends(tmp_path, sign):
    with serving(tmp_path / "tables", mode="waits") as found:
        found.until_proved(lambda row: row["building"] == 0.5)
        found.process.send_signal(sign)
        assert found.errors() == ""
        assert found.process.returncode == (-9 if sign == signal.SIGKILL else 0)
    assert sorted(path.name for path in found.folder.iterdir()) == ["one.table", "pid"]


def test_a_server_that_is_not_to_solve_does_not(tmp_path):
    with serving(tmp_path / "tables", solve=False) as found:
        assert found.proved()[0] == {"game": "toy", "phase": "less", "ready": 0, "tables": 2, "building": None}
        found.process.send_signal(signal.SIGTERM)
        assert found.process.wait(PATIENCE) == 0
        assert found.process.stdout.read() == ""
    assert not found.folder.exists()


def test_a_server_solves_a_small_game(tmp_path):
    folder = tmp_path / "tables"
    with serving(folder, mode="real") as found:
        found.until_said("(sliding) are built, in ")
        assert found.proved() == [{"game": "toy", "phase": "sliding", "ready": 2, "tables": 2, "building": None}]
    assert sorted(path.name for path in folder.iterdir()) == [
        "counts.json",
        "lock",
        "sliding-0.table",
        "sliding-1.table",
    ]
    assert counts(folder, Variant(2, 2)) == json.loads((folder / "counts.json").read_text())


def test_a_second_server_leaves_the_folder_to_the_first(tmp_path):
    folder = tmp_path / "tables"
    folder.mkdir()
    with locked(folder), serving(folder, mode="real") as found:
        said = found.until_said("not built")
    why = f"{folder}: another process is building there; wait for it, or stop it"
    assert said == f"The proved values of Toy (sliding) are not built in the background: {why}.\n"
    assert [path.name for path in folder.iterdir()] == ["lock"]
