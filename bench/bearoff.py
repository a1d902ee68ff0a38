"""Our bear-off tables beside GNU Backgammon's, on 1,000 positions.

Use: python bench/bearoff.py [--write FILE] [--positions N]

GNU Backgammon (a child process, found as ``gnubg``) is shown each position and asked ``eval``, which prints what its
own bear-off databases hold: the chances of needing so many rolls, their mean and deviation, effective pips, and in
positions with up to 6 checkers a side the equity without a cube and with a centred one. The cube values of its
two-sided database are read from its file besides, where it is installed. ``--write`` keeps the answers, one JSON object
a line; ``tests/golden/backgammon/bearoff.jsonl`` is made so.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import struct
import subprocess
import time
from math import comb
from pathlib import Path

from pointboard.backgammon.board import Board, Side
from pointboard.backgammon.engine import exact
from pointboard.backgammon.state import Cube, Owner, State

TWO_SIDED = Path("/var/lib/gnubg/gnubg_ts0.bd")
SETUP = "set automatic roll off\nset automatic game off\nset player 0 human\nset player 1 human\nset jacoby off\n"
TABLE = re.compile(r"^ +(\d+)\t *([\d.]+)\t *([\d.]+)(?:\t+ *([\d.]+)\t *([\d.]+))?", re.MULTILINE)


def sample(rng: random.Random, most: int) -> tuple[int, ...]:
    """A home board by chance with 1 to ``most`` checkers."""
    counts = [0] * 6
    for _ in range(rng.randint(1, most)):
        counts[rng.randrange(6)] += 1
    return tuple(counts)


def positions(count: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Half of them within 6 checkers a side, a quarter with up to 15, a quarter with 15 each."""
    rng = random.Random(20261130)  # noqa: S311 (positions by chance)
    found = [(sample(rng, 6), sample(rng, 6)) for _ in range(count // 2)]
    found += [(sample(rng, 15), sample(rng, 15)) for _ in range(count // 4)]
    while len(found) < count:
        pair = []
        for _ in range(2):
            counts = [0] * 6
            for _ in range(15):
                counts[rng.randrange(6)] += 1
            pair.append(tuple(counts))
        found.append((pair[0], pair[1]))
    return found


def ask(pairs: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> list[str]:
    """What GNU Backgammon prints about each position."""
    lines = [SETUP + "new game\n"]
    for mine, theirs in pairs:
        board = [0, *mine, *[0] * 12, *(-n for n in reversed(theirs)), 0]
        lines.append(f"set board simple {' '.join(map(str, board))}\nset turn 1\neval\n")
    program = shutil.which("gnubg", path=f"{os.environ['PATH']}:/usr/games") or "gnubg"
    done = subprocess.run(
        [program, "-t", "-q"], input="".join(lines), capture_output=True, text=True, check=True, timeout=3600
    )
    return done.stdout.split("Evaluator:")[1:]


def read(text: str) -> dict[str, object]:
    """The numbers of one answer."""
    rolls: list[list[float]] = [[], []]
    first: list[list[float]] = [[], []]
    for label, *words in TABLE.findall(text):
        for column, word in zip((*rolls, *first), words, strict=True):
            if word:
                column.extend([0.0] * (int(label) - len(column)))
                column.append(round(float(word) / 100, 5))
    found: dict[str, object] = {"rolls": rolls, "first": first}
    for name, words in (("mean", "Mean"), ("deviation", "Std dev"), ("effective_pips", "EPC"), ("wastage", "Wastage")):
        line = re.search(rf"^{words}\t +([-\d.]+)\t +([-\d.]+)", text, re.MULTILINE)
        if line is None:
            raise ValueError(f"no line {words}")
        found[name] = [float(line[1]), float(line[2])]
    line = re.search(r"^static: .* ([-+][\d.]+) +([-+][\d.]+) *$", text, re.MULTILINE)
    if line is None:
        raise ValueError("no line of equities")
    if "Bearoff2" in text:
        found["equity"], found["waiting"] = float(line[1]), float(line[2])
    return found


def gnubg_number(counts: tuple[int, ...]) -> int:
    """The number that GNU Backgammon gives a home board in its two-sided database of 6 checkers."""
    at = 5 + sum(counts)
    bits = [at]
    for n in counts[:-1]:
        at -= n + 1
        bits.append(at)
    return sum(comb(bit, i) for i, bit in enumerate(sorted(bits), 1))


def two_sided(mine: tuple[int, ...], theirs: tuple[int, ...], data: bytes) -> list[float]:
    """What its two-sided database holds, without a cube, with each cube, not doubling now."""
    at = 40 + 8 * (924 * gnubg_number(mine) + gnubg_number(theirs))
    return [round(number / 32767.5 - 1, 6) for number in struct.unpack("<4H", data[at : at + 8])]


def state_of(mine: tuple[int, ...], theirs: tuple[int, ...]) -> State:
    """Black on roll."""
    white = {25 - point: n for point, n in enumerate(theirs, 1)}
    return State(Board.of(white, dict(enumerate(mine, 1))), last_actor=Side.WHITE)


KINDS = ("cubeless", "own cube, no double", "centred cube, no double", "opponent's cube")


def waiting(state: State) -> tuple[float, float, float, float]:
    """The four equities as its database has them: those of rolling without a double now."""
    cubes = (Cube(Owner.BLACK, 1), Cube())
    own, centred = (exact.cube(state._replace(cube=cube)).no_double for cube in cubes)
    values = exact.evaluate(state).values
    return values.cubeless, own, centred, values.opponent


def compare(rows: list[dict[str, object]]) -> dict[str, float]:
    """The greatest distance of our values from GNU Backgammon's, for each kind."""
    worst: dict[str, float] = {}

    def see(kind: str, ours: float, theirs: float) -> None:
        worst[kind] = max(worst.get(kind, 0.0), abs(ours - theirs))

    for row in rows:
        state = state_of(tuple(row["mine"]), tuple(row["theirs"]))
        for i, side in enumerate((Side.BLACK, Side.WHITE)):
            race = exact.race(state, side)
            for n, chance in enumerate(row["rolls"][i]):
                see("chance of n rolls", race.rolls[n], chance)
            for n, chance in enumerate(row["first"][i]):
                see("chance of the first checker", race.first[n], chance)
            for kind in ("mean", "deviation", "effective_pips", "wastage"):
                see(kind, getattr(race, kind), row[kind][i])
        values = exact.evaluate(state)
        if "equity" in row:
            see("equity, printed", values.values.cubeless, row["equity"])
            see("equity with a centred cube, no double, printed", waiting(state)[2], row["waiting"])
        if "database" in row:
            for kind, ours, theirs in zip(KINDS, waiting(state), row["database"], strict=True):
                see(f"{kind}, database", ours, theirs)
    return worst


def main() -> None:
    parser = argparse.ArgumentParser(description="Our bear-off tables beside GNU Backgammon's")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    exact.load(build=True)
    pairs = positions(options.positions)
    begun = time.perf_counter()
    answers = ask(pairs)
    print(f"GNU Backgammon: {len(answers)} answers in {time.perf_counter() - begun:.1f} s")
    data = TWO_SIDED.read_bytes() if TWO_SIDED.exists() else b""
    rows = []
    for (mine, theirs), text in zip(pairs, answers, strict=True):
        row = {"mine": mine, "theirs": theirs, **read(text)}
        if data and max(sum(mine), sum(theirs)) <= 6:
            row["database"] = two_sided(mine, theirs, data)
        rows.append(row)
    if options.write:
        options.write.write_text("".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows), "utf-8")
    for kind, distance in compare(rows).items():
        print(f"{kind:40} at most {distance:.6f} apart")


if __name__ == "__main__":
    main()
