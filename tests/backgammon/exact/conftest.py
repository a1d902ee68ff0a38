"""Small tables, built once for all tests of this folder."""

import pytest

from pointboard import jit
from pointboard.backgammon.engine import store


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A folder with the small bear-off tables."""
    where = tmp_path_factory.mktemp("tables") / "backgammon"
    assert store.build(where, "bearoff-6") == ("bearoff-rolls", "bearoff-6")
    return where


@pytest.fixture
def needs_numba():
    if not jit.enabled():
        pytest.skip("hypergammon is solved with numba only")
