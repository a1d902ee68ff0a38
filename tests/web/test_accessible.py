"""axe-core finds no serious fault on any page, in any of its states and colours."""

import re

import pytest

MIDDLE = "11ccccchhjjjjkk:666667788ddddoo:N0N::B:C:0:0:7:2"
OPENING = "11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:IB:0:0:0:0"
TIGERS = "TXXXT/XGXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB2 #g1"


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_the_pages_in_all_colours(visitor, faults, theme):
    page = visitor.page
    page.goto(visitor.base)
    page.select_option("#theme", theme)
    assert faults(page) == []
    for game, text in (("baghchal", TIGERS), ("backgammon", MIDDLE)):
        visitor.open(game, text)
        assert faults(page) == []


def test_a_page_with_everything_open(visitor, faults):
    for game, text, place in (("baghchal", TIGERS, "A1"), ("backgammon", OPENING, "p1")):
        page = visitor.open(game, text).page
        page.locator("#records > summary").click()
        visitor.click(place)
        assert faults(page) == []
        page.locator("#panel-setup summary").click()
        page.wait_for_selector("#setup-play:enabled")
        assert faults(page) == []


def test_verdicts_on_a_phone(visit, faults):
    visitor = visit(viewport={"width": 360, "height": 740})
    for game, text in (("baghchal", TIGERS), ("backgammon", OPENING)):
        page = visitor.open(game, text).page
        page.locator("#panel-explore summary").click()
        page.locator("#verdicts .known", has_text=re.compile("plies|win")).first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert faults(page) == []


def test_a_page_about_a_wrong_id_and_one_in_nepali(visitor, faults):
    page = visitor.page
    for path in ("/b/baghchal/TXXXT", "/b/baghchal/?lang=ne", "/b/?text=no%20id"):
        page.goto(visitor.base + path)
        assert faults(page) == []


def test_a_serious_fault_is_found(visitor, faults):
    page = visitor.open("baghchal").page
    page.evaluate("document.querySelector('main').append(document.createElement('img'))")
    assert [fault[0] for fault in faults(page)] == ["image-alt"]
