"""Asking an engine for a report: each question once, kept for every later run, several at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import TypeVar, cast

from pointboard.backgammon.engine.source import CubeValue, Source
from pointboard.backgammon.report.cache import Cache
from pointboard.backgammon.report.questions import Answer, Plays, Rolls, Task, ask, decode, encode

__all__ = ["Asker", "each"]

T = TypeVar("T")
R = TypeVar("R")

_LOOK = 0.2  # seconds between looks at whether anybody has pressed Ctrl-C, which some systems only then tell


class Asker:
    """Asks ``source``, but first the ``cache``; a question that several threads have is asked once."""

    def __init__(self, source: Source, cache: Cache) -> None:
        self.source = source
        self.stopped = Event()
        self._cache = cache
        self._lock = Lock()
        self._asked: dict[str, Future[Answer]] = {}

    def plays(self, task: Task) -> Plays:
        """What is said of each play."""
        return cast("Plays", self._answer(task))

    def cube(self, task: Task) -> CubeValue:
        """What is said of the cube."""
        return cast("CubeValue", self._answer(task))

    def rolls(self, task: Task) -> Rolls:
        """What each roll is worth."""
        return cast("Rolls", self._answer(task))

    def _answer(self, task: Task) -> Answer:
        key = task.key(self.source)
        with self._lock:
            known = self._asked.get(key)
            if known is None:
                mine = self._asked[key] = Future()
        if known is not None:
            return known.result()
        try:
            answer = self._kept(task, key)
            if answer is None:
                answer = ask(self.source, task, self.stopped.is_set)
                self._cache.put(key, encode(answer))
        except BaseException as error:
            mine.set_exception(error)
            raise
        mine.set_result(answer)
        return answer

    def _kept(self, task: Task, key: str) -> Answer | None:
        """The answer that was kept; None where there is none, or where what is there makes no sense."""
        text = self._cache.get(key)
        if text is None:
            return None
        try:
            return decode(task, text)
        except ValueError:
            return None


def each(
    work: Callable[[T], R], things: Sequence[T], jobs: int, done: Callable[[int], object], stopped: Event
) -> list[R]:
    """What ``work`` makes of each thing, ``jobs`` at a time; ``done`` is told how many are.

    The first error ends it, and goes on once ``stopped`` is set; so does KeyboardInterrupt. Work that is under way then
    is left behind in threads that end with the program.
    """
    todo: SimpleQueue[tuple[int, T]] = SimpleQueue()
    for pair in enumerate(things):
        todo.put(pair)
    made: SimpleQueue[tuple[int, R | None, BaseException | None]] = SimpleQueue()

    def run() -> None:
        while not stopped.is_set():
            try:
                number, thing = todo.get_nowait()
            except Empty:
                return
            try:
                made.put((number, work(thing), None))
            except BaseException as error:  # noqa: BLE001 (it is raised again below)
                made.put((number, None, error))

    for _ in range(min(jobs, len(things))):
        Thread(target=run, name="judge", daemon=True).start()
    found: dict[int, R] = {}
    try:
        for number, result, error in _coming(made, len(things)):
            if error is not None:
                raise error
            found[number] = cast("R", result)
            done(len(found))
    finally:
        stopped.set()
    return [found[number] for number in range(len(things))]


def _coming(made: SimpleQueue[T], count: int) -> Iterator[T]:
    """So many things as they come."""
    for _ in range(count):
        while True:
            try:
                yield made.get(timeout=_LOOK)
            except Empty:
                continue
            break
