"""POST /v1/<game>/record: texts as events and positions, events as texts, of both games; what is wrong is placed."""

import asyncio
from base64 import b64decode, b64encode
from pathlib import Path

import pytest

from pointboard import games
from pointboard.api.errors import Refusal
from pointboard.api.recording import Desk, RecordedAnswer, record_query
from pointboard.game import RecordLike

RECORDS = Path(__file__).parents[1] / "golden" / "backgammon" / "records"
START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"
OPENING = "11ccccchhhjjjjj:66666888dddddoo:N0N::W:IW:0:0:0:0"
MATCH = (RECORDS / "analysed3.mat").read_text(encoding="utf-8")
PGN = '[Event "x"]\n[Goats "A <b> & C"]\n\n1. G33 {middle} B1112 *\n'


def ask(client, game, **query):
    answer = client.post(f"/v1/{game}/record", json=query)
    assert answer.status_code == 200, answer.text
    said = answer.json()
    assert list(said) == list(RecordedAnswer.__struct_fields__)
    assert len(said["positions"]) == len(said["events"]) + 1
    return said


def refuse(client, game, **query):
    answer = client.post(f"/v1/{game}/record", json=query)
    said = answer.json()
    return answer.status_code, said["error"], said["field"], said["column"], said["message"]


def test_events_of_bagh_chal_as_a_record_and_back(client):
    made = ask(client, "baghchal", events=["mC3", "mA1B1", "b5"], to="pgn", players={"g": "Sita"})
    assert made["events"] == ["mC3", "mA1B1", "mB5"]
    assert (made["positions"][0], made["format"], made["target"], made["problem"]) == (START, None, "pgn", None)
    assert (made["games"], made["number"], made["binary"], made["result"]) == (1, 1, False, None)
    assert ["Goats", "Sita"] in made["headers"]
    game = games.get("baghchal")
    assert made["text"] == game.records.formats["pgn"].format_all([record_of(game, ["mC3", "mA1B1", "mB5"])])
    for name in game.records.formats:
        written = ask(client, "baghchal", events=made["events"], to=name)
        again = ask(client, "baghchal", text=written["text"])
        assert again["format"] == name
        assert (again["events"], again["positions"]) == (made["events"], made["positions"])
        assert again["plies"][0] == {"side": "g", "text": "mC3", "comment": "", "clock": None, "mark": None}


def record_of(game, moves) -> RecordLike:
    record = game.records.begin(players={"g": "Sita"})
    for move in moves:
        record = record.play(game.parse_move(move, record.state, lax=True))
    return record


def test_a_match_of_backgammon_event_by_event_and_back(client):
    game = games.get("backgammon")
    for number in (1, 2):
        said = ask(client, "backgammon", text=MATCH, number=number)
        assert (said["format"], said["games"], said["number"], said["problem"]) == ("mat", 3, number, None)
        match = game.steps.begin(game.main_notation.parse(said["positions"][0]))
        for text, position in zip(said["events"], said["positions"][1:], strict=True):
            if text.startswith("resign"):
                break
            match = game.steps.apply(match, game.steps.parse(text, match, lax=True))
            assert game.main_notation.format(match.state) == position
    first = ask(client, "backgammon", text=MATCH)
    assert (first["result"], first["outcome"]) == ("W+2", {"winner": "W", "reason": "double passed, 2 points"})
    assert first["plies"][0]["text"] == "21: 24/23 13/11"
    for name in ("mat", "sgf", "json"):
        names = {"W": "Ann", "B": "Bo"}
        made = ask(client, "backgammon", position=first["positions"][0], events=first["events"], players=names, to=name)
        assert (made["events"], made["positions"]) == (first["events"], first["positions"])
        again = ask(client, "backgammon", text=made["text"])
        assert (again["format"], again["events"]) == (name, first["events"])
        assert ["White", "Ann"] in again["headers"]


def test_binary_formats_travel_in_base64(client):
    data = b64encode((RECORDS / "bgsage3.xg").read_bytes()).decode()
    said = ask(client, "backgammon", data=data, to="mat")
    assert (said["format"], said["games"], said["target"], said["binary"]) == ("xg", 3, "mat", False)
    assert "analysis" in said["losses"]
    written = ask(client, "backgammon", text=MATCH, to="ogxm")
    assert written["binary"]
    assert b64decode(written["text"], validate=True)
    again = ask(client, "backgammon", data=written["text"], format="ogxm")
    assert again["events"] == ask(client, "backgammon", text=MATCH)["events"]


def test_a_game_may_begin_with_any_position(client):
    one = "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1"
    said = ask(client, "baghchal", position=one.replace(" ", "_"), events=["mA1B1"], to="json")
    assert said["positions"][0] == one
    rolled = "11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:R:0:0:0:0"
    said = ask(client, "backgammon", position="4HPwATDgc/ABMA", events=["31", "8/5 6/5"], to="sgf")
    assert said["events"] == [None, "roll 31", "8/5 6/5"]
    assert said["positions"][2] == rolled.replace(":R:", ":IB:")  # the first roll of what the record holds
    assert refuse(client, "backgammon", position=rolled, events=["8/5 6/5"], to="mat")[:2] == (422, "lossy_conversion")


@pytest.mark.parametrize(
    ("game", "events", "left", "problem"),
    [
        ("baghchal", ["mC3", "mC3"], 1, ("illegal_move", "move", None)),
        ("baghchal", ["mC3", "mA1B1", "mXX"], 2, ("invalid_notation", "move", 2)),
        ("backgammon", ["W3 B1", "8/5 6/5", "take"], 2, ("illegal_move", "move", None)),
        ("backgammon", ["W3 B1", "hello"], 1, ("invalid_notation", "event", 1)),
        ("backgammon", ["W2 B1", "*"], 1, ("invalid_notation", "event", 1)),
    ],
)
def test_events_that_are_legal_up_to_one_are_told_up_to_it(client, game, events, left, problem):
    said = ask(client, game, events=events, to="json")
    found = said["problem"]
    assert len(said["events"]) == left
    assert (found["error"], found["field"], found["column"]) == problem
    assert f"{'ply' if found['error'] == 'illegal_move' else 'event'} {left + 1}" in found["message"]
    assert said["text"]


def test_a_record_that_is_legal_up_to_a_ply_is_told_up_to_it(client):
    said = ask(client, "baghchal", text="1. G33 B1112 2. G33 *")
    assert said["events"] == ["mC3", "mA1B1"]
    assert said["problem"]["error"] == "illegal_move"
    assert "line 1, column 17" in said["problem"]["message"]
    bad = MATCH.replace("6/2* 2/1*", "6/1* 2/1*", 1) if "6/2* 2/1*" in MATCH else MATCH.replace(" 41:", " 41: 24/1", 1)
    said = ask(client, "backgammon", text=bad)
    assert 0 < len(said["events"]) < 10
    assert "line " in said["problem"]["message"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "1. G33 B1112\n2. Q33",
            {
                "error": "invalid_notation",
                "field": "text",
                "column": 4,
                "message": (
                    "line 2, column 4: expected a move, a move number, a comment, a header or a result, found 'Q33'"
                ),
            },
        ),
        (
            f"{START}\nTXXXT/XGXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB2 #g2",
            {
                "error": "impossible_position",
                "field": "number",
                "column": 44,
                "message": "line 2, column 44: 1 goat was placed, so the number must be 1, is 2",
            },
        ),
    ],
)
def test_a_problem_of_a_record_says_its_line(client, text, problem):
    assert ask(client, "baghchal", text=text)["problem"] == problem


def test_what_is_said_in_a_record_is_text(client):
    said = ask(client, "baghchal", text=PGN)
    assert ["Goats", "A <b> & C"] in said["headers"]
    assert said["plies"][0]["comment"] == "middle"


@pytest.mark.parametrize(
    ("game", "query", "told"),
    [
        ("baghchal", {}, "text: give a record as text or as data, or events; one of them"),
        ("baghchal", {"text": "x", "events": []}, "text: give a record as text or as data, or events; one of them"),
        ("baghchal", {"text": "x", "position": START}, "position: expected no such parameter with text"),
        ("baghchal", {"text": "x", "players": {}}, "players: expected no such parameter with text"),
        ("baghchal", {"events": [], "format": "pgn"}, "format: expected no such parameter with events"),
        ("baghchal", {"events": [], "number": 1}, "number: expected no such parameter with events"),
        ("baghchal", {"events": 5}, "events: expected a list of texts, 2000 at most, found the number 5"),
        ("baghchal", {"events": [5]}, "events: expected a list of texts, 2000 at most, found a list"),
        ("baghchal", {"events": ["x"] * 2001}, "events: expected a list of texts, 2000 at most, found a list"),
        ("baghchal", {"events": [], "players": ["x"]}, "players: expected an object of texts, found a list"),
        ("baghchal", {"events": [], "players": {"g": 1}}, "players: expected an object of texts, found an object"),
        ("baghchal", {"text": PGN, "format": "mat"}, "format: expected one of json, log, pgn, found 'mat'"),
        ("baghchal", {"text": PGN, "to": "mat"}, "to: expected one of json, log, pgn, found 'mat'"),
        ("baghchal", {"text": PGN, "number": 2}, "number: expected the number of a game, 1 at most, found 2"),
        ("backgammon", {"text": MATCH, "format": "xg"}, "format: expected XG's match files as data"),
        ("backgammon", {"data": "AAAA", "format": "mat"}, "format: expected match text as text"),
        ("backgammon", {"data": "A"}, "data: expected base64, found text that is none"),
        ("backgammon", {"data": "é"}, "data: expected base64, found text that is none"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(client, game, query, told):
    status, error, field, _, message = refuse(client, game, **query)
    assert (status, error, f"{field}: {message}") == (400, "invalid_parameter", told)


@pytest.mark.parametrize(
    ("game", "query", "told"),
    [
        ("backgammon", {"text": "hello"}, (400, "invalid_notation", "text", 1)),
        ("backgammon", {"data": "AAAA"}, (400, "invalid_notation", "data", 1)),
        ("baghchal", {"events": [], "position": "TXXXT"}, (400, "invalid_notation", "board", 6)),
        ("baghchal", {"events": [], "players": {"x": "y"}}, (400, "invalid_notation", "players", 1)),
        ("backgammon", {"events": [], "position": "1:o:B1P::W:G"}, (400, "invalid_notation", "start", 1)),
        ("backgammon", {"text": MATCH, "to": "xg"}, (400, "invalid_parameter", None, None)),
    ],
)
def test_a_record_of_which_nothing_can_be_said_is_refused(client, game, query, told):
    assert refuse(client, game, **query)[:4] == told


def test_a_body_beyond_the_bounds_is_refused(client):
    assert refuse(client, "baghchal", text="x" * 140_000)[:2] == (413, "too_large")


def test_by_get_a_text_can_be_asked_about(client):
    answer = client.get("/v1/baghchal/record", params={"text": PGN, "to": "log"})
    assert START in answer.json()["text"].splitlines()
    assert answer.headers["access-control-allow-origin"] == "*"


def test_only_a_few_wait():
    game = games.get("baghchal")
    kind = record_query(game, game.records)

    async def look():
        desk = Desk(game, game.records)
        await desk._turn.acquire()
        asked = [asyncio.ensure_future(desk.respond(None, kind(events=["mC3"]))) for _ in range(9)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as refusal:
            await desk.respond(None, kind(events=["mC3"]))
        assert (refusal.value.status, refusal.value.retry_after) == (429, 1)
        desk._turn.release()
        assert [answer.status_code for answer in await asyncio.gather(*asked)] == [200] * 9
        assert (await desk.respond(None, kind(events=["mC3"]))).status_code == 200

    asyncio.run(look())
