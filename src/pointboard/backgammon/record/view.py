"""Each game of a match in the shape that tools for any game's records know (``pointboard.game.RecordLike``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pointboard.backgammon.board import Side
from pointboard.backgammon.match import Reason
from pointboard.backgammon.record.course import Course, again, replayed
from pointboard.backgammon.record.headers import Headers, items
from pointboard.backgammon.record.model import GameRecord, MatchRead, MatchRecord, Ply
from pointboard.backgammon.rules import Size
from pointboard.backgammon.state import Cube, Length, Modifier, Owner, Phase, State
from pointboard.backgammon.turns import Double, Event, Resign, SetPosition
from pointboard.errors import IllegalMoveError, PointboardError
from pointboard.scan import member, refused

__all__ = ["GameOutcome", "GameRead", "GameView", "begin", "conclude", "headers", "matches_of", "reads", "told"]


class GameOutcome(NamedTuple):
    """How a game of a match ended: the winner, and how and for how many points in words."""

    winner: Side
    reason: str


_SIZES = {Size.SINGLE: "a single game", Size.GAMMON: "a gammon", Size.BACKGAMMON: "a backgammon"}


@dataclass(frozen=True, slots=True)
class GameView:
    """One game of a match; ``index`` counts from 0."""

    match: MatchRecord
    index: int = 0

    @property
    def game(self) -> GameRecord:
        """The game."""
        return self.match.games[self.index]

    @property
    def plies(self) -> Sequence[Ply]:
        """What happened, in order."""
        return self.game.plies

    @property
    def comment(self) -> str:
        """What is said before the first ply, of the match too where it is its first game."""
        said = (self.match.comment if self.index == 0 else "", self.game.comment)
        return "\n".join(text for text in said if text)

    @property
    def state(self) -> State:
        """The position after the last ply."""
        return self.game.state

    @property
    def result(self) -> str | None:
        """The winner and the points, such as ``W+2``; None while the game goes on."""
        ended = self.game.ended
        return None if ended is None else f"{ended.winner}+{self.match.won(self.game)}"

    def positions(self) -> Sequence[State]:
        """The start, before the opening roll, and the position after each ply."""
        return (self.game.start, *(ply.after for ply in self.game.plies))

    def outcome(self) -> GameOutcome | None:
        """How the game ended; None while it goes on."""
        ended, won = self.game.ended, self.match.won(self.game)
        if ended is None:
            return None
        words = "double passed" if ended.reason is Reason.PASSED else f"{_SIZES[ended.size]}, {ended.reason}"
        return GameOutcome(ended.winner, f"{words}, {won} point{'' if won == 1 else 's'}")

    def _course(self) -> Course:
        """The match up to here, played out again."""
        match = self.match
        return replayed(replace(match, games=match.games[: self.index + 1]))

    def legal(self) -> tuple[Event, ...]:
        """Every event that may happen now; a roll and its play are two of them."""
        table = self._course().table
        return () if table is None or table.result is not None else table.legal_events()

    def refusal(self, move: Event) -> str | None:
        """Why an event may not happen now; None when it may."""
        try:
            self.play(move)
        except IllegalMoveError as error:
            return error.message
        return None

    def play(self, move: Event) -> GameView:
        """The game with one more event; IllegalMoveError when it may not happen.

        A play is one of the roll that waits there.
        """
        course = self._course()
        again(course, move, course.state.dice or _dice(move))
        match = course.match()
        return GameView(replace(match, games=(*match.games, *self.match.games[self.index + 1 :])), self.index)

    def head(self, plies: int) -> GameView:
        """The game of the first plies alone, and nothing behind it."""
        game = replace(self.game, plies=self.game.plies[:plies])
        return GameView(replace(self.match, games=(*self.match.games[: self.index], game)), self.index)


def _dice(event: Event) -> tuple[int, ...]:
    first, second = getattr(event, "first", None), getattr(event, "second", None)
    return () if first is None or second is None else (first, second)


class GameRead(NamedTuple):
    """One game as far as it could be read, and the error that stopped the reading."""

    record: GameView
    error: PointboardError | None


def reads(found: Iterable[MatchRead]) -> Iterator[GameRead]:
    """Each game of matches that were read; the error of a match is that of its last game."""
    for read in found:
        last = len(read.match.games) - 1
        for index in range(last + 1):
            yield GameRead(GameView(read.match, index), read.error if index == last else None)


def matches_of(views: Sequence[GameView]) -> list[MatchRecord]:
    """The matches that games belong to, each once, in order: what a format writes."""
    found: list[MatchRecord] = []
    for view in views:
        if not any(view.match is match for match in found):
            found.append(view.match)
    return found


def told(ply: Ply, before: State) -> tuple[str, str]:
    """The side that acts, "-" for nobody, and what it does, as people read it."""
    del before
    return str(ply.side or "-"), ply.text


def headers(view: GameView) -> tuple[tuple[str, str], ...]:
    """The headers of the match, and of the game its number and the score at its start."""
    start = view.game.start
    about = [("Game", str(view.game.number)), ("Score", f"{start.score.white}-{start.score.black}")]
    return (*items(view.match.headers), *about, *([("Crawford game", "yes")] if start.crawford else []))


def begin(
    start: State | None = None,
    headers: Mapping[str, str] | None = None,
    players: Mapping[str, str] | None = None,
    repetition: str = "none",
) -> GameView:
    """The first game of a match without plies, from the start of a game; ``players`` are the names of "W" and "B".

    A ``start`` in which a side is to roll, to play or to answer a double is set up first, which is a ply of its own,
    and the roll or the double another.
    NotationError for another player or policy, and for any other start.
    """
    state = State.start() if start is None else start.check()
    if repetition != "none":
        raise refused("repetition", "none", repetition)
    names = {member(Side, side, "players"): name for side, name in (players or {}).items()}
    known = Headers(
        white=names.get(Side.WHITE, ""),
        black=names.get(Side.BLACK, ""),
        length=state.length.points,
        extra=tuple((headers or {}).items()),
    )
    if state.phase is Phase.OPENING and not state.dice:
        if state.length.points == 1:  # its only game is the Crawford game, as every record begins it
            state = state._replace(length=Length(1, Modifier.CRAWFORD))
        return GameView(MatchRecord(known, (GameRecord(state),)))
    return GameView(_set_up(known, state))


_GOING_ON = (
    Phase.OPENING_ROLLED, Phase.ROLLED, Phase.PLAYED, Phase.TAKEN, Phase.ROLLING, Phase.DOUBLED,
)  # fmt: skip


def _set_up(known: Headers, state: State) -> MatchRecord:
    """A match whose game begins with a position set up, and with the roll that lies there or the double that waits."""
    if state.on_roll is None or state.phase not in _GOING_ON:
        raise refused("start", "the start of a game, or a position in which to roll, to play or to answer a double",
                      state.phase.value)  # fmt: skip
    owner, exponent, _ = state.cube
    course, owned = Course(known), owner in (Owner.WHITE, Owner.BLACK)
    last = state.length.modifier is Modifier.LAST
    course.begin(state.score, crawford=state.crawford, last=last, cube=None if owned else Cube(owner, exponent))
    course.act(SetPosition(state.board, state.on_roll, Cube(owner, exponent) if owned else None))
    if state.dice:
        low, high = state.dice
        course.roll(state.on_roll, (low, high))
    if state.phase is Phase.DOUBLED:
        course.act(Double(side=state.on_roll))
    return course.match()


def conclude(record: GameView, winner: str | None, termination: str) -> GameView:
    """The game with its end declared: the other side resigns a single game.

    PointboardError for a draw, which backgammon does not know, and for another termination than "resignation".
    """
    if winner is None or termination != "resignation":
        raise PointboardError("a game of backgammon ends by resignation or on the board")
    return record.play(Resign(Size.SINGLE, side=member(Side, winner, "winner").other))
