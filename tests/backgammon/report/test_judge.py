"""Judging a match: every figure by hand, with an engine of a few numbers."""

import pytest

from pointboard.backgammon import record
from pointboard.backgammon.board import Side, Variant
from pointboard.backgammon.engine import met
from pointboard.backgammon.record import Course, Headers
from pointboard.backgammon.record.model import EMPTY
from pointboard.backgammon.record.view import GameView
from pointboard.backgammon.report import Act, CubeError, Mark, judge
from pointboard.backgammon.report.questions import Ask, Task, ask, decode, encode
from pointboard.backgammon.report.values import match_chance
from pointboard.backgammon.rules import Size
from pointboard.backgammon.state import USUAL_RULES
from pointboard.backgammon.turns import Forfeit, Resign, Roll
from pointboard.errors import EngineError, PointboardError, PositionError, Problem


def about(decision):
    error = None if decision.error is None else decision.error.value
    return (
        decision.ply, decision.side.value, decision.act.value, round(decision.loss, 9), decision.counted, error,
    )  # fmt: skip


def test_every_decision(match, fake):
    report = judge(match, fake)
    assert [about(one) for one in report.decisions()] == [
        (1, "W", "play", 0.0, True, None),
        (2, "B", "no double", 0.0, True, None),
        (2, "B", "play", 0.03, True, None),
        (3, "W", "no double", 0.1, True, "missed double"),
        (3, "W", "play", 0.0, True, None),
        (4, "B", "double", 0.15, True, "wrong double"),
        (5, "W", "take", 0.0, True, None),
        (6, "B", "play", 0.1, True, None),
        (7, "W", "double", 0.0, True, None),
        (8, "B", "pass", 0.0, True, None),
    ]
    assert [(one.ply, one.mark) for one in report.mistakes] == [
        (2, Mark.DOUBTFUL), (3, Mark.BLUNDER), (4, Mark.BLUNDER), (6, Mark.BLUNDER),
    ]  # fmt: skip
    assert (report.level.level, report.luck_level.level) == ("deep", "quick")


def test_what_both_sides_add_up_to(match, fake):
    ann, bo = judge(match, fake).tallies
    assert (ann.plays, ann.cubes, ann.play_loss, ann.cube_loss) == (2, 3, 0.0, pytest.approx(0.1))
    assert (bo.plays, bo.cubes, bo.play_loss, bo.cube_loss) == (2, 3, pytest.approx(0.13), pytest.approx(0.15))
    assert (ann.rating, bo.rating) == (pytest.approx(500 * 0.1 / 5), pytest.approx(500 * 0.28 / 5))
    assert (ann.play_rating, ann.cube_rating) == (0.0, pytest.approx(500 * 0.1 / 3))
    assert (bo.play_rating, bo.cube_rating) == (pytest.approx(500 * 0.13 / 2), pytest.approx(25.0))
    assert ann.cube_errors == ((CubeError.MISSED_DOUBLE, 1, pytest.approx(0.1)),)
    assert bo.cube_errors == ((CubeError.WRONG_DOUBLE, 1, pytest.approx(0.15)),)
    assert dict(bo.marks) == {Mark.DOUBTFUL: 1, Mark.ERROR: 0, Mark.BLUNDER: 2}
    # 0.1 of an equity at 5 away, 5 away with the cube at 1: half of the distance between 4-5 and 5-4 away.
    assert ann.match_loss == pytest.approx(0.1 * (met.equity(4, 5) - met.equity(5, 4)) / 2)


def test_luck_is_against_the_mean_of_all_rolls(match, fake):
    report = judge(match, fake)
    mean = (2 * 105 + 84) / 360  # 15 rolls of 7 pips on average, twice each; doubles of 14 pips; a tenth of that
    assert mean == pytest.approx(0.8166666667)  # 8 1/6 pips a roll, as everybody knows
    found = [(roll.ply, roll.side.value, roll.dice, roll.luck) for roll in report.games[0].rolls]
    assert found == [
        (1, "W", (1, 3), pytest.approx(0.4)),  # either side may begin: the mean is 0
        (2, "B", (2, 4), pytest.approx(0.6 - mean)),
        (3, "W", (5, 6), pytest.approx(1.1 - mean)),
        (6, "B", (1, 6), pytest.approx(0.7 - mean)),
    ]
    assert report.tallies[0].luck == pytest.approx(1.5 - mean)
    assert report.tallies[1].rolls == 2
    without = judge(match, fake, luck=False)
    assert (without.luck_level, without.games[0].rolls, without.tallies[0].rolls) == (None, (), 0)


def test_the_course_of_the_match(match, fake):
    course = judge(match, fake).games[0].course
    assert [moment.ply for moment in course] == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    start, end = met.equity(5, 5), met.equity(3, 5)
    assert (course[0].chance, course[-1].chance) == (start, end)
    even = met.swing(5, 5, 1)
    assert course[1].chance == pytest.approx(((even.win - even.lose) * 0.2 + even.win + even.lose) / 2)
    assert course[2].chance == pytest.approx(1 - ((even.win - even.lose) * 0.1 + even.win + even.lose) / 2)
    doubled = met.swing(5, 5, 2)  # Bo plays with the cube at 2
    assert course[6].chance == pytest.approx(1 - ((doubled.win - doubled.lose) * -0.1 + doubled.win + doubled.lose) / 2)


def test_a_double_is_graded_by_all_actions(match, make):
    """Whether a double was wrong hangs on the value of waiting, which must have been looked at."""
    right = judge(match, make(cubes={(152, 161): (0.2, 0.4), (152, 154): (0.9, 1.2)}), luck=False)
    assert [round(one.loss, 9) for one in right.decisions() if one.act is Act.DOUBLE] == [0.0, 0.0]
    with pytest.raises(PointboardError, match=r"^game 1, ply 4: fake does not judge the double: missing no-double$"):
        judge(match, make(cubes={(152, 161): (None, 0.4)}), luck=False)


@pytest.mark.parametrize(
    ("act", "values", "wrong"),
    [
        (Act.DOUBLE, (1.1, 1.3), (0.1, CubeError.TOO_GOOD)),
        (Act.DOUBLE, (0.6, 0.5), (0.1, CubeError.WRONG_DOUBLE)),
        (Act.TAKE, (0.8, 1.3), (0.3, CubeError.WRONG_TAKE)),
        (Act.PASS, (0.8, 0.75), (0.25, CubeError.WRONG_PASS)),
    ],
)
def test_kinds_of_cube_errors(match, make, act, values, wrong):
    at = (152, 154) if act is Act.PASS else (152, 161)
    found = [one for one in judge(match, make(cubes={at: values}), luck=False).decisions() if one.act is act]
    assert (round(found[0].loss, 9), found[0].error) == wrong
    assert found[0].played is found[0].options[1]
    assert found[0].best.loss == 0


def test_a_missed_cash(match, make):
    found = [one for one in judge(match, make(cubes={(163, 161): (0.7, 1.2)}), luck=False).decisions() if one.ply == 3]
    assert (found[0].loss, found[0].error) == (pytest.approx(0.3), CubeError.MISSED_CASH)
    assert found[0].best.name == "double, pass"


@pytest.mark.parametrize(
    ("values", "counted"),
    [
        ((0.3, 0.1), True),  # the double would have lost 0.2
        ((0.3, 0.09), False),
        ((1.19, 1.5), True),  # nearly a double
        ((1.21, 1.5), False),
        ((-0.92, -0.95), False),  # hopeless
        ((0.4, 0.4005), False),  # nothing hangs on it
    ],
)
def test_which_doubles_not_made_count(match, make, values, counted):
    report = judge(match, make(cubes={(163, 167): values}), luck=False)
    assert next(one for one in report.decisions() if one.act is Act.NO_DOUBLE).counted is counted


def test_a_play_is_compared_at_the_full_level(match, make):
    """The position after a play that was looked at less deeply is asked again, at the level of the best one."""
    fake = make(shallow=("8/4 6/4",))
    report = judge(match, fake, luck=False)
    play = next(one for one in report.decisions() if one.ply == 2 and one.act is Act.PLAY)
    assert (play.played.equity, play.played.known.level) == (-0.7, "deep")  # (163, 161): a double that is taken
    assert play.loss == pytest.approx(0.83)
    assert [option.name for option in play.options][1] == "8/4 6/4"
    assert len(play.options) == 7


def test_a_play_that_turns_out_best(match, make):
    fake = make(shallow=("8/4 6/4",), cubes={(163, 161): (-0.4, -0.5)})
    report = judge(match, fake, luck=False)
    play = next(one for one in report.decisions() if one.ply == 2 and one.act is Act.PLAY)
    assert (play.loss, play.best.name, play.best.equity) == (0.0, "8/4 6/4", 0.4)


def test_forced_plays_do_not_count(make):
    text = " 1 point match\n\n Game 1\n A : 0  B : 0\n  1) 31: 8/5 6/5   66: 24/18(2) 13/7(2)\n"
    match = record.mat.parse(text)
    report = judge(match, make(), luck=False)
    assert [(one.act.value, one.legal > 1, one.counted) for one in report.decisions()] == [
        ("play", True, True), ("play", True, True),
    ]  # fmt: skip
    assert {one.act for one in report.decisions()} == {Act.PLAY}  # nobody may double in a match to one point


def resigned(match, size, *, plies):
    return GameView(match).head(plies).play(Resign(size, side=Side.BLACK)).match


def test_resignations(match, fake):
    """Bo is on roll with an equity of 0.5 and gives up a point: 1.5 lost. Neither side's rating knows of it."""
    report = judge(resigned(match, Size.SINGLE, plies=1), fake, luck=False)
    made = [about(one) for one in report.decisions()][1:]
    assert made == [(2, "B", "resign", 1.5, False, None), (2, "W", "accept", 0.0, False, None)]
    assert [one.best.name for one in report.decisions()][1:] == ["play on", "accept 1 point"]
    assert report.tallies[1].rating is None
    assert report.games[0].course[-1].chance == met.equity(4, 5)


def test_a_resignation_that_should_not_be_accepted(match, make):
    fake = make(cubes={(163, 167): (-1.5, -2.0)})
    report = judge(resigned(match, Size.SINGLE, plies=1), fake, luck=False)
    assert [about(one) for one in report.decisions()][1:] == [
        (2, "B", "resign", 0.0, False, None), (2, "W", "accept", 0.5, False, None),
    ]  # fmt: skip


def test_money(make):
    """In money play the course is that of the game; a gammon that is given up costs 2 points."""
    course = Course(Headers())
    course.begin()
    course.play_text(Side.WHITE, (3, 1), "8/5 6/5")
    report = judge(course.match(), make(), luck=False)
    assert (report.tallies[0].match_loss, report.mistakes) == (None, ())
    assert [moment.chance for moment in report.games[0].course] == [0.5, 0.5]
    lost = judge(resigned(course.match(), Size.GAMMON, plies=1), make(), luck=False)
    assert [round(one.loss, 9) for one in lost.decisions()] == [0.0, 2.5, 0.0]
    assert lost.games[0].course[-1].chance == 1.0
    assert match_chance(course.match().games[0].state, Side.WHITE, 0.3) is None


def test_a_roll_that_was_never_played(match, fake):
    view = GameView(match).head(2)
    played = view.play(Roll(6, 5)).play(Resign(Size.SINGLE, side=Side.WHITE)).match
    report = judge(played, fake)
    assert [(one.ply, one.act.value) for one in report.decisions()][3:] == [
        (3, "no double"), (4, "resign"), (4, "accept"),
    ]  # fmt: skip
    assert [roll.ply for roll in report.games[0].rolls] == [1, 2, 3]
    worth = next(one for one in report.decisions() if one.act is Act.RESIGN)
    assert worth.best.equity == 0.3  # the best play of the roll


def test_what_is_no_decision(match, fake):
    view = GameView(match).head(1)
    report = judge(view.play(Forfeit(Side.BLACK)).match, fake, luck=False)
    assert [one.ply for one in report.decisions()] == [1]
    assert judge(EMPTY, fake).tallies[0].rating is None


def test_a_record_says_the_same_however_many_are_asked_at_a_time(match, make):
    assert judge(match, make(), jobs=3) == judge(match, make())


def test_each_question_is_asked_once(match, fake):
    judge(match, fake, jobs=4)
    asked = [(kind, level, state) for kind, level, state in fake.asked]
    assert len(asked) == len(set(asked))


def test_progress(match, fake):
    seen = []
    judge(match, fake, progress=lambda done, count: seen.append((done, count)))
    assert seen == [(number, 8) for number in range(1, 9)]


def test_wrong_wishes(match, fake):
    with pytest.raises(PointboardError, match=r"^jobs must be at least 1, is 0$"):
        judge(match, fake, jobs=0)
    with pytest.raises(PointboardError, match=r"^fake has no level 'high'; there are: quick, deep$"):
        judge(match, fake, level="high")


def test_a_position_that_the_engine_does_not_know(fake):
    course = Course(Headers(variant=Variant.HYPERGAMMON))
    course.begin()
    course.play_text(Side.WHITE, (2, 1), "24/22 23/22")
    text = r"^game 1, ply 1: fake cannot judge the position: it knows games with 15 checkers, not with 3$"
    with pytest.raises(PointboardError, match=text):
        judge(course.match(), fake)


def test_an_engine_that_fails(match, make):
    class Broken(type(make())):
        def cube(self, *_):
            raise EngineError("it died")

    with pytest.raises(EngineError, match=r"^game 1, ply 2: it died$"):
        judge(match, Broken())


def test_an_error_of_another_kind_goes_on_as_it_is(match, make):
    class Broken(type(make())):
        def cube(self, *_):
            raise PositionError((Problem("RANGE", "win", "must be 0 to 1"),))

    with pytest.raises(PositionError, match=r"^win: must be 0 to 1$"):
        judge(match, Broken())


def test_a_resignation_of_the_side_that_is_not_on_roll(match, fake):
    """Ann has played and gives up while Bo is on roll: what it was worth to Bo is turned round."""
    view = GameView(match).head(1).play(Resign(Size.SINGLE, side=Side.WHITE))
    found = [about(one) for one in judge(view.match, fake, luck=False).decisions()][1:]
    assert found == [(2, "W", "resign", 0.5, False, None), (2, "B", "accept", 0.0, False, None)]


def test_a_match_beyond_the_table_of_match_equities(make):
    course = Course(Headers(length=64))
    course.begin()
    course.play_text(Side.WHITE, (3, 1), "8/5 6/5")
    lost = judge(resigned(course.match(), Size.SINGLE, plies=1), make(), luck=False)
    assert (lost.games[0].course, len(list(lost.decisions()))) == ((), 1)


@pytest.mark.parametrize("kind", list(Ask))
def test_answers_survive_as_text(match, fake, kind):
    ply = match.games[0].plies[1]
    state = ply.before if kind is Ask.PLAYS else match.games[0].plies[0].after
    task = Task.of(kind, state, fake.levels[kind is not Ask.ROLLS], USUAL_RULES)
    answer = ask(fake, task)
    assert decode(task, encode(answer)) == answer
    assert task.key(fake).startswith(f"{kind}|fake|1|")
    for text in ("", "[]", "[1]", '{"a":1}', "null", '[["8/4 6/4"]]', '["engine","fake","1","quick",1,[]]'):
        with pytest.raises(ValueError):  # noqa: PT011 (whatever is wrong with it)
            decode(task, text)


def test_a_question_forgets_how_its_position_came_about(match, fake):
    """The same board, cube and score after another number of moves has the same answer."""
    state = match.games[0].plies[0].after
    other = state._replace(move_id=77)
    assert Task.of(Ask.CUBE, state, fake.usual, USUAL_RULES) == Task.of(Ask.CUBE, other, fake.usual, USUAL_RULES)
    richer = state.with_score(3, 0)
    assert Task.of(Ask.CUBE, state, fake.usual, USUAL_RULES) != Task.of(Ask.CUBE, richer, fake.usual, USUAL_RULES)
