"""XGID, the position id of eXtreme Gammon: ``parse`` and ``format`` of whole positions, ``find`` in free text.

    XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10
         board                      | | | |  | | | | largest exponent of the cube
                                    | | | |  | | | match length, 0 for money play
                                    | | | |  | | rule: 1 Crawford in a match; Jacoby 1 + beavers 2 in money play
                                    | | | |  | | score of player 1, score of player 2
                                    | | | |  two dice, 00 for none, D double, B beaver, R raccoon offered
                                    | | | turn: 1 player 1, -1 player 2
                                    | | cube: 1 player 1's, 0 centred, -1 player 2's
                                    | exponent of the cube

The 26 characters of the board are player 1's pips from 0 (player 2's bar) over the points 1-24 to 25 (its own bar):
``A-P`` for 1-16 checkers of player 1, ``a-p`` of player 2, ``-`` for none. The frame is fixed: no field depends on the
turn. Player 1 is White by default, as OpenGammon writes it, so that its point i is pip 25 - i; ``player_1=Side.BLACK``
reads and writes the other convention, in which point i is pip i.

Strict reading takes ten fields behind ``XGID=``. Lax reading takes besides: the prefix in any letter case or none,
blanks and line ends around, and nine fields (no largest exponent). ``format`` writes the higher die first.

Source: eXtreme Gammon's format as GNU Backgammon reads and writes it; see ``docs/xgid.md``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from pointboard.backgammon.board import CHECKERS, PIP_COUNT, Board, Side
from pointboard.backgammon.notation.found import BLANKS, Found, check_alone, runs
from pointboard.backgammon.notation.normal import DEFAULT_MAX_CUBE, Reading, normal, player, refuse
from pointboard.backgammon.state import (
    MAX_NUMBER,
    USUAL_RULES,
    Action,
    Cube,
    Flag,
    Length,
    MatchRules,
    Modifier,
    Owner,
    Phase,
    Score,
    State,
    judge,
    match_rules,
)
from pointboard.errors import NotationError, PositionError, Problem
from pointboard.scan import Cursor, instance, only_text

__all__ = [
    "FIELDS",
    "MAX_EXPONENT",
    "MAX_LENGTH",
    "Fields",
    "find",
    "format",
    "normal_form",
    "parse",
    "read",
    "recognises",
    "to_reading",
]

MAX_EXPONENT = 15
"""The largest exponent of the cube that is read or written."""

MAX_LENGTH = 200
"""Longer texts are refused unread."""

_PREFIX = "XGID="

FIELDS = (
    "board",
    "cube_exponent",
    "cube_position",
    "turn",
    "dice",
    "score_1",
    "score_2",
    "rule",
    "length",
    "max_cube",
)
"""The names of the fields, in the order of the text, as errors name them."""


class Fields(NamedTuple):
    """What an XGID says, field by field, not yet judged.

    ``cube_position`` and ``turn`` are 1, 0 or -1 as in the text; ``action`` is the letter that stands for the dice, or
    empty; ``max_cube`` is None where the text ends before it; ``text`` is the input as it came.
    """

    text: str
    board: str
    exponent: int
    cube_position: int
    turn: int
    dice: tuple[int, ...]
    action: str
    score_1: int
    score_2: int
    rule: int
    length: int
    max_cube: int | None

    @property
    def rules(self) -> MatchRules:
        """What the text says beyond the position."""
        money = 0 if self.length else self.rule
        return MatchRules(bool(money & 1), bool(money & 2), self.max_cube)

    def to_state(self, player_1: Side = Side.WHITE) -> State:
        """The position, player 1 being the given side.

        PositionError with every problem, each with its field and column, when it cannot be; LossyConversionError for
        an offered beaver or raccoon, which a ``State`` cannot hold.
        """
        if self.action in _BEAVERS:
            word = _BEAVERS[self.action]
            refuse(f"a position with an offered {word} can be held by no other notation", word)
        state = self._state(player_1)
        if self.exponent > _least_max(self.max_cube) or judge(state):
            raise PositionError(self.status(player_1), text=self.text)
        return state

    def status(self, player_1: Side = Side.WHITE) -> tuple[Problem, ...]:
        """Every problem of the position at once, without raising."""
        found = [self._placed(problem, player_1) for problem in judge(self._state(player_1))]
        if self.exponent > MAX_EXPONENT:
            found = [problem for problem in found if problem.flag != Flag.CUBE_EXPONENT]
            text = f"the exponent must be 0 to {MAX_EXPONENT}, is {self.exponent}"
            found.append(Problem(Flag.CUBE_EXPONENT, "cube_exponent", text))
        if self.max_cube is not None and self.exponent > self.max_cube:
            text = f"the cube's exponent {self.exponent} is above the largest, {self.max_cube}"
            found.append(Problem(Flag.CUBE_LIMIT, "cube_exponent", text))
        columns = self.columns() if found else {}
        found = [replace(problem, column=columns[problem.field]) for problem in found]
        return tuple(sorted(found, key=lambda problem: FIELDS.index(problem.field)))

    def columns(self) -> dict[str, int]:
        """The column (from 1) at which each field of the text begins; a field that is not in the text is left out."""
        columns, column = {}, self.text.index(self.board) + 1
        for name, part in zip(FIELDS, self.text[column - 1 :].split(":"), strict=False):
            columns[name] = column
            column += len(part) + 1
        return columns

    def _state(self, player_1: Side) -> State:
        player_1 = player(player_1)
        counts = self.board.encode()
        if player_1 is _WHITE:
            counts = counts[::-1]
            board = _new(Board, (counts.translate(_UPPER), counts.translate(_LOWER)))
            owner, score = _OWNERS[self.cube_position], (self.score_1, self.score_2)
        else:
            board = _new(Board, (counts.translate(_LOWER), counts.translate(_UPPER)))
            owner, score = _OWNERS[-self.cube_position], (self.score_2, self.score_1)
        roller = player_1 if self.turn == 1 else _OTHER[player_1]
        length = _new(Length, (self.length, _CRAWFORD if self.length and self.rule else _PLAIN, 0))
        if self.action:
            cube, phase = _new(Cube, (owner, self.exponent, _OFFERED)), _DOUBLED
        else:
            cube, phase = _new(Cube, (owner, self.exponent, _NO_ACTION)), _ROLLED if self.dice else _PLAYED
            roller = _OTHER[roller]
        return _new(State, (board, cube, self.dice, roller, phase, _new(Score, score), length, 0, CHECKERS))

    def _placed(self, problem: Problem, player_1: Side) -> Problem:
        """The problem with the name of the field of XGID that it is about."""
        field = _FIELD_OF.get(problem.flag) or _FIELD_OF.get(problem.field, problem.field)
        if field in ("score_white", "score_black"):
            field = "score_1" if (field == "score_white") is (player_1 == _WHITE) else "score_2"
        return replace(problem, field=field)


def _least_max(max_cube: int | None) -> int:
    return MAX_EXPONENT if max_cube is None else min(max_cube, MAX_EXPONENT)


_new = tuple.__new__  # the constructor of a NamedTuple takes twice as long
_WHITE, _OTHER = Side.WHITE, {side: side.other for side in Side}
_OWNERS = {1: Owner.WHITE, 0: Owner.CENTRED, -1: Owner.BLACK}
_OFFERED, _NO_ACTION = Action.OFFERED, Action.NONE
_DOUBLED, _ROLLED, _PLAYED = Phase.DOUBLED, Phase.ROLLED, Phase.PLAYED
_CRAWFORD, _PLAIN = Modifier.CRAWFORD, Modifier.NONE
_BEAVERS = {"B": "beaver", "R": "raccoon"}

# The field of XGID for a flag, or else for the field of the State that a problem names.
_FIELD_OF: dict[str, str] = {
    Flag.CUBE_OWNER: "cube_position",
    Flag.CRAWFORD_CUBE: "rule",
    Flag.CRAWFORD_SCORE: "rule",
    "white": "board",
    "black": "board",
    "cube": "cube_exponent",
    "phase": "dice",
}

# The characters of a board: a table for each side's counts, and one that writes player 1's count + 16 times player 2's.
_LETTERS = b"-ABCDEFGHIJKLMNOPabcdefghijklmnop"
_UPPER = bytes(byte - 64 if 65 <= byte <= 80 else 0 for byte in range(256))
_LOWER = bytes(byte - 96 if 97 <= byte <= 112 else 0 for byte in range(256))
_WRITTEN = bytes((byte + 64 if byte else 45) if byte < 16 else (byte >> 4) + 96 for byte in range(256))

# The words of each short field, as in ``ogid``.
_MAX_SMALL = 999
_NUMBERS = {str(n): n for n in range(_MAX_SMALL + 1)}
_SIGNS = {"1": 1, "0": 0, "-1": -1}
_TURNS = {"1": 1, "-1": -1}
_ROLLS: dict[str, tuple[tuple[int, ...], str]] = {
    "00": ((), ""),
    **{letter: ((), letter) for letter in "DBR"},
    **{f"{a}{b}": ((min(a, b), max(a, b)), "") for a in range(1, 7) for b in range(1, 7)},
}
_RULES = {(money, str(rule)): rule for money in (True, False) for rule in range(4 if money else 2)}


def parse(text: str, *, lax: bool = False, player_1: Side = Side.WHITE) -> State:
    """The position that an XGID describes; what it says beyond that (``Fields.rules``) is left out.

    Strict by default; ``lax`` also takes the forms listed at the top of this module. NotationError (field, column, what
    was expected) when the text is not XGID, PositionError (every problem) when there can be no such position,
    LossyConversionError for an offered beaver or raccoon.

    >>> parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10").on_roll.name
    'WHITE'
    """
    return read(text, lax=lax).to_state(player_1)


def read(text: str, *, lax: bool = False) -> Fields:
    """The fields of an XGID, not yet judged; NotationError when the text is not XGID.

    >>> read("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10").rules
    MatchRules(jacoby=True, beavers=True, max_cube=10)
    """
    parts = only_text(text).split(":")
    if len(parts) == 10 and len(text) <= MAX_LENGTH:
        board, exponent, position, turn, dice, score_1, score_2, rule, length, max_cube = parts
        letters = board[5:]
        try:
            if board[:5] == _PREFIX and len(letters) == PIP_COUNT and not letters.encode().translate(None, _LETTERS):
                faces, action = _ROLLS[dice]
                points = _NUMBERS[length]
                return _new(
                    Fields,
                    (
                        text,
                        letters,
                        _NUMBERS[exponent],
                        _SIGNS[position],
                        _TURNS[turn],
                        faces,
                        action,
                        _NUMBERS[score_1],
                        _NUMBERS[score_2],
                        _RULES[not points, rule],
                        points,
                        _NUMBERS[max_cube],
                    ),
                )
        except (KeyError, UnicodeEncodeError):
            pass
    return _Reader(text, lax=lax).fields()


class _Reader:
    """Reads a text field by field; every error names the field and the column."""

    def __init__(self, text: str, *, lax: bool) -> None:
        self.cursor = Cursor(text, FIELDS[0])
        self.lax = lax
        self._end = len(text)

    def fields(self) -> Fields:
        """The fields of the whole text."""
        cursor = self.cursor
        if self._end > MAX_LENGTH:
            cursor.fail(f"at most {MAX_LENGTH} characters", column=MAX_LENGTH + 1)
        self._prefix()
        board = self._board()
        exponent = self._number("cube_exponent", _MAX_SMALL)
        position = self._sign("cube_position", "the cube's position: 1, 0 or -1")
        turn = self._sign("turn", "the turn: 1 or -1")
        faces, action = self._dice()
        score_1 = self._number("score_1", MAX_NUMBER)
        score_2 = self._number("score_2", MAX_NUMBER)
        rule, at_rule = self._number("rule", 3), cursor.column - 1
        length = self._number("length", MAX_NUMBER)
        if length and rule > 1:
            cursor.fail("0 or 1 in a match", column=at_rule, field="rule")
        more = cursor.offset < self._end
        max_cube = self._number("max_cube", _MAX_SMALL) if more or not self.lax else None
        if cursor.offset < self._end:
            cursor.fail("the end of the text", field="text")
        return Fields(
            cursor.text, board, exponent, position, turn, faces, action, score_1, score_2, rule, length, max_cube
        )

    def _prefix(self) -> None:
        cursor, text = self.cursor, self.cursor.text
        if self.lax:
            self._end = len(text.rstrip(BLANKS))
            cursor.offset = len(text) - len(text.lstrip(BLANKS))
        check_alone(cursor, _PREFIX)
        found = text[cursor.offset : cursor.offset + len(_PREFIX)]
        if found == _PREFIX or (self.lax and found.upper() == _PREFIX):
            cursor.offset += len(_PREFIX)
        elif not self.lax:
            cursor.fail(f"the prefix {_PREFIX}", field="prefix")

    def _begin(self, field: str) -> None:
        cursor = self.cursor
        if cursor.offset >= self._end:
            cursor.fail(f"a colon and the field {field}", field=field)
        cursor.one_of(":", f"a colon or another character of the field {cursor.field}")
        cursor.field = field

    def _board(self) -> str:
        cursor, letters = self.cursor, _LETTERS.decode()
        start = cursor.offset
        while cursor.peek(letters):
            cursor.offset += 1
        if cursor.offset - start > PIP_COUNT:
            cursor.fail(f"a board of {PIP_COUNT} characters", column=start + PIP_COUNT + 1)
        if cursor.offset - start < PIP_COUNT:
            cursor.fail(f"a board of {PIP_COUNT} characters, each - or A to P or a to p")
        return cursor.text[start : cursor.offset]

    def _number(self, field: str, high: int) -> int:
        self._begin(field)
        return self.cursor.number(0, high)

    def _sign(self, field: str, expected: str) -> int:
        self._begin(field)
        cursor = self.cursor
        start = cursor.column
        negative = cursor.skip("-")
        digit = int(cursor.one_of("1" if negative or field == "turn" else "01", expected))
        if cursor.next not in (":", ""):
            cursor.fail(expected, column=start)
        return -digit if negative else digit

    def _dice(self) -> tuple[tuple[int, ...], str]:
        self._begin("dice")
        cursor = self.cursor
        word = cursor.text[cursor.offset : self._end].partition(":")[0]
        if word not in _ROLLS:
            cursor.fail("two dice from 1 to 6, 00, D, B or R")
        cursor.offset += len(word)
        return _ROLLS[word]


def recognises(text: str) -> bool:
    """Whether the text is XGID, strict or lax; the position need not be possible."""
    try:
        read(text, lax=True)
    except NotationError:
        return False
    return True


def find(text: str) -> tuple[Found, ...]:
    """The XGIDs that stand in a free text behind the prefix ``XGID=``, with their places; the text is left alone.

    What follows the prefix must be XGID, strict or lax; the position need not be possible.

    >>> [found.end for found in find("see XGID=-b----E-C---eE---c-e----B-:0:0:1:63:0:0:3:0:10.")]
    [55]
    """
    return tuple(found for found in runs(text, _PREFIX, "0-9A-Za-z:-", ":-") if recognises(found.text))


def to_reading(text: str, *, lax: bool = False, player_1: Side = Side.WHITE) -> Reading:
    """The position of an XGID together with what it says beyond that."""
    fields = read(text, lax=lax)
    return Reading(fields.to_state(player_1), fields.rules)


def normal_form(state: State) -> State:
    """The position as XGID holds it; LossyConversionError for what can neither be held nor left out.

    That is: a position in phase IW (nobody's turn) or without a last actor, and a cube above 2^15.
    """
    if instance(State, state).phase is Phase.OPENING:
        refuse("XGID cannot say that it is nobody's turn", "phase")
    if state.cube.exponent > MAX_EXPONENT:
        refuse(f"XGID holds a cube of 2^{MAX_EXPONENT} at most", "cube")
    return normal(state)


def format(state: State, rules: MatchRules = USUAL_RULES, *, player_1: Side = Side.WHITE) -> str:
    """The XGID of a position: the inverse of ``parse`` for its ``normal_form``.

    PositionError for a position that cannot be, LossyConversionError as ``normal_form``, NotationError for rules that
    cannot be written.

    >>> format(State.start()._replace(phase=Phase.ROLLED, dice=(3, 6)), player_1=Side.BLACK)
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:63:0:0:0:0:10'
    """
    state = normal_form(instance(State, state).check())
    rules = match_rules(rules)
    player_1 = player(player_1)
    (white, black), cube, dice, last, phase, (for_white, for_black), length, _, _ = state
    exponent = cube.exponent
    if player_1 is _WHITE:
        first, second = white[::-1], black[::-1]
        score = f"{for_white}:{for_black}"
        owner = _POSITIONS[cube.owner]
    else:
        first, second = black, white
        score = f"{for_black}:{for_white}"
        owner = -_POSITIONS[cube.owner]
    code = int.from_bytes(first, "big") + (int.from_bytes(second, "big") << 4)
    board = code.to_bytes(PIP_COUNT, "big").translate(_WRITTEN).decode()
    turn = 1 if (last is player_1) is (phase is _DOUBLED) else -1
    rolled = "D" if phase is _DOUBLED else f"{dice[1]}{dice[0]}" if dice else "00"
    rule = int(length.modifier is _CRAWFORD) if length.points else rules.jacoby + 2 * rules.beavers
    most = max(DEFAULT_MAX_CUBE if rules.max_cube is None else rules.max_cube, exponent)
    return f"{_PREFIX}{board}:{exponent}:{owner}:{turn}:{rolled}:{score}:{rule}:{length.points}:{most}"


_POSITIONS = {owner: position for position, owner in _OWNERS.items()}
