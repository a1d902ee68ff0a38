"""Fit the weights of the built-in estimate of backgammon to bgsage's 1ply chances; prints them as Python.

Use: python bench/fit_estimate.py [POSITIONS] > weights.txt. The positions come from seeded games in which bgsage 1ply
plays both sides and one play in four is taken by chance from the best six; every legal play of each roll is a row.
"""

import random
import sys

import numpy as np
from bgsage.batch import batch_checker_play
from bgsage.board import STARTING_BOARD, check_game_over, flip_board

from pointboard.backgammon.engine.features import contact, features


def rows(count, seed):
    """Boards after a play, as the mover sees them, and the five chances."""
    rng = random.Random(seed)  # noqa: S311 (seeded on purpose)
    games = [list(STARTING_BOARD) for _ in range(200)]
    boards, chances = [], []
    while len(boards) < count:
        asked = [
            {
                "board": b,
                "die1": rng.randint(1, 6),
                "die2": rng.randint(1, 6),
                "cube_value": 1,
                "cube_owner": "centered",
            }
            for b in games
        ]
        for i, result in enumerate(batch_checker_play(asked, "1ply", jacoby=False)):
            if not result.moves:
                games[i] = list(flip_board(games[i]))
                continue
            few = rng.sample(result.moves, min(12, len(result.moves)))
            for move in few:
                if not check_game_over(move.board):
                    boards.append(move.board)
                    chances.append(move.probs.to_list())
            best = result.moves[0] if rng.random() < 0.75 else rng.choice(result.moves[:6])
            games[i] = list(STARTING_BOARD) if check_game_over(best.board) else list(flip_board(best.board))
    return boards, np.array(chances)


def split(board):
    """Both sides' counts in their own numbering."""
    mine = [0, *(max(n, 0) for n in board[1:25]), board[25]]
    theirs = [0, *(max(-n, 0) for n in reversed(board[1:25])), board[0]]
    return mine, theirs


def fit(x, y, weights, steps=60):
    """Logistic regression by Newton's method, with a little pull to 0."""
    w = np.zeros(x.shape[1])
    for _ in range(steps):
        p = 1 / (1 + np.exp(-x @ w))
        s = weights * p * (1 - p)
        gradient = x.T @ (weights * (y - p)) - 1e-3 * len(x) * 1e-3 * w
        hessian = (x * s[:, None]).T @ x + np.eye(x.shape[1]) * 1e-6 * len(x)
        step = np.linalg.solve(hessian, gradient)
        w += step
        if np.abs(step).max() < 1e-6:
            break
    return w


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 60_000
    boards, chances = rows(count, 1)
    halves = [split(board) for board in boards]
    keep = [i for i, (mine, theirs) in enumerate(halves) if contact(mine, theirs)]
    x = np.array([[1.0, *features(*halves[i])] for i in keep])
    y = chances[keep]
    np.savez_compressed(sys.argv[2] if len(sys.argv) > 2 else "fit.npz", x=x, y=y)
    ones = np.ones(len(keep))
    win = fit(x, y[:, 0], ones)
    for name, w, target in (
        ("WIN", win, y[:, 0]),
        ("GAMMON", fit(x, y[:, 1] / np.maximum(y[:, 0], 1e-3), y[:, 0]), y[:, 1] / np.maximum(y[:, 0], 1e-3)),
        (
            "LOSE_GAMMON",
            fit(x, y[:, 3] / np.maximum(1 - y[:, 0], 1e-3), 1 - y[:, 0]),
            y[:, 3] / np.maximum(1 - y[:, 0], 1e-3),
        ),
        ("BACKGAMMON", fit(x, y[:, 2] / np.maximum(y[:, 1], 1e-3), y[:, 1]), y[:, 2] / np.maximum(y[:, 1], 1e-3)),
        ("LOSE_BACKGAMMON", fit(x, y[:, 4] / np.maximum(y[:, 3], 1e-3), y[:, 3]), y[:, 4] / np.maximum(y[:, 3], 1e-3)),
    ):
        p = 1 / (1 + np.exp(-x @ w))
        print(f"{name} = (", ", ".join(f"{v:.3f}" for v in w), ")", file=sys.stdout)
        print(name, "rms", np.sqrt(((p - target) ** 2).mean()), "of", target.std(), file=sys.stderr)


if __name__ == "__main__":
    main()
