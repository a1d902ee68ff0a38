"""Backgammon on the page: the opening roll, hits and entering, the cube, the bear-off, resignations."""

START = "11ccccchhhjjjjj:66666888dddddoo:N0N::W:IW:0:0:0:0"
MIDDLE = "11ccccchhjjjjkk:666667788ddddoo:N0N::B:C:0:0:7:2"
LAST_ROLL = "no:11:N0N:56:B:R:0:0:5:40"


def dice(visitor, faces):
    visitor.page.locator("#dice").fill(faces)
    visitor.page.locator("#dice").press("Enter")
    return visitor.ready()


def test_an_opening_with_a_hit_and_a_checker_that_enters(visitor):
    visitor.open("backgammon")
    visitor.says("Roll for the first move")
    dice(visitor, "21")
    visitor.says("White to move. Play 2-1: choose a checker")
    visitor.click("p12", "p14")
    visitor.says("There is more to play of 2-1")
    visitor.click("p19", "p20")
    visitor.says("The play is whole")
    visitor.click("#done")
    assert visitor.position == "11ccccehhhjjjjk:66666888dddddoo:N0N::W:C:0:0:0:1"
    dice(visitor, "41")
    visitor.click("p24")
    place = visitor.page.locator('[data-place="p20"]')
    assert "hit" in place.get_attribute("class").split()
    visitor.click("p20", "p6", "p5", "#done")
    assert visitor.position.startswith("011cccc")
    dice(visitor, "31")
    assert visitor.page.locator(".place.start").count() == 1
    assert visitor.page.locator(".place.start").get_attribute("aria-label") == "bar of White, 1 White, can move"
    visitor.click("p0")
    assert visitor.targets() == ["p1", "p3", "p4"]
    visitor.click("p3")
    assert visitor.page.locator(".place.start").count() > 1
    assert visitor.page.locator("#plies button").all_inner_texts()[-3:] == ["4-1", "24/20* 6/5", "3-1"]


def test_a_play_is_taken_back_step_by_step_and_can_be_two_steps_of_one_checker(visitor):
    visitor.open("backgammon", "11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:IB:0:0:0:0")
    picture = visitor.page.locator("#board > svg desc").first
    before = picture.text_content()
    visitor.click("p1", "p5")
    visitor.says("The play is whole")
    visitor.until(lambda: picture.text_content() != before)
    visitor.click("#undo")
    visitor.says("There is more to play")
    visitor.click("#undo")
    visitor.says("Play 3-1: choose a checker")
    visitor.until(lambda: visitor.page.locator("#done").count() == 0)
    visitor.click("p19", "p20", "p17", "p20", "dice")
    assert visitor.position == "11ccccchhjjjjkk:66666888dddddoo:N0N::W:C:0:0:0:1"


def test_a_double_and_a_take_by_hand_and_the_roll_by_a_click_on_the_board(visitor):
    visitor.open("backgammon", MIDDLE)
    visitor.says("White to move. Roll, or double")
    visitor.click("cube")
    visitor.says("Black to move. A double is offered")
    visitor.click("#take")
    assert visitor.position == "11ccccchhjjjjkk:666667788ddddoo:B1T::B:A:0:0:7:2"
    visitor.click("dice")
    visitor.says("White to move. Play [1-6]-[1-6]")
    assert visitor.page.locator("#plies button").all_inner_texts()[1:3] == ["doubles", "takes"]


def test_a_double_that_is_passed_ends_the_game(visitor):
    visitor.open("backgammon", MIDDLE).click("#double", "#pass")
    visitor.says("White wins: the double was passed")
    visitor.click("#next")
    assert visitor.position == START.replace("W:IW:0:0:0", "W:IW:1:0:7")


def test_the_engine_answers_a_double_rolls_and_plays(visitor):
    visitor.open("backgammon", MIDDLE).page.select_option("#player-B", "builtin")
    visitor.click("#double")
    visitor.says("Black: takes. White to move. Roll the dice|Black: passes")
    visitor.click("#roll")
    for _ in range(4):
        if visitor.page.locator("#done").count():
            break
        visitor.page.locator(".place.start").first.click()
        visitor.page.locator(".place.target").last.click()
        visitor.ready()
    visitor.click("#done")
    visitor.says(r"Black played .+ White to move")


def test_the_bear_off_ends_the_game_and_the_next_begins(visitor):
    visitor.open("backgammon", LAST_ROLL).click("p23", "offW", "p24", "offW")
    visitor.says("The play is whole")
    visitor.click("#done")
    visitor.says("White wins: all checkers borne off: a single game")
    visitor.click("#next")
    assert visitor.position == START.replace("W:IW:0:0:0", "W:IW:1:0:5")


def test_who_cannot_move_says_so_and_goes_on(visitor):
    visitor.open("backgammon", "0ccccchhhjjjjjj:112233445566ddd:N0N:12:B:R:0:0:0:20")
    visitor.says("No checker can move: press Done")
    visitor.click("#done")
    assert visitor.page.locator("#plies button").all_inner_texts() == ["start", "Cannot move"]


def test_a_resignation_is_offered_and_accepted_or_not(visitor):
    page = visitor.open("backgammon", MIDDLE).page
    page.select_option("#resign", label="White: gammon")
    visitor.click("#resign-form button")
    visitor.says("A resignation is offered")
    visitor.click("#decline")
    visitor.says("Roll, or double")
    page.select_option("#resign", label="White: gammon")
    visitor.click("#resign-form button", "#accept")
    visitor.says("Black wins: the other side has resigned. The next game can begin")
    visitor.click("#next")
    assert visitor.position == START.replace("W:IW:0:0:0", "W:IW:0:2:7")


def test_the_board_can_be_turned_and_is_played_from_there(visitor):
    visitor.open("backgammon", "11ccccchhhjjjjj:66666888dddddoo:N0N:13:W:R:0:0:0:1")
    box = visitor.page.locator('[data-place="p1"]').bounding_box()
    visitor.click("#flip")
    turned = visitor.page.locator('[data-place="p1"]').bounding_box()
    assert turned["y"] > box["y"] + 50
    visitor.click("p8", "p5", "p6", "p5", "#done")
    assert visitor.position == "11ccccchhhjjjjj:55666688dddddoo:N0N::B:C:0:0:0:2"
