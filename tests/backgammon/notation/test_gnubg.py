"""The ids of GNU Backgammon: each field, both players' conventions, the laws of the round trip."""

import base64
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointboard.backgammon.board import Board, Side, start_board
from pointboard.backgammon.notation import gnubg, ogid
from pointboard.backgammon.state import (
    Action,
    Cube,
    Length,
    MatchRules,
    Modifier,
    Owner,
    Phase,
    Score,
    State,
)
from pointboard.errors import LossyConversionError, NotationError, PointboardError, PositionError
from pointboard.testing.backgammon import states
from pointboard.testing.texts import mutated

START = "4HPwATDgc/ABMA"
WHITE, BLACK = Side.WHITE, Side.BLACK


def match_id(**fields):
    """The Match ID of the given fields, the rest as in ``Match``: written from the layout, bit by bit."""
    number = sum(value << gnubg._LAYOUT[name][0] for name, value in (gnubg.Match()._asdict() | fields).items())
    return base64.b64encode(number.to_bytes(9, "little")).decode()


def read(position=START, **fields):
    return gnubg.parse(f"{position}:{match_id(**fields)}")


def impossible(text, **options):
    """What is wrong with the position: (flag, field, column, message) of each problem."""
    with pytest.raises(PositionError) as error:
        gnubg.parse(text, **options)
    assert error.value.text == text
    return [(str(p.flag), p.field, p.column, p.message) for p in error.value.problems]


# --- Position ID -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "waiting", "rolling"),
    [
        (START, {24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}),
        ("AQAAAAAAAAAAAA", {1: 1}, {}),
        ("AAAAAQAAAAAAAA", {25: 1}, {}),
        ("AAAAAgAAAAAAAA", {}, {1: 1}),
        ("BgAAgAEAAAAAAA", {2: 2}, {5: 2}),
    ],
)
def test_position_ids(position, waiting, rolling):
    fields = gnubg.read(f"{position}:{match_id()}")
    assert {n: count for n, count in enumerate(fields.waiting) if count} == waiting
    assert {n: count for n, count in enumerate(fields.rolling) if count} == rolling
    assert (len(fields.waiting), len(fields.rolling)) == (26, 26)


@pytest.mark.parametrize("mover", [0, 1])
def test_the_bars_and_the_sides(mover):
    """One checker of the player not on roll on its bar, two of the one on roll on its 3-point."""
    number = 1 << 24 | 0b11 << 24 + 2 + 2
    position = base64.b64encode(number.to_bytes(10, "little")).decode()[:14]
    text = f"{position}:{match_id(mover=mover, decider=mover)}"
    fields = gnubg.read(text)
    assert (fields.waiting[25], fields.rolling[3]) == (1, 2)
    board = gnubg.parse(text).board
    assert board == (Board.of({22: 2}, {25: 1}) if mover else Board.of({0: 1}, {3: 2}))
    assert gnubg.format(gnubg.parse(text)) == text


def test_a_full_board():
    board = Board.of({0: 15}, {25: 15})
    state = State(board, last_actor=BLACK)
    assert gnubg.parse(gnubg.format(state)) == state
    assert impossible(gnubg.format(state).replace(gnubg.format(state)[:14], "/v8DAAAAAAAAAA"))[0][:3] == (
        "TOO_MANY_CHECKERS", "position_id", 1,
    )  # fmt: skip


# --- Match ID --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "changes"),
    [
        ({}, {}),
        ({"mover": 0, "decider": 0}, {"last_actor": WHITE}),
        ({"exponent": 12, "owner": 1}, {"cube": Cube(Owner.WHITE, 12)}),
        ({"exponent": 3, "owner": 0}, {"cube": Cube(Owner.BLACK, 3)}),
        ({"exponent": 2}, {"cube": Cube(exponent=2)}),
        ({"die_1": 6, "die_2": 3}, {"dice": (3, 6), "phase": Phase.ROLLED}),
        ({"die_1": 1, "die_2": 5}, {"dice": (1, 5), "phase": Phase.ROLLED}),
        ({"die_1": 4, "die_2": 4}, {"dice": (4, 4), "phase": Phase.ROLLED}),
        ({"length": 64, "score_0": 3, "score_1": 63}, {"length": Length(64), "score": Score(63, 3)}),
        ({"score_0": 32767, "score_1": 1}, {"score": Score(1, 32767)}),
        (
            {"length": 7, "score_0": 6, "crawford": 1},
            {"length": Length(7, Modifier.CRAWFORD), "score": Score(0, 6)},
        ),
        (
            {"doubled": 1, "decider": 0},
            {"cube": Cube(action=Action.OFFERED), "phase": Phase.DOUBLED, "last_actor": WHITE},
        ),
        (
            {"doubled": 1, "mover": 0},
            {"cube": Cube(action=Action.OFFERED), "phase": Phase.DOUBLED, "last_actor": BLACK},
        ),
        ({"game_state": 0}, {"phase": Phase.OPENING}),
        ({"game_state": 0, "mover": 0, "decider": 0}, {"phase": Phase.OPENING, "last_actor": WHITE}),
    ],
)
def test_the_fields_of_a_match_id(fields, changes):
    state = State(start_board(), last_actor=BLACK)._replace(**changes)
    assert read(**fields) == state
    ids = f"{START}:{match_id(**fields)}"
    assert gnubg.read(ids).match == gnubg.Match(**fields)
    assert gnubg.parse(gnubg.format(state)) == state
    assert gnubg.parse(ids, player_1=BLACK) == state.mirror()
    if fields.get("die_1", 2) >= fields.get("die_2", 1):
        assert gnubg.format(state) == ids
        assert gnubg.format(state.mirror(), player_1=BLACK) == ids


def test_two_ids():
    match = match_id(owner=1, exponent=1, score_0=3)
    state = gnubg.parse_ids(START, match)
    assert state == gnubg.parse(f"{START}:{match}")
    assert gnubg.parse_ids(START, match, player_1=BLACK) == state.mirror()


def test_jacoby():
    for length, bit, jacoby in ((0, 0, True), (0, 1, False), (7, 0, False), (7, 1, False)):
        fields = gnubg.read(f"{START}:{match_id(length=length, no_jacoby=bit)}")
        assert fields.rules == MatchRules(jacoby=jacoby)
    money, match = read(), read(length=7)
    assert gnubg.format(money, MatchRules(jacoby=True)) == f"{START}:{match_id(no_jacoby=0)}"
    assert gnubg.format(match, MatchRules(jacoby=True)) == f"{START}:{match_id(length=7)}"


def test_a_resignation():
    """Ids that the program printed: White, on roll, has offered to resign a gammon in a match to 7."""
    text = "4HPwATDgc/ABMA:cEHgAAAAAAAE"
    fields = gnubg.read(text)
    assert (fields.match.resigned, fields.match.mover, fields.match.decider) == (2, 1, 0)
    assert fields.losses() == ("resignation",)
    state = fields.to_state()
    assert (state.phase, state.last_actor, state.to_act, state.dice) == (Phase.RESIGNED_GAME, WHITE, None, ())
    assert fields.to_state(BLACK) == state.mirror()
    rolled = gnubg.read(f"{START}:{match_id(resigned=1, decider=0, die_1=3, die_2=1)}")
    assert rolled.losses() == ("dice", "resignation")
    assert rolled.to_state().dice == ()
    pending = gnubg.read(f"{START}:{match_id(resigned=3, doubled=1)}")
    assert pending.losses() == ("cube_action", "resignation")
    assert (pending.to_state().phase, pending.to_state().last_actor) == (Phase.RESIGNED_GAME, BLACK)
    assert pending.to_state().cube == Cube()
    assert gnubg.read(f"{START}:{match_id()}").losses() == ()
    assert gnubg.read(f"{START}:{match_id(resigned=1, game_state=4)}").losses() == ()


def test_a_resigned_game():
    """The same game after Black's program has accepted: the points are taken off again."""
    fields = gnubg.read("4HPwATDgc/ABMA:cEPgACAAAAAE")
    assert (fields.match.game_state, fields.match.score_0) == (3, 2)
    state = fields.to_state()
    assert (state.phase, state.score, state.last_actor, state.cube) == (Phase.GAME_OVER, Score(0, 0), WHITE, Cube())
    assert fields.losses() == ("resignation",)
    assert fields.to_state(BLACK) == state.mirror()


def test_a_passed_double():
    """Ids that the program printed: White redoubled to 4 in a match to 7, Black passed and lost 2 points."""
    state = gnubg.parse("4HPwATDgc/ABMA:UQTgAAAAEAAE")
    assert ogid.format(state) == "11ccccchhhjjjjj:66666888dddddoo:W1P::B:G:0:0:7:0"
    offered = gnubg.parse("4HPwATDgc/ABMA:URHgAAAAAAAE")
    assert ogid.format(offered) == "11ccccchhhjjjjj:66666888dddddoo:W1O::W:D:0:0:7:0"


def test_a_game_borne_off():
    """Ids that the program printed: White bore off its last checker with the cube at 2, Black has 13 off."""
    state = gnubg.parse("AAAABgAAAAAAAA:EQLgAAAAEAAE")
    assert ogid.format(state) == ":11:W1N::W:G:0:0:7:0"
    assert state.off(BLACK) == 13


@pytest.mark.parametrize(
    ("fields", "score"),
    [
        ({"score_1": 2}, Score(0, 0)),
        ({"score_1": 9, "owner": 1, "exponent": 2}, Score(1, 0)),
        ({"score_1": 5, "no_jacoby": 0}, Score(4, 0)),
        ({"score_1": 5, "owner": 1, "exponent": 1, "no_jacoby": 0}, Score(1, 0)),
        ({"score_1": 5, "length": 7, "no_jacoby": 0}, Score(3, 0)),
        ({"score_1": 8, "length": 7}, Score(6, 0)),
    ],
)
def test_the_score_before_a_gammon(fields, score):
    """White has borne off, Black has none off and none in White's home: two points, one with Jacoby and no double."""
    black = gnubg.format(State(Board.of({}, {12: 15}), last_actor=WHITE))[:14]
    state = read(black, game_state=2, mover=0, decider=0, **fields)
    assert (state.score, state.phase, state.last_actor) == (score, Phase.GAME_OVER, WHITE)
    assert state.length.modifier is Modifier.NONE


def test_a_score_that_cannot_have_been():
    found = impossible(f"{START}:{match_id(game_state=4, decider=0, exponent=1, owner=1, score_1=1)}")
    assert found == [("SCORE_RANGE", "match_id", 16, "must be 0 to 999999, is -1")]
    crawford = read(game_state=3, resigned=1, decider=0, length=3, crawford=1, score_0=1, score_1=2)
    assert (crawford.length, crawford.score) == (Length(3, Modifier.CRAWFORD), Score(2, 0))


def test_beavers():
    text = f"{START}:{match_id(doubled=1, exponent=1, owner=0)}"
    with pytest.raises(LossyConversionError) as error:
        gnubg.parse(text)
    assert error.value.losses == ("beaver",)
    assert str(error.value) == "a position with an offered beaver can be held by no other notation: beaver"


def test_fields_made_by_hand():
    """They stand for the written form, where the Position ID begins in column 1 and the Match ID in column 16."""
    counts = start_board().black
    fields = gnubg.Fields("", counts, counts, gnubg.Match())
    assert fields.starts == (1, 16)
    assert fields.to_state() == State(start_board(), last_actor=BLACK)


# --- writing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "losses"),
    [
        ({"cube": Cube(Owner.WHITE, 13)}, ("cube",)),
        ({"score": Score(0, 32768)}, ("score",)),
        ({"score": Score(32768, 0)}, ("score",)),
        ({"length": Length(65)}, ("length",)),
        ({"phase": Phase.OPENING, "dice": (3,)}, ("dice",)),
        ({"last_actor": None}, ("last_actor",)),
        (
            {"cube": Cube(Owner.WHITE, 13), "score": Score(32768, 0), "length": Length(99_999)},
            ("cube", "score", "length"),
        ),
    ],
)
def test_what_the_ids_cannot_hold(changes, losses):
    state = read()._replace(**changes)
    for write in (gnubg.format, gnubg.normal_form, gnubg.format_ids):
        with pytest.raises(LossyConversionError) as error:
            write(state)
        assert error.value.losses == losses
    if losses != ("last_actor",):
        assert str(error.value).startswith("the ids of GNU Backgammon cannot hold all of it: ")


def test_the_largest_that_the_ids_hold():
    state = read()._replace(cube=Cube(Owner.WHITE, 12), score=Score(32767, 32766))
    assert gnubg.parse(gnubg.format(state)) == state
    assert gnubg.read(gnubg.format(state)).status() == ()
    state = read()._replace(length=Length(64), score=Score(63, 62))
    assert gnubg.parse(gnubg.format(state)) == state
    assert gnubg.read(gnubg.format(state)).status() == ()


@pytest.mark.parametrize(
    ("changes", "losses"),
    [
        ({"cube": Cube(Owner.WHITE, 13)}, ("cube",)),
        ({"score": Score(32768, 32767)}, ("score",)),
        ({"length": Length(65)}, ("length",)),
        ({"phase": Phase.OPENING, "dice": (3,)}, ("dice",)),
    ],
)
def test_only_what_is_too_much_is_named(changes, losses):
    """Everything else is as much as the ids hold."""
    most = read()._replace(cube=Cube(Owner.WHITE, 12), score=Score(32767, 32766), length=Length(64), dice=(3, 1))
    with pytest.raises(LossyConversionError) as error:
        gnubg.normal_form(most._replace(**changes))
    assert error.value.losses == losses


def test_impossible_positions_are_not_written():
    with pytest.raises(PositionError):
        gnubg.format(State(Board.of({24: 16}, {1: 1})))


# --- laws ------------------------------------------------------------------------------------------------------------


def writable(state):
    try:
        gnubg.normal_form(state)
    except LossyConversionError:
        return False
    return True


def small(state):
    """The same position with a cube, a score and a match that the ids can hold."""
    length = state.length
    if length.points > gnubg.MAX_POINTS:
        points = length.points % gnubg.MAX_POINTS + 1
        away = [max(1, points - min(n - 1, points - 1)) for n in state.away]
        state = state._replace(length=length._replace(points=points), score=Score(*(points - n for n in away)))
    score = Score(*(n % 32768 for n in state.score)) if not length.points else state.score
    dice = () if state.phase is Phase.OPENING else state.dice
    cube = state.cube._replace(exponent=min(state.cube.exponent, gnubg.MAX_EXPONENT))
    return state._replace(score=score, dice=dice, cube=cube)


HELD = states().map(small).filter(lambda state: writable(state) and not state.status())


@given(HELD, st.sampled_from(Side), st.booleans())
def test_what_is_written_is_read_as_the_normal_form(state, player_1, jacoby):
    text = gnubg.format(state, MatchRules(jacoby=jacoby), player_1=player_1)
    assert gnubg.parse(text, player_1=player_1) == gnubg.normal_form(state)
    assert gnubg.normal_form(gnubg.normal_form(state)) == gnubg.normal_form(state)
    assert gnubg.format(gnubg.normal_form(state), gnubg.read(text).rules, player_1=player_1) == text
    assert gnubg.read(text).rules.jacoby is (jacoby and not state.length.points)
    assert gnubg.read(text).losses() == ()


@given(HELD)
def test_the_conventions_are_the_mirror(state):
    text = gnubg.format(state)
    assert gnubg.parse(text, player_1=BLACK) == gnubg.normal_form(state).mirror()
    assert gnubg.format(state.mirror())[:14] == text[:14]


@given(mutated(HELD.map(gnubg.format)), st.booleans())
def test_damaged_texts_give_the_houses_errors_only(text, lax):
    try:
        state = gnubg.parse(text, lax=lax)
    except NotationError as error:
        assert 1 <= error.column <= len(text) + 1
    except PositionError as error:
        assert all(problem.field in ("position_id", "match_id") for problem in error.problems)
    except LossyConversionError as error:
        assert error.losses == ("beaver",)
    else:
        assert state.status() == ()


@given(st.binary(min_size=9, max_size=9))
def test_any_match_id(raw):
    text = f"{START}:{base64.b64encode(raw).decode()}"
    with suppress(PointboardError):
        assert gnubg.parse(text).status() == ()


@given(st.text(max_size=30), st.booleans())
def test_any_text_gives_the_houses_errors_only(text, lax):
    with suppress(PointboardError):
        gnubg.parse(text, lax=lax)
