"""A server on a free port whose search processes misbehave on demand: ``double_server.py JSON``, the settings."""

import json
import sys
from pathlib import Path

from pointboard.api.server import serve
from pointboard.api.settings import Settings

DOUBLE = (sys.executable, "-P", str(Path(__file__).with_name("double_worker.py")))

if __name__ == "__main__":
    changes = {"workers": 1, "worker_command": DOUBLE, "max_seconds": 600, **json.loads(sys.argv[1])}
    sys.exit(serve(port=0, settings=Settings(**changes)))
