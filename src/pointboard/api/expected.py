"""What a parameter may be and what came instead, in words: "expected a whole number from 1 to 8, found '9'"."""

from typing import Any

import pointboard.api.needed  # noqa: F401 (what is missing is told)

from msgspec import Struct, inspect
from msgspec.structs import fields

from pointboard.scan import shown

__all__ = ["MISSING", "complaint", "unknown"]

MISSING = "expected this parameter, found none"
"""What is said of a parameter that must be given."""


def unknown(kind: type[Struct]) -> str:
    """What is said of a parameter that there is not."""
    known = ", ".join(kind.__struct_fields__)
    return f"expected one of {known}" if known else "expected no parameters"


def complaint(kind: type[Struct], name: str, value: object, *, strict: bool) -> tuple[str, int | None]:
    """The message about a wrong value of the parameter ``name``, and the column (from 1) from which it is too long.

    ``strict`` tells that the value comes from JSON, where a number must be a number.

    >>> class Query(Struct):
    ...     to: str
    >>> complaint(Query, "to", 3, strict=True)
    ('expected text, found the number 3', None)
    """
    found = next(field.type for field in fields(kind) if field.encode_name == name)
    wanted = inspect.type_info(found)
    wanted = wanted.type if isinstance(wanted, inspect.Metadata) else wanted  # without what is only said about it
    longest = getattr(wanted, "max_length", None)
    if isinstance(value, str) and longest is not None and len(value) > longest:
        return f"expected at most {longest} characters, found {len(value)}", longest + 1
    numeric = isinstance(wanted, inspect.IntType | inspect.FloatType)
    return f"expected {_wanted(wanted)}, found {_found(value, marked=strict and numeric)}", None


def _wanted(kind: inspect.Type) -> str:
    """What a parameter of this type may be."""
    match kind:
        case inspect.IntType(ge=low, le=high):
            return f"a whole number from {low} to {high}"
        case inspect.FloatType(gt=low, le=high):
            return f"a number above {low:g}, {high:g} at most"
        case inspect.LiteralType(values=values):
            return f"one of {', '.join(map(str, values))}"
        case inspect.ListType(max_length=most):
            return f"a list of texts, {most} at most"
        case inspect.DictType():
            return "an object of texts"
        case inspect.StrType(pattern=str()):
            return "a name in small letters"
        case inspect.StrType(min_length=1):
            return "text, one character at least"
    return "text"


def _found(value: Any, *, marked: bool) -> str:  # noqa: ANN401 (anything that JSON can hold)
    """A value in words; ``marked`` says of text that it is text, where a number is wanted."""
    match value:
        case str():
            return f"the text {shown(value)}" if marked else shown(value)
        case bool() | None:
            return {True: "true", False: "false", None: "null"}[value]
        case list():
            return "a list"
        case dict():
            return "an object"
    return f"the number {shown(value)}"
