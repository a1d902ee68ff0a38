"""Where Bagh Chal's tables lie, and what builds them there."""

from __future__ import annotations

import shlex
from pathlib import Path

from pointboard.tables import tables_folder

__all__ = ["default_folder", "how_to_build"]


def default_folder() -> Path:
    """The folder of Bagh Chal's tables: ``baghchal`` in the folder of all tables (``pointboard.tables``)."""
    return tables_folder("baghchal")


def how_to_build(folder: Path, phase: str | None = None) -> str:
    """The command that builds the tables in a folder, those of one phase or all.

    >>> how_to_build(Path("my tables"), "sliding")
    "pointboard baghchal solve --phase sliding --dir 'my tables'"
    """
    named = "" if phase is None else f" --phase {phase}"
    place = "" if folder == default_folder() else f" --dir {shlex.quote(str(folder))}"
    return f"pointboard baghchal solve{named}{place}"
