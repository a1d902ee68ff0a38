"""The turn machine: whether an event may happen in a position, and the position after it.

Every function takes a possible position and raises PositionError, with every problem, for one that cannot be. The
positions it gives are possible again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import product
from typing import cast

from pointboard.backgammon.board import Side
from pointboard.backgammon.rules import Size, outcome, play_of, plays
from pointboard.backgammon.state import PHASES, Phase, State
from pointboard.backgammon.turns.ends import USUAL_TERMS, Path, Reason, Result, Terms, result, terms_of
from pointboard.backgammon.turns.events import (
    Accept,
    Acted,
    Beaver,
    Begin,
    Close,
    Double,
    Event,
    EventKind,
    Forfeit,
    MakePlay,
    Marker,
    NextGame,
    OpeningRoll,
    Pass,
    Resign,
    Roll,
    StartRoll,
    Take,
)
from pointboard.backgammon.turns.steps import DIE_FACES, Case, name_of
from pointboard.backgammon.turns.table import Actor, Row, row_of
from pointboard.errors import IllegalMoveError
from pointboard.scan import instance

__all__ = ["apply", "apply_all", "completed", "legal_events", "refusal"]


def _actor(row: Row, state: State) -> Side | None:
    """The side whose event the row is; for ``EITHER`` the one that is meant when none is named."""
    if row.actor is Actor.TO_ACT:
        return state.to_act
    return None if state.last_actor is None else state.last_actor.other


def _sided(row: Row, state: State, event: Event) -> Event:
    """The event with its side filled in, where there is one to fill in."""
    if isinstance(event, Acted | Marker) and event.side is None:
        return replace(event, side=_actor(row, state))
    return event


def _over(state: State) -> str | None:
    over = outcome(state)
    return None if over is None else f"the game is over: {name_of(over.winner)} has borne off"


def _side_fault(row: Row, state: State, side: Side | None) -> str | None:
    """Why ``side`` may not be the actor."""
    if row.actor is Actor.NOBODY or (row.actor is Actor.EITHER and side is not None):
        return None
    actor = _actor(row, state)
    if actor is None:
        return _over(state) or "it is not known who acted last"
    return None if side is actor else f"it is {name_of(actor)}'s turn"


def _place_fault(event: Event, state: State, path: Path) -> str:
    """Why there is no row for the event."""
    for other in Path:
        if row_of(event.kind, state.phase, other):
            return f"{event.kind} in phase {state.phase} belongs to the {other} path, not the {path} one"
    ended = _over(state) if state.phase is Phase.PLAYED else None
    return ended or f"no {event.kind} now: {PHASES[state.phase].meaning}"


def _after(state: State, event: Event, terms: Terms) -> State | str:
    """The position after the event, or the reason why it may not happen."""
    terms = terms_of(terms)
    row = row_of(event.kind, state.phase, terms.path)
    if row is None:
        return _place_fault(event, state, terms.path)
    event = _sided(row, state, event)
    side: Side | None = getattr(event, "side", None)
    fault = _side_fault(row, state, side)
    case = Case(state, event, cast("Side", side), terms)  # the steps of a row for nobody do not look at it
    for need in row.needs:
        fault = fault or need.fault(case)
    if fault:
        return fault
    after = row.effect(case)
    if len(row.targets) == 1:
        after = after._replace(phase=row.targets[0])
    problems = "; ".join(f"{problem.field}: {problem.message}" for problem in after.status())
    return f"the position after it cannot be: {problems}" if problems else after


def refusal(state: State, event: Event, terms: Terms = USUAL_TERMS) -> str | None:
    """Why the event may not happen in ``state``, in words; None when it may.

    >>> start = State.start()
    >>> refusal(start, Double()), refusal(start, OpeningRoll(white=3, black=1))
    ('no double now: before the opening roll', None)
    """
    after = _after(instance(State, state).check(), instance(Event, event), terms)
    return after if isinstance(after, str) else None


def apply(state: State, event: Event, terms: Terms = USUAL_TERMS) -> State:
    """The position after the event; IllegalMoveError with the reason when it may not happen.

    >>> from pointboard.backgammon.notation import ogid
    >>> state = ogid.parse("1:o:N0N::B:C:0:0:7:30")
    >>> doubled = apply(state, Double())
    >>> ogid.format(doubled), ogid.format(apply(doubled, Take()))
    ('1:o:N0O::W:D:0:0:7:30', '1:o:B1T::B:A:0:0:7:30')
    """
    after = _after(instance(State, state).check(), instance(Event, event), terms)
    if isinstance(after, str):
        raise IllegalMoveError(after, move=str(event))
    return after


def apply_all(state: State, events: Iterable[Event], terms: Terms = USUAL_TERMS) -> State:
    """The position after a row of events; IllegalMoveError with the number (from 1) of the first that may not happen.

    A marker is a note: what follows it goes on from the position before it.

    >>> apply_all(State.start(), [Begin(Side.BLACK), Roll(6, 6)]).dice
    (6, 6)
    """
    for ply, event in enumerate(events, 1):
        try:
            after = apply(state, event, terms)
        except IllegalMoveError as error:
            raise IllegalMoveError(error.message, move=error.move, ply=ply) from None
        if not isinstance(event, Marker):
            state = after
    return state


def completed(state: State, event: Event, terms: Terms = USUAL_TERMS) -> Event:
    """A legal event with everything filled in that follows from the position, as ``legal_events`` has it.

    That is the side that acts, the lower die first, the result of the game, and of two ways to play to the same board
    the one that ``rules.plays`` gives. IllegalMoveError with the reason when the event may not happen.

    >>> str(completed(State.start()._replace(phase=Phase.PLAYED), Roll(4, 2)))
    'roll 24'
    """
    apply(state, event, terms)
    terms = terms_of(terms)
    row = row_of(event.kind, state.phase, terms.path)
    event = event if row is None else _sided(row, state, event)
    if isinstance(event, Roll):
        return replace(event, first=min(event.first, event.second), second=max(event.first, event.second))
    if isinstance(event, MakePlay):
        return replace(event, moves=play_of(state, event.moves).moves)
    if isinstance(event, NextGame):
        return NextGame(event.result or result(state))
    return event


def _opening_rolls(_state: State) -> Iterable[Event]:
    dice = (None, *DIE_FACES)
    return (OpeningRoll(white, black) for white, black in product(dice, dice))


def _next_games(state: State) -> Iterable[Event]:
    said = result(state)
    if said is not None:
        return (NextGame(said),)
    return (NextGame(Result(winner, size, Reason.RESIGNED)) for winner, size in product(Side, Size))


# What may be tried of each kind. A position set up by hand and a marker can come nearly anywhere and are not listed.
_CHOICES: dict[EventKind, Callable[[State], Iterable[Event]]] = {
    EventKind.OPENING_ROLL: _opening_rolls,
    EventKind.BEGIN: lambda _: map(Begin, Side),
    EventKind.START_ROLL: lambda _: (StartRoll(),),
    EventKind.ROLL: lambda _: (Roll(low, high) for high in DIE_FACES for low in DIE_FACES if low <= high),
    EventKind.PLAY: lambda state: (MakePlay(play.moves, side=play.side) for play in plays(state)),
    EventKind.DOUBLE: lambda _: (Double(),),
    EventKind.TAKE: lambda _: (Take(),),
    EventKind.PASS: lambda _: (Pass(),),
    EventKind.BEAVER: lambda _: (Beaver(),),
    EventKind.RESIGN: lambda _: (Resign(size, match=m, side=x) for x, m, size in product(Side, (False, True), Size)),
    EventKind.ACCEPT: lambda _: (Accept(size, last=last) for last, size in product((False, True), (*Size, None))),
    EventKind.FORFEIT: lambda _: map(Forfeit, Side),
    EventKind.CLOSE: lambda _: map(Close, (False, True)),
    EventKind.NEXT_GAME: _next_games,
}


def legal_events(state: State, terms: Terms = USUAL_TERMS) -> tuple[Event, ...]:
    """Every event that may happen now, with everything filled in, in the order of ``EventKind``.

    All rolls and all plays are among them. Two kinds are not listed: ``SetPosition``, whose boards are without number,
    and ``Marker``, at which nothing happens; ``refusal`` judges them too.

    >>> from pointboard.backgammon.notation import ogid
    >>> [str(event) for event in legal_events(ogid.parse("1:o:N0O::W:D:0:0:7:30"))][:2]
    ['take', 'pass']
    """
    instance(State, state).check()
    terms = terms_of(terms)
    found: list[Event] = []
    for kind, choices in _CHOICES.items():
        row = row_of(kind, state.phase, terms.path)
        if row is None:
            continue
        events = (_sided(row, state, event) for event in choices(state))
        # The rules have judged the plays.
        found += [e for e in events if kind is EventKind.PLAY or not isinstance(_after(state, e, terms), str)]
    return tuple(found)
