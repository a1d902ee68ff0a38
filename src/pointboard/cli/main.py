"""``pointboard`` on the command line.

This module needs the standard library only, so that a missing extra gets a sentence and no traceback.
"""

from __future__ import annotations

import io
import os
import sys

from pointboard.errors import MissingExtraError

__all__ = ["main"]


def main() -> None:
    """Run the command line and exit: 0 good, 1 a bad position or an illegal move, 2 usage, 130 stopped by Ctrl-C."""
    _fill_closed_streams()
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)  # a letter that cannot be read or shown is no reason to fail
    try:
        from pointboard.cli.app import app  # noqa: PLC0415 - the first import that needs an extra

        app(prog_name="pointboard")
    except MissingExtraError as error:
        sys.stderr.write(f"pointboard: {error}\n")
        sys.exit(2)
    except KeyboardInterrupt:  # while the program was starting; the verbs see to it themselves
        sys.exit(130)


def _fill_closed_streams() -> None:
    """Let a standard stream that was closed (``2>&-``) be an empty one, for this program and for those it starts."""
    if None not in (sys.stdin, sys.stdout, sys.stderr):
        return
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:  # else a file that is opened later would be the output
        os.set_inheritable(descriptor, True)  # noqa: FBT003 - it has no name
    os.close(descriptor)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - it is never closed


if __name__ == "__main__":
    main()
