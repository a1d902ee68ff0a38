"""Positions in whatever somebody pastes: an id of any notation of any game, or a text with ids in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from pointboard import games
from pointboard.errors import PointboardError

__all__ = ["MOST_FOUND", "MOST_PASTED", "FoundPosition", "found_positions"]

MOST_PASTED = 20_000
"""The longest text that is looked through, in characters."""

MOST_FOUND = 100
"""How many positions of a text are told, at most."""

_WORD = re.compile(r"\S+")
_MOST_WORDS = 6  # of an id: OBX has as many
_LEAST_FIRST, _LEAST, _MOST = 8, 10, 250  # characters of the first word of an id, and of the whole of it
_MOST_TRIES = 4_000
_AROUND = "\"'`()[]<>,.;!"  # what a sentence puts around an id


class FoundPosition(NamedTuple):
    """A position that a text names: its game, its notation, the text of it there, its text in the main notation."""

    game: str
    notation: str
    text: str
    position: str


def found_positions(text: str) -> tuple[FoundPosition, ...]:
    """Every position that a text names, each once, in order; the text itself where it is one.

    PositionError or NotationError where the whole text is of a notation, but no position.

    >>> pasted = "First TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #, then 4HPwATDgc/ABMA."
    >>> [found.notation for found in found_positions(pasted)]
    ['obx', 'gnubg']
    """
    text = text[:MOST_PASTED].strip()
    whole = games.recognise(text)
    if whole:
        return (_read(*whole[0], text),)
    found: dict[tuple[str, str], FoundPosition] = {}
    for one in _inside(text):
        found.setdefault((one.game, one.position), one)
        if len(found) == MOST_FOUND:
            break
    return tuple(found.values())


def _read(game_name: str, notation: str, text: str) -> FoundPosition:
    game = games.get(game_name)
    position = game.main_notation.format(game.notations[notation].parse(text, lax=True))
    return FoundPosition(game_name, notation, text, position)


def _inside(text: str) -> Iterator[FoundPosition]:
    """The positions in a text, line by line; at each word the longest id counts."""
    tries = 0
    for line in text.splitlines():
        spans = [match.span() for match in _WORD.finditer(line)]
        first = 0
        while first < len(spans):
            step = 1
            for last in range(min(first + _MOST_WORDS, len(spans)) - 1, first - 1, -1):
                if spans[first][1] - spans[first][0] < _LEAST_FIRST or tries == _MOST_TRIES:
                    break
                piece = line[spans[first][0] : spans[last][1]].strip(_AROUND)
                if not _LEAST <= len(piece) <= _MOST:
                    continue
                tries += 1
                if games.recognise(piece):
                    yield from _positions(piece)
                    step = last - first + 1
                    break
            first += step


def _positions(text: str) -> Iterator[FoundPosition]:
    """The position that an id is; nothing where it can be none."""
    for way in games.recognise(text):
        with suppress(PointboardError):
            yield _read(*way, text)
            return
