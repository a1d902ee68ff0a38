"""Speed of the plays of a roll beside gnubg-nn and bgsage: ``python bench/plays.py [positions]`` prints the table.

The sample is a seeded self-play: both sides play at random from the start position to the end. Figures are microseconds
of processor time for one position, all its plays as positions and paths, no text: the best of several rounds. The
kernel is measured called once for each position from Python, and called once for all. The peers run in a child process
each and have their boards ready: what is measured is their own generator called from Python, paths (gnubg-nn) or boards
(bgsage) included. gnubg-nn gives no row for a roll that cannot be played. "times" is the peer's time by that of
``rules.plays``. Licences: gnubg-nn 1.1.0a11 GPL-3, bgsage 2.0.20260907 MPL-2.0.
"""

# ruff: noqa: S311 (games, not secrets)

import json
import os
import platform
import random
import subprocess
import sys
import time

from pointboard import jit
from pointboard.backgammon.board import Side
from pointboard.backgammon.engine import kernels
from pointboard.backgammon.rules import mover, outcome, pip_of, plays
from pointboard.backgammon.state import Phase, State

ROUNDS = 7

# Reads the positions as pairs of 26 counts (0 to 25, each side's own points) with the dice; prints plays and seconds.
PEERS = {
    "gnubg-nn": """
import gnubg_nn
boards = [([theirs[1:], own[1:]], *dice) for own, theirs, dice in rolls]
def run():
    return sum(len(gnubg_nn.moves(board, a, b, 1)) for board, a, b in boards)
""",
    "bgsage": """
import bgsage
boards = []
for own, theirs, dice in rolls:
    seen = [theirs[25]] + [own[p] - theirs[25 - p] for p in range(1, 25)] + [own[25]]
    boards.append((seen, *dice))
def run():
    return sum(len(bgsage.possible_moves(board, a, b)) for board, a, b in boards)
""",
}
FRAME = """
import json, sys, time
rolls, rounds = json.load(sys.stdin)
{peer}
best = None
for _ in range(rounds):
    started = time.process_time()
    found = run()
    spent = time.process_time() - started
    best = spent if best is None else min(best, spent)
json.dump([found, best], sys.stdout)
"""


def sample(count: int, seed: int = 1) -> list[State]:
    """The first ``count`` rolls of games of random plays."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        state = State.start()._replace(last_actor=rng.choice(list(Side)))
        while outcome(state) is None and len(found) < count:
            dice = tuple(sorted((rng.randint(1, 6), rng.randint(1, 6))))
            state = state._replace(dice=dice, phase=Phase.ROLLED)
            found.append(state)
            state = rng.choice(plays(state)).after
    return found


def best(run, items) -> float:
    """The seconds that ``run`` takes for all items, in the fastest round; no result is kept."""
    spent = []
    for _ in range(ROUNDS):
        started = time.process_time()
        for item in items:
            run(item)
        spent.append(time.process_time() - started)
    return min(spent)


def ours(rolls: list[State]) -> dict[str, tuple[float, float]]:
    """What is measured here: plays and seconds, for all of the rolls."""
    found = {"`rules.plays`, interpreted": (sum(len(plays(s)) for s in rolls), best(plays, rolls))}
    words = [(*kernels.pack(state.board, mover(state)), *state.dice) for state in rolls]
    one, many = jit.load(kernels.generate), jit.load(kernels.generate_many)
    out = jit.zeros(kernels.ROW * kernels.MAX_ROWS)
    total = sum(one(*word, out, 0) for word in words) // kernels.ROW
    found["kernel, a call for each position"] = (total, best(lambda word: one(*word, out, 0), words))
    positions = jit.integers(number for word in words for number in word[:4])
    dice = jit.integers(number for word in words for number in word[4:])
    out, starts = jit.zeros(kernels.ROW * (kernels.MAX_ROWS + total)), jit.zeros(len(rolls) + 1)
    spent = best(lambda _: many(positions, dice, len(rolls), out, starts), [None])
    found["kernel, one call for all"] = (int(starts[len(rolls)]) // kernels.ROW, spent)
    return found


def peers(rolls: list[State]) -> dict[str, tuple[float, float]]:
    """The peers that are installed."""
    rows = []
    for state in rolls:
        side = mover(state)
        halves = []
        for one in (side, side.other):
            counts = state.board.side(one)
            halves.append([0, *(counts[pip_of(one, point)] for point in range(1, 26))])
        rows.append((*halves, state.dice))
    found = {}
    for name, peer in PEERS.items():
        done = subprocess.run(
            [sys.executable, "-c", FRAME.format(peer=peer)],
            input=json.dumps((rows, ROUNDS)),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode == 0:
            found[name] = tuple(json.loads(done.stdout.splitlines()[-1]))
        else:
            print(f"{name} is not measured: {done.stderr.strip().splitlines()[-1]}", file=sys.stderr)
    return found


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    rolls = sample(count)
    kinds = {
        "two dice": [state for state in rolls if state.dice[0] != state.dice[1]],
        "doublet": [state for state in rolls if state.dice[0] == state.dice[1]],
    }
    print(
        f"Python {platform.python_version()}, {os.cpu_count()} processors, numba {'on' if jit.enabled() else 'off'}, "
        f"load for each processor {os.getloadavg()[0] / (os.cpu_count() or 1):.1f}\n"
    )
    print("| rolls | what | plays | us a position | times |\n|---|---|---|---|---|")
    for kind, some in kinds.items():
        found = {**ours(some), **peers(some)}
        _, unit = next(iter(found.values()))
        for name, (total, seconds) in found.items():
            spent = f"{seconds / len(some) * 1e6:.2f} | {seconds / unit:.2f}"
            print(f"| {kind} | {name} | {total / len(some):.1f} | {spent} |")


if __name__ == "__main__":
    main()
