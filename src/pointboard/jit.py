"""Compiled kernels when numba is installed, the same functions interpreted otherwise.

A kernel is a plain function of integers and flat arrays, marked with ``@kernel``. The mark changes nothing: called by
its name it runs interpreted. ``load`` gives the form to run: compiled by numba (without the GIL) where it can be, the
function itself where not. Kernels call each other by name, and ``load`` compiles all that a kernel calls with it. Numba
is imported when the first kernel is loaded, not before.

Environment:

- ``POINTBOARD_NUMBA=0``: run everything interpreted.
- ``POINTBOARD_CACHE=0``: keep no compiled code on disk; any other value is the folder to keep it in.

Compiled code is kept in the user's cache folder (``XDG_CACHE_HOME``, ``~/.cache``; ``~/Library/Caches`` on macOS,
``LOCALAPPDATA`` on Windows), in a folder for each version of Pointboard, numba and Python, processor and kernel source.
One process at a time loads or builds there, behind a file lock; what it built is recorded with digests, and a folder
that does not match its record is emptied and built again, so that a broken entry never breaks a run. Where the folder
cannot be used (a full disk, a lock that cannot be had), kernels are compiled without it.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import importlib.util
import os
import platform
import shutil
import sys
import threading
from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from pointboard.folders import cache_home

if sys.platform == "win32":  # pragma: no cover (the other systems lock with fcntl)
    import msvcrt
else:
    import fcntl

__all__ = ["Ints", "cache_folder", "enabled", "flags", "integers", "kernel", "load", "zeros"]

F = TypeVar("F", bound=Callable[..., Any])

Ints = list[int]
"""A flat array of 64-bit integers, as kernels take it: numpy's where they are compiled, else a list or an array."""

_SIGNATURES: dict[FunctionType, str] = {}
_LOADED: dict[FunctionType, Any] = {}
_LOCK = threading.RLock()
_RECORD = "record.txt"


def kernel(signature: str = "") -> Callable[[F], F]:
    """Mark a function as a kernel; ``signature`` is numba's, needed for a kernel that is loaded by itself.

    >>> @kernel("int64(int64)")
    ... def twice(number):
    ...     return 2 * number
    >>> twice(21), load(twice)(21)
    (42, 42)
    """

    def mark(function: F) -> F:
        if not isinstance(function, FunctionType):
            raise TypeError(f"a kernel is a plain function, not {function!r}")
        _SIGNATURES[function] = signature
        return function

    return mark


def enabled() -> bool:
    """Whether kernels run compiled: numba is installed and ``POINTBOARD_NUMBA`` is not 0."""
    return os.environ.get("POINTBOARD_NUMBA") != "0" and _installed()


@cache
def _installed() -> bool:
    return importlib.util.find_spec("numba") is not None


def load(function: F) -> F:
    """The form of a kernel to run: compiled where ``enabled``, the function itself otherwise.

    The first call for a kernel takes seconds where nothing is cached yet. Safe from several threads and processes.
    """
    if not enabled():
        return function
    found: F | None = _LOADED.get(function)  # type: ignore[call-overload]
    if found is None:
        with _LOCK:
            found = _LOADED.get(function) or _compile(function)  # type: ignore[call-overload,arg-type]
            _LOADED[function] = found  # type: ignore[index]
    return found


def integers(values: Iterable[int]) -> Any:  # noqa: ANN401 (what it is depends on what is installed)
    """A flat array of 64-bit integers: numpy's where kernels are compiled, a list where they are interpreted.

    >>> list(integers(range(3))) == [0, 1, 2]
    True
    """
    if not enabled():
        return list(values)
    import numpy as np  # noqa: PLC0415 (comes with the extra "fast")

    return np.array(values if isinstance(values, list) else list(values), dtype=np.int64)


def zeros(length: int) -> Any:  # noqa: ANN401
    """A flat array of ``length`` zeros, as ``integers`` makes them.

    >>> len(zeros(3))
    3
    """
    if not enabled():
        return array("q", bytes(8 * length))
    import numpy as np  # noqa: PLC0415

    return np.zeros(length, dtype=np.int64)


def flags(buffer: Any) -> Any:  # noqa: ANN401 (anything that has a buffer)
    """A writable buffer (bytearray, shared memory) seen as bytes that kernels can read while others write them.

    ValueError for a buffer without a byte, or one that cannot be written.

    >>> stop = bytearray(1)
    >>> seen = flags(stop)
    >>> stop[0] = 1
    >>> int(seen[0])
    1
    """
    view = memoryview(buffer).cast("B")
    if not view:
        raise ValueError("a stop flag needs a byte")
    if view.readonly:
        raise ValueError("a stop flag must be writable, like a bytearray")
    if not enabled():
        return view
    import numpy as np  # noqa: PLC0415

    return np.frombuffer(view, dtype=np.uint8)


def cache_folder(sources: Iterable[Path] = ()) -> Path | None:
    """The folder for the compiled code of kernels written in ``sources``; None where it is switched off."""
    base = cache_home()
    if base is None:
        return None
    digest = hashlib.sha256()
    for path in sorted({*sources, Path(__file__)}):
        digest.update(path.read_bytes())
    import llvmlite.binding as llvm  # noqa: PLC0415
    import numba  # noqa: PLC0415

    processor = llvm.get_host_cpu_name()
    digest.update(llvm.get_host_cpu_features().flatten().encode())
    python = f"{sys.implementation.cache_tag}-{platform.machine()}"
    try:
        version = importlib.metadata.version("pointboard")
    except importlib.metadata.PackageNotFoundError:  # a checkout on the path; the digest tells versions apart
        version = "source"
    return base / f"{version}-numba{numba.__version__}-{python}-{processor}-{digest.hexdigest()[:16]}"


def _compile(function: FunctionType) -> Any:  # noqa: ANN401
    """The numba dispatcher of a kernel, compiled for its signature; from the cache where possible."""
    called = _called(function)
    with contextlib.suppress(Exception):  # a cache that fails, in any of many ways, is none; a kernel fails again below
        sources = {Path(one.__code__.co_filename) for one in called}
        folder = cache_folder(sources) if all(source.is_file() for source in sources) else None
        if folder is not None and _own_folder(folder):
            with _only_process(folder.with_name(f"{folder.name}.lock")):
                return _build_in(folder, function, called)
    return _build(function, called, None)


def _build_in(folder: Path, function: FunctionType, called: list[FunctionType]) -> Any:  # noqa: ANN401
    """As ``_build``, with the code of ``folder`` where it is whole."""
    if not _matches_record(folder):
        _empty(folder)
    try:
        dispatcher = _build(function, called, folder)
    except Exception:  # noqa: BLE001 (an entry that cannot be read fails in any of many ways: build it again)
        _empty(folder)
        dispatcher = _build(function, called, folder)
    with contextlib.suppress(OSError):  # without a record the folder is emptied next time
        _write_record(folder)
    return dispatcher


def _called(function: FunctionType) -> list[FunctionType]:
    """A kernel and all kernels that it calls, directly or not."""
    found = [function]
    for one in found:
        for name in one.__code__.co_names:
            other = one.__globals__.get(name)
            if isinstance(other, FunctionType) and other in _SIGNATURES and other not in found:
                found.append(other)
    return found


def _build(function: FunctionType, called: list[FunctionType], folder: Path | None) -> Any:  # noqa: ANN401
    """Make dispatchers of the kernels in ``called``, joined to each other, and compile ``function``."""
    import numba  # noqa: PLC0415

    _teach_bits()
    spaces = {one: dict(one.__globals__) for one in called}
    dispatchers: dict[FunctionType, Any] = {}
    for one in called:
        copy = FunctionType(one.__code__, spaces[one], one.__name__, one.__defaults__, one.__closure__)
        copy.__qualname__, copy.__module__ = one.__qualname__, one.__module__
        with _cache_in(numba, folder):
            dispatchers[one] = numba.njit(nogil=True, cache=folder is not None and one is function)(copy)
    for one in called:
        for name in one.__code__.co_names:
            other = one.__globals__.get(name)
            if isinstance(other, FunctionType) and other in dispatchers:
                spaces[one][name] = dispatchers[other]
    dispatcher = dispatchers[function]
    dispatcher.compile(_SIGNATURES[function])
    dispatcher.disable_compile()
    return dispatcher


@contextlib.contextmanager
def _cache_in(numba: ModuleType, folder: Path | None) -> Iterator[None]:
    """Let numba keep what is defined inside in ``folder``, and its own setting for everybody else."""
    before = numba.config.CACHE_DIR
    if folder is not None:
        numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


@cache
def _teach_bits() -> None:
    """Let compiled kernels call ``int.bit_count`` and ``int.bit_length`` of numbers that are not negative."""
    from numba import types  # noqa: PLC0415
    from numba.extending import intrinsic, overload_method  # noqa: PLC0415

    def ones(typingctx: Any, number: Any) -> Any:  # noqa: ANN401, ARG001
        return types.int64(types.int64), lambda _context, builder, _signature, args: builder.ctpop(args[0])

    def zeros_before(typingctx: Any, number: Any) -> Any:  # noqa: ANN401, ARG001
        def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:  # noqa: ANN401
            return builder.ctlz(args[0], context.get_constant(types.boolean, 0))

        return types.int64(types.int64), generate

    count: Any = intrinsic(ones)
    before: Any = intrinsic(zeros_before)
    overload_method(types.Integer, "bit_count")(lambda number: lambda number: count(number))  # noqa: ARG005, PLW0108
    overload_method(types.Integer, "bit_length")(lambda number: lambda number: 64 - before(number))  # noqa: ARG005


def _own_folder(folder: Path) -> bool:
    """Make the folder; whether it can be written and is the user's own (what is read from it is executed)."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return os.access(folder, os.W_OK) and (sys.platform == "win32" or folder.stat().st_uid == os.getuid())
    except OSError:
        return False


@contextlib.contextmanager
def _only_process(path: Path) -> Iterator[None]:
    """Wait until no other process is inside."""
    with path.open("a+b") as file:
        if sys.platform == "win32":  # pragma: no cover
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            if sys.platform == "win32":  # pragma: no cover
                file.seek(0)
                msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)


def _record(folder: Path) -> str:
    """A line for each file in the folder: its digest and its name."""
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()} {path.relative_to(folder).as_posix()}\n"
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != _RECORD
    )


def _matches_record(folder: Path) -> bool:
    """Whether the folder holds just what was recorded; a folder without a record must be empty."""
    try:
        return (folder / _RECORD).read_text("utf-8") == _record(folder)
    except OSError:
        return not any(folder.iterdir())
    except ValueError:
        return False  # the record itself is broken


def _write_record(folder: Path) -> None:
    text, path = _record(folder), folder / _RECORD
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def _empty(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
