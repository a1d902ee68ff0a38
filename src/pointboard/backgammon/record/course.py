"""Playing a record out: what a format says goes in, and the turn machine gives every position.

A reader tells a ``Course`` what happened; the rules are asked here, and nowhere in the formats. Whatever came before an
error can be asked for as a match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import NoReturn

from pointboard.backgammon.board import Side
from pointboard.backgammon.match import Match as Table
from pointboard.backgammon.match import Path, Reason, Result, points
from pointboard.backgammon.notation import plays
from pointboard.backgammon.record.analysis import Analysis, Foreign
from pointboard.backgammon.record.faults import AmbiguousPlayError, Place, RecordError, RecordMoveError, Spot
from pointboard.backgammon.record.headers import Headers
from pointboard.backgammon.record.model import GameRecord, MatchRecord, Ply
from pointboard.backgammon.rules import Move, Size
from pointboard.backgammon.rules import plays as legal_plays
from pointboard.backgammon.state import Cube, Length, Modifier, Phase, Score, State
from pointboard.backgammon.turns import (
    Accept,
    Begin,
    Double,
    Event,
    MakePlay,
    NextGame,
    OpeningRoll,
    Pass,
    Resign,
    Roll,
    SetPosition,
)
from pointboard.errors import AmbiguousMoveError, IllegalMoveError, NotationError, PointboardError, PositionError

__all__ = ["Course", "again", "must_move", "replayed"]


class Course:
    """A match while it is played out.

    >>> course = Course(Headers(length=3))
    >>> course.begin()
    >>> course.play_text(Side.WHITE, (3, 1), "8/5 6/5")
    >>> course.match().games[0].state.move_id
    1
    """

    def __init__(self, headers: Headers, text: str = "") -> None:
        """Begin with nothing played; ``text`` is what errors quote."""
        self.headers = headers
        self.text = text
        self.table: Table | None = None
        self.comment = ""
        self.foreign: tuple[Foreign, ...] = ()
        self._games: list[GameRecord] = []
        self._game: GameRecord | None = None
        self._plies: list[Ply] = []
        self._said: list[str] = []  # comments that wait for what they belong to to be finished
        self._crawford = False  # whether the Crawford game has come

    # --- what there is so far ---

    def match(self) -> MatchRecord:
        """The match so far; one game without plies where none has begun."""
        self._settle()
        games = [*self._games, *([] if self._game is None else [self._current()])]
        if not games:
            games = [GameRecord(self._next(None, crawford=None).state)]
        return MatchRecord(self.headers, tuple(games), self.comment, self.foreign)

    @property
    def state(self) -> State:
        """The position now, the start where no game has begun."""
        return self._running().state

    @property
    def plies(self) -> int:
        """The plies of the game so far."""
        return len(self._plies)

    @property
    def last(self) -> Ply:
        """The last ply of the game; there is one."""
        self._settle()
        return self._plies[-1]

    @property
    def games(self) -> int:
        """The games that have begun."""
        return len(self._games) + (self._game is not None)

    @property
    def spot(self) -> Spot:
        """The ply that comes next."""
        return Spot(max(self.games, 1), len(self._plies) + 1)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._running().result is not None

    def _running(self) -> Table:
        if self.table is None:
            raise IllegalMoveError("no game has begun")
        return self.table

    @property
    def begun(self) -> GameRecord:
        """The game as it began, without its plies."""
        self._settle()
        if self._game is None:
            raise IllegalMoveError("no game has begun")
        return self._game

    def _current(self) -> GameRecord:
        return replace(self.begun, plies=tuple(self._plies))

    # --- games ---

    def begin(  # noqa: PLR0913 (what the formats say of a game's beginning)
        self,
        score: Score | None = None,
        *,
        crawford: bool | None = None,
        last: bool = False,
        cube: Cube | None = None,
        comment: str = "",
        foreign: tuple[Foreign, ...] = (),
    ) -> None:
        """Begin the next game, at ``score`` where the record says one.

        After a game that has ended the score follows from it, and so does the Crawford game; PointboardError where the
        record says something else, IllegalMoveError when the match is over.
        """
        self._settle()
        table = self._next(score, crawford=crawford)
        state = table.state
        if crawford is not None and crawford is not state.crawford and self.headers.length != 1:
            wanted, found = ("", " not") if crawford else (" not", "")
            raise PointboardError(f"this is{found} the Crawford game, and the record says that it is{wanted}")
        if last and not state.crawford:
            state = state._replace(length=Length(state.length.points, Modifier.LAST))
        if cube is not None:
            state = state._replace(cube=cube)
        table = replace(table, state=state.check())
        if self._game is not None:
            self._games.append(self._current())
        self.table, self._plies = table, []
        self._crawford |= state.crawford
        self._game = GameRecord(state, number=table.game, comment=comment, foreign=foreign)

    def _next(self, score: Score | None, *, crawford: bool | None) -> Table:
        length, terms, before = self.headers.match_length, self.headers.terms, self.table
        if before is None:
            played = crawford is False and length.points != 1  # to some programs one point is no Crawford game
            return Table.start(length, score=score or Score(), terms=terms, crawford_played=played)
        if before.result is not None:
            table = before.apply(NextGame())
            if score is not None and table.state.score != score:
                follows = ":".join(map(str, table.state.score))
                raise PointboardError(
                    f"expected the score {follows}, which follows from the games before, found {score[0]}:{score[1]}"
                )
            return table
        score = score or before.state.score
        table = Table.start(length, score=score, terms=terms, crawford_played=self._crawford)
        return replace(table, game=before.game + 1)

    # --- plies ---

    def _add(self, event: Event, before: State, table: Table) -> None:
        self._settle()
        self._plies.append(Ply(event, before, table.state))
        self.table = table

    def _rolled(self, side: Side | None, dice: tuple[int, int]) -> Table:
        """The table after the roll; the first of a game may be a doublet, or come after a position set up."""
        table = self._running()
        low, high = sorted(dice)
        if table.state.phase is not Phase.OPENING:
            roll = Roll(low, high, side=side)
            return table.apply(roll)
        if side is None:
            raise IllegalMoveError("it is not known who begins")
        if low == high:
            return table.apply(Begin(side)).apply(Roll(low, high))
        white, black = (high, low) if side is Side.WHITE else (low, high)
        return table.apply(OpeningRoll(white=white, black=black))

    def play_text(self, side: Side | None, dice: tuple[int, int], text: str) -> None:
        """A roll and the play that a text (``notation.plays``, lax) describes; no text stands for "Cannot move"."""
        table = self._lying(side, dice)
        play = plays.parse(text or plays.CANNOT_MOVE, table.state, lax=True)
        self._made(table, play.moves, play.side)

    def play_moves(self, side: Side | None, dice: tuple[int, int], moves: Iterable[Move]) -> None:
        """A roll and the moves made with it, absolute, in any order."""
        table = self._lying(side, dice)
        state = table.state
        self._made(table, tuple(moves), state.last_actor.other if state.last_actor else None)

    def _lying(self, side: Side | None, dice: tuple[int, int]) -> Table:
        """The table with the dice on it: those of a roll that waits to be played, or new ones."""
        state = self._running().state
        waits = self._plies and isinstance(self._plies[-1].event, Roll)
        if not waits:
            return self._rolled(side, dice)
        if tuple(sorted(dice)) != state.dice or (side is not None and state.to_act is not side):
            raise IllegalMoveError("another roll lies on the board")
        return self._running()

    def _made(self, table: Table, moves: tuple[Move, ...], side: Side | None) -> None:
        event = MakePlay(moves, side=side)
        after = table.apply(event)
        self._settle()
        if self._plies and isinstance(self._plies[-1].event, Roll):  # the roll becomes part of the play
            waiting = self._plies.pop()
            self._add(event, table.state, after)
            self.annotate(waiting.comment, waiting.analysis, waiting.foreign)
        else:
            self._add(event, table.state, after)

    def roll(self, side: Side | None, dice: tuple[int, int]) -> None:
        """A roll that is not played, or not yet."""
        before, table = self.state, self._rolled(side, dice)
        state = table.state
        roller = state.last_actor.other if state.last_actor else side
        self._add(Roll(*state.dice, side=roller), before, table)

    def lay(self, side: Side | None, dice: tuple[int, int]) -> None:
        """A roll, unless it lies there."""
        if self._lying(side, dice) is not self.table:
            self.roll(side, dice)

    def take_up(self) -> Ply | None:
        """Take back a roll that waits to be played, as if it had not been made; None if none waits."""
        if not self._plies or not isinstance(self._plies[-1].event, Roll):
            return None
        self._settle()
        roll = self._plies.pop()
        self.table = replace(self._running(), state=roll.before)
        return roll

    def lay_again(self, roll: Ply) -> None:
        """A roll that was taken back lies there again, with all that was said of it."""
        low, high = roll.dice
        self.roll(roll.side, (low, high))
        self.annotate(roll.comment, roll.analysis, roll.foreign)

    def met(self, table: Table, event: Event) -> Table:
        """The table as an event finds it: in a position set up one may double or resign at once, as in any game.

        Until then its phase is that of a first roll, which is how the reference codec goes on.
        """
        fresh = bool(self._plies) and isinstance(self._plies[-1].event, SetPosition)
        if not fresh or not isinstance(event, Double | Resign) or table.state.phase is not Phase.OPENING_ROLLED:
            return table
        return replace(table, state=table.state._replace(phase=Phase.PLAYED))

    def act(self, event: Event) -> None:
        """Anything else: a double and its answers, a forfeit, a position set up, a marker; a side left out is found."""
        before = self.met(self._running(), event)
        if isinstance(event, SetPosition) and before.state.phase is Phase.OPENING:
            if event.side is None:
                raise IllegalMoveError("it is not known who begins")
            before = before.apply(Begin(event.side))
        after = before.apply(event)
        done = before.completed(event)
        self._add(done, before.state, after)

    def resign(self, side: Side, size: Size = Size.SINGLE, *, match: bool = False) -> None:
        """A resignation, which is accepted.

        On the short path nobody resigns while dice lie there: a resignation after a roll goes the long path.
        """
        event = Resign(size, match=match, side=side)
        before = self.met(self._running(), event)
        terms = before.terms._replace(path=Path.LONG) if before.state.dice else before.terms
        offered = replace(before, terms=terms).apply(event)
        self._add(event, before.state, offered)
        self.table = replace(offered.apply(Accept()), terms=before.terms)

    def annotate(self, comment: str = "", analysis: Analysis | None = None, foreign: tuple[Foreign, ...] = ()) -> None:
        """Say something of the last ply; a comment comes behind one that is there."""
        self._settle()
        ply = self._plies[-1]
        said = "\n".join(text for text in (ply.comment, comment) if text)
        self._plies[-1] = replace(
            ply, comment=said, analysis=analysis or ply.analysis, foreign=(*ply.foreign, *foreign)
        )

    def undo(self) -> None:
        """Take back the last ply, which is not what the record says; nothing can follow."""
        self._settle()
        self._plies.pop()

    def keep(self, foreign: Foreign) -> None:
        """Keep something with the game."""
        game = self._current()
        self._game = replace(game, plies=(), foreign=(*game.foreign, foreign))

    def remark(self, comment: str) -> None:
        """Say something of the last ply, of the game before its first, of the match before its first game."""
        if comment:
            self._said.append(comment)

    def _settle(self) -> None:
        """Put the comments that wait where they belong, a line each."""
        if not self._said:
            return
        comment = "\n".join(self._said)
        self._said.clear()
        if self._plies:
            self.annotate(comment)
        elif self._game is not None:
            said = "\n".join(text for text in (self._game.comment, comment) if text)
            self._game = replace(self._game, comment=said)
        else:
            self.comment = "\n".join(text for text in (self.comment, comment) if text)

    # --- results ---

    def won(
        self,
        winner: Side | None,
        written: int,
        resigner: Side | None = None,
        *,
        resigned: bool = False,
        loosely: bool = False,
    ) -> None:
        """The record says that ``winner`` gets ``written`` points; where the game goes on, the other side has resigned.

        Where a double waits it has passed, unless the record says that it has ``resigned``. ``loosely`` takes any
        size for a game that the board has decided, by or against the Jacoby rule.

        IllegalMoveError when the board says something else, or no resignation is worth that.
        """
        table = self._running()
        ended, state = table.result, table.state
        if ended is None:
            loser = resigner or (winner.other if winner else None)
            if loser is None:
                raise IllegalMoveError("it is not known who resigned")
            self._lost(loser, written, resigned=resigned or resigner is not None)
            return
        worth = points(ended, state.cube, state.length, table.terms.rules)
        good = {worth, min(worth, _needed(state, ended.winner, worth))}
        if written not in good and not (loosely and written in {size * state.cube.value for size in Size}):
            raise IllegalMoveError(f"the game is worth {worth}, not {written}")
        if winner is not None and winner is not ended.winner:
            raise IllegalMoveError(f"{ended.winner.name.capitalize()} has won the game")

    def _lost(self, loser: Side, written: int, *, resigned: bool) -> None:
        """A resignation of as many points, or the pass that a record leaves out."""
        state = self.state
        if not resigned and state.phase is Phase.DOUBLED and state.to_act is loser and written == state.cube.value:
            self.act(Pass())
            return
        cube = state.cube.value
        size = next((size for size in Size if size * cube == written), None)
        if size is None:  # a match ends with the points that are needed
            needed = _needed(state, loser.other, written)
            size = next((size for size in Size if written == needed < size * cube), None)
        if size is None:
            raise IllegalMoveError(f"no resignation is worth {written} with the cube at {cube}")
        lost, rules = Result(loser.other, size, Reason.RESIGNED), self._running().terms.rules
        worth = points(lost, state.cube, state.length, rules)
        if written > worth:
            raise IllegalMoveError(f"the game is worth {worth}, not {written}")
        self.resign(loser, size)

    # --- errors ---

    @contextmanager
    def at(self, written: str, where: Place | Callable[[], Place]) -> Iterator[None]:
        """Errors inside of the block are told with the place in the text, which may be looked for then, and the ply."""
        try:
            yield
        except (RecordError, RecordMoveError):
            raise
        except PointboardError as error:
            self._tell(error, written, where if isinstance(where, Place) else where())

    def _tell(self, fault: PointboardError, written: str, place: Place) -> NoReturn:
        try:
            raise fault
        except AmbiguousMoveError as error:
            raise AmbiguousPlayError(
                error.message.split(":", 1)[0], candidates=error.candidates, move=written, spot=self.spot, place=place
            ) from None
        except IllegalMoveError as error:
            raise RecordMoveError(error.message, move=written, spot=self.spot, place=place) from None
        except NotationError as error:
            raise RecordError(error.message, field=error.field, place=place, text=self.text, spot=self.spot) from None
        except PositionError as error:
            raise RecordError(str(error), field="position", place=place, text=self.text, spot=self.spot) from None
        except PointboardError as error:
            raise RecordError(str(error), field="game", place=place, text=self.text) from None


def _needed(state: State, side: Side, most: int) -> int:
    """The points that ``side`` still needs, ``most`` in money play."""
    away = state.away
    return most if away is None else away[list(Side).index(side)]


def must_move(state: State) -> bool:
    """Whether the roll that lies there can be played."""
    found = legal_plays(state)
    return bool(found) and bool(found[0].moves)


def replayed(match: MatchRecord) -> Course:
    """A match played out again from its events alone; the first that may not happen raises RecordMoveError.

    A match is true when it equals the one that comes out.
    """
    course = Course(match.headers)
    course.comment, course.foreign = match.comment, match.foreign
    for game in match.games:
        start = game.start
        with course.at(f"game {game.number}", Place(1, 1)):
            course.begin(
                start.score,
                crawford=start.crawford,
                last=start.length.modifier is Modifier.LAST,
                cube=start.cube,
                comment=game.comment,
                foreign=game.foreign,
            )
        for ply in game.plies:
            with course.at(str(ply.event), Place(1, 1)):
                again(course, ply.event, ply.dice)
            course.annotate(ply.comment, ply.analysis, ply.foreign)
    return course


def again(course: Course, event: Event, dice: tuple[int, ...]) -> None:
    """One event of a record, once more; ``dice`` are those of a play or a roll."""
    side = getattr(event, "side", None)
    if isinstance(event, MakePlay | Roll) and len(dice) != 2:
        raise IllegalMoveError("a play and a roll have two dice")
    if isinstance(event, MakePlay):
        course.play_moves(side, (dice[0], dice[1]), event.moves)
    elif isinstance(event, Roll):
        course.roll(side, (dice[0], dice[1]))
    elif isinstance(event, Resign):
        if side is None:
            raise IllegalMoveError("it is not known who resigned")
        course.resign(side, event.size, match=event.match)
    else:
        course.act(event)
