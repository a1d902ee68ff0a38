"""Where tables of proved values lie, and the lock of those who build there: the same for every game."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from pointboard.errors import TableError

if sys.platform == "win32":  # pragma: no cover (the other systems lock with fcntl)
    import msvcrt
else:
    import fcntl

__all__ = ["locked", "tables_folder"]


def tables_folder(game: str) -> Path:
    """The folder of the tables of the game called ``game``; it need not be there yet.

    ``POINTBOARD_TABLES`` names the folder that holds a folder for each game; otherwise that is ``pointboard/tables`` in
    ``XDG_DATA_HOME`` or ``~/.local/share``, in ``~/Library/Application Support`` on macOS, in ``LOCALAPPDATA`` on
    Windows.

    >>> tables_folder("chess").name
    'chess'
    """
    setting = os.environ.get("POINTBOARD_TABLES", "")
    base = Path(setting).expanduser() if setting else _user_data() / "pointboard" / "tables"
    return base / game


def _user_data() -> Path:
    if sys.platform == "win32" and (local := os.environ.get("LOCALAPPDATA")):  # pragma: no cover
        return Path(local)
    if sys.platform == "darwin":  # pragma: no cover
        return Path.home() / "Library" / "Application Support"
    xdg = os.environ.get("XDG_DATA_HOME", "")
    return Path(xdg) if os.path.isabs(xdg) else Path.home() / ".local" / "share"  # noqa: PTH117 (the standard says absolute)


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
