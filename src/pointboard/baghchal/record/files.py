"""Record files: which format a text or a file name means, reading, and writing that never leaves half a file."""

from __future__ import annotations

import codecs
import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from pointboard.baghchal.record import json, log, pgn
from pointboard.baghchal.record.faults import Places, RecordError
from pointboard.baghchal.record.formats import FORMATS
from pointboard.baghchal.record.record import ReadResult, Record
from pointboard.errors import NotationError, PointboardError

__all__ = ["SUFFIXES", "load", "read_all", "read_file", "recognise", "save"]

SUFFIXES = {".pgn": "pgn", ".json": "json", ".log": "log", ".obx": "log"}
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
    """A file's text, which must be UTF-8, with or without a byte order mark."""
    data = path.read_bytes().removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        place = Places(before).at(len(before))
        message = f"expected UTF-8, found the byte {data[error.start]:#04x}"
        raise RecordError(message, field="text", place=place, text=before) from None


def read_file(path: str | os.PathLike[str]) -> ReadResult:
    """The record in a file up to the first error, and the error; the format as in ``load``.

    RecordError when the file is no UTF-8 text, OSError when it cannot be read at all.
    """
    file = Path(path)
    text = _text(file)
    return _READERS[_format_of(file, text)](text)


def load(path: str | os.PathLike[str]) -> Record:
    """The record in a file; its first error is raised.

    The format is the one that the name's end says (``SUFFIXES``), or, for any other end, the one that the text looks
    like.
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

    The text goes to a new file in the same folder, is forced to the disk, and then takes the place of the old file at
    once: if anything goes wrong (OSError), the old file is as it was and the new one is removed. A link is followed,
    and an existing file keeps its permissions. NotationError for text that cannot be written as UTF-8.
    """
    named = Path(path)
    name = SUFFIXES.get(named.suffix.lower())
    if name is None:
        raise PointboardError(f"expected a file name that ends in {', '.join(SUFFIXES)}, found {named.name!r}")
    text = FORMATS[name].format_all((record,))
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        message = f"expected text that UTF-8 can hold, found {text[error.start]!r}"
        raise NotationError(message, field="text", column=error.start + 1, text=text) from None
    _replace(Path(os.path.realpath(named)), data)


def _replace(target: Path, data: bytes) -> None:
    """Put ``data`` in the place of ``target`` all at once."""
    fresh = target.with_name(f".{target.name}.{secrets.token_hex(8)}.tmp")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            with suppress(FileNotFoundError):
                fresh.chmod(target.stat().st_mode & 0o7777)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(target)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    _force_folder(target.parent)


def _force_folder(folder: Path) -> None:
    """Force a folder's new entry to the disk, where the system can do that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
