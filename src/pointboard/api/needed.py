"""Imported before all that the extra ``server`` brings, so that what is missing of it is told with the extra's name."""

from __future__ import annotations

from importlib.util import find_spec

from pointboard.errors import MissingExtraError

for _package in ("litestar", "msgspec", "uvicorn", "h11"):
    if find_spec(_package) is None:  # none of them is loaded here: a search process needs one alone
        raise MissingExtraError("server", _package)
