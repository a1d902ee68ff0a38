"""The verb that judges whole games: record report, and record analyse, which is the same under the other usual word."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import pointboard.cli.needed  # noqa: F401 - what is missing is told

import typer

from pointboard.cli.answers import ReportAnswer
from pointboard.cli.options import (
    AnyGameOption,
    ColorOption,
    DirOption,
    EngineOption,
    JsonOption,
    LevelOption,
    NodesOption,
    RepetitionOption,
)
from pointboard.cli.output import Color
from pointboard.cli.record import Files, FromFormat, put
from pointboard.cli.report import bar, tell
from pointboard.cli.shelf import Found, Shelf
from pointboard.cli.values import whole
from pointboard.errors import EngineError, PointboardError, TableError
from pointboard.game import Game
from pointboard.reports import Reports

__all__ = ["report"]

_OPTIONS = {"folder": "--dir", "keep": "--no-cache"}
_Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="OUT",
        help="Write the report to OUT: a page of HTML, or what the name ends in, such as .json; - prints the page.",
    ),
]
_Pick = Annotated[
    int | None, typer.Option("--pick", parser=whole(1), metavar="N", help="Only the Nth of all games, from 1.")
]
_Jobs = Annotated[
    int | None, typer.Option("--jobs", parser=whole(1, 64), metavar="N", help="Ask the engine so much at a time.")
]


class _Judge(NamedTuple):
    """The reports of a game, and those of the wishes that were made which they know."""

    reports: Reports
    wishes: dict[str, Any]


class _Wanted(NamedTuple):
    """What a report is to be, besides what it is about, and who judges the games of each name."""

    output: Path | None
    force: bool
    partial: bool
    judges: dict[str, _Judge]


def report(
    files: Files,
    output: _Output = None,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT if it is there.")] = False,
    pick: _Pick = None,
    folder: DirOption = None,
    nodes: NodesOption = None,
    engine: EngineOption = None,
    level: LevelOption = None,
    jobs: _Jobs = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Keep no answers for later runs.")] = False,
    partial: Annotated[
        bool, typer.Option("--partial", help="Of a bad record judge what comes before the error.")
    ] = False,
    game: AnyGameOption = None,
    source: FromFormat = None,
    repetition: RepetitionOption = None,
    json: JsonOption = False,
    color: ColorOption = Color.AUTO,
) -> None:
    """Judge every move of a game, in backgammon every decision and roll of a match.

    By tables of proved values where a game has them, else by search (--nodes), or by an engine (--engine, --level). A
    record with an error is not judged. What an engine has answered is kept: a run that was stopped goes on.
    """
    shelf = Shelf.of(files, game=game, source=source, repetition=repetition, color=color, json=json)
    if json and output is not None:
        raise typer.BadParameter("--json prints no page; leave out --json or --output")
    given = {"folder": folder, "nodes": nodes, "engine": engine, "level": level, "jobs": jobs}
    given["keep"] = False if no_cache else None
    there = list(shelf.files())
    wanted = _Wanted(output, force, partial, {file.game.name: _judge(file.game, given) for file in there})
    if output is not None:
        for judge in wanted.judges.values():
            _check_end(output, judge.reports)
    found = _grouped(wanted, [one for file in there for one in shelf.read(file)])
    if pick is not None:
        found = _picked(found, pick)
    if output is not None and len(found) > 1:
        raise typer.BadParameter(f"a page holds one game, and there are {len(found)}; --pick N names one")
    _all(shelf, found, wanted)
    shelf.out.finish()


def _all(shelf: Shelf, found: Sequence[Sequence[Found]], wanted: _Wanted) -> None:
    """Judge and tell one after the other, until one fails for a reason that the next would have too."""
    for number, group in enumerate(found):
        if number and not shelf.out.json:
            shelf.out.line()
        try:
            _report(shelf, group, wanted)
        except (TableError, EngineError) as error:
            shelf.out.failed = True
            shelf.out.note(str(error), "red")
            break
        except PointboardError as error:
            shelf.out.failed = True
            shelf.out.note(f"{group[0].place}: {error}", "red")


def _judge(game: Game[Any, Any], given: dict[str, Any]) -> _Judge:
    """Who judges games of that kind, with the wishes that were made; a usage error for one that nobody there knows."""
    if game.reports is None:
        raise typer.BadParameter(f"{game.title} has no game reports yet")
    reports = game.reports()
    for name, value in given.items():
        if value is not None and name not in reports.wishes:
            raise typer.BadParameter(f"{_OPTIONS.get(name, f'--{name}')}: reports of {game.title} have no use for it")
    return _Judge(reports, {name: value for name, value in given.items() if name in reports.wishes})


def _check_end(output: Path, reports: Reports) -> None:
    """Refuse a file whose name ends in something that no report is written as; one without an ending is a page."""
    end = output.suffix.lower()
    if end not in ("", ".htm", *reports.ends):
        raise typer.BadParameter(f"{output}: expected a name that ends in one of {', '.join(reports.ends)}")


def _grouped(wanted: _Wanted, found: list[Found]) -> list[list[Found]]:
    """The games of the files, those together that are judged as one."""
    groups: list[list[Found]] = []
    for one in found:
        together = wanted.judges[one.game.name].reports.together
        if groups and groups[-1][-1].file is one.file and together(groups[-1][-1].read.record, one.read.record):
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def _picked(groups: list[list[Found]], number: int) -> list[list[Found]]:
    if number > len(groups):
        raise typer.BadParameter(
            f"--pick {number}: there {'is 1 game' if len(groups) == 1 else f'are {len(groups)} games'}"
        )
    return [groups[number - 1]]


def _report(shelf: Shelf, group: Sequence[Found], wanted: _Wanted) -> None:
    """Judge one game, or what belongs to one, and tell it."""
    first, last, output = group[0], group[-1], wanted.output
    reports, wishes = wanted.judges[first.game.name]
    judged = None
    if last.read.error is None or wanted.partial:
        with bar() as progress:
            judged = reports.judge(first.read.record, progress=progress, **wishes)
    if shelf.out.json:
        data = None if judged is None else reports.data(judged)
        read = first.read if last.read.error is None else last.read
        shelf.out.value(ReportAnswer.of(first.game, first.records, first.format.name, read, data))
    elif judged is not None and output is None:
        tell(shelf.out, reports.lines(judged))
    elif judged is not None:
        text = reports.written(judged, "" if output is None else output.suffix.lower())
        put(shelf, text.encode(), output, force=wanted.force)
    shelf.fault(last)
