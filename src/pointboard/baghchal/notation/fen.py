"""The position texts of two other programs: PyPI baghchal's FEN and pybaghchal's position string.

    B3B/5/2G2/5/B3B B 1            PyPI baghchal: B tiger, G goat, digits for runs of empty points
    board           | goats' moves so far; the first 20 are placements
                    side to move, G or B

    T3T/5/2G2/5/T3T t g19 c0 mC3   pybaghchal, an ancestor of OBX: T tiger, G goat
    board           | |   |  last move, its points alone; "m" when there is none
                    | |   goats captured, 0-5
                    | goats in hand, 0-20
                    side to move, g or t

In both the rows run from the top, A1 first. The FEN is a whole position but for the last move: with k goat moves there
are max(0, 20 - k) goats in hand, and what is neither there nor on the board was captured; a text in which that is
negative is refused. The package's own reader looks at the board alone and makes tigers of goats.

Strict reading wants one blank between fields and each run of empty points as one digit. Lax reading takes besides any
letter case, a run in several digits, runs of blanks, blanks around and ``_`` for a blank.

Sources: PyPI baghchal 1.0.1, ``env.py`` (``board_to_fen``); code-geek/pybaghchal, ``Board.py`` (``position``).
"""

from __future__ import annotations

from dataclasses import replace

from pointboard.baghchal.board import CAPTURE_TABLE, POINT_NAMES, Board
from pointboard.baghchal.state import CAPTURES_TO_WIN, GOAT_COUNT, MAX_MOVE_NUMBER, Move, Side, State
from pointboard.errors import NotationError, PositionError
from pointboard.scan import Cursor

__all__ = [
    "MAX_LENGTH",
    "format",
    "format_pybaghchal",
    "parse",
    "parse_pybaghchal",
    "recognises",
    "recognises_pybaghchal",
]

MAX_LENGTH = 200
"""Longer texts are refused unread."""

_WIDTH = 5
_RUNS = "12345"


class _Reader:
    """Reads either text field by field and notes where each begins."""

    def __init__(self, text: str, tiger: str, *, lax: bool) -> None:
        self.cursor = Cursor(text, fold=lax)
        self.tiger = tiger
        self.lax = lax
        self.columns: dict[str, int] = {}
        if len(text) > MAX_LENGTH:
            self.cursor.fail(f"at most {MAX_LENGTH} characters", column=MAX_LENGTH + 1)
        self.cursor.check_ascii()
        if lax:
            self._blanks()

    def _blanks(self) -> None:
        while self.cursor.peek(" _"):
            self.cursor.offset += 1

    def begin(self, field: str) -> None:
        """Note that ``field`` begins at the next character."""
        self.cursor.field = field
        self.columns[field] = self.cursor.column

    def next(self, field: str) -> None:
        """Read the blank before ``field``, which must come."""
        if self.cursor.at_end:
            self.cursor.fail("a blank", field=field)
        self.cursor.one_of(" _" if self.lax else " ", "a blank")
        if self.lax:
            self._blanks()
        self.begin(field)

    def board(self) -> Board:
        """Five rows of pieces and runs of empty points."""
        self.begin("board")
        tigers = goats = 0
        for row in range(_WIDTH):
            if row:
                self.cursor.one_of("/", "/ and the next row")
            column, after_run = 0, False
            while column < _WIDTH:
                letter, run = self._piece(_WIDTH - column, after_run=after_run)
                bit = 1 << row * _WIDTH + column
                tigers |= bit * (letter == self.tiger)
                goats |= bit * (letter == "G")
                column, after_run = column + run, letter in _RUNS
        return Board(tigers, goats)

    def _piece(self, room: int, *, after_run: bool) -> tuple[str, int]:
        """One letter or digit, and the number of points it stands for."""
        runs = "" if after_run and not self.lax else _RUNS[:room]
        expected = f"{self.tiger} or G" if not runs else f"{self.tiger}, G or a run of at most {room}"
        letter = self.cursor.one_of(f"{self.tiger}G{runs}", expected)
        return letter, int(letter) if letter in _RUNS else 1

    def finish(self) -> None:
        """The end of the text must be here."""
        if self.lax:
            self._blanks()
        if not self.cursor.at_end:
            self.cursor.fail("the end of the text", field="text")

    def judged(self, state: State) -> State:
        """The position, or PositionError with the columns of its problems; what is derived stands with the board."""
        problems = state.status()
        if problems:
            placed = tuple(replace(p, column=self.columns.get(p.field, self.columns["board"])) for p in problems)
            raise PositionError(placed, text=self.cursor.text)
        return state


def _read(text: str, *, lax: bool) -> tuple[_Reader, State]:
    reader = _Reader(text, "B", lax=lax)
    board = reader.board()
    reader.next("turn")
    turn = Side.GOAT if reader.cursor.one_of("GB") == "G" else Side.TIGER
    reader.next("number")
    count = reader.cursor.number(0, MAX_MOVE_NUMBER)
    reader.finish()
    placed = min(count, GOAT_COUNT)
    ply = 2 * count - (turn is Side.TIGER) if count else None
    return reader, State(board, turn, GOAT_COUNT - placed, placed - board.goat_count, None, ply)


def parse(text: str, *, lax: bool = False) -> State:
    """The position of a PyPI FEN; NotationError or PositionError (every problem) for anything else.

    >>> state = parse("2B1B/5/5/5/B3B G 1")
    >>> state.in_hand, state.captured, state.ply
    (19, 1, 2)
    """
    reader, state = _read(text, lax=lax)
    return reader.judged(state)


def format(state: State) -> str:
    """The PyPI FEN of a position; the last move is left out.

    Where the move number is not known, it is the number of goats placed: right while goats are in hand, else the least
    that it can be.

    >>> format(State.start())
    'B3B/5/5/5/B3B G 0'
    """
    count = state.placed if state.move_number is None else state.move_number
    return f"{_runs(state.board, 'B')} {'G' if state.turn is Side.GOAT else 'B'} {count}"


def recognises(text: str) -> bool:
    """Whether the text is a PyPI FEN, strict or lax; the position need not be possible."""
    try:
        _read(text, lax=True)
    except NotationError:
        return False
    return True


def _runs(board: Board, tiger: str) -> str:
    """The board's rows with a digit for each run of empty points."""
    text = board.text().replace("T", tiger)
    for length in range(_WIDTH, 0, -1):
        text = text.replace("X" * length, str(length))
    return text


def _read_pybaghchal(text: str, *, lax: bool) -> tuple[_Reader, State]:
    reader = _Reader(text, "T", lax=lax)
    cursor = reader.cursor
    board = reader.board()
    reader.next("turn")
    turn = Side(cursor.one_of("gt"))
    reader.next("in_hand")
    cursor.one_of("g")
    in_hand = cursor.number(0, GOAT_COUNT)
    reader.next("captured")
    cursor.one_of("c")
    captured = cursor.number(0, CAPTURES_TO_WIN)
    reader.next("last_move")
    cursor.one_of("m")
    last_move = _last_move(cursor) if cursor.peek("ABCDE") else None
    reader.finish()
    return reader, State(board, turn, in_hand, captured, last_move)


def _last_move(cursor: Cursor) -> Move:
    first = _point(cursor)
    if not cursor.peek("ABCDE"):
        return Move(None, first)
    second = _point(cursor)
    return Move(first, second, (first + second) // 2 if second in CAPTURE_TABLE[first] else None)


def _point(cursor: Cursor) -> int:
    column = cursor.one_of("ABCDE", "a column A to E")
    return POINT_NAMES.index(column + cursor.one_of("12345", "a row 1 to 5"))


def parse_pybaghchal(text: str, *, lax: bool = False) -> State:
    """The position of a pybaghchal string; NotationError or PositionError (every problem) for anything else.

    >>> str(parse_pybaghchal("T3T/5/2G2/5/T3T t g19 c0 mC3").last_move)
    'mC3'
    """
    reader, state = _read_pybaghchal(text, lax=lax)
    return reader.judged(state)


def format_pybaghchal(state: State) -> str:
    """The pybaghchal string of a position; the move number is left out.

    >>> format_pybaghchal(State.start())
    'T3T/5/5/5/T3T g g20 c0 m'
    """
    move = state.last_move
    points = "" if move is None else POINT_NAMES[move.target]
    if move is not None and move.source is not None:
        points = POINT_NAMES[move.source] + points
    return f"{_runs(state.board, 'T')} {state.turn.value} g{state.in_hand} c{state.captured} m{points}"


def recognises_pybaghchal(text: str) -> bool:
    """Whether the text is a pybaghchal string, strict or lax; the position need not be possible."""
    try:
        _read_pybaghchal(text, lax=True)
    except NotationError:
        return False
    return True
