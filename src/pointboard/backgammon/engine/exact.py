"""What is exactly known of a position: from the tables, never computed on the way, never estimated.

``evaluate`` is the question for everybody. It opens tables that lie in the user's folder and never builds one: where
none applies, or none is there, the answer is None. ``load(build=True)`` builds the small tables (bear-offs) within some
seconds; hypergammon and larger bear-offs come from ``pointboard backgammon solve``.

    >>> from pointboard.backgammon.notation import ogid
    >>> evaluate(ogid.parse("0j:oo:N0N::W:IW")) is None
    True

What is covered:

- *bear-off*: both sides have all checkers left in their home boards, both have borne off at least one, and neither has
  more on the board than the largest table knows (6 with the usual tables).
- *hypergammon*: three checkers a side, every position.

All equities are for money: no beavers, no limit to the cube, no Jacoby rule (which changes nothing in the bear-off,
where no gammon can be lost). In a match only ``cubeless`` and the chances hold.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pointboard.backgammon.board import HOME, Side
from pointboard.backgammon.engine.phases import HYPERGAMMON, LARGEST, ROLLS, SMALLEST, TABLES, two_sided
from pointboard.backgammon.engine.rolls import ROLLS as ALL_ROLLS
from pointboard.backgammon.engine.rolls import THROWS
from pointboard.backgammon.engine.source import CubeValue
from pointboard.backgammon.rules import Play, mover, outcome
from pointboard.backgammon.rules import plays as plays_of
from pointboard.backgammon.state import Action, Owner, Phase, State
from pointboard.scan import instance
from pointboard.tables import is_there
from pointboard.values import Chances, Evidence, Known

__all__ = ["After", "Exact", "Place", "Race", "Tables", "cube", "evaluate", "load", "plays", "race", "ready"]


class Place(NamedTuple):
    """Where the cube is, and what the position is worth then, in points for each point on the cube.

    ``cubeless`` when no cube is used; ``own`` when the side on roll owns it; ``centred``; ``opponent`` when the other
    side does. ``own`` and ``centred`` are with the right to double at once.
    """

    cubeless: float
    own: float
    centred: float
    opponent: float

    def at(self, state: State, side: Side) -> float:
        """The value with the cube as it stands in ``state``, for ``side``; a dead cube is none."""
        owner = state.cube.owner
        if owner is Owner.CENTRED:
            return self.centred
        if owner in (Owner.WHITE, Owner.BLACK):
            return self.own if owner.value == side.value else self.opponent
        return self.cubeless

    def other(self) -> Place:
        """The same seen by the other side: minus each, the owners exchanged."""
        return Place(-self.cubeless, -self.opponent, -self.centred, -self.own)


@dataclass(frozen=True, slots=True)
class Exact:
    """What a table says of a position, in the view of the side on roll before its roll.

    ``values`` by the place of the cube; no value is farther than ``error`` from the truth (proved); ``chances`` without
    a cube, None where the table has none (hypergammon); ``known`` names the table, evidence ``table``.
    """

    known: Known
    values: Place
    error: float
    chances: Chances | None = None


class After(NamedTuple):
    """A play of the roll, and what the position after it is worth to the side that made it.

    ``error`` is the proved bound of the values and ``source`` the table, "the rules" where the play ends the game.
    """

    play: Play
    values: Place
    error: float
    source: str


class Race(NamedTuple):
    """One side's bear-off: the chances of needing 0, 1, 2, ... rolls, and of bearing off its first checker in so many.

    ``mean`` rolls and their ``deviation``; ``effective_pips`` is mean times 49/6, the pips of an average roll;
    ``wastage`` is how much that is above the pip count. For the play that needs the fewest rolls on average.
    """

    rolls: tuple[float, ...]
    first: tuple[float, ...]
    mean: float
    deviation: float
    effective_pips: float
    wastage: float


class Tables:
    """The tables of a folder, opened when first needed; safe for several threads.

    Nothing is built here. A table that is not there is looked for again at the next question.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """Look into ``folder``, the user's own where none is given."""
        from pointboard.backgammon.engine import store  # noqa: PLC0415 (numpy is loaded when a table is asked)

        self._store = store
        self.folder = store.folder_of_user() if folder is None else folder
        self._lock = threading.Lock()
        self._open: dict[str, tuple[Any, Any]] = {}

    def table(self, name: str) -> tuple[Any, Any] | None:
        """The file and the array of a table, None where it is not there; TableError where it cannot be used."""
        found = self._open.get(name)
        if found is None and is_there(self.folder / f"{name}.table"):
            with self._lock:
                file = self._store.open_table(self.folder, name)
                found = self._open[name] = file, file.array(check=False)
        return found

    def has_bearoff(self) -> bool:
        """Whether the small tables are there."""
        return all(self.table(name) is not None for name in TABLES[two_sided(SMALLEST)])

    def evaluate(self, state: State) -> Exact | None:
        """As the function ``evaluate``, from the tables of this folder."""
        instance(State, state)
        state.check()
        side = state.on_roll
        return None if side is None or state.dice else self.before_roll(state, side)

    def before_roll(self, state: State, side: Side) -> Exact | None:
        """What the board of ``state`` is worth to ``side`` if it is the one to roll."""
        if not all(map(any, state.board)):
            return None
        return self._hypergammon(state, side) or self._bearoff(state, side)

    def _bearoff(self, state: State, side: Side) -> Exact | None:
        counts = [_home(state, one) for one in (side, side.other)]
        mine, theirs = counts
        if mine is None or theirs is None or not (state.off(side) and state.off(side.other)):
            return None
        most = max(sum(mine), sum(theirs))
        for checkers in range(max(most, SMALLEST), LARGEST + 1):
            name = two_sided(checkers)
            found = self.table(name)
            if found is not None:
                from pointboard.backgammon.engine.bearoff.index import number_of  # noqa: PLC0415

                values = _look(found, number_of(theirs), number_of(mine))
                return Exact(_known(found, name), values, _ROUNDING, Chances.nested((1 + values.cubeless) / 2))
        return None

    def _hypergammon(self, state: State, side: Side) -> Exact | None:
        if state.checkers != _FEW:
            return None
        found = self.table(HYPERGAMMON)
        if found is None:
            return None
        from pointboard.backgammon.engine.hypergammon.index import number_of, places_of  # noqa: PLC0415

        mine, theirs = (number_of(places_of(state, one)) for one in (side, side.other))
        error = max(found[0].header.facts["error"])
        return Exact(_known(found, HYPERGAMMON), _look(found, theirs, mine), error)

    def plays(self, state: State) -> tuple[After, ...] | None:
        """As the function ``plays``, from the tables of this folder."""
        instance(State, state)
        found = []
        side = mover(state)
        for play in plays_of(state):
            after = self._after(play, side)
            if after is None:
                return None
            found.append(after)
        return tuple(sorted(found, key=lambda one: -one.values.at(state, side)))

    def _after(self, play: Play, side: Side) -> After | None:
        after = play.after
        ended = outcome(after)
        if ended is not None:
            return After(play, Place(*[float(ended.size)] * 4), 0.0, "the rules")
        known = self.before_roll(after, side.other)
        return None if known is None else After(play, known.values.other(), known.error, known.known.source)

    def cube(self, state: State) -> CubeValue | None:
        """As the function ``cube``, from the tables of this folder."""
        instance(State, state)
        exact = self.evaluate(state)
        if exact is None or (side := state.on_roll) is None:
            return None
        undoubled = self._undoubled(state, side)
        if undoubled is None:
            return None
        may = state.cube.owner is Owner.CENTRED or state.cube.owner.value == side.value
        taken = 2 * exact.values.opponent if may else None
        return CubeValue(exact.known, undoubled, taken, exact.chances)

    def _undoubled(self, state: State, side: Side) -> float | None:
        """What the position is worth to the side on roll if it rolls without doubling."""
        total, calm = 0.0, state.cube._replace(action=Action.NONE)
        for low, high, weight in ALL_ROLLS:
            rolled = state._replace(dice=(low, high), phase=Phase.ROLLED, last_actor=side.other, cube=calm)
            after = self.plays(rolled)
            if not after:
                return None
            total += weight * after[0].values.at(state, side)
        return total / THROWS

    def race(self, state: State, side: Side) -> Race | None:
        """As the function ``race``, from the tables of this folder."""
        instance(State, state)
        counts, found = _home(state, side), self.table(ROLLS)
        if counts is None or found is None:
            return None
        from pointboard.backgammon.engine.bearoff.index import number_of  # noqa: PLC0415

        file, table = found
        number = number_of(counts)
        file.check(number * table.shape[1] * 8, (number + 1) * table.shape[1] * 8)
        row = table[number].tolist()
        rolls, first = row[: len(row) // 2], row[len(row) // 2 :]
        if state.off(side):
            first = [1.0] + [0.0] * (len(first) - 1)
        mean = sum(n * chance for n, chance in enumerate(rolls))
        square = sum(n * n * chance for n, chance in enumerate(rolls))
        effective = mean * 49 / 6
        deviation = max(square - mean * mean, 0.0) ** 0.5
        return Race(tuple(rolls), tuple(first), mean, deviation, effective, effective - state.pips(side))


_FEW = 3
_ROUNDING = 1e-12  # 60 plies of bear-off at most, each of which rounds less than 1e-14


def _home(state: State, side: Side) -> tuple[int, ...] | None:
    """The counts of the points 1 to 6 of a side that has nothing elsewhere, else None; the sides do not meet there."""
    counts, home = state.board.side(side), HOME[side]
    inside = counts[home.start : home.stop]
    if sum(inside) != sum(counts):
        return None
    return tuple(inside[::-1] if side is Side.WHITE else inside)


def _look(found: tuple[Any, Any], opponent: int, own: int) -> Place:
    file, table = found
    at = (opponent * table.shape[1] + own) * table.shape[2] * 8
    file.check(at, at + table.shape[2] * 8)
    return Place(*table[opponent, own].tolist())


def _known(found: tuple[Any, Any], name: str) -> Known:
    code: str = found[0].header.code
    return Known(Evidence.TABLE, f"table {name}", code.rpartition(" ")[2], "exact")


_USERS: dict[Path, Tables] = {}


def _users() -> Tables:
    """The tables of the user's folder, which a setting may change while the program runs."""
    from pointboard.backgammon.engine import store  # noqa: PLC0415

    folder = store.folder_of_user()
    if folder not in _USERS:
        _USERS[folder] = Tables(folder)
    return _USERS[folder]


def ready() -> bool:
    """Whether the small tables (one-sided, and two-sided to 6 checkers) are there, so that bear-offs are answered."""
    return _users().has_bearoff()


def load(*, build: bool = False, progress: Any = None) -> bool:  # noqa: ANN401 (a Report)
    """Open the small tables; whether they are there. With ``build`` they are built first where they are not.

    That takes seconds with numba, half a minute without; ``progress`` is told how far it is
    (``progress.Progress``). Another process that builds is waited for. TableError for damaged tables, OSError from the
    disk, MissingExtraError without numpy.
    """
    if build and not ready():
        from pointboard.backgammon.engine import store  # noqa: PLC0415

        store.build(store.folder_of_user(), two_sided(SMALLEST), progress=progress, wait=True)
    return ready()


def evaluate(state: State) -> Exact | None:
    """What is exactly known of a position before the roll; None where no table that is there applies.

    A position with dice has none; ``plays`` is for those. Nothing is built. PositionError for a position that cannot
    be, TableError for a damaged table, MissingExtraError without numpy.
    """
    return _users().evaluate(state)


def plays(state: State) -> tuple[After, ...] | None:
    """All plays of the roll with what each leads to, the best first for the cube as it stands in ``state``.

    None where a play leads to a position of which nothing exact is known. Errors as ``evaluate``.
    """
    return _users().plays(state)


def cube(state: State) -> CubeValue | None:
    """The decision about the cube before the roll: the equity of waiting and that of a double that is taken, for money.

    ``double_take`` is None where the side on roll may not double by the cube's owner. Errors as ``evaluate``.
    """
    return _users().cube(state)


def race(state: State, side: Side) -> Race | None:
    """The bear-off of one side, whatever the other does; None where it has checkers outside, or without the table.

    It is exact for the play it states. The chances of two sides are an estimate when made from this: see ``evaluate``.
    """
    return _users().race(state, side)
