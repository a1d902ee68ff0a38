"""What a run says: answers on standard output, faults on standard error, and whether there was a fault."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from json import dumps
from typing import Any, TextIO

import pointboard.cli.needed  # noqa: F401 - what is missing is told

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from pointboard.api.schema import ErrorAnswer
from pointboard.cli.inputs import Entry
from pointboard.errors import NotationError, PointboardError, PositionError
from pointboard.game import Game

__all__ = ["Color", "Output", "brief"]

_WIDEST_ECHO = 200
_WIDEST_NAME = 60
"""Longer texts are not repeated under their error."""


class Color(StrEnum):
    """When to use colours."""

    AUTO = "auto"
    """On a terminal, unless NO_COLOR is set (https://no-color.org) or the terminal can do nothing."""
    ALWAYS = "always"
    NEVER = "never"

    def on(self, stream: TextIO) -> bool:
        """Whether to use colours on ``stream``."""
        if self is Color.AUTO:
            return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return self is Color.ALWAYS


class Output:
    """Answers and faults of one run.

    ``json`` prints structs in place of words. ``failed`` is set by the first fault; ``color`` and ``unicode`` say what
    standard output can show.
    """

    def __init__(self, color: Color = Color.AUTO, *, json: bool = False) -> None:
        """Look at the streams as they are now."""
        self.json = json
        self.failed = False
        self.color = color.on(sys.stdout)
        self.unicode = _can_encode("─", sys.stdout)
        self._color_errors = color.on(sys.stderr)

    def text(self, text: str, style: str = "") -> None:
        """Print text as it is, in a rich style where colours are on."""
        _write(sys.stdout, text, style if self.color else "")

    def line(self, text: str = "", style: str = "") -> None:
        """Print a line."""
        self.text(text + "\n", style)

    def board(self, game: Game[Any, Any], state: Any, **view: str) -> None:  # noqa: ANN401 - any game's state
        """Draw a position: for a terminal where the game can, else as its notation prints it."""
        draw = game.render_pretty
        if draw is None:
            self.text(game.render_text(state, **view))
        else:
            self.text(draw(state, color=self.color, unicode=self.unicode, **view))

    def value(self, struct: msgspec.Struct) -> None:
        """Print a struct as one line of JSON."""
        try:
            text = msgspec.json.encode(struct).decode()
        except UnicodeEncodeError:  # half a letter, as JSON records can hold: JSON can say it in ASCII
            text = dumps(msgspec.to_builtins(struct), separators=(",", ":"))
        sys.stdout.write(text + "\n")

    def note(self, text: str, style: str = "yellow") -> None:
        """Print a line on standard error, after all that was said before it.

        Characters that cannot be printed come out as ``?``: what is told of the input may not steer the terminal.
        """
        sys.stdout.flush()
        text = "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)
        _write(sys.stderr, text + "\n", style if self._color_errors else "")

    def fault(self, entry: Entry, error: PointboardError, *, answered: bool = False) -> None:
        """Report what is wrong with an entry: every problem with its place, then the text with a mark under the column.

        With ``json`` the answer to the entry is the error, unless it was ``answered`` already, so that answers and
        entries stay side by side.
        """
        self.failed = True
        if self.json and not answered:
            self.value(ErrorAnswer.of(error))
        problems = _problems(error)
        for message, column in problems:
            place = entry.place if column is None else f"{entry.place}, column {column}"
            self.note(f"{place}: {message}", "red")
        self.echo(entry.text, {column for _, column in problems if column is not None})

    def echo(self, text: str, columns: set[int]) -> None:
        """Repeat a line of input on standard error with marks under its columns; not one that is too long to help."""
        if columns and len(text) <= _WIDEST_ECHO:
            shown = text.replace("\n", "?")
            marks = "".join("^" if column in columns else " " for column in range(1, max(columns) + 1))
            self.note(f"  {shown}\n  {marks}", "dim")

    def flush(self) -> None:
        """Hand over what was said so far."""
        sys.stdout.flush()

    def finish(self) -> None:
        """End the run: exit code 1 when there was a fault."""
        if self.failed:
            raise typer.Exit(1)


def _can_encode(letter: str, stream: TextIO) -> bool:
    """Whether a stream can show a letter; one that has no encoding holds text and can."""
    try:
        letter.encode(stream.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def brief(text: str) -> str:
    """A text of the input as a message repeats it, cut where it is long."""
    return text if len(text) <= _WIDEST_NAME else f"{text[:_WIDEST_NAME]}..."


def _problems(error: PointboardError) -> list[tuple[str, int | None]]:
    """What an error says: each of its problems in words, with its column where that is known."""
    if isinstance(error, NotationError):
        return [(f"{error.field}: {error.message}", error.column)]
    if isinstance(error, PositionError):
        return [(f"{problem.field}: {problem.message}", problem.column) for problem in error.problems]
    return [(str(error), None)]


def _write(stream: TextIO, text: str, style: str) -> None:
    """Write text; through rich where it is styled, since that knows every terminal."""
    if style:
        console = Console(file=stream, force_terminal=True, color_system="standard", no_color=False, highlight=False)
        console.print(Text(text, style), end="", soft_wrap=True)
    else:
        stream.write(text)
