"""The built-in estimate of the chances in a position: formulas, without a search and without another program.

- A race (no checker has to pass another) is judged by pip counts. Each side's count is raised by what its position will
  waste, after Keith's count (T. Keith, "Cube handling in noncontact positions", 2004): 2 for each checker beyond the
  first on the 1-point, 1 for each beyond the first on the 2-point and beyond the third on the 3-point, 1 for each empty
  point among 4 to 6. The chance of the side on roll is then Kleinman's (D. Kleinman, "Vision laughs at counting",
  1980): the normal distribution at (D + 4) / sqrt(2 (S - 4)) for the difference D and the sum S of the counts.
- A gammon in a race is judged by the rolls that the loser needs to bear off one checker and the winner to bear off all.
- A position with contact is judged by the features of ``features``, weighed in five logistic formulas: the chance to
  win, of a gammon among wins and among losses, of a backgammon among gammons. The weights (``weights``) were fitted to
  the chances that bgsage 1ply gives to 60,000 positions after plays (``bench/fit_estimate.py``).
- What the next two rolls decide is counted, not estimated (``lastroll``): a side wins at least as often as it bears off
  its last checkers at once.

Where the exact tables know a position they are asked first (``best``), not this.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, exp, sqrt

from pointboard.backgammon.board import Side
from pointboard.backgammon.engine.features import contact, features, halves
from pointboard.backgammon.engine.lastroll import clears
from pointboard.backgammon.engine.weights import BACKGAMMON, GAMMON, LOSE_BACKGAMMON, LOSE_GAMMON, WIN
from pointboard.backgammon.rules import outcome
from pointboard.backgammon.state import State
from pointboard.values import Chances

__all__ = ["effective_pips", "estimate", "race_win"]

_PIPS_A_ROLL = 49 / 6  # the average roll: 8 1/6
_LOST_AT_END = 7.0  # pips of the last rolls that bear off nothing, on average
_ROLL_SPREAD = 1.1  # rolls by which a race of a dozen rolls strays (one standard deviation)


def effective_pips(counts: Sequence[int]) -> float:
    """A side's pip count with what its position will waste, by Keith's count; ``counts`` in its own numbering.

    >>> effective_pips([0, 3, 2, 0, 1, 1, 1] + [0] * 19)
    27.0
    """
    waste = 2 * max(counts[1] - 1, 0) + max(counts[2] - 1, 0) + max(counts[3] - 3, 0)
    waste += sum(1 for point in (4, 5, 6) if not counts[point])
    return float(sum(point * counts[point] for point in range(1, 26)) + waste)


def race_win(mine: float, theirs: float) -> float:
    """The chance of the side on roll to win a race, by Kleinman's formula; ``mine`` and ``theirs`` are pip counts.

    >>> round(race_win(100, 100), 3), round(race_win(80, 88), 3)
    (0.58, 0.746)
    """
    total = max(mine + theirs - 4, 1.0)
    return _normal((theirs - mine + 4) / sqrt(2 * total))


def _normal(x: float) -> float:
    return (1 + erf(x / sqrt(2))) / 2


def estimate(state: State, side: Side) -> Chances:
    """The chances of ``side`` when the other side is on roll, as after a play.

    What is over is known: a side without checkers has won. The other view is ``.mirror()`` of the other side's.

    >>> from pointboard.backgammon.state import State
    >>> start = State.start()
    >>> 0.4 < estimate(start, Side.WHITE).win < 0.6
    True
    """
    over = outcome(state)
    if over is not None:
        won = Chances(1.0, *(float(over.size >= size) for size in (2, 3)))
        return won if over.winner is side else won.mirror()
    mine, theirs = halves(state.board, side)
    if contact(mine, theirs):
        return _decided(_contact(mine, theirs), state, side, 0.0)
    found = _race(mine, theirs, state.off(side), state.off(side.other))
    return _decided(found, state, side, clears(state.board, side))


def _decided(found: Chances, state: State, side: Side, mine: float) -> Chances:
    """The chances within what the next rolls decide: the other side's, then, with the chance ``mine``, this one's.

    Where the other side bears off its last checkers with its roll, this side has lost as it stands now.
    """
    theirs = clears(state.board, side.other)
    if not theirs and not mine:
        return found
    win = min(max(found.win, (1 - theirs) * mine), 1 - theirs)
    size = state.loss_size(side)
    lose_gammon, lose_backgammon = (
        max(chance, theirs if size >= least else 0.0)
        for chance, least in ((found.lose_gammon, 2), (found.lose_backgammon, 3))
    )
    return Chances.nested(win, found.gammon, found.backgammon, lose_gammon, lose_backgammon)


def _contact(mine: Sequence[int], theirs: Sequence[int]) -> Chances:
    numbers = (1.0, *features(mine, theirs))
    win, gammon, lose_gammon, backgammon, lose_backgammon = (
        1 / (1 + exp(-sum(weight * number for weight, number in zip(weights, numbers, strict=True))))
        for weights in (WIN, GAMMON, LOSE_GAMMON, BACKGAMMON, LOSE_BACKGAMMON)
    )
    gammon, lose_gammon = gammon * win, lose_gammon * (1 - win)
    if sum(mine) < 15:
        lose_gammon = 0.0
    if sum(theirs) < 15:
        gammon = 0.0
    return Chances(win, gammon, backgammon * gammon, lose_gammon, lose_backgammon * lose_gammon)


def _race(mine: Sequence[int], theirs: Sequence[int], my_off: int, their_off: int) -> Chances:
    my_pips, their_pips = effective_pips(mine), effective_pips(theirs)
    win = 1 - race_win(their_pips, my_pips)
    my_rolls, their_rolls = ((pips + _LOST_AT_END) / _PIPS_A_ROLL for pips in (my_pips, their_pips))
    # The loser's roll that bears off its first checker, or leaves the winner's home board, must come too late.
    gammon, backgammon = (
        0.0 if their_off else min(win, _normal((_rolls(theirs, home) - my_rolls + lead) / _ROLL_SPREAD))
        for home, lead in ((6, -0.5), (18, -0.5))
    )
    lose_gammon, lose_backgammon = (
        0.0 if my_off else min(1 - win, _normal((_rolls(mine, home) - their_rolls + lead) / _ROLL_SPREAD))
        for home, lead in ((6, 0.5), (18, 0.5))
    )
    return Chances.nested(win, gammon, backgammon, lose_gammon, lose_backgammon)


def _rolls(counts: Sequence[int], border: int) -> float:
    """The rolls that a side needs until no checker is behind the ``border`` point, and one is off if that is home."""
    pips = sum((point - border) * counts[point] for point in range(border + 1, 26))
    if border > 6:
        return pips / _PIPS_A_ROLL - (0 if pips else 99)
    first = min((point for point in range(1, 7) if counts[point]), default=border)
    return (pips + first / 2) / _PIPS_A_ROLL + 0.5
