"""What a report knows, in words: players, results, decisions, chances, figures."""

from __future__ import annotations

from pointboard.backgammon.board import Side
from pointboard.backgammon.record.model import GameRecord
from pointboard.backgammon.report.values import Act, Decision, Mark, Option, Report, Tally
from pointboard.values import Chances, Evidence, Known

__all__ = [
    "better_words",
    "chances_words",
    "did_words",
    "equity_words",
    "evidence_words",
    "game_words",
    "level_words",
    "match_words",
    "per_cent",
    "players",
    "rating_words",
    "result_words",
    "rows",
]


def players(report: Report) -> tuple[str, str]:
    """The names of White and Black; the sides in words where none is known."""
    headers = report.record.headers
    return headers.player(Side.WHITE), headers.player(Side.BLACK)


def match_words(report: Report) -> str:
    """What was played: a match to so many points, or money play."""
    length = report.record.headers.length
    return f"{length} point match" if length else "money play"


def result_words(report: Report) -> str:
    """The score, and who has won the match.

    >>> from pointboard.backgammon.engine.builtin import Builtin
    >>> from pointboard.backgammon.record.model import EMPTY
    >>> from pointboard.backgammon.report.judging import judge
    >>> result_words(judge(EMPTY, Builtin()))
    'Score 0-0'
    """
    white, black = report.record.score
    winner = report.record.winner
    if winner is None:
        return f"Score {white}-{black}"
    return f"{report.record.headers.player(winner)} won {max(white, black)}-{min(white, black)}"


def game_words(report: Report, game: GameRecord) -> str:
    """A game: its number, the score at its start, how it ended."""
    start, ended = game.start, game.ended
    crawford = ", Crawford game" if start.crawford and start.length.points > 1 else ""
    words = f"Game {game.number} at {start.score.white}-{start.score.black}{crawford}"
    if ended is None:
        return f"{words}: not finished"
    won = report.record.won(game)
    return f"{words}: {report.record.headers.player(ended.winner)} wins {won} point{'' if won == 1 else 's'}"


def level_words(known: Known) -> str:
    """Who says it and how strong: an engine with its level in its own words, or the built-in estimate.

    >>> level_words(Known(Evidence.ENGINE, "gnubg", "1.07.001", "2-ply", 3))
    'gnubg 1.07.001 at 2-ply'
    """
    said = f"{known.source} {known.version} at {known.level}"
    return f"{said}, an estimate" if known.evidence is Evidence.ESTIMATE else said


def evidence_words(report: Report) -> str:
    """By whom decisions and luck were judged."""
    luck = "" if report.luck_level is None else f" Luck by {level_words(report.luck_level)}, over all 21 rolls."
    return f"Judged by {level_words(report.level)}.{luck}"


def equity_words(equity: float) -> str:
    """An equity with its sign.

    >>> equity_words(0.25), equity_words(-0.0001)
    ('+0.250', '+0.000')
    """
    return f"{round(equity, 3) + 0.0:+.3f}"


def per_cent(chance: float) -> str:
    """A chance in per cent.

    >>> per_cent(0.5)
    '50.0 %'
    """
    return f"{100 * chance:.1f} %"


def chances_words(chances: Chances) -> str:
    """Chances as players read them: wins, of these gammons and backgammons, then the same of losses, in per cent.

    >>> chances_words(Chances(0.625, 0.125))
    '62.5 / 12.5 / 0.0 to 37.5 / 0.0 / 0.0 %'
    """
    won = (chances.win, chances.gammon, chances.backgammon)
    lost = (1 - chances.win, chances.lose_gammon, chances.lose_backgammon)
    ours, theirs = (" / ".join(f"{100 * part:.1f}" for part in parts) for parts in (won, lost))
    return f"{ours} to {theirs} %"


def did_words(decision: Decision) -> str:
    """What was done: a roll with its play, or what was done about the cube."""
    if decision.act is not Act.PLAY:
        return decision.played.name if decision.act in (Act.RESIGN, Act.ACCEPT) else decision.act.value
    low, high = decision.state.dice
    return f"{high}{low}: {decision.played.name}"


def better_words(decision: Decision) -> str:
    """What was right, and what the mistake cost; empty where there was none."""
    if decision.mark is Mark.NONE:
        return ""
    kind = decision.mark.value if decision.error is None else f"{decision.mark.value}, {decision.error.value}"
    lost = decision.match_loss
    chance = "" if lost is None else f", {per_cent(lost)} of the match"
    return f"{kind}: loses {decision.loss:.3f}{chance}; best {_best_name(decision.best)}"


def _best_name(option: Option) -> str:
    """A choice with its equity."""
    return f"{option.name} ({equity_words(option.equity)})"


def rating_words(rating: float | None) -> str:
    """A performance rating; a dash where nothing counts."""
    return "-" if rating is None else f"{rating:.2f}"


def rows(report: Report) -> list[tuple[str, list[str]]]:
    """The figures of both sides, a row each."""
    both = report.tallies
    found = [
        ("Performance rating", [rating_words(one.rating) for one in both]),
        ("checker plays", [_part(one.play_rating, one.plays, one.play_loss) for one in both]),
        ("cube", [_part(one.cube_rating, one.cubes, one.cube_loss) for one in both]),
        ("Equity given away", [f"{one.loss:.3f}" for one in both]),
    ]
    if all(one.match_loss is not None for one in both) and report.record.headers.length:
        found.append(("Chance of the match given away", [per_cent(one.match_loss or 0.0) for one in both]))
    found += [(_PLURALS[mark], [str(dict(one.marks)[mark]) for one in both]) for mark in Mark if mark is not Mark.NONE]
    found.append(("Cube errors", [_errors(one) for one in both]))
    if report.luck_level is not None:
        found.append(
            (
                "Luck",
                [f"{equity_words(one.luck)} in {one.rolls} {'roll' if one.rolls == 1 else 'rolls'}" for one in both],
            )
        )
    return found


_PLURALS = {Mark.DOUBTFUL: "Doubtful", Mark.ERROR: "Errors", Mark.BLUNDER: "Blunders"}


def _part(rating: float | None, count: int, loss: float) -> str:
    return f"{rating_words(rating)} ({loss:.3f} in {count})"


def _errors(tally: Tally) -> str:
    return ", ".join(f"{count} {kind.value} ({loss:.3f})" for kind, count, loss in tally.cube_errors) or "none"
