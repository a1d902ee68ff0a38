"""A game called toy whose solver does what it is told, for tests of the build in the background.

``double_builder.py build MODE FOLDER GAME PHASE`` is the process that builds, ``double_builder.py serve FOLDER JSON`` a
server on a free port that has the game, with the settings in JSON. The mode "real" solves the sliding phase of Bagh
Chal with two goats and two captures to win; the others are those of ``Toy``.
"""

import errno
import json
import os
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pointboard import games
from pointboard.errors import MissingExtraError, TableError
from pointboard.game import Solver


class Now(NamedTuple):
    done: float
    step: str = "a step"
    rate: float = 0.0
    left: float | None = None


class Toy:
    """A solver of two phases with the tables one, two and three, which are files that hold their own digest."""

    def __init__(self, folder, mode="quick"):
        self.folder, self.mode = Path(folder), mode
        self.jobs = None

    def tables(self, phase):
        return {"less": ("one", "two"), "all": ("one", "two", "three")}[phase]

    def digests(self, folder):
        return {path.stem: path.read_text() for path in sorted(folder.glob("*.table"))}

    def write(self, name):
        self.folder.mkdir(exist_ok=True)
        (self.folder / f"{name}.table").write_text(f"digest of {name}")

    def solve(self, folder, phase, *, jobs, memory, progress):
        assert (folder, phase, memory) == (self.folder, "less", None)
        self.jobs = jobs
        progress(Now(0.0))
        self.write("one")
        for done in (0.25, 0.255, 0.5):
            progress(Now(done))
        getattr(self, self.mode)()
        self.write("two")

    def quick(self):
        pass

    def waits(self):
        """Say which process this is, then wait for a file."""
        (self.folder / "fresh").write_text(str(os.getpid()))
        (self.folder / "fresh").rename(self.folder / "pid")
        while not (self.folder / "go").exists():
            time.sleep(0.005)

    def chatters(self):
        print("something that is no report")  # noqa: T201

    def full(self):
        raise OSError(errno.ENOSPC, "No space left on device", str(self.folder / "two.table"))

    def odd(self):
        raise OSError("the disk is odd")

    def locked(self):
        raise TableError(f"{self.folder}: another process is building there; wait for it, or stop it", self.folder)

    def lacks(self):
        raise MissingExtraError("fast", "numba")

    def dies(self):
        os._exit(3)

    def killed(self):
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(600)

    def solver(self):
        return Solver(
            phases=("less", "all"), memory={"less": 0.5, "all": 5.0}, disk={"less": 1.0, "all": 9.0},
            folder=lambda: self.folder, tables=self.tables, digests=self.digests, solve=self.solve,
            counts=None, verify=None, probe=None,
        )  # fmt: skip


def small(folder):
    """The real solver on a small game."""
    from pointboard.baghchal.engine.solve import build  # noqa: PLC0415 (needs the extra "fast")
    from pointboard.baghchal.engine.solve.variant import Variant  # noqa: PLC0415

    game = Variant(goats=2, captures=2)
    return Solver(
        phases=("sliding",), memory={"sliding": 0.1}, disk={"sliding": 1.0}, folder=lambda: Path(folder),
        tables=lambda phase: build.table_names(game, build.Phase(phase)),
        digests=lambda where: build.digests(where, game),
        solve=lambda where, phase, **options: build.solve(where, phase, variant=game, **options),
        counts=None, verify=None, probe=None,
    )  # fmt: skip


BAGHCHAL = games.get("baghchal")


def toy(solver):
    return replace(BAGHCHAL, name="toy", title="Toy", solver=solver)


def command(folder, mode):
    return (sys.executable, "-P", __file__, "build", mode, str(folder))


if __name__ == "__main__":
    what, mode, folder = sys.argv[1:4] if sys.argv[1] == "build" else (sys.argv[1], "quick", sys.argv[2])
    changes = json.loads(sys.argv[3]) if what == "serve" else {}
    mode = changes.pop("mode", mode)
    game = toy(small(folder) if mode == "real" else Toy(folder, mode).solver())
    games._MODULES = {}
    games._ADDED["toy"] = game
    if what == "build":
        from pointboard.api import builder

        if mode == "real":  # else the test would wait for whatever else this machine does
            builder._give_way = lambda: None
        builder.main()
    else:
        from pointboard.api import room
        from pointboard.api.server import serve
        from pointboard.api.settings import Settings

        room.free_memory = lambda: 8 * 10**9
        worker = (sys.executable, "-P", str(Path(__file__).with_name("double_worker.py")))
        settings = {"workers": 1, "solve": True, "worker_command": worker, "builder_command": command(folder, mode)}
        sys.exit(serve(port=0, settings=Settings(**{**settings, **changes})))
