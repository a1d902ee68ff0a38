"""The verb best: the move, the position after it, how it is known; the same question has the same answer."""

import json
import threading

import pytest
from typer import BadParameter

from pointboard import games
from pointboard.cli.thinking import apart, think
from pointboard.cli.values import number, whole

START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"
TIGERS = "GXXXT/XTXXX/XXGXX/XXXXX/TXXXT t @18 c0 mA1 #g2"
OVER = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @15 c5 - #"


def test_best_says_move_position_and_evidence(cli):
    run = cli("best", TIGERS, "--depth", 3)
    assert (run.code, run.err) == (0, "")
    head, after, first = run.lines
    move, score, evidence = head.split("  ", 2)
    assert evidence.startswith("(search: 3 plies deep, ")
    assert evidence.endswith(" positions, an estimate at its end)")
    game = games.get("baghchal")
    state = game.main_notation.parse(TIGERS)
    assert after == f"  {game.main_notation.format(game.apply(state, game.parse_move(move)))}"
    assert first.split()[:3] == ["1.", score, move]
    assert len(first.split()) == 5  # three plies of expected play


def test_best_ranks_lines(cli):
    run = cli("best", TIGERS, "--depth", 2, "--lines", 4)
    assert [line.split()[0] for line in run.lines[2:]] == ["1.", "2.", "3.", "4."]


def test_the_same_question_has_the_same_answer(cli):
    first = cli("best", START, TIGERS, "--level", 3, "--seed", 7)
    assert first.code == 0
    assert cli("best", START, TIGERS, "--level", 3, "--seed", 7).out == first.out


def test_a_finished_game_has_no_best_move(cli):
    assert cli("best", OVER).lines == ["- tiger wins: five captures"]
    value = json.loads(cli("best", "--json", OVER).out)
    assert (value["move"], value["after"]) == (None, OVER)
    assert value["outcome"] == {"winner": "t", "reason": "five captures"}


def test_a_move_that_ends_the_game_is_said_to(cli):
    run = cli("best", "GGXXT/XTXXX/XXGXX/XXXXX/TXXXT t @13 c4 - #", "--depth", 1)
    assert run.lines[0].startswith("mB2D4(C3)  wins in 1  (search: 1 ply deep, ")
    assert run.lines[0].endswith(" positions, to the end of the game)")
    assert run.lines[1] == "  tiger wins: five captures"


def test_a_mistake_on_purpose_is_no_best_move(cli):
    mate = "TXXXX/XGXXX/XXXXX/XXXXX/TXXTT t @15 c4 - #"
    run = cli("best", mate, "--level", 1, "--seed", 1)
    assert run.lines[0].startswith("mD5C5  +")
    assert run.lines[1] == "  level 1 plays a weaker move on purpose; the best it saw is mA1C3(B2)"
    assert run.lines[3] == "  1. wins in 1  mA1C3(B2)"
    value = json.loads(cli("best", mate, "--level", 1, "--seed", 1, "--json").out)
    assert (value["move"], value["mistake"], value["lines"][0]["move"]) == ("mD5C5", True, "mA1C3(B2)")
    run = cli("best", mate, "--level", 8)
    assert "on purpose" not in run.out
    assert json.loads(cli("best", mate, "--level", 8, "--json").out)["mistake"] is False


def test_best_json(cli):
    value = json.loads(cli("best", TIGERS, "--depth", 2, "--lines", 2, "--json").out)
    assert value["evidence"] == "search"
    assert [line["score"] for line in value["lines"]] == sorted((r["score"] for r in value["lines"]), reverse=True)
    assert (value["position"], value["move"], len(value["lines"])) == (TIGERS, value["lines"][0]["move"], 2)


@pytest.mark.parametrize(
    ("option", "value", "wanted"),
    [
        ("--level", "0", "a whole number from 1 to 8"),
        ("--level", "9", "a whole number from 1 to 8"),
        ("--level", "five", "a whole number from 1 to 8"),
        ("--level", "\u0663", "a whole number from 1 to 8"),
        ("--level", "-1", "a whole number from 1 to 8"),
        ("--level", "1.0", "a whole number from 1 to 8"),
        ("--level", "", "a whole number from 1 to 8"),
        ("--depth", "0", "a whole number from 1 to 100"),
        ("--depth", "101", "a whole number from 1 to 100"),
        ("--nodes", "0", "a whole number from 1 to 1000000000000"),
        ("--nodes", "1" * 16, "a whole number from 1 to 1000000000000"),
        ("--seed", "-1", "a whole number from 0 to 9007199254740991"),
        ("--seconds", "0", "a number from 0.001 up"),
        ("--seconds", "nan", "a number from 0.001 up"),
        ("--seconds", "inf", "a number from 0.001 up"),
        ("--seconds", "soon", "a number from 0.001 up"),
        ("--lines", "0", "a whole number from 1 to 100"),
        ("--color", "red", "auto, always, never"),
    ],
)
def test_values_that_cannot_be_are_usage_errors(cli, option, value, wanted):
    run = cli("best", START, option, value)
    assert (run.code, run.out) == (2, "")
    assert f"Invalid value for '{option}': expected {wanted}, found {value!r}" in run.err


@pytest.mark.parametrize("limit", ["--depth", "--nodes"])
def test_a_level_goes_with_no_other_limit_but_time(cli, limit):
    run = cli("best", START, "--level", 2, limit, 1)
    assert (run.code, run.out) == (2, "")
    assert "a level sets depth and positions itself; give it, or depth and nodes" in run.err
    assert cli("best", START, "--level", 2, "--seconds", 5).code == 0


def test_values_without_an_upper_bound():
    assert [whole(0)("0"), whole(0)("1" * 15), whole(3)(3), number(0)("0")] == [0, 111111111111111, 3, 0]
    with pytest.raises(BadParameter, match=r"^expected a whole number from 3 up, found '2'$"):
        whole(3)("2")


def test_time_is_a_limit(cli):
    assert cli("best", START, "--seconds", "0.01").code == 0


def test_interruption_stops_the_search():
    started, ended = threading.Event(), threading.Event()

    class Slow:
        """A game whose engine thinks until it is stopped."""

        @staticmethod
        def engine(_state, *, stop):
            started.set()
            while not stop[0]:
                pass
            ended.set()

    def interrupt(_future):
        started.wait()
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("concurrent.futures.Future.result", interrupt)
        with pytest.raises(KeyboardInterrupt):
            think(Slow, games.get("baghchal").start())
    assert ended.is_set()


def test_work_apart_gives_its_result_or_its_error():
    assert apart(divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        apart(divmod, 7, 0)
