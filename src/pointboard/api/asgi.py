"""The types of ASGI, as far as the wrappers need them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

__all__ = ["App", "Message", "Receive", "Scope", "Send"]

Scope: TypeAlias = MutableMapping[str, Any]
"""What is known of a connection."""

Message: TypeAlias = Any
"""A dictionary with a ``type``."""

Receive: TypeAlias = Callable[[], Awaitable[Message]]
"""Gives the next message from the client."""

Send: TypeAlias = Callable[[Message], Awaitable[None]]
"""Sends a message to the client."""

App: TypeAlias = Callable[[Any, Any, Any], Awaitable[None]]
"""An application: it is given a scope, a ``Receive`` and a ``Send``."""
