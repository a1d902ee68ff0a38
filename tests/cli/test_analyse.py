"""The verb record analyse: a whole match by an engine, in every form; kept answers; Ctrl-C."""

import csv
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest

from pointboard.cli.app import app

GAME = "  1) 31: 8/5 6/5          42: 8/4 6/4\n  2) 65: 24/13             Doubles => 2\n"
MATCH = f""" 5 point match

 Game 1
 Ann : 0               Bo : 0
{GAME}  3)  Takes               61: 13/7 8/7
  4)  Doubles => 4         Drops
      Wins 2 points

 Game 2
 Ann : 2               Bo : 0
  1) 31: 8/5 6/5
"""
LONG = Path(__file__).parents[1] / "golden" / "backgammon" / "records" / "selfplay7.mat"
PATIENCE = 60


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("POINTBOARD_CACHE", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture
def mat(folder):
    path = folder / "match.mat"
    path.write_text(MATCH)
    return path


def test_a_match_is_judged_as_a_whole(cli, mat, folder):
    run = cli("record", "analyse", mat, "--engine", "builtin", "--level", "static", "--jobs", 2)
    assert (run.code, run.err) == (0, "")
    assert run.lines[0] == "Ann - Bo, 5 point match. Score 2-0"
    assert run.lines[1].startswith("Judged by builtin 2 at static, an estimate.")
    assert (folder / "cache" / "backgammon-analysis.sqlite").exists()
    again = cli("record", "report", mat, "--engine", "builtin", "--game", "backgammon")
    assert again.out == run.out


def test_a_cache_that_cannot_be_made(cli, mat, folder):
    (folder / "cache").write_text("")
    run = cli("record", "analyse", mat, "--engine", "builtin")
    said = f"{folder / 'cache'}: Not a directory; --no-cache does without"
    assert (run.code, run.out) == (1, "")
    assert run.err == (
        f"{mat}: the file of answers {folder / 'cache' / 'backgammon-analysis.sqlite'} cannot be used: {said}\n"
    )


def test_without_a_cache(cli, mat, folder):
    assert cli("record", "analyse", mat, "--engine", "builtin", "--no-cache").code == 0
    assert not (folder / "cache").exists()


def test_every_form(cli, mat, folder):
    found = {}
    for end in (".html", ".json", ".txt", ".csv", ".tsv"):
        out = folder / f"report{end}"
        run = cli("record", "analyse", mat, "--engine", "builtin", "-o", out)
        assert (run.code, run.out, run.err) == (0, "", "")
        found[end] = out.read_bytes().decode()
    assert found[".html"].startswith("<!DOCTYPE html>")
    assert len(json.loads(found[".json"])["games"]) == 2
    assert found[".txt"].startswith("Ann - Bo, 5 point match.")
    assert [row["act"] for row in csv.DictReader(StringIO(found[".csv"]))] == ["double", "double", "pass"]
    assert found[".tsv"].startswith("#separator:tab\n")
    answer = json.loads(cli("record", "analyse", mat, "--engine", "builtin", "--json").out)
    assert answer["report"] == json.loads(found[".json"])
    assert (answer["format"], answer["error"]) == ("mat", None)


def test_several_matches(cli, mat, folder):
    both = folder / "both.mat"
    both.write_text(f"{MATCH}\n{MATCH.replace('Ann', 'Cy ')}")
    heads = [line for line in cli("record", "analyse", both, "--engine", "builtin").lines if "5 point match" in line]
    assert [head[:3] for head in heads] == ["Ann", "Cy "]
    assert "--pick N names one" in cli("record", "analyse", both, "-o", "-").err
    assert cli("record", "analyse", both, "--engine", "builtin", "--pick", 2).out.startswith("Cy - Bo")
    assert mat.exists()


def test_a_match_with_an_error(cli, folder):
    bad = folder / "bad.mat"
    bad.write_text(MATCH.replace("61: 13/7 8/7", "61: 13/7 8/6"))
    run = cli("record", "analyse", bad, "--engine", "builtin")
    assert (run.code, run.out) == (1, "")
    assert "game 1, ply 6" in run.err
    part = cli("record", "analyse", bad, "--engine", "builtin", "--partial")
    assert part.code == 1
    assert "Mistakes: 1" in part.out
    assert json.loads(cli("record", "analyse", bad, "--engine", "builtin", "--json").out)["report"] is None


def test_wrong_wishes(cli, mat, folder):
    assert "--nodes: reports of Backgammon have no use for it" in cli("record", "analyse", mat, "--nodes", 5).err
    pgn = folder / "game.pgn"
    pgn.write_text("1. G22 Bx1133\n")
    assert "--engine: reports of Bagh Chal have no use for it" in cli("record", "analyse", pgn, "--engine", "gnubg").err
    assert "--no-cache: reports of Bagh Chal" in cli("record", "report", pgn, "--no-cache").err
    run = cli("record", "analyse", mat, "--engine", "snowie")
    assert (run.code, run.err) == (1, f"{mat}: no engine is called 'snowie'; there are: bgsage, gnubg, builtin\n")
    wrong = cli("record", "analyse", mat, "--engine", "builtin", "--level", "2ply")
    assert (wrong.code, wrong.err) == (1, f"{mat}: builtin has no level '2ply'; there are: static\n")


def test_both_words_are_verbs():
    record = next(group for group in app.registered_groups if group.name == "record")
    assert {"report", "analyse"} <= {command.name for command in record.typer_instance.registered_commands}


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_at_once_and_keeps_what_was_answered(folder):
    cache = folder / "cache" / "backgammon-analysis.sqlite"
    child = subprocess.Popen(
        [sys.executable, "-m", "pointboard.cli.main", "record", "analyse", str(LONG), "--engine", "builtin"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    end = time.monotonic() + PATIENCE
    while not kept(cache):
        assert time.monotonic() < end
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=PATIENCE)
    assert (child.returncode, out, err) == (130, "", "")
    assert kept(cache)


def kept(path):
    if not path.exists():
        return 0
    base = sqlite3.connect(path)
    try:
        return base.execute("SELECT count(*) FROM answers").fetchone()[0]
    except sqlite3.OperationalError:  # not yet
        return 0
    finally:
        base.close()
