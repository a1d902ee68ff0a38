"""Bagh Chal as a ``Game``: its functions in the shape that every game has, for the registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pointboard.baghchal.notation import obx
from pointboard.baghchal.notation.convert import NOTATIONS, convert
from pointboard.baghchal.record.formats import RECORDS
from pointboard.baghchal.render import svg, text
from pointboard.baghchal.render.english import ENGLISH
from pointboard.baghchal.rules import Repetition, apply, legal, outcome
from pointboard.baghchal.state import Move, Side, State
from pointboard.game import Choice, Game, Solver, VerdictLike, VerificationLike
from pointboard.reports import Reports
from pointboard.scan import member

__all__ = ["GAME", "SOLVER", "describe"]


def describe(state: State) -> dict[str, Any]:
    """The parts of a position as plain data for JSON; what is not known is None.

    ``board`` is 25 numbers, row by row from A1: 0 empty, 1 goat, 2 tiger; ``turn`` is "g" or "t".

    >>> describe(State.start())["in_hand"]
    20
    """
    last = state.last_move
    return {
        "board": list(state.board.cells()),
        "turn": state.turn.value,
        "in_hand": state.in_hand,
        "captured": state.captured,
        "last_move": None if last is None else str(last),
        "number": state.move_number,
        "ply": state.ply,
    }


def _choose(
    state: State,
    *,
    repetition: str = Repetition.THREEFOLD,
    **limits: Any,  # noqa: ANN401 (handed on)
) -> Choice[State, Move]:
    """The engine is loaded when it is first asked, since most programs only read and write."""
    from pointboard.baghchal.engine.choose import choose  # noqa: PLC0415

    return choose(state, repetition=member(Repetition, repetition, "repetition"), **limits)


def _fast_perft(state: State, depth: int) -> int:
    """As with ``_choose``."""
    from pointboard.baghchal.engine.bulk import bulk_perft  # noqa: PLC0415

    return bulk_perft(state, depth)


def _folder() -> Path:
    """As with ``_choose``."""
    from pointboard.baghchal.engine.solve.folders import default_folder  # noqa: PLC0415

    return default_folder()


def _tables(phase: str) -> Sequence[str]:
    """As with ``_choose``."""
    from pointboard.baghchal.engine.solve.build import Phase, table_names  # noqa: PLC0415
    from pointboard.baghchal.engine.solve.variant import BAGHCHAL  # noqa: PLC0415

    return table_names(BAGHCHAL, Phase(phase))


def _digests(folder: Path) -> Mapping[str, str]:
    """As with ``_choose``."""
    from pointboard.baghchal.engine.solve.build import digests  # noqa: PLC0415

    return digests(folder)


def _solve(folder: Path, phase: str, **options: Any) -> Mapping[str, Any]:  # noqa: ANN401
    """As with ``_choose``."""
    from pointboard.baghchal.engine.solve.build import solve  # noqa: PLC0415

    return solve(folder, phase, **options)


def _counts(folder: Path) -> Mapping[str, Any]:
    """As with ``_choose``."""
    from pointboard.baghchal.engine.solve.build import counts  # noqa: PLC0415

    return counts(folder)


def _verify(folder: Path, **options: Any) -> VerificationLike:  # noqa: ANN401
    """As with ``_choose``."""
    from pointboard.baghchal.engine.solve.check import verify  # noqa: PLC0415

    return verify(folder, **options)


def _probe(
    folder: Path,
) -> tuple[Callable[[State], VerdictLike], Callable[[State], Sequence[tuple[Move, VerdictLike]]]]:
    """As with ``_choose``."""
    from pointboard.baghchal.engine.solve.probe import Tables  # noqa: PLC0415

    tables = Tables(folder)
    return tables.probe, lambda state: [(one.move, one.verdict) for one in tables.probe_moves(state)]


def _reports() -> Reports:
    """As with ``_choose``."""
    from pointboard.baghchal.report.offer import REPORTS  # noqa: PLC0415

    return REPORTS


SOLVER: Solver[State, Move] = Solver(
    phases=("sliding", "all"),
    memory={"sliding": 0.8, "all": 2.6},
    disk={"sliding": 17.1, "all": 479.0},
    folder=_folder,
    tables=_tables,
    digests=_digests,
    solve=_solve,
    counts=_counts,
    verify=_verify,
    probe=_probe,
)
"""What builds and asks the tables of proved values."""

GAME: Game[State, Move] = Game(
    name="baghchal",
    title="Bagh Chal",
    notations=NOTATIONS,
    sides=tuple(Side),
    to_move=lambda state: state.turn,
    start=State.start,
    legal=legal,
    apply=apply,
    outcome=outcome,
    parse_move=obx.parse_move,
    format_move=obx.format_move,
    convert=convert,
    choose=_choose,
    describe=describe,
    render_text=text.render,
    render_svg=svg.render,
    words=ENGLISH,
    render_pretty=text.pretty,
    fast_perft=_fast_perft,
    records=RECORDS,
    solver=SOLVER,
    reports=_reports,
)
"""The game's record, found by ``pointboard.get("baghchal")``."""
