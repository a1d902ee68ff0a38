"""The verbs about whole games: record show, check, replay, convert."""

import json

import pytest

from pointboard import games
from pointboard.baghchal.record.formats import FORMATS

PGN = """[Goats "Sita"]

{A short one.} 1. G22 {[%clk 0:04:58] Asking for it.} Bx1133! 2. G13
"""
LOG = """TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #
TXXXT/XGXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB2 #g1
XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @19 c1 mA1C3(B2) #t1
"""
LAST = "XXGXT/XXXXX/XXTXX/XXXXX/TXXXT t @18 c1 mC1 #g2"
BAD = "1. G22 Bx1133\n2. G33 B1122\n"


@pytest.fixture
def pgn(tmp_path):
    path = tmp_path / "game.pgn"
    path.write_text(PGN)
    return path


@pytest.fixture
def bad(tmp_path):
    path = tmp_path / "bad.pgn"
    path.write_text(BAD)
    return path


def test_show(cli, pgn):
    run = cli("record", "show", pgn)
    assert (run.code, run.err) == (0, "")
    assert run.lines[:5] == [
        "Goats: Sita",
        "A short one.",
        "   1 g mB2  0:04:58  Asking for it.",
        "   2 t mA1C3(B2)  !",
        "   3 g mC1",
    ]
    assert run.lines[6] == "1  ·───·──[G]──·───T  1"
    assert run.lines[-2:] == [LAST, "not over"]


def test_show_at_a_ply(cli, pgn):
    assert cli("record", "show", pgn, "--at", 1).lines[-2] == "TXXXT/XGXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB2 #g1"
    assert cli("record", "show", pgn, "--at", 0).lines[-2] == "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"
    run = cli("record", "show", pgn, "--at", 4)
    assert run.code == 2
    assert "--at 4: " in run.err
    assert "has 3 plies" in run.err


def test_signs_that_would_steer_a_terminal_are_blanks(cli):
    run = cli("record", "show", "-", stdin='[Goats "a\x1b[31m"]\n{b\x07} 1. G22 {c\x9b d}')
    assert run.lines[:3] == ["Goats: a [31m", "b ", "   1 g mB2  c  d"]


def test_the_end_of_a_game_in_words(cli, tmp_path):
    assert cli("record", "check", "-", stdin='[Result "1-0"]\n1. G22 # 1-0').lines == [
        "ok pgn standard input: 1 ply, result 1-0 declared"
    ]
    log = tmp_path / "over.log"
    log.write_text("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @15 c5 - #\n")
    assert cli("record", "check", log).lines == [f"ok log {log}: 0 plies, tiger wins: five captures"]


def test_check_finds_the_format_out(cli, pgn, tmp_path):
    log, js = tmp_path / "a.txt", tmp_path / "b.txt"
    log.write_text("\ufeff" + LOG, encoding="utf-8")
    assert cli("record", "convert", pgn, "--to", "json", "-o", js).code == 0
    run = cli("record", "check", pgn, log, js)
    assert run.lines == [
        f"ok pgn {pgn}: 3 plies, not over",
        f"ok log {log}: 2 plies, not over",
        f"ok json {js}: 3 plies, not over",
    ]
    assert cli("record", "check", log, "--from", "log").code == 0
    assert cli("record", "check", log, "--from", "json").code == 1


def test_check_tells_the_first_illegal_move_and_goes_on(cli, bad, pgn):
    run = cli("record", "check", bad, pgn)
    assert run.code == 1
    assert run.lines == [f"ok pgn {pgn}: 3 plies, not over"]
    assert run.err == (
        f"{bad}: line 2, column 4, ply 3 (goats' move 2), G33: C3 is not empty\n"
        "  2. G33 B1122\n     ^\n"
        "  2 plies before it can be read\n"
    )


def test_what_comes_before_an_error_is_kept(cli, bad):
    run = cli("record", "replay", bad)
    assert run.code == 1
    assert run.lines == [
        "0\t-\tTXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #",
        "1\tmB2\tTXXXT/XGXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB2 #g1",
        "2\tmA1C3(B2)\tXXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @19 c1 mA1C3(B2) #t1",
    ]
    assert cli("record", "show", bad).lines[-2] == "XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @19 c1 mA1C3(B2) #t1"


def test_replay_draws_boards(cli, pgn):
    run = cli("record", "replay", pgn, "--board")
    game = games.get("baghchal")
    assert run.out.count("Turn: ") == 4
    assert run.out.endswith(f"3\tmC1\t{LAST}\n" + game.render_text(game.main_notation.parse(LAST)))


def test_several_games_in_a_file(cli):
    run = cli("record", "check", "-", stdin='[Round "1"]\n1. G22 # 1-0\n\n[Round "2"]\n1. G11 # 1-0\n')
    assert run.code == 1
    assert run.lines == ["ok pgn standard input: 1 ply, result 1-0 declared"]
    assert run.err.startswith("standard input, game 2: line 5, column 4, ply 1 (goats' move 1), G11: A1 is not empty\n")
    two = '[Round "1"]\n1. G22 # *\n\n[Round "2"]\n1. G33 # *\n'
    assert cli("record", "convert", "-", "--to", "pgn", stdin=two).out.count("[Round") == 2
    run = cli("record", "convert", "-", "--to", "log", stdin=two)
    assert (run.code, run.out, run.err) == (1, "", "a log holds one game, and there are 2\n")
    assert cli("record", "convert", "-", "--to", "json", stdin=two).err == "JSON holds one game, and there are 2\n"


@pytest.mark.parametrize("text", ["", " \r\n\n", "\ufeff", "\ufeff\n"])
@pytest.mark.parametrize("source", [None, "pgn", "json", "log"])
@pytest.mark.parametrize("verb", ["show", "check", "replay", "convert"])
def test_an_empty_text_is_no_record(cli, text, source, verb):
    extra = ([] if source is None else ["--from", source]) + (["--to", "pgn"] if verb == "convert" else [])
    run = cli("record", verb, "-", *extra, stdin=text)
    assert (run.code, run.out) == (1, "")
    assert run.err == "standard input: expected a game record, found an empty text\n"


def test_an_empty_file_is_no_record_and_the_next_is_read(cli, pgn, tmp_path):
    path = tmp_path / "empty.json"
    path.touch()
    run = cli("record", "check", path, pgn)
    assert (run.code, run.lines) == (1, [f"ok pgn {pgn}: 3 plies, not over"])
    assert run.err == f"{path}: expected a game record, found an empty text\n"


def test_headers_alone_are_a_game_without_moves(cli):
    run = cli("record", "check", "-", stdin='[Goats "Sita"]\n')
    assert (run.code, run.lines) == (0, ["ok pgn standard input: 0 plies, not over"])


def test_json(cli, pgn, bad):
    run = cli("record", "show", "--json", pgn, bad)
    assert run.code == 1
    good, broken = map(json.loads, run.lines)
    assert good["headers"] == {"Goats": "Sita"}
    assert (good["game"], good["format"], good["comment"], good["error"]) == ("baghchal", "pgn", "A short one.", None)
    assert good["moves"][0] == {
        "move": "mB2",
        "position": "TXXXT/XGXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB2 #g1",
        "comment": "Asking for it.",
        "clock": "0:04:58",
        "mark": None,
    }
    assert good["moves"][1]["mark"] == "!"
    assert good["moves"][-1]["position"] == LAST
    assert len(broken["moves"]) == 2
    assert broken["error"] == {
        "error": "illegal_move",
        "field": "move",
        "line": 2,
        "column": 4,
        "ply": 3,
        "move": "G33",
        "message": "C3 is not empty",
    }
    assert cli("record", "check", "--json", pgn).out == cli("record", "replay", "--json", pgn).out
    over = json.loads(cli("record", "show", "--json", "-", stdin="TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @15 c5 - #").out)
    assert (over["result"], over["outcome"]) == ("0-1", {"winner": "t", "reason": "five captures"})


def test_convert_goes_round(cli, pgn, tmp_path):
    log = tmp_path / "game.log"
    assert cli("record", "convert", pgn, "-o", log).code == 0
    assert log.read_text().splitlines()[0] == '# [Goats "Sita"]'
    js = tmp_path / "game.json"
    assert cli("record", "convert", log, "--output", js).code == 0
    run = cli("record", "convert", js, "--to", "pgn")
    assert run.code == 0
    assert run.out.split() == cli("record", "convert", pgn, "--to", "pgn").out.split()
    assert "1. G22 {[%clk 0:04:58] Asking for it.} Bx1133! 2. G13" in run.out
    assert run.out.endswith("\n")


def test_convert_does_not_replace_a_file_unasked(cli, pgn, tmp_path):
    path = tmp_path / "out.json"
    path.write_text("mine")
    run = cli("record", "convert", pgn, "-o", path)
    assert (run.code, run.err) == (2, f"pointboard: {path} is there already; --force replaces it\n")
    assert path.read_text() == "mine"
    assert cli("record", "convert", pgn, "-o", path, "--force").code == 0
    assert json.loads(path.read_text())["version"] == 1
    assert sorted(p.name for p in tmp_path.iterdir()) == ["game.pgn", "out.json"]


def test_convert_of_a_bad_record(cli, bad, tmp_path):
    path = tmp_path / "out.log"
    run = cli("record", "convert", bad, "-o", path)
    assert run.code == 1
    assert not path.exists()
    run = cli("record", "convert", bad, "-o", path, "--partial")
    assert run.code == 1
    assert path.read_text() == LOG


def test_usage_errors(cli, pgn, tmp_path):
    run = cli("record", "convert", pgn)
    assert run.code == 2
    assert "--to is needed: one of json, log, pgn" in run.err
    run = cli("record", "convert", pgn, "--to", "sgf")
    assert run.code == 2
    assert "no record format is called 'sgf'; there are: json, log, pgn" in run.err
    assert cli("record", "show", pgn, "--game", "baghchal", "--from", "sgf").code == 2
    run = cli("record", "show", pgn, "--repetition", "fivefold")
    assert run.code == 2
    assert "no repetition policy is called 'fivefold'; there are: threefold, none, superko" in run.err
    run = cli("record", "show", tmp_path / "none.pgn")
    assert (run.code, run.err) == (2, f"pointboard: {tmp_path / 'none.pgn'}: No such file or directory\n")
    assert cli("record", "show").code == 2


def test_bytes_that_are_no_text(cli, pgn, tmp_path):
    path = tmp_path / "latin.pgn"
    path.write_bytes(b"1. G22\n{caf\xe9}\n")
    run = cli("record", "check", path, pgn)
    assert run.code == 1
    assert run.err == f"{path}: line 2 is no UTF-8 text\n"
    assert run.lines == [f"ok pgn {pgn}: 3 plies, not over"]
    run = cli("record", "convert", path, "--to", "log")
    assert (run.code, run.out) == (1, "")


def test_half_a_letter(cli):
    text = '{"schema": "pointboard-baghchal-record", "version": 1, "comment": "\\ud800", "plies": []}'
    assert '"comment":"\\ud800"' in cli("record", "show", "--json", "-", stdin=text).out
    run = cli("record", "convert", "-", "--to", "pgn", stdin=text)
    assert (run.code, run.out, run.err) == (1, "", "expected text that UTF-8 can hold, found '\\ud800'\n")


def test_other_ends_of_file_names(cli, pgn, tmp_path):
    assert cli("record", "convert", pgn, "-o", tmp_path / "a.OBX").code == 0
    assert cli("record", "check", tmp_path / "a.OBX").lines[0].startswith("ok log ")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"schema": 1}', "json"),
        (' {\n "schema" : 1}', "json"),
        ("{}", "json"),
        ('{"A fine game", they said} 1. G22', "pgn"),
        ("# a comment\n\n txxxt/xxxxx/xxxxx/xxxxx/txxxt_g_@20_c0", "log"),
        ('[Start "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"]', "pgn"),
        ("", "pgn"),
        ("# 1-0", "pgn"),
    ],
)
def test_what_a_format_looks_like(text, kind):
    assert next(known.name for known in FORMATS.values() if known.recognises(text)) == kind


MAT = " 3 point match\n\n Game 1\n Ann : 0    Bo : 0\n  1) 31: 8/5 6/5    42: 8/4 6/4\n"


@pytest.fixture
def mat(tmp_path):
    path = tmp_path / "match.mat"
    path.write_text(MAT)
    return path


def test_each_file_says_which_game_it_is_of(cli, pgn, mat):
    for first, second in ((pgn, mat), (mat, pgn)):
        apart = [cli("record", "check", path).out for path in (first, second)]
        assert cli("record", "check", first, second).out == "".join(apart)
    run = cli("record", "replay", mat, pgn)
    assert (run.code, run.lines[2].split("\t")[1], run.lines[-1]) == (0, "42: 8/4 6/4", f"3\tmC1\t{LAST}")
    answers = [json.loads(line) for line in cli("record", "show", "--json", pgn, mat).lines]
    assert [(answer["game"], answer["format"]) for answer in answers] == [("baghchal", "pgn"), ("backgammon", "mat")]
    assert cli("record", "show", mat, pgn).lines[-1] == "not over"
    run = cli("record", "check", "--game", "baghchal", pgn, mat)
    assert (run.code, run.out) == (1, f"ok pgn {pgn}: 3 plies, not over\n")


def test_an_option_that_the_game_of_a_later_file_does_not_know(cli, pgn, mat):
    run = cli("record", "check", "--repetition", "superko", pgn, mat)
    assert (run.code, run.out) == (2, f"ok pgn {pgn}: 3 plies, not over\n")
    assert "no repetition policy is called 'superko'; there are: none" in run.err


def test_a_position_in_a_comment_makes_no_log(cli, tmp_path):
    path = tmp_path / "game.pgn"
    path.write_text("1. G22 Bx1133 {from\nTXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #\non}")
    assert cli("record", "check", path).out == f"ok pgn {path}: 2 plies, not over\n"


def test_the_name_says_what_a_file_is_that_looks_like_nothing(cli, tmp_path):
    path = tmp_path / "list.json"
    path.write_text("[1")
    run = cli("record", "check", path)
    assert (run.code, run.out) == (1, "")
    assert "expected JSON" in run.err


def test_lines_that_end_with_cr(cli, tmp_path):
    """As in files of old systems; a line with one in its middle ended the program."""
    path = tmp_path / "old.mat"
    path.write_bytes(MAT.replace("\n", "\r").encode() + b"  2) 66: 8/2   11: 6/x\r")
    run = cli("record", "check", path)
    assert run.err.startswith(f"{path}: line 6, column 6, game 1, ply 3, 66: 8/2: ")
    assert run.err.split("\n")[1] == "    2) 66: 8/2   11: 6/x"
    path.write_bytes(MAT.replace("    42", "\r42").encode() + b"  2) 66: 8/2")
    assert cli("record", "check", path).err.startswith(f"{path}: line 7, column 6, game 1, ply 3, 66: 8/2: ")
    path = tmp_path / "old.log"
    path.write_bytes(LOG.replace("\n", "\r").encode() + b"TXXXT/XXXXX")
    run = cli("record", "check", path)
    assert run.err.startswith(f"{path}: board, line 4, column 12: ")
    assert "3 plies" not in run.err
    path = tmp_path / "old.pgn"
    path.write_bytes(BAD.replace("\n", "\r").encode())
    assert "line 2, column 4, ply 3" in cli("record", "check", path).err


def test_what_has_no_end_is_not_read_to_it(cli, pgn, tmp_path, monkeypatch):
    monkeypatch.setattr("pointboard.cli.shelf._MOST", 2**20)
    endless = tmp_path / "endless.pgn"
    endless.write_bytes(b" " * (2**20 + 1))
    run = cli("record", "check", endless, pgn)
    assert run.code == 1
    assert run.err == f"{endless}: expected at most 1 MB, found more\n"
    assert run.out == f"ok pgn {pgn}: 3 plies, not over\n"
    run = cli("record", "convert", "--to", "json", "-", stdin=" " * (2**20 + 1))
    assert (run.code, run.out, run.err) == (1, "", "standard input: expected at most 1 MB, found more\n")
