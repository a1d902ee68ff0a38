"""Matches as the reference codec replays them: our plies have its positions, in match text, SGF and JSON too."""

import json as plain
from pathlib import Path

import pytest

from pointboard.backgammon.board import Side
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.record import Headers, json, mat, sgf
from pointboard.backgammon.record.course import Course
from pointboard.backgammon.rules import OFF, Move, Size
from pointboard.backgammon.state import Score
from pointboard.backgammon.turns import Double, Pass, Take

FILE = Path(__file__).parents[2] / "golden" / "backgammon" / "replay.jsonl"
ROWS = [plain.loads(line) for line in FILE.read_text("utf-8").splitlines()][::6]
EVENTS = {"double": Double, "take": Take, "drop": Pass}


def moves(side, steps):
    targets = ((pip, pip + n if side is Side.WHITE else pip - n) for pip, n in steps)
    return [Move(pip, target if 1 <= target <= 24 else OFF) for pip, target in targets]


def played(row):
    headers = Headers(
        white="A", black="B", length=row["match_length"], crawford=row["crawford_rule"], jacoby=row["jacoby"],
    )  # fmt: skip
    course = Course(headers)
    for number, game in enumerate(row["games"]):
        course.begin(Score(*row["start_score"]) if number == 0 else None, last=game["is_lastgame"])
        for ply in game["plies"]:
            side = Side(ply["color"])
            if ply["action"] == "move":
                course.play_moves(side, tuple(ply["dice"]), moves(side, ply["moves"]))
            elif ply["action"] == "resign":
                course.resign(side, Size[ply["resign_value"].upper()])
            else:
                course.act(EVENTS[ply["action"]](side=side))
    return course.match()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_the_reference_codecs_positions(row):
    match = played(row)
    known = [(ply["ogid_before"], ply["ogid_after"]) for game in row["games"] for ply in game["plies"]]
    assert [(ogid.format(ply.before), ogid.format(ply.after)) for _, _, ply in match.plies()] == known
    assert match.score == Score(*row["final_score"])
    assert json.parse(json.format(match)) == match
    for module in (mat, sgf):
        back = module.parse(module.format(match))
        assert set(module.losses(match)) <= {"last game", "resignation size", "resignation after a double", "jacoby"}
        if not module.losses(match):
            assert [ply.after for _, _, ply in back.plies()] == [ply.after for _, _, ply in match.plies()]
        assert back.score == match.score
    assert len(ROWS) == 7
