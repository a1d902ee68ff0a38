"""A search process whose search does what its seed says, for tests of the pool and of the server around it.

UNTIL_STOPPED thinks until the flag is raised, DIES at once, is DEAF to the flag, REFUSES the limits, CHATTERS on
standard output, WAITS for the seconds it is given; any other seed answers at once. A process started with the word
"nonsense" or "silent-death" says no more than that.
"""

import os
import sys
import time
from dataclasses import replace

from pointboard import games
from pointboard.errors import PointboardError
from pointboard.game import Choice, Evidence, Line

UNTIL_STOPPED, DIES, DEAF, REFUSES, CHATTERS, WAITS = 101, 102, 103, 104, 105, 106
SCORE = 55


def choose(state, *, stop, seed=0, seconds=None, **limits):
    if seed == DIES:
        os._exit(3)
    if seed == DEAF:
        time.sleep(600)
    if seed == REFUSES:
        raise PointboardError(f"no such limits: {limits}")
    if seed == CHATTERS:
        print("something that is no answer")  # noqa: T201
    while seed == UNTIL_STOPPED and not stop[0]:
        time.sleep(0.002)
    if seed == WAITS:
        time.sleep(seconds)
    move = GAME.legal(state)[0]
    lines = (Line(move, SCORE, (move,), 3),)
    return Choice(state, move, GAME.apply(state, move), Evidence.SEARCH, SCORE, lines, 3, os.getpid(), None)


if __name__ == "__main__":
    if "nonsense" in sys.argv:
        sys.exit("nonsense\n" if not sys.stdout.write("nonsense\n") else 0)
    if "silent-death" in sys.argv:
        sys.exit(1)
    GAME = games.get("baghchal")
    games._ADDED["baghchal"] = replace(GAME, choose=choose)
    from pointboard.api.worker import main

    main()
