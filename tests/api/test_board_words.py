"""The words of the pages: a file for each language, with the same words, and nothing said anywhere else."""

import re
from importlib.resources import files
from string import Formatter

import pytest

from pointboard.api.board.words import LANGUAGES, language, words


def test_the_languages_have_the_same_words_with_the_same_places():
    known = {lang: words(lang).texts for lang in LANGUAGES}
    listed = sorted(file.name for file in (files("pointboard") / "web" / "words").iterdir())
    assert listed == [f"{lang}.json" for lang in sorted(LANGUAGES)]
    for lang in LANGUAGES:
        assert list(known[lang]) == list(known["en"])
        for name, text in known[lang].items():
            assert text
            assert places(text) == places(known["en"][name]), name


def places(text):
    return sorted({field for _, field, _, _ in Formatter().parse(text) if field is not None})


def test_the_pages_have_no_words_of_their_own():
    for name in ("page.html", "front.html"):
        text = (files("pointboard") / "api" / "board" / name).read_text(encoding="utf-8")
        body = re.sub(r"<[^>]*>|\$\{[a-z.]+\}", "", text[text.index("<body") :])
        assert body.split() == []
        for attribute in re.findall(r'aria-label="([^"]*)"', text):
            assert re.fullmatch(r"\$\{word\.[a-z]+\}", attribute)


@pytest.mark.parametrize(
    ("wish", "accepted", "found"),
    [
        (None, "", "en"),
        (None, "ne", "ne"),
        (None, "NE-np,en;q=0.9", "ne"),
        (None, "en;q=0.3, ne;q=0.4", "ne"),
        (None, "ne;q=0, en;q=0.1", "en"),
        (None, "ne;q=x,*", "en"),
        (None, "ne;q=1.1.1", "en"),
        (None, "de-DE, fr", "en"),
        (None, "de," * 30 + "ne", "en"),
        ("ne", "en", "ne"),
        ("en", "ne", "en"),
        ("de", "ne", "ne"),
    ],
)
def test_the_language(wish, accepted, found):
    assert language(wish, accepted) == found
