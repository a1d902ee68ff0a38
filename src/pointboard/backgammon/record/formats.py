"""The formats of match records by name, and ``RECORDS``: what a tool asks of any game's records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

from pointboard.backgammon.record import json, mat, ogxm, sgf, xg
from pointboard.backgammon.record.model import MatchRead, MatchRecord
from pointboard.backgammon.record.script import extend, script
from pointboard.backgammon.record.view import GameRead, GameView, begin, conclude, headers, matches_of, reads, told
from pointboard.errors import PointboardError
from pointboard.game import RecordFormat, Records
from pointboard.scan import shown

__all__ = ["FORMATS", "RECORDS"]

_Losses = Callable[[MatchRecord], tuple[str, ...]]


def _reader(read_all: Callable[[Any], Iterable[MatchRead]]) -> Callable[..., Iterable[GameRead]]:
    """A format's reader, game by game."""

    def read(data: Any, *, repetition: str = "none") -> Iterable[GameRead]:  # noqa: ANN401 (text or bytes)
        if repetition != "none":
            raise PointboardError(f"backgammon knows no policy about repetition but none, not {shown(repetition)}")
        return reads(read_all(data))

    return read


def _writer(format_all: Callable[[Sequence[MatchRecord]], Any]) -> Callable[[Sequence[GameView]], Any]:
    return lambda views: format_all(matches_of(views))


def _read_only(_: Sequence[GameView]) -> NoReturn:
    raise PointboardError("XG's match files are read only")


def _losses(losses: _Losses) -> Callable[[Sequence[GameView]], tuple[str, ...]]:
    return lambda views: tuple(dict.fromkeys(name for match in matches_of(views) for name in losses(match)))


FORMATS: dict[str, RecordFormat] = {
    kind.name: kind
    for kind in (
        RecordFormat(
            "mat", "match text", (".mat", ".txt"), _reader(mat.read_all), _writer(mat.format_all), mat.recognises,
            losses=_losses(mat.losses),
        ),
        RecordFormat(
            "sgf", "GNU Backgammon's SGF", (".sgf",), _reader(sgf.read_all), _writer(sgf.format_all), sgf.recognises,
            losses=_losses(sgf.losses),
        ),
        RecordFormat(
            "json", "JSON", (".json",), _reader(json.read_all), _writer(json.format_all), json.recognises,
            losses=_losses(json.losses),
        ),
        RecordFormat(
            "ogxm", "OGXM", (".ogxm", ".ogxms"), _reader(ogxm.read_all), _writer(ogxm.format_all), ogxm.recognises,
            losses=_losses(ogxm.losses), binary=True,
        ),
        RecordFormat(
            "xg", "XG's match files", (".xg",), _reader(xg.read_all), _read_only, xg.recognises, binary=True
        ),
    )
}  # fmt: skip
"""The formats by name, in the order in which a file is tried."""

RECORDS = Records(
    formats=FORMATS,
    repetitions=("none",),
    begin=begin,
    headers=headers,
    conclude=conclude,
    told=told,
    script=script,
    extend=extend,
)
"""The records of the game, as ``pointboard.game.Game.records``."""
