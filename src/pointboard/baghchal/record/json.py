# ruff: noqa: A001 - parse and format are the house's words for reading and writing text
"""Game records as JSON, for programs.

    {
      "schema": "pointboard-baghchal-record",
      "version": 1,
      "headers": {"goats": "Sita", "repetition": "threefold", "extra": {"Annotator": "Hari"}},
      "start": "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #",
      "comment": "A short one.",
      "plies": [
        {"move": "mB2", "obx": "TXXXT/XGXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB2 #g1", "clock": 298.5, "mark": "!"}
      ],
      "outcome": null
    }

Only ``schema``, ``version`` and ``plies``, and ``move`` in each of these, must be there; null says that something is
not. ``clock`` is in seconds, to the millisecond. ``obx`` is the written form of the position after the move and
``outcome`` how the game ended on the board (``winner`` is "g", "t" or null for a draw, ``reason`` in words); both are
written for the reader's sake and checked when they are read. A name that is not on the list, or that stands twice in an
object, is an error. The version goes up when a program that reads this one could misread the next.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NoReturn, TypeVar

from pointboard.baghchal.notation import obx
from pointboard.baghchal.record.faults import Place, Places, RecordError, RecordMoveError
from pointboard.baghchal.record.headers import HEADER_NAMES, NO_HEADERS, Headers, collect
from pointboard.baghchal.record.record import START, Clock, Mark, Ply, ReadResult, Record, contradiction, turn_of
from pointboard.baghchal.record.replay import Replay
from pointboard.baghchal.rules import Outcome
from pointboard.baghchal.state import State
from pointboard.errors import IllegalMoveError, NotationError, PointboardError, PositionError
from pointboard.scan import shown

__all__ = ["SCHEMA", "VERSION", "format", "parse", "read"]

SCHEMA = "pointboard-baghchal-record"
"""What the texts of this format call themselves."""

VERSION = 1
"""The version that is written, and the only one that is read."""

_MAX_DIGITS = 20
_TOP = ("schema", "version", "headers", "start", "comment", "plies", "outcome")
_PLY = ("move", "obx", "clock", "mark", "comment")
_Path = tuple[str | int, ...]
_T = TypeVar("_T")


def parse(text: str) -> Record:
    """The record of a JSON text; its first error, RecordError or RecordMoveError, is raised.

    >>> parse('{"schema": "pointboard-baghchal-record", "version": 1, "plies": [{"move": "mC3"}]}').state.in_hand
    19
    """
    return read(text).checked()


def read(text: str) -> ReadResult:
    """The record of a JSON text up to the first error, and the error."""
    text = text.removeprefix("\ufeff")
    reader = _Reader(text)
    try:
        reader.top(_load(text))
    except _Fault as fault:
        return ReadResult(reader.record(), fault.located(text))
    except PointboardError as error:
        return ReadResult(reader.record(), error)
    return ReadResult(reader.record(), None)


class _Fault(Exception):  # noqa: N818 - never leaves this module
    """Something is wrong with the value at ``path``."""

    def __init__(self, path: _Path, message: str) -> None:
        super().__init__(message)
        self.path = path
        self.message = message

    def located(self, text: str) -> RecordError:
        """The error with the place of the value in the text."""
        return RecordError(self.message, field=_named(self.path), place=_locate(text, self.path), text=text)


def _named(path: _Path) -> str:
    """A path as one writes it: ``plies[3].move``."""
    name = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return name.removeprefix(".") or "text"


_BLANKS = re.compile(r"[ \t\n\r]*")


def _skip(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return at if found is None else found.end()


def _locate(text: str, path: _Path) -> Place:
    """Where the value at ``path`` begins in a JSON text that has been read; walked only when there is an error."""
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
    return Places(text).at(at)


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
        raise _Fault((), f"expected numbers of at most {_MAX_DIGITS} digits")
    return int(digits)


def _constant(name: str) -> NoReturn:
    raise _Fault((), f"expected JSON, which has no {name}")


def _load(text: str) -> object:
    """The values of a JSON text; RecordError with line and column when it is none."""
    try:
        value: object = json.loads(text, object_pairs_hook=_Object, parse_int=_integer, parse_constant=_constant)
    except json.JSONDecodeError as error:
        message = f"expected JSON: {error.msg}"
        raise RecordError(message, field="text", place=Place(error.lineno, error.colno), text=text) from None
    except RecursionError:
        message = "expected a record, found values nested too deep"
        raise RecordError(message, field="text", place=Place(1, 1), text=text) from None
    return value


def _object(value: object, path: _Path, names: tuple[str, ...] | None) -> Mapping[str, object]:
    """An object without foreign names; those whose value is null are left out."""
    if not isinstance(value, _Object):
        raise _Fault(path, f"expected an object, found {_shown(value)}")
    for name in value:
        if names is not None and name not in names:
            raise _Fault((*path, name), f"expected one of the names {', '.join(names)}")
    if value.twice is not None:
        raise _Fault((*path, value.twice), f"the name {shown(value.twice)} stands twice in this object")
    return {name: part for name, part in value.items() if part is not None}


def _text(values: Mapping[str, object], name: str, path: _Path) -> str | None:
    """The text called ``name``, None when it is not there."""
    value = values.get(name)
    if value is not None and not isinstance(value, str):
        raise _Fault((*path, name), f"expected text, found {_shown(value)}")
    return value


def _needed(value: _T | None, name: str, path: _Path) -> _T:
    """A value that must be there."""
    if value is None:
        raise _Fault(path, f"expected {name!r} in this object")
    return value


def _shown(value: object) -> str:
    """What kind of value was found, for a message."""
    kinds = {_Object: "an object", list: "a list", str: "text", type(None): "null", bool: "a truth value"}
    return kinds.get(type(value), "a number")


class _Reader:
    """Reads a record value by value; whatever was read before an error can be asked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.headers = NO_HEADERS
        self.replay: Replay | None = None
        self.plies: list[Ply] = []
        self.comment = ""

    def record(self) -> Record:
        """The record so far; a declared result that contradicts the board is left out."""
        replay = self.replay or Replay(START)
        headers = self.headers
        if contradiction(headers, replay.outcome()) is not None:
            headers = replace(headers, result=None)
        return Record.of(headers, self.plies, replay, self.comment)

    def top(self, value: object) -> None:
        """The whole record."""
        values = _object(value, (), _TOP)
        if (schema := _needed(_text(values, "schema", ()), "schema", ())) != SCHEMA:
            raise _Fault(("schema",), f"expected {SCHEMA!r}, found {shown(schema)}")
        version = _needed(values.get("version"), "version", ())
        if type(version) is not int or version != VERSION:
            raise _Fault(("version",), f"expected version {VERSION}")
        self.headers = _headers(values.get("headers"))
        self.comment = _text(values, "comment", ()) or ""
        start = _text(values, "start", ())
        self.replay = Replay(START if start is None else _position(start), self.headers.repetition)
        plies = _needed(values.get("plies"), "plies", ())
        if not isinstance(plies, list):
            raise _Fault(("plies",), f"expected a list, found {_shown(plies)}")
        for number, ply in enumerate(plies):
            self.ply(self.replay, ply, ("plies", number))
        ended = self.replay.outcome()
        if fault := contradiction(self.headers, ended):
            raise _Fault(("headers", "result"), fault)
        if isinstance(value, dict) and "outcome" in value:
            _check_outcome(value["outcome"], ended)

    def ply(self, replay: Replay, value: object, path: _Path) -> None:
        """One ply, which must be legal and lead where it says."""
        values = _object(value, path, _PLY)
        written = _needed(_text(values, "move", path), "move", path)
        try:
            move = obx.parse_move(written)
        except NotationError as error:
            raise _Fault((*path, "move"), str(error)) from None
        expected = _text(values, "obx", path)
        ply = Ply(move, _text(values, "comment", path) or "", _clock(values.get("clock"), path), _mark(values, path))
        try:
            after = replay.play(move)
        except IllegalMoveError as error:
            turn, place = turn_of(replay.states[0], len(self.plies) + 1), _locate(self.text, (*path, "move"))
            raise RecordMoveError(error.message, move=written, turn=turn, place=place) from None
        if expected is not None and expected != obx.format(after):
            replay.undo()
            message = (
                f"expected {obx.format(after)}, the position after {move}, found {shown(expected, obx.MAX_LENGTH)}"
            )
            raise _Fault((*path, "obx"), message)
        self.plies.append(ply)


def _position(text: str) -> State:
    try:
        return obx.parse(text)
    except (NotationError, PositionError) as error:
        raise _Fault(("start",), str(error)) from None


def _headers(value: object) -> Headers:
    """The headers of their object."""
    path = ("headers",)
    values = {} if value is None else _object(value, path, (*HEADER_NAMES, "extra"))
    texts = {HEADER_NAMES[name]: text for name in HEADER_NAMES if (text := _text(values, name, path)) is not None}
    try:
        headers = collect(texts)
    except NotationError as error:
        raise _Fault((*path, error.field.lower()), error.message) from None
    extra = values.get("extra")
    if extra is None:
        return headers
    found = _object(extra, (*path, "extra"), None)
    named = [(name, _needed(_text(found, name, (*path, "extra")), name, path)) for name in found]
    try:
        return replace(headers, extra=tuple(named))
    except NotationError as error:
        raise _Fault((*path, "extra"), error.message) from None


def _clock(value: object, path: _Path) -> Clock | None:
    """A clock from its seconds."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _Fault((*path, "clock"), f"expected seconds, found {_shown(value)}")
    try:
        return Clock(round(value * 1000))
    except (NotationError, OverflowError):
        raise _Fault((*path, "clock"), "expected seconds from 0 to less than 10,000 hours") from None


def _mark(values: Mapping[str, object], path: _Path) -> Mark | None:
    text = _text(values, "mark", path)
    try:
        return None if text is None else Mark(text)
    except ValueError:
        raise _Fault((*path, "mark"), f"expected one of {' '.join(Mark)}, found {shown(text)}") from None


def _check_outcome(value: object, ended: Outcome | None) -> None:
    """Compare the outcome that is written with the board's."""
    if value is not None:
        _object(value, ("outcome",), ("winner", "reason"))
    if value != _outcome(ended):
        board = json.dumps(_outcome(ended))
        raise _Fault(("outcome",), f"the board says {board}")


def _outcome(ended: Outcome | None) -> dict[str, str | None] | None:
    return None if ended is None else {"winner": ended.winner, "reason": ended.reason.value}


def format(record: Record, *, positions: bool = True) -> str:
    """The JSON text of a record, a ply a line: the inverse of ``parse``.

    ``positions`` writes the position after each ply beside it.

    >>> print(format(parse('{"schema": "pointboard-baghchal-record", "version": 1, "plies": []}')), end="")
    {
      "schema": "pointboard-baghchal-record",
      "version": 1,
      "headers": {"rules": "standard", "repetition": "threefold"},
      "start": "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #",
      "plies": [],
      "outcome": null
    }
    """
    headers: dict[str, object] = {
        name: value for name in HEADER_NAMES if (value := getattr(record.headers, name)) is not None
    }
    if record.headers.extra:
        headers["extra"] = dict(record.headers.extra)
    states = record.positions()
    plies = [_dumps(_ply(ply, states[number] if positions else None)) for number, ply in enumerate(record.plies, 1)]
    parts = [
        f'"schema": {_dumps(SCHEMA)}',
        f'"version": {VERSION}',
        f'"headers": {_dumps(headers)}',
        f'"start": {_dumps(obx.format(record.start))}',
        *([f'"comment": {_dumps(record.comment)}'] if record.comment else []),
        '"plies": [' + ",".join(f"\n    {ply}" for ply in plies) + ("\n  ]" if plies else "]"),
        f'"outcome": {_dumps(_outcome(record.outcome()))}',
    ]
    return "{\n  " + ",\n  ".join(parts) + "\n}\n"


def _ply(ply: Ply, after: State | None) -> dict[str, object]:
    values: dict[str, object] = {"move": str(ply.move)}
    if after is not None:
        values["obx"] = obx.format(after)
    if ply.clock is not None:
        values["clock"] = ply.clock.seconds
    if ply.mark is not None:
        values["mark"] = ply.mark
    if ply.comment:
        values["comment"] = ply.comment
    return values


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
