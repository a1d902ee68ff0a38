"""The panel for exploring: verdicts as the server finds them, coloured and in words, for as long as they are wanted."""

import json
import re

import pytest

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


def streamed(visitor, position, lines, **known):
    """Let the server answer with these lines about the position."""

    def stream(route):
        legal = {"moves": [{"move": line["move"], "after": position, "outcome": None} for line in lines], "events": []}
        judged = {"lines": lines, "nodes": 20_000, "note": None, "decision": None, **known}
        events = (("legal", legal), ("judged", judged), ("done", {}))
        body = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in events)
        route.fulfill(content_type="text/event-stream", body=body)

    visitor.page.route("**/explore?*", stream)


def test_an_engine_that_looked_deeper_at_some_plays_is_named_with_each_of_its_levels(visitor):
    value = {"evidence": "engine", "source": "bgsage", "loss": 0, "chances": None, "equity": 0.1}
    levels = {"8/5 6/5": "3ply", "13/10 6/5": "1ply", "24/20": "1ply"}
    lines = [{"move": move, "depth": 1, "value": value | {"level": level}} for move, level in levels.items()]
    streamed(visitor, OPENING, lines, evidence="engine", depth=3)
    visitor.open("backgammon", OPENING)
    explore(visitor).locator("tbody .known", has_text="engine").first.wait_for()
    visitor.shows("#explore-note", r"^Said by bgsage 3ply, 1ply\.$")
    told = visitor.page.locator("#verdicts tbody .known").all_inner_texts()
    assert told == [f"engine · {level}" for level in levels.values()]


@pytest.mark.parametrize(
    ("depths", "language", "said", "told"),
    [
        ((8, 7), "en", "7\N{EN DASH}8 plies deep, 20,000 positions", ["search, 8 plies", "search, 7 plies"]),
        ((8, 8), "en", "8 plies deep, 20,000 positions", ["search, 8 plies", "search, 8 plies"]),
        ((8, 7), "ne", "7\N{EN DASH}8 चाल गहिरो", ["खोजी, 8 चाल", "खोजी, 7 चाल"]),
    ],
)
def test_a_search_that_its_limit_ended_says_how_deep_each_move_was_looked_at(visitor, depths, language, said, told):
    lines = [{"move": move, "score": 25} for move in ("mA1B1", "mA1A2")]
    lines = [line | {"depth": depth} for line, depth in zip(lines, depths, strict=True)]
    streamed(visitor, TIGERS, lines, evidence="search", depth=7)
    visitor.open("baghchal", TIGERS, f"?lang={language}")
    explore(visitor).locator("tbody .known").first.wait_for()
    visitor.shows("#explore-note", f"(search|खोजीबाट), {said}")
    assert visitor.page.locator("#verdicts tbody .known").all_inner_texts() == told


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


def row(game, phase, ready, tables, building=None):
    return {"game": game, "phase": phase, "ready": ready, "tables": tables, "building": building}


@pytest.mark.parametrize(
    ("text", "game", "words"),
    [
        (TIGERS, "baghchal", "Proved on this server: all positions with every goat placed (being built, 40 %)."),
        (
            OPENING,
            "backgammon",
            "Proved on this server: bear-offs of up to 6 checkers a side, bear-offs of up to 7 checkers a side.",
        ),
        (TIGERS, "solved", "Proved on this server: all positions of the game."),
        (OPENING, "nothing", "No tables of proved values are on this server."),
    ],
)
def test_what_is_proved_is_said_in_words(visitor, text, game, words):
    """A phase that is built, one that is being built, one of which a part is there, and the sum of others."""
    rows = [
        row("baghchal", "sliding", 2, 5, 0.4),
        row("baghchal", "all", 2, 24),
        row("backgammon", "bearoff-6", 2, 2),
        row("backgammon", "bearoff-7", 2, 2),
        row("backgammon", "bearoff-8", 1, 2),
        row("backgammon", "all", 3, 3),
    ]
    if game == "solved":
        rows = [row("baghchal", "sliding", 5, 5), row("baghchal", "all", 24, 24)]
    if game == "nothing":
        rows = [row("backgammon", "bearoff-6", 1, 2)]
    body = json.dumps({"status": "ok", "proved": rows})
    visitor.page.route("**/health", lambda route: route.fulfill(body=body, content_type="application/json"))
    visitor.open("baghchal" if text == TIGERS else "backgammon", text)
    explore(visitor)
    visitor.shows("#proved", f"^{re.escape(words)}$")
