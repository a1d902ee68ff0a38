"""A connection: HTTP/1.1 as uvicorn speaks it, with what it does not do for clients that are slow, odd or gone."""

from __future__ import annotations

import asyncio
from typing import Any

import pointboard.api.needed  # noqa: F401 (what is missing is told)

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from pointboard.api.cors import ALWAYS
from pointboard.api.errors import Fault, fault_of
from pointboard.api.heads import too_long
from pointboard.api.schema import ErrorAnswer
from pointboard.api.settings import MAX_HEAD

__all__ = ["Connection"]

_FIRST_PROBE, _LAST_PROBE = 0.05, 1.0  # seconds between the words to a client that has closed its side


class Connection(H11Protocol):
    """A connection to a client.

    What is no HTTP is answered in JSON as every other error is; a client that does not send the head of a request, or a
    body that nobody asked for, within ``patience`` seconds is not waited for; and one that only says that it has no
    more to send (a half-closed connection) gets its answer.
    """

    patience = 10.0
    waits: asyncio.TimerHandle | None = None  # the end of the patience with what is being sent
    half_closed = False

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 (uvicorn's own type)
        """Wait for the first request."""
        super().connection_made(transport)
        self._be_patient()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        super().connection_lost(exc)
        self._calm()

    def data_received(self, data: bytes) -> None:
        """Read, then wait for what is missing."""
        super().data_received(data)
        self._be_patient()

    def _be_patient(self) -> None:
        """Begin to wait where something is to come, once for all of it; cease where it is there."""
        unread = self.conn.their_state is h11.SEND_BODY and self.cycle.response_complete
        if self.conn.their_state is not h11.IDLE and not unread:
            self._calm()
        elif self.waits is None:
            self.waits = self.loop.call_later(self.patience, self.transport.close)

    def _calm(self) -> None:
        if self.waits is not None:
            self.waits.cancel()
            self.waits = None

    def eof_received(self) -> bool:  # type: ignore[override]  # uvicorn never keeps it
        """Keep the connection if a request was sent whole, and see whether the client is still there."""
        if self.half_closed:
            return True
        self.half_closed = self._under_way()
        if self.half_closed:
            self._probe(_FIRST_PROBE)
        return self.half_closed

    def _under_way(self) -> bool:
        whole = self.conn.their_state in {h11.DONE, h11.MUST_CLOSE}
        return whole and self.cycle is not None and not self.cycle.response_complete

    def _probe(self, pause: float) -> None:
        """Say that the answer will come: the system of a client that left says so to the next such word."""
        if self.transport.is_closing() or not self._under_way() or self.cycle.response_started:
            return
        if self.conn.their_http_version != b"1.0":  # which knows no such word
            self.transport.write(self.conn.send(h11.InformationalResponse(status_code=100, headers=[])) or b"")
        self.loop.call_later(pause, self._probe, min(2 * pause, _LAST_PROBE))

    def on_response_complete(self) -> None:
        """Close a connection on which nothing can come after its last answer."""
        super().on_response_complete()
        if self.half_closed and not self._under_way():
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP."""
        fault = Fault(400, ErrorAnswer("bad_request", None, None, msg))
        if len(self.conn.trailing_data[0]) > MAX_HEAD:
            fault = fault_of(too_long())
        body = msgspec.json.encode(fault.answer)
        headers = [
            *self.server_state.default_headers,
            *ALWAYS,
            (b"cache-control", b"no-store"),
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        start = h11.Response(status_code=fault.status, headers=headers)
        for event in (start, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
