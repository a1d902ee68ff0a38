"""Table files: what is written is read; what is cut, changed or foreign is refused by name, with what to do."""

import hashlib
import json
import os
import struct

import pytest

from pointboard.baghchal.engine.solve.files import FORMAT, Header, TableFile, write_table
from pointboard.baghchal.engine.solve.variant import BAGHCHAL, Variant
from pointboard.errors import PointboardError, TableError
from pointboard.tables import locked, remove_leftovers

BLOCKS = [b"first", b"", b"the third block"]
REMEDY = "; remove it and build it again: pointboard baghchal solve"


def header(**parts):
    known = {"name": "sliding-4", "rules": BAGHCHAL.rules, "goats": 20, "captures": 5, "coding": "deflate", "size": 9,
             "content": "00", "counts": ({"side": "g"},)}  # fmt: skip
    return Header(**known | parts)


@pytest.fixture
def path(tmp_path):
    return write_table(tmp_path, header(), BLOCKS)


def refusal(path, variant=BAGHCHAL):
    with pytest.raises(TableError) as error:
        TableFile(path, variant)
    assert error.value.path == path
    assert isinstance(error.value, PointboardError)
    text = str(error.value)
    assert text.startswith(f"{path} ")
    assert text.endswith(REMEDY)
    return text.removeprefix(f"{path} ").removesuffix(REMEDY)


def test_what_is_written_is_read(path):
    with TableFile(path, BAGHCHAL) as file:
        assert [file.block(number) for number in range(len(file))] == BLOCKS
        assert file.header == header()
        assert file.size == path.stat().st_size
        assert file.header.format == FORMAT == 1
        assert file.header.code.startswith("pointboard ")
    assert [one.name for one in path.parent.iterdir()] == ["sliding-4.table"]


def test_a_file_cut_anywhere_is_refused(path):
    data = path.read_bytes()
    for size in (0, 10, 24):
        path.write_bytes(data[:size])
        assert refusal(path) == "is no table of Bagh Chal"
    for size in (25, 28, 40, len(data) - sum(map(len, BLOCKS)) - 1):
        path.write_bytes(data[:size])
        assert refusal(path) == "is cut within its header"
    for wrong, text in ((data[:-1], len(data) - 1), (data + b"x", len(data) + 1)):
        path.write_bytes(wrong)
        assert refusal(path) == f"is cut: it has {text} bytes where {len(data)} belong"


def test_a_changed_header_is_refused(path):
    data = bytearray(path.read_bytes())
    data[60] ^= 1
    path.write_bytes(data)
    assert refusal(path) == "is changed: its header does not fit its seal"


def test_a_changed_block_is_refused_when_it_is_read(path):
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    with TableFile(path, BAGHCHAL) as file:
        assert file.block(0) == BLOCKS[0]
        with pytest.raises(TableError, match="is changed: its block 2 does not fit its digest; remove it"):
            file.block(2)


@pytest.mark.parametrize("wrong", [b"", b"POINTBOARD"])
def test_a_file_that_is_cut_while_it_is_open_is_refused(path, wrong):
    with TableFile(path, BAGHCHAL) as file:
        assert file.block(0) == BLOCKS[0]
        with path.open("r+b") as other:
            other.truncate(0)
            other.write(wrong)
        with pytest.raises(TableError, match="is changed: its block 2 does not fit its digest; remove it"):
            file.block(2)


def test_a_file_that_is_replaced_while_it_is_open_is_read_to_its_end(path):
    with TableFile(path, BAGHCHAL) as file:
        write_table(path.parent, header(), [b"other"])
        assert file.block(2) == BLOCKS[2]
        path.unlink()
        assert file.block(2) == BLOCKS[2]


def test_a_disk_that_fails_is_said(path, monkeypatch):
    def fails(*_):
        raise OSError(5, "Input/output error")

    with TableFile(path, BAGHCHAL) as file:
        monkeypatch.setattr(os, "pread", fails)
        with pytest.raises(TableError) as error:
            file.block(0)
    assert str(error.value) == f"{path} cannot be read: Input/output error"


def test_what_is_no_file_is_refused(path):
    path.unlink()
    with pytest.raises(FileNotFoundError):
        TableFile(path, BAGHCHAL)
    path.mkdir()
    with pytest.raises(TableError) as error:
        TableFile(path, BAGHCHAL)
    assert str(error.value) == f"{path} cannot be read: it is no regular file"


def test_a_foreign_file_is_refused(tmp_path, path):
    assert refusal(path, Variant(6, 2)) == f"is of another game ({BAGHCHAL.rules})"
    other = path.rename(tmp_path / "sliding-3.table")
    assert refusal(other) == "holds the table 'sliding-4'"
    other.write_bytes(b"TITLE,VALUE\n" * 100)
    assert refusal(other) == "is no table of Bagh Chal"


def test_another_format_is_refused(tmp_path):
    assert refusal(write_table(tmp_path, header(format=2), [])) == (
        "has format 2, and this version of Pointboard reads 1"
    )


def test_a_header_with_other_fields_is_refused(path):
    text = json.dumps({"format": 1}).encode()
    magic = path.read_bytes()[:25]
    top = magic + struct.pack("<I", len(text)) + text + struct.pack("<I", 0)
    path.write_bytes(top + hashlib.sha256(top).digest())
    assert refusal(path) == "has format 1, and this version of Pointboard reads 1"


def test_leftovers_go_and_nothing_else(tmp_path, path):
    (tmp_path / ".sliding-3.table.0123456789abcdef.tmp").write_bytes(b"half")
    (tmp_path / "notes.tmp").write_bytes(b"mine")
    with locked(tmp_path):
        remove_leftovers(tmp_path)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["lock", "notes.tmp", path.name]


def test_a_lock_is_free_again_after_an_error(tmp_path):
    with pytest.raises(ZeroDivisionError), locked(tmp_path):
        raise ZeroDivisionError
    with locked(tmp_path):
        pass
