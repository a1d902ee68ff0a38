"""What the API says, and ``--json`` on the command line: one struct for each kind of answer.

The field names are a contract: ``docs/api.md`` lists them and a test compares the page with the OpenAPI file. A
position is its text in the game's main notation, a move its text there, a side its letter; what is not known is null,
never left out. Everything here goes through the ``Game`` record, so that it serves every game alike.
"""

from collections.abc import Sequence
from typing import Any

from pointboard.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    LossyConversionError,
    MissingExtraError,
    NotationError,
    PointboardError,
    PositionError,
)
from pointboard.game import Choice, Conversion, Game, Notation, OutcomeLike, VerdictLike

try:
    from msgspec import Struct
except ImportError as error:  # seen in the packaging test, which installs without extras
    raise MissingExtraError("server", "msgspec") from error

from pointboard import games
from pointboard.api.judged import DecisionAnswer, ValueAnswer

__all__ = [
    "CODES",
    "AddressAnswer",
    "AddressesAnswer",
    "BestAnswer",
    "ConvertAnswer",
    "ErrorAnswer",
    "EventAnswer",
    "EventsAnswer",
    "HealthAnswer",
    "IdentifyAnswer",
    "LineAnswer",
    "MoveAnswer",
    "MovesAnswer",
    "NotationFound",
    "ObxAnswer",
    "OutcomeAnswer",
    "PositionAnswer",
    "ProvedAnswer",
    "VerdictAnswer",
]


CODES: dict[type[PointboardError], str] = {
    NotationError: "invalid_notation",
    PositionError: "impossible_position",
    IllegalMoveError: "illegal_move",
    LossyConversionError: "lossy_conversion",
    PointboardError: "invalid_parameter",
}
"""The word for each error of the house in ``ErrorAnswer.error``; an error not listed has its nearest base's."""


class ErrorAnswer(Struct, frozen=True):
    """The one shape of every error; ``field`` and ``column`` (from 1) are null where the fault has no place."""

    error: str
    field: str | None
    column: int | None
    message: str

    @classmethod
    def of(cls, error: PointboardError) -> "ErrorAnswer":
        """The answer for any error of the house; of an impossible position all problems stand in the message.

        The message does not begin with the field, which stands beside it; of an error in a record it says the line.
        """
        code = next(CODES[kind] for kind in type(error).__mro__ if kind in CODES)
        line = getattr(error, "line", None)
        match error:
            case NotationError():
                at = "" if line is None else f"line {line}, column {error.column}: "
                return cls(code, error.field, error.column, f"{at}{error.message}")
            case PositionError():
                said = str(error).removeprefix(f"{error.field}: ").removeprefix(f"{error.field}, ")
                return cls(code, error.field, error.column, said)
            case IllegalMoveError():
                return cls(code, "move", None, str(error))
            case _:
                return cls(code, None, None, str(error))


class OutcomeAnswer(Struct, frozen=True):
    """How a game ended: ``winner`` is a side's letter, null for a draw; ``reason`` says it in words."""

    winner: str | None
    reason: str

    @classmethod
    def of(cls, outcome: OutcomeLike | None) -> "OutcomeAnswer | None":
        """The answer for an outcome of the rules, null while the game goes on."""
        return None if outcome is None else cls(outcome.winner, str(outcome.reason))


class PositionAnswer(Struct, frozen=True):
    """A position: its text in every notation of the game, whose move it is, how the game stands, its parts.

    ``to_move`` is null when it is nobody's, a text in ``notations`` where the notation cannot hold the position.
    """

    game: str
    position: str
    to_move: str | None
    outcome: OutcomeAnswer | None
    moves: int
    notations: dict[str, str | None]
    parts: dict[str, Any]

    @classmethod
    def of(cls, game: Game[Any, Any], state: Any) -> "PositionAnswer":  # noqa: ANN401 (any game's state)
        """The answer for a state of ``game``."""
        return cls(
            game=game.name,
            position=game.main_notation.format(state),
            to_move=_side(game, state),
            outcome=OutcomeAnswer.of(game.outcome(state)),
            moves=len(game.legal(state)),
            notations={name: _text(notation, state) for name, notation in game.notations.items()},
            parts=game.describe(state),
        )


def _side(game: Game[Any, Any], state: Any) -> str | None:  # noqa: ANN401
    """The letter of the side to move."""
    side = game.to_move(state)
    return None if side is None else str(side)


def _text(notation: Notation[Any], state: Any) -> str | None:  # noqa: ANN401
    """The text of a position, None where the notation cannot hold it."""
    try:
        return notation.format(state)
    except LossyConversionError:
        return None


class MoveAnswer(Struct, frozen=True):
    """A legal move, the position after it, and the outcome if it ends the game."""

    move: str
    after: str
    outcome: OutcomeAnswer | None


class MovesAnswer(Struct, frozen=True):
    """All legal moves of a position, in the order of the rules; empty when the game is over or no move is due."""

    game: str
    position: str
    outcome: OutcomeAnswer | None
    moves: list[MoveAnswer]

    @classmethod
    def of(cls, game: Game[Any, Any], state: Any) -> "MovesAnswer":  # noqa: ANN401
        """The answer for a state of ``game``."""
        write = game.main_notation.format
        after = [(move, game.apply(state, move)) for move in game.legal(state)]
        return cls(
            game=game.name,
            position=write(state),
            outcome=OutcomeAnswer.of(game.outcome(state)),
            moves=[
                MoveAnswer(game.format_move(move), write(then), OutcomeAnswer.of(game.outcome(then)))
                for move, then in after
            ],
        )


class EventAnswer(Struct, frozen=True):
    """Something that happened: a move, a roll, a double; the position after it, the outcome if it ends the game."""

    event: str
    after: str
    outcome: OutcomeAnswer | None


class EventsAnswer(Struct, frozen=True):
    """What happened from a position on, and what may happen then.

    ``made`` are the events that were asked for, ``after`` is the position after them, ``to_move`` and ``outcome`` are
    of that position, ``events`` lists everything that may happen there.
    """

    game: str
    position: str
    made: list[EventAnswer]
    after: str
    to_move: str | None
    outcome: OutcomeAnswer | None
    events: list[str]

    @classmethod
    def of(cls, game: Game[Any, Any], state: Any, texts: Sequence[str] = ()) -> "EventsAnswer":  # noqa: ANN401
        """The answer for a state of ``game`` and the texts of events, which are read leniently.

        NotationError for a text that is no event; IllegalMoveError, with the number of the event, for one that may not
        happen.
        """
        steps, write, made = game.steps, game.main_notation.format, []
        match = steps.begin(state)
        for number, text in enumerate(texts, 1):
            try:
                event = steps.parse(text, match, lax=True)
                name, match = steps.format(event, match), steps.apply(match, event)
            except AmbiguousMoveError:
                raise
            except IllegalMoveError as error:
                raise IllegalMoveError(error.message, move=text.strip(), ply=number) from None
            after = steps.state(match)
            made.append(EventAnswer(name, write(after), OutcomeAnswer.of(game.outcome(after))))
        after = steps.state(match)
        return cls(
            game=game.name,
            position=write(state),
            made=made,
            after=write(after),
            to_move=_side(game, after),
            outcome=OutcomeAnswer.of(game.outcome(after)),
            events=[steps.format(event, match) for event in steps.legal(match)],
        )


class VerdictAnswer(Struct, frozen=True):
    """What is proved of a move: ``winner`` is null for a draw; ``plies`` to the end, the move itself counted, if known.

    It is about the position alone and knows no history of the game.
    """

    winner: str | None
    plies: int | None

    @classmethod
    def of(cls, verdict: VerdictLike | None) -> "VerdictAnswer | None":
        """The answer for a verdict, null where nothing is proved."""
        return None if verdict is None else cls(verdict.winner, verdict.plies)


class LineAnswer(Struct, frozen=True):
    """A move that was looked at: its score for the side to move, the moves expected after it, the depth in plies.

    ``verdict`` is what is proved of it, null where nothing is; ``value`` is what a game of luck says in place of a
    score.
    """

    move: str
    score: int | None
    pv: list[str]
    depth: int
    verdict: VerdictAnswer | None
    value: ValueAnswer | None


class BestAnswer(Struct, frozen=True):
    """The move to play and how it is known.

    ``mistake`` tells that the level played below its strength on purpose; the best move that it saw is then the first
    of ``lines``. ``evidence`` is "table" (proved), "search", "engine" or "estimate"; ``score`` is in hundredths of a
    piece for the side to move. On a finished game ``move`` and ``evidence`` are null, ``after`` is the position itself
    and ``outcome`` says how it ended; otherwise ``outcome`` is the one that the move brings about, if it does. ``note``
    says what the answer does not hold for, or why it is not known better; null where there is nothing to say.
    ``decision`` is what to do where no move is due but something else is to be decided; ``move`` is null then.
    """

    game: str
    position: str
    move: str | None
    after: str
    outcome: OutcomeAnswer | None
    evidence: str | None
    score: int | None
    depth: int
    nodes: int
    lines: list[LineAnswer]
    mistake: bool
    note: str | None
    decision: DecisionAnswer | None

    @classmethod
    def of(cls, game: Game[Any, Any], choice: Choice[Any, Any]) -> "BestAnswer":
        """The answer for a choice of the engine of ``game``."""
        write = game.main_notation.format
        return cls(
            game=game.name,
            position=write(choice.state),
            move=None if choice.move is None else game.format_move(choice.move),
            after=write(choice.after),
            outcome=OutcomeAnswer.of(choice.outcome if choice.move is None else game.outcome(choice.after)),
            evidence=None if choice.evidence is None else str(choice.evidence),
            score=choice.score,
            depth=choice.depth,
            nodes=choice.nodes,
            lines=[
                LineAnswer(
                    move=game.format_move(line.move),
                    score=line.score,
                    pv=[game.format_move(move) for move in line.pv],
                    depth=line.depth,
                    verdict=VerdictAnswer.of(line.verdict),
                    value=ValueAnswer.of(line.value),
                )
                for line in choice.lines
            ],
            mistake=choice.mistake,
            note=choice.note or None,
            decision=DecisionAnswer.of(game, choice),
        )

    @property
    def verdict(self) -> VerdictAnswer | None:
        """What is proved of the chosen move."""
        return next((line.verdict for line in self.lines if line.move == self.move), None)


class ConvertAnswer(Struct, frozen=True):
    """A position in another notation, and the names of what that notation cannot hold."""

    game: str
    source: str
    target: str
    text: str
    losses: list[str]

    @classmethod
    def of(cls, game: Game[Any, Any], conversion: Conversion) -> "ConvertAnswer":
        """The answer for a conversion."""
        return cls(game.name, conversion.source, conversion.target, conversion.text, list(conversion.losses))


class NotationFound(Struct, frozen=True):
    """A notation whose grammar a text follows: the position in the game's main notation, or why it can be none."""

    game: str
    notation: str
    title: str
    position: str | None
    problem: str | None


class IdentifyAnswer(Struct, frozen=True):
    """Every notation that a text may be, the likeliest first; empty when it is none that is known."""

    text: str
    found: list[NotationFound]

    @classmethod
    def of(cls, text: str) -> "IdentifyAnswer":
        """The answer for any text."""
        found = []
        for game_name, notation_name in games.recognise(text):
            game = games.get(game_name)
            notation = game.notations[notation_name]
            position, problem = None, None
            try:
                position = game.main_notation.format(notation.parse(text, lax=True))
            except PointboardError as error:
                problem = str(error)
            found.append(NotationFound(game_name, notation_name, notation.title, position, problem))
        return cls(text, found)


class ObxAnswer(Struct, frozen=True):
    """The answer of the OBX specification's endpoint, ``input``, ``obx`` and ``move``, and how the move is known.

    Source: OBX specification, "Response"; all fields after these three are ours.
    """

    input: str
    obx: str
    move: str
    outcome: OutcomeAnswer | None
    evidence: str | None
    score: int | None
    mistake: bool
    verdict: VerdictAnswer | None
    note: str | None


class AddressAnswer(Struct, frozen=True):
    """An address of the API and what it answers."""

    path: str
    title: str


class AddressesAnswer(Struct, frozen=True):
    """The addresses below one."""

    addresses: list[AddressAnswer]


class ProvedAnswer(Struct, frozen=True):
    """What is proved of a game so far, phase by phase: ``ready`` of the ``tables`` that hold its values are there.

    ``building`` is the share, 0 to 1, of what this server builds in the background now; null when it does not.
    """

    game: str
    phase: str
    ready: int
    tables: int
    building: float | None


class HealthAnswer(Struct, frozen=True):
    """Whether the server works: ``status`` is "ok"; search processes that are idle or busy, searches that wait.

    ``proved`` has a row for each phase of each game that can be solved here; none where the packages are missing.
    """

    status: str
    version: str
    idle: int
    busy: int
    waiting: int
    proved: list[ProvedAnswer]
