"""Records of whole games: a text in any format as events and positions, and events as a text in any format.

All of it goes through ``Game.records`` and ``Game.steps``. What was read of a record before its first error is told
with the error. Records are read in threads, one of each game at a time, a few wait; a position is no secret and a
record is none, so nothing is kept.
"""

import asyncio
import binascii
from base64 import b64decode, b64encode
from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Any, Literal, NamedTuple

import pointboard.api.needed  # noqa: F401 (what is missing is told)

import msgspec
from litestar import Response
from msgspec import UNSET, Meta, Struct, UnsetType

from pointboard.api.errors import Refusal
from pointboard.api.queries import Asked, Text
from pointboard.api.schema import ErrorAnswer, OutcomeAnswer
from pointboard.api.settings import MAX_TEXT
from pointboard.api.wire import json_response
from pointboard.errors import AmbiguousMoveError, IllegalMoveError, NotationError, PointboardError
from pointboard.game import Game, ReadLike, RecordFormat, Records

__all__ = ["Desk", "RecordedAnswer", "RecordedPly", "record_query"]

_MOST_GAMES, _MOST_EVENTS, _MOST_WAITING = 1_000, 2_000, 8
_MOST_RECORD = 100_000  # characters, so that what is around them fits into a body as well
_MOST_NAME = 100

_Text = Annotated[
    str, Meta(min_length=1, max_length=_MOST_RECORD, description="A record in any text format of the game.")
]
_Data = Annotated[
    str, Meta(min_length=1, max_length=_MOST_RECORD, description="Instead: a record in a binary format, in base64.")
]
_Number = Annotated[int, Meta(ge=1, le=_MOST_GAMES, description="Which game of the record, from 1; else the first.")]
_Event = Annotated[str, Meta(max_length=MAX_TEXT)]
_Events = Annotated[
    list[_Event],
    Meta(max_length=_MOST_EVENTS, description="Instead of a record: what happens from the position on, in order."),
]
_Name = Annotated[str, Meta(max_length=_MOST_NAME)]
_Players = Annotated[
    dict[str, _Name], Meta(max_length=2, description="With events: the names of those who play, by side.")
]


class RecordedPly(Struct, frozen=True):
    """One ply of a record: the letter of the side that acts, or "-", what it does in words, and what is said of it."""

    side: str
    text: str
    comment: str
    clock: str | None
    mark: str | None


class RecordedAnswer(Struct, frozen=True):
    """One game of a record, event by event.

    ``positions`` has the start first, then the position after each of ``events``; an event is null where it has no
    text, such as a position that was set up. ``plies`` are those of the record, where a roll and its play are one.
    ``number`` is that of the game, of ``games`` that there are. ``problem`` is the first error of the record, null when
    all of it was read: everything before it is there. ``text`` is the record in the format that was asked for, in
    base64 where ``binary`` is true, null where none was; ``losses`` names what it does not keep.
    """

    game: str
    format: str | None
    games: int
    number: int
    headers: list[tuple[str, str]]
    events: list[str | None]
    positions: list[str]
    plies: list[RecordedPly]
    result: str | None
    outcome: OutcomeAnswer | None
    problem: ErrorAnswer | None
    target: str | None
    text: str | None
    binary: bool
    losses: list[str]


def record_query(game: Game[Any, Any], records: Records) -> type[Struct]:
    """The parameters of a game's records."""
    formats = tuple(records.formats)
    source: Any = Annotated[Literal[formats], Meta(description="The format of the record; found out when not given.")]
    target: Any = Annotated[Literal[formats], Meta(description="The format to write.")]
    fields: list[tuple[str, Any]] = [
        ("text", _Text),
        ("data", _Data),
        ("format", source),
        ("number", _Number),
        ("position", Text),
        ("events", _Events),
        ("players", _Players),
        ("to", target),
    ]
    return msgspec.defstruct(
        f"{game.name.title()}RecordQuery",
        [(name, kind | UnsetType, UNSET) for name, kind in fields],
        frozen=True,
        forbid_unknown_fields=True,
        kw_only=True,
    )


class _Found(NamedTuple):
    """Games of a record: the format that they were in, what was read, which of them is meant."""

    format: str | None
    reads: Sequence[ReadLike]
    number: int

    @property
    def meant(self) -> ReadLike:
        return self.reads[self.number - 1]


class _Made(NamedTuple):
    """A record of events, and the error at the first that may not happen."""

    record: Any
    error: PointboardError | None


class Desk:
    """Where the records of one game are read and written."""

    def __init__(self, game: Game[Any, Any], records: Records) -> None:
        """Nobody waits."""
        self.game, self.records = game, records
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def respond(self, _request: Asked, query: Any) -> Response[bytes]:  # noqa: ANN401 (a struct of this game)
        """The answer to a question; 429 where too many wait."""
        if self._waiting > _MOST_WAITING:
            raise Refusal(429, "too_many_searches", f"{_MOST_WAITING} records wait already", retry_after=1)
        self._waiting += 1
        try:
            async with self._turn:
                return json_response(await asyncio.to_thread(self.answer, query))
        finally:
            self._waiting -= 1

    def answer(self, query: Any) -> RecordedAnswer:  # noqa: ANN401 (a struct of this game)
        """The answer to a question; an error of the house where nothing at all can be said."""
        given = [name for name in ("text", "data", "events") if getattr(query, name) is not UNSET]
        if len(given) != 1:
            message = "give a record as text or as data, or events; one of them"
            raise Refusal(400, "invalid_parameter", message, field="text")
        for name in ("position", "players") if given != ["events"] else ("format", "number"):
            if getattr(query, name) is not UNSET:
                message = f"expected no such parameter with {given[0]}"
                raise Refusal(400, "invalid_parameter", message, field=name)
        found = self._made(query) if given == ["events"] else self._read(query)
        return self._told(found, None if query.to is UNSET else self.records.formats[query.to])

    def _read(self, query: Any) -> _Found:  # noqa: ANN401
        """The games of a text, or of bytes."""
        number = 1 if query.number is UNSET else query.number
        kind, content = self._format(query)
        reads = list(kind.read_all(content))
        if number > len(reads):
            message = f"expected the number of a game, {len(reads)} at most, found {number}"
            raise Refusal(400, "invalid_parameter", message, field="number")
        return _Found(kind.name, reads, number)

    def _format(self, query: Any) -> tuple[RecordFormat, str | bytes]:  # noqa: ANN401
        """The format that is named, else the first that a record looks like; and the record."""
        binary = query.text is UNSET
        kinds = [kind for kind in self.records.formats.values() if kind.binary is binary]
        content: str | bytes = query.text if not binary else _bytes(query.data)
        if query.format is not UNSET:
            named = self.records.formats[query.format]
            if named.binary is not binary:
                message = f"expected {named.title} as {'data' if named.binary else 'text'}"
                raise Refusal(400, "invalid_parameter", message, field="format")
            return named, content
        known = next((kind for kind in kinds if kind.recognises(content)), None)
        if known is None:
            names = ", ".join(kind.title for kind in kinds)
            expected = f"a record in a binary format ({names})" if binary else f"a record ({names})"
            raise NotationError(
                f"expected {expected}, found none", field=("data" if binary else "text"), column=1, text=""
            )
        return known, content

    def _made(self, query: Any) -> _Found:  # noqa: ANN401
        """The record of events; those before the first that may not happen, and the error."""
        game, steps = self.game, self.game.steps
        start = game.start() if query.position is UNSET else self._start(query.position)
        players = {} if query.players is UNSET else query.players
        record = self.records.begin(start, {}, players)
        match, events = steps.begin(start), []
        error: PointboardError | None = None
        for number, text in enumerate(query.events, 1):
            try:
                event = steps.parse(text, match, lax=True)
                match = steps.apply(match, event)
            except NotationError as fault:
                message = f"event {number}: {fault.message}"
                error = NotationError(message, field=fault.field, column=fault.column, text=fault.text)
                break
            except AmbiguousMoveError as fault:
                error = IllegalMoveError(str(fault), move=text.strip(), ply=number)
                break
            except IllegalMoveError as fault:
                error = IllegalMoveError(fault.message, move=text.strip(), ply=number)
                break
            events.append(event)
        return _Found(None, [_Made(self.records.extend(record, events), error)], 1)

    def _start(self, text: str) -> Any:  # noqa: ANN401 (any game's state)
        main = self.game.main_notation
        plain = text.replace("_", " ")
        return main.parse(self.game.convert(plain, main.name, None, lax=True).text, lax=True)

    def _told(self, found: _Found, target: RecordFormat | None) -> RecordedAnswer:
        """What is said of a game, with the whole record in the format that is wanted."""
        game, records, read = self.game, self.records, found.meant
        record, write = read.record, self.game.main_notation.format
        positions = record.positions()
        script = records.script(record)
        states = [positions[0], *(after for _, after in script)]
        steps = game.steps
        events = [
            None if event is None else steps.format(event, steps.begin(before))
            for (event, _), (before, _) in zip(script, pairwise(states), strict=True)
        ]
        text, losses = ("", ()) if target is None else self._written(found, target)
        return RecordedAnswer(
            game=game.name,
            format=found.format,
            games=len(found.reads),
            number=found.number,
            headers=[(name, value) for name, value in records.headers(record)],
            events=events,
            positions=[write(state) for state in states],
            plies=[self._ply(ply, before) for ply, before in zip(record.plies, positions, strict=False)],
            result=record.result,
            outcome=OutcomeAnswer.of(record.outcome()),
            problem=None if read.error is None else ErrorAnswer.of(read.error),
            target=None if target is None else target.name,
            text=None if target is None else text,
            binary=target is not None and target.binary,
            losses=list(losses),
        )

    def _ply(self, ply: Any, before: Any) -> RecordedPly:  # noqa: ANN401 (any game's)
        side, text = self.records.told(ply, before)
        clock = ply.clock
        return RecordedPly(side, text, ply.comment, None if clock is None else str(clock), _or_none(ply.mark))

    def _written(self, found: _Found, target: RecordFormat) -> tuple[str, Sequence[str]]:
        """All games of a record in a format, and what it loses."""
        every = [read.record for read in found.reads]
        written = target.format_all(every)
        text = b64encode(written).decode() if target.binary else written
        return text, target.losses(every)


def _or_none(value: object) -> str | None:
    return None if value is None else str(value)


def _bytes(text: str) -> bytes:
    """Base64, strictly."""
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Refusal(400, "invalid_parameter", "expected base64, found text that is none", field="data") from None
