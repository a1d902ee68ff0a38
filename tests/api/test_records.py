"""Judging whole games over HTTP: a record comes in, a job judges it, its report is fetched; bounds, ends."""

import asyncio
import json
import os
import subprocess
import sys
import time

import pytest
from litestar.testing import TestClient

from pointboard.api.app import create_app
from pointboard.api.records import child, handlers
from pointboard.api.records import jobs as jobs_module
from pointboard.api.records.child import Said, Wanted
from pointboard.api.records.jobs import MAX_RECORD, Jobs, Status
from pointboard.api.settings import Settings
from pointboard.backgammon.report import cache

MATCH = " 3 point match\n\n Game 1\n <b>Ann : 0  Bo : 0\n  1) 31: 8/5 6/5   42: 8/4 6/4\n"
PGN = "1. G22 Bx1133\n"
BASE = "/v1/backgammon/records"
PATIENCE = 60


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("POINTBOARD_CACHE", str(tmp_path))
    return tmp_path


def settings(*command):
    return Settings(workers=1, judge_command=command or Settings().judge_command)


class NoPool:
    idle = busy = waiting = 0

    async def start(self):
        pass

    async def close(self):
        pass


@pytest.fixture
def served():
    """A server that judges in processes of its own."""
    with TestClient(create_app(settings(), NoPool()), base_url="http://127.0.0.1:8000") as client:
        yield client


def finished(client, answer):
    end = time.monotonic() + PATIENCE
    while answer["status"] not in {"done", "failed"}:
        assert time.monotonic() < end
        time.sleep(0.05)
        answer = client.get(f"/v1/{answer['game']}/records/{answer['id']}").json()
    return answer


def test_a_record_is_judged_and_its_report_fetched(served):
    begun = served.post(f"{BASE}?engine=builtin&level=static", content=MATCH)
    assert begun.status_code == 202
    assert (begun.json()["game"], begun.json()["problem"], begun.json()["reports"]) == ("backgammon", None, {})
    assert len(begun.json()["id"]) == 32
    done = finished(served, begun.json())
    assert (done["status"], done["done"], done["count"], done["problem"]) == ("done", 2, 2, None)
    assert set(done["reports"]) == {".html", ".json", ".txt", ".csv", ".tsv"}
    page = served.get(done["reports"][".html"])
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["content-security-policy"] == handlers.PAGE_POLICY
    assert page.headers["content-security-policy"].endswith("; sandbox")
    assert page.headers["cache-control"] == "no-store"
    assert "access-control-allow-origin" not in page.headers
    assert "&lt;b&gt;Ann" in page.text
    assert "<b>" not in page.text
    table = served.get(done["reports"][".csv"])
    assert table.headers["content-disposition"] == 'attachment; filename="report.csv"'
    assert table.text.startswith("game,ply,player")
    data = served.get(done["reports"][".json"]).json()
    assert data["level"]["source"] == "builtin"
    for path in ("report.exe", "html", ".html", "report"):
        assert served.get(f"{BASE}/{done['id']}/{path}").status_code == 404
    assert served.get(f"/v1/baghchal/records/{done['id']}").status_code == 404
    assert served.get(f"{BASE}/guessed").json()["error"] == "not_found"


def test_a_report_is_let_go_of(served):
    done = finished(served, served.post(f"{BASE}?engine=builtin", content=MATCH).json())
    where = f"{BASE}/{done['id']}"
    refused = served.delete(where, headers={"Origin": "http://evil.example"})
    assert (refused.status_code, refused.json()["error"]) == (403, "other_site")
    assert served.delete(f"/v1/baghchal/records/{done['id']}").status_code == 404
    gone = served.delete(where)
    assert (gone.status_code, gone.content) == (204, b"")
    for path in (where, done["reports"][".html"]):
        assert served.get(path).status_code == 404
    assert served.delete(where).status_code == 404


def test_every_game_that_has_reports(served, monkeypatch):
    monkeypatch.delenv("POINTBOARD_CACHE")  # where compiled code lies
    done = finished(served, served.post("/v1/baghchal/records?nodes=50", content=PGN).json())
    assert (done["status"], set(done["reports"])) == ("done", {".html", ".json", ".txt"})


def test_a_record_that_cannot_be_read(served):
    done = finished(served, served.post(BASE, content=MATCH.replace("42: 8/4 6/4", "42: 1/2")).json())
    assert (done["status"], done["reports"]) == ("failed", {})
    assert "game 1, ply 2" in done["problem"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9000"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:8000"},
    ],
)
def test_other_sites_are_refused(client, headers):
    refused = client.post(BASE, content=MATCH, headers=headers)
    assert (refused.status_code, refused.json()["error"]) == (403, "other_site")
    assert "access-control-allow-origin" not in refused.headers


def test_a_preflight_for_records_is_not_answered(client):
    asked = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    assert "access-control-allow-origin" not in client.options(BASE, headers=asked).headers


@pytest.mark.parametrize(
    ("path", "content", "status", "said"),
    [
        (f"{BASE}?folder=x", MATCH, 400, ("folder", "unknown parameter; there are: engine, level")),
        (f"{BASE}?engine=snowie", MATCH, 400, ("engine", "expected bgsage, gnubg, builtin, found 'snowie'")),
        (f"{BASE}?engine=builtin&level=2ply", MATCH, 400, ("level", "expected static, found '2ply'")),
        ("/v1/baghchal/records?nodes=-1", PGN, 400, ("nodes", "expected 1 to 10000000, found '-1'")),
        ("/v1/baghchal/records?nodes=99999999", PGN, 400, ("nodes", "expected 1 to 10000000, found '99999999'")),
        (f"{BASE}?level=1&level=2", MATCH, 400, ("level", "given more than once")),
        (BASE, " \n", 400, ("body", "expected a record as the body, found nothing")),
        (BASE, "x" * (MAX_RECORD + 1), 413, (None, f"a body may have {MAX_RECORD} bytes")),
    ],
)
def test_what_is_refused(client, path, content, status, said):
    refused = client.post(path, content=content)
    assert refused.status_code == status
    assert (refused.json()["field"], refused.json()["message"]) == said


# --- jobs ---

SLEEPS = (sys.executable, "-c", "import sys, time; sys.stdin.buffer.readline(); time.sleep(3600)")


def speaks(*lines):
    """A process that says these lines."""
    text = "".join(f"{line}\n" for line in lines)
    return (sys.executable, "-c", f"import sys; sys.stdin.buffer.readline(); sys.stdout.write({text!r})")


async def ended(job):
    async with asyncio.timeout(PATIENCE):
        while job.status in (Status.WAITING, Status.RUNNING):  # noqa: ASYNC110 (a job has no event)
            await asyncio.sleep(0.01)
    return job


def run(work):
    return asyncio.run(work())


def test_only_a_few_wait():
    async def work():
        jobs = Jobs(settings(*SLEEPS))
        first = jobs.begin("backgammon", b"x", {})
        await asyncio.sleep(0.05)
        assert first.status is Status.RUNNING
        waiting = [jobs.begin("backgammon", b"x", {}) for _ in range(8)]
        assert {job.status for job in waiting} == {Status.WAITING}
        with pytest.raises(jobs_module.Refusal) as refused:
            jobs.begin("backgammon", b"x", {})
        assert (refused.value.status, refused.value.code, refused.value.retry_after) == (429, "too_many_records", 60)
        await jobs.close()
        assert not jobs._tasks

    run(work)


def test_a_job_is_ended_and_the_next_has_its_turn():
    async def work():
        jobs = Jobs(settings(*SLEEPS))
        running, waiting = (jobs.begin("backgammon", b"x", {}) for _ in range(2))
        await asyncio.sleep(0.05)
        third = jobs.begin("backgammon", b"x", {})
        jobs.drop(waiting)
        jobs.drop(running)
        await asyncio.sleep(0.05)
        assert [jobs.find("backgammon", job.id) for job in (running, waiting, third)] == [None, None, third]
        assert third.status is Status.RUNNING
        await jobs.close()

    run(work)


def test_jobs_that_are_over_make_room(monkeypatch):
    """Those that failed first; nobody is refused for an hour because many were judged."""
    monkeypatch.setattr(jobs_module, "_MOST_JOBS", 3)

    async def work():
        jobs = Jobs(settings(*speaks('{"over":true,"files":{".txt":"hello"}}')))
        done = [await ended(jobs.begin("backgammon", b"x", {})) for _ in range(2)]
        jobs._command = speaks('{"over":true,"problem":"a bad record"}')
        made = [*done, *[await ended(jobs.begin("backgammon", b"x", {})) for _ in range(2)]]
        assert [jobs.find("backgammon", job.id) is not None for job in made] == [True, True, False, True]
        jobs._command = SLEEPS
        await ended(made[3])
        running = [jobs.begin("backgammon", b"x", {}) for _ in range(3)]
        assert [jobs.find("backgammon", job.id) is not None for job in [*made, *running]] == [False] * 4 + [True] * 3
        await jobs.close()

    run(work)


def test_a_job_is_gone_after_an_hour():
    now = 0.0

    async def work():
        nonlocal now
        jobs = Jobs(settings(*speaks('{"over":true,"files":{".txt":"hello"}}')), lambda: now)
        job = await ended(jobs.begin("backgammon", b"x", {}))
        assert (job.status, job.files) == (Status.DONE, {".txt": b"hello"})
        now = 3599.0
        assert jobs.find("backgammon", job.id) is job
        now = 3600.0
        assert jobs.find("backgammon", job.id) is None
        running = jobs.begin("backgammon", b"x", {})
        now = 7200.0
        assert jobs.find("backgammon", running.id) is None
        await jobs.close()

    run(work)


def test_the_oldest_reports_make_room(monkeypatch):
    monkeypatch.setattr(jobs_module, "_MOST_BYTES", 12)

    async def work():
        jobs = Jobs(settings(*speaks('{"over":true,"files":{".txt":"hello"}}')))
        made = [await ended(jobs.begin("backgammon", b"x", {})) for _ in range(3)]
        assert [jobs.find("backgammon", job.id) is not None for job in made] == [False, True, True]
        await jobs.close()

    run(work)


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        (speaks('{"done":1,"count":2}'), "the process that judges died"),
        (speaks("no report"), "the report is too long"),
        (("/no/such/program",), "the process does not start: No such file or directory"),
        (speaks('{"over":true,"problem":"a bad record"}'), "a bad record"),
    ],
)
def test_processes_that_fail(command, problem):
    async def work():
        jobs = Jobs(settings(*command))
        job = await ended(jobs.begin("backgammon", b"x", {}))
        assert (job.status, job.problem, job.files) == (Status.FAILED, problem, {})
        await jobs.close()

    run(work)


def test_a_job_that_takes_too_long(monkeypatch):
    monkeypatch.setattr(jobs_module, "_LONGEST", 0.2)

    async def work():
        jobs = Jobs(settings(*SLEEPS))
        job = await ended(jobs.begin("backgammon", b"x", {}))
        assert job.problem == "it took longer than 0 seconds; what was answered is kept, ask once more"
        await jobs.close()

    run(work)


# --- the process ---


def judged(game, data, **wishes):
    said = []
    return child.judge(Wanted(game, len(data), wishes), data, said.append), said


def test_the_process_says_how_far_it_is():
    end, said = judged("backgammon", MATCH.encode(), engine="builtin")
    assert said == [Said(1, 2), Said(2, 2)]
    assert (end.over, end.problem, end.done) == (True, None, 2)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"\xff", "expected a record, found bytes that are no UTF-8"),
        ((MATCH + "\n" + MATCH).encode(), "expected one record to judge, found 2"),
        (b"OGXM", None),
    ],
)
def test_what_the_process_cannot_judge(data, problem):
    end, _ = judged("backgammon", data, engine="builtin")
    assert end.over
    assert end.problem == problem or (problem is None and end.problem)


def test_a_folder_that_cannot_be_written(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("POINTBOARD_CACHE", str(tmp_path / "file"))
    end, _ = judged("backgammon", MATCH.encode(), engine="builtin")
    assert (end.problem, end.done) == (None, 2)  # who asks over HTTP can do nothing about it: nothing is kept


def test_a_file_of_answers_that_cannot_be_used():
    cache.cache_file().mkdir(parents=True)
    end, _ = judged("backgammon", MATCH.encode(), engine="builtin")
    assert "cannot be used" in end.problem


def test_the_process_ends_with_the_server(tmp_path):
    """It is told to judge, and its standard input ends: it does not go on."""
    data = MATCH.encode()
    wanted = json.dumps({"game": "backgammon", "size": len(data), "wishes": {"engine": "builtin"}}).encode()
    done = subprocess.run(
        [sys.executable, "-P", "-m", "pointboard.api.records.child"],
        input=wanted + b"\n" + data, capture_output=True, timeout=PATIENCE, check=False,
        env={**os.environ, "POINTBOARD_CACHE": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0
    assert b'"files"' not in done.stdout
