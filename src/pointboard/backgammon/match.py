"""A match of backgammon from game to game: what no position holds, beside the position.

A position knows the score before its game, the length and the Crawford mark. It does not know which game of a fixed
number this is, that a side has resigned on the short path and for how much, nor the rules; a ``Match`` does. What games
count stands in ``turns.ends``, of which the names are here too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, cast

from pointboard.backgammon.board import Side, Variant
from pointboard.backgammon.rules import Size
from pointboard.backgammon.state import MONEY, Action, Length, Modifier, Phase, Score, State
from pointboard.backgammon.turns import machine
from pointboard.backgammon.turns.ends import (
    USUAL_TERMS,
    Path,
    Reason,
    Result,
    Terms,
    decided,
    next_game,
    next_length,
    opening_length,
    points,
    result,
    score_after,
    terms_of,
)
from pointboard.backgammon.turns.events import Accept, Close, Event, Forfeit, Marker, NextGame, Resign
from pointboard.backgammon.turns.steps import name_of
from pointboard.errors import IllegalMoveError
from pointboard.scan import fitting, instance

__all__ = [
    "Ending",
    "Match",
    "MatchResult",
    "Path",
    "Reason",
    "Result",
    "Size",
    "Terms",
    "decided",
    "next_game",
    "next_length",
    "opening_length",
    "points",
    "result",
    "score_after",
]


class Ending(StrEnum):
    """Why a match is over."""

    POINTS = "points"
    """A side has reached the match length."""
    GAMES = "games"
    """The last game has been played: of a fixed number, or because the players said so."""
    RESIGNED = "resigned"
    FORFEITED = "forfeited"


class MatchResult(NamedTuple):
    """How a match ended; ``winner`` is None when a fixed number of games left both sides with as many points."""

    winner: Side | None
    ending: Ending
    score: Score


_NOTHING = Score()


@dataclass(frozen=True, slots=True)
class Match:
    """Where a match stands: the position, and beside it what no position holds.

    - ``game`` counts the games from 1.
    - ``resignation`` is the one made in this game. There is no event for declining it: the match from before it is
      still there.
    - ``settled`` is how this game ended where the position cannot say so: it was resigned or forfeited.

    >>> from pointboard.backgammon.rules import Move
    >>> from pointboard.backgammon.turns import Double, MakePlay, OpeningRoll, Take
    >>> match = Match.start(Length(7)).apply(OpeningRoll(white=3, black=1))
    >>> match = match.apply(MakePlay((Move(17, 20), Move(19, 20)))).apply(Double()).apply(Take())
    >>> match.state.cube.value, match.state.to_act.name, match.result
    (2, 'BLACK', None)
    """

    state: State
    terms: Terms = USUAL_TERMS
    game: int = 1
    resignation: Resign | None = None
    settled: Result | None = None

    def __post_init__(self) -> None:
        """Terms by the values of their members get the members; an error for values of another kind."""
        instance(State, self.state)
        object.__setattr__(self, "terms", terms_of(self.terms))
        fitting(int, self.game, "game")
        if self.resignation is not None:
            instance(Resign, self.resignation)
        object.__setattr__(self, "settled", fitting(Result | None, self.settled, "settled"))

    @staticmethod
    def start(
        length: Length = MONEY,
        *,
        score: Score = _NOTHING,
        terms: Terms = USUAL_TERMS,
        crawford_played: bool = False,
    ) -> Match:
        """A match before its first opening roll, at a score if it was begun elsewhere; PositionError if that cannot be.

        ``crawford_played`` says that the Crawford game was played before.

        >>> Match.start(Length(5), score=Score(4, 2)).state.crawford
        True
        """
        terms, score = terms_of(terms), fitting(Score, score, "score")
        first = opening_length(length, score, crawford=terms.crawford, played=crawford_played)
        state = State.start(terms.variant or Variant.BACKGAMMON, length=first)
        return Match(state._replace(score=score).check(), terms)

    @property
    def result(self) -> Result | None:
        """How this game ended, None while it goes on."""
        return self.settled or result(self.state)

    @property
    def waiting(self) -> Resign | None:
        """The resignation that waits for its answer."""
        return self.resignation if self.settled is None else None

    @property
    def score(self) -> Score:
        """The score with this game, once it is over; before that the one at its start."""
        state, ended = self.state, self.result
        if ended is None:
            return state.score
        won = points(ended, state.cube, state.length, self.terms.rules)
        return score_after(state.score, state.length, ended.winner, won)

    @property
    def last_game(self) -> bool:
        """Whether this is the last of a fixed number of games."""
        length = self.state.length
        return length.modifier is Modifier.GAMES and self.game >= length.games

    def over(self) -> MatchResult | None:
        """How the match ended, None while it goes on; money play never ends by itself.

        A match is over when a score reaches the length, whatever the last game was worth; when the last of a fixed
        number of games is; and when it was resigned or forfeited.
        """
        ended, score = self.result, self.score
        if ended is None:
            return None
        if ended.reason is Reason.FORFEITED:
            return MatchResult(ended.winner, Ending.FORFEITED, score)
        if self.resignation is not None and self.resignation.match:
            return MatchResult(ended.winner, Ending.RESIGNED, score)
        lead = score.white - score.black
        leader = Side.WHITE if lead > 0 else Side.BLACK if lead < 0 else None
        if decided(score, self.state.length):
            return MatchResult(leader, Ending.POINTS, score)
        if self.last_game or self.state.phase in (Phase.MATCH_OVER, Phase.FINISHED):
            return MatchResult(leader, Ending.GAMES, score)
        return None

    def apply(self, event: Event) -> Match:
        """The match after the event; IllegalMoveError with the reason when it may not happen.

        The position goes on as the turn machine has it, but that a marker is a note and leaves it alone. On the short
        path an accepted resignation leaves it alone too: it is the match that knows the game to be over.

        >>> from pointboard.backgammon.notation import ogid
        >>> match = Match(ogid.parse("1:o:B1N::B:C:4:2:7:30")).apply(Resign(Size.GAMMON)).apply(Accept())
        >>> match.score, ogid.format(match.apply(NextGame()).state)[31:]
        (Score(white=4, black=6), ':N0N::W:IW:4:6:7C:0')
        """
        event = self._filled(instance(Event, event))
        fault = self._fault(event)
        if fault is not None:
            raise IllegalMoveError(fault, move=str(event))
        if isinstance(event, Accept):
            return self._accepted(event)
        after = machine.apply(self._known_over(), event, self.terms)
        if isinstance(event, Marker):
            return self
        if isinstance(event, Resign):
            return replace(self, state=after, resignation=replace(event, side=after.last_actor))
        if isinstance(event, Forfeit):
            return replace(self, state=after, settled=Result(event.side.other, Size.SINGLE, Reason.FORFEITED))
        if isinstance(event, NextGame):
            return Match(after, self.terms, self.game + 1)
        return replace(self, state=after)

    def refusal(self, event: Event) -> str | None:
        """Why the event may not happen now, in words; None when it may."""
        try:
            self.apply(event)
        except IllegalMoveError as error:
            return error.message
        return None

    def completed(self, event: Event) -> Event:
        """A legal event with everything filled in that follows from the match, as ``legal_events`` has it.

        IllegalMoveError with the reason when the event may not happen.

        >>> Match.start().apply(Forfeit(Side.BLACK)).completed(NextGame())
        Traceback (most recent call last):
        pointboard.errors.IllegalMoveError: the match is over
        """
        self.apply(event)
        event = self._filled(event)
        return event if isinstance(event, Accept) else machine.completed(self._known_over(), event, self.terms)

    def legal_events(self) -> tuple[Event, ...]:
        """Every event that may happen now: those of ``machine.legal_events`` as far as the match allows them.

        >>> [str(event) for event in Match.start().apply(Forfeit(Side.WHITE)).legal_events()]
        []
        """
        events = machine.legal_events(self._known_over(), self.terms)
        if self.waiting is not None:
            events = (Accept(), *events)
        filled = (self._filled(event) for event in events)
        return tuple(dict.fromkeys(event for event in filled if self._fault(event) is None))

    def _accepted(self, event: Accept) -> Match:
        """The match after the resignation was accepted; on the short path the position stays as it was."""
        state, winner = self.state, cast("Side", event.side)  # _filled has put it in
        after = state if self.terms.path is Path.SHORT else machine.apply(state, event, self.terms)
        size = event.size or Size.SINGLE
        made = self.resignation or Resign(size, match=event.size is None, side=winner.other)
        return replace(self, state=after, resignation=made, settled=Result(winner, size, Reason.RESIGNED))

    def _known_over(self) -> State:
        """The position, in phase G where only the match knows that the game is over."""
        state = self.state
        if self.settled is None or self.terms.path is Path.LONG:
            return state
        return state._replace(phase=Phase.GAME_OVER, cube=state.cube._replace(action=Action.NONE))

    def _filled(self, event: Event) -> Event:
        """The event with what the match knows: who answers, the size, the result, whether it is the last game."""
        state, waiting = self.state, self.waiting
        if isinstance(event, Accept):
            side = event.side or (state.last_actor.other if state.last_actor else None)
            size = event.size or (waiting.size if waiting and not waiting.match else None)
            of_match = state.phase is Phase.RESIGNED_MATCH or self.terms.path is Path.SHORT
            return Accept(size, last=event.last or (self.last_game and not of_match), side=side)
        if isinstance(event, Close) and state.phase in (Phase.PASSED, Phase.PLAYED):
            return Close(event.last or self.last_game)
        if isinstance(event, NextGame):
            return NextGame(event.result or self.result)
        if isinstance(event, Resign) and event.match:
            return replace(event, size=Size.SINGLE)  # a match has no size
        return event

    def _fault(self, event: Event) -> str | None:
        """Why the match does not allow the event; the turn machine has its own reasons."""
        waiting, short = self.waiting, self.terms.path is Path.SHORT
        if waiting is not None and not isinstance(event, Accept | Forfeit | Marker):
            return "a resignation waits for its answer"
        games = self.state.length.games
        if isinstance(event, Accept | Close) and event.last and games and not (short or self.last_game):
            return f"this is game {self.game} of {games}"
        if isinstance(event, Accept) and (waiting or short):
            return self._accept_fault(event, waiting)
        return self._next_game_fault(event.result) if isinstance(event, NextGame) and event.result else None

    def _accept_fault(self, event: Accept, waiting: Resign | None) -> str | None:
        """Why the resignation that waits, if one does, cannot be accepted so."""
        if waiting is None:
            return "no resignation waits for an answer"
        last = self.state.last_actor
        if last is not None and event.side is last:
            return f"it is {name_of(last.other)}'s turn"
        fits = event.size == (None if waiting.match else waiting.size)
        return None if fits else f"{waiting} was offered, which is not what {event} answers"

    def _next_game_fault(self, ended: Result) -> str | None:
        """Why no game follows one that ended so."""
        known = self.result
        if known is not None and known != ended:
            return f"{name_of(known.winner)} won the game ({known.reason})"
        return "the match is over" if replace(self, settled=ended).over() else None
