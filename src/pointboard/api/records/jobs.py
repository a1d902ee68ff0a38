"""The jobs of a server that judges records: one at a time, a few that wait, each gone an hour after it came.

A job's id cannot be guessed, and whoever knows it may see the job: nothing else tells of one. Jobs are bounded in
number and in bytes; of those that are over, the ones that failed and then the oldest make room.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import pointboard.api.needed  # noqa: F401 (what is missing is told)

import msgspec

from pointboard.api.errors import Refusal
from pointboard.api.records.child import Said, Wanted
from pointboard.api.settings import Settings

__all__ = ["MAX_RECORD", "Job", "Jobs", "Status"]

MAX_RECORD = 2_097_152
"""The longest record, in bytes."""

_MOST_WAITING, _MOST_JOBS = 8, 64
_MOST_BYTES, _LONGEST_LINE = 128 * 2**20, 64 * 2**20  # of all reports together; of the reports of one job
_KEPT, _LONGEST = 3600.0, 1800.0  # seconds that a job stays, and that it may run
_ID_BYTES = 24


class Status(StrEnum):
    """How a job stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(slots=True)
class Job:
    """A record that is judged: how far it is, and its reports by what the names of such files end in."""

    id: str
    game: str
    born: float
    status: Status = Status.WAITING
    done: int = 0
    count: int = 0
    problem: str | None = None
    files: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """The bytes of the reports."""
        return sum(map(len, self.files.values()))


class Jobs:
    """The jobs of one server; use it from one event loop. ``clock`` tells the seconds."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._command = settings.judge_command
        self._clock = clock
        self._jobs: dict[str, Job] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    def begin(self, game: str, data: bytes, wishes: dict[str, Any]) -> Job:
        """Begin to judge a record; Refusal with 429 where too many wait."""
        self._forget()
        waiting = sum(job.status is Status.WAITING for job in self._jobs.values())
        if waiting >= _MOST_WAITING:
            raise Refusal(429, "too_many_records", "too many records wait to be judged", field="queue", retry_after=60)
        while len(self._jobs) >= _MOST_JOBS:
            self.drop(self._least())
        job = Job(secrets.token_urlsafe(_ID_BYTES), game, self._clock())
        self._jobs[job.id] = job
        wanted = Wanted(game, len(data), wishes)
        loop = asyncio.get_running_loop()
        loop.call_later(_KEPT + 1, self._forget)
        task = loop.create_task(self._judge(job, wanted, data))
        self._tasks[job.id] = task
        task.add_done_callback(lambda _: self._tasks.pop(job.id, None))
        return job

    def find(self, game: str, name: str) -> Job | None:
        """The job with that id; None where there is none, or none any more."""
        self._forget()
        job = self._jobs.get(name)
        return job if job is not None and job.game == game else None

    def drop(self, job: Job) -> None:
        """Let go of a job and its reports; one that runs or waits is ended."""
        del self._jobs[job.id]
        task = self._tasks.get(job.id)
        if task is not None:
            task.cancel()

    async def close(self) -> None:
        """End all that run."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget(self) -> None:
        """Let go of what is too old, and of the oldest reports while there are too many bytes."""
        now = self._clock()
        for job in [job for job in self._jobs.values() if now - job.born >= _KEPT]:
            self.drop(job)
        over = sum(job.size for job in self._jobs.values()) - _MOST_BYTES
        for job in sorted(self._jobs.values(), key=lambda one: one.born):
            if over <= 0:
                break
            if job.size:
                over -= job.size
                self.drop(job)

    def _least(self) -> Job:
        """The job that makes room for another: the oldest that failed, else the oldest that is done."""
        over = [job for job in self._jobs.values() if job.status in (Status.DONE, Status.FAILED)]
        return min(over, key=lambda job: (job.status is Status.DONE, job.born))

    async def _judge(self, job: Job, wanted: Wanted, data: bytes) -> None:
        async with self._turn:
            job.status = Status.RUNNING
            try:
                async with asyncio.timeout(_LONGEST):
                    job.problem = await self._run(job, wanted, data)
            except TimeoutError:
                job.problem = f"it took longer than {_LONGEST:.0f} seconds; what was answered is kept, ask once more"
        job.status = Status.DONE if job.problem is None else Status.FAILED

    async def _run(self, job: Job, wanted: Wanted, data: bytes) -> str | None:
        """Run the process to its end; why there is no report, None if there is."""
        pipe = asyncio.subprocess.PIPE
        try:
            child = await asyncio.create_subprocess_exec(
                *self._command, stdin=pipe, stdout=pipe, limit=_LONGEST_LINE, start_new_session=True
            )
        except OSError as error:
            return f"the process does not start: {error.strerror}"
        assert child.stdin is not None  # noqa: S101 (it is a pipe)
        try:
            with suppress(ConnectionError):
                child.stdin.write(msgspec.json.encode(wanted) + b"\n" + data)
                await child.stdin.drain()
            return await _follow(job, child)
        finally:
            with suppress(ProcessLookupError):
                child.kill()
            await child.wait()
            child.stdin.close()
            with suppress(Exception):
                await child.stdin.wait_closed()


async def _follow(job: Job, child: asyncio.subprocess.Process) -> str | None:
    """Read what the process says."""
    assert child.stdout is not None  # noqa: S101 (it is a pipe)
    try:
        while line := await child.stdout.readline():
            said = msgspec.json.decode(line, type=Said)
            job.done, job.count = said.done, said.count
            if said.over:
                job.files = {end: text.encode("utf-8", "replace") for end, text in said.files.items()}
                return said.problem
    except (ValueError, msgspec.DecodeError):  # a line without end, or one that is no report
        return "the report is too long"
    return "the process that judges died"
