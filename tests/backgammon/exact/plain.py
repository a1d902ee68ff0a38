"""A plain solver for small games: positions from the rules alone, equations solved by repetition; no kernels."""

from itertools import combinations_with_replacement
from typing import NamedTuple

from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.rules import outcome, pip_of, plays
from pointboard.backgammon.state import Phase, State

ROLLS = [(low, high, 1 if low == high else 2) for low in range(1, 7) for high in range(low, 7)]


class Values(NamedTuple):
    """What a position is worth to the side on roll, in points for each on the cube."""

    cubeless: float
    own: float
    centred: float
    opponent: float


def state_of(mine, theirs, checkers):
    """Black on roll with its checkers at ``mine``, White's at ``theirs``, each in its own numbering; 0 is off."""
    rows = []
    for side, places in ((Side.WHITE, theirs), (Side.BLACK, mine)):
        row = [0] * 26
        for place in places:
            if place:
                row[pip_of(side, place)] += 1
        rows.append(row)
    return State(Board.of(*rows), last_actor=Side.WHITE, phase=Phase.PLAYED, checkers=checkers)


def followers(state):
    """For each roll its weight and the positions that it can lead to, seen by the side then on roll as Black."""
    for low, high, weight in ROLLS:
        rolled = state._replace(dice=(low, high), phase=Phase.ROLLED)
        yield weight, [play.after.mirror() for play in plays(rolled)]


def over(state):
    """What the game counts for the side that would be on roll, None while it goes on."""
    ended = outcome(state)
    return None if ended is None else -int(ended.size)


def better(values_of, state, moves=None):
    """The values of a position from those of what it leads to."""
    sums = [0.0] * 4
    for weight, after in moves or followers(state):
        options = []
        for one in after:
            lost = over(one)
            options.append(Values(*[float(lost)] * 4) if lost is not None else values_of(one))
        for i in range(4):
            sums[i] += weight * max(-option[i] for option in options)
    none, opponent = sums[0] / 36, sums[1] / 36
    doubled = min(2 * opponent, 1.0)
    return Values(none, max(sums[3] / 36, doubled), max(sums[2] / 36, doubled), opponent)


def solve(checkers, enough=1e-12):
    """The values of all positions with both sides on the board, by board."""
    places = [p for p in combinations_with_replacement(range(26), checkers) if any(p)]
    states = [state_of(mine, theirs, checkers) for mine in places for theirs in places]
    states = [state for state in states if not state.status()]
    moves = {state.board: list(followers(state)) for state in states}
    values = {state.board: Values(0.0, 0.0, 0.0, 0.0) for state in states}
    change = 1.0
    while change > enough:
        change = 0.0
        for state in states:
            now = better(lambda one: values[one.board], state, moves[state.board])
            change = max(change, *(abs(a - b) for a, b in zip(now, values[state.board], strict=True)))
            values[state.board] = now
    return values
