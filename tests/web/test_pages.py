"""The other parts of the pages: setting up, ids, colours and language, the front page, what works without scripts."""

import re

import pytest

from pointboard import games

START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"
OPENING = "11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:IB:0:0:0:0"
MIDDLE = "11ccccchhjjjjkk:666667788ddddoo:N0N::B:C:0:0:7:2"


def opened(visitor, panel):
    visitor.page.locator(f"#panel-{panel} summary").first.click()
    return visitor


def problem(visitor):
    return visitor.page.locator("#setup-problem")


def test_bagh_chal_is_set_up_by_hand_and_the_server_says_what_is_wrong(visitor):
    opened(visitor.open("baghchal"), "setup")
    visitor.says(re.escape(START) + "$")
    visitor.click("B2", "B3")
    assert visitor.page.locator("#setup-hand").input_value() == "18"
    visitor.page.locator("input[value=empty]").check()
    visitor.click("A1")
    visitor.page.wait_for_selector("#setup-play:disabled")
    assert problem(visitor).inner_text() == "board, column 1: 4 tigers needed, has 3"
    visitor.page.locator("input[value=tiger]").check()
    visitor.click("C3")
    visitor.page.wait_for_selector("#setup-play:enabled")
    assert problem(visitor).inner_text() == ""
    visitor.page.locator("#setup-captured").fill("2")
    visitor.page.wait_for_selector("#setup-play:disabled")
    visitor.page.locator("#setup-hand").fill("16")
    visitor.page.select_option("#setup-turn", "t")
    visitor.page.wait_for_selector("#setup-play:enabled")
    visitor.page.locator("#setup-play").click()
    visitor.says("Tigers to move")
    assert visitor.position == "XXXXT/XGXXX/XGTXX/XXXXX/TXXXT t @16 c2 - #"
    visitor.click("C3")
    assert visitor.targets() == ["A1", "A3", "B4", "C2", "C4", "D2", "D3", "D4"]


def test_the_set_up_ends_when_the_game_goes_on_without_it(visitor):
    page = opened(visitor.open("baghchal").click("C3"), "setup").page
    page.wait_for_selector("#setup-play:enabled")
    visitor.click("#first")
    visitor.says("Place a goat")
    assert page.locator("#setup-play").count() == 0
    assert page.locator("#board.editing").count() == 0
    assert len(visitor.targets()) == 21


def test_backgammon_is_set_up_with_dice_cube_and_score(visitor):
    page = opened(visitor.open("backgammon", MIDDLE), "setup").page
    page.locator("#setup-clear").click()
    page.locator("input[value=W]").check()
    visitor.click("p24", "p24", "p23")
    page.locator("input[value=B]").check()
    visitor.click("p1", "p2", "p2")
    page.locator("input[value=remove]").check()
    visitor.click("p2")
    assert page.locator('[data-place="p2"]').get_attribute("aria-label") == "23, 1 Black"
    page.select_option("#setup-owner", "W")
    page.wait_for_selector("#setup-play:disabled")
    assert "a cube at 1 has no owner" in problem(visitor).inner_text()
    page.select_option("#setup-exponent", label="2")
    page.select_option("#setup-mover", "B")
    page.locator("#setup-dice").fill("21")
    page.locator("#setup-points").fill("5")
    page.locator("#setup-scoreW").fill("3")
    page.wait_for_selector("#setup-play:enabled")
    page.locator("#setup-play").click()
    visitor.says("Black to move. Play 2-1")
    assert visitor.position == "noo:12:W1N:12:W:R:3:0:5:2"


def test_the_set_up_is_left_and_the_game_is_there_again(visitor):
    opened(visitor.open("backgammon", MIDDLE), "setup").click("p12")
    assert visitor.page.locator("#panel-play").evaluate("panel => panel.inert")
    visitor.page.locator("#setup-cancel").click()
    visitor.says("White to move. Roll, or double")
    visitor.until(lambda: visitor.page.locator("#board > svg").count() == 2)
    visitor.click("#double")
    visitor.says("A double is offered")


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("baghchal", "TXXXT/XXXXX/XXGXB/XXXXX/TXXXT t @19 c0 mC3 #g1", "board, column 17: expected T, G or X, found"),
        ("baghchal", "TXXXT/XXXXX/XXXXX/XXXXX/TXXXX g @20 c0 - #", "4 tigers needed, has 3"),
        ("backgammon", "11:22:N0N:77:B:R", "dice, column 11: expected a die from 1 to 6, found '7'"),
    ],
)
def test_a_wrong_id_is_told_with_its_place_and_the_page_goes_on(visitor, game, text, said):
    visitor.page.goto(f"{visitor.base}/b/{game}/")
    visitor.page.locator("#id-text").fill(text)
    visitor.page.locator("#id-text").press("Enter")
    visitor.page.wait_for_selector("#problem:not([hidden])")
    assert said in visitor.page.locator("#problem").inner_text()
    assert visitor.page.locator("#id-text").input_value() == text
    visitor.page.locator("#new").click()
    visitor.says("Place a goat|Roll for the first move")
    visitor.ready()
    assert visitor.page.locator("#problem").is_hidden()
    assert visitor.page.locator("#board > svg").count() == 2


def test_any_notation_is_taken_and_shown_in_every_other(visitor):
    visitor.open("baghchal")
    visitor.page.locator("#id-text").fill("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")
    visitor.page.locator("#id-text").press("Enter")
    visitor.page.wait_for_url("**/b/backgammon/**")
    visitor.says("White to move. Play 3-1")
    game = games.get("backgammon")
    texts = visitor.page.locator("#notations code").all_inner_texts()
    assert len(texts) == len(game.notations)
    visitor.click("p1", "p5", "#done")
    state = game.main_notation.parse(visitor.position)
    assert visitor.page.locator("#notations code").all_inner_texts() == [
        notation.format(state) for notation in game.notations.values()
    ]


def test_a_notation_is_copied(visitor):
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.open("baghchal").page
    page.locator("#notations .copy").first.click()
    visitor.shows("#notations .copy", "^Copied$")
    assert page.evaluate("navigator.clipboard.readText()") == START


def test_colours_are_chosen_and_kept(visitor):
    page = visitor.open("baghchal").page
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.select_option("#theme", "dark")
    dark = page.evaluate(ground)
    assert dark != light
    visitor.open("backgammon")
    assert page.evaluate(ground) == dark
    page.select_option("#theme", "contrast")
    assert page.evaluate(ground) == "rgb(255, 255, 255)"
    page.select_option("#theme", "")
    assert page.evaluate(ground) == light
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(ground) == dark


def test_the_language_is_chosen_and_stays_with_the_game(visitor):
    page = visitor.open("baghchal").page
    page.select_option("#lang", "ne")
    page.wait_for_url("**lang=ne")
    visitor.says("बाख्रा")
    visitor.click("C3")
    assert page.url.endswith("%23g1?lang=ne")
    page.reload()
    visitor.says("बाघ")
    assert visitor.position.startswith("TXXXT/XXXXX/XXGXX")


@pytest.mark.parametrize(
    ("game", "moves", "said"),
    [("baghchal", ["C3"], "१९ बाख्रा हातमा"), ("backgammon", ["p1", "p5", "#done"], "१६३ पिप")],
)
def test_the_board_of_a_nepali_page_has_no_english_in_it(visitor, game, moves, said):
    """Neither in the picture that comes with the page nor in those that are drawn after moves."""
    page = visitor.open(game, OPENING if game == "backgammon" else "", "?lang=ne").page
    words = page.locator("#board > svg:first-child").locator("title, desc, text")
    before = words.all_text_contents()
    visitor.click(*moves)
    page.locator("#board > svg:first-child text", has_text=said).wait_for()
    for text in (*before, *words.all_text_contents()):
        assert not re.search("[A-Za-z]", re.sub(r"\b[A-E][1-5]|^[A-E]$", "", text)), text


def test_the_front_page_leads_to_both_games(visitor):
    page = visitor.page
    for game in ("baghchal", "backgammon"):
        page.goto(visitor.base)
        page.locator(f'#boards a[href^="/b/{game}/"]').click()
        visitor.ready()
        assert page.locator("body").get_attribute("data-game") == game
    page.goto(visitor.base)
    page.select_option("#theme", "dark")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_without_scripts_the_board_is_there_and_any_id_is_shown(visit):
    visitor = visit(java_script_enabled=False)
    page = visitor.page
    page.goto(f"{visitor.base}/b/baghchal/")
    assert page.locator("#board > svg").bounding_box()["width"] > 300
    assert page.locator("#theme").is_hidden()
    page.locator("#id-text").fill(MIDDLE)
    page.locator("#id-form button").click()
    assert "/b/backgammon/" in page.url
    assert page.locator("#status").inner_text() == "White to move."


def test_the_first_board_comes_with_the_first_answer(visitor):
    page = visitor.page
    page.route("**/*.js", lambda route: route.abort())
    page.goto(f"{visitor.base}/b/backgammon/")
    assert page.locator("#board > svg").bounding_box()["width"] > 300
    visitor.faults.clear()  # the console tells of the scripts that did not come


def test_the_page_about_the_api_shows_every_address(visitor, faults):
    page = visitor.page
    page.goto(f"{visitor.base}/docs")
    page.locator("#operations section").first.wait_for()
    paths = page.evaluate("fetch('/openapi.json').then((one) => one.json()).then(({ paths }) => Object.keys(paths))")
    assert page.locator("#operations h2 .path").all_inner_texts() == paths
    assert faults(page) == []
