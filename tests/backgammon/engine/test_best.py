"""The door: who is asked, what is answered, openings and agreement of the engines."""

import importlib.util
from pathlib import Path

import pytest

from pointboard.backgammon.board import Side
from pointboard.backgammon.engine import best as door
from pointboard.backgammon.engine import exact, tables
from pointboard.backgammon.engine.best import ENGINES, best, cube_decision, installed, source_of
from pointboard.backgammon.engine.source import CubeValue
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.notation import plays as notation
from pointboard.backgammon.state import MatchRules, Phase, State
from pointboard.backgammon.turns import Double, Pass, Take
from pointboard.errors import MissingExtraError, PointboardError, PositionError, TableError
from pointboard.values import Evidence, Known

START = "11ccccchhhjjjjj:66666888dddddoo"
ROLLED = f"{START}:N0N:13:B:R:0:0:0:3"
KNOWN = Known(Evidence.ENGINE, "example", "1", "deep", 3)
ROLLS = [(low, high) for high in range(1, 7) for low in range(1, high + 1)]


def options(found):
    return {option.name: (option.equity, option.loss) for option in found.decision.options}


def test_a_play_is_ranked_with_its_value():
    found = best(ROLLED, engine="builtin", lines=5)
    assert notation.format(found.move) == "8/5 6/5"
    assert found.after == found.move.after
    assert (found.evidence, found.score, found.depth, found.nodes) == (Evidence.ESTIMATE, None, 1, 16)
    assert (found.decision, found.mistake, found.note) == (None, False, "")
    assert found.lines[0].move == found.move
    losses = [line.value.loss for line in found.lines]
    assert len(losses) == 5
    assert losses == sorted(losses)
    assert losses[0] == 0
    assert all(line.pv == (line.move,) and line.depth == 1 for line in found.lines)
    assert found == best(ogid.parse(ROLLED), engine="builtin", level="static", lines=5, seed=7)


def test_the_side_on_roll_decides_to_double_or_not():
    found = best(f"{START}:N0N::B:C", engine="builtin")
    assert (found.move, found.lines, found.after, found.decision.event) == (None, (), found.state, None)
    assert found.decision.verdict == "no double"
    assert list(options(found)) == ["no double", "double, take", "double, pass"]
    assert options(found)["double, pass"][0] == 1
    assert found.decision.value.equity == options(found)["no double"][0]
    assert found.depth == 1


@pytest.mark.parametrize(
    ("pair", "event", "verdict", "losses"),
    [
        ((0.2, 0.1), None, "no double", (0, 0.1, -0.8)),
        ((0.6, 0.8), Double(), "double, take", (0.2, 0, -0.2)),
        ((0.8, 1.2), Double(), "double, pass", (0.2, -0.2, 0)),
        ((1.2, 1.4), None, "too good to double", (0, -0.2, 0.2)),
    ],
)
def test_the_four_cube_actions(pair, event, verdict, losses):
    found = cube_decision(ogid.parse(f"{START}:N0N::B:C"), CubeValue(KNOWN, *pair))
    assert (found.event, found.verdict) == (event, verdict)
    assert [option.loss for option in found.options] == pytest.approx(losses)
    assert found.value.known == KNOWN


@pytest.mark.parametrize(
    ("take", "event", "verdict"), [(0.9, Take(), "take"), (1.0, Take(), "take"), (1.1, Pass(), "pass")]
)
def test_the_other_side_takes_or_passes(take, event, verdict):
    found = cube_decision(ogid.parse(f"{START}:N0O::B:D"), CubeValue(KNOWN, 0.5, take))
    assert (found.event, found.verdict) == (event, verdict)
    assert [(option.name, option.equity) for option in found.options] == [("take", -take), ("pass", -1)]
    assert min(option.loss for option in found.options) == 0
    assert found.value.equity == max(-take, -1)
    with pytest.raises(PointboardError, match=r"^the equity of a double that is taken was not looked at$"):
        cube_decision(ogid.parse(f"{START}:N0O::B:D"), CubeValue(KNOWN, 0.5, None))


def test_where_no_double_is_possible_that_is_said():
    found = best(f"{START}:N0N::B:C:6:4:7C", engine="builtin")
    assert found.decision.verdict == "no double is possible"
    assert list(options(found)) == ["no double"]


def test_an_answer_is_an_event_and_leads_on():
    taken = best(f"{START}:N0O::B:D", engine="builtin")
    assert taken.after == ogid.parse(f"{START}:W1T::W:A")
    race = "knnnoo:gggggghhhhhh:N0N::B:C"
    doubled = best(race, engine="builtin")
    assert doubled.decision.event == Double()
    assert doubled.after.phase is Phase.DOUBLED


@pytest.mark.parametrize("text", [f"{START}:N0N::W:IW", f"{START}:N0N:3:W:IW", ":o:N0N::W:C", f"{START}:B1P::W:G"])
def test_where_nobody_decides_nothing_is_said(text):
    found = best(text)
    assert (found.move, found.decision, found.evidence, found.lines) == (None, None, None, ())
    assert found.after == found.state


def test_bad_questions_are_refused():
    for wishes, said in (
        ({"engine": "xg"}, "no engine is called 'xg'; there are: bgsage, gnubg, builtin"),
        ({"engine": "builtin", "level": "2ply"}, "builtin has no level '2ply'; there are: static"),
        (
            {"engine": "bgsage", "nodes": 10},
            "bgsage cannot be held to a number of positions; give it a level, a depth ",
        ),
        ({"level": "2ply", "depth": 2}, "a level sets depth and positions itself; give it, or depth and nodes"),
        ({"lines": 0}, "lines must be at least 1, is 0"),
    ):
        with pytest.raises(PointboardError) as error:
            best(ROLLED, **wishes)
        assert str(error.value).startswith(said)
    with pytest.raises(PositionError):
        best("1:1:N0N::B:C")


@pytest.fixture
def nothing(monkeypatch):
    """No engine but the built-in one."""
    monkeypatch.setattr(door, "installed", lambda name: name == "builtin")


@pytest.mark.usefixtures("nothing")
def test_without_an_engine_the_estimate_answers_and_says_why():
    found = best(ROLLED)
    assert found.evidence is Evidence.ESTIMATE
    assert found.note == "bgsage is not installed; gnubg is not installed"


def test_the_first_that_knows_the_position_is_asked(monkeypatch, bgsage, gnubg):
    monkeypatch.setattr(door, "source_of", {"bgsage": bgsage, "gnubg": gnubg, "builtin": source_of("builtin")}.get)
    monkeypatch.setattr(door, "installed", lambda _: True)
    assert best(ROLLED, depth=1).lines[0].value.known.source == "bgsage"
    far = best(f"{START}:N0N:13:B:R:0:0:30:3", depth=1)
    assert (far.lines[0].value.known.source, far.note) == ("gnubg", "")
    dead = best(f"{START}:D0N::B:C")
    assert dead.evidence is Evidence.ESTIMATE
    assert dead.note == "bgsage: it does not know a dead cube; gnubg: it does not know a dead cube"
    with pytest.raises(PointboardError, match=r"^gnubg cannot judge the position: it does not know a dead cube$"):
        best(f"{START}:D0N::B:C", engine="gnubg")


def test_an_engine_that_cannot_be_used_is_passed_over(monkeypatch):
    def old(name):
        if name == "builtin":
            return door._MAKERS[name]()
        raise PointboardError("it is too old")

    monkeypatch.setattr(door, "installed", lambda _: True)
    monkeypatch.setattr(door, "source_of", old)
    found = best(ROLLED)
    assert (found.evidence, found.note) == (Evidence.ESTIMATE, "bgsage: it is too old; gnubg: it is too old")
    with pytest.raises(PointboardError, match=r"^it is too old$"):
        best(ROLLED, engine="gnubg")


def test_engines_are_found(monkeypatch):
    assert tuple(ENGINES) == ("bgsage", "gnubg", "builtin")
    assert ENGINES["gnubg"] == ("0-ply", "1-ply", "2-ply", "3-ply")
    assert installed("builtin")
    monkeypatch.setattr(door, "program", lambda: None)
    assert not installed("gnubg")
    monkeypatch.setattr(door, "program", lambda: "/bin/gnubg")
    assert installed("gnubg")
    monkeypatch.setattr(door, "version", lambda _: "2.0.20260907")
    assert installed("bgsage")

    def missing(name):
        raise door.PackageNotFoundError(name)

    monkeypatch.setattr(door, "version", missing)
    assert not installed("bgsage")


@pytest.mark.parametrize(
    ("limits", "level"),
    [
        ({}, "2-ply"),
        ({"depth": 1}, "0-ply"),
        ({"depth": 2}, "1-ply"),
        ({"depth": 100}, "3-ply"),
        ({"seconds": 0.001}, "0-ply"),
        ({"seconds": 0.3}, "1-ply"),
        ({"seconds": 5}, "2-ply"),
        ({"seconds": 100}, "2-ply"),
        ({"seconds": 100, "depth": 4}, "3-ply"),
        ({"seconds": 5, "depth": 4}, "2-ply"),
        ({"seconds": 5, "depth": 1}, "0-ply"),
        ({"level": "3ply"}, "3-ply"),
    ],
)
def test_limits_choose_a_level(limits, level):
    source = type("Named", (), {"name": "gnubg", "levels": door.Gnubg.levels, "usual": door.Gnubg.usual})
    asked = {"name": limits.get("level"), "depth": limits.get("depth"), "seconds": limits.get("seconds")}
    assert door._level(source, *asked.values()).name == level


def test_a_number_of_positions_is_for_the_estimate():
    assert best(ROLLED, nodes=1).lines[0].value.known.source == "builtin"


def test_the_stop_flag_is_handed_on(monkeypatch):
    seen = []

    class Watching(type(source_of("builtin"))):
        def plays(self, state, question):
            seen.append(question.stop())
            return super().plays(state, question)

    monkeypatch.setattr(door, "source_of", lambda _: Watching())
    for flag in (b"\0", b"\1"):
        best(ROLLED, engine="builtin", stop=flag)
    best(ROLLED, engine="builtin")
    assert seen == [False, True, False]


@pytest.fixture(scope="session")
def small_tables(tmp_path_factory):
    """The small tables, built once."""
    pytest.importorskip("numpy")
    folder = tmp_path_factory.mktemp("tables")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("POINTBOARD_TABLES", str(folder))
        assert exact.load(build=True)
    return folder


@pytest.fixture
def proved(small_tables, monkeypatch):
    monkeypatch.setenv("POINTBOARD_TABLES", str(small_tables))


@pytest.mark.usefixtures("proved")
def test_the_tables_answer_first_where_they_apply():
    found = best("kko:112:N0N:12:B:R", lines=9)
    assert found.evidence is Evidence.TABLE
    assert notation.format(found.move) == "5/3 1/off"
    assert found.lines[0].value.equity == pytest.approx(-0.7037, abs=1e-4)
    assert found.lines[0].value.chances.win == pytest.approx(0.32407, abs=1e-5)
    assert {line.value.known.source for line in found.lines} == {"table bearoff-6"}
    assert found.depth == 0
    asked = best("kko:112:N0N:12:B:R", engine="builtin")
    assert asked.evidence is Evidence.ESTIMATE
    over = best("no:12:N0N:25:B:R")
    assert (over.evidence, over.lines[0].value.known.source, over.lines[0].value.equity) == (Evidence.TABLE, "rules", 1)


@pytest.mark.usefixtures("proved")
def test_the_tables_know_the_cube():
    centred, mine, theirs = (best(f"kko:112:{cube}::B:C").decision for cube in ("N0N", "W1N", "B1N"))
    assert theirs.verdict == "no double is possible"
    assert theirs.value.equity < centred.value.equity
    assert mine.verdict in ("no double", "double, take")
    assert {one.value.known.evidence for one in (centred, mine, theirs)} == {Evidence.TABLE}
    passed = best("no:12:N0O::B:D")
    assert (passed.decision.verdict, passed.decision.value.equity) == ("pass", -1)
    assert passed.decision.value.chances.win == 0
    after_take = best("kko:112:B1T::B:A")
    assert after_take.decision.verdict == "no double is possible"


@pytest.mark.usefixtures("proved", "nothing")
def test_in_a_match_the_tables_answer_only_where_the_cube_is_dead():
    dmp = best("kko:112:N0N:12:B:R:6:6:7")
    assert dmp.evidence is Evidence.TABLE
    assert dmp.lines[0].value.equity == pytest.approx(2 * dmp.lines[0].value.chances.win - 1)
    assert best("kko:112:N0N::B:C:6:6:7").decision.value.known.evidence is Evidence.TABLE
    assert best("kko:112:N0N:12:B:R:5:6:7").evidence is Evidence.ESTIMATE
    assert best("kko:112:?0N:12:B:R").evidence is Evidence.ESTIMATE
    assert best("kko:112:?0N::B:C").evidence is Evidence.ESTIMATE


@pytest.mark.usefixtures("nothing")
def test_what_a_table_would_know_is_said_where_it_is_missing(tmp_path, monkeypatch):
    monkeypatch.setenv("POINTBOARD_TABLES", str(tmp_path))
    found = best("kko:112:N0N:12:B:R")
    assert found.note.startswith("the table of such bear-offs is not there; pointboard backgammon solve builds it; ")
    assert tables.missing(ogid.parse(ROLLED)) is None
    assert tables.missing(ogid.parse("jjjjjjjjjjjjjjj:112:N0N:12:B:R")) is None
    assert tables.missing(ogid.parse("kko:112:N0N::B:C")._replace(checkers=3)) is None


@pytest.mark.usefixtures("nothing")
def test_a_table_that_cannot_be_used_is_told(monkeypatch, tmp_path):
    def damaged(*_):
        raise TableError("bearoff-6.table is cut", tmp_path)

    monkeypatch.setattr(exact, "plays", damaged)
    monkeypatch.setattr(exact, "evaluate", damaged)
    monkeypatch.setattr(exact, "ready", damaged)
    for rest in ("N0N:12:B:R", "N0N::B:C"):
        assert best(f"kko:112:{rest}").note.startswith("a table cannot be used: bearoff-6.table is cut; ")
    assert tables.missing(ogid.parse("kko:112:N0N::B:C")) == "bearoff-6.table is cut"


@pytest.mark.usefixtures("nothing")
def test_without_numpy_there_are_no_tables(monkeypatch):
    def missing(*_):
        raise MissingExtraError("fast", "numpy")

    for name in ("plays", "evaluate", "ready"):
        monkeypatch.setattr(exact, name, missing)
    for rest in ("N0N:12:B:R", "N0N::B:C"):
        found = best(f"kko:112:{rest}")
        assert found.evidence is Evidence.ESTIMATE
        assert "numpy is not installed" in found.note


def test_the_jacoby_rule_is_not_in_the_tables_of_hypergammon():
    state = State.start("hypergammon")._replace(dice=(1, 2), last_actor=Side.WHITE, phase=Phase.ROLLED)
    assert tables.plays(state, MatchRules(jacoby=True)) is None
    assert tables.cube(state._replace(dice=(), phase=Phase.PLAYED), MatchRules(jacoby=True)) is None


def opening(side, dice):
    return State.start()._replace(last_actor=side.other, dice=dice, phase=Phase.ROLLED)


@pytest.mark.slow
@pytest.mark.usefixtures("bgsage", "gnubg")
def test_the_openings_are_those_of_the_engines():
    """Every roll for both sides equals bgsage's own call, and GNU Backgammon's choice on 19 of the 21 or more."""
    from bgsage import STARTING_BOARD, BgBotAnalyzer  # noqa: PLC0415

    from pointboard.backgammon.engine.adapters.bgsage import row_of  # noqa: PLC0415

    own = BgBotAnalyzer(eval_level="3ply")
    same = 0
    for dice in ROLLS:
        wanted = own.checker_play(STARTING_BOARD, *dice, jacoby=False, beaver=False).moves[0]
        answers = [best(opening(side, dice)) for side in Side]
        for side, answer in zip(Side, answers, strict=True):
            assert answer.lines[0].value.known.source == "bgsage"
            assert row_of(answer.move.board, side) == wanted.board
            assert answer.lines[0].value.equity == pytest.approx(wanted.equity, abs=1e-6)
        assert notation.format(answers[0].move) == notation.format(answers[1].move)
        other = [best(opening(side, dice), engine="gnubg", level="2-ply").move.board for side in Side]
        assert other[0] == other[1].mirror()
        same += other[0] == answers[0].move.board
    assert same >= 19


def agreement():
    """The script that compares the engines, as a module."""
    file = Path(__file__).parents[3] / "bench" / "agreement.py"
    spec = importlib.util.spec_from_file_location("agreement", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@pytest.mark.usefixtures("bgsage", "gnubg")
def test_the_engines_agree():
    """Forty of the two hundred positions of ``bench/agreement.py``; docs/engines.md has the figures of all."""
    script = agreement()
    texts = script.POSITIONS.read_text(encoding="utf-8").split()
    assert len(texts) == len(set(texts)) == 200
    found = [script.compare(text) for text in texts[::5]]
    distances = [distance for _, _, distance in found]
    assert sum(distances) / len(distances) < 0.02
    assert sum(moves[0] == moves[1] for moves, _, _ in found) >= 30
