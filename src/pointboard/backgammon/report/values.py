"""What a report holds: every decision and roll with its figures, the course of the match, what each side adds up to.

Equities and losses are in points for each point on the cube as it stood at the decision; in a match they are scaled so
that 1 and -1 are the match after a plain win and a plain loss of that cube (what players call EMG). They are those of
the side that decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pointboard.backgammon.board import Side
from pointboard.backgammon.engine import met
from pointboard.backgammon.engine.source import stake_of
from pointboard.backgammon.record.model import GameRecord, MatchRecord, Ply
from pointboard.backgammon.state import State
from pointboard.errors import PointboardError
from pointboard.values import Chances, Known

__all__ = [
    "BLUNDER",
    "DOUBTFUL",
    "ERROR",
    "RATING",
    "Act",
    "CubeError",
    "Decision",
    "Game",
    "Luck",
    "Mark",
    "Moment",
    "Option",
    "Report",
    "Tally",
    "match_chance",
    "match_weight",
]

DOUBTFUL, ERROR, BLUNDER = 0.02, 0.04, 0.08
"""What a decision loses at least to get each mark."""

RATING = 500
"""The performance rating is so many times the mean loss of a counted decision."""


class Mark(StrEnum):
    """How bad a mistake is."""

    NONE = ""
    DOUBTFUL = "doubtful"
    ERROR = "error"
    BLUNDER = "blunder"

    @staticmethod
    def of(loss: float) -> Mark:
        """The mark of a loss; what is shown to be 0.020 is doubtful.

        >>> [Mark.of(loss).value for loss in (0.0, 0.0194, 0.02, 0.04, 0.08)]
        ['', '', 'doubtful', 'error', 'blunder']
        """
        rounded = round(loss, 6)
        bounds = ((BLUNDER, Mark.BLUNDER), (ERROR, Mark.ERROR), (DOUBTFUL, Mark.DOUBTFUL))
        return next((mark for bound, mark in bounds if rounded >= bound), Mark.NONE)


class Act(StrEnum):
    """What was decided."""

    PLAY = "play"
    NO_DOUBLE = "no double"
    DOUBLE = "double"
    TAKE = "take"
    PASS = "pass"  # noqa: S105 (no password)
    RESIGN = "resign"
    ACCEPT = "accept"
    """A resignation was accepted."""

    @property
    def cube(self) -> bool:
        """Whether the cube was decided about."""
        return self in (Act.NO_DOUBLE, Act.DOUBLE, Act.TAKE, Act.PASS)


class CubeError(StrEnum):
    """What a wrong decision about the cube was."""

    MISSED_DOUBLE = "missed double"
    """It did not double, and should have: the other side takes."""
    MISSED_CASH = "missed double and pass"
    """It did not double, and should have: the other side passes."""
    WRONG_DOUBLE = "wrong double"
    """It doubled, and should have waited."""
    TOO_GOOD = "double when too good"
    """It doubled, and should have played on for a gammon."""
    WRONG_TAKE = "wrong take"
    WRONG_PASS = "wrong pass"  # noqa: S105 (no password)


class Option(NamedTuple):
    """What could be done: a play in the notation of plays or a word, its equity, who says so, the chances if known.

    ``loss`` is what it gives away against the best, 0 or more.
    """

    name: str
    equity: float
    loss: float
    known: Known
    chances: Chances | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision and what it lost.

    ``game`` is the number of its game and ``ply`` that of the ply in it, both from 1; ``state`` is where it was made,
    the dice of a play in it. ``options`` are ranked, the best first, the played one among them; of many plays the best
    few. ``legal`` is how many there were; ``counted`` whether it counts for the performance rating; ``error`` what kind
    of cube error it is.
    """

    game: int
    ply: int
    side: Side
    act: Act
    state: State
    played: Option
    options: tuple[Option, ...]
    legal: int
    counted: bool
    error: CubeError | None = None

    @property
    def loss(self) -> float:
        """What was given away."""
        return self.played.loss

    @property
    def mark(self) -> Mark:
        """How bad that is."""
        return Mark.of(self.loss)

    @property
    def best(self) -> Option:
        """The best of what could be done."""
        return self.options[0]

    @property
    def match_loss(self) -> float | None:
        """The chance of winning the match that was given away, 0 to 1; None for money."""
        weight = match_weight(self.state, self.side)
        return None if weight is None else self.loss * weight


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of a roll.

    ``luck`` is what the roll is worth above the mean of all that could come, for the side that rolled; ``known`` says
    by whose word.
    """

    game: int
    ply: int
    side: Side
    dice: tuple[int, ...]
    luck: float
    known: Known


class Moment(NamedTuple):
    """The chance of White after a ply (0: the start of the game) to win the match, in money play this game."""

    game: int
    ply: int
    chance: float


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was judged, in the order of its plies."""

    record: GameRecord
    decisions: tuple[Decision, ...]
    rolls: tuple[Luck, ...]
    course: tuple[Moment, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """What a side's decisions and rolls add up to.

    ``plays`` and ``cubes`` are the decisions that count, ``play_loss`` and ``cube_loss`` what they lost together.
    """

    side: Side
    plays: int
    cubes: int
    play_loss: float
    cube_loss: float
    match_loss: float | None
    luck: float
    rolls: int
    marks: tuple[tuple[Mark, int], ...]
    cube_errors: tuple[tuple[CubeError, int, float], ...]

    @property
    def counted(self) -> int:
        """The decisions that count."""
        return self.plays + self.cubes

    @property
    def loss(self) -> float:
        """What they lost together."""
        return self.play_loss + self.cube_loss

    @property
    def rating(self) -> float | None:
        """The performance rating: 500 times the mean loss of a decision that counts; the lower the better.

        None where none counts.
        """
        return RATING * self.loss / self.counted if self.counted else None

    @property
    def play_rating(self) -> float | None:
        """The same of checker plays alone."""
        return RATING * self.play_loss / self.plays if self.plays else None

    @property
    def cube_rating(self) -> float | None:
        """The same of the cube alone."""
        return RATING * self.cube_loss / self.cubes if self.cubes else None

    @classmethod
    def of(cls, side: Side, games: tuple[Game, ...]) -> Tally:
        """What ``side`` did in these games."""
        own = [one for game in games for one in game.decisions if one.side is side]
        counted = [one for one in own if one.counted]
        rolls = [roll.luck for game in games for roll in game.rolls if roll.side is side]
        lost = [one.match_loss for one in counted]
        errors = [(kind, [one.loss for one in own if one.error is kind]) for kind in CubeError]
        return cls(
            side=side,
            plays=sum(one.act is Act.PLAY for one in counted),
            cubes=sum(one.act.cube for one in counted),
            play_loss=sum(one.loss for one in counted if one.act is Act.PLAY),
            cube_loss=sum(one.loss for one in counted if one.act.cube),
            match_loss=None if None in lost else sum(one or 0.0 for one in lost),
            luck=sum(rolls),
            rolls=len(rolls),
            marks=tuple((mark, sum(one.mark is mark for one in own)) for mark in Mark if mark is not Mark.NONE),
            cube_errors=tuple((kind, len(found), sum(found)) for kind, found in errors if found),
        )


@dataclass(frozen=True, slots=True)
class Report:
    """A match, its games as they were judged, and by whom.

    ``level`` is the level of the decisions and ``luck_level`` that of the luck, None where no luck was asked for;
    ``notes`` are sentences about what must be known besides.
    """

    record: MatchRecord
    games: tuple[Game, ...]
    level: Known
    luck_level: Known | None
    notes: tuple[str, ...] = ()

    @property
    def tallies(self) -> tuple[Tally, Tally]:
        """White's and Black's."""
        return Tally.of(Side.WHITE, self.games), Tally.of(Side.BLACK, self.games)

    def decisions(self) -> Iterator[Decision]:
        """Every decision of the match."""
        for game in self.games:
            yield from game.decisions

    @property
    def mistakes(self) -> tuple[Decision, ...]:
        """The decisions that have a mark."""
        return tuple(one for one in self.decisions() if one.mark is not Mark.NONE)

    def ply(self, decision: Decision) -> Ply:
        """The ply of the record at which a decision was made."""
        return self.games[decision.game - 1].record.plies[decision.ply - 1]


def match_chance(state: State, side: Side, equity: float) -> float | None:
    """The chance of ``side`` to win the match that an equity at ``state`` means; None for money, and beyond the table.

    >>> from pointboard.backgammon.notation import ogid
    >>> match_chance(ogid.parse("11ccccchhhjjjjj:66666888dddddoo:N0N::W:C:0:0:7:0"), Side.BLACK, 0.0)
    0.5
    """
    found = _swing(state, side)
    if found is None:
        return None
    return min(max(((found.win - found.lose) * equity + found.win + found.lose) / 2, 0.0), 1.0)


def match_weight(state: State, side: Side) -> float | None:
    """The chance of winning the match that an equity of 1 stands for at ``state``; None as in ``match_chance``."""
    found = _swing(state, side)
    return None if found is None else (found.win - found.lose) / 2


def _swing(state: State, side: Side) -> met.Swing | None:
    stake = stake_of(state, side)
    if stake.away is None:
        return None
    try:
        return met.swing(*stake.away, stake.value, crawford=state.crawford, post=state.post_crawford)
    except PointboardError:  # farther away than the table reaches
        return None
