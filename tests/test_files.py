"""Writing whole files; the tests of the record files show what happens when a step fails."""

import os
import stat
import subprocess
import sys
import threading

import pytest

from pointboard import files


def test_a_new_file_and_its_replacement(tmp_path):
    path = tmp_path / "a.txt"
    files.write(path, b"one")
    files.write(str(path), b"two")
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


def test_an_old_file_is_left_alone_when_asked(tmp_path):
    path = tmp_path / "a.txt"
    files.write(path, b"one", replace=False)
    with pytest.raises(FileExistsError) as caught:
        files.write(path, b"two", replace=False)
    assert caught.value.filename == str(path)
    assert path.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_to_nowhere_is_a_file_that_is_there(tmp_path):
    path = tmp_path / "a.txt"
    path.symlink_to(tmp_path / "none")
    with pytest.raises(FileExistsError):
        files.write(path, b"one", replace=False)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_comes_in_the_meantime_is_left_alone(tmp_path, monkeypatch, links):
    path = tmp_path / "a.txt"

    def late(number):
        path.write_bytes(b"theirs")
        os.close(os.dup(number))

    monkeypatch.setattr(files.os, "fsync", late)
    if not links:
        monkeypatch.setattr(files.os, "link", no_links)
    with pytest.raises(FileExistsError):
        files.write(path, b"mine", replace=False)
    assert path.read_bytes() == b"theirs"
    assert list(tmp_path.iterdir()) == [path]


def no_links(*_):
    raise PermissionError


def test_a_file_system_without_links(tmp_path, monkeypatch):
    monkeypatch.setattr(files.os, "link", no_links)
    files.write(tmp_path / "a.txt", b"one", replace=False)
    assert (tmp_path / "a.txt").read_bytes() == b"one"
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("replace", [True, False])
def test_a_pipe_with_a_name_is_written_into(tmp_path, replace):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    found = []
    reader = threading.Thread(target=lambda: found.append(path.read_bytes()), daemon=True)
    reader.start()
    files.write(path, b"one", replace=replace)
    reader.join(30)
    assert found == [b"one"]
    assert stat.S_ISFIFO(path.stat().st_mode)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("replace", [True, False])
def test_a_character_device_is_written_into(tmp_path, replace):
    path = tmp_path / "link"
    path.symlink_to(os.devnull)
    files.write(path, b"one", replace=replace)
    assert path.is_symlink()
    assert path.is_char_device()
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("replace", [True, False])
def test_a_device_of_its_own_stays_a_device(tmp_path, replace):
    path = tmp_path / "null"
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 3))
        path.write_bytes(b"")
    except OSError:
        pytest.skip("no device may be made here")
    files.write(path, b"one", replace=replace)
    assert path.is_char_device()


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path):
    path = tmp_path / ("a" * 255)
    files.write(path, b"one")
    assert path.read_bytes() == b"one"


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("by_name", [True, False])
def test_the_programs_own_output_is_written_into(tmp_path, number, by_name):
    path = tmp_path / "out.txt"
    name = f"/dev/fd/{number}" if by_name else str(path)
    code = f"from pointboard import files; files.write({name!r}, b'new', replace={by_name})"
    with path.open("wb") as stream:
        stream.write(b"old ")
        stream.flush()
        subprocess.run([sys.executable, "-c", code], check=True, **{"stdout" if number == 1 else "stderr": stream})
        stream.write(b" more")
    assert path.read_bytes() == b"old new more"
    assert list(tmp_path.iterdir()) == [path]


def test_output_that_is_closed_is_no_output(tmp_path):
    code = "import os; os.close(1); os.close(2); from pointboard import files; files.write('a.txt', b'new')"
    (tmp_path / "a.txt").write_bytes(b"old")
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path)
    assert (tmp_path / "a.txt").read_bytes() == b"new"


@pytest.mark.parametrize("replace", [True, False])
def test_what_is_neither_file_nor_stream_is_refused_by_its_name(tmp_path, replace):
    with pytest.raises(IsADirectoryError) as caught:
        files.write(tmp_path, b"one", replace=replace)
    assert caught.value.filename == str(tmp_path)
    path = tmp_path / "socket"
    os.mknod(path, stat.S_IFSOCK | 0o600)
    with pytest.raises(OSError, match="expected a regular file, a pipe or a character device") as caught:
        files.write(path, b"one", replace=replace)
    assert caught.value.filename == str(path)
    assert list(tmp_path.iterdir()) == [path]


def test_errors_name_the_file_that_was_meant(tmp_path, monkeypatch):
    for path in (tmp_path / "none" / "a.txt", tmp_path / ("a" * 256)):
        with pytest.raises(OSError, match=r"No such file|too long") as caught:
            files.write(path, b"one")
        assert caught.value.filename == str(path)
    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match="full") as caught:
        files.write(tmp_path / "a.txt", b"one")
    assert caught.value.filename == str(tmp_path / "a.txt")
    assert list(tmp_path.iterdir()) == []


def full(_):
    raise OSError(28, "full")
