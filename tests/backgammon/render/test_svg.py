"""The SVG pictures: what lies where, arrows, themes, words for those who hear it read out; no position breaks one."""

from dataclasses import fields, replace
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.notation import ogid, plays
from pointboard.backgammon.render import svg
from pointboard.backgammon.render.english import ENGLISH
from pointboard.backgammon.render.theme import LIGHT, THEMES, Theme
from pointboard.backgammon.rules import OFF, Move, Play
from pointboard.backgammon.state import Cube, Owner, State
from pointboard.errors import PointboardError
from pointboard.testing.backgammon import any_states, states
from pointboard.wording import Words

START = State.start()
ROLLED = ogid.parse("11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:R:2:3:7:12")
DOUBLED = ogid.parse("00jjjjjj9:pooddddd88866:W2O::W:D:3:2:7:12")
# Each colour its own, so that everything can be found by it.
MARKED = Theme(**{field.name: f"#{number:06x}" for number, field in enumerate(fields(Theme), 1)})


def read(picture):
    """The picture as a tree, its namespace taken off."""
    return fromstring(picture.replace(' xmlns="http://www.w3.org/2000/svg"', "", 1))  # noqa: S314 - our own text


def discs(state, side, **options):
    """The middles of the checkers of a side on the board, in order; the last disc of each is that of its strip."""
    color = MARKED.white if side is Side.WHITE else MARKED.black
    found = read(svg.render(state, theme=MARKED, **options)).iter("circle")
    return [(float(c.get("cx")), float(c.get("cy"))) for c in found if c.get("fill") == color and c.get("r") == "21"]


def said(state, **options):
    """The words of a picture, but for the numbers of the points."""
    texts = read(svg.render(state, theme=MARKED, **options)).iter("text")
    return [text.text for text in texts if not (text.get("fill") == MARKED.number and text.get("font-size") == "21")]


def squares(state, color, **options):
    """The middles of dice and cubes of a colour."""
    found = read(svg.render(state, theme=MARKED, **options)).iter("rect")
    return [
        (float(r.get("x")) + size / 2, float(r.get("y")) + size / 2)
        for r in found
        if r.get("fill") == color and r.get("width") == r.get("height")
        for size in [int(r.get("width"))]
    ]


def test_white_sits_at_the_bottom_and_bears_off_on_the_right():
    state = State(Board.of({24: 1, 1: 1, 0: 1}, {6: 2, 25: 1}))
    assert discs(state, Side.WHITE) == [(673, 559), (673, 113), (394, 296)]
    assert sorted(discs(state, Side.BLACK)) == [(394, 376), (443, 113), (443, 156)]


def test_from_the_other_side_and_by_the_other_hand():
    state = State(Board.of({24: 1}, {6: 1}))
    assert discs(state, Side.WHITE, bottom="B") == [(673, 113)]
    assert discs(state, Side.BLACK, bottom="B") == [(443, 559)]
    assert discs(state, Side.WHITE, home="left") == [(115, 559)]
    assert discs(state, Side.BLACK, home="left") == [(345, 113)]


def test_mirror_is_the_view_of_the_other_side():
    for home in ("left", "right"):
        there = discs(DOUBLED.mirror(), Side.BLACK, bottom="B", home=home)
        assert sorted(discs(DOUBLED, Side.WHITE, home=home)) == sorted(there)


def test_the_points_are_numbered_for_the_side_at_the_bottom():
    texts = [t for t in read(svg.render(START, theme=MARKED)).iter("text") if t.get("font-size") == "21"]
    low = sorted((float(t.get("x")), t.text) for t in texts if float(t.get("y")) > 400)
    assert [text for _, text in low] == [str(n) for n in range(12, 0, -1)]


def test_more_than_five_are_counted():
    state = State(Board.of({19: 7, 0: 6}, {}))
    assert len(discs(state, Side.WHITE)) == 10
    assert said(state)[:4] == ["2", "15", "7", "6"]  # borne off, then on the board


def test_both_colours_on_a_point_are_both_shown():
    state = State(Board.of({6: 4}, {6: 3}))
    assert (len(discs(state, Side.WHITE)), len(discs(state, Side.BLACK))) == (3, 2)
    assert said(state)[-100:].count("4") == 1
    assert said(state).count("3") == 1
    state = State(Board.of({6: 1}, {6: 7}))
    assert (len(discs(state, Side.WHITE)), len(discs(state, Side.BLACK))) == (1, 4)


def test_checkers_borne_off_lie_in_the_tray_with_their_number():
    root = read(svg.render(DOUBLED, theme=MARKED))
    slabs = [(int(r.get("x")), int(r.get("y")), r.get("fill")) for r in root.iter("rect") if r.get("height") == "11"]
    assert [slab[2] for slab in slabs] == [MARKED.white] * 6 + [MARKED.black] * 2
    assert slabs[0] == (712, 566, MARKED.white)
    assert slabs[6] == (712, 95, MARKED.black)
    assert said(DOUBLED)[:2] == ["6", "2"]
    many = State(Board.of({}, {1: 1}), checkers=40)
    assert svg.render(many).count('height="11"') == 30


@pytest.mark.parametrize(
    ("text", "side", "middles"),
    [
        (":13:B:R", Side.WHITE, [(528, 336), (588, 336)]),
        (":13:W:R", Side.BLACK, [(200, 336), (260, 336)]),
        (":3:B:IW", Side.BLACK, [(230, 336)]),
        (":3:W:IW", Side.WHITE, [(558, 336)]),
    ],
)
def test_dice_lie_on_the_right_hand_of_their_side(text, side, middles):
    state = ogid.parse("11ccccchhhjjjjj:66666888dddddoo:N0N" + text)
    color, other = (MARKED.white, MARKED.black) if side is Side.WHITE else (MARKED.black, MARKED.white)
    assert squares(state, color) == middles
    assert squares(state, other) == []


def test_dice_show_the_higher_face_first():
    spots = [c for c in read(svg.render(ROLLED)).iter("circle") if c.get("r") == "4.6"]
    assert [float(c.get("cx")) for c in spots] == [515, 528, 541, 588]
    assert "7" in said(START._replace(dice=(7, 1)))


@pytest.mark.parametrize(
    ("cube", "middle", "shown"),
    [
        (Cube(), (50, 336), "1"),
        (Cube.of(4, Owner.WHITE), (50, 546), "4"),
        (Cube.of(64, Owner.BLACK), (50, 126), "64"),
        (Cube.of(2**20, Owner.BLACK), (50, 126), "2^20"),
        (Cube.of(2, Owner.UNKNOWN), (50, 336), "2?"),
    ],
)
def test_the_cube_lies_with_its_owner(cube, middle, shown):
    state = START._replace(cube=cube)
    assert squares(state, MARKED.cube) == [middle]
    assert shown in said(state)
    assert squares(state, MARKED.cube, home="left") == [(788 - middle[0], middle[1])]


def test_an_offered_cube_lies_before_the_side_that_answers():
    assert squares(DOUBLED, MARKED.cube) == [(230, 336)]
    assert squares(DOUBLED.mirror(), MARKED.cube) == [(558, 336)]
    assert "8" in said(DOUBLED)
    assert squares(DOUBLED._replace(last_actor=None), MARKED.cube) == [(50, 546)]
    assert squares(DOUBLED._replace(dice=(1, 2)), MARKED.cube) == [(558, 336)]
    assert svg.render(DOUBLED, theme=MARKED).count(f'stroke="{MARKED.act}"') == 1


def test_a_dead_cube_is_struck_out():
    dead = svg.render(START._replace(cube=Cube.of(2, Owner.DEAD)), theme=MARKED)
    assert dead.count(f'stroke="{MARKED.act}"') == 1
    assert svg.render(START, theme=MARKED).count(f'stroke="{MARKED.act}"') == 0


def test_the_strips_name_and_count():
    assert said(ROLLED, names={"W": "Alice", "B": "<Bob>"})[-8:] == [
        "Alice", "167 pips", "2 / 7", "<Bob>", "167 pips", "3 / 7", "White to play 31", "Match to 7",
    ]  # fmt: skip
    money = said(ROLLED.with_score(1, 0)._replace(length=START.length))
    assert [money[-6], money[-3]] == ["1 pt", "0 pts"]
    with pytest.raises(PointboardError, match=r"^names: expected those of W and B, found 'X'$"):
        svg.render(START, names={"X": "Carol"})


def test_a_triangle_marks_the_side_to_act():
    def marks(state):
        found = [p.get("d") for p in read(svg.render(state, theme=MARKED)).iter("path") if p.get("fill") == MARKED.act]
        return [float(d.split()[1].split("L")[0]) for d in found]

    assert marks(ROLLED) == [630]
    assert marks(DOUBLED) == [18]
    assert marks(START) == []


def test_long_words_are_squeezed():
    long = svg.render(START, names={"W": "x" * 60}, theme=MARKED)
    assert long.count('textLength="310"') == 1
    assert "textLength" not in svg.render(START)


def arrows(state, *moves, **options):
    """The arrows of a play, as (from, to), its rings and its crosses."""
    play = Play(state, tuple(Move(*move) for move in moves), state.board)
    root = read(svg.render(state, hints=[play], theme=MARKED, **options))
    rings = [(float(c.get("cx")), float(c.get("cy"))) for c in root.iter("circle") if c.get("stroke") == MARKED.hint]
    heads = [p for p in root.iter("path") if p.get("fill") == MARKED.hint]
    crosses = [p for p in root.iter("path") if p.get("stroke") == MARKED.hint]
    return len(heads), rings, len(crosses)


def test_a_play_is_shown_by_arrows():
    assert arrows(ROLLED, (17, 20), (19, 20)) == (2, [(489, 559), (489, 516)], 0)
    assert arrows(ROLLED, (17, 20), (20, 21)) == (2, [(489, 559), (535, 559)], 0)


def test_a_hit_is_crossed_and_a_checker_borne_off_goes_to_the_tray():
    state = ogid.parse("j:o:N0N:51:W:R")
    black = Play(state, (Move(24, 19), Move(19, 18)), state.board)
    assert black.side is Side.BLACK
    assert arrows(state, (24, 19), (19, 18)) == (2, [(443, 559), (345, 559)], 1)
    off = ogid.parse("oo:1:N0N:61:B:R")
    assert arrows(off, (24, OFF)) == (1, [(738, 542)], 0)


def test_moves_that_lead_nowhere_are_left_out():
    assert arrows(ROLLED, (30, 3), (17, 40), (-1, 2)) == (0, [], 0)
    assert arrows(ROLLED, (17, 17)) == (0, [(299, 473)], 0)  # to where it stands: no room for an arrow


def test_a_picture_says_itself():
    play = plays.parse("8/5 6/5", ROLLED)
    root = read(svg.render(ROLLED, hints=[play]))
    title, desc = root.find("title"), root.find("desc")
    assert (root.get("role"), root.get("aria-labelledby")) == ("img", f"{title.get('id')} {desc.get('id')}")
    assert title.text == "Backgammon: White to play 31"
    assert desc.text.startswith(
        "White to play 31. Cube: 1, in the middle. Score: White 2, Black 3, match to 7. White: "
    )
    assert desc.text.endswith("Shown: 8/5 6/5.")
    assert read(svg.render(ROLLED, title="A & B\0")).find("title").text == "A & B\N{REPLACEMENT CHARACTER}"


def test_ids_tell_pictures_apart():
    different = [
        {}, {"size": 100}, {"theme": "dark"}, {"bottom": "B"}, {"home": "left"}, {"title": "x"}, {"names": {"W": "x"}},
        {"hints": [plays.parse("8/5 6/5", ROLLED)]},
    ]  # fmt: skip
    ids = {read(svg.render(ROLLED, **options)).find("title").get("id") for options in different}
    assert len(ids) == len(different)
    assert svg.render(ROLLED) == svg.render(ROLLED)


def test_sizes():
    root = read(svg.render(START, size=200))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("200", "182", "0 0 788 716")
    for size in (15, 4097):
        with pytest.raises(PointboardError, match=f"^size: expected 16 to 4096 pixels, found {size}$"):
            svg.render(START, size=size)
    assert svg.SIZES == (16, 4096)


def test_themes():
    assert list(THEMES) == ["light", "dark", "contrast", "print", "page"]
    assert svg.render(START, theme="light") == svg.render(START, theme=LIGHT) == svg.render(START)
    assert len({svg.render(START, theme=name) for name in THEMES}) == 5
    with pytest.raises(PointboardError, match=r"^theme: expected light, dark, contrast, print, page, found 'plaid'$"):
        svg.render(START, theme="plaid")
    assert "#123456" in svg.render(START, theme=replace(LIGHT, felt="#123456"))


def test_every_colour_is_used():
    state = DOUBLED._replace(dice=(1, 2))
    drawn = svg.render(state, theme=MARKED, hints=[Play(state, (Move(9, 10),), state.board)])
    assert [field.name for field in fields(Theme) if getattr(MARKED, field.name) not in drawn] == []


@pytest.mark.parametrize("field", fields(svg.Picture))
def test_a_notebook_shows_a_picture(field):
    chosen = {"size": 100, "title": "x", "theme": "dark", "bottom": "B", "home": "left", "names": {"W": "y"}}
    chosen |= {"state": START, "hints": (plays.parse("8/5 6/5", ROLLED),), "words": Words("x", ENGLISH.texts)}
    options = {field.name: chosen[field.name]}
    picture = svg.Picture(**{"state": ROLLED, **options})
    assert picture._repr_svg_() == svg.render(**{"state": ROLLED, **options})


@given(any_states() | states(), st.sampled_from("WB"), st.sampled_from(("left", "right")))
def test_any_state_can_be_drawn(state, bottom, home):
    read(svg.render(state, bottom=bottom, home=home, hints=[Play(state, (Move(6, 3), Move(3, OFF)), state.board)]))
