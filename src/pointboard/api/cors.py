"""What pages of other sites may read: the endpoints that browser clients of OBX use, and questions to ``/v1``.

``Access-Control-Allow-Origin: *`` is on every answer, an error too, to ``GET /``, ``GET`` and ``POST /obx`` and
``GET /v1/...`` but what is below ``/v1/<game>/records``, and ``GET /embed.js``, and on nothing else; credentials are
never allowed. A preflight may ask for a Content-Type header and for access from a public page to this private network.
``Cross-Origin-Resource-Policy: cross-origin`` is on what other sites show: ``/embed.js`` and the pictures of boards.
Two headers that every answer has are added here as well.
"""

from __future__ import annotations

import re

from pointboard.api.asgi import App, Message, Receive, Scope, Send

__all__ = ["ALWAYS", "Cors", "open_methods"]

ALWAYS = ((b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer"))
"""The headers that every answer has."""

_SLASHES = re.compile("/+")
_RECORDS = re.compile("/v1/[^/]+/records(/.*)?")  # records, and what is said of them, are nobody else's business
_SHOWN = re.compile(r"/embed[.]js|/v1/[^/]+/board[.]svg")  # what a page of another site puts into itself
_EMBEDDED = (b"cross-origin-resource-policy", b"cross-origin")
_OPEN = (b"access-control-allow-origin", b"*")
_READABLE = (b"access-control-expose-headers", b"ETag, Retry-After")


def open_methods(path: str) -> tuple[str, ...]:
    """The methods that a page of another site may use on a path, and whose answers it may read.

    >>> open_methods("/obx"), open_methods("/v1/identify"), open_methods("/web/board.js")
    (('GET', 'POST'), ('GET',), ())
    """
    path = _plain(path)
    if _RECORDS.fullmatch(path):
        return ()
    if path == "/obx":
        return ("GET", "POST")
    if path in ("/", "/v1", "/embed.js") or path.startswith("/v1/"):
        return ("GET",)
    return ()


def _plain(path: str) -> str:
    """A path as the router reads it."""
    return _SLASHES.sub("/", f"/{path}").rstrip("/") or "/"


class Cors:
    """An ASGI wrapper that answers preflights of the open paths and marks the answers that other sites may read."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a preflight, or pass the request on with the headers added to its answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        methods = open_methods(scope["path"])
        method = scope["method"]
        if method == "OPTIONS" and methods:
            await _preflight(scope, methods, send)
            return
        shown = "GET" if method == "HEAD" else method
        added = [*ALWAYS, _OPEN, _READABLE] if shown in methods else [*ALWAYS]
        if _SHOWN.fullmatch(_plain(scope["path"])):
            added.append(_EMBEDDED)

        async def mark(message: Message) -> None:
            """Add the headers to an answer, and leave out the body of one to HEAD."""
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *added]
            elif method == "HEAD" and message["type"] == "http.response.body":
                message["body"] = b""
            await send(message)

        if method == "HEAD":  # the answer to GET without its body
            scope = {**scope, "method": "GET"}
        await self.app(scope, receive, mark)


async def _preflight(scope: Scope, methods: tuple[str, ...], send: Send) -> None:
    """Say what is allowed; a browser goes on only if its request is among it."""
    allowed = ", ".join(methods).encode()  # of the methods that there are, those that other sites may use
    headers = [
        *ALWAYS,
        _OPEN,
        (b"allow", b"OPTIONS, HEAD, GET, POST"),
        (b"access-control-allow-methods", allowed),
        (b"access-control-allow-headers", b"Content-Type"),
        (b"access-control-max-age", b"600"),
        (b"vary", b"Access-Control-Request-Private-Network"),
    ]
    asked = dict(scope["headers"])
    if asked.get(b"access-control-request-private-network", b"").lower() == b"true":
        headers.append((b"access-control-allow-private-network", b"true"))
    await send({"type": "http.response.start", "status": 204, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})
