"""Writing a file so that a reader, or a crash, finds the old one or the whole new one, never a part."""

from __future__ import annotations

import errno
import os
import secrets
from contextlib import suppress
from pathlib import Path

__all__ = ["write"]


def write(path: str | os.PathLike[str], data: bytes, *, replace: bool = True) -> None:
    """Write a whole file at once.

    The bytes go to a new file in the same folder, are forced to the disk, and then take the place of the old file at
    once: if anything goes wrong (OSError), the old file is as it was and the new one is removed. A link is followed,
    and an existing file keeps its permissions. With ``replace=False`` a file that is there already, or comes in the
    meantime, is left alone: FileExistsError.
    """
    if not replace and os.path.lexists(path):
        raise _taken(path)
    target = Path(os.path.realpath(path))
    fresh = target.with_name(f".{target.name}.{secrets.token_hex(8)}.tmp")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            with suppress(FileNotFoundError):
                fresh.chmod(target.stat().st_mode & 0o7777)
            file.write(data)
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
