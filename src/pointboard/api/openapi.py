"""The description of the API as OpenAPI 3.1, made from the endpoints and their structs, which also check requests.

``python -m pointboard.api.openapi FILE`` writes it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pointboard.api.needed  # noqa: F401 (what is missing is told)

import msgspec
from msgspec import Struct

from pointboard import __version__
from pointboard.api.records.described import record_paths
from pointboard.api.records.handlers import RecordAnswer
from pointboard.api.routes import Endpoint, endpoints, obx_endpoint
from pointboard.api.schema import ErrorAnswer, HealthAnswer

__all__ = ["describe", "document"]

_REF = "#/components/schemas/{name}"
_INTRODUCTION = (
    "Positions, legal moves, best moves, notations, pictures and whole games. Every question can be asked by GET with "
    "a query string or by POST with a JSON object of the same names; a record to be judged is itself the body of a "
    "POST. A position is given in the game's main notation, under that notation's name, or in any other as text; it is "
    "read leniently, and _ is a blank. Every error is an ErrorAnswer."
)
_FAULTS = {
    400: "The text is not of the notation, or a parameter is wrong.",
    408: "The body came too slowly.",
    413: "The body is too long.",
    414: "The query is too long.",
    421: "The Host is none that this server answers to.",
    422: "The position cannot be, a move is not legal, or a conversion would lose something.",
    431: "The first line and the headers are too long.",
    500: "A fault of the server.",
}
_EVENT = {
    "type": "object",
    "description": "One of the events of the stream; its data is JSON.",
    "required": ["event", "data"],
    "properties": {"event": {"type": "string"}, "data": {"type": "string", "contentMediaType": "application/json"}},
}
_SEARCH_FAULTS = {
    429: "Too many searches wait; Retry-After says when to come back.",
    503: "The search did not answer, or the server is stopping.",
}


def document() -> str:
    """The OpenAPI file: what the server gives at ``/openapi.json``, made readable."""
    return json.dumps(describe([obx_endpoint(), *endpoints()], records=True), indent=2) + "\n"


def describe(questions: Sequence[Endpoint], *, records: bool = False) -> dict[str, Any]:
    """The description of these endpoints, of ``/health`` and of the ``records``, as the object of an OpenAPI file."""
    questions = [endpoint for endpoint in questions if endpoint.described]
    answers = [endpoint.answer for endpoint in questions if endpoint.answer is not None]
    queries = [endpoint.query for endpoint in questions]
    parts = [part for endpoint in questions for part in endpoint.parts]
    types: list[type[Struct]] = list(
        dict.fromkeys([ErrorAnswer, HealthAnswer, *([RecordAnswer] * records), *answers, *parts, *queries])
    )
    _, schemas = msgspec.json.schema_components(types, ref_template=_REF)
    paths = {endpoint.path: _operations(endpoint, schemas[endpoint.query.__name__]) for endpoint in questions}
    paths["/health"] = {
        "get": {
            "operationId": "get_health",
            "summary": "Whether the server works, how busy it is, and what is proved so far",
            "responses": _responses(HealthAnswer, {421: _FAULTS[421], 500: _FAULTS[500]}),
        }
    }
    paths |= record_paths(_REF) if records else {}
    info = {"title": "Pointboard", "version": __version__, "description": _INTRODUCTION, "license": {"name": "MIT"}}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": schemas}}


def _operations(endpoint: Endpoint, query: dict[str, Any]) -> dict[str, Any]:
    """GET and POST of an endpoint."""
    name = endpoint.path.strip("/").replace("/", "_").replace(".", "_")
    faults = _FAULTS | _SEARCH_FAULTS if endpoint.searches else _FAULTS
    responses = _responses(endpoint.answer, faults, endpoint.media)
    body = {"content": {"application/json": {"schema": {"$ref": _REF.format(name=endpoint.query.__name__)}}}}
    return {
        "get": {
            "operationId": f"get_{name}",
            "summary": endpoint.title,
            "parameters": [_parameter(key, schema, query) for key, schema in query["properties"].items()],
            "responses": responses,
        },
        "post": {
            "operationId": f"post_{name}",
            "summary": endpoint.title,
            "requestBody": {"required": True, **body},
            "responses": responses,
        },
    }


def _parameter(name: str, schema: dict[str, Any], query: dict[str, Any]) -> dict[str, Any]:
    """A field of a struct as a parameter of the query string."""
    rest = {key: value for key, value in schema.items() if key != "description"}
    return {
        "name": name,
        "in": "query",
        "required": name in query.get("required", ()),
        "description": schema.get("description", ""),
        "schema": rest,
    }


def _responses(answer: type[Struct] | None, faults: dict[int, str], media: str = "") -> dict[str, Any]:
    """The answers of an operation by status; of the type ``media`` where they are no struct."""
    fault = {"application/json": {"schema": {"$ref": _REF.format(name=ErrorAnswer.__name__)}}}
    content: dict[str, Any] = {media: {"schema": _EVENT if media == "text/event-stream" else {"type": "string"}}}
    if answer is not None:
        content = {"application/json": {"schema": {"$ref": _REF.format(name=answer.__name__)}}}
    return {
        "200": {"description": "The answer.", "content": content},
        **{str(status): {"description": text, "content": fault} for status, text in sorted(faults.items())},
    }


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(document(), encoding="utf-8")
