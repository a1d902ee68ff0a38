"""Judges the match of the tests in a process of its own: ``driver.py FOLDER STOP``.

Each answer is written to FOLDER/log as it is given; after STOP answers in all (0: never) it hangs in the next question.
"""

import importlib.util
import json
import sys
import time
from pathlib import Path

from pointboard.backgammon import record
from pointboard.backgammon.report import Cache, judge

SPEC = importlib.util.spec_from_file_location("fakes", Path(__file__).with_name("conftest.py"))
fakes = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(fakes)


class Slow(fakes.Fake):
    """Writes down what it has answered; takes a moment for each."""

    def __init__(self, log, stop):
        super().__init__()
        self.log = log
        self.stop = stop

    def answered(self, kind, state, level):
        done = len(self.log.read_text().splitlines()) if self.log.exists() else 0
        if self.stop and done >= self.stop:
            self.log.with_name(f"hangs-{self.stop}").touch()
            time.sleep(3600)
        time.sleep(0.005)
        with self.log.open("a") as file:
            file.write(f"{kind} {level} {state}\n")

    def plays(self, state, question):
        found = super().plays(state, question)
        if question.level.name == "deep":
            self.answered("plays", state, "deep")
        return found

    def cube(self, state, question):
        found = super().cube(state, question)
        self.answered("cube", state, question.level.name)
        return found


folder, stop = Path(sys.argv[1]), int(sys.argv[2])
with Cache(folder / "answers.sqlite") as cache:
    report = judge(record.mat.parse(fakes.TEXT), Slow(folder / "log", stop), cache=cache)
sys.stdout.write(json.dumps({"rating": [round(tally.rating, 9) for tally in report.tallies]}))
