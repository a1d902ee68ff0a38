"""What the API says of values in games of luck: chances, equities, decisions about the stake (see ``schema``)."""

from typing import Any

from pointboard.errors import MissingExtraError
from pointboard.game import Choice, Game
from pointboard.values import Chances, Value

try:
    from msgspec import Struct
except ImportError as error:  # seen in the packaging test, which installs without extras
    raise MissingExtraError("server", "msgspec") from error

__all__ = ["ChancesAnswer", "DecisionAnswer", "OptionAnswer", "ValueAnswer"]


class ChancesAnswer(Struct, frozen=True):
    """The chances of each result, 0 to 1, for the side to act.

    ``win`` counts every win, ``gammon`` those of double size and more, ``backgammon`` those of triple size.
    """

    win: float
    gammon: float
    backgammon: float
    lose_gammon: float
    lose_backgammon: float

    @classmethod
    def of(cls, chances: Chances | None) -> "ChancesAnswer | None":
        """The answer for chances, null where there are none."""
        return None if chances is None else cls(*(getattr(chances, name) for name in cls.__struct_fields__))


class ValueAnswer(Struct, frozen=True):
    """What is said of a move in a game of luck, who says it and how that is known.

    ``equity`` is in points for each point of the stake, for the side to act; ``loss`` what the move loses against the
    best; ``level`` is in the words of the ``source``, ``depth`` counts alike for all, null where nothing is looked
    ahead.
    """

    evidence: str
    source: str
    version: str
    level: str
    depth: int | None
    equity: float
    loss: float
    chances: ChancesAnswer | None

    @classmethod
    def of(cls, value: Value | None) -> "ValueAnswer | None":
        """The answer for a value, null where there is none."""
        if value is None:
            return None
        known = value.known
        return cls(
            evidence=known.evidence.value,
            source=known.source,
            version=known.version,
            level=known.level,
            depth=known.depth,
            equity=value.equity,
            loss=value.loss,
            chances=ChancesAnswer.of(value.chances),
        )


class OptionAnswer(Struct, frozen=True):
    """One thing that may be decided; ``loss`` is negative where the other side would have to err."""

    name: str
    equity: float
    loss: float


class DecisionAnswer(Struct, frozen=True):
    """What to do where no move is due: ``event`` is the event to let happen, null for going on with a roll.

    ``verdict`` says the decision in the words of players; ``options`` are what it was chosen from.
    """

    event: str | None
    verdict: str
    options: list[OptionAnswer]
    value: ValueAnswer | None

    @classmethod
    def of(cls, game: Game[Any, Any], choice: Choice[Any, Any]) -> "DecisionAnswer | None":
        """The answer for a decision, null where there is none."""
        decision = choice.decision
        if decision is None:
            return None
        event = decision.event
        return cls(
            event=None if event is None else game.steps.format(event, game.steps.begin(choice.state)),
            verdict=decision.verdict,
            options=[OptionAnswer(option.name, option.equity, option.loss) for option in decision.options],
            value=ValueAnswer.of(decision.value),
        )
