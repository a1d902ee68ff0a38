"""The Host check, so that a page in a browser cannot reach this server under a name of its own (DNS rebinding)."""

from __future__ import annotations

import re

from pointboard.api.asgi import App, Receive, Scope, Send
from pointboard.api.cors import ALWAYS
from pointboard.api.errors import Refusal, fault_of
from pointboard.api.wire import send_fault

__all__ = ["HostCheck", "host_name"]

_PORT = re.compile(r":[0-9]{0,5}")


def host_name(header: str) -> str:
    """The name in a Host header in lower case, without its port; an IPv6 address keeps its brackets.

    >>> host_name("LocalHost:8000"), host_name("[::1]:80"), host_name("[::1]"), host_name("a:b")
    ('localhost', '[::1]', '[::1]', 'a:b')
    """
    end = header.rfind(":")
    if end > header.rfind("]") and _PORT.fullmatch(header[end:]):
        header = header[:end]
    return header.lower()


class HostCheck:
    """An ASGI wrapper: requests whose Host is not one of ``hosts`` are answered with 421 and go no further."""

    def __init__(self, app: App, hosts: frozenset[str]) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] == "http":
            named = [value for name, value in scope["headers"] if name == b"host"]
            if len(named) != 1 or host_name(named[0].decode("latin-1")) not in self.hosts:
                message = "this server does not answer to that Host; its owner can allow it with --allow-host"
                await send_fault(send, fault_of(Refusal(421, "host_not_allowed", message, field="Host")), ALWAYS)
                return
        await self.app(scope, receive, send)
