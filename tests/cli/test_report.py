"""The verb record report: words, JSON, a page; tables, limits, faults; how far it is."""

import io
import json
from dataclasses import replace

import pytest

from pointboard import games
from pointboard.cli import report
from pointboard.cli.output import Color, Output
from pointboard.errors import TableError
from pointboard.reports import Reports, Said, Tone

PGN = '[Goats "Sita"]\n\n1. G22 Bx1133 2. G13\n'
HEAD = "Goats: Sita. Result: not over"


@pytest.fixture
def pgn(tmp_path):
    path = tmp_path / "game.pgn"
    path.write_text(PGN)
    return path


@pytest.fixture
def two(tmp_path):
    path = tmp_path / "two.pgn"
    path.write_text(PGN + '\n[Goats "Hari"]\n\n1. G33\n')
    return path


@pytest.fixture
def toy():
    """Bagh Chal under another name, with reports that write down what they are asked."""
    asked = []

    def judge(record, **options):
        asked.append((len(record.plies), options["folder"], options["nodes"]))
        if options["folder"] is not None:
            raise TableError("a bad table", options["folder"])
        return record

    reports = Reports(
        judge=judge,
        lines=lambda record: [Said(f"{len(record.plies)} plies", Tone.HEAD)],
        data=lambda record: {"plies": len(record.plies)},
        html=lambda _: "<p>\N{EN DASH}</p>",
    )
    with games.registered(replace(games.get("baghchal"), name="toy", reports=lambda: reports)):
        yield asked


def test_a_report_in_words(cli, pgn):
    run = cli("record", "report", pgn, "--nodes", 300)
    assert (run.code, run.err) == (0, "")
    assert run.lines[0] == HEAD
    assert run.lines[1] == "Moves judged by search, 300 positions a search: all 3, estimates."
    assert [line.split()[:3] for line in run.lines if line.startswith("   ") and line.strip()[0].isdigit()] == [
        ["1", "g", "mB2"],
        ["2", "t", "mA1C3(B2)"],
        ["3", "g", "mC1"],
    ]
    assert run.out == cli("record", "report", "-", "--nodes", 300, stdin=PGN).out


def test_a_report_as_json(cli, two):
    run = cli("record", "report", two, "--nodes", 50, "--json")
    assert run.code == 0
    first, second = map(json.loads, run.lines)
    assert (first["game"], first["format"], first["headers"], first["error"]) == (
        "baghchal", "pgn", {"Goats": "Sita"}, None,
    )  # fmt: skip
    assert [move["move"] for move in first["report"]["moves"]] == ["mB2", "mA1C3(B2)", "mC1"]
    assert (second["headers"], len(second["report"]["moves"])) == ({"Goats": "Hari"}, 1)


def test_a_page(cli, pgn, tmp_path):
    out = tmp_path / "report.html"
    run = cli("record", "report", pgn, "--nodes", 50, "-o", out)
    assert (run.code, run.out, run.err) == (0, "", "")
    text = out.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert cli("record", "report", pgn, "--nodes", 50, "-o", "-").out == text
    out.write_text("mine")
    refused = cli("record", "report", pgn, "--nodes", 50, "-o", out)
    assert (refused.code, out.read_text()) == (2, "mine")
    assert "--force replaces it" in refused.err
    assert cli("record", "report", pgn, "--nodes", 50, "-o", out, "--force").code == 0
    assert out.read_text(encoding="utf-8") == text


def test_a_file_is_what_its_name_ends_in(cli, pgn, tmp_path):
    for name in ("report.json", "REPORT.TXT"):
        run = cli("record", "report", pgn, "--nodes", 50, "-o", tmp_path / name)
        assert (run.code, run.out, run.err) == (0, "", "")
    said = json.loads(cli("record", "report", pgn, "--nodes", 50, "--json").out)["report"]
    assert json.loads((tmp_path / "report.json").read_text(encoding="utf-8")) == said
    text = cli("record", "report", pgn, "--nodes", 50).out
    assert (tmp_path / "REPORT.TXT").read_text(encoding="utf-8") == text


def test_a_file_that_no_report_is_written_as_is_refused_before_anything_is_judged(cli, pgn, toy, tmp_path):
    run = cli("record", "report", pgn, "--game", "toy", "-o", tmp_path / "report.csv")
    assert run.code == 2
    assert "report.csv: expected a name that ends in one of .html, .txt, .json" in " ".join(run.err.split())
    assert (toy, list(tmp_path.iterdir())) == ([], [pgn])
    for name in ("page.htm", "page"):
        assert cli("record", "report", pgn, "--game", "toy", "-o", tmp_path / name).code == 0
        assert (tmp_path / name).read_text(encoding="utf-8").startswith("<p>")


def test_a_page_holds_one_game(cli, two, toy):
    run = cli("record", "report", two, "--game", "toy", "-o", "-")
    assert run.code == 2
    assert "a page holds one game, and there are 2; --pick N names one" in run.err
    run = cli("record", "report", two, "--game", "toy", "-o", "-", "--pick", 2)
    assert (run.code, run.out) == (0, "<p>\N{EN DASH}</p>")
    assert toy == [(1, None, None)]


def test_pick(cli, two, pgn, toy):
    assert cli("record", "report", two, pgn, "--game", "toy").lines == ["3 plies", "", "1 plies", "", "3 plies"]
    assert cli("record", "report", two, pgn, "--game", "toy", "--pick", 2).lines == ["1 plies"]
    assert "--pick 4: there are 3 games" in cli("record", "report", two, pgn, "--game", "toy", "--pick", 4).err
    assert "--pick 2: there is 1 game" in cli("record", "report", pgn, "--game", "toy", "--pick", 2).err
    assert len(toy) == 4


def test_limits_and_tables(cli, two, toy, tmp_path):
    assert cli("record", "report", two, "--game", "toy", "--nodes", 7).code == 0
    assert toy == [(3, None, 7), (1, None, 7)]
    run = cli("record", "report", two, "--game", "toy", "--dir", tmp_path)
    assert (run.code, run.out, run.err) == (1, "", "a bad table\n")
    assert toy[2:] == [(3, tmp_path, None)]  # the second game would say the same


def test_a_folder_without_tables(cli, pgn, tmp_path):
    run = cli("record", "report", pgn, "--dir", tmp_path)
    assert (run.code, run.out) == (1, "")
    assert run.err == f"{tmp_path}: no tables are there; build them: pointboard baghchal solve --dir {tmp_path}\n"


def test_a_record_with_an_error_is_not_judged(cli, toy):
    text = "1. G22 Bx1133\n2. G33 B1122\n"
    run = cli("record", "report", "-", "--game", "toy", stdin=text)
    assert (run.code, run.out, toy) == (1, "", [])
    assert "2 plies before it can be read" in run.err
    answer = json.loads(cli("record", "report", "-", "--game", "toy", "--json", stdin=text).out)
    assert (answer["report"], answer["error"]["ply"]) == (None, 3)


def test_wrong_calls(cli, pgn):
    assert "--json prints no page" in cli("record", "report", pgn, "--json", "-o", "-").err
    assert "expected a whole number" in cli("record", "report", pgn, "--nodes", 0).err
    with games.registered(replace(games.get("baghchal"), name="toy", reports=None)):
        run = cli("record", "report", pgn, "--game", "toy")
    assert run.code == 2
    assert "Bagh Chal has no game reports yet" in run.err


def test_tones_are_styles(capsys):
    report.tell(Output(Color.ALWAYS), [Said(tone.value, tone) for tone in Tone])
    assert capsys.readouterr().out == (
        "\x1b[1mhead\x1b[0m\nplain\n\x1b[2mfaint\x1b[0m\n\x1b[32mgood\x1b[0m\n\x1b[31mbad\x1b[0m\n"
    )


def test_the_bar(monkeypatch):
    with report.bar() as progress:
        assert progress is None
    stream = io.StringIO()
    monkeypatch.setattr(report, "_on_terminal", lambda: True)
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    with report.bar() as progress:
        progress(1, 3)
        progress(3, 3)
    assert "moves judged" in stream.getvalue()
    assert "3/3" in stream.getvalue()


def test_files_of_two_games_are_judged_each_by_its_own(cli, tmp_path):
    game, match = tmp_path / "game.pgn", tmp_path / "match.mat"
    game.write_text("1. G22 Bx1133")
    match.write_text(" 3 point match\n\n Game 1\n Ann : 0    Bo : 0\n  1) 31: 8/5 6/5    42: 8/4 6/4\n")
    run = cli("record", "report", "--json", "--no-cache", "--engine", "builtin", match)
    assert json.loads(run.out)["game"] == "backgammon"
    run = cli("record", "report", "--no-cache", "--engine", "builtin", match, game)
    assert (run.code, run.out) == (2, "")
    assert "reports of Bagh Chal have no use for it" in run.err
    run = cli("record", "report", "--pick", "3", match, game)
    assert "--pick 3: there are 2 games" in run.err
    run = cli("record", "report", "--pick", "2", match, game)
    assert run.lines[0].startswith("Result: ")
