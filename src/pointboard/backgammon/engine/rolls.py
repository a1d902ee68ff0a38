"""The rolls of two dice, and how many of the 36 throws each stands for."""

from __future__ import annotations

__all__ = ["ROLLS", "THROWS", "weight_of"]

THROWS = 36
"""In how many ways two dice can fall."""


def weight_of(low: int, high: int) -> int:
    """The throws that a roll stands for: one for a double, two for any other.

    >>> weight_of(3, 3), weight_of(2, 5)
    (1, 2)
    """
    return 1 if low == high else 2


ROLLS = tuple((low, high, weight_of(low, high)) for low in range(1, 7) for high in range(low, 7))
"""The 21 rolls, each with its weight; tables are laid out in this order."""
