"""What games count, how scores and the Crawford game follow, and matches stepped from game to game."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pointboard.backgammon.board import Side, Variant
from pointboard.backgammon.match import (
    Ending,
    Match,
    MatchResult,
    Path,
    Reason,
    Result,
    Size,
    Terms,
    decided,
    next_game,
    next_length,
    opening_length,
    points,
    result,
    score_after,
)
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.rules import Move
from pointboard.backgammon.state import MONEY, Cube, Length, MatchRules, Modifier, Owner, Score
from pointboard.backgammon.turns import (
    Accept,
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
    Resign,
    Roll,
    SetPosition,
    Take,
)
from pointboard.errors import IllegalMoveError, NotationError, PointboardError, PositionError

W, B = Side
SINGLE, GAMMON, BACKGAMMON = Size
JACOBY = MatchRules(jacoby=True)
LONG = Terms(path=Path.LONG)


def at(text, terms=Terms(), game=1):  # noqa: B008 (a value)
    return Match(ogid.parse(text), terms, game)


def after(match, *events):
    for event in events:
        match = match.apply(event)
    return match


def tail(match):
    return ogid.format(match.state).split(":", 2)[2]


# --- points ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", Size)
@pytest.mark.parametrize("reason", [Reason.BORNE_OFF, Reason.RESIGNED])
def test_points_are_the_size_times_the_cube(size, reason):
    ended = Result(W, size, reason)
    assert points(ended, Cube()) == size
    assert points(ended, Cube.of(8, Owner.WHITE)) == 8 * size
    assert points(ended, Cube.of(8, Owner.BLACK), Length(7), JACOBY) == 8 * size


def test_a_passed_double_and_a_forfeit_count_single():
    assert points(Result(W, GAMMON, Reason.PASSED), Cube.of(4, Owner.BLACK)) == 4
    assert points(Result(W, BACKGAMMON, Reason.FORFEITED), Cube()) == 1


@pytest.mark.parametrize(
    ("cube", "length", "won"),
    [
        (Cube(), MONEY, 1),
        (Cube(), Length(0, Modifier.GAMES, 3), 1),
        (Cube(), Length(7), 3),
        (Cube.of(4), MONEY, 4),  # automatic doubles: nobody has turned it
        (Cube.of(4, Owner.WHITE), MONEY, 12),
        (Cube.of(4, Owner.BLACK), MONEY, 12),
        (Cube(Owner.DEAD), MONEY, 1),
        (Cube.of(2, Owner.DEAD), MONEY, 6),
        (Cube(Owner.UNKNOWN), MONEY, 1),
        (Cube.of(2, Owner.UNKNOWN), MONEY, 6),
    ],
)
def test_the_jacoby_rule(cube, length, won):
    ended = Result(B, BACKGAMMON)
    assert points(ended, cube, length, JACOBY) == won
    assert points(ended, cube, length) == 3 * cube.value


# --- scores and the Crawford game ------------------------------------------------------------------------------------


def test_scores_stop_at_the_length():
    assert score_after(Score(3, 3), Length(7), W, 2) == Score(5, 3)
    assert score_after(Score(3, 3), Length(7), B, 4) == Score(3, 7)
    assert score_after(Score(3, 3), Length(7), B, 64) == Score(3, 7)
    assert score_after(Score(3, 3), MONEY, B, 64) == Score(3, 67)
    assert score_after(Score(3, 3), Length(0, Modifier.GAMES, 5), W, 64) == Score(67, 3)


def test_a_match_is_decided_by_points_alone():
    assert not decided(Score(5, 3), Length(7))  # a gammon is no match
    assert decided(Score(7, 3), Length(7))
    assert decided(Score(0, 1), Length(1))
    assert decided(Score(0, 7), Length(7, Modifier.GAMES, 3))
    assert not decided(Score(99, 0), MONEY)
    assert not decided(Score(0, 0), MONEY)


@pytest.mark.parametrize(
    ("length", "score", "played", "modifier"),
    [
        (Length(1), Score(0, 0), False, Modifier.CRAWFORD),
        (Length(2), Score(0, 0), False, Modifier.NONE),
        (Length(5), Score(4, 2), False, Modifier.CRAWFORD),
        (Length(5), Score(2, 4), False, Modifier.CRAWFORD),
        (Length(5), Score(4, 4), False, Modifier.CRAWFORD),
        (Length(5), Score(4, 2), True, Modifier.NONE),
        (Length(5, Modifier.LAST), Score(4, 2), False, Modifier.LAST),
        (Length(5, Modifier.GAMES, 3), Score(4, 2), False, Modifier.GAMES),
        (Length(5, Modifier.CRAWFORD), Score(4, 2), True, Modifier.CRAWFORD),
        (MONEY, Score(0, 0), False, Modifier.NONE),
    ],
)
def test_the_mark_of_the_first_game(length, score, played, modifier):
    found = opening_length(length, score, played=played)
    assert (found.points, found.modifier, found.games) == (length.points, modifier, length.games)
    assert played or opening_length(length, score) == found
    without = opening_length(length, score, crawford=False, played=played)
    assert without == length


@pytest.mark.parametrize(
    ("before", "score", "modifier"),
    [
        (Score(0, 0), Score(3, 0), Modifier.NONE),
        (Score(3, 0), Score(4, 0), Modifier.CRAWFORD),
        (Score(0, 3), Score(0, 4), Modifier.CRAWFORD),
        (Score(4, 0), Score(4, 2), Modifier.NONE),
        (Score(4, 2), Score(4, 4), Modifier.NONE),
    ],
)
def test_the_mark_of_the_next_game(before, score, modifier):
    for last in (Length(5), Length(5, Modifier.CRAWFORD), Length(5, Modifier.LAST)):
        assert next_length(last, before, score) == Length(5, modifier)
        assert next_length(last, before, score, crawford=False) == Length(5)
    assert next_length(Length(5, Modifier.GAMES, 9), before, score) == Length(5, Modifier.GAMES, 9)
    assert next_length(Length(0, Modifier.LAST), before, score) == MONEY


def test_no_game_follows_with_an_unknown_number_of_checkers():
    state = ogid.parse(":1:N0N::W:C:0:0:7:31:7")
    with pytest.raises(PointboardError, match=r"^no start position is known for 7 checkers a side$"):
        next_game(state, Result(W))
    found = next_game(state._replace(checkers=3), Result(W), Terms(variant=Variant.HYPERGAMMON))
    assert ogid.format(found) == "123:mno:N0N::W:IW:1:0:7:0:3"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1:o:N0N::B:C", None),
        ("1:o:B1P::W:G", Result(B, SINGLE, Reason.PASSED)),
        ("1:o:B1P::W:P", Result(B, SINGLE, Reason.PASSED)),
        ("1:o:B1P::B:M", Result(W, SINGLE, Reason.PASSED)),
        ("1:o:B1P::B:F", Result(W, SINGLE, Reason.PASSED)),
        ("1:o:N0N::B:FF", Result(W, SINGLE, Reason.FORFEITED)),
        ("1:o:N0N::B:RG", None),
        ("1::N0N::B:RG", None),
        ("1::N0N::B:RM", None),
        ("1:o:N0N::B:G", None),
        ("1::N0N::B:G", Result(B, GAMMON)),
        ("1::N0N::B:C:0:0:0:9:1", Result(B, GAMMON)),
        ("1::N0N::B:C:0:0:0:9:2", Result(B, GAMMON)),
        (":1:N0N::W:C", Result(W, SINGLE)),
    ],
)
def test_what_a_position_says_of_the_end(text, expected):
    state = ogid.parse(text)
    if expected is not None and expected.reason is Reason.BORNE_OFF:
        expected = expected._replace(size=Size(state.loss_size(expected.winner.other)))
    assert result(state) == expected


ENDED = Result(W)
ZERO = Score()


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: points(None, Cube()), "result, column 1: expected a Result, found None"),
        (lambda: points(ENDED, 4), "cube, column 1: expected a Cube, found 4"),
        (lambda: points(ENDED, Cube(), 7), "length, column 1: expected a Length, found 7"),
        (lambda: points(ENDED, Cube(), MONEY, True), "rules, column 1: expected a MatchRules, found True"),
        (lambda: score_after(3, MONEY, W, 1), "score, column 1: expected a Score, found 3"),
        (lambda: score_after(ZERO, 7, W, 1), "length, column 1: expected a Length, found 7"),
        (lambda: score_after(ZERO, MONEY, "x", 1), "winner, column 1: expected W or B, found 'x'"),
        (lambda: score_after(ZERO, MONEY, W, 1.5), "won, column 1: expected a whole number, found 1.5"),
        (lambda: decided(7, MONEY), "score, column 1: expected a Score, found 7"),
        (lambda: decided(ZERO, 7), "length, column 1: expected a Length, found 7"),
        (lambda: opening_length(7, ZERO), "length, column 1: expected a Length, found 7"),
        (lambda: opening_length(Length(7), 6), "score, column 1: expected a Score, found 6"),
        (lambda: next_length(7, ZERO, ZERO), "length, column 1: expected a Length, found 7"),
        (lambda: next_length(Length(7), 6, ZERO), "score, column 1: expected a Score, found 6"),
        (lambda: next_length(Length(7), ZERO, 6), "score, column 1: expected a Score, found 6"),
        (lambda: at("1:o:W1P::B:G", Terms("x")), "rules, column 1: expected a MatchRules, found 'x'"),
        (
            lambda: at("1:o:W1P::B:G", Terms(MatchRules(max_cube=-1))),
            "max_cube, column 1: expected an exponent from 0 to 999 or None, found -1",
        ),
    ],
)
def test_values_of_another_kind_are_refused(ask, message):
    with pytest.raises(NotationError) as error:
        ask()
    assert str(error.value) == message


def test_a_winner_by_its_letter():
    assert score_after(ZERO, MONEY, "B", 2) == Score(0, 2)


# --- stepping a match ------------------------------------------------------------------------------------------------


def test_a_match_from_its_start():
    match = Match.start(Length(3))
    assert tail(match) == "N0N::W:IW:0:0:3:0"
    assert (match.game, match.score, match.result, match.waiting, match.over()) == (1, Score(0, 0), None, None, None)
    assert tail(Match.start(Length(3), score=Score(2, 1))) == "N0N::W:IW:2:1:3C:0"
    assert tail(Match.start(Length(3), score=Score(2, 1), crawford_played=True)) == "N0N::W:IW:2:1:3:0"
    assert tail(Match.start(Length(3), score=Score(2, 1), terms=Terms(crawford=False))) == "N0N::W:IW:2:1:3:0"
    assert ogid.format(Match.start(terms=Terms(variant=Variant.HYPERGAMMON)).state)[:8] == "123:mno:"
    with pytest.raises(
        PositionError, match="score_white: a score of 3 would have ended the match to 3 before this game"
    ):
        Match.start(Length(3), score=Score(3, 0))


def test_a_match_over_passed_doubles():
    match = Match.start(Length(2))
    opening = (OpeningRoll(white=3, black=1), MakePlay((Move(17, 20), Move(19, 20))))
    match = after(match, *opening, Double(), Pass())
    assert (match.result, match.score, match.over()) == (Result(B, SINGLE, Reason.PASSED), Score(0, 1), None)
    assert match.legal_events() == (NextGame(Result(B, SINGLE, Reason.PASSED)),)
    match = after(match, NextGame())
    assert (tail(match), match.game) == ("N0N::W:IW:0:1:2C:0", 2)
    match = after(match, *opening)
    assert match.refusal(Double()) == "no doubling in the Crawford game"
    match = after(match, Resign(side=B), Accept(), NextGame())
    assert (tail(match), match.game) == ("N0N::W:IW:1:1:2:0", 3)
    match = after(match, Begin(W), Roll(3, 1), opening[1], Double(), Take(), Resign(side=W), Accept())
    assert match.over() == MatchResult(B, Ending.POINTS, Score(1, 2))
    assert match.legal_events() == ()
    assert match.refusal(NextGame()) == "the match is over"


def test_a_resignation_on_the_short_path_waits_for_its_answer():
    match = after(at("1:o:B2N::W:C:0:0:13:7"), Resign(GAMMON))
    assert (tail(match), match.result, match.score) == ("B2N::B:C:0:0:13:7", None, Score(0, 0))
    assert match.waiting == Resign(GAMMON, side=B)
    assert match.legal_events() == (Accept(GAMMON, side=W), Forfeit(W), Forfeit(B))
    for event, reason in (
        (Roll(3, 1), "a resignation waits for its answer"),
        (Resign(), "a resignation waits for its answer"),
        (NextGame(), "a resignation waits for its answer"),
        (Accept(side=B), "it is White's turn"),
        (Accept(SINGLE), "resign gammon was offered, which is not what accept single answers"),
        (Accept(BACKGAMMON), "resign gammon was offered, which is not what accept backgammon answers"),
    ):
        assert match.refusal(event) == reason
        with pytest.raises(IllegalMoveError) as error:
            match.apply(event)
        assert (error.value.message, error.value.move) == (reason, str(match._filled(event)))
    for accept in (Accept(), Accept(GAMMON), Accept(side=W), Accept(last=True)):
        won = after(match, accept)
        assert (tail(won), won.result) == ("B2N::B:C:0:0:13:7", Result(W, GAMMON, Reason.RESIGNED))
        assert (won.score, won.waiting, won.over()) == (Score(8, 0), None, None)
    assert won.refusal(Accept()) == "no resignation waits for an answer"
    assert won.refusal(Roll(3, 1)) == "no roll now: the game is over, the match is not"
    assert won.legal_events() == (NextGame(Result(W, GAMMON, Reason.RESIGNED)),)
    assert tail(after(won, NextGame())) == "N0N::W:IW:8:0:13:0"
    assert after(won, NextGame()).resignation is None


def test_a_resignation_instead_of_an_answer():
    match = after(at("1:o:N0O::W:D:0:0:5:7"), Resign(side=B))
    assert tail(match) == "N0O::B:D:0:0:5:7"
    match = after(match, Accept())
    assert (match.score, tail(after(match, NextGame()))) == (Score(1, 0), "N0N::W:IW:1:0:5:0")


def test_a_side_resigns_on_the_turn_of_the_other():
    match = after(at("1:o:N0N::B:C:0:0:5:7"), Resign(side=B))
    assert (tail(match), match.waiting) == ("N0N::B:C:0:0:5:7", Resign(side=B))
    assert after(match, Accept()).result == Result(W, SINGLE, Reason.RESIGNED)


def test_without_a_resignation_nothing_is_accepted():
    assert at("1:o:N0N::B:C").refusal(Accept(SINGLE)) == "no resignation waits for an answer"
    assert at("1:o:N0N::B:C", LONG).refusal(Accept(SINGLE)) == "no accept now: play made, a roll or a double is due"


def test_resigned_matches():
    match = after(at("1:o:N0N::B:C:0:0:5:7"), Resign(match=True))
    assert match.refusal(Accept(SINGLE)) == "resign match was offered, which is not what accept single answers"
    assert match.legal_events()[0] == Accept(side=B)
    match = after(match, Accept())
    assert match.over() == MatchResult(B, Ending.RESIGNED, Score(0, 1))
    assert match.legal_events() == ()
    match = after(at("1:o:N0N::B:C:0:0:5:7", LONG), Resign(match=True))
    assert match.legal_events() == (Accept(side=B),)
    match = after(match, Accept())
    assert (tail(match), match.over()) == ("N0N::B:M:0:0:5:7", MatchResult(B, Ending.RESIGNED, Score(0, 1)))
    assert match.legal_events() == (Close(),)
    match = after(at("1:o:N0N::B:RM:0:0:5:7", LONG), Accept())
    assert match.over() == MatchResult(W, Ending.RESIGNED, Score(1, 0))


@pytest.mark.parametrize("path", Path)
def test_forfeits(path):
    match = after(at("1:o:N0N::B:C:0:0:5:7", Terms(path=path)), Forfeit(B))
    assert match.over() == MatchResult(W, Ending.FORFEITED, Score(1, 0))
    assert match.legal_events() == ((Close(),) if path is Path.LONG else ())
    assert match.refusal(NextGame()) == "the match is over"


def test_forfeit_while_a_resignation_waits():
    match = after(at("1:o:N0N::B:C:0:0:5:7"), Resign(), Forfeit(B))
    assert match.over() == MatchResult(W, Ending.FORFEITED, Score(1, 0))


def test_a_game_resigned_on_the_long_path():
    match = after(at("1:o:N0N::B:C:3:0:5:7", LONG), Resign(GAMMON, side=B))
    assert match.legal_events() == (Accept(GAMMON, side=W), Forfeit(W), Forfeit(B))
    assert match.refusal(Accept(SINGLE)) == "resign gammon was offered, which is not what accept single answers"
    match = after(match, Accept())
    assert (tail(match), match.over()) == ("N0N::W:M:3:0:5:7", MatchResult(W, Ending.POINTS, Score(5, 0)))
    match = after(at("1:o:N0N::B:C:2:0:5:7", LONG), Resign(GAMMON, side=B), Accept(), NextGame())
    assert (tail(match), match.game) == ("N0N::W:IW:4:0:5C:0", 2)
    match = after(at("1:o:N0N::B:RG:2:0:5:7", LONG), Accept(SINGLE))
    assert (match.result, match.resignation) == (Result(W, SINGLE, Reason.RESIGNED), Resign(SINGLE, side=B))


def test_a_fixed_number_of_games():
    match = at("1:o:N0O::B:D:2:1:0G3:7", game=2)
    assert not match.last_game
    match = after(match, Pass())
    assert (match.over(), tail(after(match, NextGame()))) == (None, "N0N::W:IW:2:2:0G3:0")
    last = at("1:o:N0O::B:D:2:1:0G3:7", game=3)
    assert last.last_game
    assert after(last, Pass()).over() == MatchResult(None, Ending.GAMES, Score(2, 2))
    assert after(last, Pass()).refusal(NextGame()) == "the match is over"
    ahead = at("1:o:B1O::B:D:2:1:0G3:7", game=3)
    assert after(ahead, Pass()).over() == MatchResult(B, Ending.GAMES, Score(2, 3))
    behind = at("1:o:N0O::W:D:2:1:0G3:7", game=3)
    assert after(behind, Pass()).over() == MatchResult(W, Ending.GAMES, Score(3, 1))
    narrow = at("1:o:N0O::W:D:2:2:0G3:7", game=3)
    assert after(narrow, Pass()).over() == MatchResult(W, Ending.GAMES, Score(3, 2))
    assert not at("1:o:N0O::B:D:2:1:0:7", game=3).last_game


def test_a_fixed_number_of_games_on_the_long_path():
    match = after(at("1:o:N0O::B:D:2:1:0G3:7", LONG, game=2), Pass())
    assert match.refusal(Close(last=True)) == "this is game 2 of 3"
    assert [event for event in match.legal_events() if event.kind is EventKind.CLOSE] == [Close()]
    assert tail(after(match, Close())) == "N0P::W:G:2:1:0G3:7"
    match = after(at("1:o:N0O::B:D:2:1:0G3:7", LONG, game=3), Pass())
    assert [event for event in match.legal_events() if event.kind is EventKind.CLOSE] == [Close(last=True)]
    assert tail(after(match, Close())) == "N0P::W:M:2:1:0G3:7"
    match = after(at("1:o:N0N::B:C:2:1:0G3:7", LONG, game=3), Resign(), Accept())
    assert (tail(match), match.over()) == ("N0N::B:M:2:1:0G3:7", MatchResult(None, Ending.GAMES, Score(2, 2)))
    match = after(at("1:o:N0N::B:C:2:1:0G3:7", LONG, game=2), Resign())
    assert match.refusal(Accept(last=True)) == "this is game 2 of 3"
    assert tail(after(match, Accept())) == "N0N::B:G:2:1:0G3:7"
    match = after(at("1:o:N0N::B:C:2:1:0G3:7", LONG, game=3), Resign(match=True), Accept())
    assert match.over().ending is Ending.RESIGNED
    ended = at(":1:N0N::W:C:2:1:0G3:7", LONG, game=3)
    assert tail(after(ended, Close())) == "N0N::W:M:2:1:0G3:7"
    assert tail(after(ended, Close(), Close())) == "N0N::W:F:2:1:0G3:7"


def test_money_play_ends_when_the_players_say_so():
    match = after(at("1:o:N0P::B:P:2:1:0:7", LONG), Close(last=True))
    assert match.over() == MatchResult(W, Ending.GAMES, Score(3, 1))
    assert at("1:o:N0P::B:G:2:1:0:7", LONG).over() is None


def test_the_result_of_the_game_is_not_for_the_next_game_to_say():
    match = at("1:o:N0P::B:G:2:1:7:7")
    assert match.refusal(NextGame(Result(B))) == "White won the game (passed)"
    assert after(match, NextGame(Result(W, SINGLE, Reason.PASSED))).score == Score(3, 1)
    unknown = at("1:o:N0N::B:G:2:1:7:7")
    assert unknown.refusal(NextGame()) == "the position does not say how the game ended: the result must be given"
    assert len(unknown.legal_events()) == 6
    assert unknown.refusal(NextGame(Result(W, BACKGAMMON, Reason.RESIGNED))) is None
    won = at("1:o:W1N::B:G:2:1:7:7")
    assert won.refusal(NextGame(Result(W, BACKGAMMON, Reason.RESIGNED))) == "the match is over"
    last = at("1:o:N0N::B:G:2:1:0G3:7", game=3)
    assert last.refusal(NextGame(Result(W, SINGLE, Reason.RESIGNED))) == "the match is over"


def test_events_are_completed_with_what_the_match_knows():
    waiting = after(at("1:o:N0N::B:C:2:1:7:7"), Resign(GAMMON))
    assert waiting.completed(Accept()) == Accept(GAMMON, side=B)
    assert after(waiting, Accept()).completed(NextGame()) == NextGame(Result(B, GAMMON, Reason.RESIGNED))
    assert at("1:o:N0N::B:C:2:1:7:7").completed(Roll(4, 2)) == Roll(2, 4, side=W)
    with pytest.raises(IllegalMoveError, match=r"^a resignation waits for its answer$"):
        waiting.completed(Roll(4, 2))


def test_the_words_for_endings():
    assert [*Ending] == ["points", "games", "resigned", "forfeited"]
    assert [*Reason] == ["borne off", "passed", "resigned", "forfeited"]
    assert [*Path] == ["short", "long"]


def test_jacoby_counts_in_the_score():
    money = Terms(JACOBY)
    match = after(at("1:o:N0N::B:C:2:1:0:7", money), Resign(BACKGAMMON, side=B), Accept())
    assert match.score == Score(3, 1)
    match = after(at("1:o:W1N::B:C:2:1:0:7", money), Resign(BACKGAMMON, side=B), Accept(), NextGame())
    assert match.state.score == Score(8, 1)


def test_markers_leave_a_match_alone():
    match = at("1:o:N0N::B:C:0:0:5:7")
    assert after(match, Marker(Mark.OTHER)) == match
    waiting = after(match, Resign())
    assert after(waiting, Marker(Mark.GAME_OVER)) == waiting
    assert match.refusal(SetPosition(match.state.board)) is None
    doubled = after(match, Double())
    assert doubled.refusal(Marker(Mark.OTHER)) == "no marker now: double offered, an answer is due"


@settings(max_examples=40)
@given(st.data(), st.sampled_from(Path), st.sampled_from([MONEY, Length(3), Length(0, Modifier.GAMES, 2)]))
def test_every_listed_event_of_a_match_applies(data, path, length):
    match = Match.start(length, terms=Terms(JACOBY, variant=Variant.HYPERGAMMON, path=path))
    for _ in range(40):
        events = match.legal_events()
        if not events:
            assert match.over() is not None
            break
        kind = data.draw(st.sampled_from(sorted({event.kind for event in events})))
        event = data.draw(st.sampled_from([event for event in events if event.kind is kind]))
        assert match.refusal(event) is None
        match = match.apply(event)
        assert match.state.status() == ()
        assert match.state.score[0] <= match.score[0]
