"""What all tests share: hypothesis without clock, database or chance, so that a run depends on nothing but the code.

Nor does it depend on the tables of proved values that this user may have built.
"""

import os
import signal
import tempfile
from pathlib import Path

from hypothesis import settings

settings.register_profile("house", deadline=None, derandomize=True, database=None)
settings.register_profile("explore", deadline=None, max_examples=2000)  # pytest --hypothesis-profile=explore
settings.load_profile("house")

os.environ["POINTBOARD_TABLES"] = str(Path(tempfile.gettempdir(), "pointboard-tests-have-no-tables"))

# A shell that starts the tests in its background lets them ignore Ctrl-C, and every program that they start and stop
# by it would inherit that and never end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
