"""What is found in a text that was pasted on a page."""

import json
from pathlib import Path

from pointboard.api.board.texts import MOST_FOUND, found_positions

IDS = Path(__file__).parents[1] / "golden" / "backgammon" / "ids.jsonl"


def test_a_text_with_very_many_is_cut():
    lines = [json.loads(line)["ogid"] for line in IDS.read_text(encoding="utf-8").splitlines()[:200]]
    assert len(found_positions("\n".join(lines))) == MOST_FOUND
    assert found_positions("words " * 5_000) == ()
    assert found_positions("representation " * 1_000) == ()
