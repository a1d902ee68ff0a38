"""An application without search processes, for all that needs none; a real server stands in the tests of the server."""

import asyncio

import pytest
from litestar.testing import TestClient

from pointboard import games
from pointboard.api.app import create_app
from pointboard.api.schema import BestAnswer
from pointboard.api.settings import Settings
from pointboard.game import Choice, Evidence, Line


class FirstMovePool:
    """Answers at once with the first legal move; remembers what it was asked."""

    idle, busy, waiting = 2, 1, 3

    def __init__(self):
        self.asked = []

    async def start(self):
        pass

    async def close(self):
        pass

    async def search(self, client, job, seconds, left):
        await asyncio.sleep(0)
        assert not left.done()
        self.asked.append((client, job, seconds))
        game = games.get(job.game)
        state = game.main_notation.parse(job.position)
        move = next(iter(game.legal(state)), None)
        if move is None:  # dice are due first
            return BestAnswer.of(game, Choice(state, None, state, None, None, (), 0, 0, None))
        after = game.apply(state, move)
        line = Line(move, 12, (move,), 1)
        return BestAnswer.of(game, Choice(state, move, after, Evidence.SEARCH, 12, (line,), 1, 7, None))


POOL = FirstMovePool()


@pytest.fixture
def pool():
    """The pool behind ``client``, which has been asked nothing yet."""
    POOL.asked.clear()
    return POOL


@pytest.fixture(scope="session")
def running():
    app = create_app(Settings(workers=1, max_seconds=5, body_seconds=0.5), POOL)
    with TestClient(app, base_url="http://127.0.0.1:8000", raise_server_exceptions=False) as found:
        yield found


@pytest.fixture
def client(running, pool):  # noqa: ARG001 (it is emptied)
    return running
