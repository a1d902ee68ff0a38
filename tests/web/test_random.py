"""Seeded random clicking on everything there is: no error on the console, no fault of the server, the page goes on."""

import random

import pytest

CLICKS = 200
GONE = ("destroyed", "navigat", "Cannot find context")  # what is said of a page that is left for another
KEYS = ("Enter", " ", "Escape", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Tab")
CHOOSE = """([first, second, third]) => {
  const wanted = first < 0.6 ? ".place.start, .place.target, .place.act"
    : ".place, button:enabled, summary, select, input:not([type=file]), textarea";
  const seen = [...document.querySelectorAll(wanted)].filter((one) => one.id !== "lang" && one.getClientRects().length);
  const one = seen[Math.floor(second * seen.length)];
  if (!one) return null;
  one.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = one.getBoundingClientRect();
  const text = one.matches("textarea, input:not([type=radio], [type=checkbox])");
  if (one.localName === "select") {
    one.selectedIndex = Math.floor(third * one.options.length);
    one.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (text) {
    one.focus();
    one.value = ["11", "65", "7", "x<b>", "-1", "TXXXT", "0", "9999999"][Math.floor(third * 8)];
    one.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return { x: x + width / 2, y: y + height / 2, click: one.localName !== "select" && !text };
}"""


def act(page, chance):
    """Something that a visitor might do."""
    if chance.random() < 0.02:
        page.evaluate("history.length > 2 && history.back()")
        return
    found = page.evaluate(CHOOSE, [chance.random() for _ in range(3)])
    if found is None or not found["click"] or chance.random() < 0.15:
        page.keyboard.press(chance.choice(KEYS))
    elif chance.random() < 0.1:
        page.mouse.move(found["x"], found["y"])
        page.mouse.down()
        page.mouse.move(chance.randrange(700), chance.randrange(700), steps=3)
        page.mouse.up()
    else:
        page.mouse.click(found["x"], found["y"])


@pytest.mark.parametrize("game", ["baghchal", "backgammon"])
def test_random_clicking_meets_no_fault(visitor, game):
    chance = random.Random(7)  # noqa: S311 - clicks are no secret
    page = visitor.open(game).page
    for _ in range(CLICKS):
        try:
            act(page, chance)
        except Exception as error:
            if not any(word in str(error) for word in GONE):
                raise
            page.wait_for_load_state()
        if not page.url.startswith(f"{visitor.base}/b/"):
            visitor.open(game)
    visitor.open(game)
    assert page.locator("#board > svg").count() == 2
