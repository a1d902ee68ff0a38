"""Pictures in the words of another language: nothing in English is left, nothing runs out of the picture."""

import json
import re
from importlib.resources import files

import pytest
from hypothesis import given, settings

from pointboard.baghchal.board import Board, point
from pointboard.baghchal.notation import obx
from pointboard.baghchal.render import svg
from pointboard.baghchal.render.english import ENGLISH
from pointboard.baghchal.state import Move, Side, State
from pointboard.errors import PointboardError
from pointboard.testing.baghchal import states
from pointboard.wording import Words, breadth

NEPALI = Words("ne", json.loads((files("pointboard") / "web" / "words" / "ne.json").read_text(encoding="utf-8")))
START = State.start()
JUMPED = obx.parse("XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @19 c1 mA1C3(B2) #t1")
# Every way in which a game goes on or ends, every kind of move, a board without pieces, one goat in hand.
SHOWN = [
    START,
    JUMPED,
    obx.parse("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1"),
    obx.parse("XTXXT/XXXXX/XXGXX/XXXXX/TXXXT g @19 c0 mA1B1 #t1"),
    obx.parse("XXTXX/XTGXX/XXTXT/XXGGX/XXGGG g @9 c5 - #"),
    obx.parse("TGTGT/GGGGT/GGGGG/XGGGG/XXGXX t @0 c4 - #"),
    obx.parse("XTGGG/TTGGG/GGGGG/GGGGG/GGGGT g @0 c0 - #"),
    State(Board(0, 0), Side.TIGER, 1, 0, last_move=Move(30, 31)),
]
HINTS = [Move(None, point("B1"))]
# About how wide a letter is, in parts of the size of the type: thin and bold. With Noto Sans Devanagari, the widest of
# the usual fonts, captions of these words take at most so much.
LETTER = {"400": 0.53, "700": 0.6}
SIZE, START_AT, WIDTH = 22, 84, 412


def told(state, words=NEPALI, **options):
    """The words of a picture: title, description, and what is drawn but the names of columns and rows."""
    drawn = re.findall(r"<(?:title|desc|text)\b[^>]*>([^<]*)<", svg.render(state, words=words, **options))
    return drawn[:2] + drawn[12:]


def captions(state):
    """The lines of the caption: weight, the width that they are given or None, and their words."""
    found = re.findall(r'<text x="84" y="\d+" font-weight="(\d+)"(?: textLength="(\d+)")?.*?>(.*?)<', drawn(state))
    assert len(found) == 2
    return [(weight, int(given) if given else None, text) for weight, given, text in found]


def drawn(state):
    return svg.render(state, words=NEPALI)


def test_a_picture_speaks_the_language_of_its_words():
    assert told(JUMPED, hints=HINTS) == [
        "बाघचाल: बाख्राको पालो",
        (
            "बाख्राको पालो। १९ बाख्रा हातमा, १ मारिए। बाघ: E1, C3, A5, E5। बाख्रा: कतै छैन। "
            "अन्तिम चाल: बाघ A1बाट C3मा, B2को मारियो। देखाइएको: बाख्रा B1मा राखियो।"
        ),
        "बाख्राको पालो",
        "१९ बाख्रा हातमा, १ मारिए",
    ]


@pytest.mark.parametrize("state", SHOWN)
def test_nothing_in_english_is_left_but_the_names_of_points(state):
    for text in told(state, hints=HINTS):
        assert not re.search("[A-Za-z]", re.sub(r"\b[A-E][1-5]", "", text)), text


@settings(derandomize=True, deadline=None)
@given(states())
def test_of_any_position(state):
    assert not re.search("[A-Za-z]", re.sub(r"\b[A-E][1-5]", "", " ".join(told(state))))


@pytest.mark.parametrize("state", SHOWN)
def test_long_words_have_room(state):
    for weight, room, text in captions(state):
        wide = breadth(text) * SIZE * LETTER[weight]
        assert START_AT + (room or wide) <= WIDTH, text
        assert room is None or wide < 1.3 * room, text  # squeezed, but to be read


def test_the_language_is_told_and_english_is_not():
    assert svg.render(START, words=NEPALI).count(' lang="ne"') == 1
    assert svg.render(START, words=Words("en", dict(ENGLISH.texts))) == svg.render(START)
    assert ' lang="&quot;&gt;"' in svg.render(START, words=Words('">', ENGLISH.texts))


def test_pictures_of_one_page_in_two_languages_have_ids_of_their_own():
    ids = [set(re.findall('id="([^"]+)"', svg.render(START, title="x", words=say))) for say in (ENGLISH, NEPALI)]
    assert not ids[0] & ids[1]


def test_a_notebook_shows_a_picture_in_another_language():
    assert str(svg.Picture(JUMPED, words=NEPALI)) == svg.render(JUMPED, words=NEPALI)


def speak(words):
    for state in SHOWN:
        svg.render(state, hints=HINTS, words=words)


@pytest.mark.parametrize("name", ENGLISH.texts)
def test_every_word_is_needed(name):
    """A word that no picture says would be translated in vain; one that is missing is named."""
    lacking = Words("x", {known: text for known, text in ENGLISH.texts.items() if known != name})
    with pytest.raises(PointboardError, match=rf"^words: expected {re.escape(name)}( with places for .*)? in the lang"):
        speak(lacking)


def test_words_are_words():
    with pytest.raises(TypeError, match=r"^expected a Words, found dict$"):
        svg.render(START, words=ENGLISH.texts)
