"""The verbs about proved values, a group for each game that can be solved: solve, verify, probe, counts."""

from __future__ import annotations

import json as json_text
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Annotated, Any

import pointboard.cli.needed  # noqa: F401 - what is missing is told

import typer
from msgspec import Struct
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn

from pointboard import games
from pointboard.cli.guard import guarded
from pointboard.cli.job import Job
from pointboard.cli.options import ColorOption, DirOption, FileOption, FromOption, Ids, JsonOption
from pointboard.cli.output import Color, Output
from pointboard.cli.values import number, whole
from pointboard.cli.words import verdict_words
from pointboard.errors import TableError
from pointboard.game import Game, ProgressLike, Solver, VerdictLike

__all__ = ["ProbeAnswer", "ProbeMove", "group"]

_PhaseOption = Annotated[
    str | None, typer.Option("--phase", metavar="PHASE", help="How much to build; everything where none is named.")
]
_JobsOption = Annotated[
    int | None, typer.Option("--jobs", parser=whole(1, 1024), metavar="N", help="Threads; otherwise one a core.")
]


class ProbeMove(Struct, frozen=True, omit_defaults=True):
    """A legal move and what is proved of it; ``plies`` count the move itself and are null where they are not known.

    In a game of luck ``values`` says what is proved, by name.
    """

    move: str
    winner: str | None
    plies: int | None
    values: dict[str, float] | None = None


class ProbeAnswer(Struct, frozen=True, omit_defaults=True):
    """What is proved of a position; ``winner`` is null for a draw. In a game of luck it is null, with ``values``."""

    game: str
    position: str
    winner: str | None
    plies: int | None
    evidence: str
    moves: list[ProbeMove]
    values: dict[str, float] | None = None


def group(name: str) -> typer.Typer | None:
    """The verbs about the proved values of the game called ``name``; None where it cannot be solved."""
    game = games.get(name)
    if game.solver is None:
        return None
    found = typer.Typer(no_args_is_help=True, help=f"{game.title} solved: build, verify and ask the tables.")
    for verb in (_solve, _verify, _probe, _counts):
        found.command(name=verb.__name__.strip("_"), help=verb.__doc__)(guarded(verb(game, game.solver)))
    return found


def _solve(game: Game[Any, Any], solver: Solver[Any, Any]) -> Callable[..., None]:
    """Build the tables, or go on building them. Ctrl-C stops; the same call goes on from the last finished table."""

    def solve(
        wanted: _PhaseOption = None,
        folder: DirOption = None,
        jobs: _JobsOption = None,
        memory: Annotated[
            float | None,
            typer.Option("--memory", parser=number(0.1), metavar="GB", help="Refuse to take more than this."),
        ] = None,
        color: ColorOption = Color.AUTO,
    ) -> None:
        phase = wanted or solver.phases[-1]
        if phase not in solver.phases:
            raise typer.BadParameter(f"no phase is called {phase!r}; there are: {', '.join(solver.phases)}")
        if memory is not None and memory < solver.memory[phase]:
            raise typer.BadParameter(f"--memory {memory}: the phase {phase!r} takes {solver.memory[phase]} GB")
        out, where = Output(color), folder or solver.folder()
        out.note(f"{game.title}: tables in {where}", "dim")
        with _told(out), _bar() as report:
            solver.solve(where, phase, jobs=jobs or os.cpu_count() or 1, memory=memory, progress=report)
            out.line(f"{game.title} is solved: {phase}", "bold")
        out.finish()

    return solve


def _verify(game: Game[Any, Any], solver: Solver[Any, Any]) -> Callable[..., None]:
    """Check every position of the tables by its children, and positions by chance by the rules themselves."""

    def verify(
        folder: DirOption = None,
        samples: Annotated[
            int, typer.Option("--samples", parser=whole(0), metavar="N", help="Positions by chance, over all tables.")
        ] = 1_000_000,
        jobs: _JobsOption = None,
        color: ColorOption = Color.AUTO,
    ) -> None:
        out = Output(color)
        with _told(out), _bar() as report:
            found = solver.verify(
                folder or solver.folder(), samples=samples, jobs=jobs or os.cpu_count() or 1, progress=report
            )
            for fault in found.faults:
                out.line(str(fault), "red")
            counts = f"{found.positions:,} positions, {found.samples:,} by chance through the rules"
            out.line(f"{game.title}: {counts}, {found.count:,} faults", "bold")
            out.failed = found.count > 0
        out.finish()

    return verify


def _probe(game: Game[Any, Any], solver: Solver[Any, Any]) -> Callable[..., None]:
    """Say what is proved of positions, and of every move."""

    def probe(
        ids: Ids = None,
        files: FileOption = None,
        folder: DirOption = None,
        notation: FromOption = None,
        json: JsonOption = False,
        color: ColorOption = Color.AUTO,
    ) -> None:
        job = Job.of(ids, files, game=game.name, notation=notation, color=color, json=json)
        with _told(job.out):
            ask, ask_moves = solver.probe(folder or solver.folder())
            job.each_state(partial(_answer, job.out, solver, ask, ask_moves))
        job.out.finish()

    return probe


def _answer(
    out: Output,
    solver: Solver[Any, Any],
    ask: Callable[[Any], VerdictLike],
    ask_moves: Callable[[Any], Sequence[tuple[Any, VerdictLike]]],
    game: Game[Any, Any],
    state: Any,  # noqa: ANN401 - any game's state
) -> None:
    verdict, moves = ask(state), ask_moves(state)
    if out.json:
        rows = [ProbeMove(game.format_move(m), one.winner, one.plies, _values(solver, one)) for m, one in moves]
        position = game.main_notation.format(state)
        evidence = verdict.evidence.value
        out.value(
            ProbeAnswer(game.name, position, verdict.winner, verdict.plies, evidence, rows, _values(solver, verdict))
        )
        return
    out.line(f"{_words(solver, verdict)} ({verdict.evidence.value}: proved)", "bold")
    for move, one in moves:
        out.line(f"{game.format_move(move)}  {_words(solver, one)}")


def _values(solver: Solver[Any, Any], verdict: VerdictLike) -> dict[str, float] | None:
    return None if solver.values is None else dict(solver.values(verdict))


def _words(solver: Solver[Any, Any], verdict: VerdictLike) -> str:
    values = _values(solver, verdict)
    if values is None:
        return verdict_words(verdict)
    error = values.pop("error", 0.0)
    return f"{', '.join(f'{name} {value:+.5f}' for name, value in values.items())} (within {error:.0e})"


def _counts(_: Game[Any, Any], solver: Solver[Any, Any]) -> Callable[..., None]:
    """Print what the tables hold as JSON: how many positions each side wins, by kind, and the digests."""

    def counts(folder: DirOption = None, color: ColorOption = Color.AUTO) -> None:
        out = Output(color)
        with _told(out):
            out.line(json_text.dumps(solver.counts(folder or solver.folder()), indent=1))
        out.finish()

    return counts


@contextmanager
def _told(out: Output) -> Iterator[None]:
    """Say what is wrong with tables in one line."""
    try:
        yield
    except TableError as error:
        out.failed = True
        out.note(str(error), "red")


def _on_terminal() -> bool:
    return sys.stderr.isatty()


@contextmanager
def _bar() -> Iterator[Callable[[ProgressLike], None]]:
    """A bar on standard error: the step, positions a second, time left; without a terminal a line for each step."""
    if not _on_terminal():
        yield _Lines().report
        return
    said = TextColumn("{task.percentage:>3.0f} % {task.fields[said]}")
    with Progress(
        TextColumn("{task.description}"), BarColumn(), said, console=Console(stderr=True), transient=True
    ) as progress:
        task = progress.add_task("", total=1.0, said="")
        yield partial(_update, progress, task)


def _update(progress: Progress, task: TaskID, now: ProgressLike) -> None:
    progress.update(task, completed=now.done, description=now.step, said=_rate_words(now))


def _rate_words(now: ProgressLike) -> str:
    left = "" if now.left is None else f", {int(now.left) // 60}:{int(now.left) % 60:02} left"
    return f"{now.rate / 1e6:.1f} million positions/s{left}"


class _Lines:
    """Progress as lines, one for each step."""

    def __init__(self) -> None:
        self.step = ""

    def report(self, now: ProgressLike) -> None:
        if now.step != self.step:
            self.step = now.step
            sys.stderr.write(f"{100 * now.done:.0f} % {now.step}\n")
            sys.stderr.flush()
