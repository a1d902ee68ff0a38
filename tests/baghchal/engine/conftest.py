"""What the engine's tests share: both ways to run a kernel, and positions from play by chance."""

import random

import pytest

from pointboard import jit
from pointboard.baghchal.engine.tables import tables
from pointboard.baghchal.rules import apply, legal, outcome
from pointboard.baghchal.state import State


def random_games(count, seed, plies=120):
    rng = random.Random(seed)  # noqa: S311
    for _ in range(count):
        state = State.start()
        yield state
        while outcome(state) is None and (state.ply or 0) < plies:
            state = apply(state, rng.choice(legal(state)))
            yield state


@pytest.fixture(scope="session")
def positions():
    return list(random_games(30, 2026))


@pytest.fixture(params=["interpreted", "compiled"])
def mode(request, monkeypatch):
    """Run the test with kernels interpreted, then compiled."""
    if request.param == "interpreted":
        monkeypatch.setenv("POINTBOARD_NUMBA", "0")
    else:
        monkeypatch.delenv("POINTBOARD_NUMBA", raising=False)
        if not jit.enabled():
            pytest.skip("numba is not installed")
    tables.cache_clear()
    yield request.param
    tables.cache_clear()


@pytest.fixture
def interpreted(monkeypatch):
    monkeypatch.setenv("POINTBOARD_NUMBA", "0")
    tables.cache_clear()
    yield
    tables.cache_clear()
