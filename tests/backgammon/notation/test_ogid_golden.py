"""OGID: the golden rows are read, refused at the right place, and judged as the collection judges them."""

import json
from pathlib import Path

import pytest

from pointboard.backgammon.board import Side
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.state import Action, Cube, Length, Modifier, Owner
from pointboard.errors import NotationError, PointboardError, PositionError

GOLDEN = Path(__file__).parents[2] / "golden" / "backgammon"


def rows(name):
    return [json.loads(line) for line in (GOLDEN / name).read_text(encoding="utf-8").splitlines()]


IDS = rows("ids.jsonl")
INVALID = [row for row in rows("invalid.jsonl") if row["format"] == "ogid"]
DISAGREEMENTS = rows("disagreements.jsonl")


def test_the_golden_rows_are_all_there():
    assert (len(IDS), len(rows("invalid.jsonl")), len(DISAGREEMENTS)) == (1793, 109, 126)
    kinds = [row["class"] for row in INVALID]
    assert [kinds.count(kind) for kind in ("syntax", "semantic", "lenient-form")] == [33, 15, 8]


def test_every_id_is_read_and_written():
    other = [row for row in IDS if ogid.format(ogid.parse(row["ogid"])) != row["ogid"]]
    assert len(other) == 4  # the public pairs, which write the higher die first
    for row in other:
        fields = row["ogid"].split(":")
        fields[3] = fields[3][::-1]
        assert ogid.format(ogid.parse(row["ogid"])) == ":".join(fields)


# Where each row goes wrong.
PLACES = {
    "state R without dice": ("dice", 37),
    "space between dice": ("dice", 38),
    "cube exponent 31 overflows a signed 32-bit value (libogxm shifts a 32-bit int)": ("cube", 33),
    "two modifiers": ("length", 48),
    "trailing text in cube field": ("cube", 36),
    "fractional cube exponent": ("cube", 35),
    "lower-case colour": ("last_actor", 38),
    "trailing newline": ("move_id", 49),
    "cube value and action missing": ("cube", 34),
    "cube exponent with leading zero": ("cube", 35),
    "die 0 and 7": ("dice", 37),
    "G without a count": ("length", 48),
    "black checker on pip 0 = white's bar": ("black", 17),
    "checkers per side not a number": ("checkers", 50),
    "4 fields: colour missing": ("last_actor", 37),
    "nrof_checkers 16: libogxm's board holds at most 15 a side": ("checkers", 26),
    "state D but cube action N": ("cube", 33),
    "negative score": ("score_white", 42),
    "colour empty": ("last_actor", 38),
    "count after C": ("length", 48),
    "cube owner unknown": ("cube", 33),
    "cube action O but state C": ("cube", 33),
    "negative move id": ("move_id", 48),
    "unknown colour": ("last_actor", 38),
    "0 checkers per side": ("checkers", 50),
    "wrong separator": ("white", 16),
    "'q' (borne off) is not in the published alphabet 0-9a-p (libogxm and AnkiGammon accept it)": ("white", 15),
    "empty cube field": ("cube", 33),
    "dice present in state C (dice not allowed before a roll)": ("dice", 37),
    "space before a number": ("score_white", 42),
    "12 fields with text": ("text", 52),
    "modifier without a length": ("length", 46),
    "explicit plus sign": ("score_white", 42),
    "unknown cube action": ("cube", 35),
    "cube action P with state A": ("cube", 33),
    "negative match length": ("length", 46),
    "15 checkers listed but nrof_checkers is 3": ("white", 4),
    "unknown match modifier": ("length", 47),
    "negative cube exponent": ("cube", 34),
    "colour must be one character (minimum pattern is unanchored at the end and lets it through)": ("last_actor", 39),
    "16 characters, the last one not in the alphabet (libogxm never looks past the 15th)": ("white", 16),
    "cube value missing": ("cube", 34),
    "non-ASCII checker character": ("white", 15),
    "owned cube at 1 (only a centred cube can be at 1)": ("cube", 33),
    "16 black checkers": ("black", 32),
    "checker character beyond p/q": ("white", 15),
    "dice 00 (XGID spelling of no dice)": ("dice", 37),
    "non-ASCII digits as dice": ("dice", 37),
    "cube action missing": ("cube", 35),
    "trailing NUL": ("move_id", 49),
    "lower-case cube": ("cube", 33),
    "three dice": ("dice", 39),
    "no checkers at all": ("white", 1),
    "unknown game state": ("phase", 40),
    "white checker on pip 25 = black's bar": ("white", 15),
    "Crawford game but the cube has been turned": ("cube", 33),
}
READ_LAX = {
    "trailing newline",
    "4 fields: colour missing",
    "colour empty",
    "'q' (borne off) is not in the published alphabet 0-9a-p (libogxm and AnkiGammon accept it)",
}


@pytest.mark.parametrize("row", INVALID, ids=lambda row: row["reason"])
def test_invalid_rows(row):
    kind, place = row["class"], PLACES[row["reason"]]
    for lax in (False, True):
        if lax and row["reason"] in READ_LAX:
            assert ogid.parse(row["id"], lax=True).status() == ()
            continue
        with pytest.raises(PositionError if kind == "semantic" else NotationError) as error:
            ogid.parse(row["id"], lax=lax)
        if not lax:
            assert (error.value.field, error.value.column) == place
    assert kind == "lenient-form" or row["reason"] not in READ_LAX


JUDGED_REJECT = {
    "bad match length",
    "empty colour",
    "lower-case colour",
    "non-numeric score",
    "too many checkers",
    "wrong bar",
}


@pytest.mark.parametrize("row", DISAGREEMENTS, ids=range(1, len(DISAGREEMENTS) + 1))
def test_disagreements_are_read_as_judged(row):
    text, kind = row["ogid"], row["kind"]
    if kind in JUDGED_REJECT:
        for lax in (False, True):
            with pytest.raises(PointboardError):
                ogid.parse(text, lax=lax)
        return
    state = ogid.parse(text, lax=kind == "OGID= label")
    fields = text.removeprefix("OGID=").split(":")
    if kind.startswith("who acts"):
        acts = fields[5] in ("", "C", "IB", "R", "PR", "A", "D")
        assert state.to_act == (Side(fields[4]).other if acts else None)
        assert state.on_roll == (Side(fields[4]) if fields[5] == "D" else state.to_act)
        assert state.last_actor == Side(fields[4])
        assert state.phase == (fields[5] or "C")
    assert state.cube == Cube(Owner(fields[2][0]), int(fields[2][1:-1]), Action(fields[2][-1]))
    written = ogid.format(state).split(":")
    fields[3] = "".join(sorted(fields[3]))
    fields[5] = fields[5] or "C"
    assert written == fields


def test_disagreements_in_detail():
    by_kind = {row["kind"]: row["ogid"] for row in DISAGREEMENTS}
    assert ogid.parse(by_kind["dead cube"]).cube.owner is Owner.DEAD
    assert ogid.parse(by_kind["unknown cube"]).cube.owner is Owner.UNKNOWN
    assert ogid.parse(by_kind["cube exponent 2 digits"]).cube.value == 1024
    assert ogid.parse(by_kind["L modifier"]).length == Length(7, Modifier.LAST)
    assert ogid.parse(by_kind["G modifier"]).length == Length(0, Modifier.GAMES, 5)
    assert ogid.parse(by_kind["nrof 3 explicit"]).off(Side.WHITE) == 0
    assert ogid.parse(by_kind["nrof 3 hypergammon"]).off(Side.WHITE) == 12
    dice = [ogid.parse(row["ogid"]).dice for row in DISAGREEMENTS if row["kind"].startswith("dice order")]
    assert set(dice) == {(1, 3)}
