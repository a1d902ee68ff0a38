"""The errors that Pointboard raises.

    ValueError
    └── PointboardError
        ├── NotationError          the text is not of the grammar: field, column, text
        ├── PositionError          the text reads, but no such position can be: every problem
        ├── IllegalMoveError       the move reads, but the rules forbid it here: the reason
        │   └── AmbiguousMoveError several moves fit the text: the candidates
        ├── LossyConversionError   the target format cannot hold the position: what would be lost
        ├── TableError             a table of proved values cannot be used: the file, and what to do
        └── EngineError            another program that was asked does not answer as it should: why
    ImportError
    └── MissingExtraError          a part that needs an optional dependency: the extra to install

They stand in a module of their own, at the bottom of the house, so that nothing has to import a game to catch one.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

__all__ = [
    "AmbiguousMoveError",
    "EngineError",
    "IllegalMoveError",
    "LossyConversionError",
    "MissingExtraError",
    "NotationError",
    "PointboardError",
    "PositionError",
    "Problem",
    "TableError",
]


def _again(kind: type[BaseException], args: tuple[object, ...], held: dict[str, object]) -> BaseException:
    """The error that was taken apart: an error is made of more than the message that Python keeps of it."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(held)
    return error


class PointboardError(ValueError):
    """The base of every error about input.

    Errors can be pickled and copied, so that they come whole out of other processes.
    """

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.args, self.__dict__)


class NotationError(PointboardError):
    """The text does not follow the grammar of the notation.

    ``field`` names the part of the notation, ``column`` counts characters from 1, ``text`` is the whole input.

    >>> NotationError("expected T, G or X, found 'B'", field="board", column=1, text="BXXXB").column
    1
    """

    def __init__(self, message: str, *, field: str, column: int, text: str) -> None:
        super().__init__(f"{field}, column {column}: {message}")
        self.message = message
        self.field = field
        self.column = column
        self.text = text


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason why a position cannot be.

    ``flag`` is a word of the game's own list of problems (an enum whose values are strings), ``field`` the part of the
    position it is about, ``message`` a sentence; ``column`` (from 1) is known when the position was read from text.
    """

    flag: str
    field: str
    message: str
    column: int | None = None


class PositionError(PointboardError):
    """The position cannot be; ``problems`` lists every reason at once, in the order of the fields."""

    def __init__(self, problems: tuple[Problem, ...], *, text: str | None = None) -> None:
        super().__init__("; ".join(f"{p.field}: {p.message}" for p in problems))
        self.problems = problems
        self.text = text

    @property
    def field(self) -> str:
        """The field of the first problem."""
        return self.problems[0].field

    @property
    def column(self) -> int | None:
        """The column of the first problem, None where the position did not come from text."""
        return self.problems[0].column


class IllegalMoveError(PointboardError):
    """The rules forbid the move here; the message says why.

    ``move`` is the move's text. ``ply`` counts the moves of a sequence from 1 and is None for a single move.
    """

    def __init__(self, message: str, *, move: str | None = None, ply: int | None = None) -> None:
        super().__init__(f"ply {ply}, {move}: {message}" if ply is not None else message)
        self.message = message
        self.move = move
        self.ply = ply


class AmbiguousMoveError(IllegalMoveError):
    """More than one legal move fits the text; ``candidates`` lists them."""

    def __init__(self, message: str, *, candidates: tuple[str, ...], move: str | None = None) -> None:
        super().__init__(f"{message}: {', '.join(candidates)}", move=move)
        self.candidates = candidates


class LossyConversionError(PointboardError):
    """The target format cannot hold all of the position; ``losses`` names what it cannot."""

    def __init__(self, message: str, *, losses: tuple[str, ...]) -> None:
        super().__init__(f"{message}: {', '.join(losses)}")
        self.losses = losses


class TableError(PointboardError):
    """A file of proved values is missing, cut, changed or in use; the message names it and says what to do.

    ``path`` is the file or the folder.
    """

    def __init__(self, message: str, path: Path) -> None:
        super().__init__(message)
        self.message = message
        self.path = path


class EngineError(PointboardError):
    """Another program that was asked died, took too long, or said what makes no sense; the message says which."""


class MissingExtraError(ImportError):
    """A part of Pointboard needs packages that are not installed; ``extra`` names the extra that brings them."""

    def __init__(self, extra: str, package: str) -> None:
        super().__init__(
            f"{package} is not installed; install it with: pip install 'pointboard[{extra}]'", name=package
        )
        self.extra = extra

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.extra, self.name), self.__dict__
