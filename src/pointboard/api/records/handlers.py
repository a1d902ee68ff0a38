"""The addresses below ``/v1/<game>/records``: a record comes by POST, its job and reports by GET, and go by DELETE.

For pages of this server alone: what comes from another site is refused, and nobody else may read the answers.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pointboard.api.needed  # noqa: F401 (what is missing is told)

from litestar import Response, delete, get, post
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler  # noqa: TC002 (as in the other handlers)
from msgspec import Struct

from pointboard import games
from pointboard.api.errors import Refusal, fault_of
from pointboard.api.queries import Asked, plain_query, read_body
from pointboard.api.records.jobs import MAX_RECORD, Job, Jobs, Status
from pointboard.api.wire import fault_response, json_response
from pointboard.errors import PointboardError
from pointboard.game import Game
from pointboard.reports import Reports

__all__ = ["PAGE_POLICY", "TYPES", "WISHES", "RecordAnswer", "judged_games", "record_handlers"]

PAGE_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "sandbox"
)
"""What a report may do: be seen. Its own policy, in the page, holds besides."""

WISHES = ("engine", "level", "nodes")
"""What the judging of a record may be asked for, as far as the reports of its game know it."""

TYPES = {
    ".html": "text/html",
    ".json": "application/json",
    ".txt": "text/plain",
    ".csv": "text/csv",
    ".tsv": "text/tab-separated-values",
}
"""The types of the forms of a report."""


class RecordAnswer(Struct, frozen=True):
    """How the judging of a record stands.

    ``status`` is waiting, running, done or failed, with ``done`` of ``count`` plies judged; ``problem`` says why it
    failed. ``reports`` are the addresses of the report once it is done, by what the names of such files end in.
    """

    id: str
    game: str
    status: str
    done: int
    count: int
    problem: str | None
    reports: dict[str, str]


def judged_games() -> list[Game[Any, Any]]:
    """The games that have reports."""
    return [game for game in map(games.get, games.names()) if game.reports is not None]


def record_handlers() -> list[HTTPRouteHandler]:
    """The handlers for every game that has reports."""
    return [handler for game in judged_games() for handler in _handlers(game)]


def _handlers(game: Game[Any, Any]) -> list[HTTPRouteHandler]:
    base = f"/v1/{game.name}/records"

    @post(base)
    async def begin(request: Asked) -> Response[bytes]:
        try:
            _own(request)
            wishes = _wishes(game, plain_query(request.scope["query_string"]))
            patience = request.app.state.settings.body_seconds
            length = request.headers.get("content-length")
            data = _filled(await read_body(request.receive, length, patience=patience, most=MAX_RECORD))
            jobs: Jobs = request.app.state.jobs
            answer = json_response(_answer(base, jobs.begin(game.name, data, wishes)))
        except (PointboardError, Refusal) as error:
            return fault_response(fault_of(error))
        answer.status_code = 202
        return answer

    @get(f"{base}/{{name:str}}")
    async def stands(request: Asked) -> Response[bytes]:
        return json_response(_answer(base, _found(request, game)))

    @get(f"{base}/{{name:str}}/{{form:str}}")
    async def fetched(request: Asked) -> Response[bytes]:
        job, form = _found(request, game), str(request.path_params["form"])
        end = form.removeprefix("report")
        if end == form or end not in job.files:
            raise NotFoundException
        headers = {"Content-Security-Policy": PAGE_POLICY, "Cache-Control": "no-store"}
        if end in (".csv", ".tsv"):
            headers["Content-Disposition"] = f'attachment; filename="{form}"'
        return Response(job.files[end], media_type=TYPES.get(end, "text/plain"), status_code=200, headers=headers)

    @delete(f"{base}/{{name:str}}", status_code=200)  # 204, or that of a fault
    async def dropped(request: Asked) -> Response[bytes]:
        try:
            _own(request)
        except Refusal as error:
            return fault_response(fault_of(error))
        job, jobs = _found(request, game), request.app.state.jobs
        jobs.drop(job)
        return Response(b"", status_code=204)

    return [begin, stands, fetched, dropped]


def _own(request: Asked) -> None:
    """Refuse what a page of another site sends: 403."""
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    host = request.headers.get("host", "").lower()
    other = site not in (None, "same-origin", "none") or (origin is not None and _host(origin) != host)
    if other:
        raise Refusal(403, "other_site", "records are judged for pages of this server only", field="Origin")


def _host(origin: str) -> str:
    return origin.lower().partition("://")[2]


def _filled(data: bytes) -> bytes:
    """The body, which must hold something."""
    if not data.strip():
        raise Refusal(400, "invalid_parameter", "expected a record as the body, found nothing", field="body")
    return data


def _wishes(game: Game[Any, Any], query: dict[str, str]) -> dict[str, Any]:
    """What the reports are asked for; Refusal with 400 for a parameter that they do not know, or a wrong value."""
    assert game.reports is not None  # noqa: S101 (of others there is no handler)
    reports: Reports = game.reports()
    known = [name for name in WISHES if name in reports.wishes]
    for name in query:
        if name not in known:
            message = f"unknown parameter; there are: {', '.join(known)}"
            raise Refusal(400, "invalid_parameter", message, field=name[:100])
    found: dict[str, Any] = dict(query)
    engines = game.engines
    _one_of("engine", query, engines)
    levels = [level for name in engines if query.get("engine") in (None, name) for level in engines[name]]
    _one_of("level", query, [*levels, *(level.replace("-", "") for level in levels)])
    if "nodes" in found:
        found["nodes"] = _number(found["nodes"])
    return found


def _one_of(name: str, query: dict[str, str], known: Collection[str]) -> None:
    """Refuse a value that is none of those that are known."""
    if name in query and query[name] not in known:
        message = f"expected {', '.join(dict.fromkeys(known))}, found {query[name][:100]!r}"
        raise Refusal(400, "invalid_parameter", message, field=name)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:13]) <= 10**7):
        raise Refusal(400, "invalid_parameter", f"expected 1 to 10000000, found {text[:100]!r}", field="nodes")
    return int(text)


def _found(request: Asked, game: Game[Any, Any]) -> Job:
    """The job that an address names; a 404 where there is none."""
    jobs: Jobs = request.app.state.jobs
    job = jobs.find(game.name, str(request.path_params["name"]))
    if job is None:
        raise NotFoundException
    return job


def _answer(base: str, job: Job) -> RecordAnswer:
    reports = {end: f"{base}/{job.id}/report{end}" for end in job.files} if job.status is Status.DONE else {}
    return RecordAnswer(job.id, job.game, job.status.value, job.done, job.count, job.problem, reports)
