"""Speed of Pointboard beside PyPI baghchal 1.0.1, measured in one run: ``make bench`` prints the table.

The ratio in the same run is what counts; absolute figures change with the machine. Every figure is the median of
several rounds, in processor time, so that other work on the machine does not count. The peer runs in a child process,
since its import changes the working directory.
"""

import json
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

from pointboard import baghchal
from pointboard.baghchal.engine import bulk_perft
from pointboard.baghchal.notation import obx

PEER = """
import json, sys, time
from copy import deepcopy
from baghchal.env import Board

def perft(board, depth):
    if depth == 0:
        return 1
    moves = board.possible_moves() or ()
    total = 0
    for move in moves:
        child = deepcopy(board)
        child.move(move)
        total += perft(child, depth - 1)
    return total

started = time.process_time()
leaves = perft(Board(), int(sys.argv[1]))
json.dump([leaves, time.process_time() - started], sys.stdout)
"""


def texts(count: int, seed: int = 1) -> list[str]:
    """Distinct OBX texts from random play."""
    rng = random.Random(seed)  # noqa: S311 (positions, not secrets)
    found: dict[str, None] = {}
    while len(found) < count:
        state = baghchal.State.start()
        while (moves := baghchal.legal(state)) and (state.ply or 0) < 200:
            state = baghchal.apply(state, rng.choice(moves))
            found[baghchal.format(state)] = None
    return list(found)[:count]


def median(run: Callable[[], object], rounds: int) -> float:
    """The median of the seconds of processor time that ``run`` takes."""
    seconds = []
    for _ in range(rounds):
        started = time.process_time()
        run()
        seconds.append(time.process_time() - started)
    return statistics.median(seconds)


def each(function: Callable[[Any], object], values: Iterable[object]) -> None:
    """Call ``function`` with every value and keep nothing."""
    for value in values:
        function(value)


def peer_rate(depth: int) -> float:
    """Leaves per second of the peer's own moves on deep copies of its board, as its engine makes them."""
    done = subprocess.run([sys.executable, "-c", PEER, str(depth)], capture_output=True, text=True, check=True)
    leaves, seconds = json.loads(done.stdout)
    assert leaves == baghchal.perft(baghchal.State.start(), depth), leaves  # noqa: S101
    return leaves / seconds


def rows(depth: int, rounds: int) -> list[tuple[str, str, str]]:
    """The rows of the table: what, figure, ratio to the peer."""
    start = baghchal.State.start()
    leaves = baghchal.perft(start, depth)
    ours = leaves / median(lambda: baghchal.perft(start, depth), rounds)
    peer = peer_rate(depth)
    found = [
        (f"perft depth {depth}, every leaf by `apply`, interpreted", f"{ours:,.0f} leaves/s", f"{ours / peer:.0f}"),
        (f"perft depth {depth}, PyPI baghchal 1.0.1", f"{peer:,.0f} leaves/s", "1"),
    ]
    bulk = leaves / median(lambda: baghchal.perft(start, depth, bulk=True), rounds)
    found.append((f"perft depth {depth}, bulk count at the last ply, interpreted", f"{bulk:,.0f} leaves/s", "-"))
    bulk_perft(start, 3)  # compiles
    deep = 7
    total = bulk_perft(start, deep)
    rate = total / median(lambda: bulk_perft(start, deep), rounds)
    what = f"perft depth {deep}, kernel, bulk count at the last ply"
    found.append((what, f"{rate / 1e6:,.0f} million leaves/s", "-"))
    ids = texts(50_000)
    states = [obx.parse(text) for text in ids]
    for name, function, values in (
        ("OBX parse with full validation, texts distinct", obx.parse, ids),
        ("OBX format, positions distinct", obx.format, states),
    ):
        seconds = median(lambda function=function, values=values: each(function, values), rounds)
        found.append((name, f"{seconds / len(ids) * 1e6:.2f} microseconds", "-"))
    return found


def main() -> None:
    """Measure and print."""
    depth = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    print(f"Python {platform.python_version()}, {platform.machine()}, median of 5 rounds\n")
    print("| what | figure | times PyPI baghchal |\n|---|---|---|")
    for what, figure, ratio in rows(depth, 5):
        print(f"| {what} | {figure} | {ratio} |", flush=True)


if __name__ == "__main__":
    main()
