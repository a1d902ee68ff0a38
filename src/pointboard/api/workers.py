"""The search processes: who may think now, who waits, who is refused, and what happens to a search that goes astray.

The server's own process never searches. Each of ``Settings.workers`` processes thinks about one position at a time; a
client has ``per_client`` searches at a time, and its further ones wait behind it, without standing in the way of other
clients. A search ends when it is done, when its time is up, or when its client hangs up: the last two raise a flag in
memory that the search looks at. A process that has not answered a second after that, or that died, is replaced; one
that died with nothing to do, at once and without a search that asks for it.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pointboard.api.errors import Refusal, stopping
from pointboard.api.job import Done, Job
from pointboard.api.process import Lost, Process, Unbegun
from pointboard.api.schema import BestAnswer
from pointboard.api.settings import Settings

__all__ = ["CLIENT_LEFT", "Pool"]

CLIENT_LEFT = "client_left"
"""The code of a refusal that nobody reads, since the client hung up."""

_SLACK = 0.05  # seconds after its deadline at which a search that watches the clock itself is told to stop
_PATIENCE = 1.0  # seconds from there until the process is replaced
_TRIES = 3  # processes that may be found dead before a search begins
_LONGEST_PAUSE = 10.0  # seconds between tries to replace a process that does not start

T = TypeVar("T")

_log = logging.getLogger("pointboard.api")


@dataclass(eq=False, slots=True)
class _Ticket:
    """A search that waits for its turn."""

    client: str
    turn: asyncio.Future[Process] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Pool:
    """The search processes of one server; use it from one event loop."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._idle: list[Process] = []
        self._busy: set[Process] = set()
        self._waiting: list[_Ticket] = []
        self._running: Counter[str] = Counter()
        self._ends: dict[Process, float] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = asyncio.Event()

    @property
    def idle(self) -> int:
        """Processes that have nothing to do."""
        return sum(process.alive for process in self._idle)

    @property
    def busy(self) -> int:
        """Processes that think."""
        return len(self._busy)

    @property
    def waiting(self) -> int:
        """Searches that wait."""
        return len(self._waiting)

    async def start(self) -> None:
        """Start all processes and come back when each is warm; Lost when one does not start.

        The first goes ahead, so that the others find its compiled code in the cache.
        """
        try:
            await self._add()
            await asyncio.gather(*(self._add() for _ in range(self._settings.workers - 1)))
        except BaseException as error:
            if not self._closing.is_set():
                _log.error("the search processes do not start: %s", error)
            await self.close()
            raise

    def drain(self) -> None:
        """Refuse what waits and what comes from now on; what is under way goes on. Also ends a start that goes on."""
        self._closing.set()
        for ticket in self._waiting:
            if not ticket.turn.done():
                ticket.turn.set_exception(stopping())
        self._waiting.clear()

    async def close(self) -> None:
        """End all processes; no search survives it."""
        self.drain()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        processes = [*self._idle, *self._busy]
        self._idle.clear()
        self._busy.clear()
        await asyncio.gather(*(process.close() for process in processes))

    async def search(self, client: str, job: Job, seconds: float, left: asyncio.Future[None]) -> BestAnswer:
        """The answer to a job, which takes ``seconds`` at most once its turn has come.

        ``left`` is done when the client hangs up: the search ends then. Refusal with 429 when too many searches wait,
        503 when the search went astray or the server is stopping, 400 when the engine refuses the limits.
        """
        for again in range(_TRIES):
            process = await self._turn(client, left, first=again > 0)
            run = self._spawn(self._run(process, client, job, seconds, left))
            try:
                done = await asyncio.shield(run)
            except asyncio.CancelledError:
                if not run.done():
                    process.stop()
                raise
            if done is not None:
                break
        else:
            done = _failed()
        if isinstance(done, Refusal):
            raise done
        if done.failed is not None:
            raise Refusal(503, "search_failed", done.failed, retry_after=1)
        if done.answer is None:
            raise Refusal(400, "invalid_parameter", str(done.refused))
        return done.answer

    async def _turn(self, client: str, left: asyncio.Future[None], *, first: bool) -> Process:
        """Wait for a process; ``first`` of all is who had one already, which was dead."""
        if self._closing.is_set():
            raise stopping()
        ticket = _Ticket(client)
        self._waiting.insert(0 if first else len(self._waiting), ticket)
        self._dispatch()
        if not ticket.turn.done() and not first:
            self._bound(ticket)
        try:
            await _first(ticket.turn, left)
        except asyncio.CancelledError:
            self._give_up(ticket)
            raise
        if ticket.turn.done():
            return ticket.turn.result()
        self._give_up(ticket)
        raise Refusal(408, CLIENT_LEFT, "the client left")

    def _bound(self, ticket: _Ticket) -> None:
        """Refuse a ticket that has to wait where too many wait already."""
        settings = self._settings
        own = sum(other.client == ticket.client for other in self._waiting)
        for name, count, bound in (
            ("queue_per_client", own, settings.queue_per_client),
            ("queue", len(self._waiting), settings.queue),
        ):
            if count > bound:
                self._waiting.remove(ticket)
                seconds = self._until_free()
                message = f"{bound} searches wait already; come back in {seconds} seconds"
                raise Refusal(429, "too_many_searches", message, field=name, retry_after=seconds)

    def _until_free(self) -> int:
        """Whole seconds, at least 1, until the next search ends at the latest."""
        now = time.monotonic()
        return max(1, math.ceil(min(self._ends.values(), default=now) - now))

    def _give_up(self, ticket: _Ticket) -> None:
        """Take back a ticket, and free the process that it may have been given a moment ago."""
        if ticket in self._waiting:
            self._waiting.remove(ticket)
        elif ticket.turn.done() and not ticket.turn.cancelled() and ticket.turn.exception() is None:
            self._free(ticket.turn.result(), ticket.client)

    def _dispatch(self) -> None:
        """Give idle processes to those who wait longest, of clients that may have another search."""
        self._bury()
        for ticket in [*self._waiting]:
            if not self._idle:
                return
            if self._running[ticket.client] < self._settings.per_client:
                process = self._idle.pop()
                self._busy.add(process)
                self._running[ticket.client] += 1
                self._waiting.remove(ticket)
                ticket.turn.set_result(process)

    def _bury(self) -> None:
        """Replace the processes that died while they had nothing to do."""
        for process in [process for process in self._idle if not process.alive]:
            _log.error("a search process is replaced: it died while it had nothing to do")
            self._idle.remove(process)
            self._replace(process)

    async def _watch(self, process: Process) -> None:
        """See to it that the death of a process is noticed, whatever it does then."""
        await process.ended()
        self._bury()

    def _free(self, process: Process | None, client: str) -> None:
        """The end of a search of ``client``; its process, if it is still of use, takes the next."""
        self._running[client] -= 1
        if not self._running[client]:
            del self._running[client]
        if process is not None:
            self._busy.discard(process)
            self._ends.pop(process, None)
            self._idle.append(process)
        self._dispatch()

    async def _run(
        self, process: Process, client: str, job: Job, seconds: float, left: asyncio.Future[None]
    ) -> Done | Refusal | None:
        """One search from its start to the moment when its process is free or replaced; None if it did not begin."""
        self._ends[process] = time.monotonic() + seconds
        asked = asyncio.ensure_future(process.ask(job))
        try:
            await _first(asked, left, timeout=seconds + _SLACK)
            if not asked.done():
                process.stop()
                await _first(asked, timeout=_PATIENCE)
            if not asked.done():
                raise Lost("it did not stop")  # noqa: TRY301 (it is handled as a death is)
            done = asked.result()
        except Lost as lost:
            _log.error("a search process is replaced: %s; position: %s %s", lost, job.game, job.position)
            self._busy.discard(process)
            self._ends.pop(process, None)
            self._replace(process)
            self._free(None, client)
            return None if isinstance(lost, Unbegun) else _failed()
        finally:
            asked.cancel()
        self._free(process, client)
        return Refusal(408, CLIENT_LEFT, "the client left") if left.done() else done

    def _replace(self, process: Process) -> None:
        """End a process and start another, with growing pauses for as long as none starts."""

        async def work() -> None:
            await process.close(patience=0)
            pause = 0.5
            while not self._closing.is_set():
                try:
                    await self._add()
                except Lost as lost:
                    _log.error("a search process does not start: %s", lost)
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, _LONGEST_PAUSE)
                else:
                    self._dispatch()
                    return

        self._spawn(work())

    async def _add(self) -> None:
        """Start one process; it is idle when it is warm."""
        process = Process(self._settings.worker_command)
        closing = asyncio.ensure_future(self._closing.wait())
        starting = asyncio.ensure_future(process.start())
        try:
            await _first(starting, closing)
            if not starting.done():
                raise Lost("the server is stopping")  # noqa: TRY301 (it ends as any start that fails)
            starting.result()
        except BaseException:
            starting.cancel()
            await asyncio.gather(starting, return_exceptions=True)
            await process.close()
            raise
        finally:
            closing.cancel()
        self._idle.append(process)
        self._spawn(self._watch(process))

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _failed() -> Refusal:
    return Refusal(503, "search_failed", "the search did not answer; another may", retry_after=1)


async def _first(*futures: asyncio.Future[Any], timeout: float | None = None) -> None:  # noqa: ASYNC109
    """Wait until one of them is done, or the time is over."""
    await asyncio.wait(futures, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
