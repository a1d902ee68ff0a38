# ruff: noqa: E501 - rows hold whole messages
"""XG's files: records changed by hand, and what is refused."""

import struct
import zlib

import pytest

from pointboard.backgammon.record import RecordError, xg


@pytest.fixture(scope="module")
def stream(folder_of_files):
    return xg._unpacked((folder_of_files / "bgsage3.xg").read_bytes())[0]


@pytest.fixture(scope="module")
def folder_of_files(request):
    return request.getfixturevalue("folder")


def changed(stream, row, form, at, value, *, count=None):
    data = bytearray(stream if count is None else stream[: 2560 * count])
    struct.pack_into("<" + form, data, row * 2560 + at, value)
    return bytes(data)


def read(data):
    reader = xg._Reader()
    reader.records(data)
    return reader.course.match()


def kinds(stream):
    return [stream[at + 8] for at in range(0, len(stream), 2560)]


def test_records_that_are_refused(stream):
    move = kinds(stream).index(3)
    cases = [
        (b"", "xg, line 1, column 1: expected records of 2560 bytes in temp.xg, found 0 bytes"),
        (stream[2560:], "match, line 1, column 1: record 1: expected the header of the match"),
        (stream[:2560] + stream[5120:], "game, line 1, column 2561: record 2: expected the header of a game"),
        (stream[:2560], "game, line 1, column 1: record 1: expected a game"),
        (stream[:2560] * 2, "match, line 1, column 2561: record 2: a second header of a match"),
        (changed(stream, 0, "i", 92, -1), "length, line 1, column 1: record 1: expected a match length from 0 to 999999, found -1"),
        (changed(stream, 1, "i", 12, -1), "score, line 1, column 2561: record 2: expected scores, found -1 and 0"),
        (changed(stream, move, "i", 64, 5), f"player, line 1, column {move * 2560 + 1}: record {move + 1}: expected the player 1 or -1, found 5"),
    ]  # fmt: skip
    for data, message in cases:
        with pytest.raises(RecordError) as error:
            read(data)
        assert str(error.value) == message


def test_plays_that_are_refused(stream):
    move = kinds(stream).index(3)
    with pytest.raises(ValueError, match="the record says itself that the play is illegal"):
        read(changed(stream, move, "i", 2480, 1))
    with pytest.raises(ValueError, match="the faces are 1 to 6"):
        read(changed(stream, move, "i", 100, 9))
    short = changed(changed(stream, move, "i", 100, 0, count=move + 1), move, "i", 104, 0)
    assert read(short).games[0].plies == ()


def test_small_things(stream):
    rows = kinds(stream)
    cube, end = rows.index(2), rows.index(4)
    match = read(changed(stream[: 2560 * (cube + 1)], cube, "i", 20, -1))
    assert str(match.games[0].plies[-1].event) == "double"
    with pytest.raises(ValueError, match="there are no beavers in a match"):
        read(changed(stream[: 2560 * (cube + 1)], cube, "i", 20, 2))
    held = read(changed(stream[: 2560 * (cube + 1)], cube, "i", 16, 0) + stream[2560 * rows.index(3) :][:0])
    assert str(held.games[0].plies[-1].event) != "double"
    assert read(changed(stream[: 2560 * (end + 1)], end, "i", 24, 0)).games[0].ended is not None
    assert (xg._level(6), xg._level(7), xg._level(-1), xg._level(1002), xg._level(12)) == (
        "7-ply",
        "level 7",
        "",
        "XG Roller++",
        "3-ply red",
    )
    assert (xg._day(float("nan")), xg._day(45_000.5), xg._rating(1650.4), xg._rating(0.0)) == (
        "",
        "2023-03-15",
        "1650",
        "",
    )
    assert (xg._equity(-1000.0), xg._equity(float("inf")), xg._equity(0.5)) == (None, None, 0.5)
    assert xg._points([24, 20, 5, -1, -1, -1, 0, 0]) == "25/21 6/0"
    assert xg._text(b"\x05Anna " + bytes(300), 40, 0) == "Anna"


def test_archives_that_are_refused(folder):
    data = (folder / "bgsage3.xg").read_bytes()
    cases = [
        (b"", "xg, line 1, column 1: expected RGMH"),
        (b"RGMH", "xg, line 1, column 5: expected the header, found the end"),
        (data[:8240], "xg, line 1, column 8241: expected the archive, found the end"),
        (data[:-3], "expected the end of an archive: the file is cut or no match file"),
        (data[:9000] + b"x" + data[9001:], "the checksum of the archive is another: the file is cut or changed"),
    ]  # fmt: skip
    for bad, message in cases:
        assert message in str(xg.read(bad).error)
        assert xg.read(bad).match.games[0].plies == ()
    assert xg.read(data).losses == ()
    with pytest.raises(RecordError, match="RGMH"):
        xg.parse(b"x")


def archive(*streams, lie=None):
    """A file with streams (name, bytes), packed as XG packs them."""
    body, rows = b"", b""
    for name, stream in streams:
        packed = zlib.compress(stream)
        row = bytearray(532)
        row[0] = len(name)
        row[1 : 1 + len(name)] = name.encode()
        crc = struct.unpack("<i", struct.pack("<I", zlib.crc32(stream)))[0]
        struct.pack_into("<4i", row, 512, len(stream), len(packed), len(body) if lie is None else lie, crc)
        rows, body = rows + bytes(row), body + packed
    index = zlib.compress(rows)
    whole = body + index
    tail = struct.pack("<I5i", zlib.crc32(whole), len(streams), 1, len(index), len(body), 1) + bytes(12)
    return b"RGMH" + bytes(8228) + whole + tail


def test_streams_of_an_archive(stream):
    found = xg.read(archive(("temp.xg", stream), ("temp.xgc", b"{rtf}"), ("temp.xgr", b"x")))
    assert (found.error, found.losses) == (None, ("comments", "rollout settings"))
    assert xg.read(archive(("temp.xgi", stream))).error.message == "expected a stream temp.xg in the archive"
    assert (
        xg.read(archive(("temp.xg", stream), lie=10**9)).error.message == "a stream of the archive lies outside of it"
    )
    bomb = xg.read(archive(("temp.xg", bytes(100_000_001)))).error
    assert bomb.message == "expected at most 100,000,000 unpacked bytes"
