"""What comes out of a stream for exploring, in order: legal moves, verdicts that replace each other, the end."""

import asyncio
import json

import pytest
from litestar.testing import TestClient

from pointboard import games
from pointboard.api import exploring
from pointboard.api.app import create_app
from pointboard.api.errors import Refusal
from pointboard.api.exploring import LegalAnswer
from pointboard.api.schema import BestAnswer
from pointboard.api.settings import Settings
from pointboard.game import Choice, Evidence, Line
from pointboard.values import Decision, Known, Option, Value

START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"
ROLLED = "11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:R:0:0:0:0"
CUBE = "11ccccchhhjjjjj:66666888dddddoo:N0N::B:C:0:0:0:0"


class Pool:
    """Answers with the first move, as deep as the number of the question; a step of ``steps`` may do something else."""

    idle = busy = waiting = 0

    def __init__(self, **steps):
        self.steps, self.jobs, self.ended = steps, [], 0

    async def start(self):
        pass

    async def close(self):
        pass

    async def search(self, client, job, seconds, left):
        assert not left.done()
        assert (client, seconds) == ("testclient", 7)
        self.jobs.append(job)
        step = self.steps.get(f"step{len(self.jobs)}")
        if isinstance(step, Exception):
            raise step
        if isinstance(step, float):
            try:
                await asyncio.sleep(step)
            finally:
                self.ended += 1
        game = games.get(job.game)
        state = game.main_notation.parse(job.position)
        depth = step if isinstance(step, int) else len(self.jobs)
        evidence = step if isinstance(step, Evidence) else Evidence.SEARCH
        legal = game.legal(state)
        if not legal:
            known = Known(Evidence.ENGINE, "toy", "1", f"{depth}ply", depth)
            value = Value(known, 0.1)
            decision = Decision(None, "no double", (Option("no double", 0.1, 0.0),), value)
            return BestAnswer.of(
                game, Choice(state, None, state, known.evidence, None, (), depth, 1, None, decision=decision)
            )
        move = legal[0]
        line = Line(move, 12, (move,), depth)
        return BestAnswer.of(game, Choice(state, move, game.apply(state, move), evidence, 12, (line,), depth, 7, None))


def events(text):
    """The events of a stream, each with its data; comments are left out, and told by their number."""
    blocks = text.split("\n\n")
    assert blocks.pop() == ""
    found = []
    for block in blocks:
        if block == ":":
            continue
        first, second = block.split("\n")
        found.append((first.removeprefix("event: "), json.loads(second.removeprefix("data: "))))
    return found, blocks.count(":")


def ask(pool, path, **query):
    with TestClient(create_app(Settings(workers=1, max_seconds=7), pool), base_url="http://127.0.0.1:8000") as client:
        answer = client.get(path, params=query)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["access-control-allow-origin"] == "*"
    return events(answer.text)


def test_legal_moves_come_first_then_better_and_better_verdicts_then_the_end():
    pool = Pool()
    found, _ = ask(pool, "/v1/baghchal/explore", obx=START, seed=5)
    assert [name for name, _ in found] == ["legal", "judged", "judged", "judged", "done"]
    legal = found[0][1]
    game = games.get("baghchal")
    assert list(legal) == ["game", "position", "to_move", "outcome", "moves", "events"]
    assert (legal["game"], legal["position"], legal["to_move"], legal["outcome"]) == ("baghchal", START, "g", None)
    assert [move["move"] for move in legal["moves"]] == [game.format_move(one) for one in game.legal(game.start())]
    assert legal["events"] == []
    assert [said["depth"] for _, said in found[1:-1]] == [1, 2, 3]
    assert list(found[1][1]) == list(BestAnswer.__struct_fields__)
    assert found[-1][1] == {}
    assert [(job.limits.nodes, job.limits.lines, job.limits.seed) for job in pool.jobs] == [
        (2_000, 21, 5),
        (20_000, 21, 5),
        (200_000, 21, 5),
    ]
    assert {job.position for job in pool.jobs} == {START}


def test_an_engine_of_levels_is_asked_deeper_and_deeper():
    pool = Pool()
    found, _ = ask(pool, "/v1/backgammon/explore", ogid=ROLLED, engine="builtin")
    assert [name for name, _ in found] == ["legal", "judged", "judged", "judged", "done"]
    limits = [job.limits for job in pool.jobs]
    assert [(one.engine, one.depth, one.lines) for one in limits] == [("builtin", depth, 16) for depth in (1, 2, 3)]


def test_an_engine_that_goes_no_deeper_is_asked_no_further():
    pool = Pool(step2=1)
    found, _ = ask(pool, "/v1/backgammon/explore", ogid=ROLLED)
    assert [name for name, _ in found] == ["legal", "judged", "done"]
    assert len(pool.jobs) == 2


def test_what_is_proved_ends_it():
    pool = Pool(step1=Evidence.TABLE)
    found, _ = ask(pool, "/v1/baghchal/explore", obx=START)
    assert [(name, said.get("evidence")) for name, said in found] == [
        ("legal", None),
        ("judged", "table"),
        ("done", None),
    ]
    assert len(pool.jobs) == 1


def test_without_dice_the_events_are_told_and_the_decision():
    pool = Pool()
    found, _ = ask(pool, "/v1/backgammon/explore", ogid=CUBE)
    legal, judged = found[0][1], found[1][1]
    game = games.get("backgammon")
    match = game.steps.begin(game.main_notation.parse(CUBE))
    assert legal["moves"] == []
    assert [event["event"] for event in legal["events"]] == [
        game.steps.format(event, match) for event in game.steps.legal(match)
    ]
    assert "double" in [event["event"] for event in legal["events"]]
    assert judged["decision"]["verdict"] == "no double"


@pytest.mark.parametrize(
    ("game", "name", "text"),
    [
        ("baghchal", "obx", "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @15 c5 - #"),
        ("backgammon", "ogid", "1:o:B1P::W:G"),
    ],
)
def test_a_finished_game_is_not_searched(game, name, text):
    pool = Pool()
    found, _ = ask(pool, f"/v1/{game}/explore", **{name: text})
    assert [one for one, _ in found] == ["legal", "done"]
    assert found[0][1]["outcome"]["winner"]
    assert pool.jobs == []


def test_a_game_without_an_engine_tells_its_moves(monkeypatch):
    monkeypatch.setitem(exploring.__dict__, "_NODES", ())
    pool = Pool()
    found, _ = ask(pool, "/v1/baghchal/explore", obx=START)
    assert [one for one, _ in found] == ["legal", "done"]


def test_a_search_that_is_refused_is_told_before_the_end():
    pool = Pool(step2=Refusal(429, "too_many_searches", "8 searches wait already", field="queue_per_client"))
    found, _ = ask(pool, "/v1/baghchal/explore", obx=START)
    assert [name for name, _ in found] == ["legal", "judged", "fault", "done"]
    assert found[2][1] == {
        "error": "too_many_searches",
        "field": "queue_per_client",
        "column": None,
        "message": "8 searches wait already",
    }


def test_a_fault_of_the_server_is_told_without_its_words(caplog):
    found, _ = ask(Pool(step1=ValueError("a secret")), "/v1/baghchal/explore", obx=START)
    assert [name for name, _ in found] == ["legal", "fault", "done"]
    assert found[1][1]["error"] == "internal_error"
    assert "secret" not in str(found)
    assert "a secret" in caplog.text


def test_signs_of_life_come_in_between(monkeypatch):
    monkeypatch.setattr(exploring, "_BEAT", 0.001)
    pool = Pool(step1=0.05)
    found, beats = ask(pool, "/v1/baghchal/explore", obx=START)
    assert len(found) == 5
    assert beats > 1
    assert pool.ended == 1


def test_who_asks_no_further_ends_the_search(monkeypatch):
    monkeypatch.setattr(exploring, "_BEAT", 0.001)
    pool = Pool(step1=600.0)
    game = games.get("baghchal")

    class Request:
        client = None

        class app:  # noqa: N801 (it is an attribute of a request)
            class state:  # noqa: N801
                settings = Settings(workers=1, max_seconds=7)

    async def look():
        Request.app.state.pool = pool
        pool.search = lambda *_: asyncio.sleep(600)
        stream = exploring._events(Request, game, LegalAnswer.of(game, game.start()), object())
        assert (await anext(stream)).startswith(b"event: legal\n")
        assert await anext(stream) == b":\n\n"
        (search,) = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        await stream.aclose()
        assert search.cancelled()

    asyncio.run(look())


@pytest.mark.parametrize(
    ("query", "status", "field"),
    [
        ({"obx": "TXXXT"}, 400, "board"),
        ({"obx": "TTTTT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"}, 422, "board"),
        ({}, 400, "obx"),
        ({"obx": START, "level": "3"}, 400, "level"),
        ({"obx": START, "seed": "-1"}, 400, "seed"),
    ],
)
def test_what_is_wrong_with_the_question_is_told_before_the_stream_begins(client, query, status, field):
    answer = client.get("/v1/baghchal/explore", params=query)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["field"] == field
