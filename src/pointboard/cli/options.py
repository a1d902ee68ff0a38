"""The options that several verbs share, each declared once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pointboard.cli.needed  # noqa: F401 - what is missing is told

import typer

from pointboard import games
from pointboard.cli.output import Color
from pointboard.cli.values import number, one_of, whole

__all__ = [
    "DEFAULT_GAME",
    "AnyGameOption",
    "ColorOption",
    "DepthOption",
    "DirOption",
    "EngineOption",
    "FileOption",
    "FromOption",
    "GameOption",
    "Ids",
    "JsonOption",
    "LevelOption",
    "NodesOption",
    "RepetitionOption",
    "SecondsOption",
    "SeedOption",
    "StrictOption",
    "level",
]

DEFAULT_GAME = games.names()[0]
"""The game that is meant where none is named and no text says it: the first of the registry."""

Ids = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[ID]...", help="Positions; - reads standard input, start is the start position.", show_default=False
    ),
]
FileOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--file",
        "-f",
        metavar="FILE",
        help="Read positions from FILE, one a line; - is standard input.",
        show_default=False,
    ),
]
GameOption = Annotated[str, typer.Option("--game", "-g", metavar="NAME", help=f"One of: {', '.join(games.names())}.")]
AnyGameOption = Annotated[
    str | None,
    typer.Option(
        "--game",
        "-g",
        metavar="NAME",
        help=f"One of: {', '.join(games.names())}; found out if not given.",
        show_default=False,
    ),
]
FromOption = Annotated[
    str | None,
    typer.Option("--from", metavar="NOTATION", help="The notation of the positions; otherwise it is found out."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON value for each position.")]
ColorOption = Annotated[
    Color,
    typer.Option(
        "--color",
        parser=one_of(Color),
        metavar="auto|always|never",
        help="Colours: on a terminal only, always, or never.",
    ),
]
DirOption = Annotated[
    Path | None, typer.Option("--dir", metavar="DIR", help="The folder of the tables; otherwise the user's own.")
]
StrictOption = Annotated[bool, typer.Option("--strict", help="Refuse what the notation's lax list allows.")]


def level(text: str) -> str:
    """A level as it is given: a whole number from 1 to 8, or the word of an engine of some game; else a usage error.

    >>> level("2ply")
    '2ply'
    """
    words = [word for name in games.names() for levels in games.get(name).engines.values() for word in levels]
    if text.replace("-", "") in [word.replace("-", "") for word in words]:
        return text
    try:
        return str(whole(1, 8)(text))
    except typer.BadParameter as error:
        raise typer.BadParameter(f"{error.message}; or, of an engine: {', '.join(words)}") from None


LevelOption = Annotated[
    str | None,
    typer.Option(
        "--level",
        parser=level,
        metavar="LEVEL",
        help="Strength: 1-8, 8 the most, which sets depth and positions; in games of luck a level of the engine.",
    ),
]
EngineOption = Annotated[
    str | None,
    typer.Option("--engine", metavar="NAME", help="The program to ask, in a game that has several."),
]
DepthOption = Annotated[
    int | None, typer.Option("--depth", parser=whole(1, 100), metavar="PLIES", help="Search to this depth.")
]
NodesOption = Annotated[
    int | None, typer.Option("--nodes", parser=whole(1, 10**12), metavar="N", help="Look at so many positions.")
]
SecondsOption = Annotated[
    float | None, typer.Option("--seconds", parser=number(0.001), metavar="S", help="Search so long at most.")
]
SeedOption = Annotated[
    int, typer.Option("--seed", parser=whole(0, 2**53 - 1), metavar="N", help="Chooses among equal moves.")
]
RepetitionOption = Annotated[
    str | None,
    typer.Option(
        "--repetition",
        metavar="POLICY",
        help="What repeated positions mean where the record does not say it, such as threefold, none, superko.",
    ),
]
