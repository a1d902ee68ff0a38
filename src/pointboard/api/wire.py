"""Answers as bytes: JSON, faults, and what a response of each kind carries."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import pointboard.api.needed  # noqa: F401 (what is missing is told)

import msgspec
from litestar import Response

from pointboard.api.asgi import Send
from pointboard.api.errors import Fault

__all__ = ["fault_response", "json_response", "send_fault"]

_NO_STORE = {"Cache-Control": "no-store"}


def json_response(answer: msgspec.Struct | dict[str, Any], tag: str | None = None) -> Response[bytes]:
    """A struct of ``schema`` as the answer to a request; with ``tag``, what it hangs on, it carries an ETag."""
    body = msgspec.json.encode(answer)
    headers = _NO_STORE if tag is None else {**_NO_STORE, "ETag": f'"{tag}/{zlib.crc32(body):08x}"'}
    return Response(body, media_type="application/json", status_code=200, headers=headers)


def fault_response(fault: Fault) -> Response[bytes]:
    """A fault as the answer to a request."""
    body = msgspec.json.encode(fault.answer)
    headers = {**_NO_STORE, **fault.headers}
    return Response(body, media_type="application/json", status_code=fault.status, headers=headers)


async def send_fault(send: Send, fault: Fault, headers: Sequence[tuple[bytes, bytes]] = ()) -> None:
    """A fault as the answer of an ASGI wrapper, with ``headers`` that no other wrapper adds."""
    body = msgspec.json.encode(fault.answer)
    said = {"Content-Type": "application/json", "Content-Length": str(len(body)), **_NO_STORE, **fault.headers}
    written = [*((name.lower().encode(), value.encode()) for name, value in said.items()), *headers]
    await send({"type": "http.response.start", "status": fault.status, "headers": written})
    await send({"type": "http.response.body", "body": body, "more_body": False})
