# ruff: noqa: A001 - format is the house's word for writing
"""OGXM, HedgeHog's binary match format, through its own codec (extra ``matches``), which runs in a child process.

A file holds one match, a stream (``.ogxms``) several. White and Black are the format's own. The codec's positions are
not used: the turn machine makes them again. Equities of a block in match currency are chances of winning the match
(unit ``mwc``). What the model has no place for (profiles, clocks, annotations, how the analysis was made) is kept with
the match, the game or the ply, and written back.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NoReturn

from pointboard.backgammon.board import Board, Side, Variant
from pointboard.backgammon.record import child
from pointboard.backgammon.record.course import Course
from pointboard.backgammon.record.faults import Place, RecordError, check_size
from pointboard.backgammon.record.headers import NO_HEADERS, Headers
from pointboard.backgammon.record.model import MatchRead, MatchRecord
from pointboard.backgammon.record.ogxmanalysis import analysis_of
from pointboard.backgammon.record.ogxmwrite import (
    ACTIONS,
    GAME_KEYS,
    MARKS,
    PLY_KEYS,
    SIDES,
    TOP_KEYS,
    derived,
    document,
    kept,
    losses,
)
from pointboard.backgammon.rules import OFF, Move, Size
from pointboard.backgammon.state import MAX_EXPONENT, MAX_NUMBER, Cube, Owner, Score
from pointboard.backgammon.turns import Double, Event, Forfeit, Marker, Pass, SetPosition, Take
from pointboard.errors import LossyConversionError, PointboardError
from pointboard.scan import instance, shown

__all__ = ["format", "format_all", "from_document", "losses", "parse", "read", "read_all", "recognises"]

_EVENTS: dict[int, type[Double | Take | Pass]] = {21: Double, 22: Take, 23: Pass}
_DICE = range(21)  # the actions that are plays
_RESIGNS = (27, 28)
_LAST_PIP = 24


def parse(data: bytes) -> MatchRecord:
    """The one match of a file's bytes; its first error is raised, RecordError where it is a stream of several."""
    found = list(read_all(data))
    if len(found) > 1:
        raise RecordError(f"expected one match, found {len(found)}", field="ogxm", place=Place(1, 1), text="")
    return found[0].checked()


def read(data: bytes) -> MatchRead:
    """The first match of a file's bytes up to the first error, and the error."""
    return next(iter(read_all(data)))


def read_all(data: bytes) -> Iterable[MatchRead]:
    """The matches of a file or a stream, each up to its first error.

    MissingExtraError without the codec; RecordError for more than 50 MB.
    """
    check_size(bytes, data)
    found: list[MatchRead] = []
    try:
        _, output = child.run("read", data)
        lines = [json.loads(line) for line in output.splitlines()]
    except RecordError as error:
        return (MatchRead(Course(NO_HEADERS).match(), error),)
    except (RecursionError, ValueError):
        return (MatchRead(Course(NO_HEADERS).match(), _fault("the codec's answer cannot be read")),)
    for line in lines:
        if "doc" in line:
            found.append(from_document(line["doc"]))
        else:
            found.append(MatchRead(Course(NO_HEADERS).match(), _fault(str(line.get("error")))))
    return found or (MatchRead(Course(NO_HEADERS).match(), _fault("expected a match, found none")),)


def recognises(data: bytes) -> bool:
    """Whether bytes begin as OGXM does."""
    return data.startswith(b"OGXM")


def format(match: MatchRecord) -> bytes:
    """The bytes of a match; ``losses`` names what is left out. LossyConversionError for what the codec refuses."""
    instance(MatchRecord, match)
    return format_all((match,))


def format_all(matches: Sequence[MatchRecord]) -> bytes:
    """The bytes of a match, of a stream where there are several."""
    code, output = child.run("write", json.dumps([document(match) for match in matches]).encode())
    if code:
        raise LossyConversionError("OGXM cannot hold the match", losses=(output.decode("utf-8", "replace"),))
    return output


def _fault(message: str) -> RecordError:
    return RecordError(message, field="ogxm", place=Place(1, 1), text="")


# --- documents -------------------------------------------------------------------------------------------------------


def from_document(doc: object) -> MatchRead:
    """The match of a document as the codec gives it, up to the first error, and the error."""
    reader = _Reader()
    try:
        reader.match(doc)
    except PointboardError as error:
        return MatchRead(reader.course.match(), error)
    return MatchRead(reader.course.match())


class _Reader:
    """One document, value by value; what is of another kind than the format's is an error."""

    def __init__(self) -> None:
        self.course = Course(NO_HEADERS)
        self.path = ""
        self.info: Mapping[str, Any] = {}

    def fail(self, message: str, name: str = "") -> NoReturn:
        field = ".".join(part for part in (self.path, name) if part) or "ogxm"
        raise RecordError(message, field=field, place=Place(1, 1), text="")

    def mapping(self, value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            self.fail(f"expected an object, found {shown(value)}")
        return value

    def listed(self, values: Mapping[str, Any], name: str) -> list[Any]:
        found = values.get(name, [])
        if not isinstance(found, list):
            self.fail(f"expected a list, found {shown(found)}", name)
        return found

    def whole(self, values: Mapping[str, Any], name: str, low: int, high: int, default: int | None = None) -> int:
        found = values.get(name, default)
        if type(found) is not int or not low <= found <= high:
            self.fail(f"expected a whole number from {low} to {high}, found {shown(found)}", name)
        return found

    def side(self, values: Mapping[str, Any]) -> Side | None:
        found = values.get("color")
        if found not in SIDES:
            self.fail(f"expected 1 or 0, found {shown(found)}", "color")
        return SIDES[found]

    def match(self, value: object) -> None:
        doc = self.mapping(value)
        headers = self.headers(doc)
        self.course = Course(headers)
        self.course.foreign = kept(doc, TOP_KEYS | derived(doc, headers))
        info = doc.get("analysis_info")
        self.info = info if isinstance(info, dict) else {}
        start = Score(*(self.whole(doc, f"{side}_score_start", 0, MAX_NUMBER, 0) for side in ("white", "black")))
        played = bool(doc.get("crawford_played_before_start"))
        games = self.listed(doc, "games")
        if not games:
            self.fail("expected at least one game", "games")
        for number, game in enumerate(games):
            self.path = f"games[{number}]"
            self.game(self.mapping(game), start if number == 0 else None, played=played and number == 0)

    def headers(self, doc: Mapping[str, Any]) -> Headers:
        variant = doc.get("variant", "backgammon")
        if variant not in tuple(Variant):
            self.fail(f"expected one of {', '.join(Variant)}, found {shown(variant)}", "variant")
        limit = doc.get("cube_limit")
        exponent = limit.bit_length() - 1 if type(limit) is int and limit > 0 and limit & (limit - 1) == 0 else None
        texts = {name: doc.get(key) for name, key in (("white", "player_white"), ("black", "player_black"),
                                                      ("event", "event"), ("place", "city"))}  # fmt: skip
        turn, length = doc.get("round"), self.whole(doc, "match_length", 0, MAX_NUMBER, 0)
        known: dict[str, Any] = {name: text for name, text in texts.items() if isinstance(text, str)}
        return Headers(
            **known,
            round=str(turn) if type(turn) is int else "",
            date=_day(doc.get("timestamp")),
            length=length,
            crawford=bool(doc.get("crawford", True)) or not length,  # it means nothing in money play
            jacoby=bool(doc.get("jacoby")),
            beavers=bool(doc.get("beavers")),
            max_cube=exponent if exponent is not None and exponent <= MAX_EXPONENT else None,
            variant=Variant(variant),
        )

    def game(self, game: dict[str, Any], score: Score | None, *, played: bool) -> None:
        if not game.get("is_default_board", True) and "initial_board" in game:
            self.fail("a game that begins with another board cannot be read", "initial_board")
        value = self.whole(game, "initial_cube_value", 0, MAX_EXPONENT, 0)
        cube = Cube(Owner.CENTRED, value) if value else None
        crawford = bool(game.get("is_crawford")) or (False if played else None)
        with self.course.at(self.path, Place(1, 1)):
            self.course.begin(
                score,
                crawford=crawford,
                last=bool(game.get("is_lastgame")),
                cube=cube,
                foreign=kept(game, GAME_KEYS),
            )
        path = self.path
        for number, value in enumerate(self.listed(game, "plies")):
            self.path = f"{path}.plies[{number}]"
            ply = self.mapping(value)
            with self.course.at(f"action {ply.get('action_id')}", Place(1, 1)):
                self.ply(ply)
            about = analysis_of(ply.get("analysis"), self.info, self.course.last)
            self.course.annotate(analysis=about, foreign=kept(ply, PLY_KEYS))
        self.path = path
        self.ended(game)

    def ended(self, game: dict[str, Any]) -> None:
        """A game that ended without a ply that says how has been resigned."""
        winner = game.get("winner")
        if self.course.over or winner not in (0, 1):
            return
        won = self.whole(game, "points_won", 0, MAX_NUMBER, 0)
        if won:
            with self.course.at("points_won", Place(1, 1)):
                self.course.won((Side.WHITE, Side.BLACK)[winner], won)

    def ply(self, ply: dict[str, Any]) -> None:
        course, action = self.course, self.whole(ply, "action_id", 0, 255)
        if action in _DICE:
            side = self.side(ply)
            dice = self.whole(ply, "d1", 1, 6), self.whole(ply, "d2", 1, 6)
            course.play_moves(side, dice, [self.step(move, side) for move in self.listed(ply, "moves")])
        elif action in _EVENTS:
            course.act(_EVENTS[action](side=self.side(ply)))
        elif action in _RESIGNS:
            self.resign(ply, match=action == _RESIGNS[1])
        else:
            course.act(self.other(ply, action))

    def other(self, ply: dict[str, Any], action: int) -> Event:
        if action in MARKS:
            return Marker(MARKS[action], self.side(ply) if "color" in ply else None)
        side = self.side(ply)
        if action == ACTIONS["forfeit"] and side is not None:
            return Forfeit(side)
        if action != ACTIONS["set position"]:
            self.fail(f"expected an action that is known here, found {action}", "action_id")
        counts = self.listed(ply, "set_position")
        if len(counts) != 26 or not all(type(n) is int and -15 <= n <= 15 for n in counts):
            self.fail("expected 26 counts from -15 to 15", "set_position")
        return SetPosition(Board.of([max(n, 0) for n in counts], [max(-n, 0) for n in counts]), side)

    def resign(self, ply: dict[str, Any], *, match: bool) -> None:
        side, value = self.side(ply), ply.get("resign_value", "single")
        size = next((size for size in Size if size.name.lower() == value), None)
        if size is None or side is None:
            self.fail(f"expected single, gammon or backgammon, found {shown(value)}", "resign_value")
        self.course.resign(side, size, match=match and self.course.headers.length > 0)

    def step(self, value: object, side: Side | None) -> Move:
        step = self.mapping(value)
        source, pips = self.whole(step, "from", 0, 25), self.whole(step, "pips", 1, 24)
        target = source + pips if side is Side.WHITE else source - pips
        return Move(source, target if 1 <= target <= _LAST_PIP else OFF)


def _day(stamp: object) -> str:
    if type(stamp) is not int or not 0 < stamp < 1 << 33:
        return ""
    return datetime.fromtimestamp(stamp, UTC).date().isoformat()
