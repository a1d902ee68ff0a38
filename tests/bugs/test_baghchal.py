"""Other programs' bugs, each with its smallest input: one test for each row of ``baghchal.jsonl``, by its operation."""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from pointboard.baghchal.board import POINT_NAMES
from pointboard.baghchal.notation import actions, fen, obx
from pointboard.baghchal.rules import Outcome, apply, apply_all, legal, outcome
from pointboard.baghchal.state import MOVES, Kind, Side
from pointboard.errors import IllegalMoveError, NotationError, PositionError

ROOT = Path(__file__).parents[2]
ROWS = [
    json.loads(line) for line in Path(__file__).with_name("baghchal.jsonl").read_text(encoding="utf-8").splitlines()
]
TESTS = {}


def operation(name):
    def register(function):
        TESTS[name] = function
        return function

    return register


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_bug(row, tmp_path):
    TESTS[row["input"]["op"]](row["input"], row["expect"], tmp_path)


def test_all_rows_are_here():
    assert len(ROWS) == len({row["id"] for row in ROWS}) == 27
    assert {row["input"]["op"] for row in ROWS} == set(TESTS)


def winner(state):
    """The winner in the words of the rows."""
    result = outcome(state)
    assert isinstance(result, Outcome)
    return {Side.TIGER: "tigers", Side.GOAT: "goats"}[result.winner]


@operation("obx.parse")
def parse_op(given, expect, _):
    if "error" in expect:
        for text in given.get("each", [given.get("obx")]):
            for lax in (False, True):
                with pytest.raises(NotationError) as error:
                    obx.parse(text, lax=lax)
                if "column" in expect:
                    assert error.value.column == expect["column"]
        return
    fields = obx.read(given["obx"], lax=True)
    assert fields.dialect == expect["dialect"]
    assert fields.to_state().in_hand == expect["remaining"]
    with pytest.raises(NotationError) as error:
        obx.parse(given["obx"])
    assert error.value.field == "in_hand"


@operation("obx.roundtrip")
def roundtrip_op(given, expect, _):
    state = obx.parse(given["obx"])
    assert state.move_number == expect["move_number"]
    assert obx.format(state) == expect["canonical"]
    assert obx.parse(given["obx"].removesuffix("#") + "-") == state
    assert obx.read(given["obx"]).text == given["obx"]


@operation("obx.play")
def play_op(given, expect, _):
    state = obx.parse(given["obx"])
    moves = [obx.parse_move(text) for text in given.get("moves", [given.get("move")])]
    if "error" not in expect:
        after = apply_all(state, moves)
        assert (after.captured, winner(after)) == (expect["captured"], expect["outcome"])
        return
    with pytest.raises(IllegalMoveError) as error:
        apply_all(state, moves)
    assert error.value.ply == expect.get("ply", 1)
    if "legal" in expect:
        assert obx.parse_move(expect["legal"], state) in legal(state)


@operation("moves.format")
def format_move_op(given, expect, _):
    state = obx.parse(given["obx"])
    ends = (POINT_NAMES.index(given["from"]), POINT_NAMES.index(given["to"]))
    (found,) = [move for move in legal(state) if (move.source, move.target) == ends]
    assert obx.format_move(found) == expect["text"]
    assert obx.format(apply(state, found)).split()[4] == expect["text"]


@operation("moves.parse")
def parse_move_op(given, expect, _):
    state = obx.parse(given["obx"])
    assert obx.format_move(obx.parse_move(given["text"], state, lax=True)) == expect["lax"]
    with pytest.raises(NotationError):
        obx.parse_move(given["text"], state)


@operation("obx.status")
def status_op(given, expect, _):
    assert [problem.flag for problem in obx.read(given["obx"], lax=True).status()] == expect["flags"]


@operation("rules.legal")
def legal_op(given, expect, _):
    state = obx.parse(given["obx"])
    moves = legal(state)
    assert isinstance(moves, tuple)
    if "count" in expect:
        assert len(moves) == expect["count"]
        assert expect["includes"] in map(str, moves)
        assert {move.kind for move in moves} == {Kind.PLACEMENT}
    else:
        assert list(moves) == expect.get("legal", [])
        assert len(moves) == expect.get("len", 0)
        assert winner(state) == expect.get("outcome", "tigers")


@operation("bfen.parse")
def fen_op(given, expect, _):
    state = fen.parse(given["fen"])
    assert (state.board.tiger_count, state.board.goat_count) == (expect["tigers"], expect["goats"])
    assert fen.format(state) == given["fen"]


@operation("bfen->obx")
def fen_to_obx_op(given, expect, _):
    state = fen.parse(given["fen"])
    assert (state.in_hand, state.captured) == (expect["remaining"], expect["captured"])
    with pytest.raises(PositionError):
        fen.parse("B1G1B/5/5/5/B3B G 0")


@operation("import")
def import_op(_, expect, tmp_path):
    code = (
        "import os, sys; opened = []\n"
        "def seen(event, args):\n    if event == 'open' and isinstance(args[0], str):\n        opened.append(args[0])\n"
        "sys.addaudithook(seen)\n"
        "before = os.getcwd(); import pointboard, pointboard.baghchal\n"
        "home = os.path.dirname(pointboard.__file__)\n"
        "homes = (home, os.path.dirname(os.__file__), os.path.realpath(os.path.dirname(os.__file__)))\n"
        "print(os.getcwd() == before, 'PIL' in sys.modules, [p for p in opened if not p.startswith(homes)])"
    )
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r})\n{code}"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == f"{expect['cwd_unchanged']} False []\n"


@operation("codec.actions")
def actions_op(_, expect, __):
    for order in actions.Order:
        numbers = [actions.number(move, order=order) for move in MOVES]
        assert sorted(numbers) == list(range(expect["count"]))
        assert [actions.move(number, order=order) for number in numbers] == list(MOVES)


@operation("changelog")
def changelog_op(_, expect, __):
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    kinds = set(re.findall(r"^### (.+)$", text, re.MULTILINE))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    policy = " ".join(text.split("\n## ")[0].split())
    assert "lax" in policy
    assert re.search(rf"narrowing it is \*{expect['entry']}\*", policy)
    page = (ROOT / "docs" / "obx.md").read_text(encoding="utf-8")
    assert "lax" in page.lower()


@operation("obx.board")
def board_op(given, expect, _):
    with pytest.raises(NotationError) as error:
        obx.parse_board(given["text"])
    assert type(error.value).__name__ == expect["error"]
    assert expect["message_has"] in str(error.value)


@operation("obx.fields")
def fields_op(given, expect, _):
    assert expect["fields_ok"]
    fields = obx.read(given["obx"])
    assert fields.board.text() == given["obx"].split()[0]
    with pytest.raises(PositionError):
        fields.to_state()


@operation("set")
def set_op(given, expect, _):
    assert len({obx.parse_move(text) for text in given["moves"]}) == expect["len"]
    assert len(set(MOVES)) == len({hash(move) for move in MOVES}) == 217


@operation("engine.best")
def best_op(given, expect, _):
    from pointboard.baghchal.engine.choose import choose  # noqa: PLC0415

    state = obx.parse(given["obx"])
    for limit in ({"depth": 1}, {"depth": 3}, {"nodes": 2000}):
        assert str(choose(state, **limit).move) == expect["move"]
    trap = obx.parse("GXGGG/TXGGG/GGGTG/GGTTG/GGGGG g @1 c0 - #")  # the last goat closes the last way out
    found = choose(trap, depth=2)
    assert winner(found.after) == "goats"


@operation("kernel.cache")
def cache_op(given, expect, tmp_path):
    program = tmp_path / "kernels.py"
    program.write_text(
        "from pointboard import jit\n"
        "@jit.kernel('int64(int64)')\n"
        "def twice(number):\n    return 2 * number\n"
        "if __name__ == '__main__':\n"
        "    import kernels\n    print(jit.load(kernels.twice)(21))\n",
        encoding="utf-8",
    )
    environment = {**os.environ, "POINTBOARD_CACHE": str(tmp_path / "cache"), "POINTBOARD_NUMBA": "1"}

    def start():
        command = [sys.executable, str(program)]
        return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    together = [start() for _ in range(given["processes"])]
    ended = [(process.communicate(), process.returncode) for process in together]
    ended.append((((last := start()).communicate()), last.returncode))
    assert [end == (("42\n", ""), 0) for end in ended] == [expect["ok"]] * (given["processes"] + 1)


@operation("http.url")
def url_op(given, expect, _):
    from pointboard.api.client import obx_url  # noqa: PLC0415

    url = obx_url("http://localhost", given["obx"])
    assert all(part in url for part in expect["encoded_has"])
    assert urlsplit(url).fragment == ""
    (text,) = parse_qs(urlsplit(url).query)["obx"]
    assert text == given["obx"]
    assert expect["server_sees_field"] == "move_number"
    status, body, _ = ask("/v1/baghchal/position", obx=text)
    assert (status, body["position"], body["parts"]["number"]) == (200, given["obx"], 1)
    before_fragment = text.split("#")[0]
    status, body, _ = ask("/v1/baghchal/position", obx=before_fragment)
    assert (status, body["position"], body["parts"]["number"]) == (200, before_fragment + "#", None)


@operation("http")
def http_op(given, expect, _):
    if "case" in given:
        status, body, headers = ask("/obx", obx=obx.START, settings={"workers": 1, "queue": 0, "queue_per_client": 0})
        assert status == expect["status"]
        assert headers["content-type"].split(";")[0] == expect["content_type"]
        assert all(int(headers[name]) >= 1 for name in expect["headers"])
        assert {"error", "field", "column", "message"} <= set(body)
        return
    status, body, headers = ask(given["path"], **given["query"])
    assert status == expect["status"]
    assert {name: body[name] for name in expect["body_has"]} == expect["body_has"]
    assert headers["content-type"].split(";")[0] == "application/json"


def ask(path, settings=None, **query):
    """Ask the application itself; its search processes are not started, so that every search has to wait."""
    import httpx  # noqa: PLC0415

    from pointboard.api.app import create_app  # noqa: PLC0415
    from pointboard.api.settings import Settings  # noqa: PLC0415

    async def get():
        transport = httpx.ASGITransport(create_app(Settings(**(settings or {}))))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get(path, params=query)

    answer = asyncio.run(get())
    return answer.status_code, answer.json(), answer.headers
