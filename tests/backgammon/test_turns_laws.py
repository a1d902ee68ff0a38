"""The laws of the turn machine, for every position and path: what is listed applies, what applies is listed."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pointboard.backgammon.board import Side, Variant
from pointboard.backgammon.rules import Move, Size
from pointboard.backgammon.state import Cube, Length, MatchRules, Modifier, Owner, Phase, State
from pointboard.backgammon.turns import (
    Accept,
    Beaver,
    Begin,
    Close,
    Double,
    Event,
    Forfeit,
    MakePlay,
    Mark,
    Marker,
    NextGame,
    OpeningRoll,
    Pass,
    Path,
    Reason,
    Resign,
    Result,
    Roll,
    SetPosition,
    StartRoll,
    Take,
    Terms,
    apply,
    completed,
    legal_events,
    refusal,
)
from pointboard.backgammon.turns.table import row_of
from pointboard.errors import IllegalMoveError
from pointboard.testing.backgammon import boards, states

W, B = Side
SIDES = (None, W, B)
RESULTS = [None, *(Result(*fields) for fields in product(Side, Size, Reason))]
# Every event but positions and markers, and a few plays: right ones and wrong ones, with and without a side.
UNIVERSE: list[Event] = [
    *(OpeningRoll(*dice) for dice in product((None, *range(8)), repeat=2)),
    *map(Begin, Side),
    *map(Forfeit, Side),
    *(kind(side=side) for kind in (StartRoll, Double, Take, Pass, Beaver) for side in SIDES),
    *(Roll(*dice, side=side) for dice in product(range(8), repeat=2) for side in SIDES),
    *(Resign(size, match=match, side=side) for size, match, side in product(Size, (False, True), SIDES)),
    *(Accept(size, last=last, side=side) for size, last, side in product((None, *Size), (False, True), SIDES)),
    *map(Close, (False, True)),
    *map(NextGame, RESULTS),
    *(MakePlay(moves, side=side) for moves in ((), (Move(1, 2),), (Move(24, 26), Move(24, 26))) for side in SIDES),
]
terms = st.builds(
    Terms,
    st.builds(MatchRules, st.booleans(), st.booleans(), st.none() | st.integers(0, 40)),
    st.booleans(),
    st.none() | st.sampled_from(Variant),
    st.sampled_from(Path),
)


@given(states(), terms)
def test_every_listed_event_applies_and_leaves_a_possible_position(state, agreed):
    for event in legal_events(state, agreed):
        assert refusal(state, event, agreed) is None
        row, found = row_of(event.kind, state.phase, agreed.path), apply(state, event, agreed)
        assert found.status() == ()
        assert found.phase in (row.targets or (state.phase,))
        assert completed(state, event, agreed) == event


@settings(max_examples=60)
@given(states(), terms)
def test_an_event_may_happen_exactly_if_it_is_listed(state, agreed):
    listed = set(legal_events(state, agreed))
    seen = set()
    for event in UNIVERSE:
        reason = refusal(state, event, agreed)
        if reason is None:
            full = completed(state, event, agreed)
            assert full in listed
            assert apply(state, event, agreed) == apply(state, full, agreed)
            seen.add(full)
        else:
            assert event not in listed
            with pytest.raises(IllegalMoveError):
                apply(state, event, agreed)
    assert seen | {event for event in listed if isinstance(event, MakePlay)} == listed


def mirrored(event):
    """The event with the sides exchanged."""
    if isinstance(event, OpeningRoll):
        return OpeningRoll(event.black, event.white)
    if isinstance(event, MakePlay):
        moves = tuple(Move(25 - a, b if b == 26 else 25 - b) for a, b in event.moves)
        return MakePlay(moves, side=event.side.other)
    if isinstance(event, NextGame):
        return NextGame(event.result._replace(winner=event.result.winner.other))
    return event if isinstance(event, Close) else replace(event, side=event.side.other)


@given(states(), terms)
def test_the_machine_knows_no_favourite(state, agreed):
    events = legal_events(state, agreed)
    assert set(map(mirrored, events)) == set(legal_events(state.mirror(), agreed))
    for event in events[:40]:
        found, image = apply(state, event, agreed), apply(state.mirror(), mirrored(event), agreed)
        if found.phase is Phase.OPENING and not found.dice:  # nobody has acted: the last actor means nothing
            found, image = found._replace(last_actor=W), image._replace(last_actor=B)
        assert found.mirror() == image


@given(states(), boards(), st.sampled_from(SIDES), st.sampled_from(Mark), terms)
def test_what_is_not_listed_is_judged_too(state, board, side, mark, agreed):
    cubes = (None, *(Cube(owner, 1) for owner in Owner))
    for event in (*(SetPosition(board, side, cube) for cube in cubes), Marker(mark, side)):
        if refusal(state, event, agreed) is None:
            assert apply(state, event, agreed).status() == ()
        else:
            with pytest.raises(IllegalMoveError):
                apply(state, event, agreed)


@settings(max_examples=30)
@given(st.data(), st.sampled_from(Path), st.sampled_from([Length(), Length(3), Length(1, Modifier.CRAWFORD)]))
def test_a_walk_through_a_match_never_leaves_the_possible(data, path, length):
    agreed = Terms(path=path, variant=Variant.HYPERGAMMON)
    state = State.start(Variant.HYPERGAMMON, length=length)
    for _ in range(60):
        events = legal_events(state, agreed)
        if not events:
            assert state.phase in (Phase.GAME_OVER, Phase.FINISHED, Phase.PLAYED)
            break
        kinds = sorted({event.kind for event in events})
        kind = data.draw(st.sampled_from(kinds))
        state = apply(state, data.draw(st.sampled_from([event for event in events if event.kind is kind])), agreed)
        assert state.status() == ()
