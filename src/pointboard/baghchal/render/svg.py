"""Positions as SVG: for pages, notebooks and print.

The board is drawn from its own lines, in the specification's frame: columns A-E from left to right, rows 1-5 from the
top down. Nothing hangs on colour alone: tigers and goats are different heads; the last move is drawn solid (a ring
around a placed goat, an arrow for a step, an arrow and a crossed circle for a jump), hints are dashed or have a plus.
A picture has a title and a description for those who hear it read out. It holds no script, no style sheet, no font and
no address of another host, so it can be put into any page.

``render`` draws anything that a ``State`` can hold, possible or not: a point with two pieces shows both, what lies off
the 25 points is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from hashlib import blake2s
from html import escape
from math import hypot

from pointboard.baghchal.board import LINES, POINT_COUNT
from pointboard.baghchal.render.english import ENGLISH
from pointboard.baghchal.render.text import counts, describe, headline, in_front, move_words
from pointboard.baghchal.state import Move, Side, State
from pointboard.errors import PointboardError
from pointboard.scan import instance, shown
from pointboard.wording import Words, breadth

__all__ = [
    "CONTRAST",
    "DARK",
    "LIGHT",
    "PAGE",
    "PRINT",
    "SIZES",
    "THEMES",
    "Picture",
    "Theme",
    "drawings",
    "escaped",
    "render",
]

SIZES = (16, 4096)
"""The least and the greatest width of a picture, in pixels."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture, each as SVG writes a colour; they are written into the picture as they stand.

    ``ground`` is behind everything, ``panel`` under the board, ``line`` its lines, ``ink`` the words; of the heads
    ``tiger`` and ``goat`` are the coats, ``stripe`` and ``outline`` what is drawn on them, ``muzzle`` and ``horn`` the
    parts of another colour; ``last`` marks the last move, ``hint`` the hints.
    """

    ground: str
    panel: str
    line: str
    ink: str
    tiger: str
    stripe: str
    muzzle: str
    goat: str
    outline: str
    horn: str
    last: str
    hint: str


LIGHT = Theme(
    ground="#fbf7ef", panel="#eddcb9", line="#8a6d46", ink="#33261a", tiger="#e8862a", stripe="#33190a",
    muzzle="#fff1dc", goat="#fffdf8", outline="#42372c", horn="#8d8174", last="#b3261e", hint="#1f6f54",
)  # fmt: skip
"""Wood and paper."""

DARK = Theme(
    ground="#1c1a17", panel="#3a3128", line="#a58d6c", ink="#f1e9dc", tiger="#f0923a", stripe="#2a1507",
    muzzle="#ffe9cf", goat="#f6f1e7", outline="#1b1713", horn="#b3a695", last="#ff8a75", hint="#6fd6ad",
)  # fmt: skip
"""The same by night."""

CONTRAST = Theme(
    ground="#ffffff", panel="#ffffff", line="#000000", ink="#000000", tiger="#ffb000", stripe="#000000",
    muzzle="#ffffff", goat="#ffffff", outline="#000000", horn="#000000", last="#b00020", hint="#0033cc",
)  # fmt: skip
"""High contrast: black lines on white, and colours that the colour-blind can tell apart."""

PRINT = Theme(
    ground="#ffffff", panel="#ffffff", line="#000000", ink="#000000", tiger="#9d9d9d", stripe="#000000",
    muzzle="#ffffff", goat="#ffffff", outline="#000000", horn="#888888", last="#000000", hint="#000000",
)  # fmt: skip
"""Black, white and grey: grey tigers, white goats."""

PAGE = Theme(**{name: f"var(--baghchal-{name}, {color})" for name, color in asdict(LIGHT).items()})
"""Colours that the style sheet of the page around the picture sets; those of ``LIGHT`` where it does not."""

THEMES: Mapping[str, Theme] = {"light": LIGHT, "dark": DARK, "contrast": CONTRAST, "print": PRINT, "page": PAGE}
"""The themes by name."""

# Lengths in units of the drawing, which is 412 wide whatever the size of the picture.
_WIDTH, _HEIGHT = 412, 474
_EDGE, _STEP = 64, 75  # A1 lies at (64, 64), its neighbours 75 away
_PANEL, _PANEL_SIDE = 28, 372
_HEAD = 30  # half the height of a head
_RING = 33

# The heads, about (0, 0), 60 wide and high. {0} the coat, {1} the dark parts, {2} the part of another colour.
_TIGER = (
    '<g stroke="{1}" stroke-width="2.5" stroke-linejoin="round"><g fill="{0}">'
    '<circle cx="-18" cy="-18" r="9.5"/><circle cx="18" cy="-18" r="9.5"/></g>'
    '<path fill="{0}" d="M0-24C15-24 25-15 27-1L30 8 25 10 27 16 20 18C15 25 8 28 0 28S-15 25-20 18L-27 16-25 10-30 8'
    '-27-1C-25-15-15-24 0-24Z"/></g>'
    '<g fill="{1}"><path d="M-3-24H3L0-9ZM-13-20-8-23-6-11ZM13-20 8-23 6-11ZM-28-2-17 1-28 5ZM28-2 17 1 28 5Z'
    'M-25 12-16 9-22 17ZM25 12 16 9 22 17Z"/></g>'
    '<path fill="{2}" d="M0 8C10 5 16 12 14 18 11 26-11 26-14 18-16 12-10 5 0 8Z"/>'
    '<path fill="{1}" d="M-6 7H6L0 14Z"/><circle fill="{1}" cx="-10" cy="-2" r="3.6"/>'
    '<circle fill="{1}" cx="10" cy="-2" r="3.6"/>'
    '<path fill="none" stroke="{1}" stroke-width="2" stroke-linecap="round" d="M0 13V18M-6 20Q-2 22 0 18Q2 22 6 20"/>'
)
_GOAT = (
    '<g stroke="{1}" stroke-width="2.5" stroke-linejoin="round">'
    '<path fill="{2}" d="M4-13C4-25 14-32 26-27 19-25 14-20 13-10ZM-4-13C-4-25-14-32-26-27-19-25-14-20-13-10Z"/>'
    '<path fill="{0}" d="M11-9C19-13 26-10 29-3 23 2 15 1 10-2Z'
    'M-11-9C-19-13-26-10-29-3-23 2-15 1-10-2ZM-6 18 0 31 6 18Z"/>'
    '<path fill="{0}" d="M-13-12C-8-17 8-17 13-12 14-2 12 7 10 15 8 24-8 24-10 15-12 7-14-2-13-12Z"/></g>'
    '<g fill="{1}"><ellipse cx="-7" cy="-4" rx="2.6" ry="3.4"/><ellipse cx="7" cy="-4" rx="2.6" ry="3.4"/></g>'
    '<path fill="none" stroke="{1}" stroke-width="2" stroke-linecap="round" d="M-4 12-2 14M4 12 2 14M-3 18H3"/>'
)


def _xy(number: int) -> tuple[int, int]:
    """Where a point lies in the drawing."""
    row, column = divmod(number, 5)
    return _EDGE + _STEP * column, _EDGE + _STEP * row


def _on_board(*numbers: int | None) -> bool:
    return all(number is not None and 0 <= number < POINT_COUNT for number in numbers)


def _short(value: float) -> str:
    """A coordinate with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")


# Characters that XML cannot hold, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text: str) -> str:
    r"""Text as XML and HTML write it, in an attribute too; what they cannot hold becomes the replacement character.

    >>> escaped('<a b="c">\0')
    '&lt;a b=&quot;c&quot;&gt;\ufffd'
    """
    return escape(_NOT_XML.sub("\ufffd", text))


def _arrow(source: int, target: int, color: str, *, dashed: bool) -> str:
    """An arrow along a line of the board: solid from a point left to the ring of a piece, or dashed from a piece on."""
    gap, reach = (_HEAD, 9) if dashed else (12, _RING + 3)
    (x, y), (to_x, to_y) = _xy(source), _xy(target)
    length = hypot(to_x - x, to_y - y)
    if length <= gap + reach:
        return ""
    across, down = (to_x - x) / length, (to_y - y) / length
    tip, neck = length - reach, length - reach - 15
    barbs = [(tip, 0), (neck, 9), (neck, -9)]
    head = " ".join(
        f"{_short(x + along * across - aside * down)},{_short(y + along * down + aside * across)}"
        for along, aside in barbs
    )
    dashes = ' stroke-dasharray="7 5"' if dashed else ""
    return (
        f'<path fill="none" stroke="{color}" stroke-width="5"{dashes} d="M{_short(x + gap * across)} '
        f'{_short(y + gap * down)}L{_short(x + neck * across)} {_short(y + neck * down)}"/>'
        f'<polygon fill="{color}" points="{head}"/>'
    )


def _circle(number: int, radius: int, paint: str) -> str:
    x, y = _xy(number)
    return f'<circle cx="{x}" cy="{y}" r="{radius}" {paint}/>'


def _grid(theme: Theme) -> str:
    """The lines, the empty points and the names of columns and rows."""
    parts = []
    for a, b in LINES:
        (x, y), (to_x, to_y) = _xy(a), _xy(b)
        parts.append(f"M{x} {y}L{to_x} {to_y}")
    lines = f'<path fill="none" stroke="{theme.line}" stroke-width="2.5" stroke-linecap="round" d="{"".join(parts)}"/>'
    dots = "".join(_circle(number, 5, f'fill="{theme.line}"') for number in range(POINT_COUNT))
    letters = "".join(f'<text x="{_xy(i)[0]}" y="21">{"ABCDE"[i]}</text>' for i in range(5))
    digits = "".join(f'<text x="14" y="{_xy(5 * i)[1] + 7}">{i + 1}</text>' for i in range(5))
    font = f'fill="{theme.ink}" font-family="system-ui,sans-serif" font-size="20" text-anchor="middle"'
    return f"{lines}{dots}<g {font}>{letters}{digits}</g>"


def _last_move(move: Move, theme: Theme) -> str:
    """The marks of the last move: a ring where the piece stands, an arrow to it, a crossed circle for the capture."""
    marks = []
    solid = f'fill="none" stroke="{theme.last}" stroke-width="4"'
    if _on_board(move.target):
        marks.append(_circle(move.target, _RING, solid))
    if move.source is not None and _on_board(move.source, move.target):
        marks.append(_circle(move.source, 10, solid))
        marks.append(_arrow(move.source, move.target, theme.last, dashed=False))
    if move.captured is not None and _on_board(move.captured):
        x, y = _xy(move.captured)
        cross = f"M{x - 8} {y - 8}L{x + 8} {y + 8}M{x + 8} {y - 8}L{x - 8} {y + 8}"
        marks.append(_circle(move.captured, 17, f'fill="{theme.panel}" stroke="{theme.last}" stroke-width="3"'))
        marks.append(f'<path stroke="{theme.last}" stroke-width="5" d="{cross}"/>')
    return "".join(marks)


def _hint(move: Move, theme: Theme) -> str:
    """The marks of a hint: a plus in a circle for a placement, else a dashed arrow, and a dashed ring for a capture."""
    dashed = f'fill="none" stroke="{theme.hint}" stroke-width="4" stroke-dasharray="7 5"'
    if not _on_board(move.target):
        return ""
    if move.source is None:
        x, y = _xy(move.target)
        plus = f'<path stroke="{theme.hint}" stroke-width="5" d="M{x - 9} {y}H{x + 9}M{x} {y - 9}V{y + 9}"/>'
        return _circle(move.target, 17, f'fill="{theme.panel}" stroke="{theme.hint}" stroke-width="3"') + plus
    if not _on_board(move.source):
        return ""
    arrow = _arrow(move.source, move.target, theme.hint, dashed=True)
    return arrow + (
        _circle(move.captured, _RING, dashed) if move.captured is not None and _on_board(move.captured) else ""
    )


def _heads(state: State, theme: Theme, ids: str) -> str:
    """The pieces; where two stand on one point both are drawn, smaller, side by side."""
    parts = []
    for number in range(POINT_COUNT):
        (x, y), tiger, goat = _xy(number), state.board.tigers >> number & 1, state.board.goats >> number & 1
        if tiger or goat:
            parts.append(_circle(number, 25, f'fill="{theme.panel}"'))
        if tiger and goat:
            parts.append(f'<use href="#{ids}-tiger" transform="translate({x - 15} {y - 13}) scale(.6)"/>')
            parts.append(f'<use href="#{ids}-goat" transform="translate({x + 15} {y + 13}) scale(.6)"/>')
        elif tiger or goat:
            parts.append(f'<use href="#{ids}-{"tiger" if tiger else "goat"}" x="{x}" y="{y}"/>')
    return "".join(parts)


def _words(text: str, y: int, weight: int) -> str:
    """A line of the caption; a long one is squeezed into the width there is."""
    squeeze = (
        ' textLength="318" lengthAdjust="spacingAndGlyphs"' if breadth(text) > (25 if weight > 400 else 28) else ""
    )
    return f'<text x="84" y="{y}" font-weight="{weight}"{squeeze}>{escaped(text)}</text>'


def _caption(state: State, theme: Theme, ids: str, say: Words) -> str:
    """Who is to move, or who has won, with that side's head; and the goats that are not on the board."""
    return (
        f'<use href="#{ids}-{"tiger" if in_front(state) is Side.TIGER else "goat"}" x="48" y="437"/>'
        f'<g fill="{theme.ink}" font-family="system-ui,sans-serif" font-size="22">'
        f"{_words(headline(state, say), 432, 700)}{_words(counts(state, say), 458, 400)}</g>"
    )


def _board(theme: Theme) -> str:
    """The board without pieces."""
    panel = f'x="{_PANEL}" y="{_PANEL}" width="{_PANEL_SIDE}" height="{_PANEL_SIDE}" rx="16" fill="{theme.panel}"'
    return f"<rect {panel}/>{_grid(theme)}"


def _defined(theme: Theme, ids: str) -> str:
    """The heads, under the ids that ``_heads`` and ``_caption`` use."""
    return (
        f'<g id="{ids}-tiger">{_TIGER.format(theme.tiger, theme.stripe, theme.muzzle)}</g>'
        f'<g id="{ids}-goat">{_GOAT.format(theme.goat, theme.outline, theme.horn)}</g>'
    )


def drawings(ids: str, theme: Theme = LIGHT) -> str:
    """What many pictures of one page share, as an SVG element that shows nothing: heads and the empty board.

    ``ids`` is a name of your own that begins the ids in it; pictures use it when ``render`` gets it as ``shared``.

    >>> drawings("here").count('id="here-')
    3
    """
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true"><defs>'
        f'{_defined(theme, ids)}<g id="{ids}-board">{_board(theme)}</g></defs></svg>'
    )


def render(  # noqa: PLR0913 (each is a part of the picture)
    state: State,
    *,
    size: int = 360,
    hints: Iterable[Move] = (),
    title: str | None = None,
    theme: Theme | str = LIGHT,
    shared: str | None = None,
    words: Words = ENGLISH,
) -> str:
    """The position as one SVG element, ``size`` pixels wide and a little higher.

    ``hints`` are moves to show; ``title`` replaces the one that names the game and the side to move; ``theme`` is one
    of ``THEMES``, by its name too, or your own. The same arguments give the same text; its ids come from them too, so
    that different pictures can stand on one page. With ``shared`` a picture is a third as long, and needs the
    ``drawings`` of that name, in the same theme, on its page. ``words`` are those of another language, by the names of
    ``english.ENGLISH``. PointboardError for a size outside ``SIZES``, an unknown theme or words that are not there.

    >>> render(State.start()).startswith('<svg xmlns="http://www.w3.org/2000/svg" width="360" height="414"')
    True
    """
    low, high = SIZES
    if not low <= size <= high:
        raise PointboardError(f"size: expected {low} to {high} pixels, found {size}")
    if isinstance(theme, str):
        if theme not in THEMES:
            raise PointboardError(f"theme: expected {', '.join(THEMES)}, found {shown(theme)}")
        theme = THEMES[theme]
    say = instance(Words, words)
    name = f"{say('game.baghchal')}: {headline(state, say)}" if title is None else title
    drawn = tuple(hints)
    tongue = "" if say.lang == ENGLISH.lang else f' lang="{escaped(say.lang)}"'
    seed = f"{(state, size, drawn, name, theme)!r}{tongue}"
    ids = f"bc-{blake2s(seed.encode('utf-8', 'replace'), digest_size=5).hexdigest()}"
    marks = "".join(_hint(move, theme) for move in drawn)
    if state.last_move is not None:
        marks = _last_move(state.last_move, theme) + marks
    heads = ids if shared is None else shared
    board = _board(theme) if shared is None else f'<use href="#{shared}-board"/>'
    defined = f"<defs>{_defined(theme, ids)}</defs>" if shared is None else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{round(size * _HEIGHT / _WIDTH)}" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}"{tongue} role="img" aria-labelledby="{ids}-title {ids}-desc">'
        f'<title id="{ids}-title">{escaped(name)}</title>'
        f'<desc id="{ids}-desc">{escaped(_description(state, drawn, say))}</desc>'
        f"{defined}"
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="14" fill="{theme.ground}"/>'
        f"{board}{marks}{_heads(state, theme, heads)}{_caption(state, theme, heads, say)}</svg>\n"
    )


def _description(state: State, hints: tuple[Move, ...], say: Words) -> str:
    told = describe(state, say)
    if not hints:
        return told
    return f"{told} {say('picture.shown', moves='; '.join(move_words(move, state.turn, say) for move in hints))}"


@dataclass(frozen=True, slots=True)
class Picture:
    """A position that a notebook shows as its picture; the arguments are those of ``render``.

    A ``State`` knows nothing of pictures: write ``Picture(state)`` in the last line of a cell.

    >>> Picture(State.start(), title="The start")._repr_svg_() == str(Picture(State.start(), title="The start"))
    True
    """

    state: State
    size: int = 360
    hints: tuple[Move, ...] = ()
    title: str | None = None
    theme: Theme | str = LIGHT
    words: Words = ENGLISH

    def __str__(self) -> str:
        return render(
            self.state, size=self.size, hints=self.hints, title=self.title, theme=self.theme, words=self.words
        )

    def _repr_svg_(self) -> str:
        """What Jupyter and its kin ask for."""
        return str(self)
