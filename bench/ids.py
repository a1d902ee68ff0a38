"""Speed of backgammon's ids beside the peers, measured in one run: ``python bench/ids.py [texts]`` prints the table.

The texts are all different: seeded self-play at random, each position with a score, match length, cube and move id by
chance, half of them before the roll. Nothing is read twice in a round, so that no memo helps. Figures are microseconds
for one text, the median of several rounds; in each round everybody has a turn, so that a busy machine slows all alike.
Processor time is what counts; the wall clock stands beside it. "times" is the peer's processor time by ours.

Peers, all from PyPI and all of the MIT licence, called in this process; none judges whether there can be the position:
ankigammon 1.19.1; gammonview 3.1.0, whose packages are gvformat and gvanalysis; ogxm 2.3.2, whose C library is called
through ctypes as an extension would call it: text to and from its own structures, nothing made of them in Python.
"""

# ruff: noqa: S101, S311, PLC0415 (it checks that all agree; positions, not secrets; peers are imported when measured)

import ctypes
import os
import platform
import random
import statistics
import sys
import time

from plays import sample

from pointboard.backgammon import Cube, Length, Modifier, Owner, Phase, Score, Side, State
from pointboard.backgammon.notation import gnubg, ogid, xgid

ROUNDS = 9


def states(count: int, seed: int = 1) -> list[State]:
    """Distinct possible positions that all ids can hold."""
    rng, found = random.Random(seed), {}
    for rolled in sample(2 * count, seed):
        points = rng.randint(2, 15) if rng.random() < 0.8 else 0
        score = [rng.randrange(points or 10), rng.randrange(points or 10)]
        owner = rng.choice([Owner.CENTRED, Owner.WHITE, Owner.BLACK])
        cube = Cube(owner, 0 if owner is Owner.CENTRED else rng.randint(1, 4))
        length = Length(points)
        if points and rng.random() < 0.1:
            score[rng.randrange(2)], length = points - 1, Length(points, Modifier.CRAWFORD)
            cube = Cube()
        dice, phase = (rolled.dice, rolled.phase) if rng.random() < 0.5 else ((), Phase.PLAYED)
        about = {"cube": cube, "score": Score(*score), "length": length, "move_id": rng.randrange(60)}
        state = rolled._replace(dice=dice, phase=phase, **about)
        if not state.status():
            found[ogid.format(state)] = state
        if len(found) == count:
            return list(found.values())
    raise AssertionError(f"only {len(found)} of {count} positions")


def ankigammon(given: list[State], ids: dict[str, list[str]]) -> dict[str, tuple]:
    """What ankigammon does of it: the work, and the items it is done with."""
    from ankigammon.models import CubeState, Player
    from ankigammon.utils.gnuid import encode_gnuid, parse_gnuid
    from ankigammon.utils.ogid import encode_ogid, parse_ogid
    from ankigammon.utils.xgid import encode_xgid, parse_xgid

    owners = {Owner.CENTRED: CubeState.CENTERED, Owner.WHITE: CubeState.X_OWNS, Owner.BLACK: CubeState.O_OWNS}
    items = []
    for state, text in zip(given, ids["ogid"], strict=True):
        common = {
            "cube_value": state.cube.value,
            "cube_owner": owners[state.cube.owner],
            "dice": state.dice or None,
            "on_roll": Player.X if state.on_roll is Side.WHITE else Player.O,
            "score_x": state.score.white,
            "score_o": state.score.black,
            "match_length": state.length.points,
        }
        items.append((parse_ogid(text)[0], common, state))

    def written_ogid(item):
        position, common, state = item
        mark, phase = state.length.modifier.value, state.phase.value
        return encode_ogid(position, game_state=phase, match_modifier=mark, move_id=state.move_id, **common)

    assert [written_ogid(item) for item in items] == ids["ogid"]
    return {
        "OGID parse": (parse_ogid, ids["ogid"]),
        "OGID format": (written_ogid, items),
        "XGID parse": (parse_xgid, ids["xgid"]),
        "XGID format": (lambda item: encode_xgid(item[0], **item[1]), items),
        "GNU ids parse": (parse_gnuid, ids["gnubg"]),
        "GNU ids format": (lambda item: encode_gnuid(item[0], **item[1]), items),
    }


def gammonview(_given: list[State], ids: dict[str, list[str]]) -> dict[str, tuple]:
    """What gammonview does of it."""
    from gvanalysis.position import parse_xgid
    from gvformat.ogid import board_to_ogid, parse_ogid

    def written(item):
        return board_to_ogid(
            item.board,
            mover_is_white=item.mover_is_white,
            cube_value=item.cube_value,
            cube_owner=item.cube_owner,
            cube_action=item.cube_action,
            dice=(item.die1, item.die2) if item.die1 else None,
            game_state=item.game_state,
            score_white=item.score_white,
            score_black=item.score_black,
            match_length=item.match_length,
            crawford=item.crawford,
            move_id=item.move_id,
        )

    items = [parse_ogid(text) for text in ids["ogid"]]
    assert [written(item) for item in items] == ids["ogid"]
    return {
        "OGID parse": (parse_ogid, ids["ogid"]),
        "OGID format": (written, items),
        "XGID parse": (parse_xgid, ids["xgid"]),
    }


def ogxm(_given: list[State], ids: dict[str, list[str]]) -> dict[str, tuple]:
    """What ogxm's library does of it."""
    from ogxm._lib import load_library

    class Board(ctypes.Structure):
        _fields_ = [("white", ctypes.c_uint64), ("black", ctypes.c_uint64)]

    library = load_library()
    parse, write = library.ogid_parse_full, library.ogid_format_full
    parse.argtypes = [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p]
    write.argtypes = [Board, ctypes.c_void_p, ctypes.c_char_p]
    board, info, out = Board(), ctypes.create_string_buffer(1024), ctypes.create_string_buffer(256)
    at, texts = ctypes.byref(board), [text.encode() for text in ids["ogid"]]

    def written(item):
        write(item[0], item[1], out)
        return out.value

    items = []
    for text in texts:
        assert parse(text, at, info) == 0
        items.append((Board(board.white, board.black), ctypes.create_string_buffer(info.raw, 1024)))
    assert [written(item) for item in items] == texts
    return {"OGID parse": (lambda text: parse(text, at, info), texts), "OGID format": (written, items)}


def pointboard(given: list[State], ids: dict[str, list[str]]) -> dict[str, tuple]:
    """What is measured here; every text is judged in full."""
    return {
        "OGID parse": (ogid.parse, ids["ogid"]),
        "OGID format": (ogid.format, given),
        "XGID parse": (xgid.parse, ids["xgid"]),
        "XGID format": (xgid.format, given),
        "GNU ids parse": (gnubg.parse, ids["gnubg"]),
        "GNU ids format": (gnubg.format, given),
    }


def measure(work: dict[tuple[str, str], tuple], rounds: int) -> dict[tuple[str, str], tuple[float, float]]:
    """For each piece of work the medians of its processor time and of its time by the wall, in microseconds an item."""
    spent: dict[tuple[str, str], list[tuple[float, float]]] = {key: [] for key in work}
    for _ in range(rounds):
        for key, (run, items) in work.items():
            wall, processor = time.perf_counter(), time.thread_time()
            for item in items:
                run(item)
            spent[key].append((time.thread_time() - processor, time.perf_counter() - wall))
    return {
        key: tuple(statistics.median(times) / len(work[key][1]) * 1e6 for times in zip(*rows, strict=True))
        for key, rows in spent.items()
    }


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    given = states(count)
    ids = {"ogid": [ogid.format(s) for s in given], "xgid": [xgid.format(s) for s in given]}
    ids["gnubg"] = [gnubg.format(s) for s in given]
    assert [ogid.parse(text) for text in ids["ogid"]] == given
    work = {}
    for peer in (pointboard, ankigammon, gammonview, ogxm):
        try:
            work |= {(what, peer.__name__): done for what, done in peer(given, ids).items()}
        except ImportError as error:
            print(f"{peer.__name__} is not measured: {error}", file=sys.stderr)
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    found = measure(work, ROUNDS)
    load = (load, os.getloadavg()[0] / (os.cpu_count() or 1))
    print(
        f"Python {platform.python_version()}, {platform.machine()}, {count} texts, median of {ROUNDS} rounds;"
        f" load for each processor {load[0]:.1f} before, {load[1]:.1f} after\n"
    )
    print("| what | program | us, processor | us, wall | times |\n|---|---|---|---|---|")
    for what in dict.fromkeys(what for what, _ in found):
        ours = found[what, "pointboard"][0]
        for (same, name), (processor, wall) in found.items():
            if same == what:
                print(f"| {what} | {name} | {processor:.2f} | {wall:.2f} | {processor / ours:.1f} |")


if __name__ == "__main__":
    main()
