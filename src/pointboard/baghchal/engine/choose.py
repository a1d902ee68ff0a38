"""The one door to the next move: asks the sources of answers in turn, the strongest evidence first.

A source is a function that is given a ``Question`` and gives a ``Choice``, or None where it does not know. ``SOURCES``
lists them: the tables of proved values where they are there, then the search, which always knows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pointboard.baghchal.engine.levels import STRONGEST, Level, level
from pointboard.baghchal.engine.proved import by_tables
from pointboard.baghchal.engine.question import Question, Source
from pointboard.baghchal.engine.search import Limits, at_least, checked
from pointboard.baghchal.engine.sought import by_search
from pointboard.baghchal.rules import Repetition
from pointboard.baghchal.state import Move, State
from pointboard.game import Choice, check_limits

__all__ = ["SOURCES", "Question", "Source", "by_search", "by_tables", "choose"]

SOURCES: tuple[Source, ...] = (by_tables, by_search)
"""The sources of answers in the order in which they are asked."""


def choose(  # noqa: PLR0913 (each is a limit or a rule of its own)
    state: State,
    *,
    level: int | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    history: Iterable[State] = (),
    repetition: Repetition = Repetition.THREEFOLD,
    lines: int = 1,
    stop: Any = None,  # noqa: ANN401 (any writable buffer)
) -> Choice[State, Move]:
    """The move to play in ``state`` and how it is known.

    ``level`` (1-8) sets the positions to visit and the mistakes, so it goes with neither ``depth`` nor ``nodes``; those
    two go together, and ``seconds`` with either: the first limit reached counts. Without any of them the strongest
    level is asked. Without ``seconds`` and ``stop`` the answer depends on nothing but the other arguments and on which
    tables are there. ``history``
    holds the game's earlier positions in order (the present one may stand last); ``lines`` says how many moves are
    ranked; ``stop`` is a writable buffer whose first byte, once non-zero, ends the search.

    PositionError for a position that cannot be, PointboardError for a level with ``depth`` or ``nodes`` and for no
    known policy of repetition, ValueError for a level or limit out of range, TypeError for arguments of another kind.

    >>> choose(State.start(), level=3).evidence.value
    'search'
    """
    checked((state,))
    at_least(1, "lines", lines)
    at_least(None, "seed", seed)
    check_limits(level, depth, nodes)
    strength = _level(level, depth, nodes, seconds)
    if strength is not None:
        nodes = strength.nodes
    limits = Limits(depth, nodes, seconds, stop)
    question = Question(state, limits, strength, seed, checked(history), repetition, lines)
    ended = question.ended(state)
    if ended is not None:
        return Choice(state, None, state, None, None, (), 0, 0, ended)
    found = (source(question) for source in SOURCES)
    return next(answer for answer in found if answer is not None)


def _level(number: int | None, *limits: float | None) -> Level | None:
    """The level asked for; the strongest where there is no limit either."""
    if number is not None:
        return level(number)
    return level(STRONGEST) if all(limit is None for limit in limits) else None
