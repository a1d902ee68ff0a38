"""Positions: who acts, what is derived, and every way in which a position can be impossible."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointboard.backgammon.board import Board, Side, Variant, start_board
from pointboard.backgammon.state import (
    MAX_EXPONENT,
    MAX_NUMBER,
    MONEY,
    PHASES,
    USUAL_RULES,
    Action,
    Cube,
    Flag,
    Kind,
    Length,
    MatchRules,
    Modifier,
    Owner,
    Phase,
    Score,
    State,
)
from pointboard.errors import PointboardError, PositionError
from pointboard.testing.backgammon import states

WHITE, BLACK = Side.WHITE, Side.BLACK
START = start_board()
N, O, T, P = Action.NONE, Action.OFFERED, Action.TAKEN, Action.PASSED  # noqa: E741 (OGID's letters)


def state(board=START, **changes):
    return State(board)._replace(**changes)


def problems(position):
    return [(p.flag, p.field, p.message) for p in position.status()]


# --- the table of phases ---------------------------------------------------------------------------------------------


def test_the_specifications_tables():
    """The codes and the arrows of the specification's two tables of "Field 6"."""
    arrows = {
        "IW": "IW IB", "IB": "C", "R": "C", "C": "D PR", "A": "D PR", "D": "A P", "P": "G M", "PR": "R",
        "G": "IW", "M": "F", "F": "", "RG": "G M", "RM": "M", "FF": "M",
    }  # fmt: skip
    assert {phase.value: " ".join(rule.next) for phase, rule in PHASES.items()} == arrows
    assert list(PHASES) == list(Phase)
    assert [phase.value for phase, rule in PHASES.items() if rule.kind is Kind.END] == ["G", "M", "F", "RG", "RM", "FF"]
    assert [phase.value for phase, rule in PHASES.items() if rule.kind is Kind.IDLE] == ["IW", "P"]
    assert len({rule.meaning for rule in PHASES.values()}) == 14


def test_what_may_lie_there():
    dice = {phase.value: sorted(rule.dice) for phase, rule in PHASES.items() if rule.dice != {0}}
    assert dice == {"IW": [0, 1], "IB": [0, 2], "R": [2]}
    actions = {phase.value: "".join(a for a in Action if a in rule.actions) for phase, rule in PHASES.items()}
    assert actions == {
        "IW": "N", "IB": "N", "R": "NT", "C": "N", "A": "T", "D": "O", "P": "P", "PR": "NT",
        "G": "NTP", "M": "NTP", "F": "NTP", "RG": "NT", "RM": "NT", "FF": "NT",
    }  # fmt: skip


def test_the_table_in_the_docs():
    page = (Path(__file__).parents[2] / "docs" / "ogid.md").read_text(encoding="utf-8")
    lines = [line for line in page.splitlines() if line.startswith("| `")]
    rows = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in lines]
    written = [row for row in rows if len(row) == 7]
    assert written == [
        [
            phase.value,
            phase.name,
            rule.meaning,
            "yes" if rule.kind is Kind.TURN else "no",
            "` `".join(rule.next),
            " or ".join(map(str, sorted(rule.dice))),
            "` `".join(action for action in Action if action in rule.actions),
        ]
        for phase, rule in PHASES.items()
    ]


def test_constants():
    assert (MAX_EXPONENT, MAX_NUMBER) == (30, 999_999)
    assert Length(0, Modifier.NONE, 0) == MONEY
    assert MatchRules(jacoby=False, beavers=False, max_cube=None) == USUAL_RULES
    assert [o.value for o in Owner] == ["N", "W", "B", "D", "?"]
    assert [m.value for m in Modifier] == ["", "C", "L", "G"]
    assert [flag.value for flag in Flag] == [flag.name for flag in Flag]


# --- cube ------------------------------------------------------------------------------------------------------------


def test_the_cube():
    assert Cube() == Cube(Owner.CENTRED, 0, N)
    assert [Cube(exponent=n).value for n in (0, 1, 10, 30, -1)] == [1, 2, 1024, 1 << 30, 0]
    assert Cube.of(1) == Cube()
    assert Cube.of(1 << 30, Owner.BLACK, T) == Cube(Owner.BLACK, 30, T)


@pytest.mark.parametrize("value", [0, -1, -2, 3, 6, 1 << 31])
def test_a_cube_that_there_is_not(value):
    with pytest.raises(PointboardError) as error:
        Cube.of(value)
    assert str(error.value) == f"expected a power of 2 from 1 to 2^30 on the cube, found {value}"


# --- who acts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("last", Side)
def test_who_acts(phase, last):
    position = state(phase=phase, last_actor=last)
    turn = phase.value in ("IB", "R", "C", "A", "D", "PR")
    assert position.to_act is (last.other if turn else None)
    assert position.on_roll is ((last if phase is Phase.DOUBLED else last.other) if turn else None)


def test_nobody_acts():
    assert (state(last_actor=None).to_act, state(last_actor=None).on_roll) == (None, None)
    for board in (Board.of({}, {1: 1}), Board.of({24: 1}, {})):
        for phase in (Phase.PLAYED, Phase.DOUBLED):
            assert (state(board, phase=phase).to_act, state(board, phase=phase).on_roll) == (None, None)


# --- what is derived -------------------------------------------------------------------------------------------------


def test_the_start():
    assert State.start() == State(START, Cube(), (), WHITE, Phase.OPENING, Score(0, 0), MONEY, 0, 15)
    match = Length(7, Modifier.LAST)
    hyper = State.start(Variant.HYPERGAMMON, length=match)
    assert (hyper.checkers, hyper.length, hyper.off(WHITE), hyper.status()) == (3, match, 0, ())
    assert State.start("hypergammon").board == hyper.board
    assert State.start().check() == State.start()


def test_counts():
    position = state(Board.of({0: 2, 24: 1}, {1: 4}))
    assert (position.on_board(WHITE), position.off(WHITE), position.pips(WHITE)) == (3, 12, 51)
    assert (position.on_board(BLACK), position.off(BLACK), position.pips(BLACK)) == (4, 11, 4)
    assert state(Board.of({0: 2}, {1: 3}), checkers=3).off(BLACK) == 0


@pytest.mark.parametrize(
    ("length", "score", "away", "crawford", "post"),
    [
        (Length(), (6, 3), None, False, False),
        (Length(7), (0, 0), (7, 7), False, False),
        (Length(7), (6, 3), (1, 4), False, True),
        (Length(7), (3, 6), (4, 1), False, True),
        (Length(7, Modifier.CRAWFORD), (6, 3), (1, 4), True, False),
        (Length(7, Modifier.LAST), (6, 4), (1, 3), False, True),
    ],
)
def test_the_match(length, score, away, crawford, post):
    position = state(length=length, score=Score(*score))
    assert (position.away, position.crawford, position.post_crawford) == (away, crawford, post)


@pytest.mark.parametrize(
    ("length", "score", "to", "after"),
    [
        (Length(7, Modifier.CRAWFORD), (6, 3), (2, 2), Length(7)),
        (Length(7, Modifier.CRAWFORD), (6, 3), (3, 6), Length(7, Modifier.CRAWFORD)),
        (Length(7, Modifier.LAST), (6, 3), (2, 2), Length(7, Modifier.LAST)),
        (Length(0, Modifier.GAMES, 5), (6, 3), (2, 2), Length(0, Modifier.GAMES, 5)),
    ],
)
def test_another_score_changes_nothing_else(length, score, to, after):
    position = state(length=length, score=Score(*score), move_id=4)
    assert position.with_score(*to) == position._replace(score=Score(*to), length=after)


@pytest.mark.parametrize(
    ("white", "size"),
    [
        ({24: 14}, 1), ({24: 15}, 2), ({7: 1, 24: 14}, 2), ({6: 1, 24: 14}, 3), ({1: 1, 24: 14}, 3),
        ({0: 1, 24: 14}, 3), ({0: 1, 24: 13}, 1),
    ],
)  # fmt: skip
def test_what_a_loss_counts(white, size):
    position = state(Board.of(white, {}))
    assert position.loss_size(WHITE) == position.mirror().loss_size(BLACK) == size
    assert state(Board.of({24: 3}, {}), checkers=3).loss_size(WHITE) == 2


@given(states())
def test_the_mirror(position):
    mirror = position.mirror()
    assert mirror.mirror() == position
    assert mirror.status() == ()
    assert mirror.score == position.score[::-1]
    assert mirror.to_act == (position.to_act and position.to_act.other)
    assert mirror.on_roll == (position.on_roll and position.on_roll.other)
    assert [mirror.pips(side) for side in Side] == [position.pips(side) for side in reversed(Side)]
    swapped = {Owner.WHITE: Owner.BLACK, Owner.BLACK: Owner.WHITE}
    assert mirror.cube.owner is swapped.get(position.cube.owner, position.cube.owner)
    assert mirror.cube[1:] == position.cube[1:]
    assert (mirror.phase, mirror.dice, mirror.length) == (position.phase, position.dice, position.length)


def test_the_mirror_of_an_unknown_actor():
    assert state(last_actor=None).mirror().last_actor is None


def test_the_key_of_the_rules():
    position = state(length=Length(7, Modifier.LAST), move_id=3)
    assert position.position_key() == state(length=Length(7)).position_key()
    for changed in (
        state(length=Length(9)),
        state(length=Length(7, Modifier.CRAWFORD)),
        state(length=Length(7), last_actor=BLACK),
        state(length=Length(7), checkers=14),
        state(length=Length(7), score=Score(1, 0)),
        state(Board.of({24: 1}, {}), length=Length(7)),
        state(length=Length(7), cube=Cube(exponent=1)),
        state(length=Length(7), dice=(1, 2)),
        state(length=Length(7), phase=Phase.ROLLING),
    ):
        assert changed.position_key() != position.position_key()
    assert hash(position.position_key()) == hash(state(length=Length(7)).position_key())


# --- what can be wrong -----------------------------------------------------------------------------------------------

GONE = "a side has no checkers left, so the game has ended, but the phase is"
D = Phase.DOUBLED


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (state(Board(bytes(25), bytes(26))), [(Flag.BOARD_SIZE, "white", "needs 26 counts, has 25")]),
        (state(Board(START.white, bytes(27))), [(Flag.BOARD_SIZE, "black", "needs 26 counts, has 27")]),
        (
            state(Board(b"", b"")),
            [
                (Flag.BOARD_SIZE, "white", "needs 26 counts, has 0"),
                (Flag.BOARD_SIZE, "black", "needs 26 counts, has 0"),
            ],
        ),
        (state(Board.of({}, {})), [(Flag.NO_CHECKERS, "white", "no checkers at all")]),
        (state(Board.of({24: 16}, {1: 1})), [(Flag.TOO_MANY_CHECKERS, "white", "16 checkers, but a side has 15")]),
        (state(Board.of({24: 1}, {1: 16})), [(Flag.TOO_MANY_CHECKERS, "black", "16 checkers, but a side has 15")]),
        (
            state(Board.of({24: 4}, {1: 3}), checkers=3),
            [(Flag.TOO_MANY_CHECKERS, "white", "4 checkers, but a side has 3")],
        ),
        (
            state(Board.of({24: 2}, {1: 1}), checkers=1),
            [(Flag.TOO_MANY_CHECKERS, "white", "2 checkers, but a side has 1")],
        ),
        (
            state(score=Score(0, 1), length=Length(1)),
            [(Flag.SCORE_PAST_LENGTH, "score_black", "a score of 1 would have ended the match to 1 before this game")],
        ),
        (state(Board.of({24: 1}, {1: 255})), [(Flag.TOO_MANY_CHECKERS, "black", "255 checkers, but a side has 15")]),
        (state(Board.of({25: 1}, {1: 1})), [(Flag.WRONG_BAR, "white", "pip 25 is the bar of Black")]),
        (state(Board.of({24: 1}, {0: 1})), [(Flag.WRONG_BAR, "black", "pip 0 is the bar of White")]),
        (
            state(Board.of({3: 1, 9: 2, 12: 1}, {3: 1, 9: 1})),
            [(Flag.BOTH_COLOURS, "black", "checkers of both colours on pip 3, 9")],
        ),
        (
            state(cube=Cube(Owner.CENTRED, 31)),
            [(Flag.CUBE_EXPONENT, "cube", "the exponent must be 0 to 30, is 31")],
        ),
        (
            state(cube=Cube(Owner.WHITE, -1)),
            [(Flag.CUBE_EXPONENT, "cube", "the exponent must be 0 to 30, is -1")],
        ),
        (state(cube=Cube(Owner.WHITE, 0)), [(Flag.CUBE_OWNER, "cube", "a cube at 1 has no owner")]),
        (state(cube=Cube(Owner.BLACK, 0)), [(Flag.CUBE_OWNER, "cube", "a cube at 1 has no owner")]),
        (
            state(cube=Cube(Owner.DEAD, 1, O), phase=D),
            [(Flag.CUBE_OWNER, "cube", "a dead cube cannot be used")],
        ),
        (
            state(cube=Cube(Owner.CENTRED, 1, T), phase=Phase.TAKEN),
            [(Flag.CUBE_OWNER, "cube", "a cube that was taken belongs to the taker")],
        ),
        (state(phase=D), [(Flag.CUBE_PHASE, "cube", "phase D goes with cube action O, not N")]),
        (state(cube=Cube(action=O)), [(Flag.CUBE_PHASE, "cube", "phase C goes with cube action N, not O")]),
        (
            state(cube=Cube(Owner.WHITE, 1, P), phase=Phase.ROLLING),
            [(Flag.CUBE_PHASE, "cube", "phase PR goes with cube action N or T, not P")],
        ),
        (
            state(cube=Cube(Owner.WHITE, 1), phase=Phase.OPENING),
            [(Flag.CUBE_PHASE, "cube", "nobody owns the cube before the first play")],
        ),
        (
            state(cube=Cube(Owner.BLACK, 1), phase=Phase.OPENING_ROLLED),
            [(Flag.CUBE_PHASE, "cube", "nobody owns the cube before the first play")],
        ),
        (
            state(dice=(0, 3), phase=Phase.ROLLED),
            [(Flag.DICE_FACES, "dice", "the faces must be 1 to 6, are (0, 3)")],
        ),
        (
            state(dice=(3, 7), phase=Phase.ROLLED),
            [(Flag.DICE_FACES, "dice", "the faces must be 1 to 6, are (3, 7)")],
        ),
        (
            state(dice=(3, 1), phase=Phase.ROLLED),
            [(Flag.DICE_FACES, "dice", "the lower face comes first, not (3, 1)")],
        ),
        (state(phase=Phase.ROLLED), [(Flag.DICE_PHASE, "dice", "phase R goes with 2 dice, not 0")]),
        (state(dice=(1, 3)), [(Flag.DICE_PHASE, "dice", "phase C goes with 0 dice, not 2")]),
        (
            state(dice=(1, 3), phase=Phase.OPENING),
            [(Flag.DICE_PHASE, "dice", "phase IW goes with 0 or 1 dice, not 2")],
        ),
        (state(Board.of({}, {1: 1}), phase=Phase.ROLLING), [(Flag.GAME_ENDED, "phase", f"{GONE} PR")]),
        (state(Board.of({1: 1}, {}), phase=Phase.OPENING), [(Flag.GAME_ENDED, "phase", f"{GONE} IW")]),
        (
            state(last_actor=None, score=Score(1, 0)),
            [(Flag.LAST_ACTOR, "last_actor", "must be known where phase, score or match are")],
        ),
        (state(score=Score(-1, 0)), [(Flag.SCORE_RANGE, "score_white", "must be 0 to 999999, is -1")]),
        (state(score=Score(0, 1_000_000)), [(Flag.SCORE_RANGE, "score_black", "must be 0 to 999999, is 1000000")]),
        (
            state(score=Score(7, 8), length=Length(7)),
            [
                (
                    Flag.SCORE_PAST_LENGTH,
                    "score_white",
                    "a score of 7 would have ended the match to 7 before this game",
                ),
                (
                    Flag.SCORE_PAST_LENGTH,
                    "score_black",
                    "a score of 8 would have ended the match to 7 before this game",
                ),
            ],
        ),
        (state(length=Length(-1)), [(Flag.LENGTH_RANGE, "length", "must be 0 to 999999, is -1")]),
        (state(length=Length(1_000_000)), [(Flag.LENGTH_RANGE, "length", "must be 0 to 999999, is 1000000")]),
        (
            state(length=Length(0, Modifier.GAMES, 0)),
            [(Flag.GAMES_RANGE, "length", "the number of games must be 1 to 999999, is 0")],
        ),
        (
            state(length=Length(0, Modifier.GAMES, 1_000_000)),
            [(Flag.GAMES_RANGE, "length", "the number of games must be 1 to 999999, is 1000000")],
        ),
        (
            state(length=Length(0, Modifier.NONE, 5)),
            [(Flag.GAMES_RANGE, "length", "a number of games (5) goes with the modifier G only")],
        ),
        (
            state(length=Length(0, Modifier.CRAWFORD), score=Score(-1, 0)),
            [
                (Flag.SCORE_RANGE, "score_white", "must be 0 to 999999, is -1"),
                (Flag.CRAWFORD_SCORE, "length", "a Crawford game needs a match in which a side is one point away"),
            ],
        ),
        (
            state(length=Length(7, Modifier.CRAWFORD), score=Score(5, 3)),
            [(Flag.CRAWFORD_SCORE, "length", "a Crawford game needs a match in which a side is one point away")],
        ),
        (
            state(length=Length(7, Modifier.CRAWFORD), score=Score(6, 3), cube=Cube(Owner.WHITE, 1)),
            [(Flag.CRAWFORD_CUBE, "cube", "nobody can have doubled in the Crawford game")],
        ),
        (
            state(length=Length(7, Modifier.CRAWFORD), score=Score(3, 6), cube=Cube(action=O), phase=D),
            [(Flag.CRAWFORD_CUBE, "cube", "nobody can have doubled in the Crawford game")],
        ),
        (state(move_id=-1), [(Flag.MOVE_ID_RANGE, "move_id", "must be 0 to 999999, is -1")]),
        (state(move_id=1_000_000), [(Flag.MOVE_ID_RANGE, "move_id", "must be 0 to 999999, is 1000000")]),
        (state(checkers=16), [(Flag.CHECKERS_RANGE, "checkers", "must be 1 to 15, is 16")]),
        (state(checkers=0), [(Flag.CHECKERS_RANGE, "checkers", "must be 1 to 15, is 0")]),
        (
            State(
                Board.of({25: 16}, {0: 1}),
                Cube(Owner.DEAD, 31, O),
                (1,),
                None,
                Phase.ROLLED,
                Score(9, 0),
                Length(7),
                -1,
                99,
            ),
            [
                (Flag.TOO_MANY_CHECKERS, "white", "16 checkers, but a side has 15"),
                (Flag.WRONG_BAR, "white", "pip 25 is the bar of Black"),
                (Flag.WRONG_BAR, "black", "pip 0 is the bar of White"),
                (Flag.CUBE_EXPONENT, "cube", "the exponent must be 0 to 30, is 31"),
                (Flag.CUBE_OWNER, "cube", "a dead cube cannot be used"),
                (Flag.CUBE_PHASE, "cube", "phase R goes with cube action N or T, not O"),
                (Flag.DICE_PHASE, "dice", "phase R goes with 2 dice, not 1"),
                (Flag.LAST_ACTOR, "last_actor", "must be known where phase, score or match are"),
                (
                    Flag.SCORE_PAST_LENGTH,
                    "score_white",
                    "a score of 9 would have ended the match to 7 before this game",
                ),
                (Flag.MOVE_ID_RANGE, "move_id", "must be 0 to 999999, is -1"),
                (Flag.CHECKERS_RANGE, "checkers", "must be 1 to 15, is 99"),
            ],
        ),
    ],
)
def test_impossible(position, expected):
    assert problems(position) == expected
    with pytest.raises(PositionError) as error:
        position.check()
    assert error.value.problems == position.status()


@pytest.mark.parametrize(
    "position",
    [
        state(Board.of({0: 15}, {25: 15})),
        state(Board.of({}, {1: 1})),
        state(Board.of({24: 1}, {}), phase=Phase.GAME_OVER),
        state(last_actor=None),
        state(cube=Cube(Owner.CENTRED, 2), phase=Phase.OPENING_ROLLED, dice=(3, 3)),
        state(cube=Cube(Owner.DEAD, 0)),
        state(cube=Cube(Owner.UNKNOWN, 0)),
        state(cube=Cube(Owner.UNKNOWN, 0, T), phase=Phase.TAKEN),
        state(cube=Cube(Owner.WHITE, 30, T), phase=Phase.ROLLED, dice=(1, 6)),
        state(cube=Cube(Owner.BLACK, 1, O), phase=D),
        state(cube=Cube(Owner.BLACK, 1, P), phase=Phase.MATCH_OVER),
        state(phase=Phase.OPENING, dice=(5,), move_id=999_999),
        state(score=Score(999_999, 0)),
        state(score=Score(6, 0), length=Length(7, Modifier.CRAWFORD)),
        state(score=Score(0, 6), length=Length(7, Modifier.CRAWFORD), cube=Cube(Owner.DEAD)),
        state(length=Length(1, Modifier.CRAWFORD)),
        state(length=Length(999_999, Modifier.GAMES, 999_999)),
        state(Board.of({24: 1}, {1: 1}), checkers=1),
        state(score=Score(3, 4), length=Length(0, Modifier.GAMES, 1)),
    ],
)
def test_possible(position):
    assert position.status() == ()
    assert position.check() is position


def board_problems(position):
    """The board's problems, found pip by pip."""
    found = set()
    most = position.checkers if 1 <= position.checkers <= 15 else 15
    for name, counts, bar in (("white", position.board.white, 25), ("black", position.board.black, 0)):
        if sum(counts) > most:
            found.add((Flag.TOO_MANY_CHECKERS, name))
        if counts[bar]:
            found.add((Flag.WRONG_BAR, name))
    if any(a and b for a, b in zip(*position.board, strict=True)):
        found.add((Flag.BOTH_COLOURS, "black"))
    if not any(map(any, position.board)):
        found.add((Flag.NO_CHECKERS, "white"))
    return found


COUNTS = st.lists(st.sampled_from([0] * 12 + [1, 2, 5, 128, 129, 255]), min_size=26, max_size=26)


@given(COUNTS, COUNTS, st.integers(-1, 20))
def test_no_board_slips_through(white, black, checkers):
    """The quick look at the whole board finds what a look at each pip finds."""
    position = state(Board.of(white, black), checkers=checkers)
    fields = ("white", "black")
    assert {(p.flag, p.field) for p in position.status() if p.field in fields} == board_problems(position)
