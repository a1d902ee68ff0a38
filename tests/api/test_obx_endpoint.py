"""GET /obx as the specification and our rulings have it: every golden row gives its status, text and outcome."""

import json
from pathlib import Path

import pytest

from pointboard.baghchal import legal, parse
from pointboard.baghchal.notation import obx

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "golden" / "baghchal" / "obx_cases.jsonl").read_text("utf-8").splitlines()
]
SENTENCES = {400: "Invalid OBX format.", 422: "Illegal move detected."}
OVER = "XXTXX/XTGXX/XXTXT/XXGGX/XXGGG g @9 c5 mE1C1(D1) #t11"
OVER_ANSWER = {
    "input": OVER,
    "obx": OVER,
    "move": "-",
    "outcome": {"winner": "t", "reason": "five captures"},
    "evidence": None,
    "score": None,
    "mistake": False,
    "verdict": None,
    "note": None,
}
START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"


def test_there_are_all_rows():
    assert len(ROWS) == 191


@pytest.mark.parametrize("path", ["/obx", "/"])
@pytest.mark.parametrize("row", ROWS, ids=range(len(ROWS)))
def test_every_row_has_its_status(client, row, path):
    if len(row["obx"]) < 50_000:
        answer = client.get(path, params={"obx": row["obx"]})
    else:  # longer than this client can put into an address; the tests of the server do
        answer = client.post(path, json={"obx": row["obx"]})
    assert answer.status_code == row["http"]
    said = answer.json()
    if row["http"] != 200:
        assert set(said) == {"error", "field", "column", "message"}
        assert said["error"] == SENTENCES[row["http"]]
        assert said["field"]
        assert said["column"] >= 1
        return
    assert said["input"] == row["obx"]
    if row["outcome"] is not None:
        assert (said["obx"], said["move"], said["evidence"]) == (row["canonical"], "-", None)
        assert said["outcome"] == row["outcome"]
        return
    state = parse(row["canonical"])
    first = legal(state)[0]
    assert said["move"] == str(first)
    assert said["move"] in row["legal_moves"]
    assert said["obx"] == obx.format(obx.parse(said["obx"], canonical=True))
    assert (said["evidence"], said["score"]) == ("search", 12)


def test_a_finished_game_is_answered_without_a_search(client, pool):
    assert client.get("/obx", params={"obx": OVER}).json() == OVER_ANSWER
    assert pool.asked == []
