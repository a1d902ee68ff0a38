"""Where the files of other programs lie, and what the tests of every format need."""

from pathlib import Path

import pytest

from pointboard.backgammon import record

FOLDER = Path(__file__).parents[2] / "golden" / "backgammon" / "records"


@pytest.fixture(scope="session")
def folder():
    return FOLDER


@pytest.fixture(scope="session")
def golden():
    """The matches of a file, by the file's name."""
    known = {}

    def get(name):
        if name not in known:
            known[name] = [read.checked() for read in record.read_file(FOLDER / name)]
        return known[name]

    return get


@pytest.fixture
def started():
    """A match text of one game: headers, then the lines given."""
    return lambda *lines, length=5: "\n".join([f" {length} point match", "", " Game 1", " Ann : 0  Bo : 0", *lines, ""])
