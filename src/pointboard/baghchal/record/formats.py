"""The formats of game records by name, and ``RECORDS``: what a tool asks of any game's records."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pointboard.baghchal.record import json, log, pgn
from pointboard.baghchal.record.headers import Result, collect, header_name, items
from pointboard.baghchal.record.record import START, ReadResult, Record
from pointboard.baghchal.rules import Repetition
from pointboard.baghchal.state import Side, State
from pointboard.errors import PointboardError
from pointboard.game import RecordFormat, Records
from pointboard.scan import member

__all__ = ["FORMATS", "RECORDS", "begin", "conclude"]

# How a text of each format begins, or in a log what every position in it looks like, which may stand in a comment of
# PGN as well. PGN is whatever is neither.
_JSON = re.compile(r'\ufeff?\s*\{\s*("[a-z_]+"\s*:|\})')
_LOG = re.compile(r"^\ufeff?[ \t]*[TGX]{5}(/[TGX]{5}){4}([ _]|$)", re.IGNORECASE | re.MULTILINE)
_PGN = re.compile(r"\ufeff?\s*(\[\s*[A-Za-z]|\{|[0-9]+\s*\.|[GB]x?[1-5]{2})")

_PLAYERS = {Side.GOAT: "Goats", Side.TIGER: "Tigers"}
_WINS = {Side.GOAT: Result.GOATS, Side.TIGER: Result.TIGERS, None: Result.DRAW}


def _read_json(text: str, *, repetition: Repetition = Repetition.THREEFOLD) -> Iterable[ReadResult]:
    """The one record of a JSON text, which always names its own policy."""
    member(Repetition, repetition, "repetition")
    return (json.read(text),)


def _read_log(text: str, *, repetition: Repetition = Repetition.THREEFOLD) -> Iterable[ReadResult]:
    return (log.read(text, repetition=repetition),)


def _read_pgn(text: str, *, repetition: Repetition = Repetition.THREEFOLD) -> Iterable[ReadResult]:
    """The games of a PGN text; one without moves where there is no text at all, as ``pgn.read`` has it."""
    found = False
    for result in pgn.read_all(text, repetition=repetition):
        found = True
        yield result
    if not found:
        yield pgn.read(text, repetition=repetition)


def _one(records: Sequence[Record], title: str) -> Record:
    if len(records) != 1:
        raise PointboardError(f"{title} holds one game, and there are {len(records)}")
    return records[0]


FORMATS: dict[str, RecordFormat] = {
    kind.name: kind
    for kind in (
        RecordFormat(
            "json",
            "JSON",
            (".json",),
            _read_json,
            lambda records: json.format(_one(records, "JSON")),
            lambda text: _JSON.match(text) is not None,
        ),
        RecordFormat(
            "log",
            "OBX log",
            (".log", ".obx"),
            _read_log,
            lambda records: log.format(_one(records, "a log")),
            lambda text: _PGN.match(text) is None and _LOG.search(text) is not None,
        ),
        RecordFormat("pgn", "PGN", (".pgn",), _read_pgn, pgn.format_all, lambda _text: True),
    )
}
"""The formats by name, in the order in which a text is tried."""


def begin(
    start: State = START,
    headers: Mapping[str, str] | None = None,
    players: Mapping[str, str] | None = None,
    repetition: str = Repetition.THREEFOLD,
) -> Record:
    """A record without moves; ``players`` are the names of "g" and "t".

    NotationError for a header that no record can hold, another player or policy.

    >>> begin(players={"g": "Sita"}, repetition="superko").headers.repetition.value
    'superko'
    """
    texts = {header_name(name): text for name, text in (headers or {}).items()}
    texts |= {_PLAYERS[member(Side, side, "players")]: name for side, name in (players or {}).items()}
    return Record(collect(texts, member(Repetition, repetition, "repetition")), (), start)


def conclude(record: Record, winner: str | None, termination: str) -> Record:
    """The record with a declared result: the winner's letter, None for a draw, and how it came about.

    NotationError when the board says otherwise, or for another winner.

    >>> conclude(Record(), "t", "resignation").result.value
    '0-1'
    """
    result = _WINS[None if winner is None else member(Side, winner, "winner")]
    headers = replace(record.headers, result=result, termination=termination)
    return Record(headers, record.plies, record.start, record.comment)


RECORDS = Records(
    formats=FORMATS,
    repetitions=tuple(policy.value for policy in Repetition),
    begin=begin,
    headers=lambda record: items(record.headers),
    conclude=conclude,
    told=lambda ply, before: (str(before.turn), str(ply.move)),
)
"""The records of the game, as ``pointboard.game.Game.records``."""
