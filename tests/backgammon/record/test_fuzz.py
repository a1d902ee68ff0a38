"""Damaged files: cut anywhere, bytes flipped. What comes out is a match, and perhaps an error of the house."""

import random
import zlib
from itertools import product
from string import ascii_uppercase

import pytest

from pointboard.backgammon import record
from pointboard.backgammon.record import MatchRead, child, mat, ogxm, sgf, sgftree, xg
from pointboard.backgammon.record.course import replayed
from pointboard.backgammon.record.faults import MAX_BYTES
from pointboard.errors import PointboardError

TEXTS = ("selfplay7b.mat", "analysed3.mat", "selfplay7b.sgf", "dialects/server.mat", "dialects/two.mat")


def damaged(data, rng, count):
    for _ in range(count):
        kind, at = rng.randrange(4), rng.randrange(len(data))
        if kind == 0:
            yield data[:at]
        elif kind == 1:
            yield data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
        elif kind == 2:
            end = min(len(data), at + rng.randrange(200))
            yield data[:at] + data[end:]
        else:
            yield data[:at] + bytes(rng.choice(b'0123456789()[];:{}",/*\n') for _ in range(3)) + data[at + 1 :]


def judge(data, name=None):
    """Read bytes; the reads, whose matches must be true as far as they go."""
    try:
        reads = record.read_bytes(data, name)
    except PointboardError:
        return ()
    for read in reads:
        assert isinstance(read, MatchRead)
        assert read.error is None or isinstance(read.error, PointboardError)
        assert str(read.error)
    return reads


@pytest.mark.parametrize("name", TEXTS)
def test_damaged_texts(folder, name):
    rng, errors = random.Random(name), 0  # noqa: S311 (nothing secret)
    for data in damaged((folder / name).read_bytes(), rng, 10):
        for read in judge(data, name.rpartition(".")[2]):
            errors += read.error is not None
            assert replayed(read.match).match() == read.match
    assert errors > 2


def test_damaged_json(golden):
    rng, errors = random.Random(5), 0  # noqa: S311 (nothing secret)
    text = record.json.format(golden("dialects/server.mat")[0]).encode()
    for data in damaged(text, rng, 300):
        errors += sum(read.error is not None for read in judge(data, "json"))
    assert errors > 200


def test_damaged_xg_files(folder):
    rng, errors = random.Random(6), 0  # noqa: S311 (nothing secret)
    whole = (folder / "bgsage3.xg").read_bytes()
    for data in damaged(whole, rng, 25):
        errors += sum(read.error is not None for read in judge(data, "xg"))
    assert errors > 12


def test_damaged_records_of_xg_files(folder):
    """Behind the checksums: the records themselves."""
    rng = random.Random(7)  # noqa: S311 (nothing secret)
    stream, _ = xg._unpacked((folder / "bgsage3.xg").read_bytes())
    for data in damaged(stream[: 2560 * 40], rng, 25):
        reader = xg._Reader()
        try:
            reader.records(data[: len(data) // 2560 * 2560])
        except PointboardError as error:
            assert str(error)
        replayed(reader.course.match())


def test_damaged_ogxm_files(folder):
    rng, errors = random.Random(8), 0  # noqa: S311 (nothing secret)
    for name in ("gammonview3.ogxm", "selfplay.ogxms"):
        for data in damaged((folder / name).read_bytes(), rng, 4):
            errors += sum(read.error is not None for read in judge(data, "ogxm"))
    assert errors > 3


def test_parentheses_do_not_nest_too_deep():
    read = sgf.read("(;GM[6]" + "(;" * 200_000)
    assert str(read.error).endswith("expected at most 10000 open parentheses, found '('")
    read = sgf.read("(;GM[6]MI[length:3];W[31hefe]" + "(;C[x]" * 5000 + ")" * 5000 + ")")
    assert (read.error, len(read.match.games[0].plies)) == (None, 1)


def test_a_property_has_not_too_many_values():
    """A list of points stands for 25 times as many."""
    read = sgf.read("(;GM[6]C" + "[a]" * 10_001 + ")")
    assert str(read.error).endswith("expected at most 10000 values of a property, found '['")
    assert sgftree.parse("(;C" + "[a]" * 10_000 + ")").error is None


def test_a_node_may_have_many_properties():
    """Found in time that grows with their number, not with its square: 20,000 of them would take minutes."""
    names = ["".join(letters) for letters in product(ascii_uppercase, repeat=3)]
    tree = sgftree.parse("(;" + "".join(f"{name}[x]" for name in names) + ")").trees[0]
    assert [prop.name for prop in tree.nodes[0].properties] == names
    read = sgf.read("(;GM[6]" + "".join(f"{name}[x]" for name in names) + "AAA[x])")
    assert str(read.error).endswith("expected each property of a node once, not AAA twice, found 'A'")


def test_lines_are_counted(monkeypatch):
    """Each line with text costs memory, many times its own; lines without are passed over."""
    monkeypatch.setattr(mat, "_MAX_LINES", 5)
    text = " 3 point match\n\n\n Game 1\n A : 0    B : 0\n  1) 31: 8/5 6/5\n  2) 42: 8/4 6/4\n\n \n"
    assert len(mat.parse(text).games[0].plies) == 2
    error = mat.read(text + "  3) 11: 8/7\n").error
    assert str(error) == "text, line 10, column 1: expected at most 5 lines with text"


def test_lists_do_not_nest_too_deep():
    read = record.json.read("[" * 200_000)
    assert read.error.message == "expected a record, found values nested too deep"


def test_a_packed_stream_is_not_unpacked_beyond_its_limit(folder):
    data = (folder / "bgsage3.xg").read_bytes()
    with pytest.raises(record.RecordError, match="expected at most 1,000 unpacked bytes"):
        xg._inflated(zlib.compress(bytes(30_000_000)), 1000, 0)
    with pytest.raises(record.RecordError, match="a packed stream is cut off"):
        xg._inflated(zlib.compress(data)[:-20], len(data), 0)
    with pytest.raises(record.RecordError, match="a packed stream is damaged"):
        xg._inflated(b"no stream", 10, 0)


@pytest.mark.parametrize("read", [record.mat.read_all, record.json.read_all, lambda text: list(sgf.read_all(text))])
def test_a_text_of_more_than_50_megabytes_is_refused(read):
    with pytest.raises(record.RecordError, match=r"expected at most 50,000,000 bytes, found 50,000,001"):
        read(" " * (MAX_BYTES + 1))


@pytest.mark.parametrize("read", [ogxm.read_all, xg.read, record.read_bytes])
def test_a_file_of_more_than_50_megabytes_is_refused(read):
    with pytest.raises(record.RecordError, match=r"expected at most 50,000,000 bytes, found 50,000,001"):
        read(bytes(MAX_BYTES + 1))


def test_a_child_that_breaks_down_is_an_error(tmp_path):
    script = tmp_path / "crash.py"
    script.write_text("import os\nos.abort()\n", encoding="utf-8")
    with pytest.raises(record.RecordError, match=r"the codec ended with -6: the file is damaged or too large"):
        child.run("read", b"", script)


def test_a_child_that_takes_too_long_is_stopped(tmp_path, monkeypatch):
    script = tmp_path / "slow.py"
    script.write_text("import time\ntime.sleep(60)\n", encoding="utf-8")
    monkeypatch.setattr(child.codec, "SECONDS", 0)
    monkeypatch.setattr(child, "_GRACE", 0.2)
    with pytest.raises(record.RecordError, match="the codec took too long"):
        child.run("read", b"", script)


def test_a_child_has_bounded_memory(tmp_path):
    script = tmp_path / "big.py"
    script.write_text(
        f"import runpy\nrunpy.run_path({child.codec.__file__!r})['limit']()\n"
        "try:\n    data = bytes(2 << 30)\nexcept MemoryError:\n    print('bounded')\n",
        encoding="utf-8",
    )
    assert child.run("read", b"", script) == (0, b"bounded\n")


def test_many_comments_and_games_take_no_longer_than_they_are_long(started):
    """Reading is linear in the text: each of these took minutes where it was not."""
    match = record.mat.parse(started("  1) 31: 8/5 6/5", *["; x"] * 30_000))
    assert len(match.games[0].plies[0].comment) == 59_999
    games = "".join(f" Game {number}\n A : 0  B : 0\n" for number in range(2_000))
    assert len(record.mat.parse(f" 5 point match\n{games}").games) == 2_000
    match = sgf.parse("(;GM[6];W[31hefe]" + ";C[x]" * 30_000 + ")")
    assert len(match.games[0].plies[0].comment) == 59_999


@pytest.mark.parametrize(
    ("read_all", "text"),
    [
        (mat.read_all, " 3 point match\n" * 300),
        (record.json.read_all, "[" + ",".join(["{}"] * 300) + "]"),
        (sgf.read_all, "(;GM[1])" * 300),
    ],
)
def test_after_a_hundred_bad_matches_nothing_is_read(read_all, text):
    """The place of each error is looked for: thousands of them took minutes."""
    reads = list(read_all(text))
    assert len(reads) == 101
    said = "text, line 1, column 1: found 100 bad matches; what comes behind them is not read"
    assert [str(read.error) == said for read in reads] == [False] * 100 + [True]


def test_a_line_that_can_be_read_as_many_scores():
    """Twenty-five seconds for 24,000 characters, hours for a file of them."""
    text = " 3 point match\n Game 1\n " + "a : 0 " * 100_000 + "x"
    assert mat.read(text).error.message.startswith("expected both players with their scores")
    names = " 3 point match\n Game 1\n " + "a " * 200 + ": 0    " + "b " * 200 + ": 0\n"
    assert len(mat.parse(names).headers.white) == 399


def test_a_header_that_never_begins():
    """Found in time that grows with its length: a million blanks took ten minutes."""
    match = mat.parse("; [a" + " " * 1_000_000 + '\n; [ b c \t"d" ]\n 3 point match\n Game 1\n A : 0    B : 0\n')
    assert match.headers.extra == (("b c", "d"),)
    assert match.comment == "[a"
