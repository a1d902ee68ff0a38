"""Positions with a roll: from seeded games of random plays, and set up at random."""

import random

import pytest

from pointboard.backgammon.board import Board, Side, Variant
from pointboard.backgammon.rules import outcome, pip_of, plays
from pointboard.backgammon.state import Phase, State


def rolled(state, rng):
    dice = tuple(sorted((rng.randint(1, 6), rng.randint(1, 6))))
    return state._replace(dice=dice, phase=Phase.ROLLED)


def _played(count, seed, variant=Variant.BACKGAMMON):
    """The first ``count`` rolls of games in which each side plays at random."""
    rng, found = random.Random(seed), []  # noqa: S311 (seeded on purpose)
    while len(found) < count:
        state = State.start(variant)._replace(last_actor=rng.choice(list(Side)))
        while outcome(state) is None and len(found) < count:
            state = rolled(state, rng)
            found.append(state)
            state = rng.choice(plays(state)).after
    return found


def _set_up(count, seed):
    """Positions without a past: any number of checkers, a third of them bear-offs, bars in use."""
    rng, found = random.Random(seed), []  # noqa: S311 (seeded on purpose)
    while len(found) < count:
        side, farthest = rng.choice(list(Side)), rng.choice((6, 24, 24))
        own = [25 if rng.random() < 0.05 else rng.randint(1, farthest) for _ in range(rng.randint(1, 15))]
        free = [point for point in range(1, 25) if point not in own]
        theirs = [rng.choice(free) for _ in range(rng.randint(1, 15 if rng.random() < 0.5 else 5))]
        theirs += [0] * rng.choice((0, 0, 0, 1, 2))
        if len(theirs) <= 15:
            halves = {side: counts(side, own), side.other: counts(side, theirs)}
            state = State(Board.of(halves[Side.WHITE], halves[Side.BLACK]), last_actor=side.other)
            found.append(rolled(state, rng).check())
    return found


def counts(side, points):
    """How many checkers stand on each pip, of points in the numbering of ``side`` (0 is the opponent's bar)."""
    found = {}
    for point in points:
        pip = (25 if side is Side.WHITE else 0) if point == 0 else pip_of(side, point)
        found[pip] = found.get(pip, 0) + 1
    return found


@pytest.fixture(scope="session")
def played():
    return _played


@pytest.fixture(scope="session")
def set_up():
    return _set_up
