"""The verb best: the engine's move, and how it is known."""

from __future__ import annotations

from typing import Annotated, Any

import pointboard.cli.needed  # noqa: F401 - what is missing is told

import typer

from pointboard.api.schema import BestAnswer
from pointboard.cli.job import Job
from pointboard.cli.options import (
    AnyGameOption,
    ColorOption,
    DepthOption,
    EngineOption,
    FileOption,
    FromOption,
    Ids,
    JsonOption,
    LevelOption,
    NodesOption,
    SecondsOption,
    SeedOption,
    StrictOption,
)
from pointboard.cli.output import Color, Output
from pointboard.cli.thinking import think
from pointboard.cli.values import whole
from pointboard.cli.words import (
    chances_words,
    evidence_words,
    known_words,
    line_words,
    mistake_words,
    outcome_words,
    result_words,
)
from pointboard.errors import PointboardError
from pointboard.game import Choice, Game, check_limits
from pointboard.scan import shown
from pointboard.values import Decision

__all__ = ["best", "fit", "limits"]


_MOST_LEVELS = 8


def limits(  # each is an option of its own
    level: str | None,
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    seed: int,
    engine: str | None = None,
) -> dict[str, Any]:
    """The limits of a search that were given, by their names; a usage error for those that do not go together."""
    try:
        check_limits(level, depth, nodes)
    except PointboardError as error:
        raise typer.BadParameter(str(error)) from None
    given = {"engine": engine, "level": level, "depth": depth, "nodes": nodes, "seconds": seconds}
    return {**{name: value for name, value in given.items() if value is not None}, "seed": seed}


def fit(game: Game[Any, Any], search: dict[str, Any]) -> dict[str, Any]:
    """The limits as a game takes them: levels are numbers, or the words of its engines; a usage error for others."""
    if game.engines:
        engine, level = search.get("engine"), search.get("level")
        if engine is not None and engine not in game.engines:
            said = f"no engine is called {shown(engine)}; there are: {', '.join(game.engines)}"
            raise typer.BadParameter(said, param_hint="'--engine'")
        known = [name for one, levels in game.engines.items() if engine in (None, one) for name in levels]
        if level is not None and level.replace("-", "") not in [name.replace("-", "") for name in known]:
            said = f"expected a level, one of {', '.join(known)}, found {shown(level)}"
            raise typer.BadParameter(said, param_hint="'--level'")
        return search
    if "engine" in search:
        raise typer.BadParameter(f"{game.title} has one engine, which has no name", param_hint="'--engine'")
    if "level" in search:
        return {**search, "level": whole(1, _MOST_LEVELS)(search["level"])}
    return search


def best(
    ids: Ids = None,
    files: FileOption = None,
    level: LevelOption = None,
    depth: DepthOption = None,
    nodes: NodesOption = None,
    seconds: SecondsOption = None,
    engine: EngineOption = None,
    seed: SeedOption = 0,
    lines: Annotated[
        int, typer.Option("--lines", parser=whole(1, 100), metavar="N", help="Rank the N best moves.")
    ] = 1,
    game: AnyGameOption = None,
    notation: FromOption = None,
    strict: StrictOption = False,
    json: JsonOption = False,
    color: ColorOption = Color.AUTO,
) -> None:
    """Find the best move, or with --level what that level plays, and say how it is known.

    The same limits and seed give the same answer.
    """
    search = {**limits(level, depth, nodes, seconds, seed, engine), "lines": lines}
    job = Job.of(ids, files, game=game, notation=notation, lax=not strict, color=color, json=json)

    def answer(rules: Game[Any, Any], state: Any) -> None:  # noqa: ANN401 - any game's state
        choice = think(rules, state, **fit(rules, search))
        if json:
            job.out.value(BestAnswer.of(rules, choice))
        else:
            _say(job.out, rules, choice, level)

    job.each_state(answer)


def _say(out: Output, game: Game[Any, Any], choice: Choice[Any, Any], level: str | None) -> None:
    """The move on a line of its own, the position after it, and how it is known; then the ranked moves."""
    if choice.decision is not None:
        _say_decision(out, game, choice, choice.decision)
        return
    if choice.move is None:
        out.line("-" if choice.outcome is None else f"- {outcome_words(choice.outcome)}")
        return
    out.text(game.format_move(choice.move), "bold green")
    out.line(f"  {result_words(choice)}  ({evidence_words(choice)})")
    mistake = mistake_words(game, choice, level)
    if mistake is not None:
        out.line(f"  {mistake}", "yellow")
    if choice.note:
        out.line(f"  {choice.note}", "yellow")
    over = game.outcome(choice.after)
    if over is not None:
        out.line(f"  {outcome_words(over)}")
    out.line(f"  {game.main_notation.format(choice.after)}")
    for rank, line in enumerate(choice.lines, 1):
        out.line(f"  {rank}. {line_words(game, line)}")


def _say_decision(out: Output, game: Game[Any, Any], choice: Choice[Any, Any], decision: Decision) -> None:
    """What is decided, how that is known and the position after it; then each option with its equity and loss."""
    out.text(decision.verdict, "bold green")
    out.line(f"  {decision.value.equity:+.3f}  ({known_words(decision.value.known)})")
    if choice.note:
        out.line(f"  {choice.note}", "yellow")
    if decision.value.chances is not None:
        out.line(f"  {chances_words(decision.value.chances)}")
    out.line(f"  {game.main_notation.format(choice.after)}")
    for rank, option in enumerate(decision.options, 1):
        out.line(f"  {rank}. {option.equity:+.3f}  {-option.loss or 0.0:+.3f}  {option.name}")
