"""Answers by search, which always knows something."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from pointboard.baghchal.engine.known import Known
from pointboard.baghchal.engine.question import Question
from pointboard.baghchal.engine.search import Analysis, Limits, search
from pointboard.baghchal.rules import apply
from pointboard.baghchal.state import Move, State
from pointboard.game import Choice, Evidence

__all__ = ["by_search", "look"]


def by_search(
    question: Question, *, known: Known | None = None, keep: Collection[Move] | None = None
) -> Choice[State, Move]:
    """The answer of the search, with the level's mistakes.

    A mistake takes two searches, the second for its score: each has half of the positions and of the time. ``known`` is
    the solved sliding phase, where it is there; ``keep`` are the moves among which the best is looked for, all where
    none are given.
    """
    level, limits = question.level, question.limits
    moves = question.moves()
    dice = level.errs(question.state, question.seed) if level and len(moves) > 1 else None
    analysis = look(question, limits if dice is None else _half(limits, 0), keep, known)
    lines, chosen, nodes = analysis.lines, analysis.lines[0], analysis.nodes
    if dice is not None:
        move = dice.choice([move for move in moves if move != chosen.move])
        found = next((line for line in lines if line.move == move), None)
        if found is None:
            second = look(question, _half(limits, nodes), (move,), known)
            found, nodes = second.lines[0], nodes + second.nodes
            lines = (*lines, found)
            if keep is None:
                lines = tuple(sorted(lines, key=lambda line: -(line.score or 0)))
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


def look(question: Question, limits: Limits, only: Collection[Move] | None, known: Known | None) -> Analysis:
    """Search the position of a question within limits, among some moves."""
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
        known=known,
    )
