"""What ``--json`` prints beyond the structs of the API: a check of a text, a count of move sequences, a record."""

# msgspec reads the annotations of a struct when it makes the class, so they are no strings here.
from collections.abc import Mapping
from typing import Any

import pointboard.cli.needed  # noqa: F401 - what is missing is told

from msgspec import Struct

from pointboard.api.schema import CODES, ErrorAnswer, OutcomeAnswer
from pointboard.errors import PointboardError, PositionError
from pointboard.game import Game, ReadLike, Records

__all__ = [
    "CheckAnswer",
    "PerftAnswer",
    "PerftMove",
    "RecordAnswer",
    "RecordFault",
    "RecordMove",
    "ReportAnswer",
    "problem_answers",
]


def problem_answers(error: PointboardError) -> list[ErrorAnswer]:
    """What an error says: one answer for each problem of an impossible position, one for any other error."""
    if not isinstance(error, PositionError):
        return [ErrorAnswer.of(error)]
    code = CODES[PositionError]
    return [ErrorAnswer(code, problem.field, problem.column, problem.message) for problem in error.problems]


class CheckAnswer(Struct, frozen=True):
    """A checked text: whether it is good, its notation and written form if so, every problem with it if not."""

    game: str
    text: str
    good: bool
    notation: str | None
    position: str | None
    problems: list[ErrorAnswer]

    @classmethod
    def of(cls, game: str, text: str, notation: str, position: str) -> "CheckAnswer":
        """The answer for a good text."""
        return cls(game, text, True, notation, position, [])  # noqa: FBT003 - the field stands beside its name above

    @classmethod
    def bad(cls, game: str, text: str, error: PointboardError) -> "CheckAnswer":
        """The answer for a text that raised ``error``."""
        return cls(game, text, False, None, None, problem_answers(error))  # noqa: FBT003


class PerftMove(Struct, frozen=True):
    """How many move sequences begin with a move."""

    move: str
    leaves: int


class PerftAnswer(Struct, frozen=True):
    """The number of move sequences of ``depth`` plies from a position; ``moves`` is null where no split was asked."""

    game: str
    position: str
    depth: int
    leaves: int
    moves: list[PerftMove] | None


class RecordMove(Struct, frozen=True):
    """A move of a record, the position after it, and what is said of it."""

    move: str
    position: str
    comment: str
    clock: str | None
    mark: str | None


class RecordFault(Struct, frozen=True):
    """The first error of a record: where it stands in the text, and in the game where it is a move (``ply`` from 1)."""

    error: str
    field: str | None
    line: int | None
    column: int | None
    ply: int | None
    move: str | None
    message: str

    @classmethod
    def of(cls, error: PointboardError) -> "RecordFault":
        """The answer for the error of a record."""
        known = ErrorAnswer.of(error)
        line, column, ply, move = (getattr(error, name, None) for name in ("line", "column", "ply", "move"))
        return cls(known.error, known.field, line, column, ply, move, getattr(error, "message", str(error)))


class RecordAnswer(Struct, frozen=True):
    """A whole game, or with ``error`` what came before the first error."""

    game: str
    format: str
    headers: dict[str, str]
    start: str
    comment: str
    moves: list[RecordMove]
    result: str | None
    outcome: OutcomeAnswer | None
    error: RecordFault | None

    @classmethod
    def of(cls, game: Game[Any, Any], records: Records, format_name: str, read: ReadLike) -> "RecordAnswer":
        """The answer for what was read of a record of ``game``."""
        record = read.record
        write = game.main_notation.format
        states = record.positions()
        return cls(
            game=game.name,
            format=format_name,
            headers=dict(records.headers(record)),
            start=write(states[0]),
            comment=record.comment,
            moves=[
                RecordMove(
                    records.told(ply, before)[1],
                    write(state),
                    ply.comment,
                    None if ply.clock is None else str(ply.clock),
                    None if ply.mark is None else str(ply.mark),
                )
                for ply, before, state in zip(record.plies, states, states[1:], strict=False)
            ],
            result=None if record.result is None else str(record.result),
            outcome=OutcomeAnswer.of(record.outcome()),
            error=None if read.error is None else RecordFault.of(read.error),
        )


class ReportAnswer(Struct, frozen=True):
    """A whole game and what its moves did; ``report`` is null where the record has an error."""

    game: str
    format: str
    headers: dict[str, str]
    report: dict[str, Any] | None
    error: RecordFault | None

    @classmethod
    def of(
        cls, game: Game[Any, Any], records: Records, format_name: str, read: ReadLike, report: Mapping[str, Any] | None
    ) -> "ReportAnswer":
        """The answer for a record of ``game`` and the plain data of its report."""
        return cls(
            game=game.name,
            format=format_name,
            headers=dict(records.headers(read.record)),
            report=None if report is None else dict(report),
            error=None if read.error is None else RecordFault.of(read.error),
        )
