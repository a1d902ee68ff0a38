"""Imported before all that the extra ``cli`` brings, so that what is missing of it is told with the extra's name."""

from __future__ import annotations

from importlib.util import find_spec

from pointboard.errors import MissingExtraError

for _package in ("typer", "rich", "msgspec"):
    if find_spec(_package) is None:
        raise MissingExtraError("cli", _package)
