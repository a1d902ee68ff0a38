r"""Headers and comments as PGN and the log write them: ``[Name "value"]``, ``{comment}``, ``{[%clk 0:05:00] comment}``.

In both a backslash escapes: ``\\ \" \{ \} \[`` stand for the sign itself, ``\n \r \t \s`` for a line feed, a carriage
return, a tab and a blank; any other letter after a backslash is an error. White space at either end of a comment does
not count, so one that matters is written as an escape; a line break within a comment is read as such. ``[%clk ...]``
may stand anywhere in a comment; other commands of that kind are text.
"""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from pointboard.baghchal.record.faults import Places, RecordError
from pointboard.baghchal.record.headers import Headers, collect, header_name
from pointboard.baghchal.record.record import Clock
from pointboard.baghchal.rules import Repetition
from pointboard.errors import NotationError

__all__ = [
    "COMMENT",
    "HEADER",
    "SECOND_CLOCK",
    "HeaderTexts",
    "Note",
    "format_comment",
    "format_header",
    "read_comment",
    "read_note",
    "relocated",
]

HEADER = r'\[[ \t]*(?P<name>[A-Za-z][A-Za-z0-9_]*)[ \t]*"(?P<value>[^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"[ \t]*\]'
"""A header, as a pattern with the groups ``name`` and ``value``."""

COMMENT = r"\{(?P<comment>[^}\\]*+(?:\\.[^}\\]*+)*+)\}"
"""A comment, as a pattern with the group ``comment``; it may run over several lines (``re.DOTALL``)."""

SECOND_CLOCK = "expected one clock for a move, found a second"
"""What is wrong with two clocks on a move."""

# No pattern here or in the readers may try a long text twice: where one could, its repeats give nothing back.
_BLANKS = " \t\r\n"
_ESCAPES = {"\\": "\\", '"': '"', "{": "{", "}": "}", "[": "[", "n": "\n", "r": "\r", "t": "\t", "s": " "}
_ESCAPED = re.compile(r"\\(.?)", re.DOTALL)
_PARTS = re.compile(r"\\(?P<escape>.?)|\[%clk[ \t]++(?P<clock>[^[\]\\]*+)\][ \t]*+", re.DOTALL)
_EDGES = {" ": r"\s", "\t": r"\t"}


class Note(NamedTuple):
    """What a comment says: its text and, where it has one, the clock."""

    text: str
    clock: Clock | None


def _check_escape(raw: str, letter: str, offset: int, field: str) -> None:
    if letter not in _ESCAPES or not letter:
        message = f"expected one of {' '.join(_ESCAPES)} after a backslash, found {letter!r}"
        raise NotationError(message, field=field, column=offset + 2, text=raw)


def _unescape(raw: str) -> str:
    return _ESCAPED.sub(lambda found: _ESCAPES[found[1]], raw)


def read_comment(found: re.Match[str], places: Places) -> Note:
    """A match of ``COMMENT`` in the text of ``places``; RecordError for a bad escape or clock."""
    try:
        return read_note(found["comment"])
    except NotationError as error:
        raise relocated(error, places, found.start("comment")) from None


def read_note(raw: str) -> Note:
    r"""A comment from what stands between its braces; NotationError for a bad escape or clock.

    >>> read_note(r" [%clk 0:05:00] a \} b ")
    Note(text='a } b', clock=Clock(milliseconds=300000))
    """
    clock, kept, end = None, [], 0
    for found in _PARTS.finditer(raw):
        if found["clock"] is None:
            _check_escape(raw, found["escape"], found.start(), "comment")
            continue
        if clock is not None:
            raise NotationError(SECOND_CLOCK, field="clock", column=found.start() + 1, text=raw)
        try:
            clock = Clock.parse(found["clock"].rstrip(_BLANKS))
        except NotationError as error:
            column = found.start("clock") + 1
            raise NotationError(error.message, field="clock", column=column, text=raw) from None
        kept.append(raw[end : found.start()])
        end = found.end()
    kept.append(raw[end:])
    return Note(_unescape("".join(kept).strip(_BLANKS).replace("\r\n", "\n")), clock)


def format_header(name: str, value: str) -> str:
    r"""A header with its value escaped.

    >>> print(format_header("Event", 'the "big" one'))
    [Event "the \"big\" one"]
    """
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'[{name} "{escaped}"]'


def format_comment(text: str, clock: Clock | None = None) -> str:
    r"""A comment on one line, in braces; the empty string when there is nothing to say.

    >>> print(format_comment("so } it\nends", Clock(61_000)))
    {[%clk 0:01:01] so \} it\nends}
    """
    body = text.replace("\\", "\\\\").replace("}", "\\}").replace("[%", "\\[%")
    body = body.replace("\n", "\\n").replace("\r", "\\r")
    if body:
        body = _EDGES.get(body[0], body[0]) + body[1:]
    if len(body) > 1:
        body = body[:-1] + _EDGES.get(body[-1], body[-1])
    command = "" if clock is None else f"[%clk {clock}]"
    inside = " ".join(part for part in (command, body) if part)
    return f"{{{inside}}}" if inside else ""


def relocated(error: NotationError, places: Places, offset: int) -> RecordError:
    """The error of a part of a text that begins at ``offset``, as an error of the whole text."""
    return RecordError(error.message, field=error.field, place=places.at(offset + error.column - 1), text=places.text)


class HeaderTexts:
    """The headers of one game as they come in, each with its place."""

    def __init__(self, places: Places) -> None:
        """Begin without headers."""
        self.places = places
        self.texts: dict[str, str] = {}
        self._offsets: dict[str, int] = {}

    def add(self, found: re.Match[str]) -> None:
        """Take a match of ``HEADER``; RecordError for a name that came before, or for a bad escape."""
        name, raw, offset = header_name(found["name"]), found["value"], found.start("value")
        if name in self.texts:
            self.fail(name, f"{name} stands here a second time", found.start("name"))
        for escape in _ESCAPED.finditer(raw):
            try:
                _check_escape(raw, escape[1], escape.start(), name)
            except NotationError as error:
                raise relocated(error, self.places, offset) from None
        self.texts[name] = _unescape(raw)
        self._offsets[name] = offset

    def take(self, name: str) -> str | None:
        """Take the value of a header out of the others; None when it did not come."""
        return self.texts.pop(name, None)

    def fail(self, name: str, message: str, offset: int | None = None) -> NoReturn:
        """Raise RecordError about the header called ``name``, where its value stands or at ``offset``."""
        raise self.error(name, message, offset)

    def error(self, name: str, message: str, offset: int | None = None) -> RecordError:
        """The error that ``fail`` raises."""
        at = self._offsets[name] if offset is None else offset
        return RecordError(message, field=name, place=self.places.at(at), text=self.places.text)

    def headers(self, repetition: Repetition) -> tuple[Headers, RecordError | None]:
        """The headers, without those whose value is on no list, and the error of the first of these."""
        texts, first = dict(self.texts), None
        while True:
            try:
                return collect(texts, repetition), first
            except NotationError as error:
                first = first or self.error(error.field, error.message)
                del texts[error.field]
