"""The limits of a server and who may ask it."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass, field

from pointboard.errors import PointboardError

__all__ = ["LOOPBACK_HOSTS", "MAX_BODY", "MAX_HEAD", "MAX_QUERY", "MAX_TEXT", "Settings"]

LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""The host names that are always answered to."""

MAX_TEXT = 1_000
"""The longest text of a position, in characters; each notation has a bound of its own besides."""

MAX_QUERY = 131_072
"""The longest query string, in bytes as it is sent. It is read far beyond ``MAX_TEXT``: a text that is too long for its
notation is a fault of the text, which is told as one."""

MAX_BODY = 131_072
"""The longest body of a request, in bytes."""

MAX_HEAD = 196_608
"""The longest first line and headers of a request together, in bytes."""

_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]")


def _processors() -> int:
    """How many processors this program may use; not every system tells them apart from those that there are."""
    usable = getattr(os, "sched_getaffinity", None)
    return (os.cpu_count() or 1) if usable is None else len(usable(0))


@dataclass(frozen=True, slots=True)
class Settings:
    """What one server allows; PointboardError for values that make no sense.

    - ``allow_hosts``: host names, without port, that are answered to besides ``LOOPBACK_HOSTS``.
    - ``workers``: search processes, one for each processor by default; each thinks about one position at a time.
    - ``max_seconds``: the longest that any search takes, in seconds.
    - ``per_client``: searches of one client at the same time. A client is the address that the connection comes from.
    - ``queue``, ``queue_per_client``: searches that may wait, in all and of one client; more are refused with 429.
    - ``body_seconds``: the longest that a client may take to send the head of a request, or a body.
    - ``worker_command``: what starts a search process; the path of its stop flag is added.
    - ``solve``: whether ``server.serve`` builds tables of proved values in the background where they are missing.
    - ``builder_command``: what starts the process that builds; the names of a game and of a phase are added.
    - ``judge_command``: what starts the process that judges a record.

    >>> Settings(allow_hosts=("board.example",)).hosts >= {"localhost", "board.example"}
    True
    """

    allow_hosts: tuple[str, ...] = ()
    workers: int = field(default_factory=_processors)
    max_seconds: float = 10.0
    per_client: int = 1
    queue: int = 64
    queue_per_client: int = 8
    body_seconds: float = 10.0
    worker_command: tuple[str, ...] = (sys.executable, "-P", "-m", "pointboard.api.worker")
    solve: bool = False
    builder_command: tuple[str, ...] = (sys.executable, "-P", "-m", "pointboard.api.builder")
    judge_command: tuple[str, ...] = (sys.executable, "-P", "-m", "pointboard.api.records.child")

    def __post_init__(self) -> None:
        for name in ("workers", "per_client"):
            if getattr(self, name) < 1:
                raise PointboardError(f"{name} must be at least 1, is {getattr(self, name)}")
        for name in ("queue", "queue_per_client"):
            if getattr(self, name) < 0:
                raise PointboardError(f"{name} must not be negative, is {getattr(self, name)}")
        for name in ("max_seconds", "body_seconds"):
            if not 0 < getattr(self, name) <= 3600:
                raise PointboardError(f"{name} must be more than 0 and at most 3600, is {getattr(self, name)}")
        for host in self.allow_hosts:
            if not _HOST.fullmatch(host):
                raise PointboardError(
                    f"{host!r} is no host name; write it without scheme and port, an IPv6 address in brackets"
                )

    @property
    def hosts(self) -> frozenset[str]:
        """Every host name that is answered to, in lower case."""
        return LOOPBACK_HOSTS | {host.lower() for host in self.allow_hosts}
