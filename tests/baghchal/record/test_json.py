# ruff: noqa: E501, ISC004 - rows of a table
import json as stdlib
import re

import pytest

from pointboard.baghchal.notation import obx
from pointboard.baghchal.record import Clock, Headers, Mark, Ply, Record, RecordError, RecordMoveError, Result, json
from pointboard.baghchal.rules import Repetition
from pointboard.baghchal.state import Move

MOVES = (Move(None, 6), Move(0, 12, 6))
GAME = Record().extend(MOVES)
HEAD = '{"schema": "pointboard-baghchal-record", "version": 1, '

FULL_TEXT = r"""{
  "schema": "pointboard-baghchal-record",
  "version": 1,
  "headers": {"event": "the \"big\" one", "goats": "सीता", "result": "1-0", "rules": "standard", "repetition": "none", "extra": {"x": "y"}},
  "start": "TXXXT/XXXXX/XXGXX/XXXXX/XTXXT g @19 c0 mA5B5 #t1",
  "comment": "Late.",
  "plies": [
    {"move": "mB2", "obx": "TXXXT/XGXXX/XXGXX/XXXXX/XTXXT t @18 c0 mB2 #g2", "clock": 298.25, "mark": "!", "comment": "a\nb"},
    {"move": "mA1A2", "obx": "XXXXT/TGXXX/XXGXX/XXXXX/XTXXT g @18 c0 mA1A2 #t2", "clock": 3.0}
  ],
  "outcome": null
}
"""
FULL = Record(
    Headers(
        event='the "big" one',
        goats="सीता",
        result=Result.GOATS,
        repetition=Repetition.NONE,
        extra=(("x", "y"),),
    ),
    (Ply(MOVES[0], "a\nb", Clock(298_250), Mark.GOOD), Ply(Move(0, 5), clock=Clock(3000))),
    obx.parse("TXXXT/XXXXX/XXGXX/XXXXX/XTXXT g @19 c0 mA5B5 #t1"),
    "Late.",
)


def fault(source):
    """What stops the reading, and how many plies came before."""
    result = json.read(source)
    assert isinstance(result.error, RecordError | RecordMoveError)
    with pytest.raises(type(result.error)) as caught:
        json.parse(source)
    assert str(caught.value) == str(result.error)
    return str(result.error), len(result.record.plies)


def test_everything():
    assert json.parse(FULL_TEXT) == FULL
    assert json.format(FULL) == FULL_TEXT
    assert stdlib.loads(FULL_TEXT)["plies"][1]["move"] == "mA1A2"


def test_what_may_be_missing():
    assert json.parse(HEAD + '"plies": []}') == Record()
    assert json.parse("\ufeff" + HEAD + '"plies": [{"move": "mB2"}, {"move": "mA1C3(B2)"}]}\r\n') == GAME
    nulls = '"headers": null, "start": null, "comment": null, "outcome": null, "plies": [{"move": "mB2", "obx": null, '
    nulls += '"clock": null, "mark": null, "comment": null}, {"move": "mA1C3(B2)"}]}'
    assert json.parse(HEAD + nulls) == GAME
    assert json.parse(HEAD + '"headers": {"extra": null, "goats": null, "result": "*"}, "plies": []}') == Record()
    assert json.parse(HEAD + '"plies": [{"move": "mB2", "clock": 7}]}').plies[0].clock == Clock(7000)


def test_a_finished_game_says_how_it_ended(games):
    for game in games[:10]:
        record = Record().extend(map(obx.parse_move, game["moves"]))
        outcome = stdlib.loads(json.format(record))["outcome"]
        assert (outcome["winner"], outcome["reason"]) == (record.outcome().winner, record.outcome().reason)
        message, plies = fault(re.sub('"outcome": {.*}', '"outcome": null', json.format(record)))
        assert message.startswith("outcome, line ")
        assert message.endswith(f": the board says {stdlib.dumps(outcome)}")
        assert plies == game["plies"]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", "text, line 1, column 1: expected JSON: Expecting value"),
        ('{\n"schema" 1}', "text, line 2, column 10: expected JSON: Expecting ':' delimiter"),
        ("[" * 100_000, "text, line 1, column 1: expected a record, found values nested too deep"),
        ("[]", "text, line 1, column 1: expected an object, found a list"),
        (' \n"x"', "text, line 2, column 1: expected an object, found text"),
        ("null", "text, line 1, column 1: expected an object, found null"),
        ("true", "text, line 1, column 1: expected an object, found a truth value"),
        ("1.5", "text, line 1, column 1: expected an object, found a number"),
        ("NaN", "text, line 1, column 1: expected JSON, which has no NaN"),
        ("1" * 21, "text, line 1, column 1: expected numbers of at most 20 digits"),
        ("1" * 20, "text, line 1, column 1: expected an object, found a number"),
        ("{}", "text, line 1, column 1: expected 'schema' in this object"),
        ('{"schema": 1}', "schema, line 1, column 12: expected text, found a number"),
        ('{"schema": "x"}', "schema, line 1, column 12: expected 'pointboard-baghchal-record', found 'x'"),
        ('{"schema": "pointboard-baghchal-record"}', "text, line 1, column 1: expected 'version' in this object"),
        (HEAD.replace("1", "2") + '"plies": []}', "version, line 1, column 53: expected version 1"),
        (HEAD.replace("1", "true") + '"plies": []}', "version, line 1, column 53: expected version 1"),
        (HEAD.replace("1", "1.0") + '"plies": []}', "version, line 1, column 53: expected version 1"),
        (HEAD + '"comment": ""}', "text, line 1, column 1: expected 'plies' in this object"),
        (HEAD + '\n"plies": {}}', "plies, line 2, column 10: expected a list, found an object"),
        (HEAD + '\n"plies": [], "moves": 1}', "moves, line 2, column 23: expected one of the names schema, version, "
         "headers, start, comment, plies, outcome"),
        (HEAD + '\n"comment": "", "plies": [], "comment": ""}',
         "comment, line 2, column 12: the name 'comment' stands twice in this object"),
        (HEAD + '\n"comment": []}', "comment, line 2, column 12: expected text, found a list"),
        (HEAD + '\n"headers": []}', "headers, line 2, column 12: expected an object, found a list"),
        (HEAD + '\n"headers": {"goats": "", "tigers": 1}}', "headers.tigers, line 2, column 36: expected text, found a number"),
        (HEAD + '\n"headers": {"result": "2-0"}}',
         "headers.result, line 2, column 23: expected 1-0 or 0-1 or 1/2-1/2, found '2-0'"),
        (HEAD + '\n"headers": {"Goats": "x"}}', "headers.Goats, line 2, column 22: expected one of the names event, site, "
         "date, round, goats, tigers, result, termination, rules, repetition, extra"),
        (HEAD + '\n"headers": {"extra": "x"}}', "headers.extra, line 2, column 22: expected an object, found text"),
        (HEAD + '\n"headers": {"extra": {"a": 1}}}', "headers.extra.a, line 2, column 28: expected text, found a number"),
        (HEAD + '\n"headers": {"extra": {"a": "", "a": ""}}}',
         "headers.extra.a, line 2, column 28: the name 'a' stands twice in this object"),
        (HEAD + '\n"headers": {"extra": {"a b": ""}}}', "headers.extra, line 2, column 22: expected a name of ASCII letters, "
         "digits and underscores, found 'a b'"),
        (HEAD + '\n"headers": {"extra": {"Goats": ""}}}',
         "headers.extra, line 2, column 22: 'Goats' is a header with a field of its own"),
        (HEAD + '\n"start": "x", "plies": []}', "start, line 2, column 10: board, column 1: expected 5 rows, not 1, found 'x'"),
        (HEAD + '\n"start": "XXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #", "plies": []}',
         "start, line 2, column 10: board: 4 tigers needed, has 3"),
        (HEAD + '\n"plies": [], "outcome": {}}', "outcome, line 2, column 25: the board says null"),
        (HEAD + '\n"plies": [], "outcome": 0}', "outcome, line 2, column 25: expected an object, found a number"),
        (HEAD + '\n"plies": [], "outcome": {"who": "g"}}',
         "outcome.who, line 2, column 33: expected one of the names winner, reason"),
    ],
)  # fmt: skip
def test_what_is_no_record(source, message):
    assert fault(source) == (message, 0)


@pytest.mark.parametrize(
    ("ply", "message"),
    [
        ("1", "plies[1], line 2, column 29: expected an object, found a number"),
        ("{}", "plies[1], line 2, column 29: expected 'move' in this object"),
        ('{"move": 1}', "plies[1].move, line 2, column 38: expected text, found a number"),
        ('{"move": "A1C3"}', "plies[1].move, line 2, column 38: move, column 1: expected m and a move, found 'A'"),
        ('{"move": "mB2", "who": "t"}', "plies[1].who, line 2, column 52: expected one of the names move, obx, clock, "
         "mark, comment"),
        ('{"move": "mB2"}', "line 2, column 38, ply 2 (tigers' move 1), mB2: tigers are to move, and are not placed"),
        ('{"mark": "!", "move": "mA1A1"}',
         "line 2, column 51, ply 2 (tigers' move 1), mA1A1: A1 is not empty"),
        ('{"move": "mA1B1", "mark": "x"}', "plies[1].mark, line 2, column 55: expected one of ! ? !! ?? !? ?!, found 'x'"),
        ('{"move": "mA1B1", "clock": "x"}', "plies[1].clock, line 2, column 56: expected seconds, found text"),
        ('{"move": "mA1B1", "clock": true}', "plies[1].clock, line 2, column 56: expected seconds, found a truth value"),
        ('{"move": "mA1B1", "clock": -1}',
         "plies[1].clock, line 2, column 56: expected seconds from 0 to less than 10,000 hours"),
        ('{"move": "mA1B1", "clock": 36000000}',
         "plies[1].clock, line 2, column 56: expected seconds from 0 to less than 10,000 hours"),
        ('{"move": "mA1B1", "clock": 1e999}',
         "plies[1].clock, line 2, column 56: expected seconds from 0 to less than 10,000 hours"),
        ('{"move": "mA1B1", "comment": 1}', "plies[1].comment, line 2, column 58: expected text, found a number"),
        ('{"move": "mA1B1", "obx": 1}', "plies[1].obx, line 2, column 54: expected text, found a number"),
        ('{"move": "mA1B1", "obx": "x"}', "plies[1].obx, line 2, column 54: expected "
         "XTXXT/XGXXX/XXXXX/XXXXX/TXXXT g @19 c0 mA1B1 #t1, the position after mA1B1, found 'x'"),
    ],
)  # fmt: skip
def test_what_is_no_ply(ply, message):
    source = HEAD + '\n"plies": [ {"move": "mB2"}, ' + ply + "]}"
    assert fault(source) == (message, 1)
    assert json.read(source).record == GAME.head(1)


def test_results_that_contradict_the_board(games):
    won = next(game for game in games if game["winner"] == "t")
    record = Record().extend(map(obx.parse_move, won["moves"]))
    source = json.format(record).replace('"headers": {', '"headers": {"result": "1-0", ')
    message, plies = fault(source)
    assert message == ("headers.result, line 4, column 25: 1-0 is declared, but the board says 0-1: five captures")
    assert plies == won["plies"]
    assert json.read(source).record == record
