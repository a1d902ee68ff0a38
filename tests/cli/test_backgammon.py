"""The command line with a game that has dice and events: ids found out untold, matches stepped, engines asked."""

import json
import re
import sys

import pytest

from pointboard import games
from pointboard.cli.output import Color, Output
from pointboard.cli.table import Table

BOARD = "11ccccchhhjjjjj:66666888dddddoo"
START = f"{BOARD}:N0N::W:IW:0:0:7:0"
ROLLED = f"{BOARD}:N0N:13:B:R:2:3:7:0"
TAKEN = "11ccccchhjjjjkk:666668889ddddmo:B1T::B:A:0:0:7:2"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10"
GNUBG = "4HPwATDgc/ABMA:cInlADAAEAAE"
GOATS = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"
STEPS = ("W3 B1", "8/5 6/5", "roll 42", "24/22 13/9", "double", "take")


@pytest.mark.parametrize("text", [ROLLED, f"OGID={ROLLED}", XGID, GNUBG])
def test_every_id_is_found_out(cli, text):
    shown = cli("show", text)
    assert (shown.code, shown.err) == (0, "")
    assert shown.lines[0] == "White's Home Board          White's Outer Board"
    assert "White to play 31" in shown.lines
    assert cli("convert", "--to", "ogid", text).out == f"{ROLLED}\n"
    assert cli("identify", text).lines[0].split()[0] == "backgammon"


def test_half_of_the_ids_of_gnu_backgammon_is_enough(cli):
    assert cli("identify", "4HPwATDgc/ABMA").out == f"backgammon gnubg  {BOARD}:N0N::B:C:0:0:0:0\n"
    assert cli("identify", "cInlADAAEAAE").out == f"backgammon gnubg  {ROLLED}\n"


def test_the_notation_to_write_says_the_game(cli):
    """The start in a notation of backgammon was sought in Bagh Chal, and a bad text was a bad board of tigers."""
    assert cli("convert", "--to", "gnubg", "start").out == "4HPwATDgc/ABMA:MAAAAAAAAAAE\n"
    assert cli("convert", "--to", "fen", "start").out == "B3B/5/5/5/B3B G 0\n"
    assert cli("convert", "--to", "gnubg", "Start", ROLLED).lines[1] == GNUBG
    run = cli("convert", "--to", "xgid", "hello")
    assert run.err.startswith("argument 1, column 6: black: expected a colon and the field black, found")
    run = cli("convert", "--to", "xgid", GOATS)
    assert (
        run.err == "argument 1: no notation is called 'xgid'; there are: obx, obx-short, fen, pybaghchal, gamestate\n"
    )
    run = cli("convert", "--to", "ogid", f"What now? {XGID}")
    assert run.err.startswith(
        "argument 1, column 1: prefix: expected the id alone, which begins in column 11, found 'W'"
    )


def test_what_is_told_of_the_input_does_not_steer_the_terminal(cli):
    """A refused event came back as it was, with every character that a terminal obeys, however long it was."""
    assert cli("play", "1:o:N0N::W:C", "rol\x1b[31m").err == (
        "event 1, rol?[31m, column 4: event: expected printable ASCII, found '\\x1b'\n  rol?[31m\n     ^\n"
    )
    run = cli("play", "--game", "backgammon", stdin="W3\x1b[31m\n" + "x" * 100 + "\n" + "x" * 5000 + "\n")
    told = run.err.splitlines()
    assert told[0] == "W3?[31m: event, column 3: expected printable ASCII, found '\\x1b'"
    assert told[1].startswith("x" * 60 + "...: event, column 1: expected opening roll")
    assert told[-1].startswith("x" * 60 + "...: event, column 201: expected at most 200 characters")


def test_games_may_be_mixed(cli):
    run = cli("check", GOATS, ROLLED, XGID)
    assert run.lines == [f"ok obx {GOATS}", f"ok ogid {ROLLED}", f"ok xgid {XGID}"]
    run = cli("check", "--game", "baghchal", ROLLED)
    assert run.code == 1
    assert cli("show", "start").out != cli("show", "start", "--game", "backgammon").out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (XGID.replace("31", "71"), "argument 1, column 39: dice: "),
        (ROLLED.replace("N0N", "N0X"), "argument 1, column 35: cube: "),
        ("4HPwATDgc/ABMA:cInlADAAEAA!", "argument 1, column "),
        ("what", "argument 1, column 1: board: "),
    ],
)
def test_a_bad_text_is_told_as_what_it_is_meant_to_be(cli, text, said):
    for verb in ("show", "check", "identify"):
        run = cli(verb, text)
        assert run.code == 1
        assert run.err.startswith(said)


def test_json_of_a_bad_text_names_the_game(cli):
    found = [json.loads(line) for line in cli("check", "--json", XGID[:-5], ROLLED.replace("N0N", "W0N"), "what").lines]
    assert [row["game"] for row in found] == ["backgammon", "backgammon", "baghchal"]


def test_check_is_strict_and_names_every_problem(cli):
    run = cli("check", "0:0:N0N::B:C:0:0:7")
    assert run.code == 1
    assert "black: pip 0 is the bar of White" in run.err
    assert "black: checkers of both colours on pip 0" in run.err
    assert cli("check", f"OGID={ROLLED}").code == 1
    assert cli("check", "--lax", f"OGID={ROLLED}").out == f"ok ogid {ROLLED}\n"


def test_convert_keeps_the_rules_that_a_text_gives(cli):
    jacoby = XGID.replace(":2:3:0:7", ":0:0:1:0")
    run = cli("convert", "--to", "gnubg", jacoby)
    assert (run.out, run.err) == ("4HPwATDgc/ABMA:cIkFAAAAAAAA\n", "")
    assert cli("convert", "--to", "ogid", jacoby).err == "argument 1: xgid to ogid loses: jacoby\n"
    assert cli("convert", "--to", "ogid", "--strict", jacoby).code == 1
    assert cli("convert", "--to", "gnubg", "start", "--game", "backgammon").out == "4HPwATDgc/ABMA:MAAAAAAAAAAE\n"
    run = cli("convert", "--to", "xgid", GOATS)
    assert run.code == 1
    assert "xgid" in run.err


def test_views(cli):
    white = cli("show", ROLLED, "--view", "bottom=W", "--view", "home=right")
    assert white.lines[0] == "Black's Outer Board         Black's Home Board"
    assert cli("show", ROLLED, "--pretty", "--view", "bottom=B").lines[0].endswith("X White to act")
    black = cli("show", ROLLED, "--svg", "-", "--view", "bottom=B").out
    assert black.startswith("<svg")
    assert black != cli("show", ROLLED, "--svg", "-").out
    for wrong in ("bottom", "bottom=w", "side=W"):
        run = cli("show", ROLLED, "--view", wrong)
        assert run.code == 2
        known = "bottom=W, bottom=B, home=right, home=left"
        assert f"Backgammon has no view '{wrong}'; there are: {known}" in run.err
    assert "Bagh Chal has no view 'bottom=W'; there are: none" in cli("show", GOATS, "--view", "bottom=W").err


def test_moves_are_plays(cli):
    run = cli("moves", ROLLED)
    assert run.out.startswith("24/23 24/21, 24/20, ")
    assert run.out.count(",") == 15
    after = cli("moves", "--after", ROLLED).lines
    assert "8/5 6/5\t11ccccchhjjjjkk:66666888dddddoo:N0N::W:C:2:3:7:1" in after


def test_where_no_play_is_due_the_reason_stands(cli):
    run = cli("moves", START, ":o:N0N::W:C")
    assert run.lines == [
        "- no dice to play: before the opening roll",
        "- white wins: all checkers borne off: a single game",
    ]


def test_perft_counts_one_play(cli):
    assert cli("perft", ROLLED, 1).out == "16\n"
    assert cli("perft", ROLLED, 0).out == "1\n"
    run = cli("perft", ROLLED, 2)
    assert run.code == 2
    assert "in Backgammon dice come between moves: DEPTH is 0 or 1" in run.err


BUILTIN = ("--engine", "builtin")


def test_the_best_play_is_told_with_its_chances_and_who_says_so(cli):
    run = cli("best", *BUILTIN, "--lines", 2, XGID)
    assert (run.code, run.err) == (0, "")
    assert re.fullmatch(r"8/5 6/5  \+0\.\d{3}  \(estimate: builtin 2, static\)", run.lines[0])
    assert run.lines[1] == "  11ccccchhjjjjkk:66666888dddddoo:N0N::W:C:2:3:7:1"
    first, second = run.lines[2:]
    chances = r"wins \d\d\.\d% \(\d+\.\d%, \d\.\d%\), loses \d\d\.\d% \(\d+\.\d%, \d\.\d%\)"
    assert re.fullmatch(rf"  1\.  \+0\.\d{{3}}  8/5 6/5  \(\+0\.000; static; {chances}\)", first)
    assert re.fullmatch(rf"  2\.  \+0\.\d{{3}}  13/9  \(-0\.\d{{3}}; static; {chances}\)", second)


def test_without_dice_the_cube_is_decided(cli):
    run = cli("best", *BUILTIN, ROLLED.replace(":13:B:R", "::B:C"))
    assert run.lines[0].startswith("no double  ")
    assert run.lines[0].endswith("  (estimate: builtin 2, static)")
    assert [line.rpartition("  ")[2] for line in run.lines[-3:]] == ["no double", "double, take", "double, pass"]
    run = cli("best", *BUILTIN, ROLLED.replace("N0N:13:B:R", "N0O::B:D"))
    assert run.lines[0].startswith("take  +0.")
    assert run.lines[2] == f"  {ROLLED.replace('N0N:13:B:R', 'W1T::W:A')}"
    assert cli("best", START).out == "-\n"


def test_engines_and_levels_that_there_are_not_are_usage_errors(cli):
    for options, said in (
        (("--engine", "xg"), "no engine is called 'xg'; there are: bgsage, gnubg, builtin"),
        (
            ("--level", "3"),
            "expected a level, one of 1ply, 2ply, 3ply, 4ply, 0-ply, 1-ply, 2-ply, 3-ply, static, found",
        ),
        (("--engine", "gnubg", "--level", "4ply"), "expected a level, one of 0-ply, 1-ply, 2-ply, 3-ply, found '4ply'"),
    ):
        run = cli("best", ROLLED, *options)
        assert (run.code, run.out) == (2, "")
        assert said in " ".join(run.err.replace("│", " ").split())
    run = cli("best", GOATS, "--engine", "gnubg")
    assert run.code == 2
    assert "Bagh Chal has one engine, which has no name" in run.err
    run = cli("play", ROLLED, "--repetition", "none")
    assert run.code == 2
    assert "in Backgammon nothing hangs on repeated positions" in run.err


def test_the_engine_plays_a_side(cli):
    run = cli("play", START, "--side", "white", *BUILTIN, "--seed", 1, stdin="W1 B3\nhint\nundo\nquit\n")
    told = [line for line in run.lines if line.startswith("black: ")]
    assert told
    assert "roll" in "".join(run.lines)


def test_the_engine_plays_both_sides_to_the_end(cli):
    run = cli("play", "7lnnnnooooo:112233444:N0N::B:C", "--side", "none", *BUILTIN, "--seed", 1)
    assert run.code == 0
    assert run.lines[-1].startswith("The game is over: ")


def test_events_are_listed(cli):
    run = cli("events", "1:o:N0O::W:D:0:0:7:30")
    assert run.lines[:3] == ["take", "pass", "resign W single"]
    assert len(run.lines) == len(set(run.lines))
    assert cli("events", f"{BOARD}:N0N::B:F:0:0:7", "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @15 c5 - #").lines == [
        "- nothing can follow",
        "- tiger wins: five captures",
    ]
    assert len(cli("events", GOATS).lines) == 21
    found = json.loads(cli("events", "--json", "1:o:N0O::W:D:0:0:7:30").out)
    assert (found["made"], found["events"]) == ([], run.lines)


def test_a_match_is_stepped_to_a_taken_double(cli):
    run = cli("play", START, *STEPS)
    assert (run.code, run.err) == (0, "")
    assert [line.split("\t")[0] for line in run.lines] == [
        "opening roll W3 B1", "8/5 6/5", "roll 42", "24/22 13/9", "double", "take",
    ]  # fmt: skip
    assert run.lines[-1].split("\t")[1] == TAKEN
    found = json.loads(cli("play", "--json", START, *STEPS).out)
    assert (found["after"], found["to_move"], len(found["made"])) == (TAKEN, "W", 6)


def test_an_event_that_may_not_happen_ends_the_run(cli):
    run = cli("play", START, "W3 B1", "8/5 6/4", "roll 42")
    assert run.code == 1
    assert run.lines == [f"opening roll W3 B1\t{BOARD}:N0N:13:B:IB:0:0:7:0"]
    assert run.err == "event 2, 8/5 6/4: no die is left that brings a checker from 6 to 4\n"
    run = cli("play", START, "W3 B7")
    assert run.err.startswith("event 1, W3 B7, column ")
    run = cli("play", "--json", START, "W3 B1", "double")
    assert run.code == 1
    assert json.loads(run.out)["error"] == "illegal_move"


def test_moves_of_a_game_without_events_are_made_too(cli):
    run = cli("play", "start", "c3", "a1b1")
    assert run.lines == [
        "mC3\tTXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1",
        "mA1B1\tXTXXT/XXXXX/XXGXX/XXXXX/TXXXT g @19 c0 mA1B1 #t1",
    ]
    run = cli("play", "GXXXT/XTXXX/XXGXX/XXXXX/TXXXT t @14 c4 - #", "b2d4")
    assert run.lines[-1] == "tiger wins: five captures"


# --- typed events ----------------------------------------------------------------------------------------------------


def typed(cli, *lines, options=()):
    return cli("play", "--game", "backgammon", "--seed", 3, *options, stdin="".join(f"{line}\n" for line in lines))


def test_a_match_is_typed(cli):
    run = cli("play", START, "--seed", 1, stdin="\n".join((*STEPS, "", "id", "quit", "double")))
    assert (run.code, run.err) == (0, "")
    assert run.lines[0] == "Backgammon. Seed 1. ? lists what may happen, help the rest."
    assert run.lines[-1] == TAKEN
    assert run.out.count("│BAR│") == 7


def test_dice_are_thrown_and_repeat_with_their_seed(cli):
    first, again = (typed(cli, "roll", "id") for _ in range(2))
    assert first.out == again.out
    assert first.lines[-1].startswith(f"{BOARD}:N0N:")
    other = cli("play", "--game", "backgammon", "--seed", 5, stdin="roll\nid\n")
    assert other.lines[-1] != first.lines[-1]
    run = typed(cli, "roll", "roll")
    assert run.code == 1
    assert run.err.startswith("roll: ")


def test_commands(cli):
    run = typed(cli, "undo", "W3 B1", "?", "double", "undo", "help", "board", "id", "exit", "what")
    assert run.code == 1
    assert run.err == "there is nothing to take back\ndouble: no double now: the first player is known\n"
    assert "24/23 24/21, 24/20" in run.out
    assert "an event    such as forfeit B\n" in run.out
    assert run.lines[-1] == f"{BOARD}:N0N::W:IW:0:0:0:0"


def test_the_end_of_a_game_is_told(cli):
    run = cli("play", "1:o:N0N::B:C:0:0:7:30", stdin="double\npass\n?\nnext game\nid\n")
    assert "The game is over: white wins: the double was passed." in run.lines
    assert "next game W single passed" in run.lines
    assert run.lines[-1] == f"{BOARD}:N0N::W:IW:1:0:7:0"
    run = cli("play", "1:o:N0N::B:C:0:0:7:30", stdin="forfeit W\n?\nhelp\n")
    assert "nothing can follow" in run.lines
    assert "an event    such as none, for nothing can follow" in run.out


def test_somebody_at_a_terminal_is_asked(monkeypatch, capsys):
    prompts, lines = [], iter(["W3 B1", "what"])

    class Terminal:
        def isatty(self):
            return True

    def answer(prompt):
        prompts.append(prompt)
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr("builtins.input", answer)
    game = games.get("backgammon")
    out = Output(Color.NEVER)
    Table(out, game, game.start(), 1).run()  # what is mistyped there is no fault of the run
    assert prompts == ["> ", "white> ", "white> "]
    assert "what: event, column 1: expected opening roll, " in capsys.readouterr().err
    assert not out.failed
