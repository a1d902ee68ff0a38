"""The client that needs nothing but the standard library, against a server that says what it is told to."""

import json
import pickle
import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qsl, urlsplit

import pytest

from pointboard.api.client import ServerError, next_move, obx_url
from pointboard.errors import NotationError, PositionError

TEXT = "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1"


def test_the_address_holds_the_whole_text():
    found = urlsplit(obx_url("http://127.0.0.1:8000", TEXT, level=3, seconds=0.5))
    assert "%23g1" in found.query
    assert found.fragment == ""
    assert parse_qsl(found.query) == [("obx", TEXT), ("level", "3"), ("seconds", "0.5")]


@pytest.mark.parametrize("base", ["http://a", "http://a/", "http://a/obx", "http://a/obx/"])
def test_the_address_of_a_server_is_enough(base):
    assert obx_url(base, "X") == "http://a/obx?obx=X"


def test_a_server_behind_a_path():
    assert obx_url("https://a/bagh/", "X") == "https://a/bagh/obx?obx=X"


@pytest.mark.parametrize("base", ["a:8000", "file:///etc/passwd", "ftp://a", "", "//a"])
def test_what_is_no_address_of_a_server(base):
    with pytest.raises(ValueError, match="expected an address that begins with http:// or https://, found"):
        obx_url(base, "X")


@pytest.fixture
def answering():
    """A function that starts a server with one answer and gives its address."""
    servers = []

    def start(status, body, **headers):
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                self.wfile.write(body if isinstance(body, bytes) else json.dumps(body).encode())

            def log_message(self, *_):
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def test_an_answer_is_a_dictionary(answering):
    assert next_move(answering(200, {"move": "mB1"}), TEXT) == {"move": "mB1"}


def test_400_is_the_error_that_reading_raises(answering):
    said = {"error": "Invalid OBX format.", "field": "turn", "column": 31, "message": "expected g or t, found 'x'"}
    with pytest.raises(NotationError) as wrong:
        next_move(answering(400, said), TEXT)
    error = wrong.value
    assert (error.field, error.column, error.text) == ("turn", 31, TEXT)
    assert str(error) == "turn, column 31: expected g or t, found 'x'"


def test_422_is_the_error_that_judging_raises(answering):
    said = {
        "error": "Illegal move detected.",
        "field": "board",
        "column": 1,
        "message": "board: 4 tigers needed, has 6",
    }
    with pytest.raises(PositionError) as wrong:
        next_move(answering(422, said), TEXT)
    error = wrong.value
    assert (error.field, error.column, error.text) == ("board", 1, TEXT)
    assert str(error) == "board: 4 tigers needed, has 6"
    assert error.problems[0].flag == "REFUSED"


@pytest.mark.parametrize(
    ("status", "body", "headers", "told"),
    [
        (
            429,
            {"error": "too_many_searches", "message": "come back"},
            {"Retry_After": "7"},
            (429, "too_many_searches", 7),
        ),
        (503, {"error": "stopping", "message": "so long"}, {"Retry_After": "soon"}, (503, "stopping", None)),
        (400, {"error": "invalid_parameter", "field": "level", "column": None}, {}, (400, "invalid_parameter", None)),
        (400, {}, {}, (400, "None", None)),
        (500, b"oops", {}, (500, "no JSON", None)),
        (200, b"<html>", {}, (200, "no JSON", None)),
        (200, ["move"], {}, (200, "no JSON", None)),
    ],
)
def test_anything_else_is_an_error_of_the_server(answering, status, body, headers, told):
    with pytest.raises(ServerError) as wrong:
        next_move(answering(status, body, **headers), TEXT)
    error = wrong.value
    assert (error.status, error.error, error.retry_after) == told
    assert str(error) == f"{error.status} {error.error}: {error.message}"


def test_no_server_is_a_connection_error():
    with pytest.raises(ConnectionError, match=r"^http://127\.0\.0\.1:9 does not answer: .*refused$"):
        next_move("http://127.0.0.1:9", TEXT)


@pytest.fixture
def breaking():
    """A function that starts a server which says a few bytes and hangs up, or waits, and gives its address."""
    listening, done = [], threading.Event()

    def start(said, *, wait=False):
        server = socket.create_server(("127.0.0.1", 0))
        listening.append(server)

        def answer():
            connection, _ = server.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(said)
                if wait:
                    done.wait()

        threading.Thread(target=answer, daemon=True).start()
        return f"http://127.0.0.1:{server.getsockname()[1]}"

    yield start
    done.set()
    for server in listening:
        server.close()


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (b"", "Remote end closed connection without response"),
        (
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
            "IncompleteRead(",
        ),
        (b"what\r\n\r\n", "what"),
        (
            b"HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
            "IncompleteRead(",
        ),
    ],
)
def test_a_server_that_hangs_up_is_a_connection_error(breaking, said, why):
    base = breaking(said)
    with pytest.raises(ConnectionError) as wrong:
        next_move(base, TEXT)
    assert str(wrong.value).startswith(f"{base} does not answer: {why}")


@pytest.mark.parametrize("said", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"])
def test_a_server_that_does_not_answer_in_time_is_a_connection_error(breaking, said):
    base = breaking(said, wait=True)
    with pytest.raises(ConnectionError) as wrong:
        next_move(base, TEXT, timeout=0.05)
    assert str(wrong.value) == f"{base} does not answer: timed out"


def test_a_server_error_survives_the_way_between_processes():
    error = ServerError(429, "too_many_searches", "come back", 3)
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 (made here)
    assert (type(again), str(again), vars(again)) == (ServerError, str(error), vars(error))
