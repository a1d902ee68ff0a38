"""Judging a game: verdicts as the tables have them, what each move did, accuracy, the rule about repetition."""

import sys
from dataclasses import replace

import pytest

from pointboard.baghchal.engine.search import Analysis
from pointboard.baghchal.notation import obx
from pointboard.baghchal.record import Headers, Record, Result
from pointboard.baghchal.report import Bar, Change, judge
from pointboard.baghchal.report.values import Accuracy, Value
from pointboard.baghchal.report.words import better_words, did_words, notes
from pointboard.baghchal.rules import Repetition
from pointboard.baghchal.state import Side
from pointboard.errors import TableError
from pointboard.game import Evidence, Line

FRO = obx.parse("TXXXT/GGGXX/GGGGG/GGGGG/TGGGT g @0 c4 - #")
TO_AND_FRO = [obx.parse_move(text) for text in ("mC2D2", "mA1B1", "mD2C2", "mB1A1")]


def proved(value):
    return value.winner, value.plies, value.evidence


@pytest.mark.parametrize("number", [98, 219, 221])
def test_every_verdict_is_that_of_the_tables(number, reports, golden):
    report = reports[number]
    for state, value in zip(report.record.positions(), report.values, strict=True):
        assert proved(value) == golden.probe(state)
        assert (value.score, value.depth) == (None, None)
    for move in report.moves:
        found = [(option.move, proved(option.value)) for option in move.options]
        assert found == [(one.move, tuple(one.verdict)) for one in golden.probe_moves(move.before)]
        assert move.evidence is Evidence.TABLE
        assert (move.before, move.after) == report.record.positions()[move.ply - 1 : move.ply + 1]


@pytest.mark.parametrize("number", [98, 219, 221])
def test_what_a_move_did_is_seen_in_the_values_around_it(number, reports):
    names = {(1, 0): "win to draw", (1, -1): "win to loss", (0, -1): "draw to loss"}
    report = reports[number]
    for move, before, after in zip(report.moves, report.values, report.values[1:], strict=False):
        around = before.standing(move.side), after.standing(move.side)
        assert move.change == names.get(around, "kept"), move.ply


def test_a_game_full_of_mistakes(reports):
    report = reports[98]
    goats, tigers = report.accuracy
    assert goats == Accuracy(Side.GOAT, proved=32, kept=18, chances=16, searched=0, loss=0)
    assert tigers == Accuracy(Side.TIGER, proved=32, kept=19, chances=19, searched=0, loss=0)
    assert (goats.share, goats.share_of_chances) == (18 / 32, 2 / 16)
    assert (tigers.mistakes, tigers.share_of_chances) == (13, 6 / 19)
    assert [move.ply for move in report.mistakes if move.ply > 50] == [54, 55, 58, 59, 60, 61]
    assert (report.decisive.ply, report.decisive.change) == (61, Change.DRAW_TO_LOSS)
    assert str(report.decisive.move) == "mC5B5"
    assert [str(option.move) for option in report.moves[37].better] == ["mD5C5", "mB4B2(B3)", "mB4D2(C3)"]
    assert not report.searched


def test_a_game_with_one_mistake(reports):
    report = reports[219]
    assert [(move.ply, move.change.value) for move in report.mistakes] == [(32, "draw to loss")]
    assert report.decisive is report.mistakes[0]
    assert report.accuracy[1].share_of_chances == 2 / 3
    assert (report.values[-1].winner, report.values[-1].plies) == (Side.GOAT, 0)


def test_a_win_that_takes_longer_and_a_loss_that_comes_sooner(reports):
    report = reports[98]
    slow = report.moves[43]
    assert (str(slow.move), slow.change, slow.slip, slow.slowest) == ("mB1C1", Change.KEPT, 2, False)
    assert [str(option.move) for option in slow.better] == ["mB4B2(B3)", "mB4D4(C4)"]
    slowest = report.moves[47]
    assert (slowest.slip, slowest.slowest) == (2, True)
    hasty = report.moves[56]
    assert (str(hasty.move), hasty.played.standing(Side.GOAT), hasty.slip, hasty.slowest) == ("mC2C1", -1, 2, False)
    assert {option.value.plies for option in hasty.better} == {4}
    quick = report.moves[41]
    assert (quick.slip, quick.slowest, quick.better) == (0, False, ())
    assert report.moves[24].slip is None  # no distance is known while goats are in hand
    assert reports[221].moves[0].better == ()


def test_the_third_occurrence_is_a_mistake_of_who_was_winning(made):
    report = judge(Record(start=FRO).extend(TO_AND_FRO * 2), made((Side.TIGER, 5)))
    last = report.moves[-1]
    assert (last.played.bar, last.change, last.slip) == (Bar.DRAWS, Change.WIN_TO_DRAW, None)
    assert last.played not in last.better
    assert last.played not in last.allowed[:-1]
    assert all(move.change is Change.KEPT for move in report.moves[:-1])
    assert report.by_repetition
    (note,) = notes(report)
    assert note == (
        "The game was drawn by threefold repetition, but the position is proved: tigers win in 5. A proved value knows "
        "nothing of what was played before."
    )


def test_the_third_occurrence_is_the_best_of_who_was_losing(made):
    report = judge(Record(start=FRO).extend(TO_AND_FRO * 2), made((Side.GOAT, 5)))
    last = report.moves[-1]
    assert (last.best, last.change) == (last.played, Change.KEPT)
    assert last.could_err
    assert report.decisive is None


def test_superko_forbids_and_what_it_forbids_is_not_counted(made):
    record = Record(Headers(repetition=Repetition.SUPERKO), start=FRO).extend(TO_AND_FRO[:3])
    other = next(move for move in record.legal() if str(move) == "mB1C1")
    record = record.play(other)
    report = judge(record, made((None, None), {"mB1A1": (Side.TIGER, 3)}))
    last = report.moves[-1]
    barred = [str(option.move) for option in last.options if option.bar is Bar.FORBIDDEN]
    assert barred == ["mB1A1"]
    assert barred[0] not in map(str, (option.move for option in last.allowed))
    assert (last.change, last.could_err) == (Change.KEPT, False)
    assert len(notes(report)) == 1
    assert notes(report)[0].startswith("Played under superko: proved values take endless play for a draw")
    assert notes(judge(record, nodes=50)) == ()


def test_without_a_rule_nothing_is_marked(made):
    record = Record(Headers(repetition=Repetition.NONE), start=FRO).extend(TO_AND_FRO * 3)
    report = judge(record, made((None, None)))
    assert {option.bar for move in report.moves for option in move.options} == {None}
    assert notes(report) == ()


def test_a_declared_result_that_the_last_position_does_not_have(reports, records, golden):
    drawn = records[219].head(20)
    declared = replace(drawn, headers=replace(drawn.headers, result=Result.GOATS, termination="resignation"))
    found = judge(declared, golden)
    assert notes(found) == ("The declared result is 1-0, but the last position is proved: draw.",)
    right = replace(drawn, headers=replace(drawn.headers, result=Result.DRAW))
    assert notes(judge(right, golden)) == ()
    assert notes(reports[98]) == ()


@pytest.fixture(scope="module")
def ending(records):
    """The last ten plies of game 98, judged by search."""
    whole = records[98]
    return Record(start=whole.positions()[54]).extend(whole.moves[54:])


@pytest.fixture(scope="module")
def searched(ending):
    return judge(ending, nodes=3000)


def test_a_search_sees_forced_wins_and_says_that_it_is_a_search(searched, reports):
    assert {move.evidence for move in searched.moves} == {Evidence.SEARCH}
    assert {value.evidence for value in searched.values} == {Evidence.SEARCH}
    assert (searched.searched, searched.nodes) == (True, 3000)
    first, last = searched.moves[0], searched.moves[-1]
    assert first.change is Change.OPEN_TO_LOSS
    assert all(option.value.winner is None for option in first.better)
    assert (last.played.value.winner, last.played.value.plies, last.slip) == (Side.TIGER, 1, 0)
    assert searched.values[-1] == Value(Side.TIGER, 0, Evidence.SEARCH, -10_000, 0)
    assert (searched.decisive.ply, searched.decisive.change) == (7, Change.OPEN_TO_LOSS)
    assert [move.change for move in searched.moves if move.ply == 4] == [Change.WIN_TO_OPEN]
    for move, exact in zip(searched.moves, reports[98].moves[54:], strict=True):
        forced = move.played.value
        if forced.winner is not None:
            assert (forced.winner, forced.plies) == (exact.played.value.winner, exact.played.value.plies)


def test_a_search_counts_for_no_accuracy(searched):
    goats, tigers = searched.accuracy
    assert (goats.proved, goats.kept, goats.chances, goats.searched) == (0, 0, 0, 5)
    assert (goats.share, goats.share_of_chances, tigers.mistakes) == (None, None, 0)
    assert goats.loss == sum(move.loss or 0 for move in searched.moves if move.side is Side.GOAT)
    assert not any(move.could_err for move in searched.moves)
    assert not any(move.slowest for move in searched.moves)


def test_the_same_search_gives_the_same_report(ending, searched):
    assert judge(ending, nodes=3000) == searched


START = obx.parse("TXXXX/XGXXX/XXXXX/XXXXX/TXXTT t @15 c4 - #")


@pytest.fixture
def scripted(monkeypatch):
    """Judge a game by searches that are made up: for each ply the moves that are seen, with scores of the mover."""

    def judged(game, script):
        moves = [obx.parse_move(text) for text in game.split()]

        def search(state, *, history, only, lines, **_):
            seen = {obx.parse_move(text, state): score for text, score in script[len(history)].items()}
            found = [Line(move, score, (move,), 4) for move, score in seen.items() if only is None or move in only]
            found.sort(key=lambda line: -line.score)
            return Analysis(state, tuple(found[:lines]), 4, 1)

        monkeypatch.setattr(sys.modules[judge.__module__], "search", search)
        return judge(Record(start=START).extend(moves), nodes=1)

    return judged


def test_what_one_search_saw_the_next_knows(scripted):
    report = scripted(
        "mD5C5 mC1 mA1C3(B2)",
        [{"mA1C3(B2)": 9999, "mA5B4": 9997, "mD5C5": 9993}, {"mC3": -731, "mC1": -600}, {"mA1C3(B2)": 9999}],
    )
    first, second, third = report.moves
    assert (first.change, first.slip, did_words(first)) == (
        Change.KEPT, 6, "keeps the forced win, 6 plies longer than needed",
    )  # fmt: skip
    assert (report.values[1].winner, report.values[1].plies, second.known) == (Side.TIGER, 6, report.values[1])
    assert (second.change, second.loss, did_words(second)) == (Change.KEPT, None, "stays in the forced loss")
    assert better_words(second) == "holds out longer by search: mC3 (tigers +7.31)"
    assert (third.change, report.decisive) == (Change.KEPT, None)
    assert report.values[2].plies == 1


def test_a_forced_win_that_later_searches_do_not_see(scripted):
    report = scripted(
        "mD5C5 mC3 mA1B1",
        [{"mA1C3(B2)": 9999, "mD5C5": 9993}, {"mC3": -731, "mC1": -9999}, {"mA1B1": 50, "mA1A2": 40}, {"mC1": -30}],
    )
    second, third = report.moves[1:]
    assert (second.change, did_words(second)) == (Change.KEPT, "stays in the forced loss")
    assert (report.values[2].winner, report.values[2].plies) == (Side.TIGER, None)
    assert (third.change, third.better, third.known) == (Change.WIN_TO_OPEN, (), report.values[2])
    assert (report.values[3].winner, report.values[3].score, report.values[3].depth) == (None, -30, 4)
    assert report.decisive is third


def test_a_move_is_worth_what_follows_it(scripted):
    report = scripted("mA1B1 mC3", [{"mA1B1": 50, "mA1A2": 40}, {"mC3": -90, "mC1": -70}, {"mA5A4": 110}])
    first, second = report.moves
    assert [value.score for value in report.values] == [-70, -70, -110]
    assert [(str(option.move), option.value.score, option.value.depth) for option in first.options] == [
        ("mA1B1", -70, 5),
        ("mA1A2", -40, 4),
    ]
    assert [(str(option.move), option.value.score, option.value.depth) for option in second.options] == [
        ("mC1", -70, 4),
        ("mC3", -110, 5),
    ]
    assert (first.loss, second.loss, better_words(second)) == (0, 40, "better by search: mC1 (tigers +0.70)")


def test_what_is_played_is_always_looked_at(records):
    record = records[98].head(8)
    report = judge(record, nodes=100)
    for move in report.moves:
        assert move.played.move == move.move
        assert len(move.options) in {3, 4}
        assert move.loss is not None
        assert move.loss >= 0
        worse = [option for option in move.better if option.value.score == move.played.value.score]
        assert worse == []
        scores = [option.value.score * (1 if move.side is Side.GOAT else -1) for option in move.options]
        assert scores == sorted(scores, reverse=True)
    assert report.values[-1].depth > 0
    assert report.values[-1].plies is None


def test_where_only_the_sliding_phase_is_known(records, reports, only_sliding):
    whole, exact = records[98], reports[98]
    report = judge(replace(Record(start=whole.positions()[34]).extend(whole.moves[34:])), only_sliding, nodes=200)
    assert [move.evidence.value for move in report.moves[:5]] == ["search", "search", "search", "table", "table"]
    # Of the last goat in hand tables know every move, so also what the position before is worth.
    assert report.moves[3:] == tuple(replace(move, ply=move.ply - 34) for move in exact.moves[37:])
    assert [value.proved for value in report.values[:5]] == [False, False, False, True, True]
    assert report.values[3] == report.moves[3].options[0].value
    assert report.values[5:] == exact.values[39:]
    goats, tigers = report.accuracy
    assert (goats.searched, goats.proved, tigers.searched, tigers.proved) == (2, 13, 1, 14)


def test_a_table_that_cannot_be_used_is_an_error(records, tmp_path):
    path = tmp_path / "bad.table"
    path.touch()

    class Bad:
        def probe_moves(self, _):
            raise TableError("bad", path)

        probe = probe_moves

    with pytest.raises(TableError, match="bad"):
        judge(records[219], Bad())
    path.unlink()
    assert judge(records[219].head(1), Bad(), nodes=50).searched


def test_limits(records):
    with pytest.raises(ValueError, match="nodes must be at least 1, is 0"):
        judge(records[98], nodes=0)
    with pytest.raises(TypeError, match=r"nodes must be a whole number, is 1\.5"):
        judge(records[98], nodes=1.5)


def test_progress_counts_the_moves(records, golden):
    told = []
    judge(records[219].head(3), golden, progress=lambda *now: told.append(now))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_a_game_that_is_over_before_it_begins():
    over = obx.parse("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @15 c5 - #")
    report = judge(Record(start=over), nodes=50)
    assert report.values == (Value(Side.TIGER, 0, Evidence.SEARCH, -10_000, 0),)
    assert (report.moves, report.decisive, report.accuracy[0].share) == ((), None, None)


def test_a_draw_by_repetition_without_tables():
    report = judge(Record(start=FRO).extend(TO_AND_FRO * 2), nodes=50)
    assert report.values[-1] == Value(None, 0, Evidence.SEARCH, 0, 0)
    assert notes(report) == ()


def test_wins_thrown_away_whole(made):
    start = obx.parse("TXXXT/GGGXX/GGGGG/GGGGG/TGGGT g @0 c4 - #")
    report = judge(Record(start=start).play(TO_AND_FRO[0]), made((Side.GOAT, 9), {"mC2D2": (Side.TIGER, 4)}))
    assert report.moves[0].change is Change.WIN_TO_LOSS
    assert all(option.value.winner is Side.GOAT for option in report.moves[0].better)
