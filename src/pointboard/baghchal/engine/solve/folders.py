"""Where Bagh Chal's tables lie."""

from __future__ import annotations

from pathlib import Path

from pointboard.tables import tables_folder

__all__ = ["default_folder"]


def default_folder() -> Path:
    """The folder of Bagh Chal's tables: ``baghchal`` in the folder of all tables (``pointboard.tables``)."""
    return tables_folder("baghchal")
