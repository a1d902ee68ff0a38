"""What the routes of /v1 answer."""

from dataclasses import replace
from xml.etree.ElementTree import fromstring

import pytest

from pointboard import games
from pointboard.api import routes
from pointboard.api.board.words import words
from pointboard.api.routes import endpoints
from pointboard.baghchal import State, apply_all, legal, parse
from pointboard.baghchal.notation import obx
from pointboard.baghchal.notation.convert import NOTATIONS
from pointboard.baghchal.render import svg

START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"
ONE = "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1"
CAPTURE = "TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB1 #g1"
OVER = "XXTXX/XTGXX/XXTXT/XXGGX/XXGGG g @9 c5 mE1C1(D1) #t11"
FOUR_LETTERS = "TXXXT/XXXX/XXXXX/XXXXX/TXXXT g @20 c0 - -"
BASE = "/v1/baghchal"


def ask(client, route, **parameters):
    """The JSON of a question, asked in both ways."""
    got, posted = client.get(f"{BASE}/{route}", params=parameters), client.post(f"{BASE}/{route}", json=parameters)
    assert (got.status_code, got.content) == (posted.status_code, posted.content)
    assert got.headers["content-type"] == "application/json"
    assert got.headers["cache-control"] == "no-store"
    return got.json()


def test_every_game_has_its_routes():
    names = ("position", "moves", "events", "best", "explore", "convert", "board.svg", "record")
    expected = ["/v1", "/v1/identify"]
    for game in games.names():
        expected += [f"/v1/{game}", *(f"/v1/{game}/{name}" for name in names)]
    assert [endpoint.path for endpoint in endpoints()] == expected


def test_a_bare_address_lists_those_below_it(client):
    described = [endpoint for endpoint in endpoints() if endpoint.described]
    for root in ("/v1", "/v1/baghchal", "/v1/backgammon"):
        below = [{"path": one.path, "title": one.title} for one in described if one.path.startswith(f"{root}/")]
        for game in map(games.get, games.names()):
            path = f"/v1/{game.name}/records"
            if path.startswith(f"{root}/"):
                below.append({"path": path, "title": f"{game.title}: judge a record of whole games, by POST"})
        assert client.get(root).json() == client.get(f"{root}/").json() == {"addresses": below}
        assert client.post(root, json={}).json() == {"addresses": below}
        said = client.get(root, params={"obx": START}).json()
        assert (said["error"], said["field"], said["message"]) == ("invalid_parameter", "obx", "expected no parameters")
    assert below[-2:] == [
        {"path": "/v1/backgammon/record", "title": "Backgammon: a record of whole games, read and written"},
        {"path": "/v1/backgammon/records", "title": "Backgammon: judge a record of whole games, by POST"},
    ]


def test_a_game_without_reports_takes_no_records_to_be_judged():
    assert routes._judging(replace(games.get("baghchal"), reports=None)) == []


def test_position(client):
    said = ask(client, "position", obx=ONE)
    assert said["game"] == "baghchal"
    assert (said["position"], said["to_move"], said["outcome"], said["moves"]) == (ONE, "t", None, 12)
    assert list(said["notations"]) == list(NOTATIONS)
    assert said["notations"]["fen"] == "B3B/5/2G2/5/B3B B 1"
    assert said["parts"]["captured"] == 0


def test_position_says_how_a_game_ended(client):
    said = ask(client, "position", obx=OVER)
    assert (said["outcome"], said["moves"]) == ({"winner": "t", "reason": "five captures"}, 0)


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("B3B/5/2G2/5/B3B B 1", "fen"),
        ("B3B/5/2G2/5/B3B B 1", None),
        ("B3B/5/2G2/5/B3B_B_1", None),
        ("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 - #g1", "obx-short"),
        ("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT_t_@19_c0_-_#g1", "obx"),
        ("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT_t_@19_c0_-_#g1", None),
    ],
)
@pytest.mark.parametrize("route", ["position", "moves", "best"])
def test_a_position_may_be_text_in_any_notation(client, route, text, source):
    said = ask(client, route, text=text, **({} if source is None else {"source": source}))
    assert said["position"] == "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 - #g1"


@pytest.mark.parametrize(
    ("route", "given"),
    [
        *((route, {}) for route in ("position", "moves", "best")),
        *((route, {"obx": START, "text": START}) for route in ("position", "moves", "best", "board.svg")),
    ],
)
def test_a_position_is_given_in_one_way(client, route, given):
    said = ask(client, route, **given)
    assert said == {
        "error": "invalid_parameter",
        "field": "obx",
        "column": None,
        "message": "give the position as obx, or in another notation as text; one of them",
    }


def test_obx_needs_no_source(client):
    said = ask(client, "position", obx=START, source="fen")
    assert (said["error"], said["field"]) == ("invalid_parameter", "source")
    assert said["message"] == "source is the notation of text; obx is always OBX 2.0"


@pytest.mark.parametrize("route", ["position", "moves", "best", "board.svg"])
def test_the_errors_of_the_house(client, route):
    path = f"{BASE}/{route}"
    answer = client.get(path, params={"obx": FOUR_LETTERS})
    assert answer.status_code == 400
    assert answer.json() == {
        "error": "invalid_notation",
        "field": "board",
        "column": 7,
        "message": "expected 5 letters in row 2, found 4",
    }
    answer = client.get(path, params={"obx": START.replace("20", "19")})
    assert answer.status_code == 422
    assert (answer.json()["error"], answer.json()["field"], answer.json()["column"]) == (
        "impossible_position",
        "board",
        1,
    )
    assert answer.json()["message"] == "0 on the board, 19 in hand and 0 captured make 19 goats, not 20"
    answer = client.get(path, params={"text": "nothing"})
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_notation")


def test_moves(client):
    state = parse(CAPTURE)
    said = ask(client, "moves", obx=CAPTURE)
    assert (said["position"], said["outcome"]) == (CAPTURE, None)
    assert [move["move"] for move in said["moves"]] == [str(move) for move in legal(state)]
    assert [move["after"] for move in said["moves"]] == [obx.format(apply_all(state, [move])) for move in legal(state)]
    assert {move["outcome"] for move in said["moves"]} == {None}


def test_moves_of_a_finished_game(client):
    said = ask(client, "moves", obx=OVER)
    assert (said["moves"], said["outcome"]["winner"]) == ([], "t")


def test_best(client, pool):
    said = ask(client, "best", obx=ONE)
    assert said["move"] == "mA1B1"
    assert said["after"] == "XTXXT/XXXXX/XXGXX/XXXXX/TXXXT g @19 c0 mA1B1 #t1"
    assert (said["evidence"], said["score"], said["depth"], said["nodes"]) == ("search", 12, 1, 7)
    (line,) = said["lines"]
    assert line == {"move": "mA1B1", "score": 12, "pv": ["mA1B1"], "depth": 1, "verdict": None, "value": None}
    assert pool.asked[0][1].position == ONE


def test_best_of_a_finished_game_needs_no_search(client, pool):
    said = ask(client, "best", obx=OVER)
    assert said == {
        "game": "baghchal",
        "position": OVER,
        "move": None,
        "after": OVER,
        "outcome": {"winner": "t", "reason": "five captures"},
        "evidence": None,
        "score": None,
        "depth": 0,
        "nodes": 0,
        "lines": [],
        "mistake": False,
        "note": None,
        "decision": None,
    }
    assert pool.asked == []


@pytest.mark.parametrize("name", list(NOTATIONS))
def test_convert_there_and_back(client, name):
    there = ask(client, "convert", obx=ONE, to=name)
    assert (there["game"], there["source"], there["target"]) == ("baghchal", "obx", name)
    back = ask(client, "convert", text=there["text"], source=name, to="obx")
    assert (back["source"], back["target"], back["losses"]) == (name, "obx", [])
    assert parse(back["text"]).board == parse(ONE).board


def test_convert_names_what_is_lost(client):
    assert ask(client, "convert", obx=ONE, to="fen")["losses"] == ["last_move"]


@pytest.mark.parametrize(
    ("given", "field", "message"),
    [
        ({"obx": ONE}, "to", "expected this parameter, found none"),
        ({"obx": ONE, "to": "pgn"}, "to", "expected one of fen, gamestate, obx, obx-short, pybaghchal, found 'pgn'"),
        ({"to": "fen"}, "obx", "give the position as obx, or in another notation as text; one of them"),
    ],
)
def test_convert_needs_a_target_that_there_is(client, given, field, message):
    said = ask(client, "convert", **given)
    assert (said["error"], said["field"], said["message"]) == ("invalid_parameter", field, message)


def test_identify(client):
    said = client.get("/v1/identify", params={"text": "B3B/5/2G2/5/B3B B 1"}).json()
    assert said == {
        "text": "B3B/5/2G2/5/B3B B 1",
        "found": [
            {
                "game": "baghchal",
                "notation": "fen",
                "title": "PyPI baghchal FEN",
                "position": "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 - #g1",
                "problem": None,
            }
        ],
    }
    assert client.post("/v1/identify", json={"text": "nothing"}).json() == {"text": "nothing", "found": []}


def test_identify_says_why_a_text_is_no_position(client):
    (first, *_) = client.get("/v1/identify", params={"text": START.replace("20", "19")}).json()["found"]
    assert (first["notation"], first["position"]) == ("obx", None)
    assert "make 19 goats, not 20" in first["problem"]


def test_a_picture(client):
    answer = client.get(f"{BASE}/board.svg", params={"obx": ONE})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    assert answer.text == svg.render(parse(ONE))


def test_a_picture_of_nothing_is_one_of_the_start(client):
    assert client.get(f"{BASE}/board.svg?size=100").text == svg.render(State.start(), size=100)
    assert client.post(f"{BASE}/board.svg", json={}).text == svg.render(State.start())


def test_a_picture_in_another_language(client):
    answer = client.get(f"{BASE}/board.svg", params={"obx": ONE, "lang": "ne"})
    assert answer.text == svg.render(parse(ONE), words=words("ne"))
    assert client.post(f"{BASE}/board.svg", json={"obx": ONE, "lang": "en"}).text == svg.render(parse(ONE))


def test_a_picture_as_it_is_wanted(client):
    wanted = {"size": 200, "title": "<Tigers & goats>", "theme": "dark", "hints": "mA1B1,a1a2,"}
    answer = client.get(f"{BASE}/board.svg", params={"obx": ONE, **wanted})
    moves = [move for move in legal(parse(ONE)) if str(move) in ("mA1B1", "mA1A2")]
    expected = svg.render(parse(ONE), size=200, title="<Tigers & goats>", theme="dark", hints=moves)
    assert answer.text == expected
    assert fromstring(answer.text).get("width") == "200"  # noqa: S314 (made here)


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"size": 15}, "size: expected a whole number from 16 to 4096, found '15'"),
        ({"size": 4097}, "size: expected a whole number from 16 to 4096, found '4097'"),
        ({"theme": "purple"}, "theme: expected light, dark, contrast, print, page, found 'purple'"),
        ({"theme": "<"}, "theme: expected a name in small letters, found '<'"),
        ({"title": "x" * 201}, "title: expected at most 200 characters, found 201"),
        ({"lang": "de"}, "lang: expected one of en, ne, found 'de'"),
        ({"lang": ""}, "lang: expected one of en, ne, found ''"),
        ({"title": ""}, "title: expected text, one character at least, found ''"),
    ],
)
def test_a_picture_that_cannot_be(client, wanted, told):
    answer = client.get(f"{BASE}/board.svg", params={"obx": ONE, **wanted})
    said = answer.json()
    assert (answer.status_code, said["error"]) == (400, "invalid_parameter")
    assert f"{said['field']}: {said['message']}" == told


@pytest.mark.parametrize(
    ("hints", "status", "message"),
    [("mA1", 422, "tigers are to move, and are not placed"), ("mA9", 400, "expected a row 1 to 5, found '9'")],
)
def test_hints_are_legal_moves(client, hints, status, message):
    answer = client.get(f"{BASE}/board.svg", params={"obx": ONE, "hints": hints})
    said = answer.json()
    assert (answer.status_code, said["field"], said["message"]) == (status, "move", message)
