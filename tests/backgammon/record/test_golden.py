"""Real files of other programs: what is in them, and every format's way there and back."""

import json as plain
import re
from pathlib import Path

import pytest

from pointboard.backgammon import record
from pointboard.backgammon.board import Side, Variant
from pointboard.backgammon.match import Reason
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.record import FORMATS, Headers, json, mat, ogxm, replayed, sgf, xg
from pointboard.backgammon.record.ogxm import from_document
from pointboard.backgammon.rules import Size
from pointboard.backgammon.turns import Forfeit, Marker, SetPosition
from pointboard.errors import LossyConversionError

FOLDER = Path(__file__).parents[2] / "golden" / "backgammon" / "records"
FILES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.*") if path.suffix != ".md")
SELFPLAY = ("selfplay7", "selfplay7b", "analysed3")
SPECIAL = [plain.loads(line) for line in (FOLDER.parent / "replay_special.jsonl").read_text("utf-8").splitlines()]
WRITERS = {"mat": mat, "sgf": sgf, "json": json, "ogxm": ogxm}


def course(match):
    """What happened, and every position."""
    return [(type(ply.event), ply.side, ply.before, ply.after) for _, _, ply in match.plies()]


def skeleton(text):
    """A text without the steps of its plays: other programs write them in the order in which they were made."""
    return re.sub(r"(;[BW]\[[1-6]{2})(?:[a-z]{2})*\]", r"\1]", re.sub(r" [0-9]+/[0-9]+\*?| +(?=\n)", "", text))


def test_the_files_are_all_there():
    assert len(FILES) == 16
    assert sum((FOLDER / name).stat().st_size for name in FILES) < 300_000


LESS = {
    "analysis",
    "foreign",
    "headers",
    "annotator",
    "ratings",
    "comments",
    "player names",
    "max cube",
    "unplayed roll",
}


@pytest.mark.parametrize("name", [name for name in FILES if name not in {"selfplay7.mat", "selfplay.ogxms"}])
def test_every_format_keeps_what_it_does_not_name_as_lost(golden, name):
    for match in golden(name):
        assert replayed(match).match() == match
        for form in ("mat", "sgf", "json"):
            module = WRITERS[form]
            back = module.parse(module.format(match))
            if not module.losses(match):
                assert back == match, form
            if set(module.losses(match)) <= LESS:
                assert course(back) == course(match), form
            assert module.parse(module.format(back)) == back, form


def test_ogxm_keeps_what_it_does_not_name_as_lost(golden):
    matches = [
        match for name in FILES for match in golden(name) if name != "gammonview3.ogxm" and "resigned." not in name
    ]
    backs = [read.checked() for read in ogxm.read_all(ogxm.format_all(matches))]
    assert len(backs) == len(matches) == 15
    assert [read.checked() for read in ogxm.read_all(ogxm.format_all(backs))] == backs
    for match, back in zip(matches, backs, strict=True):
        if not ogxm.losses(match):
            assert back == match
        if "unplayed roll" not in ogxm.losses(match):
            assert course(back) == course(match)
    assert sum(not ogxm.losses(match) for match in matches) > 4
    [resigned] = golden("resigned.sgf")
    with pytest.raises(LossyConversionError, match="resignation before the first play"):
        ogxm.format(resigned)


@pytest.mark.parametrize("name", SELFPLAY)
def test_gnu_backgammons_own_files_agree_and_are_written_as_they_were(folder, golden, name):
    text = (folder / f"{name}.sgf").read_text("utf-8")
    [one], [other] = golden(f"{name}.mat"), golden(f"{name}.sgf")
    assert course(one) == course(other)
    assert skeleton(sgf.format(other)) == skeleton(text)
    written = skeleton((folder / f"{name}.mat").read_text("utf-8")).split()
    assert skeleton(mat.format(one).replace(" and the match", "")).split() == written


def test_the_first_match(golden):
    [match] = golden("selfplay7.mat")
    assert (match.headers, match.score, match.winner) == (
        Headers(white="gnubg", black="root", date="2026-11-30", length=7), (4, 7), Side.BLACK,
    )  # fmt: skip
    ends = [(game.ended.winner, game.ended.size, game.ended.reason, match.won(game)) for game in match.games]
    assert ends == [
        (Side.BLACK, Size.SINGLE, Reason.RESIGNED, 2),
        (Side.BLACK, Size.SINGLE, Reason.BORNE_OFF, 4),
        (Side.WHITE, Size.SINGLE, Reason.RESIGNED, 1),
        (Side.WHITE, Size.SINGLE, Reason.RESIGNED, 2),
        (Side.WHITE, Size.SINGLE, Reason.PASSED, 1),
        (Side.BLACK, Size.SINGLE, Reason.BORNE_OFF, 2),
    ]
    assert [game.start.crawford for game in match.games] == [False, False, True, False, False, False]
    assert [game.start.score for game in match.games] == [(0, 0), (0, 2), (0, 6), (1, 6), (3, 6), (4, 6)]


def test_the_results_of_a_money_session_tell_its_jacoby_rule(golden, folder):
    [with_it], [without] = golden("jacoby.mat"), golden("imported.sgf")
    told = [
        (match.headers.jacoby, [(game.ended.size, match.won(game), game.start.score) for game in match.games])
        for match in (with_it, without)
    ]
    assert told == [
        (True, [(1, 1, (0, 0)), (3, 1, (0, 1)), (1, 4, (0, 2)), (1, 1, (0, 6))]),
        (False, [(2, 2, (0, 0)), (1, 1, (0, 2))]),
    ]
    assert mat.read((folder / "jacoby.mat").read_text("utf-8")).losses == ()
    assert sgf.read((folder / "imported.sgf").read_text("utf-8")).losses == ("jacoby",)


def test_gnu_backgammons_analysis(golden):
    [match] = golden("analysed3.sgf")
    plies = [ply for _, _, ply in match.plies()]
    analysed = [ply for ply in plies if ply.analysis and ply.analysis.plays]
    assert len(analysed) > 60
    for ply in analysed:
        assert (ply.analysis.engine, ply.analysis.level) in {
            ("GNU Backgammon", "2-ply cubeful"),
            ("GNU Backgammon", "0-ply cubeful"),
            ("GNU Backgammon", ""),
        }
        assert all(play.chances is None or play.chances.status() == () for play in ply.analysis.plays)
        for play in ply.analysis.plays:
            assert play.played is (play.play == ply.text.partition(": ")[2])
    cube = next(ply.analysis.cube for ply in plies if str(ply.event) == "double")
    assert (cube.unit, cube.level, cube.double_pass) == ("mwc", "0-ply cubeful", None)
    assert 0 < cube.no_double < cube.double_take < 1


def test_xgs_file_by_another_writer(golden):
    [match], [known] = golden("bgsage3.xg"), golden("analysed3.sgf")
    assert course(match) == course(known)
    assert match.headers == Headers(
        white="Ann Åberg", black="Bo Li", event="Open", place="Reykjavík", date="2025-12-09", length=3, max_cube=10
    )
    for ply, other in zip(match.plies(), known.plies(), strict=True):
        about, theirs = ply[2].analysis, other[2].analysis
        if about is None or not about.plays:
            continue
        shown = [play for play in theirs.plays if play.chances]
        assert [play.play for play in about.plays][: len(shown)] == [play.play for play in shown]
        equities = [play.equity for play in about.plays][: len(shown)]
        assert equities == pytest.approx([play.equity for play in shown], abs=1e-5)
        assert about.luck == pytest.approx(theirs.luck, abs=1e-5)
        assert (about.engine, about.level) == ("eXtreme Gammon", "1-ply")
    doubles = [ply.analysis for _, _, ply in match.plies() if str(ply.event) in {"double", "pass"}]
    assert {
        (about.level, about.cube.no_double, about.cube.double_take, about.cube.double_pass) for about in doubles
    } == {("XG Roller+", 0.62, 0.81, 1.0)}


def test_a_stream_holds_several_matches(folder, golden):
    matches = golden("selfplay.ogxms")
    assert [course(match) for match in matches] == [course(golden(f"{name}.sgf")[0]) for name in SELFPLAY[:2]]
    written = ogxm.format_all(matches)
    assert [read.checked() for read in ogxm.read_all(written)] == matches
    assert written == (folder / "selfplay.ogxms").read_bytes()


def test_gammonviews_file_by_its_writer(golden):
    [match], [known] = golden("gammonview3.ogxm"), golden("analysed3.mat")
    boards = [
        [(ply.side, ply.before.board, ply.after) for _, _, ply in one.plies() if not isinstance(ply.event, Marker)]
        for one in (match, known)
    ]
    boards = [[(side, board, after.board, after.cube) for side, board, after in rows] for rows in boards]
    assert boards[0] == boards[1]  # gammonview knows no Crawford game here
    analysed = [ply.analysis for _, _, ply in match.plies() if ply.analysis]
    assert {(about.engine, about.level, about.unit) for about in analysed} == {("gnubg", "1ply", "mwc")}
    cube = next(about.cube for about in analysed if about.cube)
    assert (cube.no_double, cube.double_take, cube.double_pass) == (0.561671, 0.580571, 0.59947)
    back = ogxm.parse(ogxm.format(match))  # the codec gives the analysis another id, since a resignation has come
    assert course(back) == course(match)
    assert [ply.analysis for _, _, ply in back.plies()] == [ply.analysis for _, _, ply in match.plies()]


def test_dialects(golden):
    [server] = golden("dialects/server.mat")
    assert server.headers == Headers(
        white="Ann de Vries", black="Bo: the second", event="Friendly", place="A server", date="2026-11-29", round="2",
        white_rating="1712.40/120", length=3, max_cube=10, extra=(("Match ID", "12345"), ("EventTime", "21.15")),
    )  # fmt: skip
    assert [[f"{ply.side} {ply.text}" for ply in game.plies] for game in server.games] == [
        ["B 61: 13/7 8/7", "W 41: 24/23 13/9", "B 66: 24/18(2) 13/7(2)", "W 55: 13/3(2)", "B double", "W pass"],
        ["W 52: 24/22 13/8", "B 64: 24/14", "W double", "B take", "W 31: 8/5 6/5", "B resign single"],
        ["B 31: 8/5 6/5", "W 63: 24/15", "W resign gammon"],
    ]
    assert server.score == (2, 3)
    [tabs] = golden("dialects/tabs.mat")
    assert [f"{ply.side} {ply.text}" for ply in tabs.games[0].plies] == [
        "W 31: 8/5 6/5", "B 42: 8/4 6/4", "W 64: 24/18 13/9", "B resign match",
    ]  # fmt: skip
    first, second = golden("dialects/two.mat")
    assert [f"{ply.side} {ply.text}" for ply in first.games[0].plies] == [
        "W 43: 24/20 13/10", "B 11: 8/7(2) 6/5*(2)", "W 55: Cannot move", "B double", "W take", "B 62: 24/18 13/11",
        "W 66: Cannot move", "B 41:", "B resign gammon",
    ]  # fmt: skip
    assert (first.headers.white, first.headers.length, second.headers.white, second.headers.length) == (
        "Ann",
        0,
        "Bo",
        5,
    )


def test_a_roll_and_then_a_resignation(golden):
    [match] = golden("resigned.sgf")
    assert [ply.text for ply in match.games[0].plies] == ["54:", "resign backgammon"]
    assert [ogid.format(ply.after).split(":", 2)[2] for ply in match.games[0].plies] == [
        "N0N:45:W:IB:0:0:5:0", "N0N::B:RG:0:0:5:0",
    ]  # fmt: skip
    assert match.score == (3, 0)
    [text] = golden("resigned.mat")
    assert (text.score, text.games[0].plies[0].side) == (
        (3, 0),
        Side.WHITE,
    )  # the roll stands in the wrong column there


@pytest.mark.parametrize("row", SPECIAL, ids=lambda row: row["name"])
def test_what_the_reference_codec_plays(row):
    """Its documents are read with its own positions, and survive our forms."""
    doc = row["doc"]
    read = from_document(doc)
    assert read.error is None
    match = read.match
    variant = Variant(doc["variant"])
    for (_, _, ply), known in zip(match.plies(), [ply for game in doc["games"] for ply in game["plies"]], strict=True):
        if isinstance(ply.event, Marker | SetPosition | Forfeit) or known["action_id"] in {27, 28}:
            continue  # the codec writes these ids out of turn
        short = (lambda text: text.removesuffix(":3")) if variant is Variant.HYPERGAMMON else str
        assert (short(ogid.format(ply.before)), short(ogid.format(ply.after))) == (
            known["ogid_before"],
            known["ogid_after"],
        )
    assert json.parse(json.format(match)) == match
    try:
        text = sgf.format(match)
    except LossyConversionError as error:
        assert error.losses == ("variant",)
        return
    if not set(sgf.losses(match)) & {"markers", "forfeit", "resigned match", "last game"}:
        assert course(sgf.parse(text)) == course(match)


def test_the_reference_codec_packs_what_it_plays():
    matches = [from_document(row["doc"]).checked() for row in SPECIAL]
    assert [read.checked() for read in ogxm.read_all(ogxm.format_all(matches))] == matches


def test_the_formats_by_name():
    assert [(kind.name, kind.binary) for kind in FORMATS.values()] == [
        ("mat", False), ("sgf", False), ("json", False), ("ogxm", True), ("xg", True),
    ]  # fmt: skip
    assert {module.__name__.rpartition(".")[2] for module in (*WRITERS.values(), xg)} == set(FORMATS)
    assert set(record.SUFFIXES.values()) == set(FORMATS)
