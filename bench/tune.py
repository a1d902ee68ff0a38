"""How the weights of ``engine/evaluate.py`` were found: ``python bench/tune.py play`` then ``fit``.

``play`` lets the engine play itself (``--nodes`` a move, ``--games``, ``--jobs``) after 2 to 9 moves by chance and
writes each game as a line of JSON. ``fit`` takes the quiet positions of the games (no jump possible for the side to
move), the result of each game (1 tigers won, 0 goats won, 1/2 drawn or cut off at 160 plies) and finds the weights for
which a logistic curve of the value foretells the results best; then scales them so that the four captures are worth
400. Weights are printed as they stand in ``Weights``; whether they play better is for a match to say:
``match.py`` plays ``weights:FILE:NODES`` against any other player.
"""

# ruff: noqa: S311 (games, not secrets)

import argparse
import json
import multiprocessing
import random
import sys
from pathlib import Path

import numpy as np

from pointboard.baghchal import Side, State, apply, legal, outcome, parse_move
from pointboard.baghchal.engine.evaluate import WEIGHTS, Weights, tiger_value
from pointboard.baghchal.engine.kernels import tiger_moves
from pointboard.baghchal.engine.search import search
from pointboard.baghchal.engine.tables import tables
from pointboard.baghchal.rules import repetition_draw

MAX_PLIES = 160
NAMES = [*(f"captured{i}" for i in range(5)), *(f"trapped{i}" for i in range(5)), *Weights._fields[2:]]


def read_weights(path: str) -> Weights:
    """Weights from a file that ``fit`` wrote."""
    values = json.loads(Path(path).read_text("utf-8"))
    return Weights(tuple(values[:5]), tuple(values[5:10]), *values[10:])


def play(task: tuple[int, int, Weights]) -> dict[str, object]:
    seed, nodes, weights = task
    rng = random.Random(seed)
    game = [State.start()]
    for _ in range(rng.randrange(2, 10)):
        game.append(apply(game[-1], rng.choice(legal(game[-1]))))
    random_plies = len(game) - 1
    while len(game) <= MAX_PLIES and not outcome(game[-1]) and not repetition_draw(game):
        best = search(game[-1], nodes=nodes, history=game, seed=seed, weights=weights).best
        game.append(apply(game[-1], best.move))
    end = outcome(game[-1])
    result = 0.5 if end is None else float(end.winner is Side.TIGER)
    moves = [str(state.last_move) for state in game[1:]]
    return {"seed": seed, "result": result, "random": random_plies, "moves": moves}


def features(state: State) -> list[int] | None:
    """By what each weight is multiplied: found by giving one weight after the other the value 16."""
    board, turn = state.board, int(state.turn is Side.TIGER)
    counts = tiger_moves(tables(), board.tigers, board.goats)
    if turn and counts >> 8 & 255:
        return None
    row = []
    for i in range(len(NAMES)):
        weights = [0] * len(NAMES)
        weights[i] = 16
        row.append(tiger_value(tables(), weights, 0, board.tigers, board.goats, turn, state.captured, counts))
    return row


def sample(line: str) -> list[tuple[list[int], float]]:
    row = json.loads(line)
    state, found = State.start(), []
    rng = random.Random(row["seed"])
    for i, text in enumerate(row["moves"]):
        state = apply(state, parse_move(text))
        if i >= row["random"] and not outcome(state) and rng.random() < 0.5 and (values := features(state)):
            found.append((values, row["result"]))
    return found


def fit(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Logistic regression with a little pull to 0, by Newton's steps on the free weights."""
    free = [i for i, name in enumerate(NAMES) if name not in {"captured0", "trapped0"} and x[:, i].any()]
    a, w = x[:, free].astype(float), np.zeros(len(free))
    for _ in range(30):
        p = 1 / (1 + np.exp(-a @ w))
        slope = a.T @ (p - y) + 1e-3 * w
        curve = (a * (p * (1 - p))[:, None]).T @ a + 1e-3 * np.eye(len(free))
        w -= np.linalg.solve(curve, slope)
    p = 1 / (1 + np.exp(-a @ w))
    print("positions", len(y), "loss", -np.mean(y * np.log(p + 1e-12) + (1 - y) * np.log(1 - p + 1e-12)))
    full = np.zeros(len(NAMES))
    full[free] = w
    return full


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["play", "fit"])
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--begin", type=int, default=1, help="first seed")
    parser.add_argument("--nodes", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--weights", help="file of weights to play with, else those in use")
    parser.add_argument("--file", type=Path, default=Path("selfplay.jsonl"))
    parser.add_argument("--out", type=Path, default=Path("weights.json"))
    options = parser.parse_args()
    weights = read_weights(options.weights) if options.weights else WEIGHTS
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        if options.what == "play":
            search(State.start(), depth=1)
            tasks = [(seed, options.nodes, weights) for seed in range(options.begin, options.begin + options.games)]
            results = []
            with options.file.open("a", encoding="utf-8") as file:
                for row in pool.imap_unordered(play, tasks, 10):
                    file.write(json.dumps(row) + "\n")
                    results.append(row["result"])
            print("tigers won", results.count(1.0), "drawn", results.count(0.5), "goats won", results.count(0.0))
            return
        lines = options.file.read_text("utf-8").splitlines()
        rows = [row for part in pool.imap(sample, lines, 20) for row in part]
    found = fit(np.array([row[0] for row in rows]), np.array([row[1] for row in rows]))
    scale = 400 / found[4] if found[4] > 0 else 100
    flat = [round(float(value) * scale * 16) for value in found]
    for name, value in zip(NAMES, flat, strict=True):
        print(f"{name:10}{value:8}", file=sys.stderr)
    options.out.write_text(json.dumps(flat), "utf-8")


if __name__ == "__main__":
    main()
