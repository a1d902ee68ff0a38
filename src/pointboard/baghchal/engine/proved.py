"""Answers from the tables of proved values, where they are there.

A won position is won by the shortest way that is known, a lost one holds out for the longest. In a drawn one only moves
that keep the draw are looked at, and among these the search says where the other side has it hardest.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pointboard import jit
from pointboard.baghchal.engine.index import key
from pointboard.baghchal.engine.question import Question
from pointboard.baghchal.engine.repeats import Past
from pointboard.baghchal.engine.sought import by_search, look
from pointboard.baghchal.rules import Outcome, Repetition, apply
from pointboard.baghchal.state import Move, Side, State
from pointboard.errors import MissingExtraError, TableError
from pointboard.game import WIN_SCORE, Choice, Evidence, Line
from pointboard.tables import is_there

if TYPE_CHECKING:
    from pointboard.baghchal.engine.known import Known
    from pointboard.baghchal.engine.shelf import Shelf
    from pointboard.baghchal.engine.solve.probe import Verdict

__all__ = ["by_tables"]

_NEAR = 8  # goats in hand: from further away no search sees the sliding phase
_FORCED = WIN_SCORE - 1_000
_SHOWN = 12  # plies of the expected play

_SUPERKO = (
    "the tables count endless play as a draw, and superko forbids it: the move is by search, among those that do not"
    " lose by the tables"
)
_LONG = 1 << 15
_DRAWN = 1
_CANDIDATES, _MARGIN, _TRAP = 4, 60, 250  # lines; hundredths of a goat; those for a share of all replies
_SAVED = {
    Repetition.THREEFOLD: "the tables know no history: positions that stood twice already may spoil this loss",
    Repetition.SUPERKO: "the tables know no history: superko may spoil this loss",
}
_TAKEN = "the tables know no history: the moves that they hold won draw by a third occurrence"
_SPOILT = {
    Repetition.THREEFOLD: "the tables know no history: the win may lead through a position that stood twice already",
    Repetition.SUPERKO: "the tables know no history: the win may need a position that superko forbids",
}


class _Option(NamedTuple):
    """A move: the position after it, how the game ends there if it does, what is proved of the move."""

    move: Move
    after: State
    end: Outcome | None
    verdict: Verdict


def by_tables(question: Question) -> Choice[State, Move] | None:
    """The answer of the user's tables, None where there are none.

    Where the tables of the sliding phase alone are there and goats are in hand, the answer is by search, which looks
    that phase up. A table that cannot be used makes it an answer by search alone, and its ``note`` says so. Compiled
    kernels are needed: where they run interpreted no table is asked.
    """
    try:
        shelf = _shelf()
        if shelf is None:
            return None
        if shelf.covers(question.state):
            return _Proof(question, shelf).choice()
        return by_search(question, known=_known(question.state, shelf))
    except TableError as error:
        from pointboard.baghchal.engine.shelf import forget  # noqa: PLC0415

        forget()
        note = f"{error.path.name} cannot be used, so this is by search alone: pointboard baghchal verify says more"
        return replace(by_search(question), note=note)


def _shelf() -> Shelf | None:
    """The user's tables; what opens them is loaded when there is something to open."""
    if not jit.enabled():
        return None
    try:
        from pointboard.baghchal.engine.solve.folders import default_folder  # noqa: PLC0415
    except MissingExtraError:  # numba without numpy
        return None
    folder = default_folder()
    if not is_there(folder):
        return None
    from pointboard.baghchal.engine.shelf import open_shelf  # noqa: PLC0415

    return open_shelf(folder)


def _known(state: State, shelf: Shelf) -> Known | None:
    return shelf.known() if state.in_hand <= _NEAR else None


class _Proof:
    """One answer: the moves with their verdicts, and the choice among the best."""

    def __init__(self, question: Question, shelf: Shelf) -> None:
        self.question, self.shelf, self.state = question, shelf, question.state
        self.nodes, self.depth, self.note = 0, 1, ""
        allowed = frozenset(question.moves())
        ranked = shelf.tables.probe_moves(question.state)
        options = [self._option(one.move, one.verdict) for one in ranked if one.move in allowed]
        random.Random(f"{question.seed} {key(question.state)}").shuffle(options)  # noqa: S311 (a game, not a secret)
        self.options = sorted(options, key=self._rank)
        self.nodes = len(options)
        if self.options[0].verdict.winner is self.state.turn:
            self.note = ""

    def _option(self, move: Move, verdict: Verdict) -> _Option:
        """A move with its verdict, or with how the game ends by it: a repetition is no end for the tables."""
        after = apply(self.state, move)
        end = self.question.ended(after)
        if end is not None:
            if end.winner is None and verdict.winner is self.state.turn:
                self.note = _TAKEN
            verdict = replace(verdict, winner=end.winner, plies=None if end.winner is None else 1)
        return _Option(move, after, end, verdict)

    def _rank(self, option: _Option) -> tuple[int, int]:
        """Smaller is better: wins, the shortest first; draws that go on, draws that end the game; losses."""
        winner, plies = option.verdict.winner, option.verdict.plies
        if winner is None:
            return _DRAWN, int(option.end is not None)
        if winner is self.state.turn:
            return 0, _LONG if plies is None else plies
        return 2, -_LONG if plies is None else -plies

    def choice(self) -> Choice[State, Move]:
        """The answer."""
        best = self.options[0].verdict
        if best.winner is None and self.question.repetition is Repetition.SUPERKO:
            keep = [one.move for one in self.options if one.verdict.winner is None]
            return replace(by_search(self.question, keep=keep, known=_known(self.state, self.shelf)), note=_SUPERKO)
        if best.plies is None:
            lines = self._by_search()
        elif best.winner is self.state.turn:
            lines = self._shortest()
        else:
            lines = self._longest()
        return self._chosen(lines)

    def _shortest(self) -> list[Line[Move]]:
        """The lines of a position that is won in a known number of plies."""
        past = Past(self.question, self.shelf.tables, self.state.turn)
        wins = [one for one in self.options if one.verdict.winner is self.state.turn]
        sure = next((one for one in wins if past.holds(one.after, (one.verdict.plies or 1) - 1)), None)
        if sure is None:
            self.note = _SPOILT[self.question.repetition]
        return self._lines(sure or wins[0])

    def _longest(self) -> list[Line[Move]]:
        """The lines of a position that is lost in a known number of plies: the other side must not have it easy."""
        winner = self.state.turn.other
        past = Past(self.question, self.shelf.tables, winner)
        saved = [one for one in self.options if not past.holds(one.after, (one.verdict.plies or 1) - 1)]
        if saved:
            self.note = _SAVED[self.question.repetition]
            return self._lines(saved[0])
        alike = [one for one in self.options if self._rank(one) == self._rank(self.options[0])]
        return self._lines(max(alike, key=self._trouble))

    def _trouble(self, option: _Option) -> float:
        """The share of the other side's replies that give away what it has: its win, or its draw."""
        replies = [one.verdict.winner for one in self.shelf.tables.probe_moves(option.after)]
        return sum(winner is not option.verdict.winner for winner in replies) / max(1, len(replies))

    def _by_search(self) -> list[Line[Move]]:
        """The lines of a draw, and of a position with goats in hand: the best moves by search among those alike."""
        rank = self._rank(self.options[0])
        alike = {one.move: one for one in self.options if self._rank(one) == rank}
        if len(alike) == 1:
            return self._lines(self.options[0])
        wide = max(self.question.lines, _CANDIDATES if rank[0] == _DRAWN else 1)
        wanted = replace(self.question, lines=wide)
        found = look(wanted, wanted.limits, tuple(alike), _known(self.state, self.shelf))
        self.nodes, self.depth = self.nodes + found.nodes, found.depth
        looked = list(found.lines)
        if rank[0] == _DRAWN:
            looked.sort(key=self._lure(found.lines, alike), reverse=True)
        lines = [self._line(alike[line.move], line) for line in looked[: self.question.lines]]
        seen = {line.move for line in lines}
        return lines + [self._line(one) for one in self._rest(seen, len(lines))]

    def _lure(self, lines: Sequence[Line[Move]], options: Mapping[Move, _Option]) -> Callable[[Line[Move]], float]:
        """What a drawn move is worth against those who err: its score, and of the best few the replies that lose."""
        worth = {line.move: float(line.score or 0) for line in lines}
        for line in lines[:_CANDIDATES]:
            if worth[line.move] >= worth[lines[0].move] - _MARGIN:
                worth[line.move] += _TRAP * self._trouble(options[line.move])
        return lambda line: worth[line.move]

    def _lines(self, first: _Option) -> list[Line[Move]]:
        """As many lines as were asked for, of which one comes first."""
        return [self._line(first), *(self._line(one) for one in self._rest({first.move}, 1))]

    def _rest(self, seen: set[Move], count: int) -> list[_Option]:
        """The options for the lines beyond ``count``, which are of the moves ``seen``."""
        return [one for one in self.options if one.move not in seen][: max(0, self.question.lines - count)]

    def _line(self, option: _Option, looked: Line[Move] | None = None) -> Line[Move]:
        """The line of a move; ``looked`` is what a search says of it."""
        score, verdict = _score(option.verdict, self.state.turn), option.verdict
        if looked is None:
            return Line(option.move, score, self._play(option), 1, verdict=verdict)
        if score is None and looked.score is not None and abs(looked.score) > _FORCED:
            score = looked.score  # the search has seen the end that the tables promise
        return Line(option.move, score, looked.pv, looked.depth, verdict=verdict)

    def _play(self, option: _Option) -> tuple[Move, ...]:
        """What is expected after a move, as far as the plies to the end lead the way."""
        moves, state, plies = [option.move], option.after, option.verdict.plies or 1
        for _ in range(min(plies, _SHOWN) - 1):
            reply = self.shelf.tables.probe_moves(state)[0].move
            moves.append(reply)
            state = apply(state, reply)
        return tuple(moves)

    def _chosen(self, lines: list[Line[Move]]) -> Choice[State, Move]:
        """The first line, or the mistake of the level."""
        level, line = self.question.level, lines[0]
        dice = level.errs(self.state, self.question.seed) if level and len(self.options) > 1 else None
        if dice is not None:
            move = dice.choice([move for move in self.question.moves() if move != line.move])
            found = next((one for one in lines if one.move == move), None)
            if found is None:
                found = self._line(next(one for one in self.options if one.move == move))
                lines.append(found)
            line = found
        option = next(one for one in self.options if one.move == line.move)
        return Choice(
            state=self.state,
            move=line.move,
            after=option.after,
            evidence=Evidence.TABLE,
            score=line.score,
            lines=tuple(lines),
            depth=self.depth,
            nodes=self.nodes,
            outcome=option.end,
            mistake=line.move != lines[0].move,
            note=self.note,
        )


def _score(verdict: Verdict, mover: Side) -> int | None:
    """The score of a verdict: that of a forced result, 0 for a draw, None where the plies are not known."""
    if verdict.winner is None:
        return 0
    if verdict.plies is None:
        return None
    return WIN_SCORE - verdict.plies if verdict.winner is mover else verdict.plies - WIN_SCORE
