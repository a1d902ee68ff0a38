"""Our own bugs, each with its smallest input."""

import os
import subprocess
import sys


def test_a_recursive_kernel_survives_the_cache(tmp_path):
    """Read from the cache, the counting kernel called a version of itself that was not there, and the program died."""
    code = (
        "from pointboard.baghchal.engine.bulk import bulk_perft; from pointboard.baghchal.state import State\n"
        "print(bulk_perft(State.start(), 3))"
    )
    environment = {**os.environ, "POINTBOARD_CACHE": str(tmp_path)}
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "5052\n", "")
