"""Errors as answers: the one place that knows which error has which status.

    400  the text is not of the notation, a parameter is wrong, the body is no JSON object
    404, 405  no such address; not with this method (``Allow`` says which)
    408, 413, 414  a request that comes too slowly, a body or a query that is too long
    421  the Host is none that this server answers to
    422  the position cannot be, the move is not legal, the conversion would lose something
    429  too many searches (``Retry-After`` says when to come back)
    431  a first line and headers that are too long together
    500, 503  a fault of the server; a search that did not answer, a server that is stopping

Every one is an ``ErrorAnswer`` as JSON. Source of the two sentences of ``/obx``: OBX specification, "Error Handling".
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from http import HTTPStatus

import pointboard.api.needed  # noqa: F401 (what is missing is told)

from litestar.exceptions import HTTPException

from pointboard.api.schema import CODES, ErrorAnswer
from pointboard.errors import (
    IllegalMoveError,
    LossyConversionError,
    NotationError,
    PointboardError,
    PositionError,
)

__all__ = ["ILLEGAL_MOVE", "INVALID_OBX", "STATUSES", "Fault", "Refusal", "fault_of", "spoken_as_obx", "stopping"]

INVALID_OBX = "Invalid OBX format."
"""The specification's word for status 400."""

ILLEGAL_MOVE = "Illegal move detected."
"""The specification's word for status 422."""

STATUSES: dict[str, int] = {
    CODES[NotationError]: 400,
    CODES[PositionError]: 422,
    CODES[IllegalMoveError]: 422,
    CODES[LossyConversionError]: 422,
    CODES[PointboardError]: 400,
}
"""The status of each word for an error of the house (``schema.CODES``)."""

_ECHO = 100
"""Of a longer path only the beginning is repeated."""

_log = logging.getLogger("pointboard.api")


class Refusal(Exception):  # noqa: N818 (it is a word of HTTP, not of the house's errors)
    """A request that the server does not answer, for a reason that lies in HTTP and not in a game."""

    def __init__(  # noqa: PLR0913 (what it is made of is what is sent)
        self,
        status: int,
        code: str,
        message: str,
        *,
        field: str | None = None,
        column: int | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.field = field
        self.column = column
        self.retry_after = retry_after


def stopping() -> Refusal:
    """The refusal of what comes too late, or is cut short at the end."""
    return Refusal(503, "stopping", "the server is stopping", retry_after=1)


@dataclass(frozen=True, slots=True)
class Fault:
    """What is sent for an error."""

    status: int
    answer: ErrorAnswer
    headers: dict[str, str] = field(default_factory=dict)


def fault_of(error: Exception, *, method: str = "", path: str = "") -> Fault:
    """The answer to any error; one that is not of the house is logged and told as "internal_error" without its words.

    ``method`` and ``path`` are those of the request, for what is said of an address that there is not.

    >>> fault_of(NotationError("expected g or t", field="turn", column=31, text="...")).answer
    ErrorAnswer(error='invalid_notation', field='turn', column=31, message='expected g or t')
    """
    if isinstance(error, Refusal):
        headers = {} if error.retry_after is None else {"Retry-After": str(error.retry_after)}
        return Fault(error.status, ErrorAnswer(error.code, error.field, error.column, error.message), headers)
    if isinstance(error, PointboardError):
        answer = ErrorAnswer.of(error)
        return Fault(STATUSES[answer.error], answer)
    if isinstance(error, HTTPException) and error.status_code < 500:
        status = HTTPStatus(error.status_code)
        if status is HTTPStatus.METHOD_NOT_ALLOWED:
            message = f"expected a method that Allow lists, found {method}"
        else:
            message = f"expected an address that /docs lists, found {path[:_ECHO]!r}"
        return Fault(status, ErrorAnswer(status.name.lower(), None, None, message), dict(error.headers or {}))
    _log.error("a request failed", exc_info=error)
    return Fault(500, ErrorAnswer("internal_error", None, None, "the server failed on this request"))


def spoken_as_obx(fault: Fault, *, about: str) -> Fault:
    """The fault with the specification's sentence as its ``error``, where the text of the position is to blame.

    ``about`` is the parameter that holds the text. Other faults stay as they are.
    """
    answer = fault.answer
    if fault.status == 422:
        sentence = ILLEGAL_MOVE
    elif fault.status == 400 and (answer.error != "invalid_parameter" or answer.field == about):
        sentence = INVALID_OBX
    else:
        return fault
    said = ErrorAnswer(sentence, answer.field, answer.column, answer.message)
    return Fault(fault.status, said, fault.headers)
