"""The search: iterative deepening over the root moves, ranked lines, limits, repetition.

Below the root everything is done by ``alphabeta``. Under a depth or node limit the answer depends on nothing but the
position, the game's earlier positions, the limit and the seed: each search starts with empty tables.

Repetition in the tree: a position that comes back in the line searched, or a third time in the game, is a draw (endless
play is a draw in the theory of the game); under superko no move may bring one back. A draw scores 0.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from pointboard import jit
from pointboard.baghchal.engine import alphabeta as ab
from pointboard.baghchal.engine.evaluate import WEIGHTS, Weights
from pointboard.baghchal.engine.known import Known
from pointboard.baghchal.engine.tables import tables
from pointboard.baghchal.rules import Repetition, apply, legal
from pointboard.baghchal.state import MOVES, Move, Side, State
from pointboard.game import Evidence, Line
from pointboard.scan import member, shown

__all__ = ["MATE", "Analysis", "Limits", "at_least", "checked", "playable", "search"]

MATE = ab.MATE
"""The score of a won game; a forced win in n plies scores ``MATE - n``."""

_SMALLEST_TABLE, _LARGEST_TABLE = 1 << 12, 1 << 22
_DEPTH_TABLE = 1 << 20  # where only a depth is given
_MANY = 1 << 62  # more positions, or seconds, than any search will see
_NODES_A_SECOND, _INTERPRETED = 4_000_000, 100_000  # roughly; only the size of the table hangs on it


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop: depth in plies, positions visited, seconds; None for no such limit. The first one reached counts.

    ``stop`` is a writable buffer of at least one byte; the search ends soon after its first byte becomes non-zero. The
    first ply is always finished, so that there is an answer: with fewer positions than there are moves, these moves are
    visited nevertheless. TypeError for what is no number (depth and positions are whole ones), ValueError for a limit
    below 1, no seconds at all, or no limit.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    stop: Any = None

    def __post_init__(self) -> None:
        for name in ("depth", "nodes"):
            value = getattr(self, name)
            if value is not None:
                at_least(1, name, value)
        if self.seconds is not None and (isinstance(self.seconds, bool) or not isinstance(self.seconds, int | float)):
            raise TypeError(f"seconds must be a number, is {shown(self.seconds)}")
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"seconds must be more than 0, is {self.seconds}")
        if self.depth is None and self.nodes is None and self.seconds is None and self.stop is None:
            raise ValueError("a search needs a limit: depth, nodes, seconds or stop")


def at_least(low: int | None, name: str, value: object) -> None:
    """Check a whole number: TypeError for what is none, ValueError for one below ``low``.

    >>> at_least(1, "lines", 0)
    Traceback (most recent call last):
    ValueError: lines must be at least 1, is 0
    """
    if type(value) is not int:
        raise TypeError(f"{name} must be a whole number, is {shown(value)}")
    if low is not None and value < low:
        raise ValueError(f"{name} must be at least {low}, is {value}")


def checked(history: Iterable[State]) -> tuple[State, ...]:
    """The positions of a game, each checked: PositionError for one that cannot be, TypeError for what is none.

    >>> checked([State.start()]) == (State.start(),)
    True
    """
    found = tuple(history)
    for one in found:
        if type(one) is not State:
            raise TypeError(f"expected a State, found {type(one).__name__}")
        one.check()
    return found


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search found.

    ``lines`` from the best down (empty when there is no legal move), the depth that was finished for all moves, and the
    number of positions visited.
    """

    state: State
    lines: tuple[Line[Move], ...]
    depth: int
    nodes: int

    @property
    def evidence(self) -> Evidence:
        """How the scores are known: by search."""
        return Evidence.SEARCH

    @property
    def best(self) -> Line[Move] | None:
        """The first line, None when there is no legal move.

        >>> search(State.start(), depth=1).best.depth
        1
        """
        return self.lines[0] if self.lines else None


def search(  # noqa: PLR0913 (each is a limit or a rule of its own)
    state: State,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    history: Iterable[State] = (),
    repetition: Repetition = Repetition.THREEFOLD,
    seed: int = 0,
    lines: int = 1,
    only: Collection[Move] | None = None,
    stop: Any = None,  # noqa: ANN401 (any writable buffer)
    weights: Weights = WEIGHTS,
    known: Known | None = None,
) -> Analysis:
    """Look for the best moves of the side to move; ``lines`` says how many are ranked.

    At least one limit is needed (see ``Limits``). ``history`` holds the game's earlier positions in order (the present
    one may stand last); they matter only for repetition. ``seed`` decides between moves that seem equally good. More
    lines cost more time. ``only`` leaves out all moves but those given. ``known`` is the solved sliding phase: a line
    ends where it is won or lost there, the plies to its end included.

    PositionError for a position that cannot be, NotationError for no known policy of repetition, ValueError for a limit
    or a number of lines below 1, TypeError for arguments of another kind.

    >>> search(State.start(), depth=2).best.depth
    2
    """
    limits = Limits(depth, nodes, seconds, stop)
    at_least(1, "lines", lines)
    at_least(None, "seed", seed)
    checked((state,))
    game, repetition = checked(history), member(Repetition, repetition, "repetition")
    moves = [move for move in playable(state, game, repetition) if only is None or move in only]
    earlier = [] if repetition is Repetition.NONE else _returnable(state, game)
    random.Random(seed).shuffle(moves)  # noqa: S311 (a game, not a secret)
    root = _Root(state, moves, limits, earlier, superko=repetition is Repetition.SUPERKO, weights=weights)
    if known is not None:
        root.learn(known)
    return root.run(lines)


def playable(state: State, history: Iterable[State], repetition: Repetition) -> tuple[Move, ...]:
    """The legal moves of a position in its game: under superko without those that bring back an earlier position.

    NotationError for no known policy.

    >>> len(playable(State.start(), (), Repetition.SUPERKO))
    21
    """
    moves = legal(state)
    if member(Repetition, repetition, "repetition") is not Repetition.SUPERKO or state.in_hand:
        return moves
    seen = {one.position_key() for one in (*history, state)}
    return tuple(move for move in moves if apply(state, move).position_key() not in seen)


def _returnable(state: State, history: tuple[State, ...]) -> list[int]:
    """The codes of the game's earlier positions that can come back after ``state``, the last one a ply before it.

    Those are the positions without a goat in hand since the last capture. Where the history lacks a ply, 0 stands for
    it, so that positions of one side to move are always an even number of plies apart.
    """
    if state.in_hand:
        return []
    earlier = [one for one in history if one.in_hand == 0 and one.captured == state.captured]
    if earlier and earlier[-1].position_key() == state.position_key():
        earlier.pop()
    codes: list[int] = []
    turn = state.turn
    for one in reversed(earlier):
        if one.turn is turn:
            codes.append(0)
        codes.append(_code(one))
        turn = one.turn
    return codes[::-1]


class _Scored(NamedTuple):
    """A line of the search itself, which always has a score."""

    move: Move
    score: int
    pv: tuple[Move, ...]
    depth: int


class _Root:
    """One search: the memory of the kernels and the loop over depths and root moves."""

    def __init__(  # noqa: PLR0913
        self,
        state: State,
        moves: list[Move],
        limits: Limits,
        earlier: list[int],
        *,
        superko: bool,
        weights: Weights,
    ) -> None:
        self.state, self.moves, self.limits = state, moves, limits
        self.kernel = jit.load(ab.alphabeta)
        self.tables = tables()
        self.w = w = jit.zeros(ab.PATH + len(earlier) + ab.PLIES)
        w[ab.NODE_LIMIT] = -1
        w[ab.SUPERKO] = int(superko)
        w[ab.ROOT] = len(earlier)
        for i, value in enumerate(weights.flat()):
            w[ab.WEIGHTS + i] = value
        for i in range(ab.KILLERS, ab.HISTORY):
            w[i] = -1
        for i, one in enumerate((*earlier, _code(state))):
            w[ab.PATH + i] = one
        slots = _table_size(limits)
        w[ab.SLOTS] = slots - 1
        self.table = jit.zeros(2 * slots)
        self.stop = jit.flags(bytearray(1) if limits.stop is None else limits.stop)
        self.plies = jit.flags(bytearray(1))

    def learn(self, known: Known) -> None:
        """Take in the solved sliding phase."""
        self.tables, self.plies = known
        self.w[ab.SOLVED] = 1

    def run(self, lines: int) -> Analysis:
        """Deepen until a limit is reached or the result is forced."""
        if not self.moves:
            return Analysis(self.state, (), 0, 0)
        timer = None
        if self.limits.seconds is not None:
            timer = threading.Timer(min(self.limits.seconds, threading.TIMEOUT_MAX), self._expire)
            timer.daemon = True
            timer.start()
        try:
            found, depth = self._deepen(lines)
        finally:
            if timer is not None:
                timer.cancel()
        return Analysis(self.state, tuple(Line(*line) for line in found[:lines]), depth, int(self.w[ab.NODES]))

    def _expire(self) -> None:
        self.w[ab.EXPIRED] = 1

    def _deepen(self, lines: int) -> tuple[list[_Scored], int]:
        w, limits = self.w, self.limits
        w[ab.INTERVAL] = _MANY - 1  # the first ply is finished whatever happens
        ranked = self._iterate(1, lines, [])
        w[ab.INTERVAL] = 1023 if jit.enabled() else 15
        w[ab.NODE_LIMIT] = -1 if limits.nodes is None else min(limits.nodes, _MANY)
        done = 1
        for depth in range(2, min(limits.depth or ab.MAX_DEPTH, ab.MAX_DEPTH) + 1):
            if abs(ranked[lines - 1 if len(ranked) >= lines else -1].score) > MATE - done:
                break
            if self.stop[0] or w[ab.EXPIRED]:
                break
            ranked = self._iterate(depth, lines, ranked)
            if w[ab.STOPPED]:
                break
            done = depth
        return ranked, done

    def _iterate(self, depth: int, lines: int, before: list[_Scored]) -> list[_Scored]:
        """Search every move to ``depth``, in the order of the ranking ``before``; the new ranking of exact lines.

        A search that is cut short keeps what it had finished: those lines first, then the earlier ones.
        """
        order = [line.move for line in before]
        order += [move for move in self.moves if move not in order]
        found: list[_Scored] = []
        for move in order:
            enough = len(found) >= lines
            alpha = found[lines - 1].score if enough else -ab.INFINITE
            score = self._score(move, depth, alpha, alpha + 1) if enough else alpha + 1
            if score > alpha and not self.w[ab.STOPPED]:
                score = self._score(move, depth, alpha, ab.INFINITE)
            if self.w[ab.STOPPED]:
                break
            if score > alpha:
                found.append(_Scored(move, score, self._line(move), depth))
                found.sort(key=lambda line: -line.score)
        moves = {line.move for line in found}
        self.moves = [line.move for line in found] + [move for move in order if move not in moves]
        rest = [line for line in before if line.move not in moves]
        return (found + rest)[: max(lines, len(before))]

    def _score(self, move: Move, depth: int, alpha: int, beta: int) -> int:
        """The score of a root move, exact between ``alpha`` and ``beta``."""
        state, w = self.state, self.w
        after = apply(state, move)
        root = int(w[ab.ROOT])
        fence = root + 1 if move.captured is not None or state.in_hand else 0
        board = after.board
        turn = int(after.turn is Side.TIGER)
        args = (board.tigers, board.goats, turn, after.in_hand, after.captured, depth - 1, -beta, -alpha, 1, fence)
        return -int(self.kernel(self.tables, w, self.table, self.plies, self.stop, *args))

    def _line(self, move: Move) -> tuple[Move, ...]:
        begin = ab.PV + ab.PLIES
        length = int(self.w[ab.PV_LENGTH + 1])
        return (move, *(MOVES[int(self.w[begin + i])] for i in range(length)))


def _code(state: State) -> int:
    """A position as PATH holds it."""
    if state.in_hand:
        return 0
    return state.board.tigers << 26 | state.board.goats << 1 | int(state.turn is Side.TIGER)


def _table_size(limits: Limits) -> int:
    """Entries of the transposition table: twice the positions that may be visited, within bounds."""
    if limits.nodes is None and limits.seconds is None:
        return _DEPTH_TABLE
    rate = _NODES_A_SECOND if jit.enabled() else _INTERPRETED
    expected = min(limits.nodes or _MANY, int(min(limits.seconds or _MANY, _MANY) * rate))
    return min(max(1 << (2 * expected - 1).bit_length(), _SMALLEST_TABLE), _LARGEST_TABLE)
