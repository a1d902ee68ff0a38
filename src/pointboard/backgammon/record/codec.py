"""The side of the child process: bytes of OGXM through the ``ogxm`` package, and back; run by ``child``.

    python -I codec.py PATHS read|write

PATHS is the list of folders in which the parent process finds packages, as JSON. ``read`` takes a file and writes a
JSON value on each line: ``{"doc": ...}`` for each match, then perhaps ``{"error": "..."}``. ``write`` takes a JSON list
of documents and writes the bytes of the file, a stream where there are several. It holds itself to ``MEMORY`` and
``SECONDS``.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from typing import BinaryIO

__all__ = ["MEMORY", "OUTPUT", "SECONDS", "limit", "main", "read", "write"]

MEMORY = 1 << 30
SECONDS = 20
OUTPUT = 256 << 20


def limit() -> None:
    """Bound memory, processor time and output, where the system can do that."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    for kind, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_FSIZE, OUTPUT)):
        resource.setrlimit(kind, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def read(data: bytes) -> Iterator[dict[str, object]]:
    """The documents of a file, and the error that ends them."""
    import ogxm  # noqa: PLC0415 - in the child only

    if not ogxm.is_ogxm_binary(data):
        yield {"error": "expected OGXM at the start of the file"}
        return
    try:
        if data[4:5] != b"\x02":  # the first version has no streams
            yield {"doc": ogxm.binary_to_json(data)}
            return
        for member in ogxm.iter_stream(io.BytesIO(data)):
            yield {"doc": ogxm.binary_to_json(member)}
    except (ogxm.OgxmError, ogxm.StreamError, ValueError) as error:
        yield {"error": str(error)}


def write(documents: list[dict[str, object]]) -> bytes:
    """The bytes of a file; of a stream where there are several documents."""
    import ogxm  # noqa: PLC0415 - in the child only

    found = [ogxm.json_to_binary(document) for document in documents]
    if len(found) == 1:
        return bytes(found[0])
    stream = io.BytesIO()
    writer = ogxm.StreamWriter(stream)
    for member in found:
        writer.write(member)
    return stream.getvalue()


def main(mode: str, source: BinaryIO, target: BinaryIO) -> int:
    """Do what ``mode`` says; 0, or 3 with the reason as text where documents cannot be written."""
    data = source.read()
    if mode == "read":
        target.writelines(json.dumps(line).encode() + b"\n" for line in read(data))
        return 0
    try:
        target.write(write(json.loads(data)))
    except (RuntimeError, ValueError) as error:  # OgxmError is a RuntimeError
        target.write(str(error).encode())
        return 3
    return 0


if __name__ == "__main__":
    limit()
    sys.path[:0] = json.loads(sys.argv[1])
    sys.exit(main(sys.argv[2], sys.stdin.buffer, sys.stdout.buffer))
