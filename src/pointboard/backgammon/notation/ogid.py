"""OGID, the position id of OpenGammon: ``parse`` and ``format`` of whole positions, ``find`` in free text.

    11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:R:0:0:7:0:15
    white           black           |   |  | | | | | | checkers of a side, written when it is not 15
                                    |   |  | | | | | move id: checker plays of this game
                                    |   |  | | | | match length, with C, L or G and a number of games
                                    |   |  | | score of White, score of Black, before this game
                                    |   |  | phase, empty for C
                                    |   |  the side that acted last
                                    |   dice, none or two; one in phase IW
                                    cube: owner, exponent of 2, action

A checker is written as the pip it stands on, 0-9 and a-p for 0 to 25. Strict reading is the specification's grammar,
5 to 11 fields, anchored, ASCII only, checkers in any order. Lax reading takes besides: the prefix ``OGID=`` in any
letter case, blanks and line ends around, 3 or 4 fields, one ``:`` at the end, ``q`` for a checker borne off, and an id
whose letters in fields 3, 5 and 6 are lower case throughout. ``format`` writes one form only: checkers and dice
ascending, ten fields.

Source: OGID specification with the rulings of ``docs/ogid.md``.
"""

from __future__ import annotations

import struct
from dataclasses import replace
from operator import getitem
from typing import NamedTuple

from pointboard.backgammon.board import CHECKERS, PIP_COUNT, Board, Side
from pointboard.backgammon.notation.found import BLANKS, Found, check_alone, runs
from pointboard.backgammon.state import (
    MAX_EXPONENT,
    MAX_NUMBER,
    Action,
    Cube,
    Flag,
    Length,
    Modifier,
    Owner,
    Phase,
    Score,
    State,
    judge,
)
from pointboard.errors import NotationError, PositionError, Problem
from pointboard.scan import Cursor, instance, only_text

__all__ = ["FIELDS", "MAX_LENGTH", "START", "Fields", "find", "format", "parse", "read", "recognises"]

START = "11ccccchhhjjjjj:66666888dddddoo:N0N::W:IW:0:0:0:0"
"""The start of a game."""

MAX_LENGTH = 200
"""Longer texts are refused unread. The longest written form of a valid position has 79 characters."""

FIELDS = (
    "white",
    "black",
    "cube",
    "dice",
    "last_actor",
    "phase",
    "score_white",
    "score_black",
    "length",
    "move_id",
    "checkers",
)
"""The names of the fields, in the order of the text, as errors name them."""

_PREFIX = "OGID="
_PIPS = "0123456789abcdefghijklmnop"
"""The character of each pip."""

_OFF = "q"
_MAX_CHECKERS_FIELD = 99


class Fields(NamedTuple):
    """What an OGID text says, field by field, not yet judged: an editor can hold any board in it.

    ``off`` counts the checkers of White and of Black that the text lists as borne off, which only a lax text does.
    ``last_actor`` is None where the text ends before it; ``text`` is the input as it came.
    """

    text: str
    board: Board
    cube: Cube
    dice: tuple[int, ...]
    last_actor: Side | None
    phase: Phase
    score: Score
    length: Length
    move_id: int
    checkers: int
    off: tuple[int, int] = (0, 0)

    def columns(self) -> dict[str, int]:
        """The column (from 1) at which each field of the text begins; a field that is not in the text is left out."""
        reader = _Reader(self.text, lax=True)
        reader.fields()
        return reader.columns

    def to_state(self) -> State:
        """The position; PositionError with every problem, each with its field and column, when it cannot be."""
        state = _new(State, self[1:10])
        problems = judge(state)
        if problems or self.off != _NONE_OFF:
            problems = self.status()
            if problems:
                raise PositionError(problems, text=self.text)
        return state

    def status(self) -> tuple[Problem, ...]:
        """Every problem of the position at once, without raising."""
        found = list(State(*self[1:10]).status())
        many = [(p.flag, p.field) for p in found]
        for name, side, off in zip(FIELDS, Side, self.off, strict=False):
            listed = off + self.board.count(side)
            if off and listed > self.checkers and (Flag.TOO_MANY_CHECKERS, name) not in many:
                text = f"{listed} checkers with those borne off, but a side has {self.checkers}"
                found.append(Problem(Flag.TOO_MANY_CHECKERS, name, text))
        columns = self.columns() if found else {}
        return tuple(replace(p, column=self._column(p, columns.get(p.field))) for p in found)

    def _column(self, problem: Problem, start: int | None) -> int | None:
        """The first character that makes the problem, or the start of its field."""
        if start is None:
            return None
        rest = self.text[start - 1 :].partition(":")[0]
        if problem.flag == Flag.TOO_MANY_CHECKERS:
            return start + min(self.checkers, CHECKERS)
        if problem.flag == Flag.WRONG_BAR:
            return start + rest.index(_PIPS[-1] if problem.field == "white" else _PIPS[0])
        if problem.flag == Flag.BOTH_COLOURS:
            white = self.board.white
            return start + next(i for i, letter in enumerate(rest) if letter != _OFF and white[_PIPS.index(letter)])
        return start


# The words of each short field. A well-formed text is read by looking its fields up here; only a text in which one of
# them is missing goes through the cursor below, which reads the lax forms and finds the column of an error. A checker
# weighs 1 in the byte of its pip: the sum of the weights, as bytes, is the row of counts.
_CUBES = {f"{o.value}{n}{a.value}": Cube(o, n, a) for o in Owner for n in range(MAX_EXPONENT + 1) for a in Action}
_DICE: dict[str, tuple[int, ...]] = {
    "": (),
    **{f"{a}{b}": (min(a, b), max(a, b)) for a in range(1, 7) for b in range(1, 7)},
}
_SIDES = {side.value: side for side in Side}
_PHASES = {"": Phase.PLAYED, **{phase.value: phase for phase in Phase}}
_NUMBERS = {str(n): n for n in range(1000)}
_LENGTHS = {
    f"{n}{m.value}": Length(n, m) for n in range(100) for m in (Modifier.NONE, Modifier.CRAWFORD, Modifier.LAST)
}
_WEIGHT = {letter: 1 << 8 * pip for pip, letter in enumerate(_PIPS)}.__getitem__
_NONE_OFF = (0, 0)
_new = tuple.__new__  # the constructor of a NamedTuple takes twice as long


def parse(text: str, *, lax: bool = False, canonical: bool = False) -> State:
    """The position that an OGID text describes.

    Strict by default; ``lax`` also takes the forms listed at the top of this module; ``canonical`` demands that the
    text is exactly what ``format`` writes. NotationError (field, column, what was expected) when the text is not OGID,
    PositionError (every problem) when there can be no such position.

    >>> parse("11ccccchhhjjjjj:66666888dddddoo:N0N:31:B:R:2:3:7:0").dice
    (1, 3)
    """
    state = read(text, lax=lax).to_state()
    if canonical and (written := format(state)) != text:
        column = next((i for i, (a, b) in enumerate(zip(text, written, strict=False), 1) if a != b), None)
        at = column or min(len(text), len(written)) + 1
        raise NotationError(f"expected the written form {written!r}", field="text", column=at, text=text)
    return state


def read(text: str, *, lax: bool = False) -> Fields:
    """The fields of an OGID text, not yet judged; NotationError when the text is not OGID.

    >>> read("0:p:N0N::W").board.bar(Side.BLACK)
    1
    """
    parts = only_text(text).split(":")
    count = len(parts)
    try:
        if count == 10 and len(text) <= MAX_LENGTH:
            white, black, cube, dice, last, phase, for_white, for_black, length, move = parts
            return _new(
                Fields,
                (
                    text,
                    _new(
                        Board,
                        (
                            sum(map(_WEIGHT, white)).to_bytes(PIP_COUNT, "little"),
                            sum(map(_WEIGHT, black)).to_bytes(PIP_COUNT, "little"),
                        ),
                    ),
                    _CUBES[cube],
                    _DICE[dice],
                    _SIDES[last],
                    _PHASES[phase],
                    _new(Score, (_NUMBERS[for_white], _NUMBERS[for_black])),
                    _LENGTHS[length],
                    _NUMBERS[move],
                    CHECKERS,
                    _NONE_OFF,
                ),
            )
    except KeyError:
        pass
    return _Reader(text, lax=lax).fields()


class _Reader:
    """Reads a text field by field and notes where each begins; every error names the field and the column."""

    def __init__(self, text: str, *, lax: bool) -> None:
        self.cursor = Cursor(text, FIELDS[0])
        self.lax = lax
        self.columns: dict[str, int] = {}
        self._cases: set[bool] = set()
        self._end = len(text)

    def fields(self) -> Fields:
        """The fields of the whole text."""
        cursor = self.cursor
        if self._end > MAX_LENGTH:
            cursor.fail(f"at most {MAX_LENGTH} characters", column=MAX_LENGTH + 1)
        if self.lax:
            self._skip_around()
        board, off = self._board()
        self._begin("cube", needed=True)
        cube = self._cube()
        at_dice = self._begin("dice", needed=not self.lax)
        dice = self._dice() if at_dice else ()
        last = self._side() if self._begin("last_actor", needed=not self.lax) else None
        phase = self._phase() if last and self._begin("phase") else Phase.PLAYED
        if len(dice) == 1 and phase is not Phase.OPENING:
            column = self.columns["dice"] + 1
            cursor.fail("two dice (one lies there in phase IW only)", column=column, field="dice")
        score = Score(
            self._number(0) if self._begin("score_white") else 0,
            self._number(0) if self._begin("score_black") else 0,
        )
        length = self._length() if self._begin("length") else Length()
        move_id = self._number(0) if self._begin("move_id") else 0
        checkers = cursor.number(0, _MAX_CHECKERS_FIELD) if self._begin("checkers") else CHECKERS
        if self._more():
            cursor.fail("the end of the text", field="text")
        return Fields(cursor.text, board, cube, dice, last, phase, score, length, move_id, checkers, off)

    def _skip_around(self) -> None:
        """Skip the blanks and the prefix before the id, and end before the blanks and the one colon after it."""
        cursor, text = self.cursor, self.cursor.text
        self._end = len(text.rstrip(BLANKS))
        cursor.offset = len(text) - len(text.lstrip(BLANKS))
        check_alone(cursor, _PREFIX)
        if text[cursor.offset : cursor.offset + len(_PREFIX)].upper() == _PREFIX:
            cursor.offset += len(_PREFIX)
        if text[: self._end].endswith(":"):
            self._end -= 1

    def _more(self) -> bool:
        return self.cursor.offset < self._end

    def _begin(self, field: str, *, needed: bool = False) -> bool:
        """Whether ``field`` is in the text; the colon before it is read. A needed one must be there."""
        cursor = self.cursor
        if not self._more() and not needed:
            return False
        if cursor.at_end:
            cursor.fail(f"a colon and the field {field}", field=field)
        cursor.one_of(":", f"a colon or another character of the field {cursor.field}")
        cursor.field = field
        self.columns[field] = cursor.column
        return True

    def _letter(self, alphabet: str, expected: str) -> str:
        """One letter, in lax reading in lower case too, but then in all fields."""
        cursor = self.cursor
        found = cursor.next
        if self.lax and found.isascii() and found.isalpha():
            self._cases.add(found.islower())
            if len(self._cases) > 1:
                cursor.fail("letters of one case in the fields cube, last_actor and phase")
            cursor.fold = True
        letter = cursor.one_of(alphabet, expected)
        cursor.fold = False
        return letter

    def _board(self) -> tuple[Board, tuple[int, int]]:
        cursor = self.cursor
        self.columns["white"] = cursor.column
        white = self._checkers()
        self._begin("black", needed=True)
        black = self._checkers()
        return Board(bytes(white[:PIP_COUNT]), bytes(black[:PIP_COUNT])), (white[PIP_COUNT], black[PIP_COUNT])

    def _checkers(self) -> list[int]:
        """The counts of one side by pip, those borne off last."""
        cursor, counts = self.cursor, [0] * (PIP_COUNT + 1)
        alphabet = _PIPS + _OFF if self.lax else _PIPS
        while not cursor.at_end and cursor.next != ":":
            letter = cursor.one_of(alphabet, f"a pip from 0 to 9 or a to {alphabet[-1]}")
            counts[alphabet.index(letter)] += 1
        return counts

    def _cube(self) -> Cube:
        owner = Owner(self._letter("NWBD?", "the cube's owner: N, W, B, D or ?"))
        exponent = self.cursor.number(0, 99)
        return Cube(owner, exponent, Action(self._letter("NOTP", "the cube action: N, O, T or P")))

    def _dice(self) -> tuple[int, ...]:
        cursor = self.cursor
        faces: list[int] = []
        while len(faces) < 2 and not cursor.at_end and cursor.next != ":":
            faces.append(int(cursor.one_of("123456", "a die from 1 to 6")))
        return tuple(sorted(faces))

    def _side(self) -> Side:
        return Side(self._letter("WB", "the side that acted last: W or B"))

    def _phase(self) -> Phase:
        cursor, code = self.cursor, ""
        start = cursor.column
        while self._more() and cursor.next != ":":
            code += self._letter("ABCDFGIMPRW", "the code of a phase")
        if code not in _PHASES:
            cursor.fail("one of the phases " + ", ".join(Phase), column=start)
        return _PHASES[code]

    def _number(self, low: int) -> int:
        return self.cursor.number(low, MAX_NUMBER)

    def _length(self) -> Length:
        points = self._number(0)
        letter = self.cursor.peek("CLG")
        if letter is None:
            return Length(points)
        self.cursor.offset += 1
        modifier = Modifier(letter)
        return Length(points, modifier, self._number(0) if modifier is Modifier.GAMES else 0)


def recognises(text: str) -> bool:
    """Whether the text is OGID, strict or lax; the position need not be possible."""
    try:
        read(text, lax=True)
    except NotationError:
        return False
    return True


def find(text: str) -> tuple[Found, ...]:
    """The OGIDs that stand in a free text behind the prefix ``OGID=``, with their places; the text is left alone.

    What follows the prefix must be OGID, strict or lax; the position need not be possible.

    >>> found = find("Black to play: OGID=1:o:N0N::W, what now?")[0]
    >>> found.text, found.start, found.end
    ('1:o:N0N::W', 15, 30)
    """
    return tuple(found for found in runs(text, _PREFIX, "0-9A-Za-z:?", ":?") if recognises(found.text))


# Two neighbouring pips at a time: for each pair, what each pair of counts (as the two bytes of a number) is written as.
_PAIRS = struct.Struct("<13H").unpack
_PAIR_TEXTS = tuple(
    {a | b << 8: _PIPS[pip] * a + _PIPS[pip + 1] * b for a in range(CHECKERS + 1) for b in range(CHECKERS + 1)}
    for pip in range(0, PIP_COUNT, 2)
)
_DICE_TEXTS = {dice: "".join(map(str, dice)) for dice in _DICE.values()}
_CUBE_TEXTS = {cube: text for text, cube in _CUBES.items()}
_LENGTH_TEXTS = {length: text for text, length in _LENGTHS.items()}
_join = "".join


def _checkers_text(counts: bytes) -> str:
    try:
        return _join(map(getitem, _PAIR_TEXTS, _PAIRS(counts)))
    except (KeyError, struct.error):  # more checkers than a side has, or an odd row: written as it is
        return _join(_PIPS[pip] * n for pip, n in enumerate(counts))


def format(state: State) -> str:
    """The written form of a position: the inverse of ``parse``.

    Where it is not known who acted last the text ends before that field (and only a lax reader takes it). Impossible
    positions have a text too; PositionError where a field holds a value of another kind or a number of endless digits.

    >>> format(State.start())
    '11ccccchhhjjjjj:66666888dddddoo:N0N::W:IW:0:0:0:0'
    """
    try:
        return _written(state)
    except Exception:  # noqa: BLE001 (a field of another kind, or a number of too many digits: say which)
        return _written(instance(State, state).check())


def _written(state: State) -> str:
    (white, black), cube, dice, last, phase, (for_white, for_black), length, move_id, checkers = state
    cube_text = _CUBE_TEXTS.get(cube) or "{}{}{}".format(*cube)
    faces = _DICE_TEXTS.get(dice)
    if faces is None:
        faces = "".join(map(str, dice))
    text = f"{_checkers_text(white)}:{_checkers_text(black)}:{cube_text}:{faces}"
    if last is None:
        return text
    length_text = _LENGTH_TEXTS.get(length) or f"{length.points}{length.modifier.value}{length.games or ''}"
    text = f"{text}:{last.value}:{phase.value}:{for_white}:{for_black}:{length_text}:{move_id}"
    return text if checkers == CHECKERS else f"{text}:{checkers}"
