"""What the readers of the two text formats share: a game that grows token by token, or line by line."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from pointboard.baghchal.record.faults import Places, RecordError, RecordMoveError, Turn
from pointboard.baghchal.record.headers import NO_HEADERS
from pointboard.baghchal.record.markup import SECOND_CLOCK, HeaderTexts, Note
from pointboard.baghchal.record.record import START, Mark, Ply, Record, contradiction, turn_of
from pointboard.baghchal.record.replay import Replay
from pointboard.baghchal.rules import Repetition
from pointboard.baghchal.state import Move, State
from pointboard.scan import member

__all__ = ["GameReader"]


class GameReader:
    """A game while it is read; whatever came before an error can be asked for as a record.

    ``repetition`` is the policy of a game whose headers name none. ``replay`` is None until the game has begun.
    """

    def __init__(self, places: Places, repetition: Repetition) -> None:
        """Begin with nothing read."""
        self.places = places
        self.texts = HeaderTexts(places)
        self.headers = NO_HEADERS
        self.repetition = member(Repetition, repetition, "repetition")
        self.replay: Replay | None = None
        self.plies: list[Ply] = []
        self.comment = ""
        self._said: list[str] = []

    def fail(self, message: str, field: str, offset: int) -> NoReturn:
        """Raise RecordError at a character of the whole text."""
        raise RecordError(message, field=field, place=self.places.at(offset), text=self.places.text)

    def record(self) -> Record:
        """The game so far; a declared result that contradicts the board is left out."""
        self._settle()
        replay = self.replay or Replay(START)
        headers = self.headers
        if contradiction(headers, replay.outcome()) is not None:
            headers = replace(headers, result=None)
        return Record.of(headers, self.plies, replay, self.comment)

    def begin(self, start: State) -> Replay:
        """Begin at ``start``, under the headers that came; RecordError where one of them is wrong."""
        self.headers, error = self.texts.headers(self.repetition)
        if error is not None:
            raise error
        self.replay = Replay(start, self.headers.repetition)
        return self.replay

    def turn(self, replay: Replay) -> Turn:
        """Whose move comes next."""
        return turn_of(replay.states[0], len(self.plies) + 1)

    def refuse(self, replay: Replay, reason: str, written: str, offset: int) -> NoReturn:
        """Raise RecordMoveError for the next move, which is ``written`` at ``offset``."""
        place = self.places.at(offset)
        raise RecordMoveError(reason, move=written, turn=self.turn(replay), place=place) from None

    def mark(self, mark: str, offset: int) -> None:
        """Put a mark on the last move."""
        if not self.plies:
            self.fail("expected a move before its mark", "mark", offset)
        if self.plies[-1].mark is not None:
            self.fail("expected one mark for a move, found a second", "mark", offset)
        self.plies[-1] = replace(self.plies[-1], mark=Mark(mark))

    def add(self, move: Move) -> None:
        """Go on with a move that was played."""
        self._settle()
        self.plies.append(Ply(move))

    def note(self, note: Note, offset: int) -> None:
        """A comment belongs to the move before it, or to the game when there is none."""
        if note.clock is not None:
            if not self.plies:
                self.fail("expected a move before its clock", "clock", offset)
            if self.plies[-1].clock is not None:
                self.fail(SECOND_CLOCK, "clock", offset)
            self.plies[-1] = replace(self.plies[-1], clock=note.clock)
        if note.text:
            self._said.append(note.text)

    def _settle(self) -> None:
        """Put the comments since the last move where they belong, a line each."""
        if not self._said:
            return
        comment = "\n".join(self._said)
        self._said.clear()
        if self.plies:
            self.plies[-1] = replace(self.plies[-1], comment=comment)
        else:
            self.comment = comment

    def end(self) -> None:
        """Check the declared result against the board."""
        if self.replay is not None and (fault := contradiction(self.headers, self.replay.outcome())):
            self.texts.fail("Result", fault)
