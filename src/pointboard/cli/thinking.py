"""A search that Ctrl-C can end: it runs in a thread and looks at a stop flag, for compiled code hears no signals."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from pointboard.game import Choice, Game

__all__ = ["think"]


def think(game: Game[Any, Any], state: Any, **limits: Any) -> Choice[Any, Any]:  # noqa: ANN401 - any game's state
    """The choice of the engine of ``game``; on KeyboardInterrupt the search is told to stop, and the error goes on."""
    stop = bytearray(1)
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="search") as pool:
        search = pool.submit(game.choose, state, stop=stop, **limits)
        try:
            return search.result()
        except KeyboardInterrupt:
            stop[0] = 1
            raise
