"""The verb play: a game in the terminal, against the engine or another person."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import pointboard.cli.needed  # noqa: F401 - what is missing is told

import typer

from pointboard.cli.best import fit, limits
from pointboard.cli.inputs import START, Source, find_game
from pointboard.cli.options import (
    DEFAULT_GAME,
    AnyGameOption,
    ColorOption,
    DepthOption,
    EngineOption,
    LevelOption,
    NodesOption,
    RepetitionOption,
    SecondsOption,
)
from pointboard.cli.output import Color, Output
from pointboard.cli.record import only_game
from pointboard.cli.session import Session
from pointboard.cli.shelf import find_records, policy
from pointboard.cli.table import Table, happen
from pointboard.cli.values import whole
from pointboard.cli.words import side_name
from pointboard.errors import PointboardError
from pointboard.game import Game

__all__ = ["play"]

_USUAL: dict[str, Any] = {"level": 4}
_BOTH, _NONE = "both", "none"
_ENGINE = re.compile(r"Pointboard((?: (?:level|depth|nodes) [0-9]{1,15}| seconds [0-9.]{1,15})+)")


def play(
    position: Annotated[
        str, typer.Argument(metavar="[ID]", help="The position to begin with.", show_default=False)
    ] = START,
    events: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[EVENT]...",
            help="What is to happen, one after the other: moves, rolls, doubles; the position after each is printed.",
            show_default=False,
        ),
    ] = None,
    side: Annotated[
        str | None,
        typer.Option("--side", metavar="SIDE", help="Yours: a side's letter or name, both, none.", show_default=False),
    ] = None,
    level: LevelOption = None,
    depth: DepthOption = None,
    nodes: NodesOption = None,
    seconds: SecondsOption = None,
    engine: EngineOption = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            parser=whole(0, 2**53 - 1),
            metavar="N",
            help="Repeats the engine's choices, or the dice, of an earlier game.",
        ),
    ] = None,
    repetition: RepetitionOption = None,
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="FILE", help="Go on with the game that was saved there.", show_default=False),
    ] = None,
    game: AnyGameOption = None,
    json: Annotated[bool, typer.Option("--json", help="With events: print one JSON value for all.")] = False,
    color: ColorOption = Color.AUTO,
) -> None:
    """Play a game, or let the EVENTs happen that are given; type help for what you can say.

    Your side is the one to move unless --side names another; in a game without an engine both are yours. Moves and
    commands can come from a pipe too, one a line; then the exit code is 1 when one of them was refused.
    """
    out = Output(color, json=json)
    number = secrets.randbelow(2**31) if seed is None else seed
    search = limits(level, depth, nodes, seconds, number, engine)
    if resume is not None:
        if position != START or events or json:
            raise typer.BadParameter("--resume goes on with a game; give no position and no events with it")
        _resume(out, resume, game or DEFAULT_GAME, side, search, repetition)
        return
    try:
        found = Source(None if game is None else find_game(game)).read(position)
    except PointboardError as error:
        raise typer.BadParameter(f"{position!r} is no position: {error}") from None
    rules, start = found.game, found.state
    if events or json:
        happen(out, rules, start, events or [])
        return
    search = fit(rules, search)
    if rules.events is not None or rules.choose is None or rules.records is None:
        _sit_down(out, rules, start, side, search, repetition)
        return
    Session(
        out=out,
        game=rules,
        records=rules.records,
        yours=_yours(rules, start, side),
        start=start,
        search=search if len(search) > 1 else _USUAL | search,
        repetition=policy(rules.records, repetition),
    ).run()


def _sit_down(
    out: Output, rules: Game[Any, Any], start: object, side: str | None, search: dict[str, Any], repetition: str | None
) -> None:
    """Play a game that is more than moves, or has no engine, at a table, where both sides are yours if not told."""
    if (rules.choose is None or rules.events is None) and (len(search) > 1 or side not in (None, _BOTH)):
        raise typer.BadParameter(f"in {rules.title} nobody plays against you: both sides are yours")
    if repetition is not None:
        raise typer.BadParameter(f"in {rules.title} nothing hangs on repeated positions")
    yours = frozenset(rules.sides) if side is None else _yours(rules, start, side)
    Table(out, rules, start, search["seed"], yours=yours, search=search).run()


def _resume(
    out: Output, path: Path, game: str, side: str | None, search: dict[str, Any], repetition: str | None
) -> None:
    """Go on with a saved game; a usage error when the file holds none that can go on.

    Moves and headers stay, and unless a limit is given the engine is as strong as the headers say.
    """
    rules = find_game(game)
    records = find_records(rules)
    if rules.events is not None:
        raise typer.BadParameter(f"--resume goes on with games in which all that happens is moves, not {rules.title}")
    record = only_game(path, game, repetition)
    if record.outcome() is None and record.result is not None:
        raise typer.BadParameter(f"{path}: the game is over, the result {record.result} is declared")
    headers = dict(records.headers(record))
    search = fit(rules, search)
    if len(search) == 1:
        search = _strength(headers.values()) | search
    Session(
        out=out,
        game=rules,
        records=records,
        yours=_yours(rules, record.state, side),
        record=record,
        search=search,
        repetition=headers.get("Repetition", records.repetitions[0]),
    ).run()


def _strength(headers: Iterable[str]) -> dict[str, Any]:
    """The limits that the name of the engine in the headers of a game says; the usual ones where there is none.

    >>> _strength(["Player", "Pointboard depth 3 seconds 1.5"])
    {'depth': 3, 'seconds': 1.5}
    """
    for text in headers:
        if found := _ENGINE.fullmatch(text):
            words = found[1].split()
            pairs = zip(words[::2], words[1::2], strict=True)
            return {name: float(value) if name == "seconds" else int(value) for name, value in pairs}
    return _USUAL


def _yours(game: Game[Any, Any], start: object, name: str | None) -> frozenset[str]:
    """The sides that are not the engine's."""
    known = {str(side).lower(): side for side in game.sides}
    for side in game.sides:
        known |= {side_name(side): side, f"{side_name(side)}s": side}
    if name is None:
        turn = game.to_move(start)
        return frozenset() if turn is None else frozenset({turn})
    match name.lower():
        case "both":
            return frozenset(game.sides)
        case "none":
            return frozenset()
        case word if word in known:
            return frozenset({known[word]})
        case _:
            words = ", ".join([*(side_name(side) for side in game.sides), _BOTH, _NONE])
            raise typer.BadParameter(f"no side is called {name!r}; there are: {words}")
