"""The server by itself: uvicorn with JSON for every error, bounded patience, and a start and an end that say so."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import TextIO

import pointboard.api.needed  # noqa: F401 (what is missing is told)

import uvicorn

from pointboard.api.app import create_app
from pointboard.api.connection import Connection
from pointboard.api.settings import MAX_HEAD, Settings
from pointboard.api.solving import Solving
from pointboard.api.workers import Pool

__all__ = ["serve"]

_KEEP_ALIVE = 5  # seconds that a connection may stay open without a request
_BACKLOG = 2048  # connections that may wait to be accepted
_GRACE = 5.0  # seconds beyond the longest search that requests under way have at the end


def serve(host: str = "127.0.0.1", port: int = 8000, settings: Settings | None = None) -> int:
    """Serve until SIGTERM or Ctrl-C and give the exit code: 0 after such an end, 1 when the server cannot start.

    The addresses are printed when everything is ready; ``port`` 0 takes a free one. On SIGTERM and Ctrl-C no new
    request is taken, searches under way finish, those that wait are refused with 503. A second Ctrl-C does not wait.
    With ``settings.solve`` missing tables of proved values are built in the background in the meantime.
    """
    settings = Settings() if settings is None else settings
    try:
        bound = _bind(host, port)
    except (OSError, UnicodeError) as error:
        _say(sys.stderr, _why_not(host, port, error))
        return 1
    pool, solving = Pool(settings), Solving(settings, partial(_say_later, sys.stdout))
    config = uvicorn.Config(
        create_app(settings, pool, solving),
        http=type("Connection", (Connection,), {"patience": settings.body_seconds}),
        h11_max_incomplete_event_size=MAX_HEAD,
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_level="critical",  # what there is to say is said by the application
        access_log=False,
        proxy_headers=False,  # else any client could give itself another address, and with it another place in line
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=int(settings.max_seconds + _GRACE),
    )
    server = _Server(config, pool, solving if settings.solve else None)
    _say(sys.stdout, f"Starting {settings.workers} search processes; the first start ever takes a while (it compiles).")
    with bound, _signals_end_quietly(), suppress(SystemExit):  # uvicorn's own exit codes
        server.run(sockets=[bound])
    return 0 if server.was_ready or server.ended else 1


class _Server(uvicorn.Server):
    """Uvicorn, which says where it is when it is, and lets nothing wait for a search at its end."""

    def __init__(self, config: uvicorn.Config, pool: Pool, solving: Solving | None) -> None:
        super().__init__(config)
        self.was_ready = False
        self.ended = False
        self._pool = pool
        self._solving = solving
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application and its search processes, then say so."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if self.started and sockets:
            self.was_ready = True
            base = _base(sockets[0])
            _say(sys.stdout, f"Ready.\n  board     {base}/\n  OBX       {base}/obx?obx=...\n  API docs  {base}/docs")
            if self._solving is not None:
                self._solving.start()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Come to an end; called by a signal, wherever the program is."""
        self.ended = True
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._pool.drain)
            if self._solving is not None:
                self._loop.call_soon_threadsafe(self._solving.stop)
        super().handle_exit(sig, frame)


def _say(stream: TextIO | None, text: str) -> None:
    """A line for whoever started the server, at once even through a pipe; for nobody where the stream was closed."""
    if stream is None:
        return
    stream.write(f"{text}\n")
    stream.flush()


def _say_later(stream: TextIO | None, text: str) -> None:
    """A line while the server works, which goes on when nobody reads it any more."""
    with suppress(OSError):
        _say(stream, text)


def _bind(host: str, port: int) -> socket.socket:
    if not host:  # the system would take it for every address
        raise OSError("an address is needed, such as 127.0.0.1")
    if not 0 <= port <= 65_535:
        raise OSError("a port is a number from 0 to 65535")
    # TCP is named, since asyncio sends at once (TCP_NODELAY) only where it is: else every answer, which is written in
    # two parts, waits 40 ms for the client's acknowledgement of the first.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere it would let two servers have one port
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(_BACKLOG)
    except (OSError, UnicodeError):
        bound.close()
        raise
    return bound


def _why_not(host: str, port: int, error: OSError | UnicodeError) -> str:
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return f"port {port} of {host} is in use by another program; choose another port (0 takes a free one)"
    return f"cannot serve on {host or repr(host)}, port {port}: {error}"


def _base(bound: socket.socket) -> str:
    """The address of a server as one types it; one that listens everywhere is reached on this machine."""
    host, port = bound.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 (it is compared, not bound)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


@contextmanager
def _signals_end_quietly() -> Iterator[None]:
    """Uvicorn raises the signal that ended it once more when it is done; it has had its effect by then."""
    previous = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
