"""What every verb does when it is cut short: quiet for a closed pipe and for Ctrl-C, a sentence for the rest."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import NoReturn, ParamSpec

import pointboard.cli.needed  # noqa: F401 - what is missing is told

import typer
from rich.console import Console

from pointboard.errors import MissingExtraError

__all__ = ["BROKEN_PIPE", "INTERRUPTED", "USAGE", "guarded"]

P = ParamSpec("P")

USAGE = 2
"""The exit code for a wrong call, a file that cannot be read or written, and a missing extra."""

INTERRUPTED = 130
"""The exit code after Ctrl-C: 128 and the number of SIGINT."""

BROKEN_PIPE = 141
"""The exit code when the reader of the output has gone: 128 and the number of SIGPIPE, as other programs end."""


def guarded(verb: Callable[P, None]) -> Callable[P, None]:
    """The verb, with its interruptions turned into exit codes. What is a fault of the program stays a traceback."""

    @wraps(verb)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            verb(*args, **kwargs)
            sys.stdout.flush()
        except BrokenPipeError:
            _drop_output()
            raise typer.Exit(BROKEN_PIPE) from None
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
        except MissingExtraError as error:
            _end(str(error))
        except FileExistsError as error:
            _end(f"{error.filename} is there already; --force replaces it")
        except OSError as error:
            if error.filename is None:  # the output itself, as on a full disk
                _drop_output()
            _end(f"{error.filename or 'output'}: {error.strerror}")

    return run


def _end(message: str) -> NoReturn:
    with suppress(OSError):  # there is nowhere else to say it, and the exit code says that something was wrong
        sys.stderr.write(f"pointboard: {message}\n")
        sys.stderr.flush()
    raise typer.Exit(USAGE) from None


def _leave(_: Console) -> NoReturn:
    """End as ``guarded`` does where the reader of styled text or of a help page has gone; rich would end with 1."""
    _drop_output()
    raise SystemExit(BROKEN_PIPE)


setattr(Console, "on_broken_pipe", _leave)  # noqa: B010 - typer makes the console of its help pages itself


def _drop_output() -> None:
    """Send what is still in the buffer to nowhere, so that the flush at exit does not complain."""
    with suppress(OSError), open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - os.devnull is no path of ours
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
