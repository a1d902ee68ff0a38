"""What all tests share: hypothesis without clock, database or chance, so that a run depends on nothing but the code.

Nor does it depend on the tables of proved values that this user may have built.
"""

import os
import tempfile
from pathlib import Path

from hypothesis import settings

settings.register_profile("house", deadline=None, derandomize=True, database=None)
settings.register_profile("explore", deadline=None, max_examples=2000)  # pytest --hypothesis-profile=explore
settings.load_profile("house")

os.environ["POINTBOARD_TABLES"] = str(Path(tempfile.gettempdir(), "pointboard-tests-have-no-tables"))
