"""The verb best: the move, the position after it, how it is known; the same question has the same answer."""

import json
import threading

import pytest

from pointboard import games
from pointboard.cli.thinking import apart, think

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
    assert run.lines[0].startswith("mB2D4(C3)  wins in 1  (")
    assert run.lines[1] == "  tiger wins: five captures"


def test_best_json(cli):
    value = json.loads(cli("best", TIGERS, "--depth", 2, "--lines", 2, "--json").out)
    assert value["evidence"] == "search"
    assert [line["score"] for line in value["lines"]] == sorted((r["score"] for r in value["lines"]), reverse=True)
    assert (value["position"], value["move"], len(value["lines"])) == (TIGERS, value["lines"][0]["move"], 2)


@pytest.mark.parametrize(
    "limit", [("--level", 0), ("--level", 9), ("--depth", 0), ("--nodes", 0), ("--seconds", 0), ("--lines", 0)]
)
def test_limits_out_of_range_are_usage_errors(cli, limit):
    assert cli("best", START, *limit).code == 2


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
