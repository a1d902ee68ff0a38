"""The turn machine: its table, each event with its reasons, and the laws that hold for every position and path."""

from pathlib import Path as File

import pytest

from pointboard.backgammon.board import Board, Side, Variant, start_board
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.rules import Move, Size
from pointboard.backgammon.state import (
    MAX_EXPONENT,
    MAX_NUMBER,
    PHASES,
    Cube,
    Length,
    MatchRules,
    Phase,
    Score,
    State,
)
from pointboard.backgammon.turns import (
    Accept,
    Beaver,
    Begin,
    Close,
    Double,
    EventKind,
    Forfeit,
    MakePlay,
    Mark,
    Marker,
    NextGame,
    OpeningRoll,
    Pass,
    Path,
    Reason,
    Resign,
    Result,
    Roll,
    SetPosition,
    StartRoll,
    Take,
    Terms,
    apply,
    apply_all,
    completed,
    legal_events,
    refusal,
    result,
)
from pointboard.backgammon.turns.ends import decided, next_length, opening_length, points, score_after
from pointboard.backgammon.turns.table import ROWS, drawing, row_of
from pointboard.errors import IllegalMoveError, NotationError, PositionError

W, B = Side
SHORT, LONG = Terms(), Terms(path=Path.LONG)
DOCS = File(__file__).parents[2] / "docs" / "turns.md"

# Short boards: one checker each, White on 1 and Black on 24, or White's last one home.
ROLL = "1:o:N0N::B:C:0:0:7:30"
OWNED = "1:o:B1N::W:C:0:0:7:30"
OFFER = "1:o:N0O::W:D:0:0:7:30"
DICE = "o:1:N0N:13:B:R:0:0:7:30"
ENDED = ":1:N0N::W:C:0:0:7:31"


def after(text, *events, terms=SHORT):
    return ogid.format(apply_all(ogid.parse(text), events, terms))


def tail(text, *events, terms=SHORT):
    return after(text, *events, terms=terms).split(":", 2)[2]


def why(text, event, terms=SHORT):
    return refusal(ogid.parse(text), event, terms)


# --- the table -------------------------------------------------------------------------------------------------------


def test_no_two_rows_are_for_the_same_case():
    keys = [
        (row.event, phase, path)
        for row in ROWS
        for phase in row.sources
        for path in (tuple(Path) if row.path is None else (row.path,))
    ]
    assert len(keys) == len(set(keys))
    assert all(row_of(*key) is not None for key in keys)
    assert {row.event for row in ROWS} == set(EventKind)


def test_every_arrow_of_the_specification_is_a_row_of_the_long_path():
    arrows = {(source, target) for source, rule in PHASES.items() for target in rule.next}
    rows = {(s, t) for row in ROWS if row.path is not Path.SHORT for s in row.sources for t in row.targets}
    assert arrows <= rows


def test_the_arrows_that_the_specification_does_not_draw():
    """Resigning and leaving, which it does not place; the ends of games by bearing off; the short path."""
    drawn = {(source, target) for source, rule in PHASES.items() for target in rule.next}
    more = {(row.event.value, s, t) for row in ROWS for s in row.sources for t in row.targets if (s, t) not in drawn}
    assert {name for name, _, _ in more} == {"roll", "pass", "resign", "forfeit", "close", "next game", "set position"}
    assert {(s, t) for name, s, t in more if name == "set position"} == {
        *((x, x) for x in (Phase.OPENING_ROLLED, Phase.TAKEN)),
        *((x, Phase.PLAYED) for x in (Phase.OPENING, Phase.TAKEN)),
    }
    assert {(s, t) for name, s, t in more if name in {"roll", "pass", "close", "next game"}} == {
        *((Phase.PLAYED, x) for x in (Phase.ROLLED, Phase.GAME_OVER, Phase.MATCH_OVER, Phase.OPENING)),
        (Phase.TAKEN, Phase.ROLLED),
        (Phase.OPENING_ROLLED, Phase.OPENING_ROLLED),
        (Phase.DOUBLED, Phase.GAME_OVER),
    }


def test_the_docs_show_the_table():
    assert drawing() in DOCS.read_text(encoding="utf-8")


# --- the two paths, event by event -----------------------------------------------------------------------------------


def test_the_opening_by_both_dice_at_once():
    start = ogid.START
    assert tail(start, OpeningRoll(white=3, black=1)) == "N0N:13:B:IB:0:0:0:0"
    assert tail(start, OpeningRoll(white=2, black=6)) == "N0N:26:W:IB:0:0:0:0"
    assert after(start, OpeningRoll(white=4, black=4)) == start


def test_the_opening_die_by_die():
    start = ogid.START
    assert tail(start, OpeningRoll(white=3)) == "N0N:3:W:IW:0:0:0:0"
    assert tail(start, OpeningRoll(black=5)) == "N0N:5:B:IW:0:0:0:0"
    assert tail(start, OpeningRoll(white=3), OpeningRoll(black=5)) == "N0N:35:W:IB:0:0:0:0"
    assert tail(start, OpeningRoll(black=5), OpeningRoll(white=6)) == "N0N:56:B:IB:0:0:0:0"
    assert tail(start, OpeningRoll(black=5), OpeningRoll(white=5)) == "N0N::B:IW:0:0:0:0"


def test_the_opening_with_a_known_first_player():
    assert tail(ogid.START, Begin(W)) == "N0N::B:IB:0:0:0:0"
    assert tail(ogid.START, Begin(B), Roll(6, 5)) == "N0N:56:W:IB:0:0:0:0"


def test_the_worked_example_on_the_short_path():
    moves = (MakePlay((Move(19, 20), Move(17, 20))), Roll(6, 1), MakePlay((Move(13, 7), Move(8, 7))))
    state = apply_all(ogid.parse(ogid.START)._replace(length=Length(7)), [OpeningRoll(white=3, black=1), *moves])
    seen = []
    for event in (
        Double(side=W),
        Take(side=B),
        Roll(4, 2, side=W),
        MakePlay((Move(1, 5), Move(1, 3))),
        Double(side=B),
        Take(),
        Roll(5, 3),
        MakePlay((Move(13, 8), Move(13, 10))),
        Double(),
        Pass(),
    ):
        state = apply(state, event)
        seen.append(ogid.format(state).split(":", 2)[2])
    assert seen == [
        "N0O::W:D:0:0:7:2",
        "B1T::B:A:0:0:7:2",
        "B1T:24:B:R:0:0:7:2",
        "B1N::W:C:0:0:7:3",
        "B1O::B:D:0:0:7:3",
        "W2T::W:A:0:0:7:3",
        "W2T:35:W:R:0:0:7:3",
        "W2N::B:C:0:0:7:4",
        "W2O::W:D:0:0:7:4",
        "W2P::B:G:0:0:7:4",
    ]
    assert result(state) == Result(W, Size.SINGLE, Reason.PASSED)
    assert tail(ogid.format(state), NextGame()) == "N0N::W:IW:4:0:7:0"


def test_a_game_on_the_long_path():
    assert tail(ROLL, StartRoll(), terms=LONG) == "N0N::B:PR:0:0:7:30"
    assert tail(ROLL, StartRoll(), Roll(3, 1), terms=LONG) == "N0N:13:B:R:0:0:7:30"
    assert tail(ROLL, Double(), Take(), StartRoll(), terms=LONG) == "B1T::B:PR:0:0:7:30"
    assert tail(OFFER, Pass(), terms=LONG) == "N0P::B:P:0:0:7:30"
    assert tail(OFFER, Pass(), Close(), terms=LONG) == "N0P::B:G:0:0:7:30"
    assert tail(OFFER, Pass(), Close(), NextGame(), terms=LONG) == "N0N::W:IW:1:0:7:0"
    assert tail("1:o:N0O::W:D:6:0:7:30", Pass(), Close(), terms=LONG) == "N0P::B:M:6:0:7:30"
    assert tail("1:o:N0O::W:D:6:0:7:30", Pass(), Close(), Close(), terms=LONG) == "N0P::B:F:6:0:7:30"
    assert tail(OWNED, Resign(Size.GAMMON), terms=LONG) == "B1N::B:RG:0:0:7:30"
    assert tail(OWNED, Resign(Size.GAMMON), Accept(Size.GAMMON), terms=LONG) == "B1N::W:G:0:0:7:30"
    assert tail(OWNED, Resign(match=True), terms=LONG) == "B1N::B:RM:0:0:7:30"
    assert tail(OWNED, Resign(match=True), Accept(), terms=LONG) == "B1N::W:M:0:0:7:30"
    assert tail(OWNED, Forfeit(W), terms=LONG) == "B1N::W:FF:0:0:7:30"
    assert tail(OWNED, Forfeit(W), Close(), terms=LONG) == "B1N::W:M:0:0:7:30"
    assert tail(OWNED, Forfeit(W), Close(), Close(), terms=LONG) == "B1N::W:F:0:0:7:30"


def test_a_match_ends_when_the_accepted_size_reaches_the_length():
    text = "1:o:B1N::W:C:3:0:7:30"
    assert tail(text, Resign(), Accept(Size.SINGLE), terms=LONG) == "B1N::W:G:3:0:7:30"
    assert tail(text, Resign(), Accept(Size.GAMMON), terms=LONG) == "B1N::W:M:3:0:7:30"
    text = "1:o:B1N::W:C:3:0:0:30"
    assert tail(text, Resign(), Accept(Size.BACKGAMMON), terms=LONG) == "B1N::W:G:3:0:0:30"
    assert tail(text, Resign(), Accept(Size.BACKGAMMON, last=True), terms=LONG) == "B1N::W:M:3:0:0:30"


def test_giving_up_clears_dice_and_pending_doubles():
    assert tail("1:o:W2T:13:B:R:0:0:7:30", Resign(side=B), terms=LONG) == "W2T::B:RG:0:0:7:30"
    assert tail("1:o:W2T:13:B:R:0:0:7:30", Forfeit(B), terms=LONG) == "W2T::B:FF:0:0:7:30"
    assert tail(OFFER, Resign(), terms=LONG) == "N0N::B:RG:0:0:7:30"
    assert tail("1:o:N0P::B:P:0:0:7:30", Forfeit(W), terms=LONG) == "N0N::W:FF:0:0:7:30"


def test_giving_up_on_the_short_path_changes_nothing_but_the_last_actor():
    for given_up in (Resign(side=B), Resign(Size.BACKGAMMON, side=B), Forfeit(B)):
        assert tail(OWNED, given_up) == "B1N::B:C:0:0:7:30"
        assert tail(OFFER, given_up) == "N0O::B:D:0:0:7:30"
        assert tail("1:o:B1T::B:A:0:0:7:30", given_up) == "B1T::B:A:0:0:7:30"
    assert tail(ogid.START, Forfeit(B)) == "N0N::B:IW:0:0:0:0"


def test_after_the_last_checker():
    text = "o:1:N0N:56:B:R:4:0:7:30"
    assert after(text, MakePlay((Move(24, 26),))) == ":1:N0N::W:C:4:0:7:31"
    assert tail(ENDED, NextGame()) == "N0N::W:IW:1:0:7:0"
    assert tail(ENDED, Close(), terms=LONG) == "N0N::W:G:0:0:7:31"
    assert tail(":1:W3N::W:C:0:0:7:31", Close(), terms=LONG) == "W3N::W:M:0:0:7:31"
    assert tail(":1:W3N::W:C:0:0:0:31", Close(last=True), terms=LONG) == "W3N::W:M:0:0:0:31"
    assert result(ogid.parse(":111111111111111:N0N::W:C")) == Result(W, Size.GAMMON)
    assert result(ogid.parse(":11111111111111o:N0N::W:C")) == Result(W, Size.BACKGAMMON)


def test_the_next_game_is_of_the_same_number_of_checkers():
    hyper = ":1:W1N::W:C:0:0:0:31:3"
    assert after(hyper, NextGame()) == "123:mno:N0N::W:IW:2:0:0:0:3"
    nack = Terms(variant=Variant.NACKGAMMON)
    assert apply(ogid.parse(ENDED), NextGame(), nack).board == start_board("nackgammon")
    assert why(hyper, NextGame(), nack) == "no start position of nackgammon has 3 checkers a side"
    assert why(":1:N0N::W:C:0:0:7:31:7", NextGame()) == "no start position has 7 checkers a side"


def test_the_crawford_game_and_the_games_after_it():
    before = "1:o:N0P::B:G:5:6:7:9"
    assert tail(before, NextGame()) == "N0N::W:IW:6:6:7:0"  # a side had 6 before
    assert tail("1:o:W1P::B:G:4:3:7:9", NextGame()) == "N0N::W:IW:6:3:7C:0"
    assert tail("1:o:W1P::B:G:4:3:7:9", NextGame(), terms=Terms(crawford=False)) == "N0N::W:IW:6:3:7:0"
    assert tail(":1:N0N::W:C:3:6:7C:9", NextGame()) == "N0N::W:IW:4:6:7:0"
    assert tail("1:o:N0P::B:G:4:3:7L:9", NextGame()) == "N0N::W:IW:5:3:7:0"
    assert tail("1:o:N0P::B:G:4:3:0G5:9", NextGame()) == "N0N::W:IW:5:3:0G5:0"
    assert tail("1:o:W1P::B:G:4:3:7G5:9", NextGame()) == "N0N::W:IW:6:3:7G5:0"


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: points(5, Cube()), "result, column 1: expected a Result, found 5"),
        (lambda: points(Result(W), 5), "cube, column 1: expected a Cube, found 5"),
        (lambda: points(Result(W), Cube(), 5), "length, column 1: expected a Length, found 5"),
        (lambda: score_after(5, Length(), W, 1), "score, column 1: expected a Score, found 5"),
        (lambda: score_after(Score(), 5, W, 1), "length, column 1: expected a Length, found 5"),
        (lambda: score_after(Score(), Length(), 5, 1), "winner, column 1: expected W or B, found 5"),
        (lambda: score_after(Score(), Length(), W, "1"), "won, column 1: expected a whole number, found '1'"),
        (lambda: decided(5, Length()), "score, column 1: expected a Score, found 5"),
        (lambda: decided(Score(), 5), "length, column 1: expected a Length, found 5"),
        (lambda: opening_length(5, Score()), "length, column 1: expected a Length, found 5"),
        (lambda: opening_length(Length(), 5), "score, column 1: expected a Score, found 5"),
        (lambda: next_length(5, Score(), Score()), "length, column 1: expected a Length, found 5"),
        (lambda: next_length(Length(), 5, Score()), "score, column 1: expected a Score, found 5"),
        (lambda: next_length(Length(), Score(), 5), "score, column 1: expected a Score, found 5"),
        (lambda: apply(ogid.parse(ROLL), Double(), 5), "terms, column 1: expected a Terms, found 5"),
    ],
)
def test_values_of_another_kind_are_named(ask, message):
    with pytest.raises(NotationError) as caught:
        ask()
    assert str(caught.value) == message


def test_markers_are_notes():
    dropped = "1:o:N0P::B:G:0:0:7:30"
    for mark in Mark:
        assert tail(dropped, Marker(mark)) == "N0P::B:G:0:0:7:30"  # in a row of events it leaves things alone
        assert ogid.format(apply(ogid.parse(dropped), Marker(mark))) == "1:o:N0P::W:G:0:0:7:30"
    marked = apply(ogid.parse(ROLL), Marker(Mark.OTHER, B))
    assert ogid.format(marked) == ROLL
    assert tail(ROLL, Marker(Mark.OTHER), Roll(3, 1, side=W)) == "N0N:13:B:R:0:0:7:30"
    assert why(OFFER, Marker(Mark.OTHER)) == "no marker now: double offered, an answer is due"
    assert why("1:o:N0N:13:B:IB", Marker(Mark.OTHER)) == "dice lie on the board"


# --- reasons ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "event", "reason"),
    [
        (ROLL, Double(side=B), "it is White's turn"),
        (OWNED, Double(side=W), "it is Black's turn"),
        ("1:o:B1N::B:C:0:0:7:30", Double(), "White does not own the cube"),
        ("1:o:W1N::W:C:0:0:7:30", Double(), "Black does not own the cube"),
        ("1:o:B1T::B:A:0:0:7:30", Double(), "White does not own the cube"),
        ("1:o:D0N::B:C:0:0:7:30", Double(), "the cube is dead"),
        ("1:o:?0N::B:C:0:0:7:30", Double(), "it is not known who owns the cube"),
        ("1:o:N0N::B:C:6:0:7C:30", Double(), "no doubling in the Crawford game"),
        ("1:o:N30N::B:C:0:0:7:30", Double(), "the cube goes no higher than 1073741824"),
        (DICE, Double(), "no double now: dice rolled, a play is due"),
        (OFFER, Double(), "no double now: double offered, an answer is due"),
        (ogid.START, Double(), "no double now: before the opening roll"),
        ("1:o:N0N::B:IB", Double(), "no double now: the first player is known"),
        (ENDED, Double(), "the game is over: White has borne off"),
        (ENDED, Take(), "the game is over: White has borne off"),
        ("1::N0N::B:C", Roll(1, 2), "the game is over: Black has borne off"),
        (OFFER, Take(side=W), "it is Black's turn"),
        (OFFER, Pass(side=W), "it is Black's turn"),
        ("1:o:W1O::B:D:0:0:7:30", Take(), "Black does not own the cube, so there is no double to answer"),
        ("1:o:B1O::W:D:0:0:7:30", Pass(), "White does not own the cube, so there is no double to answer"),
        ("1:o:N30O::B:D:0:0:7:30", Take(), "the cube goes no higher than 1073741824"),
        (ROLL, Take(), "no take now: play made, a roll or a double is due"),
        (OFFER, Beaver(), "there are no beavers in a match"),
        ("1:o:N0O::W:D", Beaver(), "beavers were not agreed on"),
        ("1:o:N0O::W:D", Beaver(side=W), "it is Black's turn"),
        (ROLL, Roll(0, 1), "the faces are 1 to 6"),
        (ROLL, Roll(1, 7), "the faces are 1 to 6"),
        ("1:o:N0N::B:IB", Roll(7, 1), "the faces are 1 to 6"),
        ("1:o:N0N::B:PR", Roll(7, 1), "the faces are 1 to 6"),
        ("1:o:N0N:13:B:IB", Roll(3, 1), "dice lie on the board"),
        (OFFER, Roll(3, 1), "no roll now: double offered, an answer is due"),
        (ROLL, StartRoll(), "start roll in phase C belongs to the long path, not the short one"),
        (ogid.START, OpeningRoll(), "a side must throw its die"),
        (ogid.START, OpeningRoll(white=7, black=1), "the faces are 1 to 6"),
        (ogid.START, OpeningRoll(white=1, black=0), "the faces are 1 to 6"),
        ("1:o:N0N:3:W:IW", OpeningRoll(white=2), "White has thrown its die"),
        ("1:o:N0N:3:B:IW", OpeningRoll(white=2, black=2), "Black has thrown its die"),
        ("1:o:N0N:3:B:IW", Begin(W), "dice lie on the board"),
        ("1:o:N0N:3:B:IW", Forfeit(W), "dice lie on the board"),
        (ENDED, Forfeit(W), "the game is over: White has borne off"),
        (ENDED, Resign(), "the game is over: White has borne off"),
        (DICE, MakePlay((Move(24, 26),), side=B), "it is White's turn"),
        (DICE, MakePlay((Move(23, 26),)), "no checker on 2"),
        ("1:o:N0N::B:IB", MakePlay(()), "no dice to play: the first player is known"),
        (ROLL, Resign(7), "a game is lost single, as a gammon or as a backgammon"),
        ("1:o:N0N::B:C", Resign(match=True), "there is no match to resign, only a game"),
        (DICE, Resign(), "resign in phase R belongs to the long path, not the short one"),
        (ROLL, Accept(Size.SINGLE), "no accept now: play made, a roll or a double is due"),
        ("1:o:N0N::B:RG:0:0:7:3", Accept(), "no position keeps the size of a resignation: it must be given"),
        ("1:o:N0N::B:RG:0:0:7:3", Accept(4), "a game is lost single, as a gammon or as a backgammon"),
        ("1:o:N0N::B:RG:0:0:7:3", Accept(Size.SINGLE, side=B), "it is White's turn"),
        ("1:o:N0N::B:RG:0:0:7:3", Accept(Size.SINGLE, last=True), "the score says when this match is over"),
        ("1:o:N0N::B:RM:0:0:7:3", Accept(Size.SINGLE), "a resigned match has no size"),
        ("1:o:N0N::B:RM:0:0:0:3", Accept(last=True), "the match is over without saying so"),
        ("1:o:N0P::B:P:0:0:7:3", Close(last=True), "the score says when this match is over"),
        ("1:o:N0N::B:FF:0:0:0:3", Close(last=True), "the match is over without saying so"),
        ("1:o:N0N::B:M:0:0:0:3", Close(last=True), "the match is over without saying so"),
        (ENDED, Close(), "close in phase C belongs to the long path, not the short one"),
        ("1:o:N0N::B:F", Close(), "no close now: nothing follows"),
        (ROLL, NextGame(), "the game goes on"),
        (ROLL, NextGame(Result(W)), "the game goes on"),
        ("1:o:N0N::B:G", NextGame(), "the position does not say how the game ended: the result must be given"),
        ("1:o:N0N::B:G", NextGame(Result(W)), "the position says that the game was resigned"),
        ("1:o:N0P::B:G", NextGame(Result(B)), "the position says that White won a single game (passed)"),
        (":1:N0N::W:C:0:0:0:9:1", NextGame(Result(W)), "the position says that White won a gammon (borne off)"),
        ("1:o:N0P::B:G:6:0:7:3", NextGame(), "the match is over"),
        (
            "1:o:N0P::B:G:999999:0:0:3",
            NextGame(),
            "the position after it cannot be: score_white: must be 0 to 999999, is 1000000",
        ),
    ],
)
def test_reasons(text, event, reason):
    state = ogid.parse(text)
    assert refusal(state, event) == reason
    with pytest.raises(IllegalMoveError) as error:
        apply(state, event)
    assert (error.value.message, error.value.move, error.value.ply) == (reason, str(event), None)


def test_reasons_on_the_long_path():
    assert why(ROLL, Roll(3, 1), LONG) == "roll in phase C belongs to the short path, not the long one"
    assert why(ROLL, Close(), LONG) == "the game goes on"
    assert why(ENDED, StartRoll(), LONG) == "the game is over: White has borne off"
    assert why(ENDED, NextGame(), LONG) == "next game in phase C belongs to the short path, not the long one"
    assert why("1:o:N0N::B:RG:0:0:7:3", Resign(), LONG) == "no resign now: a side has resigned the game"


def test_reasons_that_hang_on_the_rules():
    beavers = Terms(MatchRules(beavers=True))
    assert why("1:o:N0O::W:D", Beaver(), beavers) == "no position can say that a double was beavered"
    limited = Terms(MatchRules(max_cube=3))
    assert why("1:o:N3N::W:C", Double(), limited) == "the cube goes no higher than 8"
    assert why("1:o:N2N::W:C", Double(), limited) is None
    assert why("1:o:N3N::W:C", Double(), Terms(MatchRules(max_cube=MAX_EXPONENT + 9))) is None


def test_a_side_that_is_not_known():
    state = ogid.parse("1:o:N0N", lax=True)
    for event in (Roll(3, 1), Double(), Marker(Mark.OTHER), Resign()):
        assert refusal(state, event) == "it is not known who acted last"
    assert refusal(state, Forfeit(W)) is None


def test_an_impossible_position_is_refused_with_every_problem():
    state = State(Board.of({0: 1}, {0: 1}))
    for ask in (lambda: refusal(state, Double()), lambda: apply(state, Double()), lambda: legal_events(state)):
        with pytest.raises(PositionError) as error:
            ask()
        assert [problem.flag.value for problem in error.value.problems] == ["WRONG_BAR", "BOTH_COLOURS"]


def test_a_row_of_events_names_the_first_that_may_not_happen():
    with pytest.raises(IllegalMoveError, match=r"^ply 3, double: White does not own the cube$") as error:
        apply_all(ogid.parse(ROLL), [Double(), Take(), Double()])
    assert (error.value.ply, error.value.move) == (3, "double")


# --- what may happen now ---------------------------------------------------------------------------------------------


def names(text, terms=SHORT):
    return [str(event) for event in legal_events(ogid.parse(text), terms)]


def test_legal_events_on_the_short_path():
    rolls = [f"roll {low}{high}" for high in range(1, 7) for low in range(1, high + 1)]
    resigned = ["resign single", "resign gammon", "resign backgammon", *["resign match"] * 3] * 2
    assert names(ROLL) == [*rolls, "double", *resigned, "forfeit", "forfeit"]
    assert names(OFFER) == ["take", "pass", *resigned, "forfeit", "forfeit"]
    assert names("1:o:N0N:3:B:IW") == [f"opening roll W{die}" for die in range(1, 7)]
    assert len(names(ogid.START)) == 48 + 2 + 2
    assert names(DICE) == ["play 1/off"]
    assert names(ENDED) == ["next game"]
    assert names("1:o:N0N::B:G") == ["next game"] * 6
    assert names("1:o:N0P::B:G:6:0:7:3") == []
    assert names("1:o:N0N::B:F") == []


def test_legal_events_on_the_long_path():
    assert names(ROLL, LONG)[:2] == ["start roll", "double"]
    assert names("1:o:N0P::B:P", LONG) == ["forfeit", "forfeit", "close", "close"]
    assert names("1:o:N0N::B:RG:0:0:7", LONG)[:4] == ["accept single", "accept gammon", "accept backgammon", "forfeit"]
    assert names("1:o:N0N::B:RM:0:0:7", LONG) == ["accept"]


def test_legal_events_have_everything_filled_in():
    assert legal_events(ogid.parse(OFFER))[:2] == (Take(side=B), Pass(side=B))
    assert [event.side for event in legal_events(ogid.parse(OFFER))[2:]] == [W] * 6 + [B] * 6 + [W, B]
    assert legal_events(ogid.parse("1:o:N0P::B:P"))[-2:] == (Close(last=False), Close(last=True))
    assert completed(ogid.parse(OFFER), Take()) == Take(side=B)
    assert completed(ogid.parse(ROLL), Roll(4, 2)) == Roll(2, 4, side=W)
    assert completed(ogid.parse(ENDED), NextGame()) == NextGame(Result(W, Size.SINGLE, Reason.BORNE_OFF))
    state = ogid.parse("11jjjjjhhhccccc:ooddddd88866666:N0N:53:W:R")
    assert completed(state, MakePlay((Move(6, 3), Move(8, 3)))) == MakePlay((Move(8, 3), Move(6, 3)), side=B)
    with pytest.raises(IllegalMoveError, match=r"^White does not own the cube$"):
        completed(ogid.parse("1:o:B1N::B:C"), Double())


def test_events_as_text():
    board = start_board()
    assert [str(event) for event in (Begin(W), Close(), SetPosition(board), Marker(Mark.OTHER), Forfeit(B))] == [
        "begin",
        "close",
        "set position",
        "marker",
        "forfeit",
    ]
    assert str(OpeningRoll(white=3, black=1)) == "opening roll W3 B1"
    assert [*Mark] == ["game over", "match over", "finished", "other"]
    assert str(MakePlay((Move(0, 4), Move(20, 26)), side=W)) == "play bar/21 5/off"
    assert str(MakePlay((Move(0, 4), Move(20, 26)))) == "play 0/4 20/26"
    assert [str(Accept(size)) for size in (None, *Size)] == [
        "accept",
        "accept single",
        "accept gammon",
        "accept backgammon",
    ]


def test_the_numbers_of_moves_are_judged_by_the_machine():
    played = MakePlay((Move("8", 5),))
    assert played.moves == (Move("8", 5),)
    with pytest.raises(NotationError, match=r"^source, column 1: expected a whole number, found '8'$"):
        refusal(ogid.parse(DICE), played)


def test_a_move_id_at_its_end_stops_the_plays():
    state = ogid.parse(f"o:1:N0N:13:B:R:0:0:7:{MAX_NUMBER}")
    assert legal_events(state) == ()
    assert refusal(state, MakePlay((Move(24, 26),))) == f"a move id counts to {MAX_NUMBER} at most"
