"""The players of ``match.py``, by name.

- ``level:N``: Pointboard's search at level N (1-8); ``seconds:S``, ``nodes:N``, ``depth:N``: under that limit. The
  tables of proved values are not asked.
- ``table:N``, ``table``: Pointboard at level N (8) by the tables of proved values, which must be there
  (``POINTBOARD_TABLES``).
- ``weights:FILE:N``: Pointboard's search with weights that ``tune.py`` wrote, N positions a move.
- ``pypi:N``: the engine of PyPI baghchal 1.0.1 at depth N, in a child process (``pip install baghchal==1.0.1``).
- ``greedy``: any capture first, else the move whose target is nearest to the centre; ties by seed.
- ``beginner``: looks one move ahead. Tigers take when they can, else move by chance. Goats put or move a goat where
  no tiger can take one at once, if they can; among those moves by chance.
- ``random``: any legal move.
"""

# ruff: noqa: S311 (games, not secrets)

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from pointboard.baghchal import Move, Side, State, apply, legal, outcome
from pointboard.baghchal.engine.choose import Question, by_search, by_tables
from pointboard.baghchal.engine.evaluate import Weights
from pointboard.baghchal.engine.levels import STRONGEST, Level, level
from pointboard.baghchal.engine.search import Limits, search
from pointboard.baghchal.notation.moves import move_notation
from pointboard.baghchal.rules import Repetition
from pointboard.game import Evidence

# The peer in a process of its own, since its import changes the working directory. It reads "new", "move TEXT", "go".
#
# Its search copies the board for each position with copy.deepcopy; a copy by hand, with the same content, makes matches
# several times shorter and changes no decision. Where every move loses it gives 0 for a move: any legal one is taken.
# "drawn" says that it holds the game to be drawn (it counts boards without the side to move).
PEER = """
import sys
from collections import Counter
from baghchal.engine import Engine
from baghchal.env import Board

def copied(board, memo):
    new = Board.__new__(Board)
    new.__dict__.update(board.__dict__)
    new.board = [[0] * 5 for _ in range(5)]
    for x, row in enumerate(board.board):
        for y, piece in enumerate(row):
            if piece:
                twin = piece.__class__.__new__(piece.__class__)
                twin.position, twin.board = piece.position, new
                new.board[x][y] = twin
    for name in ("goat_points", "bagh_points", "fen_history", "moves"):
        setattr(new, name, getattr(board, name).copy())
    new.fen_count = Counter(board.fen_count)
    return new

if sys.argv[2] == "by hand":
    Board.__deepcopy__ = copied
engine, board = Engine(int(sys.argv[1])), Board()
for line in sys.stdin:
    word, _, text = line.strip().partition(" ")
    if word == "new":
        board = Board()
    elif word == "move":
        if not board.is_game_over():
            board.move(text)
    elif board.is_game_over():
        print("drawn", flush=True)
    else:
        print(engine.get_best_move(board)[0] or sorted(board.possible_moves())[0], flush=True)
"""

Game = list[State]
Player = Callable[[Game], Move | None]


def ours(limit: str, value: str, seed: int) -> Player:
    """Pointboard's search under a limit, without tables."""
    strength = level(int(value)) if limit == "level" else None
    number = float(value) if limit == "seconds" else int(value)
    limits = Limits(nodes=strength.nodes) if strength else Limits(**{limit: number})
    return lambda game: by_search(asked(game, limits, strength, seed)).move


def table(number: str, seed: int) -> Player:
    """Pointboard by the tables of proved values; RuntimeError where they do not answer."""
    strength = level(int(number))

    def play(game: Game) -> Move | None:
        choice = by_tables(asked(game, Limits(nodes=strength.nodes), strength, seed))
        if choice is None or choice.evidence is not Evidence.TABLE:
            raise RuntimeError("there are no tables for this position; see POINTBOARD_TABLES")
        return choice.move

    return play


def asked(game: Game, limits: Limits, strength: Level | None, seed: int) -> Question:
    """What a source of answers is asked."""
    return Question(game[-1], limits, strength, seed, tuple(game), Repetition.THREEFOLD, 1)


def weighted(file: str, nodes: str, seed: int) -> Player:
    """Pointboard's search with other weights."""
    values = json.loads(Path(file).read_text("utf-8"))
    weights = Weights(tuple(values[:5]), tuple(values[5:10]), *values[10:])
    return lambda game: search(game[-1], nodes=int(nodes), history=game, seed=seed, weights=weights).best.move


def pypi(depth: str, copies: str = "by hand") -> Player:
    """The peer's engine; its own board follows the game."""
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-c", PEER, depth, copies]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
    notation, sent = move_notation("pypi"), [0]

    def send(text: str) -> None:
        child.stdin.write(text + "\n")
        child.stdin.flush()

    def play(game: Game) -> Move | None:
        if sent[0] > len(game) - 1:
            send("new")
            sent[0] = 0
        for before, after in zip(game[sent[0] :], game[sent[0] + 1 :], strict=False):
            send(f"move {notation.format(after.last_move, before)}")
        sent[0] = len(game) - 1
        send("go")
        answer = child.stdout.readline().strip()
        return None if answer == "drawn" else notation.parse(answer, game[-1])

    play.close = lambda: (child.stdin.close(), child.wait())
    return play


def greedy(seed: int) -> Player:
    """Any capture first, else the move nearest to the centre."""
    rng = random.Random(seed)

    def rank(move: Move) -> tuple[bool, int, float]:
        row, column = divmod(move.target, 5)
        return (move.captured is None, (row - 2) ** 2 + (column - 2) ** 2, rng.random())

    return lambda game: min(legal(game[-1]), key=rank)


def _takes(state: State) -> bool:
    return any(move.captured is not None for move in legal(state))


def beginner(seed: int) -> Player:
    """A player who looks one move ahead."""
    rng = random.Random(seed)

    def play(game: Game) -> Move | None:
        state = game[-1]
        moves = legal(state)
        after = {move: apply(state, move) for move in moves}
        wins = [move for move in moves if (end := outcome(after[move])) and end.winner is state.turn]
        if state.turn is Side.TIGER:
            good = [move for move in moves if move.captured is not None]
        else:
            good = [move for move in moves if not _takes(after[move])]
        return rng.choice(wins or good or moves)

    return play


def player(name: str, seed: int) -> Player:
    """The player of that name; ValueError for any other."""
    kind, _, value = name.partition(":")
    if kind in {"level", "seconds", "nodes", "depth"} and value:
        return ours(kind, value, seed)
    if kind == "table":
        return table(value or str(STRONGEST), seed)
    if kind == "weights" and ":" in value:
        return weighted(*value.rsplit(":", 1), seed)
    if kind == "pypi" and value:
        return pypi(value)
    if name in {"greedy", "beginner"}:
        return {"greedy": greedy, "beginner": beginner}[name](seed)
    if name == "random":
        rng = random.Random(seed)
        return lambda game: rng.choice(legal(game[-1]))
    raise ValueError(f"no player is called {name!r}; see bench/players.py")
