"""What the game offers to tools: its reports, with the user's own tables or those of a folder."""

import pytest

from pointboard import get
from pointboard.baghchal.record import Record
from pointboard.baghchal.report import REPORTS, offer, to_data, to_html
from pointboard.errors import MissingExtraError, TableError
from pointboard.game import Evidence


@pytest.fixture
def opened(monkeypatch, golden):
    """Which folders were opened; the user's own is ``own``."""
    found = []

    def tables(folder):
        found.append(folder.name)
        return golden

    def loaded(own):
        monkeypatch.setattr(offer, "_loaded", lambda: ((lambda: own), tables))
        return found

    return loaded


def test_the_game_has_reports():
    assert get("baghchal").reports() is REPORTS


def test_without_tables_of_their_own_users_get_a_search(records):
    told = []
    report = REPORTS.judge(records[219].head(1), nodes=60, progress=lambda *now: told.append(now))
    assert (report.moves[0].evidence, report.nodes, told) == (Evidence.SEARCH, 60, [(1, 1)])
    assert REPORTS.judge(Record()).nodes == 50_000
    assert REPORTS.data(report) == to_data(report)
    assert REPORTS.html(report) == to_html(report)
    assert REPORTS.lines(report)[1].text == "Moves judged by search, 60 positions a search: all 1, estimates."


def test_the_users_own_tables(opened, records, tmp_path):
    own = tmp_path / "own"
    own.mkdir()
    found = opened(own)
    assert REPORTS.judge(records[219].head(1), nodes=60).searched
    (own / "sliding-0.table").touch()
    assert not REPORTS.judge(records[219].head(1), nodes=60).searched
    assert found == ["own"]


def test_a_folder_that_is_named(opened, records, tmp_path):
    named = tmp_path / "named"
    named.mkdir()
    found = opened(tmp_path / "own")
    with pytest.raises(TableError) as caught:
        REPORTS.judge(records[219], folder=named)
    message = f"{named}: no tables are there; build them: pointboard baghchal solve --dir {named}"
    assert (str(caught.value), caught.value.path) == (message, named)
    (named / "sliding-0.table").touch()
    assert not REPORTS.judge(records[219], folder=named).searched
    assert found == ["named"]


def test_without_what_reads_tables(monkeypatch, tmp_path):
    def missing():
        raise MissingExtraError("fast", "numpy")

    monkeypatch.setattr(offer, "_loaded", missing)
    assert REPORTS.judge(Record(), nodes=60).searched
    with pytest.raises(MissingExtraError, match="numpy is not installed"):
        REPORTS.judge(Record(), folder=tmp_path)
