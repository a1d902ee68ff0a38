"""A server that runs while its tables are being built: it answers by them as soon as they are there."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from urllib.parse import quote

import pytest

pytestmark = pytest.mark.slow
POSITION = "GGGGG/GGXXT/GGGXT/GXGGT/GGGGT t @0 c3 - #"


def test_tables_that_come_later_are_used_without_a_new_start(sliding, tmp_path):
    command = [sys.executable, "-m", "pointboard.cli.main", "serve", "--port", "0", "--workers", "1", "--no-solve"]
    environment = {**os.environ, "POINTBOARD_TABLES": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            said = ""
            while "/docs" not in said and (line := process.stdout.readline()):
                said += line
            base = re.search(r"http://127\.0\.0\.1:\d+", said)[0]

            def ask(path):
                with urllib.request.urlopen(base + path, timeout=60) as answer:  # noqa: S310 (our own server)
                    return answer.headers["etag"], json.loads(answer.read())

            def look():
                tag, best = ask(f"/v1/baghchal/best?obx={quote(POSITION)}&nodes=500")
                return tag.split("/")[1], best["evidence"], ask("/health")[1]["proved"][0]["ready"]

            tag, evidence, ready = look()
            assert (tag, evidence, ready) == ("tables-none", "search", 0)
            (tmp_path / "baghchal").symlink_to(sliding)
            tag, evidence, ready = look()
            assert tag != "tables-none"
            assert (evidence, ready) == ("table", 5)
            assert look() == (tag, evidence, ready)
        finally:
            process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
