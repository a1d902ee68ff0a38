"""Where tables lie, and who may build there."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from pointboard.errors import TableError
from pointboard.tables import is_there, locked, make_folder, open_table, tables_folder


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


class Refused(type(Path())):
    """A path of which the system refuses to tell anything."""

    def stat(self, **_):
        raise PermissionError(13, "Permission denied", str(self))


class Unreadable(type(Path())):
    """A file that is there and cannot be opened."""

    def open(self, *_, **_options):
        raise OSError(5, "Input/output error", str(self))


def said(call, path):
    with pytest.raises(TableError) as error:
        call(path)
    assert error.value.path == path
    return str(error.value)


def test_what_is_there(tmp_path):
    file = tmp_path / "a.table"
    assert not is_there(file)
    file.write_bytes(b"abc")
    assert is_there(file)
    assert is_there(tmp_path)
    assert not is_there(file / "below a file")
    refused = Refused(tmp_path / "a.table")
    assert said(is_there, refused) == f"{refused} cannot be read: Permission denied"


def test_a_table_is_a_regular_file_that_can_be_read(tmp_path):
    file = tmp_path / "a.table"
    for nothing in (file, file / "below"):
        with pytest.raises(FileNotFoundError):
            open_table(nothing)
        file.write_bytes(b"abc")
    with open_table(file) as opened:
        assert opened.read() == b"abc"
    assert said(open_table, tmp_path) == f"{tmp_path} cannot be read: it is no regular file"
    refused, broken = Refused(file), Unreadable(file)
    assert said(open_table, refused) == f"{file} cannot be read: Permission denied"
    assert said(open_table, broken) == f"{file} cannot be read: Input/output error"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name")
def test_nobody_waits_for_a_pipe(tmp_path):
    os.mkfifo(tmp_path / "a.table")
    assert said(open_table, tmp_path / "a.table").endswith("cannot be read: it is no regular file")


def test_a_file_in_the_place_of_the_folder_is_said(tmp_path):
    make_folder(tmp_path / "one" / "two")
    make_folder(tmp_path / "one" / "two")
    assert (tmp_path / "one" / "two").is_dir()
    (tmp_path / "file").write_bytes(b"")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(NotADirectoryError) as error:
            make_folder(folder)
        assert error.value.filename == str(folder)


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
