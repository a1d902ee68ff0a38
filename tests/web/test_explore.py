"""The panel for exploring: verdicts as the server finds them, coloured and in words, for as long as they are wanted."""

import re

TIGERS = "TXXXX/XGXXX/XXXXX/XXXXX/TXXTT t @15 c4 - #"
OPENING = "11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:IB:0:0:0:0"
CUBE = "no:11:N0N::B:C:0:0:5:40"


def explore(visitor):
    visitor.page.locator("#panel-explore summary").click()
    return visitor.page.locator("#verdicts")


def rows(visitor):
    return visitor.page.locator("#verdicts tbody tr").all_inner_texts()


def test_every_move_of_bagh_chal_gets_its_verdict_and_can_be_played(visitor):
    visitor.open("baghchal", TIGERS)
    best = explore(visitor).locator("tbody tr").first
    best.locator(".win").wait_for()
    assert re.match(r"A1.C3\(B2\)\tTigers win in 1\tsearch, \d+ plies", best.inner_text())
    assert len(rows(visitor)) == visitor.page.evaluate(
        "(text) => fetch(`/v1/baghchal/moves?obx=${encodeURIComponent(text)}`).then((one) => one.json())"
        ".then(({ moves }) => moves.length)",
        TIGERS,
    )
    visitor.shows("#explore-note", "^Found by search")
    best.locator("button").hover()
    visitor.shows("#board desc", "Shown: ")
    best.locator("button").click()
    visitor.says("Tigers win: five captures")
    assert visitor.page.locator("#verdicts tbody tr").count() == 0


def test_plays_are_ranked_with_equities_chances_and_who_says_so(visitor):
    visitor.open("backgammon", OPENING)
    explore(visitor).locator("tbody .known", has_text="win").first.wait_for()
    found = rows(visitor)
    assert len(found) == 16
    assert re.match(r"8/5 6/5\t\+0\.\d{3}\twin \d\d\.\d\u00a0% \(gammon .*\) · (engine|estimate) · \w+", found[0])


def test_a_cube_decision_is_told_with_all_its_equities(visitor):
    visitor.open("backgammon", CUBE)
    explore(visitor)
    visitor.shows("#verdicts p", "Double; pass|Too good to double|Double; take|No double")
    assert "no double" in visitor.page.locator("#verdicts").inner_text()


def test_the_search_ends_with_the_position_and_with_the_panel(visitor):
    visitor.open("backgammon", OPENING)
    asked, ended = [], []
    visitor.page.on("request", lambda one: "/explore" in one.url and asked.append(one.url))
    visitor.page.on("requestfailed", lambda one: "/explore" in one.url and ended.append(one.url))
    visitor.page.on("requestfinished", lambda one: "/explore" in one.url and ended.append(one.url))
    explore(visitor)
    visitor.page.locator("#verdicts tbody tr").first.wait_for()
    visitor.click("p1", "p5", "#done")
    visitor.page.locator("#panel-explore summary").click()
    visitor.page.wait_for_timeout(300)
    assert len(asked) == len(ended) == 2
    assert rows(visitor) == []
