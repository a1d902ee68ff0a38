"""Files of match records: which format bytes or a file's name mean, reading, and writing that leaves no half a file."""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pointboard import files
from pointboard.backgammon.record import json, mat, ogxm, sgf, xg
from pointboard.backgammon.record.faults import MAX_BYTES, RecordError, check_size, place_of
from pointboard.backgammon.record.model import MatchRead, MatchRecord
from pointboard.errors import NotationError, PointboardError
from pointboard.scan import instance, shown

__all__ = ["SUFFIXES", "load", "read_bytes", "read_file", "recognise", "save"]


class _Kind(NamedTuple):
    read_all: Callable[[Any], Iterable[MatchRead]]
    format_all: Callable[[Sequence[MatchRecord]], str | bytes] | None
    recognises: Callable[[Any], bool]
    binary: bool = False


_KINDS = {
    "ogxm": _Kind(ogxm.read_all, ogxm.format_all, ogxm.recognises, binary=True),
    "xg": _Kind(xg.read_all, None, xg.recognises, binary=True),
    "json": _Kind(json.read_all, json.format_all, json.recognises),
    "sgf": _Kind(sgf.read_all, sgf.format_all, sgf.recognises),
    "mat": _Kind(mat.read_all, mat.format_all, mat.recognises),
}
SUFFIXES = {
    ".mat": "mat",
    ".txt": "mat",
    ".sgf": "sgf",
    ".json": "json",
    ".ogxm": "ogxm",
    ".ogxms": "ogxm",
    ".xg": "xg",
}
"""The format that the end of a file's name says, in any letter case; what a file holds goes before."""


def recognise(data: bytes) -> str | None:
    """The name of the format that bytes are in; None where they look like none.

    >>> recognise(b"(;GM[6])"), recognise(b" 7 point match"), recognise(b"OGXM"), recognise(b"hello")
    ('sgf', 'mat', 'ogxm', None)
    """
    instance(bytes, data)
    text = data.decode("utf-8", "replace")
    return next((name for name, kind in _KINDS.items() if kind.recognises(data if kind.binary else text)), None)


def _text(data: bytes) -> str:
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        message = f"expected UTF-8, found the byte {data[error.start]:#04x}"
        raise RecordError(message, field="text", place=place_of(before, len(before)), text=before) from None


def read_bytes(data: bytes, name: str | None = None) -> tuple[MatchRead, ...]:
    """The matches in the bytes of a file, each up to its first error; ``name`` is the format, found out by default.

    RecordError for bytes of no format that is known, for more than 50 MB, and for a text that is no UTF-8.
    """
    check_size(bytes, data)
    known = recognise(data) if name is None else name
    if known is None:
        message = f"expected a match record ({', '.join(_KINDS)}), found {shown(data)}"
        raise RecordError(message, field="file", place=place_of("", 0), text="")
    kind = _KINDS[known]
    return tuple(kind.read_all(data if kind.binary else _text(data)))


def read_file(path: str | os.PathLike[str]) -> tuple[MatchRead, ...]:
    """The matches in a file, each up to its first error; OSError when it cannot be read at all.

    The format is the one that the bytes look like, or else the one that the end of the name says.
    """
    file = Path(path)
    with file.open("rb") as stream:
        data = stream.read(MAX_BYTES + 1)
    return read_bytes(data, recognise(data) or SUFFIXES.get(file.suffix.lower()))


def load(path: str | os.PathLike[str]) -> MatchRecord:
    """The one match in a file; its first error is raised, PointboardError for several matches.

    >>> load("no such file.mat")
    Traceback (most recent call last):
    FileNotFoundError: [Errno 2] No such file or directory: 'no such file.mat'
    """
    found = read_file(path)
    if len(found) != 1:
        raise PointboardError(f"expected one match, found {len(found)}")
    return found[0].checked()


def save(match: MatchRecord, path: str | os.PathLike[str]) -> None:
    """Write a match to a file, in the format that the end of the name says; PointboardError for an end that says none.

    A file that is there is replaced at once, as ``pointboard.files.write`` does it. NotationError for text that cannot
    be written as UTF-8, LossyConversionError for what the format cannot hold.

    >>> from tempfile import TemporaryDirectory
    >>> from pointboard.backgammon.record.model import EMPTY
    >>> with TemporaryDirectory() as folder:
    ...     save(EMPTY, f"{folder}/match.json")
    ...     load(f"{folder}/match.json") == EMPTY
    True
    """
    instance(MatchRecord, match)
    named = Path(path)
    kind = _KINDS.get(SUFFIXES.get(named.suffix.lower(), ""))
    if kind is None or kind.format_all is None:
        known = ", ".join(suffix for suffix, name in SUFFIXES.items() if _KINDS[name].format_all)
        raise PointboardError(f"expected a file name that ends in {known}, found {shown(named.name)}")
    written = kind.format_all((match,))
    files.write(named, written if isinstance(written, bytes) else _bytes(written))


def _bytes(text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        message = f"expected text that UTF-8 can hold, found {text[error.start]!r}"
        raise NotationError(message, field="text", column=error.start + 1, text=text) from None
