"""The words of the pages: a file for each language, with the same words, and nothing said anywhere else."""

import re
from dataclasses import replace
from importlib.resources import files
from string import Formatter

import pytest

from pointboard import games
from pointboard.api.board.words import LANGUAGES, language, spoken, words
from pointboard.api.queries import query_types


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


@pytest.mark.parametrize("name", games.names())
def test_the_words_in_pictures_are_those_of_the_files(name):
    """The English of a picture stands in the game too, which draws without the pages; it is the same."""
    told = games.get(name).words.texts
    assert {key: words("en").texts.get(key) for key in told} == told
    listed = {key for key in words("en").texts if key.startswith(f"picture.{name}.")}
    assert listed == {key for key in told if key.startswith(f"picture.{name}.")}


@pytest.mark.parametrize(
    ("name", "title", "status"),
    [("baghchal", "बाघचाल", "बाख्राको पालो।"), ("backgammon", "ब्याकगेमन", "कसैको पालो छैन।")],
)
def test_the_boards_speak_the_language_of_the_page(client, name, title, status):
    draw, start = games.get(name).render_svg, games.get(name).start()
    drawn = draw(start, size=560, theme="page", title=f"{title}: {status}", words=words("ne")).strip()
    assert drawn in client.get(f"/b/{name}/?lang=ne").text
    drawn = draw(start, size=280, theme="page", title=title, words=words("ne")).strip()
    assert drawn in client.get("/b/", headers={"Accept-Language": "ne"}).text


def test_a_game_whose_pictures_have_no_words_is_not_asked_for_any():
    game = replace(games.get("baghchal"), words=None)
    assert spoken(game, words("ne")) == {}
    assert "lang" not in query_types(game).picture.__struct_fields__
    assert spoken(games.get("baghchal"), words("ne")) == {"words": words("ne")}


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
