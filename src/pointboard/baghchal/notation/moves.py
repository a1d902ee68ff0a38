"""The moves of other programs: each notation by its own grammar, both ways.

    name           C3 placed   A1 to B2   A1 over B2 to C3   point                           between moves
    obx            mC3         mA1B2      mA1C3(B2)          column A-E, row 1-5 from the top    blank
    pypi           G33         B1122      Bx1133             row 1-5 from the top, column 1-5    blank
    baghchalai     G22         B0011      Bx0022             the same from 0                     blank
    libbaghchal    XXC3        A5B4       A5C3               column A-E, rank 1-5, 5 at the top  -
    baghchal_net   G12         B0600      B120006            number 00-24; where to comes first  blank
    gym_baghchal   c3          a1,b2      a1,c3              column a-e, row 1-5 from the top    blank
    gamesman       c3          a5b4       a5c3               column a-e, rank 1-5, 5 at the top  blank
    gamesman-help  c3          a1 b2      a1 c3              row a-e from the top, column 1-5    comma

``gamesman`` is what GamesmanClassic's code reads and writes (since 2006); its help text still shows the older labels of
``gamesman-help``. Notations that do not name the captured goat mean a jump wherever two points lie a jump apart.

Strict reading is the program's written form. Lax reading takes besides any letter case and blanks around; in the last
three also blanks before the second point, as GamesmanClassic's prompt shows them; in ``obx`` what lax OBX takes.

Sources: PyPI baghchal 1.0.1 ``env.py``; baghchalai/baghchal-frontend ``Board.jsx``; PyPI libbaghchal 0.1.0
``bagchal.rs``; Dimanjan/baghchal_net ``board.py``; aganse/gym_baghchal ``moveStr2Array.c``;
GamesCrafters/GamesmanClassic ``mbaghchal.c``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from pointboard.baghchal.board import CAPTURE_TABLE, POINT_COUNT, POINT_NAMES
from pointboard.baghchal.notation import obx
from pointboard.baghchal.rules import outcome, refusal
from pointboard.baghchal.state import MOVES, Move, Side, State
from pointboard.errors import IllegalMoveError, NotationError, PointboardError
from pointboard.scan import Cursor, shown

__all__ = ["MOVE_NOTATIONS", "MoveNotation", "Token", "move_notation", "split"]


class _Points:
    """How a notation writes the 25 points: two characters each."""

    def __init__(self, name: Callable[[int, int], str]) -> None:
        """``name`` gives the text of the point in row (0-4 from the top) and column (0-4 from the left)."""
        self.names = tuple(name(i // 5, i % 5) for i in range(POINT_COUNT))
        self.firsts, self.seconds = ("".join(sorted({text[at] for text in self.names})) for at in (0, 1))

    def read(self, cursor: Cursor) -> int:
        """The number of the point that stands here."""
        column = cursor.column
        first = cursor.one_of(self.firsts, f"a point {self.names[0]} to {self.names[-1]}")
        second = cursor.one_of(self.seconds, f"{self.seconds[0]} to {self.seconds[-1]}")
        try:
            return self.names.index(first + second)
        except ValueError:
            cursor.fail(f"a point {self.names[0]} to {self.names[-1]}", column=column)


class _Found(NamedTuple):
    """What a text says: the move and, where the notation names it, the side that moves."""

    move: Move
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class MoveNotation:
    """A way to write a move.

    ``separator`` stands between the moves of a list. ``reader`` reads a move at a cursor (which folds case in lax
    reading); ``writer`` writes a move of a side; ``names_side`` tells whether a step says whose it is.
    """

    name: str
    title: str
    separator: str
    reader: Callable[[Cursor], _Found]
    writer: Callable[[Move, Side | None], str]
    names_side: bool = False

    def parse(self, text: str, state: State | None = None, *, lax: bool = False) -> Move:
        """The move that a text names.

        NotationError when it is not of the grammar; IllegalMoveError when two points are marked as a jump and are none,
        and, with ``state`` (the position before the move), when the rules forbid it there.

        >>> str(MOVE_NOTATIONS["pypi"].parse("Bx1133"))
        'mA1C3(B2)'
        """
        cursor = Cursor(text, "move", fold=lax)
        cursor.check_ascii()
        if lax:
            _skip_blanks(cursor)
        found = self.reader(cursor)
        if lax:
            _skip_blanks(cursor)
        if not cursor.at_end:
            cursor.fail("the end of the move")
        reason = None if state is None else _refusal(state, found)
        if reason is not None:
            raise IllegalMoveError(reason, move=text)
        return found.move

    def format(self, move: Move, state: State | None = None) -> str:
        """The written form of a move.

        ``state`` (the position before the move) is needed for a step where the notation says whose piece moves;
        PointboardError without it, and for a move that the board does not know.

        >>> MOVE_NOTATIONS["libbaghchal"].format(Move(0, 6))
        'A5B4'
        """
        if move not in _KNOWN:
            raise PointboardError(f"{move} is no move of the board")
        if move.source is None:
            return self.writer(move, Side.GOAT)
        if move.captured is not None:
            return self.writer(move, Side.TIGER)
        if self.names_side and state is None:
            raise PointboardError(f"{self.name} says whose piece moves: {move} needs the position before it")
        return self.writer(move, None if state is None else state.turn)


_KNOWN = frozenset(MOVES)
_SIDE_NAMES = {Side.GOAT: "goats", Side.TIGER: "tigers"}
_PIECES = {"G": Side.GOAT, "B": Side.TIGER}


def _refusal(state: State, found: _Found) -> str | None:
    reason = refusal(state, found.move)
    if found.side in (None, state.turn) or outcome(state) is not None:
        return reason
    return f"{_SIDE_NAMES[state.turn]} are to move, not {_SIDE_NAMES[state.turn.other]}"


def _skip_blanks(cursor: Cursor) -> None:
    while cursor.skip(" "):
        pass


def _between(source: int, target: int) -> Move:
    """The move from one point to another: a jump where they lie a jump apart, a step otherwise."""
    return Move(source, target, (source + target) // 2 if target in CAPTURE_TABLE[source] else None)


def _read_obx(cursor: Cursor) -> _Found:
    """OBX has its own reader of moves; it takes the whole rest of the text."""
    rest = cursor.text[cursor.offset :]
    try:
        move = obx.parse_move(rest, lax=cursor.fold)
    except NotationError as error:
        column = cursor.offset + error.column
        raise NotationError(error.message, field=cursor.field, column=column, text=cursor.text) from None
    cursor.offset = len(cursor.text)
    return _Found(move)


def _write_obx(move: Move, _side: Side | None) -> str:
    return obx.format_move(move)


def _lettered(points: _Points) -> tuple[Callable[[Cursor], _Found], Callable[[Move, Side | None], str]]:
    """``G`` or ``B``, ``x`` for a capture, the points."""

    def read(cursor: Cursor) -> _Found:
        side = _PIECES[cursor.one_of("GB")]
        jumps = side is Side.TIGER and cursor.skip("x")
        first = points.read(cursor)
        if side is Side.GOAT and not cursor.peek(points.firsts):
            return _Found(Move(None, first), side)
        second = points.read(cursor)
        if not jumps:
            return _Found(Move(first, second), side)
        if second not in CAPTURE_TABLE[first]:
            reason = f"no jump leads from {POINT_NAMES[first]} to {POINT_NAMES[second]}"
            raise IllegalMoveError(reason, move=cursor.text)
        return _Found(_between(first, second), side)

    def write(move: Move, side: Side | None) -> str:
        piece = "G" if side is Side.GOAT else "B"
        mark = "" if move.captured is None else "x"
        source = "" if move.source is None else points.names[move.source]
        return f"{piece}{mark}{source}{points.names[move.target]}"

    return read, write


def _plain(
    points: _Points, *, before: str = "", between: str = ""
) -> tuple[Callable[[Cursor], _Found], Callable[[Move, Side | None], str]]:
    """One point for a placement, after ``before``; two for any other move, with ``between`` between them."""

    def read(cursor: Cursor) -> _Found:
        if before and cursor.skip(before[0]):
            for letter in before[1:]:
                cursor.one_of(letter)
            return _Found(Move(None, points.read(cursor)))
        first = points.read(cursor)
        if not before and _ended(cursor):
            return _Found(Move(None, first))
        for letter in between:
            cursor.one_of(letter, "a blank" if letter == " " else letter)
        if cursor.fold and not before:
            _skip_blanks(cursor)
        return _Found(_between(first, points.read(cursor)))

    def write(move: Move, _side: Side | None) -> str:
        if move.source is None:
            return before + points.names[move.target]
        return points.names[move.source] + between + points.names[move.target]

    return read, write


def _ended(cursor: Cursor) -> bool:
    """Whether nothing more is written, but for blanks in lax reading."""
    rest = cursor.text[cursor.offset :]
    return not (rest.strip(" ") if cursor.fold else rest)


def _read_net(cursor: Cursor) -> _Found:
    """``G`` or ``B`` and the numbers of where to, where from, and the captured goat."""
    side = _PIECES[cursor.one_of("GB")]
    target = _NUMBERS.read(cursor)
    if side is Side.GOAT and not cursor.peek(_NUMBERS.firsts):
        return _Found(Move(None, target), side)
    source = _NUMBERS.read(cursor)
    captured = _NUMBERS.read(cursor) if side is Side.TIGER and cursor.peek(_NUMBERS.firsts) else None
    return _Found(Move(source, target, captured), side)


def _write_net(move: Move, side: Side | None) -> str:
    numbers = (_NUMBERS.names[i] for i in (move.target, move.source, move.captured) if i is not None)
    return ("G" if side is Side.GOAT else "B") + "".join(numbers)


_NUMBERS = _Points(lambda row, column: f"{5 * row + column:02}")
_ROW_COLUMN = _Points(lambda row, column: f"{row + 1}{column + 1}")
_ROW_COLUMN_0 = _Points(lambda row, column: f"{row}{column}")
_RANKED = _Points(lambda row, column: f"{'ABCDE'[column]}{5 - row}")
_SMALL = _Points(lambda row, column: f"{'abcde'[column]}{row + 1}")
_SMALL_RANKED = _Points(lambda row, column: f"{'abcde'[column]}{5 - row}")
_LETTER_ROWS = _Points(lambda row, column: f"{'abcde'[row]}{column + 1}")

_ALL = (
    MoveNotation("obx", "OBX", " ", _read_obx, _write_obx),
    MoveNotation("pypi", "PyPI baghchal", " ", *_lettered(_ROW_COLUMN), names_side=True),
    MoveNotation("baghchalai", "baghchalai", " ", *_lettered(_ROW_COLUMN_0), names_side=True),
    MoveNotation("libbaghchal", "libbaghchal", "-", *_plain(_RANKED, before="XX")),
    MoveNotation("baghchal_net", "Dimanjan's baghchal_net", " ", _read_net, _write_net, names_side=True),
    MoveNotation("gym_baghchal", "gym_baghchal", " ", *_plain(_SMALL, between=",")),
    MoveNotation("gamesman", "GamesmanClassic", " ", *_plain(_SMALL_RANKED)),
    MoveNotation("gamesman-help", "GamesmanClassic's help text", ", ", *_plain(_LETTER_ROWS, between=" ")),
)

MOVE_NOTATIONS: Final[dict[str, MoveNotation]] = {notation.name: notation for notation in _ALL}
"""Every notation of moves by name, OBX first."""


def move_notation(name: str) -> MoveNotation:
    """The notation of moves called ``name``; PointboardError, with the names there are, for any other.

    >>> move_notation("pypi").title
    'PyPI baghchal'
    """
    if name not in MOVE_NOTATIONS:
        raise PointboardError(f"no notation of moves is called {shown(name)}; there are: {', '.join(MOVE_NOTATIONS)}")
    return MOVE_NOTATIONS[name]


class Token(NamedTuple):
    """One move of a list: its text and where it begins in the whole (from 0)."""

    text: str
    offset: int


def split(text: str, notation: MoveNotation) -> tuple[Token, ...]:
    """The moves of a list in a notation's own separators, each still text; blanks around a move are not part of it.

    >>> [token.text for token in split("XXB5 - E1D2", MOVE_NOTATIONS["libbaghchal"])]
    ['XXB5', 'E1D2']
    """
    mark = notation.separator.strip()
    if not text.strip():
        return ()
    if not mark:
        return tuple(Token(found.group(), found.start()) for found in re.finditer(r"\S+", text))
    tokens, offset = [], 0
    for part in text.split(mark):
        tokens.append(Token(part.strip(), offset + len(part) - len(part.lstrip())))
        offset += len(part) + len(mark)
    return tuple(tokens)
