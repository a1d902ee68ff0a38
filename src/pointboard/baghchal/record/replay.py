"""A game under way: positions in order, and what the repetition policy says about the next move."""

from __future__ import annotations

from collections.abc import Sequence

from pointboard.baghchal import rules
from pointboard.baghchal.rules import THREEFOLD_DRAW, Outcome, Reason, Repetition
from pointboard.baghchal.state import Move, Side, State
from pointboard.errors import IllegalMoveError
from pointboard.scan import member

__all__ = ["Replay"]

_DRAW_AT = 3


class Replay:
    """Plays moves one after the other under a repetition policy; each costs the same, however long the game is.

    This is the one value of the package that changes: readers and ``Record`` work with it, callers hold a ``Record``.

    Positions are the same when board and side to move are, and count only where no goat is in hand (see
    ``rules.Repetition``). Under superko a side whose every move would bring back an earlier position has no legal move,
    and loses as it would with no move at all.

    >>> replay = Replay(State.start())
    >>> replay.play(Move(None, 12)).in_hand
    19
    """

    __slots__ = ("_seen", "repetition", "states")

    def __init__(self, start: State, repetition: Repetition = Repetition.THREEFOLD) -> None:
        """Start at ``start``; PositionError when there can be no such position, NotationError for no known policy."""
        if not isinstance(start, State):
            raise TypeError(f"expected a State, found {type(start).__name__}")
        self.repetition = member(Repetition, repetition, "repetition")
        self.states: list[State] = [start.check()]
        self._seen: dict[tuple[int, int, Side, int], int] = {}
        self._note(start)

    @classmethod
    def resume(cls, states: Sequence[State], repetition: Repetition) -> Replay:
        """Go on from the last of ``states``, the positions of a game so far.

        >>> Replay.resume([State.start()], Repetition.NONE).state == State.start()
        True
        """
        replay = cls(states[-1], repetition)
        replay.states = list(states)
        if replay.repetition is not Repetition.NONE:
            for state in states[-2::-1]:
                if state.in_hand or state.captured != states[-1].captured:
                    break  # nothing from before a placement or a capture can come back
                replay._note(state)
        return replay

    @property
    def state(self) -> State:
        """The position now."""
        return self.states[-1]

    def _note(self, state: State) -> None:
        if not state.in_hand and self.repetition is not Repetition.NONE:
            key = state.position_key()
            self._seen[key] = self._seen.get(key, 0) + 1

    def _drawn(self) -> bool:
        return self.repetition is Repetition.THREEFOLD and self._seen.get(self.state.position_key(), 0) >= _DRAW_AT

    def _brings_back(self, after: State) -> bool:
        """Whether superko forbids a move to ``after``."""
        return self.repetition is Repetition.SUPERKO and after.position_key() in self._seen

    def play(self, move: Move) -> State:
        """Make ``move`` and give the position after it; IllegalMoveError with the reason when it is not legal.

        >>> Replay(State.start()).play(Move(None, 12)).turn.value
        't'
        """
        if self._drawn():
            raise IllegalMoveError(f"the game is over: {THREEFOLD_DRAW.reason.value}", move=str(move))
        after = rules.apply(self.state, move)
        if self._brings_back(after):
            raise IllegalMoveError(self._superko_reason(after), move=str(move))
        self.states.append(after)
        self._note(after)
        return after

    def undo(self) -> None:
        """Take back the last move.

        >>> replay = Replay(State.start())
        >>> _ = replay.play(Move(None, 12))
        >>> replay.undo()
        >>> replay.state == State.start()
        True
        """
        state = self.states.pop()
        key = state.position_key()
        if key in self._seen:
            self._seen[key] -= 1
            if not self._seen[key]:
                del self._seen[key]

    def refusal(self, move: Move) -> str | None:
        """Why ``move`` is not legal now, in words; None when it is legal.

        >>> Replay(State.start()).refusal(Move(None, 0))
        'A1 is not empty'
        """
        if self._drawn():
            return f"the game is over: {THREEFOLD_DRAW.reason.value}"
        reason = rules.refusal(self.state, move)
        if reason is None and self.repetition is Repetition.SUPERKO:
            after = rules.apply(self.state, move)
            return self._superko_reason(after) if self._brings_back(after) else None
        return reason

    def _superko_reason(self, after: State) -> str:
        key = after.position_key()
        ply = next(i for i, state in enumerate(self.states) if state.position_key() == key)
        when = f"after ply {ply}" if ply else "at the start"
        return f"the move brings back the position {when} (superko)"

    def legal(self) -> tuple[Move, ...]:
        """All legal moves by action number; empty when the game is over.

        >>> len(Replay(State.start()).legal())
        21
        """
        if self._drawn():
            return ()
        moves = rules.legal(self.state)
        if self.repetition is not Repetition.SUPERKO or self.state.in_hand:
            return moves
        return tuple(move for move in moves if not self._brings_back(rules.apply(self.state, move)))

    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on.

        >>> Replay(State.start()).outcome() is None
        True
        """
        found = rules.outcome(self.state)
        if found is not None:
            return found
        if self._drawn():
            return THREEFOLD_DRAW
        if self.repetition is Repetition.SUPERKO and not self.legal():
            turn = self.state.turn
            return Outcome(turn.other, Reason.TIGERS_TRAPPED if turn is Side.TIGER else Reason.GOATS_STUCK)
        return None
