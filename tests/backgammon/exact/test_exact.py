"""Asking: what is covered, what is answered, by whose turn it is and whose the cube is."""

import threading

import numpy as np
import pytest

from pointboard import games
from pointboard.backgammon.board import Side
from pointboard.backgammon.engine import exact
from pointboard.backgammon.engine.exact import Place, Tables
from pointboard.backgammon.engine.hypergammon.index import number_of, places_of, sides
from pointboard.backgammon.engine.source import CubeAction
from pointboard.backgammon.engine.tablefile import Header, write_table
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.state import Owner
from pointboard.errors import PositionError, TableError
from pointboard.values import Evidence

BLACK = "mmnnoo:112233:N0N::W:C"  # Black on roll, two checkers each on the three lowest points


@pytest.fixture
def users(folder, monkeypatch):
    """The user's own folder is that of the tests."""
    monkeypatch.setenv("POINTBOARD_TABLES", str(folder.parent))
    return folder


@pytest.mark.usefixtures("users")
def test_a_bearoff_is_answered():
    found = exact.evaluate(ogid.parse(BLACK))
    assert found.values == pytest.approx((0.616176, 1.0, 1.0, 0.614862), abs=1e-6)
    assert found.chances.win == pytest.approx((1 + found.values.cubeless) / 2)
    assert (found.known.evidence, found.known.source, found.known.level) == (Evidence.TABLE, "table bearoff-6", "exact")
    assert found.error == 1e-12


@pytest.mark.parametrize("text", [BLACK, "llmnoo:122233:N0N::W:C", "o:11:W1N::W:C", "no:6:B2N::W:C"])
@pytest.mark.usefixtures("users")
def test_both_colours_are_alike(text):
    state = ogid.parse(text)
    assert exact.evaluate(state) == exact.evaluate(state.mirror())
    assert exact.cube(state) == exact.cube(state.mirror())
    assert exact.race(state, Side.BLACK) == exact.race(state.mirror(), Side.WHITE)
    rolled = state._replace(dice=(1, 3), phase=ogid.parse("o:1:N0N:13:W:R").phase)
    mirrored = exact.plays(rolled.mirror())
    assert [one.values for one in exact.plays(rolled)] == [one.values for one in mirrored]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("mmnnoo:112233:N0N:31:W:R", "dice lie there"),
        ("mmnnoo:1122334:N0N::W:C", "seven checkers, and no larger table"),
        ("mmnnoo:112237:N0N::W:C", "a checker outside"),
        ("0nnoo:112233:N0N::W:C", "a checker on the bar"),
        ("mmnnoo::N0N::W:C", "the game is over"),
        ("mmnnoo:112233:N0N::W:C:0:0:0:0:6", "nobody has borne off one, so that gammons count"),
        ("mmnnoo:112233:N0P::W:G", "nobody is on roll"),
        ("4:3:N0N::W:C:0:0:0:0:3", "hypergammon, and no table of it"),
    ],
)
@pytest.mark.usefixtures("users")
def test_what_is_not_covered_is_none(text, why):
    assert exact.evaluate(ogid.parse(text)) is None, why
    assert exact.cube(ogid.parse(text)) is None


@pytest.mark.usefixtures("users")
def test_an_impossible_position_is_refused():
    with pytest.raises(PositionError):
        exact.evaluate(ogid.parse(BLACK)._replace(checkers=99))


@pytest.mark.usefixtures("users")
def test_a_double_that_waits_is_the_doublers():
    state = ogid.parse("mmnnoo:112233:N0O::B:D")
    assert state.on_roll is Side.BLACK
    assert exact.evaluate(state) == exact.evaluate(ogid.parse(BLACK))
    assert exact.cube(state) == exact.cube(ogid.parse(BLACK))


@pytest.mark.usefixtures("users")
def test_plays_are_ranked_for_the_cube():
    found = exact.plays(ogid.parse("nnoo:1122:N0N:13:W:R"))
    assert [one.play.moves[0].source for one in found] == [2, 2]
    assert [one.values.centred for one in found] == pytest.approx([26 / 36, -1.0])
    assert (found[0].source, found[0].error) == ("table bearoff-6", 1e-12)
    last = exact.plays(ogid.parse("nnoo:12:N0N:36:W:R"))
    assert (last[0].values, last[0].error, last[0].source) == ((1.0, 1.0, 1.0, 1.0), 0.0, "the rules")
    assert exact.plays(ogid.parse("nnoo:1122889:N0N:13:W:R")) is None
    assert exact.plays(ogid.parse(BLACK)) == ()


@pytest.mark.usefixtures("users")
def test_the_cube():
    known = exact.cube(ogid.parse(BLACK))
    assert known.action is CubeAction.DOUBLE_PASS
    assert known.no_double == pytest.approx(0.826802, abs=1e-6)
    assert known.double_take == pytest.approx(2 * 0.614862, abs=1e-5)
    theirs = exact.cube(ogid.parse("mmnnoo:112233:W1N::W:C"))
    assert theirs.double_take is None
    assert theirs.no_double == pytest.approx(exact.evaluate(ogid.parse(BLACK)).values.opponent)


@pytest.mark.usefixtures("users")
def test_where_nothing_can_be_played_nothing_is_said():
    assert exact.cube(ogid.parse(f"{BLACK}:0:0:0:999999")) is None  # no play can be counted any more
    over = ogid.parse("mmnnoo::N0N::B:C")
    assert Tables().before_roll(over, Side.BLACK) is None


def test_the_place_of_the_cube():
    place = Place(0.1, 0.4, 0.3, 0.2)
    assert place.other() == (-0.1, -0.2, -0.3, -0.4)
    state = ogid.parse(BLACK)
    cubes = {Owner.CENTRED: 0.3, Owner.BLACK: 0.4, Owner.WHITE: 0.2, Owner.DEAD: 0.1, Owner.UNKNOWN: 0.1}
    for owner, value in cubes.items():
        assert place.at(state._replace(cube=state.cube._replace(owner=owner)), Side.BLACK) == value


@pytest.mark.usefixtures("users")
def test_a_race():
    race = exact.race(ogid.parse("jjjjjjjjjjjjjjj:666666666666666:N0N::W:C"), Side.BLACK)
    # GNU Backgammon: 12.266 rolls, deviation 1.512, EPC 100.175; the first checker 47.222 % in one roll.
    assert (race.mean, race.deviation, race.effective_pips) == pytest.approx((12.266, 1.512, 100.175), abs=0.0015)
    assert race.first[:4] == pytest.approx((0, 0.47222, 0.44985, 0.06865), abs=1e-5)
    assert exact.race(ogid.parse(BLACK), Side.BLACK).first[0] == 1.0
    assert exact.race(ogid.parse("7:6:N0N::W:C"), Side.WHITE) is None


def test_nothing_is_built_unasked(tmp_path, monkeypatch):
    monkeypatch.setenv("POINTBOARD_TABLES", str(tmp_path))
    state = ogid.parse(BLACK)
    assert exact.evaluate(state) is None
    assert exact.race(state, Side.BLACK) is None
    assert not exact.ready()
    assert not exact.load()
    assert list(tmp_path.iterdir()) == []


def test_tables_are_built_when_asked_for(tmp_path, monkeypatch, folder):
    monkeypatch.setenv("POINTBOARD_TABLES", str(tmp_path))
    assert exact.evaluate(ogid.parse(BLACK)) is None
    seen = []
    assert exact.load(build=True, progress=seen.append)
    assert seen[-1].done == 1.0
    assert exact.evaluate(ogid.parse(BLACK)) is not None  # found by those who looked before it was there
    for name in ("bearoff-rolls", "bearoff-6"):
        ours, theirs = (where / f"{name}.table" for where in (tmp_path / "backgammon", folder))
        assert ours.read_bytes() == theirs.read_bytes()


def test_a_damaged_table_is_an_error(tmp_path, monkeypatch, folder):
    monkeypatch.setenv("POINTBOARD_TABLES", str(tmp_path))
    (tmp_path / "backgammon").mkdir()
    (tmp_path / "backgammon" / "bearoff-6.table").write_bytes((folder / "bearoff-6.table").read_bytes()[:5000])
    with pytest.raises(TableError, match=r"bearoff-6\.table is cut or changed"):
        exact.evaluate(ogid.parse(BLACK))


def test_many_threads_may_ask(folder):
    tables, found = Tables(folder), []
    threads = [threading.Thread(target=lambda: found.append(tables.evaluate(ogid.parse(BLACK)))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len({one.values for one in found}) == 1


@pytest.fixture
def hypergammon(tmp_path):
    """A folder with a table of hypergammon in which a value tells where it stands: no solution."""
    from pointboard.backgammon.engine import store  # noqa: PLC0415 (needs numba)

    size = len(sides(3))
    rows = ((np.arange(size * 4, dtype="<f8") + 4.0 * size * row) for row in range(size))
    header = Header("hypergammon", store.rules_of("hypergammon"), "<f8", (size, size, 4), facts={"error": [1e-9, 2e-9]})
    write_table(tmp_path, header, rows)
    return tmp_path


@pytest.mark.usefixtures("needs_numba")
def test_hypergammon_is_looked_up_by_both_sides(hypergammon):
    tables = Tables(hypergammon)
    state = ogid.parse("0ab:3jp:N0N::W:C:0:0:0:0:3")
    white, black = (number_of(places_of(state, side)) for side in Side)
    assert (places_of(state, Side.WHITE), places_of(state, Side.BLACK)) == ((14, 15, 25), (3, 19, 25))
    at = 4.0 * (3276 * white + black)
    assert tables.evaluate(state).values == (at, at + 1, at + 2, at + 3)
    assert tables.evaluate(state.mirror()).values == tables.evaluate(state).values
    assert (tables.evaluate(state).error, tables.evaluate(state).chances) == (2e-9, None)


def test_the_verbs_know_the_tables(users):
    solver = games.get("backgammon").solver
    assert set(solver.digests(users)) == {"bearoff-rolls", "bearoff-6"} == set(solver.tables("bearoff-6"))
    counts = solver.counts(users)["tables"]
    assert counts["bearoff-6"]["shape"] == [924, 924, 4]
    # Recorded: the same from every machine and compiler, and from numpy.
    assert counts["bearoff-6"]["digest"] == "b2bba72d5673879271a00bba0581c727255a73b9af308fbe45c28bd0974c03dc"
    assert counts["bearoff-rolls"]["digest"] == "6706d71efbc86481c1ed859b833d6808cc9ff368beb2c197644b01fcd91e4e03"
    assert solver.folder() == users
    assert solver.verify(users, samples=1, jobs=1, progress=None).count == 0
    ask, ask_plays = solver.probe(users)
    verdict = ask(ogid.parse(BLACK))
    assert (verdict.winner, verdict.plies, verdict.evidence) == (None, None, Evidence.TABLE)
    assert solver.values(verdict)["own"] == 1.0
    assert solver.values(verdict)["error"] == 1e-12
    assert ask_plays(ogid.parse(BLACK)) == ()
    rolled = ogid.parse("nnoo:1122:N0N:13:W:R")
    assert ask(rolled) == ask_plays(rolled)[0][1]
    for text in ("0j:oo:N0N::W:C", "0j:oo:N0N:31:W:R"):
        with pytest.raises(TableError, match="no table there knows this position"):
            ask(ogid.parse(text))


def test_the_verbs_build_and_pass_over_what_is_damaged(tmp_path, folder):
    solver = games.get("backgammon").solver
    for name in ("bearoff-rolls", "bearoff-6"):
        (tmp_path / f"{name}.table").write_bytes((folder / f"{name}.table").read_bytes())
    assert set(solver.solve(tmp_path, "bearoff-6", jobs=1, memory=None, progress=None)["tables"]) == set(
        solver.tables("bearoff-6")
    )
    (tmp_path / "bearoff-6.table").write_bytes(b"damaged")
    assert set(solver.digests(tmp_path)) == {"bearoff-rolls"}
    with pytest.raises(TableError, match="is no table of backgammon"):
        solver.counts(tmp_path)
    with pytest.raises(TableError) as error:
        solver.counts(tmp_path / "none")
    assert str(error.value) == f"{tmp_path / 'none'}: there are no tables; build them: pointboard backgammon solve"
