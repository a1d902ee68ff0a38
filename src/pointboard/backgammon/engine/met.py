"""Match equities: the chance to win a match from a score, and what follows from it for gammons and doubles.

Scores are told in points *away*, what a side still needs, the own side first. A side that needs 0 or less has won. A
score in which a side is 1 away has two values: in the Crawford game, in which nobody may double, and after it.

Two tables: ``KAZAROSS_XG2``, whose figures most programs use, and what ``computed`` works out from a gammon rate.

Source of the recursion: N. Zadeh, "On doubling in tournament backgammon" (Management Science, 1977), for matches as a
tree of games with the cube; R. Janowski, "Take-points in money games" (1993), for mixing live and dead cubes. The
details are ours and stand in ``docs/match-equity.md``.
"""

# ruff: noqa: PLR0913 (a score is told in several numbers)

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from pointboard.backgammon.engine import met_xg2
from pointboard.errors import PointboardError
from pointboard.scan import fitting, shown

__all__ = [
    "KAZAROSS_XG2",
    "Swing",
    "Table",
    "Window",
    "computed",
    "equity",
    "gammon_value",
    "money_equity",
    "swing",
    "take_point",
    "window",
]


@dataclass(frozen=True, slots=True)
class Table:
    """Chances to win a match, 0 to 1, by the points away of both sides.

    ``before[i][j]`` is the chance of the side i + 1 away against one j + 1 away, before the Crawford game or, where one
    of them is 1 away, in it; ``after[i]`` of the side i + 1 away against one 1 away, after the Crawford game;
    ``source`` says where the figures come from.
    """

    name: str
    source: str
    before: tuple[tuple[float, ...], ...]
    after: tuple[float, ...]

    @property
    def length(self) -> int:
        """The greatest number of points away."""
        return len(self.after)

    def equity(self, us: int, them: int, *, post: bool = False) -> float:
        """The chance of the side ``us`` away to win the match against the side ``them`` away.

        ``post`` says that the Crawford game has been played, which matters where a side is 1 away. PointboardError
        where both sides have won, or one is farther away than the table reaches.

        >>> KAZAROSS_XG2.equity(2, 3), KAZAROSS_XG2.equity(1, 2), KAZAROSS_XG2.equity(1, 2, post=True)
        (0.59947, 0.67736, 0.51197)
        """
        us, them = fitting(int, us, "us"), fitting(int, them, "them")
        if us <= 0 or them <= 0:
            if us <= 0 and them <= 0:
                raise PointboardError(f"both sides have won: {shown(us)} and {shown(them)} points away")
            return 1.0 if us <= 0 else 0.0
        if max(us, them) > self.length:
            raise PointboardError(f"the table {self.name} reaches {self.length} points, not {shown(max(us, them))}")
        if post and us == 1:
            return round(1 - self.after[them - 1], 12)
        return self.after[us - 1] if post and them == 1 else self.before[us - 1][them - 1]


def _kazaross() -> Table:
    blocks = met_xg2.PRE_CRAWFORD.split("\n\n")
    rows = [[float(f"0.{word}") for word in block.split()] for block in blocks] + [[]]
    before = [
        [
            rows[i][j - i - 1] if i < j else 0.5 if i == j else round(1 - rows[j][i - j - 1], 12)
            for j in range(len(rows))
        ]
        for i in range(len(rows))
    ]
    after = tuple(float(f"0.{word}") for word in met_xg2.POST_CRAWFORD.split())
    return Table("Kazaross-XG2", "Neil Kazaross, 2011: rollouts", tuple(map(tuple, before)), after)


KAZAROSS_XG2 = _kazaross()
"""The table that GNU Backgammon, bgsage and eXtreme Gammon use, to 25 points away."""


def equity(us: int, them: int, *, post: bool = False, table: Table = KAZAROSS_XG2) -> float:
    """The chance of the side ``us`` away to win the match: ``Table.equity`` of the usual table.

    >>> equity(2, 3), equity(3, 2), equity(0, 5)
    (0.59947, 0.40053, 1.0)
    """
    return table.equity(us, them, post=post)


class Swing(NamedTuple):
    """The chances to win the match after each end of a game, and after a double that is passed.

    ``win``, ``gammon`` and ``backgammon`` are those after a game won so, ``lose``, ``lose_gammon`` and
    ``lose_backgammon`` after one lost so; ``cash`` after winning the cube as it stands before a double, ``drop`` after
    losing that.
    """

    win: float
    gammon: float
    backgammon: float
    lose: float
    lose_gammon: float
    lose_backgammon: float
    cash: float
    drop: float


def swing(
    us: int, them: int, cube: int = 1, *, crawford: bool = False, post: bool = False, table: Table = KAZAROSS_XG2
) -> Swing:
    """What a game at a score can lead to with the cube at ``cube``.

    ``crawford`` says that this is the Crawford game, ``post`` that it has been played. ``cash`` and ``drop`` are about
    half of ``cube``, the value before the double that made it so (that of ``cube`` itself where it is 1).

    >>> round(swing(4, 4, 2).win, 5)
    0.6687
    """
    us, them = fitting(int, us, "us"), fitting(int, them, "them")
    played = crawford or post

    def after(points: int) -> tuple[float, float]:
        return table.equity(us - points, them, post=played), table.equity(us, them - points, post=played)

    (win, lose), (gammon, lose_gammon), (triple, lose_triple) = (after(cube * size) for size in (1, 2, 3))
    cash, drop = after(max(cube // 2, 1))
    return Swing(win, gammon, triple, lose, lose_gammon, lose_triple, cash, drop)


def gammon_value(
    us: int, them: int, cube: int = 1, *, crawford: bool = False, post: bool = False, table: Table = KAZAROSS_XG2
) -> float:
    """What a gammon adds to a win, as a share of the distance between a plain win and a plain loss; in money it is 0.5.

    >>> round(gammon_value(2, 2), 3), gammon_value(1, 5, crawford=True)
    (0.91, 0.0)
    """
    s = swing(us, them, cube, crawford=crawford, post=post, table=table)
    return (s.gammon - s.win) / (s.win - s.lose)


def take_point(
    us: int, them: int, cube: int = 2, *, post: bool = False, gammons: float = 0.0, table: Table = KAZAROSS_XG2
) -> float:
    """The chance to win the game with which a double to ``cube`` is just a take, if the cube is never used again.

    ``gammons`` is the share of lost games that are gammons (won ones are none). With a cube that can be used the point
    is lower; ``cube.live_take_point`` has it for money, ``computed`` for matches.

    >>> round(take_point(3, 3), 4), round(take_point(2, 4), 4)
    (0.3017, 0.1989)
    """
    s = swing(us, them, cube, post=post, table=table)
    lose = s.lose + gammons * (s.lose_gammon - s.lose)
    return (s.drop - lose) / (s.win - lose)


class Window(NamedTuple):
    """The chances to win the game between which a double, and its take, are right: ``double`` to ``cash``."""

    double: float
    cash: float


def window(
    us: int,
    them: int,
    cube: int = 2,
    *,
    post: bool = False,
    gammons: tuple[float, float] = (0.0, 0.0),
    table: Table = KAZAROSS_XG2,
) -> Window:
    """The window for a double to ``cube`` in the last roll of a game, when no cube is used any more.

    Below ``double`` the doubler risks more than it gains, above ``cash`` the other side passes. ``gammons`` are the
    shares of our wins and of our losses that are gammons.

    >>> money = window(25, 25)
    >>> [round(point, 2) for point in money], [round(point, 3) for point in window(2, 4)]
    ([0.5, 0.75], [0.349, 0.629])
    """
    ours, theirs = gammons
    now = swing(us, them, cube // 2, post=post, table=table)
    then = swing(us, them, cube, post=post, table=table)

    def ends(s: Swing) -> tuple[float, float]:
        return s.win + ours * (s.gammon - s.win), s.lose + theirs * (s.lose_gammon - s.lose)

    (win, lose), (win_more, lose_more) = ends(now), ends(then)
    risk, gain = lose - lose_more, win_more - win
    return Window(risk / (risk + gain), (then.cash - lose_more) / (win_more - lose_more))


def money_equity(
    chance: float,
    us: int,
    them: int,
    cube: int = 1,
    *,
    crawford: bool = False,
    post: bool = False,
    table: Table = KAZAROSS_XG2,
) -> float:
    """A chance to win the match as an equity: 1 and -1 are the match after a plain win and a plain loss of the cube.

    This is the scale of ``values.Value.equity``.

    >>> round(money_equity(equity(4, 4), 4, 4), 3)
    0.0
    """
    s = swing(us, them, cube, crawford=crawford, post=post, table=table)
    return (2 * chance - s.win - s.lose) / (s.win - s.lose)


@cache
def computed(length: int, gammons: float = 0.26, efficiency: float = 0.68) -> Table:
    """A table worked out from a gammon rate, to ``length`` points (1 to 64).

    ``gammons`` is the share of games played to the end that are gammons, 0 to 1, alike for both sides;
    ``efficiency`` is how much of a perfectly live cube is real, 0 (dead) to 1 (live). Both sides are equally strong,
    backgammons are not counted, and a game's chances move without jumps. PointboardError for numbers out of range.

    >>> round(computed(7).equity(2, 3), 3)
    0.607
    """
    if not 1 <= length <= 64:
        raise PointboardError(f"length: expected 1 to 64 points, found {shown(length)}")
    for name, rate in (("gammons", gammons), ("efficiency", efficiency)):
        if not 0 <= rate <= 1:
            raise PointboardError(f"{name}: expected 0 to 1, found {shown(rate)}")
    after = _after_crawford(length, gammons)
    before = _before_crawford(length, gammons, efficiency, after)
    words = f"computed: {gammons:g} of the games gammons, cube efficiency {efficiency:g}"
    return Table(f"computed-{length}", words, before, after)


def _after_crawford(length: int, gammons: float) -> tuple[float, ...]:
    """The trailer doubles at once, since the leader wins the match with any win; the leader does what is better."""
    found = [0.5]

    def at(away: int) -> float:
        return found[away - 1] if away > 0 else 1.0

    for away in range(2, length + 1):
        taken = 0.5 * ((1 - gammons) * at(away - 2) + gammons * at(away - 4))
        found.append(min(taken, at(away - 1)))
    return tuple(found)


_Score = Callable[[int, int], float]


def _before_crawford(
    length: int, gammons: float, efficiency: float, after: tuple[float, ...]
) -> tuple[tuple[float, ...], ...]:
    rows = [[0.5] * length for _ in range(length)]

    def at(us: int, them: int) -> float:
        return 1.0 if us <= 0 else 0.0 if them <= 0 else rows[us - 1][them - 1]

    def trailer(away: int) -> float:
        return after[away - 1] if away > 0 else 1.0

    for away in range(2, length + 1):  # the Crawford game: no cube, and the leader needs no gammon
        chance = 0.5 * ((1 - gammons) * trailer(away - 1) + gammons * trailer(away - 2))
        rows[away - 1][0], rows[0][away - 1] = chance, 1 - chance
    for us in range(2, length + 1):
        for them in range(2, us):
            chance = _game(us, them, at, gammons, efficiency)
            rows[us - 1][them - 1], rows[them - 1][us - 1] = chance, 1 - chance
    return tuple(map(tuple, rows))


def _game(us: int, them: int, at: _Score, gammons: float, efficiency: float) -> float:
    """The chance to win the match before a game that begins even, with a centred cube at 1."""
    win, lose = _won(us, them, 1, at, gammons), _lost(us, them, 1, at, gammons)
    dead = (win + lose) / 2
    low = _take_chance(us, them, 1, at, gammons)  # below this we pass what they double
    high = 1 - _take_chance(them, us, 1, lambda a, b: 1 - at(b, a), gammons)  # above this they pass
    cash, drop = at(us - 1, them), at(us, them - 1)
    live = drop + (cash - drop) * (0.5 - low) / (high - low)
    return efficiency * live + (1 - efficiency) * dead


def _won(us: int, them: int, cube: int, at: _Score, gammons: float) -> float:
    return (1 - gammons) * at(us - cube, them) + gammons * at(us - 2 * cube, them)


def _lost(us: int, them: int, cube: int, at: _Score, gammons: float) -> float:
    return (1 - gammons) * at(us, them - cube) + gammons * at(us, them - 2 * cube)


def _take_chance(us: int, them: int, cube: int, at: _Score, gammons: float) -> float:
    """The chance to win the game at which we just take a double from ``cube``, if the cube is perfectly live.

    After the take we own the cube at 2 ``cube``. Our chances to win the match then go in a straight line from a lost
    game to the point at which the other side just passes our own double, where we win 2 ``cube``; or to a won game
    where 2 ``cube`` points are all we need, since we do not double any more.
    """
    doubled = 2 * cube
    lost, dropped = _lost(us, them, doubled, at, gammons), at(us, them - cube)
    if us <= doubled:
        top, best = 1.0, _won(us, them, doubled, at, gammons)
    else:
        top = 1 - _take_chance(them, us, doubled, lambda a, b: 1 - at(b, a), gammons)
        best = at(us - doubled, them)
    return top * (dropped - lost) / (best - lost)
