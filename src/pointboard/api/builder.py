"""The process that builds tables in the background: ``python -m pointboard.api.builder GAME PHASE``.

It is started by ``solving.Solving``, gives way to whatever else runs, works in one thread, and writes how far it is to
standard output, a JSON line each, the last one with the end. When standard input ends, the server is gone, and the
process ends at once; what was finished of the tables stays, and no table is there by half.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import pointboard.api.needed  # noqa: F401 (what is missing is told)

import msgspec
from msgspec import Struct

from pointboard import games
from pointboard.errors import MissingExtraError
from pointboard.game import ProgressLike

__all__ = ["Built", "build", "main"]

_LOWEST = 19  # the lowest priority there is
_STEP = 0.01  # what is done between two reports


class Built(Struct, frozen=True):
    """How far the process is: the share that is ``done``, 0 to 1; at the end ``over``, and why it is not all done."""

    done: float
    over: bool = False
    problem: str | None = None


def main() -> None:
    """Build what the arguments name, then end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this process
    reports = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever else is printed must not get between the reports
    threading.Thread(target=_listen, args=(sys.stdin.buffer,), name="listen", daemon=True).start()
    _give_way()
    name, phase = sys.argv[-2:]
    reports.write(_line(build(name, phase, lambda built: reports.write(_line(built)))))


def _line(built: Built) -> bytes:
    return msgspec.json.encode(built) + b"\n"


def _listen(stream: BinaryIO) -> None:
    """Wait for the end of a stream on which nothing comes; then the process ends, whatever it is doing."""
    stream.read()
    os._exit(0)


def _give_way() -> None:
    """Take the lowest priority; on Windows the process was started with it."""
    if sys.platform == "win32":  # pragma: no cover
        return
    os.nice(_LOWEST)
    # Linux may share the processors out between sessions first: then it is the session's own priority that counts. The
    # server gives the process a session of its own; that of a shell is not to be slowed down.
    if os.getsid(0) == os.getpid():
        with suppress(OSError):
            Path("/proc/self/autogroup").write_text(f"{_LOWEST}\n", "ascii")


def build(name: str, phase: str, report: Callable[[Built], object]) -> Built:
    """Build a phase of the game called ``name`` in one thread; the end, and before it a report for each per cent."""
    solver = games.get(name).solver
    assert solver is not None  # noqa: S101 (the server asks of no other game)
    done = 0.0

    def progress(now: ProgressLike) -> None:
        """Tell how far it is, once for each per cent."""
        nonlocal done
        if now.done >= done + _STEP:
            done = now.done
            report(Built(done))

    try:
        solver.solve(solver.folder(), phase, jobs=1, memory=None, progress=progress)
    except OSError as error:  # of the disk
        return Built(done, over=True, problem=f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (ValueError, MissingExtraError) as error:  # TableError is one: another process builds there, for instance
        return Built(done, over=True, problem=str(error))
    return Built(1.0, over=True)


if __name__ == "__main__":
    main()
