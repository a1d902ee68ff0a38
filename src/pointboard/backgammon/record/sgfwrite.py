# ruff: noqa: A001 - format is the house's word for writing text
"""Writing GNU Backgammon's SGF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pointboard.backgammon.board import BAR, Board, Side, Variant
from pointboard.backgammon.record.analysis import Foreign
from pointboard.backgammon.record.headers import Headers
from pointboard.backgammon.record.model import GameRecord, MatchRecord, Ply
from pointboard.backgammon.record.sgftree import escaped
from pointboard.backgammon.rules import OFF
from pointboard.backgammon.state import Cube, Modifier, Owner
from pointboard.backgammon.turns import Double, Forfeit, MakePlay, Marker, Pass, Resign, Roll, SetPosition, Take
from pointboard.errors import LossyConversionError
from pointboard.scan import instance

__all__ = ["format", "format_all", "losses"]

_TEXTS = (("PW", "white"), ("PB", "black"), ("WR", "white_rating"), ("BR", "black_rating"), ("EV", "event"),
          ("RO", "round"), ("PC", "place"), ("AN", "annotator"), ("DT", "date"))  # fmt: skip
_VARIANTS = {Variant.NACKGAMMON: "Nackgammon", Variant.HYPERGAMMON: "Hypergammon3"}
_OWNERS = {Owner.CENTRED: "c", Owner.WHITE: "w", Owner.BLACK: "b"}


def format_all(matches: Sequence[MatchRecord]) -> str:
    """The text of several matches, one behind the other."""
    return "".join(map(format, matches))


def format(match: MatchRecord) -> str:
    """The text of a match; what is left out is named by ``losses``.

    LossyConversionError for a variant that the format does not know.
    """
    instance(MatchRecord, match)
    variant = match.headers.variant
    if variant is not Variant.BACKGAMMON and variant not in _VARIANTS:
        raise LossyConversionError("SGF cannot hold what the match needs", losses=("variant",))
    return "".join(f"{''.join(_game(match, game))})\n" for game in match.games)


def losses(match: MatchRecord) -> tuple[str, ...]:
    """What the text does not keep of a match, by name.

    >>> from dataclasses import replace
    >>> from pointboard.backgammon.record.model import EMPTY
    >>> losses(replace(EMPTY, headers=replace(EMPTY.headers, beavers=True)))
    ('beavers',)
    """
    headers, events = match.headers, [ply for _, _, ply in match.plies()]
    kept = [match.foreign, *(game.foreign for game in match.games), *(ply.foreign for ply in events)]
    checks = (
        ("beavers", headers.beavers),
        ("jacoby", headers.jacoby and headers.length > 0),
        ("max cube", headers.max_cube is not None),
        ("headers", bool(headers.extra)),
        ("analysis", any(ply.analysis and not any(one.format == "sgf" for one in ply.foreign) for ply in events)),
        ("foreign", any(one.format != "sgf" for part in kept for one in part)),
        ("markers", any(isinstance(ply.event, Marker) for ply in events)),
        ("forfeit", any(isinstance(ply.event, Forfeit) for ply in events)),
        ("resigned match", any(isinstance(ply.event, Resign) and ply.event.match for ply in events)),
        ("resignation size", any(_size_lost(match, game) for game in match.games)),
        ("cube owner", any(cube.owner not in _OWNERS for cube in _cubes(match))),
        ("last game", any(game.start.length.modifier is Modifier.LAST for game in match.games)),
    )
    return tuple(name for name, lost in checks if lost)


def _cubes(match: MatchRecord) -> Iterator[Cube]:
    """The cubes that are set up."""
    yield from (game.start.cube for game in match.games)
    for _, _, ply in match.plies():
        if isinstance(ply.event, SetPosition) and ply.event.cube is not None:
            yield ply.event.cube


def _size_lost(match: MatchRecord, game: GameRecord) -> bool:
    last = game.plies[-1].event if game.plies else None
    return isinstance(last, Resign) and not last.match and match.won(game) != last.size * game.state.cube.value


def _prop(name: str, *values: str) -> str:
    return name + "".join(f"[{escaped(value)}]" for value in values)


def _foreign(kept: Iterable[Foreign]) -> Iterator[str]:
    return (_prop(one.name, *one.values) for one in kept if one.format == "sgf")


def _made_by(one: Foreign) -> bool:
    return (one.format, one.name) == ("sgf", "AP")


def _rules(headers: Headers, *, crawford_game: bool) -> str:
    words = ["Crawford"] if headers.length and headers.crawford else []
    words += ["CrawfordGame"] if crawford_game and headers.length > 1 else []
    words += ["Jacoby"] if headers.jacoby and not headers.length else []
    words += [_VARIANTS[headers.variant]] if headers.variant in _VARIANTS else []
    return ":".join(words)


def _game(match: MatchRecord, game: GameRecord) -> Iterator[str]:
    headers, start = match.headers, game.start
    yield _prop("(;FF", "4") + _prop("GM", "6") + _prop("CA", "UTF-8")
    yield next((_prop("AP", *one.values) for one in game.foreign if _made_by(one)), _prop("AP", "Pointboard"))
    white, black = start.score
    yield _prop("MI", f"length:{headers.length}", f"game:{game.number - 1}", f"ws:{white}", f"bs:{black}")
    first = game is match.games[0]
    for name, field in _TEXTS:
        text = getattr(headers, field)
        if text and (first or name in {"PW", "PB"}):
            yield _prop(name, text)
    if rules := _rules(headers, crawford_game=start.crawford):
        yield _prop("RU", rules)
    ended = game.ended
    if ended is not None:
        resigned = "R" if game.plies and isinstance(game.plies[-1].event, Resign) else ""
        yield _prop("RE", f"{ended.winner}+{match.won(game)}{resigned}")
    if first and match.comment:
        yield _prop("GC", match.comment)
    if game.comment:
        yield _prop("C", game.comment)
    yield from _foreign(one for one in game.foreign if not _made_by(one))
    if start.cube != Cube():
        yield "\n;" + _cube(start.cube)
    for ply, before in zip(game.plies, (None, *game.plies), strict=False):
        if before is not None and isinstance(before.event, SetPosition) and isinstance(ply.event, SetPosition):
            yield "\n;"  # nodes that set something up one after the other are one ply
        yield from _ply(ply)


def _ply(ply: Ply) -> Iterator[str]:
    said = _said(ply)
    about = [*([_prop("C", ply.comment)] if ply.comment else []), *_foreign(ply.foreign)]
    if said or about:
        yield f"\n;{said}{''.join(about)}"


def _said(ply: Ply) -> str:
    """The property that says what was done; nothing for a resignation, which stands in the result."""
    event, side = ply.event, ply.side
    if isinstance(event, MakePlay) and side is not None:
        low, high = ply.dice
        return f"{side}[{high}{low}{''.join(_letter(pip, side) for move in event.moves for pip in move)}]"
    if isinstance(event, Double):
        return f"{side}[double]"
    if isinstance(event, Take | Pass):
        return f"{side}[{'take' if isinstance(event, Take) else 'drop'}]"
    if isinstance(event, Roll):
        low, high = ply.dice
        return f"PL[{side}]DI[{high}{low}]"
    if isinstance(event, SetPosition):
        # The side comes first: GNU Backgammon turns the board around where it comes behind the checkers.
        placed = (f"PL[{side}]" if side else "") + _setup(event.board)
        return placed if event.cube is None else f"{placed}\n;{_cube(event.cube)}"
    return ""


def _cube(cube: Cube) -> str:
    return _prop("CV", str(cube.value)) + _prop("CP", _OWNERS.get(cube.owner, "c"))


def _setup(board: Board) -> str:
    parts = ["AE[a:y]"]
    for name, side in (("AW", Side.WHITE), ("AB", Side.BLACK)):
        letters = [_letter(pip, side) for pip, count in enumerate(board.side(side)) for _ in range(count)]
        parts += [_prop(name, *letters)] if letters else []
    return "".join(parts)


def _letter(pip: int, side: Side) -> str:
    if pip == OFF:
        return "z"
    return "y" if pip == BAR[side] else chr(ord("a") + 24 - pip)
