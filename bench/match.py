"""Matches between two players: ``python bench/match.py seconds:0.2 pypi:3 --games 40 --jobs 2``.

The players are those of ``players.py``. Sides alternate: games 1 and 2 begin with the first opening of
``openings.txt``, once with the first player as goats and once as tigers; games 3 and 4 with the second, and so on (the
list starts again when it ends). The number of the game is the seed of both players. The third occurrence of a position
draws, and so does a game of ``PLY_CAP`` plies. Prints wins, draws and losses of the first player by side, and its score
(wins and half the draws) with the Wilson interval at 95 %.

With ``--drawn`` only those openings are played after which the game is a proved draw, as the tables of proved values
say (``POINTBOARD_TABLES``): where an opening loses by force, nobody could be asked to lose no game.

``python bench/match.py --make-openings`` prints the list of openings: every start of one goat and one tiger move that
no symmetry makes equal (33), then 27 without a capture of two moves each, drawn with seed 1.
"""

# ruff: noqa: S311 (games, not secrets)

import argparse
import json
import math
import multiprocessing
import random
import sys
import time
from collections import Counter
from pathlib import Path

from players import player

from pointboard.baghchal import State, apply, apply_all, legal, outcome, parse_move
from pointboard.baghchal.engine.index import key
from pointboard.baghchal.engine.solve.probe import Tables
from pointboard.baghchal.rules import THREEFOLD_DRAW, repetition_draw

PLY_CAP = 400
OPENINGS = Path(__file__).with_name("openings.txt")
SIDES = ("goats", "tigers")


def openings() -> list[tuple[str, ...]]:
    """The fixed list: the moves of each opening."""
    lines = OPENINGS.read_text("ascii").splitlines()
    return [tuple(line.split()) for line in lines if line and not line.startswith("#")]


def make_openings(longer: int = 27) -> list[tuple[str, ...]]:
    """Make the list anew."""
    found: dict[int, tuple[str, ...]] = {}
    start = State.start()
    for goat in legal(start):
        state = apply(start, goat)
        for tiger in legal(state):
            found.setdefault(key(apply(state, tiger)), (str(goat), str(tiger)))
    rng, short = random.Random(1), len(found)
    while len(found) < short + longer:
        state, moves = start, []
        for _ in range(4):
            moves.append(rng.choice(legal(state)))
            state = apply(state, moves[-1])
        if state.captured == 0:
            found.setdefault(key(state), tuple(map(str, moves)))
    return list(found.values())


def drawn_openings() -> list[tuple[str, ...]]:
    """The openings of the list after which the game is a proved draw; TableError where there are no tables."""
    tables, start = Tables(), State.start()
    verdicts = [tables.probe(apply_all(start, map(parse_move, moves))) for moves in openings()]
    return [moves for moves, verdict in zip(openings(), verdicts, strict=True) if verdict.winner is None]


def play(task: tuple[int, str, str, list[tuple[str, ...]]]) -> dict[str, object]:
    """Game number ``task[0]`` (from 1) of a match."""
    number, first, second, book = task
    opening = book[(number - 1) // 2 % len(book)]
    first_side = (number - 1) % 2
    names = (first, second) if first_side == 0 else (second, first)
    game = [State.start()]
    for text in opening:
        game.append(apply(game[-1], parse_move(text)))
    players = [player(name, number) for name in names]
    started, spent = time.perf_counter(), [0.0, 0.0]
    end, reason = None, ""
    while not reason:
        end = outcome(game[-1]) or (THREEFOLD_DRAW if repetition_draw(game) else None)
        if end is not None:
            reason = end.reason.value
        elif len(game) > PLY_CAP:
            reason = f"{PLY_CAP} plies"
        else:
            side = (len(game) - 1) % 2
            before = time.perf_counter()
            move = players[side](game)
            spent[side] += time.perf_counter() - before
            if move is None:
                reason = f"{names[side]} calls it a draw"
            else:
                game.append(apply(game[-1], move))
    for one in players:
        getattr(one, "close", int)()
    winner = "" if end is None or end.winner is None else end.winner.value
    result = "draw" if not winner else "win" if "gt"[first_side] == winner else "loss"
    return {
        "game": number,
        "first": first,
        "second": second,
        "first_side": SIDES[first_side],
        "result": result,
        "reason": reason,
        "plies": len(game) - 1,
        "captured": game[-1].captured,
        "moves": [str(state.last_move) for state in game[1:]],
        "seconds_a_move": [round(total / max(1, len(game) // 2), 3) for total in spent],
        "seconds": round(time.perf_counter() - started, 1),
    }


def wilson(score: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson interval of a score between 0 and 1 in that many games."""
    if not games:
        return 0.0, 1.0
    centre = (score + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    return max(0.0, centre - reach), min(1.0, centre + reach)


def report(rows: list[dict[str, object]], first: str, second: str) -> str:
    """The table of a match."""
    count = Counter((row["first_side"], row["result"]) for row in rows)
    lines = [f"{first} against {second}, {len(rows)} games", "", f"{'':8}{'wins':>6}{'draws':>6}{'losses':>8}"]
    lines += [f"{side:8}{count[side, 'win']:6}{count[side, 'draw']:6}{count[side, 'loss']:8}" for side in SIDES]
    total = Counter(row["result"] for row in rows)
    score = (total["win"] + total["draw"] / 2) / max(1, len(rows))
    low, high = wilson(score, len(rows))
    lines += [f"{'all':8}{total['win']:6}{total['draw']:6}{total['loss']:8}", ""]
    lines.append(f"score {score:.1%}, 95 % interval {low:.1%} to {high:.1%}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("players", nargs="*", help="two players, see players.py")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--begin", type=int, default=1, help="number of the first game")
    parser.add_argument("--jobs", type=int, default=1, help="games played at the same time")
    parser.add_argument("--out", type=Path, help="write each game as a line of JSON")
    parser.add_argument("--drawn", action="store_true", help="leave out the openings that are no proved draw")
    parser.add_argument("--make-openings", action="store_true")
    options = parser.parse_args()
    if options.make_openings:
        print("# Openings of bench/match.py, made by its --make-openings; moves as OBX writes them.")
        print("\n".join(" ".join(moves) for moves in make_openings()))
        return
    first, second = options.players
    for name in (first, second):
        getattr(player(name, 1), "close", int)()  # a wrong name fails here
    player("depth:1", 1)([apply_all(State.start(), ())])  # compiles before the games start
    book = drawn_openings() if options.drawn else openings()
    tasks = [(number, first, second, book) for number in range(options.begin, options.begin + options.games)]
    rows = []
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for row in pool.imap_unordered(play, tasks):
            rows.append(row)
            if options.out:
                with options.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
            print(f"{row['game']:4} {row['first_side']:7}{row['result']:5} {row['reason']}, {row['plies']} plies, "
                  f"{row['captured']} captured, {row['seconds']} s", file=sys.stderr)  # fmt: skip
    print(report(rows, first, second))
    print("command: python bench/match.py", " ".join(sys.argv[1:]))


if __name__ == "__main__":
    main()
