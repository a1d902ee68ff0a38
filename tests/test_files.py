"""Writing whole files; the tests of the record files show what happens when a step fails."""

import os

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
