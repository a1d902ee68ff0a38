"""Records on the page: a game written in each format, read again by paste, file and drop; a report on it."""

import pytest

from pointboard import games

AFTER = "XTXXT/XXXXX/XXGXX/XXXXX/TXXXT g @19 c0 mA1B1 #t1"
MIDDLE = "11ccccchhjjjjkk:666667788ddddoo:N0N::B:C:0:0:7:2"
MATCH = """ 3 point match

 Game 1
 Ada : 0                             Bob : 0
  1) 31: 8/5 6/5                      42: 8/4 6/4
  2)  Doubles => 2                     Drops
      Wins 1 point

 Game 2
 Ada : 1                             Bob : 0
  1)                                  52: 13/8 13/11
  2) 61: 13/7 8/7
"""


def opened(visitor):
    visitor.page.locator("#records > summary").click()
    return visitor.page


def text_of(page):
    page.wait_for_selector("#panel-play[aria-busy=false]")
    return page.locator("#record").input_value()


@pytest.mark.parametrize("kind", ["pgn", "json", "log"])
def test_a_game_of_bagh_chal_goes_out_and_comes_back_in_every_format(visitor, kind):
    page = opened(visitor.open("baghchal").click("C3", "A1", "B1"))
    page.select_option("#format", kind)
    with page.expect_response("**/record"):
        page.locator("#export").click()
    page.wait_for_timeout(50)
    text = text_of(page)
    format_ = games.get("baghchal").records.formats[kind]
    (read,) = format_.read_all(text, repetition="threefold")
    assert read.error is None
    page.locator("#new").click()
    visitor.says("Place a goat")
    page.locator("#record").fill(text)
    page.locator("#import").click()
    visitor.shows("#record-note", "Steps read: 2")
    assert visitor.position == AFTER
    assert page.locator("#plies button").count() == 3
    visitor.click("#first", "#following")
    assert " mC3 " in visitor.position


def test_a_match_is_pasted_game_by_game(visitor):
    page = opened(visitor.open("backgammon"))
    page.locator("#record").fill(MATCH)
    page.locator("#import").click()
    visitor.shows("#record-note", "Steps read:")
    visitor.shows("#plies", "passes")
    words = page.locator("#plies button").all_inner_texts()
    assert "8/5 6/5" in words
    assert words[-2:] == ["doubles", "passes"]
    visitor.says("White wins: the double was passed|Black wins: the double was passed")
    page.select_option("#game-number", "2")
    visitor.shows("#plies [aria-current]", "13/7 8/7")


def test_a_file_is_opened_or_dropped(visitor, tmp_path):
    file = tmp_path / "game.mat"
    file.write_text(MATCH, encoding="utf-8")
    page = opened(visitor.open("backgammon"))
    page.set_input_files("#file", file)
    visitor.shows("#record-note", "Steps read:")
    visitor.open("backgammon")
    page = opened(visitor)
    page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "game.mat"));
          const drop = new DragEvent("drop", { dataTransfer: data, cancelable: true });
          document.querySelector("#record").dispatchEvent(drop);
        }""",
        MATCH,
    )
    visitor.shows("#record-note", "Steps read:")


def test_what_is_no_record_is_told(visitor):
    page = opened(visitor.open("backgammon"))
    page.locator("#record").fill("<img src=x onerror=alert(1)>")
    page.locator("#import").click()
    page.wait_for_selector("#record-problem:not([hidden])")
    assert page.locator("#record-problem").inner_text()
    assert page.locator("#record-problem img").count() == 0


def test_a_record_that_is_wrong_from_its_beginning_leaves_the_game_alone(visitor):
    page = opened(visitor.open("baghchal").click("C3", "A1", "B1"))
    page.locator("#record").fill("1. m<b>C3</b>")
    page.locator("#import").click()
    visitor.shows("#record-problem", "line 1, column 4: expected a move")
    assert visitor.position == AFTER
    assert page.locator("#plies button").count() == 3


@pytest.mark.parametrize("kind", ["mat", "sgf", "json"])
def test_a_game_goes_out_with_its_double_and_take(visitor, kind):
    page = visitor.open("backgammon").page
    page.locator("#dice").fill("31")
    page.locator("#dice").press("Enter")
    visitor.says("Play 3-1")
    opened(visitor.click("p17", "p20", "p19", "p20", "#done", "#double", "#take"))
    page.select_option("#format", kind)
    with page.expect_response("**/record") as answer:
        page.locator("#export").click()
    assert answer.value.ok
    page.wait_for_timeout(50)
    (read,) = games.get("backgammon").records.formats[kind].read_all(text_of(page), repetition="none")
    assert read.error is None


def test_a_game_from_the_middle_goes_out_where_the_format_can_hold_it(visitor):
    page = opened(visitor.open("backgammon", MIDDLE).click("#double", "#take"))
    page.select_option("#format", "mat")
    page.locator("#export").click()
    visitor.shows("#record-problem", "match text cannot hold what the match needs: position set up")
    page.select_option("#format", "sgf")
    with page.expect_response("**/record") as answer:
        page.locator("#export").click()
    assert answer.value.ok
    page.wait_for_timeout(50)
    assert "W[double]" in text_of(page)
    page.locator("#import").click()
    visitor.shows("#record-note", "Steps read: [23]")
    assert page.locator("#plies button").all_inner_texts()[-2:] == ["doubles", "takes"]


def test_a_game_is_judged_and_its_report_opened(visitor):
    page = opened(visitor.open("baghchal").click("C3", "A1", "B1"))
    page.locator("#report").click()
    page.locator("#report-link").wait_for()
    with page.expect_popup() as popup:
        page.locator("#report-link").click()
    popup.value.wait_for_load_state()
    assert popup.value.url.endswith("report.html")
    assert popup.value.locator("h1").count() == 1


def test_judging_is_stopped(visitor):
    page = opened(visitor.open("baghchal").click("C3", "A1", "B1"))
    asked = []
    page.on("request", lambda one: "/records" in one.url and asked.append((one.method, one.url.rpartition("/")[2])))
    page.route("**/records", lambda route: route.fulfill(json=JOB, status=202))
    page.route("**/records/j0", lambda route: route.fulfill(json=JOB, status=200))
    page.locator("#report").click()
    visitor.shows("#report-note", "Judged: 1 of 4 steps. Stop")
    page.locator("#report-stop").click()
    visitor.shows("#report-note", "^Stopped.$")
    assert page.locator("#report").is_enabled()
    assert (asked[0], asked[-1]) == (("POST", "records"), ("DELETE", "j0"))
    page.locator("#report").click()
    visitor.shows("#report-note", "Judged: 1 of 4 steps. Stop")
    with page.expect_request(lambda one: one.method == "DELETE"):
        page.evaluate("dispatchEvent(new Event('pagehide'))")


JOB = {"id": "j0", "game": "baghchal", "status": "running", "done": 1, "count": 4, "problem": None, "reports": {}}
