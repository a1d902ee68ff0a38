"""What a report on a game holds: the value of each position, what each move did to it, and the figures that follow.

Values are proved (``table``) or estimated (``search``), and each says which. Figures are made of values of one kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pointboard.baghchal.record.headers import Result
from pointboard.baghchal.record.record import Ply, Record
from pointboard.baghchal.rules import THREEFOLD_DRAW
from pointboard.baghchal.state import Move, Side, State
from pointboard.game import Evidence

__all__ = ["Accuracy", "Bar", "Change", "Judged", "Option", "Report", "Value"]


class Change(StrEnum):
    """What a move did to the value of the position, from the view of the side that made it."""

    KEPT = "kept"
    WIN_TO_DRAW = "win to draw"
    WIN_TO_LOSS = "win to loss"
    DRAW_TO_LOSS = "draw to loss"
    WIN_TO_OPEN = "win to open"
    """By search: a forced win was there, and after the move the search sees none."""
    OPEN_TO_LOSS = "open to loss"
    """By search: the loss was not forced before the move, and is after it."""


class Bar(StrEnum):
    """What the record's rule about repetition does to a move; a proved value knows nothing of it."""

    DRAWS = "draws"
    """It brings the third occurrence of a position, and so a draw at once."""
    FORBIDDEN = "forbidden"
    """It brings back an earlier position, which superko does not allow."""


@dataclass(frozen=True, slots=True)
class Value:
    """What is known of a position.

    By table ``winner`` is who wins with best play, None for a draw; ``plies`` are those to the end, None for a draw and
    where no distance is known. By search ``winner`` and ``plies`` are those of a forced win, None where the search sees
    none; ``score`` is in hundredths of a goat, positive where it is better for the goats, and ``depth`` is in plies. A
    finished game has 0 plies to go.
    """

    winner: Side | None
    plies: int | None
    evidence: Evidence
    score: int | None = None
    depth: int | None = None

    @property
    def proved(self) -> bool:
        """Whether a table holds it."""
        return self.evidence is Evidence.TABLE

    def standing(self, side: Side) -> int:
        """1 where ``side`` wins, -1 where it loses, 0 for a draw and where nothing is decided."""
        return 0 if self.winner is None else 1 if self.winner is side else -1


@dataclass(frozen=True, slots=True)
class Option:
    """A move that could be played, and its value from before the move: plies count the move itself."""

    move: Move
    value: Value
    bar: Bar | None = None

    def standing(self, side: Side) -> int:
        """As ``Value.standing``; a move that draws at once is worth a draw."""
        return 0 if self.bar is Bar.DRAWS else self.value.standing(side)


@dataclass(frozen=True, slots=True)
class Judged:
    """A move of the game with what was possible in its place.

    ``options`` are the moves that were looked at, the best first: by table all legal ones, by search the best few and
    the one that was played. ``number`` counts the moves of its side. ``known`` is a forced win that another search of
    the game saw in the position before the move; the options may know less.
    """

    ply: int
    side: Side
    number: int
    said: Ply
    before: State
    after: State
    options: tuple[Option, ...]
    known: Value | None = None

    @property
    def move(self) -> Move:
        """The move that was played."""
        return self.said.move

    @property
    def played(self) -> Option:
        """The option that was played."""
        return next(option for option in self.options if option.move == self.move)

    @property
    def allowed(self) -> tuple[Option, ...]:
        """The options that the record's rule about repetition leaves, the best first."""
        left = [option for option in self.options if option.bar is not Bar.FORBIDDEN]
        return tuple(sorted(left, key=lambda option: -option.standing(self.side)))

    @property
    def best(self) -> Option:
        """The best of the allowed options."""
        return self.allowed[0]

    @property
    def evidence(self) -> Evidence:
        """How the move is judged."""
        return self.played.value.evidence

    @property
    def before_standing(self) -> int:
        """What the side could have: 1 a win, -1 only a loss, 0 a draw, or nothing decided."""
        return self.best.standing(self.side) if self.known is None else self.known.standing(self.side)

    @property
    def after_standing(self) -> int:
        """What the side has after the move; by search a loss that was forced stays one."""
        return -1 if self.before_standing < 0 else self.played.standing(self.side)

    @property
    def change(self) -> Change:
        """What the move did to the value."""
        proved = self.evidence is Evidence.TABLE
        before, after = self.before_standing, self.after_standing
        if before == after:
            return Change.KEPT
        if before == 1 and after == -1:
            return Change.WIN_TO_LOSS
        if before == 1:
            return Change.WIN_TO_DRAW if proved else Change.WIN_TO_OPEN
        return Change.DRAW_TO_LOSS if proved else Change.OPEN_TO_LOSS

    @property
    def slip(self) -> int | None:
        """Plies given away inside a decided game: a win that takes longer, a loss that comes sooner; None otherwise."""
        best, played = self.best, self.played
        standing = played.standing(self.side)
        if not standing or self.change is not Change.KEPT or best.value.plies is None or played.value.plies is None:
            return None
        return standing * (played.value.plies - best.value.plies)

    @property
    def loss(self) -> int | None:
        """By search, where nothing is forced: hundredths of a goat less than the best move's; None otherwise."""
        best, played = self.best.value, self.played.value
        if best.score is None or played.score is None or (self.known or best).winner or played.winner:
            return None
        return abs(best.score - played.score)

    @property
    def better(self) -> tuple[Option, ...]:
        """What was better: after a mistake the moves that keep the value, else those that win sooner or lose later.

        By search the better moves of those that were looked at.
        """
        if self.change is not Change.KEPT:
            best, played = self.best.standing(self.side), self.played.standing(self.side)
            return tuple(option for option in self.allowed if played < option.standing(self.side) == best)
        before = self.allowed[: self.allowed.index(self.played)]
        if self.slip is not None:
            return tuple(option for option in before if option.value.plies != self.played.value.plies)
        return () if self.evidence is Evidence.TABLE else before

    @property
    def slowest(self) -> bool:
        """By table: whether of several ways to win, not all equally long, the longest was played."""
        if not self.slip or self.played.standing(self.side) < 1 or not self.played.value.proved:
            return False
        ways = [option.value.plies for option in self.allowed if option.standing(self.side) == 1]
        return all(plies is not None and plies <= (self.played.value.plies or 0) for plies in ways)

    @property
    def could_err(self) -> bool:
        """Whether some allowed move would have made the proved value worse."""
        standings = {option.standing(self.side) for option in self.allowed}
        return self.evidence is Evidence.TABLE and len(standings) > 1


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How a side played.

    Of its ``proved`` moves ``kept`` kept the proved value; ``chances`` is the number of proved moves in whose place
    some other could have lost it. ``searched`` moves were judged by search and count for nothing here; ``loss`` is what
    they gave away together, in hundredths of a goat, by the estimate of the search.
    """

    side: Side
    proved: int
    kept: int
    chances: int
    searched: int
    loss: int

    @property
    def mistakes(self) -> int:
        """Proved moves that made the value worse."""
        return self.proved - self.kept

    @property
    def share(self) -> float | None:
        """The share of proved moves that kept the value; None where there is none."""
        return self.kept / self.proved if self.proved else None

    @property
    def share_of_chances(self) -> float | None:
        """The same over the moves in whose place a mistake was possible."""
        return (self.chances - self.mistakes) / self.chances if self.chances else None

    @classmethod
    def of(cls, side: Side, moves: tuple[Judged, ...]) -> Accuracy:
        """The accuracy of a side in a game."""
        own = [move for move in moves if move.side is side]
        proved = [move for move in own if move.evidence is Evidence.TABLE]
        return cls(
            side=side,
            proved=len(proved),
            kept=sum(move.change is Change.KEPT for move in proved),
            chances=sum(move.could_err for move in proved),
            searched=len(own) - len(proved),
            loss=sum(move.loss or 0 for move in own),
        )


@dataclass(frozen=True, slots=True)
class Report:
    """A game, the value of each of its positions, and what each move did to it.

    ``values`` are one more than the moves, the start first. ``nodes`` is how many positions a search may look at.
    """

    record: Record
    values: tuple[Value, ...]
    moves: tuple[Judged, ...]
    nodes: int

    @property
    def result(self) -> Result | None:
        """The result of the game, on the board or declared; None while there is none."""
        return self.record.result

    @property
    def accuracy(self) -> tuple[Accuracy, Accuracy]:
        """How the goats and how the tigers played."""
        return Accuracy.of(Side.GOAT, self.moves), Accuracy.of(Side.TIGER, self.moves)

    @property
    def mistakes(self) -> tuple[Judged, ...]:
        """The moves that made the value worse, by table and by search."""
        return tuple(move for move in self.moves if move.change is not Change.KEPT)

    @property
    def decisive(self) -> Judged | None:
        """The last move at which the result changed hands; None where it never did."""
        mistakes = self.mistakes
        return mistakes[-1] if mistakes else None

    @property
    def searched(self) -> bool:
        """Whether a value or a move is known by search."""
        known = [*self.values, *(move.played.value for move in self.moves)]
        return any(not value.proved for value in known)

    @property
    def by_repetition(self) -> bool:
        """Whether the third occurrence of a position drew the game."""
        return self.record.outcome() == THREEFOLD_DRAW
