"""The verb play: a game in the terminal."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress

import pytest

from pointboard import games

START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"
MATE = "GGXXT/XTXXX/XXGXX/XXXXX/TXXXT t @13 c4 - #"  # tigers take the fifth goat by mB2D4(C3)
SLIDING = "TXXXT/XXGGG/GGGGG/GGGGG/TGGGT g @0 c4 - #"


@pytest.fixture
def game(cli):
    """Play with typed lines: ``game("c3", "quit", options=[...])``; the engine looks one ply deep, so it is quick."""

    def run(*lines, options=()):
        return cli("play", "--depth", 1, "--seed", 1, *options, stdin="".join(f"{line}\n" for line in lines))

    return run


def test_a_move_is_answered(game):
    run = game("c3", "id", "quit")
    assert (run.code, run.err) == (0, "")
    assert run.lines[0] == (
        "Bagh Chal. goat: Player, tiger: Pointboard depth 1. Seed 1, repetition threefold. "
        "? lists moves, help the rest."
    )
    assert re.search(r"^tiger: m\w+  [+-]\d+\.\d\d  \(search: 1 ply deep, ", run.out, re.MULTILINE)
    position = run.lines[-1]
    state = games.get("baghchal").main_notation.parse(position)
    assert (state.turn, state.ply, state.board.piece(12)) == ("g", 2, "G")
    assert run.out.count("Goats to move") == 2
    assert "Tigers to move" not in run.out  # the board is drawn once a turn


def test_the_end_of_the_lines_ends_the_run(game):
    assert game().code == 0
    assert game("", "  ", "c3").code == 0


def test_refusals_say_why(game):
    run = game("a1", "mB1B2", "what", "a9", "quit", "c3")
    assert run.code == 1
    assert run.err.splitlines() == [
        "mA1 is not legal: A1 is not empty",
        "mB1B2 is not legal: goats may not slide while 20 are in hand",
        "neither a command nor a move: move, column 1: expected a column A to E, found 'w'; type help",
        "neither a command nor a move: move, column 2: expected a row 1 to 5, found '9'; type help",
    ]


def test_moves_hint_board_help(game):
    run = game("?", "moves", "board", "hint", "HELP")
    assert run.code == 0
    legal = "mB1 mC1 mD1 mA2 mB2 mC2 mD2 mE2 mA3 mB3 mC3 mD3 mE3 mA4 mB4 mC4 mD4 mE4 mB5 mC5 mD5"
    assert run.lines.count(legal) == 2
    assert run.out.count("Goats to move") == 2
    (hint,) = (line for line in run.lines if "hints" in line)
    assert re.match(r"m[A-E][1-5]  [+-]\d+\.\d\d  \(search: \d+ plies deep, ", hint)
    assert hint.endswith(", an estimate at its end; hints search 15,000 positions and never err on purpose)")
    assert "a move      such as mD5; letters may be small" in run.lines[-10]
    assert "FILE ends in one of .json, .log, .obx, .pgn" in run.out


def test_undo_takes_back_the_answer_too(game):
    run = game("undo", "c3", "d3", "undo", "id", "undo", "id", "undo")
    assert run.err == "there is nothing to take back\n" * 2
    first, second = (line for line in run.lines if " @" in line)
    assert first.endswith("#t1")
    assert " @19 " in first
    assert second == START


def test_resignation_and_undo(game):
    run = game("resign", "c3", "?", "hint", "resign", "id", "undo", "c3", "quit")
    assert run.lines.count("The game is over: tiger wins: resignation. You can save FILE, undo, or quit.") == 1
    assert run.err.splitlines() == [
        "mC3 is not legal: the game is over: resignation",
        "the game is over",
        "the game is over",
    ]
    assert "the game is over" in run.lines  # no moves are listed
    assert not any(line.startswith("mB1 ") for line in run.lines)
    assert "tiger: m" in run.out.split(START)[1]


def test_the_end_on_the_board_is_told(game):
    run = game("b2d4", "?", "b4", "undo", "id", options=[MATE])
    assert "The game is over: tiger wins: five captures. You can save FILE, undo, or quit." in run.lines
    assert "the game is over" in run.lines
    assert run.err == "mB4 is not legal: the game is over: five captures\n"
    assert run.lines[-1] == MATE


def test_the_engine_can_end_the_game(game):
    run = game(options=[MATE, "--side", "goats"])
    assert "tiger: mB2D4(C3)  wins in 1  (search: 1 ply deep" in run.out
    assert "The game is over: tiger wins: five captures. You can save FILE, undo, or quit." in run.lines


def test_a_level_says_where_it_errs_on_purpose(cli):
    """The position of docs/cli.md in which level 1 leaves the last capture."""
    run = cli(
        "play", "--level", 1, "--seed", 1, "--side", "goat", "TXXXX/XGXXX/XXXXX/XXXXX/TXXTT t @15 c4 - #", stdin=""
    )
    at = next(number for number, line in enumerate(run.lines) if line.startswith("tiger: mD5C5  "))
    assert run.lines[at + 1] == "  level 1 plays a weaker move on purpose; the best it saw is mA1C3(B2)"


def test_sides(game):
    assert "tiger: Player" in game("quit", options=["--side", "t"]).lines[0]
    assert "tiger: Player" in game("quit", options=["--side", "Tiger"]).lines[0]
    run = game("c3", "a1a2", "quit", options=["--side", "both"])
    assert run.code == 0
    assert "search" not in run.out
    assert run.lines[0].startswith("Bagh Chal. goat: Player, tiger: Player.")
    run = game(options=["--side", "none", MATE])
    assert run.lines[0].startswith("Bagh Chal. goat: Pointboard depth 1, tiger: Pointboard depth 1.")
    run = cli_error(game, "--side", "wolf")
    assert "no side is called 'wolf'; there are: goat, tiger, both, none" in run.err


def cli_error(game, *options):
    run = game(options=options)
    assert run.code == 2
    return run


def test_usage_errors(game):
    assert "'what' is no position: board, column 1: " in cli_error(game, "what").err
    assert "no repetition policy is called 'x'" in cli_error(game, "--repetition", "x").err
    assert "no game is called 'go'" in cli_error(game, "--game", "go").err


def test_the_usual_level(cli):
    assert "tiger: Pointboard level 4. Seed " in cli("play", stdin="quit\n").lines[0]
    run = cli("play", "--level", 2, "--seconds", 9, stdin="quit\n")
    assert "tiger: Pointboard level 2 seconds 9.0. Seed " in run.lines[0]
    run = cli("play", "--level", 2, "--nodes", 9, stdin="quit\n")
    assert (run.code, run.out) == (2, "")
    assert "a level sets depth and positions itself; give it, or depth and nodes" in run.err


def test_save(game, cli, tmp_path):
    pgn, js = tmp_path / "a b.pgn", tmp_path / "game.json"
    run = game(
        "c3", f"save {pgn}", f"save {pgn}", "save x", "save", f"save {tmp_path}/no/a.pgn", "resign", f"save {js}"
    )
    assert run.lines.count(f"saved {pgn}") == 1
    assert run.lines[-1] == f"saved {js}"
    assert run.err.splitlines() == [
        f"{pgn} is there already; save! {pgn} replaces it",
        "save needs a file name that ends in .json, .log, .obx, .pgn",
        "save needs a file name that ends in .json, .log, .obx, .pgn",
        f"{tmp_path}/no/a.pgn: No such file or directory",
    ]
    assert cli("record", "check", pgn).lines == [f"ok pgn {pgn}: 2 plies, not over"]
    value = json.loads(js.read_text())
    assert value["headers"]["goats"] == "Player"
    assert value["headers"]["tigers"] == "Pointboard depth 1"
    assert (value["headers"]["result"], value["headers"]["termination"]) == ("0-1", "resignation")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", value["headers"]["date"])
    assert game("b3", f"save! {pgn}").code == 0
    assert "1. G32 " in pgn.read_text()


@pytest.fixture
def saved(tmp_path):
    """A file of a game that begins like this."""

    def write(text, name="game.pgn"):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


def test_a_saved_game_can_go_on(cli, game, tmp_path):
    path = tmp_path / "game.pgn"
    game("c3", f"save {path}")
    before = path.read_text()
    assert '[Tigers "Pointboard depth 1"]' in before
    path.write_text('[Event "Home"]\n' + before)
    run = cli("play", "--resume", path, "--seed", 1, stdin=f"b3\nsave! {path}\n")
    assert (run.code, run.err) == (0, "")
    assert run.lines[0].startswith("Bagh Chal. goat: Player, tiger: Pointboard depth 1. Seed 1, repetition threefold.")
    assert run.out.count("Goats to move") == 2
    after = path.read_text()
    assert after.startswith('[Event "Home"]\n' + before.split("1. ")[0])
    assert re.search(r"1\. G33 \S+ 2\. G32 \S+ # \*", after)
    assert after.split("2. ")[0].endswith(before.split("1. ")[1].removesuffix("# *\n"))
    run = cli("play", "--resume", path, stdin="undo\nundo\nundo\nid\n")
    assert (run.lines[-1], run.err) == (START, "there is nothing to take back\n")
    assert "Event: Home" in cli("record", "show", path).lines


def test_earlier_moves_and_the_policy_of_a_saved_game_count(cli, saved):
    text = f'[Start "{SLIDING}"]\n[Repetition "superko"]\n\n1. G2313 B1112 2. G1323 # *\n'
    run = cli("play", "--resume", saved(text), "--side", "both", stdin="b1a1\n")
    assert "repetition superko" in run.lines[0]
    assert run.err == "mB1A1 is not legal: the move brings back the position at the start (superko)\n"


@pytest.mark.parametrize(
    ("name", "options", "strength"),
    [
        ("Pointboard level 3", (), "level 3"),
        ("Pointboard depth 2 nodes 90 seconds 1.5", (), "depth 2 nodes 90 seconds 1.5"),
        ("Hari", (), "level 4"),
        ("Pointboard level", (), "level 4"),
        ("Pointboard level 3", ("--nodes", 7), "nodes 7"),
    ],
)
def test_the_engine_is_as_strong_as_it_was(cli, saved, name, options, strength):
    run = cli("play", "--resume", saved(f'[Tigers "{name}"]\n\n1. G33 B1112 # *\n'), *options, stdin="quit\n")
    assert f"tiger: Pointboard {strength}. Seed " in run.lines[0]


def test_a_saved_game_that_is_over(cli, saved):
    run = cli("play", "--resume", saved(MATE + "\n" + MATE.replace("t @13 c4 - #", ""), "x.log"), stdin="")
    assert run.code == 2
    run = cli("play", "--resume", saved("1. G33 B1112 # 0-1\n"), stdin="")
    assert (run.code, run.out) == (2, "")
    assert "game.pgn: the game is over, the result 0-1 is declared" in run.err
    path = saved(f'[Start "{MATE}"]\n\n1... Bx2244 # 0-1\n')
    run = cli("play", "--resume", path, stdin="undo\nid\n")
    assert "The game is over: tiger wins: five captures. You can save FILE, undo, or quit." in run.lines


@pytest.mark.parametrize(
    ("text", "options", "why"),
    [
        ("1. G33 B1133 # *\n", (), "line 1, column 8"),
        ("1. G33 # *\n\n1. G34 # *\n", (), "expected one game in"),
        ("1. G33 # *\n", ("c3",), "--resume goes on with a game; give no position and no events with it"),
        ("1. G33 # *\n", ("start", "c3"), "--resume goes on with a game; give no position and no events with it"),
        ("1. G33 # *\n", ("--json",), "--resume goes on with a game; give no position and no events with it"),
        ("1. G33 # *\n", ("--game", "backgammon"), "games in which all that happens is moves, not Backgammon"),
    ],
)
def test_games_that_cannot_go_on(cli, saved, text, options, why):
    run = cli("play", "--resume", saved(text), *options, stdin="")
    assert (run.code, run.out) == (2, "")
    assert why in run.err


def test_a_file_that_is_not_there_cannot_go_on(cli, tmp_path):
    run = cli("play", "--resume", tmp_path / "none.pgn", stdin="")
    assert (run.code, run.err) == (2, f"pointboard: {tmp_path}/none.pgn: No such file or directory\n")


def test_repetition_is_a_policy(game):
    there_and_back = ["c2c1", "a1b1", "c1c2", "b1a1"]
    run = game(*there_and_back, "?", options=[SLIDING, "--side", "both", "--repetition", "superko"])
    assert run.err == "mB1A1 is not legal: the move brings back the position at the start (superko)\n"
    assert "mB1A1" not in run.lines[-1]
    run = game(*there_and_back * 2, options=[SLIDING, "--side", "both"])
    assert "The game is over: draw: threefold repetition. You can save FILE, undo, or quit." in run.lines
    run = game(*there_and_back * 2, "id", options=[SLIDING, "--side", "both", "--repetition", "none"])
    assert run.code == 0
    assert "over" not in run.out


@contextmanager
def at_terminal(*arguments):
    """The real program with a terminal for all its streams: the process, and the other end of the terminal."""
    ours, theirs = pty.openpty()
    kept = {"PATH": os.environ["PATH"], "TERM": "xterm", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "pointboard.cli.main", *arguments]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=kept) as process:
        os.close(theirs)
        try:
            yield process, ours
        finally:
            process.kill()
            os.close(ours)


def heard(terminal, until=None):
    """What the program says, up to its end or to a word."""
    said = b""
    while until is None or until not in said:
        try:
            part = os.read(terminal, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        said += part
    return said.decode()


def test_at_a_terminal_there_is_a_prompt_and_refusals_are_no_failure():
    with at_terminal("play", "--depth", "1", "--color", "never") as (process, terminal):
        os.write(terminal, b"a1\nresign\n\x04")
        said = heard(terminal)
        assert process.wait(timeout=60) == 0
    assert "goat> " in said
    assert "mA1 is not legal: A1 is not empty" in said
    assert "game over> " in said


def test_interruption_at_the_prompt_is_quiet():
    with at_terminal("play", "--depth", "1", "--color", "never") as (process, terminal):
        heard(terminal, until=b"goat> ")
        while process.poll() is None:  # a signal before the read begins is seen only when the next one ends it
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=5)
        assert (process.returncode, heard(terminal).strip()) == (130, "")


def test_letters_that_cannot_be_read_are_refused():
    command = [sys.executable, "-m", "pointboard.cli.main", "play", "--depth", "1"]
    done = subprocess.run(command, input=b"c\xff3\n", capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(b"neither a command nor a move: ")
