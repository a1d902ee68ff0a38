r"""Table files: a header that says what is inside, blocks that can be read one by one, a digest for each.

::

    magic       25 bytes    "POINTBOARD BAGH CHAL TBL\n"
    length       4 bytes    of the header, little-endian
    header                  JSON: what the table holds, format, code version, digest of the content, counts
    index        8 bytes    for each block: its length and the CRC-32 of its bytes, little-endian
    seal        32 bytes    SHA-256 of all of the above
    blocks                  one after the other

A file is written whole under another name and then renamed, so that a table is there whole or not at all. What is read
is checked: magic, seal, header and size on opening, a block's digest whenever the block is read. The digest of the
content (``Header.content``) is taken of what the blocks say, not of their bytes, so that it does not hang on the
version of a compressor.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import struct
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Self

from pointboard.baghchal.engine.solve.variant import Variant
from pointboard.errors import TableError
from pointboard.files import write
from pointboard.tables import TableReader

__all__ = ["FORMAT", "Header", "TableFile", "write_table"]

FORMAT = 1
"""The version of the format; a file of another version is refused."""

_MAGIC = b"POINTBOARD BAGH CHAL TBL\n"
_LENGTH = struct.Struct("<I")
_ENTRY = struct.Struct("<II")
_SEAL = hashlib.sha256().digest_size
_LONGEST_HEADER = 1 << 20


@dataclass(frozen=True, slots=True)
class Header:
    """What a table holds.

    ``name`` is the file's name without its suffix; ``coding`` how the blocks are written and ``size`` how many
    positions are in a whole one; ``content`` is the digest of the content in hexadecimal; ``counts`` are the rows of
    ``counts.json`` for this table.
    """

    name: str
    rules: str
    goats: int
    captures: int
    coding: str
    size: int
    content: str
    counts: tuple[dict[str, Any], ...] = ()
    code: str = f"pointboard {importlib.metadata.version('pointboard')}"
    format: int = FORMAT


def write_table(folder: Path, header: Header, blocks: Sequence[bytes]) -> Path:
    """Write a table as ``folder/name.table``, whole or not at all (OSError)."""
    text = json.dumps(asdict(header), sort_keys=True, separators=(",", ":")).encode()
    index = b"".join(_ENTRY.pack(len(block), zlib.crc32(block)) for block in blocks)
    top = b"".join((_MAGIC, _LENGTH.pack(len(text)), text, _LENGTH.pack(len(blocks)), index))
    path = folder / f"{header.name}.table"
    write(path, b"".join((top, hashlib.sha256(top).digest(), *blocks)))
    return path


class TableFile:
    """A table on the disk, open for reading; safe for several threads.

    TableError for a file that is cut, changed, of other rules or another format, cannot be read, or no table: the
    message names the file and what to do. FileNotFoundError where there is none. The file may be cut or written over
    while it is open: then its blocks do not fit their digests (mapped into memory it would end the process).
    """

    def __init__(self, path: Path, variant: Variant) -> None:
        """Open and check all but the blocks."""
        self.path = path
        self._file = TableReader(path)
        try:
            size = self._file.size
            self.header, index, begin = self._top(size)
            self._check(variant)
            starts = [begin]
            for length, _ in index:
                starts.append(starts[-1] + length)
            self._starts = array("Q", starts)  # lists of a whole game's tables would take 300 MB
            self._digests = array("I", [digest for _, digest in index])
            if starts[-1] != size:
                raise self._broken(f"is cut: it has {size} bytes where {starts[-1]} belong")
        except TableError:
            self.close()
            raise

    def _top(self, size: int) -> tuple[Header, list[tuple[int, int]], int]:
        """The header, the index, and where the blocks begin."""
        at = len(_MAGIC)
        if self._file.read(0, at) != _MAGIC:
            raise self._broken("is no table of Bagh Chal")
        length = self._number(at)
        at += _LENGTH.size + length
        count = self._number(at) if length <= _LONGEST_HEADER else 0
        end = at + _LENGTH.size + count * _ENTRY.size
        if length > _LONGEST_HEADER or end + _SEAL > size:
            raise self._broken("is cut within its header")
        data = self._file.read(0, end + _SEAL)
        if hashlib.sha256(data[:end]).digest() != data[end:]:
            raise self._broken("is changed: its header does not fit its seal")
        known = {field.name for field in fields(Header)}
        parts = json.loads(data[at - length : at])
        if parts.get("format") != FORMAT or set(parts) != known:
            raise self._broken(f"has format {parts.get('format')}, and this version of Pointboard reads {FORMAT}")
        parts["counts"] = tuple(parts["counts"])
        return Header(**parts), list(_ENTRY.iter_unpack(data[at + _LENGTH.size : end])), end + _SEAL

    def _number(self, at: int) -> int:
        """A number of the header."""
        data = self._file.read(at, _LENGTH.size)
        if len(data) < _LENGTH.size:
            raise self._broken("is cut within its header")
        (number,) = _LENGTH.unpack(data)
        return int(number)

    def _check(self, variant: Variant) -> None:
        header = self.header
        if (header.rules, header.goats, header.captures) != (variant.rules, variant.goats, variant.captures):
            raise self._broken(f"is of another game ({header.rules})")
        if header.name != self.path.name.removesuffix(".table"):
            raise self._broken(f"holds the table {header.name!r}")

    def _broken(self, what: str) -> TableError:
        return TableError(f"{self.path} {what}; remove it and build it again: pointboard baghchal solve", self.path)

    def __len__(self) -> int:
        """The number of blocks."""
        return len(self._digests)

    def block(self, number: int) -> bytes:
        """The bytes of a block; TableError where they do not fit their digest."""
        data = self._file.read(self._starts[number], self._starts[number + 1] - self._starts[number])
        if zlib.crc32(data) != self._digests[number]:
            raise self._broken(f"is changed: its block {number} does not fit its digest")
        return data

    @property
    def size(self) -> int:
        """The bytes of the file."""
        return self._starts[-1]

    def close(self) -> None:
        """Give the file back."""
        self._file.close()

    def __enter__(self) -> Self:
        """The file itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Give the file back."""
        self.close()
