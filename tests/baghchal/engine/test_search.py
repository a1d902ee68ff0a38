"""The search: wins it must see, limits, repetition, ranking, the same answer every time and both ways."""

import threading
import time

import pytest

from pointboard import jit
from pointboard.baghchal.board import TIGER_START, Board
from pointboard.baghchal.engine import alphabeta as ab
from pointboard.baghchal.engine.evaluate import evaluate
from pointboard.baghchal.engine.search import MATE, Limits, playable, search
from pointboard.baghchal.engine.tables import tables
from pointboard.baghchal.notation import obx
from pointboard.baghchal.rules import Repetition, apply, apply_all, legal, outcome
from pointboard.baghchal.state import Side, State
from pointboard.game import Evidence

START = State.start()
SHUTTLE = obx.parse("GXGGG/GTGGG/GTTXG/GXTGG/XGGGG t @0 c3 mA5A4 #g63")
"""From a game that went to and fro: tiger B3B4, goat A4A5, tiger B4B3, goat A5A4."""


def winners(state):
    return {m for m in legal(state) if (end := outcome(apply(state, m))) and end.winner is state.turn}


def plain_value(state, depth, seen=()):
    """Minimax of the rules, without anything clever: MATE for a win, 0 where the depth ends."""
    if (end := outcome(state)) is not None:
        return MATE if end.winner is state.turn else -MATE
    if depth == 0:
        return 0
    key = state.position_key()
    if state.in_hand == 0 and key in seen:
        return 0
    values = [-plain_value(apply(state, move), depth - 1, (*seen, key)) for move in legal(state)]
    best = max(values)
    return best - (best > 0) + (best < 0)


@pytest.mark.usefixtures("mode")
def test_a_win_in_one_is_found_under_any_limit(positions):
    found = 0
    for state in positions:
        if wins := winners(state):
            for limit in ({"nodes": 1}, {"depth": 1}, {"depth": 3}, {"nodes": 500, "seed": 3}):
                best = search(state, **limit).best
                assert best.move in wins
                assert (best.score, best.pv) == (MATE - 1, (best.move,))
            found += 1
    assert found > 20


def test_forced_results_are_those_of_plain_minimax(positions, interpreted):  # noqa: ARG001
    decided = 0
    for state in positions[::23]:
        if outcome(state) is None and len(legal(state)) < 14:
            value = plain_value(state, 3)
            score = search(state, depth=3).best.score
            if abs(value) > ab.DECIDED:
                assert score == value
                decided += 1
            elif abs(score) > ab.DECIDED:  # the end of a line looks for a jump that wins
                assert score == plain_value(state, 4)
    assert decided > 5


def test_scores_are_the_best_of_all_lines(positions, interpreted):  # noqa: ARG001
    for state in positions[5::97]:
        count = len(legal(state))
        if outcome(state) is None:
            full = search(state, depth=3, lines=count)
            assert {line.move for line in full.lines} == set(legal(state))
            scores = [line.score for line in full.lines]
            assert scores == sorted(scores, reverse=True)
            assert search(state, depth=3, lines=2).lines[0].score == scores[0]
            assert all(line.depth == 3 for line in full.lines)


def test_lines_can_be_played(positions):
    for state in positions[::50]:
        if outcome(state) is None:
            for line in search(state, nodes=2000, lines=3).lines:
                assert line.pv[0] == line.move
                apply_all(state, line.pv)


def test_depth_one_is_the_evaluation_after_the_move(interpreted):  # noqa: ARG001
    state = apply(START, legal(START)[0])  # a goat on B1, tigers to move: no jump at the end of a line
    lines = search(state, depth=1, lines=30).lines
    assert [line.score for line in lines] == [-evaluate(apply(state, line.move)) for line in lines]
    assert [len(line.pv) for line in lines] == [1] * len(lines)


def test_interpreted_and_compiled_give_the_same(positions, monkeypatch):
    if not jit.enabled():
        pytest.skip("numba is not installed")
    states = [state for state in positions[::60] if outcome(state) is None]
    limits = ({"nodes": 700, "seed": 1, "lines": 2}, {"depth": 4, "seed": 2})
    compiled = [search(state, **limit) for state in states for limit in limits]
    monkeypatch.setenv("POINTBOARD_NUMBA", "0")
    tables.cache_clear()
    try:
        assert [search(state, **limit) for state in states for limit in limits] == compiled
    finally:
        tables.cache_clear()


@pytest.mark.usefixtures("mode")
def test_the_same_question_has_the_same_answer():
    state = apply_all(START, legal(START)[6:7])
    first, other = search(state, nodes=3000, seed=7), search(state, nodes=3000, seed=7)
    assert first == other
    assert first.evidence is Evidence.SEARCH
    assert first.nodes == 3000


def test_the_seed_decides_between_equal_moves():
    assert len({search(START, depth=8, seed=seed).best.move for seed in range(5)}) > 1


def test_a_finished_game_has_no_lines():
    over = State(Board(TIGER_START, 0b1110), Side.GOAT, 12, 5)
    found = search(over, depth=3)
    assert (found.lines, found.best, found.depth, found.nodes) == ((), None, 0, 0)


def test_only_some_moves():
    only = legal(START)[3:5]
    found = search(START, depth=2, lines=9, only=only)
    assert {line.move for line in found.lines} == set(only)


@pytest.mark.usefixtures("mode")
def test_seconds_stop_the_search():
    search(START, depth=1)
    begun = time.perf_counter()
    found = search(START, seconds=0.05)
    assert time.perf_counter() - begun < 1.5
    assert found.best is not None


@pytest.mark.usefixtures("mode")
def test_a_flag_stops_the_search():
    search(START, depth=1)
    flag = bytearray(2)
    done = []
    thread = threading.Thread(target=lambda: done.append(search(START, stop=flag)))
    thread.start()
    time.sleep(0.05)
    assert not done
    flag[0] = 1
    thread.join(2)
    assert done[0].best.depth >= 1


@pytest.mark.usefixtures("mode")
def test_a_flag_set_before_still_leaves_an_answer():
    found = search(START, stop=bytearray(b"\1"))
    assert (found.depth, len(found.lines), found.best.depth) == (1, 1, 1)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({}, "a search needs a limit: depth, nodes, seconds or stop"),
        ({"depth": 0}, "depth must be at least 1, is 0"),
        ({"nodes": -1}, "nodes must be at least 1, is -1"),
        ({"seconds": 0}, "seconds must be more than 0, is 0"),
        ({"seconds": float("nan")}, "seconds must be more than 0, is nan"),
        ({"depth": 1, "lines": 0}, "lines must be at least 1, is 0"),
        ({"stop": b"\0"}, "a stop flag must be writable, like a bytearray"),
        ({"stop": bytearray()}, "a stop flag needs a byte"),
    ],
)
def test_limits_out_of_range(limits, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        search(START, **limits)


@pytest.mark.usefixtures("mode")
def test_limits_beyond_all_use():
    best = search(START, depth=2).best
    assert search(START, depth=2, nodes=1 << 80, seconds=1e300).best == best
    assert search(START, depth=2, seconds=float("inf")).best == best


def test_limits_are_values():
    assert Limits(depth=3) == Limits(3)


def played(state, text):
    """The positions from ``state`` on through moves in OBX."""
    game = [state]
    for move in text.split():
        game.append(apply(game[-1], obx.parse_move(move, game[-1])))
    return game


ROUND = "mB3B4 mA4A5 mB4B3 mA5A4"


@pytest.mark.usefixtures("mode")
def test_a_third_occurrence_in_the_game_is_a_draw():
    game = played(SHUTTLE, f"{ROUND} {ROUND}")[:-1]  # goats to move: A5A4 makes the third occurrence
    back = obx.parse_move("mA5A4", game[-1])
    for repetition, scores in ((Repetition.THREEFOLD, {0}), (Repetition.NONE, set())):
        best = search(game[-1], depth=4, history=game, repetition=repetition, only=(back,)).best
        assert (best.score == 0) is bool(scores)
    assert search(game[-1], depth=4, history=game[4:], only=(back,)).best.score != 0
    without_last = search(game[-1], depth=4, history=game[:-1], only=(back,)).best
    assert without_last == search(game[-1], depth=4, history=game, only=(back,)).best


@pytest.mark.usefixtures("mode")
def test_a_gap_in_the_history_hides_no_occurrence():
    game = played(SHUTTLE, f"{ROUND} {ROUND}")[:-1]
    back = obx.parse_move("mA5A4", game[-1])
    thin = [game[0], game[4], game[6]]  # both earlier occurrences, plies missing between
    assert search(game[-1], depth=4, history=thin, only=(back,)).best.score == 0


@pytest.mark.parametrize(
    ("codes", "root", "fence", "superko", "repeated"),
    [
        ([7, 1, 2, 3, 7], 0, 0, 0, True),  # the root comes back in the line
        ([9, 7, 1, 2, 3, 7], 0, 0, 0, True),  # a position of the line comes back
        ([7, 1, 2, 3, 7], 2, 0, 0, False),  # once in the game before the root
        ([7, 1, 2, 3, 7], 2, 0, 1, True),  # the same under superko
        ([7, 1, 2, 3, 7, 1, 2, 3, 7], 6, 0, 0, True),  # twice in the game before the root
        ([7, 1, 2, 3, 7, 1, 2, 3, 7], 6, 1, 0, False),  # one of them before the fence
        ([7, 1, 2, 3, 8], 0, 0, 0, False),
        ([7, 1, 7], 0, 0, 0, False),  # two plies change the board: never looked at
    ],
)
def test_what_ends_a_line(codes, root, fence, superko, repeated):
    w = [0] * (ab.PATH + 16)
    w[ab.PATH : ab.PATH + len(codes)] = codes
    w[ab.ROOT], w[ab.SUPERKO] = root, superko
    assert ab.repeated(w, len(codes) - 1, fence) is repeated


@pytest.mark.usefixtures("mode")
def test_superko_leaves_out_moves_that_bring_a_position_back():
    game = played(SHUTTLE, ROUND)[:-1]
    back = obx.parse_move("mA5A4", game[-1])
    assert back in playable(game[-1], game, Repetition.THREEFOLD)
    assert back in playable(game[-1], game[1:], Repetition.SUPERKO)
    assert back not in playable(game[-1], game, Repetition.SUPERKO)
    found = search(game[-1], depth=5, history=game, repetition=Repetition.SUPERKO, lines=30)
    assert back not in {line.move for line in found.lines}
    for line in found.lines:
        keys = [state.position_key() for state in (*game, *played(game[-1], " ".join(map(str, line.pv)))[1:])]
        assert len(set(keys)) == len(keys)


def test_superko_can_leave_no_move():
    before = obx.parse("GXGGG/GTGGG/GGTGG/GGTTG/GGGGG g @0 c0 - #")
    shut_in = obx.parse_move("mA1B1", before)
    seen = State(Board(1 | before.board.tigers & ~(1 << 6), before.board.goats & ~1 | 1 << 1), Side.GOAT, 0, 0)
    for repetition, score in ((Repetition.SUPERKO, MATE - 1), (Repetition.THREEFOLD, MATE - 5)):
        found = search(before, depth=6, history=[seen], repetition=repetition, only=(shut_in,))
        assert found.best.score == score


@pytest.mark.usefixtures("interpreted")
def test_goats_without_a_move_lose_at_the_end_of_a_line():
    w = [0] * (ab.PATH + ab.PLIES)
    tigers, goats = 0b11 << 18 | 1 << 23 | 1, 1 << 24  # a goat in the corner E5 behind three tigers
    assert ab.quiet_value(tables(), w, tigers, goats, 0, 0, 4, 3) == 3 - MATE
    assert ab.quiet_value(tables(), w, tigers, goats, 0, 1, 4, 3) == 0


def test_the_history_table_is_halved_before_it_grows_too_far():
    w = [0] * ab.PATH
    w[ab.HISTORY], w[ab.HISTORY + 1] = 1 << 24, 10
    ab.remember_cut(w, 0, 3, 0, 2)
    assert (w[ab.HISTORY], w[ab.HISTORY + 1]) == ((1 << 24) + 4 >> 1, 5)
    assert w[ab.KILLERS + 6] == 0
    ab.remember_cut(w, 0, 3, 9, 1)
    ab.remember_cut(w, 0, 3, 9, 1)
    assert w[ab.KILLERS + 6 : ab.KILLERS + 8] == [9, 0]
