"""The verbs about proved values, with a solver that proves nothing: what is asked of it, and what is said."""

import json
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from pointboard import games
from pointboard.baghchal.rules import legal
from pointboard.baghchal.state import Side
from pointboard.cli import solve
from pointboard.cli.solve import group
from pointboard.cli.words import verdict_words
from pointboard.errors import TableError
from pointboard.game import Evidence, Solver

START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"


class Verdict(NamedTuple):
    winner: Side | None
    plies: int | None
    evidence: Evidence = Evidence.TABLE


class Now(NamedTuple):
    step: str
    done: float
    rate: float
    left: float | None


class Verified(NamedTuple):
    positions: int
    samples: int
    count: int
    faults: tuple[str, ...]


class Fake:
    """A solver that writes down what it is asked."""

    def __init__(self):
        self.asked = []
        self.verified = Verified(1234567, 1000, 0, ())
        self.error = None

    def solver(self):
        return Solver(
            phases=("less", "all"), memory={"less": 0.5, "all": 2.0}, disk={"less": 1.0, "all": 9.0},
            folder=lambda: Path("own"), tables=lambda _: (), digests=lambda _: {}, solve=self.solve,
            counts=self.counts, verify=self.verify, probe=self.probe,
        )  # fmt: skip

    def solve(self, folder, phase, *, jobs, memory, progress):
        self.asked.append(("solve", folder, phase, jobs, memory))
        if self.error:
            raise self.error
        for now in (Now("one", 0.0, 0.0, None), Now("one", 0.25, 2e6, 125.0), Now("two", 0.5, 3e6, 61.0)):
            progress(now)
        return {}

    def counts(self, folder):
        self.asked.append(("counts", folder))
        if self.error:
            raise self.error
        return {"rows": [1]}

    def verify(self, folder, *, samples, jobs, progress):
        self.asked.append(("verify", folder, samples, jobs))
        progress(Now("one", 0.0, 0.0, None))
        return self.verified

    def probe(self, folder):
        self.asked.append(("probe", folder))
        if self.error:
            raise self.error
        return lambda _: Verdict(None, None), lambda state: [
            (legal(state)[0], Verdict(None, None)),
            (legal(state)[1], Verdict(Side.TIGER, 7)),
        ]


@pytest.fixture
def fake():
    return Fake()


@pytest.fixture
def run(fake):
    """Run a verb of a game that has the fake solver."""
    game = replace(games.get("baghchal"), name="toy", title="Toy", solver=fake.solver())

    def verb(*arguments):
        with games.registered(game):
            return CliRunner(env={"COLUMNS": "200"}).invoke(group("toy"), [str(one) for one in arguments])

    return verb


def test_a_game_without_a_solver_has_no_verbs():
    with games.registered(replace(games.get("baghchal"), name="toy", solver=None)):
        assert group("toy") is None
    assert group("baghchal") is not None


def test_a_game_of_luck_has_values_for_a_verdict(fake):
    solver = replace(fake.solver(), values=lambda verdict: {"own": 0.5, "error": 1e-9 * (1 + (verdict.plies or 0))})
    with games.registered(replace(games.get("baghchal"), name="toy", title="Toy", solver=solver)):
        said = CliRunner(env={"COLUMNS": "200"}).invoke(group("toy"), ["probe", START])
        data = CliRunner(env={"COLUMNS": "200"}).invoke(group("toy"), ["probe", START, "--json"])
    assert said.output.splitlines()[0] == "own +0.50000 (within 1e-09) (table: proved)"
    assert said.output.splitlines()[2].endswith("  own +0.50000 (within 8e-09)")
    assert json.loads(data.output)["values"] == {"own": 0.5, "error": 1e-9}
    assert json.loads(data.output)["moves"][1]["values"] == {"own": 0.5, "error": 8e-9}


def test_solve_builds_everything_in_the_users_folder(run, fake, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    done = run("solve")
    assert (done.exit_code, done.stdout) == (0, "Toy is solved: all\n")
    assert done.stderr == "Toy: tables in own\n0 % one\n50 % two\n"
    assert fake.asked == [("solve", Path("own"), "all", 3, None)]


def test_solve_does_what_it_is_told(run, fake, tmp_path):
    done = run("solve", "--phase", "less", "--dir", tmp_path, "--jobs", 1, "--memory", 0.5)
    assert (done.exit_code, done.stdout) == (0, "Toy is solved: less\n")
    assert fake.asked == [("solve", tmp_path, "less", 1, 0.5)]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--phase", "some"), "no phase is called 'some'; there are: less, all"),
        (("--memory", "1.5"), "--memory 1.5: the phase 'all' takes 2.0 GB"),
    ],
)
def test_a_wish_that_cannot_be_met_is_a_usage_error(run, fake, options, said):
    done = run("solve", *options)
    assert done.exit_code == 2
    assert said in done.stderr
    assert fake.asked == []


@pytest.mark.parametrize("verb", [("solve",), ("counts",), ("probe", START)])
def test_what_is_wrong_with_tables_is_one_line(run, fake, verb):
    fake.error = TableError("x.table is cut; build it again", Path("x.table"))
    done = run(*verb)
    assert done.exit_code == 1
    assert "x.table is cut; build it again\n" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_verify_tells_what_it_checked(run, fake):
    done = run("verify", "--samples", 1000, "--jobs", 2)
    assert done.exit_code == 0
    assert done.stdout == "Toy: 1,234,567 positions, 1,000 by chance through the rules, 0 faults\n"
    assert fake.asked == [("verify", Path("own"), 1000, 2)]


def test_verify_fails_on_a_fault(run, fake):
    fake.verified = Verified(10, 0, 2, ("one: here", "two: there"))
    done = run("verify")
    assert done.exit_code == 1
    assert done.stdout == "one: here\ntwo: there\nToy: 10 positions, 0 by chance through the rules, 2 faults\n"
    assert fake.asked[0][2] == 1_000_000


def test_probe_tells_the_verdict_and_every_move(run):
    done = run("probe", START)
    assert (done.exit_code, done.stdout) == (0, "draw (table: proved)\nmB1  draw\nmC1  tiger wins in 7\n")


def test_probe_prints_json(run):
    done = run("probe", START, "--json")
    assert json.loads(done.stdout) == {
        "game": "toy", "position": START, "winner": None, "plies": None, "evidence": "table",
        "moves": [{"move": "mB1", "winner": None, "plies": None}, {"move": "mC1", "winner": "t", "plies": 7}],
    }  # fmt: skip


def test_counts_prints_json(run, fake, tmp_path):
    done = run("counts", "--dir", tmp_path)
    assert json.loads(done.stdout) == {"rows": [1]}
    assert fake.asked == [("counts", tmp_path)]


def test_a_bar_on_a_terminal(run, monkeypatch):
    monkeypatch.setattr(solve, "_on_terminal", lambda: True)
    assert run("solve").exit_code == 0


def test_words():
    assert verdict_words(Verdict(None, None)) == "draw"
    assert verdict_words(Verdict(Side.TIGER, 5)) == "tiger wins in 5"
    assert verdict_words(Verdict(Side.GOAT, None)) == "goat wins"
    assert solve._rate_words(Now("x", 0.5, 2_340_000, 125.9)) == "2.3 million positions/s, 2:05 left"
    assert solve._rate_words(Now("x", 0.5, 0, None)) == "0.0 million positions/s"
