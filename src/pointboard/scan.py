"""Reading input: a cursor over one line of text, words of closed alphabets, values quoted in messages.

The cursor is for parsers that say where and why they stop.
Columns count from 1. Only ASCII counts: no other script's digits, no other blanks.
"""

from __future__ import annotations

from enum import Enum
from typing import NoReturn, TypeVar

from pointboard.errors import NotationError

__all__ = ["Cursor", "member", "refused", "shown"]

_Closed = TypeVar("_Closed", bound=Enum)
_DIGITS = frozenset("0123456789")


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
    except ValueError:
        raise refused(field, " or ".join(str(one.value) for one in kind), value) from None


class Cursor:
    """A place in a text; each method reads one thing and moves on, or raises at the first character that is wrong.

    >>> cursor = Cursor("c3", "captured")
    >>> cursor.one_of("c"), cursor.number(0, 5), cursor.at_end
    ('c', 3, True)
    """

    __slots__ = ("field", "fold", "offset", "text")

    def __init__(self, text: str, field: str = "text", *, fold: bool = False) -> None:
        """Start at the first character; ``fold`` reads letters in either case. TypeError for what is no ``str``."""
        if not isinstance(text, str):
            raise TypeError(f"expected a text (str), found {type(text).__name__}")
        self.text = text
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

    def fail(self, expected: str, *, column: int | None = None, field: str | None = None) -> NoReturn:
        """Raise NotationError: what was expected, and what stands there (at ``column``, by default the next one)."""
        at = self.column if column is None else column
        found = self.text[at - 1 : at]
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

        The column of an error is the first character after which no number of the range could stand.
        """
        expected = f"a number from {low} to {high}"
        value, digits = 0, 0
        while (found := self.next) in _DIGITS:
            grown = value * 10 + int(found)
            if grown > high or (digits and not value):
                self.fail(expected)
            value, digits = grown, digits + 1
            self.offset += 1
        if not digits:
            self.fail(expected)
        if value < low:
            self.fail(expected, column=self.offset)
        return value

    def check_ascii(self) -> None:
        """Raise at the first character that is not printable ASCII."""
        if self.text.isascii() and self.text.isprintable():
            return
        at = next(i for i, found in enumerate(self.text) if not " " <= found <= "~")
        message = f"expected printable ASCII, found {self.text[at]!r}"
        raise NotationError(message, field=self.field, column=at + 1, text=self.text)
