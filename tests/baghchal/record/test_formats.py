import pytest

from pointboard.baghchal.notation import obx
from pointboard.baghchal.record import FORMATS, Headers, Ply, Record, Result
from pointboard.baghchal.record.formats import begin, conclude
from pointboard.baghchal.rules import Repetition
from pointboard.baghchal.state import Move
from pointboard.errors import NotationError, PointboardError

GAME = Record().play(Move(None, 12))


@pytest.mark.parametrize(("name", "title"), [("json", "JSON"), ("log", "a log")])
def test_these_hold_one_game(name, title):
    for several in ((), (GAME, GAME)):
        with pytest.raises(PointboardError) as caught:
            FORMATS[name].format_all(several)
        assert str(caught.value) == f"{title} holds one game, and there are {len(several)}"


def test_no_pgn_text_is_one_game_without_moves():
    assert [result.record for result in FORMATS["pgn"].read_all(" ")] == [Record()]


@pytest.mark.parametrize("name", ["pgn", "log"])
def test_the_policy_of_a_text_that_names_none(name):
    text = FORMATS[name].format_all([GAME])
    for policy in Repetition:
        (result,) = FORMATS[name].read_all(text, repetition=policy.value)
        assert result.record.headers.repetition is policy


def test_a_game_begins():
    start = obx.parse("TXXXT/GGGXX/GGGGG/GGGGG/TGGGT g @0 c4 - #")
    record = begin(start, headers={"goats": "Sita", "x": "y"}, repetition="none")
    assert record == Record(Headers(goats="Sita", repetition=Repetition.NONE, extra=(("x", "y"),)), (), start)
    assert begin() == Record()
    assert begin(players={"t": "Hari"}) == Record(Headers(tigers="Hari"))


def test_a_game_is_concluded():
    record = Record(Headers(event="x"), (Ply(Move(None, 12)),), comment="c")
    for winner, result in (("g", Result.GOATS), ("t", Result.TIGERS), (None, Result.DRAW)):
        headers = Headers(event="x", result=result, termination="why")
        assert conclude(record, winner, "why") == Record(headers, record.plies, comment="c")
    won = Record(start=obx.parse("TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t @15 c4 - #")).play(obx.parse_move("mA1C1(B1)"))
    with pytest.raises(NotationError, match="1-0 is declared, but the board says 0-1"):
        conclude(won, "g", "resignation")
