"""Positions as SVG: for pages, notebooks and print.

The board as players see it: either side at the bottom, its home board on either hand; checkers with their number where
more than five stand, both bars, the checkers that are borne off, dice in the colour of the side that rolled, the cube
where its owner keeps it. Nothing hangs on colour alone: White is light and Black is dark in every theme, and each strip
has its side's name. A picture has a title and a description for those who hear it read out. It holds no script, no
style sheet, no font and no address of another host, so it can be put into any page.

``render`` draws anything that a ``State`` can hold, possible or not: a point with checkers of both sides shows both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2s

from pointboard.backgammon.board import PIP_COUNT, Side
from pointboard.backgammon.render import places, shapes
from pointboard.backgammon.render import words as told
from pointboard.backgammon.render.english import ENGLISH
from pointboard.backgammon.render.places import LONGEST, Spot
from pointboard.backgammon.render.theme import CONTRAST, DARK, LIGHT, PAGE, PRINT, THEMES, Theme, theme_of
from pointboard.backgammon.render.view import Hand, Stack, View, counts_of, drawable
from pointboard.backgammon.rules import OFF, Move, Play
from pointboard.backgammon.state import Action, Owner, State
from pointboard.errors import PointboardError
from pointboard.scan import fitting, instance, refused
from pointboard.scan import shown as quoted
from pointboard.wording import Words

__all__ = ["CONTRAST", "DARK", "LIGHT", "PAGE", "PRINT", "SIZES", "THEMES", "Picture", "Theme", "render"]

SIZES = (16, 4096)
"""The least and the greatest width of a picture, in pixels."""

_MOST_OFF = 15
_OWNERS = {Owner.WHITE: Side.WHITE, Owner.BLACK: Side.BLACK}


def _numbers(view: View, theme: Theme) -> str:
    """The numbers of the points on the frame."""
    rows = ((view.top(), places.BOARD.y + 25), (view.low(), places.BOARD.y + places.BOARD.height - 10))
    return "".join(
        shapes.words(str(point), Spot(places.column(view, point), y), 21, theme.number)
        for row, y in rows
        for point in row
    )


def _shown(stack: Stack) -> list[tuple[Side, str]]:
    """The checkers to draw, from the edge on, each with its label; of both sides where both stand there."""
    white, black = stack.colours()
    room = max(LONGEST - min(black, LONGEST // 2), 1) if white else 0
    first = min(white, room)
    second = min(black, LONGEST - first)
    found = [(Side.WHITE, "")] * first + [(Side.BLACK, "")] * second
    if white > first:
        found[first - 1] = (Side.WHITE, str(white))
    if black > second:
        found[-1] = (Side.BLACK, str(black))
    return found


def _checkers(state: State, view: View, theme: Theme) -> str:
    """Everything on points and bars."""
    parts = []
    for point in range(PIP_COUNT):
        for height, (side, label) in enumerate(_shown(view.stack(state, point))):
            parts.append(shapes.checker(side, places.point_spot(view, point, height), theme, label=label))
    return "".join(parts)


def _borne_off(state: State, view: View, theme: Theme) -> str:
    """The trays of both sides; their number stands above the last checker."""
    parts = []
    for side in Side:
        number = told.off(state, side)
        shown = min(number, _MOST_OFF)
        parts += [shapes.slab_of(side, places.slab(view, side, at), theme) for at in range(shown)]
        if number:
            box = places.slab(view, side, shown)
            y = box.y + box.height if side is view.bottom else box.y + 20
            parts.append(shapes.words(str(number), Spot(box.x + box.width / 2, y), 24, theme.number, bold=True))
    return "".join(parts)


def _dice(state: State, view: View, theme: Theme) -> str:
    """The dice on the right hand of the side that rolled; the one die of an opening roll is that of the last actor."""
    last = state.last_actor or Side.BLACK
    side = last if len(state.dice) == 1 else last.other
    faces = sorted(state.dice, reverse=True)
    start = places.dice_x(view, side) - (len(faces) - 1) * (places.DIE + 12) / 2
    return "".join(
        shapes.die(side, face, Spot(start + at * (places.DIE + 12), places.MIDDLE), theme)
        for at, face in enumerate(faces)
    )


def _cube(state: State, view: View, theme: Theme) -> str:
    """The cube at its owner's edge, in the middle, or before the side that is to answer, at its new value."""
    owner, exponent, action = state.cube
    spot = places.cube_spot(view, _OWNERS.get(owner))
    offered = action is Action.OFFERED
    if offered and state.last_actor is not None:
        answerer = state.last_actor.other
        spot = Spot(places.dice_x(view, answerer.other if state.dice else answerer), places.MIDDLE)
    text = told.cube_text(exponent + offered)
    if owner is Owner.UNKNOWN:
        text += "?"
    return shapes.cube(text, spot, theme, offered=offered, dead=owner is Owner.DEAD)


def _strip(state: State, view: View, theme: Theme, side: Side, said: tuple[str, str, str]) -> str:
    """A player's line: checker, name, pip count, score; a triangle marks the side that is to act."""
    y = places.strip_y(view, side)
    parts = [shapes.checker(side, Spot(56, y), theme, radius=16)]
    if state.to_act is side:
        parts.append(f'<path fill="{theme.act}" d="M14 {y - 11}L32 {y}L14 {y + 11}Z"/>')
    name, pips, won = said
    base = y + 10
    parts += [
        shapes.words(name, Spot(86, base), 29, theme.ink, anchor="start", bold=True, room=310),
        shapes.words(pips, Spot(500, base), 27, theme.ink, room=180),
        shapes.words(won, Spot(774, base), 29, theme.ink, anchor="end", bold=True, room=160),
    ]
    return "".join(parts)


def _caption(state: State, theme: Theme, say: Words) -> str:
    """Who acts or has won, and what is played for."""
    said, match = told.headline(state, say), told.match_words(state, say)
    y = places.caption_y()
    return shapes.words(said, Spot(14, y), 29, theme.ink, anchor="start", bold=True, room=440) + shapes.words(
        match[0].upper() + match[1:], Spot(774, y), 27, theme.ink, anchor="end", room=290
    )


def _arrows(state: State, view: View, theme: Theme, play: Play) -> str:
    """A play: an arrow for each move, a dashed ring where a checker comes to rest, a cross on each that is hit."""
    side = play.side
    own, theirs = list(counts_of(state, side)), list(counts_of(state, side.other))
    lines, marks = [], []
    for source, target in play.moves:
        if not 0 <= source < PIP_COUNT or not (0 <= target < PIP_COUNT or target == OFF):
            continue
        start = places.spot_of(view, side, source, max(own[source] - 1, 0))
        own[source] -= 1
        height = 0
        if target != OFF:
            if theirs[target] == 1:
                marks.append(shapes.cross(places.spot_of(view, side, target, 0), theme))
                theirs[target] = 0
            height = max(own[target] + theirs[target], 0)
            own[target] += 1
        end = places.spot_of(view, side, target, height)
        marks.append(shapes.ghost(end, theme))
        lines.append(shapes.arrow(start, end, theme))
    return "".join(marks + lines)


def _names(names: Mapping[str, str] | None, say: Words) -> dict[Side, str]:
    """What each side is called."""
    if not isinstance(names, Mapping | None):
        raise refused("names", "names by side", names)
    given = {side: fitting(str, name, "names") for side, name in (names or {}).items()}
    unknown = [name for name in given if name not in tuple(Side)]
    if unknown:
        raise PointboardError(f"names: expected those of {' and '.join(Side)}, found {quoted(unknown[0])}")
    return {side: given.get(side, told.side_name(side, say)) for side in Side}


def _hints(hints: Iterable[Play]) -> tuple[Play, ...]:
    """The plays to show, each checked as far as it can be drawn."""
    if not isinstance(hints, Iterable):
        raise refused("hints", "plays", hints)
    found = tuple(instance(Play, play) for play in hints)
    for play in found:
        drawable(play.state)
        fitting(tuple[Move, ...], play.moves, "moves")
    return found


def render(  # noqa: PLR0913 (all there is to choose)
    state: State,
    *,
    size: int = 480,
    hints: Iterable[Play] = (),
    title: str | None = None,
    theme: Theme | str = LIGHT,
    bottom: Side | str = Side.WHITE,
    home: Hand | str = Hand.RIGHT,
    names: Mapping[str, str] | None = None,
    words: Words = ENGLISH,
) -> str:
    """The position as one SVG element, ``size`` pixels wide and a little less high.

    ``hints`` are plays to show as arrows; ``title`` replaces the one that names the game and who acts; ``theme`` is one
    of ``THEMES``, by its name too, or your own; ``bottom`` is the side from which the board is seen, ``home`` the hand
    on which the home boards lie; ``names`` are those of the players, by side. The numbers of the points are those of
    the side at the bottom. ``words`` are those of another language, by the names of ``english.ENGLISH``. The same
    arguments give the same text; its ids come from them too, so that different pictures can stand on one page.
    PointboardError for a size outside ``SIZES``, a word that is none of these, or words that are not there.

    >>> render(State.start()).startswith('<svg xmlns="http://www.w3.org/2000/svg" width="480" height="436"')
    True
    """
    drawable(state)
    low, high = SIZES
    if type(size) is not int or not low <= size <= high:
        raise PointboardError(f"size: expected {low} to {high} pixels, found {quoted(size)}")
    say = instance(Words, words)
    view, theme, called = View.of(bottom, home), theme_of(theme), _names(names, say)
    shown = _hints(hints)
    title = fitting(str | None, title, "title")
    name = f"{say('game.backgammon')}: {told.headline(state, say)}" if title is None else title
    about = told.describe(state, say)
    if shown:
        about += f" {say('picture.shown', moves='; '.join(map(told.play_words, shown)))}"
    tongue = "" if say.lang == ENGLISH.lang else f' lang="{shapes.escaped(say.lang)}"'
    seed = f"{(state, size, shown, name, theme, view, called)!r}{tongue}"
    strips = {side: (called[side], *told.strip_words(state, side, say)) for side in Side}
    ids = f"bg-{blake2s(seed.encode('utf-8', 'replace'), digest_size=5).hexdigest()}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{round(size * places.HEIGHT / places.WIDTH)}" '
        f'viewBox="0 0 {places.WIDTH} {places.HEIGHT}"{tongue} role="img" aria-labelledby="{ids}-title {ids}-desc">'
        f'<title id="{ids}-title">{shapes.escaped(name)}</title>'
        f'<desc id="{ids}-desc">{shapes.escaped(about)}</desc>'
        f'<rect width="{places.WIDTH}" height="{places.HEIGHT}" rx="14" fill="{theme.ground}"/>'
        f"{shapes.board(theme)}{_numbers(view, theme)}{_borne_off(state, view, theme)}{_checkers(state, view, theme)}"
        f"{_cube(state, view, theme)}{_dice(state, view, theme)}"
        f"{''.join(_arrows(state, view, theme, play) for play in shown)}"
        f"{''.join(_strip(state, view, theme, side, said) for side, said in strips.items())}"
        f"{_caption(state, theme, say)}</svg>\n"
    )


@dataclass(frozen=True, slots=True)
class Picture:
    """A position that a notebook shows as its picture; the arguments are those of ``render``.

    A ``State`` knows nothing of pictures: write ``Picture(state)`` in the last line of a cell.

    >>> Picture(State.start(), title="The start")._repr_svg_() == str(Picture(State.start(), title="The start"))
    True
    """

    state: State
    size: int = 480
    hints: tuple[Play, ...] = ()
    title: str | None = None
    theme: Theme | str = LIGHT
    bottom: Side | str = Side.WHITE
    home: Hand | str = Hand.RIGHT
    names: Mapping[str, str] | None = None
    words: Words = ENGLISH

    def __str__(self) -> str:
        return render(
            self.state,
            size=self.size,
            hints=self.hints,
            title=self.title,
            theme=self.theme,
            bottom=self.bottom,
            home=self.home,
            names=self.names,
            words=self.words,
        )

    def _repr_svg_(self) -> str:
        """What Jupyter and its kin ask for."""
        return str(self)
