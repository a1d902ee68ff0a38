"""Where things lie in an SVG picture, in units of the drawing, which is 788 wide whatever the size of the picture.

    strip of the upper player: name, pip count, score
    frame  | tray | 6 points | bar | 6 points | tray |
    strip of the lower player
    caption

The tray on the hand of the home boards takes the checkers that are borne off, the other one the cube.
"""

from __future__ import annotations

from typing import NamedTuple

from pointboard.backgammon.board import Side
from pointboard.backgammon.render.view import Hand, View
from pointboard.backgammon.rules import OFF

__all__ = [
    "BAR_X",
    "BOARD",
    "CUBE",
    "DIE",
    "FIELDS",
    "HEIGHT",
    "LONGEST",
    "MIDDLE",
    "POINT",
    "RADIUS",
    "STEP",
    "TRAYS",
    "WIDTH",
    "Box",
    "Spot",
    "caption_y",
    "column",
    "cube_spot",
    "dice_x",
    "off_spot",
    "point_spot",
    "slab",
    "spot_of",
    "strip_y",
    "tray_of",
]

WIDTH, HEIGHT = 788, 716
POINT = 46  # the width of a point
RADIUS = 22
STEP = 43  # from one checker of a stack to the next
LONGEST = 5  # the checkers of a stack that are drawn
DIE, CUBE = 48, 50


class Box(NamedTuple):
    """A rectangle."""

    x: int
    y: int
    width: int
    height: int


class Spot(NamedTuple):
    """A place in the drawing."""

    x: float
    y: float


BOARD = Box(8, 56, 772, 560)
"""The frame with all that is in it."""

_TRAY = 60
_TOP, _LOW = BOARD.y + 34, BOARD.y + BOARD.height - 34
_FIELD = 6 * POINT
TRAYS = {
    Hand.LEFT: Box(BOARD.x + 12, _TOP, _TRAY, _LOW - _TOP),
    Hand.RIGHT: Box(BOARD.x + BOARD.width - 12 - _TRAY, _TOP, _TRAY, _LOW - _TOP),
}
"""The hollows on either side."""

FIELDS = (Box(92, _TOP, _FIELD, _LOW - _TOP), Box(WIDTH - 92 - _FIELD, _TOP, _FIELD, _LOW - _TOP))
"""The two halves of the field."""

BAR_X = WIDTH / 2
MIDDLE = (_TOP + _LOW) / 2
_GAP = 40  # from the middle of the board to the first checker on the bar
_SLAB = 13


def column(view: View, point: int) -> float:
    """The middle of a point (1 to 24)."""
    at = (view.low() if point <= 12 else view.top()).index(point)
    return FIELDS[at // 6].x + POINT * (at % 6 + 0.5)


def point_spot(view: View, point: int, height: int) -> Spot:
    """The middle of the checker at ``height`` (0 at the edge, for a bar near the middle) on a point or bar (0, 25)."""
    height = min(height, LONGEST - 1)
    if point in (0, 25):
        away = _GAP + STEP * height
        return Spot(BAR_X, MIDDLE + away if point == 0 else MIDDLE - away)
    away = RADIUS + 1 + STEP * height
    return Spot(column(view, point), _LOW - away if point <= 12 else _TOP + away)


def tray_of(view: View) -> Box:
    """The tray for the checkers that are borne off."""
    return TRAYS[view.home]


def slab(view: View, side: Side, number: int) -> Box:
    """A checker that is borne off, seen from its edge; ``number`` 0 lies at the edge of the board."""
    tray = tray_of(view)
    away = 4 + _SLAB * number
    y = tray.y + tray.height - away - _SLAB if side is view.bottom else tray.y + away
    return Box(tray.x + 4, y + 1, tray.width - 8, _SLAB - 2)


def off_spot(view: View, side: Side) -> Spot:
    """Where the arrow of a checker that is borne off ends."""
    tray = tray_of(view)
    return Spot(tray.x + tray.width / 2, tray.y + (tray.height - 40 if side is view.bottom else 40))


def cube_spot(view: View, side: Side | None) -> Spot:
    """The middle of the cube of a side, or of nobody."""
    tray = TRAYS[Hand.LEFT if view.home is Hand.RIGHT else Hand.RIGHT]
    y = MIDDLE if side is None else tray.y + (tray.height - 36 if side is view.bottom else 36)
    return Spot(tray.x + tray.width / 2, y)


def dice_x(view: View, side: Side) -> float:
    """The middle of the half of the field on which a side rolls, the one on its right hand."""
    field = FIELDS[1 if side is view.bottom else 0]
    return field.x + field.width / 2


def strip_y(view: View, side: Side) -> int:
    """The middle of a player's strip."""
    return BOARD.y + BOARD.height + 25 if side is view.bottom else 29


def caption_y() -> int:
    """The base line of the caption."""
    return HEIGHT - 24


def spot_of(view: View, side: Side, pip: int, height: int) -> Spot:
    """The place of a checker of ``side`` on a pip (0 to 25, or ``OFF``)."""
    return off_spot(view, side) if pip == OFF else point_spot(view, view.pip(pip), height)
