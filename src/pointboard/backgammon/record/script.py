"""A game of a record as the turn machine plays it, event by event, and back: rolls stand apart from their plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pointboard.backgammon.board import Side
from pointboard.backgammon.match import Match
from pointboard.backgammon.record.course import Course, replayed
from pointboard.backgammon.record.view import GameView
from pointboard.backgammon.state import Phase, State
from pointboard.backgammon.turns import (
    Accept,
    Begin,
    Event,
    MakePlay,
    Marker,
    NextGame,
    OpeningRoll,
    Resign,
    Roll,
    SetPosition,
    StartRoll,
)

__all__ = ["extend", "script"]


def script(view: GameView) -> Sequence[tuple[Event | None, State]]:
    r"""Each event of a game with the position after it; None for a position set up and a marker, which have no text.

    >>> from pointboard.backgammon.record import mat
    >>> match = mat.parse(" 3 point match\n\n Game 1\n Ann : 0  Bo : 0\n  1) 31: 6/5 8/5  Doubles => 2\n")
    >>> [str(event) for event, _ in script(GameView(match))]
    ['opening roll W3 B1', 'play 8/5 6/5', 'double']
    """
    return tuple(_told(view))


def _told(view: GameView) -> Iterator[tuple[Event | None, State]]:
    before = view.game.start
    for ply in view.game.plies:
        if isinstance(ply.event, Roll):
            yield from _rolled(before, ply.after)
        else:
            if isinstance(ply.event, MakePlay) and before.dice != ply.before.dice:
                yield from _rolled(before, ply.before)
            yield None if isinstance(ply.event, SetPosition | Marker) else ply.event, ply.after
        before = ply.after


def _rolled(before: State, rolled: State) -> Iterator[tuple[Event, State]]:
    """The roll by which one position becomes the other."""
    low, high = rolled.dice
    side = rolled.to_act
    if before.phase is not Phase.OPENING or side is None:
        yield Roll(low, high, side=side), rolled
    elif low == high:
        yield Begin(side), Match(before).apply(Begin(side)).state
        yield Roll(low, high, side=side), rolled
    else:
        white, black = (high, low) if side is Side.WHITE else (low, high)
        yield OpeningRoll(white=white, black=black), rolled


def extend(view: GameView, events: Sequence[Event]) -> GameView:
    """The match of a game gone on with events of the turn machine, from its last game on.

    IllegalMoveError for one that may not happen.

    >>> from pointboard.backgammon.record.view import begin
    >>> from pointboard.backgammon.turns import Double
    >>> game = extend(begin(), [OpeningRoll(white=3, black=1)])
    >>> [ply.text for ply in game.plies]
    ['31:']
    """
    course = replayed(view.match)
    now = course.table or Match(view.game.start)
    for event in events:
        if isinstance(event, Resign):
            course.resign(event.side or now.state.on_roll or Side.WHITE, event.size, match=event.match)
            now = course.table or now
        elif not isinstance(event, Accept):  # a record's resignation is accepted
            now = course.met(now, event)
            then = now.apply(event)
            _go_on(course, event, now.state, then.state)
            now = then
    return GameView(course.match(), view.index)


def _go_on(course: Course, event: Event, before: State, after: State) -> None:
    """One event more; what is no ply in a record, such as the first die of an opening roll, leaves it as it is."""
    match event:
        case OpeningRoll() | Roll():
            if after.to_act is not None:
                low, high = after.dice
                course.roll(after.to_act, (low, high))
        case MakePlay():
            low, high = before.dice
            course.play_moves(event.side, (low, high), event.moves)
        case NextGame():
            course.begin()
        case Begin() | StartRoll():
            pass
        case _:
            course.act(event)
