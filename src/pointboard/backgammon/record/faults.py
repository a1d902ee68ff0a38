"""What can be wrong with a match record, and where: errors that know the line, the game and the ply."""

from __future__ import annotations

from typing import NamedTuple

from pointboard.errors import AmbiguousMoveError, IllegalMoveError, NotationError
from pointboard.scan import instance, line_ends, line_start

__all__ = [
    "MAX_BYTES",
    "AmbiguousPlayError",
    "Place",
    "RecordError",
    "RecordMoveError",
    "Spot",
    "check_size",
    "place_of",
]

MAX_BYTES = 50_000_000
"""The largest file of match records that is read."""


class Place(NamedTuple):
    """A line and a column of a text, both from 1; in a binary file line 1 and the number of the byte."""

    line: int
    column: int


class Spot(NamedTuple):
    """Which ply of a match is meant: the number of its game, and its own in the game, both from 1."""

    game: int
    ply: int

    def __str__(self) -> str:
        return f"game {self.game}, ply {self.ply}"


def place_of(text: str, offset: int) -> Place:
    r"""The place of the character number ``offset``, from 0.

    >>> place_of("ab\ncd", 4)
    Place(line=2, column=2)
    """
    return Place(line_ends(text, 0, offset) + 1, offset - line_start(text, offset) + 1)


class RecordError(NotationError):
    """The text is no match record, or contradicts itself; ``line`` and ``column`` count from 1.

    ``spot`` is the ply at which it was found, None outside of games.

    >>> error = RecordError("expected a score", field="score", place=Place(3, 7), text="...")
    >>> str(error), error.line
    ('score, line 3, column 7: expected a score', 3)
    """

    def __init__(self, message: str, *, field: str, place: Place, text: str, spot: Spot | None = None) -> None:
        super().__init__(message, field=field, column=place.column, text=text)
        at = "" if spot is None else f"{spot}, "
        self.args = (f"{at}{field}, line {place.line}, column {place.column}: {message}",)
        self.line = place.line
        self.spot = spot


class RecordMoveError(IllegalMoveError):
    """A ply of a record may not happen there: its game and number, what was written, and the reason.

    ``line`` and ``column`` say where it stands in the text, and are None where the record did not come from one.

    >>> str(RecordMoveError("the faces are 1 to 6", move="71: 8/5", spot=Spot(1, 3), place=Place(9, 7)))
    'line 9, column 7, game 1, ply 3, 71: 8/5: the faces are 1 to 6'
    """

    def __init__(self, reason: str, *, move: str, spot: Spot, place: Place | None = None) -> None:
        IllegalMoveError.__init__(self, reason, move=move, ply=spot.ply)
        at = "" if place is None else f"line {place.line}, column {place.column}, "
        self.args = (f"{at}{spot}, {move}: {reason}",)
        self.game = spot.game
        self.line = None if place is None else place.line
        self.column = None if place is None else place.column


class AmbiguousPlayError(RecordMoveError, AmbiguousMoveError):
    """A play of a record can be read as several; ``candidates`` lists them."""

    def __init__(
        self, reason: str, *, candidates: tuple[str, ...], move: str, spot: Spot, place: Place | None = None
    ) -> None:
        RecordMoveError.__init__(self, f"{reason}: {', '.join(candidates)}", move=move, spot=spot, place=place)
        self.candidates = candidates


def check_size(kind: type[str | bytes], data: str | bytes) -> None:
    """TypeError for what is no ``kind``, RecordError for more than ``MAX_BYTES``.

    >>> check_size(str, "small")
    """
    instance(kind, data)
    if len(data) > MAX_BYTES:
        message = f"expected at most {MAX_BYTES:,} bytes, found {len(data):,}"
        raise RecordError(message, field="file", place=Place(1, 1), text="")
