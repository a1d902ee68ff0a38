"""The values of options in the house's words: what was expected, what was found."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeVar

import pointboard.cli.needed  # noqa: F401 - what is missing is told

import typer

from pointboard.scan import shown

__all__ = ["number", "one_of", "whole"]

E = TypeVar("E", bound=StrEnum)

_MOST_DIGITS = 15


def whole(low: int, high: int | None = None) -> Callable[[Any], int]:
    """What reads a whole number of ASCII digits from ``low`` (0 or more) to ``high``, a usage error for anything else.

    >>> whole(1, 8)("5")
    5
    """
    wanted = f"a whole number from {low}" + (" up" if high is None else f" to {high}")

    def read(given: Any) -> int:  # noqa: ANN401 - a text, or the option's own default
        text = str(given)
        if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS:
            value = int(text)
            if value >= low and (high is None or value <= high):
                return value
        raise typer.BadParameter(f"expected {wanted}, found {shown(text)}")

    read.__name__ = "whole"
    return read


def number(low: float) -> Callable[[Any], float]:
    """What reads a finite number of at least ``low``, a usage error for anything else.

    >>> number(0.1)("1.5")
    1.5
    """

    def read(given: Any) -> float:  # noqa: ANN401 - a text, or the option's own default
        try:
            value = float(given)
        except ValueError:
            value = float("nan")
        if not low <= value < float("inf"):
            raise typer.BadParameter(f"expected a number from {low:g} up, found {shown(str(given))}")
        return value

    read.__name__ = "number"
    return read


def one_of(kind: type[E]) -> Callable[[Any], E]:
    """What reads the value of an enum, a usage error that lists them all for anything else."""

    def read(given: Any) -> E:  # noqa: ANN401 - a text, or the option's own default
        try:
            return kind(str(given))
        except ValueError:
            raise typer.BadParameter(f"expected {', '.join(kind)}, found {shown(given)}") from None

    read.__name__ = kind.__name__.lower()
    return read
