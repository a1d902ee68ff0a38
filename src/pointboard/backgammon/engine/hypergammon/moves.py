"""All plays of a game with few checkers, worked out once and kept: for each side, point held by the other, and roll.

A play is the number of the mover after it and the points that it lands on, as a set in the mover's numbering: a blot of
the opponent's on one of them is hit. Whether a play is legal hangs on the opponent by the point that it holds alone, so
that the lists serve for every opponent. They come from ``kernels.generate``, played against an opponent with a blot on
every point that is free: what is hit there tells the points landed on.
"""

# ruff: noqa: ANN401, PLR0913, PLR0917 (kernels take what they compute with)

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any

import numpy as np

from pointboard import jit
from pointboard.backgammon.engine.hypergammon.index import BLOCKS, sides
from pointboard.backgammon.engine.kernels import MAX_ROWS, ROW, generate, points_with
from pointboard.backgammon.engine.rolls import ROLLS

__all__ = ["Plays", "list_plays", "plays"]

_ROOM = 1 << 16


@dataclass(frozen=True, slots=True, eq=False)
class Plays:
    """The plays of all sides; those of side x against a point b with roll r are rows ``first[i]`` to ``last[i]``.

    i is (25 x + b) 21 + r. ``target`` is the mover's number after a play, ``landed`` the set of points that it lands on
    and that it had not held before. No rows where the mover holds the point itself.
    """

    first: Any
    last: Any
    target: Any
    landed: Any


@jit.kernel(
    "int64(int64[:, ::1], int64[::1], int64, int64[::1], int64[::1], int32[::1], int32[::1], int16[::1], int32[::1])"
)
def list_plays(  # pragma: compiled
    words: Any, points: Any, side: int, choose: Any, room: Any, first: Any, last: Any, target: Any, landed: Any
) -> int:
    """Write the plays of ``side`` to ``target`` and ``landed`` from 0 on; how many there are. Long because it is one.

    ``first`` and ``last`` [25 x 21] tell those of each point and roll. ``choose[27 i + p]`` is C(p + i, i + 1).
    ``room`` is for ``generate``. Against a point on which no play lands the plays are those against none.
    """
    low, high, own = words[side, 0], words[side, 1], points[side]
    at = 0
    for block in range(25):
        if own >> block & 1:
            continue
        blots = (1 << 25) - 2 & ~own & ~(1 << block)
        their_low, their_high = 0, 0
        for point in range(1, 25):
            count = 2 if point == block else 1 if blots >> point & 1 else 0
            if point < 13:
                their_low |= count << 4 * point
            else:
                their_high |= count << 4 * (point - 13)
        roll = -1
        for small in range(1, 7):
            for large in range(small, 7):
                roll += 1
                i = block * 21 + roll
                if block:
                    known = 1
                    for row in range(first[roll], last[roll]):
                        if landed[row] >> block & 1:
                            known = 0
                            break
                    if known:
                        first[i] = first[roll]
                        last[i] = last[roll]
                        continue
                first[i] = at
                end = generate(low, high, their_low, their_high, small, large, room, 0)
                for row in range(0, end, 5):
                    left = points_with(room[row + 2], 15) | points_with(room[row + 3], 15) << 13
                    number, seen = 0, 0
                    for point in range(1, 26):
                        word, shift = room[row], 4 * point
                        if point >= 13:
                            word, shift = room[row + 1], 4 * (point - 13)
                        for _ in range(word >> shift & 15):
                            seen += 1
                            number += point << 8 * (seen - 1)
                    rank = 0
                    for i_th in range(seen):
                        rank += choose[27 * (choose[81] - seen + i_th) + (number >> 8 * i_th & 255)]
                    target[at] = rank
                    landed[at] = blots & ~left
                    at += 1
                last[i] = at
    return at


@cache
def plays(checkers: int) -> Plays:
    """All plays with that many checkers, 1 to 3; a few seconds and 130 MB at most."""
    data = sides(checkers)
    choose = np.zeros(82, dtype=np.int64)
    for i in range(3):
        for place in range(26):
            choose[27 * i + place] = comb(place + i, i + 1)
    choose[81] = checkers
    room = jit.zeros(ROW * MAX_ROWS)
    width = BLOCKS * len(ROLLS)
    first = np.zeros(len(data) * width, dtype=np.int32)
    last = np.zeros(len(data) * width, dtype=np.int32)
    target, landed = np.zeros(_ROOM, dtype=np.int16), np.zeros(_ROOM, dtype=np.int32)
    targets, landings, done = [], [], 0
    kernel = jit.load(list_plays)
    for side in range(1, len(data)):
        part = slice(side * width, (side + 1) * width)
        count = kernel(data.words, data.points, side, choose, room, first[part], last[part], target, landed)
        first[part] += done
        last[part] += done
        targets.append(target[:count].copy())
        landings.append(landed[:count].copy())
        done += count
    return Plays(first, last, np.concatenate(targets), np.concatenate(landings))
