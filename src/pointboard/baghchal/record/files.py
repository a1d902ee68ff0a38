"""Record files: which format a text or a file name means, reading, and writing that never leaves half a file."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterable
from pathlib import Path

from pointboard import files
from pointboard.baghchal.record import json, log, pgn
from pointboard.baghchal.record.faults import Places, RecordError
from pointboard.baghchal.record.formats import FORMATS
from pointboard.baghchal.record.record import ReadResult, Record
from pointboard.errors import NotationError, PointboardError
from pointboard.scan import shown

__all__ = ["SUFFIXES", "load", "read_all", "read_file", "recognise", "save"]

SUFFIXES = {suffix: name for name, kind in FORMATS.items() for suffix in kind.suffixes}
"""The format that the end of a file's name says, in any letter case."""

_READERS = {"pgn": pgn.read, "json": json.read, "log": log.read}


def recognise(text: str) -> str:
    """The name of the format that a text looks like: "json", "log", and "pgn" for whatever is neither.

    >>> recognise("1. G22 Bx1133"), recognise("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #")
    ('pgn', 'log')
    """
    return next(name for name, known in FORMATS.items() if known.recognises(text))


def _format_of(path: Path, text: str) -> str:
    """The format that a file's name says, or else the one that its text looks like."""
    return SUFFIXES.get(path.suffix.lower()) or recognise(text)


def _text(path: Path) -> str:
    """A file's text, which must be UTF-8, with or without a byte order mark, and not be empty."""
    data = path.read_bytes().removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        place = Places(before).at(len(before))
        message = f"expected UTF-8, found the byte {data[error.start]:#04x}"
        raise RecordError(message, field="text", place=place, text=before) from None
    if not text.strip():  # as text it would be a game without moves; as a file it is one that was never written
        message = "expected a game record, found an empty text"
        raise RecordError(message, field="text", place=Places(text).at(0), text=text)
    return text


def read_file(path: str | os.PathLike[str]) -> ReadResult:
    """The record in a file up to the first error, and the error; the format as in ``load``.

    RecordError when the file is no UTF-8 text or empty, OSError when it cannot be read at all.
    """
    file = Path(path)
    text = _text(file)
    return _READERS[_format_of(file, text)](text)


def load(path: str | os.PathLike[str]) -> Record:
    """The record in a file; its first error is raised.

    The format is the one that the name's end says (``SUFFIXES``), or, for any other end, the one that the text looks
    like.

    >>> load("no such file.pgn")
    Traceback (most recent call last):
    FileNotFoundError: [Errno 2] No such file or directory: 'no such file.pgn'
    """
    return read_file(path).checked()


def read_all(path: str | os.PathLike[str]) -> Iterable[ReadResult]:
    """The games in a file, each up to its first error: any number of them in PGN, one in the other formats."""
    file = Path(path)
    text = _text(file)
    results: Iterable[ReadResult] = FORMATS[_format_of(file, text)].read_all(text)  # type: ignore[assignment]
    return results


def save(record: Record, path: str | os.PathLike[str]) -> None:
    """Write a record to a file, in the format that the name's end says; PointboardError for an end that says none.

    A file that is there is replaced at once, as ``pointboard.files.write`` does it; if anything goes wrong (OSError),
    it is as it was. NotationError for text that cannot be written as UTF-8.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     save(Record(), f"{folder}/game.pgn")
    ...     load(f"{folder}/game.pgn") == Record()
    True
    """
    named = Path(path)
    name = SUFFIXES.get(named.suffix.lower())
    if name is None:
        raise PointboardError(f"expected a file name that ends in {', '.join(SUFFIXES)}, found {shown(named.name)}")
    text = FORMATS[name].format_all((record,))
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        message = f"expected text that UTF-8 can hold, found {text[error.start]!r}"
        raise NotationError(message, field="text", column=error.start + 1, text=text) from None
    files.write(named, data)
