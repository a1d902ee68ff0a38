"""numpy for the solver, with the house's word where it or numba is missing."""

from __future__ import annotations

from importlib.util import find_spec

from pointboard import jit
from pointboard.errors import MissingExtraError

try:
    import numpy as np
except ImportError as error:  # pragma: no cover (tests have it)
    raise MissingExtraError("fast", "numpy") from error

__all__ = ["np", "require_compiler"]


def require_compiler() -> None:
    """MissingExtraError where kernels would run interpreted: the tables are too large for that."""
    if find_spec("numba") is None:
        raise MissingExtraError("fast", "numba")
    if not jit.enabled():
        raise ValueError("POINTBOARD_NUMBA=0 switches the compiler off, which the solver cannot do without")
