"""The verb serve: its options become the server's settings, and the server's exit code the program's."""

import re
import signal
import subprocess
import sys
import urllib.request

import pytest

from pointboard.api import server
from pointboard.api.settings import Settings


@pytest.fixture
def served(monkeypatch):
    """What the server was started with, in place of starting it."""
    calls = []
    monkeypatch.setattr(server, "serve", lambda *arguments: calls.append(arguments) or 0)
    return calls


def test_the_usual_settings(cli, served):
    assert cli("serve").code == 0
    assert served == [("127.0.0.1", 8000, Settings(solve=True))]


def test_every_option(cli, served):
    options = "--host 192.0.2.1 -p 9 --allow-host a.example --allow-host b --workers 3 --max-seconds 2.5 --per-client 2"
    assert cli("serve", *options.split(), "--queue", 5, "--queue-per-client", 4, "--no-solve").code == 0
    settings = Settings(
        allow_hosts=("a.example", "b"), workers=3, max_seconds=2.5, per_client=2, queue=5, queue_per_client=4
    )
    assert served == [("192.0.2.1", 9, settings)]


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (("--workers", 0), "workers must be at least 1, is 0"),
        (("--max-seconds", 0), "max_seconds must be more than 0 and at most 3600, is 0.0"),
        (("--allow-host", "http://a"), "'http://a' is no host name"),
        (("--port", 70000), "--port"),
        (("--port", "x"), "--port"),
        (("--host", ""), "--host needs an address, such as 127.0.0.1"),
    ],
)
def test_settings_that_make_no_sense(cli, served, option, words):
    run = cli("serve", *option)
    assert run.code == 2
    assert words in run.err
    assert served == []


def test_the_exit_code_is_the_servers(cli, monkeypatch):
    monkeypatch.setattr(server, "serve", lambda *_: 1)
    assert cli("serve").code == 1


def test_a_missing_extra_gets_a_sentence():
    code = "import sys; sys.modules['uvicorn'] = None; from pointboard.cli.main import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "serve"], capture_output=True, check=False, text=True)
    assert done.returncode == 2
    assert done.stderr == "pointboard: uvicorn is not installed; install it with: pip install 'pointboard[server]'\n"


def test_a_real_server_answers_and_ends_with_0():
    command = [sys.executable, "-m", "pointboard.cli.main", "serve", "--port", "0", "--workers", "1", "--no-solve"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        said = ""
        while "/docs" not in said and (line := process.stdout.readline()):
            said += line
        base = re.search(r"http://127\.0\.0\.1:\d+", said)[0]
        with urllib.request.urlopen(f"{base}/health", timeout=30) as answer:  # noqa: S310 (our own server)
            assert answer.status == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
        assert process.stderr.read() == ""
