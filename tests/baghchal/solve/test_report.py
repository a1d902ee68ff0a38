"""Reports by real tables: those of the sliding phase, compared with the golden verdicts of the complete ones."""

import json
from pathlib import Path

import pytest

from pointboard.baghchal.engine.solve.probe import Tables
from pointboard.baghchal.notation import obx
from pointboard.baghchal.record import Record
from pointboard.baghchal.report import judge
from pointboard.game import Evidence

GOLDEN = Path(__file__).parents[2] / "golden" / "baghchal"
SLIDING = 39  # plies until all goats of these games are placed


@pytest.fixture(scope="module")
def rows():
    with (GOLDEN / "verdicts.jsonl").open(encoding="utf-8") as lines:
        return {row["obx"]: row for row in map(json.loads, lines)}


@pytest.fixture(scope="module")
def games():
    with (GOLDEN / "games.jsonl").open(encoding="utf-8") as lines:
        return {row["id"]: row["moves"] for row in map(json.loads, lines)}


@pytest.mark.parametrize("number", [98, 221])
def test_the_sliding_phase_is_proved_and_the_rest_is_searched(sliding, rows, games, number):
    record = Record().extend(obx.parse_move(move) for move in games[number])
    report = judge(record, Tables(sliding), nodes=50)
    known = [(value.winner, value.plies, value.evidence) for value in report.values[SLIDING:]]
    expected = [rows[obx.format(state)] for state in record.positions()[SLIDING:]]
    assert known == [(row["winner"], row["plies"], Evidence.TABLE) for row in expected]
    for move, row in zip(report.moves[SLIDING:], expected, strict=False):
        found = [[str(option.move), option.value.winner, option.value.plies] for option in move.options]
        assert found == row["moves"]
    # With the last goat in hand every move leads to what is known, two plies earlier the tigers' last but one does not.
    assert [move.evidence.value for move in report.moves[35:SLIDING]] == ["search", "search", "table", "table"]
    assert {move.evidence.value for move in report.moves[:37]} == {"search"}


def test_winners_with_the_last_goat_in_hand(sliding, rows, games):
    record = Record().extend(obx.parse_move(move) for move in games[98])
    report = judge(record, Tables(sliding), nodes=50)
    for ply in (37, 38):
        row = rows[obx.format(record.positions()[ply])]
        assert report.values[ply].winner == row["winner"]
        assert {str(option.move): option.value.winner for option in report.moves[ply].options} == {
            move: winner for move, winner, _ in row["moves"]
        }
