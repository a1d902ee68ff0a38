"""Running kernels over all orbits in several threads, and saying how far they are."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

__all__ = ["Progress", "Report", "Work", "bound", "working"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a long run is.

    ``step`` says what is done now; ``done`` is the share of the whole run, 0 to 1; ``rate`` the positions a second of
    this step; ``left`` the seconds that the rest will take if it goes on so, None at the beginning.
    """

    step: str
    done: float
    rate: float
    left: float | None


Report = Callable[[Progress], None]
"""What is told how far a run is."""


class Work:
    """A run in steps, over orbits in threads.

    ``costs`` names the steps with what each will cost, in any unit; it is only for the time left.
    """

    def __init__(self, pool: ThreadPoolExecutor, costs: dict[str, float], report: Report | None) -> None:
        """Begin now."""
        self._pool, self._costs, self._report = pool, costs, report
        self._total = sum(costs.values()) or 1.0
        self._spent, self._step, self._positions = 0.0, "", 0
        self._begun = self._step_begun = time.monotonic()
        self._skipped = 0.0

    def begin(self, step: str, positions: int) -> None:
        """The next step, with the number of positions that it solves or checks."""
        self._spent += self._costs.get(self._step, 0.0)
        self._step, self._positions, self._step_begun = step, positions, time.monotonic()
        self.tick(0.0)

    def skip(self, step: str) -> None:
        """Leave out a step that was done in an earlier run."""
        self._skipped += self._costs[step]

    def tick(self, share: float) -> None:
        """Say that this share (0 to 1) of the step is done."""
        if self._report is None:
            return
        now = time.monotonic()
        spent = self._spent + share * self._costs.get(self._step, 0.0)
        rest = self._total - self._skipped - spent
        left = (now - self._begun) / spent * rest if spent else None
        rate = share * self._positions / max(now - self._step_begun, 1e-9)
        self._report(Progress(self._step, (spent + self._skipped) / self._total, rate, left))

    def each(
        self,
        count: int,
        function: Callable[[int, int], T],
        *,
        chunk: int = 32,
        share: tuple[float, float] | None = None,
    ) -> list[T]:
        """What ``function(first, last)`` gives for all of 0 to ``count``, in order, a chunk at a time.

        ``share`` is the part of the step that this is, from and to. When a chunk fails, or Ctrl-C is pressed, no new
        one begins and those that run are waited for.
        """
        starts = range(0, count, chunk)
        futures = [self._pool.submit(function, first, min(first + chunk, count)) for first in starts]
        try:
            if share is not None:
                for number, future in enumerate(as_completed(futures), 1):
                    future.result()
                    self.tick(share[0] + (share[1] - share[0]) * number / len(futures))
            return [future.result() for future in futures]
        except BaseException:
            for future in futures:
                future.cancel()
            raise


@contextmanager
def working(jobs: int, costs: dict[str, float], report: Report | None = None) -> Iterator[Work]:
    """A run in ``jobs`` threads (at least 1; ValueError)."""
    if jobs < 1:
        raise ValueError(f"jobs must be at least 1, is {jobs}")
    with ThreadPoolExecutor(jobs, thread_name_prefix="solve") as pool:
        yield Work(pool, costs, report)


def bound(function: Callable[..., Any], *arrays: Any) -> Callable[[int, int], Any]:  # noqa: ANN401
    """A kernel whose first arguments are the orbits to work on, with all its other arguments given."""
    return lambda first, last: function(first, last, *arrays)
