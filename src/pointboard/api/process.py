"""One search process as the server sees it: start it, ask it, tell it to stop, end it."""

from __future__ import annotations

import asyncio
import contextlib
import mmap
import os
import tempfile
from pathlib import Path

import pointboard.api.needed  # noqa: F401 (what is missing is told)

import msgspec

from pointboard.api.job import Done, Job

__all__ = ["Died", "Lost", "Process", "Unbegun"]

_LINE_BYTES = 2**20  # the longest answer
_START_SECONDS = 300.0  # the first start ever compiles the kernels


class Lost(Exception):  # noqa: N818 (the process is)
    """The process is dead, does not start, or says what makes no sense."""


class Died(Lost):
    """The process is dead."""


class Unbegun(Died):
    """The process was dead before it began with the job, which may go to another."""


class Process:
    """A search process. The stop flag is a byte in memory that both sides share, so that it is seen at once."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._command = command
        self._child: asyncio.subprocess.Process | None = None
        handle, name = tempfile.mkstemp(prefix="pointboard-stop-")
        self._path = Path(name)
        try:
            os.write(handle, b"\0")
            self._flag = mmap.mmap(handle, 1)
        finally:
            os.close(handle)

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._child is not None and self._child.returncode is None

    @property
    def pid(self) -> int | None:
        """The number of the process, None before it is started."""
        return None if self._child is None else self._child.pid

    async def start(self) -> None:
        """Start the process and wait until it is warm; Lost when that fails.

        It gets a session of its own, so that Ctrl-C in a terminal goes to the server alone. It ends by itself when the
        server does, however that happens, since its standard input ends then.
        """
        pipe = asyncio.subprocess.PIPE
        try:
            self._child = await asyncio.create_subprocess_exec(
                *self._command, str(self._path), stdin=pipe, stdout=pipe, limit=_LINE_BYTES, start_new_session=True
            )
            async with asyncio.timeout(_START_SECONDS):
                await self._line()
        except (OSError, TimeoutError) as error:
            raise Lost(f"it does not start: {error}") from error
        finally:
            self._forget_path()

    async def ask(self, job: Job) -> Done:
        """Have the process think about a job; Lost when it dies over it, Unbegun when it was dead before."""
        child = self._child
        assert child is not None  # noqa: S101 (nobody is asked before the start)
        assert child.stdin is not None  # noqa: S101 (it is a pipe)
        with contextlib.suppress(ConnectionError):  # then there is no line to read either
            child.stdin.write(msgspec.json.encode(job) + b"\n")
            await child.stdin.drain()
        try:
            await self._line()
        except Died as error:
            raise Unbegun(str(error)) from error
        done = await self._line()
        self._flag[0] = 0  # not before the answer is here: a stop that was meant for this search must not end the next
        return done

    async def ended(self) -> None:
        """Wait until the process is dead, however it came to that."""
        assert self._child is not None  # noqa: S101 (nobody waits for its end before the start)
        await self._child.wait()

    def stop(self) -> None:
        """Have the search end now; its answer still comes."""
        self._flag[0] = 1

    async def close(self, *, patience: float = 1.0) -> None:
        """End the process, after ``patience`` seconds by force."""
        self._forget_path()
        self._flag[0] = 1
        child = self._child
        if child is None:
            return
        assert child.stdin is not None  # noqa: S101
        assert child.stdout is not None  # noqa: S101
        child.stdin.close()
        try:
            async with asyncio.timeout(patience):
                await child.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                child.kill()
            await child.wait()
        with contextlib.suppress(Exception):
            await child.stdin.wait_closed()

    def _forget_path(self) -> None:
        """Both sides have the flag in memory, or never will: its name is not needed any more."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    async def _line(self) -> Done:
        """What the process says next."""
        child = self._child
        assert child is not None  # noqa: S101
        assert child.stdout is not None  # noqa: S101
        try:
            line = await child.stdout.readline()
            if line:
                return msgspec.json.decode(line, type=Done)
        except (ValueError, msgspec.DecodeError) as error:  # a line without end, or one that is no answer
            raise Lost(f"it says what makes no sense: {error}") from error
        raise Died("it died")
