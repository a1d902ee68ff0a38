"""How far bgsage 3ply and GNU Backgammon 2-ply agree on 200 positions: cubeful, money.

Use: python bench/agreement.py [FIRST [COUNT]] prints a line for each position, the mean difference of the equities that
the two give their best plays, and each difference above 0.08. ``--make`` writes the positions anew: from seeded games
in which bgsage 1ply plays both sides and one play in five is its second or third; one roll in seven is kept.
"""

import random
import sys
from pathlib import Path

from pointboard.backgammon.board import Side
from pointboard.backgammon.engine.best import best, source_of
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.notation import plays as notation
from pointboard.backgammon.rules import outcome, plays
from pointboard.backgammon.state import Phase, State

POSITIONS = Path(__file__).parents[1] / "tests" / "golden" / "backgammon" / "agreement" / "positions.txt"
FAR = 0.08


def rolled(state, rng):
    dice = tuple(sorted((rng.randint(1, 6), rng.randint(1, 6))))
    return state._replace(dice=dice, phase=Phase.ROLLED)


def make(count=200, seed=20261130):
    """Positions with a roll, each with at least two plays to choose from."""
    rng, found, number = random.Random(seed), [], 0  # noqa: S311 (seeded on purpose)
    while len(found) < count:
        state = State.start()._replace(last_actor=rng.choice(list(Side)))
        while outcome(state) is None and len(found) < count:
            state = rolled(state, rng)
            legal, number = plays(state), number + 1
            if number % 7 == 0 and len(legal) > 1:
                found.append(ogid.format(state._replace(move_id=0)))
            lines = best(state, engine="bgsage", level="1ply", lines=3).lines
            chosen = lines[0] if rng.random() < 0.8 else rng.choice(lines[1:] or lines)
            state = chosen.move.after
    return found


def compare(text):
    """The best play of each engine with its equity; the distance of the two equities."""
    said = [best(text, engine=engine, level=level) for engine, level in (("bgsage", "3ply"), ("gnubg", "2-ply"))]
    values = [choice.lines[0].value.equity for choice in said]
    return [notation.format(choice.move) for choice in said], values, abs(values[0] - values[1])


def main():
    if sys.argv[1:2] == ["--make"]:
        POSITIONS.parent.mkdir(parents=True, exist_ok=True)
        POSITIONS.write_text("\n".join(make()) + "\n", encoding="utf-8")
        return
    first, count = (int(word) for word in (*sys.argv[1:3], *("0", "200")[len(sys.argv) - 1 :]))
    texts = POSITIONS.read_text(encoding="utf-8").split()[first : first + count]
    print(" ".join(f"{source_of(name).name} {source_of(name).version}" for name in ("bgsage", "gnubg")))
    same, distances = 0, []
    for number, text in enumerate(texts, first):
        moves, values, distance = compare(text)
        same += moves[0] == moves[1]
        distances.append(distance)
        mark = " <-- far" if distance > FAR else ""
        print(
            f"{number} {text} {moves[0]} {values[0]:+.4f} | {moves[1]} {values[1]:+.4f} {distance:.4f}{mark}",
            flush=True,
        )
    print(
        f"{len(texts)} positions: mean difference {sum(distances) / len(distances):.4f}, same play {same}, "
        f"largest {max(distances):.4f}, above {FAR}: {sum(d > FAR for d in distances)}"
    )


if __name__ == "__main__":
    main()
