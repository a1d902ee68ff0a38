"""What the solver's tests share: small games solved to the end, and the whole sliding phase."""

import sys
from pathlib import Path

import pytest

from pointboard.baghchal.engine.solve.build import Phase, solve
from pointboard.baghchal.engine.solve.probe import Tables
from pointboard.baghchal.engine.solve.variant import Variant

sys.path.insert(0, str(Path(__file__).parent))  # for plain_solver
SMALL = Variant(goats=2, captures=2)


@pytest.fixture(scope="session")
def small(tmp_path_factory):
    """Both phases of the game with two goats: levels 1 and 0, layers 1 and 2."""
    folder = tmp_path_factory.mktemp("small")
    solve(folder, Phase.ALL, variant=SMALL)
    return folder


@pytest.fixture(scope="session")
def sliding(tmp_path_factory):
    """The whole sliding phase of Bagh Chal."""
    folder = tmp_path_factory.mktemp("sliding")
    solve(folder, Phase.SLIDING)
    return folder


@pytest.fixture
def small_tables(small):
    return Tables(small, SMALL)
