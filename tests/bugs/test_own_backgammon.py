"""Our own bugs about backgammon, each with its smallest input."""

import pytest

from pointboard import backgammon
from pointboard.backgammon import Board, Cube, Length, MatchRules, Owner, Phase, Score, Side, State
from pointboard.backgammon.game import describe
from pointboard.backgammon.game import outcome as ended
from pointboard.backgammon.match import Match
from pointboard.backgammon.notation import events, gnubg, ogid, plays, xgid
from pointboard.backgammon.render import svg, text
from pointboard.backgammon.rules import Move, Play, Size, apply, outcome, pip_of, play_of, point_of, refusal
from pointboard.backgammon.state import Flag
from pointboard.backgammon.turns import (
    Accept,
    Begin,
    Close,
    Double,
    Forfeit,
    MakePlay,
    Mark,
    Marker,
    NextGame,
    OpeningRoll,
    Path,
    Reason,
    Resign,
    Result,
    Roll,
    SetPosition,
    Terms,
    legal_events,
    result,
)
from pointboard.backgammon.turns import apply as happen
from pointboard.backgammon.turns.ends import next_game, points, score_after
from pointboard.errors import NotationError, PositionError

OGID = "11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:R:2:3:7:0"
XGID = "XGID=-b----E-C---eE---c-e----B-:1:1:1:31:2:3:0:7:10"
IDS = "4HPwATDgc/ABMA:cInlADAAEAAE"
ROLL = ogid.parse(OGID)
CLEAR = ogid.parse("1:o:N0N::W:C:0:0:7:30")
TWO_BOARDS = Board.of({24: 2}, {1: 1})


# --- a side by its letter --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", Side)
def test_player_1_by_its_letter(side):
    """The text "W" was no ``Side.WHITE`` and was taken for Black without a word: all colours came out exchanged."""
    letter = side.value
    assert xgid.parse(XGID, player_1=letter) == xgid.parse(XGID, player_1=side)
    assert xgid.format(ROLL, player_1=letter) == xgid.format(ROLL, player_1=side)
    assert gnubg.parse(IDS, player_1=letter) == gnubg.parse(IDS, player_1=side)
    assert gnubg.format(ROLL, player_1=letter) == gnubg.format(ROLL, player_1=side)
    assert backgammon.convert(OGID, "xgid", player_1=letter) == backgammon.convert(OGID, "xgid", player_1=side)
    bad = xgid.read("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:9:3:0:7:10")
    assert bad.status(letter) == bad.status(side)
    assert bad.status(letter)[0].field == "score_1"


@pytest.mark.parametrize("side", Side)
def test_a_side_by_its_letter(side):
    letter = side.value
    board = TWO_BOARDS
    assert board.side(letter) == board.side(side)
    assert (board.count(letter), board.pips(letter), board.bar(letter)) == (
        board.count(side),
        board.pips(side),
        board.bar(side),
    )
    state = State(board)
    assert (state.off(letter), state.loss_size(letter)) == (state.off(side), state.loss_size(side))
    assert point_of(letter, 3) == point_of(side, 3)
    assert pip_of(letter, 3) == pip_of(side, 3)
    assert score_after(Score(), Length(), letter, 2) == score_after(Score(), Length(), side, 2)
    assert happen(State.start(), Begin(letter)) == happen(State.start(), Begin(side))
    assert Roll(1, 2, side=letter) == Roll(1, 2, side=side)
    assert type(Roll(1, 2, side=letter).side) is Side


@pytest.mark.parametrize(
    ("ask", "field"),
    [
        (lambda: xgid.parse(XGID, player_1="x"), "player_1"),
        (lambda: xgid.format(ROLL, player_1=None), "player_1"),
        (lambda: gnubg.parse(IDS, player_1=1), "player_1"),
        (lambda: gnubg.format(ROLL, player_1="w"), "player_1"),
        (lambda: backgammon.convert(OGID, "gnubg", player_1="x"), "player_1"),
        (lambda: TWO_BOARDS.side("x"), "side"),
        (lambda: TWO_BOARDS.bar("x"), "side"),
        (lambda: TWO_BOARDS.pips("x"), "side"),
        (lambda: CLEAR.loss_size("x"), "side"),
        (lambda: point_of("x", 3), "side"),
        (lambda: pip_of("x", 3), "side"),
        (lambda: score_after(Score(), Length(), "x", 2), "winner"),
        (lambda: Begin("x"), "side"),
        (lambda: Begin(None), "side"),
    ],
)
def test_a_side_that_there_is_not(ask, field):
    with pytest.raises(NotationError, match=f"^{field}, column 1: expected W or B, found ") as error:
        ask()
    assert error.value.field == field


# --- values of another kind ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "field", "message"),
    [
        ({"board": "x"}, "white", "expected a Board, found 'x'"),
        (
            {"board": Board([0] * 26, bytes(26))},
            "white",
            "expected bytes, found [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...",
        ),
        ({"board": Board(bytes(26), None)}, "black", "expected bytes, found None"),
        ({"cube": None}, "cube", "expected a Cube, found None"),
        ({"cube": Cube("W", 1)}, "cube", "expected an Owner, found 'W'"),
        ({"cube": Cube(exponent=1.0)}, "cube", "expected a whole number, found 1.0"),
        ({"cube": Cube(action="N")}, "cube", "expected an Action, found 'N'"),
        ({"dice": [1, 3]}, "dice", "expected a row, found [1, 3]"),
        ({"dice": (True, 3)}, "dice", "expected a whole number, found True"),
        ({"last_actor": "W"}, "last_actor", "expected a Side, found 'W'"),
        ({"phase": "R"}, "phase", "expected a Phase, found 'R'"),
        ({"score": (2, 3)}, "score_white", "expected a Score, found (2, 3)"),
        ({"score": Score(2.0, 3)}, "score_white", "expected a whole number, found 2.0"),
        ({"score": Score(2, "3")}, "score_black", "expected a whole number, found '3'"),
        ({"length": 7}, "length", "expected a Length, found 7"),
        ({"length": Length(7, "C")}, "length", "expected a Modifier, found 'C'"),
        ({"length": Length(7, games=None)}, "length", "expected a whole number, found None"),
        ({"move_id": True}, "move_id", "expected a whole number, found True"),
        ({"checkers": 15.0}, "checkers", "expected a whole number, found 15.0"),
    ],
)
def test_a_state_of_wrong_types_has_a_problem(changed, field, message):
    """A state whose last actor or phase was a text passed as good, and was somebody else's turn."""
    state = ROLL._replace(**changed)
    (problem,) = state.status()
    assert (problem.flag, problem.field, problem.message, problem.column) == (Flag.TYPE, field, message, None)
    asked = (
        state.check,
        lambda: xgid.format(state),
        lambda: gnubg.format(state),
        lambda: backgammon.rules.plays(state),
        lambda: outcome(state),
        lambda: ended(state),
        lambda: result(state),
        lambda: legal_events(state),
        lambda: Match(state).legal_events(),
        lambda: describe(state),
        lambda: svg.render(state),
        lambda: text.render(state),
        lambda: text.pretty(state),
    )
    for ask in asked:
        with pytest.raises(PositionError) as error:
            ask()
        assert error.value.problems == (problem,)


def test_every_wrong_type_is_listed_at_once():
    problems = State(None, None, None, 1, None, None, None, None, None).status()
    fields = ["white", "cube", "dice", "last_actor", "phase", "score_white", "length", "move_id", "checkers"]
    assert [problem.field for problem in problems] == fields


def test_a_state_of_wrong_types_is_not_written():
    for changed in ({"board": None}, {"cube": ""}, {"phase": "R"}, {"last_actor": "W"}, {"dice": [1, 3]}):
        with pytest.raises(PositionError):
            ogid.format(ROLL._replace(**changed))
    assert ogid.format(ROLL._replace(dice=(True, 3))) == OGID


LONG = 10**5000


@pytest.mark.parametrize(
    ("changed", "flag"),
    [
        ({"cube": Cube(exponent=LONG)}, Flag.CUBE_EXPONENT),
        ({"dice": (LONG, LONG)}, Flag.DICE_FACES),
        ({"score": Score(LONG, 0)}, Flag.SCORE_RANGE),
        ({"score": Score(0, -LONG)}, Flag.SCORE_RANGE),
        ({"length": Length(LONG)}, Flag.LENGTH_RANGE),
        ({"length": Length(0, games=LONG)}, Flag.GAMES_RANGE),
        ({"move_id": LONG}, Flag.MOVE_ID_RANGE),
        ({"checkers": LONG}, Flag.CHECKERS_RANGE),
    ],
)
def test_numbers_of_any_length_are_judged(changed, flag):
    """A number of more than 4300 digits has no text in Python, and ended the judgement."""
    state = ROLL._replace(**changed)
    assert flag in [problem.flag for problem in state.status()]
    for show in (ogid.format, svg.render, text.render, text.pretty, describe):
        with pytest.raises(PositionError):
            show(state)


def test_a_cube_beyond_all_cubes_has_no_value():
    """The value of a cube of exponent 10^9 took a gigabyte of memory."""
    assert [Cube(exponent=n).value for n in (-1, 0, 999, 1000, 10**12)] == [0, 1, 1 << 999, 0, 0]


@pytest.mark.parametrize("value", [None, b"1:o:N0N::W", 5, ROLL, ["1:o:N0N::W"]])
def test_what_is_no_text_is_a_type_error(value):
    asked = (
        ogid.parse,
        ogid.read,
        ogid.find,
        ogid.recognises,
        xgid.parse,
        xgid.read,
        xgid.find,
        xgid.recognises,
        gnubg.parse,
        gnubg.read,
        gnubg.recognises,
        lambda text: gnubg.parse(text, lax=True),
        lambda text: gnubg.parse_ids(text, "cInlADAAEAAE"),
        lambda text: gnubg.parse_ids("4HPwATDgc/ABMA", text),
        lambda text: backgammon.convert(text, "xgid"),
        plays.read,
        lambda text: events.parse(text, Match(CLEAR)),
    )
    for read in asked:
        with pytest.raises(TypeError, match=r"^expected a text \(str\), found "):
            read(value)


@pytest.mark.parametrize("value", [None, OGID, 5, TWO_BOARDS])
def test_what_is_no_state_is_a_type_error(value):
    asked = (
        xgid.format,
        gnubg.format,
        xgid.normal_form,
        gnubg.normal_form,
        ogid.format,
        outcome,
        result,
        legal_events,
        Match,
        svg.render,
        text.render,
        text.pretty,
        backgammon.rules.plays,
        lambda state: refusal(state, ()),
        lambda state: plays.parse("8/5", state),
        lambda state: happen(state, Double()),
    )
    for ask in asked:
        with pytest.raises(TypeError, match=r"^expected a State, found "):
            ask(value)


@pytest.mark.parametrize(
    ("ask", "kind"),
    [
        (lambda: happen(CLEAR, "double"), "an Event, found str"),
        (lambda: Match(CLEAR).apply("double"), "an Event, found str"),
        (lambda: events.format("double", Match(CLEAR)), "an Event, found str"),
        (lambda: events.parse("double", CLEAR), "a Match, found State"),
        (lambda: plays.format("8/5 6/5"), "a Play, found str"),
        (lambda: apply(ROLL, "8/5 6/5"), "a Play, found str"),
        (lambda: svg.render(ROLL, hints=["8/5 6/5"]), "a Play, found str"),
        (lambda: Match(CLEAR, resignation="x"), "a Resign, found str"),
    ],
)
def test_arguments_of_another_kind_are_type_errors(ask, kind):
    with pytest.raises(TypeError, match=f"^expected {kind}$"):
        ask()


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: Roll("3", 1), "first, column 1: expected a whole number, found '3'"),
        (lambda: Roll(3, True), "second, column 1: expected a whole number, found True"),
        (lambda: OpeningRoll(1.0), "white, column 1: expected a whole number, found 1.0"),
        (lambda: Roll(3, 1, side="x"), "side, column 1: expected W or B, found 'x'"),
        (lambda: Forfeit(0), "side, column 1: expected W or B, found 0"),
        (lambda: MakePlay(None), "moves, column 1: expected a row, found None"),
        (lambda: MakePlay("8/5"), "moves, column 1: expected a row, found '8/5'"),
        (lambda: MakePlay([(8, 5)]), "moves, column 1: expected a Move, found (8, 5)"),
        (lambda: happen(ROLL, MakePlay((Move("8", 5),))), "source, column 1: expected a whole number, found '8'"),
        (lambda: play_of(ROLL, 5), "moves, column 1: expected a row, found 5"),
        (lambda: refusal(ROLL, [Move(8, None)]), "target, column 1: expected a whole number, found None"),
        (lambda: Resign("x"), "size, column 1: expected 1 or 2 or 3, found 'x'"),
        (lambda: Resign(match=1), "match, column 1: expected True or False, found 1"),
        (lambda: Accept(2.5), "size, column 1: expected 1 or 2 or 3, found 2.5"),
        (lambda: Close("last"), "last, column 1: expected True or False, found 'last'"),
        (lambda: NextGame("W"), "result, column 1: expected a Result, found 'W'"),
        (lambda: NextGame(Result("x")), "winner, column 1: expected W or B, found 'x'"),
        (lambda: NextGame(Result(Side.WHITE, 4)), "size, column 1: expected 1 or 2 or 3, found 4"),
        (lambda: SetPosition(None), "board, column 1: expected a Board, found None"),
        (lambda: Marker("x"), "mark, column 1: expected game over or match over or finished or other, found 'x'"),
        (lambda: legal_events(CLEAR, None), "terms, column 1: expected a Terms, found None"),
        (lambda: happen(CLEAR, Double(), Terms(path="x")), "path, column 1: expected short or long, found 'x'"),
        (lambda: Match(CLEAR, Terms(rules=None)), "rules, column 1: expected a MatchRules, found None"),
        (lambda: Match(CLEAR, game="1"), "game, column 1: expected a whole number, found '1'"),
        (lambda: Match.start(7), "length, column 1: expected a Length, found 7"),
        (lambda: Match.start(score=3), "score, column 1: expected a Score, found 3"),
        (lambda: State.start(length=7), "length, column 1: expected a Length, found 7"),
        (lambda: points("x", Cube()), "result, column 1: expected a Result, found 'x'"),
        (lambda: next_game(CLEAR, None), "result, column 1: expected a Result, found None"),
        (lambda: xgid.format(ROLL, {}), "rules, column 1: expected a MatchRules, found {}"),
        (lambda: gnubg.format(ROLL, MatchRules("yes")), "jacoby, column 1: expected True or False, found 'yes'"),
        (lambda: Cube.of(2, "x"), "owner, column 1: expected N or W or B or D or ?, found 'x'"),
        (lambda: svg.render(ROLL, title=5), "title, column 1: expected a text, found 5"),
        (lambda: svg.render(ROLL, hints=5), "hints, column 1: expected plays, found 5"),
        (lambda: svg.render(ROLL, hints=[Play(ROLL, 5, ROLL.board)]), "moves, column 1: expected a row, found 5"),
        (lambda: svg.render(ROLL, names=5), "names, column 1: expected names by side, found 5"),
        (lambda: svg.render(ROLL, names={"W": 5}), "names, column 1: expected a text, found 5"),
    ],
)
def test_values_of_another_kind_are_refused(ask, message):
    with pytest.raises(NotationError) as error:
        ask()
    assert str(error.value) == message


def test_texts_become_the_members_that_they_spell():
    """The long path by its text went the short path in a ``Match``."""
    long = Terms(path="long", variant="nackgammon")
    match = Match(CLEAR, long)
    assert match.terms == Terms(path=Path.LONG, variant=backgammon.Variant.NACKGAMMON)
    assert type(match.terms.path) is Path
    match = match.apply(Resign(2, side="W"))
    assert match.state.phase is Phase.RESIGNED_GAME
    assert match.apply(Accept()).state.phase is Phase.GAME_OVER
    assert Resign(2) == Resign(Size.GAMMON)
    assert type(Marker("other").mark) is Mark
    told = NextGame(Result("W", 2, "resigned")).result
    assert [type(part) for part in told] == [Side, Size, Reason]
    assert type(Cube.of(2, "W").owner) is Owner


def test_moves_in_a_list_make_a_value():
    """An event with a list of moves had no hash."""
    moves = [Move(17, 20), Move(19, 20)]
    assert MakePlay(moves) == MakePlay(tuple(moves))
    assert hash(MakePlay(moves)) == hash(MakePlay(tuple(moves)))


@pytest.mark.parametrize("most", [-1, 1000, 10**30])
def test_a_largest_cube_can_be_written(most):
    """An XGID was written that its own parser refuses, and a cube below 1 asked for a negative shift."""
    message = f"max_cube, column 1: expected an exponent from 0 to 999 or None, found {most}"
    for ask in (xgid.format, lambda state, rules: legal_events(state, Terms(rules))):
        with pytest.raises(NotationError) as error:
            ask(CLEAR, MatchRules(max_cube=most))
        assert str(error.value) == message
    for most_ in (0, 999):
        assert xgid.read(xgid.format(CLEAR, MatchRules(max_cube=most_))).rules.max_cube == most_


def test_events_of_long_numbers_have_a_text():
    for event in (Roll(LONG, 1), OpeningRoll(LONG), Resign(LONG), Accept(LONG), MakePlay((Move(LONG, 1),))):
        assert str(event).endswith(("<int>1", "<int>", "<int>/1"))
        assert Match(CLEAR).refusal(event)


class Mute:
    """A value that cannot say what it is."""

    def __repr__(self):
        raise RuntimeError


def test_what_cannot_say_what_it_is_is_refused():
    for ask in (
        lambda: backgammon.start_board(Mute()),
        lambda: backgammon.convert(OGID, Mute()),
        lambda: TWO_BOARDS.side(Mute()),
        lambda: svg.render(ROLL, theme=Mute()),
        lambda: Board.of(Mute(), {}),
    ):
        with pytest.raises(ValueError, match=r"found <Mute>|called <Mute>"):
            ask()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (5, "white: expected counts by pip or 26 counts, found 5"),
        ({"1": 1}, "white: expected a pip from 0 to 25, found '1'"),
        ({1: 1.5}, "white: expected a count from 0 to 255 on pip 1, found 1.5"),
        ([None] * 26, "white: expected a count from 0 to 255 on pip 0, found None"),
    ],
)
def test_the_counts_of_a_board_are_whole_numbers(given, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        Board.of(given, {})


def test_a_notation_is_a_name():
    for to in (None, [], 3):
        with pytest.raises(ValueError, match=r"^no notation is called "):
            backgammon.convert(OGID, to)
    with pytest.raises(ValueError, match=r"^no notation is called "):
        backgammon.convert(OGID, "xgid", ["ogid"])
    assert backgammon.convert(OGID, "xgid", None).source == "ogid"


@pytest.mark.parametrize("value", [None, 1.5, "2", True])
def test_a_cube_shows_a_whole_number(value):
    with pytest.raises(ValueError, match=r"^expected a power of 2 from 1 to 2\^30 on the cube, found "):
        Cube.of(value)


def test_an_id_before_a_question_mark_is_found():
    """The question mark that ends a sentence was taken for an owner of the cube."""
    post = f"And now, OGID={OGID}? Or OGID=1:o:?0N::W:?"
    assert [(found.text, post[found.end]) for found in ogid.find(f"{post} ")] == [(OGID, "?"), ("1:o:?0N::W", ":")]


@pytest.mark.parametrize(
    "read",
    [
        lambda text: plays.read(text, lax=True),
        lambda text: plays.parse(text, ROLL),
        lambda text: events.parse(text, Match(ROLL), lax=True),
    ],
)
def test_a_text_without_end_is_refused_unread(read):
    """A play of a million characters was read to its end, which took half a minute."""
    for long in ("8/5 " * 250_000, " " * 201):
        with pytest.raises(NotationError, match="expected at most 200 characters, found") as error:
            read(long)
        assert error.value.column == 201
    with pytest.raises(ValueError, match=r"expected a point|no play now|expected opening roll"):
        read(" " * 200)
