"""Foreign codecs read untrusted bytes in a process of their own, with bounded memory, time and output.

A fault in compiled code ends the child and not the program that reads the file.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from pointboard.backgammon.record import codec
from pointboard.backgammon.record.faults import Place, RecordError
from pointboard.errors import MissingExtraError

__all__ = ["EXTRA", "REFUSED", "run"]

EXTRA = "matches"
"""The extra that brings the codec."""

REFUSED = 3
"""The exit code of a child that says in its output why it did not do it."""

_GRACE = 10  # seconds beside those of the processor


def run(mode: str, data: bytes, script: str | Path = codec.__file__) -> tuple[int, bytes]:
    """What a child wrote, 0 or ``REFUSED`` in front; RecordError where it was stopped or broke down.

    MissingExtraError where the codec is not installed.
    """
    if find_spec("ogxm") is None:
        raise MissingExtraError(EXTRA, "ogxm")
    paths = json.dumps([path for path in sys.path if path])
    with tempfile.TemporaryFile() as output:
        try:
            done = subprocess.run(  # noqa: S603 - this interpreter, our own script
                [sys.executable, "-I", str(script), paths, mode],
                input=data,
                stdout=output,
                stderr=subprocess.DEVNULL,
                timeout=codec.SECONDS + _GRACE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise _stopped("took too long") from None
        if done.returncode not in (0, REFUSED):
            raise _stopped(f"ended with {done.returncode}")
        output.seek(0)
        return done.returncode, output.read()


def _stopped(how: str) -> RecordError:
    return RecordError(f"the codec {how}: the file is damaged or too large", field="ogxm", place=Place(1, 1), text="")
