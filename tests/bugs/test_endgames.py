"""Another program's bug about tables of endgames: the tables changed with the compiler's settings."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pointboard import jit

ROW = json.loads(Path(__file__).with_name("endgames.jsonl").read_text(encoding="utf-8"))

SOLVE = """
import sys
from pathlib import Path
from pointboard.backgammon.engine.hypergammon.solve import name_of, rules_of, solve
from pointboard.backgammon.engine.tablefile import TableFile
folder = Path(sys.argv[1])
solve(folder, checkers=1, jobs=1)
print(TableFile(folder / f"{name_of(1)}.table", rules_of(1), "").header.content)
"""

BUILDS = {
    "release": {},
    "debug": {"NUMBA_OPT": "0", "POINTBOARD_CACHE": "0"},
    "interpreted": {"POINTBOARD_NUMBA": "0"},
}

RECORDED = "ec5a2ad2318f874acc64d111d8d85b48026588c6ef5a51bda50f4179e55f10f0"


@pytest.mark.parametrize("build", BUILDS)
def test_a_table_is_the_same_from_every_build(build, tmp_path):
    """BG054: the game with one checker a side has one digest, whatever turned its program into machine code."""
    assert (ROW["id"], ROW["input"]["op"], ROW["expect"]) == ("BG054", "solver.digest", {"digest_equal": True})
    if not jit.enabled():
        pytest.skip("there is one build where kernels are interpreted")
    command = [sys.executable, "-c", SOLVE, str(tmp_path)]
    done = subprocess.run(command, env=os.environ | BUILDS[build], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == RECORDED
