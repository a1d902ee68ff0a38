"""The verb perft: counts of move sequences, the usual check of a move generator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import pointboard.cli.needed  # noqa: F401 - what is missing is told

import typer

from pointboard.cli.answers import PerftAnswer, PerftMove
from pointboard.cli.job import Job
from pointboard.cli.options import AnyGameOption, ColorOption, FileOption, FromOption, JsonOption
from pointboard.cli.output import Color
from pointboard.cli.thinking import apart
from pointboard.game import Game

__all__ = ["perft"]

_DEEPEST = 100


def perft(
    arguments: Annotated[
        list[str],
        typer.Argument(metavar="[ID]... DEPTH", help="Positions, and the number of plies.", show_default=False),
    ],
    files: FileOption = None,
    divide: Annotated[bool, typer.Option("--divide", help="Split the count by the first move.")] = False,
    fast: Annotated[bool, typer.Option("--fast", help="Count with the compiled kernel, not move by move.")] = False,
    game: AnyGameOption = None,
    notation: FromOption = None,
    json: JsonOption = False,
    color: ColorOption = Color.AUTO,
) -> None:
    """Count the sequences of DEPTH legal moves from a position."""
    *ids, last = arguments
    depth = _depth(last)
    job = Job.of(ids, files, game=game, notation=notation, color=color, json=json)

    def answer(rules: Game[Any, Any], state: Any) -> None:  # noqa: ANN401 - any game's state
        count = _counter(rules, fast=fast)
        if rules.events is not None and depth > 1:
            raise typer.BadParameter(f"in {rules.title} dice come between moves: DEPTH is 0 or 1")
        split = None
        if divide:
            split = [
                PerftMove(rules.format_move(move), count(rules.apply(state, move), depth - 1))
                for move in (rules.legal(state) if depth else ())
            ]
        leaves = sum(row.leaves for row in split) if split and depth else count(state, depth)
        if json:
            job.out.value(PerftAnswer(rules.name, rules.main_notation.format(state), depth, leaves, split))
            return
        for row in split or ():
            job.out.line(f"{row.move} {row.leaves}")
        job.out.line(str(leaves), "bold")

    job.each_state(answer)


def _depth(text: str) -> int:
    """The number of plies, 0 to 100; a usage error for anything else."""
    if text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= _DEEPEST:
        return int(text)
    raise typer.BadParameter(f"the last argument is the depth, a number from 0 to {_DEEPEST}, found {text!r}")


def _counter(game: Game[Any, Any], *, fast: bool) -> Callable[[Any, int], int]:
    """What counts: the rules, each leaf made by ``apply``, or the game's kernel; a usage error where it has none."""
    if fast:
        if game.fast_perft is None:
            raise typer.BadParameter(f"{game.title} has no kernel for this")
        fast_perft = game.fast_perft
        return lambda state, depth: apart(fast_perft, state, depth)
    return lambda state, depth: _count(game, state, depth)


def _count(game: Game[Any, Any], state: Any, depth: int) -> int:  # noqa: ANN401 - any game's state
    if depth == 0:
        return 1
    return sum(_count(game, game.apply(state, move), depth - 1) for move in game.legal(state))
