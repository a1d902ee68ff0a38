"""The Typer application: every verb under its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import pointboard.cli.needed  # noqa: F401 - what is missing is told

import typer

from pointboard import __version__, games
from pointboard.cli import analyse, best, perft, play, position, record, serve, solve
from pointboard.cli.guard import guarded

__all__ = ["app"]

app = typer.Typer(
    name="pointboard",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Positions, rules, records and best moves of board games.",
    epilog="Positions are arguments, lines of --file FILE, or lines of standard input. "
    "Exit codes: 0 good, 1 a bad position or an illegal move, 2 usage.",
)


def _version(*, wanted: bool) -> None:
    if wanted:
        typer.echo(f"pointboard {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Positions, rules, records and best moves of board games."""


_VERBS: tuple[Callable[..., None], ...] = (
    position.identify,
    position.show,
    position.check,
    position.moves,
    position.events,
    play.play,
    best.best,
    position.convert,
    perft.perft,
    serve.serve,
)
for _verb in _VERBS:
    app.command(name=_verb.__name__)(guarded(_verb))

_RECORD_VERBS: tuple[Callable[..., None], ...] = (
    record.show,
    record.check,
    record.replay,
    record.convert,
    analyse.report,
)
_record = typer.Typer(no_args_is_help=True, help="Show, check, replay, convert and judge whole games.")
for _verb in _RECORD_VERBS:
    _record.command(name=_verb.__name__)(guarded(_verb))
_record.command(name="analyse")(guarded(analyse.report))
app.add_typer(_record, name="record")

for _game in games.names():
    if (_group := solve.group(_game)) is not None:
        app.add_typer(_group, name=_game)
