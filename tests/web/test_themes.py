"""The colours that the style sheet of the pages gives to pictures are those of the themes of the same names."""

import re
from dataclasses import asdict
from importlib.resources import files

import pytest

from pointboard.backgammon.render.theme import THEMES as BACKGAMMON
from pointboard.baghchal.render.svg import THEMES as BAGHCHAL

SHEET = (files("pointboard") / "web" / "themes" / "boards.css").read_text(encoding="utf-8")
BLOCKS = {
    " ".join(name.split()): body
    for name, body in re.findall(r"^ *(:root[^{]*)\{(.*?)\}", SHEET, re.MULTILINE | re.DOTALL)
}


@pytest.mark.parametrize(
    ("selector", "theme"),
    [
        (':root, :root[data-theme="light"]', "light"),
        (':root[data-theme="dark"]', "dark"),
        (':root[data-theme="contrast"]', "contrast"),
        (":root:root:root", "print"),
    ],
)
def test_a_theme_is_that_of_the_pictures(selector, theme):
    found = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", BLOCKS[selector]))
    assert found == {
        f"{game}-{name.replace('_', '-')}": color
        for game, themes in (("baghchal", BAGHCHAL), ("backgammon", BACKGAMMON))
        for name, color in asdict(themes[theme]).items()
    }


def test_without_a_choice_the_system_chooses():
    asked = re.findall(r"@media \((.*?)\) \{\s*:root:not\(\[data-theme\]\) \{(.*?)\}", SHEET, re.DOTALL)
    assert [(query, body.split()) for query, body in asked] == [
        ("prefers-color-scheme: dark", BLOCKS[':root[data-theme="dark"]'].split()),
        ("prefers-contrast: more", BLOCKS[':root[data-theme="contrast"]'].split()),
    ]


def test_a_picture_for_a_page_asks_for_each_of_them():
    for game, themes in (("baghchal", BAGHCHAL), ("backgammon", BACKGAMMON)):
        for name, color in asdict(themes["page"]).items():
            assert color == f"var(--{game}-{name.replace('_', '-')}, {getattr(themes['light'], name)})"
