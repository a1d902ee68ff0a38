"""What is not a question about a position: the front door, the web page and its files, health, the description."""

import asyncio
from collections.abc import Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from mimetypes import guess_type
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

import pointboard.api.needed  # noqa: F401 (what is missing is told)

import msgspec
from litestar import HttpMethod, Response, get, route
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler

from pointboard import __version__
from pointboard.api.board.handlers import board_handlers, front
from pointboard.api.openapi import describe
from pointboard.api.queries import Asked, has_body
from pointboard.api.routes import Endpoint
from pointboard.api.schema import HealthAnswer
from pointboard.api.solving import Solving
from pointboard.api.wire import json_response
from pointboard.api.workers import Pool

__all__ = ["POLICY", "WebFile", "page_handlers", "web_files"]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""What a page may load: its own files and this server's answers; nothing of another host, nothing inline."""

_DOCS = "docs/index.html"
_PAGE_HEADERS = {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"}
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".svg": "image/svg+xml", ".json": "application/json"}


class WebFile(NamedTuple):
    """A file that is served as it is."""

    body: bytes
    media_type: str

    def response(self) -> Response[bytes]:
        """The file as an answer."""
        return Response(self.body, media_type=self.media_type, status_code=200, headers=_PAGE_HEADERS)


def web_files() -> dict[str, WebFile]:
    """Every file of ``pointboard/web`` by its path there; read once, so that no request reaches the file system."""
    return dict(_walk(resources.files("pointboard") / "web", ""))


def _walk(folder: Traversable, prefix: str) -> Sequence[tuple[str, WebFile]]:
    found: list[tuple[str, WebFile]] = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            found.extend(_walk(entry, f"{prefix}{entry.name}/") if entry.name != "__pycache__" else [])
        elif not entry.name.endswith((".py", ".pyc")):
            found.append((prefix + entry.name, WebFile(entry.read_bytes(), _media_type(entry.name))))
    return found


def _media_type(name: str) -> str:
    """The type of a file by its name: not by the tables of this machine for those that a browser must get right."""
    return _TYPES.get(name[name.rfind(".") :]) or guess_type(name)[0] or "application/octet-stream"


def page_handlers(endpoints: Sequence[Endpoint], obx: Endpoint) -> list[HTTPRouteHandler]:
    """The handlers of everything but the endpoints themselves."""
    files = web_files()
    embedded = WebFile((resources.files("pointboard") / "api" / "board" / "embed.js").read_bytes(), _TYPES[".js"])
    description = msgspec.json.encode(describe([obx, *endpoints], records=True))

    @route("/", http_method=[HttpMethod.GET, HttpMethod.POST])
    async def door(request: Asked) -> Response[bytes]:
        """The OBX endpoint for whoever brings a position, the front page for anyone else."""
        if request.method == "POST" or has_body(request) or _names(request, obx):
            return await obx.respond(request)
        return front(request, _PAGE_HEADERS)

    @get("/web/{path:path}")
    async def web(request: Asked) -> Response[bytes]:
        """A file of the page."""
        found = files.get(str(request.path_params["path"]).removeprefix("/"))
        if found is None:
            raise NotFoundException
        return found.response()

    @get("/embed.js")
    async def embed() -> Response[bytes]:
        """The script of the element for other sites."""
        return embedded.response()

    @get("/docs")
    async def docs() -> Response[bytes]:
        return files[_DOCS].response()

    @get("/openapi.json")
    async def openapi() -> Response[bytes]:
        return WebFile(description, "application/json").response()

    @get("/health")
    async def health(request: Asked) -> Response[bytes]:
        pool: Pool = request.app.state.pool
        solving: Solving = request.app.state.solving
        rows = await asyncio.to_thread(solving.proved)
        return json_response(HealthAnswer("ok", __version__, pool.idle, pool.busy, pool.waiting, rows))

    return [door, *board_handlers(_PAGE_HEADERS), web, embed, docs, openapi, health]


def _names(request: Asked, obx: Endpoint) -> bool:
    """Whether the query string has the parameter of the OBX endpoint, with a value or without."""
    name = obx.query.__struct_fields__[0].encode()
    given = (part.partition(b"=")[0] for part in request.scope["query_string"].split(b"&"))
    return any(unquote_to_bytes(one.replace(b"+", b" ")) == name for one in given)
