"""Conversion: every golden row in every direction, the losses by name, and that nothing else is ever lost."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointboard import backgammon
from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.notation import gnubg, ogid, xgid
from pointboard.backgammon.notation.convert import (
    NOTATIONS,
    convert,
    gnubg_to_ogid,
    ogid_to_gnubg,
    ogid_to_xgid,
    xgid_to_ogid,
)
from pointboard.backgammon.notation.normal import LOSSES, losses, normal
from pointboard.backgammon.state import (
    Action,
    Cube,
    Length,
    MatchRules,
    Modifier,
    Owner,
    Phase,
    Score,
    State,
)
from pointboard.errors import LossyConversionError, NotationError, PointboardError, PositionError
from pointboard.testing.backgammon import states

GOLDEN = Path(__file__).parents[2] / "golden" / "backgammon"
ROWS = [json.loads(line) for line in (GOLDEN / "ids.jsonl").read_text(encoding="utf-8").splitlines()]
DISAGREEMENTS = [json.loads(line) for line in (GOLDEN / "disagreements.jsonl").read_text(encoding="utf-8").splitlines()]
BLACK = Side.BLACK
START = "11ccccchhhjjjjj:66666888dddddoo"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
IDS = "4HPwATDgc/ABMA:cInlAAAAAAAE"


# --- golden rows -----------------------------------------------------------------------------------------------------


def expected_losses(row):
    """What an OGID of the golden rows loses: its move id, T, and the phases IB and A."""
    fields = row["ogid"].split(":")
    lost = [
        ("cube_action", fields[2].endswith("T")),
        ("phase", fields[5] in ("A", "IB")),
        ("move_id", fields[9] != "0"),
    ]
    return tuple(name for name, found in lost if found)


def normal_ogid(row):
    """The OGID that comes back: dice in order, R or C or D, no T, move id 0."""
    fields = row["ogid"].split(":")
    fields[2] = fields[2].replace("T", "N")
    fields[3] = "".join(sorted(fields[3]))
    fields[5] = "R" if fields[3] else fields[5].replace("A", "C")
    fields[9] = "0"
    return ":".join(fields)


def jacoby(row):
    fields = row["xgid"].split(":")
    return fields[7] == "1" and fields[8] == "0"


def ids(row):
    return f"{row['gnubg_position_id']}:{row['gnubg_match_id']}"


def max_cube(row):
    return row["xgid"].rpartition(":")[2]


CONVENTIONS = (("xgid", Side.WHITE), ("xgid_identity", Side.BLACK))


def test_every_ogid_into_xgid():
    for row in ROWS:
        rules = MatchRules(jacoby=jacoby(row), max_cube=int(max_cube(row)))
        for name, player_1 in CONVENTIONS:
            wanted = row[name]
            fields = wanted.split(":")
            assert ogid_to_xgid(row["ogid"], rules, player_1=player_1) == wanted
            fields[7] = "0" if fields[8] == "0" else fields[7]
            fields[9] = "10"
            answer = convert(row["ogid"], "xgid", player_1=player_1)
            assert answer.text == ":".join(fields)
            assert answer.losses == expected_losses(row)
            assert (answer.source, answer.target) == ("ogid", "xgid")


def test_every_ogid_into_ids():
    for row in ROWS:
        rules = MatchRules(jacoby=jacoby(row))
        wanted = (row["gnubg_position_id"], row["gnubg_match_id"])
        assert ogid_to_gnubg(row["ogid"], rules) == wanted
        answer = convert(row["ogid"], "gnubg")
        assert answer.losses == expected_losses(row)
        assert answer.text == f"{wanted[0]}:{wanted[1][:-1]}E"
        swapped = ogid_to_gnubg(row["ogid"], rules, player_1=BLACK)
        assert swapped[0] == wanted[0]
        assert gnubg_to_ogid(*swapped, player_1=BLACK) == normal_ogid(row)


def test_every_id_into_ogid():
    for row in ROWS:
        lost = ("jacoby",) if jacoby(row) else ()
        assert gnubg_to_ogid(row["gnubg_position_id"], row["gnubg_match_id"]) == normal_ogid(row)
        answer = convert(ids(row), "ogid")
        assert (answer.source, answer.text, answer.losses) == ("gnubg", normal_ogid(row), lost)
        for name, player_1 in CONVENTIONS:
            assert xgid_to_ogid(row[name], player_1=player_1) == normal_ogid(row)
            answer = convert(row[name], "ogid", player_1=player_1)
            limit = () if max_cube(row) == "10" else ("max_cube",)
            assert (answer.source, answer.text, answer.losses) == ("xgid", normal_ogid(row), (*lost, *limit))


def test_xgid_and_ids_into_each_other():
    for row in ROWS:
        limit = () if max_cube(row) == "10" else ("max_cube",)
        answer = convert(row["xgid"], "gnubg")
        assert (answer.text, answer.losses) == (ids(row), limit)
        answer = convert(ids(row), "xgid")
        wanted = row["xgid"].rpartition(":")[0] + ":10"
        if not row["note"].startswith("real"):
            assert (answer.text, answer.losses) == (wanted, ())
        assert convert(ids(row), "gnubg").text == ids(row)
        assert convert(row["xgid"], "xgid").losses == ()
        assert xgid.parse(convert(row["xgid"], "xgid").text) == xgid.parse(row["xgid"])


def test_the_disagreements_about_ids():
    """The ids that GNU Backgammon itself gave, and the XGIDs beside the OGIDs."""
    checked = 0
    for row in DISAGREEMENTS:
        if row["xgid"] is None:
            continue
        state, from_xgid = ogid.parse(row["ogid"]), xgid.parse(row["xgid"])
        assert from_xgid == xgid.normal_form(state)
        rules = xgid.read(row["xgid"]).rules
        answers = row["answers"]
        if "real" in answers:
            assert gnubg.format_ids(state, rules)[1] == answers["real"]
            checked += 1
        if row["kind"] == "gnubg set gnubgid":
            assert gnubg.format(state, rules) == answers["ours"]
            checked += 1
    assert checked == 40


# --- what is lost ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "back", "lost"),
    [
        ("N0N::W:C:0:0:0:0", "N0N::W:C:0:0:0:0", ()),
        ("N0N::W:PR:0:0:0:0", "N0N::W:C:0:0:0:0", ("phase",)),
        ("W1T::W:A:0:0:0:3", "W1N::W:C:0:0:0:0", ("cube_action", "phase", "move_id")),
        ("W1T:13:W:R:0:0:0:0", "W1N:13:W:R:0:0:0:0", ("cube_action",)),
        ("D2N::W:C:0:0:0:0", "N2N::W:C:0:0:0:0", ("cube_owner",)),
        ("?2O::W:D:0:0:0:0", "N2O::W:D:0:0:0:0", ("cube_owner",)),
        ("N0P::W:G:0:0:0:0", "N0N::W:C:0:0:0:0", ("cube_action", "phase")),
        ("N0N::W:C:0:0:7L:0", "N0N::W:C:0:0:7:0", ("length_modifier",)),
        ("N0N::W:C:0:0:0G5:0", "N0N::W:C:0:0:0:0", ("length_modifier",)),
        ("N0N::W:C:6:0:7C:0", "N0N::W:C:6:0:7C:0", ()),
        ("N0N:13:W:IB:0:0:0:0", "N0N:13:W:R:0:0:0:0", ("phase",)),
        ("N0N::W:IB:0:0:0:0", "N0N::W:C:0:0:0:0", ("phase",)),
        ("N0N::B:RG:0:0:0:0", "N0N::B:C:0:0:0:0", ("phase",)),
    ],
)
def test_losses(text, back, lost):
    for to in ("xgid", "gnubg"):
        answer = convert(f"{START}:{text}", to)
        assert answer.losses == lost
        assert convert(answer.text, "ogid").text == f"{START}:{back}"
        if lost:
            with pytest.raises(LossyConversionError) as error:
                convert(f"{START}:{text}", to, strict=True)
            assert error.value.losses == lost
            title = {"xgid": "XGID (eXtreme Gammon)", "gnubg": "Position ID:Match ID (GNU Backgammon)"}[to]
            assert str(error.value) == f"{title} cannot hold all of the position: {', '.join(lost)}"
        else:
            assert convert(f"{START}:{text}", to, strict=True) == answer


def test_checkers_are_lost():
    for to in ("xgid", "gnubg"):
        answer = convert("123:mno:N0N:12:B:R:0:0:0:0:3", to)
        assert answer.losses == ("checkers",)
        assert convert(answer.text, "ogid").text == "123:mno:N0N:12:B:R:0:0:0:0"


def test_before_the_game():
    """Nobody's turn: the ids have a game state for it, XGID has nothing."""
    assert convert(ogid.START, "gnubg", strict=True).text == "4HPwATDgc/ABMA:MAAAAAAAAAAE"
    assert convert("4HPwATDgc/ABMA:MAAAAAAAAAAE", "ogid", strict=True).text == ogid.START
    with pytest.raises(LossyConversionError) as error:
        convert(ogid.START, "xgid")
    assert error.value.losses == ("phase",)
    with pytest.raises(LossyConversionError) as error:
        convert(ogid.START.replace("::", ":3:"), "gnubg")
    assert error.value.losses == ("dice",)


@pytest.mark.parametrize(
    ("text", "to", "lost"),
    [
        (XGID.replace(":0:7:10", ":3:0:8"), "ogid", ("jacoby", "beavers", "max_cube")),
        (XGID.replace(":0:7:10", ":3:0:8"), "gnubg", ("beavers", "max_cube")),
        (XGID.replace(":0:7:10", ":3:0:8"), "xgid", ()),
        (XGID.removesuffix(":10"), "ogid", ()),
        (XGID.replace(":0:0:1:", ":12:1:1:").replace(":10", ":12"), "ogid", ()),
        (XGID.replace(":0:0:1:", ":12:1:1:").replace(":10", ":13"), "ogid", ("max_cube",)),
        ("4HPwATDgc/ABMA:cAkAAAAAAAAA", "ogid", ("jacoby",)),
        ("4HPwATDgc/ABMA:cAkAAAAAAAAA", "xgid", ()),
        ("4HPwATDgc/ABMA:cEHgAAAAAAAE", "ogid", ("resignation",)),
        ("4HPwATDgc/ABMA:cEHgAAAAAAAE", "xgid", ("resignation", "phase")),
    ],
)
def test_rules_and_resignations(text, to, lost):
    assert convert(text, to).losses == lost
    if lost:
        with pytest.raises(LossyConversionError):
            convert(text, to, strict=True)


def test_what_survives_between_xgid_and_ids():
    text = XGID.replace(":0:7:10", ":3:0:8")
    assert convert(text, "xgid").text == text
    assert convert(convert(text, "gnubg").text, "xgid").text == XGID.replace(":0:7:10", ":1:0:10")


# --- how it is asked for ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "source"),
    [
        (f"{START}:N0N:13:B:R:0:0:7:0", "ogid"),
        (f" OGID={START}:N0N:13:B:R:0:0:7: ", "ogid"),
        (XGID, "xgid"),
        (XGID[5:], "xgid"),
        (IDS, "gnubg"),
        (f"{IDS}:\n", "gnubg"),
    ],
)
def test_the_source_is_recognised(text, source):
    answer = convert(text, "ogid")
    assert answer.source == source
    assert answer.text == f"{START}:N0N:13:B:R:0:0:7:0"
    assert convert(text, "ogid", source) == answer


def test_what_is_wanted_where_nothing_is_recognised():
    with pytest.raises(NotationError) as error:
        convert("hello", "ogid")
    titles = "OGID (OpenGammon), XGID (eXtreme Gammon), Position ID:Match ID (GNU Backgammon)"
    assert error.value.message == f"expected an id: {titles}, found 'h'"


def test_halves_are_recognised():
    assert convert("4HPwATDgc/ABMA", "ogid").text == f"{START}:N0N::B:C:0:0:0:0"
    assert convert("cInlAAAAAAAE", "ogid").text == f"{START}:N0N:13:B:R:0:0:7:0"
    assert convert("cInlAAAAAAAE", "ogid", "gnubg").source == "gnubg"


@pytest.mark.parametrize(
    ("text", "field", "column"),
    [
        ("", "text", 1),
        ("hello", "text", 1),
        ("a:b", "text", 1),
        ("a:b:c", "cube", 5),
        (f"see {XGID}", "prefix", 1),
        (f"see OGID={START}:N0N::W", "prefix", 1),
        (f"{XGID}.", "text", len(XGID) + 1),
        (XGID[5:].replace(":31:", ":3:"), "dice", 34),
        ("xgid=-", "board", 7),
        (f"{START}:N0N::W:X", "phase", 40),
    ],
)
def test_what_nobody_recognises(text, field, column):
    with pytest.raises(NotationError) as error:
        convert(text, "ogid")
    assert (error.value.field, error.value.column) == (field, column)


def test_lax_and_strict_reading():
    with pytest.raises(NotationError):
        convert(f"{IDS}:", "ogid", "gnubg", lax=False)
    with pytest.raises(NotationError):
        convert(XGID[5:], "ogid", lax=False)
    assert ogid_to_xgid(f"OGID={START}:N0N:13:B:R:0:0:7", lax=True) == XGID
    assert ":".join(ogid_to_gnubg(f"OGID={START}:N0N:13:B:R:0:0:7", lax=True)) == IDS
    assert xgid_to_ogid(XGID[5:], lax=True) == gnubg_to_ogid(*IDS.split(":"))
    for call, text in (
        (ogid_to_xgid, f" {START}:N0N:13:B:R"),
        (ogid_to_gnubg, f" {START}:N0N::W"),
        (xgid_to_ogid, XGID[5:]),
    ):
        with pytest.raises(NotationError):
            call(text)


def test_errors_of_the_source():
    with pytest.raises(PositionError):
        convert("::N0N::W", "xgid")
    for options in ({"to": "fen"}, {"to": "ogid", "source": "fen"}):
        with pytest.raises(PointboardError) as error:
            convert(IDS, **options)
        assert str(error.value) == "no notation is called 'fen'; there are: ogid, xgid, gnubg"


def test_the_notations():
    assert list(NOTATIONS) == ["ogid", "xgid", "gnubg"]
    assert [notation.name for notation in NOTATIONS.values()] == list(NOTATIONS)
    state = ogid.parse(f"{START}:N0N:13:B:R:0:0:7:0")
    texts = [NOTATIONS["ogid"].format(state), XGID, IDS]
    for notation, text in zip(NOTATIONS.values(), texts, strict=True):
        assert notation.format(state) == text
        assert notation.parse(text) == state
        assert [other for other in NOTATIONS.values() if other.recognises(text)] == [notation]
    assert NOTATIONS["xgid"].keeps == NOTATIONS["gnubg"].keeps < NOTATIONS["ogid"].keeps
    assert set(LOSSES[:7]) - {"dice"} <= NOTATIONS["ogid"].keeps
    assert backgammon.convert is convert


def test_what_the_notations_say_of_themselves():
    assert [notation.title for notation in NOTATIONS.values()] == [
        "OGID (OpenGammon)", "XGID (eXtreme Gammon)", "Position ID:Match ID (GNU Backgammon)",
    ]  # fmt: skip
    shared = {"board", "cube", "dice", "on_roll", "double", "score", "length", "crawford"}
    assert NOTATIONS["xgid"].keeps == NOTATIONS["gnubg"].keeps == shared
    assert NOTATIONS["ogid"].keeps - shared == {
        "cube_owner", "cube_action", "phase", "length_modifier", "move_id", "checkers",
    }  # fmt: skip


LETTERS = "aA" + 8 * "0"


@pytest.mark.parametrize(
    ("text", "claimed"),
    [
        ("a:b:c", "ogid"),
        ("::", "ogid"),
        ("a:b", None),
        (":", None),
        ("a:b:c XGI", "ogid"),
        ("a:b:c XgId", "xgid"),
        ("XGID", "xgid"),
        (XGID[5:31], "xgid"),
        (f" \t{XGID[5:31]} \n", "xgid"),
        (XGID[5:], "xgid"),
        (f"{XGID[5:31]}a:b:c", "ogid"),
        (XGID[5:30], None),
        (f"{XGID[5:30]}:b:c", "ogid"),
        (f"{XGID[5:30]}Q:b:c", "ogid"),
        (f"{XGID[5:30]}P:b:c", "xgid"),
        (f"{XGID[5:30]}p:b:c", "xgid"),
        (f"{XGID[5:31]} x", None),
        (LETTERS, "gnubg"),
        (f" {LETTERS}\n", "gnubg"),
        (LETTERS[:-1], None),
        (LETTERS.lower(), None),
        (LETTERS.upper(), None),
        (LETTERS + 8 * "/", "gnubg"),
        (LETTERS + 9 * "+", None),
        (f"{LETTERS}:", "gnubg"),
        (f"{LETTERS}:{16 * '9'}", "gnubg"),
        (f"{LETTERS}:{17 * '9'}", None),
        (f"{LETTERS}-", None),
    ],
)
def test_what_a_text_is_meant_to_be(text, claimed):
    assert [name for name, notation in NOTATIONS.items() if notation.claims(text)] == ([claimed] if claimed else [])


# --- laws ------------------------------------------------------------------------------------------------------------

# What a round trip may change, and how the change is named: everything else must come back.
NAMED = {
    "cube_owner": lambda state: state.cube.owner,
    "cube_action": lambda state: state.cube.action,
    "phase": lambda state: state.phase,
    "length_modifier": lambda state: state.length,
    "move_id": lambda state: state.move_id,
    "checkers": lambda state: state.checkers,
}


@given(states(), st.sampled_from(["xgid", "gnubg"]), st.sampled_from(Side))
def test_a_round_trip_loses_what_is_listed_and_nothing_else(state, to, player_1):
    try:
        there = convert(ogid.format(state), to, player_1=player_1)
    except LossyConversionError as error:
        known = {
            "cube": state.cube.exponent > 12,
            "score": max(state.score) > 32767,
            "length": state.length.points > 64,
            "phase": state.phase is Phase.OPENING,
            "dice": len(state.dice) == 1,
        }
        assert all(known[name] for name in error.losses)
        return
    back = ogid.parse(convert(there.text, "ogid", player_1=player_1, strict=True).text)
    assert tuple(name for name, part in NAMED.items() if part(state) != part(back)) == there.losses
    assert back.board == state.board
    assert (back.dice, back.last_actor, back.score) == (state.dice, state.last_actor, state.score)
    assert (back.cube.exponent, back.length.points, back.crawford) == (
        state.cube.exponent, state.length.points, state.crawford,
    )  # fmt: skip
    assert back.status() == ()
    assert convert(there.text, to, player_1=player_1, strict=True).text == there.text


@given(states())
def test_ogid_loses_nothing(state):
    text = ogid.format(state)
    assert convert(text, "ogid", strict=True).text == text


@given(states())
def test_the_normal_form_commutes_with_the_mirror(state):
    assert normal(state.mirror()) == normal(state).mirror()
    assert losses(state, normal(state)) == losses(state.mirror(), normal(state.mirror()))
    assert losses(state, state) == ()
    assert set(losses(state, normal(state))) <= set(LOSSES)


def test_the_names():
    assert LOSSES == (
        "cube_owner", "cube_action", "dice", "phase", "length_modifier", "move_id", "checkers",
        "jacoby", "beavers", "max_cube", "resignation",
    )  # fmt: skip


def test_each_loss_by_its_name():
    state = State(Board.of({1: 1}, {24: 1}))
    for name, changed in (
        ("cube_owner", state._replace(cube=Cube(Owner.DEAD))),
        ("cube_action", state._replace(cube=Cube(action=Action.TAKEN))),
        ("dice", state._replace(dice=(3,))),
        ("phase", state._replace(phase=Phase.ROLLING)),
        ("length_modifier", state._replace(length=Length(0, Modifier.LAST))),
        ("move_id", state._replace(move_id=1)),
        ("checkers", state._replace(checkers=14)),
    ):
        assert losses(changed, state) == losses(state, changed) == (name,)
    assert losses(state, state._replace(score=Score(1, 1))) == ()
