"""What the program knows, in words for people."""

from __future__ import annotations

from enum import Enum
from typing import Any

from pointboard.game import WIN_SCORE, Choice, Evidence, Game, Line, OutcomeLike, VerdictLike
from pointboard.values import Chances, Known

__all__ = [
    "chances_words",
    "evidence_words",
    "known_words",
    "line_words",
    "mistake_words",
    "outcome_words",
    "result_words",
    "score_words",
    "side_name",
    "verdict_words",
]

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


def verdict_words(verdict: VerdictLike) -> str:
    """A verdict in words: "draw", "tiger wins in 5", "goat wins" where no distance is known."""
    if verdict.winner is None:
        return "draw"
    ending = "" if verdict.plies is None else f" in {verdict.plies}"
    return f"{side_name(verdict.winner)} wins{ending}"


def known_words(known: Known) -> str:
    """Who says something and how that is known: "engine: bgsage 2.0.20260907, 3ply"."""
    return f"{known.evidence}: {known.source} {known.version}, {known.level}"


def chances_words(chances: Chances) -> str:
    """Chances in per cent: wins, of them gammons and backgammons, and the same of losses."""
    won = (chances.win, chances.gammon, chances.backgammon)
    lost = (1 - chances.win, chances.lose_gammon, chances.lose_backgammon)
    return "wins {:.1%} ({:.1%}, {:.1%}), loses {:.1%} ({:.1%}, {:.1%})".format(*won, *lost)


def _line_result(line: Line[Any]) -> str:
    """What a move is worth: its equity, or what is proved of it, with the end that a search has seen, or its score."""
    if line.value is not None:
        return f"{line.value.equity:+.3f}"
    if line.verdict is None:
        return score_words(line.score)
    words = verdict_words(line.verdict)
    if line.verdict.winner is None or line.verdict.plies is not None or line.score is None:
        return words
    return f"{words} in at most {WIN_SCORE - abs(line.score)}"


def result_words(choice: Choice[Any, Any]) -> str:
    """What the chosen move is worth, as its line says it: "draw", "tiger wins in 5", "+0.35"."""
    line = next((line for line in choice.lines if line.move == choice.move), None)
    return score_words(choice.score) if line is None else _line_result(line)


def evidence_words(choice: Choice[Any, Any]) -> str:
    """How a choice is known, in a sentence that does not promise more than it is."""
    if choice.lines and choice.lines[0].value is not None:
        return known_words(choice.lines[0].value.known)
    depth = f"{choice.depth} {'ply' if choice.depth == 1 else 'plies'}"
    forced = choice.score is not None and abs(choice.score) > _FORCED
    end = "to the end of the game" if forced or choice.outcome is not None else "an estimate at its end"
    match choice.evidence:
        case Evidence.TABLE:
            by_search = f"; the move, of those as good, by search: {depth} deep, {choice.nodes:,} positions"
            return f"table: proved{by_search if choice.depth > 1 else ''}"
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
    """A move that was looked at: what it is worth, and the play that is expected after it."""
    said = f"{_line_result(line):>7}  {' '.join(game.format_move(move) for move in line.pv)}"
    if line.value is None:
        return said
    loss, chances = f"{-line.value.loss or 0.0:+.3f}", line.value.chances
    told = "" if chances is None else f"; {chances_words(chances)}"
    return f"{said}  ({loss}; {line.value.known.level}{told})"
