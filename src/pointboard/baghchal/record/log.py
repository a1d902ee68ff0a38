# ruff: noqa: A001 - parse and format are the house's words for reading and writing text
"""Game records as a log of positions: one OBX a line, the start position first.

    # [Goats "Sita"]
    TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #
    TXXXT/XGXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB2 #g1
    # {[%clk 0:04:58] Asking for it.}
    XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @19 c1 mA1C3(B2) #t1

That is the specification's example sequence, with ``#`` lines for what a position cannot hold: before the first
position headers, ``# [Name "value"]``; after a position what is said of the move that led there, ``# {comment}``,
``# ! {comment}`` or ``# !`` (a mark, one of ``! ? !! ?? !? ?!``); see ``markup`` for the escapes. Any other ``#`` line
is a comment as it stands. Positions are read as lax OBX. A move is what the last-move field says, or, without that
field, what the two boards differ by; in both cases it must be legal and lead to that very position, number included.
Empty lines count for nothing, and neither does a position that repeats the one before it letter by letter, as in the
specification's example.

Source: OBX specification, "Example Sequence of Moves".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pointboard.baghchal.board import POINT_COUNT
from pointboard.baghchal.notation import obx
from pointboard.baghchal.record.faults import Places, RecordPositionError
from pointboard.baghchal.record.headers import START_NAME, items
from pointboard.baghchal.record.markup import (
    COMMENT,
    HEADER,
    Note,
    format_comment,
    format_header,
    read_comment,
    relocated,
)
from pointboard.baghchal.record.reading import GameReader
from pointboard.baghchal.record.record import ReadResult, Record
from pointboard.baghchal.record.replay import Replay
from pointboard.baghchal.rules import Repetition
from pointboard.baghchal.state import Move, Side, State
from pointboard.errors import IllegalMoveError, NotationError, PointboardError, PositionError

__all__ = ["difference", "format", "parse", "read"]

_HEADER = re.compile(rf"#[ \t]*{HEADER}[ \t]*")
_NOTE = re.compile(rf"#[ \t]*(?P<mark>[!?]{{1,2}})?[ \t]*(?P<note>{COMMENT})?[ \t]*")
_BLANKS = " \t"


def parse(text: str, *, repetition: Repetition = Repetition.THREEFOLD) -> Record:
    """The game of a log; its first error, RecordError, RecordMoveError or RecordPositionError, is raised.

    ``repetition`` is the policy of a game that does not name its own.

    >>> parse('''TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #
    ... TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 - -''').moves
    (Move(source=None, target=12, captured=None),)
    """
    return read(text, repetition=repetition).checked()


def read(text: str, *, repetition: Repetition = Repetition.THREEFOLD) -> ReadResult:
    """The game of a log up to the first error, and the error; NotationError only for no known policy.

    >>> read("nothing known").error.column
    1
    """
    text = text.removeprefix("\ufeff")
    reader = _Reader(Places(text), repetition)
    try:
        for offset, line in _lines(text):
            reader.line(line, offset)
        reader.end()
    except PointboardError as error:
        return ReadResult(reader.record(), error)
    return ReadResult(reader.record(), None)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not empty, without the blanks around them, each with its offset."""
    offset = 0
    for line in text.replace("\r", "\n").split("\n"):  # lines may end with CR alone; an empty one counts for nothing
        stripped = line.strip(_BLANKS)
        if stripped:
            yield offset + len(line) - len(line.lstrip(_BLANKS)), stripped
        offset += len(line) + 1


class _Reader(GameReader):
    """Reads a log line by line."""

    def __init__(self, places: Places, repetition: Repetition) -> None:
        super().__init__(places, repetition)
        self.last_line = ""

    def line(self, line: str, offset: int) -> None:
        """Read one line."""
        if line.startswith("#"):
            self.remark(line, offset)
        elif line != self.last_line:
            self.last_line = line
            self.position(line, offset)

    def remark(self, line: str, offset: int) -> None:
        """A header, or a mark and a comment on the move before it."""
        text, end = self.places.text, offset + len(line)
        said = line[1:].lstrip(_BLANKS)
        if said.startswith("["):
            header = _HEADER.fullmatch(text, offset, end)
            if header is None:
                self.fail('expected a header like # [Event "name"]', "header", offset)
            if self.replay is not None:
                self.fail("expected headers before the first position only", header["name"], offset)
            self.texts.add(header)
        elif (note := _NOTE.fullmatch(text, offset, end)) is not None:
            if note["mark"]:
                self.mark(note["mark"], offset)
            if note["comment"] is not None:
                self.note(read_comment(note, self.places), offset)
        elif said.startswith("{"):
            self.fail("expected one comment in braces, and nothing after it on its line", "comment", offset)
        else:
            self.note(Note(said, None), offset)

    def position(self, line: str, offset: int) -> None:
        """A position: the first is the start, every other one comes about by a move."""
        try:
            fields = obx.read(line, lax=True)
            state = fields.to_state()
        except NotationError as error:
            raise relocated(error, self.places, offset) from None
        except PositionError as error:
            raise RecordPositionError(error.problems, line=self.places.at(offset).line, text=line) from None
        if self.replay is not None:
            self.follow(self.replay, fields, state, offset)
            return
        if START_NAME in self.texts.texts:
            self.texts.fail(START_NAME, "expected no such header: a log starts at its first position")
        self.begin(state)

    def follow(self, replay: Replay, fields: obx.Fields, state: State, offset: int) -> None:
        """Make the move that leads to ``state``."""
        if state.turn is replay.state.turn:
            message = "expected a position one move after the one before it, with the other side to move"
            self.fail(message, "turn", offset + _column(fields, "turn"))
        move = state.last_move or difference(replay.state, state)
        if move is None:
            self.fail("expected a position one move after the one before it", "board", offset)
        try:
            after = replay.play(move)
        except IllegalMoveError as error:
            self.refuse(replay, error.message, str(move), offset + _column(fields, "last_move"))
        self.add(move)
        if after.ply is None and state.ply is not None:
            after = self.number_from(replay, state.ply)
        wrong = next((name for name in _COMPARED if getattr(after, name) != getattr(state, name)), None)
        if wrong is None and state.ply not in (None, after.ply):
            wrong = "number"
        if wrong is not None:
            self.plies.pop()
            replay.undo()
            self.fail(f"{move} leads to another position: {obx.format(after)}", wrong, offset + _column(fields, wrong))

    def end(self) -> None:
        """Check what can only be told at the end: that there is a position, and the declared result."""
        if self.replay is None:
            self.begin(State.start())
            self.fail("expected a position, found the end of the text", "board", len(self.places.text))
        super().end()

    def number_from(self, replay: Replay, ply: int) -> State:
        """Number the game back from its first position that has a number; the position now."""
        first = ply - len(self.plies)
        if not replace(replay.states[0], ply=first).status():
            replay.states = [replace(state, ply=first + made) for made, state in enumerate(replay.states)]
        return replay.state


_COMPARED = ("board", "in_hand", "captured")


def _column(fields: obx.Fields, name: str) -> int:
    """How far into its line a field begins; 0 for a field that is not in the text."""
    return fields.columns().get(name, 1) - 1


def difference(before: State, after: State) -> Move | None:
    """The one move, legal or not, by which two boards differ; None when they differ by none or by more.

    >>> str(difference(State.start(), obx.parse("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 - -")))
    'mC3'
    """
    goats_gone, goats_come = _gone_and_come(before.board.goats, after.board.goats)
    tigers_gone, tigers_come = _gone_and_come(before.board.tigers, after.board.tigers)
    match before.turn, len(tigers_gone), len(tigers_come), len(goats_gone), len(goats_come):
        case Side.GOAT, 0, 0, 0, 1:
            return Move(None, goats_come[0])
        case Side.GOAT, 0, 0, 1, 1:
            return Move(goats_gone[0], goats_come[0])
        case Side.TIGER, 1, 1, 0 | 1, 0:
            return Move(tigers_gone[0], tigers_come[0], goats_gone[0] if goats_gone else None)
        case _:
            return None


def _gone_and_come(before: int, after: int) -> tuple[list[int], list[int]]:
    """The points that are in the first set alone, and those that are in the second alone."""
    changed = [point for point in range(POINT_COUNT) if (before ^ after) >> point & 1]
    return [point for point in changed if before >> point & 1], [point for point in changed if after >> point & 1]


def format(record: Record, *, plain: bool = False) -> str:
    """The log of a record, with a line end after the last line: the inverse of ``parse``.

    ``plain`` writes the positions alone: no headers, comments, clocks and marks.

    >>> print(format(Record().play(Move(None, 6), comment="Bold.")), end="")
    TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #
    TXXXT/XGXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB2 #g1
    # {Bold.}
    """
    lines = [obx.format(state) for state in record.positions()]
    if plain:
        return "\n".join(lines) + "\n"
    said = [f"# {format_header(name, value)}" for name, value in items(record.headers)]
    if record.comment:
        said.append(f"# {format_comment(record.comment)}")
    said.append(lines[0])
    for line, ply in zip(lines[1:], record.plies, strict=True):
        said.append(line)
        words = [word for word in (ply.mark, format_comment(ply.comment, ply.clock)) if word]
        if words:
            said.append(" ".join(("#", *words)))
    return "\n".join(said) + "\n"
