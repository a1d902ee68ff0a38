"""What ``--json`` prints beyond the structs that the API has: a check of a text, a count of move sequences."""

# msgspec reads the annotations of a struct when it makes the class, so they are no strings here.
from msgspec import Struct

from pointboard.api.schema import CODES, ErrorAnswer
from pointboard.errors import PointboardError, PositionError

__all__ = ["CheckAnswer", "PerftAnswer", "PerftMove", "problem_answers"]


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
