# ruff: noqa: A001 - format is the house's word for writing text
"""Our own JSON: everything that the model holds, and the OGID before and after every ply. It loses nothing.

    {
      "schema": "pointboard-backgammon-match",
      "version": 1,
      "headers": {"white": "Ann", "black": "Bo", "length": 7},
      "games": [
        {"number": 1, "start": "OGID", "plies": [
          {"action": "play", "side": "W", "dice": [1, 3], "moves": [[17, 20], [19, 20]], "text": "31: 8/5 6/5",
           "before": "OGID", "after": "OGID"},
          {"action": "double", "side": "B", "before": "OGID", "after": "OGID"}
        ]}
      ]
    }

Needed are ``schema``, ``version``, ``games``, ``start`` and ``plies`` in each of these, ``action`` in each ply,
``side`` where a side acts, ``dice`` in a play and a roll, ``moves`` (from pip to pip, 26 is off) in a play, ``size`` (1
to 3) in a resignation, ``match`` (true) where it is of the match, ``board`` (two lists of 26 counts, White's first) in
a position set up, ``mark`` in a marker. ``comment``, ``analysis`` and ``foreign`` may stand with a ply, the first and
the last with a game and with the match. ``text``, ``before`` and ``after`` are written for the reader's sake and
checked when they are there. A name that is not known, or stands twice, is an error. The version goes up when a program
that reads this one could misread the next.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

from pointboard.backgammon.board import PIP_COUNT, Board, Side
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.record.analysis import Analysis, Chances, CubeVerdict, EvaluatedPlay, Foreign
from pointboard.backgammon.record.course import Course, again
from pointboard.backgammon.record.faults import Place, RecordError, check_size, place_of
from pointboard.backgammon.record.headers import NO_HEADERS, Headers
from pointboard.backgammon.record.model import GameRecord, MatchRead, MatchRecord, Ply, hopeful
from pointboard.backgammon.rules import OFF, Move, Size
from pointboard.backgammon.state import MAX_EXPONENT, MAX_NUMBER, Cube, Modifier, Owner, State
from pointboard.backgammon.turns import (
    Double,
    Event,
    Forfeit,
    MakePlay,
    Mark,
    Marker,
    Pass,
    Resign,
    Roll,
    SetPosition,
    Take,
)
from pointboard.errors import NotationError, PointboardError, PositionError
from pointboard.jsontree import Fault, Item, Path, load, locate
from pointboard.scan import instance, shown

__all__ = ["SCHEMA", "VERSION", "format", "format_all", "losses", "parse", "read", "read_all", "recognises"]

SCHEMA = "pointboard-backgammon-match"
"""What the texts of this format call themselves."""

VERSION = 1
"""The version that is written, and the only one that is read."""

_TOP = ("schema", "version", "headers", "comment", "foreign", "games")
_GAME = ("number", "start", "comment", "foreign", "plies")
_PLY = ("action", "side", "dice", "moves", "size", "match", "board", "cube", "mark", "text", "before", "after",
        "comment", "analysis", "foreign")  # fmt: skip
_PLAIN = {"double": Double, "take": Take, "pass": Pass}
_BEGINS = re.compile(r'\ufeff?\s*[\[{].{0,200}"schema"\s*:\s*"pointboard-backgammon-match"', re.DOTALL)
_HEADER_NAMES = tuple(field.name for field in fields(Headers))


def parse(text: str) -> MatchRecord:
    """The match of a JSON text; its first error is raised.

    >>> from pointboard.backgammon.record.model import EMPTY
    >>> parse(format(EMPTY)) == EMPTY
    True
    """
    return read(text).checked()


def read(text: str) -> MatchRead:
    """The match of a JSON text up to the first error, and the error; the first one of a list."""
    return next(iter(read_all(text)))


def read_all(text: str) -> Iterable[MatchRead]:
    """The matches of a JSON text: one object, or a list of them. RecordError for more than 50 MB."""
    check_size(str, text)
    text = text.removeprefix("\ufeff")
    try:
        top = load(text)
        items = top.list() if isinstance(top.value, list) else [top]
        if not items:
            top.fail("expected a match, found an empty list")
    except Fault as fault:
        return (MatchRead(Course(NO_HEADERS).match(), _error(fault, text)),)
    return hopeful(_Reader(text).read(item) for item in items)


def recognises(text: str) -> bool:
    """Whether a text calls itself a match of this format."""
    return _BEGINS.match(text) is not None


def losses(match: MatchRecord) -> tuple[str, ...]:  # noqa: ARG001 (the shape of every format)
    """Nothing: the format holds everything."""
    return ()


# --- reading ---------------------------------------------------------------------------------------------------------


class _Reader:
    """Reads a match value by value; whatever came before an error can be asked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.course = Course(NO_HEADERS, text)

    def read(self, item: Item) -> MatchRead:
        try:
            self.match(item)
        except Fault as fault:
            return MatchRead(self.course.match(), _error(fault, self.text))
        except PointboardError as error:
            return MatchRead(self.course.match(), error)
        return MatchRead(self.course.match())

    def match(self, item: Item) -> None:
        parts = item.object(_TOP)
        schema = item.needed(parts, "schema")
        if schema.text() != SCHEMA:
            schema.fail(f"expected {SCHEMA!r}, found {shown(schema.value)}")
        version = item.needed(parts, "version")
        if version.value != VERSION or type(version.value) is not int:
            version.fail(f"expected version {VERSION}")
        course = self.course = Course(_headers(parts.get("headers")), self.text)
        course.comment = parts["comment"].text() if "comment" in parts else ""
        course.foreign = _foreign(parts.get("foreign"))
        games = item.needed(parts, "games")
        if not games.list():
            games.fail("expected at least one game")
        for game in games.list():
            self.game(game)

    def game(self, item: Item) -> None:
        parts = item.object(_GAME)
        start = item.needed(parts, "start")
        state, course = _position(start), self.course
        with course.at(start.text(), partial(_place, self.text, start.path)):
            course.begin(
                state.score,
                crawford=state.crawford,
                last=state.length.modifier is Modifier.LAST,
                cube=state.cube,
                comment=parts["comment"].text() if "comment" in parts else "",
                foreign=_foreign(parts.get("foreign")),
            )
        begun = course.begun
        if begun.start != state:
            start.fail(f"expected {ogid.format(begun.start)}, where the game begins")
        if "number" in parts and parts["number"].whole(1, MAX_NUMBER) != begun.number:
            parts["number"].fail(f"expected {begun.number}")
        for ply in item.needed(parts, "plies").list():
            self.ply(ply)

    def ply(self, item: Item) -> None:
        parts, course = item.object(_PLY), self.course
        event, dice = _event(item, parts)
        analysis = _analysis(parts["analysis"]) if "analysis" in parts else None
        comment, foreign = parts["comment"].text() if "comment" in parts else "", _foreign(parts.get("foreign"))
        with course.at(
            shown(parts["text"].value) if "text" in parts else str(event), partial(_place, self.text, item.path)
        ):
            again(course, event, dice)
        course.annotate(comment, analysis, foreign)
        done = course.last
        for name, state in (("before", done.before), ("after", done.after)):
            if name in parts and parts[name].text() != ogid.format(state):
                course.undo()
                parts[name].fail(f"expected {ogid.format(state)}, the position {name} this ply")
        if "text" in parts and parts["text"].text() != done.text:
            course.undo()
            parts["text"].fail(f"expected {done.text!r}")


def _place(text: str, path: Path) -> Place:
    return place_of(text, locate(text, path))


def _error(fault: Fault, text: str) -> RecordError:
    """A fault with its place in the text."""
    return RecordError(fault.message, field=fault.field, place=place_of(text, fault.offset(text)), text=text)


def _position(item: Item) -> State:
    try:
        return ogid.parse(item.text())
    except (NotationError, PositionError) as error:
        item.fail(str(error))


def _headers(item: Item | None) -> Headers:
    if item is None:
        return NO_HEADERS
    values: dict[str, Any] = {}
    for name, part in item.object(_HEADER_NAMES).items():
        if name == "extra":
            values[name] = tuple(_pair(pair) for pair in part.list())
        else:
            values[name] = part.value
    try:
        return Headers(**values)
    except NotationError as error:
        raise Fault((*item.path, error.field), error.message) from None


def _pair(item: Item) -> tuple[str, str]:
    texts = [text.text() for text in item.list()]
    if len(texts) != 2:
        item.fail("expected a pair of texts")
    return texts[0], texts[1]


def _foreign(item: Item | None) -> tuple[Foreign, ...]:
    found = []
    for part in [] if item is None else item.list():
        parts = part.object(("format", "name", "values"))
        values = tuple(value.text() for value in part.needed(parts, "values").list())
        found.append(Foreign(part.needed(parts, "format").text(), part.needed(parts, "name").text(), values))
    return tuple(found)


def _side(item: Item) -> Side:
    try:
        return Side(item.text())
    except ValueError:
        item.fail(f"expected W or B, found {shown(item.value)}")


def _event(item: Item, parts: dict[str, Item]) -> tuple[Event, tuple[int, ...]]:
    """The event of a ply, and its dice."""
    action = item.needed(parts, "action")
    name = action.text()
    if name == "marker":
        mark = item.needed(parts, "mark")
        if mark.text() not in tuple(Mark):
            mark.fail(f"expected one of {', '.join(Mark)}")
        return Marker(Mark(mark.text()), _side(parts["side"]) if "side" in parts else None), ()
    if name == "set position":
        side = _side(parts["side"]) if "side" in parts else None
        return SetPosition(_board(item.needed(parts, "board")), side, _cube(parts.get("cube"))), ()
    side = _side(item.needed(parts, "side"))
    if name in _PLAIN:
        return _PLAIN[name](side=side), ()
    if name == "forfeit":
        return Forfeit(side), ()
    if name == "resign":
        match = "match" in parts and parts["match"].truth()
        return Resign(Size(item.needed(parts, "size").whole(1, 3)), match=match, side=side), ()
    if name not in {"play", "roll"}:
        action.fail(
            f"expected play, roll, double, take, pass, resign, forfeit, set position or marker, found {shown(name)}"
        )
    two = item.needed(parts, "dice")
    dice = tuple(sorted(die.whole(1, 6) for die in two.list()))
    if len(dice) != 2:
        two.fail("expected two dice")
    if name == "roll":
        return Roll(dice[0], dice[1], side=side), dice
    moves = []
    for move in item.needed(parts, "moves").list():
        pips = [pip.whole(0, OFF) for pip in move.list()]
        if len(pips) != 2:
            move.fail("expected two pips")
        moves.append(Move(pips[0], pips[1]))
    return MakePlay(tuple(moves), side=side), dice


def _board(item: Item) -> Board:
    halves = [[count.whole(0, 15) for count in half.list()] for half in item.list()]
    if [len(half) for half in halves] != [PIP_COUNT, PIP_COUNT]:
        item.fail(f"expected two lists of {PIP_COUNT} counts")
    return Board.of(*halves)


def _cube(item: Item | None) -> Cube | None:
    """The cube of a position set up, None where it is left as it was."""
    if item is None:
        return None
    parts = item.list()
    if len(parts) != 2:
        item.fail("expected an owner and an exponent")
    owner, exponent = parts
    if owner.text() not in tuple(Owner):
        owner.fail(f"expected one of {', '.join(Owner)}, found {shown(owner.value)}")
    return Cube(Owner(owner.text()), exponent.whole(0, MAX_EXPONENT))


def _chances(item: Item) -> Chances:
    numbers = [number.number() for number in item.list()]
    if len(numbers) != len(Chances._fields):
        item.fail(f"expected {len(Chances._fields)} numbers: {', '.join(Chances._fields)}")
    return Chances(*numbers)


def _values(item: Item, kind: type[Any]) -> dict[str, Any]:
    """The fields of a value of ``analysis``: numbers, texts, chances, and what is inside of them."""
    readers: dict[str, Any] = {
        "chances": _chances,
        "cube": lambda part: CubeVerdict(**_values(part, CubeVerdict)),
        "plays": lambda part: tuple(EvaluatedPlay(**_values(one, EvaluatedPlay)) for one in part.list()),
        "played": Item.truth,
        **dict.fromkeys(("equity", "no_double", "double_take", "double_pass", "luck"), Item.number),
    }
    names = tuple(field.name for field in fields(kind))
    found = {name: readers.get(name, Item.text)(part) for name, part in item.object(names).items()}
    if kind is EvaluatedPlay and "play" not in found:
        item.fail("expected 'play' in this object")
    return found


def _analysis(item: Item) -> Analysis:
    return Analysis(**_values(item, Analysis))


# --- writing ---------------------------------------------------------------------------------------------------------


def format_all(matches: Sequence[MatchRecord]) -> str:
    """The text of one match, or of a list of several."""
    if len(matches) == 1:
        return format(matches[0])
    return "[\n" + ",\n".join(format(match).rstrip("\n") for match in matches) + "\n]\n"


def format(match: MatchRecord) -> str:
    """The JSON text of a match, a ply a line: the inverse of ``parse``."""
    instance(MatchRecord, match)
    headers = {
        f.name: getattr(match.headers, f.name) for f in fields(Headers) if getattr(match.headers, f.name) != f.default
    }
    parts = [f'"schema": {_dumps(SCHEMA)}', f'"version": {VERSION}', f'"headers": {_dumps(headers)}']
    parts += [f'"comment": {_dumps(match.comment)}'] if match.comment else []
    parts += [f'"foreign": {_dumps(_kept(match.foreign))}'] if match.foreign else []
    games = ",".join(f"\n    {_game(game)}" for game in match.games)
    return "{\n  " + ",\n  ".join([*parts, f'"games": [{games}\n  ]']) + "\n}\n"


def _game(game: GameRecord) -> str:
    parts = [f'"number": {game.number}', f'"start": {_dumps(ogid.format(game.start))}']
    parts += [f'"comment": {_dumps(game.comment)}'] if game.comment else []
    parts += [f'"foreign": {_dumps(_kept(game.foreign))}'] if game.foreign else []
    plies = ",".join(f"\n      {_dumps(_ply(ply))}" for ply in game.plies)
    return "{" + ", ".join([*parts, f'"plies": [{plies}' + ("\n    ]" if game.plies else "]")]) + "}"


def _kept(foreign: Iterable[Foreign]) -> list[dict[str, Any]]:
    return [{"format": one.format, "name": one.name, "values": list(one.values)} for one in foreign]


def _ply(ply: Ply) -> dict[str, Any]:
    event = ply.event
    values: dict[str, Any] = {"action": event.kind.value}
    if ply.side is not None:
        values["side"] = ply.side
    if isinstance(event, MakePlay | Roll):
        values["dice"] = list(ply.dice)
    if isinstance(event, MakePlay):
        values["moves"] = [list(move) for move in event.moves]
    if isinstance(event, Resign):
        values["size"] = int(event.size)
        values |= {"match": True} if event.match else {}
    if isinstance(event, SetPosition):
        values["board"] = [list(half) for half in event.board]
        values |= {} if event.cube is None else {"cube": [event.cube.owner, event.cube.exponent]}
    if isinstance(event, Marker):
        values["mark"] = event.mark
    values |= {"text": ply.text, "before": ogid.format(ply.before), "after": ogid.format(ply.after)}
    if ply.comment:
        values["comment"] = ply.comment
    if ply.analysis is not None:
        values["analysis"] = _plain(ply.analysis)
    if ply.foreign:
        values["foreign"] = _kept(ply.foreign)
    return values


def _plain(value: Any) -> Any:  # noqa: ANN401 (any part of an analysis)
    """A value of ``analysis`` as JSON has it, without the fields that say nothing."""
    if isinstance(value, Analysis | CubeVerdict | EvaluatedPlay):
        parts = {f.name: getattr(value, f.name) for f in fields(value) if getattr(value, f.name) != f.default}
        return {name: _plain(part) for name, part in parts.items()}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
