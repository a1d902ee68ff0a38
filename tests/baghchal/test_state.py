"""State, Move and Side as values; every problem that ``State.status`` can name, alone and together."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointboard.baghchal.board import ALL_POINTS, SYMMETRIES, TIGER_START, Board, point
from pointboard.baghchal.state import MOVES, Flag, Kind, Move, Side, State, action_number
from pointboard.errors import NotationError, PositionError
from pointboard.testing.baghchal import moves, reachable_states, states

CORNERS = Board(TIGER_START, 0)


def bits(*names):
    return sum(1 << point(name) for name in names)


def state(goats=(), turn="g", in_hand=None, captured=0, *, last=None, ply=None, tigers=("A1", "E1", "A5", "E5")):
    hand = 20 - len(goats) - captured if in_hand is None else in_hand
    return State(Board(bits(*tigers), bits(*goats)), Side(turn), hand, captured, last, ply)


def move(text):
    """A move by its points: "C3", "A1B1", "A1C3(B2)"."""
    names = text.replace("(", "").replace(")", "")
    points = [point(names[i : i + 2]) for i in range(0, len(names), 2)]
    return Move(None, points[0]) if len(points) == 1 else Move(*points)


def problems(position):
    return [(p.flag, p.field, p.message) for p in position.status()]


def last_move_faults(position):
    """What is said of the last move, without the move's text; no other problem may be there."""
    ((flag, field, message),) = problems(position)
    assert (flag, field) == (Flag.LAST_MOVE_MISMATCH, "last_move")
    prefix = f"{position.last_move}: "
    assert message.startswith(prefix)
    return message.removeprefix(prefix)


ROW_OF_GOATS = ("A2", "B2", "C2", "D2", "E2", "A3", "B3", "D3", "E3", "A4", "B4", "C4", "D4", "E4", "B5", "C5", "D5")


def late(turn="t", last=None, ply=None, captured=3):
    """All goats placed: 17 on the board (C3 and the top row's middle are empty), three captured."""
    return state(ROW_OF_GOATS[: 20 - captured], turn, 0, captured, last=last, ply=ply)


def test_sides_moves_and_kinds():
    assert (Side.GOAT.other, Side.TIGER.other) == (Side.TIGER, Side.GOAT)
    assert [side.value for side in Side] == ["g", "t"]
    assert [move(text).kind for text in ("C3", "A1B1", "A1C3(B2)")] == [Kind.PLACEMENT, Kind.STEP, Kind.JUMP]
    assert [str(move(text)) for text in ("C3", "A1B1", "A1C3(B2)")] == ["mC3", "mA1B1", "mA1C3(B2)"]


def test_the_217_moves_by_number():
    assert len(MOVES) == len(set(MOVES)) == 217
    assert [action_number(m) for m in MOVES] == list(range(217))
    kinds = [m.kind for m in MOVES]
    assert kinds == [Kind.PLACEMENT] * 25 + [Kind.STEP] * 112 + [Kind.JUMP] * 80
    for first, last in ((25, 137), (137, 217)):
        keys = [(m.source, m.target) for m in MOVES[first:last]]
        assert keys == sorted(keys)
    assert [str(MOVES[i]) for i in (0, 24, 25, 136, 137, 216)] == [
        "mA1", "mE5", "mA1B1", "mE5D5", "mA1C1(B1)", "mE5C5(D5)",
    ]  # fmt: skip


@pytest.mark.parametrize("other", [Move(0, 2), Move(0, 12, 1), Move(None, 3, 4), Move(1, 7)])
def test_action_number_refuses_other_moves(other):
    with pytest.raises(ValueError, match=r"is no move of the board$") as error:
        action_number(other)
    assert str(error.value) == f"{other} is no move of the board"
    assert error.value.__suppress_context__


@given(moves(), st.integers(0, 7))
def test_a_moves_image_is_a_move(m, symmetry):
    image = m.image(SYMMETRIES[symmetry])
    assert image in MOVES
    assert image.kind is m.kind
    assert image.target == SYMMETRIES[symmetry][m.target]
    inverse = next(s for s in SYMMETRIES if all(s[to] == i for i, to in enumerate(SYMMETRIES[symmetry])))
    assert image.image(inverse) == m


def test_the_start_position():
    start = State.start()
    assert start == state()
    assert (start.placed, start.last_mover, start.move_number, start.status()) == (0, Side.TIGER, None, ())
    assert start.check() is start


@pytest.mark.parametrize(("ply", "number"), [(None, None), (1, 1), (2, 1), (3, 2), (39, 20), (40, 20)])
def test_the_number_counts_the_moves_of_a_side(ply, number):
    assert state(ply=ply).move_number == number


def test_what_is_derived():
    position = state(("B2", "C3"), "t", captured=1)
    assert (position.placed, position.last_mover) == (3, Side.GOAT)


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (
            State(Board(TIGER_START, 1), Side.TIGER, 19, 0),
            [(Flag.OVERLAP, "board", "a point holds one piece, and there are 25 points")],
        ),
        (
            State(Board(TIGER_START, 1 << 25), Side.TIGER, 19, 0),
            [(Flag.OVERLAP, "board", "a point holds one piece, and there are 25 points")],
        ),
        (
            State(Board(TIGER_START & ~1 | 1 << 25, 0), Side.GOAT, 20, 0),
            [(Flag.OVERLAP, "board", "a point holds one piece, and there are 25 points")],
        ),
        (state(tigers=("A1", "B1", "C1")), [(Flag.TIGER_COUNT, "board", "4 tigers needed, has 3")]),
        (state(tigers=("A1", "B1", "C1", "D1", "E1")), [(Flag.TIGER_COUNT, "board", "4 tigers needed, has 5")]),
        (
            state(in_hand=19),
            [(Flag.GOAT_TOTAL, "board", "0 on the board, 19 in hand and 0 captured make 19 goats, not 20")],
        ),
        (
            state(("C3",), "t", 20),
            [
                (Flag.GOAT_TOTAL, "board", "1 on the board, 20 in hand and 0 captured make 21 goats, not 20"),
                (Flag.TURN, "turn", "goats move first: with 20 in hand they are to move"),
            ],
        ),
        (state(turn="t"), [(Flag.TURN, "turn", "goats move first: with 20 in hand they are to move")]),
        (
            state(("C3",), in_hand=21, captured=-2),
            [
                (Flag.IN_HAND_RANGE, "in_hand", "must be 0 to 20, is 21"),
                (Flag.CAPTURED_RANGE, "captured", "must be 0 to 5, is -2"),
            ],
        ),
        (
            State(Board(TIGER_START, ALL_POINTS & ~TIGER_START), Side.TIGER, -1, 0),
            [(Flag.IN_HAND_RANGE, "in_hand", "must be 0 to 20, is -1")],
        ),
        (late(captured=6), [(Flag.CAPTURED_RANGE, "captured", "must be 0 to 5, is 6")]),
        (
            state(("C3",), in_hand=20, captured=-1),
            [(Flag.CAPTURED_RANGE, "captured", "must be 0 to 5, is -1")],
        ),
        (
            state((), "t", captured=1),
            [(Flag.TOO_MANY_CAPTURES, "captured", "1 captured, but the tigers can have made only 0 moves")],
        ),
        (
            state((), "g", in_hand=19, captured=2),
            [
                (Flag.GOAT_TOTAL, "board", "0 on the board, 19 in hand and 2 captured make 21 goats, not 20"),
                (Flag.TOO_MANY_CAPTURES, "captured", "2 captured, but the tigers can have made only 1 moves"),
            ],
        ),
        (
            state((), "t", captured=5),
            [(Flag.TOO_MANY_CAPTURES, "captured", "5 captured, but the tigers can have made only 4 moves")],
        ),
    ],
)  # fmt: skip
def test_problems_of_the_position(position, expected):
    assert problems(position) == expected


@pytest.mark.parametrize(
    "position",
    [
        state((), "g", captured=1),
        state(("C3",), "t"),
        state(("C3",), "t", captured=1),
        state((), "g", captured=5),
        late(captured=5),
        late("g", captured=5),
        state(tigers=("B2", "C3", "D4", "A5")),
    ],
)
def test_positions_that_can_be(position):
    assert problems(position) == []


@pytest.mark.parametrize(
    ("position", "faults"),
    [
        (state(("C3",), "t", last=move("C2")), "no goat on C2"),
        (state(("C3",), "t", last=Move(None, 25)), "points are numbered 0 to 24"),
        (state(("C3",), "t", last=Move(None, -1)), "points are numbered 0 to 24"),
        (state(("C3",), "g", last=Move(25, 0)), "points are numbered 0 to 24"),
        (state(("C3",), "g", last=Move(2, 0, 25)), "points are numbered 0 to 24"),
        (state(("C3",), "g", last=move("C3")), "a goat was placed, so the tigers must be to move"),
        (state(("C3",), "g", last=move("A1")), "no goat on A1, a goat was placed, so the tigers must be to move"),
        (state(("C3",), "t", last=Move(None, 12, 7)),
         "a placement captures nothing, goats do not capture, a capture, but no goat is captured"),
        (state(("C3",), "g", last=move("B1C1"), tigers=("C1", "E1", "A5", "E5")), None),
        (state(("C3",), "g", last=move("A1C1"), tigers=("C1", "E1", "A5", "E5")), "A1 is not joined to C1"),
        (state(("C3",), "g", last=move("A2C1(B1)"), captured=1, tigers=("C1", "E1", "A5", "E5")),
         "no jump leads from A2 to C1"),
        (state(("B2",), "g", last=move("A1C1(B2)"), captured=1, tigers=("C1", "E1", "A5", "E5")),
         "the jump from A1 to C1 is over B1, not B2, the captured goat's point B2 is not empty"),
        (state(("B1", "C3"), "g", last=move("A1C1(B1)"), captured=1, tigers=("C1", "E1", "A5", "E5")),
         "the captured goat's point B1 is not empty"),
        (state(("C3",), "g", last=move("A1B1"), tigers=("B1", "A1", "A5", "E5")), "A1 is not empty"),
        (state(("A1",), "g", last=move("A1B1"), tigers=("B1", "E1", "A5", "E5")), "A1 is not empty"),
        (state(("C3",), "g", last=move("A1C1(B1)"), tigers=("C1", "E1", "A5", "E5")),
         "a capture, but no goat is captured"),
        (state(("C3",), "t", last=move("C2C3")), "goats may not slide while 19 are in hand"),
        (state(("C3",), "t", last=move("C1C3(C2)")),
         "goats do not capture, a capture, but no goat is captured, goats may not slide while 19 are in hand"),
        (late(last=move("C3C2")), None),
        (late(last=move("B1C2")), "B1 is not joined to C2"),
        (late(last=move("C1C2"), captured=5), "the game was over: 5 goats were captured before"),
        (late(last=move("C2"), captured=5), "the game was over: 5 goats were captured before"),
        (state((), "g", last=move("A1B1"), tigers=("B1", "E1", "A5", "E5")),
         "the tigers cannot have moved before a goat was placed"),
        (state((), "g", captured=1, last=move("A1B1"), tigers=("B1", "E1", "A5", "E5")),
         "1 captured in 1 tiger moves: each was a capture"),
        (state(("C3",), "g", captured=1, last=move("A1B1"), tigers=("B1", "E1", "A5", "E5")), None),
        (state((), "g", captured=1, last=move("A1C1(B1)"), tigers=("C1", "E1", "A5", "E5")), None),
        (late("g", last=move("B1A1"), captured=5), "the game was over: 5 goats were captured before"),
        (late("g", last=move("C1A1(B1)"), captured=5), None),
        (late("g", last=move("B1A1"), captured=4), None),
    ],
)  # fmt: skip
def test_last_moves_that_cannot_have_led_here(position, faults):
    if faults is None:
        assert problems(position) == []
    else:
        assert last_move_faults(position) == faults


BELONGS_G = "a number belongs to the side that just moved, but the goats are to move"
BELONGS_T = "a number belongs to the side that just moved, but the tigers are to move"


@pytest.mark.parametrize(
    ("position", "flag", "message"),
    [
        (state(ply=0), Flag.MOVE_NUMBER_RANGE, "the ply must be 1 to 1999998, is 0"),
        (state(("C3",), "t", ply=-1), Flag.MOVE_NUMBER_RANGE, "the ply must be 1 to 1999998, is -1"),
        (late(ply=1_999_999), Flag.MOVE_NUMBER_RANGE, "the ply must be 1 to 1999998, is 1999999"),
        (state(("C3",), "t", ply=2), Flag.MOVE_NUMBER_SIDE, BELONGS_T),
        (state(("C3",), "g", ply=1), Flag.MOVE_NUMBER_SIDE, BELONGS_G),
        (state(("C3",), "t", ply=3), Flag.MOVE_NUMBER_PLACED, "1 goat was placed, so the number must be 1, is 2"),
        (state(("C3", "C2"), "t", ply=1), Flag.MOVE_NUMBER_PLACED,
         "2 goats were placed, so the number must be 2, is 1"),
        (state(ply=2), Flag.MOVE_NUMBER_PLACED, "0 goats were placed, so the number must be 0, is 1"),
        (late(ply=37), Flag.MOVE_NUMBER_PLACED, "20 goats were placed, so the number must be at least 20, is 19"),
        (late("g", ply=38), Flag.MOVE_NUMBER_PLACED, "20 goats were placed, so the number must be at least 20, is 19"),
        (late(last=move("C2"), ply=41), Flag.MOVE_NUMBER_PLACED,
         "the goats' move 20 is the last placement, so the number of mC2 cannot be 21"),
        (late(last=move("C3C2"), ply=39), Flag.MOVE_NUMBER_PLACED,
         "the goats' move 20 is the last placement, so the number of mC3C2 cannot be 20"),
    ],
)  # fmt: skip
def test_numbers_that_contradict_the_position(position, flag, message):
    assert problems(position) == [(flag, "number", message)]


@pytest.mark.parametrize(
    "position",
    [
        state(("C3",), "t", ply=1),
        state(("C3",), "g", ply=2),
        late(ply=39),
        late(ply=41),
        late("g", ply=40),
        late("g", ply=42),
        late("g", ply=1_999_998),
        late(last=move("C2"), ply=39),
        late(last=move("C3C2"), ply=41),
        late("g", last=move("B1A1"), ply=40),
        state(("C3",), "t", last=move("C3"), ply=1),
    ],
)
def test_numbers_that_fit(position):
    assert problems(position) == []


def test_all_problems_come_at_once_in_the_order_of_the_fields():
    wrong = State(Board(1, 1), Side.TIGER, 20, 7, Move(0, 2), 2)
    assert [flag for flag, _, _ in problems(wrong)] == [
        Flag.OVERLAP, Flag.TIGER_COUNT, Flag.CAPTURED_RANGE, Flag.GOAT_TOTAL, Flag.TURN,
        Flag.LAST_MOVE_MISMATCH, Flag.MOVE_NUMBER_SIDE,
    ]  # fmt: skip
    with pytest.raises(PositionError) as error:
        wrong.check()
    assert error.value.problems == wrong.status()
    assert error.value.text is None
    assert {p.column for p in wrong.status()} == {None}
    many = State(Board(TIGER_START, 0), Side.TIGER, 19, 6, Move(None, 3), 4)
    assert [flag for flag, _, _ in problems(many)] == [
        Flag.CAPTURED_RANGE, Flag.GOAT_TOTAL, Flag.TOO_MANY_CAPTURES, Flag.LAST_MOVE_MISMATCH, Flag.MOVE_NUMBER_SIDE,
    ]  # fmt: skip
    over = State(Board(TIGER_START, 0), Side.TIGER, 21, -1, None, 0)
    assert [flag for flag, _, _ in problems(over)] == [Flag.IN_HAND_RANGE, Flag.CAPTURED_RANGE, Flag.MOVE_NUMBER_RANGE]


def test_each_flag_is_its_own_name():
    assert {flag.value for flag in Flag} == {flag.name for flag in Flag}
    assert len(Flag) == 12


@given(states(), st.integers(0, 7))
def test_an_image_is_as_possible_as_the_position(position, symmetry):
    image = position.image(symmetry)
    assert image.status() == ()
    assert (image.turn, image.in_hand, image.captured, image.ply) == (
        position.turn, position.in_hand, position.captured, position.ply,
    )  # fmt: skip
    assert (image.last_move is None) == (position.last_move is None)
    assert position.image(0) == position


def test_an_image_takes_the_last_move_along():
    turned = state(("C2",), "t", last=move("C2"), ply=1).image(1)
    assert turned == state(("D3",), "t", last=move("D3"), ply=1)


@given(reachable_states())
def test_reachable_positions_can_be(position):
    assert position.status() == ()


def test_the_key_is_what_matters_for_the_rules():
    position = state(("B2", "C3"), "t", last=move("C3"), ply=3)
    assert position.position_key() == (TIGER_START, bits("B2", "C3"), Side.TIGER, 18)
    assert position.position_key() == state(("B2", "C3"), "t").position_key()
    others = (state(("B2", "C3"), "g"), state(("B2", "C4"), "t"), state(("B2", "C3"), "t", captured=1),
              state(("B2", "C3"), "t", tigers=("A1", "B1", "C1", "D1")))  # fmt: skip
    assert position.position_key() not in {other.position_key() for other in others}


def test_values_are_frozen_and_slotted():
    for value, field in ((State.start(), "turn"), (Move(None, 1), "target")):
        assert not hasattr(value, "__dict__")
        with pytest.raises(AttributeError):
            setattr(value, field, None)
    assert len({state(), State.start(), state(("C3",), "t")}) == 2


@pytest.mark.parametrize(
    ("field", "value", "name", "message"),
    [
        ("board", "TXXXT", "board", "must be a Board of two whole numbers, is 'TXXXT'"),
        ("board", Board(1.0, 0), "board", "must be a Board of two whole numbers, is Board(tigers=1.0, goats=0)"),
        (
            "board",
            Board(1, goats=True),
            "board",
            "must be a Board of two whole numbers, is Board(tigers=1, goats=True)",
        ),
        ("turn", "g", "turn", "must be a Side, is 'g'"),
        ("turn", None, "turn", "must be a Side, is None"),
        ("in_hand", 20.0, "in_hand", "must be a whole number, is 20.0"),
        ("in_hand", True, "in_hand", "must be a whole number, is True"),
        ("captured", False, "captured", "must be a whole number, is False"),
        ("captured", None, "captured", "must be a whole number, is None"),
        ("last_move", "mC3", "last_move", "must be a Move or None, is 'mC3'"),
        ("ply", 1.0, "number", "must be a whole number or None, is 1.0"),
        ("ply", "1", "number", "must be a whole number or None, is '1'"),
    ],
)
def test_values_of_another_kind_are_problems(field, value, name, message):
    wrong = replace(State.start(), **{field: value})
    assert problems(wrong) == [(Flag.TYPE, name, message)]
    with pytest.raises(PositionError):
        wrong.check()


def test_all_values_of_another_kind_come_at_once():
    wrong = State(None, None, None, None, "x", "y")
    assert [(flag, field) for flag, field, _ in problems(wrong)] == [
        (Flag.TYPE, field) for field in ("board", "turn", "in_hand", "captured", "last_move", "number")
    ]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ((None, None), "expected a point's number, found None"),
        ((None, 12.0), "expected a point's number, found 12.0"),
        ((None, True), "expected a point's number, found True"),
        (("A1", 12), "expected a point's number or None, found 'A1'"),
        ((0, 12, 6.0), "expected a point's number or None, found 6.0"),
        ((False, 12), "expected a point's number or None, found False"),
    ],
)
def test_a_move_has_whole_numbers(values, message):
    with pytest.raises(NotationError) as error:
        Move(*values)
    assert (error.value.field, error.value.message) == ("move", message)
