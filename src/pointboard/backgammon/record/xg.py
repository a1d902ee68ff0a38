"""eXtreme Gammon's match files (.xg), read only: games, cubes, XG's own analysis with its levels.

A file is a header with a picture, then an archive of streams that zlib has packed; the stream ``temp.xg`` holds records
of 2,560 bytes: match, game, cube, move, end of game, end of match. White is XG's player 1. What is read is what was
played (dice, moves, cube) and what XG said of it; boards come from the turn machine. Comments (``temp.xgc``) and the
settings of rollouts (``temp.xgr``) are not read, and are named as losses. No stream is unpacked beyond its limit.

Source: the layout that XG's authors publish (``XG_format.pas``, ``ZLibArchive.pas``).
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date, timedelta
from typing import Any, NamedTuple, NoReturn

from pointboard.backgammon.board import Side
from pointboard.backgammon.notation import plays
from pointboard.backgammon.record.analysis import Analysis, Chances, CubeVerdict, EvaluatedPlay
from pointboard.backgammon.record.course import Course
from pointboard.backgammon.record.faults import Place, RecordError, RecordMoveError, check_size
from pointboard.backgammon.record.headers import NO_HEADERS, Headers
from pointboard.backgammon.record.model import MatchRead, MatchRecord, Ply
from pointboard.backgammon.state import MAX_EXPONENT, MAX_NUMBER, Score
from pointboard.backgammon.turns import Beaver, Double, Pass, Take
from pointboard.errors import IllegalMoveError, PointboardError

__all__ = ["parse", "read", "read_all", "recognises"]

_MAGIC = b"RGMH"
_HEADER = 8232
_TRAILER = 36
_ENTRY = 532
_RECORD = 2560
_MAX_FILES = 64
_MAX_UNPACKED = 100_000_000
_ENGINE = "eXtreme Gammon"
_MATCH, _GAME, _CUBE, _MOVE, _END = range(5)
_LEVELS = {12: "3-ply red", 100: "Rollout", 998: "Opening book", 999: "Opening book", 1000: "XG Roller",
           1001: "XG Roller+", 1002: "XG Roller++"}  # fmt: skip
_PLIES = range(7)  # level 0 is 1-ply
_UNLIMITED = 99_999
_MOST_PLAYS = 32
_SIDES = {1: Side.WHITE, -1: Side.BLACK}
_SAID = range(-100, 101)  # equities; XG writes -1000 where it has looked at nothing


def parse(data: bytes) -> MatchRecord:
    """The match of a file's bytes; its first error is raised.

    >>> parse(b"RGMH")
    Traceback (most recent call last):
    pointboard.backgammon.record.faults.RecordError: xg, line 1, column 5: expected the header, found the end
    """
    return read(data).checked()


def read(data: bytes) -> MatchRead:
    """The match of a file's bytes up to the first error, and the error."""
    check_size(bytes, data)
    reader = _Reader()
    try:
        stream, losses = _unpacked(data)
        reader.records(stream)
    except PointboardError as error:
        return MatchRead(reader.course.match(), error)
    return MatchRead(reader.course.match(), None, losses)


def read_all(data: bytes) -> Iterable[MatchRead]:
    """The one match of a file, in the shape of every format."""
    return (read(data),)


def recognises(data: bytes) -> bool:
    """Whether bytes begin as a file of XG does."""
    return data.startswith(_MAGIC)


def _fail(message: str, at: int, field: str = "xg") -> NoReturn:
    raise RecordError(message, field=field, place=Place(1, at + 1), text="")


# --- the archive -----------------------------------------------------------------------------------------------------


class _Entry(NamedTuple):
    name: str
    size: int
    blob: bytes
    packed: bool
    checksum: int


def _inflated(blob: bytes, most: int, at: int) -> bytes:
    """Unpacked bytes, at most ``most`` of them."""
    unpacker = zlib.decompressobj()
    try:
        found = unpacker.decompress(blob, most + 1)
    except zlib.error as error:
        _fail(f"a packed stream is damaged: {error}", at)
    if len(found) > most:
        _fail(f"expected at most {most:,} unpacked bytes", at)
    if not unpacker.eof:
        _fail("a packed stream is cut off", at)
    return found


def _entries(data: bytes) -> Iterator[_Entry]:
    if len(data) < _HEADER or not recognises(data):
        _fail(
            "expected the header, found the end" if recognises(data) else "expected RGMH",
            min(len(data), _HEADER),
        )
    if len(data) < _HEADER + _TRAILER:
        _fail("expected the archive, found the end", len(data))
    end = len(data) - _TRAILER
    checksum, count, _, listed, stored, packed = struct.unpack_from("<6i", data, end)
    start = end - listed - stored
    if min(listed, stored) < 0 or start < _HEADER or not 0 < count <= _MAX_FILES:
        _fail("expected the end of an archive: the file is cut or no match file", end)
    if zlib.crc32(data[start:end]) != checksum & 0xFFFFFFFF:
        _fail("the checksum of the archive is another: the file is cut or changed", end)
    index = data[end - listed : end]
    if packed & 0xFF:
        index = _inflated(index, _MAX_FILES * _ENTRY, end - listed)
    if len(index) < count * _ENTRY:
        _fail("the list of the archive is too short", end - listed)
    for number in range(count):
        row = index[number * _ENTRY : (number + 1) * _ENTRY]
        size, length, offset, crc = struct.unpack_from("<4i", row, 512)
        if min(size, length, offset) < 0 or offset + length > stored:
            _fail("a stream of the archive lies outside of it", end - listed)
        name = row[1 : 1 + row[0]].decode("ascii", "replace").lower()
        yield _Entry(name, size, data[start + offset : start + offset + length], row[528] == 0, crc)


def _unpacked(data: bytes) -> tuple[bytes, tuple[str, ...]]:
    """The stream of records, and the names of what is not read."""
    entries = {entry.name: entry for entry in _entries(data)}
    found = entries.get("temp.xg")
    if found is None:
        _fail("expected a stream temp.xg in the archive", _HEADER)
    stream = _inflated(found.blob, _MAX_UNPACKED, _HEADER) if found.packed else found.blob
    if zlib.crc32(stream) != found.checksum & 0xFFFFFFFF:
        _fail("the checksum of temp.xg is another: the file is changed", _HEADER)
    extra = (("temp.xgc", "comments"), ("temp.xgr", "rollout settings"))
    return stream, tuple(words for name, words in extra if name in entries and entries[name].size > 0)


# --- the records -----------------------------------------------------------------------------------------------------


def _one(form: str, row: bytes, at: int) -> Any:  # noqa: ANN401 (a number of the form)
    return struct.unpack_from("<" + form, row, at)[0]


def _text(row: bytes, wide: int, narrow: int | None = None) -> str:
    """A text of 129 UTF-16 letters, or of an older file's bytes with their number in front."""
    found = row[wide : wide + 258].decode("utf-16-le", "replace").split("\0", 1)[0]
    if not found and narrow is not None:
        found = row[narrow + 1 : narrow + 1 + row[narrow]].decode("latin-1")
    return "".join(letter for letter in found if letter.isprintable()).strip()


def _level(code: int) -> str:
    return f"{code + 1}-ply" if code in _PLIES else _LEVELS.get(code, "" if code < 0 else f"level {code}")


def _equity(value: float) -> float | None:
    """An equity that XG has written; None where it has looked at nothing."""
    return round(value, 6) if math.isfinite(value) and int(value) in _SAID else None


def _chances(values: tuple[float, ...]) -> Chances | None:
    """Chances of XG's row: lost backgammons, gammons, games, then won games, gammons, backgammons."""
    found = Chances(*(round(value, 6) for value in (values[3], values[4], values[5], values[1], values[0])))
    return found if any(values[:6]) and all(map(math.isfinite, found)) and not found.status() else None


def _points(codes: Iterable[int]) -> str:
    """Steps as text: codes are points from 0, 24 is the bar; a start below 0 ends the list, a target below 0 is off."""
    steps = []
    for source, target in zip(*[iter(codes)] * 2, strict=False):
        if source < 0:
            break
        steps.append(f"{source + 1}/{max(target + 1, 0)}")
    return " ".join(steps)


class _Reader:
    """One match, record by record."""

    def __init__(self) -> None:
        self.course = Course(NO_HEADERS)
        self.begun = False
        self.cube: CubeVerdict | None = None
        self.row = 0

    def fail(self, message: str, field: str) -> NoReturn:
        _fail(f"record {self.row + 1}: {message}", self.row * _RECORD, field)

    def records(self, stream: bytes) -> None:
        if not stream or len(stream) % _RECORD:
            _fail(f"expected records of {_RECORD} bytes in temp.xg, found {len(stream)} bytes", len(stream))
        readers = {_MATCH: self.match, _GAME: self.game, _CUBE: self.double, _MOVE: self.move, _END: self.end}
        for self.row in range(len(stream) // _RECORD):
            row = stream[self.row * _RECORD : (self.row + 1) * _RECORD]
            if row[8] != _MATCH and not self.begun:
                self.fail("expected the header of the match", "match")
            if row[8] in (_CUBE, _MOVE, _END) and not self.course.games:
                self.fail("expected the header of a game", "game")
            if row[8] in readers:
                readers[row[8]](row)
        if not self.course.games:
            self.fail("expected a game", "game")

    def match(self, row: bytes) -> None:
        if self.begun:
            self.fail("a second header of a match", "match")
        length = _one("i", row, 92)
        length = 0 if length == _UNLIMITED else length
        if not 0 <= length <= MAX_NUMBER:
            self.fail(f"expected a match length from 0 to {MAX_NUMBER}, found {length}", "length")
        limit, days = _one("i", row, 612), _one("d", row, 128)
        first, second = (_one("d", row, at) for at in (104, 112))
        headers = Headers(
            white=_text(row, 880, 9),
            black=_text(row, 1138, 50),
            event=_text(row, 622, 136),
            place=_text(row, 1396),
            date=_day(days),
            white_rating=_rating(first),
            black_rating=_rating(second),
            length=length,
            crawford=bool(row[100]) or not length,
            jacoby=bool(row[101]),
            beavers=bool(row[102]),
            max_cube=limit if 0 < limit <= MAX_EXPONENT else None,
        )
        self.begun, self.course = True, Course(headers)

    def game(self, row: bytes) -> None:
        score = _one("i", row, 12), _one("i", row, 16)
        if not all(0 <= points <= MAX_NUMBER for points in score):
            self.fail(f"expected scores, found {score[0]} and {score[1]}", "score")
        self.cube = None
        with self.course.at(f"game {self.course.games + 1}", Place(1, self.row * _RECORD + 1)):
            self.course.begin(Score(*score), crawford=bool(row[20]))

    def side(self, row: bytes, at: int) -> Side:
        found = _one("i", row, at)
        if found not in _SIDES:
            self.fail(f"expected the player 1 or -1, found {found}", "player")
        return _SIDES[found]

    def double(self, row: bytes) -> None:
        """A decision about the cube: a double and its answer are plies; else what XG said goes to the next play."""
        side, doubled, taken = self.side(row, 12), _one("i", row, 16), _one("i", row, 20)
        values, course = struct.unpack_from("<3f", row, 64 + 88), self.course
        level, chances = _level(_one("i", row, 64 + 28)), _chances(struct.unpack_from("<7f", row, 64 + 60))
        found = [_equity(value) for value in values]
        said = level and any(values) and found[0] is not None
        verdict = CubeVerdict(found[0], found[1], found[2], chances, level) if said else None
        self.cube = verdict if doubled == 0 else None
        if doubled != 1:
            return
        place = Place(1, self.row * _RECORD + 1)
        answers = {0: Pass(side=side.other), 1: Take(side=side.other), 2: Beaver(side=side.other)}
        with course.at("double", place):
            course.act(Double(side=side))
        about = None if verdict is None else Analysis(_ENGINE, level, cube=verdict)
        course.annotate(analysis=about)
        if taken not in answers:
            return
        with course.at(str(answers[taken]), place):
            course.act(answers[taken])
        course.annotate(analysis=about)

    def move(self, row: bytes) -> None:
        side, course = self.side(row, 64), self.course
        dice = struct.unpack_from("<2i", row, 100)
        if dice == (0, 0):
            return  # the roll was never made
        place = Place(1, self.row * _RECORD + 1)
        text = _points(struct.unpack_from("<8i", row, 68))
        written = f"{dice[0]}{dice[1]}: {text}".strip()
        if _one("i", row, 2480):
            raise RecordMoveError(
                "the record says itself that the play is illegal", move=written, spot=course.spot, place=place
            )
        with course.at(written, place):
            if not all(1 <= die <= 6 for die in dice):
                raise IllegalMoveError("the faces are 1 to 6")
            course.play_text(side, (dice[0], dice[1]), text)
        course.annotate(analysis=self.analysis(row, course.last))
        self.cube = None

    def analysis(self, row: bytes, ply: Ply) -> Analysis | None:
        count = _one("i", row, 124 + 64)
        found = tuple(self.candidates(row, ply, min(max(count, 0), _MOST_PLAYS)))
        luck, level = _one("d", row, 2320), _level(_one("i", row, 2472))
        if not found and self.cube is None:
            return None
        return Analysis(_ENGINE, level, found, self.cube, _equity(luck) if found else None)

    def candidates(self, row: bytes, ply: Ply, count: int) -> Iterator[EvaluatedPlay]:
        written = ply.text.partition(": ")[2]
        for number in range(count):
            text = _points(struct.unpack_from("<8b", row, 1024 + 8 * number))
            with suppress(PointboardError):  # else kept as it came
                text = plays.format(plays.parse(text or plays.CANNOT_MOVE, ply.before, lax=True))
            values = struct.unpack_from("<7f", row, 1408 + 28 * number)
            level = _level(_one("h", row, 1280 + 4 * number))
            yield EvaluatedPlay(text, _equity(values[6]), _chances(values), level, text == written)

    def end(self, row: bytes) -> None:
        winner, won = _one("i", row, 24), _one("i", row, 28)
        if winner not in _SIDES:
            return  # broken off
        with self.course.at(f"{_SIDES[winner].name.capitalize()} wins {won}", Place(1, self.row * _RECORD + 1)):
            self.course.won(_SIDES[winner], won)


def _day(days: float) -> str:
    """The date that a number of days since the end of 1899 means, "" for none."""
    if not (math.isfinite(days) and 1 <= days < 2_900_000):
        return ""
    return (date(1899, 12, 30) + timedelta(days=int(days))).isoformat()


def _rating(value: float) -> str:
    return f"{value:.0f}" if math.isfinite(value) and 0 < value < 10_000 else ""
