"""The SVG pictures: what stands where, what is marked, and that no position can break one."""

import re
from dataclasses import fields
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pointboard.baghchal.board import LINES, Board, point
from pointboard.baghchal.notation import obx
from pointboard.baghchal.render import svg
from pointboard.baghchal.state import Move, Side, State
from pointboard.errors import PointboardError

START = State.start()
PLACED = obx.parse("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1")
STEPPED = obx.parse("XTXXT/XXXXX/XXGXX/XXXXX/TXXXT g @19 c0 mA1B1 #t1")
JUMPED = obx.parse("XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @19 c1 mA1C3(B2) #t1")
LAST, HINT, PANEL = svg.LIGHT.last, svg.LIGHT.hint, svg.LIGHT.panel


def read(picture):
    """The picture as a tree, its namespace taken off."""
    return fromstring(picture.replace(' xmlns="http://www.w3.org/2000/svg"', "", 1))  # noqa: S314 - our own text


def painted(state, color, **options):
    """The elements painted in ``color``, each as its tag and its place."""
    found = []
    for element in read(svg.render(state, **options)).iter():
        if color in (element.get("stroke"), element.get("fill")):
            at = {key: value for key, value in element.items() if key in ("cx", "cy", "r", "d", "points")}
            found.append((element.tag, *at.values()))
    return found


def heads(state):
    """The heads on the board as (kind, x, y); the last head is the caption's."""
    uses = read(svg.render(state)).findall("use")
    return [(use.get("href").rpartition("-")[2], use.get("x"), use.get("y")) for use in uses]


def test_the_frame_is_a1_top_left_and_e5_bottom_right():
    board = Board(1 << point("A1") | 1 << point("E5"), 1 << point("E1") | 1 << point("B3"))
    assert heads(State(board, Side.GOAT, 18, 0)) == [
        ("tiger", "64", "64"),
        ("goat", "364", "64"),
        ("goat", "139", "214"),
        ("tiger", "364", "364"),
        ("goat", "48", "437"),
    ]


def test_the_columns_and_rows_are_named():
    named = [(text.text, text.get("x"), text.get("y")) for text in read(svg.render(START)).iter("text")]
    assert named[:10] == [
        *((letter, str(64 + 75 * i), "21") for i, letter in enumerate("ABCDE")),
        *((digit, "14", str(71 + 75 * i)) for i, digit in enumerate("12345")),
    ]


def test_the_56_lines_are_the_boards():
    path = next(p.get("d") for p in read(svg.render(START)).findall("path"))
    drawn = [tuple(map(int, ends)) for ends in re.findall(r"M(\d+) (\d+)L(\d+) (\d+)", path)]
    number = {(64 + 75 * column, 64 + 75 * row): 5 * row + column for row in range(5) for column in range(5)}
    assert tuple((number[line[:2]], number[line[2:]]) for line in drawn) == LINES


@pytest.mark.parametrize(
    ("position", "head", "first", "second"),
    [
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #", "goat", "Goats to move", "20 goats in hand, 0 captured"),
        ("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 - #", "tiger", "Tigers to move", "19 goats in hand, 0 captured"),
        (
            "XXTXX/XTGXX/XXTXT/XXGGX/XXGGG g @9 c5 - #",
            "tiger",
            "Tigers win: five captures",
            "9 goats in hand, 5 captured",
        ),
        (
            "TGTGT/GGGGT/GGGGG/XGGGG/XXGXX t @0 c4 - #",
            "goat",
            "Goats win: all tigers trapped",
            "0 goats in hand, 4 captured",
        ),
    ],
)
def test_the_caption_says_who_moves_and_counts_the_goats(position, head, first, second):
    state = obx.parse(position)
    texts = [text.text for text in read(svg.render(state)).iter("text")][10:]
    assert texts == [first, second]
    assert heads(state)[-1][0] == head


def test_a_long_caption_is_squeezed_into_the_picture():
    def squeezed(state):
        return [text.get("textLength") for text in read(svg.render(state)).iter("text")][10:]

    assert squeezed(START) == [None, None]
    assert squeezed(obx.parse("XXTXX/XTGXX/XXTXT/XXGGX/XXGGG g @9 c5 - #")) == [None, None]
    assert squeezed(obx.parse("TGTGT/GGGGT/GGGGG/XGGGG/XXGXX t @0 c4 - #")) == ["318", None]
    assert squeezed(State(Board(0, 0), Side.GOAT, 10**9, 0)) == [None, "318"]


def test_the_start_has_no_marks():
    assert painted(START, LAST) == painted(START, HINT) == []


def test_a_placed_goat_has_a_ring():
    assert painted(PLACED, LAST) == [("circle", "214", "214", "33")]


def test_a_step_has_an_arrow_from_a_ring_to_a_ring():
    assert painted(STEPPED, LAST) == [
        ("circle", "139", "64", "33"),
        ("circle", "64", "64", "10"),
        ("path", "M76 64L88 64"),
        ("polygon", "103,64 88,73 88,55"),
    ]


def test_a_jump_has_a_crossed_circle_on_the_captured_goats_point():
    assert painted(JUMPED, LAST) == [
        ("circle", "214", "214", "33"),
        ("circle", "64", "64", "10"),
        ("path", "M72.5 72.5L177.9 177.9"),
        ("polygon", "188.5,188.5 171.6,184.3 184.3,171.6"),
        ("circle", "139", "139", "17"),
        ("path", "M131 131L147 147M147 131L131 147"),
    ]


def test_hints_for_placements_have_a_plus():
    hints = [Move(None, point("B1")), Move(None, point("A2"))]
    assert painted(START, HINT, hints=hints) == [
        ("circle", "139", "64", "17"),
        ("path", "M130 64H148M139 55V73"),
        ("circle", "64", "139", "17"),
        ("path", "M55 139H73M64 130V148"),
    ]


def test_hints_for_steps_and_jumps_are_dashed():
    state = obx.parse("TXXXT/XGXXX/XXXXX/XXXXX/TXXXT t @19 c0 - #")
    hints = [Move(0, point("B1")), Move(0, point("C3"), point("B2"))]
    assert painted(state, HINT, hints=hints) == [
        ("path", "M94 64L115 64"),
        ("polygon", "130,64 115,73 115,55"),
        ("path", "M85.2 85.2L197 197"),
        ("polygon", "207.6,207.6 190.7,203.4 203.4,190.7"),
        ("circle", "139", "139", "33"),
    ]
    assert svg.render(state, hints=hints).count('stroke-dasharray="7 5"') == 3
    assert "dasharray" not in svg.render(JUMPED)


@pytest.mark.parametrize("hint", [Move(None, 25), Move(None, -1), Move(25, 0), Move(-1, 0), Move(0, 25), Move(3, 3)])
def test_a_hint_off_the_board_or_to_its_own_point_is_left_out(hint):
    assert painted(START, HINT, hints=[hint]) == []


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        (Move(None, 99), []),
        (Move(0, -1), []),
        (Move(99, 0), [("circle", "64", "64", "33")]),
        (Move(0, 0), [("circle", "64", "64", "33"), ("circle", "64", "64", "10")]),
        (Move(None, 0, 25), [("circle", "64", "64", "33")]),
    ],
)
def test_what_a_last_move_does_off_the_board_is_left_out(last, expected):
    assert painted(State(Board(0, 0), Side.GOAT, 20, 0, last), LAST) == expected


def test_a_captured_hint_off_the_board_leaves_the_arrow():
    assert [tag for tag, *_ in painted(START, HINT, hints=[Move(0, 12, 30)])] == ["path", "polygon"]


def test_two_pieces_on_a_point_are_both_shown():
    uses = read(svg.render(State(Board(1, 1), Side.GOAT, 19, 0))).findall("use")[:-1]
    assert [(use.get("href").rpartition("-")[2], use.get("transform")) for use in uses] == [
        ("tiger", "translate(49 51) scale(.6)"),
        ("goat", "translate(79 77) scale(.6)"),
    ]


def test_the_title_and_the_description_are_read_out():
    root = read(svg.render(PLACED))
    title, desc = root.find("title"), root.find("desc")
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert title.text == "Bagh Chal: Tigers to move"
    assert desc.text == (
        "Tigers to move. 19 goats in hand, 0 captured. Tigers on A1, E1, A5, E5. Goats on C3. "
        "Last move: goat placed on C3."
    )


def test_the_description_names_the_hints():
    desc = read(svg.render(PLACED, hints=[Move(0, 1), Move(0, 5)])).find("desc").text
    assert desc.endswith("placed on C3. Shown: tiger from A1 to B1; tiger from A1 to A2.")


def test_a_title_is_escaped():
    title = "<script>\"&'\0\ud800\uffff</script> बाघ"
    picture = svg.render(START, title=title)
    assert "<script" not in picture
    assert read(picture).find("title").text == "<script>\"&'\ufffd\ufffd\ufffd</script> बाघ"


def test_an_empty_title_is_a_title():
    assert read(svg.render(START, title="")).find("title").text is None


def test_different_pictures_share_no_id_and_equal_ones_are_equal():
    pictures = [
        svg.render(START),
        svg.render(PLACED),
        svg.render(START, size=200),
        svg.render(START, title="a"),
        svg.render(START, theme=svg.DARK),
        svg.render(START, hints=[Move(None, 1)]),
    ]
    ids = [found for picture in pictures for found in re.findall(r' id="([^"]+)"', picture)]
    assert len(ids) == len(set(ids)) == 4 * len(pictures)
    assert svg.render(START) == pictures[0]


def test_every_reference_has_its_element():
    picture = svg.render(PLACED)
    ids = set(re.findall(r' id="([^"]+)"', picture))
    assert {f"bc-{name}" for name in re.findall(r'href="#bc-([^"]+)"', picture)} <= ids


@pytest.mark.parametrize("name", svg.THEMES)
def test_a_theme_uses_its_own_colors_only(name):
    theme = svg.THEMES[name]
    allowed = {getattr(theme, field.name) for field in fields(theme)} | {"none"}
    picture = svg.render(JUMPED, theme=theme, hints=[Move(None, 3)])
    assert set(re.findall(r'(?:fill|stroke)="([^"]*)"', picture)) <= allowed


def test_a_theme_can_be_named():
    assert svg.render(START, theme="dark") == svg.render(START, theme=svg.DARK)
    with pytest.raises(PointboardError, match=r"^theme: expected light, dark, contrast, print, page, found 'Dark'$"):
        svg.render(START, theme="Dark")


def test_the_themes_differ():
    assert list(svg.THEMES) == ["light", "dark", "contrast", "print", "page"]
    assert len(set(svg.THEMES.values())) == 5


@pytest.mark.parametrize("name", ["contrast", "print"])
def test_lines_and_words_are_black_on_white_in_the_themes_for_that(name):
    theme = svg.THEMES[name]
    assert (theme.ground, theme.panel, theme.line, theme.ink) == ("#ffffff", "#ffffff", "#000000", "#000000")


def test_the_print_theme_has_no_hue():
    colors = [getattr(svg.PRINT, field.name) for field in fields(svg.PRINT)]
    assert all(color[1:3] == color[3:5] == color[5:7] for color in colors)


def test_a_picture_needs_nothing_from_outside():
    picture = svg.render(JUMPED, hints=[Move(None, 1)]).replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|//|<script|<style|style=|url\(|@import|<image|<foreignObject| on\w+=", picture)


@pytest.mark.parametrize(("size", "height"), [(16, 18), (200, 230), (360, 414), (4096, 4712)])
def test_the_size_is_the_width(size, height):
    root = read(svg.render(START, size=size))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == (str(size), str(height), "0 0 412 474")


@pytest.mark.parametrize("size", [15, 4097, -1])
def test_a_size_out_of_range_is_refused(size):
    with pytest.raises(PointboardError, match=f"^size: expected 16 to 4096 pixels, found {size}$"):
        svg.render(START, size=size)


def test_a_notebook_is_given_the_picture():
    picture = svg.Picture(PLACED, size=100, hints=(Move(0, 1),), title="One", theme=svg.DARK)
    drawn = svg.render(PLACED, size=100, hints=[Move(0, 1)], title="One", theme=svg.DARK)
    assert picture._repr_svg_() == str(picture) == drawn
    assert str(svg.Picture(START)) == svg.render(START)


NUMBERS = st.integers(-(10**30), 10**30)
POINTS = st.one_of(st.integers(0, 24), NUMBERS)
MOVES = st.builds(Move, st.none() | POINTS, POINTS, st.none() | POINTS)
BOARDS = st.builds(Board, NUMBERS | st.integers(0, 2**25 - 1), NUMBERS | st.integers(0, 2**25 - 1))
STATES = st.builds(State, BOARDS, st.sampled_from(Side), NUMBERS, NUMBERS, st.none() | MOVES, st.none() | NUMBERS)


@settings(derandomize=True, deadline=None)
@given(STATES, st.lists(MOVES, max_size=3), st.none() | st.text(st.characters(codec=None)))
def test_every_state_has_a_picture_that_is_xml(state, hints, title):
    assert read(svg.render(state, hints=hints, title=title)).tag == "svg"
