"""Games played on the page: by click, by dragging, by keyboard, against the engine and by hand."""

import random
import re

import pytest

START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"
AFTER_C3 = "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1"
MOST = 60  # plies of the goats until a game against level 1 must be over


def test_a_whole_game_of_bagh_chal_against_the_engine_through_clicks(visitor):
    chance = random.Random(1)  # noqa: S311 - a game is no secret
    visitor.open("baghchal").page.select_option("#player-t", "1")
    for _ in range(MOST):
        if "win" in visitor.status:
            break
        targets = visitor.page.locator(".place.target")
        if not targets.count():
            starts = visitor.page.locator(".place.start")
            starts.nth(chance.randrange(starts.count())).click()
        targets.nth(chance.randrange(targets.count())).click()
    assert re.search(r"Tigers played \w+.+\w+\(\w+\)\. Tigers win: five captures\.$", visitor.status)
    assert " c5 " in visitor.position
    assert visitor.page.locator(".place.target, .place.start").count() == 0


def test_only_legal_moves_light_up_and_a_piece_can_be_let_go(visitor):
    visitor.open("baghchal")
    assert len(visitor.targets()) == 21
    visitor.click("C3")
    assert visitor.position == AFTER_C3
    assert visitor.targets() == []
    visitor.click("A1")
    assert visitor.targets() == ["A2", "B1", "B2"]
    visitor.says("From A1: choose one of the marked places")
    visitor.click("A1", "D4")
    assert visitor.targets() == []
    visitor.click("A1", "E1")
    assert visitor.targets() == ["D1", "D2", "E2"]
    assert visitor.page.locator('[data-place="D2"]').get_attribute("aria-label") == "D2, empty, move here from E1"


def test_a_double_click_moves_once(visitor):
    page = visitor.open("baghchal").page
    page.locator('[data-place="C3"]').dblclick()
    visitor.says("Tigers to move. Choose a tiger")
    assert visitor.position == AFTER_C3
    assert page.locator("#plies button").all_inner_texts() == ["start", "C3"]


def test_a_capture_is_marked_as_one(visitor):
    visitor.open("baghchal", "TXXXT/XGXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB2 #g1").click("A1")
    place = visitor.page.locator('[data-place="C3"]')
    assert "hit" in place.get_attribute("class").split()
    assert place.get_attribute("aria-label") == "C3, empty, jump here from A1 over the goat on B2"
    visitor.click("C3")
    assert visitor.position == "XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @19 c1 mA1C3(B2) #t1"


def test_the_engine_plays_either_side_and_takes_back_with_the_visitor(visitor):
    visitor.open("baghchal").page.select_option("#player-g", "1")
    assert " t @19 " in visitor.position
    visitor.says("Goats played ..")
    visitor.click("A1").page.locator(".place.target").first.click()
    assert " t @18 " in visitor.position
    visitor.click("#undo")
    assert " t @19 " in visitor.position
    visitor.page.select_option("#player-g", "")
    assert visitor.page.locator(".place.start").count() > 0


def test_the_third_time_of_a_position_draws(visitor):
    visitor.open("baghchal", "GGGGG/GGGGG/GGGGG/GXXTX/TXXTT t @0 c4 - #")
    for _ in range(2):
        visitor.click("D4", "C4", "A4", "B4", "C4", "D4")
        visitor.says("Choose a goat")
        visitor.click("B4", "A4")
    visitor.says("Draw: threefold repetition")
    assert visitor.page.locator(".place.start").count() == 0
    visitor.click("#undo")
    visitor.says("Choose a goat")


def test_a_piece_under_the_pointer_stays_visible(visit):
    """Its light is faint from the first moment: faded in from full strength, it would cover the piece for a while."""
    place = visit(reduced_motion="no-preference").open("baghchal", AFTER_C3).page.locator('[data-place="A1"]')
    place.hover()
    area = place.locator(".area")
    assert area.evaluate("area => getComputedStyle(area).transitionDuration") == "0s"
    assert area.evaluate("area => getComputedStyle(area).fillOpacity") == "0.14"


def test_a_piece_can_be_dragged(visitor):
    visitor.open("baghchal", AFTER_C3)
    page = visitor.page
    page.locator('[data-place="A1"]').hover()
    page.mouse.down()
    page.locator('[data-place="B2"]').hover()
    assert visitor.targets() == ["A2", "B1", "B2"]
    assert page.locator(".ghost").count() == 1
    page.mouse.up()
    assert visitor.position == "XXXXT/XTXXX/XXGXX/XXXXX/TXXXT g @19 c0 mA1B2 #t1"
    page.locator('[data-place="C3"]').hover()
    page.mouse.down()
    page.locator('[data-place="C4"]').hover()
    page.mouse.up()
    assert "@19" in visitor.position


def test_by_keyboard_alone(visitor):
    page = visitor.open("baghchal").page
    page.locator('[data-place="A1"]').focus()
    for key in ("ArrowUp", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.place") == "C3"
    page.keyboard.press("Enter")
    assert visitor.position == AFTER_C3
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    assert visitor.targets() == ["A2", "B1", "B2"]
    page.keyboard.press("Escape")
    assert visitor.targets() == []
    page.keyboard.press(" ")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert visitor.position == "XTXXT/XXXXX/XXGXX/XXXXX/TXXXT g @19 c0 mA1B1 #t1"


def test_the_focus_goes_on_from_a_button_that_is_gone(visitor):
    page = visitor.open("backgammon").page
    page.locator("#roll").focus()
    page.keyboard.press("Enter")
    visitor.says("Play [1-6]-[1-6]")
    visitor.ready()
    assert page.evaluate("document.activeElement.dataset.place")


def test_the_focus_waits_for_the_opponent(visitor):
    page = visitor.open("backgammon", "11ccccchhjjjjkk:666667788ddddoo:N0N::B:C:0:0:7:2").page
    page.select_option("#player-B", "builtin")
    page.locator("#double").focus()
    page.keyboard.press("Enter")
    visitor.says("Black: (takes|passes)")
    page.wait_for_selector("#actions .main")
    visitor.ready()
    assert page.evaluate("document.activeElement.id") in {"roll", "next"}


def test_every_control_is_reached_with_tab_and_its_focus_is_seen(visitor):
    page = visitor.open("backgammon", "11ccccchhjjjjkk:666667788ddddoo:N0N::B:C:0:0:7:2").page
    seen, places = [], 0
    while seen.count("lang") < 2:
        page.keyboard.press("Tab")
        name, place = page.evaluate("[document.activeElement.id, document.activeElement.dataset.place ?? '']")
        seen.append(name)
        places += bool(place)
        if name:
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    assert {"lang", "theme", "player-W", "player-B", "roll", "double", "new", "flip", "dice"} <= {*seen}
    assert {"resign", "id-text"} <= {*seen}
    assert places == 1  # one stop for the whole board, arrows within


def test_the_back_button_goes_through_the_positions(visitor):
    page = visitor.open("baghchal").page
    visitor.click("C3", "A1", "B1")
    after = visitor.position
    page.go_back()
    visitor.says("Tigers to move")
    assert visitor.position == AFTER_C3
    assert page.url.endswith("/b/baghchal/TXXXT%2FXXXXX%2FXXGXX%2FXXXXX%2FTXXXT%20t%20%4019%20c0%20mC3%20%23g1")
    page.go_back()
    visitor.says("Place a goat")
    page.go_forward()
    page.go_forward()
    visitor.says("Goats to move")
    assert visitor.position == after
    page.reload()
    assert visitor.position == after
    assert page.locator("#plies button").count() == 3


def test_a_server_that_does_not_answer_is_asked_again(visitor):
    page = visitor.open("baghchal").page
    page.route("**/v1/baghchal/position?*", lambda route: route.abort())
    page.locator('[data-place="C3"]').click()
    visitor.shows("#problem", "The server does not answer")
    page.unroute("**/v1/baghchal/position?*")
    visitor.click("#again").says("Tigers to move. Choose a tiger")
    assert visitor.position == AFTER_C3
    assert page.locator("#problem").is_hidden()
    assert page.locator("#again").count() == 0
    visitor.faults.clear()  # the browser told of the request that came to nothing


def test_two_tabs_do_not_know_of_each_other(visitor):
    visitor.open("baghchal").click("C3")
    first = visitor.page
    visitor.page = visitor.tab()
    visitor.open("baghchal").click("B2")
    assert " mB2 " in visitor.position
    assert visitor.page.locator("#plies button").all_inner_texts() == ["start", "B2"]
    visitor.page = first
    visitor.click("#new")
    assert visitor.position == START
    visitor.click("D4")
    assert first.locator("#plies button").all_inner_texts() == ["start", "D4"]


def test_the_list_of_the_game_steps_back_and_on(visitor):
    page = visitor.open("baghchal").page
    visitor.click("C3", "A1", "B1", "#first")
    assert visitor.position == START
    assert page.locator("#plies button").all_inner_texts() == ["start", "C3", "A1\u2013B1"]
    assert page.locator("#previous").is_disabled()
    visitor.click("#following")
    assert visitor.position == AFTER_C3
    visitor.click("#last")
    assert " mA1B1 " in visitor.position
    page.locator("#plies button", has_text="C3").click()
    visitor.says("Tigers to move")
    visitor.click("E5", "E4")
    assert page.locator("#plies button").all_inner_texts() == ["start", "C3", "E5\u2013E4"]


@pytest.mark.parametrize(("size", "touch"), [((360, 740), True), ((2200, 1200), False)])
def test_a_phone_and_a_wide_screen(visit, size, touch):
    visitor = visit(viewport=dict(zip(("width", "height"), size, strict=True)), has_touch=touch, is_mobile=touch)
    for game, name in (("baghchal", "C3"), ("backgammon", "dice")):
        page = visitor.open(game).page
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        place = page.locator(f'[data-place="{name}"]')
        place.tap() if touch else place.click()
        visitor.says("Tigers to move|Play [1-6]-[1-6]")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
