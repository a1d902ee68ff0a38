"""GNU Backgammon plays against itself; we read its matches, it reads what we write of them, and the boards are equal.

Four matches of 7 points are played afresh for each run; ``POINTBOARD_MATCHES`` says another number (20 take half a
minute). The program itself says the position before every play and double (its Python interface, in the child process):
of its own file, and of the match text and the SGF that we write. Without the program the test is skipped, but where
``POINTBOARD_REQUIRE_GNUBG=1`` is set, as in CI, it fails. Besides it reads matches drawn at random, with what it never
does against itself: gammons resigned by either side on either turn, high cubes, an opening doublet, the Jacoby rule.
"""

import json
import os
import random
import shutil
import subprocess

import pytest

from pointboard.backgammon.board import Side
from pointboard.backgammon.match import Reason
from pointboard.backgammon.notation import gnubg
from pointboard.backgammon.record import Headers, mat, sgf
from pointboard.backgammon.record.course import Course
from pointboard.backgammon.rules import Size, plays
from pointboard.backgammon.state import Phase
from pointboard.backgammon.turns import Double, MakePlay, Pass, Resign, Take
from pointboard.errors import PointboardError

MATCHES = int(os.environ.get("POINTBOARD_MATCHES", "4"))
PROGRAM = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
PLAYERS = """\
set rng mersenne
set seed 1
set player 0 gnubg
set player 1 gnubg
set player 0 chequer evaluation plies 0
set player 1 chequer evaluation plies 0
set player 0 cubedecision evaluation plies 0
set player 1 cubedecision evaluation plies 0
set automatic roll on
set automatic game on
set display off
"""
READ = """\
import gnubg, json
found = {}
for name in %r:
    gnubg.command(("import mat " if name.endswith(".mat") else "load match ") + name)
    found[name] = gnubg.match(analysis=0, boards=1)
open("said.json", "w").write(json.dumps(found, default=str))
"""
ACTIONS = {"move": MakePlay, "double": Double, "take": Take, "drop": Pass, "resign": Resign}
PLAYER = {"X": Side.WHITE, "O": Side.BLACK}  # the left player of match text, PW of SGF

needs_gnubg = pytest.mark.skipif(
    PROGRAM is None and os.environ.get("POINTBOARD_REQUIRE_GNUBG") != "1", reason="GNU Backgammon is not installed"
)


def run(folder, *arguments, script=""):
    assert PROGRAM, "POINTBOARD_REQUIRE_GNUBG=1, but there is no program gnubg"
    environment = {"HOME": str(folder), "LANG": "C", "LC_ALL": "C", "PATH": os.environ["PATH"]}
    command = [PROGRAM, "-t", "-q", "-r", *arguments]
    subprocess.run(
        command,
        input=script,
        text=True,
        cwd=folder,
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
        timeout=600,
    )


def said_of(folder, names):
    """What the program makes of files: its own value for each match."""
    (folder / "read.py").write_text(READ % (names,), encoding="utf-8")
    run(folder, "-p", "read.py")
    return json.loads((folder / "said.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gnubg")
    names = [f"match{number}" for number in range(MATCHES)]
    games = "".join(
        f"new match 7\nexport match mat {name}.mat\nanalyse clear match\nsave match {name}.sgf\n" for name in names
    )
    run(folder, script=PLAYERS + games)
    return folder, names


def equal(match, said):
    """Compare a match with what the program says of it, ply by ply; the number of positions that were compared."""
    info, compared = said["match-info"], 0
    assert (info["match-length"], info["X"]["name"], info["O"]["name"]) == (
        match.headers.length, match.headers.white, match.headers.black,
    )  # fmt: skip
    assert len(said["games"]) == len(match.games)
    for game, known in zip(match.games, said["games"], strict=True):
        head, ended = known["info"], game.ended
        assert (head["score-X"], head["score-O"]) == game.start.score
        assert PLAYER[head["winner"]] is ended.winner
        assert head["points-won"] == match.won(game)
        if ended.reason is not Reason.PASSED:  # of match text the program calls some passes resignations
            assert head["resigned"] is (ended.reason is Reason.RESIGNED)
        assert len(game.plies) == len(known["game"])
        for ply, action in zip(game.plies, known["game"], strict=True):
            assert type(ply.event) is ACTIONS[action["action"]]
            assert ply.side is PLAYER[action["player"]]
            if "dice" in action:
                assert tuple(sorted(action["dice"])) == ply.dice
            if "board" in action:
                assert action["board"] == gnubg.format_ids(ply.before)[0]
                compared += 1
    return compared


@needs_gnubg
def test_gnubg_agrees_on_every_position(played):
    folder, names = played
    files, matches = [], {}
    for name in names:
        own = {"mat": mat.parse((folder / f"{name}.mat").read_text("utf-8")),
               "sgf": sgf.parse((folder / f"{name}.sgf").read_text("utf-8"))}  # fmt: skip
        assert [ply.event for _, _, ply in own["mat"].plies()] == [ply.event for _, _, ply in own["sgf"].plies()]
        for form, match in own.items():
            (folder / f"{name}_{form}_ours.mat").write_text(mat.format(match), "utf-8")
            (folder / f"{name}_{form}_ours.sgf").write_text(sgf.format(match), "utf-8")
        for file in (f"{name}.sgf", *(f"{name}_{form}_ours.{form_out}" for form in own for form_out in own)):
            files.append(file)
            matches[file] = own["sgf"]
    said = said_of(folder, files)
    positions = [equal(matches[file], said[file]) for file in files]
    assert min(positions) > 40
    ends = [
        (game.ended, game.start.crawford, game.state.cube.exponent)
        for match in matches.values()
        for game in match.games
    ]
    assert {Reason.PASSED, Reason.RESIGNED} <= {ended.reason for ended, _, _ in ends}
    assert any(crawford for _, crawford, _ in ends)
    assert any(exponent > 0 for _, _, exponent in ends)


def done(course, event, *rest):
    """Whether an event may happen now; it has happened then."""
    try:
        event(*rest)
    except PointboardError:
        return False
    return not course.over


def drawn(rng, length, *, jacoby):
    """A match of random plays, doubles and resignations."""
    course = Course(Headers("Ann de Vries", "अशा O'Neil", length=length, jacoby=jacoby))
    while (length and course.match().winner is None) or course.games < 3:
        if course.games and course.match().winner is not None:
            break
        course.begin()
        resigns, doubles = rng.choice((2, 5, 20, 1000)), rng.choice((0, 0.05, 0.3))
        while not course.over:
            state = course.state
            if course.plies >= resigns and rng.random() < 0.5 and state.phase is not Phase.DOUBLED:
                done(course, course.resign, rng.choice(list(Side)), rng.choice(list(Size)))
            elif state.phase is Phase.DOUBLED:
                course.act(Take() if rng.random() < 0.8 else Pass())
            elif state.cube.exponent > 5 or rng.random() >= doubles or not done(course, course.act, Double()):
                side, dice = state.to_act or rng.choice(list(Side)), (rng.randint(1, 6), rng.randint(1, 6))
                course.roll(side, dice)
                course.play_moves(side, dice, rng.choice(list(plays(course.state))).moves)
    return course.match()


@needs_gnubg
def test_gnubg_reads_matches_drawn_at_random(tmp_path):
    rng = random.Random(9)  # noqa: S311 (nothing secret)
    matches = {}
    for number, length in enumerate((0, 1, 2, 3, 7, 25) * 4):
        match = drawn(rng, length, jacoby=not length)
        for form, module in (("mat", mat), ("sgf", sgf)):
            matches[f"{number}.{form}"] = match
            (tmp_path / f"{number}.{form}").write_text(module.format(match), "utf-8")
    said = said_of(tmp_path, list(matches))
    assert sum(equal(match, said[name]) for name, match in matches.items()) > 3000
    games = [(match, game) for match in matches.values() for game in match.games]
    ends = [(game.ended.winner, game.ended.size) for _, game in games if game.ended.reason is Reason.RESIGNED]
    assert {(side, size) for side in Side for size in Size} <= set(ends)
    assert any(game.start.crawford for _, game in games)
    assert max(game.state.cube.value for _, game in games) > 8
    assert any(len(set(game.plies[0].dice)) == 1 for _, game in games)


@needs_gnubg
def test_gnubg_reads_a_position_set_up_and_a_roll_before_a_resignation(tmp_path):
    match = sgf.parse("(;GM[6]MI[length:0]PW[Ann]PB[Bo];AE[a:y]AW[e][e]AB[v][v]PL[W])")
    (tmp_path / "set.sgf").write_text(sgf.format(match), "utf-8")
    resigned = sgf.parse("(;GM[6]MI[length:5]PW[Ann]PB[Bo]RE[W+3R];PL[B]DI[54])")
    (tmp_path / "roll.sgf").write_text(sgf.format(resigned), "utf-8")
    said = said_of(tmp_path, ["set.sgf", "roll.sgf"])
    assert said["roll.sgf"]["games"][0]["info"] == {
        "score-X": 0, "score-O": 0, "winner": "X", "points-won": 3, "resigned": True,
    }  # fmt: skip
    assert [action["action"] for action in said["set.sgf"]["games"][0]["game"]] == ["set"]
