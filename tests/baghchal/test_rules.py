"""Legal moves, refusals, making moves, outcomes, repetition, and the counts that other programs agree on."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointboard.baghchal import rules
from pointboard.baghchal.board import SYMMETRIES, TIGER_START, Board, point
from pointboard.baghchal.notation import obx
from pointboard.baghchal.rules import (
    THREEFOLD_DRAW,
    Outcome,
    Reason,
    Repetition,
    apply,
    apply_all,
    legal,
    outcome,
    perft,
    refusal,
    repetition_draw,
)
from pointboard.baghchal.state import MOVES, Kind, Move, Side, State, action_number
from pointboard.errors import IllegalMoveError, NotationError
from pointboard.testing.baghchal import games, reachable_states, states

GOLDEN = Path(__file__).parents[1] / "golden" / "baghchal"
PERFT = [json.loads(line) for line in (GOLDEN / "perft.jsonl").read_text(encoding="utf-8").splitlines()]
LEAVES = 40_000  # the largest count that is made move by move here; the benchmarks go deeper

START = State.start()
SLIDING = obx.parse("GGGGG/XXGGT/TGGGX/GXGGT/GGGGT t @0 c3 mE3D4 #g26")
FIVE = obx.parse("XXXXT/XXXXX/XXTXX/XGGGX/TGGGT g @9 c5 - #")
FIVE_TIGERS = obx.parse("XXXXT/GXXXX/TXTXX/XXXXX/TXXXX t @14 c5 - #")
TRAPPED = obx.parse("GXGGG/TGGGG/GGGTG/GGTTG/GGGGG t @0 c0 mB2 #g20")
STUCK = obx.parse("XTGGG/TTGGG/TGGGG/GGGGG/GGGGG g @0 c0 - #")


def move(text):
    """A move from its points: "C3", "A1B1", "A1C3(B2)"; nothing is judged."""
    names = text.replace("(", "").replace(")", "")
    points = [point(names[i : i + 2]) for i in range(0, len(names), 2)]
    return Move(None, points[0]) if len(points) == 1 else Move(*points)


def texts(moves):
    return [str(m) for m in moves]


@pytest.mark.parametrize("row", PERFT, ids=lambda row: row["id"])
def test_perft(row):
    state = obx.parse(row["obx"])
    assert perft(state, 0) == 1
    for depth, count in enumerate(row["perft"], 1):
        if count <= LEAVES:
            assert perft(state, depth) == count


@pytest.mark.parametrize("row", PERFT, ids=lambda row: row["id"])
def test_perft_in_bulk_counts_the_same(row):
    state = obx.parse(row["obx"])
    assert perft(state, 0, bulk=True) == 1
    for depth, count in enumerate(row["perft"], 1):
        if count <= LEAVES:
            assert perft(state, depth, bulk=True) == count


@pytest.mark.parametrize(("bulk", "made"), [(False, 21 + 252), (True, 21)])
def test_perft_makes_every_leaf_unless_in_bulk(monkeypatch, bulk, made):
    calls = []
    monkeypatch.setattr(rules, "apply", lambda state, m: calls.append(m) or apply(state, m))
    assert perft(START, 2, bulk=bulk) == 252
    assert len(calls) == made
    calls.clear()
    assert perft(START, 2) == 252
    assert len(calls) == 21 + 252


def test_perft_goes_deep_enough_to_mean_something():
    assert sum(count > 1000 for row in PERFT for count in row["perft"] if count <= LEAVES) >= 12


def test_legal_moves_come_by_action_number():
    assert texts(legal(START))[:4] == ["mB1", "mC1", "mD1", "mA2"]
    assert texts(legal(SLIDING)) == ["mE2E3", "mA3A2", "mA3B2", "mA3B4", "mE4E3"]
    for state in (START, SLIDING, apply(START, move("B2"))):
        numbers = [action_number(m) for m in legal(state)]
        assert numbers == sorted(numbers)


def test_the_middle_tiger_jumps_eight_ways():
    state = obx.parse("XXXXX/XGGGX/XGTGX/XGGGX/TXTXT t @12 c0 - #")
    assert texts(m for m in legal(state) if m.kind is Kind.JUMP) == [
        "mC3A1(B2)", "mC3C1(C2)", "mC3E1(D2)", "mC3A3(B3)", "mC3E3(D3)", "mC5A3(B4)", "mC5E3(D4)",
    ]  # fmt: skip


def test_a_finished_game_has_no_moves():
    assert [legal(state) for state in (FIVE, FIVE_TIGERS, TRAPPED, STUCK)] == [()] * 4


@given(states())
def test_legal_are_exactly_the_moves_that_are_not_refused(state):
    moves = legal(state)
    assert isinstance(moves, tuple)
    assert moves == tuple(m for m in MOVES if refusal(state, m) is None)
    assert (outcome(state) is None) == bool(moves)


@given(states(), st.integers(0, 7))
def test_symmetric_states_have_symmetric_moves(state, symmetry):
    image = state.image(symmetry)
    assert {m.image(SYMMETRIES[symmetry]) for m in legal(state)} == set(legal(image))
    assert outcome(image) == outcome(state)


@given(reachable_states(), st.integers(0, 7), st.integers(0, 200))
def test_a_symmetric_move_gives_the_symmetric_position(state, symmetry, choice):
    moves = legal(state)
    if moves:
        m = moves[choice % len(moves)]
        assert apply(state, m).image(symmetry) == apply(state.image(symmetry), m.image(SYMMETRIES[symmetry]))


@given(games())
def test_play_keeps_the_books(game):
    for before, after in pairwise(game):
        m = after.last_move
        assert after.status() == ()
        assert after.turn is before.turn.other
        assert after.ply == (before.ply or 0) + 1
        assert before.in_hand - after.in_hand == (m.kind is Kind.PLACEMENT)
        assert after.captured - before.captured == (m.kind is Kind.JUMP)


REFUSED = [
    (START, Move(0, 1), "goats may not slide while 20 are in hand"),
    (START, Move(0, 12, 6), "goats may not slide while 20 are in hand"),
    (START, move("A1"), "A1 is not empty"),
    (START, Move(None, 12, 6), "a placement captures nothing"),
    (START, Move(None, 25), "points are numbered 0 to 24"),
    (START, Move(None, -1), "points are numbered 0 to 24"),
    (apply(START, move("C3")), move("C3"), "tigers are to move, and are not placed"),
    (apply(START, move("C3")), move("C3C2"), "no tiger on C3"),
    (apply(START, move("C3")), move("B1C1"), "no tiger on B1"),
    (apply(START, move("C3")), move("A1C1"), "A1 is not joined to C1"),
    (apply(START, move("B2")), move("A1B2"), "B2 is not empty"),
    (apply(START, move("B2")), move("A1E1"), "E1 is not empty"),
    (apply(START, move("B2")), move("A1C1(B1)"), "no goat on B1 to jump over"),
    (apply(START, move("B2")), move("A1C3(B1)"), "the jump from A1 to C3 is over B2"),
    (apply(START, move("B2")), move("A1C2(B2)"), "no jump leads from A1 to C2"),
    (apply(START, move("B2")), Move(0, 25), "points are numbered 0 to 24"),
    (apply(START, move("B2")), Move(25, 0), "points are numbered 0 to 24"),
    (apply(START, move("B2")), Move(-1, 0), "points are numbered 0 to 24"),
    (apply(START, move("B2")), Move(0, -1), "points are numbered 0 to 24"),
    (SLIDING, move("A2B2"), "no tiger on A2"),
    (apply(SLIDING, move("A3A2")), move("B2"), "no goats are in hand"),
    (apply(SLIDING, move("A3A2")), move("B3A3"), None),
    (apply(SLIDING, move("A3A2")), Move(11, 10, 5), "goats do not capture"),
    (apply(SLIDING, move("A3A2")), move("A2B2"), "no goat on A2"),
    (apply(SLIDING, move("A3A2")), move("B3C3"), "C3 is not empty"),
    (apply(SLIDING, move("A3A2")), move("B3B4"), None),
    (apply(SLIDING, move("A3A2")), move("B1A3"), "B1 is not joined to A3"),
    (apply(SLIDING, move("A3A2")), Move(25, 10), "points are numbered 0 to 24"),
    (apply(SLIDING, move("A3A2")), Move(24, 25), "points are numbered 0 to 24"),
    (FIVE, move("A1"), "the game is over: five captures"),
    (FIVE, move("A5B5"), "the game is over: five captures"),
    (FIVE_TIGERS, move("A3A1(A2)"), "the game is over: five captures"),
    (TRAPPED, move("A2B1"), "the game is over: all tigers trapped"),
    (STUCK, move("C1B1"), "the game is over: goats have no legal move"),
]


@pytest.mark.parametrize(("state", "m", "reason"), REFUSED)
def test_refusals_say_why(state, m, reason):
    assert refusal(state, m) == reason
    if reason is None:
        apply(state, m)
    else:
        with pytest.raises(IllegalMoveError) as error:
            apply(state, m)
        assert (error.value.message, error.value.move, error.value.ply) == (reason, str(m), None)


def test_apply_carries_everything_on():
    state = apply_all(START, map(move, ("B2", "A1C3(B2)", "A1")))
    assert state == State(Board(TIGER_START ^ 1 ^ 1 << 12, 1), Side.TIGER, 18, 1, move("A1"), 3)
    slid = apply(apply(SLIDING, move("A3B2")), move("B3A3"))
    assert obx.format(slid) == "GGGGG/XTGGT/GXGGX/GXGGT/GGGGT t @0 c3 mB3A3 #g27"


def test_the_ply_starts_with_the_game_and_stays_unknown_elsewhere():
    assert apply(START, move("C3")).ply == 1
    unknown = obx.parse("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 - #")
    assert apply(unknown, move("A1A2")).ply is None
    late = obx.parse("XTXXT/XXXXX/XXGXX/XXXXX/TXXXT g @19 c0 - #")
    assert apply(late, move("A1")).ply is None
    assert apply(obx.parse("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 - #g1"), move("A1A2")).ply == 2


def test_apply_all_tells_the_ply_of_the_first_illegal_move():
    with pytest.raises(IllegalMoveError) as error:
        apply_all(START, map(move, ("C3", "A1A2", "C3", "A1")))
    assert (error.value.ply, error.value.move, error.value.message) == (3, "mC3", "C3 is not empty")
    assert str(error.value) == "ply 3, mC3: C3 is not empty"
    assert error.value.__suppress_context__
    assert apply_all(START, []) is START
    with pytest.raises(IllegalMoveError) as error:
        apply_all(START, [move("A1")])
    assert error.value.ply == 1


@pytest.mark.parametrize(
    ("text", "winner", "reason"),
    [
        ("XXXXT/XXXXX/XXTXX/XGGGX/TGGGT g @9 c5 - #", Side.TIGER, Reason.FIVE_CAPTURES),
        ("XXXXT/GXXXX/TXTXX/XXXXX/TXXXX t @14 c5 - #", Side.TIGER, Reason.FIVE_CAPTURES),
        ("GXGGG/TGGGG/GGGTG/GGTTG/GGGGG t @0 c0 mB2 #g20", Side.GOAT, Reason.TIGERS_TRAPPED),
        ("TTGXX/TTGXX/GGGXX/GGXXX/XXXXX t @13 c0 - #", None, None),
        ("XTGGG/TTGGG/TGGGG/GGGGG/GGGGG g @0 c0 - #", Side.TIGER, Reason.GOATS_STUCK),
        ("TTGXX/TTGXX/GGGXX/XXXXX/XXXXX g @15 c0 - #", None, None),
        ("GXGGG/TGGGG/GGGTG/GGTTG/GGGGG g @0 c0 - #", None, None),
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @16 c4 - #", None, None),
    ],
)
def test_outcomes(text, winner, reason):
    expected = None if reason is None else Outcome(winner, reason)
    assert outcome(obx.parse(text)) == expected


def test_a_jump_alone_keeps_the_tigers_alive():
    alive = obx.parse("TGXGG/GGGGG/GGGGG/TGGGT/GGGTG t @0 c0 - #")
    assert texts(legal(alive)) == ["mA1C1(B1)"]
    assert outcome(alive) is None


def test_a_full_board_leaves_goats_in_hand_stuck():
    full = State(Board(0b1111, 0x1FFFFF0), Side.GOAT, 1, 0)
    assert outcome(full) == Outcome(Side.TIGER, Reason.GOATS_STUCK)
    assert legal(full) == ()
    assert refusal(full, Move(None, 0)) == "the game is over: goats have no legal move"


def test_reasons_and_policies_are_words():
    assert [reason.value for reason in Reason] == [
        "five captures", "all tigers trapped", "goats have no legal move", "threefold repetition",
    ]  # fmt: skip
    assert [policy.value for policy in Repetition] == ["threefold", "none", "superko"]
    assert Outcome(None, Reason.THREEFOLD) == THREEFOLD_DRAW


def dance(times):
    """A game without goats in hand in which a tiger goes to and fro while a goat does too."""
    state = obx.parse("GGGGG/XXGGT/TGGGX/GXGGT/GGGGT t @0 c3 - #")
    played = [state]
    for text in ("A3A2", "C3B2", "A2A3", "B2C3") * times:
        played.append(apply(played[-1], move(text)))
    return played


def test_the_third_occurrence_draws():
    played = dance(2)
    assert [repetition_draw(played[: n + 1]) for n in range(len(played))] == [False] * 8 + [True]
    assert repetition_draw(dance(3))
    assert repetition_draw([]) is False


def test_repetition_counts_only_without_goats_in_hand():
    state = obx.parse("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 - #")
    assert not repetition_draw([state] * 3)
    late = dance(0)[0]
    assert repetition_draw([late] * 3)
    assert not repetition_draw([late] * 2)
    assert repetition_draw(iter([state, late, late, late]))


def test_repetition_tells_the_side_to_move_and_looks_at_the_last_position():
    tigers, goats = (obx.parse(f"GGGGG/XXGGT/TGGGX/GXGGT/GGGGT {side} @0 c3 - #") for side in "tg")
    assert not repetition_draw([tigers, goats, tigers, goats])
    assert repetition_draw([tigers, goats, tigers, goats, tigers])
    assert not repetition_draw([tigers, tigers, tigers, goats])


def test_the_lists_of_the_rules_are_the_moves_themselves():
    for m in legal(START) + legal(SLIDING):
        assert m is MOVES[action_number(m)]
    assert set(rules.__all__) >= {"apply", "legal", "outcome", "perft", "refusal"}


def test_a_text_is_no_move():
    message = r"expected a State and a Move, found State and str; parse_move\(\) reads a text"
    for judge in (refusal, apply):
        with pytest.raises(TypeError, match=message):
            judge(START, "mC3")


def test_an_outcome_takes_texts_that_spell_its_members():
    spelled = Outcome("t", "five captures")
    assert spelled == Outcome(Side.TIGER, Reason.FIVE_CAPTURES)
    assert (type(spelled.winner), type(spelled.reason)) == (Side, Reason)
    for winner, reason, field, message in (
        ("x", "five captures", "winner", "expected g or t, found 'x'"),
        (None, "tired", "reason", None),
    ):
        with pytest.raises(NotationError) as error:
            Outcome(winner, reason)
        assert error.value.field == field
        assert message is None or error.value.message == message


@pytest.mark.parametrize(("ply", "after"), [(2 * 999_999 - 1, 2 * 999_999), (2 * 999_999, None)])
def test_the_ply_becomes_unknown_after_the_last_number(ply, after):
    side = Side.TIGER if ply % 2 else Side.GOAT
    state = State(SLIDING.board, side, 0, 3, None, ply)
    assert state.status() == ()
    assert apply(state, legal(state)[0]).ply == after


@pytest.mark.parametrize(
    ("depth", "error", "message"),
    [
        (-1, ValueError, "depth must be at least 0, is -1"),
        (1.0, TypeError, "depth must be a whole number, is 1.0"),
        (True, TypeError, "depth must be a whole number, is True"),
    ],
)
def test_a_depth_is_a_whole_number(depth, error, message):
    with pytest.raises(error) as caught:
        perft(START, depth)
    assert str(caught.value) == message
