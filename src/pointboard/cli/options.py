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

LevelOption = Annotated[
    int | None,
    typer.Option("--level", parser=whole(1, 8), metavar="1-8", help="Strength, 8 the most; sets depth and positions."),
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
