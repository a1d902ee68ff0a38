"""One run over many positions: each is read and answered, a bad one is reported and the run goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pointboard.cli.needed  # noqa: F401 - what is missing is told

import typer

from pointboard.cli.inputs import Entry, Found, Source, entries, find_game, find_notation, unquoted
from pointboard.cli.output import Color, Output
from pointboard.errors import PointboardError
from pointboard.game import Game

__all__ = ["Job"]


class Job(NamedTuple):
    """What to read, how to read it, and where to say what was found."""

    out: Output
    source: Source
    entries: Iterable[Entry]

    @staticmethod
    def of(
        ids: list[str] | None,
        files: list[Path] | None,
        *,
        game: str | None = None,
        notation: str | None = None,
        lax: bool = True,
        color: Color = Color.AUTO,
        json: bool = False,
    ) -> Job:
        """The run that the options of a verb ask for; a usage error when they make no sense."""
        found = None if game is None else find_game(game)
        unquoted(found, ids or [])
        if notation is not None:
            find_notation(found, notation)
        return Job(Output(color, json=json), Source(found, notation, lax), entries(ids or [], files or []))

    def each(self, answer: Callable[[Entry], None]) -> None:
        """Answer every entry; the run's exit code is 1 when one of them raised an error of the house."""
        seen = False
        for entry in self.entries:
            seen = True
            try:
                answer(entry)
            except PointboardError as error:
                self.out.fault(entry, error)
            self.out.flush()  # so that a program that asks line by line gets its answers
        if not seen:
            raise typer.BadParameter("no positions were given")
        self.out.finish()

    def each_state(self, answer: Callable[[Game[Any, Any], Any], None]) -> None:
        """Answer every position, with the game it is of."""

        def one(entry: Entry) -> None:
            found: Found = self.source.read(entry.text)
            answer(found.game, found.state)

        self.each(one)
