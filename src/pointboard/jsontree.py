"""Values of a JSON text, taken out one by one: what is missing, foreign or of another kind is told with its path.

A reader of records takes a ``load``ed text apart with ``Item``; what is wrong is a ``Fault``, which it turns into the
error of its game, with the place that ``Fault.offset`` finds in the text.
"""

from __future__ import annotations

import json
import re
from typing import NoReturn

from pointboard.scan import shown

__all__ = ["Fault", "Item", "Path", "load", "locate", "named"]

Path = tuple[str | int, ...]
"""The way to a value from the outermost one: the names of objects, and numbers in lists, from 0."""

_MAX_DIGITS = 20
_BLANKS = re.compile(r"[ \t\n\r]*")


class Fault(Exception):  # noqa: N818 - never leaves the readers
    """Something is wrong with the value at ``path``, or with the text itself at its character number ``at``, from 0.

    >>> str(Fault(("plies", 3), "expected an object"))
    'expected an object'
    """

    def __init__(self, path: Path, message: str, at: int | None = None) -> None:
        super().__init__(message)
        self.path = path
        self.message = message
        self.at = at

    @property
    def field(self) -> str:
        """The path as one writes it."""
        return named(self.path)

    def offset(self, text: str) -> int:
        """Where it is in the text that was read: the number of a character, from 0."""
        return locate(text, self.path) if self.at is None else self.at


def named(path: Path) -> str:
    """A path as one writes it; that of the outermost value is "text".

    >>> named(("games", 0, "plies", 3, "moves"))
    'games[0].plies[3].moves'
    """
    name = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return name.removeprefix(".") or "text"


def _skip(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return at if found is None else found.end()


def locate(text: str, path: Path) -> int:
    """Where the value at ``path`` begins in a JSON text that has been read: the number of its first character, from 0.

    Walked through only when there is an error; of a name that stands twice the first is found.

    >>> locate('{"plies": [1, {"move": 2}]}', ("plies", 1, "move"))
    23
    """
    decoder = json.JSONDecoder()
    at = _skip(text, 0)
    for step in path:
        index = 0
        at = _skip(text, at + 1)
        while True:
            name: object = index
            if isinstance(step, str):
                name, at = decoder.raw_decode(text, at)
                at = _skip(text, _skip(text, at) + 1)
            if name == step:
                break
            at = _skip(text, decoder.raw_decode(text, at)[1])
            at = _skip(text, at + 1)
            index += 1
    return at


class _Object(dict[str, object]):
    """A JSON object that knows which name stands twice in it."""

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        super().__init__()
        self.twice: str | None = None
        for name, value in pairs:
            if name in self:
                self.twice = name
            self[name] = value


def _integer(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise Fault((), f"expected numbers of at most {_MAX_DIGITS} digits")
    return int(digits)


def _constant(name: str) -> NoReturn:
    raise Fault((), f"expected JSON, which has no {name}")


def _kind(value: object) -> str:
    kinds = {_Object: "an object", list: "a list", str: "text", type(None): "null", bool: "a truth value"}
    return kinds.get(type(value), "a number")


class Item:
    """A value of a JSON text, and its path; every method raises Fault where the value is not what it asks for.

    >>> parts = load('{"plies": [3]}').object(("plies", "comment"))
    >>> parts["plies"].list()[0].whole(1, 9)
    3
    """

    __slots__ = ("path", "value")

    def __init__(self, value: object, path: Path = ()) -> None:
        self.value = value
        self.path = path

    def fail(self, message: str) -> NoReturn:
        """Raise Fault at this value."""
        raise Fault(self.path, message)

    def wrong(self, expected: str) -> NoReturn:
        """Raise Fault for a value of another kind than was expected."""
        self.fail(f"expected {expected}, found {_kind(self.value)}")

    def object(self, names: tuple[str, ...] | None = None) -> dict[str, Item]:
        """The parts of an object with no other names than these (None: any); those whose value is null are left out."""
        value = self.value
        if not isinstance(value, _Object):
            self.wrong("an object")
        for name in value:
            if names is not None and name not in names:
                raise Fault((*self.path, name), f"expected one of the names {', '.join(names)}")
        if value.twice is not None:
            raise Fault((*self.path, value.twice), f"the name {shown(value.twice)} stands twice in this object")
        return {name: Item(part, (*self.path, name)) for name, part in value.items() if part is not None}

    def needed(self, parts: dict[str, Item], name: str) -> Item:
        """A part of this object that must be there."""
        if name not in parts:
            self.fail(f"expected {name!r} in this object")
        return parts[name]

    def list(self) -> list[Item]:
        """The parts of a list."""
        if not isinstance(self.value, list):
            self.wrong("a list")
        return [Item(part, (*self.path, at)) for at, part in enumerate(self.value)]

    def text(self) -> str:
        """A text."""
        if not isinstance(self.value, str):
            self.wrong("text")
        return self.value

    def whole(self, low: int, high: int) -> int:
        """A whole number of a range."""
        if type(self.value) is not int or not low <= self.value <= high:
            self.fail(f"expected a whole number from {low} to {high}, found {shown(self.value)}")
        return self.value

    def number(self) -> float:
        """A number."""
        if type(self.value) not in (int, float):
            self.wrong("a number")
        return float(self.value)  # type: ignore[arg-type]

    def truth(self) -> bool:
        """True or false."""
        if type(self.value) is not bool:
            self.wrong("a truth value")
        return self.value


def load(text: str) -> Item:
    """The values of a JSON text; Fault, with the place in it, when it is none.

    >>> load("[1, 2]").list()[1].value
    2
    """
    try:
        return Item(json.loads(text, object_pairs_hook=_Object, parse_int=_integer, parse_constant=_constant))
    except json.JSONDecodeError as error:
        raise Fault((), f"expected JSON: {error.msg}", error.pos) from None
    except RecursionError:
        raise Fault((), "expected a record, found values nested too deep", 0) from None
