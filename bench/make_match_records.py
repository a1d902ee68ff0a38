"""Make the files of tests/golden/backgammon/records again: matches that other programs write.

    python bench/make_match_records.py FOLDER

Needs GNU Backgammon (Debian's package gnubg), bgsage, gammonview and ogxm. GNU Backgammon plays against itself at 0-ply
with fixed seeds, and analyses; bgsage's writer of XG files, fed with one of these matches and its analysis, makes the
.xg; gammonview's reader of match text and its writer make OGXM with analysis, and ogxm makes a stream of two matches.
"""

import io
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import ogxm
from bgsage import xg_file
from gvformat import convert_mat, write_gvab

from pointboard.backgammon.board import Side
from pointboard.backgammon.notation import plays
from pointboard.backgammon.record import ogxm as ours
from pointboard.backgammon.record import sgf
from pointboard.backgammon.rules import point_of
from pointboard.backgammon.turns import Double, MakePlay, Pass, Take

PROGRAM = shutil.which("gnubg") or "/usr/games/gnubg"
PLAYERS = """\
set rng mersenne
set seed {seed}
set player 0 gnubg
set player 1 gnubg
set player 0 chequer evaluation plies 0
set player 1 chequer evaluation plies 0
set player 0 cubedecision evaluation plies 0
set player 1 cubedecision evaluation plies 0
set automatic roll on
set automatic game on
set display off
"""


def gnubg(script, folder):
    environment = {"HOME": str(folder), "LANG": "C", "LC_ALL": "C", "PATH": os.environ["PATH"]}
    subprocess.run(
        [PROGRAM, "-t", "-q", "-r"], input=script, text=True, cwd=folder, env=environment, check=True,
        stdout=subprocess.DEVNULL, timeout=300,
    )  # fmt: skip


BOARD, TURNED = "-b----E-C---eE---c-e----B-", "-a-B--D-B---dE--ac-e----A-"
SET_UPS = {
    "at-the-score": ("new match 7", f"set xgid XGID={TURNED}:1:1:-1:00:3:0:0:7:10", "roll"),
    "centred": ("new session", f"set xgid XGID={TURNED}:1:0:1:00:0:0:0:0:10", "double", "take", "roll"),
    "doubled": ("new match 9", f"set xgid XGID={TURNED}:2:-1:-1:00:1:0:0:9:10", "double"),
    "other-turn": ("new match 3", "set turn 0", "set board jGfwARDwufAACA", "set dice 21"),
    "owned-played": ("new match 7", f"set xgid XGID={BOARD}:1:1:1:31:2:3:0:7:10", "move 8/5 6/5", "roll"),
    "owned-rolled": ("new session", f"set xgid XGID={BOARD}:1:1:1:00:0:0:0:0:10", "roll"),
    "owner-first": ("new match 5", "set cube owner 1", "set cube value 2", "set dice 52", "move 13/8 13/11", "roll"),
    "value-first": ("new match 5", "set board 4HPwATDgc/ABMA", "set cube value 4", "set cube owner 0"),
}
BY_HAND = """\
set rng mersenne
set seed 7
set automatic game off
set automatic roll off
set automatic move off
set automatic bearoff off
set confirm new off
set player 0 human
set player 1 human
"""


def set_up(folder):
    """Positions set up by hand, and what the program says of the last one of each: its Position ID and Match ID."""
    rows = []
    for name, steps in SET_UPS.items():
        (folder / "steps").write_text(BY_HAND + "\n".join((*steps, "show board", f"save match {name}.sgf", "")))
        command = [PROGRAM, "-t", "-q", "-r", "-c", "steps"]
        done = subprocess.run(
            command, cwd=folder, input="", capture_output=True, text=True, errors="replace", check=True
        )
        said = re.findall(r"Position ID: (\S+)\s+Match ID +: (\S+)", done.stdout)[-1]
        file = folder / f"{name}.sgf"
        text = re.sub(r"DT\[[^]]*\]", "DT[2026-11-30]", file.read_text("utf-8"))
        file.write_text(re.sub(r"PW\[[^]]*\]PB\[[^]]*\]", "PW[Ann]PB[Bo]", text), "utf-8")
        rows.append("\t".join((name, *said)))
    (folder / "steps").unlink()
    (folder / "ids.tsv").write_text("\n".join(("name\tposition id\tmatch id", *rows, "")), "utf-8")


def play(folder, seed, length, name, more=""):
    """A match of GNU Backgammon against itself: .mat, and .sgf without analysis."""
    gnubg(
        PLAYERS.format(seed=seed) + more + f"new match {length}\nexport match mat {name}.mat\n"
        f"save match {name}_full.sgf\nanalyse clear match\nsave match {name}.sgf\n",
        folder,
    )


def frame(state, side):
    """bgsage's board: the mover's points positive, [25] its bar, [0] the other's bar as a positive count."""
    board = [0] * 26
    for pip, count in enumerate(state.board.side(side)):
        board[point_of(side, pip)] += count
    for pip, count in enumerate(state.board.side(side.other)):
        if pip == (0 if side is Side.BLACK else 25):
            board[0] = count
        else:
            board[point_of(side, pip)] -= count
    return board


def header(match):
    row = bytearray(2560)
    row[8] = 0
    struct.pack_into("<i", row, 92, match.headers.length or 99_999)
    row[100], row[101] = match.headers.crawford, match.headers.jacoby
    struct.pack_into("<d", row, 128, 46_000.0)
    struct.pack_into("<ii", row, 552, 30, xg_file.MAGIC_DMLI)
    struct.pack_into("<i", row, 612, 10)
    for at, text in ((880, "Ann Åberg"), (1138, "Bo Li"), (622, "Open"), (1396, "Reykjavík")):
        code = text.encode("utf-16-le")
        row[at : at + len(code)] = code
    return bytes(row)


def blank(kind):
    row = bytearray(2560)
    row[8] = kind
    return bytes(row)


def evaluated(row, ply):
    """Put the analysis of a play into its record."""
    row = bytearray(row)
    about = ply.analysis
    if about is None or not about.plays:
        return bytes(row)
    shown = [one for one in about.plays if one.chances][:8]
    struct.pack_into("<i", row, 124 + 64, len(shown))
    for number, one in enumerate(shown):
        moves = plays.parse(one.play, ply.before, lax=True).moves
        codes = xg_file.encode_played_move([tuple(point_of(ply.side, pip) for pip in move) for move in moves])
        struct.pack_into("<8b", row, 1024 + 8 * number, *codes)
        struct.pack_into("<h", row, 1280 + 4 * number, 0)
        c = one.chances
        values = (c.lose_backgammon, c.lose_gammon, 1 - c.win, c.win, c.gammon, c.backgammon, one.equity)
        struct.pack_into("<7f", row, 1408 + 28 * number, *values)
    struct.pack_into("<d", row, 2320, about.luck or 0.0)
    struct.pack_into("<i", row, 2472, 0)
    return bytes(row)


def cube(ply, taken, doubled):
    row = bytearray(
        xg_file.build_cube_record(
            blank(2), frame(ply.before, ply.side), actif=1 if ply.side is Side.WHITE else -1, double=doubled, take=taken
        )
    )
    about = ply.analysis.cube if ply.analysis else None
    if about is not None:
        struct.pack_into("<3f", row, 64 + 88, 0.62, 0.81, 1.0)
        c = about.chances
        values = (c.lose_backgammon, c.lose_gammon, 1 - c.win, c.win, c.gammon, c.backgammon, 0.62)
        struct.pack_into("<7f", row, 64 + 60, *values)
        struct.pack_into("<i", row, 64 + 28, 1001)
    return bytes(row)


def xg(match, path):
    """The match as an XG file by bgsage's builders, over empty records."""
    rows = [header(match)]
    for game in match.games:
        start = game.start
        row = bytearray(
            xg_file.build_game_header(
                blank(1), frame(start, Side.WHITE), game.number, start.score.white, start.score.black
            )
        )
        row[20] = start.crawford
        rows.append(bytes(row))
        for number, ply in enumerate(game.plies):
            actif = 1 if ply.side is Side.WHITE else -1
            after = game.plies[number + 1].event if number + 1 < len(game.plies) else None
            if isinstance(ply.event, Double):
                rows.append(cube(ply, 1 if isinstance(after, Take) else 0, 1))
            elif isinstance(ply.event, MakePlay):
                steps = [tuple(point_of(ply.side, pip) for pip in move) for move in ply.event.moves]
                low, high = ply.dice
                built = xg_file.build_move_record(
                    blank(3), frame(ply.before, ply.side), frame(ply.after, ply.side), high, low, steps, actif
                )
                rows.append(evaluated(built, ply))
        ended = game.ended
        won = match.won(game)
        final = start.score
        plus = (final.white + won, final.black) if ended.winner is Side.WHITE else (final.white, final.black + won)
        kind = 0 if isinstance(game.plies[-1].event, Pass) else int(ended.size) + 100 * (ended.reason == "resigned")
        rows.append(xg_file.build_game_footer(blank(4), *plus, 1 if ended.winner is Side.WHITE else -1, won, kind))
    last = bytearray(blank(5))
    struct.pack_into("<ii", last, 12, *match.score)
    rows.append(bytes(last))
    stream = b"".join(rows)
    prefix = bytearray(xg_file.RICH_HEADER_SIZE)
    prefix[:4] = b"RGMH"
    struct.pack_into("<i", prefix, 8, xg_file.RICH_HEADER_SIZE)
    archive = xg_file.XgArchive(bytes(prefix), [])
    archive.set("temp.xg", stream)
    archive.set("temp.xgi", xg_file.rebuild_xgi(stream))
    archive.save(path)


def main(target):
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        play(folder, 5, 7, "selfplay7")
        play(folder, 8, 7, "selfplay7b")
        play(folder, 11, 3, "analysed3")
        gnubg(
            "load match analysed3_full.sgf\nset analysis chequerplay evaluation plies 0\n"
            "set analysis cubedecision evaluation plies 0\nanalyse match\nsave match analysed3.sgf\n",
            folder,
        )
        beside = target.parent / "set-up"
        beside.mkdir(exist_ok=True)
        set_up(beside)
        for file in ("selfplay7.mat", "selfplay7.sgf", "selfplay7b.mat", "selfplay7b.sgf", "analysed3.mat"):
            (target / file).write_bytes((folder / file).read_bytes())
        analysed = (folder / "analysed3.sgf").read_text("utf-8")
        match = sgf.parse(analysed)
        (target / "analysed3.sgf").write_text(shortened(match), "utf-8")
        xg(match, target / "bgsage3.xg")
        (target / "gammonview3.ogxm").write_bytes(write_gvab(gammonview(target / "analysed3.mat", match)))
        stream = io.BytesIO()
        writer = ogxm.StreamWriter(stream)
        for file in ("selfplay7.sgf", "selfplay7b.sgf"):
            writer.write(ours.format(sgf.parse((folder / file).read_text("utf-8"))))
        (target / "selfplay.ogxms").write_bytes(stream.getvalue())


def evaluation(chances):
    names = ("win", "gammon_win", "bg_win", "gammon_loss", "bg_loss")
    return dict(zip(names, (round(one, 4) for one in chances), strict=True)) | {"equity": 0.0}


def gammonview(path, match):
    """gammonview's own reading of the match text, with GNU Backgammon's analysis put in."""
    found = convert_mat(path)
    found["analysis_info"] = {"ply": 0, "eval_level": "1ply", "model_id": "gnubg", "timestamp": 1_700_000_000}
    for game, known in zip(found["games"], match.games, strict=True):
        rest = iter(game["plies"])
        for ply in known.plies:
            values, about = next(rest), ply.analysis
            if isinstance(ply.event, Double) and about and about.cube:
                values["analysis"] = {
                    "correct_action": "double", "played_action": "double", "no_double_equity": 0.62,
                    "double_take_equity": 0.81, "double_pass_equity": 1.0, "equity_loss": 0.0, "decision": True,
                    "eval": evaluation(about.cube.chances), "eval_level": "1ply",
                }  # fmt: skip
            elif isinstance(ply.event, MakePlay) and about and len(about.plays) > 1:
                best = about.plays[0].equity
                played = next((one for one in about.plays if one.played), about.plays[0])
                one = {
                    "equity": round(played.equity, 4), "is_played": True, "diff": round(played.equity - best, 4),
                    "eval": evaluation(played.chances), "eval_level": "1ply", "move": values["moves"], "notation": "",
                }  # fmt: skip
                values["analysis"] = {
                    "best_equity": round(best, 4), "equity_loss": 0.0, "decision": True, "eval": one["eval"],
                    "eval_level": "1ply", "alternatives": [one],
                }  # fmt: skip
    return found


def shortened(match):
    """The match as GNU Backgammon has written it, of each list of plays the first three."""
    return re.sub(r"(A\[[^]]*\](?:\[[^]]*\]){3})(?:\[[^]]*\])*", r"\1", sgf.format(match))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
