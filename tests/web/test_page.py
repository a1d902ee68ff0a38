"""The files of the page: whole, valid, and with nothing from another host or against its own security policy."""

import re
from html.parser import HTMLParser
from importlib.resources import files
from xml.etree.ElementTree import fromstring

import pytest

from pointboard.baghchal.notation import obx
from pointboard.baghchal.render import svg
from pointboard.baghchal.render.text import describe
from pointboard.baghchal.state import State

WEB = files("pointboard") / "web"
TEXTS = {file.name: file.read_text(encoding="utf-8") for file in WEB.iterdir() if file.is_file()}
PAGE = TEXTS["index.html"]
SCRIPTS = {name: text for name, text in TEXTS.items() if name.endswith(".js")}


class Elements(HTMLParser):
    """The elements of a page as (tag, attributes), and the text of its textarea."""

    def __init__(self, text):
        super().__init__()
        self.all, self.box, self.inside = [], "", ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.all.append((tag, dict(attrs)))
        self.inside = tag

    def handle_data(self, data):
        if self.inside == "textarea":
            self.box += data

    def handle_endtag(self, _tag):
        self.inside = ""


ELEMENTS = Elements(PAGE)
IDS = [attributes["id"] for _, attributes in ELEMENTS.all if "id" in attributes]


def attributes(tag):
    return [found for name, found in ELEMENTS.all if name == tag]


def test_the_page_is_these_files():
    assert sorted(TEXTS) == ["api.js", "icon.svg", "index.html", "page.css", "page.js", "points.js"]


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_no_file_names_another_host(name):
    text = TEXTS[name].replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|[\"'(]//|@import|url\(", text)


def test_the_policy_allows_this_server_only_and_nothing_inline():
    (policy,) = [meta["content"] for meta in attributes("meta") if "http-equiv" in meta]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules.pop("default-src") == rules.pop("base-uri") == "'none'"
    assert rules == dict.fromkeys(["script-src", "style-src", "img-src", "connect-src", "form-action"], "'self'")


def test_the_page_keeps_its_policy():
    assert [script.get("src") for script in attributes("script")] == ["/web/page.js"]
    assert attributes("style") == []
    assert [key for _, found in ELEMENTS.all for key in found if key == "style" or key.startswith("on")] == []
    for text in SCRIPTS.values():
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|\.style\b", text
        )


def test_every_file_that_is_asked_for_is_there():
    asked = [
        found[key] for _, found in ELEMENTS.all for key in ("src", "href") if found.get(key, "").startswith("/web/")
    ]
    for text in SCRIPTS.values():
        asked += re.findall(r'from "([^"]+)"', text)
    assert sorted({path.removeprefix("/web/") for path in asked}) == sorted(set(TEXTS) - {"index.html"})


def test_the_parts_that_the_scripts_want_are_in_the_page():
    assert len(IDS) == len(set(IDS))
    wanted = {name for text in SCRIPTS.values() for name in re.findall(r'part\("([^"]+)"\)', text)}
    assert wanted <= set(IDS)
    assert len(wanted) > 10


def test_controls_are_named():
    labelled = {label["for"] for label in attributes("label") if "for" in label}
    assert {"obx", "level"} <= labelled
    assert {found["aria-labelledby"] for _, found in ELEMENTS.all if "aria-labelledby" in found} <= set(IDS)
    described = [found["aria-describedby"].split() for _, found in ELEMENTS.all if "aria-describedby" in found]
    assert {name for names in described for name in names} <= set(IDS)
    assert attributes("html") == [{"lang": "en"}]


def test_the_levels_are_not_called_what_they_are_not():
    assert "beginner" not in PAGE
    assert ('<option value="1">1 (weakest)</option>' in PAGE, '<option value="8">8 (strongest)</option>' in PAGE) == (
        True,
        True,
    )


def test_without_scripts_the_page_shows_the_start_and_its_form_shows_any_board():
    assert ELEMENTS.box == obx.START
    assert f'START = "{obx.START}"' in TEXTS["page.js"]
    (image,), (source,) = attributes("img"), attributes("source")
    assert image["src"] == "/v1/baghchal/board.svg?size=560"
    assert source["srcset"] == "/v1/baghchal/board.svg?size=560&theme=dark"
    assert describe(State.start()).endswith(image["alt"].removeprefix("Bagh Chal board. "))
    assert [(form["action"], form["method"]) for form in attributes("form")] == [("/v1/baghchal/board.svg", "get")]
    assert [box["name"] for box in attributes("textarea")] == ["obx"]


def test_the_picture_has_the_size_that_the_page_keeps_free_for_it():
    (image,) = attributes("img")
    root = fromstring(svg.render(State.start(), size=560))  # noqa: S314 - our own text
    assert (image["width"], image["height"]) == (root.get("width"), root.get("height"))


def test_the_buttons_lie_over_the_points_of_the_picture():
    block = re.search(r"^\.points \{(.*?)\}", TEXTS["page.css"], re.DOTALL | re.MULTILINE).group(1)
    given = {key: float(value) for key, value in re.findall(r"(left|top|width|height): ([\d.]+)%", block)}
    start = svg._EDGE - svg._STEP / 2
    expected = {
        "left": start / svg._WIDTH,
        "top": start / svg._HEIGHT,
        "width": 5 * svg._STEP / svg._WIDTH,
        "height": 5 * svg._STEP / svg._HEIGHT,
    }
    assert given == pytest.approx({key: 100 * share for key, share in expected.items()}, abs=0.001)


def test_the_pages_colors_are_those_of_the_pictures():
    css = TEXTS["page.css"]
    light, dark = (
        dict(re.findall(r"--(\w+): (#\w+)", block)) for block in re.findall(r":root \{(.*?)\}", css, re.DOTALL)
    )
    for colors, theme in ((light, svg.LIGHT), (dark, svg.DARK)):
        del colors["ground"]
        assert colors == {
            "paper": theme.ground, "ink": theme.ink, "line": theme.line, "target": theme.hint, "problem": theme.last,
        }  # fmt: skip


def test_the_icon_is_the_tiger_of_the_pictures():
    head = svg._TIGER.format(svg.LIGHT.tiger, svg.LIGHT.stripe, svg.LIGHT.muzzle)
    assert head in TEXTS["icon.svg"]
    assert fromstring(TEXTS["icon.svg"]).get("viewBox") == "-32 -32 64 64"  # noqa: S314 - our own text
