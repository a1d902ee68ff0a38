r"""Files of proved values: an array of numbers, its header and its digests in one file.

::

    magic       64 bytes    "POINTBOARD BACKGAMMON TABLE\n", filled up with zeros
    data                    the numbers, little-endian
    digests      4 bytes    for each 2^20 bytes of data: their CRC-32, little-endian
    header                  JSON: name, format, code version, rules, size and digest of the data, facts
    length       4 bytes    of the header, little-endian
    seal        32 bytes    SHA-256 of magic, digests, header and length

A file is written whole under another name and then renamed, so that a table is there whole or not at all. What is read
is checked: magic, seal, header and size on opening, the CRC of the data when it is first looked at.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import mmap
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Self

from pointboard import files
from pointboard.errors import TableError
from pointboard.tables import TableReader

__all__ = ["BLOCK", "FORMAT", "Header", "TableFile", "write_table"]

FORMAT = 1
"""The version of the format; a file of another version is refused."""

BLOCK = 1 << 20
"""The bytes of data that share a digest."""

_MAGIC = b"POINTBOARD BACKGAMMON TABLE\n".ljust(64, b"\0")
_LENGTH = struct.Struct("<I")
_SEAL = hashlib.sha256().digest_size


@dataclass(frozen=True, slots=True)
class Header:
    """What a table holds.

    ``name`` is the file's name without its suffix; ``numbers`` the kind of a number in numpy's words; ``shape`` that of
    the array; ``content`` the SHA-256 of the data in hexadecimal; ``facts`` are numbers about the computation, such as
    its error bound.
    """

    name: str
    rules: str
    numbers: str
    shape: tuple[int, ...]
    content: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    code: str = f"pointboard {importlib.metadata.version('pointboard')}"
    format: int = FORMAT


def write_table(folder: Path, header: Header, parts: Iterable[Any], *, suffix: str = ".table") -> Path:
    """Write a table as ``folder/name.table``, whole or not at all (OSError); ``parts`` are its bytes in order.

    ``header.content`` is filled in here.
    """
    path = folder / f"{header.name}{suffix}"
    with files.replacing(path) as file:
        file.write(_MAGIC)
        digest, checks = hashlib.sha256(), []
        for block in _blocks(parts):
            file.write(block)
            digest.update(block)
            checks.append(zlib.crc32(block))
        sealed = {**asdict(header), "content": digest.hexdigest()}
        text = json.dumps(sealed, sort_keys=True, separators=(",", ":")).encode()
        end = b"".join((struct.pack(f"<{len(checks)}I", *checks), text, _LENGTH.pack(len(text))))
        file.write(end + hashlib.sha256(_MAGIC + end).digest())
    return path


def _blocks(parts: Iterable[Any]) -> Iterator[bytes]:
    """The bytes of ``parts`` in pieces of ``BLOCK``, the last one shorter."""
    rest = b""
    for part in parts:
        view, at = memoryview(part).cast("B"), 0
        if rest:
            at = min(BLOCK - len(rest), len(view))
            rest += bytes(view[:at])
            if len(rest) < BLOCK:
                continue
            yield rest
        while at + BLOCK <= len(view):
            yield bytes(view[at : at + BLOCK])
            at += BLOCK
        rest = bytes(view[at:])
    if rest:
        yield rest


class TableFile:
    """A table on the disk, open for reading; safe for several threads.

    TableError for a file that is missing, cut, changed, of other rules or another format, cannot be read, or no table:
    the message names the file and what to do, which ``remedy`` says: the command that builds it.
    """

    def __init__(self, path: Path, rules: str, remedy: str) -> None:
        """Open and check all but the data."""
        self.path, self._remedy = path, remedy
        try:
            self._file = TableReader(path)
        except FileNotFoundError:
            raise TableError(f"{path} is not there; build it: {remedy}", path) from None
        try:
            self.header, self._checks = self._end()
            self._judge(rules)
        except TableError:
            self.close()
            raise
        self._seen = bytearray(len(self._checks))
        # The data, of which memory holds the blocks that were looked at.
        self._data = mmap.mmap(-1, max(self._bytes(self.header), 1), access=mmap.ACCESS_COPY)

    def _end(self) -> tuple[Header, tuple[int, ...]]:
        """The header and the digests, at the end of the file."""
        size, least = self._file.size, len(_MAGIC) + _LENGTH.size + _SEAL
        if self._file.read(0, len(_MAGIC)) != _MAGIC:
            raise self._broken("is no table of backgammon")
        if size < least:
            raise self._broken("is cut")
        tail = self._file.read(size - _SEAL - _LENGTH.size, _LENGTH.size + _SEAL)
        length = _LENGTH.unpack(tail[: _LENGTH.size])[0] if len(tail) == _LENGTH.size + _SEAL else size
        begin = size - _SEAL - _LENGTH.size - length
        try:
            parts = json.loads(self._file.read(begin, length)) if begin >= len(_MAGIC) else None
        except ValueError:
            parts = None
        if not isinstance(parts, dict):
            raise self._broken("is cut or changed: it does not end as a table does")
        if parts.get("format") != FORMAT or set(parts) != {one.name for one in fields(Header)}:
            raise self._broken(f"has format {parts.get('format')}, and this version of Pointboard reads {FORMAT}")
        header = Header(**{**parts, "shape": tuple(parts["shape"])})
        blocks = -(-self._bytes(header) // BLOCK)
        if begin != len(_MAGIC) + self._bytes(header) + 4 * blocks:
            raise self._broken("is cut or changed: its size does not fit its header")
        end = self._file.read(begin - 4 * blocks, size - _SEAL - begin + 4 * blocks)
        if hashlib.sha256(_MAGIC + end).digest() != tail[_LENGTH.size :]:
            raise self._broken("is changed: its header does not fit its seal")
        return header, struct.unpack(f"<{blocks}I", end[: 4 * blocks])

    @staticmethod
    def _bytes(header: Header) -> int:
        size = int(header.numbers[-1])
        for length in header.shape:
            size *= length
        return size

    def _judge(self, rules: str) -> None:
        if self.header.rules != rules:
            raise self._broken(f"is of another game ({self.header.rules})")
        if self.path.name.rpartition(".")[0] != self.header.name:
            raise self._broken(f"holds the table {self.header.name!r}")

    def _broken(self, what: str) -> TableError:
        return TableError(f"{self.path} {what}; remove it and build it again: {self._remedy}", self.path)

    def array(self, *, check: bool = True, loose: bool = False) -> Any:  # noqa: ANN401 (numpy's array)
        """The whole array; TableError where its bytes do not fit their digests.

        Without ``check`` it is empty where ``check`` has not looked yet, which is up to the caller. It can only be
        read; a ``loose`` one can be written, as compiled kernels want it, and the file stays as it is all the same.
        """
        import numpy as np  # noqa: PLC0415 (comes with the extra "fast")

        if check:
            self.check(0, self._bytes(self.header))
        count = self._bytes(self.header) // int(self.header.numbers[-1])
        flat = np.frombuffer(self._data, dtype=self.header.numbers, count=count)
        flat.flags.writeable = loose
        return flat.reshape(self.header.shape)

    def check(self, first: int, last: int) -> None:
        """Look at the digests of the data from byte ``first`` to ``last``, each once; TableError where one is wrong."""
        for block in range(first // BLOCK, -(-last // BLOCK)):
            if not self._seen[block]:
                begin = block * BLOCK
                end = min(begin + BLOCK, self._bytes(self.header))
                data = self._file.read(len(_MAGIC) + begin, end - begin)
                if len(data) < end - begin or zlib.crc32(data) != self._checks[block]:
                    raise self._broken(f"is changed: its block {block} does not fit its digest")
                self._data[begin:end] = data
                self._seen[block] = 1

    def close(self) -> None:
        """Give the file back; an array that is still held keeps what it has."""
        self._file.close()

    def __enter__(self) -> Self:
        """The file itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Give the file back."""
        self.close()
