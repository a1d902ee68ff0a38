"""The verbs about positions: identify, show, check, moves, convert, perft."""

import json
from dataclasses import replace

import pytest

from pointboard import games

START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"
TIGERS = "GXXXT/XTXXX/XXGXX/XXXXX/TXXXT t @18 c0 mA1 #g2"
OVER = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @15 c5 - #"
IMPOSSIBLE = "TTXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c1 - #"

START_BOARD = r"""  A   B   C   D   E
1 T   X   X   X   T
  | \ | / | \ | / |
2 X   X   X   X   X
  | / | \ | / | \ |
3 X   X   X   X   X
  | \ | / | \ | / |
4 X   X   X   X   X
  | / | \ | / | \ |
5 T   X   X   X   T
Turn: Goat
Remaining Goats: 20
Captured Goats: 0

"""


def test_show_prints_the_board_of_the_specification(cli):
    run = cli("show", START)
    assert (run.code, run.out, run.err) == (0, START_BOARD, "")


def test_the_word_start_is_the_start_position(cli):
    assert cli("show", "start").out == START_BOARD
    assert cli("show", " START ").out == START_BOARD
    assert cli("check", "start").out == f"ok obx {START}\n"


def test_show_reads_every_notation_and_lax_forms(cli):
    assert cli("show", "B3B/5/5/5/B3B G 0").out == START_BOARD
    assert cli("show", START.lower().replace(" ", "_")).out == START_BOARD


def test_strict_refuses_lax_forms(cli):
    run = cli("show", "--strict", START.lower())
    assert run.code == 1
    assert run.out == ""
    assert run.err == (f"argument 1, column 1: board: expected T, G or X, found 't'\n  {START.lower()}\n  ^\n")


def test_from_holds_the_text_to_one_notation(cli):
    run = cli("show", "--from", "fen", START)
    assert run.code == 1
    assert run.err.startswith("argument 1, column ")
    assert cli("show", "--from", "fen", "B3B/5/5/5/B3B G 0").out == START_BOARD
    assert cli("show", "--from", "fen", "start").code == 1  # a word of ours, of no notation


def test_show_pretty_has_colours_only_when_asked_in_a_pipe(cli):
    plain = cli("show", "--pretty", TIGERS)
    assert "\x1b" not in plain.out
    assert plain.out.splitlines()[-3:] == [
        "Tigers to move",
        "18 goats in hand, 0 captured",
        "Last move: goat placed on A1",
    ]
    assert "\x1b[" in cli("show", "--pretty", "--color", "always", TIGERS).out
    assert "\x1b" not in cli("show", "--pretty", "--color=never", TIGERS).out


def test_show_json_is_the_position_as_the_api_says_it(cli):
    run = cli("show", "--json", TIGERS)
    value = json.loads(run.out)
    assert run.out.count("\n") == 1
    assert list(value) == ["game", "position", "to_move", "outcome", "moves", "notations", "parts"]
    assert (value["position"], value["to_move"], value["moves"]) == (TIGERS, "t", 16)
    assert value["notations"]["fen"] == "G3B/1B3/2G2/5/B3B B 2"


def test_show_svg_writes_a_new_file(cli, tmp_path):
    path = tmp_path / "board.svg"
    run = cli("show", "--svg", path, START)
    assert (run.code, run.out, run.err) == (0, "", "")
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert cli("show", "--svg", "-", START).out == text
    assert [p.name for p in tmp_path.iterdir()] == ["board.svg"]


def test_show_svg_does_not_replace_a_file_unasked(cli, tmp_path):
    path = tmp_path / "board.svg"
    path.write_text("mine")
    run = cli("show", "--svg", path, START)
    assert run.code == 2
    assert run.err == f"pointboard: {path} is there already; --force replaces it\n"
    assert path.read_text() == "mine"
    assert cli("show", "--svg", path, "--force", START).code == 0
    assert path.read_text().startswith("<svg")
    assert [p.name for p in tmp_path.iterdir()] == ["board.svg"]


def test_show_svg_takes_one_position_and_one_way(cli, tmp_path):
    path = tmp_path / "board.svg"
    run = cli("show", "--svg", path, START, TIGERS)
    assert run.code == 2
    assert "--svg takes one position" in run.err
    run = cli("show", "--svg", path, "--json", START)
    assert run.code == 2
    assert "--svg, --pretty and --json are three ways to show a position; give one" in run.err


def test_show_svg_says_why_it_cannot_write(cli, tmp_path):
    run = cli("show", "--svg", tmp_path / "no" / "board.svg", START)
    assert run.code == 2
    assert run.err.startswith("pointboard: ")
    assert "No such file or directory" in run.err


def test_check_tells_every_problem_with_its_column_and_goes_on(cli):
    run = cli("check", START, IMPOSSIBLE, START.replace("c0", "c7"), TIGERS)
    assert run.code == 1
    assert run.lines == [f"ok obx {START}", f"ok obx {TIGERS}"]
    assert run.err.splitlines() == [
        "argument 2, column 1: board: 4 tigers needed, has 5",
        "argument 2, column 1: board: 0 on the board, 20 in hand and 1 captured make 21 goats, not 20",
        "argument 2, column 37: captured: 1 captured, but the tigers can have made only 0 moves",
        f"  {IMPOSSIBLE}",
        "  ^                                   ^",
        "argument 3, column 38: captured: expected a number from 0 to 5, found '7'",
        f"  {START.replace('c0', 'c7')}",
        "                                       ^",
    ]


def test_check_modes(cli):
    short = START.replace(" #", "")
    assert cli("check", short).out == f"ok obx {START}\n"
    assert cli("check", START.lower()).code == 1
    assert cli("check", "--lax", START.lower()).out == f"ok obx {START}\n"
    assert cli("check", "--canonical", START).out == f"ok obx {START}\n"
    run = cli("check", "--canonical", short)
    assert run.code == 1
    assert run.err.startswith(f"argument 1, column 41: text: expected the written form '{START}'\n")
    run = cli("check", "--canonical", START.replace("#", "-"))
    assert run.err.startswith("argument 1, column 42: text: expected the written form")
    assert cli("check", "--canonical", "--lax", START).code == 2


def test_check_json_gives_a_line_for_each_id(cli):
    run = cli("check", "--json", START, IMPOSSIBLE, "what")
    assert run.code == 1
    good, bad, none = map(json.loads, run.lines)
    assert good == {
        "game": "baghchal",
        "text": START,
        "good": True,
        "notation": "obx",
        "position": START,
        "problems": [],
    }
    assert (bad["good"], bad["notation"], bad["position"]) == (False, None, None)
    assert [(p["error"], p["field"], p["column"]) for p in bad["problems"]] == [
        ("impossible_position", "board", 1),
        ("impossible_position", "board", 1),
        ("impossible_position", "captured", 37),
    ]
    assert none["problems"] == [
        {"error": "invalid_notation", "field": "board", "column": 1, "message": "expected 5 rows, not 1, found 'w'"}
    ]
    assert "argument 3, column 1" in run.err


def test_moves_one_line_for_each_position(cli):
    run = cli("moves", TIGERS, OVER)
    assert run.code == 0
    assert run.lines == [
        "mE1D1 mE1D2 mE1E2 mB2B1 mB2C1 mB2A2 mB2C2 mB2A3 mB2B3 mA5A4 mA5B4 mA5B5 mE5D4 mE5E4 mE5D5 mB2D4(C3)",
        "- tiger wins: five captures",
    ]


def test_moves_after(cli):
    run = cli("moves", "--after", TIGERS)
    assert len(run.lines) == 16
    assert run.lines[-1] == "mB2D4(C3)\tGXXXT/XXXXX/XXXXX/XXXTX/TXXXT g @18 c1 mB2D4(C3) #t2"


def test_moves_json_keeps_answers_and_ids_side_by_side(cli):
    run = cli("moves", "--json", TIGERS, "what", OVER)
    assert run.code == 1
    first, error, over = map(json.loads, run.lines)
    assert len(first["moves"]) == 16
    assert error == {
        "error": "invalid_notation",
        "field": "board",
        "column": 1,
        "message": "expected 5 rows, not 1, found 'w'",
    }
    assert over["outcome"] == {"winner": "t", "reason": "five captures"}


def test_convert_prints_the_text_and_tells_the_losses(cli):
    run = cli("convert", TIGERS, "--to", "fen")
    assert (run.code, run.out) == (0, "G3B/1B3/2G2/5/B3B B 2\n")
    assert run.err == "argument 1: obx to fen loses: last_move\n"
    run = cli("convert", "--to", "obx", "--from", "fen", "G3B/1B3/2G2/5/B3B B 2")
    assert run.out == "GXXXT/XTXXX/XXGXX/XXXXX/TXXXT t @18 c0 - #g2\n"
    assert run.err == ""


def test_convert_strict_refuses_a_loss(cli):
    run = cli("convert", TIGERS, START, "--to", "fen", "--strict")
    assert run.code == 1
    assert run.lines == ["B3B/5/5/5/B3B G 0"]
    assert run.err == "argument 1: PyPI baghchal FEN cannot hold all of the position: last_move\n"


def test_convert_json(cli):
    value = json.loads(cli("convert", TIGERS, "--to", "fen", "--json").out)
    assert value == {
        "game": "baghchal",
        "source": "obx",
        "target": "fen",
        "text": "G3B/1B3/2G2/5/B3B B 2",
        "losses": ["last_move"],
    }


def test_unknown_names_are_usage_errors(cli):
    run = cli("convert", START, "--to", "sgf")
    assert run.code == 2
    known = ", ".join(name for game in games.names() for name in games.get(game).notations)
    assert f"no notation is called 'sgf'; there are: {known}" in run.err
    run = cli("convert", START, "--to", "sgf", "--game", "baghchal")
    assert "no notation of Bagh Chal is called 'sgf'; there are: obx, obx-short, fen, pybaghchal, gamestate" in run.err
    assert cli("show", "--from", "sgf", START).code == 2
    run = cli("show", "--game", "go", START)
    assert run.code == 2
    assert "no game is called 'go'; there are: baghchal" in run.err
    assert cli("convert", START).code == 2
    assert cli("wrong").code == 2
    assert cli("show", "--wrong").code == 2
    assert cli("show", "--color", "sometimes", START).code == 2


def test_identify(cli):
    problems = (
        "board: 4 tigers needed, has 5; board: 0 on the board, 20 in hand and 1 captured make 21 goats, not 20; "
        "captured: 1 captured, but the tigers can have made only 0 moves"
    )
    run = cli("identify", TIGERS, "B3B/5/5/5/B3B G 0", IMPOSSIBLE)
    assert run.code == 0
    assert run.lines == [
        f"baghchal obx  {TIGERS}",
        f"baghchal fen  {START}",
        f"baghchal obx  no position: {problems}",
    ]


def test_identify_says_where_an_unknown_text_leaves_the_grammar(cli):
    run = cli("identify", "TXXXT/XXXXX/XXXQX/XXXXX/TXXXT g @20 c0 - #", START)
    assert run.code == 1
    assert run.lines == [f"baghchal obx  {START}"]
    assert run.err.startswith("argument 1, column 16: board: expected T, G or X, found 'Q'\n")


def test_identify_json(cli):
    run = cli("identify", "--json", START, "what")
    assert run.code == 1
    found, error = map(json.loads, run.lines)
    assert [row["notation"] for row in found["found"]] == ["obx"]
    assert error["error"] == "invalid_notation"


@pytest.mark.parametrize(("depth", "leaves"), [(0, 1), (1, 21), (2, 252), (3, 5052)])
def test_perft(cli, depth, leaves):
    assert cli("perft", START, depth).out == f"{leaves}\n"


def test_perft_divide(cli):
    run = cli("perft", "--divide", TIGERS, 2)
    assert len(run.lines) == 17
    total = sum(int(line.split()[1]) for line in run.lines[:-1])
    assert run.lines[-1] == str(total)
    assert run.lines[-1] == cli("perft", TIGERS, 2).lines[0]
    assert cli("perft", "--divide", OVER, 2).lines == ["0"]
    assert cli("perft", "--divide", START, 0).lines == ["1"]


def test_perft_json(cli):
    assert json.loads(cli("perft", "--json", START, 1).out) == {
        "game": "baghchal",
        "position": START,
        "depth": 1,
        "leaves": 21,
        "moves": None,
    }
    value = json.loads(cli("perft", "--json", "--divide", TIGERS, 1).out)
    assert value["moves"][-1] == {"move": "mB2D4(C3)", "leaves": 1}


@pytest.mark.parametrize("depth", ["101", "x", "1.5", "٣", "²", "1000", START])
def test_perft_needs_a_depth(cli, depth):
    run = cli("perft", START, depth)
    assert run.code == 2
    assert "the last argument is the depth, a number from 0 to 100" in run.err


def test_perft_reads_standard_input_too(cli):
    run = cli("perft", 1, stdin=f"{START}\nwhat\n{TIGERS}\n")
    assert (run.code, run.lines) == (1, ["21", "16"])
    assert run.err.startswith("standard input, line 2, column 1: board: ")


def test_perft_with_the_kernel(cli):
    assert cli("perft", "--fast", START, TIGERS, 3).lines == cli("perft", START, TIGERS, 3).lines
    assert cli("perft", "--fast", "--divide", TIGERS, 2).lines == cli("perft", "--divide", TIGERS, 2).lines


def test_a_game_without_a_kernel_or_records_says_so(cli, tmp_path):
    game = replace(games.get("baghchal"), name="bare", title="Bare", fast_perft=None, records=None, render_pretty=None)
    with games.registered(game):
        run = cli("perft", "--fast", "--game", "bare", START, 1)
        assert run.code == 2
        assert "Bare has no kernel for this" in run.err
        run = cli("record", "show", "--game", "bare", tmp_path / "a.pgn")
        assert run.code == 2
        assert "Bare has no game records" in run.err
        run = cli("play", "--game", "bare", "--level", 3)
        assert run.code == 2
        assert "in Bare nobody plays against you: both sides are yours" in run.err
        assert cli("show", "--pretty", "--game", "bare", START).out == START_BOARD


def test_every_verb_names_the_game_by_the_registry(cli):
    for name in games.names():
        assert cli("show", "start", "--game", name).code == 0
