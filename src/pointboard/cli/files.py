"""Writing a file so that a reader finds the old one or the whole new one, never a part."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

__all__ = ["write_text"]


def write_text(path: Path, text: str, *, force: bool) -> None:
    """Write ``text`` to ``path`` in UTF-8, by way of a temporary file beside it that is then given its name.

    FileExistsError when the file is there already and ``force`` is not given; OSError when it cannot be written.
    """
    if not force and os.path.lexists(path):
        raise _taken(path)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(_mode(path))
        if force:
            Path(name).replace(path)
        else:
            _claim(Path(name), path)
    finally:
        Path(name).unlink(missing_ok=True)


def _taken(path: Path) -> FileExistsError:
    return FileExistsError(errno.EEXIST, "is there already; --force replaces it", str(path))


def _claim(part: Path, path: Path) -> None:
    """Give ``part`` the name ``path`` only if nobody took it in the meantime."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise _taken(path) from None
    except OSError:  # a file system without links
        part.replace(path)


def _mode(path: Path) -> int:
    """The rights of the file that is replaced, or those that a new file gets here."""
    try:
        return path.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
