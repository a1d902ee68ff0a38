"""Plays against three other generators: a slow one written here, bgsage's, and games that libogxm replayed."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pointboard.backgammon.board import Board, Side, Variant
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.rules import (
    OFF,
    Move,
    Outcome,
    Play,
    Size,
    apply,
    mover,
    not_due,
    outcome,
    pip_of,
    play_of,
    plays,
    point_of,
    refusal,
)
from pointboard.backgammon.state import MAX_NUMBER, Action, Cube, Owner, Phase, State
from pointboard.errors import IllegalMoveError, PositionError
from pointboard.testing.backgammon import states

GOLDEN = Path(__file__).parents[1] / "golden" / "backgammon"
START = "11ccccchhhjjjjj:66666888dddddoo:N0N:{}:W:R"
WHITE, BLACK = Side.WHITE, Side.BLACK
ROLLED = states(phase=Phase.ROLLED).map(lambda state: state._replace(move_id=min(state.move_id, MAX_NUMBER - 1)))


def at(text):
    return ogid.parse(text)


def steps(play):
    """The moves in the mover's points."""
    return [tuple(point_of(play.side, pip) for pip in move) for move in play.moves]


def slow_boards(state):
    """All boards that the roll can lead to, by trying every order of the dice and every checker, without thought."""
    side = mover(state)
    own = [0] + [state.board.side(side)[pip_of(side, point)] for point in range(1, 26)]
    theirs = [state.board.side(side.other)[pip_of(side, point)] for point in range(1, 25)]
    theirs = [state.board.side(side.other)[0 if side is BLACK else 25], *theirs]
    low, high = state.dice
    orders = [(low,) * 4] if low == high else [(low, high), (high, low)]
    ends = {}  # the position -> the dice played
    for order in orders:
        _slow(tuple(own), tuple(theirs), order, (), ends)
    most = max(len(dice) for dice in ends.values())
    full = {end: dice for end, dice in ends.items() if len(dice) == most}
    if most == 1 and low != high and any(dice == (high,) for dice in full.values()):
        full = {end: dice for end, dice in full.items() if dice == (high,)}
    return {end[:2] for end in full}


def _slow(own, theirs, order, made, ends):
    ends[own, theirs, made] = made
    if not order:
        return
    die = order[0]
    for point in range(1, 26):
        target = point - die
        if not own[point] or (own[25] and point < 25):
            continue
        if target < 1 and (any(own[7:]) or (target < 0 and any(own[point + 1 :]))):
            continue
        if target > 0 and theirs[target] > 1:
            continue
        mine, others = list(own), list(theirs)
        mine[point] -= 1
        if target > 0:
            mine[target] += 1
            if others[target]:
                others[target] = 0
                others[0] += 1
        _slow(tuple(mine), tuple(others), order[1:], (*made, die), ends)


def seen(board, side):
    """A board as the slow generator has it: both halves in the mover's points, off and the opponent's bar first."""
    own, theirs = board.side(side), board.side(side.other)
    if side is WHITE:
        own, theirs = own[::-1], theirs[::-1]
    return (0, *own[1:]), (*theirs[:25],)


def fast_boards(state):
    return {seen(play.board, mover(state)) for play in plays(state)}


@given(ROLLED)
@settings(max_examples=300)
def test_plays_are_those_of_a_slow_generator(state):
    assert fast_boards(state) == slow_boards(state)


def test_plays_of_games_and_set_ups_are_those_of_a_slow_generator(played, set_up):
    for state in [*played(150, 21), *set_up(300, 22), *played(60, 23, Variant.HYPERGAMMON)]:
        assert fast_boards(state) == slow_boards(state)


def bgsage_board(board, side):
    """bgsage's 26 numbers: the mover's checkers positive, its bar at 25, the opponent's bar a positive count at 0."""
    own, theirs = seen(board, side)
    return [theirs[0], *(mine - other for mine, other in zip(own[1:25], theirs[1:], strict=True)), own[25]]


@pytest.mark.slow
def test_plays_of_20000_positions_are_those_of_bgsage(played, set_up):
    bgsage = pytest.importorskip("bgsage", reason="the independent generator comes with the extra dev")
    rolls = [*played(9000, 31), *played(1000, 32, Variant.HYPERGAMMON), *set_up(10000, 33)]
    assert len(set(rolls)) > 19000
    bare = 0
    for state in rolls:
        side, (low, high) = mover(state), state.dice
        theirs = {tuple(board) for board in bgsage.possible_moves(bgsage_board(state.board, side), high, low)}
        ours = [tuple(bgsage_board(play.board, side)) for play in plays(state)]
        assert len(ours) == len(set(ours)), state
        if set(ours) != theirs:
            # bgsage lets the last checker go off with one die, though another way there plays both (and hits).
            assert state.board.count(side) == 1, state
            assert set(ours) < theirs, state
            assert all(max(board) <= board[0] for board in theirs), state
            bare += 1
    assert bare < 30


def replayed():
    for line in (GOLDEN / "replayed_plays.tsv").read_text("utf-8").splitlines():
        yield line.split("\t")


def test_recorded_plays_lead_to_the_recorded_ids():
    rows = list(replayed())
    assert len(rows) > 300
    for before, made, after in rows:
        state = at(before)
        moves = []
        for text in made.split():
            source, die = map(int, text.split("+"))
            target = source + die if mover(state) is WHITE else source - die
            moves.append(Move(source, target if 1 <= target <= 24 else OFF))
        play = play_of(state, moves)
        assert play in plays(state)
        assert ogid.format(apply(state, play)) == after


# Counted by bgsage; the roll from the start position.
OPENINGS = {
    "11": 42, "22": 75, "33": 73, "44": 52, "55": 4, "66": 11, "12": 15, "13": 16, "14": 14, "15": 8, "16": 10,
    "23": 17, "24": 18, "25": 8, "26": 14, "34": 17, "35": 9, "36": 14, "45": 9, "46": 14, "56": 7,
}  # fmt: skip


@pytest.mark.parametrize(("dice", "count"), OPENINGS.items())
def test_opening_plays(dice, count):
    assert len(plays(at(START.format(dice)))) == count


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # both dice can be played in one way only (wildbg issue 29)
        ("ggii:o8:N0N:62:W:R", [[(8, 2), (24, 22)]]),
        # only one die fits, and the larger must be it (BSDGames issue 11)
        ("33:a:N0N:52:W:R", [[(10, 5)]]),
        # the larger does not fit, so the smaller is played
        ("33m55:a:N0N:52:W:R", [[(10, 8)]]),
        # four forced bear-offs are one play (wildbg; open_spiel issue 514)
        ("o:1111:N0N:11:W:R", [[(1, 0)] * 4]),
        ("o:2222:N0N:22:W:R", [[(2, 0)] * 4]),
        # two orders, two positions: one hits (open_spiel issue 561)
        ("j:o:N0N:51:W:R", [[(24, 19), (19, 18)], [(24, 23), (23, 18)]]),
        # the larger die cannot bear off, the smaller can (t_games issue 194)
        ("1:52:N0N:42:W:R", [[(5, 1), (2, 0)], [(5, 3), (3, 0)]]),
        # a die bears off from the farthest point when that is nearer
        ("o:2:N0N:65:W:R", [[(2, 0)]]),
        # the roll brings the last checker home and then off
        ("o:7:N0N:61:W:R", [[(7, 1), (1, 0)]]),
        ("o:71:N0N:16:W:R", [[(7, 1), (1, 0)]]),
        # shut out
        ("jjkkllmmnnoo:p:N0N:66:W:R", [[]]),
        # the second checker stays on the bar
        ("kkllmmnnoo:pp:N0N:12:W:R", [[]]),
        ("jjkkllmmoo:pp:N0N:26:W:R", [[(25, 23)]]),
        # White moves up
        ("0:66:N0N:12:B:R", [[(25, 23), (23, 22)]]),
    ],
)
def test_forced_plays(text, found):
    assert [steps(play) for play in plays(at(text))] == found


def test_the_order_is_larger_die_first_and_farthest_first():
    assert [steps(play) for play in plays(at("m:7o:N0N:21:W:R"))] == [
        [(24, 22), (22, 21)],
        [(24, 22), (7, 6)],
        [(7, 5), (24, 23)],
        [(7, 5), (5, 4)],
        [(24, 23), (23, 21)],
    ]


def test_a_doublet_is_played_farthest_first():
    for play in plays(at(START.format("33"))):
        sources = [source for source, _ in steps(play)]
        assert sources == sorted(sources, reverse=True)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("11ccccchhhjjjjj:66666888dddddoo:N0N::W:IW", "no dice to play: before the opening roll"),
        ("11ccccchhhjjjjj:66666888dddddoo:N0N:3:W:IW", "no dice to play: before the opening roll"),
        ("11ccccchhhjjjjj:66666888dddddoo:N0N::W:IB", "no dice to play: the first player is known"),
        ("11ccccchhhjjjjj:66666888dddddoo:N0N::W:PR", "no dice to play: the dice are being rolled"),
        ("11ccccchhhjjjjj:66666888dddddoo:N0O::W:D", "no dice to play: double offered, an answer is due"),
        ("11ccccchhhjjjjj:66666888dddddoo:N0N::W:G", "no dice to play: the game is over, the match is not"),
        (":66666888dddddoo:N0N::W:C", "no dice to play: the game is over"),
        ("1:6:N0N:12:W:R:0:0:0:999999", "a move id counts to 999999 at most"),
    ],
)
def test_no_play_is_due(text, reason):
    state = at(text)
    assert not_due(state) == reason
    assert plays(state) == ()
    assert refusal(state, []) == reason
    with pytest.raises(IllegalMoveError) as caught:
        apply(state, Play(state, (), state.board))
    assert caught.value.message == reason


def test_the_last_move_id_can_be_reached():
    state = at(f"1:6:N0N:12:W:R:0:0:0:{MAX_NUMBER - 1}")
    assert apply(state, plays(state)[0]).move_id == MAX_NUMBER


def test_impossible_positions_are_refused():
    state = State(Board.of({3: 1}, {3: 1}), dice=(1, 2), phase=Phase.ROLLED)
    for ask in (plays, not_due, lambda found: refusal(found, []), lambda found: play_of(found, [])):
        with pytest.raises(PositionError):
            ask(state)


BEAR_OFF = "o:236:N0N:{}:W:R"


@pytest.mark.parametrize(
    ("text", "moves", "reason"),
    [
        (START.format("53"), [(8, 5)], "the 5 must be played too: both dice can be"),
        (START.format("53"), [(8, 3)], "the 3 must be played too: both dice can be"),
        (START.format("53"), [], "a checker must be moved: the dice can be played"),
        (START.format("53"), [(8, 3), (8, 5), (8, 5)], "the dice give 2 moves, not 3"),
        (START.format("33"), [(8, 5)] * 5, "the dice give 4 moves, not 5"),
        (START.format("33"), [(8, 5)] * 3, "4 moves must be made, not 3: the 3 can be played that often"),
        (START.format("55"), [(24, 19)], "19 is held by 5 checkers"),
        (START.format("53"), [(9, 4)], "no checker on 9"),
        (START.format("53"), [(25, 22)], "no checker on the bar"),
        (START.format("53"), [(8, 9)], "a checker goes from higher points to lower ones, not from 8 to 9"),
        (START.format("53"), [(8, 8)], "a checker goes from higher points to lower ones, not from 8 to 8"),
        (START.format("53"), [(8, 4)], "no die is left that brings a checker from 8 to 4"),
        (START.format("53"), [(8, 5), (6, 3)], "no die is left that brings a checker from 6 to 3"),
        (START.format("53"), [(6, OFF)], "no checker is borne off before all are home: one is on 24"),
        (START.format("53"), [(27, 3)], "a move goes from a pip 0 to 25 to a pip 1 to 24, or 26 for off"),
        (START.format("53"), [(-1, 3)], "a move goes from a pip 0 to 25 to a pip 1 to 24, or 26 for off"),
        (START.format("53"), [(OFF, 3)], "a move goes from a pip 0 to 25 to a pip 1 to 24, or 26 for off"),
        (START.format("53"), [(6, 0)], "a move goes from a pip 0 to 25 to a pip 1 to 24, or 26 for off"),
        (START.format("53"), [(6, 25)], "a move goes from a pip 0 to 25 to a pip 1 to 24, or 26 for off"),
        (START.format("53"), [(0, 3)], "no checker on 0"),
        ("33:a:N0N:52:W:R", [(10, 8)], "the 5 must be played, not the 2: only one die can be, and it is the larger"),
        ("1:p5:N0N:33:W:R", [(5, 2), (2, OFF)], "a checker on the bar must enter first"),
        ("ooo:p5:N0N:31:W:R", [(25, 24), (5, 2)], "24 is held by 3 checkers"),
        (
            BEAR_OFF.format("45"),
            [(3, OFF)],
            "a die bears off from a nearer point only when none is farther: one is on 6",
        ),
        (BEAR_OFF.format("12"), [(6, OFF)], "no die is left that brings a checker from 6 to off"),
        (BEAR_OFF.format("66"), [(6, OFF), (3, OFF)], "3 moves must be made, not 2: the 6 can be played that often"),
        ("01:o:N0N:61:B:R", [(1, 2)], "a checker on the bar must enter first"),
        ("1:o:N0N:61:B:R", [(1, 8)], "no die is left that brings a checker from 24 to 17"),
    ],
)
def test_refusals(text, moves, reason):
    state, moves = at(text), [Move(*move) for move in moves]
    assert refusal(state, moves) == reason
    with pytest.raises(IllegalMoveError) as caught:
        play_of(state, moves)
    assert caught.value.message == reason


def test_a_refusal_names_the_moves_as_the_mover_sees_them():
    for text, moves, shown in [
        ("0:o:N0N:61:B:R", [Move(0, 7), Move(0, OFF)], "bar/18 bar/off"),
        ("0:o:N0N:61:W:R", [Move(25, 7), Move(0, OFF)], "bar/7 off/off"),
    ]:
        with pytest.raises(IllegalMoveError) as caught:
            play_of(at(text), moves)
        assert caught.value.move == shown


def test_the_reason_is_that_of_the_attempt_that_came_farthest():
    state = at(START.format("53"))
    assert refusal(state, [Move(9, 4), Move(13, 10)]) == "no checker on 9"
    assert refusal(state, [Move(13, 10), Move(24, 19)]) == "19 is held by 5 checkers"


def test_moves_are_taken_in_any_order():
    state = at(START.format("53"))
    assert play_of(state, [Move(8, 5), Move(13, 8)]).moves == ((13, 8), (8, 5))
    assert play_of(at(BEAR_OFF.format("65")), [Move(3, OFF), Move(6, OFF)]).moves == ((6, OFF), (3, OFF))
    assert refusal(at("0:o:N0N:21:B:R"), [Move(2, 3), Move(0, 2)]) is None


@given(ROLLED, st.data())
@settings(max_examples=200)
def test_a_play_is_found_again_by_its_moves(state, data):
    play = data.draw(st.sampled_from(plays(state)))
    moves = data.draw(st.permutations(play.moves))
    assert play_of(state, moves) == play
    assert refusal(state, moves) is None


@given(ROLLED, st.lists(st.builds(Move, st.integers(-2, 28), st.integers(-2, 28)), max_size=5))
@settings(max_examples=300)
def test_any_moves_are_judged(state, moves):
    boards = {play.board for play in plays(state)}
    reason = refusal(state, moves)
    if reason is None:
        assert play_of(state, moves).board in boards
    else:
        assert isinstance(reason, str)
        assert reason


@given(ROLLED)
def test_mirror_commutes_with_plays(state):
    assert plays(state.mirror()) == tuple(play.mirror() for play in plays(state))
    assert [play.mirror().mirror() for play in plays(state)] == list(plays(state))


@given(ROLLED)
def test_plays_are_distinct_and_move_all_they_can(state):
    found = plays(state)
    assert len({play.board for play in found}) == len(found) > 0
    assert len({len(play.moves) for play in found}) == 1
    assert found == plays(state)


@given(ROLLED)
def test_a_play_never_changes_the_checker_total(state):
    side = mover(state)
    for play in plays(state):
        off = sum(move.target == OFF for move in play.moves)
        assert play.board.count(side) == state.board.count(side) - off
        assert play.board.count(side.other) == state.board.count(side.other)
        assert play.board.bar(side.other) == state.board.bar(side.other) + len(play.hits)


@given(ROLLED, st.data())
def test_applying_a_play_leaves_a_clean_status(state, data):
    play = data.draw(st.sampled_from(plays(state)))
    after = apply(state, play)
    assert after.status() == ()
    assert after == play.after
    assert (after.board, after.dice, after.last_actor, after.phase) == (play.board, (), play.side, Phase.PLAYED)
    assert after.move_id == state.move_id + 1
    assert after[5:7] == state[5:7]


def test_a_play_ends_the_take():
    state = at("1:6:B1T:12:B:R")
    after = apply(state, plays(state)[0])
    assert after.cube == Cube(Owner.BLACK, 1, Action.NONE)
    assert apply(state._replace(cube=Cube()), plays(state)[0]).cube == Cube()


def test_apply_looks_at_the_moves_alone():
    state = at(START.format("53"))
    forged = Play(state, (Move(8, 3), Move(6, 3)), Board.of({}, {1: 1}))
    assert apply(state, forged).board == play_of(state, forged.moves).board
    with pytest.raises(IllegalMoveError, match="the 5 must be played too"):
        apply(state, Play(state, (Move(8, 5),), forged.board))


def test_hits():
    state = at("j:o:N0N:51:W:R")
    assert [play.hits for play in plays(state)] == [(19,), ()]
    white = at("1:267:N0N:15:B:R")
    assert [play.hits for play in plays(white)] == [(6, 7), (2, 7)]
    assert [play.mirror().hits for play in plays(white)] == [(19, 18), (23, 18)]


def test_a_blot_is_hit_once():
    state = at("m:pp:N0N:33:W:R")
    assert plays(state)[0].hits == (22,)
    assert plays(state)[0].board.bar(WHITE) == 1


def ended(loser_pips, *, winner=WHITE, checkers=15):
    half = dict(loser_pips)
    board = Board.of({}, half) if winner is WHITE else Board.of({}, half).mirror()
    return State(board, last_actor=winner, checkers=checkers).check()


@pytest.mark.parametrize("winner", Side)
@pytest.mark.parametrize(
    ("pips", "checkers", "size", "words"),
    [
        ({6: 14}, 15, Size.SINGLE, "single game"),
        ({25: 1, 6: 13}, 15, Size.SINGLE, "single game"),
        ({6: 15}, 15, Size.GAMMON, "gammon"),
        ({18: 15}, 15, Size.GAMMON, "gammon"),
        ({6: 14, 19: 1}, 15, Size.BACKGAMMON, "backgammon"),
        ({6: 14, 24: 1}, 15, Size.BACKGAMMON, "backgammon"),
        ({6: 14, 25: 1}, 15, Size.BACKGAMMON, "backgammon"),
        ({3: 3}, 3, Size.GAMMON, "gammon"),
        ({3: 2}, 3, Size.SINGLE, "single game"),
    ],
)
def test_outcomes(winner, pips, checkers, size, words):
    found = outcome(ended(pips, winner=winner, checkers=checkers))
    assert found == Outcome(winner, size)
    assert found.reason == f"all checkers borne off: a {words}"


def test_sizes_are_the_multiples_of_the_cube():
    assert [int(size) for size in Size] == [1, 2, 3]


def test_no_outcome_while_both_have_checkers():
    assert outcome(at("1:6:N0N::W:C")) is None
    assert outcome(at("1:6:N0P::W:G")) is None


@pytest.mark.parametrize("side", Side)
def test_points_and_pips(side):
    assert [point_of(side, pip_of(side, point)) for point in range(26)] == list(range(26))
    assert pip_of(side, 0) == OFF
    assert (pip_of(WHITE, 25), pip_of(BLACK, 25)) == (0, 25)  # AnkiGammon: each side's own bar
    assert (point_of(WHITE, 1), point_of(BLACK, 1)) == (24, 1)


def test_the_mover_is_the_side_that_did_not_act_last():
    assert mover(at("1:6:N0N:12:W:R")) is BLACK
    assert mover(at("1:6:N0N:12:B:R")) is WHITE
    assert plays(at("1:6:N0N:12:B:IB"))[0].side is WHITE


@pytest.mark.parametrize("variant", Variant)
def test_variants_are_played_to_the_end(variant):
    rng = random.Random(5)  # noqa: S311 (seeded on purpose)
    state = State.start(variant)._replace(last_actor=WHITE)
    while outcome(state) is None:
        dice = tuple(sorted((rng.randint(1, 6), rng.randint(1, 6))))
        state = rng.choice(plays(state._replace(dice=dice, phase=Phase.ROLLED))).after
        assert state.status() == ()
    assert state.last_actor is outcome(state).winner


def test_the_first_pip_is_one_to_move_to():
    assert refusal(at(START.format("15")), [Move(6, 1)]) == "1 is held by 2 checkers"


def test_the_bar_point_is_not_home():
    fault = "no checker is borne off before all are home: one is on 7"
    assert refusal(at("1:777:N0N:56:W:R"), [Move(7, OFF)]) == fault
