"""GNU Backgammon opens our SGF of games that begin with a position, and shows the position that was meant.

Without the program the test is skipped, but where ``POINTBOARD_REQUIRE_GNUBG=1`` is set, as in CI, it fails.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pointboard.backgammon.board import Side
from pointboard.backgammon.notation import gnubg, ogid
from pointboard.backgammon.record import sgf
from pointboard.backgammon.record.view import begin
from pointboard.backgammon.state import Owner, Phase

PROGRAM = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
ROWS = Path(__file__).parents[2] / "golden" / "backgammon" / "ids.jsonl"

needs_gnubg = pytest.mark.skipif(
    PROGRAM is None and os.environ.get("POINTBOARD_REQUIRE_GNUBG") != "1", reason="GNU Backgammon is not installed"
)


def states():
    """Positions of all kinds: either side on roll, dice, owned cubes, doubles, bars, scores."""
    rows = [json.loads(line)["ogid"] for line in ROWS.read_text("utf-8").splitlines()]
    found = (ogid.parse(text, lax=True) for text in rows[::6])
    # In a match to 1 the program does not say Crawford, and it crashes where the cube of a match is at 128 or more.
    return [
        state for state in found if not state.length.points or (state.length.points > 1 and state.cube.exponent < 7)
    ]


@needs_gnubg
def test_it_shows_the_position(tmp_path):
    assert PROGRAM, "POINTBOARD_REQUIRE_GNUBG=1, but there is no program gnubg"
    wanted, script = [], ""
    for number, state in enumerate(states()):
        match = begin(state).match
        (tmp_path / f"{number}.sgf").write_text(sgf.format(match), "utf-8")
        script += f'load match "{number}.sgf"\nshow board\n'
        last = match.games[0].plies[-1]  # opening a file, the program stops before a double that waits, in its own too
        wanted.append(gnubg.normal_form(last.before if last.after.phase is Phase.DOUBLED else last.after))
    environment = {"HOME": str(tmp_path), "LANG": "C", "LC_ALL": "C", "PATH": os.environ["PATH"]}
    said = subprocess.run(
        [PROGRAM, "-t", "-q", "-r"],
        input=script,
        capture_output=True,
        check=True,
        cwd=tmp_path,
        encoding="utf-8",
        errors="replace",
        env=environment,
        timeout=600,
    ).stdout
    shown = re.findall(r"Position ID: (\S+)\s+Match ID +: (\S+)", said)[1::2]  # it shows each as it is opened, too
    assert len(shown) == len(wanted)
    for ids, state in zip(shown, wanted, strict=True):
        assert gnubg.parse(":".join(ids), player_1=Side.BLACK) == state
    assert {state.on_roll for state in wanted} == set(Side)
    assert {state.cube.owner for state in wanted} >= {Owner.CENTRED, Owner.WHITE, Owner.BLACK}
    assert {bool(state.dice) for state in wanted} == {True, False}
