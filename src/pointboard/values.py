"""What is said of a move, and how it is known: values of games in which luck plays a part and results differ in size.

A game that has neither luck nor sizes says what it knows by ``game.Line.score`` alone and leaves these out.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pointboard.errors import PointboardError, PositionError, Problem

__all__ = ["Chances", "Decision", "Evidence", "Known", "Option", "Value", "check_limits"]


class Evidence(StrEnum):
    """How an evaluation is known. Different kinds are never mixed in one ranking without saying so."""

    TABLE = "table"
    """Proved: read from a table that holds the exact value."""
    SEARCH = "search"
    """The result of a search to a stated depth: an estimate at its end, unless the game ends before (a forced win)."""
    ENGINE = "engine"
    """The word of another program, with its name and level."""
    ESTIMATE = "estimate"
    """A formula, without a search."""


_SLACK = 1e-6  # what rounding in the last digit that a program prints may do


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of each result, 0 to 1, for the side that they are told of.

    ``win`` counts every win, ``gammon`` those of double size and more, ``backgammon`` those of triple size: a greater
    one is part of each smaller one, never beside it. ``lose_gammon`` and ``lose_backgammon`` are the same of losses.
    PositionError, flag NESTING, for numbers that do not nest, and RANGE for what is no chance.

    >>> Chances(win=0.6, gammon=0.2, backgammon=0.01, lose_gammon=0.1, lose_backgammon=0.0).equity
    0.31
    >>> Chances(win=0.9, gammon=0.2, backgammon=0.3, lose_gammon=0.0, lose_backgammon=0.0)
    Traceback (most recent call last):
        ...
    pointboard.errors.PositionError: backgammon: 0.3 is more than gammon, 0.2, of which it is a part
    """

    win: float
    gammon: float = 0.0
    backgammon: float = 0.0
    lose_gammon: float = 0.0
    lose_backgammon: float = 0.0

    def __post_init__(self) -> None:
        """Look at each number and at each pair that must nest."""
        found = [
            Problem("RANGE", name, f"must be 0 to 1, is {value:g}")
            for name in self.__slots__
            if not -_SLACK <= (value := getattr(self, name)) <= 1 + _SLACK
        ]
        lose = 1 - self.win
        pairs = (
            ("gammon", self.gammon, "win", self.win),
            ("backgammon", self.backgammon, "gammon", self.gammon),
            ("lose_gammon", self.lose_gammon, "lose", lose),
            ("lose_backgammon", self.lose_backgammon, "lose_gammon", self.lose_gammon),
        )
        found += [
            Problem("NESTING", name, f"{part:g} is more than {whole_name}, {whole:g}, of which it is a part")
            for name, part, whole_name, whole in pairs
            if part > whole + _SLACK
        ]
        if found:
            raise PositionError(tuple(found))

    @staticmethod
    def nested(
        win: float, gammon: float = 0.0, backgammon: float = 0.0, lose_gammon: float = 0.0, lose_backgammon: float = 0.0
    ) -> Chances:
        """The chances nearest to five estimates that each were made alone, so that they need not nest.

        >>> Chances.nested(1.0001, 0.5, 0.6)
        Chances(win=1.0, gammon=0.5, backgammon=0.5, lose_gammon=0.0, lose_backgammon=0.0)
        """
        win = min(max(win, 0.0), 1.0)
        gammon = min(max(gammon, 0.0), win)
        lose_gammon = min(max(lose_gammon, 0.0), 1.0 - win)
        backgammon, lose_backgammon = max(backgammon, 0.0), max(lose_backgammon, 0.0)
        return Chances(win, gammon, min(backgammon, gammon), lose_gammon, min(lose_backgammon, lose_gammon))

    @property
    def equity(self) -> float:
        """The points won on average for each point that the game is about, if the stake never changes: -3 to 3."""
        won = self.win + self.gammon + self.backgammon
        return round(won - (1 - self.win) - self.lose_gammon - self.lose_backgammon, 12)

    def mirror(self) -> Chances:
        """The same for the other side.

        >>> Chances(0.75, 0.25).mirror()
        Chances(win=0.25, gammon=0.0, backgammon=0.0, lose_gammon=0.25, lose_backgammon=0.0)
        """
        return Chances(1 - self.win, self.lose_gammon, self.lose_backgammon, self.gammon, self.backgammon)


@dataclass(frozen=True, slots=True)
class Known:
    """Who says something, and how that is known.

    ``source`` is the name of the program or of the tables, ``level`` its strength in its own words. ``depth`` counts
    alike for all programs, whatever they call it: 1 is the position after the move judged as it lies, each further ply
    a roll and a move more; None where nothing is looked ahead, since all is looked up or worked out.
    """

    evidence: Evidence
    source: str
    version: str
    level: str
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class Value:
    """What is said of a move for the side that makes it.

    ``equity`` is in points for each point of the stake before the move (money), or scaled so that 1 and -1 are the
    match after a plain win and a plain loss of the stake; it takes into account that the stake may be doubled where the
    source does. ``loss`` is what is lost against the best move, 0 or more. ``chances`` are those without doubling, None
    where the source gives none.
    """

    known: Known
    equity: float
    loss: float = 0.0
    chances: Chances | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """What may be done where something other than a move is to be decided, with its equity as in ``Value``.

    ``loss`` is what it gives away against what is right on both sides, negative where the other side would have to err.
    """

    name: str
    equity: float
    loss: float


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision about something other than a move, such as the stake.

    ``event`` is what is to be done, an event of the game; ``verdict`` says the decision in the words of players,
    ``options`` what it was chosen from, each with its equity, and ``value`` how that is known and the chances.
    """

    event: Any
    verdict: str
    options: tuple[Option, ...]
    value: Value


def check_limits(level: int | str | None, depth: int | None, nodes: int | None) -> None:
    """PointboardError when a level is to be held to a depth or to positions too: it sets these itself, but no time."""
    if level is not None and (depth is not None or nodes is not None):
        raise PointboardError("a level sets depth and positions itself; give it, or depth and nodes")
