"""The addresses below ``/v1/<game>/records`` as a part of the OpenAPI file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pointboard.api.needed  # noqa: F401 (what is missing is told)

from pointboard.api.records.handlers import TYPES, WISHES, RecordAnswer, judged_games
from pointboard.api.schema import ErrorAnswer
from pointboard.game import Game

__all__ = ["record_paths"]

_FAULTS = {
    400: "A parameter is wrong, or the body is empty.",
    403: "The request comes from a page of another site.",
    408: "The body came too slowly.",
    413: "The record is too long.",
    414: "The query is too long.",
    421: "The Host is none that this server answers to.",
    429: "Too many records wait; Retry-After says when to come back.",
    500: "A fault of the server.",
}
_MISSING = {404: "There is no such job or report, or none any more.", 421: _FAULTS[421], 500: _FAULTS[500]}


def record_paths(ref: str) -> dict[str, Any]:
    """The addresses for every game that has reports; ``ref`` is the template of a reference to a struct."""
    return {path: what for game in judged_games() for path, what in _paths(game, ref).items()}


def _paths(game: Game[Any, Any], ref: str) -> dict[str, Any]:
    base, name = f"/v1/{game.name}/records", f"v1_{game.name}_records"
    answer = {"application/json": {"schema": {"$ref": ref.format(name=RecordAnswer.__name__)}}}
    body = {"application/octet-stream": {"schema": {"type": "string", "format": "binary", "minLength": 1}}}
    begun = {"description": "It is being judged.", "content": answer}
    page = {kind: {"schema": {"type": "string"}} for kind in TYPES.values() if kind != "application/json"}
    report = {"description": "The report.", "content": {**page, "application/json": {"schema": {}}}}
    return {
        base: {
            "post": {
                "operationId": f"post_{name}",
                "summary": f"{game.title}: judge a record, the body in any format that Pointboard reads",
                "parameters": _parameters(game),
                "requestBody": {"required": True, "content": body},
                "responses": {"202": begun, **_faults(_FAULTS, ref)},
            }
        },
        f"{base}/{{id}}": {
            "get": {
                "operationId": f"get_{name}",
                "summary": f"{game.title}: how the judging of a record stands",
                "parameters": [_part("id", "What the POST has answered.")],
                "responses": {"200": {"description": "The answer.", "content": answer}, **_faults(_MISSING, ref)},
            },
            "delete": {
                "operationId": f"delete_{name}",
                "summary": f"{game.title}: end the judging of a record, or let go of its report",
                "parameters": [_part("id", "What the POST has answered.")],
                "responses": {"204": {"description": "It is gone."}, **_faults({403: _FAULTS[403], **_MISSING}, ref)},
            },
        },
        f"{base}/{{id}}/{{form}}": {
            "get": {
                "operationId": f"get_{name}_report",
                "summary": f"{game.title}: the report on a record",
                "parameters": [
                    _part("id", "What the POST has answered."),
                    _part("form", "report and what such a file ends in, such as report.html."),
                ],
                "responses": {"200": report, **_faults(_MISSING, ref)},
            }
        },
    }


def _parameters(game: Game[Any, Any]) -> list[dict[str, Any]]:
    """What the reports of a game may be asked for."""
    assert game.reports is not None  # noqa: S101 (of others nothing is described)
    known = game.reports().wishes
    levels = list(dict.fromkeys(level for names in game.engines.values() for level in names))
    said: dict[str, tuple[str, dict[str, Any]]] = {
        "engine": ("Who judges; without it the first that is installed.", {"type": "string", "enum": [*game.engines]}),
        "level": ("How strong, in the engine's own words.", {"type": "string", "enum": levels}),
        "nodes": ("How many positions a search may look at.", {"type": "integer", "minimum": 1, "maximum": 10**7}),
    }
    return [
        {"name": name, "in": "query", "required": False, "description": said[name][0], "schema": said[name][1]}
        for name in WISHES
        if name in known
    ]


def _part(name: str, words: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "description": words, "schema": {"type": "string"}}


def _faults(faults: Mapping[int, str], ref: str) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": ref.format(name=ErrorAnswer.__name__)}}}
    return {str(status): {"description": words, "content": content} for status, words in faults.items()}
