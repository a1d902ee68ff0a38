"""Where the positions of a run come from: arguments, files, standard input; and how one is read."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import typer

from pointboard import games
from pointboard.errors import NotationError, PointboardError
from pointboard.game import Game, Notation

__all__ = ["STDIN", "Entry", "Source", "entries", "find_game", "find_notation", "unquoted"]

STDIN = "-"
"""The word for standard input, as an argument or as a file."""


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
    for number, line in enumerate(stream, 1):
        text = line.decode("utf-8-sig" if number == 1 else "utf-8", errors="replace").rstrip("\r\n")
        if text and not text.isspace():
            yield Entry(f"{name}, line {number}", text)


def find_game(name: str) -> Game[Any, Any]:
    """The game called ``name``; a usage error, with the names there are, for any other."""
    try:
        return games.get(name)
    except PointboardError as error:
        raise typer.BadParameter(str(error)) from None


def find_notation(game: Game[Any, Any], name: str) -> Notation[Any]:
    """The notation of ``game`` called ``name``; a usage error, with the names there are, for any other."""
    try:
        return game.notations[name]
    except KeyError:
        known = ", ".join(game.notations)
        raise typer.BadParameter(f"no notation of {game.title} is called {name!r}; there are: {known}") from None


def unquoted(game: Game[Any, Any], arguments: list[str]) -> None:
    """A usage error when the arguments are one position whose blanks the shell took for ends of words."""
    whole = " ".join(arguments)
    if len(arguments) > 1 and any(notation.recognises(whole) for notation in game.notations.values()):
        raise typer.BadParameter(f"a position with blanks needs quotes: '{whole}'")


class Source(NamedTuple):
    """How the positions of a run are read.

    ``notation`` is the one they must be in; None takes the game's main notation, and what is not of it in the first
    other one whose grammar it follows. ``lax`` takes the forms that the notation's page lists.
    """

    game: Game[Any, Any]
    notation: Notation[Any] | None = None
    lax: bool = True

    def read(self, text: str) -> tuple[Notation[Any], Any]:
        """The notation that ``text`` is in and the position; NotationError or PositionError when there is none.

        The word ``start`` is the game's start position.
        """
        if self.notation is not None:
            return self.notation, self.notation.parse(text, lax=self.lax)
        main, *others = self.game.notations.values()
        if text.strip().lower() == "start":
            return main, self.game.start()
        try:
            return main, main.parse(text, lax=self.lax)
        except NotationError:
            if not main.recognises(text):
                for notation in others:
                    if notation.recognises(text):
                        return notation, notation.parse(text, lax=self.lax)
            raise
