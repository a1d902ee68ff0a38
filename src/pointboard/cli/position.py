"""Verbs about positions: identify, show, check, moves, convert."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import pointboard.cli.needed  # noqa: F401 - what is missing is told

import typer

from pointboard import files as disk
from pointboard.api.schema import ConvertAnswer, EventsAnswer, IdentifyAnswer, MovesAnswer, PositionAnswer
from pointboard.cli.answers import CheckAnswer
from pointboard.cli.inputs import Entry, find_notation, writer
from pointboard.cli.job import Job
from pointboard.cli.options import (
    AnyGameOption,
    ColorOption,
    FileOption,
    FromOption,
    Ids,
    JsonOption,
    StrictOption,
)
from pointboard.cli.output import Color
from pointboard.cli.words import outcome_words
from pointboard.errors import NotationError, PointboardError
from pointboard.game import Game

__all__ = ["check", "convert", "events", "identify", "moves", "show"]


def identify(
    ids: Ids = None,
    files: FileOption = None,
    json: JsonOption = False,
    color: ColorOption = Color.AUTO,
) -> None:
    """Say which game and notation a text is of: every one it may be, the likeliest first."""
    job = Job.of(ids, files, color=color, json=json)

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
    view: Annotated[
        list[str] | None,
        typer.Option(
            "--view", metavar="NAME=WORD", help="How to look at the board, such as bottom=B.", show_default=False
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it is there.")] = False,
    game: AnyGameOption = None,
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

    def answer(rules: Game[Any, Any], state: Any) -> None:  # noqa: ANN401 - any game's state
        seen = _view(rules, view or [])
        if json:
            job.out.value(PositionAnswer.of(rules, state))
        elif pretty:
            job.out.board(rules, state, **seen)
        elif svg is None:
            job.out.text(rules.render_text(state, **seen))
        elif drawn:
            raise typer.BadParameter("--svg takes one position")
        else:
            drawn.append(rules.render_svg(state, **seen))
            if str(svg) == "-":
                job.out.text(drawn[0])
            else:
                disk.write(svg, drawn[0].encode(), replace=force)

    job.each_state(answer)


def _view(game: Game[Any, Any], chosen: list[str]) -> dict[str, str]:
    """How to look at the board of a game, from NAME=WORD; a usage error for what the game does not know."""
    found = {}
    for choice in chosen:
        name, _, word = choice.partition("=")
        if word not in game.views.get(name, ()):
            known = ", ".join(f"{name}={word}" for name, words in game.views.items() for word in words)
            raise typer.BadParameter(f"{game.title} has no view {choice!r}; there are: {known or 'none'}")
        found[name] = word
    return found


def check(
    ids: Ids = None,
    files: FileOption = None,
    lax: Annotated[
        bool, typer.Option("--lax/--strict", help="Whether the forms of the notation's lax list are good.")
    ] = False,
    canonical: Annotated[
        bool, typer.Option("--canonical", help="Only the form that Pointboard writes is good.")
    ] = False,
    game: AnyGameOption = None,
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
            found = job.source.read(entry.text)
            written = found.notation.format(found.state)
            if canonical:
                _check_written(entry.text, written)
        except PointboardError as error:
            if json:
                job.out.value(CheckAnswer.bad(job.source.likeliest(entry.text)[0].name, entry.text, error))
            job.out.fault(entry, error, answered=json)
            return
        if json:
            job.out.value(CheckAnswer.of(found.game.name, entry.text, found.notation.name, written))
        else:
            job.out.line(f"ok {found.notation.name} {written}")

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
    game: AnyGameOption = None,
    notation: FromOption = None,
    strict: StrictOption = False,
    json: JsonOption = False,
    color: ColorOption = Color.AUTO,
) -> None:
    """List the legal moves: one line for each position, or with --after one for each move."""
    job = Job.of(ids, files, game=game, notation=notation, lax=not strict, color=color, json=json)

    def answer(rules: Game[Any, Any], state: Any) -> None:  # noqa: ANN401 - any game's state
        if json:
            job.out.value(MovesAnswer.of(rules, state))
            return
        legal = rules.legal(state)
        over = rules.outcome(state)
        if over is not None:
            job.out.line(f"- {outcome_words(over)}")
        elif not legal:
            job.out.line(f"- {rules.steps.idle(state)}")
        elif after:
            for move in legal:
                job.out.text(rules.format_move(move), "bold")
                job.out.line(f"\t{rules.main_notation.format(rules.apply(state, move))}")
        else:
            texts = [rules.format_move(move) for move in legal]
            job.out.line((", " if any(" " in text for text in texts) else " ").join(texts))

    job.each_state(answer)


def events(
    ids: Ids = None,
    files: FileOption = None,
    game: AnyGameOption = None,
    notation: FromOption = None,
    strict: StrictOption = False,
    json: JsonOption = False,
    color: ColorOption = Color.AUTO,
) -> None:
    """List everything that may happen in a position, one on a line: moves, rolls, doubles; play lets it happen."""
    job = Job.of(ids, files, game=game, notation=notation, lax=not strict, color=color, json=json)

    def answer(rules: Game[Any, Any], state: Any) -> None:  # noqa: ANN401 - any game's state
        found = EventsAnswer.of(rules, state)
        if json:
            job.out.value(found)
        elif not found.events:
            over = rules.outcome(state)
            job.out.line(f"- {outcome_words(over) if over else 'nothing can follow'}")
        for event in () if json else found.events:
            job.out.line(event)

    job.each_state(answer)


def convert(
    to: Annotated[str, typer.Option("--to", metavar="NOTATION", help="The notation to write.")],
    ids: Ids = None,
    files: FileOption = None,
    notation: FromOption = None,
    strict: Annotated[bool, typer.Option("--strict", help="Refuse a conversion that loses something.")] = False,
    game: AnyGameOption = None,
    json: JsonOption = False,
    color: ColorOption = Color.AUTO,
) -> None:
    """Write positions in another notation; what it cannot hold is told on standard error."""
    job = Job.of(ids, files, game=game, notation=notation, color=color, json=json)
    find_notation(job.source.game, to)
    meant = writer(to)

    def answer(entry: Entry) -> None:
        found = job.source.towards(meant, entry.text).read(entry.text)
        conversion = found.game.convert(found.text, to, source=found.notation.name, strict=strict)
        if json:
            job.out.value(ConvertAnswer.of(found.game, conversion))
        else:
            job.out.line(conversion.text)
        if conversion.losses:
            lost = ", ".join(conversion.losses)
            job.out.note(f"{entry.place}: {conversion.source} to {conversion.target} loses: {lost}")

    job.each(answer)
