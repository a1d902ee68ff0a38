"""Where the tables lie: the user's data folder by the custom of the system, or what POINTBOARD_TABLES names."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["default_folder"]


def default_folder() -> Path:
    """The folder of Bagh Chal's tables.

    ``POINTBOARD_TABLES`` names the folder that holds a folder for each game; otherwise that is ``pointboard/tables`` in
    ``XDG_DATA_HOME`` or ``~/.local/share``, in ``~/Library/Application Support`` on macOS, in ``LOCALAPPDATA`` on
    Windows.
    """
    setting = os.environ.get("POINTBOARD_TABLES", "")
    base = Path(setting).expanduser() if setting else _user_data() / "pointboard" / "tables"
    return base / "baghchal"


def _user_data() -> Path:
    if sys.platform == "win32" and (local := os.environ.get("LOCALAPPDATA")):  # pragma: no cover
        return Path(local)
    if sys.platform == "darwin":  # pragma: no cover
        return Path.home() / "Library" / "Application Support"
    xdg = os.environ.get("XDG_DATA_HOME", "")
    return Path(xdg) if os.path.isabs(xdg) else Path.home() / ".local" / "share"  # noqa: PTH117 (the standard says absolute)
