"""The next move by real tables, those of the sliding phase: what is claimed of it, and that it is right in its game."""

import random
import shutil
import sys

import pytest

from pointboard import jit
from pointboard.api.job import Job, Limits, solve
from pointboard.baghchal.board import Board
from pointboard.baghchal.engine import choose as door
from pointboard.baghchal.engine import proved
from pointboard.baghchal.engine.choose import by_search, choose
from pointboard.baghchal.engine.known import DRAWN, known_plies
from pointboard.baghchal.engine.levels import LEVELS, Level
from pointboard.baghchal.engine.search import MATE, search
from pointboard.baghchal.engine.shelf import forget, open_shelf
from pointboard.baghchal.engine.solve.probe import Tables
from pointboard.baghchal.notation import obx
from pointboard.baghchal.rules import THREEFOLD_DRAW, Repetition, apply, legal, outcome
from pointboard.baghchal.state import Side, State
from pointboard.errors import MissingExtraError, TableError
from pointboard.game import Evidence

pytestmark = pytest.mark.slow

# The longest wins of docs/baghchal-solved.md.
TIGERS_WIN = obx.parse("GTGXG/TGGTG/TGXGG/GGGGG/GGGGG t @0 c1 - #")
TIGERS_LOSE = obx.parse("TGGGG/GGGGT/GGTGG/GTGGG/XXGGG t @0 c1 - #")
GOATS_LOSE = obx.parse("TTGGG/XTGGG/GXTGG/GGGGG/GGGGG g @0 c1 - #")
QUIET_WIN = obx.parse("TGGGG/GXTGG/GGGGG/GGTGG/GGXGT g @0 c1 - #")  # one winning move after the other, no capture
SEVERAL_WAYS = (
    "GGGGG/GGGGG/GXGGG/GTGTG/TTGXG g @0 c1 - #",
    "GGGGT/TGXTT/GXGGG/GGGGG/GGGGG g @0 c1 - #",
    "GTGGG/GGGGT/GXXGG/TTGGG/GGGGX g @0 c2 - #",
    "GGGTG/GTXGG/GGGGX/GXGGT/GTGGG g @0 c2 - #",
    "GTGGX/GXGTG/GGGXG/TGGGT/GGGGG g @0 c2 - #",
)
DRAWN_BY_GOATS = obx.parse("GXGGG/GTGGG/GTTXG/GXTGG/XGGGG g @0 c3 - #")


@pytest.fixture(scope="module")
def shelf(sliding, tmp_path_factory):
    """A folder of the tables of all games, and the tables themselves."""
    folder = tmp_path_factory.mktemp("tables")
    shutil.copytree(sliding, folder / "baghchal")
    return folder, Tables(folder / "baghchal")


@pytest.fixture
def tables(shelf, monkeypatch):
    """The tables, which are the user's now."""
    monkeypatch.setenv("POINTBOARD_TABLES", str(shelf[0]))
    return shelf[1]


def some_positions(count, seed, captured=range(5), in_hand=0):
    """Positions by chance in which the game goes on."""
    rng, found = random.Random(seed), []  # noqa: S311
    while len(found) < count:
        taken = rng.choice(captured)
        points = rng.sample(range(25), 24 - taken - in_hand)
        tigers, goats = (sum(1 << point for point in part) for part in (points[:4], points[4:]))
        state = State(Board(tigers, goats), rng.choice(list(Side)), in_hand, taken)
        if outcome(state) is None:
            found.append(state)
    return found


def test_the_kernel_reads_what_the_prober_reads(tables):
    known = open_shelf().known()
    compiled, plain = jit.load(known_plies), known.t.tolist()
    for state in some_positions(400, 1):
        verdict = tables.probe(state)
        place = (state.board.tigers, state.board.goats, int(state.turn is Side.TIGER), state.captured)
        plies = compiled(known.t, known.plies, *place)
        assert plies == known_plies(plain, known.plies, *place)
        assert plies == (DRAWN if verdict.winner is None else verdict.plies)
        assert verdict.winner is None or (verdict.winner is state.turn) is bool(plies & 1)


@pytest.mark.parametrize(("state", "plies"), [(TIGERS_WIN, 137), (GOATS_LOSE, 126), (TIGERS_LOSE, 116)])
def test_the_shortest_win_against_the_longest_resistance_takes_as_long_as_proved(tables, state, plies):
    first, game = state, [state]
    while outcome(game[-1]) is None:
        found = choose(game[-1], history=game, seed=len(game))
        left = plies + 1 - len(game)
        assert (found.evidence, found.note, found.lines[0].verdict.plies) == (Evidence.TABLE, "", left)
        assert abs(found.score) == MATE - left
        game.append(found.after)
    assert len(game) - 1 == plies
    assert found.outcome == outcome(game[-1])
    assert found.outcome.winner is tables.probe(first).winner


def test_the_play_that_is_expected_leads_the_proved_way(tables):
    line = choose(TIGERS_WIN).lines[0]
    assert len(line.pv) == 12
    state = TIGERS_WIN
    for played, move in enumerate(line.pv):
        assert tables.probe(state).plies == 137 - played
        state = apply(state, move)


def test_a_loss_holds_out_as_long_as_it_can_and_is_made_hard(tables):
    seen = 0
    for state in some_positions(400, 2):
        if tables.probe(state).winner is not state.turn.other:
            continue
        ranked = tables.probe_moves(state)
        longest = [one.move for one in ranked if one.verdict == ranked[0].verdict]
        found = choose(state, seed=3)
        assert found.move in longest
        assert found.score == ranked[0].verdict.plies - MATE

        def given_away(move, before=state):
            replies = tables.probe_moves(apply(before, move))
            return sum(one.verdict.winner is not before.turn.other for one in replies) / max(1, len(replies))

        assert given_away(found.move) == max(map(given_away, longest))
        seen += 1
    assert seen > 80


def test_a_draw_is_kept_against_anybody_and_won_where_the_other_errs(tables):
    results = []
    for number, state in enumerate(one for one in some_positions(200, 4) if tables.probe(one).winner is None):
        mover, rng, game = state.turn, random.Random(number), [state]  # noqa: S311
        while outcome(game[-1]) is None and len(game) < 120:
            if game[-1].turn is mover:
                found = choose(game[-1], nodes=300, history=game, seed=number)
                assert found.evidence is Evidence.TABLE
                assert tables.probe(found.after).winner in (None, mover)
                game.append(found.after)
            else:
                game.append(apply(game[-1], rng.choice(legal(game[-1]))))
        over = outcome(game[-1])
        results.append(over and over.winner)
        assert results[-1] in (None, mover)
        if number == 11:
            break
    assert sum(winner is not None for winner in results) > 6


def test_a_draw_is_searched_among_the_moves_that_keep_it(tables):
    found = choose(DRAWN_BY_GOATS, nodes=2_000, lines=50)
    keep = [one.move for one in tables.probe_moves(DRAWN_BY_GOATS) if one.verdict.winner is None]
    assert (found.evidence, found.score, found.note) == (Evidence.TABLE, 0, "")
    assert 1 < len(keep) < len(found.lines) == len(legal(DRAWN_BY_GOATS))
    assert {line.move for line in found.lines[: len(keep)]} == set(keep)
    assert [line.score for line in found.lines[: len(keep)]] == [0] * len(keep)
    assert all(line.verdict.winner is Side.TIGER and line.score < -9_000 for line in found.lines[len(keep) :])
    assert found.depth > 1
    assert found.nodes >= 2_000


@pytest.mark.usefixtures("tables")
def test_the_same_question_has_the_same_answer():
    for state in (DRAWN_BY_GOATS, TIGERS_WIN, GOATS_LOSE):
        assert choose(state, nodes=500, seed=5, lines=3) == choose(state, nodes=500, seed=5, lines=3)
    moves = {choose(DRAWN_BY_GOATS, nodes=20, seed=seed).move for seed in range(30)}
    assert len(moves) > 1


@pytest.mark.usefixtures("tables")
def test_a_level_errs_as_often_as_it_says_and_says_so():
    wrong = 0
    for seed in range(60):
        found = choose(TIGERS_WIN, level=2, seed=seed)
        best = found.lines[0]
        assert (best.score, best.verdict.winner) == (9_863, Side.TIGER)
        assert found.mistake is (found.move != best.move) is (LEVELS[2].errs(TIGERS_WIN, seed) is not None)
        line = next(line for line in found.lines if line.move == found.move)
        assert (line.score, found.after) == (found.score, apply(TIGERS_WIN, found.move))
        wrong += found.mistake
    assert 12 < wrong < 36
    assert not choose(TIGERS_WIN, level=8).mistake


@pytest.mark.usefixtures("tables")
def test_a_mistake_among_the_ranked_lines_is_taken_from_them(monkeypatch):
    monkeypatch.setattr(door, "level", lambda _: Level(1, 300, 100))
    found = choose(DRAWN_BY_GOATS, level=1, lines=50)
    assert found.mistake
    assert len(found.lines) == len(legal(DRAWN_BY_GOATS))


def test_the_last_goat_in_hand(tables):
    seen = {}
    for state in some_positions(300, 6, in_hand=1):
        found = choose(state, nodes=200)
        moves = tables.probe_moves(state)
        verdict = moves[0].verdict
        assert found.evidence is Evidence.TABLE
        assert next(one.verdict.winner for one in moves if one.move == found.move) is verdict.winner
        assert found.lines[0].verdict.winner is verdict.winner
        if verdict.winner is None:
            assert found.score == 0
        elif found.score is None:
            assert found.lines[0].verdict.plies is None
        else:
            assert (found.score > 9_000) is (verdict.winner is state.turn)
        seen[state.turn, verdict.winner] = seen.get((state.turn, verdict.winner), 0) + 1
    assert len(seen) == 6


@pytest.mark.usefixtures("tables")
def test_more_goats_in_hand_are_searched_over_the_tables():
    proved_more = 0
    for state in some_positions(40, 7, captured=(2, 3), in_hand=2):
        found = choose(state, nodes=3_000)
        alone = search(state, nodes=3_000)
        assert (found.evidence, found.note, found.lines[0].verdict) == (Evidence.SEARCH, "", None)
        proved_more += abs(found.score) > 9_000 >= abs(alone.best.score)
        if state.turn is Side.GOAT and abs(found.score) > 9_000:
            assert found.score > 9_000 or MATE + found.score <= 140
    assert proved_more > 1


def test_forced_results_of_the_search_over_the_tables_are_right(tables):
    """With one goat in hand the tables know who wins; the search that looks the sliding phase up must agree."""
    known, forced = open_shelf().known(), 0
    for state in some_positions(200, 8, in_hand=1):
        best = search(state, nodes=2_000, known=known).best
        if abs(best.score) > 9_000:
            winner = tables.probe_moves(state)[0].verdict.winner
            assert winner is (state.turn if best.score > 0 else state.turn.other)
            forced += 1
    assert forced > 100


@pytest.mark.usefixtures("tables")
def test_far_from_the_sliding_phase_it_is_not_looked_up(monkeypatch):
    forget()
    monkeypatch.setattr(proved, "_NEAR", 1)
    state = some_positions(1, 9, captured=(0,), in_hand=2)[0]
    assert choose(state, nodes=500) == choose(state, nodes=500, history=(state,))
    assert open_shelf().known.cache_info().currsize == 0


def test_a_third_time_is_no_way_to_win(tables):
    first, *others = tables.probe_moves(TIGERS_WIN)
    after = apply(TIGERS_WIN, first.move)
    assert others[0].verdict.winner is None  # there is no second way
    history = (after, TIGERS_WIN, after)
    assert choose(TIGERS_WIN, history=history[1:]).move == first.move
    found = choose(TIGERS_WIN, nodes=500, history=history, lines=50)
    assert (found.score, found.outcome) == (0, None)
    assert found.note == "the tables know no history: the moves that they hold won draw by a third occurrence"
    assert found.move != first.move
    assert tables.probe(found.after).winner is None
    assert [line.verdict.winner for line in found.lines].count(Side.TIGER) == 0
    assert choose(TIGERS_WIN, history=history, repetition=Repetition.NONE).move == first.move


def ahead(tables, state, plies):
    """The position after so many plies of best play."""
    for _ in range(plies):
        state = apply(state, tables.probe_moves(state)[0].move)
    return state


def test_a_position_further_on_that_stood_twice_is_said(tables):
    state = ahead(tables, QUIET_WIN, 2)
    found = choose(QUIET_WIN, history=(state, QUIET_WIN, state))
    assert found.evidence is Evidence.TABLE
    assert found.lines[0].verdict == tables.probe(QUIET_WIN)
    assert found.note == "the tables know no history: the win may lead through a position that stood twice already"
    assert choose(QUIET_WIN, history=(state, QUIET_WIN)).note == ""
    assert choose(QUIET_WIN, history=(state, QUIET_WIN, state), repetition=Repetition.NONE).note == ""


def test_a_win_goes_another_way_round_what_stood_twice(tables):
    """Where two moves win, and the one of the shortest way leads to what stood twice, the other is taken."""
    for state in some_positions(600, 10, captured=(3, 4)):
        ranked = tables.probe_moves(state)
        wins = [one for one in ranked if one.verdict.winner is state.turn]
        if len(wins) > 1 and wins[0].verdict.plies < wins[1].verdict.plies and wins[0].verdict.plies > 1:
            break
    after = apply(state, wins[0].move)
    found = choose(state, history=(after, state, after))
    assert found.move != wins[0].move
    assert found.note == ""
    assert found.lines[0].verdict == wins[1].verdict


@pytest.mark.parametrize("further", [2, 3, 4])
@pytest.mark.parametrize("text", SEVERAL_WAYS)
def test_a_win_that_is_claimed_without_a_note_is_won_against_anybody(tables, text, further):
    start = obx.parse(text)
    spoilt = ahead(tables, start, further)
    before = (spoilt, start, spoilt)
    if choose(start, history=before).note:
        return
    for seed in range(6):
        rng, game = random.Random(seed), [*before, start]  # noqa: S311
        while (over := outcome(game[-1])) is None:
            if game[-1].turn is start.turn:
                found = choose(game[-1], history=game, seed=seed)
                assert (found.note, found.outcome in (None, outcome(found.after))) == ("", True)
                game.append(found.after)
            else:
                ranked = tables.probe_moves(game[-1])
                move = ranked[0].move if seed == 0 else rng.choice(ranked).move
                game.append(apply(game[-1], move))
        assert over.winner is start.turn
        assert game.count(spoilt) <= 2


def test_what_may_save_a_loss_is_said_and_tried(tables):
    state = GOATS_LOSE
    for _ in range(3):
        state = apply(state, tables.probe_moves(state)[0].move)
    found = choose(GOATS_LOSE, history=(state, GOATS_LOSE, state))
    assert found.note == "the tables know no history: positions that stood twice already may spoil this loss"
    assert found.evidence is Evidence.TABLE
    after = apply(GOATS_LOSE, tables.probe_moves(GOATS_LOSE)[0].move)
    saved = choose(GOATS_LOSE, history=(after, GOATS_LOSE, after))
    assert (saved.move, saved.outcome, saved.score) == (after.last_move, THREEFOLD_DRAW, 0)


def test_a_draw_by_a_third_time_comes_after_the_draws_that_go_on(tables):
    keep = [one.move for one in tables.probe_moves(DRAWN_BY_GOATS) if one.verdict.winner is None]
    best = choose(DRAWN_BY_GOATS, nodes=500).move
    after = apply(DRAWN_BY_GOATS, best)
    found = choose(DRAWN_BY_GOATS, nodes=500, history=(after, DRAWN_BY_GOATS, after), lines=50)
    assert found.move != best
    assert (found.outcome, found.score) == (None, 0)
    assert [line.move for line in found.lines].index(best) == len(keep) - 1


def test_superko(tables):
    won = choose(TIGERS_WIN, repetition=Repetition.SUPERKO)
    assert (won.evidence, won.score, won.note) == (Evidence.TABLE, 9_863, "")
    drawn = choose(DRAWN_BY_GOATS, nodes=500, repetition=Repetition.SUPERKO)
    said = "the tables count endless play as a draw, and superko forbids it: the move is by search"
    assert drawn.evidence is Evidence.SEARCH
    assert tables.probe(drawn.after).winner is None
    assert drawn.note.startswith(said)
    state = ahead(tables, QUIET_WIN, 3)
    found = choose(QUIET_WIN, history=(state,), repetition=Repetition.SUPERKO)
    assert found.note == "the tables know no history: the win may need a position that superko forbids"
    assert choose(QUIET_WIN, history=(state,)).note == ""
    forbidden = apply(TIGERS_WIN, won.move)
    other = choose(TIGERS_WIN, nodes=500, history=(forbidden,), repetition=Repetition.SUPERKO)
    assert other.move != won.move
    assert other.evidence is Evidence.SEARCH


def test_a_mistake_under_superko_comes_after_the_best(tables, monkeypatch):
    monkeypatch.setattr(door, "level", lambda _: Level(1, 300, 100))
    found = choose(DRAWN_BY_GOATS, level=1, repetition=Repetition.SUPERKO)
    assert found.mistake
    assert len(found.lines) == 2
    assert tables.probe(apply(DRAWN_BY_GOATS, found.lines[0].move)).winner is None


def test_a_damaged_table_is_said_and_searched_past(shelf, tmp_path, monkeypatch):
    shutil.copytree(shelf[0], tmp_path, dirs_exist_ok=True)
    file = tmp_path / "baghchal" / "sliding-1.table"
    whole = file.read_bytes()
    file.write_bytes(whole[:-1])
    monkeypatch.setenv("POINTBOARD_TABLES", str(tmp_path))
    found = choose(TIGERS_WIN, nodes=500)
    assert found.evidence is Evidence.SEARCH
    assert found.note == (
        "sliding-1.table cannot be used, so this is by search alone: pointboard baghchal verify says more"
    )
    file.write_bytes(whole)
    assert choose(TIGERS_WIN, nodes=500).evidence is Evidence.TABLE


def test_what_is_no_file_is_said_and_searched_past(shelf, tmp_path, monkeypatch):
    shutil.copytree(shelf[0], tmp_path, dirs_exist_ok=True)
    file = tmp_path / "baghchal" / "sliding-1.table"
    file.unlink()
    file.mkdir()
    monkeypatch.setenv("POINTBOARD_TABLES", str(tmp_path))
    found = choose(TIGERS_WIN, nodes=500)
    assert (found.evidence, found.note[:32]) == (Evidence.SEARCH, "sliding-1.table cannot be used, ")
    with pytest.raises(TableError, match=r"sliding-1\.table cannot be read: it is no regular file"):
        Tables(file.parent).probe(TIGERS_WIN)


def test_a_table_that_is_cut_while_it_is_open_is_said(shelf, tmp_path, monkeypatch):
    shutil.copytree(shelf[0], tmp_path, dirs_exist_ok=True)
    monkeypatch.setenv("POINTBOARD_TABLES", str(tmp_path))
    assert choose(TIGERS_WIN, nodes=500).evidence is Evidence.TABLE
    for file in (tmp_path / "baghchal").glob("sliding-*.table"):
        with file.open("r+b") as opened:
            opened.truncate(100)
    found = choose(TIGERS_LOSE, nodes=500)
    assert (found.evidence, found.note[7:31]) == (Evidence.SEARCH, "-1.table cannot be used,")


def test_a_file_in_the_place_of_the_folder_holds_no_table(tmp_path, monkeypatch):
    (tmp_path / "baghchal").write_bytes(b"")
    monkeypatch.setenv("POINTBOARD_TABLES", str(tmp_path))
    found = choose(TIGERS_WIN, nodes=500)
    assert (found.evidence, found.note) == (Evidence.SEARCH, "")


def test_a_foreign_table_is_no_answer(shelf, tmp_path, monkeypatch):
    shutil.copytree(shelf[0], tmp_path, dirs_exist_ok=True)
    shutil.copy(tmp_path / "baghchal" / "sliding-2.table", tmp_path / "baghchal" / "sliding-1.table")
    monkeypatch.setenv("POINTBOARD_TABLES", str(tmp_path))
    found = choose(TIGERS_WIN, nodes=500)
    assert (found.evidence, found.note[:32]) == (Evidence.SEARCH, "sliding-1.table cannot be used, ")


def test_without_one_of_the_tables_there_are_none(shelf, tmp_path, monkeypatch):
    shutil.copytree(shelf[0], tmp_path, dirs_exist_ok=True)
    (tmp_path / "baghchal" / "sliding-4.table").unlink()
    monkeypatch.setenv("POINTBOARD_TABLES", str(tmp_path))
    found = choose(TIGERS_WIN, nodes=500)
    assert (found.evidence, found.note) == (Evidence.SEARCH, "")


class Refusing:
    """A module of which nothing can be imported."""

    def __getattr__(self, _):
        raise MissingExtraError("fast", "numpy")


@pytest.mark.usefixtures("tables")
def test_without_the_extra_no_table_is_asked(monkeypatch):
    monkeypatch.setitem(sys.modules, "pointboard.baghchal.engine.solve.folders", Refusing())
    assert choose(TIGERS_WIN, nodes=50).evidence is Evidence.SEARCH


@pytest.mark.usefixtures("tables", "interpreted_kernels")
def test_interpreted_kernels_ask_no_table():
    assert choose(TIGERS_WIN, nodes=50).evidence is Evidence.SEARCH


@pytest.fixture
def interpreted_kernels(monkeypatch):
    from pointboard.baghchal.engine.tables import tables as board_tables  # noqa: PLC0415

    monkeypatch.setenv("POINTBOARD_NUMBA", "0")
    board_tables.cache_clear()
    yield
    board_tables.cache_clear()


@pytest.mark.usefixtures("tables")
def test_the_pure_search_asks_no_table():
    question = door.Question(TIGERS_WIN, door.Limits(nodes=200), None, 0, (), Repetition.THREEFOLD, 1)
    assert by_search(question).evidence is Evidence.SEARCH


@pytest.mark.usefixtures("tables")
def test_a_search_process_answers_from_the_tables():
    job = Job("baghchal", obx.format(TIGERS_WIN), Limits(level=8))
    answer = solve(job, bytearray(1)).answer
    assert (answer.evidence, answer.score, answer.note) == ("table", 9_863, None)
    assert (answer.verdict.winner, answer.verdict.plies) == ("t", 137)
    drawn = solve(Job("baghchal", obx.format(DRAWN_BY_GOATS), Limits(nodes=50)), bytearray(1)).answer
    assert (drawn.verdict.winner, drawn.verdict.plies) == (None, None)
