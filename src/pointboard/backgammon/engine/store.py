"""The tables of backgammon in their folder: which there are, building them, opening them.

A table is built whole or not at all, by one process at a time; what stopped can be called again. ``phases`` lists them.
"""

from __future__ import annotations

import mmap
import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from pointboard import jit
from pointboard.backgammon.engine.bearoff import onesided, twosided
from pointboard.backgammon.engine.bearoff.index import size_of
from pointboard.backgammon.engine.phases import (
    EVERYTHING,
    HYPERGAMMON,
    MEMORY,
    ROLLS,
    SMALLEST,
    TABLES,
    checkers_of,
    two_sided,
)
from pointboard.backgammon.engine.progress import Clock, Report
from pointboard.backgammon.engine.tablefile import Header, TableFile, write_table
from pointboard.errors import PointboardError, TableError
from pointboard.scan import shown
from pointboard.tables import is_there, locked, make_folder, remove_leftovers, tables_folder

__all__ = ["build", "folder_of_user", "names", "open_table", "rules_of", "there"]


def names(phase: str) -> tuple[str, ...]:
    """The tables of a phase, in the order in which they are built; PointboardError for a name of no phase.

    >>> names("all")
    ('bearoff-rolls', 'bearoff-6', 'hypergammon')
    """
    try:
        return TABLES[phase]
    except KeyError:
        raise PointboardError(f"no phase is called {shown(phase)}; there are: {', '.join(TABLES)}") from None


def folder_of_user() -> Path:
    """The folder of the user's own tables of backgammon: see ``pointboard.tables``."""
    return tables_folder("backgammon")


def there(folder: Path) -> tuple[str, ...]:
    """The names of the tables that are there, whatever is in them; TableError where there are none.

    >>> there(Path("nowhere"))
    Traceback (most recent call last):
    pointboard.errors.TableError: nowhere: there are no tables; build them: pointboard backgammon solve
    """
    found = tuple(name for name in EVERYTHING if is_there(folder / f"{name}.table"))
    if not found:
        raise TableError(f"{folder}: there are no tables; build them: pointboard backgammon solve", folder)
    return found


def rules_of(name: str) -> str:
    """What a table holds, in one line, as its header states it."""
    if name == ROLLS:
        return "15 checkers, home board, no contact: the fewest rolls on average"
    if name == HYPERGAMMON:
        from pointboard.backgammon.engine.hypergammon import solve  # noqa: PLC0415 (needs numba)

        return solve.rules_of(3)
    return (
        f"up to {checkers_of(name)} checkers a side, home boards, no contact, both have borne off, money, no beavers, "
        "no limit to the cube"
    )


_CHUNK = 1 << 20


def _remedy(name: str) -> str:
    phase = two_sided(SMALLEST) if name == ROLLS else name
    return f"pointboard backgammon solve --phase {phase}"


def open_table(folder: Path, name: str) -> TableFile:
    """A table of the folder, open; TableError where it is missing or cannot be used, with what builds it."""
    return TableFile(folder / f"{name}.table", rules_of(name), _remedy(name))


@dataclass(frozen=True, slots=True)
class _Job:
    folder: Path
    name: str
    jobs: int
    progress: Report | None

    def build(self) -> None:
        if self.name == HYPERGAMMON:
            from pointboard.backgammon.engine.hypergammon import solve  # noqa: PLC0415 (needs numba)

            solve.solve(self.folder, jobs=self.jobs, progress=self.progress)
        elif self.name == ROLLS:
            table = onesided.solve(Clock(self.progress))
            write_table(self.folder, Header(self.name, rules_of(self.name), "<f8", table.shape), [table])
        else:
            self._two_sided(checkers_of(self.name))

    def _two_sided(self, checkers: int) -> None:
        """Fill the table in a file of its own, so that memory need not hold it, and copy it."""
        shape = (size_of(checkers), size_of(checkers), twosided.VALUES)
        scratch = self.folder / f".{self.name}.{secrets.token_hex(8)}.tmp"
        try:
            _reserve(scratch, 8 * prod(shape), self.folder / f"{self.name}.table")
            table = np.memmap(scratch, dtype="<f8", mode="r+", shape=shape)
            twosided.solve(checkers, Clock(self.progress), table, partial(_let_go, table))
            write_table(self.folder, Header(self.name, rules_of(self.name), "<f8", shape), _rows(table))
        finally:
            scratch.unlink(missing_ok=True)


def _reserve(path: Path, size: int, table: Path) -> None:
    """A file of ``size`` bytes for ``table``, all of them on the disk: on a full one a mapped file ends the process."""
    try:
        with path.open("xb", buffering=0) as file:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, size)
            else:  # pragma: no cover (macOS, Windows)
                for begin in range(0, size, _CHUNK):
                    file.write(bytes(min(_CHUNK, size - begin)))
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(table)) from error


def _rows(table: Any) -> Iterator[Any]:  # noqa: ANN401
    """The rows of a table in a file, of which memory holds some at a time."""
    for number, row in enumerate(table):
        yield row
        if number % 64 == 0:
            _let_go(table)


def _let_go(table: Any) -> None:  # noqa: ANN401 (numpy's memmap)
    """Write what memory holds of a table to its file, and let the memory go."""
    table.flush()
    held, advice = getattr(table, "_mmap", None), getattr(mmap, "MADV_DONTNEED", None)
    if held is not None and advice is not None:
        held.madvise(advice)


def build(  # noqa: PLR0913 (each says something of its own)
    folder: Path,
    phase: str,
    *,
    jobs: int = 2,
    memory: float | None = None,
    progress: Report | None = None,
    wait: bool = False,
) -> tuple[str, ...]:
    """Build the tables of a phase that are not in ``folder``; the names of those that were built.

    ``memory`` is what may be taken, in GB; PointboardError where it is less than ``MEMORY``. ``wait`` for another
    process that builds there; otherwise that is a TableError, and so is a table there that cannot be used. OSError
    from the disk; MissingExtraError without numpy, and for hypergammon without numba.
    """
    wanted = names(phase)
    if memory is not None and memory < MEMORY[phase]:
        raise PointboardError(f"{memory} GB of memory are too few: the phase {phase} takes {MEMORY[phase]} GB")
    if HYPERGAMMON in wanted and not jit.enabled():
        raise PointboardError("hypergammon needs numba: install it, and leave POINTBOARD_NUMBA unset")
    make_folder(folder)
    built = []
    with locked(folder, wait=wait):
        remove_leftovers(folder)
        for name in wanted:
            if is_there(folder / f"{name}.table"):
                open_table(folder, name).close()
            else:
                _Job(folder, name, jobs, progress).build()
                built.append(name)
    return tuple(built)
