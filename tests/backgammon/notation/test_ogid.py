"""OGID: strict, lax and canonical reading; the column of each error; the laws of the round trip."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointboard.backgammon.board import Board, Side, Variant
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.state import (
    MAX_NUMBER,
    PHASES,
    Action,
    Cube,
    Flag,
    Kind,
    Length,
    Modifier,
    Owner,
    Phase,
    Score,
    State,
)
from pointboard.errors import NotationError, PointboardError, PositionError
from pointboard.testing.backgammon import ogid_texts, states
from pointboard.testing.texts import mutated

BOARD = "11ccccchhhjjjjj:66666888dddddoo"
REST = ":N0N::W:C:0:0:7:1"
WHITE, BLACK = Side.WHITE, Side.BLACK


def refused(text, *, lax=False):
    """Where and why the text is no OGID: (field, column, message)."""
    with pytest.raises(NotationError) as error:
        ogid.parse(text, lax=lax)
    assert error.value.text == text
    return error.value.field, error.value.column, error.value.message


def impossible(text, *, lax=False):
    """What is wrong with the position: (flag, field, column) of each problem."""
    with pytest.raises(PositionError) as error:
        ogid.parse(text, lax=lax)
    assert error.value.text == text
    assert ogid.read(text, lax=lax).status() == error.value.problems
    return [(p.flag, p.field, p.column) for p in error.value.problems]


# --- fields ----------------------------------------------------------------------------------------------------------


def test_the_specifications_examples():
    opening = ogid.parse("11jjjjjhhhccccc:ooddddd88866666:N0N::W:IW:0:0:1:0")
    assert opening == State.start(length=Length(1))
    assert ogid.format(opening) == "11ccccchhhjjjjj:66666888dddddoo:N0N::W:IW:0:0:1:0"
    white = ogid.parse("11jjjjjhhhccccc:o:N0N::W").board
    assert white == Board.of({1: 2, 19: 5, 17: 3, 12: 5}, {24: 1})
    cubes = {"N0N": (Owner.CENTRED, 1, "N"), "W2N": (Owner.WHITE, 4, "N"), "B1O": (Owner.BLACK, 2, "O"),
             "W3T": (Owner.WHITE, 8, "T"), "B2P": (Owner.BLACK, 4, "P")}  # fmt: skip
    for text, (owner, value, action) in cubes.items():
        cube = ogid.read(f"1:o:{text}::W").cube
        assert (cube.owner, cube.value, cube.action) == (owner, value, action)
    lengths = {"1": Length(1), "7C": Length(7, Modifier.CRAWFORD), "7L": Length(7, Modifier.LAST), "0": Length(),
               "0G5": Length(0, Modifier.GAMES, 5)}  # fmt: skip
    for text, length in lengths.items():
        assert ogid.read(f"1:o:N0N::W:C:0:0:{text}:0").length == length


@pytest.mark.parametrize("phase", Phase)
def test_every_phase_of_the_specifications_table(phase):
    """No program writes IW, PR, P, M, F, RG, RM, FF: the table itself says what can stand there."""
    rule = PHASES[phase]
    for action in Action:
        for owner in Owner:
            for dice in ("", "3", "13"):
                text = f"1:o:{owner}2{action}:{dice}:W:{phase}:0:0:0:0"
                fits = action in rule.actions and len(dice) in rule.dice
                fits &= not (owner is Owner.DEAD and action is not Action.NONE)
                fits &= not (owner is Owner.CENTRED and action is Action.TAKEN)
                fits &= not (phase in ("IW", "IB") and owner in ("W", "B"))
                if fits:
                    state = ogid.parse(text)
                    assert (state.phase, state.cube, len(state.dice)) == (phase, Cube(owner, 2, action), len(dice))
                    assert (state.to_act is None) is (rule.kind is not Kind.TURN)
                    assert ogid.format(state) == text
                else:
                    error = NotationError if len(dice) == 1 and phase is not Phase.OPENING else PositionError
                    with pytest.raises(error):
                        ogid.parse(text)


def test_all_pips():
    text = "".join("0123456789abcdefghijklmno"[pip] for pip in range(15))
    assert ogid.parse(f"{text}:p:N0N::W").board == Board.of(dict.fromkeys(range(15), 1), {25: 1})
    assert ogid.parse(f"0:{text[1:]}:N0N::W").board == Board.of({0: 1}, dict.fromkeys(range(1, 15), 1))
    assert ogid.parse("0:fghijklmnop:N0N::W").board == Board.of({0: 1}, dict.fromkeys(range(15, 26), 1))


@pytest.mark.parametrize(
    ("tail", "changes"),
    [
        ("", {}),
        (":", {}),
        (":C", {}),
        (":PR", {"phase": Phase.ROLLING}),
        ("::5", {"score": Score(5, 0)}),
        (":C:5:1000", {"score": Score(5, 1000)}),
        (":C:5:4:7", {"score": Score(5, 4), "length": Length(7)}),
        (":C:0:0:999999L", {"length": Length(999_999, Modifier.LAST)}),
        (":C:0:0:100", {"length": Length(100)}),
        (":C:0:0:7G12:3", {"length": Length(7, Modifier.GAMES, 12), "move_id": 3}),
        (":C:0:0:0:999999", {"move_id": 999_999}),
        (":C:0:0:0:3:1", {"move_id": 3, "checkers": 1}),
        (":C:0:0:0:3:15", {"move_id": 3}),
    ],
)
def test_fields_that_may_be_missing(tail, changes):
    state = ogid.parse(f"1:o:N0N::W{tail}")
    assert state == State(Board.of({1: 1}, {24: 1}))._replace(**changes)


def test_variants():
    for variant, text in (
        (Variant.HYPERGAMMON, "123:mno:N0N::W:IW:0:0:0:0:3"),
        (Variant.NACKGAMMON, "1122cccchhhjjjj:6666888ddddllmm:N0N::W:IW:0:0:0:0".replace("llmm", "nnoo")),
        (Variant.LONGGAMMON, f"{'1' * 15}:{'o' * 15}:N0N::W:IW:0:0:0:0"),
        (Variant.BACKGAMMON, ogid.START),
    ):
        assert ogid.format(State.start(variant)) == text
        assert ogid.parse(text, canonical=True) == State.start(variant)


# --- what is not OGID ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "field", "column", "message"),
    [
        ("", "black", 1, "expected a colon and the field black, found the end of the text"),
        ("1", "black", 2, "expected a colon and the field black, found the end of the text"),
        ("1:o", "cube", 4, "expected a colon and the field cube, found the end of the text"),
        ("1:o:N0N", "dice", 8, "expected a colon and the field dice, found the end of the text"),
        ("1:o:N0N:", "last_actor", 9, "expected a colon and the field last_actor, found the end of the text"),
        ("x:o:N0N::W", "white", 1, "expected a pip from 0 to 9 or a to p, found 'x'"),
        ("1:A:N0N::W", "black", 3, "expected a pip from 0 to 9 or a to p, found 'A'"),
        ("1:o:Z0N::W", "cube", 5, "expected the cube's owner: N, W, B, D or ?, found 'Z'"),
        ("1:o:N::W", "cube", 6, "expected a number from 0 to 99, found ':'"),
        ("1:o:N0Z::W", "cube", 7, "expected the cube action: N, O, T or P, found 'Z'"),
        ("1:o:N0NN::W", "cube", 8, "expected a colon or another character of the field cube, found 'N'"),
        ("1:o:N0N:7:W", "dice", 9, "expected a die from 1 to 6, found '7'"),
        ("1:o:N0N:123:W", "dice", 11, "expected a colon or another character of the field dice, found '3'"),
        ("1:o:N0N:3:W", "dice", 10, "expected two dice (one lies there in phase IW only), found ':'"),
        ("1:o:N0N:3:W:R", "dice", 10, "expected two dice (one lies there in phase IW only), found ':'"),
        ("1:o:N0N::X", "last_actor", 10, "expected the side that acted last: W or B, found 'X'"),
        ("1:o:N0N::W:X", "phase", 12, "expected the code of a phase, found 'X'"),
        (
            "1:o:N0N::W:RR",
            "phase",
            12,
            "expected one of the phases IW, IB, R, C, A, D, P, PR, G, M, F, RG, RM, FF, found 'R'",
        ),
        ("1:o:N0N::W:C::0", "score_white", 14, "expected a number from 0 to 999999, found ':'"),
        ("1:o:N0N::W:C:0:00", "score_black", 17, "expected a number from 0 to 999999, found '00'"),
        ("1:o:N0N::W:C:0:1000000", "score_black", 22, "expected a number from 0 to 999999, found '1000000'"),
        ("1:o:N0N::W:C:0:0:7c", "length", 19, "expected a colon or another character of the field length, found 'c'"),
        ("1:o:N0N::W:C:0:0:0G", "length", 20, "expected a number from 0 to 999999, found the end of the text"),
        ("1:o:N0N::W:C:0:0:0:", "move_id", 20, "expected a number from 0 to 999999, found the end of the text"),
        ("1:o:N0N::W:C:0:0:0:0:100", "checkers", 24, "expected a number from 0 to 99, found '100'"),
        ("1:o:N0N::W:C:0:0:0:0:3:", "text", 23, "expected the end of the text, found ':'"),
        ("OGID=1:o:N0N::W", "white", 1, "expected a pip from 0 to 9 or a to p, found 'O'"),
        (" 1:o:N0N::W", "white", 1, "expected a pip from 0 to 9 or a to p, found ' '"),
        ("1" * 201, "white", 201, "expected at most 200 characters, found '1'"),
    ],
)
def test_where_a_text_is_no_ogid(text, field, column, message):
    assert refused(text) == (field, column, message)
    assert not ogid.recognises(text) or text[0] in "O 1"


def test_the_longest_text():
    text = "1" * 191 + ":o:N0N::W"
    assert len(text) == ogid.MAX_LENGTH
    assert impossible(text)[0] == (Flag.TOO_MANY_CHECKERS, "white", 16)
    longer = "1" * 182 + ":o:N0N::W:C:0:0:0:0"
    assert refused(longer) == ("white", 201, "expected at most 200 characters, found '0'")


# --- lax forms -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        f"OGID={BOARD}{REST}",
        f"ogid={BOARD}{REST}",
        f" \t{BOARD}{REST}\r\n",
        f" OGID={BOARD}{REST}: ",
        f"{BOARD}{REST}:",
        f"{BOARD}:n0n::w:c:0:0:7:1",
        f"{BOARD}:N0N::W::0:0:7:1:",
        f"{BOARD}:N0N::W:C:0:0:7:1:15:",
    ],
)
def test_lax_forms(text):
    with pytest.raises(NotationError):
        ogid.parse(text)
    assert ogid.parse(text, lax=True) == ogid.parse(BOARD + REST)
    assert ogid.recognises(text)


@pytest.mark.parametrize("end", ["N0N", "N0N:", "N0N::", "n0n", "N0N:: \n", "N0N "])
def test_three_or_four_fields(end):
    state = ogid.parse(f"1:o:{end}", lax=True)
    assert state == State(Board.of({1: 1}, {24: 1}), last_actor=None)
    assert (state.to_act, state.on_roll) == (None, None)
    assert ogid.format(state) == "1:o:N0N:"
    assert ogid.parse(ogid.format(state), lax=True, canonical=True) == state


@pytest.mark.parametrize(
    ("text", "field", "column"),
    [
        ("1:o:N0N::w:C", "last_actor", 10),
        ("1:o:n0n::W:C", "last_actor", 10),
        ("1:o:n0N::W:C", "cube", 7),
        ("1:o:N0N::W:pR", "phase", 12),
        ("1:o:N0N::W:Pr", "phase", 13),
        ("OGID:1:o:N0N::W", "white", 1),
        ("1:o:N0N::W:::", "score_white", 13),
        ("1:o:N0N:::C", "last_actor", 10),
        ("1:o:N0N::W:C:0:0:7c", "length", 19),
        ("1 :o:N0N::W", "white", 2),
        ("\x0b1:o:N0N::W", "white", 1),
        ("1:o", "cube", 4),
        ("1:o:", "cube", 5),
        ("r:o:N0N::W", "white", 1),
    ],
)
def test_what_lax_reading_refuses(text, field, column):
    assert refused(text, lax=True)[:2] == (field, column)
    assert ogid.recognises(text) is False


def test_the_words_of_lax_errors():
    assert refused("1:o:N0N::w", lax=True)[2] == (
        "expected letters of one case in the fields cube, last_actor and phase, found 'w'"
    )
    assert refused("Q:o:N0N::W", lax=True)[2] == "expected a pip from 0 to 9 or a to q, found 'Q'"


@pytest.mark.parametrize("prefix", ["OGID=", "ogid="])
def test_an_id_in_a_sentence_is_not_alone(prefix):
    text = f"see {prefix}{BOARD}{REST}"
    assert refused(text, lax=True) == ("prefix", 1, "expected the id alone, which begins in column 5, found 's'")
    assert refused(f" {text}", lax=True) == ("prefix", 2, "expected the id alone, which begins in column 6, found 's'")


def test_checkers_borne_off():
    state = ogid.parse("11qqq:oq:N0N::W", lax=True)
    assert state.board == Board.of({1: 2}, {24: 1})
    assert ogid.read("11qqq:oq:N0N::W", lax=True).off == (3, 1)
    assert ogid.parse(f"{'q' * 15}:o:N0N::W", lax=True).off(WHITE) == 15
    full = [(Flag.TOO_MANY_CHECKERS, "white", 16)]
    assert impossible(f"{'q' * 15}1:o:N0N::W", lax=True) == full
    assert ogid.read(f"{'q' * 15}1:o:N0N::W", lax=True).status()[0].message == (
        "16 checkers with those borne off, but a side has 15"
    )
    assert impossible(f"1:o{'q' * 3}:N0N::W:C:0:0:0:0:3", lax=True) == [(Flag.TOO_MANY_CHECKERS, "black", 6)]
    assert impossible(f"{'1' * 16}q:o:N0N::W", lax=True) == full
    both = impossible(f"{'1' * 16}:o{'q' * 15}:N0N::W", lax=True)
    assert both == [*full, (Flag.TOO_MANY_CHECKERS, "black", 33)]


# --- columns ---------------------------------------------------------------------------------------------------------


def test_fields_made_by_hand():
    """Nothing is borne off in them unless it is said."""
    state = State.start()
    assert ogid.Fields("", *state).off == (0, 0)
    assert ogid.Fields("", *state).to_state() == state


def test_columns():
    text = " OGID=1:o:N0N::W:C:0:0:7:1:3 "
    assert ogid.read(text, lax=True).columns() == {
        "white": 7, "black": 9, "cube": 11, "dice": 15, "last_actor": 16, "phase": 18, "score_white": 20,
        "score_black": 22, "length": 24, "move_id": 26, "checkers": 28,
    }  # fmt: skip
    assert tuple(ogid.read(text, lax=True).columns()) == ogid.FIELDS
    assert tuple(ogid.read("1:o:N0N::W").columns()) == ogid.FIELDS[:5]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3p:31:N0N::W", [("WRONG_BAR", "white", 2), ("BOTH_COLOURS", "black", 4)]),
        ("3:310:N0N::W", [("WRONG_BAR", "black", 5), ("BOTH_COLOURS", "black", 3)]),
        (":q3:N0N::W:R", [("GAME_ENDED", "phase", 12), ("DICE_PHASE", "dice", 9)]),
        ("q3:q3:N0N::W", [("BOTH_COLOURS", "black", 5)]),
        ("1:o:N0N::W:C:7:0:7", [("SCORE_PAST_LENGTH", "score_white", 14)]),
        ("1:o:N0N::W:C:0:7:7", [("SCORE_PAST_LENGTH", "score_black", 16)]),
        ("1:o:N0N::W:C:0:0:7C", [("CRAWFORD_SCORE", "length", 18)]),
        ("1:o:N0N::W:C:0:0:0G0", [("GAMES_RANGE", "length", 18)]),
        ("1:o:N0N:13:W", [("DICE_PHASE", "dice", 9)]),
        ("1:o:N0N:13", [("DICE_PHASE", "dice", 9)]),
        ("1:o:N0O", [("CUBE_PHASE", "cube", 5)]),
    ],
)
def test_where_a_position_cannot_be(text, expected):
    found = impossible(text, lax=True)
    assert sorted((str(flag), field, column) for flag, field, column in found) == sorted(expected)


# --- writing ---------------------------------------------------------------------------------------------------------


def test_canonical():
    for text, column in (
        ("oo1:o:N0N::W".replace("oo1", "21"), 1),
        ("1:o:N0N:31:W:R:0:0:0:0", 9),
        ("1:o:N0N::W", 11),
        ("1:o:N0N::W::0:0:0:0", 12),
        ("1:o:N0N::W:C:0:0:0:0:15", 21),
    ):
        with pytest.raises(NotationError) as error:
            ogid.parse(text, canonical=True)
        written = ogid.format(ogid.parse(text))
        assert (error.value.field, error.value.column) == ("text", column)
        assert error.value.message == f"expected the written form {written!r}"
        assert error.value.text == text
        assert ogid.parse(written, canonical=True) == ogid.parse(text)


def test_positions_that_cannot_be_are_written_as_they_are():
    board = Board.of({24: 17}, {0: 16, 25: 1})
    state = State(
        board, Cube(Owner.WHITE, 31), (3, 1), BLACK, length=Length(7, Modifier.NONE, 2), move_id=-1, checkers=16
    )
    assert ogid.format(state) == f"{'o' * 17}:{'0' * 16}p:W31N:31:B:C:0:0:72:-1:16"
    assert ogid.format(State(Board(b"\1", b""))) == "0::N0N::W:C:0:0:0:0"


@pytest.mark.parametrize(
    "match", ["99:0:0", "98:0:99", "99:0:100", "999:3:1000L", "99:0:100C", "0:0:100G1", "0:0:0G12"]
)
def test_lengths_are_written_as_they_were_read(match):
    text = f"1:o:N0N::W:C:{match}:0"
    assert ogid.format(ogid.parse(text, canonical=True)) == text


def test_strict_is_the_default():
    for read in (ogid.parse, ogid.read):
        with pytest.raises(NotationError):
            read(f"{BOARD}{REST}:")


def test_the_length_of_the_longest_text():
    longest = State(
        Board.of({1: 15}, {24: 15}), Cube(Owner.WHITE, 30, Action.TAKEN), (1, 2), WHITE, Phase.ROLLED,
        Score(999_998, 999_998), Length(999_999, Modifier.GAMES, 999_999), 999_999,
    ).check()  # fmt: skip
    assert len(ogid.format(longest)) == 78
    assert len(ogid.format(longest._replace(board=Board.of({1: 14}, {24: 14}), checkers=14))) == 79


# --- in free text ----------------------------------------------------------------------------------------------------


def test_find():
    text = f"(OGID={BOARD}{REST}) or ogid=1:o:N0N::W: Not XOGID=1:o:N0N::W, OGID=1:o:N0, OGID: 1:o:N0N::W, OGID="
    text += " OGID=1:o:N0N::WX"
    found = ogid.find(text)
    assert [(f.text, text[f.start : f.end]) for f in found] == [
        (BOARD + REST, f"OGID={BOARD}{REST}"),
        ("1:o:N0N::W", "ogid=1:o:N0N::W"),
    ]
    assert [f.start for f in found] == [1, text.index("ogid")]
    assert ogid.find("nothing here") == ()


def test_find_takes_what_cannot_be():
    assert ogid.find("OGID=::N0N::W")[0].text == "::N0N::W"


@given(states(), st.text(max_size=5), st.text(max_size=5))
def test_what_was_written_is_found(state, before, after):
    text = ogid.format(state)
    found = ogid.find(f"{before} OGID={text} {after}")
    assert found[0] == (len(before) + 1, len(before) + 6 + len(text), text)


# --- laws ------------------------------------------------------------------------------------------------------------


@given(states())
def test_what_is_written_is_read_again(state):
    text = ogid.format(state)
    assert ogid.parse(text, canonical=True) == state
    assert ogid.parse(text, lax=True) == state
    assert state.status() == ()


@given(ogid_texts())
def test_accepted_texts_read_again(text):
    state = ogid.parse(text)
    assert ogid.parse(ogid.format(state)) == state
    assert ogid.read(text).status() == ()


@given(ogid_texts(lax=True))
def test_lax_texts_read_again(text):
    state = ogid.parse(text, lax=True)
    assert ogid.parse(ogid.format(state)) == state


@given(ogid_texts(), st.booleans())
def test_the_quick_reader_agrees_with_the_careful_one(text, lax):
    assert ogid.read(text, lax=lax) == ogid._Reader(text, lax=lax).fields()


@given(mutated(ogid_texts(lax=True)), st.booleans())
def test_damaged_texts_give_the_houses_errors_only(text, lax):
    try:
        state = ogid.parse(text, lax=lax)
    except NotationError as error:
        assert 1 <= error.column <= len(text) + 1
        assert error.text == text
    except PositionError as error:
        assert all(1 <= problem.column <= len(text) + 1 for problem in error.problems)
    else:
        assert state.status() == ()
        assert ogid.parse(ogid.format(state), lax=lax) == state


@given(st.text(max_size=40), st.booleans())
def test_any_text_gives_the_houses_errors_only(text, lax):
    with suppress(PointboardError):
        ogid.parse(text, lax=lax)


def test_a_problem_of_a_field_that_is_not_in_the_text_has_no_column():
    (problem,) = ogid.read("1:o:N0N::W")._replace(move_id=MAX_NUMBER + 1).status()
    assert (problem.field, problem.column) == ("move_id", None)
