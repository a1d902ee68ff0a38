"""The verb play: a game in the terminal, against the engine or another person."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

import pointboard.cli.needed  # noqa: F401 - what is missing is told

import typer

from pointboard.cli.best import limits
from pointboard.cli.inputs import Source, find_game
from pointboard.cli.options import (
    AnyGameOption,
    ColorOption,
    DepthOption,
    LevelOption,
    NodesOption,
    RepetitionOption,
    SecondsOption,
)
from pointboard.cli.output import Color, Output
from pointboard.cli.record import policy
from pointboard.cli.session import Session
from pointboard.cli.table import Table, happen
from pointboard.cli.words import side_name
from pointboard.errors import PointboardError
from pointboard.game import Game

__all__ = ["play"]

_USUAL_LEVEL = 4
_BOTH, _NONE = "both", "none"


def play(
    position: Annotated[
        str, typer.Argument(metavar="[ID]", help="The position to begin with.", show_default=False)
    ] = "start",
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
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, metavar="N", help="Repeats the engine's choices, or the dice, of an earlier game."
        ),
    ] = None,
    repetition: RepetitionOption = None,
    game: AnyGameOption = None,
    json: Annotated[bool, typer.Option("--json", help="With events: print one JSON value for all.")] = False,
    color: ColorOption = Color.AUTO,
) -> None:
    """Play a game, or let the EVENTs happen that are given; type help for what you can say.

    Your side is the one to move unless --side names another; in a game without an engine both are yours. Moves and
    commands can come from a pipe too, one a line; then the exit code is 1 when one of them was refused.
    """
    try:
        found = Source(None if game is None else find_game(game)).read(position)
    except PointboardError as error:
        raise typer.BadParameter(f"{position!r} is no position: {error}") from None
    rules, start = found.game, found.state
    if events or json:
        happen(Output(color, json=json), rules, start, events or [])
        return
    number = secrets.randbelow(2**31) if seed is None else seed
    search = limits(level, depth, nodes, seconds, number)
    if rules.choose is None or rules.records is None:
        if len(search) > 1 or repetition is not None or side not in (None, _BOTH):
            raise typer.BadParameter(f"in {rules.title} nobody plays against you: both sides are yours")
        Table(Output(color), rules, start, number).run()
        return
    if len(search) == 1:
        search["level"] = _USUAL_LEVEL
    session = Session(
        out=Output(color),
        game=rules,
        records=rules.records,
        yours=_yours(rules, start, side),
        start=start,
        search=search,
        repetition=policy(rules.records, repetition),
    )
    session.run()


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
