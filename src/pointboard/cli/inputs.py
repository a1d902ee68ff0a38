"""Where the positions of a run come from: arguments, files, standard input; and how one is read."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import pointboard.cli.needed  # noqa: F401 - what is missing is told

import typer

from pointboard import games
from pointboard.errors import NotationError, PointboardError
from pointboard.game import Game, Notation

__all__ = [
    "LONGEST_LINE",
    "START",
    "STDIN",
    "Entry",
    "Found",
    "Source",
    "entries",
    "find_game",
    "find_notation",
    "unquoted",
    "writer",
]

START = "start"
"""The word for the start position."""

STDIN = "-"
"""The word for standard input, as an argument or as a file."""


LONGEST_LINE = 100_000
"""How much of a line is read: no text of a position or a move is as long, and a line without an end fills no memory."""


class Entry(NamedTuple):
    """One text to look at, and the words for where it stands ("argument 1", "games.txt, line 3")."""

    place: str
    text: str


def entries(arguments: Iterable[str], files: Iterable[Path] = ()) -> Iterator[Entry]:
    """Every text of the arguments, then of the files, one a line; of standard input where neither is given.

    Empty lines are passed over. Bytes that are no UTF-8 become the replacement character, which no notation takes, so
    that they are reported where they stand. A usage error when nothing is given and a terminal is all there is.
    """
    arguments, files = list(arguments), list(files)
    if not arguments and not files:
        if sys.stdin.isatty():
            raise typer.BadParameter("give positions as arguments, with --file FILE, or on standard input")
        arguments = [STDIN]
    for number, argument in enumerate(arguments, 1):
        if argument == STDIN:
            yield from _lines(sys.stdin.buffer, "standard input")
        else:
            yield Entry(f"argument {number}", argument.encode(errors="surrogateescape").decode(errors="replace"))
    for path in files:
        if str(path) == STDIN:
            yield from _lines(sys.stdin.buffer, "standard input")
        else:
            with path.open("rb") as stream:
                yield from _lines(stream, str(path))


def _lines(stream: BinaryIO, name: str) -> Iterator[Entry]:
    number = 0
    while line := stream.readline(LONGEST_LINE):
        number += 1
        text = line.decode("utf-8-sig" if number == 1 else "utf-8", errors="replace").rstrip("\r\n")
        if text and not text.isspace():
            yield Entry(f"{name}, line {number}", text)
        while len(line) == LONGEST_LINE and not line.endswith(b"\n"):  # nothing that is read is so long
            line = stream.readline(LONGEST_LINE)


def find_game(name: str) -> Game[Any, Any]:
    """The game called ``name``; a usage error, with the names there are, for any other."""
    try:
        return games.get(name)
    except PointboardError as error:
        raise typer.BadParameter(str(error)) from None


def find_notation(game: Game[Any, Any] | None, name: str) -> None:
    """A usage error, with the names there are, when no notation of ``game``, or of any game, is called ``name``."""
    found = [notation for one in _games(game) for notation in one.notations]
    if name not in found:
        of = "" if game is None else f" of {game.title}"
        raise typer.BadParameter(f"no notation{of} is called {name!r}; there are: {', '.join(found)}")


def writer(name: str) -> Game[Any, Any] | None:
    """The one game that has a notation of that name; None where several have."""
    found = [game for game in _games(None) if name in game.notations]
    return found[0] if len(found) == 1 else None


def _games(game: Game[Any, Any] | None) -> tuple[Game[Any, Any], ...]:
    """The one game, or all."""
    return tuple(map(games.get, games.names())) if game is None else (game,)


def unquoted(game: Game[Any, Any] | None, arguments: list[str]) -> None:
    """A usage error when the arguments are one position whose blanks the shell took for ends of words."""
    whole = " ".join(arguments)
    notations = (notation for one in _games(game) for notation in one.notations.values())
    if len(arguments) > 1 and any(notation.recognises(whole) for notation in notations):
        raise typer.BadParameter(f"a position with blanks needs quotes: '{whole}'")


class Found(NamedTuple):
    """A position that was read: its game, the notation it was in, the text of it there."""

    game: Game[Any, Any]
    notation: Notation[Any]
    state: Any
    text: str


class Source(NamedTuple):
    """How the positions of a run are read.

    ``game`` is the one they are of, None for whichever fits; ``notation`` the name of the one they must be in. None
    takes each game's main notation, and what is not of it in the first other one whose grammar it follows. ``lax``
    takes the forms that the notation's page lists.
    """

    game: Game[Any, Any] | None = None
    notation: str | None = None
    lax: bool = True

    def read(self, text: str) -> Found:
        """The position that ``text`` is; NotationError or PositionError when it is none.

        The word ``start`` is the start position of the game, of the first one where none is named.
        """
        if self.notation is None and text.strip().lower() == START:
            game = _games(self.game)[0]
            start = game.start()
            return Found(game, game.main_notation, start, game.main_notation.format(start))
        for game, notation in self._ways():
            try:
                return Found(game, notation, notation.parse(text, lax=self.lax), text)
            except NotationError:
                if notation.recognises(text):
                    raise
        game, notation = self.likeliest(text)
        return Found(game, notation, notation.parse(text, lax=self.lax), text)  # raises the error that says most

    def towards(self, game: Game[Any, Any] | None, text: str) -> Source:
        """The same, but held to ``game`` for a text that is of no other: the start, or one of no notation at all."""
        free = self.game is None and not games.recognise(text)
        return self._replace(game=game) if free else self

    def likeliest(self, text: str) -> tuple[Game[Any, Any], Notation[Any]]:
        """The game and the notation that a bad text is meant to be of; the first where nothing says it."""
        ways = list(self._ways())
        followed = (way for way in ways if way[1].recognises(text))
        return next(followed, None) or next((way for way in ways if way[1].claims(text)), ways[0])

    def _ways(self) -> Iterator[tuple[Game[Any, Any], Notation[Any]]]:
        """The notations to try, the main ones first."""
        for game in _games(self.game):
            if self.notation is None:
                yield game, game.main_notation
        for game in _games(self.game):
            for name, notation in game.notations.items():
                if name == self.notation or (self.notation is None and notation is not game.main_notation):
                    yield game, notation
