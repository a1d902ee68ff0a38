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
from collections.abc import Mapping
from dataclasses import replace

from pointboard.baghchal.notation import obx
from pointboard.baghchal.record.faults import Places, RecordError, RecordMoveError
from pointboard.baghchal.record.headers import HEADER_NAMES, NO_HEADERS, Headers, collect
from pointboard.baghchal.record.record import START, Clock, Mark, Ply, ReadResult, Record, contradiction, turn_of
from pointboard.baghchal.record.replay import Replay
from pointboard.baghchal.rules import Outcome
from pointboard.baghchal.state import State
from pointboard.errors import IllegalMoveError, NotationError, PointboardError, PositionError
from pointboard.jsontree import Fault, Item, load, locate
from pointboard.scan import shown

__all__ = ["SCHEMA", "VERSION", "format", "parse", "read"]

SCHEMA = "pointboard-baghchal-record"
"""What the texts of this format call themselves."""

VERSION = 1
"""The version that is written, and the only one that is read."""

_TOP = ("schema", "version", "headers", "start", "comment", "plies", "outcome")
_PLY = ("move", "obx", "clock", "mark", "comment")


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
        reader.top(load(text))
    except Fault as fault:
        return ReadResult(reader.record(), _error(fault, text))
    except PointboardError as error:
        return ReadResult(reader.record(), error)
    return ReadResult(reader.record(), None)


def _error(fault: Fault, text: str) -> RecordError:
    """A fault with its place in the text."""
    place = Places(text).at(fault.offset(text))
    return RecordError(fault.message, field=fault.field, place=place, text=text)


def _text(parts: Mapping[str, Item], name: str) -> str:
    """The text called ``name``, empty when it is not there."""
    return parts[name].text() if name in parts else ""


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

    def top(self, item: Item) -> None:
        """The whole record."""
        parts = item.object(_TOP)
        schema = item.needed(parts, "schema")
        if schema.text() != SCHEMA:
            schema.fail(f"expected {SCHEMA!r}, found {shown(schema.value)}")
        version = item.needed(parts, "version")
        if type(version.value) is not int or version.value != VERSION:
            version.fail(f"expected version {VERSION}")
        self.headers = _headers(parts.get("headers"))
        self.comment = _text(parts, "comment")
        start = _position(parts["start"]) if "start" in parts else START
        replay = self.replay = Replay(start, self.headers.repetition)
        for ply in item.needed(parts, "plies").list():
            self.ply(replay, ply)
        ended = replay.outcome()
        if fault := contradiction(self.headers, ended):
            raise Fault(("headers", "result"), fault)
        if isinstance(item.value, dict) and "outcome" in item.value:
            _check_outcome(Item(item.value["outcome"], ("outcome",)), ended)

    def ply(self, replay: Replay, item: Item) -> None:
        """One ply, which must be legal and lead where it says."""
        parts = item.object(_PLY)
        written = item.needed(parts, "move")
        try:
            move = obx.parse_move(written.text())
        except NotationError as error:
            written.fail(str(error))
        expected = parts["obx"].text() if "obx" in parts else None
        ply = Ply(move, _text(parts, "comment"), _clock(parts.get("clock")), _mark(parts.get("mark")))
        try:
            after = replay.play(move)
        except IllegalMoveError as error:
            turn = turn_of(replay.states[0], len(self.plies) + 1)
            place = Places(self.text).at(locate(self.text, written.path))
            raise RecordMoveError(error.message, move=written.text(), turn=turn, place=place) from None
        if expected is not None and expected != obx.format(after):
            replay.undo()
            found = shown(expected, obx.MAX_LENGTH)
            parts["obx"].fail(f"expected {obx.format(after)}, the position after {move}, found {found}")
        self.plies.append(ply)


def _position(item: Item) -> State:
    try:
        return obx.parse(item.text())
    except (NotationError, PositionError) as error:
        item.fail(str(error))


def _headers(item: Item | None) -> Headers:
    """The headers of their object."""
    if item is None:
        return NO_HEADERS
    parts = item.object((*HEADER_NAMES, "extra"))
    try:
        headers = collect({HEADER_NAMES[name]: parts[name].text() for name in HEADER_NAMES if name in parts})
    except NotationError as error:
        raise Fault((*item.path, error.field.lower()), error.message) from None
    if "extra" not in parts:
        return headers
    extra = parts["extra"]
    named = tuple((name, part.text()) for name, part in extra.object().items())
    try:
        return replace(headers, extra=named)
    except NotationError as error:
        extra.fail(error.message)


def _clock(item: Item | None) -> Clock | None:
    """A clock from its seconds."""
    if item is None:
        return None
    if type(item.value) not in (int, float):
        item.wrong("seconds")
    try:
        return Clock(round(item.number() * 1000))
    except (NotationError, OverflowError):
        item.fail("expected seconds from 0 to less than 10,000 hours")


def _mark(item: Item | None) -> Mark | None:
    if item is None:
        return None
    try:
        return Mark(item.text())
    except ValueError:
        item.fail(f"expected one of {' '.join(Mark)}, found {shown(item.value)}")


def _check_outcome(item: Item, ended: Outcome | None) -> None:
    """Compare the outcome that is written with the board's."""
    if item.value is not None:
        item.object(("winner", "reason"))
    if item.value != _outcome(ended):
        board = json.dumps(_outcome(ended))
        item.fail(f"the board says {board}")


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
