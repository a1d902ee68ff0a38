"""Writing a file so that a reader, or a crash, finds the old one or the whole new one."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

__all__ = ["replacing", "write"]

_KEPT = 40  # letters of a file's name that stand in that of the new one: a long name has no room for more


def write(path: str | os.PathLike[str], data: bytes, *, replace: bool = True) -> None:
    """Write a whole file at once.

    The bytes go to a new file in the same folder, are forced to the disk, and then take the place of the old file at
    once: if anything goes wrong (OSError, which names ``path``), the old file is as it was and the new one is removed.
    A link is followed, and an existing file keeps its permissions. With ``replace=False`` a file that is there already,
    or comes in the meantime, is left alone: FileExistsError.

    What keeps no bytes that could be lost is never replaced, but written into, whatever ``replace`` says: character
    devices, pipes with a name, and the program's own standard output and error, under any name. Anything else that is
    no regular file is refused: OSError.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write(f"{folder}/note.txt", b"hello")
    ...     Path(folder, "note.txt").read_bytes()
    b'hello'
    """
    try:
        _write(path, data, replace=replace)
    except OSError as error:  # of the new file and of the old one alike: nobody knows the name of the new one
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


def _write(path: str | os.PathLike[str], data: bytes, *, replace: bool) -> None:
    with suppress(FileNotFoundError):
        there = os.stat(path)  # noqa: PTH116 (of a path of any kind, links followed)
        if (stream := _stream(path, there)) is not None:
            with os.fdopen(stream, "wb") as file:
                file.write(data)
            return
        if stat.S_ISDIR(there.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
        if not stat.S_ISREG(there.st_mode):
            raise OSError(errno.EINVAL, "expected a regular file, a pipe or a character device", os.fspath(path))
    if not replace and os.path.lexists(path):
        raise _taken(path)
    _put(Path(os.path.realpath(path)), data, replace=replace)


def _stream(path: str | os.PathLike[str], there: os.stat_result) -> int | None:
    """A descriptor for what is written into, None for what is not.

    Standard output is not opened by its name: that would begin at the start of the file that it may lead to.
    """
    for own in (1, 2):
        with suppress(OSError):  # it is closed
            if os.path.samestat(there, os.fstat(own)):
                return os.dup(own)
    if stat.S_ISCHR(there.st_mode) or stat.S_ISFIFO(there.st_mode):
        return os.open(path, os.O_WRONLY | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0))
    return None


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A new file, to be filled bit by bit, that takes the place of ``path`` at the end as ``write`` does it.

    Until then, and if anything goes wrong, the old file is as it was. OSError, which names ``path``, from the disk.
    """
    try:
        with _fresh(Path(path), replace=True) as file:
            yield file
    except OSError as error:
        if error.errno is None:  # not from the disk
            raise
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


def _put(target: Path, data: bytes, *, replace: bool) -> None:
    """Give a file that is not there, or a regular one, its new bytes."""
    with _fresh(target, replace=replace) as file:
        file.write(data)


@contextmanager
def _fresh(target: Path, *, replace: bool) -> Iterator[BinaryIO]:
    """A new file that gets the name ``target`` once all is in it and on the disk."""
    fresh = target.with_name(f".{target.name[-_KEPT:]}.{secrets.token_hex(8)}.tmp")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            with suppress(FileNotFoundError):
                fresh.chmod(target.stat().st_mode & 0o7777)
            yield file
            file.flush()
            os.fsync(file.fileno())
        if replace:
            fresh.replace(target)
        else:
            _claim(fresh, target)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    _force_folder(target.parent)


def _taken(path: str | os.PathLike[str]) -> FileExistsError:
    return FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), os.fspath(path))


def _claim(fresh: Path, target: Path) -> None:
    """Give ``fresh`` the name ``target`` only if nothing has it; where there are no links, if nothing has it now."""
    try:
        os.link(fresh, target)
    except FileExistsError:
        raise _taken(target) from None
    except OSError:
        if os.path.lexists(target):
            raise _taken(target) from None
        fresh.replace(target)
    else:
        fresh.unlink()


def _force_folder(folder: Path) -> None:
    """Force a folder's new entry to the disk, where the system can do that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
