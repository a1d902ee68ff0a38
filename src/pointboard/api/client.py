"""Ask a server for the next move, with nothing but the standard library.

>>> obx_url("http://127.0.0.1:8000", "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #")
'http://127.0.0.1:8000/obx?obx=TXXXT%2FXXXXX%2FXXXXX%2FXXXXX%2FTXXXT%20g%20%4020%20c0%20-%20%23'
"""

from __future__ import annotations

import json
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import Request, urlopen

from pointboard.errors import NotationError, PositionError, Problem

__all__ = ["ServerError", "next_move", "obx_url"]

_MAX_ANSWER = 2**20


class ServerError(OSError):
    """The server answers, but with no move and with no fault of the position.

    ``status`` is HTTP's, ``error`` the server's word for it; ``retry_after`` says in how many seconds to ask again,
    where the server says it.
    """

    def __init__(self, status: int, error: str, message: str, retry_after: int | None = None) -> None:
        super().__init__(f"{status} {error}: {message}")
        self.status = status
        self.error = error
        self.message = message
        self.retry_after = retry_after

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.status, self.error, self.message, self.retry_after), self.__dict__


def obx_url(base: str, obx: str, **options: float | str) -> str:
    """The address at which a server at ``base`` answers for an OBX text; ``#``, ``@`` and blanks are encoded.

    ``base`` is the server's address, with or without ``/obx``; ``options`` are ``level``, ``seconds``, ``seed``.
    ValueError when it is no http address.

    >>> obx_url("http://localhost:8000/obx/", "...", level=3)
    'http://localhost:8000/obx?obx=...&level=3'
    """
    if urlsplit(base).scheme not in {"http", "https"}:
        raise ValueError(f"expected an address that begins with http:// or https://, found {base!r}")
    root = base.rstrip("/").removesuffix("/obx")
    return f"{root}/obx?{urlencode({'obx': obx, **options}, quote_via=quote, safe='')}"


def next_move(base: str, obx: str, *, timeout: float = 30.0, **options: float | str) -> dict[str, Any]:
    """The server's answer: ``input``, ``obx``, ``move``, and how the move is known.

    Beside these it holds ``outcome``, ``evidence``, ``score``, ``mistake``, ``verdict`` and ``note``. The errors are
    those that reading the text here would raise: NotationError, PositionError, with field and column. ServerError when
    the server does not answer the question, ConnectionError when it does not answer at all or not within ``timeout``
    seconds; both are OSErrors.
    """
    request = Request(obx_url(base, obx, **options), headers={"Accept": "application/json"})  # noqa: S310 (checked)
    try:
        return _answer(request, obx, timeout)
    except URLError as error:
        raise ConnectionError(f"{base} does not answer: {error.reason}") from error
    except (TimeoutError, ConnectionError, HTTPException) as error:  # in the middle of an answer
        raise ConnectionError(f"{base} does not answer: {str(error).strip()}") from error


def _answer(request: Request, obx: str, timeout: float) -> dict[str, Any]:
    try:
        with urlopen(request, timeout=timeout) as response:  # noqa: S310 (checked)
            return _object(response.status, response.read(_MAX_ANSWER))
    except HTTPError as error:
        with error:
            raise _rebuilt(error, _object(error.code, error.read(_MAX_ANSWER)), obx) from None


def _object(status: int, body: bytes) -> dict[str, Any]:
    try:
        found = json.loads(body)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise ServerError(status, "no JSON", "the answer is no JSON object")
    return found


def _rebuilt(error: HTTPError, said: dict[str, Any], obx: str) -> Exception:
    """The error of the house that an error's body stands for."""
    word, field, column = str(said.get("error")), said.get("field"), said.get("column")
    message = str(said.get("message", word))
    if error.code == 400 and field is not None and isinstance(column, int):
        return NotationError(message, field=str(field), column=column, text=obx)
    if error.code == 422:
        part = str(field)
        return PositionError((Problem("REFUSED", part, message.removeprefix(f"{part}: "), column),), text=obx)
    after = error.headers.get("Retry-After", "")
    return ServerError(error.code, word, message, int(after) if after.isdecimal() else None)
