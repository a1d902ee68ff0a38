"""The process that judges one record: ``python -m pointboard.api.records.child``.

It is started by ``jobs.Jobs``. A line of JSON on standard input says what to judge and how many bytes the record has,
which follow. It writes how far it is to standard output, a JSON line each, the last one with the reports or with what
was wrong. When standard input ends, the server is gone, and the process ends at once; what an engine has answered until
then is kept.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from threading import Thread
from typing import Any, BinaryIO

import pointboard.api.needed  # noqa: F401 (what is missing is told)

import msgspec
from msgspec import Struct

from pointboard import games
from pointboard.errors import MissingExtraError, PointboardError
from pointboard.folders import cache_home, can_hold
from pointboard.game import Game, ReadLike, RecordFormat
from pointboard.reports import Reports

__all__ = ["Said", "Wanted", "judge", "main"]

_NICE = 5  # a search that somebody waits for goes before


class Wanted(Struct, frozen=True):
    """What is to be judged: the game, the size of the record in bytes, and what the reports are asked for."""

    game: str
    size: int
    wishes: dict[str, Any]


class Said(Struct, frozen=True, omit_defaults=True):
    """How far the process is: ``done`` of ``count`` plies; at the end ``over``, and ``files`` or the ``problem``."""

    done: int = 0
    count: int = 0
    over: bool = False
    problem: str | None = None
    files: dict[str, str] = {}


def main() -> None:
    """Judge what comes on standard input, then end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this process
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever else is printed must not get between the lines
    if sys.platform != "win32":  # pragma: no branch
        os.nice(_NICE)
    stream = sys.stdin.buffer
    wanted = msgspec.json.decode(stream.readline(), type=Wanted)
    data = stream.read(wanted.size)
    Thread(target=_listen, args=(stream,), name="listen", daemon=True).start()

    def say(said: Said) -> None:
        out.write(msgspec.json.encode(said) + b"\n")

    say(judge(wanted, data, say))


def _listen(stream: BinaryIO) -> None:
    """Wait for the end of a stream on which nothing comes; then the process ends, whatever it is doing."""
    stream.read()
    os._exit(0)


def judge(wanted: Wanted, data: bytes, say: Callable[[Said], object]) -> Said:
    """Judge a record; the end, and before it how far it is whenever a ply is judged."""
    game = games.get(wanted.game)
    assert game.reports is not None  # noqa: S101 (the server asks of no other game)
    reports = game.reports()
    last = Said()

    def progress(done: int, count: int) -> None:
        nonlocal last
        last = Said(done, count)
        say(last)

    wishes = wanted.wishes
    home = cache_home()
    if "keep" in reports.wishes and home is not None and not can_hold(home):
        wishes = {**wishes, "keep": False}  # who asks over HTTP can do nothing about the folders of the server
    try:
        record = _only(game, reports, data)
        report = reports.judge(record, progress=progress, **wishes)
    except OSError as error:  # of the folder for what is kept
        return Said(last.done, last.count, over=True, problem=f"{error.filename}: {error.strerror}")
    except (PointboardError, MissingExtraError) as error:
        return Said(last.done, last.count, over=True, problem=str(error))
    return Said(last.count, last.count, over=True, files=_files(reports, report))


def _only(game: Game[Any, Any], reports: Reports, data: bytes) -> Any:  # noqa: ANN401 (any game's record)
    """The one thing to be judged in a file; PointboardError where it holds none or several, or has an error."""
    found: list[ReadLike] = list(_read_all(game, data))
    for read in found:
        if read.error is not None:
            raise read.error
    firsts = [one for one, before in zip(found, [None, *found], strict=False)
              if before is None or not reports.together(before.record, one.record)]  # fmt: skip
    if len(firsts) != 1:
        raise PointboardError(f"expected one record to judge, found {len(firsts)}")
    return firsts[0].record


def _read_all(game: Game[Any, Any], data: bytes) -> Any:  # noqa: ANN401 (what a format gives)
    """What a file holds, by the first format that knows it as its own; the game's main one where none does."""
    assert game.records is not None  # noqa: S101 (who judges records has some)
    kinds: list[RecordFormat] = list(game.records.formats.values())
    policy = game.records.repetitions[0]
    binary = next((kind for kind in kinds if kind.binary and kind.recognises(data)), None)
    if binary is not None:
        return binary.read_all(data, repetition=policy)
    try:
        text = data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise PointboardError("expected a record, found bytes that are no UTF-8") from None
    texts = [kind for kind in kinds if not kind.binary]
    kind = next((kind for kind in texts if kind.recognises(text)), texts[0])
    return kind.read_all(text, repetition=policy)


def _files(reports: Reports, report: Any) -> dict[str, str]:  # noqa: ANN401 (any game's report)
    """The report in every form, by what the names of such files end in."""
    return {end: reports.written(report, end) for end in reports.ends}


if __name__ == "__main__":
    main()
