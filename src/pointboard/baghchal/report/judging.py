"""Judging a game: each move against every other that could be played, by tables of proved values or by search.

Where the tables hold every move of a position the move is judged by them, else by search at a stated limit. Tables know
no history; the record's rule about repetition does, and marks the moves that it forbids or that draw at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from pointboard.baghchal.engine.search import at_least, search
from pointboard.baghchal.record.record import Record
from pointboard.baghchal.record.replay import Replay
from pointboard.baghchal.report.values import Bar, Judged, Option, Report, Value
from pointboard.baghchal.rules import THREEFOLD_DRAW, Repetition
from pointboard.baghchal.state import Move, Side, State
from pointboard.errors import TableError
from pointboard.game import WIN_SCORE, Evidence, VerdictLike
from pointboard.game import Line as Ranked
from pointboard.scan import instance
from pointboard.tables import is_there

__all__ = ["NODES", "Prober", "judge"]

NODES = 50_000
"""How many positions a search looks at unless another number is asked for."""

_LINES = 3
_FORCED = WIN_SCORE - 1_000
_T = TypeVar("_T")


class _RankedMove(Protocol):
    @property
    def move(self) -> Move: ...

    @property
    def verdict(self) -> VerdictLike: ...


class Prober(Protocol):
    """What gives proved values, such as ``pointboard.baghchal.engine.solve.probe.Tables``.

    Both raise TableError, whose ``path`` is not there, for what no table holds.
    """

    def probe(self, state: State) -> VerdictLike:
        """The verdict on a position."""
        ...

    def probe_moves(self, state: State) -> Sequence[_RankedMove]:
        """Every legal move with its verdict from before the move, the best first."""
        ...


def judge(
    record: Record,
    tables: Prober | None = None,
    *,
    nodes: int = NODES,
    progress: Callable[[int, int], object] | None = None,
) -> Report:
    """The report on a game.

    What ``tables`` does not hold, all of it where none are given, is judged by search: ``nodes`` positions a search,
    one or two searches a move. The game is looked at from its end, since a move is worth what follows it. The same
    arguments give the same report. ``progress`` is called after each move with the moves that are judged and the number
    of all.

    TableError for a table that cannot be used, ValueError for ``nodes`` below 1, TypeError for what is no whole number.

    >>> from pointboard.baghchal.record import pgn
    >>> report = judge(pgn.parse("1. G22 Bx1133"), nodes=500)
    >>> report.moves[1].change.value, report.moves[1].evidence.value, len(report.values)
    ('kept', 'search', 3)
    """
    instance(Record, record)
    at_least(1, "nodes", nodes)
    game, count = _Game(record, tables, nodes), len(record.plies)
    options: list[tuple[Option, ...]] = [()] * count
    values = [game.end()] * (count + 1)
    for done, at in enumerate(reversed(range(count)), 1):
        options[at] = game.options(at, values[at + 1])
        values[at] = game.proved(at) or options[at][0].value
        if progress is not None:
            progress(done, count)
    _look_ahead(record, values, options)
    moves = tuple(game.judged(at, options[at], values[at]) for at in range(count))
    return Report(record, tuple(values), moves, nodes)


def _or_nothing(ask: Callable[[State], _T], state: State) -> _T | None:
    """What a table says; None where it is not there. One that is there and cannot be used is an error."""
    try:
        return ask(state)
    except TableError as error:
        if is_there(error.path):
            raise
        return None


class _Game(NamedTuple):
    """A game, and what can be asked about it; ``at`` plies were played, and what follows is looked at."""

    record: Record
    tables: Prober | None
    nodes: int

    def proved(self, at: int) -> Value | None:
        """The proved value of a position, None where no table holds it."""
        verdict = None if self.tables is None else _or_nothing(self.tables.probe, self.record.positions()[at])
        return None if verdict is None else _proved(verdict)

    def end(self) -> Value:
        """The value of the last position: proved, or what the end of the game says, or what a search finds."""
        count, over = len(self.record.plies), self.record.outcome()
        value = self.proved(count)
        if value is not None:
            return value
        if over is None:
            return _estimated(self._search(count, 1)[0], self.record.state.turn)
        return Value(None, 0, Evidence.SEARCH, 0, 0) if over.winner is None else _win(over.winner, 0, 0)

    def options(self, at: int, after: Value) -> tuple[Option, ...]:
        """What could be played, the best first; ``after`` is the value of the position after what was played."""
        ranked = None if self.tables is None else _or_nothing(self.tables.probe_moves, self.record.positions()[at])
        if ranked is None:
            return self._barred(at, self._searched(at, after))
        return self._barred(at, [Option(one.move, _proved(one.verdict)) for one in ranked])

    def judged(self, at: int, options: tuple[Option, ...], value: Value) -> Judged:
        """The move that was played; ``value`` is that of the position before it."""
        before, after = self.record.positions()[at : at + 2]
        turn = self.record.turn(at + 1)
        known = value if _forced(value) and not options[0].value.proved else None
        return Judged(at + 1, turn.side, turn.number, self.record.plies[at], before, after, options, known)

    def _barred(self, at: int, options: list[Option]) -> tuple[Option, ...]:
        """The options with what the rule about repetition does to them."""
        states, policy = self.record.positions()[: at + 1], self.record.headers.repetition
        if states[-1].in_hand or policy is Repetition.NONE:
            return tuple(options)
        replay = Replay.resume(states, policy)
        legal = set(replay.legal())
        return tuple(Option(one.move, one.value, _bar(replay, legal, one.move)) for one in options)

    def _search(self, at: int, lines: int, only: tuple[Move, ...] | None = None) -> tuple[Ranked[Move], ...]:
        """The best lines of a position."""
        states = self.record.positions()
        found = search(
            states[at],
            nodes=self.nodes,
            history=states[:at],
            repetition=self.record.headers.repetition,
            lines=lines,
            only=only,
        )
        return found.lines

    def _searched(self, at: int, after: Value) -> list[Option]:
        """The best moves by search and the one that was played; it comes first where no other has a better score.

        What was played is worth what follows it, if that is known by search too, unless this search saw a forced win.
        """
        turn, played = self.record.positions()[at].turn, self.record.plies[at].move
        values = {line.move: _estimated(line, turn) for line in self._search(at, _LINES)}
        if played not in values:
            values[played] = _estimated(self._search(at, 1, (played,))[0], turn)
        if values[played].winner is None and not after.proved:
            values[played] = _before(after)
        sign = 1 if turn is Side.GOAT else -1
        ranked = sorted(values, key=lambda move: (-sign * (values[move].score or 0), move != played))
        return [Option(move, values[move]) for move in ranked]


def _forced(value: Value) -> bool:
    """Whether a search saw a forced win."""
    return value.winner is not None and not value.proved


def _before(value: Value) -> Value:
    """The value of a position by search, from one ply earlier."""
    depth = (value.depth or 0) + 1
    if value.winner is not None:
        return _win(value.winner, (value.plies or 0) + 1, depth)
    return Value(None, None, Evidence.SEARCH, value.score, depth)


def _look_ahead(record: Record, values: list[Value], options: list[tuple[Option, ...]]) -> None:
    """What was forced before a move stays forced for who loses, also where the search after it does not see it."""
    for at, found in enumerate(options):
        turn, played = record.positions()[at].turn, record.plies[at].move
        value = next(option.value for option in found if option.move == played)
        if values[at + 1].proved or values[at + 1].plies is not None:
            continue
        if _forced(value):
            values[at + 1] = _win(value.winner, (value.plies or 1) - 1, value.depth)
        elif _forced(values[at]) and values[at].standing(turn) < 0:
            values[at + 1] = Value(values[at].winner, None, Evidence.SEARCH)


def _bar(replay: Replay, legal: set[Move], move: Move) -> Bar | None:
    """What the policy of ``replay`` does to a move that the rules of the board allow."""
    if replay.repetition is Repetition.SUPERKO:
        return None if move in legal else Bar.FORBIDDEN
    replay.play(move)
    drawn = replay.outcome() == THREEFOLD_DRAW
    replay.undo()
    return Bar.DRAWS if drawn else None


def _side(letter: str | None) -> Side | None:
    return None if letter is None else Side(letter)


def _proved(verdict: VerdictLike) -> Value:
    return Value(_side(verdict.winner), verdict.plies, verdict.evidence)


def _estimated(line: Ranked[Move], mover: Side) -> Value:
    """The value that a search gives a line, whose score is from the view of ``mover``."""
    own = line.score or 0
    score = own if mover is Side.GOAT else -own
    if abs(own) <= _FORCED:
        return Value(None, None, Evidence.SEARCH, score, line.depth)
    return _win(Side.GOAT if score > 0 else Side.TIGER, WIN_SCORE - abs(own), line.depth)


def _win(winner: Side | None, plies: int, depth: int | None) -> Value:
    """The value of a forced win in so many plies."""
    score = WIN_SCORE - plies
    return Value(winner, plies, Evidence.SEARCH, score if winner is Side.GOAT else -score, depth)
