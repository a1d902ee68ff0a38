"""schemathesis on the OpenAPI file: no 5xx, every error of the one shape, no 2xx for what the schema refuses.

That a request which the schema allows is accepted is not checked: a schema cannot say what makes a text a position.
"""

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from pointboard import games
from pointboard.api.app import create_app
from pointboard.api.records.jobs import Job
from pointboard.api.schema import BestAnswer
from pointboard.api.settings import Settings
from pointboard.game import Choice, Evidence

HOST = {"Host": "localhost"}
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]


class AnyMovePool:
    """Answers every search with the first legal move."""

    idle = busy = waiting = 0

    async def start(self):
        pass

    async def close(self):
        pass

    async def search(self, _client, job, _seconds, _left):
        game = games.get(job.game)
        state = game.main_notation.parse(job.position)
        move = next(iter(game.legal(state)), None)
        if move is None:  # dice are due first
            return BestAnswer.of(game, Choice(state, None, state, None, None, (), 0, 0, None))
        choice = Choice(state, move, game.apply(state, move), Evidence.SEARCH, 0, (), 1, 1, None)
        return BestAnswer.of(game, choice)


class NoJobs:
    """Takes every record and judges none."""

    def begin(self, game, data, wishes):
        assert data
        assert set(wishes) <= {"engine", "level", "nodes"}
        return Job("a", game, 0.0)

    def find(self, game, name):
        return Job("a", game, 0.0) if name == "a" else None

    def drop(self, job):
        assert job.id == "a"

    async def close(self):
        pass


APP = create_app(Settings(workers=1), AnyMovePool(), jobs=NoJobs())
schema = schemathesis.openapi.from_asgi("/openapi.json", APP, headers=HOST)
TOO_LONG = (413, 414, 431)  # for HTTP; it is refused before anybody looks at what it says


@schema.parametrize()
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
def test_the_api_is_as_it_is_described(case):
    response = case.call(headers=HOST)
    long = response.status_code in TOO_LONG
    checks = [check for check in CHECKS if not (long and check is negative_data_rejection)]
    case.validate_response(response, checks=checks)
    if response.status_code >= 400:
        said = response.json()
        assert list(said) == ["error", "field", "column", "message"]
        assert said["error"]
        assert said["message"]
