"""Every legal move of a position, then what is known of each as it gets known: a stream of server-sent events.

The events are ``legal``, then ``judged`` again and again, each better known than the one before and in its place, and
``done`` at the end; ``fault`` before it where a search was refused. Each search is one of the pool's, with its limits;
the one under way ends when the client hangs up. In between come empty comments, since a client that is gone is noticed
only when something is sent to it.

Source of the format: the HTML standard, "Server-sent events".
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any

import pointboard.api.needed  # noqa: F401 (what is missing is told)

import msgspec
from litestar.response import Stream
from msgspec import UNSET, Struct

from pointboard.api.errors import fault_of
from pointboard.api.job import Job, Limits
from pointboard.api.queries import Asked
from pointboard.api.schema import BestAnswer, EventAnswer, MoveAnswer, OutcomeAnswer
from pointboard.api.settings import Settings
from pointboard.api.workers import Pool
from pointboard.game import Evidence, Game

__all__ = ["LegalAnswer", "exploring"]

_NODES = (2_000, 20_000, 200_000)  # positions that are looked at, step by step, by an engine of our own
_DEPTHS = (1, 2, 3)  # common depths, step by step, of the engines of others
_MOST_LINES = 500
_BEAT = 0.5  # seconds between two signs of life
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class LegalAnswer(Struct, frozen=True):
    """What may be done in a position: its legal moves; where no move is due, what else may happen, as ``events``.

    All in the order of the rules, each with the position after it.
    """

    game: str
    position: str
    to_move: str | None
    outcome: OutcomeAnswer | None
    moves: list[MoveAnswer]
    events: list[EventAnswer]

    @classmethod
    def of(cls, game: Game[Any, Any], state: Any) -> "LegalAnswer":  # noqa: ANN401 (any game's state)
        """The answer for a state of ``game``."""
        write, side = game.main_notation.format, game.to_move(state)
        moves = [(game.format_move(move), game.apply(state, move)) for move in game.legal(state)]
        events, steps = [], game.steps
        if not moves:
            match = steps.begin(state)
            events = [
                (steps.format(event, match), steps.state(steps.apply(match, event))) for event in steps.legal(match)
            ]
        return cls(
            game=game.name,
            position=write(state),
            to_move=None if side is None else str(side),
            outcome=OutcomeAnswer.of(game.outcome(state)),
            moves=[MoveAnswer(text, write(after), OutcomeAnswer.of(game.outcome(after))) for text, after in moves],
            events=[EventAnswer(text, write(after), OutcomeAnswer.of(game.outcome(after))) for text, after in events],
        )


def exploring(request: Asked, game: Game[Any, Any], state: Any, query: Struct) -> Stream:  # noqa: ANN401
    """The stream for a position; whatever is wrong with the question is told before it begins."""
    legal = LegalAnswer.of(game, state)
    events = _events(request, game, legal, query)
    return Stream(events, media_type="text/event-stream", status_code=200, headers=_HEADERS)


async def _events(request: Asked, game: Game[Any, Any], legal: LegalAnswer, query: Struct) -> AsyncIterator[bytes]:
    yield _event("legal", legal)
    last: BestAnswer | None = None
    try:
        for limits in _ladder(game, legal, query):
            found: BestAnswer | None = None
            async with aclosing(_search(request, Job(game.name, legal.position, limits))) as search:
                async for found in search:
                    if found is None:
                        yield b":\n\n"
            if found is None or found == last or (found.move is None and found.decision is None):
                break
            yield _event("judged", found)
            if found.evidence == Evidence.TABLE or (last is not None and game.engines and found.depth <= last.depth):
                break
            last = found
    except Exception as error:  # noqa: BLE001 (the stream has begun: whatever it is, it is told in it)
        yield _event("fault", fault_of(error).answer)
    yield b"event: done\ndata: {}\n\n"


def _event(name: str, data: Struct) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (name.encode(), msgspec.json.encode(data))


def _ladder(game: Game[Any, Any], legal: LegalAnswer, query: Any) -> list[Limits]:  # noqa: ANN401 (a struct)
    """The limits of each search, the least first; none where there is nothing to judge."""
    if game.choose is None or legal.outcome is not None or not (legal.moves or legal.events):
        return []
    given = {name: value for name in ("engine", "seed") if (value := getattr(query, name, UNSET)) is not UNSET}
    lines = min(max(len(legal.moves), 1), _MOST_LINES)
    if game.engines:
        return [Limits(depth=depth, lines=lines, **given) for depth in _DEPTHS]
    return [Limits(nodes=nodes, lines=lines, **given) for nodes in _NODES]


async def _search(request: Asked, job: Job) -> AsyncGenerator[BestAnswer | None, None]:
    """The answer to a job; None again and again until it is there. Who asks no further ends the search."""
    settings: Settings = request.app.state.settings
    pool: Pool = request.app.state.pool
    client = request.client.host if request.client is not None else ""
    never: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    search = asyncio.ensure_future(pool.search(client, job, settings.max_seconds, never))
    try:
        while not search.done():
            await asyncio.wait([search], timeout=_BEAT)
            if not search.done():
                yield None
        yield search.result()
    finally:
        search.cancel()
        await asyncio.gather(search, return_exceptions=True)
