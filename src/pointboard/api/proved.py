"""What is proved so far of every game that can be solved, and a tag for answers that may hang on it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import pointboard.api.needed  # noqa: F401 (what is missing is told)

from pointboard import __version__, games
from pointboard.api.schema import ProvedAnswer
from pointboard.errors import MissingExtraError
from pointboard.game import Game, Solver

__all__ = ["is_built", "proved", "tag"]


def proved(building: Mapping[tuple[str, str], float]) -> list[ProvedAnswer]:
    """A row for each phase of each game that can be solved with the packages that are here.

    ``building`` has the share that is done of what this server builds, by game and phase.
    """
    rows = []
    for game in map(games.get, games.names()):
        digests = _digests(game)
        if game.solver is None or digests is None:
            continue
        for phase in game.solver.phases:
            names = game.solver.tables(phase)
            ready = sum(name in digests for name in names)
            rows.append(ProvedAnswer(game.name, phase, ready, len(names), building.get((game.name, phase))))
    return rows


def is_built(solver: Solver[Any, Any], phase: str) -> bool:
    """Whether all tables of a phase are there; MissingExtraError where a package is missing."""
    return solver.digests(solver.folder()).keys() >= set(solver.tables(phase))


def tag(game: Game[Any, Any]) -> str:
    """What an answer about a game may hang on besides the question: Pointboard's version and the tables that are there.

    Two tags are the same only if both are. It may stand in an ETag as it is.
    """
    digests = _digests(game) or {}
    lines = "".join(f"{name} {digest}\n" for name, digest in sorted(digests.items()))
    return f"pointboard-{__version__}/tables-{hashlib.sha256(lines.encode()).hexdigest()[:16] if lines else 'none'}"


def _digests(game: Game[Any, Any]) -> Mapping[str, str] | None:
    """The digests of a game's tables; None where the game cannot be solved, or not with the packages that are here."""
    try:
        return None if game.solver is None else game.solver.digests(game.solver.folder())
    except MissingExtraError:
        return None
