"""Bearing off: exact distributions for one side, exact equities for both.

All of it computes with numpy; without the extra "fast" importing it is a MissingExtraError. numba makes it faster.
"""

import importlib.util as _util

from pointboard.errors import MissingExtraError as _MissingExtraError

if _util.find_spec("numpy") is None:
    raise _MissingExtraError("fast", "numpy")
