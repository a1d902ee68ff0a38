"""The verb play: a game in the terminal, against the engine or another person."""

from __future__ import annotations

import secrets
from typing import Annotated

import typer

from pointboard.cli.best import limits
from pointboard.cli.inputs import Source, find_game
from pointboard.cli.options import (
    DEFAULT_GAME,
    ColorOption,
    DepthOption,
    GameOption,
    LevelOption,
    NodesOption,
    RepetitionOption,
    SecondsOption,
)
from pointboard.cli.output import Color, Output
from pointboard.cli.record import find_records, policy
from pointboard.cli.session import Session, sides_of
from pointboard.cli.words import side_name
from pointboard.errors import PointboardError

__all__ = ["play"]

_USUAL_LEVEL = 4
_BOTH, _NONE = "both", "none"


def play(
    position: Annotated[
        str, typer.Argument(metavar="[ID]", help="The position to begin with.", show_default=False)
    ] = "start",
    side: Annotated[
        str | None,
        typer.Option("--side", metavar="SIDE", help="Yours: a side's letter or name, both, none.", show_default=False),
    ] = None,
    level: LevelOption = None,
    depth: DepthOption = None,
    nodes: NodesOption = None,
    seconds: SecondsOption = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, metavar="N", help="Repeats the engine's choices of an earlier game.")
    ] = None,
    repetition: RepetitionOption = None,
    game: GameOption = DEFAULT_GAME,
    color: ColorOption = Color.AUTO,
) -> None:
    """Play a game: your side is the one to move unless --side names another; type help for what you can say.

    Moves and commands can come from a pipe too, one a line; then the exit code is 1 when one of them was refused.
    """
    rules = find_game(game)
    records = find_records(rules)
    try:
        start = Source(rules).read(position)[1]
    except PointboardError as error:
        raise typer.BadParameter(f"{position!r} is no position: {error}") from None
    number = secrets.randbelow(2**31) if seed is None else seed
    search = limits(level, depth, nodes, seconds, number)
    if len(search) == 1:
        search["level"] = _USUAL_LEVEL
    session = Session(
        out=Output(color),
        game=rules,
        records=records,
        yours=_yours(start, side),
        start=start,
        search=search,
        repetition=policy(records, repetition),
    )
    session.run()


def _yours(start: object, name: str | None) -> frozenset[str]:
    """The sides that are not the engine's."""
    sides = sides_of(start)
    known = {str(side).lower(): side for side in sides}
    for side in sides:
        known |= {side_name(side): side, f"{side_name(side)}s": side}
    if name is None:
        return frozenset({start.turn})  # type: ignore[attr-defined] # every state has its side to move
    match name.lower():
        case "both":
            return frozenset(sides)
        case "none":
            return frozenset()
        case word if word in known:
            return frozenset({known[word]})
        case _:
            words = ", ".join([*(side_name(side) for side in sides), _BOTH, _NONE])
            raise typer.BadParameter(f"no side is called {name!r}; there are: {words}")
