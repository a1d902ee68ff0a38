"""A search process: ``python -m pointboard.api.worker FLAG``, started by ``workers.Pool``.

It reads jobs from standard input and writes what became of each to standard output, a JSON line each, after a line that
says that it has begun; the very first line says that it is ready. ``FLAG`` is a file of one byte that both sides map
into memory: when the byte is not zero, the search ends. When standard input ends, the server is gone, and the process
ends at once, in the middle of a search too.
"""

from __future__ import annotations

import mmap
import os
import signal
import sys
import threading
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO

import pointboard.api.needed  # noqa: F401 (what is missing is told)

import msgspec

from pointboard import games
from pointboard.api.job import Done, Job, solve

__all__ = ["main", "warm"]

_WARM_NODES = 300
_WARM_SECONDS = 0.05


def main() -> None:
    """Work until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this process
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever else is printed must not get between the answers
    with Path(sys.argv[1]).open("r+b") as file:
        stop = mmap.mmap(file.fileno(), 1)
    lines: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, lines), name="listen", daemon=True).start()
    warm(stop)
    answers.write(msgspec.json.encode(Done()) + b"\n")
    while True:
        job = msgspec.json.decode(lines.get(), type=Job)
        answers.write(msgspec.json.encode(Done()) + b"\n")
        answers.write(msgspec.json.encode(solve(job, stop)) + b"\n")


def _listen(stream: BinaryIO, lines: SimpleQueue[bytes]) -> None:
    """Hand on the lines of a stream; at its end the process ends, whatever it is doing."""
    for line in stream:
        lines.put(line)
    os._exit(0)


def warm(stop: mmap.mmap) -> None:
    """Think once about every game with an engine, so that all is compiled before the first question."""
    for name in games.names():
        game = games.get(name)
        if game.choose is not None:
            game.choose(game.start(), nodes=_WARM_NODES, stop=stop)
            game.choose(game.start(), seconds=_WARM_SECONDS, stop=stop)


if __name__ == "__main__":
    main()
