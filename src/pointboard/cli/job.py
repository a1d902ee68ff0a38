"""One run over many positions: each is read and answered, a bad one is reported and the run goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import typer

from pointboard.cli.inputs import Entry, Source, entries, find_game, find_notation, unquoted
from pointboard.cli.output import Color, Output
from pointboard.errors import PointboardError
from pointboard.game import Game

__all__ = ["Job"]


class Job(NamedTuple):
    """What to read, how to read it, and where to say what was found."""

    out: Output
    source: Source
    entries: Iterable[Entry]

    @property
    def game(self) -> Game[Any, Any]:
        """The game of the run."""
        return self.source.game

    @staticmethod
    def of(
        ids: list[str] | None,
        files: list[Path] | None,
        *,
        game: str,
        notation: str | None = None,
        lax: bool = True,
        color: Color = Color.AUTO,
        json: bool = False,
    ) -> Job:
        """The run that the options of a verb ask for; a usage error when they make no sense."""
        found = find_game(game)
        unquoted(found, ids or [])
        source = Source(found, None if notation is None else find_notation(found, notation), lax)
        return Job(Output(color, json=json), source, entries(ids or [], files or []))

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

    def each_state(self, answer: Callable[[Any], None]) -> None:
        """Answer every position."""
        self.each(lambda entry: answer(self.source.read(entry.text)[1]))
