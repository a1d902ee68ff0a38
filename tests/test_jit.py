"""Compiled kernels and their cache: broken entries, several processes at once, switches."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pointboard import jit
from pointboard.baghchal.engine import kernels

NEEDS_NUMBA = pytest.mark.skipif(not jit.enabled(), reason="numba is not installed")

SMALL = """
from pointboard import jit

@jit.kernel()
def one(number):
    return number.bit_count()

@jit.kernel("int64(int64)")
def both(number):
    return one(number) * 100 + number.bit_length()
"""
RUN = "import small, sys; from pointboard import jit; print(jit.load(small.both)(0b1011), 'numba' in sys.modules)"


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.delenv("POINTBOARD_NUMBA", raising=False)
    monkeypatch.setenv("POINTBOARD_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def small(tmp_path, cache):  # noqa: ARG001
    """A small module of kernels; ``small.run()`` is what a new process would do."""
    path = tmp_path / "small.py"
    path.write_text(SMALL)
    spec = importlib.util.spec_from_file_location("small", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    def run():
        jit._LOADED.pop(module.both, None)
        return jit.load(module.both)(0b1011)

    module.run = run
    yield module
    jit._LOADED.pop(module.both, None)
    for function in (module.one, module.both):
        del jit._SIGNATURES[function]


def start(folder, code=RUN, **environment):
    """Begin a new process that sees ``small``."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("POINTBOARD", "NUMBA", "COV"))}
    clean |= {"PYTHONPATH": str(folder), "POINTBOARD_CACHE": str(folder / "cache")} | environment
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", code], env=clean, stdout=pipe, stderr=pipe, text=True)


def entries(cache):
    return sorted(path for path in cache.rglob("*") if path.suffix in {".nbi", ".nbc"})


def test_interpreted_it_is_the_function_itself(monkeypatch):
    monkeypatch.setenv("POINTBOARD_NUMBA", "0")
    assert not jit.enabled()
    assert jit.load(kernels.perft) is kernels.perft
    assert jit.integers(iter((1, 2))) == [1, 2]
    assert list(jit.zeros(3)) == [0, 0, 0]
    flag = bytearray(2)
    view = jit.flags(flag)
    flag[0] = 5
    assert (view[0], len(view)) == (5, 2)


def test_without_numba(monkeypatch):
    monkeypatch.delenv("POINTBOARD_NUMBA", raising=False)
    monkeypatch.setattr(jit, "_installed", lambda: False)
    assert not jit.enabled()


@NEEDS_NUMBA
def test_compiled_arrays():
    assert jit.integers([1, 2]).dtype == jit.integers(iter((1, 2))).dtype == jit.zeros(1).dtype == "int64"
    flag = bytearray(1)
    view = jit.flags(memoryview(flag))
    flag[0] = 7
    assert view[0] == 7


@NEEDS_NUMBA
def test_a_kernel_is_compiled_once():
    assert jit.load(kernels.spread) is jit.load(kernels.spread)
    assert jit.load(kernels.spread) is not kernels.spread


@pytest.mark.parametrize(
    ("buffer", "message"),
    [(b"1", "a stop flag must be writable, like a bytearray"), (bytearray(), "a stop flag needs a byte")],
)
def test_flags_are_writable_bytes(buffer, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        jit.flags(buffer)


def test_only_functions_are_kernels():
    with pytest.raises(TypeError, match="a kernel is a plain function, not 3"):
        jit.kernel()(3)


@NEEDS_NUMBA
def test_code_is_kept_and_used_again_by_the_next_process(small, cache, tmp_path):
    assert small.both(0b1011) == 304
    stamps = []
    for _ in range(2):
        said, wrong = start(tmp_path).communicate()
        assert (said, wrong) == ("304 True\n", "")
        stamps.append({path.name: path.stat().st_mtime_ns for path in entries(cache)})
    assert len(stamps[0]) == 2
    assert stamps[0] == stamps[1]


@NEEDS_NUMBA
@pytest.mark.parametrize("kind", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", [b"", b"garbage", None])
def test_a_broken_entry_is_built_again(small, cache, kind, damage):
    small.run()
    path = next(path for path in entries(cache) if path.suffix == kind)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]) if damage is None else damage)
    assert small.run() == 304
    assert len(path.read_bytes()) > len(damage or b"")
    record = next(cache.rglob("record.txt"))
    assert record.read_text() == jit._record(record.parent)


@NEEDS_NUMBA
@pytest.mark.parametrize("text", [b"", b"\xff\xfe", b"00 small.nbi\n", None])
def test_a_broken_record_empties_the_folder(small, cache, text):
    small.run()
    record = next(cache.rglob("record.txt"))
    if text is None:
        record.unlink()
    else:
        record.write_bytes(text)
    stray, file = record.with_name("stray"), record.with_name("file")
    stray.mkdir()
    file.write_text("")
    assert small.run() == 304
    assert record.read_text() == jit._record(record.parent) != ""
    assert not stray.exists()
    assert not file.exists()


@NEEDS_NUMBA
@pytest.mark.parametrize("kind", [".nbi", ".nbc"])
def test_unreadable_code_is_built_again_even_where_its_digest_fits(small, cache, kind):
    small.run()
    path = next(path for path in entries(cache) if path.suffix == kind)
    path.write_bytes(b"garbage")
    record = next(cache.rglob("record.txt"))
    record.write_text(jit._record(record.parent))
    assert small.run() == 304
    assert path.read_bytes() != b"garbage"


@NEEDS_NUMBA
def test_many_processes_build_at_once(small, cache, tmp_path):
    """GN105: processes that wrote one cache at the same time left an entry that failed on every later run."""
    children = [start(tmp_path) for _ in range(4)]
    for child in children:
        out, error = child.communicate(timeout=300)
        assert (out.strip(), error) == ("304 True", "")
    files = entries(cache)
    assert len(files) == 2
    assert small.run() == 304
    assert entries(cache) == files


@NEEDS_NUMBA
def test_the_cache_can_be_switched_off(small, cache, monkeypatch):
    monkeypatch.setenv("POINTBOARD_CACHE", "0")
    assert small.run() == 304
    assert not cache.exists()


@NEEDS_NUMBA
def test_a_folder_that_cannot_be_made(small, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("POINTBOARD_CACHE", str(tmp_path / "file" / "in"))
    assert small.run() == 304


@NEEDS_NUMBA
def test_a_folder_of_somebody_else_is_not_used(small, cache, monkeypatch):
    monkeypatch.setattr(jit.os, "getuid", lambda: -1)
    assert small.run() == 304
    assert not entries(cache)


def test_numba_can_be_switched_off(small, monkeypatch, tmp_path):
    monkeypatch.setenv("POINTBOARD_NUMBA", "0")
    assert small.run() == 304
    child = start(tmp_path, POINTBOARD_NUMBA="0")
    assert child.communicate(timeout=300) == ("304 False\n", "")


@NEEDS_NUMBA
def test_kernels_without_a_file_are_not_kept(cache):
    space = {}
    exec(compile(SMALL, "<typed in>", "exec"), space)  # noqa: S102
    assert jit.load(space["both"])(1) == 101
    assert not cache.exists()


@NEEDS_NUMBA
def test_the_users_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("POINTBOARD_CACHE", raising=False)
    monkeypatch.setattr(jit.sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert jit.cache_folder().parent == tmp_path / "pointboard"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative/paths/are/not/followed")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert jit.cache_folder().parent == tmp_path / ".cache" / "pointboard"
    monkeypatch.setenv("POINTBOARD_CACHE", "0")
    assert jit.cache_folder() is None


@NEEDS_NUMBA
def test_the_folder_follows_the_source(tmp_path):
    source = tmp_path / "source.py"
    source.write_text("1")
    first = jit.cache_folder([source])
    source.write_text("2")
    assert jit.cache_folder([source]) != first
    assert jit.cache_folder([Path(jit.__file__)]) == jit.cache_folder()


@NEEDS_NUMBA
def test_the_users_own_setting_of_numba_stays(small, monkeypatch):
    import numba  # noqa: PLC0415

    monkeypatch.setattr(numba.config, "CACHE_DIR", "mine")
    small.run()
    assert numba.config.CACHE_DIR == "mine"


def test_importing_the_engine_does_not_import_numba(tmp_path):
    code = "import sys, pointboard.baghchal.engine.choose; print([m for m in ('numba', 'numpy') if m in sys.modules])"
    assert start(tmp_path, code).communicate(timeout=300) == ("[]\n", "")


def _full(*_args):
    raise OSError(28, "No space left on device")


@NEEDS_NUMBA
@pytest.mark.parametrize("name", ["_matches_record", "_empty", "_only_process"])
def test_a_cache_that_fails_is_none(small, cache, monkeypatch, name):
    """A full disk or a lock that cannot be had ended the search, though only the cache was in trouble."""
    small.run()
    next(cache.rglob("record.txt")).write_text("wrong")
    monkeypatch.setattr(jit, name, _full)
    assert small.run() == 304


@NEEDS_NUMBA
def test_code_that_cannot_be_written_is_not_kept(small, cache, monkeypatch):
    from numba.core.caching import IndexDataCacheFile  # noqa: PLC0415

    monkeypatch.setattr(IndexDataCacheFile, "save", _full)
    assert small.run() == 304
    assert not entries(cache)


@NEEDS_NUMBA
def test_a_record_that_cannot_be_written_costs_nothing(small, cache, monkeypatch):
    builds = []
    build = jit._build
    monkeypatch.setattr(jit, "_build", lambda *args: builds.append(args) or build(*args))
    monkeypatch.setattr(jit, "_write_record", _full)
    assert small.run() == 304
    assert len(builds) == 1
    monkeypatch.undo()
    monkeypatch.setenv("POINTBOARD_CACHE", str(cache))
    assert small.run() == 304  # what has no record is built again
    record = next(cache.rglob("record.txt"))
    assert record.read_text() == jit._record(record.parent)


@NEEDS_NUMBA
def test_a_lock_that_is_no_file(small, cache):
    small.run()
    lock = next(cache.glob("*.lock"))
    lock.unlink()
    lock.mkdir()
    assert small.run() == 304


@NEEDS_NUMBA
def test_a_kernel_that_cannot_be_compiled_says_so(small, monkeypatch):
    def wrong(*_args):
        raise KeyError("a kernel of its own")

    monkeypatch.setattr(jit, "_build", wrong)
    with pytest.raises(KeyError, match="a kernel of its own"):
        small.run()


@NEEDS_NUMBA
def test_the_cache_of_a_checkout_that_is_not_installed(monkeypatch, tmp_path):
    def missing(name):
        raise jit.importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setenv("POINTBOARD_CACHE", str(tmp_path))
    monkeypatch.setattr(jit.importlib.metadata, "version", missing)
    assert jit.cache_folder().name.startswith("source-numba")
