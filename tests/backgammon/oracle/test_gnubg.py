"""The installed GNU Backgammon, run as a child process, reads and writes random positions as we do.

Each position goes in as the ids that we write; the program's raw board says what it read. It goes in again as the XGID
that we write; the ids that the program prints are read by us and must give the position back, and be the ids that we
write. An offered double cannot be loaded: there the program doubles itself in the position before.

The test runs where the program is found (Debian's package ``gnubg``). Where ``POINTBOARD_REQUIRE_GNUBG=1`` is set, as
in CI, it fails without the program instead of being skipped.
"""

import os
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.notation import gnubg, xgid
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

POSITIONS = 2000
PROGRAM = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
SETUP = """\
set automatic roll off
set automatic game off
set automatic move off
set automatic bearoff off
set automatic crawford off
set player 0 human
set player 1 human
set confirm new off
set display off
new match 7
"""
RAW, ASCII = "set output rawboard on\n", "set output rawboard off\n"
RAW_SAID = "TTY boards will be given in raw format.\n"
IDS = re.compile(r"Position ID: (\S{14})\n +Match ID   : (\S{12})\n")


def random_board(rng):
    """Checkers anywhere: contact, races, bear-offs, either bar; a few clumps, as in play."""
    whites = rng.sample(range(1, 25), rng.randint(1, 23))
    halves = []
    for own, bar in ((whites, 0), ([pip for pip in range(1, 25) if pip not in whites], 25)):
        pips = rng.sample(own, min(len(own), rng.randint(1, 9))) + [bar] * (rng.random() < 0.3)
        counts = dict.fromkeys(pips, 0)
        for pip in rng.choices(pips, k=15 if rng.random() < 0.6 else rng.randint(1, 14)):
            counts[pip] += 1
        halves.append(counts)
    return Board.of(*halves)


def random_state(rng):
    """A position that GNU Backgammon can reach or load, with the rules that go with it."""
    points = rng.choice((0, 0, 1, 2, 3, 5, 7, 9, 11, 13, 25, 64))
    score = [rng.randrange(points) if points else rng.randrange(60) for _ in Side]
    # A match to one point has no Crawford game to GNU Backgammon.
    crawford = points > 1 and points - 1 in score and rng.random() < 0.5
    last, owner, exponent = rng.choice(list(Side)), rng.choice((Owner.CENTRED, Owner.WHITE, Owner.BLACK)), 0
    if crawford:
        owner = Owner.CENTRED
    elif owner is not Owner.CENTRED:
        exponent = rng.choice((1, 1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 12))
    length = Length(points, Modifier.CRAWFORD if crawford else Modifier.NONE)
    state = State(random_board(rng), Cube(owner, exponent), (), last, Phase.PLAYED, Score(*score), length)
    kind = rng.random()
    if kind < 0.5:
        state = state._replace(dice=tuple(sorted(rng.choices(range(1, 7), k=2))), phase=Phase.ROLLED)
    elif kind < 0.75 and may_double(state):
        state = state._replace(cube=Cube(owner, exponent, Action.OFFERED), phase=Phase.DOUBLED, last_actor=last.other)
    return state.check(), MatchRules(jacoby=not points and rng.random() < 0.5)


def may_double(state):
    """Whether GNU Backgammon lets the side on roll double: not a dead cube, nor one at its limit."""
    on_roll = state.on_roll
    mine = state.score.white if on_roll is Side.WHITE else state.score.black
    if state.crawford or state.cube.exponent >= 12 or state.cube.owner not in (Owner.CENTRED, on_roll.value):
        return False
    return not state.length.points or mine + state.cube.value < state.length.points


def commands(state, rules):
    """The program's commands for one position. Each switch of the output makes a mark in what it says."""
    doubled = state.phase is Phase.DOUBLED
    last = state.last_actor.other if doubled else state.last_actor
    before = state._replace(cube=state.cube._replace(action=Action.NONE), last_actor=last)
    if doubled:
        before = before._replace(phase=Phase.PLAYED)
    yield f"set gnubgid {gnubg.format(before, rules)}\n{RAW}show board\n{ASCII}"
    yield "double\n" if doubled else f"set xgid {xgid.format(state, rules)}\n"
    yield f"show board\n{RAW}{ASCII}"


def run(script, home):
    environment = {"HOME": str(home), "LANG": "C", "LC_ALL": "C", "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [PROGRAM, "-t", "-q", "-r"],
        input=script,
        capture_output=True,
        text=True,
        timeout=300,
        env=environment,
        check=True,
    )
    return done.stdout.split(RAW_SAID)[1:]


def raw_position(line):
    """What a raw board says: counts from player 1's side, turn, dice, cube, who may double, match.

    The format is that of the FIBS server: ``board:name:opponent:length:score:score:26 points:turn:dice:cube:...``.
    """
    fields = line.split(":")
    numbers = [int(field) for field in fields[3:]]
    length, mine, theirs = numbers[:3]
    points, rest = numbers[3:29], numbers[29:]
    board = Board.of(
        {25 - i: n for i, n in enumerate(points) if n > 0}, {25 - i: -n for i, n in enumerate(points) if n < 0}
    )
    turn, dice, cube, may = rest[0], rest[1:3], rest[5], rest[6:8]
    return board, turn, tuple(sorted(d for d in dice if d)), cube, tuple(may), length, (mine, theirs)


MAY = {Owner.CENTRED: (1, 1), Owner.WHITE: (1, 0), Owner.BLACK: (0, 1)}


def check(state, rules, said, swapped):
    """Compare one position with the two things the program said of it; ``swapped`` tells whose names it uses."""
    lines = said.splitlines()
    board, turn, dice, cube, may, length, score = raw_position(lines[0])
    on_roll = state.on_roll
    assert board == state.board
    assert turn == (1 if on_roll is Side.WHITE else -1)
    assert dice == state.dice
    assert (cube, may) == (state.cube.value, MAY[state.cube.owner])
    assert (length, score) == (state.length.points, state.score)
    ids = IDS.findall(said)[-1]
    # A set of an XGID with player 2 on roll exchanges the players, so that the one on roll becomes player 1.
    player_1 = Side.BLACK if swapped else Side.WHITE
    assert gnubg.parse_ids(*ids, player_1=player_1) == state
    assert ids == gnubg.format_ids(state, rules, player_1=player_1)
    assert gnubg.read(":".join(ids)).rules == MatchRules(jacoby=rules.jacoby)


@pytest.mark.skipif(
    PROGRAM is None and os.environ.get("POINTBOARD_REQUIRE_GNUBG") != "1", reason="GNU Backgammon is not installed"
)
def test_gnubg_confirms_random_positions(tmp_path):
    assert PROGRAM, "POINTBOARD_REQUIRE_GNUBG=1, but there is no program gnubg"
    rng = random.Random(20260930)  # noqa: S311 (nothing secret)
    positions = [random_state(rng) for _ in range(POSITIONS)]
    script = SETUP + "".join(part for position in positions for part in commands(*position))
    said = run(script, tmp_path)
    assert len(said) == 2 * POSITIONS
    for (state, rules), text in zip(positions, said[::2], strict=True):
        swapped = state.on_roll is Side.BLACK and state.phase is not Phase.DOUBLED
        check(state, rules, text, swapped)
    # The sample holds what it is meant to hold.
    assert {phase for (state, _) in positions for phase in (state.phase,)} == {
        Phase.ROLLED, Phase.PLAYED, Phase.DOUBLED,
    }  # fmt: skip
    for side in Side:
        assert sum(state.board.bar(side) > 0 for state, _ in positions) > 200
        assert sum(state.off(side) > 0 for state, _ in positions) > 200
        assert sum(state.on_roll is side for state, _ in positions) > 600
    assert sum(state.crawford for state, _ in positions) > 100
    assert sum(rules.jacoby for _, rules in positions) > 100


def test_ci_asks_for_the_program(monkeypatch, tmp_path):
    """Without the program a test that is required to run fails."""
    monkeypatch.setattr(f"{__name__}.PROGRAM", None)
    with pytest.raises(AssertionError, match="there is no program gnubg"):
        test_gnubg_confirms_random_positions(tmp_path)


def test_the_program_is_looked_for_outside_the_path():
    assert PROGRAM is None or Path(PROGRAM).name == "gnubg"
