"""What an answer is made of: how it is known, and the lines it ranks."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from pointboard.baghchal.state import Move

__all__ = ["Evidence", "Line"]


class Evidence(StrEnum):
    """How an evaluation is known, the strongest first.

    - ``TABLE``: proved.
    - ``SEARCH``: looked ahead to the depth that stands beside it.
    - ``ENGINE``: another program says so.
    - ``ESTIMATE``: judged without looking ahead.
    """

    TABLE = "table"
    SEARCH = "search"
    ENGINE = "engine"
    ESTIMATE = "estimate"


class Line(NamedTuple):
    """A move of the side to move, ranked: score in centi-goats for that side, best play after it, depth in plies.

    ``pv`` begins with the move itself. A score beyond 9,000 or below -9,000 is a forced result: 10,000 less the plies
    to the end.
    """

    move: Move
    score: int
    pv: tuple[Move, ...]
    depth: int
