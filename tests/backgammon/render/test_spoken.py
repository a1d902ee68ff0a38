"""Pictures in the words of another language: nothing in English is left, nothing runs out of the picture."""

import json
import re
from importlib.resources import files
from itertools import combinations
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given, settings

from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.notation import ogid, plays
from pointboard.backgammon.render import places, svg
from pointboard.backgammon.render.english import ENGLISH
from pointboard.backgammon.state import Action, Cube, Length, Modifier, Owner, Phase, Score, State
from pointboard.errors import PointboardError
from pointboard.testing.backgammon import states
from pointboard.wording import Words, breadth

NEPALI = Words("ne", json.loads((files("pointboard") / "web" / "words" / "ne.json").read_text(encoding="utf-8")))
START = State.start()
BOARD = "11ccccchhhjjjjj:66666888dddddoo:"
ROLLED = ogid.parse(f"{BOARD}N0N:13:B:R:2:3:7:12")
HINTS = [plays.parse("8/5 6/5", ROLLED)]
# Every phase, with and without dice, nobody known to have acted; every owner and deed of the cube; every kind of match;
# every size of a game that was won; checkers on both bars, on none, and borne off.
SHOWN = [
    ROLLED,
    *(START._replace(phase=phase, last_actor=last) for phase in Phase for last in (None, *Side)),
    *(START._replace(cube=Cube(owner, 1, action)) for owner in Owner for action in Action),
    START._replace(cube=Cube(Owner.CENTRED, 0, Action.OFFERED), last_actor=None),
    *(ogid.parse(BOARD + rest) for rest in ("N0N:3:W:IW", "N0N::B:C:6:2:7C:12", "W2O::W:D:3:2:7:12")),
    *(START._replace(score=Score(6, 2), length=Length(7, modifier, 2)) for modifier in Modifier),
    *(START._replace(score=Score(1, 1000), length=Length(0, Modifier.GAMES, games)) for games in (1, 2)),
    ogid.parse("1:o:B1P::W:G"),
    *(ogid.parse(f":{black}:N0N::W:G") for black in ("2", "666666666666666", "ooooooooooooooo")),
    START._replace(board=Board.of({0: 1, 25: 2}, {25: 1})),
]
# About how wide a letter is, in parts of the size of the type: thin and bold. With Noto Sans Devanagari, the widest of
# the usual fonts, lines of these words take at most so much; a digit is no wider than a letter.
LETTER = {None: 0.56, "700": 0.62}


def read(picture):
    return fromstring(picture.replace(' xmlns="http://www.w3.org/2000/svg"', "", 1))  # noqa: S314 - our own text


def told(state, words=NEPALI, **options):
    """The words of a picture: title, description, and all that is drawn."""
    return [one.text for one in read(svg.render(state, words=words, **options)).iter() if one.text]


def lines(state):
    """The lines of words around the board: where each begins and ends, its base line, its words."""
    for one in read(svg.render(state, words=NEPALI)).iter("text"):
        x, y, size = (float(one.get(name)) for name in ("x", "y", "font-size"))
        if size < 27 or places.BOARD.y < y < places.BOARD.y + places.BOARD.height:
            continue
        wide = breadth(one.text) * size * LETTER[one.get("font-weight")]
        given = one.get("textLength")
        assert given is None or wide < 2 * float(given), one.text  # squeezed, but to be read
        wide = min(wide, float(given)) if given else wide
        left = x - wide * {"start": 0, "middle": 0.5, "end": 1}[one.get("text-anchor")]
        yield left, left + wide, y, one.text


def test_a_picture_speaks_the_language_of_its_words():
    said = told(ROLLED)
    assert said[:2] == [
        "ब्याकगेमन: सेतोको पालो: 31 खेल्ने",
        (
            "सेतोको पालो: 31 खेल्ने। क्युब: 1, बीचमा। अङ्क: सेतो २, कालो ३, ७ अङ्कको प्रतियोगिता। "
            "सेतो: 24 नम्बरमा २, 13 नम्बरमा ५, 8 नम्बरमा ३, 6 नम्बरमा ५; पिप १६७। "
            "कालो: 24 नम्बरमा २, 13 नम्बरमा ५, 8 नम्बरमा ३, 6 नम्बरमा ५; पिप १६७।"
        ),
    ]
    assert said[-8:] == [
        "सेतो", "१६७ पिप", "२ / ७", "कालो", "१६७ पिप", "३ / ७", "सेतोको पालो: 31 खेल्ने", "७ अङ्कको प्रतियोगिता",
    ]  # fmt: skip
    assert told(ROLLED, hints=HINTS)[1] == f"{said[1]} देखाइएको: 8/5 6/5।"


def test_players_keep_their_names():
    assert told(ROLLED, names={"W": "Alice"})[-8:-2] == ["Alice", "१६७ पिप", "२ / ७", "कालो", "१६७ पिप", "३ / ७"]


@pytest.mark.parametrize("state", SHOWN)
def test_nothing_in_english_is_left(state):
    assert not re.search("[A-Za-z]", " ".join(told(state)))


@settings(derandomize=True, deadline=None)
@given(states())
def test_of_any_position(state):
    assert not re.search("[A-Za-z]", " ".join(told(state)))


@pytest.mark.parametrize("state", SHOWN)
def test_long_words_have_room(state):
    found = list(lines(state))
    assert len(found) == 8
    for left, right, _, text in found:
        assert left >= 0, text
        assert right <= places.WIDTH, text
    for one, other in combinations(found, 2):
        assert one[2] != other[2] or one[1] <= other[0] or other[1] <= one[0], (one, other)


def test_the_language_is_told_and_english_is_not():
    assert svg.render(START, words=NEPALI).count(' lang="ne"') == 1
    assert svg.render(START, words=Words("en", dict(ENGLISH.texts))) == svg.render(START)
    assert ' lang="&quot;&gt;"' in svg.render(START, words=Words('">', ENGLISH.texts))


def test_pictures_of_one_page_in_two_languages_have_ids_of_their_own():
    ids = [set(re.findall('id="([^"]+)"', svg.render(START, title="x", words=say))) for say in (ENGLISH, NEPALI)]
    assert not ids[0] & ids[1]


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
