"""What the tests of the reports share: proved values without tables, from a golden file or made up."""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from pointboard.baghchal.notation import obx
from pointboard.baghchal.record import Headers, Record
from pointboard.baghchal.report import judge
from pointboard.baghchal.rules import apply, legal, outcome
from pointboard.baghchal.state import Move
from pointboard.errors import TableError
from pointboard.game import Evidence

GOLDEN = Path(__file__).parents[2] / "golden" / "baghchal"


class Verdict(NamedTuple):
    winner: str | None
    plies: int | None
    evidence: Evidence = Evidence.TABLE


class Ranked(NamedTuple):
    move: Move
    verdict: Verdict


class Golden:
    """What the complete tables say of the positions of three games; of others, as of a table that is not there."""

    def __init__(self, *, sliding=False):
        """With ``sliding`` as if only the tables of that phase were there."""
        with (GOLDEN / "verdicts.jsonl").open(encoding="utf-8") as lines:
            self.rows = {row["obx"]: row for row in map(json.loads, lines)}
        self.most_in_hand = 0 if sliding else 20

    def _row(self, state, in_hand):
        if state.in_hand > in_hand:
            raise TableError("not there", Path("no such.table"))
        return self.rows[obx.format(state)]

    def probe(self, state):
        row = self._row(state, self.most_in_hand)
        return Verdict(row["winner"], row["plies"])

    def probe_moves(self, state):
        row = self._row(state, self.most_in_hand + 1)
        return [Ranked(obx.parse_move(move, state), Verdict(winner, plies)) for move, winner, plies in row["moves"]]


class Made:
    """Made-up verdicts: of every position that goes on the one of ``most``, but for the moves in ``others``."""

    def __init__(self, most, others=None):
        self.most = Verdict(*most)
        self.others = {text: Verdict(*found) for text, found in (others or {}).items()}

    def probe(self, state):
        over = outcome(state)
        return self.most if over is None else Verdict(over.winner, 0)

    def probe_moves(self, state):
        side = state.turn
        found = [Ranked(move, self._of(state, move)) for move in legal(state)]
        return sorted(found, key=lambda one: (one.verdict.winner not in (side, None), one.verdict.winner is None))

    def _of(self, state, move):
        over = outcome(apply(state, move))
        return self.others.get(str(move), self.most) if over is None else Verdict(over.winner, 1)


@pytest.fixture(scope="session")
def golden():
    return Golden()


@pytest.fixture(scope="session")
def made():
    return Made


@pytest.fixture(scope="session")
def only_sliding():
    return Golden(sliding=True)


@pytest.fixture(scope="session")
def games():
    with (GOLDEN / "games.jsonl").open(encoding="utf-8") as lines:
        return {row["id"]: row for row in map(json.loads, lines) if row["id"] in {98, 219, 221}}


@pytest.fixture(scope="session")
def records(games):
    headers = Headers(goats="Sita", tigers="Hari")
    return {
        number: Record(headers).extend(obx.parse_move(move) for move in game["moves"]) for number, game in games.items()
    }


@pytest.fixture(scope="session")
def reports(records, golden):
    return {number: judge(record, golden) for number, record in records.items()}
