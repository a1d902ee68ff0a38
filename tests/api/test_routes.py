"""What the routes of /v1 answer."""

from xml.etree.ElementTree import fromstring

import pytest

from pointboard import games
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
    names = ("position", "moves", "events", "best", "convert", "board.svg")
    expected = ["/v1/identify", *(f"/v1/{game}/{name}" for game in games.names() for name in names)]
    assert [endpoint.path for endpoint in endpoints()] == expected


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
        "message": "expected 5 letters in row 2, not 4, found 'X'",
    }
    answer = client.get(path, params={"obx": START.replace("20", "19")})
    assert answer.status_code == 422
    assert (answer.json()["error"], answer.json()["field"], answer.json()["column"]) == (
        "impossible_position",
        "board",
        1,
    )
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
    assert said["lines"] == [{"move": "mA1B1", "score": 12, "pv": ["mA1B1"], "depth": 1}]
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
    ("given", "field"), [({"obx": ONE}, "to"), ({"obx": ONE, "to": "xgid"}, "to"), ({"to": "fen"}, "obx")]
)
def test_convert_needs_a_target_that_there_is(client, given, field):
    said = ask(client, "convert", **given)
    assert (said["error"], said["field"]) == ("invalid_parameter", field)


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


def test_a_picture_as_it_is_wanted(client):
    wanted = {"size": 200, "title": "<Tigers & goats>", "theme": "dark", "hints": "mA1B1,a1a2,"}
    answer = client.get(f"{BASE}/board.svg", params={"obx": ONE, **wanted})
    moves = [move for move in legal(parse(ONE)) if str(move) in ("mA1B1", "mA1A2")]
    expected = svg.render(parse(ONE), size=200, title="<Tigers & goats>", theme="dark", hints=moves)
    assert answer.text == expected
    assert fromstring(answer.text).get("width") == "200"  # noqa: S314 (made here)


@pytest.mark.parametrize(
    ("wanted", "status", "error", "field"),
    [
        ({"size": 15}, 400, "invalid_parameter", "size"),
        ({"size": 4097}, 400, "invalid_parameter", "size"),
        ({"theme": "plaid"}, 400, "invalid_parameter", "theme"),
        ({"theme": "<"}, 400, "invalid_parameter", "theme"),
        ({"title": "x" * 201}, 400, "invalid_parameter", "title"),
        ({"hints": "mA1"}, 422, "illegal_move", "move"),
        ({"hints": "mA9"}, 400, "invalid_notation", "move"),
    ],
)
def test_a_picture_that_cannot_be(client, wanted, status, error, field):
    answer = client.get(f"{BASE}/board.svg", params={"obx": ONE, **wanted})
    assert (answer.status_code, answer.json()["error"], answer.json()["field"]) == (status, error, field)
