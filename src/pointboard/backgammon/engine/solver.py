"""What builds and asks the tables of proved values, in the shape that every game has; loaded part by part."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pointboard.backgammon.engine.phases import DISK, EVERYTHING, MEMORY, TABLES
from pointboard.backgammon.rules import Play
from pointboard.backgammon.state import State
from pointboard.errors import TableError
from pointboard.game import Solver, VerificationLike
from pointboard.tables import is_there, tables_folder
from pointboard.values import Evidence

if TYPE_CHECKING:
    from pointboard.backgammon.engine.exact import Place

__all__ = ["SOLVER", "Verdict"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is proved of a position or of a play: what it is worth by the place of the cube, to the side on roll.

    Nobody is proved to win a game of dice: ``winner`` and ``plies`` are None.
    """

    values: Place
    error: float
    source: str
    winner: None = None
    plies: None = None
    evidence: Evidence = Evidence.TABLE

    def data(self) -> dict[str, float]:
        """The values by name."""
        return {**self.values._asdict(), "error": self.error}


def _solve(folder: Path, phase: str, **options: Any) -> Mapping[str, Any]:  # noqa: ANN401 (handed on)
    from pointboard.backgammon.engine import store  # noqa: PLC0415

    store.build(folder, phase, **options)
    return _counts(folder)


def _headers(folder: Path, *, passing: bool = False) -> dict[str, Any]:
    """The headers of the tables that are there, by name; ``passing`` over those that cannot be used."""
    from pointboard.backgammon.engine import store  # noqa: PLC0415

    found = {}
    for name in EVERYTHING:
        try:
            if is_there(folder / f"{name}.table"):
                with store.open_table(folder, name) as file:
                    found[name] = file.header
        except TableError:
            if not passing:
                raise
    return found


def _digests(folder: Path) -> Mapping[str, str]:
    return {name: header.content for name, header in _headers(folder, passing=True).items()}


def _counts(folder: Path) -> Mapping[str, Any]:
    from pointboard.backgammon.engine import store  # noqa: PLC0415

    store.there(folder)
    return {
        "tables": {
            name: {"rules": one.rules, "shape": list(one.shape), "digest": one.content, **one.facts}
            for name, one in _headers(folder).items()
        }
    }


def _verify(folder: Path, **options: Any) -> VerificationLike:  # noqa: ANN401 (handed on)
    from pointboard.backgammon.engine.verify import verify  # noqa: PLC0415

    return verify(folder, **options)


def _probe(
    folder: Path,
) -> tuple[Callable[[State], Verdict], Callable[[State], Sequence[tuple[Play, Verdict]]]]:
    from pointboard.backgammon.engine.exact import Tables  # noqa: PLC0415

    tables = Tables(folder)

    def ask(state: State) -> Verdict:
        if state.dice:
            best = ask_plays(state)
            return best[0][1]
        found = tables.evaluate(state)
        if found is None:
            raise TableError(f"{folder}: no table there knows this position", folder)
        return Verdict(found.values, found.error, found.known.source)

    def ask_plays(state: State) -> Sequence[tuple[Play, Verdict]]:
        if not state.dice:
            return ()
        found = tables.plays(state)
        if not found:
            raise TableError(f"{folder}: no table there knows this position", folder)
        return [(one.play, Verdict(one.values, one.error, one.source)) for one in found]

    return ask, ask_plays


SOLVER: Solver[State, Play] = Solver(
    phases=tuple(TABLES),
    memory=MEMORY,
    disk=DISK,
    folder=lambda: tables_folder("backgammon"),
    tables=TABLES.__getitem__,
    digests=_digests,
    solve=_solve,
    counts=_counts,
    verify=_verify,
    probe=_probe,
    values=Verdict.data,
)
"""What builds and asks the tables."""
