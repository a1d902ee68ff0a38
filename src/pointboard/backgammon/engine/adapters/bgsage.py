"""bgsage, a program with neural nets (MPL-2.0), in this process; it comes with the extra ``engines``.

Its board is a list of 26 whole numbers as the side on roll sees it: index 1 to 24 that side's points, its own checkers
positive and the opponent's negative; index 25 its own bar and index 0 the opponent's bar, *both as positive counts*. A
negative index 0 is taken without a word and judged wrongly by half a point and more, so ``row_of`` and ``board_of`` are
the only way in and out, and each refuses what the other cannot have made.

It calls a position that its net judges as it lies "1ply", which others call 0-ply.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from pointboard.backgammon.board import PIP_COUNT, Board, Side
from pointboard.backgammon.engine.source import (
    CubeValue,
    Evaluating,
    Judged,
    Level,
    Question,
    Stake,
    may_double,
    ranked,
    stake_of,
    undoubled,
    unusual,
)
from pointboard.backgammon.rules import BAR_POINT, mover, pip_of, plays
from pointboard.backgammon.state import State
from pointboard.errors import EngineError, MissingExtraError, PointboardError
from pointboard.scan import shown
from pointboard.values import Chances, Evidence, Known, Value

if TYPE_CHECKING:
    from bgsage import BgBotAnalyzer, MoveAnalysis, Probabilities

__all__ = ["Bgsage", "board_of", "row_of"]

_OLDEST = (2, 0, 20260907)  # the first under MPL-2.0
_LONGEST = 25  # points away that its match equity table knows; beyond it gives 0 without a word
_POINTS = range(1, BAR_POINT)


def row_of(board: Board, side: Side) -> list[int]:
    """The board in bgsage's 26 numbers, as ``side`` sees it.

    >>> row_of(Board.of({0: 1, 20: 2}, {25: 3, 1: 4}), Side.WHITE)[:6]
    [3, 0, 0, 0, 0, 2]
    >>> row_of(Board.of({0: 1, 20: 2}, {25: 3, 1: 4}), Side.WHITE)[24:]
    [-4, 1]
    """
    own, theirs = board.side(side), board.side(side.other)
    row = [0] * PIP_COUNT
    for point in _POINTS:
        pip = pip_of(side, point)
        row[point] = own[pip] - theirs[pip]
    row[BAR_POINT], row[0] = board.bar(side), board.bar(side.other)
    return row


def board_of(row: Sequence[int], side: Side) -> Board:
    """The board of bgsage's 26 numbers; PointboardError for a bar that is negative and for another length.

    >>> board_of(row_of(board := Board.of({0: 1, 20: 2}, {25: 3, 1: 4}), Side.BLACK), Side.BLACK) == board
    True
    """
    if len(row) != PIP_COUNT:
        raise PointboardError(f"expected {PIP_COUNT} counts, found {len(row)}")
    for index in (0, BAR_POINT):
        if row[index] < 0:
            raise PointboardError(f"expected a count from 0 up on the bar at index {index}, found {shown(row[index])}")
    own = {pip_of(side, point): row[point] for point in _POINTS if row[point] > 0}
    theirs = {pip_of(side, point): -row[point] for point in _POINTS if row[point] < 0}
    own[pip_of(side, BAR_POINT)] = row[BAR_POINT]
    theirs[pip_of(side.other, BAR_POINT)] = row[0]
    return Board.of(own, theirs) if side is Side.WHITE else Board.of(theirs, own)


class Bgsage(Evaluating):
    """bgsage as a source; MissingExtraError where it is not installed, PointboardError where it is too old or broken.

    It may be used from several threads. A question cannot be stopped once it is asked: 3ply takes a second or two,
    4ply a minute. It uses all processors.
    """

    name = "bgsage"
    levels = (Level("1ply", 1), Level("2ply", 2), Level("3ply", 3), Level("4ply", 4))
    usual = levels[2]

    def __init__(self) -> None:
        """Find the program."""
        try:
            self.version = version("bgsage")
        except PackageNotFoundError as error:
            raise MissingExtraError("engines", "bgsage") from error
        if tuple(map(int, self.version.split(".")[:3])) < _OLDEST:
            oldest = ".".join(map(str, _OLDEST))
            raise PointboardError(f"bgsage {self.version} is too old: {oldest} is the first that may be used freely")
        try:
            import_module("bgsage")
        except Exception as error:  # a part of it or of numpy that is missing, or is not made for this machine
            raise PointboardError(f"bgsage {self.version} cannot be loaded: {shown(str(error), 200)}") from error

    def fault(self, state: State) -> str | None:
        """Why it cannot judge ``state``; None when it can."""
        if found := unusual(state):
            return found
        away = state.away
        if away is not None and max(away) > _LONGEST:
            return f"it knows matches in which {_LONGEST} points are missing at most, not {max(away)}"
        return None

    def plays(self, state: State, question: Question) -> tuple[Judged, ...]:
        """All plays of the roll, ranked."""
        side = mover(state)
        legal = {tuple(row_of(play.board, side)): play for play in plays(state)}
        if not legal:
            return ()
        row = tuple(_checked(state.board, side))
        moves = _moves(question.level.name, row, state.dice, stake_of(state, side), question.rules.jacoby)
        found = []
        for move in moves:
            play = legal.get(tuple(move.board))
            if play is None:
                raise EngineError(f"bgsage gives a play that is not legal: {move.board}")
            found.append(Judged(play, self._value(move, question)))
        if len(found) != len(legal):
            raise EngineError(f"bgsage gives {len(found)} plays where there are {len(legal)}")
        return ranked(found)

    def cube(self, state: State, question: Question) -> CubeValue:
        """The equities with and without a double."""
        state = undoubled(state)
        side = state.on_roll
        if side is None:
            raise PointboardError("nobody is on roll")
        terms = _terms(stake_of(state, side), question.rules.jacoby)
        said = _analyzer(question.level.name).cube_action(_checked(state.board, side), **terms)
        return CubeValue(
            known=self._known(question.level),
            no_double=said.equity_nd,
            double_take=said.equity_dt if may_double(state) else None,
            chances=_chances(said.probs),
        )

    def _known(self, level: Level) -> Known:
        return Known(Evidence.ENGINE, self.name, self.version, level.name, level.depth)

    def _value(self, move: MoveAnalysis, question: Question) -> Value:
        """The value of a play; one that was set aside early was looked at less deeply, and says so."""
        name = move.eval_level.replace("-", "")
        level = next((level for level in self.levels if level.name == name), question.level)
        return Value(self._known(level), move.equity, chances=_chances(move.probs))


@cache
def _analyzer(level: str) -> BgBotAnalyzer:
    """The program at a level; it is loaded when it is first asked."""
    from bgsage import BgBotAnalyzer  # noqa: PLC0415

    return BgBotAnalyzer(eval_level=level)


@lru_cache(256)
def _moves(
    level: str,
    row: tuple[int, ...],
    dice: tuple[int, ...],
    stake: Stake,
    jacoby: bool,  # noqa: FBT001 (a term)
) -> tuple[MoveAnalysis, ...]:
    """What the program says of every play; a question of a moment ago, by either side, is not asked again."""
    first, second = dice
    result = _analyzer(level).checker_play(list(row), first, second, **_terms(stake, jacoby))
    return tuple(result.moves)


def _checked(board: Board, side: Side) -> list[int]:
    """The row of a board, once it was seen that it is the row of that board and of no other."""
    row = row_of(board, side)
    if board_of(row, side) != board:
        raise PointboardError("the board cannot be written as bgsage has it")
    return row


def _terms(stake: Stake, jacoby: bool) -> dict[str, Any]:  # noqa: FBT001 (it is one of the terms)
    """Cube, score and rules as bgsage's arguments."""
    mine, theirs = stake.away or (0, 0)
    owner = {None: "centered", True: "player", False: "opponent"}[stake.mine]
    return {
        "cube_value": stake.value,
        "cube_owner": owner,
        "away1": mine,
        "away2": theirs,
        "is_crawford": stake.crawford,
        "jacoby": jacoby,
        # The value of a double that is beavered is that of another action; a beaver is not judged here.
        "beaver": False,
    }


def _chances(probs: Probabilities) -> Chances:
    return Chances.nested(probs.win, probs.gammon_win, probs.backgammon_win, probs.gammon_loss, probs.backgammon_loss)
