"""Verbs about positions: identify, show, check, moves, convert."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pointboard import files as disk
from pointboard.api.schema import ConvertAnswer, IdentifyAnswer, MovesAnswer, PositionAnswer
from pointboard.cli.answers import CheckAnswer
from pointboard.cli.inputs import Entry, find_notation
from pointboard.cli.job import Job
from pointboard.cli.options import (
    DEFAULT_GAME,
    ColorOption,
    FileOption,
    FromOption,
    GameOption,
    Ids,
    JsonOption,
    StrictOption,
)
from pointboard.cli.output import Color
from pointboard.cli.words import outcome_words
from pointboard.errors import NotationError, PointboardError

__all__ = ["check", "convert", "identify", "moves", "show"]


def identify(
    ids: Ids = None,
    files: FileOption = None,
    json: JsonOption = False,
    color: ColorOption = Color.AUTO,
) -> None:
    """Say which game and notation a text is of: every one it may be, the likeliest first."""
    job = Job.of(ids, files, game=DEFAULT_GAME, color=color, json=json)

    def answer(entry: Entry) -> None:
        found = IdentifyAnswer.of(entry.text)
        if not found.found:
            job.source.read(entry.text)  # says where the text leaves the grammar
        if job.out.json:
            job.out.value(found)
            return
        for row in found.found:
            job.out.text(f"{row.game} {row.notation}", "bold")
            job.out.line(f"  {row.position or f'no position: {row.problem}'}")

    job.each(answer)


def show(
    ids: Ids = None,
    files: FileOption = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write a picture to FILE; - is standard output.")
    ] = None,
    pretty: Annotated[bool, typer.Option("--pretty", help="Draw for a terminal, with colours.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it is there.")] = False,
    game: GameOption = DEFAULT_GAME,
    notation: FromOption = None,
    strict: StrictOption = False,
    json: JsonOption = False,
    color: ColorOption = Color.AUTO,
) -> None:
    """Show the board: as text, for a terminal, as a picture, or as data."""
    if (svg is not None) + pretty + json > 1:
        raise typer.BadParameter("--svg, --pretty and --json are three ways to show a position; give one")
    job = Job.of(ids, files, game=game, notation=notation, lax=not strict, color=color, json=json)
    drawn: list[str] = []

    def answer(state: Any) -> None:  # noqa: ANN401 - any game's state
        if json:
            job.out.value(PositionAnswer.of(job.game, state))
        elif pretty:
            job.out.board(job.game, state)
        elif svg is None:
            job.out.text(job.game.render_text(state))
        elif drawn:
            raise typer.BadParameter("--svg takes one position")
        else:
            drawn.append(job.game.render_svg(state))
            if str(svg) == "-":
                job.out.text(drawn[0])
            else:
                disk.write(svg, drawn[0].encode(), replace=force)

    job.each_state(answer)


def check(
    ids: Ids = None,
    files: FileOption = None,
    lax: Annotated[
        bool, typer.Option("--lax/--strict", help="Whether the forms of the notation's lax list are good.")
    ] = False,
    canonical: Annotated[
        bool, typer.Option("--canonical", help="Only the form that Pointboard writes is good.")
    ] = False,
    game: GameOption = DEFAULT_GAME,
    notation: FromOption = None,
    json: JsonOption = False,
    color: ColorOption = Color.AUTO,
) -> None:
    """Check positions: each good one is printed in its written form, of each bad one every problem is told."""
    if lax and canonical:
        raise typer.BadParameter("--lax and --canonical contradict each other")
    job = Job.of(ids, files, game=game, notation=notation, lax=lax, color=color, json=json)

    def answer(entry: Entry) -> None:
        try:
            found, state = job.source.read(entry.text)
            written = found.format(state)
            if canonical:
                _check_written(entry.text, written)
        except PointboardError as error:
            if json:
                job.out.value(CheckAnswer.bad(job.game.name, entry.text, error))
            job.out.fault(entry, error, answered=json)
            return
        if json:
            job.out.value(CheckAnswer.of(job.game.name, entry.text, found.name, written))
        else:
            job.out.line(f"ok {found.name} {written}")

    job.each(answer)


def _check_written(text: str, written: str) -> None:
    """NotationError at the first character that is not as ``written`` has it."""
    if text == written:
        return
    column = next((i for i, (a, b) in enumerate(zip(text, written, strict=False), 1) if a != b), None)
    at = column or min(len(text), len(written)) + 1
    raise NotationError(f"expected the written form {written!r}", field="text", column=at, text=text)


def moves(
    ids: Ids = None,
    files: FileOption = None,
    after: Annotated[
        bool, typer.Option("--after", "-a", help="One line for each move, with the position after it.")
    ] = False,
    game: GameOption = DEFAULT_GAME,
    notation: FromOption = None,
    strict: StrictOption = False,
    json: JsonOption = False,
    color: ColorOption = Color.AUTO,
) -> None:
    """List the legal moves: one line for each position, or with --after one for each move."""
    job = Job.of(ids, files, game=game, notation=notation, lax=not strict, color=color, json=json)

    def answer(state: Any) -> None:  # noqa: ANN401 - any game's state
        rules = job.game
        if json:
            job.out.value(MovesAnswer.of(rules, state))
            return
        legal = rules.legal(state)
        over = rules.outcome(state)
        if over is not None:
            job.out.line(f"- {outcome_words(over)}")
        elif after:
            for move in legal:
                job.out.text(rules.format_move(move), "bold")
                job.out.line(f"\t{rules.main_notation.format(rules.apply(state, move))}")
        else:
            job.out.line(" ".join(rules.format_move(move) for move in legal))

    job.each_state(answer)


def convert(
    to: Annotated[str, typer.Option("--to", metavar="NOTATION", help="The notation to write.")],
    ids: Ids = None,
    files: FileOption = None,
    notation: FromOption = None,
    strict: Annotated[bool, typer.Option("--strict", help="Refuse a conversion that loses something.")] = False,
    game: GameOption = DEFAULT_GAME,
    json: JsonOption = False,
    color: ColorOption = Color.AUTO,
) -> None:
    """Write positions in another notation; what it cannot hold is told on standard error."""
    job = Job.of(ids, files, game=game, notation=notation, color=color, json=json)
    target = find_notation(job.game, to)

    def answer(entry: Entry) -> None:
        found, state = job.source.read(entry.text)
        conversion = job.game.convert(found.format(state), target.name, source=found.name, strict=strict)
        if json:
            job.out.value(ConvertAnswer.of(job.game, conversion))
        else:
            job.out.line(conversion.text)
        if conversion.losses:
            lost = ", ".join(conversion.losses)
            job.out.note(f"{entry.place}: {conversion.source} to {conversion.target} loses: {lost}")

    job.each(answer)
