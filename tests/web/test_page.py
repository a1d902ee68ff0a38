"""The files of the page: small, whole, and with nothing from another host or against its own security policy."""

import json
import re
from importlib.resources import files
from xml.etree.ElementTree import fromstring

import pytest

from pointboard import games
from pointboard.backgammon.render import places
from pointboard.backgammon.render.view import View
from pointboard.baghchal.render import svg

WEB = files("pointboard") / "web"
TEXTS = {file.name: file.read_text(encoding="utf-8") for file in WEB.iterdir() if file.is_file()}
THEMES = (WEB / "themes" / "boards.css").read_text(encoding="utf-8")
SCRIPTS = {name: text for name, text in TEXTS.items() if name.endswith(".js")}
OWN = {name: text for name, text in SCRIPTS.items() if name != "embed.js"}
WORDS = {lang: json.loads((WEB / "words" / f"{lang}.json").read_text(encoding="utf-8")) for lang in ("en", "ne")}
MOST = 120_000  # bytes of script and style together, unpacked


def test_script_and_style_are_small():
    sheets = [THEMES, *(text for name, text in TEXTS.items() if name.endswith(".css"))]
    assert sum(len(text.encode()) for text in [*SCRIPTS.values(), *sheets]) < MOST


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_no_file_names_another_host(name):
    text = re.sub(r"http://www\.w3\.org/(2000/svg|1999/xhtml)", "", TEXTS[name])
    assert not re.search(r"https?:|[\"'(]//|@import|url\(", text)


@pytest.mark.parametrize("name", sorted(OWN))
def test_what_is_put_into_the_page_is_text(name):
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|\.style\b"
    assert not re.search(forbidden, OWN[name])


def test_every_module_that_is_asked_for_is_there_and_every_one_is_asked_for():
    asked = {"page.js"}
    for text in OWN.values():
        asked |= set(re.findall(r'(?:from|import\() ?"/web/([^"]+)"', text))
    asked |= {f"{start}{name}.js" for name in games.names() for start in ("", "edit-")}  # by the name of the game
    assert asked == set(OWN)


def test_a_module_says_what_it_is_for_and_has_its_imports_in_order():
    for name, text in OWN.items():
        assert text.startswith("// "), name
        imports = re.findall(r'^import .* from "(/web/[^"]+)";$', text, re.MULTILINE)
        assert imports == sorted(imports), name


PREFIXES = {key.partition(".")[0] for key in WORDS["en"] if "." in key}


def keys(text):
    """The keys of words in a script: what is asked for by ``t``, and what looks like a key."""
    found = set(re.findall(r'\bt\("([a-z][^"{}]*)"', text))
    return found | {
        key for key in re.findall(r'"([a-z]+\.[A-Za-z_.]+)"', text) if key.partition(".")[0] in PREFIXES
    } - {"board.svg"}


def test_every_word_has_its_place_in_the_files_of_words():
    wanted = set().union(*map(keys, OWN.values()))
    assert len(wanted) > 80
    assert wanted <= set(WORDS["en"])
    assert set(WORDS["en"]) == set(WORDS["ne"])


def test_words_have_the_same_values_to_put_in():
    for key, text in WORDS["en"].items():
        assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", WORDS["ne"][key])), key


def test_the_words_of_choices_are_there():
    for name, prefix in (("baghchal", "level.baghchal."), ("backgammon", "level.backgammon.")):
        found = re.findall(rf'"({re.escape(prefix)}[^"]+)"', TEXTS[f"{name}.js"])
        assert set(found) <= set(WORDS["en"])
    for game in map(games.get, games.names()):
        assert {f"record.{one}" for one, kind in game.records.formats.items() if not kind.binary} <= set(WORDS["en"])
        wanted = {f"phase.{game.name}.{one}" for one in game.solver.phases}
        assert wanted - set(WORDS["en"]) <= {"phase.backgammon.all"}  # said by its parts


def test_the_places_of_bagh_chal_lie_where_the_picture_has_its_points():
    text = TEXTS["baghchal.js"]
    assert f"const [EDGE, STEP] = [{svg._EDGE}, {svg._STEP}];" in text
    assert f"SIZE = [{svg._WIDTH}, {svg._HEIGHT}];" in text


def test_the_places_of_backgammon_lie_where_the_picture_has_them():
    text = TEXTS["backgammon.js"]
    view = View.of("W", "right")
    low, high = places.FIELDS
    assert f"SIZE = [{places.WIDTH}, {places.HEIGHT}];" in text
    drawn = f"[{places.POINT}, {places.RADIUS}, {places.STEP}, {places.LONGEST}];"
    assert f"const [POINT, RADIUS, STEP, LONGEST] = {drawn}" in text
    assert f"const [TOP, LOW] = [{low.y}, {low.y + low.height}];" in text
    assert f"const FIELDS = [{low.x}, {high.x}];" in text
    tray, cube = places.tray_of(view), places.cube_spot(view, None)
    spots = (int(places.BAR_X), tray.x + tray.width // 2, int(cube.x))
    assert f"const [BAR_X, TRAY_X, CUBE_X] = [{', '.join(map(str, spots))}];" in text


def test_the_start_positions_are_those_of_the_games():
    for game in map(games.get, games.names()):
        assert f'START = "{game.main_notation.format(game.start())}";' in TEXTS[f"{game.name}.js"]


def test_the_engines_are_those_that_the_server_knows():
    text = TEXTS["backgammon.js"]
    known = games.get("backgammon").engines
    found = re.findall(r'{ engine: "(\w+)"(?:, level: "([\w-]+)")? }', text)
    assert found
    for engine, level in found:
        assert not level or level in known[engine]


def test_the_icon_is_the_tiger_of_the_pictures():
    head = svg._TIGER.format(svg.LIGHT.tiger, svg.LIGHT.stripe, svg.LIGHT.muzzle)
    assert head in TEXTS["icon.svg"]
    assert fromstring(TEXTS["icon.svg"]).get("viewBox") == "-32 -32 64 64"  # noqa: S314 - our own text
