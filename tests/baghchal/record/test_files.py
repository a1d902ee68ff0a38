import errno
import os
import stat

import pytest

from pointboard import files as module
from pointboard.baghchal.record import (
    SUFFIXES,
    Headers,
    Ply,
    Record,
    RecordError,
    json,
    load,
    log,
    pgn,
    read_all,
    read_file,
    recognise,
    save,
)
from pointboard.baghchal.state import Move
from pointboard.errors import NotationError, PointboardError

GAME = Record(Headers(goats="सीता"), (Ply(Move(None, 6), "बाघ"), Ply(Move(0, 12, 6))))
FORMATS = {"pgn": pgn.format, "json": json.format, "log": log.format}


@pytest.mark.parametrize(("suffix", "name"), SUFFIXES.items())
def test_files_are_written_and_read_by_their_ends(tmp_path, suffix, name):
    path = tmp_path / f"game{suffix.upper()}"
    save(GAME, path)
    assert path.read_bytes() == FORMATS[name](GAME).encode()
    assert list(tmp_path.iterdir()) == [path]
    assert load(path) == load(str(path)) == GAME
    assert read_file(path) == (GAME, None)
    assert list(read_all(path)) == [(GAME, None)]


@pytest.mark.parametrize("name", FORMATS)
def test_another_end_leaves_it_to_the_text(tmp_path, name):
    path = tmp_path / "game.txt"
    path.write_text("\ufeff" + FORMATS[name](GAME), encoding="utf-8", newline="\r\n")
    assert recognise(FORMATS[name](GAME)) == name
    assert load(path) == GAME


def test_recognition():
    assert recognise("") == recognise("{a comment} 1. G22") == recognise('[Event "x"]') == "pgn"
    assert recognise(' {\n"schema": 1}') == recognise("{}") == "json"
    assert recognise("# said\ntxxxt/xxxxx/xxxxx/xxxxx/txxxt g c0") == "log"
    for begin in ("1. G22 {", '[Goats "Sita"]\n{', "{", "G22 {"):  # a position in a comment makes no log
        assert recognise(f"{begin}it was\nTXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #}}") == "pgn"


def test_several_games_in_a_file(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(pgn.format_all([GAME, Record()]) + "\n1. G99", encoding="utf-8")
    results = list(read_all(path))
    assert results[:2] == [(GAME, None), (Record(), None)]
    assert results[2].error.line == 7
    with pytest.raises(RecordError, match="expected one game"):
        load(path)


def test_the_first_error_is_raised_by_load_alone(tmp_path):
    path = tmp_path / "game.pgn"
    path.write_text("1. G22 B1133", encoding="utf-8")
    assert len(read_file(path).record.plies) == 1
    with pytest.raises(PointboardError, match="A1 is not joined to C3"):
        load(path)


def test_files_are_utf_8(tmp_path):
    path = tmp_path / "game.pgn"
    path.write_bytes(b"\xef\xbb\xbf1. G22 {\xe0\xa4\xb8}\r\n{\xe0\xa4\xb8\xff}")
    with pytest.raises(RecordError) as caught:
        read_file(path)
    assert str(caught.value) == "text, line 2, column 3: expected UTF-8, found the byte 0xff"
    assert caught.value.text == "1. G22 {स}\r\n{स"
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.pgn")


@pytest.mark.parametrize("name", ["game.pgn", "game.json", "game.log", "game"])
@pytest.mark.parametrize("data", [b"", b" \n", b"\xef\xbb\xbf\r\n"])
def test_an_empty_file_is_no_game(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data)
    for read in (load, read_file, read_all):
        with pytest.raises(RecordError) as caught:
            read(path)
        assert str(caught.value) == "text, line 1, column 1: expected a game record, found an empty text"


def test_a_file_with_headers_alone_is_a_game_without_moves(tmp_path):
    path = tmp_path / "game.pgn"
    path.write_text('[Goats "Sita"]\n', encoding="utf-8")
    assert load(path).moves == ()


def test_names_that_say_no_format(tmp_path):
    with pytest.raises(PointboardError) as caught:
        save(GAME, tmp_path / "game.txt")
    assert str(caught.value) == "expected a file name that ends in .json, .log, .obx, .pgn, found 'game.txt'"
    assert list(tmp_path.iterdir()) == []


def test_text_that_utf_8_cannot_hold(tmp_path):
    path = tmp_path / "game.log"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(NotationError) as caught:
        save(Record(comment="\ud800"), path)
    assert str(caught.value) == "text, column 4: expected text that UTF-8 can hold, found '\\ud800'"
    assert path.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("step", ["write", "fsync", "replace"])
def test_a_full_disk_leaves_the_old_file(tmp_path, monkeypatch, step):
    path = tmp_path / "game.pgn"
    path.write_text("old", encoding="utf-8")

    def full(*_):
        raise OSError(errno.ENOSPC, "no space left")

    if step == "write":
        real = os.fdopen

        def opened(*args):
            file = real(*args)
            return type(
                "Full", (), {"__enter__": lambda self: self, "__exit__": lambda *_: file.close(), "write": full}
            )()

        monkeypatch.setattr(module.os, "fdopen", opened)
    elif step == "fsync":
        monkeypatch.setattr(module.os, "fsync", full)
    else:
        monkeypatch.setattr(module.Path, "replace", full)
    with pytest.raises(OSError, match="no space left"):
        save(GAME, path)
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_text_is_on_the_disk_before_the_old_file_goes(tmp_path, monkeypatch):
    steps = []
    real_sync, real_replace = os.fsync, module.Path.replace
    monkeypatch.setattr(module.os, "fsync", lambda number: (steps.append("fsync"), real_sync(number)))
    monkeypatch.setattr(module.Path, "replace", lambda self, to: (steps.append("replace"), real_replace(self, to)))
    save(GAME, tmp_path / "game.pgn")
    assert steps == ["fsync", "replace", "fsync"]


def test_a_folder_that_cannot_be_forced_is_no_error(tmp_path, monkeypatch):
    real = os.open

    def no_folders(path, flags, mode=0o777):
        if not flags & os.O_CREAT:
            raise PermissionError(path)
        return real(path, flags, mode)

    monkeypatch.setattr(module.os, "open", no_folders)
    save(GAME, tmp_path / "game.pgn")
    assert load(tmp_path / "game.pgn") == GAME


@pytest.mark.skipif(os.name != "posix", reason="permissions and links of POSIX")
def test_permissions_and_links_are_kept(tmp_path):
    real, link = tmp_path / "real.pgn", tmp_path / "link.pgn"
    real.write_text("old", encoding="utf-8")
    real.chmod(0o640)
    link.symlink_to(real)
    save(GAME, link)
    assert link.is_symlink()
    assert load(real) == GAME
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    before = os.umask(0o027)
    try:
        save(GAME, tmp_path / "new.pgn")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new.pgn").stat().st_mode) == 0o640
