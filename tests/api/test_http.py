"""What every answer has: the Host check, CORS, the shape of errors, methods, HEAD."""

import asyncio
import json

import pytest

from pointboard.api.cors import open_methods
from pointboard.api.heads import HeadCheck, LastWord
from pointboard.api.hosts import host_name
from pointboard.api.settings import MAX_HEAD

START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"
OPEN, CLOSED = "*", None


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("localhost", "localhost"),
        ("LocalHost:8000", "localhost"),
        ("127.0.0.1:1", "127.0.0.1"),
        ("[::1]:65535", "[::1]"),
        ("[::1]", "[::1]"),
        ("[::1]:", "[::1]"),
        ("localhost:", "localhost"),
        ("localhost:123456", "localhost:123456"),
        ("localhost:80:80", "localhost:80"),
        ("localhost.:80", "localhost."),
        ("::1", ":"),
        ("", ""),
    ],
)
def test_the_name_in_a_host_header(header, name):
    assert host_name(header) == name


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:9", "[::1]:8000", "LOCALHOST"])
def test_this_machine_is_always_answered_to(client, host):
    assert client.get("/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["rebound.example", "localhost.rebound.example", "127.0.0.1.rebound.example:8000", "", "192.0.2.1", "[::2]"]
)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_any_other_host_is_refused_before_anything_else(client, pool, host, method):
    answer = client.request(method, "/obx", params={"obx": START}, headers={"Host": host, "Origin": f"http://{host}"})
    assert answer.status_code == 421
    assert answer.json() == {
        "error": "host_not_allowed",
        "field": "Host",
        "column": None,
        "message": "this server does not answer to that Host; its owner can allow it with --allow-host",
    }
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert "access-control-allow-origin" not in answer.headers
    assert pool.asked == []


@pytest.mark.parametrize("hosts", [[], [b"localhost", b"localhost"]])
def test_a_request_without_a_host_or_with_two_is_refused(client, hosts):
    answer = client.request("GET", "/health", headers=[(b"host", host) for host in hosts] or {"Host": ""})
    assert answer.status_code == 421


@pytest.mark.parametrize(
    ("method", "path", "origin"),
    [
        ("GET", "/", OPEN),
        ("GET", "/?obx=wrong", OPEN),
        ("HEAD", "/", OPEN),
        ("POST", "/", CLOSED),
        ("GET", "/obx", OPEN),
        ("POST", "/obx", OPEN),
        ("PUT", "/obx", CLOSED),
        ("GET", "/obx/", OPEN),
        ("GET", "/v1/baghchal/position", OPEN),
        ("GET", "/v1/nothing", OPEN),
        ("POST", "/v1/baghchal/position", CLOSED),
        ("DELETE", "/v1/baghchal/position", CLOSED),
        ("GET", "/health", CLOSED),
        ("GET", "/docs", CLOSED),
        ("GET", "/openapi.json", CLOSED),
        ("GET", "/web/page.js", CLOSED),
        ("GET", "/b/baghchal/", CLOSED),
        ("GET", "/embed.js", OPEN),
        ("POST", "/embed.js", CLOSED),
        ("GET", "/nothing", CLOSED),
    ],
)
def test_other_sites_may_read_these_answers_and_no_others(client, method, path, origin):
    answer = client.request(method, path, headers={"Origin": "https://www.baghchal.net"})
    assert answer.headers.get("access-control-allow-origin") == origin
    assert "access-control-allow-credentials" not in answer.headers
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    if origin:
        assert answer.headers["access-control-expose-headers"] == "ETag, Retry-After"


@pytest.mark.parametrize(
    ("path", "methods"), [("/", "GET"), ("/obx", "GET, POST"), ("/v1/baghchal/best", "GET"), ("/v1/identify", "GET")]
)
def test_a_preflight_allows_a_content_type_and_the_methods(client, path, methods):
    headers = {
        "Origin": "https://www.baghchal.net",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "content-type",
    }
    answer = client.options(path, headers=headers)
    assert answer.status_code == 204
    assert answer.content == b""
    said = dict(answer.headers)
    assert said["access-control-allow-origin"] == "*"
    assert said["access-control-allow-methods"] == methods
    assert said["allow"] == "OPTIONS, HEAD, GET, POST"
    assert said["access-control-allow-headers"] == "Content-Type"
    assert said["access-control-max-age"] == "600"
    assert "access-control-allow-private-network" not in said
    assert "access-control-allow-credentials" not in said


@pytest.mark.parametrize(("asked", "allowed"), [("true", "true"), ("TRUE", "true"), ("false", None)])
def test_a_private_network_preflight_is_allowed(client, asked, allowed):
    headers = {"Access-Control-Request-Method": "GET", "Access-Control-Request-Private-Network": asked}
    answer = client.options("/obx", headers=headers)
    assert answer.headers.get("access-control-allow-private-network") == allowed
    assert answer.headers["vary"] == "Access-Control-Request-Private-Network"


@pytest.mark.parametrize("path", ["/health", "/docs", "/web/page.js"])
def test_a_preflight_of_a_closed_path_allows_nothing(client, path):
    answer = client.options(path, headers={"Access-Control-Request-Private-Network": "true"})
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_open_methods():
    assert open_methods("/v1/a/") == ("GET",)
    assert open_methods("/obx/") == ("GET", "POST")
    assert open_methods("") == ("GET",)
    assert open_methods("/v1") == open_methods("/v1//a") == ("GET",)
    assert open_methods("//obx") == open_methods("//obx//") == ("GET", "POST")
    assert open_methods("/v2/baghchal") == ()


@pytest.mark.parametrize(
    "path", ["/nothing", "/v1/baghchal/nothing", "/v1/chess/best", "/web/../app.py", "/web/none.js"]
)
def test_no_such_address(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json() == {
        "error": "not_found",
        "field": None,
        "column": None,
        "message": f"expected an address that /docs lists, found {str(client.build_request('GET', path).url.path)!r}",
    }


@pytest.mark.parametrize(("method", "path"), [("DELETE", "/obx"), ("PUT", "/v1/baghchal/best"), ("POST", "/health")])
def test_no_such_method(client, method, path):
    answer = client.request(method, path)
    assert answer.status_code == 405
    said = answer.json()
    assert (said["error"], said["message"]) == (
        "method_not_allowed",
        f"expected a method that Allow lists, found {method}",
    )
    assert "GET" in answer.headers["allow"]


def test_head_is_get_without_its_body(client):
    shown, told = client.get("/obx?obx=wrong"), client.head("/obx?obx=wrong")
    assert (told.status_code, told.content) == (400, b"")
    assert told.headers == shown.headers


def test_a_fault_of_the_server_says_nothing_of_itself(client, pool, caplog, monkeypatch):
    async def fail(*_arguments):
        raise RuntimeError("secret")

    monkeypatch.setattr(pool, "search", fail)
    answer = client.get("/v1/baghchal/best", params={"obx": START})
    assert answer.status_code == 500
    assert answer.json() == {
        "error": "internal_error",
        "field": None,
        "column": None,
        "message": "the server failed on this request",
    }
    assert answer.headers["access-control-allow-origin"] == "*"
    assert [record.getMessage() for record in caplog.records if record.name == "pointboard.api"] == ["a request failed"]
    assert "secret" in caplog.text


@pytest.mark.parametrize("path", ["//obx", "/obx/", "//obx//", "/%6fbx", "/", "//", "//v1//baghchal//position"])
def test_an_address_is_open_however_it_is_written(client, path):
    answer = client.get(f"http://127.0.0.1:8000{path}", params={"obx": START})
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == OPEN


async def asgi(app, receive=None, **changes):
    """What an ASGI application sends for one request; ``receive`` gives its messages."""
    sent = []
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "raw_path": b"/",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        **changes,
    }

    async def send(message):
        sent.append(message)

    await app(scope, receive, send)
    return sent


def target(whole, host=b"localhost"):
    """The scope that reaches what stands behind the look at the head."""
    seen = []

    async def inner(scope, _receive, _send):
        seen.append(scope)

    asyncio.run(asgi(HeadCheck(inner), path=whole.decode(), raw_path=whole, headers=[(b"host", host), (b"a", b"b")]))
    return seen[0]


@pytest.mark.parametrize(
    ("whole", "host", "raw", "path"),
    [
        (b"http://localhost/obx", b"localhost", b"/obx", "/obx"),
        (b"HTTPS://[::1]:80/%6fbx/a", b"[::1]:80", b"/%6fbx/a", "/obx/a"),
        (b"http://rebound.example", b"rebound.example", b"/", "/"),
        (b"http:///obx", b"", b"/obx", "/obx"),
    ],
)
def test_a_whole_address_names_host_and_path(whole, host, raw, path):
    scope = target(whole)
    assert (scope["raw_path"], scope["path"]) == (raw, path)
    assert scope["headers"] == [(b"host", host), (b"a", b"b")]


@pytest.mark.parametrize("whole", [b"/http://localhost/obx", b"ftp://localhost/obx", b"*"])
def test_any_other_target_stays_as_it_is(whole):
    scope = target(whole)
    assert (scope["raw_path"], scope["path"]) == (whole, whole.decode())
    assert scope["headers"] == [(b"host", b"localhost"), (b"a", b"b")]


@pytest.mark.parametrize("query", [b"", b"a=b"])
@pytest.mark.parametrize("more", [0, 1])
def test_a_head_has_so_many_bytes_at_most(query, more):
    passed = []

    async def inner(scope, _receive, _send):
        passed.append(scope)

    line = b"GET /" + (b"?" + query if query else b"") + b" HTTP/1.1\r\nhost: localhost\r\na: \r\n\r\n"
    headers = [(b"host", b"localhost"), (b"a", b"x" * (MAX_HEAD - len(line) + more))]
    sent = asyncio.run(asgi(HeadCheck(inner), query_string=query, headers=headers))
    assert len(passed) == 1 - more
    if more:
        assert sent[0]["status"] == 431
        assert json.loads(sent[1]["body"]) == {
            "error": "head_too_large",
            "field": None,
            "column": None,
            "message": f"the first line and the headers of a request may have {MAX_HEAD} bytes",
        }


def test_other_connections_pass():
    async def inner(scope, _receive, send):
        await send(scope["type"])

    for wrapper in (HeadCheck, LastWord):
        assert asyncio.run(asgi(wrapper(inner), type="lifespan")) == ["lifespan"]


@pytest.mark.parametrize(
    ("error", "status", "code", "after"),
    [(asyncio.CancelledError(), 503, "stopping", b"1"), (ValueError("secret"), 500, "internal_error", None)],
)
@pytest.mark.parametrize("begun", [False, True])
def test_what_is_cut_short_is_told_in_json(error, status, code, after, begun):
    sent = []

    async def inner(_scope, _receive, send):
        if begun:
            await send("begun")
        raise error

    async def main():
        async def send(message):
            sent.append(message)

        await LastWord(inner)({"type": "http"}, None, send)

    if begun or isinstance(error, asyncio.CancelledError):
        with pytest.raises(type(error)):
            asyncio.run(main())
    else:
        asyncio.run(main())
    if begun:
        assert sent == ["begun"]
    else:
        headers = dict(sent[0]["headers"])
        assert (sent[0]["status"], headers.get(b"retry-after")) == (status, after)
        assert headers[b"content-type"] == b"application/json"
        assert json.loads(sent[1]["body"])["error"] == code
        assert b"secret" not in sent[1]["body"]
