"""Alpha-beta as kernels: the recursive search below the root, its transposition table and its working memory.

Each function runs interpreted as it stands and compiled after ``jit.load``, with the same result. Conventions as in
``kernels``. Scores are centi-goats for the side to move, ``MATE`` minus the plies to the end for a forced result.

Working memory ``w``, one flat array of 64-bit integers::

    begins at      length            holds
    NODES          1                 positions visited so far
    NODE_LIMIT     1                 where to stop; -1: no limit
    STOPPED        1                 1 after the search was cut short: results are void from there on
    EXPIRED        1                 set to 1 by a timer when time is up
    INTERVAL       1                 2^n - 1: the flags are looked at every 2^n positions
    SUPERKO        1                 1: no move may bring back a position
    ROOT           1                 index in PATH of the root position
    SLOTS          1                 entries of the transposition table - 1 (a power of two less one)
    SOLVED         1                 1: ``p`` and the second part of ``t`` hold the solved sliding phase (see ``known``)
    WEIGHTS        18                ``evaluate.Weights.flat()``
    KILLERS        2 x PLIES         by ply: two actions that cut off there, -1 for none
    HISTORY        2 x 217           by side and action: how often it cut off (0 to 2^24)
    MOVES          PLIES x 128       by ply: actions
    ORDER          PLIES x 128       by ply: the order value of each action
    PV             PLIES x PLIES     by ply: the best line found from there
    PV_LENGTH      PLIES             by ply: its length
    PATH           the rest          codes of the game's positions that may come back, then of the line searched:
                                     tigers << 26 | goats << 1 | turn, or 0 while goats are in hand

Transposition table ``tt``, two integers an entry: the 56-bit folded key (0 for none), then
``action << 40 | depth << 24 | bound << 20 | score + 2^15``: bits 40-47 the action in the folded image, bits 24-31 the
depth, bits 20-21 the bound (1 at least, 2 at most, 3 exact), bits 0-15 the score counted from here.
"""

# ruff: noqa: PLR0913, PLR0917 (a kernel takes a position as its parts)

from __future__ import annotations

from pointboard import jit
from pointboard.baghchal.engine.evaluate import WEIGHT_COUNT, tiger_value
from pointboard.baghchal.engine.kernels import MAX_MOVES, folded_key, generate, jumps_into, over, spread, tiger_moves
from pointboard.baghchal.engine.known import DRAWN, known_plies
from pointboard.baghchal.engine.tables import BACK, FROM, OVER, THERE, TO
from pointboard.baghchal.state import MOVES as ALL_MOVES

__all__ = [
    "DECIDED",
    "EXPIRED",
    "HISTORY",
    "INFINITE",
    "INTERVAL",
    "KILLERS",
    "MATE",
    "MAX_DEPTH",
    "MOVES",
    "NODES",
    "NODE_LIMIT",
    "ORDER",
    "PATH",
    "PLIES",
    "PV",
    "PV_LENGTH",
    "ROOT",
    "SLOTS",
    "SOLVED",
    "STOPPED",
    "SUPERKO",
    "WEIGHTS",
    "alphabeta",
    "pick",
    "quiet_value",
    "reduction",
    "remember_cut",
    "remember_line",
    "repeated",
    "set_order",
    "slot",
    "stopped",
]

MATE = 10_000
"""The score of a won game; a win in n plies is ``MATE - n``."""

DECIDED = 9_000
"""Scores beyond this are forced results."""

INFINITE = 20_000
"""Beyond every score."""

MAX_DEPTH = 60
"""The deepest iteration."""

PLIES = 64
_ACTIONS = len(ALL_MOVES)
NODES, NODE_LIMIT, STOPPED, EXPIRED, INTERVAL, SUPERKO, ROOT, SLOTS, SOLVED = range(9)
WEIGHTS = 16
KILLERS = WEIGHTS + WEIGHT_COUNT
HISTORY = KILLERS + 2 * PLIES
MOVES = HISTORY + 2 * _ACTIONS
ORDER = MOVES + PLIES * MAX_MOVES
PV = ORDER + PLIES * MAX_MOVES
PV_LENGTH = PV + PLIES * PLIES
PATH = PV_LENGTH + PLIES

_AT_LEAST, _AT_MOST, _EXACT = 1, 2, 3
_HISTORY_LIMIT = 1 << 24
_FIRST, _JUMP_FIRST, _KILLER_FIRST = 1 << 30, 1 << 28, 1 << 26
_KEY = (1 << 56) - 1


@jit.kernel()
def stopped(w: jit.Ints, stop: jit.Ints) -> bool:
    """Count a position, and tell whether the search must end; one beyond the limit is not visited, nor counted."""
    nodes = w[NODES] + 1
    if w[NODE_LIMIT] >= 0 and nodes > w[NODE_LIMIT]:
        w[STOPPED] = 1
        return True
    w[NODES] = nodes
    if nodes & w[INTERVAL] == 0 and (stop[0] != 0 or w[EXPIRED] != 0):
        w[STOPPED] = 1
    return w[STOPPED] != 0


@jit.kernel()
def repeated(w: jit.Ints, at: int, fence: int) -> bool:
    """Whether the position at ``PATH[at]`` ends the line: seen in the line, or twice in the game before it.

    Under superko once in the game is enough. ``fence`` is the first index from which positions can come back.
    """
    code = w[PATH + at]
    root = w[ROOT]
    seen = 0
    back = at - 4
    while back >= fence:
        if w[PATH + back] == code:
            seen += 1
            if back >= root or seen == 2 or w[SUPERKO] != 0:
                return True
        back -= 2
    return False


@jit.kernel()
def quiet_value(
    t: jit.Ints, w: jit.Ints, tigers: int, goats: int, turn: int, in_hand: int, captured: int, ply: int
) -> int:
    """The score at the end of a line: the evaluation, or the tigers' best jump if that is better for them."""
    counts = tiger_moves(t, tigers, goats)
    if turn == 0:
        empty = ~(tigers | goats)
        if in_hand == 0 and spread(goats) & empty == 0:
            return ply - MATE
        return -tiger_value(t, w, WEIGHTS, tigers, goats, 0, captured, counts)
    if counts & 0xFFFF == 0:
        return ply - MATE
    best = tiger_value(t, w, WEIGHTS, tigers, goats, 1, captured, counts)
    if counts >> 8 & 255 == 0:
        return best
    if over(captured + 1):
        return MATE - ply - 1
    begin = MOVES + ply * MAX_MOVES
    for at in range(begin, jumps_into(t, tigers, goats, w, begin)):
        action = w[at]
        after = tigers ^ (t[FROM + action] | t[TO + action])
        left = goats ^ t[OVER + action]
        value = tiger_value(t, w, WEIGHTS, after, left, 0, captured + 1, tiger_moves(t, after, left))
        best = max(best, value)
    return best


@jit.kernel()
def set_order(t: jit.Ints, w: jit.Ints, begin: int, end: int, turn: int, ply: int, first: int) -> None:
    """Give each move of the list its order value: the table's, jumps, killers, then by history."""
    killer, other = w[KILLERS + 2 * ply], w[KILLERS + 2 * ply + 1]
    to_order = ORDER - MOVES
    for at in range(begin, end):
        action = w[at]
        if action == first:
            value = _FIRST
        elif t[OVER + action]:
            value = _JUMP_FIRST
        elif action == killer:
            value = _KILLER_FIRST + 1
        elif action == other:
            value = _KILLER_FIRST
        else:
            value = w[HISTORY + turn * _ACTIONS + action]
        w[at + to_order] = value


@jit.kernel()
def pick(w: jit.Ints, at: int, end: int) -> int:
    """Bring the move with the highest order value of ``w[at:end]`` to the front and return it."""
    to_order = ORDER - MOVES
    best = at
    for other in range(at + 1, end):
        if w[other + to_order] > w[best + to_order]:
            best = other
    action = w[best]
    value = w[best + to_order]
    w[best] = w[at]
    w[best + to_order] = w[at + to_order]
    w[at] = action
    w[at + to_order] = value
    return action


@jit.kernel()
def remember_cut(w: jit.Ints, turn: int, ply: int, action: int, depth: int) -> None:
    """A quiet move cut off: make it a killer and count it in the history."""
    if w[KILLERS + 2 * ply] != action:
        w[KILLERS + 2 * ply + 1] = w[KILLERS + 2 * ply]
        w[KILLERS + 2 * ply] = action
    entry = HISTORY + turn * _ACTIONS + action
    w[entry] += depth * depth
    if w[entry] > _HISTORY_LIMIT:
        for one in range(HISTORY, HISTORY + 2 * _ACTIONS):
            w[one] >>= 1


@jit.kernel()
def remember_line(w: jit.Ints, ply: int, action: int) -> None:
    """The best line from ``ply`` is ``action`` and the best line after it."""
    length = w[PV_LENGTH + ply + 1]
    w[PV + ply * PLIES] = action
    for i in range(length):
        w[PV + ply * PLIES + 1 + i] = w[PV + (ply + 1) * PLIES + i]
    w[PV_LENGTH + ply] = length + 1


@jit.kernel()
def slot(w: jit.Ints, key: int) -> int:
    """The index in ``tt`` of a key's entry."""
    mixed = (key >> 28) * 0x2545F491 + (key & 0xFFFFFFF) * 0x1B873593
    return 2 * ((mixed ^ mixed >> 29) & w[SLOTS])


@jit.kernel()
def reduction(depth: int, number: int, order: int) -> int:
    """By how many plies a late quiet move is searched less deeply at first."""
    if depth < 3 or number < 3 or order >= _KILLER_FIRST:
        return 0
    return 1 if number < 8 or depth < 5 else 2


@jit.kernel(
    "int64(int64[::1], int64[::1], int64[::1], uint8[::1], uint8[::1],"
    " int64, int64, int64, int64, int64, int64, int64, int64, int64, int64)"
)
def alphabeta(  # noqa: C901, PLR0912, PLR0915
    t: jit.Ints,
    w: jit.Ints,
    tt: jit.Ints,
    p: jit.Ints,
    stop: jit.Ints,
    tigers: int,
    goats: int,
    turn: int,
    in_hand: int,
    captured: int,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    fence: int,
) -> int:
    """Principal-variation search. Longer than the house's 50 lines: a recursive kernel that is cut up calls too much.

    ``p`` and SOLVED: what is known of the sliding phase ends a line, unless it is drawn.

    ``ply`` counts from the root (0); ``fence`` is the first index of PATH whose position can come back here.
    """
    w[PV_LENGTH + ply] = 0
    if stopped(w, stop):
        return 0
    if over(captured):
        return ply - MATE
    here = w[ROOT] + ply
    code = 0
    if in_hand == 0:
        code = tigers << 26 | goats << 1 | turn
    w[PATH + here] = code
    if code and repeated(w, here, fence):
        return INFINITE if w[SUPERKO] else 0  # under superko the move that led here was not legal
    if code and w[SOLVED]:
        plies = known_plies(t, p, tigers, goats, turn, captured)
        if plies != DRAWN:
            return MATE - ply - plies if plies & 1 else ply + plies - MATE
    if depth <= 0 or ply >= PLIES - 2:
        return quiet_value(t, w, tigers, goats, turn, in_hand, captured, ply)
    alpha = max(alpha, ply - MATE)
    beta = min(beta, MATE - ply - 1)
    if alpha >= beta:
        return alpha

    folded = folded_key(t, tigers, goats, turn, in_hand)
    symmetry = (folded >> 56) * _ACTIONS
    key = folded & _KEY
    entry = slot(w, key)
    first = -1
    if tt[entry] == key:
        packed = tt[entry + 1]
        first = t[BACK + symmetry + (packed >> 40)]
        if packed >> 24 & 255 >= depth and beta - alpha == 1:
            score = (packed & 0xFFFF) - 32768
            if score > DECIDED:
                score -= ply
            elif score < -DECIDED:
                score += ply
            bound = packed >> 20 & 3
            if (bound & _AT_LEAST and score >= beta) or (bound & _AT_MOST and score <= alpha):
                return score

    begin = MOVES + ply * MAX_MOVES
    end = generate(t, tigers, goats, turn, in_hand, w, begin)
    if begin == end:
        return ply - MATE
    set_order(t, w, begin, end, turn, ply, first)
    best = -INFINITE
    best_action = 0
    raised = False
    for at in range(begin, end):
        action = pick(w, at, end)
        change = t[FROM + action] | t[TO + action]
        eaten = t[OVER + action]
        if turn:
            tigers_then, goats_then, left = tigers ^ change, goats ^ eaten, in_hand
        else:
            tigers_then, goats_then, left = tigers, goats ^ change, in_hand - (1 if in_hand else 0)
        taken = captured + (1 if eaten else 0)
        border = here + 1 if eaten or in_hand else fence
        window = beta if at == begin else alpha + 1
        less = reduction(depth, at - begin, w[at + ORDER - MOVES])
        score = -alphabeta(
            t, w, tt, p, stop, tigers_then, goats_then, 1 - turn, left, taken,
            depth - 1 - less, -window, -alpha, ply + 1, border
        )  # fmt: skip
        if score > alpha and (less or window < beta) and w[STOPPED] == 0:
            score = -alphabeta(
                t, w, tt, p, stop, tigers_then, goats_then, 1 - turn, left, taken,
                depth - 1, -beta, -alpha, ply + 1, border
            )  # fmt: skip
        if w[STOPPED]:
            return 0
        if score > best:
            best = score
            best_action = action
            if score > alpha:
                alpha = score
                raised = True
                remember_line(w, ply, action)
                if score >= beta:
                    if eaten == 0:
                        remember_cut(w, turn, ply, action, depth)
                    break
    if best == -INFINITE:
        return ply - MATE  # superko leaves no move
    bound = _AT_LEAST if best >= beta else _EXACT if raised else _AT_MOST
    kept = best + ply if best > DECIDED else best - ply if best < -DECIDED else best
    tt[entry] = key
    tt[entry + 1] = t[THERE + symmetry + best_action] << 40 | depth << 24 | bound << 20 | kept + 32768
    return best
