"""Matches as documents of OGXM, which its codec packs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from pointboard.backgammon.board import Side
from pointboard.backgammon.record.analysis import Foreign
from pointboard.backgammon.record.headers import Headers
from pointboard.backgammon.record.model import GameRecord, MatchRecord, Ply
from pointboard.backgammon.rules import OFF, Move
from pointboard.backgammon.state import Modifier, Owner
from pointboard.backgammon.turns import Double, Forfeit, MakePlay, Mark, Marker, Pass, Resign, Roll, SetPosition, Take
from pointboard.errors import LossyConversionError

__all__ = ["ACTIONS", "GAME_KEYS", "MARKS", "PLY_KEYS", "SIDES", "TOP_KEYS", "derived", "document", "kept", "losses"]

SIDES = {1: Side.WHITE, 0: Side.BLACK}
MARKS = {24: Mark.GAME_OVER, 25: Mark.MATCH_OVER, 26: Mark.FINISHED, 30: Mark.OTHER}
ACTIONS = {"double": 21, "take": 22, "pass": 23, "resign": 27, "resign match": 28, "forfeit": 29, "set position": 31}

# What the model holds, or what follows from it; every other key is kept as it came.
_PLAYERS = {"player_white", "player_black", "white_score", "black_score", "white_score_start", "black_score_start"}
_RULES = {"match_length", "crawford", "jacoby", "beavers", "cube_limit", "variant", "crawford_played_before_start"}
TOP_KEYS = frozenset(
    {*_PLAYERS, *_RULES, "event", "city", "round", "games", "result", "replay_complete", "ogxm", "checksum"}
)
_MARKS = {"is_crawford", "is_lastgame", "is_default_board", "first_to_move", "game_index"}
GAME_KEYS = frozenset({*_MARKS, "points_won", "winner", "initial_cube_value", "plies"})
_IDS = {"ogid_before", "ogid_after"}
PLY_KEYS = frozenset({*_IDS, "action_id", "color", "d1", "d2", "moves", "resign_value", "set_position"})
_COLOURS = {Side.WHITE: 1, Side.BLACK: 0, None: 1}
_NOBODY = 255


def kept(values: Mapping[str, Any], known: frozenset[str]) -> tuple[Foreign, ...]:
    """The values under other names than ``known``, as JSON texts."""
    return tuple(
        Foreign("ogxm", name, (json.dumps(value, ensure_ascii=False),))
        for name, value in values.items()
        if name not in known
    )


def derived(doc: Mapping[str, Any], headers: Headers) -> frozenset[str]:
    """The names of further values that follow from the headers, or say nothing."""
    names = {"source"} if doc.get("source") == 0 else set()
    if (stamp := _stamp(headers)) is not None and doc.get("timestamp") == stamp:
        names.add("timestamp")
        if doc.get("started_at") == stamp * 1000:
            names.add("started_at")
    return frozenset(names)


def _given(foreign: Iterable[Foreign]) -> dict[str, Any]:
    try:
        return {one.name: json.loads(one.values[0]) for one in foreign if one.format == "ogxm"}
    except (ValueError, IndexError, RecursionError):
        raise LossyConversionError("OGXM cannot hold the match", losses=("foreign",)) from None


def losses(match: MatchRecord) -> tuple[str, ...]:
    """What the file does not keep of a match, by name.

    >>> from dataclasses import replace
    >>> from pointboard.backgammon.record.model import EMPTY
    >>> losses(replace(EMPTY, comment="hello"))
    ('comments',)
    """
    headers, plies = match.headers, [ply for _, _, ply in match.plies()]
    parts = [match.foreign, *(game.foreign for game in match.games), *(ply.foreign for ply in plies)]
    said = [match.comment, *(game.comment for game in match.games), *(ply.comment for ply in plies)]
    checks = (
        ("annotator", bool(headers.annotator)),
        ("ratings", bool(headers.white_rating or headers.black_rating)),
        ("round", bool(headers.round) and _round(headers) is None),
        ("date", bool(headers.date) and _stamp(headers) is None),
        ("headers", bool(headers.extra)),
        ("comments", any(said)),
        ("analysis", any(ply.analysis and not any(one.format == "ogxm" for one in ply.foreign) for ply in plies)),
        ("foreign", any(one.format != "ogxm" for part in parts for one in part)),
        ("cube owner", any(game.start.cube.owner is not Owner.CENTRED for game in match.games)),
        ("unplayed roll", any(isinstance(ply.event, Roll) for ply in plies)),
    )
    return tuple(name for name, lost in checks if lost)


def _round(headers: Headers) -> int | None:
    text = headers.round
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None


def _stamp(headers: Headers) -> int | None:
    """The date as seconds since 1970."""
    try:
        found = datetime.fromisoformat(headers.date).replace(tzinfo=UTC)
    except ValueError:
        return None
    return int(found.timestamp()) if found.year > 1970 and headers.date == found.date().isoformat() else None


def document(match: MatchRecord) -> dict[str, Any]:
    """The document of a match, as the codec takes it.

    LossyConversionError for a resignation before the first play, and for kept values that are no JSON.
    """
    headers, first = match.headers, match.games[0].start
    for game in match.games:
        begins = next((ply.event for ply in game.plies if not isinstance(ply.event, Roll)), None)
        if isinstance(begins, Resign):
            raise LossyConversionError("OGXM cannot hold the match", losses=("resignation before the first play",))
    doc: dict[str, Any] = {
        "player_white": headers.white,
        "player_black": headers.black,
        "match_length": headers.length,
        "crawford": headers.crawford and headers.length > 0,
        "jacoby": headers.jacoby,
        "variant": headers.variant.value,
        "checksum": "crc32",  # what a stream's members must carry
        "games": [_game(match, number, game) for number, game in enumerate(match.games)],
    }
    score = match.score
    doc |= {"white_score": score.white, "black_score": score.black}
    doc["result"] = {None: 0, Side.WHITE: 1, Side.BLACK: 2}[match.winner]
    doc |= {name: text for name, text in (("event", headers.event), ("city", headers.place)) if text}
    doc |= {"beavers": True} if headers.beavers else {}
    doc |= {} if headers.max_cube is None else {"cube_limit": 1 << headers.max_cube}
    if (turn := _round(headers)) is not None:
        doc["round"] = turn
    if (stamp := _stamp(headers)) is not None:
        doc["timestamp"] = stamp
    if any(first.score):
        doc |= {"white_score_start": first.score.white, "black_score_start": first.score.black}
        one_away = headers.length and headers.length - 1 in first.score
        if headers.crawford and one_away and not first.crawford:
            doc["crawford_played_before_start"] = True
    return doc | _given(match.foreign)


def _game(match: MatchRecord, number: int, game: GameRecord) -> dict[str, Any]:
    ended, start = game.ended, game.start
    begins = next((ply.side for ply in game.plies if ply.side), None)
    values: dict[str, Any] = {
        "game_index": number,
        "first_to_move": _COLOURS[begins],
        "is_crawford": start.crawford,
        "is_default_board": True,
        "is_lastgame": start.length.modifier is Modifier.LAST,
        "winner": _NOBODY if ended is None else list(Side).index(ended.winner),
        "points_won": match.won(game),
        "plies": [_ply(ply) for ply in game.plies if not isinstance(ply.event, Roll)],
    }
    if start.cube.exponent:
        values["initial_cube_value"] = start.cube.exponent
    return values | _given(game.foreign)


def _ply(ply: Ply) -> dict[str, Any]:
    event, side = ply.event, ply.side
    values: dict[str, Any] = {} if side is None else {"color": _COLOURS[side]}
    if isinstance(event, MakePlay):
        low, high = ply.dice
        values |= {"action_id": _dice_action(low, high), "d1": low, "d2": high}
        values["moves"] = [{"from": source, "pips": pips} for source, pips in _steps(event.moves, (low, high))]
    elif isinstance(event, Double | Take | Pass | Forfeit):
        values["action_id"] = ACTIONS[event.kind.value]
    elif isinstance(event, Resign):
        values |= {
            "action_id": ACTIONS["resign match" if event.match else "resign"],
            "resign_value": event.size.name.lower(),
        }
    elif isinstance(event, SetPosition):
        if event.cube is not None:
            raise LossyConversionError("OGXM cannot hold the match", losses=("cube set up",))
        counts = [white - black for white, black in zip(event.board.white, event.board.black, strict=True)]
        values |= {"action_id": ACTIONS["set position"], "set_position": counts}
    elif isinstance(event, Marker):
        values["action_id"] = next(number for number, mark in MARKS.items() if mark is event.mark)
    else:
        raise LossyConversionError("OGXM cannot hold the match", losses=(str(event),))
    return values | _given(ply.foreign)


def _dice_action(low: int, high: int) -> int:
    """The number of a roll: 11, 12, ... 16, 22, ... 66."""
    return sum(7 - n for n in range(1, low)) + high - low


def _steps(moves: Iterable[Move], dice: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Each move as its source and the pips of its die; the die of a checker borne off may be larger than needed."""
    left = list(dice) * (2 if dice[0] == dice[1] else 1)
    found = []
    for source, target in moves:
        if target != OFF:
            pips = abs(target - source)
            left.remove(pips)
            found.append((source, pips))
        else:
            found.append((source, 0))
    for source, pips in found:
        if pips:
            yield source, pips
            continue
        away = min(source, 25 - source)
        die = min((die for die in left if die >= away), default=max(left))
        left.remove(die)
        yield source, die
