"""The name for arrays in the solver's signatures, and the demand that kernels are compiled."""

from __future__ import annotations

from typing import Any

from pointboard import jit

__all__ = ["Array", "require_compiler"]

Array = Any
"""An array of numpy's."""


def require_compiler() -> None:
    """ValueError where kernels would run interpreted: the tables are too large for that."""
    if not jit.enabled():
        raise ValueError("POINTBOARD_NUMBA=0 switches the compiler off, which the solver cannot do without")
