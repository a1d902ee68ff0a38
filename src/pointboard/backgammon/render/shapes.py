"""The parts of an SVG picture: points, checkers, dice, the cube, arrows; each a piece of SVG as text."""

from __future__ import annotations

import re
from html import escape
from math import hypot

from pointboard.backgammon.board import Side
from pointboard.backgammon.render.places import BOARD, CUBE, DIE, FIELDS, POINT, RADIUS, STEP, TRAYS, Box, Spot
from pointboard.backgammon.render.theme import Theme
from pointboard.wording import breadth

__all__ = ["arrow", "board", "checker", "cross", "cube", "die", "escaped", "ghost", "short", "slab_of", "words"]

_FONT = 'font-family="system-ui,sans-serif"'
_HEIGHT = 222  # of the triangle of a point
_LETTER = 0.56  # the width of a letter, in parts of the size of the type


def short(value: float) -> str:
    """A number with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")


# Characters that XML cannot hold, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text: str) -> str:
    """Any text as XML can hold it."""
    return escape(_NOT_XML.sub("\ufffd", text))


def words(  # noqa: PLR0913 (what a line of words has)
    text: str,
    spot: Spot,
    size: int,
    color: str,
    *,
    anchor: str = "middle",
    bold: bool = False,
    room: float | None = None,
) -> str:
    """A line of words on the base line of ``spot``; one that is wider than its ``room`` is squeezed into it."""
    squeeze = ""
    if room is not None and breadth(text) * size * _LETTER > room:
        squeeze = f' textLength="{short(room)}" lengthAdjust="spacingAndGlyphs"'
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{short(spot.x)}" y="{short(spot.y)}" fill="{color}" {_FONT} font-size="{size}"{weight} '
        f'text-anchor="{anchor}"{squeeze}>{escaped(text)}</text>'
    )


def _rect(box: Box, radius: int, style: str) -> str:
    return f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" rx="{radius}" {style}/>'


def board(theme: Theme) -> str:
    """The frame, the trays, the field and its points, without numbers."""
    edge = f'stroke="{theme.line}" stroke-width="2"'
    parts = [_rect(BOARD, 14, f'fill="{theme.frame}" {edge}')]
    parts += [
        _rect(tray, 8, f'fill="{theme.tray}" stroke="{theme.line}" stroke-width="1.5"') for tray in TRAYS.values()
    ]
    parts += [_rect(field, 0, f'fill="{theme.felt}"') for field in FIELDS]
    for low, color in ((0, theme.point), (1, theme.other)):
        path = []
        for field in FIELDS:
            for at in range(6):
                left = field.x + POINT * at
                tip = left + POINT // 2
                if at % 2 == low:
                    path.append(f"M{left} {field.y}L{tip} {field.y + _HEIGHT}L{left + POINT} {field.y}Z")
                else:
                    foot = field.y + field.height
                    path.append(f"M{left} {foot}L{tip} {foot - _HEIGHT}L{left + POINT} {foot}Z")
        joint = f'stroke="{theme.line}" stroke-width="1.2" stroke-linejoin="round"'
        parts.append(f'<path fill="{color}" {joint} d="{"".join(path)}"/>')
    parts += [_rect(field, 0, f'fill="none" {edge}') for field in FIELDS]
    return "".join(parts)


def _colors(side: Side, theme: Theme) -> tuple[str, str]:
    """The colour of a side, and of what is drawn on it."""
    return (theme.white, theme.white_mark) if side is Side.WHITE else (theme.black, theme.black_mark)


def checker(side: Side, spot: Spot, theme: Theme, *, label: str = "", radius: int = RADIUS - 1) -> str:
    """A checker: a disc with a ring, in place of the ring a number where it has one."""
    fill, mark = _colors(side, theme)
    at = f'cx="{short(spot.x)}" cy="{short(spot.y)}"'
    disc = f'<circle {at} r="{radius}" fill="{fill}" stroke="{theme.rim}" stroke-width="2"/>'
    if label:
        size = 26 if len(label) < 3 else 18
        return disc + words(label, Spot(spot.x, spot.y + size * 0.35), size, mark, bold=True)
    ring = f'fill="none" stroke="{mark}" stroke-width="1.5" stroke-opacity=".55"'
    return f'{disc}<circle {at} r="{radius * 2 // 3}" {ring}/>'


def slab_of(side: Side, box: Box, theme: Theme) -> str:
    """A checker that is borne off."""
    fill, _ = _colors(side, theme)
    return _rect(box, 4, f'fill="{fill}" stroke="{theme.rim}" stroke-width="1.5"')


def _square(spot: Spot, size: int, style: str) -> str:
    return (
        f'<rect x="{short(spot.x - size / 2)}" y="{short(spot.y - size / 2)}" width="{size}" height="{size}" '
        f'rx="{size // 6}" {style}/>'
    )


_SPOTS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}  # a-i, row by row


def die(side: Side, face: int, spot: Spot, theme: Theme) -> str:
    """A die in the colour of its side; a face that no die has stands as a number."""
    fill, mark = _colors(side, theme)
    square = _square(spot, DIE, f'fill="{fill}" stroke="{theme.rim}" stroke-width="2"')
    if face not in _SPOTS:
        return square + words(str(face), Spot(spot.x, spot.y + 9), 26, mark, bold=True, room=DIE - 8)
    dots = []
    for letter in _SPOTS[face]:
        row, across = divmod(ord(letter) - ord("a"), 3)
        at = f'cx="{short(spot.x + 13 * (across - 1))}" cy="{short(spot.y + 13 * (row - 1))}"'
        dots.append(f'<circle {at} r="4.6" fill="{mark}"/>')
    return square + "".join(dots)


def cube(text: str, spot: Spot, theme: Theme, *, offered: bool, dead: bool) -> str:
    """The cube; an offered one has a coloured edge, a dead one is struck out."""
    edge = f'stroke="{theme.act}" stroke-width="5"' if offered else f'stroke="{theme.cube_mark}" stroke-width="2"'
    drawn = _square(spot, CUBE, f'fill="{theme.cube}" {edge}')
    size = 30 if len(text) < 3 else 22 if len(text) < 4 else 18
    drawn += words(text, Spot(spot.x, spot.y + size * 0.35), size, theme.cube_mark, bold=True, room=CUBE - 6)
    if dead:
        x, y, reach = spot.x, spot.y, CUBE / 2 - 5
        line = f"M{short(x - reach)} {short(y + reach)}L{short(x + reach)} {short(y - reach)}"
        drawn += f'<path stroke="{theme.act}" stroke-width="5" stroke-linecap="round" d="{line}"/>'
    return drawn


def cross(spot: Spot, theme: Theme) -> str:
    """The mark of a checker that is hit."""
    x, y = spot
    left, right, top, foot = map(short, (x - 9, x + 9, y - 9, y + 9))
    path = f"M{left} {top}L{right} {foot}M{right} {top}L{left} {foot}"
    return (
        f'<path fill="none" stroke="{theme.halo}" stroke-width="9" stroke-linecap="round" d="{path}"/>'
        f'<path fill="none" stroke="{theme.hint}" stroke-width="5" stroke-linecap="round" d="{path}"/>'
    )


def ghost(spot: Spot, theme: Theme) -> str:
    """The place where a checker lands."""
    at = f'cx="{short(spot.x)}" cy="{short(spot.y)}" r="{RADIUS - 3}" fill="none"'
    return (
        f'<circle {at} stroke="{theme.halo}" stroke-width="7"/>'
        f'<circle {at} stroke="{theme.hint}" stroke-width="3.5" stroke-dasharray="8 5"/>'
    )


def arrow(source: Spot, target: Spot, theme: Theme) -> str:
    """An arrow from one place to another; nothing where there is no room for one."""
    across, down = target.x - source.x, target.y - source.y
    length = hypot(across, down)
    if length < STEP / 2:
        return ""
    across, down = across / length, down / length

    def at(along: float, aside: float) -> str:
        return f"{short(source.x + along * across - aside * down)} {short(source.y + along * down + aside * across)}"

    tip, neck = length - 6, max(length - 26, 0)
    shape = f"M{at(0, 3)}L{at(neck, 3)}L{at(neck, 12)}L{at(tip, 0)}L{at(neck, -12)}L{at(neck, -3)}L{at(0, -3)}Z"
    edge = f'stroke="{theme.halo}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
    return f'<path fill="{theme.hint}" {edge} d="{shape}"/>'
