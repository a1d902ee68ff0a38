"""Files of game records: of which game and format each one is, and every game that is in it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pointboard.cli.needed  # noqa: F401 - what is missing is told

import typer

from pointboard import games
from pointboard.cli.inputs import STDIN, find_game
from pointboard.cli.options import DEFAULT_GAME
from pointboard.cli.output import Color, Output
from pointboard.errors import PointboardError
from pointboard.game import Game, ReadLike, RecordFormat, Records
from pointboard.scan import lines

__all__ = ["File", "Found", "Shelf", "count_of", "find_format", "find_records", "kind_of", "policy"]

_MOST = 256 * 2**20  # bytes of a file: what has no end, as a device, is not read until the memory is full


class File(NamedTuple):
    """A file of records: how it is called, what is in it, and the game and the format of that."""

    name: str
    data: bytes
    game: Game[Any, Any]
    format: RecordFormat

    @property
    def records(self) -> Records:
        """The record formats of its game."""
        return find_records(self.game)


class Found(NamedTuple):
    """One game of a file: the words for where it stands, the text of the file, the file, what was read of it."""

    place: str
    text: str
    file: File
    read: ReadLike

    @property
    def game(self) -> Game[Any, Any]:
        """The game."""
        return self.file.game

    @property
    def records(self) -> Records:
        """The record formats of the game."""
        return self.file.records

    @property
    def format(self) -> RecordFormat:
        """The format of the file."""
        return self.file.format


class Shelf(NamedTuple):
    """Files of records, and where to say what is in them; ``game`` and ``format`` are those that were named."""

    out: Output
    paths: list[Path]
    game: Game[Any, Any] | None
    format: str | None
    repetition: str | None

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

        Where no game is named each file says by itself which it is of.
        """
        found = None if game is None else find_game(game)
        if found is not None:  # what makes no sense is told before a file is opened
            records = find_records(found)
            policy(records, repetition)
            if source is not None:
                find_format(records, source)
        elif source is not None and not any(source in _formats(name) for name in games.names()):
            find_format(find_records(games.get(DEFAULT_GAME)), source)
        return Shelf(Output(color, json=json), files, found, source, repetition)

    def files(self) -> Iterator[File]:
        """Every file, with its game and format; one that is too large is reported and passed over.

        A usage error where the options do not fit the game of a file.
        """
        named = None if self.game is None else self.game.name
        for path in self.paths:
            name = "standard input" if str(path) == STDIN else str(path)
            data = _bytes_of(path)
            if len(data) > _MOST:
                self._fault(f"{name}: expected at most {_MOST // 2**20} MB, found more")
                continue
            game, kind = kind_of(data, path.suffix.lower(), game=named, source=self.format)
            found = File(name, data, games.get(game), kind)
            policy(found.records, self.repetition)
            yield found

    def games(self) -> Iterator[Found]:
        """Every game of every file."""
        for file in self.files():
            yield from self.read(file)

    def read(self, file: File) -> Iterator[Found]:
        """Every game of a file; a file that is no text, an empty one, or one that tells nothing is reported."""
        content: str | bytes = file.data
        if not file.format.binary:
            try:
                content = file.data.decode()
            except UnicodeDecodeError as error:
                line = file.data.count(b"\n", 0, error.start) + 1
                self._fault(f"{file.name}: line {line} is no UTF-8 text")
                return
            if not content.removeprefix("\ufeff").strip():
                self._fault(f"{file.name}: expected a game record, found an empty text")
                return
        text = content if isinstance(content, str) else ""
        try:
            reads = file.format.read_all(content, repetition=policy(file.records, self.repetition))
            for number, read in enumerate(reads, 1):
                yield Found(file.name if number == 1 else f"{file.name}, game {number}", text, file, read)
        except PointboardError as error:
            self._fault(f"{file.name}: {error}")

    def _fault(self, message: str) -> None:
        self.out.failed = True
        self.out.note(message, "red")

    def fault(self, found: Found) -> None:
        """Report the first error of a record, if it has one, with the line it stands in and what was good before it."""
        error = found.read.error
        if error is None:
            return
        self._fault(f"{found.place}: {error}")
        line, column = getattr(error, "line", None), getattr(error, "column", None)
        if found.text and line is not None and column is not None:
            self.out.echo(lines(found.text)[line - 1], {column})
        self.out.note(f"  {count_of(len(found.read.record.plies))} before it can be read")


def _bytes_of(path: Path) -> bytes:
    """What is in a file, or more than ``_MOST`` bytes of it."""
    if str(path) == STDIN:
        return sys.stdin.buffer.read(_MOST + 1)
    with path.open("rb") as stream:
        return stream.read(_MOST + 1)


def kind_of(
    data: bytes, suffix: str, *, game: str | None = None, source: str | None = None
) -> tuple[str, RecordFormat]:
    """The game whose records a file holds, by name, and their format.

    Of the formats called ``source``, or else of those that the file looks like or is named like (``suffix``), that one
    fits which reads it without an error, or the most plies of it; among equals one that not every text looks like, and
    then the name. Where none fits it is the first of the game, or of the game that is meant where nothing is said.
    """
    names = games.names() if game is None else (game,)
    kinds = [(name, kind) for name in names for kind in _formats(name).values()]
    if source is None:
        fitting = [(name, kind) for name, kind in kinds if suffix in kind.suffixes or _looks(kind, data)]
    else:
        fitting = [(name, kind) for name, kind in kinds if kind.name == source]
    if not fitting:
        fitting = [(name, kind) for name, kind in kinds if name == (game or DEFAULT_GAME) and not kind.binary][:1]
    if len(fitting) == 1:
        return fitting[0]
    return max(fitting, key=lambda fits: _fit(fits[0], fits[1], data, suffix))


def _formats(name: str) -> dict[str, RecordFormat]:
    records = games.get(name).records
    return {} if records is None else dict(records.formats)


def _looks(kind: RecordFormat, data: bytes) -> bool:
    """Whether a file looks like a format; bytes that are no text look like no text."""
    try:
        return kind.recognises(data if kind.binary else data.decode())
    except UnicodeDecodeError:
        return False


def _fit(name: str, kind: RecordFormat, data: bytes, suffix: str) -> tuple[bool, int, bool, bool]:
    """How well a format fits a file: read without an error, how many plies, looking like no other, named like it."""
    good, plies, records = False, 0, find_records(games.get(name))
    try:
        text: Any = data if kind.binary else data.decode()
        for read in kind.read_all(text, repetition=records.repetitions[0]):
            good, plies = read.error is None, len(read.record.plies)
            break
    except (PointboardError, UnicodeDecodeError):
        pass
    return good, plies, _looks(kind, data) and not _looks(kind, b""), suffix in kind.suffixes


def count_of(plies: int) -> str:
    """So many plies, in words."""
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


def policy(records: Records, name: str | None) -> str:
    """The repetition policy called ``name``, the game's default for None; a usage error for any other."""
    if name is None:
        return records.repetitions[0]
    if name not in records.repetitions:
        known = ", ".join(records.repetitions)
        raise typer.BadParameter(f"no repetition policy is called {name!r}; there are: {known}")
    return name
