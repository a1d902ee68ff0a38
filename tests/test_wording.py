"""Words by name: places filled, numbers in the digits of a language, what is not there said in words."""

import pytest

from pointboard.errors import PointboardError
from pointboard.wording import Words, breadth

SAY = Words(
    "x",
    {
        "digits": "abcdefghij",
        "to": "{side} to {act}",
        "open": "{",
        "deep": "{side.x}",
        "goats": "{count} goats of {all}",
    },
)


def test_words_have_their_parts_put_in():
    assert SAY("to", side="White", act="roll") == "White to roll"


@pytest.mark.parametrize(
    ("name", "parts", "wanted"),
    [
        ("from", {}, "from"),
        ("to", {"side": "White", "way": 1}, "to with places for side, way"),
        ("open", {}, "open"),
        ("deep", {"side": "White"}, "deep with places for side"),
    ],
)
def test_words_that_are_not_there_are_named(name, parts, wanted):
    with pytest.raises(PointboardError, match=f"^words: expected {wanted} in the language x, found none$"):
        SAY(name, **parts)


def test_a_language_has_digits_of_its_own_or_the_usual_ones():
    assert SAY.number(-1067) == "-bagh"
    assert Words("y", {}).number(-1067) == "-1067"


def test_one_thing_has_words_of_its_own():
    say = Words("x", {**SAY.texts, "goats.one": "{count} goat of {all}"})
    counted = [say.counted("goats", value, all="c") for value in (0, 1, 2)]
    assert counted == [
        "a goats of c",
        "b goat of c",
        "c goats of c",
    ]


def test_the_text_stands_in_for_words_that_are_not_there():
    assert SAY.or_else("open", "x") == "{"
    assert SAY.or_else("shut", "x") == "x"


@pytest.mark.parametrize(
    ("text", "wide"),
    [("", 0), ("Match to 7", 10), ("क", 1), ("कि", 1.5), ("कु", 1), ("प्रतियोगिता", 8), ("७ अङ्क", 5), ("a\u200db", 2)],
)
def test_marks_are_no_letters(text, wide):
    assert breadth(text) == wide
