"""Settings that make sense, and those that do not."""

import pytest

from pointboard.api import settings
from pointboard.api.settings import LOOPBACK_HOSTS, Settings
from pointboard.errors import PointboardError


def test_this_machine_is_always_among_the_hosts():
    assert Settings().hosts == LOOPBACK_HOSTS == {"localhost", "127.0.0.1", "[::1]"}
    assert Settings(allow_hosts=("Board.Example", "[2001:db8::1]")).hosts == {
        *LOOPBACK_HOSTS,
        "board.example",
        "[2001:db8::1]",
    }


@pytest.mark.parametrize("host", ["", "*", "a:80", "http://a", "a/b", "-a", "a-", "2001:db8::1", "a b", "é"])
def test_a_host_is_a_name(host):
    with pytest.raises(PointboardError, match="is no host name; write it without scheme and port"):
        Settings(allow_hosts=("fine.example", host))


@pytest.mark.parametrize("host", ["a", "9", "a-b.c_d", "xn--bcher-kva.example", "192.168.1.5"])
def test_names_of_hosts(host):
    assert host in Settings(allow_hosts=(host,)).hosts


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"workers": 0}, "workers must be at least 1, is 0"),
        ({"per_client": 0}, "per_client must be at least 1, is 0"),
        ({"queue": -1}, "queue must not be negative, is -1"),
        ({"queue_per_client": -1}, "queue_per_client must not be negative, is -1"),
        ({"max_seconds": 0}, "max_seconds must be more than 0 and at most 3600, is 0"),
        ({"max_seconds": 3601}, "max_seconds must be more than 0 and at most 3600, is 3601"),
        ({"max_seconds": float("nan")}, "max_seconds must be more than 0 and at most 3600, is nan"),
        ({"body_seconds": -1}, "body_seconds must be more than 0 and at most 3600, is -1"),
    ],
)
def test_bounds(changes, message):
    with pytest.raises(PointboardError) as wrong:
        Settings(**changes)
    assert str(wrong.value) == message


def test_there_is_a_search_process_for_each_processor(monkeypatch):
    monkeypatch.setattr(settings.os, "sched_getaffinity", lambda _: {0, 3, 5}, raising=False)
    assert Settings().workers == 3
    monkeypatch.delattr(settings.os, "sched_getaffinity")
    monkeypatch.setattr(settings.os, "cpu_count", lambda: 7)
    assert Settings().workers == 7
    monkeypatch.setattr(settings.os, "cpu_count", lambda: None)
    assert Settings().workers == 1


def test_the_bounds_themselves():
    found = Settings(workers=1, per_client=1, queue=0, queue_per_client=0, max_seconds=3600, body_seconds=0.1)
    assert (found.queue, found.max_seconds) == (0, 3600)
