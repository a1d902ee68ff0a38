"""Where tables of proved values lie, how their files are opened, and the lock of those who build there.

It is the same for every game.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from pointboard.errors import TableError
from pointboard.folders import data_home

if sys.platform == "win32":  # pragma: no cover (the other systems lock with fcntl)
    import msvcrt
else:
    import fcntl

__all__ = ["TableReader", "is_there", "locked", "make_folder", "open_table", "remove_leftovers", "tables_folder"]


def tables_folder(game: str) -> Path:
    """The folder of the tables of the game called ``game``; it need not be there yet.

    ``POINTBOARD_TABLES`` names the folder that holds a folder for each game; otherwise that is ``tables`` in
    ``folders.data_home``.

    >>> tables_folder("chess").name
    'chess'
    """
    setting = os.environ.get("POINTBOARD_TABLES", "")
    base = Path(setting).expanduser() if setting else data_home() / "tables"
    return base / game


def is_there(path: Path) -> bool:
    """Whether a table, or a folder of tables, has that name; TableError where the system does not let it be seen.

    >>> is_there(Path("nowhere", "sliding-0.table"))
    False
    """
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise _unreadable(path, error) from None
    return True


def open_table(path: Path) -> BinaryIO:
    """Open a table for reading, without a buffer.

    FileNotFoundError where nothing has that name; TableError where something has it and cannot be read: it is no
    regular file (of a pipe nobody would ever see the end), may not be read, or the disk is at fault.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise TableError(f"{path} cannot be read: it is no regular file", path)
        return path.open("rb", buffering=0)
    except NotADirectoryError as error:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path)) from error
    except FileNotFoundError:
        raise
    except OSError as error:
        raise _unreadable(path, error) from None


class TableReader:
    """The bytes of a table that is open, for several threads.

    The file may be cut or written over meanwhile: then fewer bytes come, or others, and it is for the digests to tell.
    Mapped into memory it would end the process.
    """

    def __init__(self, path: Path) -> None:
        """Open the file as ``open_table`` does."""
        self.path, self._lock = path, threading.Lock()
        self._file = open_table(path)
        self._close = weakref.finalize(self, self._file.close)
        self.size = os.fstat(self._file.fileno()).st_size

    def read(self, begin: int, size: int) -> bytes:
        """``size`` bytes from ``begin`` on, fewer where the file ends; TableError where the disk is at fault."""
        try:
            if hasattr(os, "pread"):
                return os.pread(self._file.fileno(), size, begin)
            with self._lock:  # pragma: no cover (Windows)
                self._file.seek(begin)
                return self._file.read(size)
        except OSError as error:
            raise _unreadable(self.path, error) from None

    def close(self) -> None:
        """Give the file back."""
        self._close()


def remove_leftovers(folder: Path) -> None:
    """Remove what a process that was killed while it wrote has left; call it with the lock held."""
    for path in folder.glob(".*.*.tmp"):
        path.unlink()


def _unreadable(path: Path, error: OSError) -> TableError:
    return TableError(f"{path} cannot be read: {error.strerror}", path)


def make_folder(folder: Path) -> None:
    """Make a folder for tables, where there is none yet; NotADirectoryError where a file has its name, or OSError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:  # which would read as if it were to be replaced
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from None


@contextlib.contextmanager
def locked(folder: Path, *, wait: bool = False) -> Iterator[None]:
    """Be the only process that builds in ``folder``; TableError where another one does, unless it is to be waited for.

    The lock goes with the process, however that ends.
    """
    with (folder / "lock").open("a+b") as file:
        try:
            if sys.platform == "win32":  # pragma: no cover
                file.seek(0)
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except OSError:
            raise TableError(f"{folder}: another process is building there; wait for it, or stop it", folder) from None
        yield
