"""Our own bugs, each with its smallest input."""

import os
import re
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given

import pointboard
from pointboard import baghchal
from pointboard.baghchal.board import TIGER_START, Board, point_name
from pointboard.baghchal.engine.bulk import bulk_perft
from pointboard.baghchal.engine.choose import choose
from pointboard.baghchal.engine.levels import LEVELS
from pointboard.baghchal.engine.search import playable, search
from pointboard.baghchal.game import GAME
from pointboard.baghchal.notation import obx
from pointboard.baghchal.notation.convert import convert
from pointboard.baghchal.notation.obx import Fields
from pointboard.baghchal.record import json, log, pgn
from pointboard.baghchal.record.faults import Turn
from pointboard.baghchal.record.formats import FORMATS, begin, conclude
from pointboard.baghchal.record.headers import Headers, Result, Rules
from pointboard.baghchal.record.record import Clock, Mark, Ply, Record
from pointboard.baghchal.record.replay import Replay
from pointboard.baghchal.render.svg import render as render_svg
from pointboard.baghchal.rules import Outcome, Reason, Repetition, apply, legal, perft
from pointboard.baghchal.state import MAX_MOVE_NUMBER, MOVES, Flag, Move, Side, State
from pointboard.errors import NotationError, PositionError
from pointboard.testing.baghchal import states


def test_a_recursive_kernel_survives_the_cache(tmp_path):
    """Read from the cache, the counting kernel called a version of itself that was not there, and the program died."""
    code = (
        "from pointboard.baghchal.engine.bulk import bulk_perft; from pointboard.baghchal.state import State\n"
        "print(bulk_perft(State.start(), 3))"
    )
    environment = {**os.environ, "POINTBOARD_CACHE": str(tmp_path)}
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "5052\n", "")


FACES = (Board(TIGER_START, 0), Side.GOAT, 20, 0, None, None)
SLIDING = obx.parse("GGGGG/GGXXT/GGGXT/GXGGT/GGGGT t @0 c3 - #")


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        (0, "x", ("board", "must be a Board of two whole numbers, is 'x'")),
        (0, Board(1.0, 0), ("board", "must be a Board of two whole numbers, is Board(tigers=1.0, goats=0)")),
        (0, Board(0, None), ("board", "must be a Board of two whole numbers, is Board(tigers=0, goats=None)")),
        (1, "g", ("turn", "must be a Side, is 'g'")),
        (1, "t", ("turn", "must be a Side, is 't'")),
        (1, "x", ("turn", "must be a Side, is 'x'")),
        (1, None, ("turn", "must be a Side, is None")),
        (2, 20.0, ("in_hand", "must be a whole number, is 20.0")),
        (2, None, ("in_hand", "must be a whole number, is None")),
        (3, False, ("captured", "must be a whole number, is False")),
        (4, "mC3", ("last_move", "must be a Move or None, is 'mC3'")),
        (5, "3", ("number", "must be a whole number or None, is '3'")),
    ],
)
def test_a_state_of_wrong_types_has_a_problem(field, value, problem):
    """A state whose turn was the text "t" passed as good, equalled the tigers' and had the goats' moves."""
    state = State(*(value if i == field else good for i, good in enumerate(FACES)))
    (found,) = state.status()
    assert found.flag is Flag.TYPE
    assert (found.field, found.message) == problem
    with pytest.raises(PositionError):
        state.check()
    for ask in (lambda: search(state, depth=1), lambda: choose(state, depth=1), lambda: Record(start=state)):
        with pytest.raises(PositionError):
            ask()


def test_every_wrong_type_is_listed_at_once():
    problems = State(None, None, None, None, 0, 0.5).status()
    assert [p.field for p in problems] == ["board", "turn", "in_hand", "captured", "last_move", "number"]


def test_numbers_of_any_length_are_judged():
    """A number of more than 4300 digits has no text in Python, and ended the judgement."""
    state = State(FACES[0], Side.TIGER, 10**5000, -(10**5000), Move(10**5000, 1), 10**5000)
    assert [p.flag.value for p in state.status()] == [
        "IN_HAND_RANGE",
        "CAPTURED_RANGE",
        "GOAT_TOTAL",
        "LAST_MOVE_MISMATCH",
        "MOVE_NUMBER_RANGE",
    ]


@pytest.mark.parametrize("policy", Repetition)
def test_a_policy_by_its_text(policy):
    """A policy given as a text switched the rule off without a word."""
    text = policy.value
    assert type(Headers(repetition=text).repetition) is Repetition
    assert Replay(SLIDING, text).repetition is policy
    assert Replay.resume([SLIDING], text).repetition is policy
    assert type(pgn.read("1. G33", repetition=text).record.headers.repetition) is Repetition
    assert pgn.read("1. G33", repetition=text).record.headers.repetition is policy
    assert search(SLIDING, depth=2, repetition=text) == search(SLIDING, depth=2, repetition=policy)


def test_superko_by_its_text():
    after = apply(SLIDING, obx.parse_move("mE2D2"))
    history = [after, SLIDING]
    for policy in ("superko", Repetition.SUPERKO):
        assert obx.parse_move("mE2D2") not in playable(SLIDING, history, policy)
        assert obx.parse_move("mE2D2") not in Replay.resume(history, policy).legal()
        lines = choose(SLIDING, depth=1, lines=99, history=history, repetition=policy).lines
        assert obx.parse_move("mE2D2") not in [line.move for line in lines]
    assert obx.parse_move("mE2D2") in playable(SLIDING, history, "none")


NO_POLICY = "repetition, column 1: expected threefold or none or superko, found 'bogus'"


@pytest.mark.parametrize(
    "ask",
    [
        lambda: Headers(repetition="bogus"),
        lambda: Replay(SLIDING, "bogus"),
        lambda: Replay.resume([SLIDING], "bogus"),
        lambda: playable(SLIDING, (), "bogus"),
        lambda: search(SLIDING, depth=1, repetition="bogus"),
        lambda: choose(SLIDING, depth=1, repetition="bogus"),
        lambda: GAME.choose(SLIDING, depth=1, repetition="bogus"),
        lambda: pgn.read("", repetition="bogus"),
        lambda: list(pgn.read_all("", repetition="bogus")),
        lambda: log.read("", repetition="bogus"),
        lambda: FORMATS["json"].read_all("{}", repetition="bogus"),
        lambda: FORMATS["log"].read_all("", repetition="bogus"),
        lambda: list(FORMATS["pgn"].read_all("", repetition="bogus")),
        lambda: begin(repetition="bogus"),
    ],
)
def test_a_policy_that_there_is_not(ask):
    with pytest.raises(NotationError) as error:
        ask()
    assert str(error.value) == NO_POLICY


def test_texts_become_the_members_that_they_spell():
    headers = Headers(result="1-0", rules="standard", repetition="none", extra=[["Annotator", "Sita"]])
    assert (headers.result, headers.rules, headers.repetition) == (Result.GOATS, Rules.STANDARD, Repetition.NONE)
    assert {type(headers.result), type(headers.rules), type(headers.repetition)} == {Result, Rules, Repetition}
    assert headers.extra == (("Annotator", "Sita"),)
    assert type(Ply(MOVES[12], mark="!").mark) is Mark
    ended = Outcome("g", "all tigers trapped")
    assert (type(ended.winner), type(ended.reason), Result.of(ended)) == (Side, Reason, Result.GOATS)
    assert Turn(1, "g", 1).mover == "goats"
    assert Fields("", SLIDING.board, Side.GOAT, 0, 3, None, ("t", 30)).to_state().ply == 60
    assert conclude(Record(), "t", "resignation").result is Result.TIGERS


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: Headers(result="2-0"), "result, column 1: expected 1-0 or 0-1 or 1/2-1/2, found '2-0'"),
        (lambda: Headers(rules="x"), "rules, column 1: expected standard, found 'x'"),
        (lambda: Headers(event=3), "event, column 1: expected a text or None, found 3"),
        (lambda: Headers(extra="x"), "extra, column 1: expected pairs of two texts, a name and a value, found 'x'"),
        (
            lambda: Headers(extra=[("A", 1)]),
            "extra, column 1: expected pairs of two texts, a name and a value, found ('A', 1)",
        ),
        (lambda: Outcome("x", "five captures"), "winner, column 1: expected g or t, found 'x'"),
        (lambda: Outcome(None, "x"), f"reason, column 1: expected {' or '.join(Reason)}, found 'x'"),
        (lambda: Turn(1, "x", 1), "side, column 1: expected g or t, found 'x'"),
        (
            lambda: Fields("", SLIDING.board, Side.GOAT, 0, 3, None, ("x", 30)).status(),
            "number, column 1: expected g or t, found 'x'",
        ),
        (lambda: conclude(Record(), "x", ""), "winner, column 1: expected g or t, found 'x'"),
        (lambda: begin(players={"x": "Sita"}), "players, column 1: expected g or t, found 'x'"),
        (lambda: Clock(1.5), "clock, column 1: expected 0 to 35999999999 milliseconds, found 1.5"),
        (lambda: Clock(milliseconds=True), "clock, column 1: expected 0 to 35999999999 milliseconds, found True"),
        (lambda: Clock.parse(5), "clock, column 1: expected a clock like 0:05:00 or 0:05:00.250, found 5"),
        (lambda: Ply("mC3"), "move, column 1: expected a Move, found 'mC3'"),
        (lambda: Ply(MOVES[0], None), "comment, column 1: expected a text, found None"),
        (lambda: Ply(MOVES[0], clock=5), "clock, column 1: expected a Clock or None, found 5"),
        (lambda: Ply(MOVES[0], mark="bogus"), "mark, column 1: expected ! or ? or !! or ?? or !? or ?!, found 'bogus'"),
        (lambda: Record(headers={}), "headers, column 1: expected Headers, found {}"),
        (lambda: Record(comment=1), "comment, column 1: expected a text, found 1"),
        (lambda: Record(plies="mC3"), "plies, column 1: expected plies or moves, found 'mC3'"),
        (lambda: Record(plies=3), "plies, column 1: expected plies or moves, found 3"),
        (lambda: Record().extend(["mC3"]), "move, column 1: expected a Move, found 'mC3'"),
        (lambda: Move(None, 12.0), "move, column 1: expected a point's number, found 12.0"),
        (lambda: Move(source=True, target=2), "move, column 1: expected a point's number or None, found True"),
        (lambda: Move(0, 12, "B2"), "move, column 1: expected a point's number or None, found 'B2'"),
    ],
)
def test_values_of_another_kind_are_refused(ask, message):
    with pytest.raises(NotationError) as error:
        ask()
    assert str(error.value) == message


def test_a_record_of_a_list_is_a_value():
    """A list of plies was kept as it was, so that the record had no hash and equalled no other."""
    record = Record(plies=[Ply(MOVES[12]), MOVES[25]])
    assert record == Record().play(MOVES[12]).play(MOVES[25])
    assert hash(record) == hash(Record().play(MOVES[12]).play(MOVES[25]))


def test_a_record_begins_with_a_state():
    with pytest.raises(TypeError, match="expected a State, found str"):
        Record(start="TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #")


def test_no_number_beyond_the_largest():
    """After the tigers' move 999,999 the rules gave a position that their own parser refuses."""
    last = replace(SLIDING, turn=Side.GOAT, ply=2 * MAX_MOVE_NUMBER)
    before = replace(SLIDING, ply=2 * MAX_MOVE_NUMBER - 1)
    assert last.check().move_number == MAX_MOVE_NUMBER
    after = apply(before, legal(before)[0])
    assert (after.ply, after.status()) == (2 * MAX_MOVE_NUMBER, ())
    after = apply(last, legal(last)[0])
    assert (after.ply, after.status()) == (None, ())
    assert obx.parse(obx.format(after)) == after
    record = Record(start=before).play(legal(before)[0])
    record = record.play(record.legal()[0])
    assert (record.state.ply, record.turn(2).number) == (None, MAX_MOVE_NUMBER + 1)
    assert pgn.parse(pgn.format(record)).moves == record.moves
    assert log.parse(log.format(record)) == record
    assert json.parse(json.format(record)) == record


@given(states())
def test_a_legal_move_gives_a_position_that_can_be(state):
    for move in legal(state):
        after = apply(state, move)
        assert after.status() == ()
        assert obx.parse(obx.format(after)) == after


@pytest.mark.parametrize("count", [perft, bulk_perft])
def test_a_depth_is_a_number_from_0(count):
    assert count(State.start(), 0) == 1
    with pytest.raises(ValueError, match=r"^depth must be at least 0, is -1$"):
        count(State.start(), -1)
    for depth in (1.5, "2", None, True):
        with pytest.raises(TypeError, match=f"^depth must be a whole number, is {re.escape(repr(depth))}$"):
            count(State.start(), depth)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"seed": None}, "seed must be a whole number, is None"),
        ({"lines": 1.5}, "lines must be a whole number, is 1.5"),
        ({"depth": 1.5}, "depth must be a whole number, is 1.5"),
        ({"nodes": "50"}, "nodes must be a whole number, is '50'"),
        ({"seconds": "1"}, "seconds must be a number, is '1'"),
        ({"seconds": True}, "seconds must be a number, is True"),
        ({"history": ["x"]}, "expected a State, found str"),
    ],
)
@pytest.mark.parametrize("ask", [search, choose])
def test_the_engine_refuses_arguments_of_another_kind(ask, limits, message):
    with pytest.raises(TypeError) as error:
        ask(State.start(), **{"depth": 1, **limits})
    assert str(error.value) == message


def test_the_engine_looks_at_the_whole_game():
    with pytest.raises(PositionError):
        search(State.start(), depth=1, history=[State(*FACES[:2], 19, 0)])
    for ask in (search, choose):
        with pytest.raises(TypeError, match="expected a State, found str"):
            ask("x", depth=1)
    with pytest.raises(TypeError, match=r"expected a level from 1 to 8, found 2\.0"):
        choose(State.start(), level=2.0)


@pytest.mark.parametrize("nodes", [50, 51, 150, 1023, 3000])
def test_a_limit_of_positions_is_exact(nodes):
    """A search of 50 positions said that it had visited 51."""
    assert search(State.start(), nodes=nodes).nodes == nodes


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_positions_of_both_searches_of_a_mistake_count(number):
    state = State.start()
    erring = [seed for seed in range(40) if LEVELS[number].errs(state, seed)]
    for seed in erring[:5]:
        assert choose(state, level=number, seed=seed).nodes == LEVELS[number].nodes


def test_a_message_does_not_repeat_a_long_text():
    long = "x" * 10_000_000
    for ask in (
        lambda: baghchal.point(long),
        lambda: convert(long, "obx", source=long),
        lambda: convert(State.start(), long),
        lambda: Headers(extra=((long + "-", ""),)),
        lambda: Clock.parse(long),
        lambda: render_svg(State.start(), theme=long),
        lambda: pointboard.get(long),
    ):
        with pytest.raises(ValueError, match=r"x{40}") as error:
            ask()
        assert len(str(error.value)) < 300


def test_a_point_is_a_text_and_its_number_a_number():
    for wrong in (None, [], 3):
        with pytest.raises(ValueError, match="expected a point from A1 to E5, found"):
            baghchal.point(wrong)
    for wrong in (None, 1.0, "3", True):
        with pytest.raises(ValueError, match="expected a point number from 0 to 24, found"):
            point_name(wrong)
