"""What ``--json`` prints beyond the structs that the API has: a check of a text, a count of move sequences."""

# msgspec reads the annotations of a struct when it makes the class, so they are no strings here.
from msgspec import Struct

from pointboard.api.schema import ErrorAnswer
from pointboard.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    LossyConversionError,
    NotationError,
    PointboardError,
    PositionError,
)

__all__ = ["CheckAnswer", "PerftAnswer", "PerftMove", "error_answer", "error_answers"]

_CODES: tuple[tuple[type[PointboardError], str], ...] = (
    (NotationError, "notation"),
    (PositionError, "position"),
    (AmbiguousMoveError, "ambiguous_move"),
    (IllegalMoveError, "illegal_move"),
    (LossyConversionError, "lossy_conversion"),
    (PointboardError, "input"),
)


def error_answers(error: PointboardError) -> list[ErrorAnswer]:
    """What an error says: one answer for each of its problems, at least one."""
    code = next(code for kind, code in _CODES if isinstance(error, kind))
    if isinstance(error, PositionError):
        return [ErrorAnswer(code, problem.field, problem.column, problem.message) for problem in error.problems]
    field, column = getattr(error, "field", None), getattr(error, "column", None)
    message = error.message if isinstance(error, NotationError) else str(error)
    return [ErrorAnswer(code, field, column, message)]


def error_answer(error: PointboardError) -> ErrorAnswer:
    """The error in one answer: the place of its first problem, all of them in the message."""
    first = error_answers(error)[0]
    return ErrorAnswer(first.error, first.field, first.column, str(error))


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
        return cls(game, text, False, None, None, error_answers(error))  # noqa: FBT003


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
