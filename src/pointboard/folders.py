"""Where the files of a user lie by the custom of the system: what can be made again, and what is kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["cache_home", "can_hold", "data_home"]


def cache_home() -> Path | None:
    """The folder for what can be made again; it need not be there yet. None where nothing is to be kept.

    ``POINTBOARD_CACHE`` names it, 0 meaning none; otherwise it is ``pointboard`` in the user's cache folder by the
    custom of the system (``XDG_CACHE_HOME``, ``~/.cache``; ``~/Library/Caches`` on macOS, ``LOCALAPPDATA`` on Windows).
    """
    setting = os.environ.get("POINTBOARD_CACHE", "")
    if setting == "0":
        return None
    return Path(setting) if setting else _of_user("XDG_CACHE_HOME", ".cache", "Caches") / "pointboard"


def can_hold(folder: Path) -> bool:
    """Whether files can be written in a folder, which is made where it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK | os.X_OK)


def data_home() -> Path:
    """The folder for what is kept; it need not be there yet.

    It is ``pointboard`` in ``XDG_DATA_HOME`` or ``~/.local/share``, in ``~/Library/Application Support`` on macOS, in
    ``LOCALAPPDATA`` on Windows.

    >>> data_home().name
    'pointboard'
    """
    return _of_user("XDG_DATA_HOME", ".local/share", "Application Support") / "pointboard"


def _of_user(variable: str, usual: str, mac: str) -> Path:
    if sys.platform == "win32" and (local := os.environ.get("LOCALAPPDATA")):  # pragma: no cover
        return Path(local)
    if sys.platform == "darwin":  # pragma: no cover
        return Path.home() / "Library" / mac
    xdg = os.environ.get(variable, "")
    return Path(xdg) if os.path.isabs(xdg) else Path.home() / usual  # noqa: PTH117 (the standard says absolute)
