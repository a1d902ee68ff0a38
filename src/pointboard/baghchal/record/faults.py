"""What can be wrong with the text of a game record, and where: the errors that know a line and a ply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pointboard.baghchal.state import Side
from pointboard.errors import IllegalMoveError, NotationError, PositionError, Problem
from pointboard.scan import line_ends, line_start, member

__all__ = ["Place", "Places", "RecordError", "RecordMoveError", "RecordPositionError", "Turn", "found_at"]

_SHOWN = 20


class Place(NamedTuple):
    """A line and a column of a text, both from 1."""

    line: int
    column: int


class RecordError(NotationError):
    """The text is no game record, or contradicts itself; ``line`` and ``column`` count from 1.

    ``field`` names what is wrong: a header, a field of a position, a path like ``plies[3].move``.

    >>> error = RecordError("expected a move", field="move", place=Place(3, 7), text="...")
    >>> str(error), error.line
    ('move, line 3, column 7: expected a move', 3)
    """

    def __init__(self, message: str, *, field: str, place: Place, text: str) -> None:
        super().__init__(message, field=field, column=place.column, text=text)
        self.args = (f"{field}, line {place.line}, column {place.column}: {message}",)
        self.line = place.line


class RecordMoveError(IllegalMoveError):
    """A move of a record is not legal there: its ply and its side's move number (both from 1), and the rules' reason.

    ``line`` and ``column`` say where the move stands when the record was read from text, and are None otherwise.

    >>> str(RecordMoveError("C3 is not empty", move="mC3", turn=Turn(3, Side.GOAT, 2)))
    "ply 3 (goats' move 2), mC3: C3 is not empty"
    """

    def __init__(self, reason: str, *, move: str, turn: Turn, place: Place | None = None) -> None:
        super().__init__(reason, move=move, ply=turn.ply)
        at = "" if place is None else f"line {place.line}, column {place.column}, "
        self.args = (f"{at}{turn}, {move}: {reason}",)
        self.side = turn.side
        self.number = turn.number
        self.line = None if place is None else place.line
        self.column = None if place is None else place.column


class RecordPositionError(PositionError):
    """A position in a record cannot be; every problem is told with its ``line`` and its column, from 1.

    >>> problem = Problem("TIGERS", "board", "4 tigers needed, has 3", 1)
    >>> str(RecordPositionError((problem,), line=2, text="..."))
    'board, line 2, column 1: 4 tigers needed, has 3'
    """

    def __init__(self, problems: tuple[Problem, ...], *, line: int, text: str) -> None:
        super().__init__(problems, text=text)
        self.args = ("; ".join(f"{p.field}, line {line}, column {p.column}: {p.message}" for p in problems),)
        self.line = line


@dataclass(frozen=True, slots=True)
class Turn:
    """Which move of a record is meant: ``ply`` counts the record's moves from 1, ``number`` those of ``side``."""

    ply: int
    side: Side
    number: int

    def __post_init__(self) -> None:
        """Turn the text of a side into the side."""
        object.__setattr__(self, "side", member(Side, self.side, "side"))

    @property
    def mover(self) -> str:
        """The side in words: "goats" or "tigers".

        >>> Turn(2, Side.TIGER, 1).mover
        'tigers'
        """
        return "goats" if self.side is Side.GOAT else "tigers"

    def __str__(self) -> str:
        """The turn in words."""
        return f"ply {self.ply} ({self.mover}' move {self.number})"


class Places:
    """Finds lines and columns of offsets in a text; cheap when the offsets come in ascending order."""

    __slots__ = ("_line", "_offset", "text")

    def __init__(self, text: str) -> None:
        """Start at the first line of ``text``."""
        self.text = text
        self._offset = 0
        self._line = 1

    def at(self, offset: int) -> Place:
        r"""The place of the character number ``offset``, from 0.

        >>> Places("ab\ncd").at(4)
        Place(line=2, column=2)
        """
        if offset < self._offset:
            self._offset, self._line = 0, 1
        self._line += line_ends(self.text, self._offset, offset)
        self._offset = offset
        return Place(self._line, offset - line_start(self.text, offset) + 1)


def found_at(text: str, offset: int) -> str:
    """What stands at ``offset``, for a message: the word that begins there, shortened.

    >>> found_at("1. G33", 3), found_at("1.", 2)
    ("'G33'", 'the end of the text')
    """
    words = text[offset : offset + _SHOWN + 1].split(maxsplit=1)
    if not words:
        return "the end of the text"
    return repr(words[0] if len(words[0]) <= _SHOWN else words[0][:_SHOWN] + "...")
