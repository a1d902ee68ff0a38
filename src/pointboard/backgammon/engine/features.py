"""What a player looks at in a position with contact, as numbers: the features of the built-in estimate.

A position is seen right after a move: ``mine`` are the checkers of the side that has moved, ``theirs`` those of the
other, which is on roll. Both are 26 counts in that side's own numbering: 25 its bar, 24 (farthest) to 1 its points, and
index 0, which would be off, always 0. Point i of one side is point 25 - i of the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.engine.rolls import ROLLS

__all__ = ["NAMES", "contact", "features", "halves", "shots"]

_BAR = 25
_ALL = (1 << _BAR) - 2  # the points 1 to 24

_SIDE_NAMES = (
    "pips",
    "on the bar",
    "on the bar against made home points",
    "shots",
    "pips behind shots",
    "blots in the home board",
    "home points",
    "home points squared",
    "5-point",
    "4-point",
    "bar-point",
    "prime",
    "block",
    "blocked checkers",
    "20-point anchor",
    "21-point anchor",
    "deep anchors",
    "anchors",
    "checkers back",
    "checkers back squared",
    "rearmost",
    "midfield",
    "stacked",
    "dead",
    "borne off",
    "escaping rolls",
)

_TOGETHER = (
    ("pips behind shots", "home points"),
    ("borne off", "checkers back"),
    ("escaping rolls", "block"),
)
"""What counts more the more the other side has of something: the feature of one side times that of the other."""

NAMES = (
    *(f"{whose} {name}" for whose in ("my", "their") for name in _SIDE_NAMES),
    "lead",
    *(
        f"{whose} {one} times {other} {another}"
        for one, another in _TOGETHER
        for whose, other in (("my", "their"), ("their", "my"))
    ),
)
"""The names of the features, in order: those of the side that has moved, of the other, of both together.

The lead is the difference of the pip counts, shared out to the pips of both.
"""


def halves(board: Board, side: Side) -> tuple[bytes, bytes]:
    """The checkers of ``side`` and of the other, each in its own numbering.

    >>> from pointboard.backgammon.board import start_board
    >>> halves(start_board(), Side.WHITE)[0] == halves(start_board(), Side.BLACK)[1]
    True
    """
    white, black = board.white[::-1], board.black
    return (white, black) if side is Side.WHITE else (black, white)


def contact(mine: Sequence[int], theirs: Sequence[int]) -> bool:
    """Whether a checker of one side still has to pass one of the other.

    >>> contact([0] * 3 + [15] + [0] * 22, [0] * 3 + [15] + [0] * 22)
    False
    """
    return _farthest(mine) + _farthest(theirs) > _BAR


def _farthest(counts: Sequence[int]) -> int:
    return max((point for point in range(_BAR, 0, -1) if counts[point]), default=0)


def _mask(counts: Sequence[int], least: int) -> int:
    """The points, the bar left out, on which there are at least so many."""
    return sum(1 << point for point in range(1, _BAR) if counts[point] >= least)


def _mirrored(points: int) -> int:
    """A set of points in the other side's numbering."""
    return sum(1 << _BAR - point for point in range(1, _BAR) if points >> point & 1)


def shots(attackers: int, bar: int, blots: int, landing: int) -> tuple[int, int]:
    """How many of the 36 rolls hit a blot, and how many pips those that are hit have come, over all rolls.

    Sets of points are in the attackers' numbering: where they stand, how many wait on the bar, the blots, and the
    points that are not held against them. What a hit costs is counted for the blot that has come farthest.

    >>> shots(1 << 7, 0, 1 << 6, (1 << 25) - 2)
    (11, 66)
    """
    rolls = pips = 0
    for low, high, times in ROLLS:
        reached = _doublet(attackers, bar, low, landing) if low == high else _pair(attackers, bar, low, high, landing)
        hit = reached & blots
        if hit:
            rolls += times
            pips += times * (hit.bit_length() - 1)
    return rolls, pips


def _pair(attackers: int, bar: int, low: int, high: int, landing: int) -> int:
    """Every point that a checker can land on with two different dice."""
    if bar:
        first, second = 1 << _BAR - low & landing, 1 << _BAR - high & landing
        reached = first | second
        if bar == 1:
            if first:
                reached |= (attackers | first) >> high & landing
            if second:
                reached |= (attackers | second) >> low & landing
        return reached
    first, second = attackers >> low & landing, attackers >> high & landing
    return first | second | (first >> high | second >> low) & landing


def _doublet(attackers: int, bar: int, die: int, landing: int) -> int:
    """The same with a doublet, four moves."""
    reached, left = 0, 4
    if bar:
        entered = 1 << _BAR - die & landing
        if not entered or bar >= left:
            return entered
        reached, attackers, left = entered, attackers | entered, left - bar
    for _ in range(left):
        attackers = attackers >> die & landing
        reached |= attackers
    return reached


def _prime(made: int) -> int:
    """The length of the longest row of made points."""
    length = 0
    while made:
        made &= made >> 1
        length += 1
    return length


def _side(own: Sequence[int], other: Sequence[int], own_made: int, other_made: int) -> list[float]:
    """The features of one side."""
    on_bar, other_bar = own[_BAR], other[_BAR]
    singles = _mask(own, 1) & ~own_made
    # The other side's men shoot at the blots of this one.
    other_points = _mask(other, 1)
    rolls, pips = shots(other_points, other_bar, _mirrored(singles), _ALL & ~_mirrored(own_made))
    home = (own_made & 126).bit_count()
    other_home = (other_made & 126).bit_count()
    rear = _farthest(other)
    # The six points in front of the other side's rearmost checker, in this side's numbering.
    front = _BAR - rear
    block = (own_made >> front + 1 & 63).bit_count()
    back = sum(own[19:])
    farthest = _farthest(own)
    blocked = _ALL & ~_mirrored(other_made)
    escapes = 0
    if farthest > 12:
        for low, high, times in ROLLS:
            first, second = farthest - low, farthest - high
            if blocked >> first & 1 or blocked >> second & 1:
                escapes += times * bool(blocked >> max(first + second - farthest, 1) & 1)
    anchors = own_made >> 19 & 63
    return [
        sum(point * own[point] for point in range(1, 26)) / 100,
        float(on_bar),
        on_bar * other_home / 6,
        rolls / 36,
        pips / 36 / 24,
        (singles & 126).bit_count() * (1 + other_bar) / 3,
        home / 6,
        home * home / 36,
        float(own_made >> 5 & 1),
        float(own_made >> 4 & 1),
        float(own_made >> 7 & 1),
        _prime(own_made & 8190) / 6,
        block * block / 36,
        block * sum(other[max(rear - 5, 1) :]) / 36,
        float(anchors >> 1 & 1),
        float(anchors >> 2 & 1),
        (anchors & 0b111000).bit_count() / 2,
        float(anchors > 0),
        back / 5,
        back * back / 25,
        farthest / 25,
        sum(own[12:19]) / 5,
        sum(n - 3 for n in own[1:25] if n > 3) / 5,
        sum(own[1:4]) / 5,
        (15 - sum(own)) / 5,
        escapes / 36,
    ]


def features(mine: Sequence[int], theirs: Sequence[int]) -> list[float]:
    """The numbers of ``NAMES`` for a position, each about 0 to 1."""
    my_made, their_made = _mask(mine, 2), _mask(theirs, 2)
    my, their = _side(mine, theirs, my_made, their_made), _side(theirs, mine, their_made, my_made)
    together = [product for i, j in _PAIRS for product in (my[i] * their[j], their[i] * my[j])]
    return [*my, *their, (my[0] - their[0]) / (my[0] + their[0]), *together]


_PAIRS = tuple((_SIDE_NAMES.index(one), _SIDE_NAMES.index(another)) for one, another in _TOGETHER)
