import copy
import pickle
from dataclasses import FrozenInstanceError, replace

import pytest

from pointboard.baghchal import rules
from pointboard.baghchal.notation import obx
from pointboard.baghchal.record import (
    Clock,
    Headers,
    Mark,
    Ply,
    ReadResult,
    Record,
    RecordMoveError,
    Replay,
    Result,
    Turn,
)
from pointboard.baghchal.record.record import START, contradiction, turn_of
from pointboard.baghchal.rules import Outcome, Reason, Repetition
from pointboard.baghchal.state import Move, Side
from pointboard.errors import IllegalMoveError, NotationError, PositionError

# No goat is in hand; a goat and a tiger can go to and fro.
LOOSE = obx.parse("TXXXT/GGGXX/GGGGG/GGGGG/TGGGT g @0 c4 - #")
CYCLE = tuple(map(obx.parse_move, ("mC2D2", "mA1B1", "mD2C2", "mB1A1")))
ALMOST = obx.parse("TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t @15 c4 - #")
CENTRE = Move(None, 12)


def shuffled(times, repetition=Repetition.THREEFOLD):
    return Record(Headers(repetition=repetition), (), LOOSE).extend(CYCLE * times)


def test_a_new_record_is_the_start_of_a_game():
    record = Record()
    assert record == Record(Headers(), (), START, "")
    assert record.positions() == (START,)
    assert (record.state, record.moves, record.result, record.outcome()) == (START, (), None, None)
    assert record.legal() == rules.legal(START)


def test_play_adds_a_ply_and_leaves_the_old_record_alone():
    first = Record(comment="before")
    second = first.play(CENTRE, comment="bold", clock=Clock(5), mark=Mark.GOOD)
    assert first.plies == ()
    assert second.plies == (Ply(CENTRE, "bold", Clock(5), Mark.GOOD),)
    assert second.comment == "before"
    assert second.positions() == (START, rules.apply(START, CENTRE))
    assert second == Record(Headers(), second.plies, START, "before")
    assert hash(second) == hash(Record(Headers(), second.plies, START, "before"))


def test_play_and_extend_go_on_from_a_declared_result():
    declared = Record(Headers(goats="Sita", result=Result.TIGERS))
    assert declared.play(CENTRE).headers == Headers(goats="Sita")
    assert declared.extend([Ply(CENTRE, "why"), Move(0, 1)]).plies == (Ply(CENTRE, "why"), Ply(Move(0, 1)))


def test_records_are_values():
    record = Record().play(CENTRE)
    with pytest.raises(FrozenInstanceError):
        record.comment = "no"
    assert pickle.loads(pickle.dumps(record)) == record  # noqa: S301
    assert pickle.loads(pickle.dumps(record)).positions() == record.positions()  # noqa: S301
    assert copy.deepcopy(record).state == record.state
    assert replace(record, comment="x").state == record.state


def test_an_illegal_ply_is_named_by_ply_side_and_number():
    with pytest.raises(RecordMoveError) as caught:
        Record().extend([CENTRE, Move(0, 1), CENTRE])
    error = caught.value
    assert str(error) == "ply 3 (goats' move 2), mC3: C3 is not empty"
    assert (error.message, error.move, error.ply, error.side, error.number) == ("C3 is not empty", "mC3", 3, "g", 2)
    assert (error.line, error.column) == (None, None)
    assert isinstance(error, IllegalMoveError)
    with pytest.raises(RecordMoveError, match=r"^ply 2 \(tigers' move 1\), mA1C3: A1 is not joined to C3$"):
        Record(Headers(), (Ply(Move(None, 0 + 6)), Ply(Move(0, 12))))
    with pytest.raises(RecordMoveError, match=r"^ply 2 \(tigers' move 1\), mC3: tigers are to move"):
        Record().play(CENTRE).play(CENTRE)


def test_an_impossible_start_is_refused():
    with pytest.raises(PositionError):
        Record(start=replace(START, in_hand=19))


def test_turns_go_on_from_the_start_position():
    assert turn_of(START, 1) == Turn(1, Side.GOAT, 1)
    assert turn_of(START, 2) == Turn(2, Side.TIGER, 1)
    assert turn_of(replace(ALMOST, ply=9), 1) == Turn(1, Side.TIGER, 5)
    assert turn_of(replace(ALMOST, ply=9), 2) == Turn(2, Side.GOAT, 6)
    assert turn_of(ALMOST, 1) == Turn(1, Side.TIGER, 1)
    assert turn_of(ALMOST, 2) == Turn(2, Side.GOAT, 2)
    assert Record(start=LOOSE).turn(3) == Turn(3, Side.GOAT, 2)
    assert str(Turn(3, Side.TIGER, 2)) == "ply 3 (tigers' move 2)"


def test_the_game_ends_on_the_board():
    record = Record(start=ALMOST).play(obx.parse_move("mA1C1(B1)"))
    assert record.outcome() == Outcome(Side.TIGER, Reason.FIVE_CAPTURES)
    assert record.result is Result.TIGERS
    assert record.legal() == ()
    assert record.refusal(CENTRE) == "the game is over: five captures"


def test_a_declared_result_says_more_than_the_board_but_nothing_else():
    resigned = Record(Headers(result=Result.GOATS), (Ply(CENTRE),))
    assert resigned.result is Result.GOATS
    assert resigned.outcome() is None
    assert resigned.legal() == rules.legal(resigned.state)
    won = Record(start=ALMOST).play(obx.parse_move("mA1C1(B1)"))
    assert replace(won, headers=Headers(result=Result.TIGERS)).result is Result.TIGERS
    with pytest.raises(NotationError) as caught:
        replace(won, headers=Headers(result=Result.GOATS))
    assert str(caught.value) == "result, column 1: 1-0 is declared, but the board says 0-1: five captures"
    assert (caught.value.field, caught.value.text) == ("result", "1-0")
    assert contradiction(Headers(result=Result.DRAW), None) is None


def test_threefold_draws_at_the_third_occurrence():
    assert shuffled(1).outcome() is None
    drawn = shuffled(2)
    assert drawn.state.position_key() == LOOSE.position_key()
    assert drawn.outcome() == Outcome(None, Reason.THREEFOLD)
    assert drawn.result is Result.DRAW
    assert drawn.legal() == ()
    assert drawn.refusal(CYCLE[0]) == "the game is over: threefold repetition"
    with pytest.raises(RecordMoveError) as caught:
        drawn.play(CYCLE[0])
    assert str(caught.value) == "ply 9 (goats' move 5), mC2D2: the game is over: threefold repetition"
    assert drawn.head(7).outcome() is None
    with pytest.raises(RecordMoveError, match=r"^ply 9 \(goats' move 5\), mC2D2: the game is over"):
        shuffled(3)


def test_the_side_to_move_tells_positions_apart():
    # A tiger goes round a triangle while a goat goes to and fro: the same board, the other side to move.
    round_about = map(obx.parse_move, ("mE1D1", "mC2C1", "mD1D2", "mC1C2", "mD2E1"))
    record = Record(start=replace(LOOSE, turn=Side.TIGER)).extend([*round_about, *CYCLE])
    boards = [state.board for state in record.positions()]
    assert boards.count(LOOSE.board) == 3
    assert record.outcome() is None
    assert record.extend(CYCLE).outcome() == rules.THREEFOLD_DRAW


def test_repetition_counts_only_without_goats_in_hand():
    placing = obx.parse("TXXXT/GGGXX/GGGGG/GGGGX/TGGGT g @1 c4 - #")
    replay = Replay.resume([placing] * 5, Repetition.THREEFOLD)
    assert replay.outcome() is None
    placed = obx.parse("TXXXT/GGGXX/GGGGG/GGGGG/TGGGT t @0 c4 mE4 #")
    assert Replay.resume([placing, placed, placed], Repetition.THREEFOLD).outcome() is None
    assert Replay.resume([placing, placed, placed, placed], Repetition.THREEFOLD).outcome() == rules.THREEFOLD_DRAW


def test_counting_goes_back_to_the_last_capture():
    before = replace(LOOSE, captured=3)
    assert Replay.resume([before, LOOSE, LOOSE], Repetition.THREEFOLD).outcome() is None
    assert Replay.resume([before, LOOSE, LOOSE, LOOSE], Repetition.THREEFOLD).outcome() == rules.THREEFOLD_DRAW


def test_without_a_policy_nothing_happens():
    record = shuffled(5, Repetition.NONE)
    assert record.outcome() is None
    assert record.legal() == rules.legal(LOOSE)
    assert record.refusal(CYCLE[0]) is None


def test_superko_refuses_what_brings_back_a_position():
    record = Record(Headers(repetition=Repetition.SUPERKO), (), LOOSE).extend(CYCLE[:3])
    back = CYCLE[3]
    assert record.refusal(back) == "the move brings back the position at the start (superko)"
    assert record.refusal(Move(1, 2)) is None
    assert record.refusal(Move(1, 24)) == "E5 is not empty"
    assert set(rules.legal(record.state)) - set(record.legal()) == {back}
    assert record.outcome() is None
    with pytest.raises(
        RecordMoveError, match=r"^ply 4 \(tigers' move 2\), mB1A1: the move brings back the position at"
    ):
        record.play(back)
    later = record.extend([Move(1, 2), obx.parse_move("mC2D2")])
    assert later.refusal(Move(2, 1)) == "the move brings back the position after ply 2 (superko)"


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("TXXXT/GGGXX/GGGGG/GGGGG/TGGGT g @0 c4 - #", Outcome(Side.TIGER, Reason.GOATS_STUCK)),
        ("TXXXT/GGGXX/GGGGG/GGGGG/TGGGT t @0 c4 - #", Outcome(Side.GOAT, Reason.TIGERS_TRAPPED)),
    ],
)
def test_a_side_that_superko_leaves_no_move_loses(text, ended):
    state = obx.parse(text)
    history = [*(rules.apply(state, move) for move in rules.legal(state)), state]
    replay = Replay.resume(history, Repetition.SUPERKO)
    assert replay.legal() == ()
    assert replay.outcome() == ended
    assert Replay.resume(history[1:], Repetition.SUPERKO).outcome() is None


def test_superko_leaves_placements_alone():
    record = Record(Headers(repetition=Repetition.SUPERKO)).play(CENTRE)
    assert record.legal() == rules.legal(record.state)


def test_undo_takes_back_a_move_and_its_count():
    replay = Replay.resume(list(shuffled(1).positions()), Repetition.THREEFOLD)
    states = list(replay.states)
    replay.play(CYCLE[0])
    replay.undo()
    assert replay.states == states
    for move in CYCLE:
        replay.play(move)
    assert replay.outcome() == rules.THREEFOLD_DRAW
    replay.undo()
    assert replay.outcome() is None
    replay.play(CYCLE[3])
    assert replay.outcome() == rules.THREEFOLD_DRAW
    fresh = Replay(LOOSE, Repetition.SUPERKO)
    fresh.play(CYCLE[0])
    fresh.undo()
    assert fresh.refusal(CYCLE[0]) is None
    placing = Replay(START)
    placing.play(CENTRE)
    placing.undo()
    assert placing.state == START


def test_head_is_the_first_plies():
    record = Record(Headers(goats="Sita", result=Result.GOATS), (Ply(CENTRE), Ply(Move(0, 1))), comment="c")
    assert record.head(2) is record
    assert record.head(3) is record
    assert record.head(1) == Record(Headers(goats="Sita"), (Ply(CENTRE),), comment="c")
    assert record.head(0).plies == record.head(-1).plies == ()


def test_a_long_game_is_read_in_one_go():
    record = shuffled(5000, Repetition.NONE)
    assert len(record.plies) == 20_000
    assert record.head(19_999).outcome() is None
    assert len(record.positions()) == 20_001


def test_clocks():
    assert Clock.parse("0:00:00") == Clock(0)
    assert Clock.parse("1:02:03") == Clock(3_723_000)
    assert Clock.parse("1:02:03.5") == Clock(3_723_500)
    assert Clock.parse("9999:59:59.999") == Clock(35_999_999_999)
    assert str(Clock(3_723_005)) == "1:02:03.005"
    assert str(Clock(35_999_999_999)) == "9999:59:59.999"
    assert Clock(1) < Clock(2)
    assert Clock(1500).seconds == 1.5
    for milliseconds in (-1, 36_000_000_000):
        with pytest.raises(NotationError) as caught:
            Clock(milliseconds)
        message = f"clock, column 1: expected 0 to 35999999999 milliseconds, found {milliseconds}"
        assert str(caught.value) == message
        assert caught.value.text == str(milliseconds)
    for text in (
        "",
        "5:00",
        "0:60:00",
        "0:00:60",
        "0:5:00",
        "00000:00:00",
        "0:00:00.",
        "0:00:00.0000",
        "\u0660:00:00",
        "-0:00:01",
    ):
        with pytest.raises(NotationError) as caught:
            Clock.parse(text)
        assert str(caught.value) == f"clock, column 1: expected a clock like 0:05:00 or 0:05:00.250, found {text!r}"
        assert (caught.value.field, caught.value.text) == ("clock", text)


def test_a_read_result_raises_what_stopped_it():
    assert ReadResult(Record(), None).checked() == Record()
    fault = IllegalMoveError("no")
    with pytest.raises(IllegalMoveError) as caught:
        ReadResult(Record(), fault).checked()
    assert caught.value is fault
