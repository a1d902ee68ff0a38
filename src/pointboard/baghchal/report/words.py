"""What a report knows, in words: values, what a move did, what would have been better, what must be said besides."""

from __future__ import annotations

from pointboard.baghchal.report.values import Accuracy, Bar, Change, Judged, Option, Report, Value
from pointboard.baghchal.rules import Repetition
from pointboard.baghchal.state import Side

__all__ = [
    "DID",
    "SIDES",
    "accuracy_words",
    "better_words",
    "decisive_words",
    "did_words",
    "ending_words",
    "evidence_words",
    "notes",
    "option_words",
    "share_words",
    "turn_words",
    "value_words",
]

SIDES = {Side.GOAT: "goats", Side.TIGER: "tigers"}
"""The sides as words."""

DID = {
    Change.WIN_TO_DRAW: "turns a win into a draw",
    Change.WIN_TO_LOSS: "turns a win into a loss",
    Change.DRAW_TO_LOSS: "turns a draw into a loss",
    Change.WIN_TO_OPEN: "misses a forced win",
    Change.OPEN_TO_LOSS: "allows a forced loss",
}
"""What a mistake did."""

_NAMED = 4  # moves that are named one by one


def _plies(number: int) -> str:
    return "1 ply" if number == 1 else f"{number:,} plies"


def _goats(hundredths: int) -> str:
    return f"{hundredths / 100:.2f}"


def value_words(value: Value) -> str:
    """A value in a few words; who is ahead by search, by so many goats.

    >>> from pointboard.game import Evidence
    >>> value_words(Value(Side.TIGER, 21, Evidence.TABLE)), value_words(Value(None, None, Evidence.SEARCH, -35, 9))
    ('tigers win in 21', 'tigers +0.35')
    """
    if value.winner is not None:
        side = SIDES[value.winner]
        return f"{side} have won" if value.plies == 0 else f"{side} win" + (f" in {value.plies}" if value.plies else "")
    if value.score is None or value.plies == 0:
        return "draw"
    if not value.score:
        return "level"
    return f"{'goats' if value.score > 0 else 'tigers'} +{_goats(abs(value.score))}"


def option_words(option: Option) -> str:
    """A move that could be played: its value, and what the rule about repetition does to it."""
    bars = {None: "", Bar.DRAWS: "; third occurrence, a draw at once", Bar.FORBIDDEN: "; forbidden by superko"}
    return f"{option.move}: {value_words(option.value)}{bars[option.bar]}"


def turn_words(move: Judged) -> str:
    """Whose move it is, and the how many-th: "goats' move 12"."""
    return f"{SIDES[move.side]}' move {move.number}"


def did_words(move: Judged) -> str:
    """What a move did, in a few words."""
    if move.change is not Change.KEPT:
        words = DID[move.change]
    else:
        standing = move.after_standing
        words = _decided(move, standing) if standing else _open(move)
    return words + ("; the third occurrence draws at once" if move.played.bar is Bar.DRAWS else "")


def _decided(move: Judged, standing: int) -> str:
    """What a move did in a game that was won and stays so, or lost."""
    if move.played.value.plies == 1:
        return "wins" if standing == 1 else "ends in the loss"
    forced = "" if move.played.value.proved else "forced "
    words = f"keeps the {forced}win" if standing == 1 else f"stays in the {forced}loss"
    if not move.slip:
        return words
    if standing == 1:
        return f"{words}, {_plies(move.slip)} longer than needed" + (": the slowest win" if move.slowest else "")
    return f"{words}, {_plies(move.slip)} sooner than needed" if move.slip > 0 else words


def _open(move: Judged) -> str:
    """What a move did in a drawn position, or in one that the search could not decide."""
    if move.played.value.proved:
        return "keeps the draw"
    return f"{_goats(move.loss)} goats worse than the best" if move.loss else "the best by search"


def better_words(move: Judged) -> str:
    """The better moves, a few by name; empty where there are none.

    By search it says so: those are estimates.
    """
    better = move.better
    if not better:
        return ""
    named = [f"{option.move}{_in(option.value)}" for option in better[:_NAMED]]
    more = f" and {len(better) - _NAMED} more" if len(better) > _NAMED else ""
    head = "better"
    if move.change is Change.KEPT and move.after_standing:
        head = "quicker" if move.after_standing == 1 else "holds out longer"
    return f"{head}{'' if move.played.value.proved else ' by search'}: {', '.join(named)}{more}"


def _in(value: Value) -> str:
    """The plies to the end, or the estimate, in brackets; nothing where neither is known."""
    if value.winner is None and value.score is not None:
        return f" ({value_words(value)})"
    return f" (in {value.plies})" if value.plies else ""


def ending_words(report: Report) -> str:
    """How the game ended: the result and the reason; what was declared, where the board does not say it."""
    over, result = report.record.outcome(), report.result
    if over is not None and result is not None:
        return f"{result.value}, {over.reason.value}"
    if result is None:
        return "not over"
    why = report.record.headers.termination
    return f"{result.value}, declared{f' ({why})' if why else ''}"


def evidence_words(report: Report) -> str:
    """How the moves are known, with their counts."""
    count, proved = len(report.moves), sum(move.played.value.proved for move in report.moves)
    search = f"by search, {report.nodes:,} positions a search"
    if not count:
        return "There is no move to judge."
    if proved == count:
        return f"Moves judged by table: all {count}, proved."
    if not proved:
        return f"Moves judged {search}: all {count}, estimates."
    return f"Moves judged by table: {proved} of {count}, proved; {search}: {count - proved}, estimates."


def decisive_words(report: Report) -> str:
    """The last moment when the result changed hands."""
    move = report.decisive
    if move is None:
        first = report.values[0]
        if not report.searched:
            return f"The proved value never changed hands: {value_words(first).split(' in ')[0]} from start to end."
        return "No move is known to have changed the result."
    how = "" if move.played.value.proved else ", by search"
    return (
        f"The result last changed hands at ply {move.ply} ({turn_words(move)}, {move.move}): {move.change.value}{how}."
    )


def share_words(share: float | None) -> str:
    """A share in per cent; a dash where there is nothing to share."""
    return "-" if share is None else f"{100 * share:.1f} %"


def accuracy_words(found: Accuracy) -> str:
    """The accuracy of a side in one line, proved moves apart from those that were searched."""
    parts = []
    if found.proved:
        could = found.chances - found.mistakes
        chances = f", {could} of {found.chances} ({share_words(found.share_of_chances)}) where a mistake was possible"
        parts.append(
            f"{found.kept} of {found.proved} proved moves ({share_words(found.share)}) kept the value"
            + (chances if found.chances else ", none could have lost it")
        )
    if found.searched:
        parts.append(f"{found.searched} by search gave away {_goats(found.loss)} goats, an estimate")
    return "; ".join(parts) or "no move"


def notes(report: Report) -> tuple[str, ...]:
    """What must be said where the values and the record's own rules or result do not agree."""
    found, last, record = [], report.values[-1], report.record
    settled = record.outcome()
    if report.by_repetition and last.winner is not None:
        found.append(
            "The game was drawn by threefold repetition, but the position is "
            f"{_known(last)}: {value_words(last)}. A proved value knows nothing of what was played before."
        )
    sliding = any(not state.in_hand for state in record.positions())
    if record.headers.repetition is Repetition.SUPERKO and sliding and any(value.proved for value in report.values):
        found.append(
            "Played under superko: proved values take endless play for a draw and know nothing of what was played "
            "before; moves that superko forbids are marked and count for nothing."
        )
    result = report.result
    if settled is None and result is not None and last.proved and last.standing(Side.GOAT) != _STANDING[result.value]:
        found.append(f"The declared result is {result.value}, but the last position is proved: {value_words(last)}.")
    return tuple(found)


_STANDING = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}


def _known(value: Value) -> str:
    return "proved" if value.proved else "decided by search"
