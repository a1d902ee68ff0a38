"""The registry of games: each is imported on first use, so that ``import pointboard`` stays light.

A new game is one line in ``_MODULES`` (see ``docs/adding-a-game.md``).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NamedTuple

from pointboard.errors import PointboardError
from pointboard.game import Game
from pointboard.scan import shown

__all__ = ["Recognised", "get", "names", "recognise", "registered"]

_MODULES: dict[str, str] = {
    "baghchal": "pointboard.baghchal.game",
    "backgammon": "pointboard.backgammon.game",
}
_ADDED: dict[str, Game[Any, Any]] = {}


def names() -> tuple[str, ...]:
    """The names of all games.

    >>> "baghchal" in names()
    True
    """
    return (*_MODULES, *_ADDED)


def get(name: str) -> Game[Any, Any]:
    """The game called ``name``; PointboardError, with the names there are, for any other.

    >>> get("baghchal").title
    'Bagh Chal'
    """
    if name in _ADDED:
        return _ADDED[name]
    if name not in _MODULES:
        raise PointboardError(f"no game is called {shown(name)}; there are: {', '.join(names())}")
    game: Game[Any, Any] = import_module(_MODULES[name]).GAME
    return game


class Recognised(NamedTuple):
    """A game and the name of one of its notations."""

    game: str
    notation: str


def recognise(text: str) -> tuple[Recognised, ...]:
    """Every game and notation whose grammar the text follows, in the order of the registry; the likeliest first.

    >>> recognise("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #")[0]
    Recognised(game='baghchal', notation='obx')
    """
    return tuple(
        Recognised(name, notation.name)
        for name in names()
        for notation in get(name).notations.values()
        if notation.recognises(text)
    )


@contextmanager
def registered(game: Game[Any, Any]) -> Iterator[None]:
    """Add a game of your own for the time of a ``with`` block, as tests of a new game do."""
    if game.name in names():
        raise PointboardError(f"a game is called {game.name!r} already")
    _ADDED[game.name] = game
    try:
        yield
    finally:
        del _ADDED[game.name]
