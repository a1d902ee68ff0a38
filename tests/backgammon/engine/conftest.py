"""The engines for the tests: real ones, or the reason why there are none; CI has both and demands them."""

import os
from importlib.util import find_spec

import pytest

from pointboard.backgammon.engine.adapters.bgsage import Bgsage
from pointboard.backgammon.engine.adapters.gnubg import Gnubg, program

DEMANDED = os.environ.get("POINTBOARD_REQUIRE_GNUBG") == "1"
HAS_GNUBG = program() is not None or DEMANDED
HAS_BGSAGE = find_spec("bgsage") is not None or DEMANDED


@pytest.fixture(scope="session")
def gnubg():
    if not HAS_GNUBG:
        pytest.skip("GNU Backgammon is not installed")
    source = Gnubg()
    yield source
    source.close()


@pytest.fixture(scope="session")
def bgsage():
    if not HAS_BGSAGE:
        pytest.skip("bgsage is not installed")
    return Bgsage()
