"""What another program said of a position in a record, as it came: its name and level, plays, cube, equities.

Equities are those of the side that was to decide, as the program gives them; what is said of the cube is said for the
side that may double or has doubled, also where it stands with the take or the pass. Chances include: ``gammon`` counts
backgammons too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pointboard.errors import PositionError, Problem

__all__ = ["Analysis", "Chances", "CubeVerdict", "EvaluatedPlay", "Foreign"]

_ROUNDING = 1e-4


class Chances(NamedTuple):
    """The chances (0 to 1) of the side that decides; each includes the next: a backgammon is a gammon is a win."""

    win: float
    gammon: float
    backgammon: float
    lose_gammon: float
    lose_backgammon: float

    def status(self) -> tuple[Problem, ...]:
        """Every problem at once; empty when the chances can be. A ten-thousandth is forgiven as rounding.

        >>> [problem.flag for problem in Chances(0.9, 0.2, 0.3, 0, 0).status()]
        ['NESTING']
        """
        found = [
            Problem("RANGE", name, f"expected a chance from 0 to 1, found {value}")
            for name, value in zip(self._fields, self, strict=True)
            if not -_ROUNDING <= value <= 1 + _ROUNDING
        ]
        pairs = (
            ("gammon", self.gammon, "win", self.win),
            ("backgammon", self.backgammon, "gammon", self.gammon),
            ("lose_gammon", self.lose_gammon, "loss", 1 - self.win),
            ("lose_backgammon", self.lose_backgammon, "lose_gammon", self.lose_gammon),
        )
        for name, part, whole_name, whole in pairs:
            if part > whole + _ROUNDING:
                found.append(Problem("NESTING", name, f"{part} is more than {whole_name}, which includes it"))
        return tuple(found)

    def check(self) -> Chances:
        """The chances themselves; PositionError, with every problem, when they cannot be."""
        problems = self.status()
        if problems:
            raise PositionError(problems)
        return self


@dataclass(frozen=True, slots=True)
class EvaluatedPlay:
    """A play that was looked at: its text (``notation.plays``) and what is said of it, None for what is not said."""

    play: str
    equity: float | None = None
    chances: Chances | None = None
    level: str = ""
    played: bool = False


@dataclass(frozen=True, slots=True)
class CubeVerdict:
    """What is said of the cube: the equities of not doubling, of a double taken and of one passed.

    ``unit`` is empty for points of the cube, "mwc" for the chance of winning the match.
    """

    no_double: float | None = None
    double_take: float | None = None
    double_pass: float | None = None
    chances: Chances | None = None
    level: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What one program said at one ply.

    ``engine`` names the program, empty where the record does not; ``level`` is the level in its own words; ``plays``
    stand in its order, their equities in ``unit``, as that of a cube; ``luck`` is that of the roll, as an equity.
    """

    engine: str = ""
    level: str = ""
    plays: tuple[EvaluatedPlay, ...] = ()
    cube: CubeVerdict | None = None
    luck: float | None = None
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Foreign:
    """Something that a format says and the model has no place for, kept as it came: it is written back there alone.

    ``format`` is the format's name, ``name`` the property, ``values`` its texts.
    """

    format: str
    name: str
    values: tuple[str, ...]
