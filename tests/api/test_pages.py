"""The pages, their files, the description, health; no page names another host."""

import json
import re
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import pytest

from pointboard import __version__, games
from pointboard.api.errors import STATUSES
from pointboard.api.openapi import describe, document
from pointboard.api.pages import POLICY, web_files
from pointboard.api.records.described import record_paths
from pointboard.api.routes import endpoints
from pointboard.api.schema import CODES

NAMES = sorted(web_files())
DOCS = Path(__file__).parents[2] / "docs"


def test_every_file_of_the_page_is_served_and_nothing_else(client):
    root = files("pointboard") / "web"
    assert {"page.css", "page.js", "docs/index.html", "docs/docs.js", "docs/docs.css"} <= set(NAMES)
    assert not [name for name in NAMES if name.endswith((".py", ".pyc"))]
    for name in NAMES:
        answer = client.get(f"/web/{name}")
        assert answer.status_code == 200
        assert answer.content == root.joinpath(name).read_bytes()
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("page.js", "text/javascript; charset=utf-8"),
        ("page.css", "text/css; charset=utf-8"),
        ("icon.svg", "image/svg+xml"),
        ("docs/index.html", "text/html; charset=utf-8"),
    ],
)
def test_files_have_the_type_that_browsers_ask_for(client, name, kind):
    assert client.get(f"/web/{name}").headers["content-type"] == kind


@pytest.mark.parametrize("query", ["", "?level=3", "?obxx=1", "?xobx=1"])
def test_without_a_position_the_door_shows_the_page(client, query):
    answer = client.get(f"/{query}")
    assert '<div id="boards">' in answer.text
    assert answer.headers["content-security-policy"] == POLICY


@pytest.mark.parametrize("query", ["?obx", "?obx=", "?level=3&obx=TXXXT"])
def test_with_the_name_of_a_position_the_door_is_the_obx_endpoint(client, query):
    assert client.get(f"/{query}").json()["error"] == "Invalid OBX format."


@pytest.mark.parametrize(
    ("path", "embedded"),
    [
        ("/embed.js", "cross-origin"),
        ("//embed.js/", "cross-origin"),
        ("/v1/baghchal/board.svg", "cross-origin"),
        ("/v1/backgammon/board.svg?text=wrong", "cross-origin"),
        ("/v1/baghchal/position", None),
        ("/web/page.js", None),
        ("/b/baghchal/", None),
        ("/v1/baghchal/boardxsvg", None),
    ],
)
def test_other_sites_may_show_pictures_and_the_script_for_them_and_nothing_else(client, path, embedded):
    answer = client.get(f"http://127.0.0.1:8000{path}")
    assert answer.headers.get("cross-origin-resource-policy") == embedded
    if embedded:
        assert answer.headers["access-control-allow-origin"] == "*"


def test_the_script_for_other_sites_is_served(client):
    answer = client.get("/embed.js")
    assert answer.content == (files("pointboard") / "api" / "board" / "embed.js").read_bytes()
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert client.get("/b/baghchal/").headers["content-security-policy"].endswith("frame-ancestors 'none'")


def test_docs_are_a_page_of_our_own(client):
    assert client.get("/docs").content == web_files()["docs/index.html"].body


class Addresses(HTMLParser):
    """Every src, href, srcset and action of a page."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, _tag, attrs):
        self.found += [value for name, value in attrs if name in ("src", "href", "srcset", "action", "data", "poster")]


@pytest.mark.parametrize("path", ["/", "/docs"])
def test_what_a_page_names_is_here(client, path):
    addresses = Addresses(client.get(path).text).found
    assert addresses
    for address in addresses:
        assert re.match(r"/(?!/)|#", address)
        answer = client.get(address)
        assert answer.status_code == 200, address


@pytest.mark.parametrize("path", ["/", "/docs", "/openapi.json", *(f"/web/{name}" for name in NAMES)])
def test_no_page_names_another_host(client, path):
    text = client.get(path).text.replace("http://www.w3.org/2000/svg", "")
    assert not re.findall(r"https?:|wss?:/|[\"'(]//|@import|url\(", text)


def test_health(client):
    found = client.get("/health").json()
    rows = found.pop("proved")
    assert found == {"status": "ok", "version": __version__, "idle": 2, "busy": 1, "waiting": 3}
    assert rows == [
        {"game": game.name, "phase": phase, "ready": 0, "tables": len(game.solver.tables(phase)), "building": None}
        for game in map(games.get, games.names())
        if game.solver is not None
        for phase in game.solver.phases
    ]
    assert [(row["phase"], row["tables"]) for row in rows if row["game"] == "baghchal"] == [("sliding", 5), ("all", 24)]


def test_the_description_is_served_and_the_file_in_the_docs_is_up_to_date(client):
    served = client.get("/openapi.json")
    assert served.headers["content-type"] == "application/json"
    assert served.json() == json.loads(document())
    assert (DOCS / "openapi.json").read_text(encoding="utf-8") == document(), "run: make docs"


def test_the_description_has_every_address_and_what_it_takes():
    found = json.loads(document())
    described = [endpoint.path for endpoint in endpoints() if endpoint.described]
    assert list(found["paths"]) == ["/obx", *described, "/health", *record_paths("{name}")]
    assert "/v1/backgammon/records/{id}/{form}" in found["paths"]
    assert {endpoint.path for endpoint in endpoints()} == set(described)
    best = found["paths"]["/v1/baghchal/best"]["get"]
    parameters = {parameter["name"]: parameter for parameter in best["parameters"]}
    assert parameters["level"]["schema"] == {"type": "integer", "minimum": 1, "maximum": 8}
    assert parameters["obx"]["schema"]["maxLength"] == 1000
    assert not parameters["obx"]["required"]
    assert found["paths"]["/obx"]["get"]["parameters"][0]["required"]
    assert {"429", "503"} <= set(best["responses"])
    assert "429" not in found["paths"]["/v1/baghchal/moves"]["get"]["responses"]
    assert set(found["paths"]["/health"]["get"]["responses"]) == {"200", "421", "500"}
    picture = found["paths"]["/v1/baghchal/board.svg"]["get"]["responses"]["200"]
    assert picture["content"] == {"image/svg+xml": {"schema": {"type": "string"}}}
    stream = found["paths"]["/v1/backgammon/explore"]["get"]["responses"]["200"]
    assert stream["content"]["text/event-stream"]["schema"]["required"] == ["event", "data"]


def test_a_description_of_few_endpoints_has_no_more():
    few = describe(endpoints()[:1])
    assert list(few["paths"]) == ["/v1", "/health"]
    assert "BestAnswer" not in few["components"]["schemas"]


def test_the_page_about_the_api_has_every_field_parameter_and_code():
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    found = json.loads(document())
    names = {f"`{path}`" for path in found["paths"]}
    for schema in found["components"]["schemas"].values():
        names |= {f"`{field}`" for field in schema["properties"]}
    names |= {f"`{code}`" for code in CODES.values()}
    assert sorted(name for name in names if name not in page) == []


def test_every_code_of_the_house_has_a_status():
    assert set(STATUSES) == set(CODES.values())
