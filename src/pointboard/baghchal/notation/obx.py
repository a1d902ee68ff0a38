"""OBX, the notation of Online Baghchal: ``parse`` and ``format`` of positions, of boards and of moves.

    TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1
    board                         |  |  |  |   number of the last move, counted per side
                                  |  |  |  last move, "-" when there is none
                                  |  |  goats captured, 0-5
                                  |  goats in hand, 0-20
                                  side to move, g or t

Strict reading is the specification's grammar, one blank between fields, ASCII only; it takes ``-`` for the number and a
text without the number field too (both stand in the specification and in its author's programs). Lax reading takes
besides: no ``@N`` (then N = 20 - goats on the board - captured), no last move, any letter case, runs of blanks, blanks
around, ``_`` for a blank, a move without its ``m``, a capture without its square. ``format`` writes one form only.

Source: OBX specification 2.0 with the errata of ``docs/obx.md``.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from pointboard.baghchal.board import CAPTURE_TABLE, POINT_COUNT, POINT_NAMES, ROW_CODES, Board
from pointboard.baghchal.rules import refusal
from pointboard.baghchal.state import (
    CAPTURES_TO_WIN,
    GOAT_COUNT,
    MAX_MOVE_NUMBER,
    MOVES,
    Move,
    Side,
    State,
)
from pointboard.errors import IllegalMoveError, NotationError, PositionError, Problem
from pointboard.scan import Cursor, member

__all__ = [
    "MAX_LENGTH",
    "START",
    "Dialect",
    "Fields",
    "format",
    "format_board",
    "format_move",
    "parse",
    "parse_board",
    "parse_move",
    "read",
    "recognises",
]

START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"
"""The start position."""

MAX_LENGTH = 200
"""Longer texts are refused unread. The longest written form has 69 characters."""


class Dialect(StrEnum):
    """Which of the layouts that call themselves OBX 2.0 a text has."""

    FULL = "2.0"
    SHORT = "2.0-short"
    """Without ``@N``, as in the texts of December 2024."""


class Fields(NamedTuple):
    """What an OBX text says, field by field, not yet judged: an editor can hold any board in it.

    ``in_hand`` is None where the text has no ``@N``; ``number`` is (side, number) or None; ``text`` is the input as it
    came.
    """

    text: str
    board: Board
    turn: Side
    in_hand: int | None
    captured: int
    last_move: Move | None
    number: tuple[Side, int] | None

    @property
    def dialect(self) -> Dialect:
        """The layout of the text."""
        return Dialect.SHORT if self.in_hand is None else Dialect.FULL

    def columns(self) -> dict[str, int]:
        """The column (from 1) at which each field of the text begins; a field that is not in the text is left out.

        >>> read(START).columns()["captured"]
        37
        """
        reader = _Reader(self.text, lax=True)
        reader.fields()
        return reader.columns

    def to_state(self) -> State:
        """The position; PositionError with every problem, each with its field and column, when it cannot be.

        >>> read(START).to_state() == State.start()
        True
        """
        state, problems = self._judge()
        if problems:
            raise PositionError(self._placed(problems), text=self.text)
        return state

    def status(self) -> tuple[Problem, ...]:
        """Every problem of the position at once, without raising.

        >>> [p.flag.value for p in read("TXXXT/XXXXX/XXXXX/XXXXX/TXXXX g @20 c0 - #").status()]
        ['TIGER_COUNT']
        """
        return self._placed(self._judge()[1])

    def _placed(self, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
        columns = self.columns() if problems else {}
        return tuple(replace(problem, column=columns.get(problem.field)) for problem in problems)

    def _judge(self) -> tuple[State, tuple[Problem, ...]]:
        in_hand = self.in_hand
        if in_hand is None:
            in_hand = GOAT_COUNT - self.board.goat_count - self.captured
        ply = None
        if self.number is not None:
            side, count = self.number
            if type(side) is not Side:
                side = member(Side, side, "number")
            ply = 2 * count - (side is Side.GOAT)
        state = State(self.board, self.turn, in_hand, self.captured, self.last_move, ply)
        return state, state.status()


# The words of each short field. A well-formed text is read by looking its fields up here; only a text in which one of
# them is missing goes through the cursor below, which reads the lax forms and finds the column of an error.
_TURNS = {side.value: side for side in Side}
_HANDS = {f"@{n}": n for n in range(GOAT_COUNT + 1)}
_CAPTURED = {f"c{n}": n for n in range(CAPTURES_TO_WIN + 1)}
_MOVES: dict[str, Move | None] = {"-": None, **{str(move): move for move in MOVES}}
_NUMBERS: dict[str, tuple[Side, int] | None] = {
    "#": None,
    "-": None,
    **{f"#{side.value}{count}": (side, count) for side in Side for count in range(180) if count},  # most games
}
_NUMBER_SIDES = {"#g": Side.GOAT, "#t": Side.TIGER}
_ROW_0, _ROW_1, _ROW_2, _ROW_3, _ROW_4 = ROW_CODES
_GOAT_MASK = (1 << POINT_COUNT) - 1


def parse(text: str, *, lax: bool = False, canonical: bool = False) -> State:
    """The position that an OBX text describes.

    Strict by default; ``lax`` also takes the forms listed at the top of this module; ``canonical`` demands that the
    text is exactly what ``format`` writes. NotationError (field, column, what was expected) when the text is not OBX,
    PositionError (every problem) when there can be no such position.

    >>> parse("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1").in_hand
    19
    """
    state = read(text, lax=lax).to_state()
    if canonical and (written := format(state)) != text:
        column = next((i for i, (a, b) in enumerate(zip(text, written, strict=False), 1) if a != b), None)
        at = column or min(len(text), len(written)) + 1
        raise NotationError(f"expected the written form {written!r}", field="text", column=at, text=text)
    return state


def read(text: str, *, lax: bool = False) -> Fields:
    """The fields of an OBX text, not yet judged; NotationError when the text is not OBX.

    >>> read("XXXXX/XXXXX/XXXXX/XXXXX/XXXXX g @20 c0 - -").board.tiger_count
    0
    """
    try:
        parts = text.split(" ")
        if len(parts) == 6:
            rows, turn, hand, captured, move, number = parts
        else:
            rows, turn, hand, captured, move = parts
            number = "#"
        row_0, row_1, row_2, row_3, row_4 = rows.split("/")
        code = _ROW_0[row_0] | _ROW_1[row_1] | _ROW_2[row_2] | _ROW_3[row_3] | _ROW_4[row_4]
        return Fields(
            text,
            Board(code >> POINT_COUNT, code & _GOAT_MASK),
            _TURNS[turn],
            _HANDS[hand],
            _CAPTURED[captured],
            _MOVES[move],
            _NUMBERS[number] if number in _NUMBERS else (_NUMBER_SIDES[number[:2]], _count(number[2:])),
        )
    except (ValueError, KeyError, AttributeError, TypeError):
        return _Reader(text, lax=lax).fields()


def _count(digits: str) -> int:
    """A move number as it is written; ValueError for anything else."""
    if digits.isascii() and digits.isdigit() and digits[0] != "0" and len(digits) <= len(str(MAX_MOVE_NUMBER)):
        return int(digits)
    raise ValueError(digits)


class _Reader:
    """Reads a text field by field and notes where each begins; every error names the field and the column."""

    def __init__(self, text: str, *, lax: bool) -> None:
        self.cursor = Cursor(text, fold=lax)
        self.lax = lax
        self.columns: dict[str, int] = {}
        self._blank = " _" if lax else " "

    def fields(self) -> Fields:
        """The fields of the whole text."""
        cursor = self.cursor
        if len(cursor.text) > MAX_LENGTH:
            cursor.fail(f"at most {MAX_LENGTH} characters", column=MAX_LENGTH + 1)
        cursor.check_ascii()
        if self.lax:
            self.skip_blanks()
        board = self.board()
        self._blanks("turn", "a blank and the side to move, g or t")
        self.begin("turn")
        turn = Side(cursor.one_of("gt"))
        self._blanks("in_hand", "a blank and the goats in hand, @0 to @20")
        in_hand = None
        if not self.lax or cursor.peek("@"):
            self.begin("in_hand")
            in_hand = self._after("@", 0, GOAT_COUNT)
            self._blanks("captured", "a blank and the captured goats, c0 to c5")
        self.begin("captured")
        captured = self._after("c", 0, CAPTURES_TO_WIN)
        last_move, number = self._tail()
        return Fields(cursor.text, board, turn, in_hand, captured, last_move, number)

    def _tail(self) -> tuple[Move | None, tuple[Side, int] | None]:
        """The two fields at the end, of which the number may be missing, in a lax text the last move too."""
        cursor = self.cursor
        last_move, number = None, None
        if self.lax and not self._more():
            return None, None
        if not self.lax:
            self._blanks("last_move", "a blank and the last move")
        if not (self.lax and cursor.peek("#")):
            self.begin("last_move")
            last_move = None if cursor.skip("-") else self.move()
            if not self._more():
                return last_move, None
        self.begin("number")
        number = self._number()
        if not (cursor.at_end or (self.lax and not self._more())):
            cursor.fail("the end of the text")
        return last_move, number

    def begin(self, field: str) -> None:
        """Note that ``field`` begins at the next character."""
        self.cursor.field = field
        self.columns[field] = self.cursor.column

    def skip_blanks(self) -> None:
        """Read the blanks that stand here, if any."""
        while self.cursor.peek(self._blank):
            self.cursor.offset += 1

    def _blanks(self, field: str, expected: str) -> None:
        """The blank before ``field``, which must come."""
        cursor = self.cursor
        if cursor.at_end:
            cursor.fail(expected, field=field)
        cursor.one_of(self._blank, "a blank")
        if self.lax:
            self.skip_blanks()

    def _more(self) -> bool:
        """Whether something follows; the blank before it is read."""
        cursor = self.cursor
        if cursor.at_end:
            return False
        cursor.one_of(self._blank, "a blank or the end of the text")
        if not self.lax:
            return True
        self.skip_blanks()
        return not cursor.at_end

    def _after(self, letter: str, low: int, high: int) -> int:
        self.cursor.one_of(letter)
        return self.cursor.number(low, high)

    def board(self) -> Board:
        """Five rows; a row of the wrong length is reported at its first column, another letter where it stands.

        Too few or too many rows are reported where the good ones end, at the first column if they are not good.
        """
        self.begin("board")
        cursor = self.cursor
        start = cursor.offset
        end = next((i for i in range(start, len(cursor.text)) if cursor.text[i] in self._blank), len(cursor.text))
        rows = cursor.text[start:end].split("/")
        if len(rows) != 5:
            good = all(row.upper() in ROW_CODES[0] for row in rows[:5])  # then what is wrong comes after them
            cursor.fail(f"5 rows, not {len(rows)}", column=start + 6 * min(len(rows), 5) if good else None)
        code, column = 0, start + 1
        for number, row in enumerate(rows, 1):
            if len(row) != 5:
                message = f"expected 5 letters in row {number}, found {len(row)}"
                raise NotationError(message, field="board", column=column, text=cursor.text)
            written = row.upper() if self.lax else row
            wrong = next((i for i, letter in enumerate(written) if letter not in "TGX"), None)
            if wrong is not None:
                cursor.fail("T, G or X", column=column + wrong)
            code |= ROW_CODES[number - 1][written]
            column += 6
        cursor.offset = end
        return Board(code >> POINT_COUNT, code & _GOAT_MASK)

    def move(self) -> Move:
        """A move: its points, and for a jump in a lax text the point between them."""
        cursor = self.cursor
        if not cursor.skip("m") and not self.lax:
            cursor.fail("m and a move")
        first = self._point()
        if not cursor.peek("ABCDE"):
            return Move(None, first)
        second = self._point()
        captured = None
        if cursor.skip("("):
            captured = self._point()
            cursor.one_of(")")
        elif second in CAPTURE_TABLE[first]:
            if not self.lax:
                cursor.fail("the captured goat's point in brackets")
            captured = (first + second) // 2
        return Move(first, second, captured)

    def _point(self) -> int:
        column = self.cursor.one_of("ABCDE", "a column A to E")
        return POINT_NAMES.index(column + self.cursor.one_of("12345", "a row 1 to 5"))

    def _number(self) -> tuple[Side, int] | None:
        cursor = self.cursor
        if cursor.skip("-"):
            return None
        cursor.one_of("#", "# or -")
        if cursor.at_end or cursor.peek(self._blank):
            return None
        side = Side(cursor.one_of("gt"))
        return side, cursor.number(1, MAX_MOVE_NUMBER)


def recognises(text: str) -> bool:
    """Whether the text is OBX, strict or lax; the position need not be possible.

    >>> recognises(START), recognises("1. G33")
    (True, False)
    """
    try:
        read(text, lax=True)
    except NotationError:
        return False
    return True


def parse_board(text: str) -> Board:
    """The board of its five rows alone; NotationError when more follows, or it is no board.

    >>> parse_board("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT").tiger_count
    4
    """
    reader = _Reader(text, lax=False)
    cursor = reader.cursor
    cursor.check_ascii()
    board = reader.board()
    if not cursor.at_end:
        message = "expected the board part only, found more after it; read a whole OBX text with parse()"
        raise NotationError(message, field="board", column=cursor.column, text=text)
    return board


def parse_move(text: str, state: State | None = None, *, lax: bool = False) -> Move:
    """The move that an OBX move text names: ``mC3``, ``mA1B1``, ``mA1C3(B2)``.

    With ``state``, IllegalMoveError says why the rules forbid it there. ``lax`` takes any letter case, blanks around, a
    move without its ``m`` and a capture without its square; in strict reading a jump must name its square.

    >>> parse_move("a1c3", lax=True) == parse_move("mA1C3(B2)")
    True
    """
    reader = _Reader(text, lax=lax)
    cursor = reader.cursor
    cursor.check_ascii()
    if lax:
        reader.skip_blanks()
    reader.begin("move")
    move = reader.move()
    if lax:
        reader.skip_blanks()
    if not cursor.at_end:
        cursor.fail("the end of the move")
    reason = None if state is None else refusal(state, move)
    if reason is not None:
        raise IllegalMoveError(reason, move=str(move))
    return move


def format(state: State) -> str:
    """The written form of a position: the inverse of ``parse``.

    >>> format(State.start())
    'TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #'
    """
    return str(state)


def format_board(board: Board) -> str:
    """The five rows of a board: the inverse of ``parse_board``.

    >>> format_board(State.start().board)
    'TXXXT/XXXXX/XXXXX/XXXXX/TXXXT'
    """
    return board.text()


def format_move(move: Move) -> str:
    """The written form of a move, a capture with its square: the inverse of ``parse_move``.

    >>> format_move(Move(0, 12, 6))
    'mA1C3(B2)'
    """
    return str(move)
