"""The head of a request before anything looks at it, and an answer in JSON where nothing else gives one."""

from __future__ import annotations

import asyncio
import re
from urllib.parse import unquote

import pointboard.api.needed  # noqa: F401 (what is missing is told)

from pointboard.api.asgi import App, Message, Receive, Scope, Send
from pointboard.api.cors import ALWAYS
from pointboard.api.errors import Refusal, fault_of, stopping
from pointboard.api.settings import MAX_HEAD
from pointboard.api.wire import send_fault

__all__ = ["HeadCheck", "LastWord", "too_long"]

_ABSOLUTE = re.compile(rb"https?://([^/]*)(.*)", re.IGNORECASE | re.DOTALL)


def too_long() -> Refusal:
    """The refusal of a head that has more than ``MAX_HEAD`` bytes."""
    return Refusal(431, "head_too_large", f"the first line and the headers of a request may have {MAX_HEAD} bytes")


class HeadCheck:
    """An ASGI wrapper: a head that is too long is refused; a request for a whole address is one for its path.

    The address that a proxy is asked for, ``GET http://localhost/obx``, names the host, whatever the Host header says
    (RFC 9112, section 3.2.2).
    """

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] == "http":
            raw = scope.get("raw_path") or b""
            if _size(scope, raw) > MAX_HEAD:
                await send_fault(send, fault_of(too_long()), ALWAYS)
                return
            if whole := _ABSOLUTE.fullmatch(raw):
                host, path = whole[1], whole[2] or b"/"
                others = [(name, value) for name, value in scope["headers"] if name != b"host"]
                plain = unquote(path.decode("ascii"))
                scope = {**scope, "raw_path": path, "path": plain, "headers": [(b"host", host), *others]}
        await self.app(scope, receive, send)


def _size(scope: Scope, raw: bytes) -> int:
    """How many bytes a head has, with a blank after each colon: "GET /obx?obx=... HTTP/1.1", "name: value"."""
    query = scope["query_string"]
    first = len(scope["method"]) + len(raw) + len(query) + bool(query) + len("  HTTP/1.1\r\n")
    return first + sum(len(name) + len(value) + len(": \r\n") for name, value in scope["headers"]) + len("\r\n")


class LastWord:
    """An ASGI wrapper: what is cut short, as at the end of a server, or fails, is told in JSON as well."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; answer it if nobody else has."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def note(message: Message) -> None:
            """Pass an answer on, and remember that it has begun."""
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, note)
        except asyncio.CancelledError:
            if not begun:
                await send_fault(send, fault_of(stopping()))
            raise
        except Exception as error:
            if begun:
                raise
            await send_fault(send, fault_of(error))
