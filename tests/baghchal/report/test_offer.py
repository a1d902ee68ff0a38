"""What the game offers to tools: its reports, with the user's own tables or those of a folder."""

import pytest

from pointboard import get
from pointboard.baghchal.record import Record
from pointboard.baghchal.report import REPORTS, offer, to_data, to_html
from pointboard.errors import MissingExtraError, TableError
from pointboard.game import Evidence


@pytest.fixture
def opened(monkeypatch, golden):
    """Which folders were opened, None for the user's own; those that are in the list ``there`` have tables."""
    found, there = [], []

    def tables(folder):
        found.append(folder)
        return golden if folder in there else None

    monkeypatch.setattr(offer, "_opened", tables)
    return found, there


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


def test_the_users_own_tables(opened, records):
    found, there = opened
    assert REPORTS.judge(records[219].head(1), nodes=60).searched
    there.append(None)
    assert not REPORTS.judge(records[219].head(1), nodes=60).searched
    assert found == [None, None]


def test_a_folder_that_is_named(opened, records, tmp_path):
    _, there = opened
    with pytest.raises(TableError) as caught:
        REPORTS.judge(records[219], folder=tmp_path)
    message = f"{tmp_path}: no tables are there; build them: pointboard baghchal solve --dir {tmp_path}"
    assert (str(caught.value), caught.value.path) == (message, tmp_path)
    there.append(tmp_path)
    assert not REPORTS.judge(records[219], folder=tmp_path).searched


def test_tables_are_opened_where_those_of_the_sliding_phase_are(tmp_path):
    assert offer._opened(None) is None  # the tests have no tables
    for captured in range(4):
        (tmp_path / f"sliding-{captured}.table").touch()
    assert offer._opened(tmp_path) is None
    (tmp_path / "sliding-4.table").touch()
    assert offer._opened(tmp_path).folder == tmp_path


def test_without_what_reads_tables(monkeypatch, tmp_path):
    def missing(_):
        raise MissingExtraError("fast", "numpy")

    monkeypatch.setattr(offer, "_opened", missing)
    assert REPORTS.judge(Record(), nodes=60).searched
    with pytest.raises(MissingExtraError, match="numpy is not installed"):
        REPORTS.judge(Record(), folder=tmp_path)
