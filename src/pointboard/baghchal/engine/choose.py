"""The one door to the next move: asks the sources of answers in turn, the strongest evidence first.

A source is a function that is given a ``Question`` and gives a ``Choice``, or None where it does not know. ``SOURCES``
lists them; the search, which always knows, stands last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from pointboard.baghchal.engine.levels import STRONGEST, Level, level
from pointboard.baghchal.engine.search import Analysis, Limits, at_least, checked, playable, search
from pointboard.baghchal.rules import (
    THREEFOLD_DRAW,
    Outcome,
    Reason,
    Repetition,
    apply,
    outcome,
    repetition_draw,
)
from pointboard.baghchal.state import Move, Side, State
from pointboard.game import Choice, Evidence, check_limits
from pointboard.scan import member

__all__ = ["SOURCES", "Question", "Source", "by_search", "choose"]


@dataclass(frozen=True, slots=True)
class Question:
    """What a source is asked: the position with its game, and how much may be spent on the answer."""

    state: State
    limits: Limits
    level: Level | None
    seed: int
    history: tuple[State, ...]
    repetition: Repetition
    lines: int

    def __post_init__(self) -> None:
        """Turn the text of a policy into the policy."""
        object.__setattr__(self, "repetition", member(Repetition, self.repetition, "repetition"))

    def ended(self, after: State) -> Outcome | None:
        """How the game has ended in ``after``, reached from here by a move; None while it goes on."""
        found = outcome(after)
        if found is None and self.repetition is Repetition.THREEFOLD and repetition_draw(self.game(after)):
            found = THREEFOLD_DRAW
        if found is None and not playable(after, self.game(after), self.repetition):
            found = _STUCK[after.turn]
        return found

    def game(self, last: State) -> tuple[State, ...]:
        """All positions of the game up to ``last``."""
        played = self.history
        for state in (self.state, last):
            if not played or played[-1].position_key() != state.position_key():
                played = (*played, state)
        return played


_STUCK = {Side.GOAT: Outcome(Side.TIGER, Reason.GOATS_STUCK), Side.TIGER: Outcome(Side.GOAT, Reason.TIGERS_TRAPPED)}

Source = Callable[[Question], Choice[State, Move] | None]


def by_search(question: Question) -> Choice[State, Move]:
    """The answer of the search, with the level's mistakes.

    A mistake takes two searches, the second for its score: each has half of the positions and of the time.
    """
    level, limits = question.level, question.limits
    moves = playable(question.state, question.history, question.repetition)
    dice = level.errs(question.state, question.seed) if level and len(moves) > 1 else None
    analysis = _search(question, limits if dice is None else _half(limits, 0), None)
    lines, chosen, nodes = analysis.lines, analysis.lines[0], analysis.nodes
    if dice is not None:
        move = dice.choice([move for move in moves if move != chosen.move])
        found = next((line for line in lines if line.move == move), None)
        if found is None:
            second = _search(question, _half(limits, nodes), (move,))
            found, nodes = second.lines[0], nodes + second.nodes
            lines = tuple(sorted((*lines, found), key=lambda line: -(line.score or 0)))
        chosen = found
    after = apply(question.state, chosen.move)
    ended = question.ended(after)
    return Choice(
        state=question.state,
        move=chosen.move,
        after=after,
        evidence=Evidence.SEARCH,
        score=chosen.score,
        lines=lines,
        depth=analysis.depth,
        nodes=nodes,
        outcome=ended,
        mistake=chosen.move != lines[0].move,
    )


def _half(limits: Limits, used: int) -> Limits:
    """The limits of the first of two searches, or of the second after one that visited ``used`` positions."""
    nodes, seconds = limits.nodes, limits.seconds
    if nodes is not None:
        nodes = max(1, nodes - used if used else nodes // 2)
    return replace(limits, nodes=nodes, seconds=None if seconds is None else seconds / 2)


def _search(question: Question, limits: Limits, only: tuple[Move, ...] | None) -> Analysis:
    return search(
        question.state,
        depth=limits.depth,
        nodes=limits.nodes,
        seconds=limits.seconds,
        stop=limits.stop,
        history=question.history,
        repetition=question.repetition,
        seed=question.seed,
        lines=question.lines,
        only=only,
    )


SOURCES: tuple[Source, ...] = (by_search,)
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
    level is asked. Without ``seconds`` and ``stop`` the answer depends on nothing but the other arguments. ``history``
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
