"""Other programs' bugs, each with its smallest input: one test for each row, by its operation."""

import json
from pathlib import Path

import pytest

from pointboard.backgammon import (
    HOME,
    Board,
    Cube,
    Length,
    Owner,
    Phase,
    Score,
    Side,
    State,
    gnubg_to_ogid,
    ogid_to_gnubg,
    ogid_to_xgid,
)
from pointboard.backgammon.match import Match
from pointboard.backgammon.notation import gnubg, ogid, plays, xgid
from pointboard.backgammon.render import text as pictures
from pointboard.backgammon.rules import Move, apply, not_due, outcome, play_of
from pointboard.backgammon.rules import plays as plays_of
from pointboard.backgammon.turns import Accept, Resign
from pointboard.errors import AmbiguousMoveError, NotationError, PositionError

ROWS = [
    json.loads(line) for line in Path(__file__).with_name("backgammon.jsonl").read_text(encoding="utf-8").splitlines()
]
TESTS = {}
OWNERS = {"black": Owner.BLACK, "player0": Owner.BLACK}
SIDES = {"white": Side.WHITE, "black": Side.BLACK, "player1": Side.WHITE, "player0": Side.BLACK}


def operation(name):
    def register(function):
        TESTS[name] = function
        return function

    return register


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_bug(row):
    TESTS[row["input"]["op"]](row["input"], row["expect"])


def test_all_rows_are_here():
    assert len(ROWS) == len({row["id"] for row in ROWS}) == 33
    assert {row["input"]["op"] for row in ROWS} == set(TESTS)


ERRORS = {"NotationError": NotationError, "PositionError": PositionError}


def refused(parse, text, expect):
    for lax in (False, True):
        with pytest.raises(ERRORS[expect["error"]]) as error:
            parse(text, lax=lax)
        if "field" in expect:
            assert error.value.field == expect["field"]
        if "problem" in expect:
            assert [problem.flag for problem in error.value.problems] == [expect["problem"]]


@operation("ogid.parse")
def ogid_parse_op(given, expect):
    if "error" in expect:
        for text in given.get("each", [given.get("ogid")]):
            refused(ogid.parse, text, expect)
        return
    state = ogid.parse(given["ogid"])
    if "cube_value" in expect:
        assert state.cube.value == expect["cube_value"]
    if "away" in expect:  # whether a side may double is the turn machine's to say
        assert (list(state.away), state.crawford) == (expect["away"], expect["crawford"])
        assert state.post_crawford


@operation("xgid.parse")
def xgid_parse_op(given, expect):
    if "error" in expect:
        refused(xgid.parse, given["xgid"], expect)
    elif "same_field" in expect:
        first, second = (xgid.read(given[name]) for name in "ab")
        assert first.cube_position == second.cube_position == 1
        states = [xgid.parse(given[name]) for name in "ab"]
        assert [state.cube.owner for state in states] == [Owner.WHITE, Owner.WHITE]
        assert states[0]._replace(last_actor=None) == states[1]._replace(last_actor=None)
        assert states[0].last_actor is states[1].last_actor.other
    else:
        assert xgid.parse(given["xgid"], lax=True).on_roll is Side.WHITE
        with pytest.raises(NotationError) as error:
            xgid.parse(given["xgid"])
        assert (error.value.field, error.value.message) == ("prefix", "expected the prefix XGID=, found 'x'")


@operation("gnubg.parse")
def gnubg_parse_op(given, expect):
    state = gnubg.parse(given["id"])
    assert state.cube.value == expect["cube_value"]
    assert state.cube.owner is OWNERS[expect["cube_owner"]]
    assert state.on_roll is SIDES[expect["on_roll"]]
    assert state.length.points == expect["match_length"]
    assert [state.score.black, state.score.white] == expect["score"]


@operation("ogid.format")
def ogid_format_op(given, expect):
    assert expect == {"error": "ValueError"}
    with pytest.raises(ValueError, match=r"^expected a power of 2 from 1 to 2\^30 on the cube, found 3$"):
        Cube.of(given["cube_value"])


@operation("state.with_score")
def with_score_op(given, expect):
    before = ogid.parse(given["ogid"])
    after = before.with_score(*given["score"])
    if "cube_owner" in expect:
        assert after == before._replace(score=Score(*given["score"]))
        assert (after.cube.owner, after.cube.exponent) == (OWNERS[expect["cube_owner"]], expect["cube_exp"])
    else:
        assert after.length.modifier == expect["match_modifier"]
        assert after.status() == ()


@operation("text.find_ids")
def find_op(given, expect):
    text = given["text"]
    found = xgid.find(text)
    assert len(found) == expect["ids"]
    assert text == given["text"]
    assert text[found[0].start : found[0].end] == f"XGID={found[0].text}"
    assert text[found[0].end :] == " below.\nSecond line stays."


@operation("ogid->gnubg->ogid")
def round_trip_op(given, expect):
    back = ogid.parse(gnubg_to_ogid(*ogid_to_gnubg(given["ogid"])))
    assert {side.name.lower(): back.board.bar(side) for side in Side} == expect["bar"]
    assert back.board == ogid.parse(given["ogid"]).board == Board.of({0: 2}, {24: 1})


@operation("board.facts")
def facts_op(given, expect):
    state = ogid.parse(given["ogid"])
    assert {side.name.lower(): state.pips(side) for side in Side} == expect["pips"]
    for side in Side:
        assert [HOME[side][0], HOME[side][-1]] == expect[f"{side.name.lower()}_home"]


@operation("ogid.canonical")
def canonical_op(given, expect):
    state = ogid.parse(given["ogid"])
    assert state == ogid.parse(expect["same_key_as"])
    assert ogid.format(state) == "11ccccchhhjjjjj:66666888dddddoo:N0N::W:C:0:0:0:0"


@operation("eq")
def eq_op(given, expect):
    first, second = ogid.parse(given["a"]), ogid.parse(given["b"])
    assert (first == second) is expect["equal"]
    assert len({first, second, ogid.parse(given["a"])}) == 2
    assert first.position_key() != second.position_key()


@operation("moves.parse")
def moves_parse_op(given, expect):
    if "error" in expect:
        state = ogid.parse(given["ogid"])
        with pytest.raises(AmbiguousMoveError) as error:
            plays.parse(given["text"], state, lax=True)
        assert sorted(error.value.candidates) == sorted(expect["candidates"])
        played = [plays.parse(text, state, lax=True) for text in expect["candidates"]]
        assert [plays.format(play) for play in played] == expect["candidates"]
        return
    # One checker on the bar, and with fives it comes no farther than the 20-point.
    white = State(Board.of({0: 1}, {10: 2}), dice=(5, 5), last_actor=Side.BLACK, phase=Phase.ROLLED)
    for side in given["on_roll"]:
        state = white if side == "white" else white.mirror()
        (move,) = plays.parse(given["text"], state).moves
        assert move.source == expect["from"][side]
        assert move.target == {"white": 5, "black": 20}[side]


@operation("moves.format")
def moves_format_op(given, expect):
    path = given["path"]
    play = play_of(ogid.parse(given["ogid"]), map(Move, path, path[1:]))
    assert plays.format(play) == expect["text"]


@operation("moves.sources")
def moves_sources_op(given, expect):
    moves = {move for play in plays_of(ogid.parse(given["ogid"])) for move in play.moves}
    assert [move.source for move in moves if move.target == given["to"]] == expect["sources"]


@operation("rules.plays")
def rules_plays_op(given, expect):
    state = ogid.parse(given["ogid"])
    found = plays_of(state)
    if "needs" in expect:
        assert not_due(state) == "no dice to play: the dice are being rolled"
    if "plays" in expect:
        assert sorted(plays.format(play) for play in found) == expect["plays"]
    else:
        assert len(found) == len({play.board for play in found}) == expect["count"]
        moves = expect.get("checkers_moved", expect.get("dice_used", 4))
        assert {len(play.moves) for play in found} == {moves}
    if "dice_used" in expect:  # the sentence of the row's remedy
        only = plays_of(ogid.parse("33:a:N0N:52:W:R"))
        assert [plays.format(play) for play in only] == ["10/5"]


@operation("rules.outcome")
def outcome_op(given, expect):
    winner, size = outcome(ogid.parse(given["ogid"]))
    assert (winner, size) == (SIDES[expect["winner"]], expect["multiplier"])


@operation("match.apply")
def match_apply_op(given, expect):
    one, two = Board.of({1: 2}, {24: 2}), Cube(Owner.WHITE, 1)
    assert two.value == given["points"]
    state = State(one, two, (), Side.WHITE, Phase.PLAYED, Score(*given["score"]), Length(given["length"]))
    match = Match(state).apply(Resign()).apply(Accept())
    assert (list(match.score), match.over() is not None) == (expect["score"], expect["over"])


@operation("undo")
def undo_op(given, expect):
    before = ogid.parse(given["ogid"])
    kept = ogid.parse(given["ogid"])
    after = apply(before, plays.parse(given["play"], before))
    assert after.board.bar(Side.WHITE) == 1
    assert (before == kept) is expect["equal_to_before"]
    for state in (before, after):
        assert {side.name.lower(): state.board.count(side) for side in Side} == expect["checker_total"]


PICTURE = """\
  24  23  22  21  20  19      18  17  16  15  14  13
 +---+---+---+---+---+---+  +---+---+---+---+---+---+
 |   |   |   |   |   |   |  |   |   |   |   |   |   | Black's bar (pip 25)
 |   |   |   |   |   |   |  |   |   |   |   |   |   |
 |   |   |   |   |   |   |  |   |   |   |   |   |   |
 |   |   |   |   |   |   |  |   |   |   |   |   |   |
 |   |   |   |   |   |   |  |   |   |   |   |   |   |
 +---+---+---+---+---+---+  +---+---+---+---+---+---+
 +---+---+---+---+---+---+  +---+---+---+---+---+---+
 |   |   |   |   |   |   |  |   |   |   |   |   |   |
 |   |   |   |   |   |   |  |   |   |   |   |   |   |
 |   |   |   |   |   |   |  |   |   |   |   |   |   |
 |   |   |   |   |   |   |  |   |   |   |   |   |   |
 | X |   |   |   | o |   |  |   |   |   |   |   |   | White's bar (pip 0)
 +---+---+---+---+---+---+  +---+---+---+---+---+---+
   1   2   3   4   5   6       7   8   9  10  11  12
"""


@operation("render.text")
def render_op(given, expect):
    state = ogid.parse(given["ogid"])
    if "perspective" not in given:
        others = xgid.parse(ogid_to_xgid(given["ogid"])), gnubg.parse(":".join(ogid_to_gnubg(given["ogid"])))
        first, *same = [pictures.render(one) for one in (state, *others)]
        assert PICTURE in first
        assert same == [first, first]
        return
    assert expect == {"dice_side": "white", "numbering": "white"}
    assert state.on_roll is Side.WHITE
    drawn = pictures.render(state, bottom=state.on_roll)
    assert "\nWhite to play 42\n" in drawn
    black, *_, corner, numbers, white = drawn[: drawn.index("White to play")].splitlines()
    assert black.startswith("Black's Home Board")
    assert white.startswith("White's Home Board")
    assert (corner[:2], numbers[:8]) == (" +", "   1   2")
    # White's six-point is the sixth of the row below, as White counts, and holds five.
    assert [line[23] for line in drawn.splitlines()[10:15]] == ["X"] * 5


@operation("http")
def http_op(given, expect):
    from litestar.testing import TestClient  # noqa: PLC0415 (nothing else here needs the server)

    from pointboard.api.app import create_app  # noqa: PLC0415
    from pointboard.api.settings import Settings  # noqa: PLC0415

    with TestClient(create_app(Settings(workers=1)), base_url="http://127.0.0.1:8000") as client:
        answer = client.get(given["path"], params=given["query"])
    assert answer.status_code == expect["status"]
    assert expect["body_has"] == "canonical"
    assert answer.json()["position"] == "11ccccchhhjjjjj:66666888dddddoo:N0N::W:C:0:0:0:0"
