"""What chances are worth when there is a doubling cube: Janowski's formula, for money and for matches.

Between a cube that is never turned again (dead) and one that is turned at the last right moment without a mistake
(live) the truth lies in between, and the formula takes it as 68 % of the way (R. Janowski, "Take-points in money
games", 1993). A live cube makes the value a line between the points at which a side passes: there the value is that of
a lost or won game of the present stake. In a match values are chances to win it; the points at which a side passes
follow from the next higher cube, up to the cube with which nobody needs more. In money every cube is like the last.

Equities are scaled so that a plain win and a plain loss of the stake are 1 and -1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from pointboard.backgammon.engine.source import Stake
from pointboard.values import Chances

__all__ = ["LIVELINESS", "Cubed", "cubed", "match_chance"]

LIVELINESS = 0.68
"""How much of the cube's life is left in it, from dead (0) to live (1)."""

_MOST = 12  # doubles after which a cube is taken as dead; no match that is read is longer


@dataclass(frozen=True, slots=True)
class Cubed:
    """Equities of the side on roll without a double, and with one that is taken."""

    no_double: float
    double_take: float


def match_chance(mine: int, theirs: int) -> float:
    """The chance to win a match from a score: the points that are still to be won, 0 or less for a match that is over.

    Source: R. Janowski's formula for match equities, 0.5 + 0.85 D / (T + 6) with the lead D and the trailer's way T.

    >>> match_chance(3, 3), round(match_chance(2, 4), 3), match_chance(0, 1)
    (0.5, 0.67, 1.0)
    """
    if mine <= 0 or theirs <= 0:
        return 1.0 if mine <= 0 else 0.0
    chance = 0.5 + 0.85 * abs(theirs - mine) / (max(mine, theirs) + 6)
    return chance if mine <= theirs else 1 - chance


@dataclass(frozen=True, slots=True)
class _Terms:
    """How much points won are worth, and how often the sizes of a game come."""

    chances: Chances
    worth: Callable[[int], float]
    away: tuple[int, int] | None

    def won(self, cube: int) -> float:
        """The worth of an average win."""
        win, chances = self.chances.win, self.chances
        return self._average(win, chances.gammon, chances.backgammon, cube)

    def lost(self, cube: int) -> float:
        """The worth of an average loss."""
        chances = self.chances
        return self._average(1 - chances.win, chances.lose_gammon, chances.lose_backgammon, -cube)

    def _average(self, total: float, double: float, triple: float, cube: int) -> float:
        if total <= 0:
            return self.worth(cube)
        shares = ((total - double), (double - triple), triple)
        return sum(share * self.worth(size * cube) for size, share in enumerate(shares, 1)) / total

    def needs(self, cube: int, *, me: bool) -> bool:
        """Whether a side has any use for a double from ``cube``."""
        if self.away is None:
            return True
        return self.away[0 if me else 1] > cube

    def dead(self, win: float, cube: int) -> float:
        """The value where the cube is not turned any more."""
        return win * self.won(cube) + (1 - win) * self.lost(cube)

    def live(self, cube: int, owner: bool | None, left: int = _MOST) -> float:  # noqa: FBT001 (as in Stake)
        """The value with a live cube that is mine (True), theirs (False) or centred (None)."""
        win = self.chances.win
        (low, below), (high, above) = next(
            pair for pair in pairwise(self._corners(cube, owner, left)) if win <= pair[1][0]
        )
        return below if high == low else below + (above - below) * (win - low) / (high - low)

    def _corners(self, cube: int, owner: bool | None, left: int) -> list[tuple[float, float]]:  # noqa: FBT001
        """The corners of the line of values over the chance to win, from 0 to 1."""
        corners = [(0.0, self.lost(cube)), (1.0, self.won(cube))]
        if owner is not True and self.needs(cube, me=False) and left:
            corners.append((self._passes(cube, left, me=True), self.worth(-cube)))
        if owner is not False and self.needs(cube, me=True) and left:
            corners.append((self._passes(cube, left, me=False), self.worth(cube)))
        return sorted(corners)

    def _passes(self, cube: int, left: int, *, me: bool) -> float:
        """The chance to win at which a side takes or passes a double from ``cube``, all the same to it."""
        if self.away is None:
            won, lost = self.won(1), -self.lost(1)
            return (lost - 0.5) / (won + lost + 0.5) if me else (lost + 1) / (won + lost + 0.5)
        wanted = self.worth(-cube if me else cube)
        for (low, below), (high, above) in pairwise(self._corners(2 * cube, me, left - 1)):
            if below <= wanted <= above:
                return low if above == below else low + (high - low) * (wanted - below) / (above - below)
        return 1.0


def cubed(chances: Chances, stake: Stake, *, alive: bool = True) -> Cubed:
    """The equities of the side on roll, whose chances and whose view of the stake these are.

    A cube that is not ``alive`` is never turned by anybody.

    >>> round(cubed(Chances(0.6), Stake(1, None, None, False)).no_double, 3)
    0.291
    >>> round(cubed(Chances(0.75), Stake(1, None, None, False)).double_take, 2)
    0.83
    """
    value, mine, away, crawford = stake
    if away is None:
        terms = _Terms(chances, float, None)
    else:
        mine_away, their_away = away
        terms = _Terms(
            chances,
            lambda points: match_chance(mine_away - max(points, 0), their_away - max(-points, 0)),
            away,
        )
    cube = 1 if away is None else value
    up, down = terms.worth(cube), terms.worth(-cube)
    turned = alive and not crawford

    def scaled(worth: float) -> float:
        return 2 * (worth - down) / (up - down) - 1

    def both(cube: int, owner: bool | None) -> float:  # noqa: FBT001 (as in Stake)
        dead = terms.dead(chances.win, cube)
        return dead + LIVELINESS * (terms.live(cube, owner) - dead) if turned else dead

    theirs = False
    return Cubed(scaled(both(cube, mine)), scaled(both(2 * cube, theirs)))
