"""The pages of positions: addresses raw and encoded, the first board without a script, wrong and hostile ids, words."""

import asyncio
import json
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote, unquote
from xml.etree.ElementTree import fromstring

import pytest

from pointboard import games
from pointboard.api.board.address import asked, board_path, encoded
from pointboard.api.board.texts import MOST_PASTED
from pointboard.api.pages import POLICY
from pointboard.errors import PositionError

GOLDEN = Path(__file__).parents[1] / "golden"
START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"
ONE = "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1"
OPENING = games.get("backgammon").main_notation.format(games.get("backgammon").start())
ROLLED = "11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:R:0:0:0:0"
GNUBG = "4HPwATDgc/ABMA"
IDS = [json.loads(line) for line in (GOLDEN / "backgammon" / "ids.jsonl").read_text(encoding="utf-8").splitlines()]
SAMPLE = IDS[::60]
OBX = [
    row["obx"]
    for row in map(json.loads, (GOLDEN / "baghchal" / "obx_cases.jsonl").read_text(encoding="utf-8").splitlines())
    if row["valid"]
][::40]


class Page(HTMLParser):
    """A page: its elements, the texts of those with an id, the addresses it names, whether all of it is closed."""

    VOID = frozenset({"meta", "link", "input", "br", "img"})

    def __init__(self, text):
        super().__init__()
        self.text, self.elements, self.open, self.inside = text, [], [], {}
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        assert len(found) == len(attrs)
        self.elements.append((tag, found))
        if tag not in self.VOID:
            self.open.append((tag, found.get("id")))

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        for _, name in self.open:
            if name is not None:
                self.inside[name] = self.inside.get(name, "") + data

    def all(self, tag):
        return [found for name, found in self.elements if name == tag]

    def by_id(self, name):
        (found,) = [found for _, found in self.elements if found.get("id") == name]
        return found

    @property
    def body(self):
        return self.all("body")[0]


def page(client, path, status=200, **headers):
    answer = client.get(path, headers=headers, follow_redirects=False)
    assert answer.status_code == status, answer.text[:500]
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["vary"] == "Accept-Language"
    assert "access-control-allow-origin" not in answer.headers
    found = Page(answer.text)
    ids = [attributes["id"] for _, attributes in found.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert found.all("style") == []
    assert [name for _, attributes in found.elements for name in attributes if name.startswith(("on", "style"))] == []
    assert [script["src"] for script in found.all("script")] == ["/web/page.js"]
    return found


PARTS = [
    "board", "status", "problem", "id-text", "id-form", "notations", "panel-play", "panel-explore", "panel-game",
    "panel-setup", "lang", "theme",
]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "game", "position"),
    [
        ("/b/baghchal/", "baghchal", START),
        ("/b/baghchal", "baghchal", START),
        ("/b/backgammon/", "backgammon", OPENING),
        (f"/b/baghchal/{encoded(ONE)}", "baghchal", ONE),
        ("/b/baghchal/TXXXT/XXXXX/XXGXX/XXXXX/TXXXT%20t%20@19_c0_mC3_%23g1", "baghchal", ONE),
        (f"/b/backgammon/{ROLLED}", "backgammon", ROLLED),
        (f"/b/backgammon/{GNUBG}", "backgammon", "11ccccchhhjjjjj:66666888dddddoo:N0N::B:C:0:0:0:0"),
        ("/b//baghchal/", "baghchal", START),
    ],
)
def test_the_first_answer_has_the_board_and_needs_no_script(client, path, game, position):
    found = page(client, path)
    assert {name: found.body[name] for name in ("data-game", "data-position", "data-lang")} == {
        "data-game": game,
        "data-position": position,
        "data-lang": "en",
    }
    for name in PARTS:
        found.by_id(name)
    record = games.get(game)
    state = record.main_notation.parse(position)
    (drawn,) = re.findall(r'<div id="board">(<svg.*?</svg>)\s*</div>', found.text, re.DOTALL)
    title = f"{record.title}: {found.inside['status']}"
    assert drawn == record.render_svg(state, size=560, theme="page", title=title).strip()
    assert unescape(fromstring(drawn)[0].text) == title  # noqa: S314 - our own text
    assert found.inside["id-text"] == position
    assert found.by_id("id-form")["action"] == "/b/"
    assert found.by_id("id-form")["method"] == "get"
    assert found.by_id("id-text")["name"] == "text"
    assert "hidden" in found.by_id("problem")
    assert found.body.keys() == {"data-game", "data-position", "data-lang"}


@pytest.mark.parametrize("row", SAMPLE, ids=lambda row: row["ogid"])
def test_every_ogid_raw_and_encoded(client, row):
    text = row["ogid"]
    written = games.get("backgammon").main_notation
    expected = written.format(written.parse(text, lax=True))
    for path in (f"/b/backgammon/{text}", f"/b/backgammon/{encoded(text)}", f"/b/backgammon/{quote(text, safe='')}"):
        assert page(client, path).body["data-position"] == expected


@pytest.mark.parametrize(
    "row", [row for row in IDS if "/" in row["gnubg_position_id"]][::60], ids=lambda row: row["note"]
)
def test_other_notations_raw_and_encoded(client, row):
    game = games.get("backgammon")
    for text in (f"{row['gnubg_position_id']}:{row['gnubg_match_id']}", row["xgid"]):
        expected = game.convert(text, "ogid", None, lax=True).text
        for path in (f"/b/backgammon/{text}", f"/b/backgammon/{encoded(text)}"):
            assert page(client, path).body["data-position"] == expected


@pytest.mark.parametrize("text", OBX)
def test_every_obx_raw_and_encoded(client, text):
    obx = games.get("baghchal").main_notation
    expected = obx.format(obx.parse(text, lax=True))
    raw = text.replace("#", "%23")
    for path in (f"/b/baghchal/{raw}", f"/b/baghchal/{raw.replace(' ', '_')}", f"/b/baghchal/{encoded(text)}"):
        assert page(client, path).body["data-position"] == expected


def test_what_the_browser_keeps_of_an_obx_is_made_up_for(client):
    assert page(client, "/b/baghchal/TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #ignored").body["data-position"] == START


@pytest.mark.parametrize(
    ("path", "query", "expected"),
    [
        (b"/b", b"", ("", "", None, {})),
        (b"/b/", b"", ("", "", None, {})),
        (b"/b/", b"text=a%20b&game=x&lang=ne&other=1", ("", "", "ne", {"text": "a b", "game": "x"})),
        (b"/b/", b"text=1&text=2", ("", "", None, {"text": "1"})),
        (b"/b/", b"&".join([b"text=1"] * 40), ("", "", None, {})),
        (b"/b/x", b"", ("x", "", None, {})),
        (b"/b/x/", b"lang=en", ("x", "", "en", {})),
        (b"/b/x/a/b//c", b"", ("x", "a/b//c", None, {})),
        (b"/b/x/a%2Fb%3Fc%23d+e", b"", ("x", "a/b?c#d+e", None, {})),
        (b"/b/x/a", b"b&c=d", ("x", "a?b&c=d", None, {})),
        (b"/b/x/a", b"lang=ne&b", ("x", "a?lang=ne&b", None, {})),
        (b"/b/x/a", b"b&lang=n%65", ("x", "a?b", "ne", {})),
        (b"/b/x/%ff%00", b"lang=%ff", ("x", "\ufffd\0", "\ufffd", {})),
        (b"/c/x", b"", ("", "", None, {})),
        (b"/b/x/a?b=c", b"", ("x", "a", None, {})),
    ],
)
def test_an_address_is_put_together_again(path, query, expected):
    assert asked(path, query) == expected


def test_what_is_written_is_letters_digits_and_three_signs():
    assert encoded("aZ09:_-") == "aZ09:_-"
    assert encoded("./?#%&=+~ é\ud800") == "%2E%2F%3F%23%25%26%3D%2B%7E%20%C3%A9%3F"
    for text in (START, ONE, ROLLED, "a/b?c#d%e&lang=ne"):
        path = board_path("x", text, "ne")
        raw, _, query = path.encode().partition(b"?")
        assert asked(raw, query) == ("x", text, "ne", {})


@pytest.mark.parametrize(
    ("path", "status", "told", "marked"),
    [
        (
            "/b/baghchal/TXXXT/XXBXX/XXXXX/XXXXX/TXXXT_g_@20_c0_-_%23",
            400,
            ["board, column 9: expected T, G or X, found 'B'"],
            "TXXXT/XX[B]XX/XXXXX/XXXXX/TXXXT_g_@20_c0_-_#",
        ),
        (
            "/b/baghchal/TTTTT/XXXXX/XXXXX/XXXXX/TXXXT_g_@20_c0_-_%23",
            422,
            ["board, column 1: 4 tigers needed, has 7"],
            "[T]TTTT/XXXXX/XXXXX/XXXXX/TXXXT_g_@20_c0_-_#",
        ),
        (
            "/b/backgammon/11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:Q",
            400,
            ["phase, column 42: expected the code of a phase, found 'Q'"],
            "11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:[Q]",
        ),
        ("/b/baghchal/TXXXT", 400, ["board, column 6: expected 5 rows, not 1, found the end of the text"], "TXXXT[ ]"),
    ],
)
def test_a_wrong_id_is_a_page_that_says_where_it_is_wrong(client, path, status, told, marked):
    found = page(client, path, status)
    assert found.body["data-position"] == ""
    assert found.inside.get("board") is None
    assert found.inside["status"] == "There is no position to show."
    assert found.by_id("id-text")["aria-invalid"] == "true"
    problem = found.by_id("problem")
    assert "hidden" not in problem
    assert problem["role"] == "alert"
    html = found.text[found.text.index('<div id="problem"') :].partition("</div>")[0]
    assert [unescape(text) for text in re.findall("<li><bdi>(.*?)</bdi></li>", html)] == told
    (shown,) = re.findall("<pre>(.*?)</pre>", html)
    assert re.sub("<mark>(.)</mark>", r"[\1]", shown) == marked


def test_every_problem_of_a_position_is_told(client):
    path = "/b/baghchal/TTTTT/XXXXX/XXXXX/XXXXX/TXXXT_g_@20_c5_-_%23"
    with pytest.raises(PositionError) as error:
        games.get("baghchal").main_notation.parse("TTTTT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c5 - #")
    found = page(client, path, 422)
    assert len(error.value.problems) > 1
    for problem in error.value.problems:
        assert f"{problem.field}, column {problem.column}: {problem.message}" in found.inside["problem"]


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</textarea><script>alert(1)</script>",
    "javascript:alert(1)",
    "' onfocus='alert(1)",
    "${word.copy}${board}",
    "{0.__class__}%s%(a)s",
    "\0\x1b[2J\x07",
    "\u202eTXXXT",
    "../../../etc/passwd",
    "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @2<b>",
    "&lt;b&gt;&amp;",
    "\ud7ff\ufffe",
    "١٢٣:٤",
    "--><!--",
]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("lang", ["en", "ne"])
def test_a_hostile_id_is_text(client, text, lang):
    shown = re.sub("[\0\x1b\x07\ufffe]", "\ufffd", text)
    for path in (
        f"/b/baghchal/{quote(text, safe='')}?lang={lang}",
        f"/b/backgammon/{quote(text, safe='')}?lang={lang}",
        f"/b/?text={quote(text, safe='')}&lang={lang}",
        f"/b/?text={quote(text, safe='')}&lang={lang}&game=backgammon",
        f"/b/?text={quote(text, safe='')}&lang={lang}&game={quote(text, safe='')}",
    ):
        found = page(client, path, 400)
        assert found.inside["id-text"] == shown
        assert [tag for tag, attributes in found.elements if tag in ("img", "b")] == []
        assert "alert(1)" not in "".join(str(attributes) for _, attributes in found.elements)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_language_is_none(client, text):
    found = page(client, f"/b/baghchal/?lang={quote(text, safe='')}")
    assert found.body["data-lang"] == "en"
    assert "alert(1)" not in found.text


def test_a_hostile_game_is_none(client):
    for name in ("chess", "%3Cscript%3E", "baghchal%00", "BAGHCHAL"):
        found = page(client, f"/b/{name}/x", 404)
        assert found.inside["problem"] == f"There is no game {unquote(name)!r} here; these are the boards there are."
    assert client.get("/b/../x").json()["error"] == "not_found"


async def asked_for(app, path, query):
    """The answer of the application to an address that is too long for the client of these tests."""
    sent = []

    async def receive():
        await asyncio.sleep(0)
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        await asyncio.sleep(0)
        sent.append(message)

    scope = {
        "type": "http", "method": "GET", "path": unquote(path), "raw_path": path.encode(), "scheme": "http",
        "query_string": query.encode(), "headers": [(b"host", b"localhost")], "client": ("::1", 1), "root_path": "",
        "server": ("localhost", 80), "http_version": "1.1", "extensions": {}, "state": {},
    }  # fmt: skip
    await app(scope, receive, send)
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:]).decode()


@pytest.mark.parametrize(
    ("path", "query", "limit"),
    [
        ("/b/baghchal/" + "x" * 1001, "", "1,000"),
        ("/b/backgammon/" + "%3A" * 20_000, "", "1,000"),
        ("/b/baghchal/x", "y" * 140_000, "1,000"),
        ("/b/", "text=" + "x" * (MOST_PASTED + 1), "20,000"),
        ("/b/", "text=" + "x" * 140_000, "20,000"),
    ],
)
def test_a_huge_address_is_refused(client, path, query, limit):
    status, text = asyncio.run(asked_for(client.app, path, query))
    found = Page(text)
    assert status == 414
    assert found.inside["problem"] == f"A text may have {limit} characters here."
    assert len(found.inside["id-text"]) == 1000


def test_a_head_beyond_all_bounds_is_refused_before_anything_reads_it(client):
    status, text = asyncio.run(asked_for(client.app, "/b/baghchal/" + "x" * 200_000, ""))
    assert (status, json.loads(text)["error"]) == (431, "head_too_large")


def test_the_id_in_every_notation_with_what_is_lost(client):
    found = page(client, f"/b/backgammon/{ROLLED}")
    game = games.get("backgammon")
    html = found.text[found.text.index('<ul id="notations">') :].partition("</ul>")[0]
    rows = re.findall(r"<li>(.*?)</li>", html)
    assert len(rows) == len(game.notations)
    for row, (name, notation) in zip(rows, game.notations.items(), strict=True):
        made = game.convert(ROLLED, name, "ogid")
        assert unescape(re.findall("<h3>(.*?)</h3>", row)[0]) == notation.title
        assert unescape(re.findall("<code>(.*?)</code>", row)[0]) == made.text
        assert '<button type="button" class="copy">Copy</button>' in row
        told = [unescape(text) for text in re.findall("<p><bdi>(.*?)</bdi></p>", row)]
        assert told == ([f"not kept: {', '.join(made.losses)}"] if made.losses else [])


def test_a_notation_that_cannot_hold_a_position_says_so(client):
    found = page(client, f"/b/backgammon/{OPENING}")
    assert "cannot hold this position: " in found.inside["notations"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/b/baghchal/", "Goats to move."),
        (f"/b/baghchal/{encoded(ONE)}", "Tigers to move."),
        ("/b/baghchal/?lang=ne", "बाख्राको पालो।"),
        ("/b/baghchal/TXXXT/XXXXX/XXXXX/XXXXX/TXXXT_g_@15_c5_-_%23", "Tigers win: five captures."),
        ("/b/backgammon/", "Nobody is to move."),
        (f"/b/backgammon/{ROLLED}", "White to move."),
        ("/b/backgammon/1:o:B1P::W:G", "Black wins: the double was passed."),
        ("/b/backgammon/1:o:B1P::W:G?lang=ne", "कालोको जित: डबल स्वीकार गरिएन।"),
    ],
)
def test_the_status_is_in_words(client, path, status):
    assert page(client, path).inside["status"] == status


def test_without_a_script_every_move_is_a_link(client):
    found = page(client, f"/b/baghchal/{encoded(ONE)}")
    html = found.text[found.text.index("<noscript><h2>") :].partition("</noscript>")[0]
    game = games.get("baghchal")
    state = game.main_notation.parse(ONE)
    expected = [
        (board_path("baghchal", game.main_notation.format(game.apply(state, move))), game.format_move(move))
        for move in game.legal(state)
    ]
    assert re.findall('<a href="(.*?)">(.*?)</a>', html) == expected
    assert page(client, expected[0][0]).body["data-game"] == "baghchal"


def test_of_very_many_moves_the_first_are_links(client):
    found = page(client, f"/b/backgammon/{MANY}")
    state = games.get("backgammon").main_notation.parse(MANY, lax=True)
    steps = games.get("backgammon").steps
    count = len(steps.legal(steps.begin(state)))
    assert count > 60
    html = found.text[found.text.index("<noscript><h2>") :].partition("</noscript>")[0]
    assert html.count("<li>") == 60
    assert html.endswith(f"<p>and {count - 60} more</p>")


MANY = "1357bdf:ooppp:N0N:11:B:R"


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (START, board_path("baghchal", START)),
        (f"  {ONE}\n", board_path("baghchal", ONE)),
        (ROLLED, board_path("backgammon", ROLLED)),
        ("What to play here? XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10. Thanks!", None),
        (f"({ONE})", board_path("baghchal", ONE)),
    ],
)
def test_a_text_with_one_position_leads_to_its_page(client, text, path):
    answer = client.get("/b/", params={"text": text}, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == path or (path is None and "/b/backgammon/" in answer.headers["location"])
    answer = client.get("/b/", params={"text": text, "lang": "ne", "game": "baghchal"}, follow_redirects=False)
    assert answer.headers["location"].endswith("?lang=ne")
    assert page(client, answer.headers["location"]).body["data-lang"] == "ne"


def test_a_text_with_several_shows_a_list(client):
    found = page(client, f"/b/?text={quote(f'{START} and {ONE}, {START}{chr(10)}{GNUBG} <b>')}")
    html = found.text[found.text.index('<ol id="found">') :].partition("</ol>")[0]
    assert [unescape(text) for text in re.findall("<bdi>(.*?)</bdi>", html)] == [START, ONE, GNUBG]
    for path in re.findall('href="(.*?)"', html):
        page(client, path)


@pytest.mark.parametrize(
    ("query", "status", "told"),
    [
        ("text=", 400, "Type or paste a position."),
        ("text=%20%0A", 400, "Type or paste a position."),
        ("text=hello", 400, "No notation of any game reads this text."),
        ("text=TXXXT/XXB&game=baghchal", 400, "board, column 1: expected 5 rows"),
        ("text=TTTTT/XXXXX/XXXXX/XXXXX/TXXXT+g+@20+c0+-+%23", 422, "4 tigers needed, has 7"),
        ("text=hello&game=backgammon", 400, "black, column 6: expected a colon"),
        ("text=hello&game=chess", 400, "No notation of any game reads this text."),
    ],
)
def test_a_text_without_a_position_is_refused_in_words(client, query, status, told):
    found = page(client, f"/b/?{query}", status)
    assert told in found.inside["problem"]
    game = query.partition("game=")[2]
    assert found.body["data-game"] == (game if game in games.names() else "")


def test_the_front_page_has_the_boards_of_all_games(client):
    found = page(client, "/b/")
    html = found.text[found.text.index('<div id="boards">') :].partition("</div>")[0]
    assert re.findall('<a href="(.*?)">', html) == [f"/b/{name}/" for name in games.names()]
    assert html.count("<svg ") == len(games.names())
    assert page(client, "/b/?lang=ne").body["data-lang"] == "ne"


def test_the_browsers_language_is_taken_and_not_put_into_addresses(client):
    found = page(client, "/b/baghchal/", **{"Accept-Language": "ne"})
    assert found.body["data-lang"] == "ne"
    assert found.all("html")[0]["lang"] == "ne"
    assert "lang=" not in "".join(str(link.get("href")) for link in found.all("a"))
    named = page(client, "/b/baghchal/?lang=ne")
    links = [link["href"] for link in named.all("a") if link["href"].startswith("/b/")]
    assert links
    assert all(link.endswith("?lang=ne") for link in links)
    assert [field for field in named.all("input") if field["name"] == "lang"] == [
        {"type": "hidden", "name": "lang", "value": "ne"}
    ]


def test_what_a_page_names_is_here(client):
    for path in ("/b/", "/b/baghchal/", f"/b/backgammon/{ROLLED}"):
        found = page(client, path)
        for _, attributes in found.elements:
            for name in ("src", "href", "action"):
                address = attributes.get(name, "#")
                assert re.match(r"/(?!/)|#", address)
                if address != "#" and not address.startswith("#"):
                    assert client.get(address).status_code == 200, address
        assert not re.findall(r"https?:", found.text.replace("http://www.w3.org/2000/svg", ""))


def test_a_page_may_be_asked_for_by_get_and_head_alone(client):
    assert client.head("/b/baghchal/").status_code == 200
    assert client.head("/b/baghchal/").content == b""
    for method in ("POST", "PUT", "DELETE"):
        assert client.request(method, "/b/baghchal/").status_code == 405
