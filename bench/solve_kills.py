"""Kills the solver at random moments and lets its disk run full once: the tables must come out the same all the same.

    python bench/solve_kills.py FOLDER [--jobs 2] [--kills 5] [--seed 1] [--size 100m] [--span 600]

It runs ``pointboard baghchal solve`` as users do, first on a file system of ``--size`` that is mounted for it in memory
(which takes root), and sends SIGKILL after so many seconds of processor time: ``--kills`` moments, drawn by ``--seed``
from the first ``--span`` seconds. When the file system is full, and the solver has said so, its tables are copied to
FOLDER, and the runs go on there to the end. After every end of a run each table that is there must have the known
digest; at the end all counts must be the known ones. FOLDER must not exist before; Linux only.

One run of everything takes 15 minutes of two free cores and 2.6 GB of memory. It prints a line for each run.
"""

# ruff: noqa: S101, S607 (it checks; mount is where the system has it)

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

PROGRAM = [sys.executable, "-m", "pointboard.cli.main", "baghchal"]
GOLDEN = Path(__file__).parents[1] / "tests" / "golden" / "baghchal" / "counts.json"
TICK = os.sysconf("SC_CLK_TCK")
FULL = "No space left on device"


def processor_seconds(pid):
    """What a process and its threads have used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def tables(folder):
    return sorted(path.stem for path in folder.glob("*.table"))


def counts(folder):
    done = subprocess.run([*PROGRAM, "counts", "--dir", folder], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


class Trial:
    """One game of killing, with what happened."""

    def __init__(self, options):
        self.options = options
        self.golden = json.loads(GOLDEN.read_text("utf-8"))
        draw = random.Random(options.seed)  # noqa: S311
        self.moments = sorted(draw.uniform(0, options.span) for _ in range(options.kills))
        self.spent = 0.0  # processor time of all runs
        self.runs = 0

    def run(self, folder):
        """One run until the next moment or its own end; its exit code."""
        moments, begun, used, log = (
            len(self.moments),
            time.monotonic(),
            0.0,
            self.options.folder / f"run-{self.runs + 1}.log",
        )
        command = [*PROGRAM, "solve", "--phase", "all", "--dir", folder, "--jobs", str(self.options.jobs)]
        with log.open("w") as said:
            process = subprocess.Popen(command, stdout=said, stderr=said)
            while process.poll() is None:
                used = processor_seconds(process.pid)
                if self.moments and self.spent + used >= self.moments[0]:
                    self.moments.pop(0)
                    process.kill()
                    process.wait()
                    break
                time.sleep(0.02)
        self.spent += used
        self.runs += 1
        assert process.returncode != -9 or len(self.moments) < moments, "somebody else killed it"
        self.tell(folder, process.returncode, log.read_text().splitlines(), used, time.monotonic() - begun)
        return process.returncode, log.read_text()

    def tell(self, folder, code, lines, used, passed):
        end = {-9: "killed", 0: "finished"}.get(code, f"exit code {code}: {lines[-1]}")
        steps = [line for line in lines if " % " in line]
        left = len(list(folder.glob(".*.tmp")))
        print(
            f"run {self.runs}: {end}, after {used:.1f} s of processor time, {passed:.1f} s; last step: "
            f"{steps[-1] if steps else 'none'}; {len(tables(folder))} tables, {left} unfinished files",
            flush=True,
        )
        found = counts(folder)["tables"]
        assert list(found) == [name for name in self.golden["tables"] if name in found]
        assert sorted(found) == tables(folder)
        assert all(self.golden["tables"][name] == digest for name, digest in found.items()), "a table is wrong"

    def until_full(self, folder):
        """Run on the small file system until the solver says that it is full."""
        while True:
            code, said = self.run(folder)
            if code not in {-9, 0}:
                assert code == 2, said
                assert FULL in said, said
                assert "Traceback" not in said, said
                assert not list(folder.glob(".*.tmp")), "what could not be finished lies there"
                return
            assert code, "everything fits; take a smaller --size"

    def go(self):
        small, large = self.options.folder / "small", self.options.folder / "large"
        small.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={self.options.size}", "tmpfs", small], check=True)
        try:
            self.until_full(small)
            shutil.copytree(small, large)
        finally:
            subprocess.run(["umount", small], check=True)
        while self.run(large)[0]:
            pass
        assert not self.moments, "it was done before the last moment; take a smaller --span"
        assert counts(large) == self.golden, "the counts are not the known ones"
        assert not list(large.glob(".*.tmp"))
        print(f"{self.runs} runs, {self.spent:.0f} s of processor time: counts and digests are the known ones")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    for name, kind, usual in (("jobs", int, 2), ("kills", int, 5), ("seed", int, 1), ("span", float, 600.0)):
        parser.add_argument(f"--{name}", type=kind, default=usual)
    parser.add_argument("--size", default="100m")
    options = parser.parse_args()
    options.folder.mkdir(parents=True)
    Trial(options).go()


if __name__ == "__main__":
    main()
