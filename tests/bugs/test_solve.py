"""Other programs' bugs about proved values: one test for each row of ``solve.jsonl``, by its operation."""

import json
import sys
from pathlib import Path

import pytest
from litestar.testing import TestClient

from pointboard import __version__, games
from pointboard.api.app import create_app
from pointboard.api.job import Job, Limits
from pointboard.api.job import solve as think
from pointboard.api.settings import Settings
from pointboard.baghchal.engine.solve import probe
from pointboard.baghchal.engine.solve.build import Phase, solve
from pointboard.baghchal.engine.solve.files import Header, write_table
from pointboard.baghchal.engine.solve.probe import Tables
from pointboard.baghchal.engine.solve.variant import BAGHCHAL, Variant
from pointboard.baghchal.state import Side
from pointboard.cli.solve import ProbeAnswer, ProbeMove, verdict_words

sys.path.insert(0, str(Path(__file__).parents[1] / "baghchal" / "solve"))
from plain_solver import Plain

pytestmark = pytest.mark.slow
ROWS = [json.loads(line) for line in Path(__file__).with_name("solve.jsonl").read_text(encoding="utf-8").splitlines()]
START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"


def probe_op(given, expect, tmp_path, _):
    """Every distance of a game is the exact number of plies that a plain solver finds, and is called plies."""
    assert (given["metric"], expect) == ("dtm", {"exact": True, "unit": "ply"})
    variant = Variant(goats=20, captures=1)
    solve(tmp_path, Phase.SLIDING, variant=variant)
    tables, seen = Tables(tmp_path, variant), set()
    for (tigers, goats, side), value in Plain(variant.goats, variant.captures).sliding.items():
        found = tables.verdict(tigers, goats, Side(side), 0)
        assert found.plies == (value and value[1])
        seen.add(found.plies)
    distances = seen - {None}
    assert distances == set(range(min(distances), max(distances) + 1))  # no step is left out
    assert len(distances) > 20
    words = {verdict_words(probe.Verdict(Side.TIGER, plies)) for plies in range(200)}
    assert words == {f"tiger wins in {plies}" for plies in range(200)}
    for answer in (ProbeAnswer, ProbeMove):
        others = {"game", "position", "move", "moves", "winner", "evidence", "values"}  # values: of games of luck
        assert {"plies"} == set(answer.__struct_fields__) - others


class Pool:
    """Thinks in this process."""

    async def start(self):
        pass

    async def close(self):
        pass

    async def search(self, _client, job, _seconds, _left):
        return think(Job(job.game, job.position, Limits(nodes=1)), bytearray(1)).answer


def etag_op(given, expect, tmp_path, monkeypatch):
    """An answer's ETag has the version and a digest of the tables there are; the solver's rules are the server's."""
    assert expect == {"etag_has": ["engine version", "table digest"]}
    monkeypatch.setenv("POINTBOARD_TABLES", str(tmp_path))
    game = games.get("baghchal")
    folder = game.solver.folder()
    folder.mkdir(parents=True)
    with TestClient(create_app(Settings(workers=1), Pool()), base_url="http://127.0.0.1:8000") as client:

        def parts(path):
            answer = client.get(path, params={"obx": START})
            assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
            version, tables, checksum = answer.headers["etag"].strip('"').split("/")
            assert version == f"pointboard-{__version__}"
            return tables, checksum

        seen = [parts(given["path"])]
        for digest in ("00" * 32, "11" * 32):
            header = Header("sliding-4", BAGHCHAL.rules, BAGHCHAL.goats, BAGHCHAL.captures, "plies", 1, digest)
            write_table(folder, header, [])
            seen.append(parts(given["path"]))
            assert parts("/obx")[0] == seen[-1][0]
    assert len({tables for tables, _ in seen}) == 3
    assert len({checksum for _, checksum in seen}) == 1
    assert (probe.legal, probe.apply, probe.outcome) == (game.legal, game.apply, game.outcome)


TESTS = {"tablebase.probe": probe_op, "http.get": etag_op}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_bug(row, tmp_path, monkeypatch):
    TESTS[row["input"]["op"]](row["input"], row["expect"], tmp_path, monkeypatch)


def test_all_rows_are_here():
    assert [row["id"] for row in ROWS] == ["GN100", "GN101"]
    assert {row["input"]["op"] for row in ROWS} == set(TESTS)
