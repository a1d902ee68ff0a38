"""The routes of a game with dice, events, views and engines."""

import json
from dataclasses import replace

import msgspec
import pytest

from pointboard import games
from pointboard.api.board.words import words
from pointboard.api.job import Done, Job, Limits, solve
from pointboard.api.schema import EventsAnswer
from pointboard.backgammon.engine.builtin import Builtin
from pointboard.backgammon.notation import ogid, plays
from pointboard.backgammon.render import svg
from pointboard.errors import EngineError, IllegalMoveError, NotationError

BASE = "/v1/backgammon"
BOARD = "11ccccchhhjjjjj:66666888dddddoo"
START = f"{BOARD}:N0N::W:IW:0:0:7:0"
ROLLED = f"{BOARD}:N0N:13:B:R:2:3:7:12"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10"
GNUBG = "4HPwATDgc/ABMA:cInlADAAEAAE"


def ask(client, route, status=200, **parameters):
    """The JSON of a question, asked in both ways."""
    got, posted = client.get(f"{BASE}/{route}", params=parameters), client.post(f"{BASE}/{route}", json=parameters)
    assert (got.status_code, got.content) == (posted.status_code, posted.content)
    assert got.status_code == status, got.text
    return got.json()


def test_position(client):
    said = ask(client, "position", ogid=ROLLED)
    assert (said["game"], said["position"], said["to_move"], said["moves"]) == ("backgammon", ROLLED, "W", 16)
    assert said["notations"] == {"ogid": ROLLED, "xgid": XGID, "gnubg": GNUBG}
    assert said["parts"]["pips"] == {"white": 167, "black": 167}


def test_nobody_is_to_move_before_the_opening_roll(client):
    said = ask(client, "position", ogid=START)
    assert (said["to_move"], said["moves"], said["outcome"]) == (None, 0, None)


def test_a_text_that_a_notation_cannot_hold_is_null(client):
    said = ask(client, "position", ogid=f"{BOARD}:W13N:13:B:R")
    assert said["notations"]["gnubg"] is None
    assert said["notations"]["xgid"] is not None


@pytest.mark.parametrize("text", [ROLLED, f"OGID={ROLLED}", XGID, GNUBG])
def test_every_id_is_recognised(client, text):
    said = ask(client, "position", text=text)
    assert ogid.parse(said["position"])[:7] == ogid.parse(ROLLED)[:7]
    (found,) = client.get("/v1/identify", params={"text": text}).json()["found"]
    assert (found["game"], found["position"]) == ("backgammon", said["position"])


@pytest.mark.parametrize("text", ["4HPwATDgc/ABMA", "cInlADAAEAAE"])
def test_half_of_the_ids_of_gnu_backgammon_is_recognised(client, text):
    (found,) = client.get("/v1/identify", params={"text": text}).json()["found"]
    assert (found["game"], found["notation"]) == ("backgammon", "gnubg")
    assert found["position"].startswith(BOARD)


def test_moves_are_plays(client):
    said = ask(client, "moves", ogid=ROLLED)
    assert len(said["moves"]) == 16
    after = {move["move"]: move["after"] for move in said["moves"]}
    assert after["8/5 6/5"] == "11ccccchhjjjjkk:66666888dddddoo:N0N::W:C:2:3:7:13"
    assert ask(client, "moves", ogid=START)["moves"] == []


def test_convert_names_what_is_lost(client):
    said = ask(client, "convert", text=XGID.replace(":2:3:0:7", ":0:0:1:0"), to="ogid")
    assert (said["source"], said["losses"]) == ("xgid", ["jacoby"])
    assert ask(client, "convert", text=GNUBG, to="xgid")["text"] == XGID


def test_a_match_is_stepped_to_a_taken_double(client):
    said = ask(client, "events", ogid=START, event="W3 B1,8/5 6/5,roll 42,24/22 13/9,double,take")
    assert said["position"] == START
    assert [made["event"] for made in said["made"]] == [
        "opening roll W3 B1", "8/5 6/5", "roll 42", "24/22 13/9", "double", "take",
    ]  # fmt: skip
    assert said["made"][-1]["after"] == said["after"] == "11ccccchhjjjjkk:666668889ddddmo:B1T::B:A:0:0:7:2"
    assert (said["to_move"], said["outcome"]) == ("W", None)
    assert "roll 66" in said["events"]
    assert "double" not in said["events"]


def test_step_by_step_is_the_same(client):
    position = START
    for event in ("opening_roll_W3_B1", "8/5_6/5", "42", "24/22 13/9", "double", "take"):
        said = ask(client, "events", ogid=position, event=event)
        assert said["made"][0]["after"] == said["after"]
        position = said["after"]
    assert position == "11ccccchhjjjjkk:666668889ddddmo:B1T::B:A:0:0:7:2"


def test_what_may_happen(client):
    said = ask(client, "events", ogid="1:o:N0O::W:D:0:0:7:30")
    assert (said["made"], said["after"], said["to_move"]) == ([], said["position"], "B")
    assert said["events"][:3] == ["take", "pass", "resign W single"]
    assert len(said["events"]) == len(set(said["events"]))


def test_a_passed_double_ends_the_game_and_the_next_one_begins(client):
    said = ask(client, "events", ogid="1:o:N0N::B:C:0:0:7:30", event="double,pass,next game")
    assert said["made"][1]["outcome"] == {"winner": "W", "reason": "the double was passed"}
    assert said["after"] == f"{BOARD}:N0N::W:IW:1:0:7:0"
    assert said["outcome"] is None


def test_a_resignation_lasts_for_one_question(client):
    said = ask(client, "events", ogid="1:o:N0N::B:C:0:0:7:30", event="resign B gammon,accept,next game")
    assert said["after"] == f"{BOARD}:N0N::W:IW:2:0:7:0"


def test_moves_are_the_events_of_a_game_without_others(client):
    said = client.get("/v1/baghchal/events", params={"text": "B3B/5/5/5/B3B G 0", "event": "c3,a1b1"}).json()
    assert [made["event"] for made in said["made"]] == ["mC3", "mA1B1"]
    assert said["after"] == "XTXXT/XXXXX/XXGXX/XXXXX/TXXXT g @19 c0 mA1B1 #t1"
    assert len(said["events"]) == 20


@pytest.mark.parametrize(
    ("event", "status", "error", "field", "column", "message"),
    [
        ("double", 422, "illegal_move", "move", None, "ply 1, double: no double now: before the opening roll"),
        ("W3 B1, take", 422, "illegal_move", "move", None, "ply 2, take: no take now: the first player is known"),
        ("W3 B1,8/5 6/4", 422, "illegal_move", "move", None,
         "ply 2, 8/5 6/4: no die is left that brings a checker from 6 to 4"),
        ("W3 B1,8/9", 400, "invalid_notation", "play", 9, "expected a number from 1 to 7, found '9'"),
        ("W3 B1,roll 7", 400, "invalid_notation", "event", 12, "expected two dice from 1 to 6, such as 31, found '7'"),
        ("x" * 1001, 400, "invalid_parameter", "event", 1001, "expected at most 1000 characters, found 1001"),
    ],
)  # fmt: skip
def test_events_that_cannot_be(client, event, status, error, field, column, message):  # noqa: PLR0917 (a row)
    said = ask(client, "events", status, ogid=START, event=event)
    assert said == {"error": error, "field": field, "column": column, "message": message}


def test_an_empty_event_is_none(client):
    said = ask(client, "events", 400, ogid=START, event="W3 B1,")
    assert (said["error"], said["field"], said["column"]) == ("invalid_notation", "event", 7)


def test_an_ambiguous_play_names_its_candidates():
    game = games.get("backgammon")
    state = ogid.parse("j:o:N0N:51:W:R:0:0:0:0".replace("j:o", "jl:oo"))
    texts = [game.format_move(play) for play in game.legal(state)]
    assert len(texts) == len(set(texts))
    with pytest.raises(IllegalMoveError):
        EventsAnswer.of(game, state, ["24/17"])
    with pytest.raises(NotationError):
        EventsAnswer.of(game, state, ["24/"])


def test_a_picture(client):
    answer = client.get(f"{BASE}/board.svg", params={"ogid": ROLLED, "hints": "8/5 6/5", "bottom": "B", "home": "left"})
    state = ogid.parse(ROLLED)
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text == svg.render(state, hints=[plays.parse("8/5 6/5", state)], bottom="B", home="left")
    answer = client.get(f"{BASE}/board.svg", params={"ogid": ROLLED, "hints": "8/5 6/5", "lang": "ne"})
    assert answer.text == svg.render(state, hints=[plays.parse("8/5 6/5", state)], words=words("ne"))
    assert client.get(f"{BASE}/board.svg").text == svg.render(games.get("backgammon").start())


def test_plays_to_show_are_read_as_events_are(client):
    """An underline was no blank in them, and the column of a fault was that in one play of several."""
    answer = client.get(f"{BASE}/board.svg", params={"ogid": ROLLED, "hints": "8/5_6/5,24/20"})
    state = ogid.parse(ROLLED)
    assert answer.text == svg.render(state, hints=[plays.parse(text, state) for text in ("8/5 6/5", "24/20")])
    said = client.get(f"{BASE}/board.svg", params={"ogid": ROLLED, "hints": "8/5_6/5,24/x"}).json()
    assert (said["error"], said["field"], said["column"]) == ("invalid_notation", "play", 12)


@pytest.mark.parametrize(("name", "known"), [("bottom", "w"), ("home", "up")])
def test_views_have_words(client, name, known):
    said = ask(client, "board.svg", 400, ogid=ROLLED, **{name: known})
    assert (said["error"], said["field"]) == ("invalid_parameter", name)


def solved(position, **limits):
    """The answer of a search process, as the client gets it."""
    return json.loads(msgspec.json.encode(solve(Job("backgammon", position, Limits(**limits)), bytearray(1)).answer))


def test_the_best_play_is_told_with_its_chances_and_who_says_so():
    said = solved(ROLLED, engine="builtin", lines=2)
    assert (said["move"], said["evidence"], said["score"], said["decision"]) == ("8/5 6/5", "estimate", None, None)
    assert [line["move"] for line in said["lines"]] == ["8/5 6/5", "13/9"]
    first, second = (line["value"] for line in said["lines"])
    assert (first["source"], first["version"]) == (Builtin.name, Builtin.version)
    assert (first["level"], first["depth"]) == ("static", 1)
    assert first["loss"] == 0 < second["loss"]
    assert first["equity"] - second["equity"] == pytest.approx(second["loss"])
    assert 0 < first["chances"]["backgammon"] < first["chances"]["gammon"] < first["chances"]["win"] < 1


def test_without_dice_the_cube_is_decided():
    said = solved(ROLLED.replace(":13:B:R", "::B:C"), engine="builtin")
    assert (said["move"], said["lines"], said["after"]) == (None, [], said["position"])
    assert (said["decision"]["event"], said["decision"]["verdict"]) == (None, "no double")
    assert [option["name"] for option in said["decision"]["options"]] == ["no double", "double, take", "double, pass"]
    said = solved(ROLLED.replace("N0N:13:B:R", "N0O::B:D"), engine="builtin")
    assert (said["decision"]["event"], said["decision"]["verdict"]) == ("take", "take")
    assert said["after"] == ROLLED.replace("N0N:13:B:R", "W1T::W:A")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("engine", "xg", "expected one of bgsage, builtin, gnubg, found 'xg'"),
        ("level", "3", "expected one of 0-ply, 1-ply, 1ply, 2-ply, 2ply, 3-ply, 3ply, 4ply, static, found '3'"),
    ],
)
def test_engines_and_levels_have_names(client, name, value, message):
    said = ask(client, "best", 400, ogid=ROLLED, **{name: value})
    assert said == {"error": "invalid_parameter", "field": name, "column": None, "message": message}


def test_the_parameters_reach_the_engine(client):
    assert ask(client, "best", 200, ogid=ROLLED, engine="builtin", level="static")["position"] == ROLLED


def test_what_an_engine_refuses_or_fails_is_told():
    job = Job("backgammon", ROLLED, Limits(engine="builtin", level="3ply"))
    assert solve(job, bytearray(1)) == Done(refused="builtin has no level '3ply'; there are: static")

    def broken(*_, **__):
        raise EngineError("GNU Backgammon does not answer: it died")

    game = replace(games.get("backgammon"), name="broken", choose=broken)
    with games.registered(game):
        job = Job("broken", ROLLED, Limits())
        assert solve(job, bytearray(1)) == Done(failed="GNU Backgammon does not answer: it died")
