import json
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[2] / "golden" / "baghchal"


@pytest.fixture(scope="session")
def games():
    """The 125 games of the golden file."""
    with (GOLDEN / "games.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
