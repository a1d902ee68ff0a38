"""The verbs about whole games: record show, check, replay, convert."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import pointboard.cli.needed  # noqa: F401 - what is missing is told

import typer

from pointboard import files as disk
from pointboard.cli.answers import RecordAnswer
from pointboard.cli.inputs import STDIN
from pointboard.cli.options import AnyGameOption, ColorOption, JsonOption, RepetitionOption
from pointboard.cli.output import Color
from pointboard.cli.shelf import Found, Shelf, count_of, find_format
from pointboard.cli.values import whole
from pointboard.cli.words import outcome_words
from pointboard.errors import PointboardError
from pointboard.game import RecordFormat, Records

__all__ = ["Files", "FromFormat", "check", "convert", "data_of", "format_for", "only_game", "put", "replay", "show"]

Files = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="Records; - is standard input.", show_default=False)
]
FromFormat = Annotated[
    str | None, typer.Option("--from", metavar="FORMAT", help="The format of the files; otherwise it is found out.")
]


def format_for(records: Records, path: Path | None) -> RecordFormat | None:
    """The format that the end of a file's name says, in any letter case; None where it says none."""
    suffix = "" if path is None else path.suffix.lower()
    return next((kind for kind in records.formats.values() if suffix in kind.suffixes), None)


def only_game(path: Path, game: str, repetition: str | None) -> Any:  # noqa: ANN401 - any game's record
    """The record in a file of one game; a usage error when it holds none or several, or one that cannot be read."""
    found = list(Shelf.of([path], game=game, source=None, repetition=repetition, color=Color.AUTO).games())
    if len(found) != 1:
        raise typer.BadParameter(f"expected one game in {path}, found {len(found)}")
    if found[0].read.error is not None:
        raise typer.BadParameter(f"{path}: {found[0].read.error}")
    return found[0].read.record


def _ending(found: Found) -> str:
    """How a game stands at its end, in words: what the board says, else the declared result, else nothing yet."""
    record = found.read.record
    over = record.outcome()
    if over is not None:
        return outcome_words(over)
    return "not over" if record.result is None else f"result {record.result} declared"


def show(
    files: Files,
    at: Annotated[
        int | None,
        typer.Option("--at", parser=whole(0), metavar="PLY", help="Show the board after this ply, 0 for the start."),
    ] = None,
    game: AnyGameOption = None,
    source: FromFormat = None,
    repetition: RepetitionOption = None,
    json: JsonOption = False,
    color: ColorOption = Color.AUTO,
) -> None:
    """Show games: headers, moves with what is said of them, and the board at the end."""
    shelf = Shelf.of(files, game=game, source=source, repetition=repetition, color=color, json=json)
    for found in shelf.games():
        if json:
            _say_json(shelf, found)
        else:
            _show(shelf, found, at)
        shelf.fault(found)
    shelf.out.finish()


def _say_json(shelf: Shelf, found: Found) -> None:
    shelf.out.value(RecordAnswer.of(found.game, found.records, found.format.name, found.read))


def _show(shelf: Shelf, found: Found, at: int | None) -> None:
    out, rules, record = shelf.out, found.game, found.read.record
    positions = record.positions()
    for name, text in found.records.headers(record):
        out.text(f"{name}: ", "bold")
        out.line(_one_line(text))
    if record.comment:
        out.line(_one_line(record.comment), "italic")
    for number, (ply, before) in enumerate(zip(record.plies, positions, strict=False), 1):
        said = [str(part) for part in (ply.mark, ply.clock, ply.comment) if part]
        side, move = found.records.told(ply, before)
        words = _one_line("  ".join([move, *said]))
        out.line(f"{number:>4} {side} {words}")
    number = len(record.plies) if at is None else at
    if number >= len(positions):
        raise typer.BadParameter(f"--at {number}: {found.place} has {count_of(len(record.plies))}")
    state = positions[number]
    out.board(rules, state)
    out.line(rules.main_notation.format(state))
    out.line(_ending(found), "bold")


def _one_line(text: str) -> str:
    """Text from a file as one line, without signs that would steer a terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def check(
    files: Files,
    game: AnyGameOption = None,
    source: FromFormat = None,
    repetition: RepetitionOption = None,
    json: JsonOption = False,
    color: ColorOption = Color.AUTO,
) -> None:
    """Check games: of each bad one the first error is told, an illegal move with its number and the reason."""
    shelf = Shelf.of(files, game=game, source=source, repetition=repetition, color=color, json=json)
    for found in shelf.games():
        if json:
            _say_json(shelf, found)
        elif found.read.error is None:
            plies = count_of(len(found.read.record.plies))
            shelf.out.line(f"ok {found.format.name} {found.place}: {plies}, {_ending(found)}")
        shelf.fault(found)
    shelf.out.finish()


def replay(
    files: Files,
    board: Annotated[bool, typer.Option("--board", help="Draw every position.")] = False,
    game: AnyGameOption = None,
    source: FromFormat = None,
    repetition: RepetitionOption = None,
    json: JsonOption = False,
    color: ColorOption = Color.AUTO,
) -> None:
    """Replay games: every position on a line of its own, after its ply and its move."""
    shelf = Shelf.of(files, game=game, source=source, repetition=repetition, color=color, json=json)
    for found in shelf.games():
        if json:
            _say_json(shelf, found)
            shelf.fault(found)
            continue
        rules, record = found.game, found.read.record
        states = record.positions()
        plies = zip(record.plies, states, strict=False)
        moves = ["-", *(found.records.told(ply, before)[1] for ply, before in plies)]
        for number, (move, state) in enumerate(zip(moves, states, strict=True)):
            shelf.out.line(f"{number}\t{move}\t{rules.main_notation.format(state)}")
            if board:
                shelf.out.text(rules.render_text(state))
        shelf.fault(found)
    shelf.out.finish()


def convert(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A record; - is standard input.", show_default=False)],
    to: Annotated[
        str | None, typer.Option("--to", metavar="FORMAT", help="The format to write; otherwise what OUT ends in.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="OUT", help="Write to OUT, not to standard output.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT if it is there.")] = False,
    partial: Annotated[
        bool, typer.Option("--partial", help="Of a bad record write what comes before the error.")
    ] = False,
    game: AnyGameOption = None,
    source: FromFormat = None,
    repetition: RepetitionOption = None,
    color: ColorOption = Color.AUTO,
) -> None:
    """Write a record in another format. Of a record with an error nothing is written, unless --partial says so."""
    shelf = Shelf.of([path], game=game, source=source, repetition=repetition, color=color)
    file = next(shelf.files(), None)
    if file is None:
        shelf.out.finish()
        return
    records = file.records
    target = format_for(records, output) if to is None else find_format(records, to)
    if target is None:
        raise typer.BadParameter(f"--to is needed: one of {', '.join(records.formats)}")
    found = list(shelf.read(file))
    for one in found:
        shelf.fault(one)
    if found and (partial or not shelf.out.failed):
        _write(shelf, target, [one.read.record for one in found], output, force=force)
    shelf.out.finish()


def data_of(kind: RecordFormat, records: list[Any]) -> bytes:
    """Records in a format, a text with a line end after the last line; PointboardError for what it cannot hold."""
    text = kind.format_all(records)
    if kind.binary:
        return bytes(text)
    try:
        data: bytes = text.encode()
    except UnicodeEncodeError as error:
        raise PointboardError(f"expected text that UTF-8 can hold, found {text[error.start]!r}") from None
    return data if text.endswith("\n") else data + b"\n"


def _write(shelf: Shelf, target: RecordFormat, records: list[Any], output: Path | None, *, force: bool) -> None:
    try:
        data = data_of(target, records)
    except PointboardError as error:  # what the format cannot hold
        shelf.out.failed = True
        shelf.out.note(str(error), "red")
        return
    if lost := target.losses(records):
        shelf.out.note(f"{target.name} loses: {', '.join(lost)}")
    put(shelf, data, output, force=force, binary=target.binary)


def put(shelf: Shelf, data: bytes, output: Path | None, *, force: bool, binary: bool = False) -> None:
    """Print a text, or what is none as it is, or write it to a file."""
    if output is not None and str(output) != STDIN:
        disk.write(output, data, replace=force)
    elif binary:
        sys.stdout.buffer.write(data)
    else:
        shelf.out.text(data.decode())
