"""The verbs about whole games: record show, check, replay, convert."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import pointboard.cli.needed  # noqa: F401 - what is missing is told

import typer

from pointboard import files as disk
from pointboard import games
from pointboard.cli.answers import RecordAnswer
from pointboard.cli.inputs import STDIN, find_game
from pointboard.cli.options import DEFAULT_GAME, AnyGameOption, ColorOption, JsonOption, RepetitionOption
from pointboard.cli.output import Color, Output
from pointboard.cli.values import whole
from pointboard.cli.words import outcome_words
from pointboard.errors import PointboardError
from pointboard.game import Game, ReadLike, RecordFormat, Records

__all__ = [
    "Files",
    "Found",
    "FromFormat",
    "Shelf",
    "check",
    "convert",
    "data_of",
    "find_format",
    "find_records",
    "format_for",
    "game_of",
    "only_game",
    "policy",
    "put",
    "replay",
    "show",
]

Files = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="Records; - is standard input.", show_default=False)
]
FromFormat = Annotated[
    str | None, typer.Option("--from", metavar="FORMAT", help="The format of the files; otherwise it is found out.")
]


class Found(NamedTuple):
    """One game of a file: the words for where it stands, the text of the file, its format, what was read of it."""

    place: str
    text: str
    format: RecordFormat
    read: ReadLike


class Shelf(NamedTuple):
    """Files of records, and where to say what is in them; ``first`` is what the first file holds."""

    out: Output
    game: Game[Any, Any]
    records: Records
    files: list[Path]
    format: str | None
    repetition: str
    first: bytes

    @staticmethod
    def of(
        files: list[Path],
        *,
        game: str | None,
        source: str | None,
        repetition: str | None,
        color: Color,
        json: bool = False,
    ) -> Shelf:
        """The files that the options of a verb name; a usage error when they make no sense.

        Where no game is named it is that of the first file.
        """
        if game is not None:  # what makes no sense is told before a file is opened
            find_records(find_game(game))
        first = _bytes_of(files[0])
        found = find_game(game_of(first, files[0].suffix.lower(), source) if game is None else game)
        records = find_records(found)
        if source is not None:
            find_format(records, source)
        return Shelf(Output(color, json=json), found, records, files, source, policy(records, repetition), first)

    def games(self) -> Iterator[Found]:
        """Every game of every file; a file that is no text, or an empty one, is reported and passed over."""
        for number, path in enumerate(self.files):
            name = "standard input" if str(path) == STDIN else str(path)
            data = _bytes_of(path) if number else self.first
            binary = self.binary(data)
            if binary is not None:
                yield from self.reads(name, "", binary, data)
                continue
            try:
                text = data.decode()
            except UnicodeDecodeError as error:
                self.out.failed = True
                line = data.count(b"\n", 0, error.start) + 1
                self.out.note(f"{name}: line {line} is no UTF-8 text", "red")
                continue
            if not text.removeprefix("\ufeff").strip():
                self.out.failed = True
                self.out.note(f"{name}: expected a game record, found an empty text", "red")
                continue
            yield from self.reads(name, text, self.format_of(text), text)

    def reads(self, name: str, text: str, kind: RecordFormat, data: str | bytes) -> Iterator[Found]:
        """Every game of what is in a file; a file of which nothing can be read is reported."""
        try:
            for number, read in enumerate(kind.read_all(data, repetition=self.repetition), 1):
                yield Found(name if number == 1 else f"{name}, game {number}", text, kind, read)
        except PointboardError as error:
            self.out.failed = True
            self.out.note(f"{name}: {error}", "red")

    def binary(self, data: bytes) -> RecordFormat | None:
        """The binary format that was named, or that the bytes are in; None where they are to be read as text."""
        if self.format is not None:
            named = self.records.formats[self.format]
            return named if named.binary else None
        kinds = self.records.formats.values()
        return next((kind for kind in kinds if kind.binary and kind.recognises(data)), None)

    def format_of(self, text: str) -> RecordFormat:
        """The format that was named, else the first that a text looks like."""
        if self.format is not None:
            return self.records.formats[self.format]
        kinds = [kind for kind in self.records.formats.values() if not kind.binary]
        return next((kind for kind in kinds if kind.recognises(text)), kinds[0])

    def fault(self, found: Found) -> None:
        """Report the first error of a record, if it has one, with the line it stands in and what was good before it."""
        error = found.read.error
        if error is None:
            return
        self.out.failed = True
        self.out.note(f"{found.place}: {error}", "red")
        line, column = getattr(error, "line", None), getattr(error, "column", None)
        if found.text and line is not None and column is not None:
            self.out.echo(found.text.split("\n")[line - 1].rstrip("\r"), {column})
        self.out.note(f"  {_count(len(found.read.record.plies))} before it can be read")


def _bytes_of(path: Path) -> bytes:
    return sys.stdin.buffer.read() if str(path) == STDIN else path.read_bytes()


def game_of(data: bytes, suffix: str, source: str | None = None) -> str:
    """The name of the game whose records a file holds; the game that is meant where nothing is said if none fits.

    Of the formats called ``source``, or else of those that the file looks like or is named like (``suffix``), that one
    fits which reads it without an error, or the most plies of it; among equals one that not every text looks like.
    """
    kinds = [(name, kind) for name in games.names() for kind in _formats(name)]
    if source is None:
        fitting = [(name, kind) for name, kind in kinds if suffix in kind.suffixes or _looks(kind, data)]
    else:
        fitting = [(name, kind) for name, kind in kinds if kind.name == source]
    if len({name for name, _ in fitting}) < 2:
        return fitting[0][0] if fitting else DEFAULT_GAME
    return max(fitting, key=lambda fits: _fit(fits[0], fits[1], data, suffix))[0]


def _formats(name: str) -> Iterable[RecordFormat]:
    records = games.get(name).records
    return () if records is None else records.formats.values()


def _looks(kind: RecordFormat, data: bytes) -> bool:
    """Whether a file looks like a format; bytes that are no text look like no text."""
    try:
        return kind.recognises(data if kind.binary else data.decode())
    except UnicodeDecodeError:
        return False


def _fit(name: str, kind: RecordFormat, data: bytes, suffix: str) -> tuple[bool, int, bool, bool]:
    """How well a format fits a file: read without an error, how many plies, named like it, looking like no other."""
    good, plies, records = False, 0, find_records(games.get(name))
    try:
        text: Any = data if kind.binary else data.decode()
        for read in kind.read_all(text, repetition=records.repetitions[0]):
            good, plies = read.error is None, len(read.record.plies)
            break
    except (PointboardError, UnicodeDecodeError):
        pass
    return good, plies, suffix in kind.suffixes, not _looks(kind, b"")


def _count(plies: int) -> str:
    return "1 ply" if plies == 1 else f"{plies} plies"


def find_records(game: Game[Any, Any]) -> Records:
    """The record formats of a game; a usage error where it has none."""
    if game.records is None:
        raise typer.BadParameter(f"{game.title} has no game records")
    return game.records


def find_format(records: Records, name: str) -> RecordFormat:
    """The format called ``name``; a usage error, with the names there are, for any other."""
    try:
        return records.formats[name]
    except KeyError:
        known = ", ".join(records.formats)
        raise typer.BadParameter(f"no record format is called {name!r}; there are: {known}") from None


def format_for(records: Records, path: Path | None) -> RecordFormat | None:
    """The format that the end of a file's name says, in any letter case; None where it says none."""
    suffix = "" if path is None else path.suffix.lower()
    return next((kind for kind in records.formats.values() if suffix in kind.suffixes), None)


def policy(records: Records, name: str | None) -> str:
    """The repetition policy called ``name``, the game's default for None; a usage error for any other."""
    if name is None:
        return records.repetitions[0]
    if name not in records.repetitions:
        known = ", ".join(records.repetitions)
        raise typer.BadParameter(f"no repetition policy is called {name!r}; there are: {known}")
    return name


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
    shelf.out.value(RecordAnswer.of(shelf.game, shelf.records, found.format.name, found.read))


def _show(shelf: Shelf, found: Found, at: int | None) -> None:
    out, rules, record = shelf.out, shelf.game, found.read.record
    positions = record.positions()
    for name, text in shelf.records.headers(record):
        out.text(f"{name}: ", "bold")
        out.line(_one_line(text))
    if record.comment:
        out.line(_one_line(record.comment), "italic")
    for number, (ply, before) in enumerate(zip(record.plies, positions, strict=False), 1):
        said = [str(part) for part in (ply.mark, ply.clock, ply.comment) if part]
        side, move = shelf.records.told(ply, before)
        words = _one_line("  ".join([move, *said]))
        out.line(f"{number:>4} {side} {words}")
    number = len(record.plies) if at is None else at
    if number >= len(positions):
        raise typer.BadParameter(f"--at {number}: {found.place} has {_count(len(record.plies))}")
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
            plies = _count(len(found.read.record.plies))
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
    rules = shelf.game
    for found in shelf.games():
        if json:
            _say_json(shelf, found)
            shelf.fault(found)
            continue
        record = found.read.record
        states = record.positions()
        plies = zip(record.plies, states, strict=False)
        moves = ["-", *(shelf.records.told(ply, before)[1] for ply, before in plies)]
        for number, (move, state) in enumerate(zip(moves, states, strict=True)):
            shelf.out.line(f"{number}\t{move}\t{rules.main_notation.format(state)}")
            if board:
                shelf.out.text(rules.render_text(state))
        shelf.fault(found)
    shelf.out.finish()


def convert(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record; - is standard input.", show_default=False)],
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
    shelf = Shelf.of([file], game=game, source=source, repetition=repetition, color=color)
    target = format_for(shelf.records, output) if to is None else find_format(shelf.records, to)
    if target is None:
        raise typer.BadParameter(f"--to is needed: one of {', '.join(shelf.records.formats)}")
    found = list(shelf.games())
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
