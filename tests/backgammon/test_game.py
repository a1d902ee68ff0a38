"""Backgammon in the shape of a game: outcomes, parts, dice, what stands where."""

import json
from collections import Counter

import pytest
from hypothesis import given

from pointboard import games
from pointboard.backgammon.board import Side
from pointboard.backgammon.engine import best
from pointboard.backgammon.game import ENGINES, GAME, chance, describe, outcome
from pointboard.backgammon.match import Match
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.state import State
from pointboard.backgammon.turns import Forfeit, OpeningRoll, Roll, StartRoll
from pointboard.backgammon.turns.ends import Path, Terms
from pointboard.game import Events
from pointboard.testing.backgammon import states

BOARD = "11ccccchhhjjjjj:66666888dddddoo"


def test_it_is_registered():
    assert games.get("backgammon") is GAME
    assert (GAME.title, GAME.sides, GAME.views) == (
        "Backgammon",
        ("W", "B"),
        {"bottom": ("W", "B"), "home": ("right", "left")},
    )
    assert GAME.main_notation.name == "ogid"
    assert GAME.steps is GAME.events


def test_the_names_of_the_engines_are_those_that_can_be_asked():
    assert ENGINES == best.ENGINES
    assert GAME.engines is ENGINES
    assert GAME.engine is GAME.choose


def test_a_choice_tells_how_the_game_ends():
    found = GAME.engine(GAME.main_notation.parse("o:1:N0N:12:B:R"), engine="builtin")
    assert found.outcome == GAME.outcome(found.after) == (Side.WHITE, "all checkers borne off: a single game")
    assert GAME.engine(State.start()).outcome is None
    over = GAME.main_notation.parse(":o:N0N::W:C")
    assert GAME.engine(over).outcome == GAME.outcome(over)


def test_a_game_without_events_has_its_moves():
    bagh_chal = games.get("baghchal")
    steps, start = bagh_chal.steps, bagh_chal.start()
    assert isinstance(steps, Events)
    assert bagh_chal.events is None
    assert steps.state(steps.begin(start)) is start
    assert steps.legal(start) == bagh_chal.legal(start)
    assert (steps.chance(start), steps.idle(start)) == ((), None)
    move = steps.parse("mC3", start)
    assert steps.format(move, start) == "mC3"
    assert steps.apply(start, move) == bagh_chal.apply(start, move)
    over = bagh_chal.main_notation.parse("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @15 c5 - #")
    assert steps.idle(over) == "the game is over"
    assert bagh_chal.engine is bagh_chal.choose


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{BOARD}:N0N::W:IW", None),
        (f"{BOARD}:N0N::W:G", None),
        (f"{BOARD}:N0P::B:G", ("W", "the double was passed")),
        (f"{BOARD}:N0N::W:FF:0:0:7", ("B", "the match was forfeited")),
        (":111:N0N::W:C:0:0:0:9:3", ("W", "all checkers borne off: a gammon")),
    ],
)
def test_outcomes(text, expected):
    assert outcome(ogid.parse(text)) == expected


def test_the_parts_of_a_position():
    assert describe(ogid.parse("0cccc:6667opp:W1T::W:A:4:2:5C".replace("W1T", "N0N").replace(":A:", ":C:"))) == {
        "white": [1, *[0] * 11, 4, *[0] * 13],
        "black": [*[0] * 6, 3, 1, *[0] * 16, 1, 2],
        "off": {"white": 10, "black": 8},
        "pips": {"white": 77, "black": 99},
        "cube": {"owner": "N", "value": 1, "exponent": 0, "action": "N"},
        "dice": [],
        "last_actor": "W",
        "to_act": "B",
        "on_roll": "B",
        "phase": "C",
        "score": {"white": 4, "black": 2},
        "length": {"points": 5, "modifier": "C", "games": 0},
        "crawford": True,
        "post_crawford": False,
        "move_id": 0,
        "checkers": 15,
    }
    unknown = describe(ogid.parse(f"{BOARD}:N0N", lax=True))
    assert (unknown["last_actor"], unknown["to_act"], unknown["on_roll"]) == (None, None, None)
    doubled = describe(ogid.parse(f"{BOARD}:N0O::W:D"))
    assert (doubled["to_act"], doubled["on_roll"]) == ("B", "W")


@given(states())
def test_the_parts_are_plain_data(state):
    assert json.loads(json.dumps(describe(state))) == describe(state)


def test_dice_come_as_often_as_they_are_likely():
    assert Counter(chance(Match.start())) == Counter(OpeningRoll(w, b) for w in range(1, 7) for b in range(1, 7))
    thrown = Match.start().apply(OpeningRoll(white=3))
    assert chance(thrown) == tuple(OpeningRoll(None, b) for b in range(1, 7))
    played = Match(ogid.parse(f"{BOARD}:N0N::B:C"))
    rolls = Counter(chance(played))
    assert sum(rolls.values()) == 36
    assert (rolls[Roll(1, 3, side=Side.WHITE)], rolls[Roll(3, 3, side=Side.WHITE)]) == (2, 1)


def test_no_dice_where_none_are_due():
    rolled, doubled, over = (
        Match(ogid.parse(text)) for text in (f"{BOARD}:N0N:13:B:R", f"{BOARD}:N0O::W:D", "1::N0N::B:C")
    )
    assert [chance(match) for match in (rolled, doubled, over)] == [(), (), ()]
    long = Match(ogid.parse(f"{BOARD}:N0N::B:C"), Terms(path=Path.LONG))
    assert chance(long) == ()
    assert len(chance(long.apply(StartRoll()))) == 36
    assert chance(Match.start().apply(Forfeit(Side.WHITE))) == ()


def test_why_no_play_is_due():
    assert GAME.steps.idle(State.start()) == "no dice to play: before the opening roll"
    assert GAME.steps.idle(ogid.parse(f"{BOARD}:N0N:13:B:R")) is None
