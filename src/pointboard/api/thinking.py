"""A question for the best move, from its parameters to the answer of a search process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pointboard.api.needed  # noqa: F401 (what is missing is told)

from msgspec import UNSET, Struct

from pointboard.api.asgi import Receive
from pointboard.api.errors import Refusal
from pointboard.api.job import Job, Limits
from pointboard.api.queries import Asked
from pointboard.api.schema import BestAnswer
from pointboard.api.settings import Settings
from pointboard.api.workers import Pool
from pointboard.errors import PointboardError
from pointboard.game import Choice, Game, check_limits

__all__ = ["think"]


async def think(request: Asked, game: Game[Any, Any], state: Any, query: Struct) -> BestAnswer:  # noqa: ANN401
    """The answer for a state, with the limits of ``query``; a finished game needs no search.

    ``seconds`` is cut to the server's limit. With ``level`` it is a bound only, so that the answer to a level depends
    on nothing but the position and the seed as long as the time suffices; the same holds for ``depth`` and ``nodes``
    without ``seconds``, which the server's limit bounds.
    """
    outcome = game.outcome(state)
    if outcome is not None:
        return BestAnswer.of(game, Choice(state, None, state, None, None, (), 0, 0, outcome))
    settings: Settings = request.app.state.settings
    pool: Pool = request.app.state.pool
    limits, seconds = _limits(query, settings.max_seconds)
    client = request.client.host if request.client is not None else ""
    job = Job(game.name, game.main_notation.format(state), limits)
    async with _hang_up(request.receive) as left:
        return await pool.search(client, job, seconds, left)


def _limits(query: Struct, longest: float) -> tuple[Limits, float]:
    """What the engine is told, and how long it may take."""
    asked = {name: getattr(query, name, UNSET) for name in Limits.__struct_fields__}
    given = {name: value for name, value in asked.items() if value is not UNSET}
    try:
        check_limits(given.get("level"), given.get("depth"), given.get("nodes"))
    except PointboardError as error:
        raise Refusal(400, "invalid_parameter", str(error), field="level") from None
    seconds = min(given.get("seconds", longest), longest)
    if "seconds" in given:
        given["seconds"] = seconds
    if "level" in given:
        given.pop("seconds", None)
    return Limits(**given), seconds


@asynccontextmanager
async def _hang_up(receive: Receive) -> AsyncIterator[asyncio.Future[None]]:
    """A future that is done when the client hangs up."""

    async def listen() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    left = asyncio.ensure_future(listen())
    try:
        yield left
    finally:
        left.cancel()
        await asyncio.gather(left, return_exceptions=True)
