"""What goes over the pipe between the server and its search processes: one JSON line each way."""

from typing import Any

import pointboard.api.needed  # noqa: F401 (what is missing is told)

import msgspec
from msgspec import UNSET, Struct, UnsetType

from pointboard import games
from pointboard.api.schema import BestAnswer
from pointboard.errors import EngineError, MissingExtraError, PointboardError

__all__ = ["Done", "Job", "Limits", "solve"]


class Limits(Struct, frozen=True, omit_defaults=True):
    """What bounds a search; what is not given is left to the engine."""

    engine: str | UnsetType = UNSET
    level: int | str | UnsetType = UNSET
    depth: int | UnsetType = UNSET
    nodes: int | UnsetType = UNSET
    seconds: float | UnsetType = UNSET
    seed: int = 0
    lines: int | UnsetType = UNSET

    def given(self) -> dict[str, Any]:
        """The limits as arguments for ``Game.choose``."""
        return {name: value for name, value in msgspec.structs.asdict(self).items() if value is not UNSET}


class Job(Struct, frozen=True):
    """A position to think about: its game, its text in the game's main notation, the limits."""

    game: str
    position: str
    limits: Limits


class Done(Struct, frozen=True):
    """What became of a job: the answer, why the engine refuses its limits, or why another program has failed.

    None of them for "ready" and "begun".
    """

    answer: BestAnswer | None = None
    refused: str | None = None
    failed: str | None = None


def solve(job: Job, stop: Any) -> Done:  # noqa: ANN401 (any writable buffer)
    """Think about a job until it is done or the first byte of ``stop`` is not zero."""
    game = games.get(job.game)
    state = game.main_notation.parse(job.position)
    try:
        choice = game.engine(state, stop=stop, **job.limits.given())
    except EngineError as error:
        return Done(failed=str(error))
    except (PointboardError, MissingExtraError) as error:
        return Done(refused=str(error))
    return Done(answer=BestAnswer.of(game, choice))
