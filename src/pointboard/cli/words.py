"""What the program knows, in words for people."""

from __future__ import annotations

from enum import Enum
from typing import Any

from pointboard.game import WIN_SCORE, Choice, Evidence, Game, Line, OutcomeLike

__all__ = ["evidence_words", "line_words", "mistake_words", "outcome_words", "score_words", "side_name"]

_FORCED = 9_000


def side_name(side: str) -> str:
    """A side in words: the name of its letter where it has one."""
    return side.name.lower() if isinstance(side, Enum) else str(side)


def outcome_words(over: OutcomeLike) -> str:
    """How a game ended: "tiger wins: five captures", "draw: threefold repetition"."""
    result = "draw" if over.winner is None else f"{side_name(over.winner)} wins"
    return f"{result}: {over.reason}"


def score_words(score: int | None) -> str:
    """A score in pieces with its sign, "+0.35"; a forced result as such, "wins in 5"; a dash where there is none."""
    if score is None:
        return "-"
    if abs(score) > _FORCED:
        return f"{'wins' if score > 0 else 'loses'} in {WIN_SCORE - abs(score)}"
    return f"{score / 100:+.2f}"


def evidence_words(choice: Choice[Any, Any]) -> str:
    """How a choice is known, in a sentence that does not promise more than it is."""
    depth = f"{choice.depth} {'ply' if choice.depth == 1 else 'plies'}"
    forced = choice.score is not None and abs(choice.score) > _FORCED
    end = "to the end of the game" if forced or choice.outcome is not None else "an estimate at its end"
    match choice.evidence:
        case Evidence.TABLE:
            return "table: proved"
        case Evidence.SEARCH:
            return f"search: {depth} deep, {choice.nodes:,} positions, {end}"
        case Evidence.ENGINE:
            return f"engine: another program's word, {depth} deep"
        case Evidence.ESTIMATE:
            return "estimate: a formula, without a search"
        case None:
            return "nothing to choose"


def mistake_words(game: Game[Any, Any], choice: Choice[Any, Any], level: object) -> str | None:
    """That a level plays below its strength here, and the best move that it saw; None where it does its best."""
    if not choice.mistake:
        return None
    best = game.format_move(choice.lines[0].move)
    return f"level {level} plays a weaker move on purpose; the best it saw is {best}"


def line_words(game: Game[Any, Any], line: Line[Any]) -> str:
    """A move that was looked at: its score and the play that is expected after it."""
    return f"{score_words(line.score):>7}  {' '.join(game.format_move(move) for move in line.pv)}"
