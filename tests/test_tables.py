"""Where tables lie, and who may build there."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from pointboard.errors import TableError
from pointboard.tables import locked, tables_folder


def test_the_setting_names_the_folder_of_all_games(monkeypatch, tmp_path):
    monkeypatch.setenv("POINTBOARD_TABLES", str(tmp_path))
    assert tables_folder("backgammon") == tmp_path / "backgammon"
    monkeypatch.setenv("POINTBOARD_TABLES", "~/own")
    assert tables_folder("baghchal") == Path.home() / "own" / "baghchal"


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the custom of other systems")
def test_otherwise_it_is_the_users_data_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("POINTBOARD_TABLES", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert tables_folder("chess") == tmp_path / "pointboard" / "tables" / "chess"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert tables_folder("chess") == Path.home() / ".local" / "share" / "pointboard" / "tables" / "chess"


HOLD = """
import sys, time
from pathlib import Path
from pointboard.tables import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_one_process_at_a_time(tmp_path):
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ) as other:
        assert other.stdout.readline().strip() == b"held"
        with pytest.raises(TableError) as error, locked(tmp_path):
            pass
        assert str(error.value) == f"{tmp_path}: another process is building there; wait for it, or stop it"
        assert error.value.path == tmp_path
        order = []

        def wait():
            with locked(tmp_path, wait=True):
                order.append("mine")

        waiting = threading.Thread(target=wait)
        waiting.start()
        time.sleep(0.05)
        order.append("theirs")
        other.stdin.close()
        waiting.join()
    assert order == ["theirs", "mine"]
    with locked(tmp_path):
        pass
