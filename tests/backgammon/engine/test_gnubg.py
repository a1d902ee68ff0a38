"""GNU Backgammon as a source: found, asked, read, refused; what a program that only looks like it may do."""

import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.engine.adapters import gnubg as adapter
from pointboard.backgammon.engine.adapters.gnubg import Gnubg, program
from pointboard.backgammon.engine.source import Question
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.notation import plays as notation
from pointboard.backgammon.rules import plays
from pointboard.backgammon.state import MatchRules, Phase, State
from pointboard.errors import EngineError, PointboardError
from pointboard.values import Evidence

FAST = Question(Gnubg.levels[0])
START = "11ccccchhhjjjjj:66666888dddddoo"
ROLLED = f"{START}:N0N:13:B:R"


def test_the_program_is_looked_for(monkeypatch, tmp_path):
    tool = tmp_path / "gnubg"
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    monkeypatch.delenv("POINTBOARD_GNUBG", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program() == str(tool)
    monkeypatch.setenv("PATH", str(tmp_path / "none"))
    monkeypatch.setattr(adapter, "_ELSEWHERE", str(tmp_path))
    assert program() == str(tool)
    monkeypatch.setattr(adapter, "_ELSEWHERE", str(tmp_path / "none"))
    assert program() is None
    with pytest.raises(PointboardError, match=r"^GNU Backgammon is not installed; install it, or name it in POINT"):
        Gnubg()
    monkeypatch.setenv("POINTBOARD_GNUBG", str(tool))
    assert program() == str(tool)
    monkeypatch.setenv("POINTBOARD_GNUBG", "no-such-program")
    with pytest.raises(PointboardError, match=r"^POINTBOARD_GNUBG names no program: 'no-such-program'$"):
        program()


def test_all_plays_are_ranked(gnubg):
    state = ogid.parse(ROLLED)
    found = gnubg.plays(state, Question(Gnubg.levels[2]))
    assert {one.play.board for one in found} == {play.board for play in plays(state)}
    first = found[0]
    assert notation.format(first.play) == "8/5 6/5"
    known = first.value.known
    assert (known.evidence, known.source, known.version) == (Evidence.ENGINE, "gnubg", gnubg.version)
    assert (known.level, known.depth) == ("2-ply", 3)
    depths = [one.value.known.depth for one in found]
    assert depths == sorted(depths, reverse=True)
    assert depths[:2] == [3, 3]
    assert set(depths) == {3, 1}
    assert first.value.equity == pytest.approx(0.218, abs=0.01)
    assert first.value.chances.win == pytest.approx(0.551, abs=0.005)
    assert gnubg.evaluate(state, FAST) == gnubg.plays(state, FAST)[0].value
    assert gnubg.plays(State.start(), FAST) == ()


def test_every_play_of_every_kind_is_read(gnubg, played, set_up):
    """Hits on the way, checkers from the bar, bear-offs, doublets, rolls that cannot be played."""
    positions = played(120, seed=11) + [s for s in set_up(120, seed=12) if all(map(any, s.board))]
    hits = dances = 0
    for state in positions:
        legal = plays(state)
        found = gnubg.plays(state, FAST)
        assert {one.play.board for one in found} == {play.board for play in legal}
        hits += any(play.hits for play in legal)
        dances += legal[0].moves == ()
    assert hits > 50
    assert dances > 3


LOPSIDED = Board.of({0: 2, 3: 1, 8: 3, 19: 4, 22: 5}, {25: 1, 1: 2, 2: 3, 5: 4, 14: 1, 20: 2, 24: 2})


@pytest.mark.parametrize("cube", ["N0N", "W1N"])
def test_both_sides_are_judged_alike(gnubg, bgsage, cube):
    """Both bars are in use, nothing is symmetric; bgsage, which has another board, sees the same."""
    state = State(
        LOPSIDED, dice=(2, 4), last_actor=Side.BLACK, phase=Phase.ROLLED, cube=ogid.parse(f"1:o:{cube}::B:C").cube
    )
    ours, theirs = gnubg.plays(state, FAST), gnubg.plays(state.mirror(), FAST)
    assert [one.play.board.mirror() for one in ours] == [one.play.board for one in theirs]
    assert [one.value for one in ours] == [one.value for one in theirs]
    other = {one.play.board: one.value for one in bgsage.plays(state, Question(bgsage.levels[0]))}
    assert other.keys() == {one.play.board for one in ours}
    for one in ours:
        assert one.value.chances.win == pytest.approx(other[one.play.board].chances.win, abs=0.1)
    before = state._replace(dice=(), phase=Phase.PLAYED)
    found = gnubg.cube(before, FAST)
    assert found == gnubg.cube(before.mirror(), FAST)
    assert found.chances.win == pytest.approx(bgsage.cube(before, Question(bgsage.levels[0])).chances.win, abs=0.1)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"{START}:N0N::B:C", None),
        (f"{START}:N0N::B:C:0:0:64", None),
        (f"{START}:D1N::B:C", "it does not know a dead cube"),
        (f"{START}:W13N::B:C", "its ids cannot hold the position: cube"),
        (f"{START}:N0N::B:C:0:0:65", "its ids cannot hold the position: length"),
    ],
)
def test_what_it_cannot_judge(gnubg, text, fault):
    assert gnubg.fault(ogid.parse(text)) == fault


def test_the_score_and_the_cube_count(gnubg, bgsage):
    """Within a tenth of what bgsage says, owners, leaders and the Crawford game alike."""
    level = Question(bgsage.levels[0])
    for rest in (
        ":N0N::B:C", ":W1N::B:C", ":B1N::B:C", ":N0N::B:C:5:3:7", ":N0N::B:C:3:5:7", ":N0N::B:C:6:3:7C",
        ":N0N::B:C:6:3:7", ":N0N::B:C:3:6:7", ":W1N::B:C:2:4:9", ":N0N::B:C:0:0:1C", ":B1T::B:A",
    ):  # fmt: skip
        state = ogid.parse(START + rest)
        ours, other = gnubg.cube(state, FAST), bgsage.cube(state, level)
        assert ours.no_double == pytest.approx(other.no_double, abs=0.1), rest
        assert (ours.double_take is None) == (other.double_take is None), rest
        if ours.double_take is not None:
            assert ours.double_take == pytest.approx(other.double_take, abs=0.1), rest
    state = ogid.parse(f"{START}:N0N::B:C")
    jacoby = Question(FAST.level, MatchRules(jacoby=True))
    assert gnubg.cube(state, jacoby).no_double != gnubg.cube(state, FAST).no_double
    assert gnubg.evaluate(state, FAST).equity == gnubg.cube(state, FAST).equity


def test_an_offered_double_is_that_of_the_doubler(gnubg):
    assert gnubg.cube(ogid.parse(f"{START}:N0O::W:D"), FAST) == gnubg.cube(ogid.parse(f"{START}:N0N::B:C"), FAST)
    with pytest.raises(PointboardError, match=r"^nobody is on roll$"):
        gnubg.cube(State.start(), FAST)


def test_a_process_that_is_killed_is_replaced(gnubg):
    child = gnubg._pool._places.get()
    gnubg._pool._places.put(child)
    child._process.kill()
    child._process.wait()
    assert gnubg.cube(ogid.parse(f"{START}:N0N::B:C"), FAST).no_double == pytest.approx(0.09, abs=0.05)


def test_a_question_can_be_stopped(gnubg):
    """The deepest level takes seconds; the process that thinks is ended, and the next question gets another."""
    state = ogid.parse("113ccchhjjjjjmm:66666888dddddoo:N0N:34:W:R")
    with pytest.raises(EngineError, match=r"^GNU Backgammon does not answer: nobody waits for the answer$"):
        gnubg.plays(state, Question(Gnubg.levels[3], stop=lambda: True))
    assert gnubg.plays(state, FAST)


# A program that looks like GNU Backgammon: it says a version, knows the marks, and else says what it is told to.
FAKE = """#!{python}
import sys
print({greeting!r})
for line in sys.stdin:
    word = line.strip()
    if word.startswith("pointboard-"):
        print("Unknown keyword `" + word + "'.", flush=True)
    elif word.startswith("set gnubgid"):
        one, two = word.split()[2].split(":")
        print(" GNU Backgammon  Position ID:", {position}, "\\n   Match ID   :", two)
    elif word == "hint 9999":
        print({hint!r})
    elif word == "eval":
        print({eval!r})
"""


@pytest.fixture
def fake(tmp_path):
    made = []

    def make(greeting="GNU Backgammon 9.8.7  20990101", position="one", hint="", said=""):
        file = tmp_path / f"fake{len(made)}"
        file.write_text(FAKE.format(python=sys.executable, greeting=greeting, position=position, hint=hint, eval=said))
        file.chmod(0o755)
        made.append(Gnubg(str(file), processes=1, seconds=30))
        return made[-1]

    yield make
    for source in made:
        source.close()


@pytest.mark.skipif(os.name != "posix", reason="a script is no program here")
def test_another_program_is_not_taken_for_it(fake, tmp_path):
    assert fake().version == "9.8.7"
    with pytest.raises(EngineError, match=r"^fake1 is not GNU Backgammon$"):
        fake(greeting="GNU Go 3.8")
    with pytest.raises(EngineError, match=r"^GNU Backgammon does not answer: it does not start: "):
        Gnubg(str(tmp_path / "none"))
    dead = tmp_path / "dead"
    dead.write_text("#!/bin/sh\nexit 1\n")
    dead.chmod(0o755)
    with pytest.raises(EngineError, match=r"^GNU Backgammon does not answer: it died$"):
        Gnubg(str(dead))
    assert not Path(tmp_path / "home").exists()


@pytest.mark.skipif(os.name != "posix", reason="a script is no program here")
def test_what_makes_no_sense_is_refused(fake):
    state, before = ogid.parse(ROLLED), ogid.parse(f"{START}:N0N::B:C")
    with pytest.raises(EngineError, match=r"^GNU Backgammon has not set the position 4HPwATDgc/ABMA:cIkF"):
        fake(position="'4HPwATDgc/ABMB'").plays(state, FAST)
    with pytest.raises(EngineError, match=r"^GNU Backgammon has not set the position "):
        fake(position="''").cube(before, FAST)
    with pytest.raises(EngineError, match=r"^GNU Backgammon gives 0 plays where there are 16$"):
        fake().plays(state, FAST)
    with pytest.raises(EngineError, match=r"^GNU Backgammon gives no evaluation$"):
        fake().cube(before, FAST)
    row = "static: 0.521483 0.153909 0.007563 0.129867 0.007548 +0.067024 +0.091955"
    with pytest.raises(EngineError, match=r"^GNU Backgammon gives no equity of a double$"):
        fake(said=row).cube(before, FAST)


def test_a_play_that_can_be_read_in_two_ways_is_that_whose_hits_are_marked():
    state = ogid.parse("11cccccjjjjkkmn:222666667ddddoo:N0N:26:W:R")
    assert notation.format(adapter._play("24/22*/16", state)) == "24/22*/16"
    assert notation.format(adapter._play("24/16", state)) == "24/18/16"


def test_a_play_that_stays_doubtful_is_refused(monkeypatch):
    state = ogid.parse("11cccccjjjjkkmn:222666667ddddoo:N0N:26:W:R")
    elsewhere = SimpleNamespace(parts=[SimpleNamespace(landings=[SimpleNamespace(point=7, hit=True)])])
    misread = SimpleNamespace(parse=notation.parse, read=lambda *_, **__: elsewhere)
    monkeypatch.setattr(adapter, "notation", misread)
    with pytest.raises(EngineError, match=r"^GNU Backgammon gives a play that can be read in several ways: 24/16$"):
        adapter._play("24/16", state)
