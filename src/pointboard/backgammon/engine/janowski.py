"""What chances are worth when there is a doubling cube, in money play (``cube``) and in matches.

Between a cube that is never turned again (dead) and one that is turned at the last right moment without a mistake
(live) the truth lies in between, and Janowski's formulas for money take it as 68 % of the way. The same is done here
for matches, where what is won are chances to win the match (``met``): a live cube makes the value a line over the
chance to win the game, with corners where a side passes. There the value is that of a lost or won game of the present
stake, and the point follows from the line of the next higher cube, up to the cube with which nobody needs more.

Equities are scaled so that a plain win and a plain loss of the stake are 1 and -1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from pointboard.backgammon.engine import met
from pointboard.backgammon.engine.cube import EFFICIENCY, equities
from pointboard.backgammon.engine.source import Stake
from pointboard.values import Chances

__all__ = ["Cubed", "cubed", "match_chance"]

_MOST = 20  # doubles after which a cube is taken as dead


@dataclass(frozen=True, slots=True)
class Cubed:
    """Equities of the side on roll without a double, and with one that is taken."""

    no_double: float
    double_take: float


def match_chance(mine: int, theirs: int, *, post: bool = False) -> float:
    """The chance to win a match from a score: the points that each side needs, 0 or less where it has won.

    By the Kazaross-XG2 table (``met``), as far as it reaches; for longer matches by R. Janowski's formula for match
    equities, 0.5 + 0.85 D / (T + 6) with the lead D and the trailer's way T. ``post``: the Crawford game is over.

    >>> match_chance(2, 3), round(match_chance(30, 40), 3), match_chance(-1, 1)
    (0.59947, 0.685, 1.0)
    """
    table = met.KAZAROSS_XG2
    if max(mine, theirs) <= table.length or min(mine, theirs) <= 0:
        return table.equity(mine, theirs, post=post)
    chance = 0.5 + 0.85 * abs(theirs - mine) / (max(mine, theirs) + 6)
    return chance if mine <= theirs else 1 - chance


@dataclass(frozen=True, slots=True)
class _Terms:
    """How much points won are worth, and how often the sizes of a game come."""

    chances: Chances
    worth: Callable[[int], float]
    away: tuple[int, int]

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
        wanted = self.worth(-cube if me else cube)
        for (low, below), (high, above) in pairwise(self._corners(2 * cube, me, left - 1)):
            if below <= wanted <= above:
                return low if above == below else low + (high - low) * (wanted - below) / (above - below)
        return 1.0  # pragma: no cover (the line rises from the worst end of a game to the best)


def cubed(chances: Chances, stake: Stake, *, alive: bool = True) -> Cubed:
    """The equities of the side on roll, whose chances and whose view of the stake these are.

    A cube that is not ``alive`` is never turned by anybody.

    >>> round(cubed(Chances(0.6), Stake(1, None, None, False)).no_double, 3)
    0.291
    >>> round(cubed(Chances(0.75), Stake(1, None, None, False)).double_take, 2)
    0.83
    """
    value, owner, away, crawford = stake
    if away is None:
        money = equities(chances, EFFICIENCY if alive else 0.0)
        no_double = {None: money.centred, True: money.own, False: money.opponent}[owner]
        return Cubed(no_double, money.double_take)
    mine, theirs = away
    post = 1 in away  # whatever comes after this game comes after the Crawford game

    def worth(points: int) -> float:
        return match_chance(mine - max(points, 0), theirs - max(-points, 0), post=post)

    terms, up, down = _Terms(chances, worth, away), worth(value), worth(-value)
    part = EFFICIENCY if alive and not crawford else 0.0

    def scaled(cube: int, owner: bool | None) -> float:  # noqa: FBT001 (as in Stake)
        dead = terms.dead(chances.win, cube)
        chance = dead + part * (terms.live(cube, owner) - dead) if part else dead
        return 2 * (chance - down) / (up - down) - 1

    taken = False
    return Cubed(scaled(value, owner), scaled(2 * value, taken))
