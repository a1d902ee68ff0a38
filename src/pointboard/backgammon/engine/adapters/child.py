"""Another program as child processes that are asked by lines of text, without ever being trusted to answer.

A child that dies, that says too much, or that takes too long is ended and another takes its place; a child ends with
its parent, however that ends, since its standard input ends then.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from queue import Empty, LifoQueue, SimpleQueue
from threading import Lock, Thread

from pointboard.errors import EngineError

__all__ = ["Child", "Lost", "Pool", "Stopped"]

_LOOK = 0.05  # seconds between looks at the clock and at the asker's wish to stop
_MOST = 4 * 2**20  # characters of one answer
_AT_ONCE = 2**16  # characters of a line that are handed on together, so that one without an end is noticed


class Lost(Exception):  # noqa: N818 (the child is)
    """The child is dead or was ended; the message says why."""


class Stopped(Lost):
    """The child was ended because the asker does not want the answer any more."""


class Child:
    """One process: text goes in, and comes out until a line that holds a mark.

    ``command`` starts it, with ``environment`` as its only environment. It has a session of its own, so that Ctrl-C in
    a terminal does not reach it.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 (found by its name or named by the user; no shell)
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=dict(environment),
                start_new_session=os.name == "posix",
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise Lost(f"it does not start: {error.strerror}") from error
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._thread = Thread(target=self._listen, name="listen", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def ask(self, text: str, mark: str, seconds: float, stop: Callable[[], bool] = lambda: False) -> str:
        """What it says to a text, up to the line that holds ``mark``; Lost, and the process ended, where none comes."""
        end, size = time.monotonic() + seconds, 0
        said: list[str] = []
        try:
            self._write(text)
            for line in self._heard():
                if line is not None:
                    if mark in line:
                        return "".join(said)
                    said.append(line)
                    size += len(line)
                if size > _MOST:
                    raise Lost("it says too much")  # noqa: TRY301 (ended as all others are)
                if stop():
                    raise Stopped("nobody waits for the answer")
                if time.monotonic() > end:
                    raise Lost(f"it took longer than {seconds:g} seconds")  # noqa: TRY301
        except Lost:
            self.close()
            raise
        raise AssertionError("the lines never end")  # pragma: no cover

    def close(self) -> None:
        """End the process, and what it has started itself: a program behind a script would keep the output open."""
        if os.name == "posix":
            with contextlib.suppress(OSError):  # nobody is left of the group
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        self._thread.join()
        with contextlib.suppress(OSError):  # what was not sent yet will never be
            self._process.stdin.close()  # type: ignore[union-attr]
        self._process.stdout.close()  # type: ignore[union-attr]

    def _write(self, text: str) -> None:
        try:
            self._process.stdin.write(text)  # type: ignore[union-attr]
            self._process.stdin.flush()  # type: ignore[union-attr]
        except (OSError, ValueError) as error:
            raise Lost("it died") from error

    def _heard(self) -> Iterator[str | None]:
        """Each line that comes; None where there is time to look around. Lost at the end."""
        while True:
            try:
                line = self._lines.get(timeout=_LOOK)
            except Empty:
                yield None
                continue
            if not line:
                raise Lost("it died")
            yield line

    def _listen(self) -> None:
        """Hand on what comes; an empty line at the end."""
        with contextlib.suppress(OSError, ValueError):
            while line := self._process.stdout.readline(_AT_ONCE):  # type: ignore[union-attr]
                self._lines.put(line)
        self._lines.put("")


class Pool:
    """Children of one kind, at most ``most`` at a time; they are started when they are needed and kept.

    ``start`` gives a child that is ready; ``name`` is the program's. Threads may ask at the same time.
    """

    def __init__(self, name: str, start: Callable[[], Child], most: int) -> None:
        self._name = name
        self._start = start
        self._places: LifoQueue[Child | None] = LifoQueue()
        self._lock = Lock()
        self._open = True
        for _ in range(most):
            self._places.put(None)

    def ask(self, text: str, mark: str, seconds: float, stop: Callable[[], bool] = lambda: False) -> str:
        """What a child says to a text; a child that dies over it is replaced, and the next is asked once more.

        EngineError where the second dies too, where one takes too long, or where the asker has gone.
        """
        child = self._places.get()
        try:
            for again in (True, False):
                try:
                    if child is not None and not child.alive:  # it died with nothing to do
                        child.close()
                        child = None
                    child = child or self._begin()
                    return child.ask(text, mark, seconds, stop)
                except Lost as lost:
                    child = None
                    if not again or isinstance(lost, Stopped) or "longer" in str(lost):
                        raise EngineError(f"{self._name} does not answer: {lost}") from lost
            raise AssertionError("one of the two was the last")  # pragma: no cover
        finally:
            with self._lock:
                if child is not None and not self._open:
                    child.close()
                    child = None
            self._places.put(child)

    def close(self) -> None:
        """End all children that have nothing to do now, and each other one when it has answered."""
        with self._lock:
            self._open = False
        idle = []
        with contextlib.suppress(Empty):
            while True:
                idle.append(self._places.get_nowait())
        for child in idle:
            if child is not None:
                child.close()
            self._places.put(None)

    def _begin(self) -> Child:
        with self._lock:
            if not self._open:
                raise EngineError(f"{self._name} was closed")
        return self._start()
