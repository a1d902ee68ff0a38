"""How the tests of the command line run it: in this process, or as the real program."""

import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from pointboard.cli.app import app

# Nothing of the user's own settings; wide, so that no message is cut by the border of a box.
ENVIRONMENT = {"NO_COLOR": "", "FORCE_COLOR": "", "TERM": "xterm", "COLUMNS": "200", "PYTHONIOENCODING": "utf-8"}


class Run:
    """What a run gave: exit code, standard output, standard error."""

    def __init__(self, code, out, err):
        self.code = code
        self.out = out
        self.err = err

    @property
    def lines(self):
        return self.out.splitlines()


@pytest.fixture
def cli():
    """Run the command line in this process: ``cli("show", START, stdin=...)``."""

    def run(*arguments, stdin=None):
        result = CliRunner(env=ENVIRONMENT).invoke(
            app, [str(a) for a in arguments], input=stdin, prog_name="pointboard"
        )
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Run(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture
def program():
    """Run the real program, with pipes for its three streams: ``program("show", stdin=...)``."""

    def run(*arguments, stdin="", env=None):
        kept = {
            name: value
            for name, value in os.environ.items()
            if name in {"PATH", "HOME", "SYSTEMROOT", "TMPDIR", "POINTBOARD_TABLES"}
        }
        done = subprocess.run(
            [sys.executable, "-m", "pointboard.cli.main", *map(str, arguments)],
            input=stdin if isinstance(stdin, bytes) else stdin.encode(),
            capture_output=True,
            env={**kept, **ENVIRONMENT, **(env or {})},
            check=False,
            timeout=60,
        )
        return Run(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run
