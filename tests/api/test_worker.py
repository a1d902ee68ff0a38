"""What runs inside a search process, and one whole way through a real one with the real engine."""

import asyncio
import io
import mmap
from dataclasses import replace
from queue import SimpleQueue

import msgspec
import pytest

from pointboard import games
from pointboard.api import worker
from pointboard.api.job import Done, Job, Limits, solve
from pointboard.api.settings import Settings
from pointboard.api.workers import Pool
from pointboard.errors import PointboardError

CAPTURE = "TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB1 #g1"


def test_only_limits_that_were_given_are_handed_on():
    assert Limits().given() == {"seed": 0}
    assert Limits(level=3, seed=4).given() == {"level": 3, "seed": 4}
    line = msgspec.json.encode(Job("baghchal", CAPTURE, Limits(depth=2)))
    assert b"level" not in line
    assert msgspec.json.decode(line, type=Job).limits == Limits(depth=2)


def test_a_job_is_thought_about():
    done = solve(Job("baghchal", CAPTURE, Limits(depth=2)), bytearray(1))
    assert (done.answer.move, done.refused) == ("mA1C1(B1)", None)
    assert msgspec.json.decode(msgspec.json.encode(done), type=Done) == done


def test_limits_that_the_engine_refuses(monkeypatch):
    def choose(_state, **limits):
        raise PointboardError(f"not {limits['depth']}")

    monkeypatch.setitem(games._ADDED, "baghchal", replace(games.get("baghchal"), choose=choose))
    assert solve(Job("baghchal", CAPTURE, Limits(depth=2)), bytearray(1)) == Done(refused="not 2")


def test_warming_thinks_about_every_game_in_each_way(monkeypatch):
    asked = []
    game = replace(games.get("baghchal"), choose=lambda state, **limits: asked.append((state, limits)))
    monkeypatch.setitem(games._ADDED, "baghchal", game)
    stop = mmap.mmap(-1, 1)
    worker.warm(stop)
    for state, limits in asked:
        assert state == game.start()
        assert limits.pop("stop") is stop
    assert [set(limits) for _, limits in asked[:2]] == [{"nodes"}, {"seconds"}]


def test_the_process_ends_with_its_input(monkeypatch):
    class EndedError(Exception):
        pass

    def end(code):
        raise EndedError(code)

    monkeypatch.setattr(worker.os, "_exit", end)
    lines = SimpleQueue()
    with pytest.raises(EndedError, match="0"):
        worker._listen(io.BytesIO(b"one\ntwo\n"), lines)
    assert [lines.get(), lines.get()] == [b"one\n", b"two\n"]


@pytest.mark.slow
def test_the_real_engine_in_a_real_process_answers_as_it_does_here():
    async def main():
        pool = Pool(Settings(workers=1))
        await pool.start()
        try:
            left = asyncio.get_running_loop().create_future()
            limited = await pool.search("a", Job("baghchal", CAPTURE, Limits(depth=3, lines=2)), 60, left)
            stopped = await pool.search("a", Job("baghchal", CAPTURE, Limits(depth=60)), 0.05, left)
        finally:
            await pool.close()
        return limited, stopped

    limited, stopped = asyncio.run(asyncio.wait_for(main(), 300))
    assert limited == solve(Job("baghchal", CAPTURE, Limits(depth=3, lines=2)), bytearray(1)).answer
    assert len(limited.lines) == 2
    assert (stopped.move, stopped.evidence) == ("mA1C1(B1)", "search")
    assert stopped.depth < 60
