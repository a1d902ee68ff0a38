"""A record as the turn machine plays it, and back: every event has a text, and what they make is the record again."""

from pathlib import Path

import pytest

from pointboard import games
from pointboard.backgammon.board import Side
from pointboard.backgammon.match import Match
from pointboard.backgammon.notation import events, ogid
from pointboard.backgammon.record import json, mat, ogxmwrite, sgf
from pointboard.backgammon.record.course import Course, replayed
from pointboard.backgammon.record.headers import Headers
from pointboard.backgammon.record.script import extend, script
from pointboard.backgammon.record.view import GameView, begin
from pointboard.backgammon.turns import (
    Accept,
    Begin,
    Double,
    Forfeit,
    Mark,
    Marker,
    NextGame,
    OpeningRoll,
    Resign,
    Roll,
    Take,
)
from pointboard.errors import IllegalMoveError, LossyConversionError, NotationError, PositionError

RECORDS = Path(__file__).parents[2] / "golden" / "backgammon" / "records"
OPENING = "11ccccchhhjjjjj:66666888dddddoo:N0N"


@pytest.mark.parametrize("name", ["analysed3.mat", "resigned.mat", "selfplay7.mat"])
def test_the_events_of_a_game_make_the_game_again(name):
    match = mat.parse((RECORDS / name).read_text(encoding="utf-8"))
    for number in range(len(match.games)):
        view = GameView(match, number)
        if number and match.games[number].start.crawford:
            continue  # that the score made it one is known to the match alone
        told = script(view)
        assert told[-1][1] == view.state
        before = view.game.start
        machine = Match(before)
        made = []
        for event, after in told:
            text = events.format(event, Match(before))
            if isinstance(event, Resign):  # in a record after a roll too, which is the machine's long path
                made.append(event)
                break
            made.append(events.parse(text, machine, lax=True))
            machine = machine.apply(made[-1])
            assert machine.state == after
            before = after
        again = extend(begin(view.game.start), made)
        assert [ply.text for ply in again.plies] == [ply.text for ply in view.plies]
        assert again.state == view.state
        assert script(again) == told


def course(*, length=3):
    found = Course(Headers(length=length))
    found.begin()
    return found


def test_a_doublet_that_opens_is_two_events():
    found = course()
    found.play_text(Side.BLACK, (2, 2), "6/4(2) 13/11(2)")
    told = script(GameView(found.match()))
    assert [str(event) for event, _ in told[:2]] == ["begin", "roll 22"]
    assert [state.dice for _, state in told] == [(), (2, 2), ()]
    again = extend(begin(found.match().games[0].start), [event for event, _ in told])
    assert again.plies == GameView(found.match()).plies


def test_a_roll_that_waits_is_an_event_and_its_play_another():
    found = course()
    found.roll(Side.WHITE, (3, 1))
    assert [str(event) for event, _ in script(GameView(found.match()))] == ["opening roll W3 B1"]
    found.play_text(Side.WHITE, (3, 1), "8/5 6/5")
    found.roll(Side.BLACK, (6, 6))
    assert [str(event) for event, _ in script(GameView(found.match()))][::2] == ["opening roll W3 B1", "roll 66"]


def test_what_has_no_text_is_none():
    found = course()
    found.play_text(Side.WHITE, (3, 1), "8/5 6/5")
    found.act(Marker(Mark.OTHER))
    assert [event is None for event, _ in script(GameView(found.match()))] == [False, False, True]
    assert script(begin()) == ()


def test_the_first_die_is_no_ply():
    game = extend(begin(), [OpeningRoll(white=3)])
    assert game.plies == ()
    assert [ply.text for ply in extend(begin(), [OpeningRoll(white=3), OpeningRoll(black=1)]).plies] == ["31:"]
    assert [ply.text for ply in extend(begin(), [Begin(Side.BLACK), Roll(4, 4)]).plies] == ["44:"]
    with pytest.raises(IllegalMoveError):
        extend(begin(), [Double()])


def test_games_follow_one_another():
    start = Match.start(games.get("backgammon").main_notation.parse(f"{OPENING}::W:IW:0:0:3:0").length).state
    game = extend(begin(start), [Forfeit(Side.BLACK)])
    assert [str(ply.event) for ply in game.plies] == ["forfeit"]
    opening = OpeningRoll(white=3, black=1)
    resigned = [opening, Resign(side=Side.BLACK), Accept(), NextGame(), OpeningRoll(white=1, black=2)]
    match = extend(begin(start), resigned).match
    assert [len(one.plies) for one in match.games] == [2, 1]
    assert match.games[1].start.score.white == 1


OWNED = OPENING.removesuffix("N0N")


@pytest.mark.parametrize(
    ("text", "then"),
    [
        (f"{OPENING}::B", []),
        (f"{OPENING}:13:B:R", ["31:"]),
        (f"{OPENING}:13:B:IB", ["31:"]),
        (f"{OWNED}W1N::B:C:3:2:7", []),
        (f"{OWNED}B3N::B:PR", []),
        (f"{OWNED}B1T::B:A:0:0:5", []),
        (f"{OWNED}B1T:13:B:R", ["31:"]),
        (f"{OWNED}N0O::W:D:1:1:9", ["double"]),
        (f"{OWNED}W2O::W:D:1:1:9", ["double"]),
        (f"{OWNED}N3N:13:B:R", ["31:"]),
        (f"{OWNED}D0N::B:C", []),
    ],
)
def test_a_game_can_begin_with_a_position(text, then):
    state = ogid.parse(text, lax=True)
    game = begin(state, players={"B": "Bo"})
    assert [ply.text for ply in game.plies] == ["set position", *then]
    for field in ("board", "dice", "to_act", "score", "length"):
        assert getattr(game.state, field) == getattr(state, field)
    assert game.state.cube[:2] == state.cube[:2]
    assert replayed(game.match).match() == game.match
    for form in (sgf, json):
        (read,) = form.read_all(form.format_all([game.match]))
        assert read.error is None
        kept = sgf.losses(game.match) == () or form is json
        assert (read.match.games[0].state == game.state) is kept


def test_what_other_formats_say_of_a_cube_that_is_set_up():
    owned, dead = (begin(ogid.parse(f"{OWNED}{cube}::B:C")).match for cube in ("W1N", "D0N"))
    assert (sgf.losses(owned), sgf.losses(dead)) == ((), ("cube owner",))
    assert ogxmwrite.losses(dead) == ("cube owner",)
    with pytest.raises(LossyConversionError) as error:
        ogxmwrite.document(owned)
    assert error.value.losses == ("cube set up",)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("1:o:B1P::W:G", NotationError),
        ("1:o:B1N::B:RG", NotationError),
        ("1:1:W2N::B:C", PositionError),
    ],
)
def test_a_game_cannot_begin_with_every_position(text, error):
    with pytest.raises(error):
        begin(ogid.parse(text, lax=True))


@pytest.mark.parametrize("kind", ["json", "sgf"])
def test_a_position_set_up_begins_with_a_double_and_survives(kind):
    """One may double at once in a game that goes on; the roll and the play behind it go on as ever."""
    notation = games.get("backgammon").main_notation
    start = notation.parse("11ccccchhjjjjkk:666667788ddddoo:N0N::B:C:0:0:7:2")
    view = extend(begin(start), [Double(), Take(), Roll(3, 1)])
    assert [ply.text for ply in view.plies] == ["set position", "double", "take", "31:"]
    assert [ogid.format(ply.before) for ply in view.plies[1:2]] == [ogid.format(start).removesuffix("2") + "0"]
    events = [str(event) for event, _ in script(view) if event is not None]
    assert events == ["double", "take", "roll 13"]
    form = games.get("backgammon").records.formats[kind]
    (read,) = form.read_all(form.format_all([view]))
    assert read.error is None
    assert read.record.plies == view.plies


@pytest.mark.parametrize("kind", ["json", "sgf"])
def test_a_position_set_up_may_be_resigned_at_once(kind):
    start = ogid.parse("11ccccchhjjjjkk:666667788ddddoo:N0N::B:C:0:0:7:2")
    view = extend(begin(start), [Resign(side=Side.WHITE), Accept(), NextGame()])
    assert [ply.text for ply in view.plies] == ["set position", "resign single"]
    assert view.match.games[1].start.score.black == 1
    form = games.get("backgammon").records.formats[kind]
    read = next(iter(form.read_all(form.format_all([view]))))
    assert read.error is None
    assert read.record.plies == view.plies


def test_without_a_double_a_position_set_up_begins_with_a_roll():
    start = games.get("backgammon").main_notation.parse("11ccccchhjjjjkk:666667788ddddoo:N0N::B:C:0:0:7:2")
    with pytest.raises(IllegalMoveError, match="no double now: the first player is known"):
        extend(begin(start), [Roll(3, 1), Double()])
    assert str(extend(begin(start), [Roll(3, 1)]).plies[0].after.phase) == "IB"
