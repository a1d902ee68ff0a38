"""A real server on a free port: what only a real connection shows. Every wait is for an event, and bounded."""

import contextlib
import json
import os
import re
import selectors
import signal
import socket
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import quote

import pytest

from pointboard.api import server
from pointboard.api.client import ServerError, next_move
from pointboard.api.server import serve
from pointboard.api.settings import MAX_HEAD, MAX_QUERY, Settings
from pointboard.errors import NotationError

SCRIPT = Path(__file__).with_name("double_server.py")
UNTIL_STOPPED, DIES, WAITS = 101, 102, 106
START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"
PATIENCE = 30


class Server:
    """A server in a process of its own."""

    def __init__(self, **changes):
        self.process = subprocess.Popen(
            [sys.executable, "-P", SCRIPT, json.dumps(changes)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said = ""
        while "API docs" not in self.said:
            line = self.process.stdout.readline()
            assert line, self.process.stderr.read()
            self.said += line
        self.port = int(re.search(r"127\.0\.0\.1:(\d+)/obx", self.said)[1])
        self.base = f"http://127.0.0.1:{self.port}"

    def get(self, path, **headers):
        """Status, headers and JSON of one request on a connection of its own."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, json.loads(answer.read())

    def health(self):
        return self.get("/health")[2]

    def until(self, **expected):
        deadline = time.monotonic() + PATIENCE
        while not expected.items() <= self.health().items():
            assert time.monotonic() < deadline, self.health()
            time.sleep(0.005)

    def ask(self, seed, **options):
        """Ask for a move without waiting for it; the open connection."""
        found = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        query = "".join(f"&{name}={value}" for name, value in options.items())
        found.sendall(f"GET /obx?obx={quote(START)}&seed={seed}{query} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return found

    def workers(self):
        """The numbers of the search processes."""
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], check=True, capture_output=True)
        return set(map(int, listed.stdout.split()))

    def end(self):
        """Kill the server, then wait until its processes are gone too: they hold the other end of this pipe."""
        if self.process.stderr.closed:
            return ""
        self.process.kill()
        self.process.wait(PATIENCE)
        with self.process.stderr as errors, self.process.stdout, selectors.DefaultSelector() as selector:
            selector.register(errors, selectors.EVENT_READ)
            os.set_blocking(errors.fileno(), False)
            found = b""
            while True:
                assert selector.select(PATIENCE), "a search process outlived its server"
                part = os.read(errors.fileno(), 65536)
                if not part:
                    return found.decode()
                found += part


@contextlib.contextmanager
def serving(**changes):
    found = Server(**changes)
    try:
        yield found
    finally:
        found.end()


@pytest.fixture(scope="module")
def shared():
    with serving(workers=2, body_seconds=1) as found:
        yield found


def read_answer(connection):
    """The status line, the head and the JSON of an answer on a raw connection."""
    text = b""
    while b"\r\n\r\n" not in text:
        part = connection.recv(65536)
        assert part, text
        text += part
    head, _, body = text.partition(b"\r\n\r\n")
    length = int(re.search(rb"content-length: (\d+)", head)[1])
    while len(body) < length:
        body += connection.recv(65536)
    return int(head.split()[1]), head.decode().lower(), json.loads(body)


def raw(port, request):
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(request)
        return read_answer(connection)


def test_a_server_says_where_it_is_once_it_is_ready(shared):
    first, *rest = shared.said.splitlines()
    assert first.startswith("Starting 2 search processes")
    assert rest == [
        "Ready.",
        f"  board     {shared.base}/",
        f"  OBX       {shared.base}/obx?obx=...",
        f"  API docs  {shared.base}/docs",
    ]
    assert shared.health()["idle"] == 2


def test_the_client_gets_a_move_and_the_errors_of_the_house(shared):
    answer = next_move(shared.base, START)
    assert (answer["input"], answer["move"], answer["evidence"]) == (START, "mB1", "search")
    with pytest.raises(NotationError, match="board, column 7: expected 5 letters in row 2, found 4") as wrong:
        next_move(shared.base, "TXXXT/XXXX/XXXXX/XXXXX/TXXXT g @20 c0 - -")
    assert wrong.value.text == "TXXXT/XXXX/XXXXX/XXXXX/TXXXT g @20 c0 - -"


def test_a_search_blocks_neither_parsing_nor_other_searches_of_a_free_process(shared):
    with shared.ask(UNTIL_STOPPED):
        shared.until(busy=1)
        status, _, said = shared.get(f"/v1/baghchal/position?obx={quote(START)}")
        assert (status, said["moves"]) == (200, 21)
        assert shared.health()["busy"] == 1
    shared.until(busy=0, idle=2)


def test_a_client_that_hangs_up_stops_its_search(shared):
    connection = shared.ask(UNTIL_STOPPED)
    shared.until(busy=1)
    connection.close()
    shared.until(busy=0, idle=2)


def test_a_waiting_client_that_hangs_up_leaves_the_line(shared):
    with shared.ask(UNTIL_STOPPED):
        shared.until(busy=1)
        waiting = shared.ask(UNTIL_STOPPED)
        shared.until(waiting=1)
        waiting.close()
        shared.until(waiting=0, busy=1)
    shared.until(idle=2)


def test_a_search_process_that_dies_costs_one_answer_only(shared):
    status, headers, said = shared.get(f"/obx?obx={quote(START)}&seed={DIES}")
    assert (status, said["error"], headers["retry-after"]) == (503, "search_failed", "1")
    shared.until(idle=2)


def test_what_is_no_http_is_answered_in_json(shared):
    status, head, said = raw(shared.port, b"garbage\r\n\r\n")
    assert (status, said["error"]) == (400, "bad_request")
    assert set(said) == {"error", "field", "column", "message"}
    assert "content-type: application/json" in head
    assert "connection: close" in head
    assert "cache-control: no-store" in head
    assert "x-content-type-options: nosniff" in head
    assert "referrer-policy: no-referrer" in head
    assert "\r\ndate: " in head


@pytest.mark.parametrize("end", [b"\r\n\r\n", b""])
@pytest.mark.parametrize("length", [MAX_HEAD, 2 * MAX_HEAD])
def test_a_head_that_is_too_long_is_refused(shared, length, end):
    request = b"GET /health HTTP/1.1\r\nHost: localhost\r\na: " + b"x" * length + end
    status, head, said = raw(shared.port, request)
    assert (status, said["error"]) == (431, "head_too_large")
    assert "x-content-type-options: nosniff" in head
    assert "referrer-policy: no-referrer" in head


def test_a_whole_address_is_answered_as_its_path(shared):
    request = b"GET http://localhost:8000/health?a=b HTTP/1.1\r\nHost: rebound.example\r\n\r\n"
    assert raw(shared.port, request)[2]["status"] == "ok"
    request = b"GET http://rebound.example/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    assert raw(shared.port, request)[0] == 421


def everything(connection):
    """All that comes until the other side closes the connection."""
    text = b""
    while part := connection.recv(65536):
        text += part
    return text


HEALTH = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize("count", [1, 3])
def test_a_client_that_has_no_more_to_send_gets_its_answers(shared, count):
    with socket.create_connection(("127.0.0.1", shared.port), timeout=PATIENCE) as connection:
        connection.sendall(HEALTH * count)
        connection.shutdown(socket.SHUT_WR)
        assert everything(connection).count(b'"status":"ok"') == count


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_a_search_for_a_client_that_has_no_more_to_send_goes_on(shared, version):
    request = f"GET /obx?obx={quote(START)}&seed={WAITS}&seconds=0.5 HTTP/{version}\r\nHost: localhost\r\n\r\n"
    with socket.create_connection(("127.0.0.1", shared.port), timeout=PATIENCE) as connection:
        connection.sendall(request.encode())
        connection.shutdown(socket.SHUT_WR)
        said = everything(connection)
    assert said.count(b"HTTP/1.1 200 OK\r\n") == 1
    assert (b"HTTP/1.1 100 \r\n\r\n" in said) is (version == "1.1")
    assert b'"move":"mB1"' in said


def test_a_client_that_closes_in_the_middle_of_a_request_is_let_go(shared):
    for part in (HEALTH[:20], b"POST /obx HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n{"):
        with socket.create_connection(("127.0.0.1", shared.port), timeout=PATIENCE) as connection:
            connection.sendall(part)
            connection.shutdown(socket.SHUT_WR)
            assert b" 200 " not in everything(connection)


def test_the_death_of_idle_processes_is_seen_and_costs_no_answer(shared):
    before = shared.workers()
    assert len(before) == 2
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    assert shared.get(f"/obx?obx={quote(START)}")[0] == 200
    shared.until(idle=2)
    assert not before & shared.workers()


@pytest.mark.parametrize(("part", "more"), [(b"GET /h", b""), (b"GET /h", b"x")])
def test_the_second_request_of_a_connection_is_not_waited_for_either(shared, part, more):
    with socket.create_connection(("127.0.0.1", shared.port), timeout=PATIENCE) as connection:
        connection.sendall(HEALTH)
        assert read_answer(connection)[0] == 200
        connection.sendall(part)
        drip(connection, more)


def test_a_body_that_nobody_reads_is_not_waited_for(shared):
    with socket.create_connection(("127.0.0.1", shared.port), timeout=PATIENCE) as connection:
        connection.sendall(HEALTH.replace(b"\r\n\r\n", b"\r\nContent-Length: 1000\r\n\r\n"))
        assert read_answer(connection)[0] == 200
        drip(connection, b"x")


def drip(connection, more):
    """Send a little again and again until the other side has had enough."""
    connection.settimeout(0.2)
    deadline = time.monotonic() + 4  # a second of patience; a connection without a request is kept for five
    while time.monotonic() < deadline:
        try:
            connection.sendall(more)
            assert connection.recv(100) == b""
        except TimeoutError:
            continue
        except ConnectionError:
            pass
        return
    pytest.fail("the server waits for ever")


@pytest.mark.parametrize(
    ("length", "status", "error"),
    [
        (100_000, 400, "Invalid OBX format."),
        (MAX_QUERY, 414, "uri_too_long"),
    ],
)
def test_long_addresses_are_refused_in_json(shared, length, status, error):
    request = b"GET /obx?obx=" + b"X" * length + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
    found, _, said = raw(shared.port, request)
    assert (found, said["error"]) == (status, error)


@pytest.mark.parametrize("start", [b"", b"GET /obx?obx="])
def test_a_client_that_says_nothing_is_not_waited_for(shared, start):
    with socket.create_connection(("127.0.0.1", shared.port), timeout=PATIENCE) as connection:
        connection.sendall(start)
        assert connection.recv(100) == b""


def test_a_body_that_does_not_come_is_not_waited_for(shared):
    head = b"POST /obx HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n{"
    status, _, said = raw(shared.port, head)
    assert (status, said["error"]) == (408, "request_timeout")
    assert said["message"] == "the body did not come within 1 seconds"


def test_a_connection_that_asks_is_kept_beyond_the_patience(shared):
    with shared.ask(0) as connection:
        assert read_answer(connection)[0] == 200
        time.sleep(1.2)
        connection.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert read_answer(connection)[0] == 200


def test_head_has_the_head_of_get(shared):
    connection = HTTPConnection("127.0.0.1", shared.port, timeout=PATIENCE)
    with contextlib.closing(connection):
        connection.request("HEAD", "/health")
        answer = connection.getresponse()
        assert (answer.status, answer.headers["content-type"], answer.read()) == (200, "application/json", b"")
        assert int(answer.headers["content-length"]) > 20


def test_another_host_is_refused(shared):
    status, _, said = shared.get("/obx", Host="rebound.example")
    assert (status, said["error"], said["field"]) == (421, "host_not_allowed", "Host")


def test_too_many_searches_are_refused_in_json_with_the_time_to_come_back():
    with serving(queue_per_client=1) as found, found.ask(UNTIL_STOPPED):
        found.until(busy=1)
        with found.ask(UNTIL_STOPPED):
            found.until(waiting=1)
            status, headers, said = found.get(f"/obx?obx={quote(START)}")
            assert (status, said["error"], said["field"]) == (429, "too_many_searches", "queue_per_client")
            assert headers["content-type"] == "application/json"
            assert headers["access-control-allow-origin"] == "*"
            assert 500 < int(headers["retry-after"]) <= 600
            with pytest.raises(ServerError) as refused:
                next_move(found.base, START)
            assert (refused.value.status, refused.value.error) == (429, "too_many_searches")
            assert refused.value.retry_after > 500


def test_sigterm_lets_what_is_under_way_finish_and_refuses_what_waits():
    with serving() as found:
        with found.ask(WAITS, seconds=2) as running:
            found.until(busy=1)
            waiting = found.ask(0)
            found.until(waiting=1)
            found.process.send_signal(signal.SIGTERM)
            with waiting:
                assert read_answer(waiting)[0] == 503
            status, _, said = read_answer(running)
            assert (status, said["move"]) == (200, "mB1")
        assert found.process.wait(PATIENCE) == 0
        assert found.end() == ""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_search_that_is_cut_short_is_told_in_json(number):
    with serving() as found, found.ask(UNTIL_STOPPED) as running:
        found.until(busy=1)
        found.process.send_signal(number)
        with contextlib.suppress(ConnectionError), socket.create_connection(("127.0.0.1", found.port)) as late:
            late.recv(1)  # the first signal has had its effect
        found.process.send_signal(signal.SIGINT)
        status, head, said = read_answer(running)
        assert (status, said["error"], said["message"]) == (503, "stopping", "the server is stopping")
        assert "retry-after: 1" in head
        assert "access-control-allow-origin: *" in head
        assert found.process.wait(PATIENCE) == 0


def test_no_search_process_outlives_a_killed_server():
    with serving(workers=2) as found, found.ask(UNTIL_STOPPED):
        found.until(busy=1, idle=1)
        found.process.kill()
        found.end()


def test_ctrl_c_ends_a_start_that_goes_on():
    command = [sys.executable, "-c", "import sys, time; sys.stderr.write('x'); sys.stderr.flush(); time.sleep(600)"]
    process = subprocess.Popen(
        [sys.executable, "-P", SCRIPT, json.dumps({"worker_command": command})],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        assert process.stdout.readline().startswith(b"Starting 1 search processes")
        assert process.stderr.read(1) == b"x"
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
        assert (process.stdout.read(), process.stderr.read()) == (b"", b"")


def test_a_server_whose_search_processes_do_not_start_ends():
    command = [sys.executable, "-c", "raise SystemExit('broken')"]
    result = subprocess.run(
        [sys.executable, "-P", SCRIPT, json.dumps({"worker_command": command})],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert result.returncode == 1
    assert "broken" in result.stderr
    assert "the search processes do not start: it died" in result.stderr
    assert "Traceback" not in result.stderr
    assert "Ready" not in result.stdout


def test_a_port_that_is_in_use_is_said_to_be(capsys):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert serve(port=port) == 1
    text = f"port {port} of 127.0.0.1 is in use by another program; choose another port (0 takes a free one)\n"
    assert capsys.readouterr() == ("", text)


def test_no_address_is_not_every_address(capsys):
    assert serve("", 0, Settings(workers=1)) == 1
    said = "cannot serve on '', port 0: an address is needed, such as 127.0.0.1\n"
    assert capsys.readouterr() == ("", said)


@pytest.mark.parametrize(("host", "port"), [("..", 0), ("127.0.0.1", 70_000), ("no such host", 0), ("::ffff", 1)])
def test_an_address_that_cannot_be_is_said_to_be(capsys, host, port):
    assert serve(host, port, Settings(workers=1)) == 1
    assert capsys.readouterr().err.startswith(f"cannot serve on {host}, port {port}: ")


def test_answers_are_sent_at_once():
    with server._bind("127.0.0.1", 0) as bound:
        assert bound.proto == socket.IPPROTO_TCP  # without it asyncio does not set TCP_NODELAY


def test_the_address_that_is_printed_is_one_that_can_be_typed():
    class Bound:
        def __init__(self, *name):
            self.name = name

        def getsockname(self):
            return self.name

    assert server._base(Bound("0.0.0.0", 8000)) == "http://127.0.0.1:8000"  # noqa: S104
    assert server._base(Bound("::", 8000, 0, 0)) == "http://[::1]:8000"
    assert server._base(Bound("192.0.2.1", 80)) == "http://192.0.2.1:80"


def test_a_client_that_explores_and_hangs_up_ends_the_search(shared):
    with socket.create_connection(("127.0.0.1", shared.port), timeout=PATIENCE) as connection:
        path = f"/v1/baghchal/explore?obx={quote(START)}&seed={UNTIL_STOPPED}"
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        with connection.makefile("rb") as answer:
            while answer.readline() != b"event: legal\n":
                pass
            assert answer.readline().startswith(b"data: {")
            shared.until(busy=1)
    shared.until(busy=0, idle=2)
