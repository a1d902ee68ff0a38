"""The pool of search processes, with real processes that misbehave on demand (``double_worker``)."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from pointboard.api.errors import Refusal
from pointboard.api.job import Job, Limits
from pointboard.api.process import Lost, Process, Unbegun
from pointboard.api.settings import Settings
from pointboard.api.workers import Pool

DOUBLE = (sys.executable, "-P", str(Path(__file__).with_name("double_worker.py")))
UNTIL_STOPPED, DIES, DEAF, REFUSES, CHATTERS = 101, 102, 103, 104, 105
START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"
LONG = 600.0


def job(seed=0, **limits):
    return Job("baghchal", START, Limits(seed=seed, **limits))


def settings(**changes):
    return Settings(**{"workers": 1, "worker_command": DOUBLE, **changes})


def run(work, **changes):
    """Run ``work(pool)`` with a pool that is started and closed; nothing of it is left afterwards."""

    async def main():
        pool = Pool(settings(**changes))
        async with asyncio.timeout(60):
            await pool.start()
            try:
                return await work(pool)
            finally:
                await pool.close()
                assert (pool.idle, pool.busy, pool.waiting) == (0, 0, 0)

    return asyncio.run(main())


def left():
    return asyncio.get_running_loop().create_future()


async def until(condition):
    while not condition():  # noqa: ASYNC110 (nothing tells of what these tests wait for)
        await asyncio.sleep(0.005)


def begin(pool, client="a"):
    """A search in the background, and the future that hangs it up."""
    hang_up = left()
    return asyncio.create_task(pool.search(client, job(UNTIL_STOPPED), LONG, hang_up)), hang_up


def test_an_answer_comes_from_another_process():
    async def work(pool):
        assert pool.idle == 1
        return await pool.search("a", job(), LONG, left())

    answer = run(work)
    assert (answer.move, answer.score, answer.depth, answer.evidence) == ("mB1", 55, 3, "search")
    assert answer.nodes != os.getpid()


def test_what_a_search_prints_is_no_answer():
    async def work(pool):
        return await pool.search("a", job(CHATTERS), LONG, left())

    assert run(work).move == "mB1"


def test_limits_that_the_engine_refuses_are_a_fault_of_the_client():
    async def work(pool):
        with pytest.raises(Refusal) as refused:
            await pool.search("a", job(REFUSES, depth=3), LONG, left())
        assert pool.idle == 1
        return refused.value

    refusal = run(work)
    assert (refusal.status, refusal.code) == (400, "invalid_parameter")
    assert refusal.message == "no such limits: {'depth': 3}"


def test_a_search_ends_with_its_time_and_its_answer_counts():
    async def work(pool):
        first = await pool.search("a", job(UNTIL_STOPPED), 0.02, left())
        second = await pool.search("a", job(), LONG, left())
        assert first.nodes == second.nodes  # the same process
        return first

    assert run(work).move == "mB1"


def test_a_client_that_hangs_up_stops_its_search():
    async def work(pool):
        search, hang_up = begin(pool)
        await until(lambda: pool.busy == 1)
        hang_up.set_result(None)
        with pytest.raises(Refusal, match="the client left"):
            await search
        assert pool.idle == 1
        return await pool.search("a", job(), LONG, left())

    assert run(work).move == "mB1"


def test_a_client_that_hangs_up_before_its_turn_frees_its_place():
    async def work(pool):
        running, stop = begin(pool)
        waiting, hang_up = begin(pool)
        await until(lambda: pool.waiting == 1)
        hang_up.set_result(None)
        with pytest.raises(Refusal, match="the client left"):
            await waiting
        assert (pool.waiting, pool.busy) == (0, 1)
        stop.set_result(None)
        with pytest.raises(Refusal):
            await running

    run(work)


def test_a_cancelled_request_stops_its_search_and_frees_the_process():
    async def work(pool):
        search, _ = begin(pool)
        await until(lambda: pool.busy == 1)
        await asyncio.sleep(0.05)
        search.cancel()
        with pytest.raises(asyncio.CancelledError):
            await search
        await until(lambda: pool.idle == 1)

    run(work)


def test_a_request_cancelled_while_it_waits_gives_up_its_place():
    async def work(pool):
        running, stop = begin(pool)
        waiting, _ = begin(pool)
        await until(lambda: pool.waiting == 1)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert pool.waiting == 0
        stop.set_result(None)
        with pytest.raises(Refusal):
            await running

    run(work)


def test_a_request_cancelled_in_the_moment_of_its_turn_gives_the_process_back():
    async def work(pool):
        running, stop = begin(pool)
        waiting, _ = begin(pool)
        await until(lambda: pool.waiting == 1)
        pool._waiting[0].turn.add_done_callback(lambda _: waiting.cancel())
        stop.set_result(None)
        with pytest.raises(Refusal):
            await running
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert pool.idle == 1
        return await pool.search("a", job(), LONG, left())

    assert run(work).move == "mB1"


def test_a_process_that_is_deaf_to_the_flag_is_replaced():
    async def work(pool):
        before = (await pool.search("a", job(), LONG, left())).nodes
        with pytest.raises(Refusal) as refused:
            await pool.search("a", job(DEAF), 0.01, left())
        after = (await pool.search("a", job(), LONG, left())).nodes
        assert before != after
        return refused.value

    refusal = run(work)
    assert (refusal.status, refusal.code, refusal.retry_after) == (503, "search_failed", 1)
    assert refusal.message == "the search did not answer; another may"


def test_a_process_that_dies_over_a_search_is_replaced():
    async def work(pool):
        with pytest.raises(Refusal) as refused:
            await pool.search("a", job(DIES), LONG, left())
        assert refused.value.code == "search_failed"
        return await pool.search("a", job(), LONG, left())

    assert run(work).move == "mB1"


def test_a_process_that_was_killed_while_idle_is_replaced():
    async def work(pool):
        process = pool._idle[0]
        os.kill(process.pid, signal.SIGKILL)
        await until(lambda: not process.alive)
        answer = await pool.search("a", job(), LONG, left())
        assert answer.nodes != process.pid
        return answer

    assert run(work).move == "mB1"


def test_the_death_of_an_idle_process_is_noticed_without_a_search(caplog):
    async def work(pool):
        before = {process.pid for process in pool._idle}
        victim = pool._idle[0]  # not the one that would be asked next
        os.kill(victim.pid, signal.SIGKILL)
        await until(lambda: pool.idle == 1)
        await until(lambda: pool.idle == 2)
        after = {process.pid for process in pool._idle}
        assert len(before & after) == 1
        assert victim.pid not in after

    run(work, workers=2)
    assert caplog.messages == ["a search process is replaced: it died while it had nothing to do"]


def test_a_search_that_found_its_process_dead_goes_to_another():
    async def work(pool):
        for process in pool._idle:
            os.kill(process.pid, signal.SIGKILL)
        return await pool.search("a", job(), LONG, left())  # the deaths were not noticed yet

    assert run(work, workers=2, queue=0, queue_per_client=0).move == "mB1"


def test_a_search_whose_processes_are_all_found_dead_is_given_up():
    async def work(pool):
        asked = []

        async def dead(process, _job):
            asked.append(process.pid)
            os.kill(process.pid, signal.SIGKILL)
            raise Unbegun("it died")

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Process, "ask", dead)
            with pytest.raises(Refusal) as refused:
                await pool.search("a", job(), LONG, left())
        assert len(set(asked)) == len(asked) == 3
        await until(lambda: pool.idle == 1)
        return refused.value

    refusal = run(work)
    assert (refusal.status, refusal.code, refusal.retry_after) == (503, "search_failed", 1)


def test_who_found_a_process_dead_does_not_stand_in_line_again():
    async def work(pool):
        ask, asked = Process.ask, []

        async def dead_at_first(process, wanted):
            asked.append(wanted.limits.seed)
            if len(asked) == 1:
                await until(lambda: pool.waiting == 1)
                raise Unbegun("it died")
            return await ask(process, wanted)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Process, "ask", dead_at_first)
            searches = [
                asyncio.create_task(pool.search(name, job(seed), LONG, left())) for name, seed in (("a", 1), ("b", 2))
            ]
            await asyncio.gather(*searches)
        return asked

    assert run(work) == [1, 1, 2]


def test_one_search_at_a_time_for_a_client_and_others_are_not_kept_waiting():
    async def work(pool):
        first, stop_first = begin(pool, "a")
        second, stop_second = begin(pool, "a")
        await until(lambda: pool.busy == 1)
        assert (pool.idle, pool.waiting) == (
            1,
            1,
        )  # there is a process for a's second search, and it waits all the same
        answer = await pool.search("b", job(), LONG, left())
        assert answer.move == "mB1"
        assert (pool.busy, pool.waiting) == (1, 1)
        stop_first.set_result(None)
        with pytest.raises(Refusal):
            await first
        await until(lambda: pool.busy == 1)
        assert pool.waiting == 0
        stop_second.set_result(None)
        with pytest.raises(Refusal):
            await second

    run(work, workers=2)


def test_a_client_may_be_given_more_searches_at_a_time():
    async def work(pool):
        first, stop = begin(pool, "a")
        answer = await pool.search("a", job(), LONG, left())
        stop.set_result(None)
        with pytest.raises(Refusal):
            await first
        return answer

    assert run(work, workers=2, per_client=2).move == "mB1"


@pytest.mark.parametrize(
    ("changes", "clients", "limit"),
    [
        ({"queue_per_client": 1}, ("a", "a", "a"), "queue_per_client"),
        ({"queue_per_client": 0}, ("a", "a"), "queue_per_client"),
        ({"queue": 1}, ("a", "b", "c"), "queue"),
    ],
)
def test_what_is_too_much_is_refused(changes, clients, limit):
    async def work(pool):
        begun = [begin(pool, client) for client in clients[:-1]]
        await until(lambda: pool.busy == 1 and pool.waiting == len(clients) - 2 and pool._ends)
        with pytest.raises(Refusal) as refused:
            await pool.search(clients[-1], job(), LONG, left())
        for search, hang_up in begun:
            hang_up.set_result(None)
            with pytest.raises(Refusal):
                await search
        return refused.value

    refusal = run(work, **changes)
    assert (refusal.status, refusal.code, refusal.field) == (429, "too_many_searches", limit)
    assert 500 < refusal.retry_after <= LONG
    bound = changes[limit]
    assert refusal.message == f"{bound} searches wait already; come back in {refusal.retry_after} seconds"


def test_a_place_in_line_that_is_free_at_once_is_not_counted():
    async def work(pool):
        return await pool.search("a", job(), LONG, left())

    assert run(work, queue=0, queue_per_client=0).move == "mB1"


def test_draining_refuses_what_waits_and_what_comes_but_not_what_runs():
    async def work(pool):
        running, _ = begin(pool)
        waiting, _ = begin(pool)
        await until(lambda: pool.waiting == 1)
        pool.drain()
        with pytest.raises(Refusal) as refused:
            await waiting
        with pytest.raises(Refusal, match="the server is stopping"):
            await pool.search("b", job(), LONG, left())
        next(iter(pool._busy)).stop()
        assert (await running).move == "mB1"
        return refused.value

    refusal = run(work)
    assert (refusal.status, refusal.code, refusal.retry_after) == (503, "stopping", 1)


def test_closing_ends_a_search_that_runs():
    async def main():
        pool = Pool(settings())
        await pool.start()
        search, _ = begin(pool)
        await until(lambda: pool.busy == 1)
        process = next(iter(pool._busy))
        await pool.close()
        assert not process.alive
        with pytest.raises(asyncio.CancelledError):
            await search

    asyncio.run(asyncio.wait_for(main(), 60))


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ((*DOUBLE, "silent-death"), "it died"),
        ((*DOUBLE, "nonsense"), "it says what makes no sense"),
        (("/no/such/program",), "it does not start"),
    ],
)
def test_a_pool_whose_processes_do_not_start_says_so(command, reason):
    async def main():
        with pytest.raises(Lost, match=reason):
            await Pool(settings(worker_command=command)).start()

    asyncio.run(asyncio.wait_for(main(), 60))


def test_draining_ends_a_start_that_goes_on():
    async def main():
        pool = Pool(settings(worker_command=(sys.executable, "-c", "import time; time.sleep(600)")))
        starting = asyncio.create_task(pool.start())
        await asyncio.sleep(0.1)
        pool.drain()
        with pytest.raises(Lost, match="the server is stopping"):
            await starting

    asyncio.run(asyncio.wait_for(main(), 60))


def test_replacing_is_tried_again_until_it_works():
    async def work(pool):
        add, tries = pool._add, []

        async def fail_once():
            tries.append(1)
            if len(tries) == 1:
                raise Lost("not yet")
            await add()

        pool._add = fail_once
        with pytest.raises(Refusal):
            await pool.search("a", job(DIES), LONG, left())
        answer = await pool.search("a", job(), LONG, left())
        assert len(tries) == 2
        return answer

    assert run(work).move == "mB1"


def test_the_stop_flag_leaves_no_file_behind():
    async def main():
        process = Process(DOUBLE)
        assert process._path.exists()
        assert (process.alive, process.pid) == (False, None)
        await process.start()
        assert not process._path.exists()
        assert process.alive
        await process.close()
        assert not process.alive

        unborn = Process(DOUBLE)
        await unborn.close()
        assert not unborn._path.exists()

    asyncio.run(asyncio.wait_for(main(), 60))
