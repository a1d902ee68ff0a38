"""Answers of engines in one SQLite file, for every run after: a run that was killed goes on, and two may run at once.

An answer is there once ``put`` has returned, and a process that is killed loses none of those. Each is one row; two
processes that find the same answer write the same row. What is in the file can all be found again, so that a damaged
file is set aside and a new one begun, which is said.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Self

from pointboard.errors import PointboardError
from pointboard.folders import cache_home
from pointboard.tables import make_folder

__all__ = ["NAME", "Cache", "cache_file"]

NAME = "backgammon-analysis.sqlite"
"""The name of the file in the folder for what can be made again (``pointboard.folders.cache_home``)."""

_BUSY = 60.0  # seconds that another process is waited for
_TRIES, _PAUSE = 50, 0.1  # how often it is tried once more to open the file, and the seconds between
_APPLICATION, _FORMAT = 0x506F4264, 1


def cache_file() -> Path | None:
    """The user's own file of answers; None where nothing is to be kept (``POINTBOARD_CACHE=0``)."""
    home = cache_home()
    return None if home is None else home / NAME


class Cache:
    """The answers in the file at ``path``, which is made where there is none; threads may share it.

    ``note`` says that a damaged file was set aside, and where. PointboardError where the file cannot be opened, and for
    one of another program or a later version.

    >>> with Cache(None) as cache:
    ...     cache.put("question", "answer")
    ...     cache.get("question"), cache.get("another")
    ('answer', None)
    """

    def __init__(self, path: Path | None) -> None:
        """Open the file; for None the answers are kept in memory, as long as the object lives."""
        self.path = path
        self.note: str | None = None
        self._lock = Lock()
        if path is not None:
            self._make_folder(path.parent)
        try:
            self._base = self._open()
        except sqlite3.OperationalError as error:
            raise self._fault(error) from error
        except sqlite3.DatabaseError:
            self._set_aside()
            self._base = self._open()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._base.close()

    def get(self, key: str) -> str | None:
        """The answer to a question, None where it is not there; PointboardError where the file is damaged."""
        with self._lock:
            try:
                row = self._base.execute("SELECT answer FROM answers WHERE question = ?", (key,)).fetchone()
            except sqlite3.DatabaseError as error:
                raise self._fault(error) from error
        return None if row is None else str(row[0])

    def put(self, key: str, answer: str) -> None:
        """Keep an answer; PointboardError where that is not possible."""
        with self._lock:
            try:
                self._base.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (key, answer))
            except sqlite3.DatabaseError as error:
                raise self._fault(error) from error

    def _make_folder(self, folder: Path) -> None:
        try:
            make_folder(folder)
        except OSError as error:  # no permission, a file by that name, a full disk
            raise self._unusable(f"{error.filename}: {error.strerror}") from error

    def _open(self) -> sqlite3.Connection:
        base = sqlite3.connect(
            ":memory:" if self.path is None else self.path,
            timeout=_BUSY,
            isolation_level=None,  # each statement is a transaction of its own
            check_same_thread=False,
        )
        try:
            self._wait_for(base)
        except BaseException:
            base.close()
            raise
        return base

    def _wait_for(self, base: sqlite3.Connection) -> None:
        """Prepare the file; while another process does just that, SQLite says that it is locked and does not wait."""
        left = _TRIES
        while True:
            try:
                self._prepare(base)
            except sqlite3.OperationalError as error:
                if not left or "locked" not in str(error):
                    raise
                left -= 1
                time.sleep(_PAUSE)
            else:
                return

    def _prepare(self, base: sqlite3.Connection) -> None:
        """See whose file it is, and make it ours where it is empty."""
        base.execute("BEGIN")  # else another process may make the file ours between two of these
        try:
            application, form, tables = (
                base.execute(text).fetchone()[0]
                for text in ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_master")
            )
        finally:
            base.rollback()
        if tables and (application != _APPLICATION or form != _FORMAT):
            raise PointboardError(f"{self.path} is no file of answers of this version of Pointboard; remove it")
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = NORMAL")  # a process may be killed; only the power must not fail
        if not tables:
            base.execute(f"PRAGMA application_id = {_APPLICATION}")
            base.execute(f"PRAGMA user_version = {_FORMAT}")
            base.execute(
                "CREATE TABLE IF NOT EXISTS answers (question TEXT PRIMARY KEY, answer TEXT NOT NULL) WITHOUT ROWID"
            )

    def _set_aside(self) -> None:
        """Give a damaged file another name, and take away what belongs to it."""
        assert self.path is not None  # noqa: S101 (memory is never damaged)
        aside = self.path.with_name(f"{self.path.name}.damaged")
        with suppress(FileNotFoundError):  # another process was first
            self.path.replace(aside)
        for end in ("-wal", "-shm"):
            self.path.with_name(self.path.name + end).unlink(missing_ok=True)
        self.note = f"the file of answers {self.path} was damaged; it is now {aside.name}, and a new one was begun"

    def _fault(self, error: sqlite3.DatabaseError) -> Exception:
        if isinstance(error, sqlite3.OperationalError):
            return self._unusable(str(error))
        return PointboardError(
            f"the file of answers {self.path} is damaged ({error}); remove it, what it held is found again"
        )

    def _unusable(self, reason: str) -> PointboardError:
        return PointboardError(f"the file of answers {self.path} cannot be used: {reason}; --no-cache does without")
