"""The tables of proved values that a server builds beside its work: which, when not, and what is said about it.

Of every game that can be solved the least phase is built, one after the other, in one process of the lowest priority
that ends with the server. A build that was stopped goes on at the next start; two servers do not build in one folder.
"""

from __future__ import annotations

import asyncio
import logging
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pointboard.api.needed  # noqa: F401 (what is missing is told)

import msgspec

from pointboard import games
from pointboard.api import room
from pointboard.api.builder import Built
from pointboard.api.proved import is_built, proved
from pointboard.api.schema import ProvedAnswer
from pointboard.api.settings import Settings
from pointboard.errors import MissingExtraError
from pointboard.game import Game, Solver

__all__ = ["Solving", "hindrance"]

_FREE_MEMORY = 4e9  # bytes that must be free before a build begins, whatever less it takes
_DISK_ROOM = 2  # times the size of the tables that must be free on the disk
_IDLE: int = getattr(subprocess, "IDLE_PRIORITY_CLASS", 0)  # Windows

_log = logging.getLogger("pointboard.api")


class Solving:
    """The background build of one server; use it from one event loop.

    ``say`` is told, in a sentence each, that a build begins and how to stop it, that it is done, or why it is not.
    """

    def __init__(self, settings: Settings, say: Callable[[str], object] = lambda _: None) -> None:
        self._command = settings.builder_command
        self._say = say
        self._building: dict[tuple[str, str], float] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin with the first game whose tables are missing."""
        self._task = asyncio.get_running_loop().create_task(self._work())
        self._task.add_done_callback(_log_fault)

    def stop(self) -> None:
        """Kill the process that builds; no table is lost or cut by that."""
        if self._task is not None:
            self._task.cancel()

    async def close(self) -> None:
        """Stop, and wait until the process is gone."""
        self.stop()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    def proved(self) -> list[ProvedAnswer]:
        """What is proved so far; it looks at the disk."""
        return proved(dict(self._building))

    async def _work(self) -> None:
        for game in map(games.get, games.names()):
            if game.solver is not None:
                await self._see_to(game, game.solver, game.solver.phases[0])

    async def _see_to(self, game: Game[Any, Any], solver: Solver[Any, Any], phase: str) -> None:
        """Build a phase if it is missing and nothing is in the way."""
        values = f"the proved values of {game.title} ({phase})"
        try:
            if await asyncio.to_thread(is_built, solver, phase):
                return
            problem = await asyncio.to_thread(hindrance, solver, phase)
            if problem is not None:
                problem += f"; to build them all the same: pointboard {game.name} solve --phase {phase}"
        except MissingExtraError as error:
            problem = str(error)
        if problem is None:
            begun = time.monotonic()
            problem = await self._build(game.name, phase, f"{values}, {solver.disk[phase]:.0f} MB in {solver.folder()}")
            if problem is None:
                self._say(f"{_capital(values)} are built, in {time.monotonic() - begun:.0f} s.")
                return
        self._say(f"{_capital(values)} are not built in the background: {problem}.")

    async def _build(self, name: str, phase: str, what: str) -> str | None:
        """Run the process to its end; why it did not do all of its work, None if it did."""
        pipe = asyncio.subprocess.PIPE
        try:
            child = await asyncio.create_subprocess_exec(
                *self._command, name, phase, stdin=pipe, stdout=pipe, start_new_session=True, creationflags=_IDLE
            )
        except OSError as error:
            return f"the process does not start: {error}"
        self._building[name, phase] = 0.0
        try:
            self._say(
                f"Building {what}, in the background at low priority. It stops with the server (Ctrl-C), alone with "
                f"kill {child.pid}, and goes on at the next start; --no-solve leaves it out."
            )
            return await self._follow(child, (name, phase))
        finally:
            del self._building[name, phase]
            await _end(child)

    async def _follow(self, child: asyncio.subprocess.Process, key: tuple[str, str]) -> str | None:
        """Read what the process says."""
        assert child.stdout is not None  # noqa: S101 (it is a pipe)
        try:
            while line := await child.stdout.readline():
                built = msgspec.json.decode(line, type=Built)
                self._building[key] = built.done
                if built.over:
                    return built.problem
        except (ValueError, msgspec.DecodeError) as error:  # a line without end, or one that is no report
            return f"the process says what makes no sense: {error}"
        code = await child.wait()
        return f"the process was ended by signal {-code}" if code < 0 else f"the process ended with exit code {code}"


def _log_fault(task: asyncio.Task[None]) -> None:
    """A fault of the program must not get lost, nor stop the server."""
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("the build in the background failed", exc_info=error)


async def _end(child: asyncio.subprocess.Process) -> None:
    """Kill a process, if it still runs, and wait for it."""
    assert child.stdin is not None  # noqa: S101
    with suppress(ProcessLookupError):
        child.kill()
    await child.wait()
    child.stdin.close()
    with suppress(Exception):
        await child.stdin.wait_closed()


def hindrance(solver: Solver[Any, Any], phase: str) -> str | None:
    """Why a phase is not to be built unasked, None if nothing is in the way: too little memory or disk is free."""
    needed, free = max(_FREE_MEMORY, 1e9 * solver.memory[phase]), room.free_memory()
    if free is None:
        return "this system does not say how much memory is free"
    if free < needed:
        return f"{needed / 1e9:.1f} GB of memory should be free, and {free // 10**8 / 10} GB are"
    folder, size = solver.folder(), _DISK_ROOM * 1e6 * solver.disk[phase]
    try:
        left = room.free_disk(folder)
    except OSError as error:
        return f"{folder}: {error.strerror}"
    if left < size:
        return f"{size / 1e6:.0f} MB should be free for {folder}, and {left // 10**6} MB are"
    return None


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
