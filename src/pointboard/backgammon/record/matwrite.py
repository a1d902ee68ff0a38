# ruff: noqa: A001 - format is the house's word for writing text
"""Writing Jellyfish match text as GNU Backgammon writes and reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pointboard.backgammon.board import Side, Variant
from pointboard.backgammon.record.course import must_move
from pointboard.backgammon.record.headers import Headers
from pointboard.backgammon.record.model import GameRecord, MatchRecord, Ply
from pointboard.backgammon.rules import point_of
from pointboard.backgammon.state import Cube, Modifier, Phase, State
from pointboard.backgammon.turns import Double, Forfeit, MakePlay, Marker, Pass, Resign, Roll, SetPosition, Take
from pointboard.errors import LossyConversionError
from pointboard.scan import instance

__all__ = ["format", "format_all", "losses"]

_LEFT = 28
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_HEADERS = (
    ("event", "Event"),
    ("place", "Site"),
    ("round", "Round"),
    ("date", "EventDate"),
    ("annotator", "Annotator"),
    ("white_rating", "Player 1 Elo"),
    ("black_rating", "Player 2 Elo"),
)


def format_all(matches: Sequence[MatchRecord]) -> str:
    """The text of several matches, one behind the other."""
    return "\n".join(format(match) for match in matches)


def format(match: MatchRecord) -> str:
    """The text of a match; what is left out is named by ``losses``.

    LossyConversionError for what can neither be held nor left out: a position set up by hand, a cube that does not
    begin at 1.
    """
    instance(MatchRecord, match)
    held = _must_hold(match)
    if held:
        raise LossyConversionError("match text cannot hold what the match needs", losses=held)
    lines = [f'; [{name} "{_quoted(text)}"]' for name, text in _header_texts(match.headers)]
    lines += [f"; {line}" for line in match.comment.splitlines() if line.strip()]
    lines += ["", f" {match.headers.length} point match"]
    for game in match.games:
        lines += ["", f" Game {game.number}", *_game(match, game)]
    return "\n".join(lines).lstrip("\n") + "\n"


def _must_hold(match: MatchRecord) -> tuple[str, ...]:
    found = []
    if any(isinstance(ply.event, SetPosition) for _, _, ply in match.plies()):
        found.append("position set up")
    if any(game.start.cube != Cube() for game in match.games):
        found.append("cube at the start")
    return tuple(found)


def losses(match: MatchRecord) -> tuple[str, ...]:
    """What the text does not keep of a match, by name.

    >>> from pointboard.backgammon.record.model import EMPTY
    >>> losses(EMPTY)
    ('player names',)
    """
    plies = [ply for _, _, ply in match.plies()]
    headers = match.headers
    texts = [text for name, text in _header_texts(headers)]
    checks = (
        (
            "player names",
            any(_name(match, side) != name for side, name in zip(Side, (headers.white, headers.black), strict=True)),
        ),
        ("header texts", any(_quoted(text) != text for text in texts)),
        ("comments", any(ply.comment for ply in plies) or any(game.comment for game in match.games)),
        ("analysis", any(ply.analysis for ply in plies)),
        ("foreign", bool(match.foreign) or any(game.foreign for game in match.games) or any(p.foreign for p in plies)),
        ("markers", any(isinstance(ply.event, Marker) for ply in plies)),
        ("forfeit", any(isinstance(ply.event, Forfeit) for ply in plies)),
        ("resigned match", any(isinstance(ply.event, Resign) and ply.event.match for ply in plies)),
        ("resignation after a double", any(_double_lost(game) for game in match.games)),
        ("resignation size", any(_size_lost(match, game) for game in match.games)),
        ("last game", any(game.start.length.modifier is Modifier.LAST for game in match.games)),
        ("unplayed roll", any(isinstance(ply.event, Roll) and not must_move(ply.after) for ply in plies)),
    )
    return tuple(name for name, lost in checks if lost)


def _size_lost(match: MatchRecord, game: GameRecord) -> bool:
    """Whether a resignation counts less than its size: under the Jacoby rule."""
    last = game.plies[-1].event if game.plies else None
    return isinstance(last, Resign) and not last.match and match.won(game) != last.size * game.state.cube.value


def _double_lost(game: GameRecord) -> bool:
    """Whether a single game was resigned where a double waited, which reads as a pass."""
    last = game.plies[-1] if game.plies else None
    return last is not None and isinstance(last.event, Resign) and last.before.phase is Phase.DOUBLED


def _header_texts(headers: Headers) -> Iterator[tuple[str, str]]:
    for name, title in _HEADERS:
        if text := getattr(headers, name):
            yield title, text.replace("-", ".") if name == "date" and _DATE.fullmatch(text) else text
    if headers.variant is not Variant.BACKGAMMON:
        yield "Variation", headers.variant.value.capitalize()
    if not headers.crawford:
        yield "Crawford", "Off"
    if headers.jacoby:
        yield "Jacoby", "On"
    if headers.beavers:
        yield "Beaver", "On"
    if headers.max_cube is not None:
        yield "CubeLimit", str(1 << headers.max_cube)
    yield from headers.extra


def _quoted(text: str) -> str:
    """A text as it can stand in a header: one line."""
    return " ".join(text.split())


def _name(match: MatchRecord, side: Side) -> str:
    """A player's name as it can stand before a colon."""
    return " ".join(match.headers.player(side).replace(":", " ").replace(";", " ").split()) or side.name.capitalize()


@dataclass(slots=True)
class _Rows:
    """The rows of a game, cell by cell."""

    rows: list[list[str]] = field(default_factory=list)

    def put(self, side: Side, cell: str) -> None:
        column = list(Side).index(side)
        if not self.rows or column == 0 or self.rows[-1][column]:
            self.rows.append(["", ""])
        self.rows[-1][column] = cell

    def lines(self) -> Iterator[str]:
        for number, (left, right) in enumerate(self.rows, 1):
            wide = left if len(left) < _LEFT else left + "  "
            line = f"{number:3}) {wide:<{_LEFT}}{right}"
            # Without the blanks behind it GNU Backgammon sees another double after a take on the left.
            yield line if left == " Takes" else line.rstrip() if right else f"{number:3}) {left}"


def _game(match: MatchRecord, game: GameRecord) -> Iterator[str]:
    names = [_name(match, side) for side in Side]
    left, right = (f"{name} : {points}" for name, points in zip(names, game.start.score, strict=True))
    yield f" {left:<{_LEFT + 3}}{right}" if len(left) < _LEFT + 3 else f" {left}  {right}"
    rows = _Rows()
    for ply in game.plies:
        cell = _cell(ply)
        if cell is not None and ply.side is not None:
            rows.put(ply.side, cell)
    ended = game.ended
    if ended is None:
        yield from rows.lines()
        return
    won = match.won(game)
    over = " and the match" if match.headers.length and _decides(match, game) else ""
    words = f" Wins {won} point{'' if won == 1 else 's'}{over}"
    beside = ended.winner is Side.BLACK and rows.rows and not rows.rows[-1][1]
    if beside:  # where GNU Backgammon looks for it, or it takes a pass for another double and a resignation
        rows.put(Side.BLACK, words)
    yield from rows.lines()
    if not beside:
        yield f"{' ' * (5 if ended.winner is Side.WHITE else _LEFT + 5)}{words}"


def _decides(match: MatchRecord, game: GameRecord) -> bool:
    return game is match.games[-1] and match.winner is not None


def _cell(ply: Ply) -> str | None:
    """What stands in the column of the side that acts; None for what stands nowhere."""
    event, state = ply.event, ply.before
    if isinstance(event, MakePlay):
        return f"{state.dice[1]}{state.dice[0]}: {_steps(state, event)}"
    if isinstance(event, Roll):
        low, high = ply.dice
        return f"{high}{low}:"
    if isinstance(event, Double):
        return f" Doubles => {2 * state.cube.value}"
    if isinstance(event, Take | Pass):
        return " Takes" if isinstance(event, Take) else " Drops"
    return None


def _steps(state: State, event: MakePlay) -> str:
    """The moves as single steps, in the mover's points, each hit marked where it happens; the bar 25, off 0."""
    side = event.side or Side.WHITE
    blots = {pip for pip, count in enumerate(state.board.side(side.other)) if count == 1}
    steps = []
    for source, target in event.moves:
        hit = "*" if target in blots else ""
        blots.discard(target)
        steps.append(f"{point_of(side, source)}/{point_of(side, target)}{hit}")
    return " ".join(steps)
