"""Long work that Ctrl-C can end: it runs in a thread, for compiled code in the main one hears no signals."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Thread
from typing import Any, TypeVar

from pointboard.game import Choice, Game

__all__ = ["apart", "think"]

R = TypeVar("R")


def think(game: Game[Any, Any], state: Any, **limits: Any) -> Choice[Any, Any]:  # noqa: ANN401 - any game's state
    """The choice of the engine of ``game``; on KeyboardInterrupt the search is told to stop, and the error goes on."""
    stop = bytearray(1)
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="search") as pool:
        search = pool.submit(game.engine, state, stop=stop, **limits)
        try:
            return search.result()
        except KeyboardInterrupt:
            stop[0] = 1
            raise


def apart(work: Callable[..., R], *arguments: Any) -> R:  # noqa: ANN401 - what ``work`` takes
    """The result of work that cannot be told to stop; on KeyboardInterrupt it is left behind."""
    result: Future[R] = Future()

    def run() -> None:
        try:
            result.set_result(work(*arguments))
        except BaseException as error:  # noqa: BLE001 - it is raised again where the result is asked for
            result.set_exception(error)

    Thread(target=run, daemon=True).start()
    return result.result()
