"""How a report on a game is told: its lines in colours, and how far it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import pointboard.cli.needed  # noqa: F401 - what is missing is told

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pointboard.cli.output import Output
from pointboard.reports import Said, Tone

__all__ = ["bar", "tell"]

_STYLES = {Tone.HEAD: "bold", Tone.PLAIN: "", Tone.FAINT: "dim", Tone.GOOD: "green", Tone.BAD: "red"}


def tell(out: Output, lines: Iterable[Said]) -> None:
    """Print the lines of a report."""
    for text, tone in lines:
        out.line(text, _STYLES[tone])


def _on_terminal() -> bool:
    return sys.stderr.isatty()


@contextmanager
def bar() -> Iterator[Callable[[int, int], None] | None]:
    """A bar on standard error, to be called with the moves that are judged and the number of all; None without one."""
    if not _on_terminal():
        yield None
        return
    columns = (TextColumn("moves judged"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("left"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("")
        yield lambda done, count: progress.update(task, completed=done, total=count)
