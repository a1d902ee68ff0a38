"""The application: every route behind the Host check and the CORS headers, with its search processes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pointboard.api.needed  # noqa: F401 (what is missing is told)

from litestar import Litestar, Response

from pointboard.api.asgi import App
from pointboard.api.cors import Cors
from pointboard.api.errors import fault_of
from pointboard.api.heads import HeadCheck, LastWord
from pointboard.api.hosts import HostCheck
from pointboard.api.pages import page_handlers
from pointboard.api.queries import Asked
from pointboard.api.records.handlers import record_handlers
from pointboard.api.records.jobs import Jobs
from pointboard.api.routes import endpoints, obx_endpoint
from pointboard.api.settings import Settings
from pointboard.api.solving import Solving
from pointboard.api.wire import fault_response
from pointboard.api.workers import Pool

__all__ = ["create_app"]


def create_app(
    settings: Settings | None = None,
    pool: Pool | None = None,
    solving: Solving | None = None,
    jobs: Jobs | None = None,
) -> App:
    """The ASGI application, for any server; ``pointboard.api.server.serve`` runs it by itself.

    Its search processes start with it (the lifespan protocol), are warm when it is ready, and end with it. ``pool``,
    ``solving`` and ``jobs`` are for a caller that wants to see them, and to start the second. The client of a search is
    the address that the server puts into the scope.
    """
    settings = Settings() if settings is None else settings
    pool = Pool(settings) if pool is None else pool
    solving = Solving(settings) if solving is None else solving
    jobs = Jobs(settings) if jobs is None else jobs

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        """Start the pool with the server, and end all that it has started with it."""
        await pool.start()
        try:
            yield
        finally:
            await solving.close()
            await jobs.close()
            await pool.close()

    obx, questions = obx_endpoint(), endpoints()
    asked = [endpoint.handler() for endpoint in (obx, *questions)]
    app = Litestar(
        [*asked, *record_handlers(), *page_handlers(questions, obx)],
        lifespan=[lifespan],
        exception_handlers={Exception: _answer_error},
        openapi_config=None,  # its pages load scripts of other hosts, and it knows nothing of what is read by hand
        logging_config=None,
    )
    app.state.settings = settings
    app.state.pool = pool
    app.state.solving = solving
    app.state.jobs = jobs
    return HeadCheck(HostCheck(Cors(LastWord(app)), settings.hosts))


def _answer_error(request: Asked, error: Exception) -> Response[bytes]:
    return fault_response(fault_of(error, method=request.method, path=request.url.path))
