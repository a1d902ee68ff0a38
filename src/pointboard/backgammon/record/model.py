"""One model for every format: a match, its games, their plies with every position, what is said of them.

Everything is a frozen value. A ply's positions come from the turn machine: ``course.Course`` plays the plies one by
one, and every reader goes through it. Values made by hand need not be true; ``course.replayed`` plays them again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from pointboard.backgammon.board import Side
from pointboard.backgammon.match import Reason, Result, points, score_after
from pointboard.backgammon.notation import plays
from pointboard.backgammon.record.analysis import Analysis, Foreign
from pointboard.backgammon.record.faults import Place, RecordError
from pointboard.backgammon.record.headers import NO_HEADERS, Headers
from pointboard.backgammon.rules import play_of
from pointboard.backgammon.state import Score, State
from pointboard.backgammon.turns import Event, Forfeit, MakePlay, Resign, Roll, SetPosition, result
from pointboard.errors import PointboardError

__all__ = ["EMPTY", "GameRecord", "MatchRead", "MatchRecord", "Ply", "by_its_results", "hopeful"]

_MOST_BAD = 100


@dataclass(frozen=True, slots=True)
class Ply:
    """One thing that a side did: the event, with its side filled in, and the positions before and after it.

    - A play (``MakePlay``) holds its roll in ``before``, as OGID has it: the dice lie there.
    - ``Roll`` is a roll that was never played: the game was resigned or broken off.
    - A resignation (``Resign``) has been accepted: it ends the game.
    - ``Double``, ``Take``, ``Pass``, ``Forfeit``, ``SetPosition`` and ``Marker`` are what their names say.

    ``comment`` is what is said of it, ``analysis`` what other programs said, ``foreign`` what only one format can say.
    """

    event: Event
    before: State
    after: State
    comment: str = ""
    analysis: Analysis | None = None
    foreign: tuple[Foreign, ...] = ()

    @property
    def side(self) -> Side | None:
        """The side that acts; None where nobody does, as in a marker."""
        side = getattr(self.event, "side", None)
        return side if isinstance(side, Side) else None

    @property
    def dice(self) -> tuple[int, ...]:
        """The roll of a play, or the one that was not played; the lower die first, empty for everything else."""
        if isinstance(self.event, MakePlay):
            return self.before.dice
        return self.after.dice if isinstance(self.event, Roll) else ()

    @property
    def text(self) -> str:
        r"""What was done, as players write it.

        >>> from pointboard.backgammon.record import mat
        >>> match = mat.parse(" 3 point match\n\n Game 1\n Ann : 0  Bo : 0\n  1) 31: 6/5 8/5  Doubles => 2\n")
        >>> [ply.text for ply in match.games[0].plies]
        ['31: 8/5 6/5', 'double']
        """
        if isinstance(self.event, MakePlay):
            low, high = self.before.dice
            return f"{high}{low}: {plays.format(play_of(self.before, self.event.moves))}"
        if isinstance(self.event, Roll):
            low, high = self.after.dice
            return f"{high}{low}:"
        return "set position" if isinstance(self.event, SetPosition) else str(self.event)

    @property
    def move(self) -> Event:
        """The event, under the name that tools for any game know."""
        return self.event

    @property
    def clock(self) -> None:
        """No clock: no format of match records here has one."""
        return

    @property
    def mark(self) -> None:
        """No mark of an annotator."""
        return


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game of a match: where it begins, with the score and the Crawford mark, and what happened in it.

    ``start`` is before the opening roll. ``number`` counts from 1; ``comment`` is said before the first ply.
    """

    start: State
    plies: tuple[Ply, ...] = ()
    number: int = 1
    comment: str = ""
    foreign: tuple[Foreign, ...] = ()

    @property
    def state(self) -> State:
        """The position after the last ply."""
        return self.plies[-1].after if self.plies else self.start

    @property
    def ended(self) -> Result | None:
        """How the game ended; None while it goes on, and where it was broken off."""
        if self.plies:
            last = self.plies[-1].event
            if isinstance(last, Resign) and last.side is not None:
                return Result(last.side.other, last.size, Reason.RESIGNED)
            if isinstance(last, Forfeit):
                return Result(last.side.other, reason=Reason.FORFEITED)
        return result(self.state)


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match: headers and at least one game, which may be without plies.

    PointboardError for a match without a game.
    """

    headers: Headers
    games: tuple[GameRecord, ...]
    comment: str = ""
    foreign: tuple[Foreign, ...] = ()

    def __post_init__(self) -> None:
        """There is a game."""
        if not self.games:
            raise PointboardError("expected a match of at least one game, found none")

    def won(self, game: GameRecord) -> int:
        """The points that the winner of ``game`` gets; 0 while it goes on."""
        ended, state = game.ended, game.state
        return 0 if ended is None else points(ended, state.cube, state.length, self.headers.terms.rules)

    @property
    def score(self) -> Score:
        """The score after the last game, with it where it has ended."""
        game = self.games[-1]
        ended, start = game.ended, game.start
        return start.score if ended is None else score_after(start.score, start.length, ended.winner, self.won(game))

    @property
    def winner(self) -> Side | None:
        """The side that has reached the match length; None in money play and while the match goes on."""
        score, length = self.score, self.headers.length
        if not length or max(score) < length:
            return None
        return Side.WHITE if score.white >= length else Side.BLACK

    def plies(self) -> Iterator[tuple[GameRecord, int, Ply]]:
        """Every ply of the match: its game, its number there from 1, and the ply."""
        for game in self.games:
            for number, ply in enumerate(game.plies, 1):
                yield game, number, ply


@dataclass(frozen=True, slots=True)
class MatchRead:
    """A match up to the first error, and the error; None when all of it was read.

    ``losses`` names what the text said and the model does not keep.
    """

    match: MatchRecord
    error: PointboardError | None = None
    losses: tuple[str, ...] = ()

    def checked(self) -> MatchRecord:
        """The match; the error is raised."""
        if self.error is not None:
            raise self.error
        return self.match


EMPTY = MatchRecord(NO_HEADERS, (GameRecord(State.start()),))
"""Money play in which nothing has happened yet."""


def by_its_results(read: Callable[[bool | None], MatchRead]) -> MatchRead:
    """A match as it says itself that it is played, or a money session whose results say otherwise as these say.

    ``read`` reads it with the Jacoby rule that it is given, None for the one that the text says. Match text often does
    not say it, and GNU Backgammon writes its own setting with sessions that it has imported. Of the two readings the
    one that gets further counts.
    """
    found = read(None)
    stated = found.match.headers.jacoby
    if found.error is None or found.match.headers.length:
        return found
    other = read(not stated)
    if other.error is not None and _reach(other.match) <= _reach(found.match):
        return found
    return replace(other, losses=(*other.losses, "jacoby")) if stated else other


def _reach(match: MatchRecord) -> tuple[int, int]:
    return len(match.games), len(match.games[-1].plies)


def hopeful(reads: Iterable[MatchRead]) -> Iterator[MatchRead]:
    """The matches of a text, until a hundred of them are bad; what then comes is the error that says so, and no more.

    A text of 50 MB may hold millions of beginnings of matches, and the place of each error is looked for.

    >>> bad = MatchRead(EMPTY, RecordError("expected a game", field="game", place=Place(1, 1), text=""))
    >>> len(list(hopeful([bad] * 99))), len(list(hopeful([bad] * 1000)))
    (99, 101)
    """
    bad = 0
    for read in reads:
        yield read
        bad += read.error is not None
        if bad == _MOST_BAD:
            message = f"found {bad} bad matches; what comes behind them is not read"
            yield MatchRead(EMPTY, RecordError(message, field="text", place=Place(1, 1), text=""))
            return
