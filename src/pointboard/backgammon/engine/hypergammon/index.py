"""The positions of a game with few checkers as numbers, and all that a side's numbers say about it.

A side with n checkers (1 to 3) is n places, each 0 (off), a point 1 to 24 in its own numbering, or 25 (the bar). Its
number ranks the places p1 <= p2 <= ... in the order that looks at the farthest checker first::

    number = C(p1, 1) + C(p2 + 1, 2) + C(p3 + 2, 3)

There are C(25 + n, n) numbers, 3,276 for three checkers; 0 is a side that has borne off all. A checker that moves
lowers the number of its side, a checker that is hit raises it. What stands on point p of one side stands on point
25 - p of the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.engine.kernels import pack
from pointboard.backgammon.rules import pip_of
from pointboard.backgammon.state import State

__all__ = ["BLOCKS", "HITS", "MOST", "Sides", "number_of", "places_of", "sides"]

MOST = 3
"""The most checkers of a side."""

BLOCKS = 25
"""Points that the opponent may hold, 1 to 24; 0 for none. With three checkers it is one at most."""

HITS = 1 << MOST
"""The sets of a side's checkers that can be hit at once."""

_BAR = 25
_POINTS = range(1, 25)


def number_of(places: tuple[int, ...]) -> int:
    """The number of a side's places, given in any order.

    >>> number_of((0, 0, 0)), number_of((25, 25, 25)), number_of((24, 23, 22))
    (0, 3275, 2898)
    """
    return sum(comb(place + i, i + 1) for i, place in enumerate(sorted(places)))


def places_of(state: State, side: Side) -> tuple[int, ...]:
    """The places of a side, the nearest first, those borne off as 0."""
    counts = state.board.side(side)
    own = counts[::-1] if side is Side.WHITE else counts
    return (*(0 for _ in range(state.off(side))), *(point for point, n in enumerate(own) for _ in range(n)))


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """What there is to know of a side by its number; arrays have a row for each number.

    - ``places``: the places, the nearest first; ``words`` [:, 2] the same as ``kernels.pack`` has them.
    - ``points``: its points as a set in its own numbering, bit p for point p.
    - ``blots``: the points with one checker, as a set in the opponent's numbering; ``block``: the point with more than
      one in the opponent's numbering, 0 for none.
    - ``bits`` [:, 3]: for each checker its point as a set in the opponent's numbering, 0 for one that cannot be hit.
    - ``hit`` [:, 8]: the number after the checkers of a set were hit, bit i for checker i.
    - ``loss``: what the loss of the game counts with these checkers left: 1, 2, 3.
    """

    checkers: int
    places: tuple[tuple[int, ...], ...]
    words: Any
    points: Any
    blots: Any
    block: Any
    bits: Any
    hit: Any
    loss: Any

    def __len__(self) -> int:
        """How many numbers there are."""
        return len(self.places)


@cache
def sides(checkers: int) -> Sides:
    """All sides with that many checkers, 1 to 3."""
    places = tuple(sorted(combinations_with_replacement(range(_BAR + 1), checkers), key=number_of))
    rows = [_row(own) for own in places]
    return Sides(
        checkers,
        places,
        np.array([_words(own) for own in places], dtype=np.int64),
        np.array([row.points for row in rows], dtype=np.int64),
        np.array([row.blots for row in rows], dtype=np.int64),
        np.array([row.block for row in rows], dtype=np.int64),
        np.array([row.bits for row in rows], dtype=np.int64),
        np.array([row.hit for row in rows], dtype=np.int64),
        np.array([_loss(own, checkers) for own in places], dtype=np.float64),
    )


class _Row(NamedTuple):
    points: int
    blots: int
    block: int
    bits: list[int]
    hit: list[int]


def _row(own: tuple[int, ...]) -> _Row:
    points = blots = block = 0
    bits = []
    for place in own:
        bit = 1 << _BAR - place if place in _POINTS and own.count(place) == 1 else 0
        bits.append(bit)
        blots |= bit
        if place in _POINTS:
            points |= 1 << place
            block = _BAR - place if own.count(place) > 1 else block
    hit = [
        number_of(tuple(_BAR if hits >> i & 1 and bits[i] else place for i, place in enumerate(own)))
        for hits in range(HITS)
    ]
    return _Row(points, blots, block, bits + [0] * (MOST - len(bits)), hit)


def _words(own: tuple[int, ...]) -> tuple[int, int]:
    return pack(_board(own), Side.BLACK)[:2]


def _board(own: tuple[int, ...], other: tuple[int, ...] = ()) -> Board:
    """A board with Black's checkers at ``own`` and White's at ``other``, each in its own numbering."""
    rows = []
    for side, places in ((Side.WHITE, other), (Side.BLACK, own)):
        row = [0] * 26
        for place in places:
            if place:
                row[pip_of(side, place)] += 1
        rows.append(row)
    return Board.of(*rows)


def _loss(own: tuple[int, ...], checkers: int) -> int:
    return State(_board(own), checkers=checkers).loss_size(Side.BLACK)
