"""GNU Backgammon (GPL) as child processes of its command line; it is never imported.

The program is the one that ``POINTBOARD_GNUBG`` names, else ``gnubg`` on the path, else that of Debian in /usr/games.
It is told a position by its own ids (``notation.gnubg``) and answers ``hint`` and ``eval`` with chances and equities,
always as the side on roll sees them. Each answer begins with the ids that it has set, which are compared.

It calls a position that its net judges as it lies "0-ply", which others call 1ply.
"""

from __future__ import annotations

import atexit
import itertools
import os
import re
import shutil
import tempfile
from pathlib import Path

from pointboard.backgammon.engine.adapters.child import Child, Pool
from pointboard.backgammon.engine.source import (
    CubeValue,
    Evaluating,
    Judged,
    Level,
    Question,
    may_double,
    ranked,
    undoubled,
    unusual,
)
from pointboard.backgammon.notation import gnubg
from pointboard.backgammon.notation import plays as notation
from pointboard.backgammon.rules import Play, plays, point_of
from pointboard.backgammon.state import Length, Modifier, State
from pointboard.errors import AmbiguousMoveError, EngineError, LossyConversionError, PointboardError
from pointboard.values import Chances, Evidence, Known, Value

__all__ = ["VARIABLE", "Gnubg", "program"]

VARIABLE = "POINTBOARD_GNUBG"
"""The environment variable that names the program."""

_ELSEWHERE = "/usr/games"  # Debian's place for games, which is not on everybody's path
_START_SECONDS = 30.0
_SETUP = """\
set output digits 6
set output mwc off
set output winpc off
set output matchpc off
set automatic roll off
set automatic game off
set automatic move off
set automatic bearoff off
set automatic crawford off
set player 0 human
set player 1 human
set confirm new off
set beavers 0
set evaluation movefilter 1 0 2 8 0.16
set evaluation movefilter 2 0 2 8 0.16
set evaluation movefilter 3 0 2 8 0.16
set evaluation movefilter 3 2 2 2 0.04
new session
"""
_NUMBER = r"[+-]?[0-9]+\.[0-9]+"
_VERSION = re.compile(r"^GNU Backgammon ([0-9][0-9.]*)", re.MULTILINE)
_IDS = re.compile(r"Position ID: (\S{14})\s+Match ID\s+: (\S{12})")
_PLAY = re.compile(
    rf"^ *[0-9]+\. Cubeful ([0-9])-ply +(\S.*?) +Eq\.: *({_NUMBER})[^\n]*\n"
    rf" *({_NUMBER}) ({_NUMBER}) ({_NUMBER}) - {_NUMBER} ({_NUMBER}) ({_NUMBER})",
    re.MULTILINE,
)
_EVAL = re.compile(rf"^ *(?:static|([0-9]) ply): +((?:{_NUMBER} +){{6}}{_NUMBER})", re.MULTILINE)
_CUBE = re.compile(rf"^[0-9]\. (No double|Double, take|No redouble|Redouble, take) +({_NUMBER})", re.MULTILINE)


def program() -> str | None:
    """The path of the program; None where there is none. PointboardError where ``POINTBOARD_GNUBG`` names none."""
    named = os.environ.get(VARIABLE)
    if named:
        found = shutil.which(named)
        if found is None:
            raise PointboardError(f"{VARIABLE} names no program: {named!r}")
        return found
    return shutil.which("gnubg") or shutil.which("gnubg", path=_ELSEWHERE)


class Gnubg(Evaluating):
    """GNU Backgammon as a source; PointboardError where it is not installed.

    ``path`` is the program, found by ``program`` if not given; ``processes`` the most that run at a time; ``seconds``
    the longest that an answer may take. A question can be stopped, and its process is ended then. The processes are
    started when they are needed; ``close``, which the end of Python calls too, ends them.
    """

    name = "gnubg"
    levels = (Level("0-ply", 1), Level("1-ply", 2), Level("2-ply", 3), Level("3-ply", 4))
    usual = levels[2]

    def __init__(self, path: str | None = None, *, processes: int = 2, seconds: float = 60.0) -> None:
        """Start the first process, to see that it works and to hear its version."""
        found = path or program()
        if found is None:
            raise PointboardError(f"GNU Backgammon is not installed; install it, or name it in {VARIABLE}")
        self._path = found
        self._seconds = seconds
        self._marks = itertools.count(1)
        self._heard = ""
        self._pool = Pool("GNU Backgammon", self._start, processes)
        atexit.register(self.close)
        self._ask("")
        said = _VERSION.search(self._heard)
        if said is None:
            self.close()
            raise EngineError(f"{Path(found).name} is not GNU Backgammon")
        self.version = said[1]

    def close(self) -> None:
        """End the processes."""
        atexit.unregister(self.close)
        self._pool.close()

    def fault(self, state: State) -> str | None:
        """Why it cannot judge ``state``; None when it can."""
        if found := unusual(state):
            return found
        try:
            gnubg.format(_plain(state))
        except LossyConversionError as error:
            return f"its ids cannot hold the position: {', '.join(error.losses)}"
        return None

    def plays(self, state: State, question: Question) -> tuple[Judged, ...]:
        """All plays of the roll, ranked."""
        legal = plays(state)
        if not legal:
            return ()
        if legal[0].moves == ():
            return (Judged(legal[0], self._after(legal[0].after, question)),)
        said = self._position(state, question, "hint 9999")
        found = {}
        for depth, text, equity, *chances in _PLAY.findall(said):
            play = _play(text, state)
            value = Value(self._known(int(depth)), float(equity), chances=_chances(chances))
            found[play.board] = Judged(play, value)
        if len(found) != len(legal):
            raise EngineError(f"GNU Backgammon gives {len(found)} plays where there are {len(legal)}")
        return ranked(found.values())

    def cube(self, state: State, question: Question) -> CubeValue:
        """The equities with and without a double."""
        state = undoubled(state)
        if state.on_roll is None:
            raise PointboardError("nobody is on roll")
        said = self._position(state, question, "eval")
        depth = question.level.depth - 1
        rows = {int(ply or 0): numbers.split() for ply, numbers in _EVAL.findall(said)}
        if depth not in rows:
            raise EngineError("GNU Backgammon gives no evaluation")
        *five, _, cubeful = rows[depth]
        options = {name.rpartition(" ")[2].lower(): float(equity) for name, equity in _CUBE.findall(said)}
        doubled = may_double(state)
        if doubled and "take" not in options:
            raise EngineError("GNU Backgammon gives no equity of a double")
        return CubeValue(
            known=self._known(depth),
            no_double=next((equity for name, equity in options.items() if name != "take"), float(cubeful)),
            double_take=options["take"] if doubled else None,
            chances=_chances((*five[:3], five[3], five[4])),
        )

    def _after(self, state: State, question: Question) -> Value:
        """The value, for the side that has just played, of the position where the other is on roll."""
        cube = self.cube(state, question)
        chances = None if cube.chances is None else cube.chances.mirror()
        return Value(cube.known, -cube.equity, chances=chances)

    def _known(self, plies: int) -> Known:
        level = self.levels[plies]
        return Known(Evidence.ENGINE, self.name, self.version, level.name, level.depth)

    def _position(self, state: State, question: Question, command: str) -> str:
        """What it says of a position, which it has repeated rightly."""
        state = _plain(state)
        rules = question.rules._replace(beavers=False, max_cube=None)
        ids = gnubg.format_ids(state, rules)
        plies = question.level.depth - 1
        said = self._ask(
            f"set evaluation chequerplay evaluation plies {plies}\n"
            f"set evaluation cubedecision evaluation plies {plies}\n"
            f"set gnubgid {':'.join(ids)}\n"
            f"set jacoby {'on' if rules.jacoby else 'off'}\n"
            f"show board\n{command}\n",
            question,
        )
        shown = _IDS.findall(said)
        if not shown or shown[-1][0] != ids[0]:
            raise EngineError(f"GNU Backgammon has not set the position {':'.join(ids)}")
        return said

    def _ask(self, commands: str, question: Question | None = None) -> str:
        mark = f"pointboard-{next(self._marks)}"
        stop = (lambda: False) if question is None else question.stop
        return self._pool.ask(f"{commands}{mark}\n", mark, self._seconds, stop)

    def _start(self) -> Child:
        """A process that is set up; it makes folders in its home when it starts, and has no use for them after that."""
        with tempfile.TemporaryDirectory(prefix="pointboard-gnubg-", ignore_cleanup_errors=True) as home:
            environment = {"HOME": home, "LANG": "C", "LC_ALL": "C", "PATH": os.environ.get("PATH", "")}
            child = Child((self._path, "-t", "-q", "-r"), environment)
            mark = "pointboard-ready"
            self._heard = child.ask(f"{_SETUP}{mark}\n", mark, _START_SECONDS)
            return child


def _plain(state: State) -> State:
    """The position without what the program has no word for: the Crawford game of a match to one point, L and G."""
    length = state.length
    crawford = state.crawford and length.points > 1
    return state._replace(length=Length(length.points, Modifier.CRAWFORD if crawford else Modifier.NONE))


def _play(text: str, state: State) -> Play:
    """The play of a text of the program, which marks every hit: what is not marked is none."""
    try:
        return notation.parse(text, state, lax=True)
    except AmbiguousMoveError as error:
        candidates = error.candidates
    marked = {landing.point for part in notation.read(text, lax=True).parts for landing in part.landings if landing.hit}
    for candidate in candidates:
        play = notation.parse(candidate, state)
        if {point_of(play.side, pip) for pip in play.hits} == marked:
            return play
    raise EngineError(f"GNU Backgammon gives a play that can be read in several ways: {text}")


def _chances(five: tuple[str, ...] | list[str]) -> Chances:
    return Chances.nested(*map(float, five))
