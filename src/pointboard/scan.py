"""Reading input: a cursor over one line of text, words of closed alphabets, values quoted in messages.

The cursor is for parsers that say where and why they stop.
Columns count from 1. Only ASCII counts: no other script's digits, no other blanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from operator import index
from types import NoneType
from typing import Any, NamedTuple, NoReturn, TypeVar, cast, get_args, get_type_hints

from pointboard.errors import NotationError

__all__ = [
    "Cursor",
    "Kind",
    "fitting",
    "instance",
    "kinds_of",
    "line_ends",
    "line_start",
    "lines",
    "member",
    "only_text",
    "refused",
    "shown",
]

T = TypeVar("T")
_Closed = TypeVar("_Closed", bound=Enum)
_DIGITS = frozenset("0123456789")
_LINE_END = re.compile(r"\r\n?|\n")


def shown(value: object, most: int = 40) -> str:
    """A value as an error message quotes it: as Python writes it, cut after ``most`` characters.

    >>> shown("B2"), shown("B" * 1_000_000)
    ("'B2'", "'BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB'...")
    """
    if isinstance(value, str | bytes):
        return repr(value) if len(value) <= most else f"{value[:most]!r}..."
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 (a number of too many digits, a class that cannot say what it is)
        text = f"<{type(value).__name__}>"
    return text if len(text) <= most else f"{text[:most]}..."


def lines(text: str) -> list[str]:
    r"""The lines of a text without their ends: LF, CR LF or CR, as text files of every system have them.

    >>> lines("a\r\nb\rc\x0bc\n")
    ['a', 'b', 'c\x0bc', '']
    """
    return _LINE_END.split(text)


def line_ends(text: str, begin: int, end: int) -> int:
    r"""How many lines end between two offsets of a text; CR LF ends one at its LF.

    >>> line_ends("a\r\nb\rc", 0, 2), line_ends("a\r\nb\rc", 2, 5)
    (0, 2)
    """
    lone = text.count("\r", begin, end) - text.count("\r\n", begin, end + 1)
    return text.count("\n", begin, end) + lone


def line_start(text: str, offset: int) -> int:
    r"""The offset at which the line begins in which the character number ``offset`` stands.

    >>> line_start("a\r\nb\rcd", 1), line_start("a\r\nb\rcd", 3), line_start("a\r\nb\rcd", 6)
    (0, 3, 5)
    """
    start = text.rfind("\n", 0, offset) + 1
    half = text[max(offset - 1, 0) : offset + 1] == "\r\n"  # its CR ends no line
    return max(start, text.rfind("\r", start, offset - half) + 1)


def refused(field: str, expected: str, found: object) -> NotationError:
    """The error about a field of a value made by hand, for the caller to raise.

    >>> str(refused("clock", "whole milliseconds", 1.5))
    'clock, column 1: expected whole milliseconds, found 1.5'
    """
    text = found if isinstance(found, str) else shown(found)
    return NotationError(f"expected {expected}, found {shown(found)}", field=field, column=1, text=text)


def member(kind: type[_Closed], value: object, field: str) -> _Closed:
    """The member of a closed alphabet that ``value`` is or spells; NotationError, which lists all, for anything else.

    Code compares members by identity; what enters from outside goes through here first.

    >>> from enum import StrEnum
    >>> member(StrEnum("Coin", ["HEADS", "TAILS"]), "tails", "coin")
    <Coin.TAILS: 'tails'>
    """
    if type(value) is kind:
        return value
    try:
        return kind(value)
    except Exception:  # noqa: BLE001 (no member; or a value that cannot even say what it is)
        raise refused(field, " or ".join(str(one.value) for one in kind), value) from None


def only_text(value: str) -> str:
    """The text itself; TypeError for what is no ``str``.

    >>> only_text("B2")
    'B2'
    """
    if not isinstance(value, str):
        raise TypeError(f"expected a text (str), found {type(value).__name__}")
    return value


def instance(kind: type[T], value: object) -> T:
    """The value itself, which is a ``kind``; TypeError for any other.

    >>> instance(Cursor, "B2")
    Traceback (most recent call last):
    TypeError: expected a Cursor, found str
    """
    if not isinstance(value, kind):
        raise TypeError(f"expected {_named(kind)}, found {type(value).__name__}")
    return value


_WORDS = {int: "a whole number", bool: "True or False", str: "a text", bytes: "bytes"}


def _named(kind: type) -> str:
    return _WORDS.get(kind) or f"{'an' if kind.__name__[0] in 'AEIOU' else 'a'} {kind.__name__}"


class Kind(NamedTuple):
    """A field of a value class: its name, the kind that it annotates, and the types of values that fit as they are."""

    name: str
    kind: Any
    plain: frozenset[type]


_KINDS: dict[Any, tuple[Kind, ...]] = {}


def kinds_of(owner: type[Any]) -> tuple[Kind, ...]:
    """The fields of a NamedTuple or a dataclass."""
    found = _KINDS.get(owner)
    if found is None:
        hints = get_type_hints(owner)
        names = [one.name for one in fields(owner)] if is_dataclass(owner) else owner._fields
        found = _KINDS[owner] = tuple(Kind(name, hints[name], _plain(hints[name])) for name in names)
    return found


def _plain(kind: Any) -> frozenset[type]:  # noqa: ANN401 (an annotation)
    if NoneType in (parts := get_args(kind)):
        return _plain(parts[0]) | {NoneType}
    return frozenset() if parts or issubclass(kind, tuple) else frozenset({kind})


def fitting(kind: Any, value: object, field: str, *, exact: bool = False) -> Any:  # noqa: ANN401 (whatever ``kind`` says)
    """``value`` as the annotation ``kind`` demands it; NotationError, which names the field, for one of another kind.

    Known annotations: members of enums, NamedTuples with their fields, ``int`` (``True`` is none), ``bool``, ``str``,
    ``bytes``, ``tuple[X, ...]`` and ``X | None``. Unless ``exact``, members may be given by their values, whole numbers
    by those of other packages (numpy's dice), and tuples by any rows.

    >>> fitting(tuple[int, ...], [3, 1], "dice")
    (3, 1)
    >>> fitting(tuple[int, ...], (3, True), "dice")
    Traceback (most recent call last):
    pointboard.errors.NotationError: dice, column 1: expected a whole number, found True
    """
    if NoneType in (parts := get_args(kind)):
        return None if value is None else fitting(parts[0], value, field, exact=exact)
    if parts:
        if not isinstance(value, tuple if exact else Iterable) or isinstance(value, str | bytes):
            raise refused(field, "a row", value)
        return tuple(fitting(parts[0], one, field, exact=exact) for one in value)
    if issubclass(kind, Enum) and not exact:
        return member(kind, value, field)
    if kind is int and not (exact or isinstance(value, bool)) and hasattr(type(value), "__index__"):
        return index(cast("int", value))
    if type(value) is not kind:
        raise refused(field, _named(kind), value)
    if not isinstance(value, tuple) or all(
        type(part) in of.plain for of, part in zip(kinds_of(kind), value, strict=False)
    ):
        return value
    return kind(*(fitting(of.kind, part, of.name, exact=exact) for of, part in zip(kinds_of(kind), value, strict=True)))


class Cursor:
    """A place in a text; each method reads one thing and moves on, or raises at the first character that is wrong.

    >>> cursor = Cursor("c3", "captured")
    >>> cursor.one_of("c"), cursor.number(0, 5), cursor.at_end
    ('c', 3, True)
    """

    __slots__ = ("field", "fold", "offset", "text")

    def __init__(self, text: str, field: str = "text", *, fold: bool = False) -> None:
        """Start at the first character; ``fold`` reads letters in either case. TypeError for what is no ``str``."""
        self.text = only_text(text)
        self.field = field
        self.fold = fold
        self.offset = 0

    @property
    def column(self) -> int:
        """The column of the next character, from 1."""
        return self.offset + 1

    @property
    def at_end(self) -> bool:
        """Whether the whole text is read."""
        return self.offset >= len(self.text)

    @property
    def next(self) -> str:
        """The next character, or the empty string at the end; it is not read."""
        return self.text[self.offset : self.offset + 1]

    def fail(
        self, expected: str, *, column: int | None = None, field: str | None = None, begin: int | None = None
    ) -> NoReturn:
        """Raise NotationError: what was expected, and what stands there (at ``column``, by default the next one).

        What is shown begins at the offset ``begin`` where one is given.
        """
        at = self.column if column is None else column
        found = self.text[at - 1 if begin is None else begin : at]
        raise NotationError(
            f"expected {expected}, found {found!r}" if found else f"expected {expected}, found the end of the text",
            field=field or self.field,
            column=at,
            text=self.text,
        )

    def one_of(self, alphabet: str, expected: str | None = None) -> str:
        """Read one character of ``alphabet`` and give it as it is written there."""
        letter = self.peek(alphabet)
        if letter is None:
            self.fail(expected or " or ".join(alphabet))
        self.offset += 1
        return letter

    def peek(self, alphabet: str) -> str | None:
        """The next character as it is written in ``alphabet``; None if it is not of it. Nothing is read."""
        found = self.next
        if not found:
            return None
        if found in alphabet:
            return found
        if self.fold:
            return next((letter for letter in alphabet if letter.lower() == found.lower()), None)
        return None

    def skip(self, letter: str) -> bool:
        """Read the one character ``letter`` if it stands here; tell whether it did."""
        if self.peek(letter) is None:
            return False
        self.offset += 1
        return True

    def number(self, low: int, high: int) -> int:
        """Read a whole number from ``low`` to ``high`` in ASCII digits, without sign or leading zero.

        The column of an error is the first character after which no number of the range could stand; the digits
        before it are shown with it.
        """
        expected = f"a number from {low} to {high}"
        value, digits, begin = 0, 0, self.offset
        while (found := self.next) in _DIGITS:
            grown = value * 10 + int(found)
            if grown > high or (digits and not value):
                self.fail(expected, begin=begin)
            value, digits = grown, digits + 1
            self.offset += 1
        if not digits:
            self.fail(expected)
        if value < low:
            self.fail(expected, column=self.offset, begin=begin)
        return value

    def check_ascii(self) -> None:
        """Raise at the first character that is not printable ASCII."""
        if self.text.isascii() and self.text.isprintable():
            return
        at = next(i for i, found in enumerate(self.text) if not " " <= found <= "~")
        message = f"expected printable ASCII, found {self.text[at]!r}"
        raise NotationError(message, field=self.field, column=at + 1, text=self.text)
