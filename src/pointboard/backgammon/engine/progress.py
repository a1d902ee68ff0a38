"""Saying how far the building of a table is."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Clock", "Progress", "Report"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a long run is.

    ``step`` says what is done now; ``done`` is the share of the run, 0 to 1; ``rate`` the positions a second; ``left``
    the seconds that the rest will take if it goes on so, None at the beginning.
    """

    step: str
    done: float
    rate: float
    left: float | None


Report = Callable[[Progress], None]
"""What is told how far a run is."""


class Clock:
    """Tells ``report``, if there is one, how far a step is.

    >>> seen = []
    >>> Clock(seen.append).tell("counting", 0.5, 100)
    >>> seen[0].step, seen[0].done
    ('counting', 0.5)
    """

    def __init__(self, report: Report | None, begin: float = 0.0) -> None:
        """Begin now; ``begin`` is the share that was done before."""
        self._report, self._begin, self._begun = report, begin, time.monotonic()

    def tell(self, step: str, done: float, positions: int) -> None:
        """Say that ``done`` of the run is done, and that so many positions were computed since it began."""
        if self._report is None:
            return
        spent = max(time.monotonic() - self._begun, 1e-9)
        share = done - self._begin
        left = spent / share * (1.0 - done) if share > 0 else None
        self._report(Progress(step, done, positions / spent, left))
