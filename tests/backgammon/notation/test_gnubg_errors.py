"""The ids of GNU Backgammon: what is refused, and where; the lax forms; either id alone."""

import base64
import json
from pathlib import Path

import pytest

from pointboard.backgammon.board import Side, start_board
from pointboard.backgammon.notation import gnubg
from pointboard.backgammon.state import (
    Cube,
    Length,
    Phase,
    Score,
    State,
)
from pointboard.errors import NotationError, PositionError

GOLDEN = Path(__file__).parents[2] / "golden" / "backgammon" / "invalid.jsonl"
INVALID = [row for row in map(json.loads, GOLDEN.read_text(encoding="utf-8").splitlines()) if row["format"] == "gnubg"]
START = "4HPwATDgc/ABMA"
WHITE, BLACK = Side.WHITE, Side.BLACK
POSITION_WANTED = "expected a Position ID of 14 characters and a colon"
RUNS_WANTED = "expected 50 runs of ones, each ended by a zero, and zeros after them"


def match_id(**fields):
    """The Match ID of the given fields, the rest as in ``Match``: written from the layout, bit by bit."""
    number = sum(value << gnubg._LAYOUT[name][0] for name, value in (gnubg.Match()._asdict() | fields).items())
    return base64.b64encode(number.to_bytes(9, "little")).decode()


def refused(text, *, lax=False):
    """Where and why the text is no such ids: (field, column, message)."""
    with pytest.raises(NotationError) as error:
        gnubg.parse(text, lax=lax)
    assert error.value.text == text
    return error.value.field, error.value.column, error.value.message


def impossible(text, **options):
    """What is wrong with the position: (flag, field, column, message) of each problem."""
    with pytest.raises(PositionError) as error:
        gnubg.parse(text, **options)
    assert error.value.text == text
    return [(str(p.flag), p.field, p.column, p.message) for p in error.value.problems]


# --- golden rows -----------------------------------------------------------------------------------------------------

# Where each row goes wrong.
PLACES = {
    "80 one bits": ("position_id", 1),
    "Crawford flag in a money game": ("match_id", 16),
    "one die is 0": ("match_id", 17),
    "match length 65 (gnubg's limit is 64)": ("match_id", 16),
    "non-zero padding bit 70": ("match_id", 26),
    "match length 32767": ("match_id", 16),
    "base64 padding kept": ("position_id", 15),
    "double pending with dice rolled": ("match_id", 16),
    "position id only (a complete id needs both parts; gnubg accepts the half)": ("position_id", 15),
    "11-character match id": ("match_id", 27),
    "non-zero padding bit 79 after the 50th terminator": ("position_id", 1),
    "cube 2^15 (gnubg's limit is 2^12)": ("match_id", 16),
    "last character carries non-zero spare base64 bits": ("position_id", 14),
    "13-character match id": ("match_id", 28),
    "game state 5": ("match_id", 18),
    "second die is 0": ("match_id", 19),
    "turn differs from player on roll with nothing pending": ("match_id", 16),
    "no checkers at all": ("position_id", 1),
    "Crawford flag but nobody is 1 point away": ("match_id", 16),
    "illegal base64 in match id": ("match_id", 26),
    "non-ASCII character": ("position_id", 14),
    "space instead of colon": ("position_id", 15),
    "cube 2^13 (gnubg's limit is 2^12)": ("match_id", 16),
    "15-character position id": ("position_id", 15),
    "cube owner code 2 is reserved": ("match_id", 16),
    "empty parts": ("position_id", 1),
    "trailing colon": ("match_id", 28),
    "all ones: more than 15 checkers a side, no terminators": ("position_id", 14),
    "die 7": ("match_id", 17),
}
# The row's 80 bits are those of "80 one bits", which is called syntax: see ORIGIN.md.
CALLED_WRONG = {"all ones: more than 15 checkers a side, no terminators"}


@pytest.mark.parametrize("row", INVALID, ids=lambda row: row["reason"])
def test_invalid_rows(row):
    kind = "syntax" if row["reason"] in CALLED_WRONG else row["class"]
    for lax in (False, True):
        if lax and kind == "lenient-form":
            assert gnubg.parse(row["id"], lax=True) == State(start_board(), last_actor=BLACK)
            continue
        with pytest.raises(PositionError if kind == "semantic" else NotationError) as error:
            gnubg.parse(row["id"], lax=lax)
        if not lax:
            assert (error.value.field, error.value.column) == PLACES[row["reason"]]


def test_the_row_that_is_called_wrong():
    rows = {row["reason"]: row for row in INVALID}
    ones, all_ones = rows["80 one bits"], rows[next(iter(CALLED_WRONG))]
    assert (ones["class"], all_ones["class"]) == ("syntax", "semantic")
    bits = [gnubg._bits("", "position_id", 0, row["id"][:14]) for row in (ones, all_ones)]
    assert bits == [(1 << 80) - 1] * 2


# --- what is no id ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "field", "column", "message"),
    [
        ("", "position_id", 1, f"{POSITION_WANTED}, found the end of the text"),
        (START, "position_id", 15, f"{POSITION_WANTED}, found the end of the text"),
        (f"{START[1:]}:cAkAAAAAAAAE", "position_id", 14, f"{POSITION_WANTED}, found ':'"),
        (f"{START}AcAkAAAAAAAAE", "position_id", 15, f"{POSITION_WANTED}, found 'A'"),
        (f"{START}:", "match_id", 16, "expected a Match ID of 12 characters, found the end of the text"),
        (f"{START}:cAkAAAAAAAAE ", "match_id", 28, "expected a Match ID of 12 characters, found ' '"),
        (f" {START}:cAkAAAAAAAAE", "position_id", 15, f"{POSITION_WANTED}, found 'A'"),
        (f"{START[:-1]}=:cAkAAAAAAAAE", "position_id", 14, "expected a character of base64, found '='"),
        ("4HP-ATDgc/ABMA:cAkAAAAAAAAE", "position_id", 4, "expected a character of base64, found '-'"),
        ("AAAA----AAAAAA:cAkAAAAAAAAE", "position_id", 5, "expected a character of base64, found '-'"),
        (f"{START}:cAkA----AAAE", "match_id", 20, "expected a character of base64, found '-'"),
        (f"{START}:cAkAAAAAAAA=", "match_id", 27, "expected a character of base64, found '='"),
        (f"{START}:cAkA=AAAAAAE", "match_id", 20, "expected a character of base64, found '='"),
        (f"{START}:cAkAAAAAAAé1", "match_id", 26, "expected a character of base64, found 'é'"),
        (
            f"{START[:-1]}C:cAkAAAAAAAAE",
            "position_id",
            14,
            "expected a last character with its four spare bits zero: A, Q, g or w, found 'C'",
        ),
        ("/////////////w:cAkAAAAAAAAE", "position_id", 1, f"{RUNS_WANTED}, found '/'"),
        ("////fwAAAAAAAA:cAkAAAAAAAAE", "position_id", 1, f"{RUNS_WANTED}, found '/'"),  # 49 zeros
        ("AAAAAAAAAAAAgA:cAkAAAAAAAAE", "position_id", 1, f"{RUNS_WANTED}, found 'A'"),  # a one after 50 and more
    ],
)  # fmt: skip
def test_where_a_text_is_no_id(text, field, column, message):
    assert refused(text) == (field, column, message)


@pytest.mark.parametrize(
    ("fields", "column", "message"),
    [
        ({"owner": 2}, 16, "expected a cube owner of 0, 1 or 3, not 2"),
        ({"game_state": 5}, 18, "expected a game state from 0 to 4, not 5"),
        ({"game_state": 7}, 18, "expected a game state from 0 to 4, not 7"),
        ({"die_1": 7, "die_2": 1}, 17, "expected two dice from 1 to 6 or none, not 7 and 1"),
        ({"die_1": 1, "die_2": 7}, 19, "expected two dice from 1 to 6 or none, not 1 and 7"),
        ({"die_1": 0, "die_2": 1}, 17, "expected two dice from 1 to 6 or none, not 0 and 1"),
        ({"die_1": 1, "die_2": 0}, 19, "expected two dice from 1 to 6 or none, not 1 and 0"),
        ({"reserved": 1}, 26, "expected zeros in the bits 67 to 71"),
        ({"game_state": 4, "die_1": 7, "die_2": 1}, 17, "expected two dice from 1 to 6 or none, not 7 and 1"),
        ({"die_1": 6, "die_2": 7}, 19, "expected two dice from 1 to 6 or none, not 6 and 7"),
        ({"die_1": 4, "die_2": 4, "reserved": 1}, 26, "expected zeros in the bits 67 to 71"),
        ({"reserved": 16}, 26, "expected zeros in the bits 67 to 71"),
    ],
)
def test_codes_without_a_meaning(fields, column, message):
    text = f"{START}:{match_id(**fields)}"
    found = text[column - 1]
    assert refused(text) == ("match_id", column, f"{message}, found {found!r}")


def test_columns_of_bits():
    """Base64 writes the highest bit of each byte first: a field begins at the first character that holds one of its
    bits, which is the one whose change changes the field."""
    plain = match_id(no_jacoby=0, owner=0, mover=0, decider=0, game_state=0)
    for name, (_, count) in gnubg._LAYOUT.items():
        texts = [match_id(**{"no_jacoby": 0, "owner": 0, "mover": 0, "decider": 0, "game_state": 0, name: 1 << bit})
                 for bit in range(count)]  # fmt: skip
        first = min(next(i for i in range(12) if text[i] != plain[i]) for text in texts)
        assert gnubg._column(0, name) == first + 1


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"exponent": 13}, [("CUBE_LIMIT", "the exponent must be 0 to 12, is 13")]),
        ({"length": 65}, [("LENGTH_RANGE", "the match length must be 0 to 64, is 65")]),
        ({"decider": 0}, [("TURN", "the player on roll is not the one to decide, though nothing was offered")]),
        (
            {"decider": 0, "game_state": 0},
            [("TURN", "the player on roll is not the one to decide, though nothing was offered")],
        ),
        ({"owner": 1}, [("CUBE_OWNER", "a cube at 1 has no owner")]),
        ({"game_state": 0, "die_1": 3, "die_2": 1}, [("DICE_PHASE", "phase IW goes with 0 or 1 dice, not 2")]),
        (
            {"length": 7, "score_0": 7, "score_1": 8},
            [
                ("SCORE_PAST_LENGTH", "a score of 8 would have ended the match to 7 before this game"),
                ("SCORE_PAST_LENGTH", "a score of 7 would have ended the match to 7 before this game"),
            ],
        ),
        (
            {"exponent": 15, "owner": 1, "length": 99, "crawford": 1, "decider": 0},
            [
                ("CRAWFORD_SCORE", "a Crawford game needs a match in which a side is one point away"),
                ("CRAWFORD_CUBE", "nobody can have doubled in the Crawford game"),
                ("CUBE_LIMIT", "the exponent must be 0 to 12, is 15"),
                ("LENGTH_RANGE", "the match length must be 0 to 64, is 99"),
                ("TURN", "the player on roll is not the one to decide, though nothing was offered"),
            ],
        ),
    ],
)
def test_where_a_position_cannot_be(fields, expected):
    text = f"{START}:{match_id(**fields)}"
    assert impossible(text) == [(flag, "match_id", 16, message) for flag, message in expected]
    assert [p.message for p in gnubg.read(text).status()] == [message for _, message in expected]


# --- lax forms -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [" {}", "{}\r\n", "\t{}: ", "{}:"])
def test_lax_forms(text):
    ids = f"{START}:{match_id(mover=0, decider=0)}"
    assert gnubg.parse(text.format(ids), lax=True) == gnubg.parse(ids)
    refused(text.format(ids))


def test_half_an_id():
    position = "/3YAICB2OwAAAA"
    state = gnubg.parse(position, lax=True)
    assert state == gnubg.parse(f"{position}:{match_id()}")
    assert (state.on_roll, state.length, state.cube, state.phase) == (WHITE, Length(), Cube(), Phase.PLAYED)
    assert gnubg.parse(f" {position}: ", lax=True) == state
    match = match_id(length=5, score_0=3, mover=0, decider=0)
    assert gnubg.parse(match, lax=True) == gnubg.parse(f"{START}:{match}")
    assert gnubg.parse(f"\n{match}", lax=True).score == Score(0, 3)
    assert gnubg.parse(position, lax=True, player_1=BLACK) == state.mirror()
    assert gnubg.parse(f"{START[:-1]}B", lax=True) == gnubg.parse(START, lax=True)
    assert gnubg.read(f" {position}", lax=True).starts == (2, 0)
    assert gnubg.read(f" {match}", lax=True).starts == (0, 2)
    for half in (position, match):
        refused(half)
        assert gnubg.recognises(half)


@pytest.mark.parametrize(
    ("text", "field", "column"),
    [
        (f" {START[:-1]}*", "position_id", 15),
        (f" {match_id()[:-1]}*", "match_id", 13),
        (f"  {match_id(owner=2)}", "match_id", 3),
        (f" {START}:{match_id(owner=2)}", "match_id", 17),
        (f"{START}::", "match_id", 16),
        (f"{START}:{match_id()}::", "match_id", 28),
        (f" {START} {match_id()}", "position_id", 16),
        ("  x", "position_id", 4),
        ("", "position_id", 1),
    ],
)
def test_where_lax_reading_stops(text, field, column):
    assert refused(text, lax=True)[:2] == (field, column)
    assert gnubg.recognises(text) is False


def test_lax_readings():
    ids = f"{START}:{match_id(length=0, no_jacoby=0)}"
    assert gnubg.to_reading(f" {ids}", lax=True) == gnubg.to_reading(ids)
    assert gnubg.to_reading(ids, player_1=BLACK).state == gnubg.parse(ids, player_1=BLACK)


def test_where_lax_problems_stand():
    assert impossible(f" {match_id(owner=1)}", lax=True)[0][1:3] == ("match_id", 2)
    assert impossible(" AAAAAAAAAAAAAA", lax=True)[0][1:3] == ("position_id", 2)
    assert impossible(f" {START}:{match_id(owner=1)}", lax=True)[0][1:3] == ("match_id", 17)


def test_strict_is_the_default():
    for read in (gnubg.parse, gnubg.read, gnubg.to_reading):
        with pytest.raises(NotationError):
            read(START)
