"""Hypergammon solved: positions as numbers, the solver with its proven error bound, the prober.

All of it computes with numpy; without the extra "fast" importing it is a MissingExtraError.
"""

import importlib.util as _util

from pointboard.errors import MissingExtraError as _MissingExtraError

for _package in ("numpy", "numba"):
    if _util.find_spec(_package) is None:
        raise _MissingExtraError("fast", _package)
