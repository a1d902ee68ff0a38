"""The verbs about records on matches of backgammon: every format is found out, binary ones too."""

import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "golden" / "backgammon" / "records"
GAME = ("--game", "backgammon")


@pytest.mark.parametrize(
    ("name", "form"),
    [("selfplay7b.mat", "mat"), ("selfplay7b.sgf", "sgf"), ("bgsage3.xg", "xg"), ("gammonview3.ogxm", "ogxm")],
)
def test_every_format_is_found_out(cli, name, form):
    run = cli("record", "check", *GAME, FOLDER / name)
    assert run.code == 0
    assert len(run.lines) == 3
    assert run.lines[1].startswith(f"ok {form} {FOLDER / name}, game 2: ")
    assert cli("record", "check", *GAME, "--from", form, FOLDER / name).out == run.out


@pytest.mark.parametrize("name", ["selfplay7b.mat", "selfplay7b.sgf", "bgsage3.xg", "gammonview3.ogxm"])
def test_the_game_is_found_out_too(cli, name):
    run = cli("record", "check", FOLDER / name)
    assert run.out == cli("record", "check", *GAME, FOLDER / name).out != ""
    assert cli("record", "replay", "--from", Path(name).suffix[1:], FOLDER / name).code == 0


def test_the_game_of_a_record_that_is_bad(cli, tmp_path):
    """By the plies that can be read, then by the name of the file and by what only one format looks like."""
    bad = tmp_path / "bad.mat"
    bad.write_text(" 3 point match\n\n Game 1\n A : 0    B : 0\n  1) 71: 8/5 6/5    42: 8/4 6/4\n")
    said = "line 5, column 6, game 1, ply 1, 71: 8/5 6/5: "
    assert cli("record", "check", bad).err.startswith(f"{bad}: {said}")
    assert cli("record", "check", "-", stdin=bad.read_text()).err.startswith(f"standard input: {said}")
    named = tmp_path / "hello.MAT"
    named.write_text("hello")
    assert "expected the length of the match" in cli("record", "check", named).err
    plies = tmp_path / "third.txt"
    plies.write_text(" 3 point match\n\n Game 1\n A : 0    B : 0\n  1) 31: 8/5 6/5    42: 8/4 6/4\n  2) 66: 8/2\n")
    assert "game 1, ply 3, 66: 8/2" in cli("record", "check", plies).err
    assert cli("record", "check", "-", stdin='{"schema": "pointboard-backgammon-match"').err.startswith(
        "standard input: text, line 1, column 41: expected JSON"
    )


def test_where_no_game_fits_the_first_is_meant(cli, tmp_path):
    strange = tmp_path / "strange"
    strange.write_bytes(b"\xff\xfe\x00")
    assert cli("record", "check", strange).err == f"{strange}: line 1 is no UTF-8 text\n"
    strange.write_text("1. G22 Bx1133")
    assert cli("record", "check", strange).out == f"ok pgn {strange}: 2 plies, not over\n"
    assert cli("record", "check", "--from", "log", strange).err.startswith(f"{strange}: ")


def test_games_are_shown(cli):
    run = cli("record", "show", *GAME, FOLDER / "resigned.sgf")
    assert run.lines[:8] == [
        "White: gnubg", "Black: root", "Date: 2026-11-30", "Length: 5", "Game: 1", "Score: 0-0", "   1 B 54:",
        "   2 B resign backgammon",
    ]  # fmt: skip
    assert run.lines[-1] == "white wins: a backgammon, resigned, 3 points"
    answer = json.loads(cli("record", "show", "--json", *GAME, FOLDER / "resigned.sgf").out)
    assert [move["move"] for move in answer["moves"]] == ["54:", "resign backgammon"]
    assert (answer["result"], answer["outcome"]["winner"]) == ("W+3", "W")


def test_games_are_replayed(cli):
    run = cli("record", "replay", *GAME, FOLDER / "resigned.mat")
    assert [line.split("\t")[:2] for line in run.lines] == [["0", "-"], ["1", "54:"], ["2", "resign backgammon"]]
    assert run.lines[-1].endswith("N0N::B:RG:0:0:5:0")


def test_matches_are_converted(cli, tmp_path):
    assert cli("record", "convert", *GAME, FOLDER / "selfplay7b.mat", "-o", tmp_path / "a.ogxm").code == 0
    run = cli("record", "convert", *GAME, tmp_path / "a.ogxm", "--to", "mat")
    assert run.out.startswith('; [EventDate "2026.11.30"]\n\n 7 point match\n')
    assert run.err == ""
    run = cli("record", "convert", *GAME, FOLDER / "analysed3.sgf", "--to", "mat")
    assert run.err == "mat loses: analysis, foreign\n"
    run = cli("record", "convert", *GAME, FOLDER / "analysed3.sgf", "-o", tmp_path / "a.xg")
    assert (run.code, run.err) == (1, "XG's match files are read only\n")


def test_errors_stand_at_their_place(cli, tmp_path):
    path = tmp_path / "bad.mat"
    path.write_text(" 5 point match\n\n Game 1\n A : 0   B : 0\n  1) 31: 8/5 6/5   42: 8/4 6/3\n", encoding="utf-8")
    run = cli("record", "check", *GAME, path)
    assert run.code == 1
    assert run.err.splitlines() == [
        f"{path}: line 5, column 20, game 1, ply 2, 42: 8/4 6/3: no die is left that brings a checker from 6 to 3",
        "    1) 31: 8/5 6/5   42: 8/4 6/3",
        "                     ^",
        "  1 ply before it can be read",
    ]
    (tmp_path / "bad.xg").write_bytes(b"RGMH")
    run = cli("record", "check", *GAME, tmp_path / "bad.xg")
    assert run.err.splitlines() == [
        f"{tmp_path}/bad.xg: xg, line 1, column 5: expected the header, found the end",
        "  0 plies before it can be read",
    ]
    (tmp_path / "big.xg").write_bytes(b"RGMH" + bytes(50_000_000))
    run = cli("record", "check", *GAME, tmp_path / "big.xg")
    assert run.err.startswith(f"{tmp_path}/big.xg: file, line 1, column 1: expected at most 50,000,000 bytes")
