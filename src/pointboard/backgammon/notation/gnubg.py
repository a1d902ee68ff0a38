"""The ids of GNU Backgammon: a Position ID (the board), a Match ID (all else), and both joined by a colon.

    4HPwATDgc/ABMA:cIkFAAAAAAAE
    Position ID    Match ID

Both are base64 without padding of a stream of bits, bit 0 first in each byte. The Position ID is relative: 80 bits, for
the player not on roll and then for the one on roll, for each of its own points 1 to 24 and its bar as many ones as it
has checkers there and then a zero. The Match ID is absolute, its layout stands in ``_LAYOUT``. Player 1 of the Match ID
is White by default; ``player_1=Side.BLACK`` reads and writes the other convention.

Strict reading takes the joined form. Lax reading takes besides: blanks and line ends around, one ``:`` at the end, bits
in the four spare places of a Position ID's last character, and either id alone. A Position ID alone is completed with:
White on roll, nothing rolled, money play, cube centred at 1; a Match ID alone with the start position.

Source: GNU Backgammon's manual and its program, version 1.07; see ``docs/gnubg-ids.md``.
"""

from __future__ import annotations

import binascii
import struct
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple, NoReturn

from pointboard.backgammon.board import CHECKERS, PIP_COUNT, Board, Side, start_board
from pointboard.backgammon.notation.found import BLANKS
from pointboard.backgammon.notation.normal import Reading, normal, player, refuse
from pointboard.backgammon.state import (
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
from pointboard.scan import instance, only_text

__all__ = [
    "MATCH_LENGTH",
    "MAX_EXPONENT",
    "MAX_POINTS",
    "MAX_SCORE",
    "POSITION_LENGTH",
    "Fields",
    "Match",
    "format",
    "format_ids",
    "normal_form",
    "parse",
    "parse_ids",
    "read",
    "recognises",
    "to_reading",
]

POSITION_LENGTH = 14
"""Characters of a Position ID."""

MATCH_LENGTH = 12
"""Characters of a Match ID."""

MAX_EXPONENT = 12
"""The largest exponent of the cube that GNU Backgammon loads."""

MAX_POINTS = 64
"""The longest match that GNU Backgammon loads."""

MAX_SCORE = (1 << 15) - 1
"""The largest score that fits."""

# The fields of a Match ID: name, first bit, number of bits.
_LAYOUT = {
    "exponent": (0, 4),
    "owner": (4, 2),  # 0 or 1 the player, 3 nobody
    "mover": (6, 1),  # the player on roll; the doubler while a double is offered
    "crawford": (7, 1),
    "game_state": (8, 3),  # 0 not begun, 1 in play, 2 over, 3 resigned, 4 passed
    "decider": (11, 1),  # the player who must decide
    "doubled": (12, 1),
    "resigned": (13, 2),  # 1 single, 2 gammon, 3 backgammon
    "die_1": (15, 3),
    "die_2": (18, 3),
    "length": (21, 15),
    "score_0": (36, 15),
    "score_1": (51, 15),
    "no_jacoby": (66, 1),
    "reserved": (67, 5),
}
_NOT_BEGUN, _IN_PLAY, _OVER, _RESIGNED, _PASSED = range(5)


class Match(NamedTuple):
    """The fields of a Match ID as they stand there, not yet judged: players are 0 and 1, the owner 3 for nobody."""

    exponent: int = 0
    owner: int = 3
    mover: int = 1
    crawford: int = 0
    game_state: int = _IN_PLAY
    decider: int = 1
    doubled: int = 0
    resigned: int = 0
    die_1: int = 0
    die_2: int = 0
    length: int = 0
    score_0: int = 0
    score_1: int = 0
    no_jacoby: int = 1
    reserved: int = 0


_DEFAULT = Match()


class Fields(NamedTuple):
    """What the two ids say, not yet judged.

    ``waiting`` and ``rolling`` are the 26 counts of the player not on roll and of the one on roll, index n for their
    own n-point, 25 for the bar; ``text`` is the input as it came; ``starts`` are the columns of the two ids in it.
    """

    text: str
    waiting: bytes
    rolling: bytes
    match: Match
    starts: tuple[int, int] = (1, POSITION_LENGTH + 2)

    @property
    def rules(self) -> MatchRules:
        """What the ids say beyond the position."""
        return MatchRules(jacoby=not self.match.no_jacoby and not self.match.length)

    def losses(self) -> tuple[str, ...]:
        """What the ids say that neither a ``State`` nor ``rules`` can hold."""
        match = self.match
        if not match.resigned or match.game_state not in (_IN_PLAY, _RESIGNED):
            return ()
        lost = (("cube_action", match.doubled), ("dice", match.die_1), ("resignation", True))
        return tuple(name for name, found in lost if found)

    def to_state(self, player_1: Side = Side.WHITE) -> State:
        """The position, player 1 being the given side.

        PositionError with every problem, each with its field and column, when it cannot be; LossyConversionError for
        an offered beaver, which a ``State`` cannot hold.
        """
        match = self.match
        offered = match.mover != match.decider
        if match.doubled and not offered and match.game_state == _IN_PLAY and not match.resigned:
            refuse("a position with an offered beaver can be held by no other notation", "beaver")
        state = self._state(player_1)
        if offered or match.exponent > MAX_EXPONENT or match.length > MAX_POINTS or judge(state):
            problems = self.status(player_1)
            if problems:
                raise PositionError(problems, text=self.text)
        return state

    def status(self, player_1: Side = Side.WHITE) -> tuple[Problem, ...]:
        """Every problem of the position at once, without raising."""
        match, state = self.match, self._state(player_1)
        found = list(judge(state))
        if match.exponent > MAX_EXPONENT:
            text = f"the exponent must be 0 to {MAX_EXPONENT}, is {match.exponent}"
            found.append(Problem(Flag.CUBE_LIMIT, "match_id", text))
        if match.length > MAX_POINTS:
            text = f"the match length must be 0 to {MAX_POINTS}, is {match.length}"
            found.append(Problem(Flag.LENGTH_RANGE, "match_id", text))
        pending = match.doubled or match.resigned
        if match.mover != match.decider and match.game_state in (_NOT_BEGUN, _IN_PLAY) and not pending:
            text = "the player on roll is not the one to decide, though nothing was offered"
            found.append(Problem(Flag.TURN, "match_id", text))
        return tuple(self._placed(problem) for problem in found)

    def _placed(self, problem: Problem) -> Problem:
        at_board = problem.field in ("white", "black")
        field = "position_id" if at_board else "match_id"
        return replace(problem, field=field, column=self.starts[0 if at_board else 1] or None)

    def _state(self, player_1: Side) -> State:
        _, waiting, rolling, match, _ = self
        (
            exponent, owner, mover, crawford, game_state, decider, doubled, resigned,
            die_1, die_2, points, score_0, score_1, _, _,
        ) = match  # fmt: skip
        player_0 = _OTHER[player_1 := player(player_1)]
        roller, last = (player_1, player_0) if mover else (player_0, player_1)
        board = _new(Board, (rolling[::-1], waiting) if roller is _WHITE else (waiting[::-1], rolling))
        score = _new(Score, (score_1, score_0) if player_1 is _WHITE else (score_0, score_1))
        owned = _CENTRED if owner == _NOBODY else _OWNER_OF[player_1 if owner else player_0]
        action, phase = _NO_ACTION, _PLAYED
        dice: tuple[int, ...] = ()
        if game_state > _IN_PLAY:
            return self._ended(player_1, Board(*board), Cube(owned, exponent), Score(*score))
        if game_state == _NOT_BEGUN:
            phase, dice = _OPENING, _ROLLS.get((die_1, die_2), ())
        elif resigned:
            phase, last = Phase.RESIGNED_GAME, player_0 if decider else player_1
        else:
            if die_1:
                dice, phase = _ROLLS[die_1, die_2], _ROLLED
            if doubled:
                action, phase, last = _OFFERED, _DOUBLED, roller
        length = _new(Length, (points, _CRAWFORD if crawford else _PLAIN, 0))
        return _new(
            State, (board, _new(Cube, (owned, exponent, action)), dice, last, phase, score, length, 0, CHECKERS)
        )

    def _ended(self, player_1: Side, board: Board, cube: Cube, score: Score) -> State:
        """A finished game. The ids hold the score after it, a State the one before: the points are taken off again."""
        match = self.match
        mover = player_1 if match.mover else player_1.other
        length = Length(match.length, Modifier.CRAWFORD if match.crawford else Modifier.NONE)
        state = State(board, cube, (), mover.other, Phase.GAME_OVER, score, length)
        if match.game_state == _PASSED:  # the mover had doubled
            winner, size = mover, 1
            state = state._replace(cube=cube._replace(action=Action.PASSED))
        elif match.game_state == _RESIGNED:  # the mover had resigned
            winner, size = mover.other, match.resigned
            state = state._replace(last_actor=mover)
        else:  # the last checker is off, and the loser would be on roll
            winner, size = mover.other, state.loss_size(mover)
            if self.rules.jacoby and cube.owner is Owner.CENTRED:
                size = 1  # Jacoby: no gammons before the cube has been turned
        points = size * cube.value
        before = Score(score.white - points, score.black) if winner is _WHITE else (score.white, score.black - points)
        return state._replace(score=Score(*before))


_new = tuple.__new__  # the constructor of a NamedTuple takes twice as long
_WHITE, _OTHER = Side.WHITE, {side: side.other for side in Side}
_OWNER_OF = {Side.WHITE: Owner.WHITE, Side.BLACK: Owner.BLACK}
_CENTRED, _NOBODY = Owner.CENTRED, 3
_OFFERED, _NO_ACTION = Action.OFFERED, Action.NONE
_DOUBLED, _ROLLED, _PLAYED = Phase.DOUBLED, Phase.ROLLED, Phase.PLAYED
_OPENING = Phase.OPENING
_CRAWFORD, _PLAIN = Modifier.CRAWFORD, Modifier.NONE
_ROLLS = {(a, b): (min(a, b), max(a, b)) for a in range(1, 7) for b in range(1, 7)}
_SPARE_ZERO = frozenset("AQgw")  # the last characters whose four spare bits are zero
_ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
_WHOLE = POSITION_LENGTH + 1 + MATCH_LENGTH
_COUNTS = 2 * (PIP_COUNT - 1)
_BITS = 80


def parse(text: str, *, lax: bool = False, player_1: Side = Side.WHITE) -> State:
    """The position that a Position ID and a Match ID, joined by a colon, describe.

    Strict by default; ``lax`` also takes the forms listed at the top of this module. NotationError (field, column, what
    was expected) when the text is no such ids, PositionError (every problem) when there can be no such position,
    LossyConversionError for an offered beaver. A finished game (states 2, 3, 4) gets the score from before it.

    >>> parse("4HPwATDgc/ABMA:cIkFAAAAAAAE").dice
    (1, 3)
    """
    return read(text, lax=lax).to_state(player_1)


def parse_ids(position_id: str, match_id: str, *, player_1: Side = Side.WHITE) -> State:
    """The position that the two ids describe; errors as in ``parse``.

    >>> parse_ids("4HPwATDgc/ABMA", "cIkFAAAAAAAE").on_roll.name
    'WHITE'
    """
    return parse(f"{only_text(position_id)}:{only_text(match_id)}", player_1=player_1)


def read(text: str, *, lax: bool = False) -> Fields:
    """The fields of the two ids, not yet judged; NotationError when the text is no such ids.

    >>> read("4HPwATDgc/ABMA:cIkFAAAAAAAE").match.die_1
    3
    """
    start, body = 0, only_text(text)
    if lax:
        start, end = len(text) - len(text.lstrip(BLANKS)), len(text.rstrip(BLANKS))
        body = text[start:end].removesuffix(":")
    if lax and len(body) == POSITION_LENGTH:
        return Fields(text, *_position(text, start, body, lax=True), _DEFAULT, (start + 1, 0))
    if lax and len(body) == MATCH_LENGTH:
        start_counts = start_board().black
        return Fields(text, start_counts, start_counts, _match(text, start, body), (0, start + 1))
    at = start + POSITION_LENGTH + 1
    if len(body) != _WHOLE or body[POSITION_LENGTH] != ":":
        _fail_length(text, start, body)
    waiting, rolling = _position(text, start, body[:POSITION_LENGTH], lax=lax)
    match = _match(text, at, body[POSITION_LENGTH + 1 :])
    return _new(Fields, (text, waiting, rolling, match, (start + 1, at + 1)))


def _fail_length(text: str, start: int, body: str) -> NoReturn:
    """Say where two ids stop having the right lengths."""
    position, colon, match = body.partition(":")
    if len(position) != POSITION_LENGTH or not colon:
        at = start + min(len(position), POSITION_LENGTH) + 1
        _fail(text, "position_id", at, f"a Position ID of {POSITION_LENGTH} characters and a colon")
    at = start + POSITION_LENGTH + 2 + min(len(match), MATCH_LENGTH)
    _fail(text, "match_id", at, f"a Match ID of {MATCH_LENGTH} characters")


def _fail(text: str, field: str, column: int, expected: str) -> NoReturn:
    found = text[column - 1 : column]
    what = f"found {found!r}" if found else "found the end of the text"
    raise NotationError(f"expected {expected}, {what}", field=field, column=column, text=text)


def _bits(text: str, field: str, start: int, word: str) -> int:
    """The bits of an id as a number, bit 0 the lowest."""
    try:
        raw = binascii.a2b_base64(word + "==" if field == "position_id" else word, strict_mode=True)
    except ValueError:
        raw = b""
    if "=" in word or not raw:
        at = next(i for i, letter in enumerate(word, 1) if letter not in _ALPHABET)
        _fail(text, field, start + at, "a character of base64")
    return int.from_bytes(raw, "little")


def _steps() -> Iterator[tuple[int, tuple[bytes, int]]]:
    """For the ones that came last (times 256) and the next byte: the counts that end in it, and the ones at its end."""
    for byte in range(256):
        first, *others = f"{byte:08b}"[::-1].split("0")
        rest = bytes(map(len, others[:-1]))
        for ones in range(CHECKERS + 1 - len(first)):
            run = ones + len(first)
            yield ones << 8 | byte, (bytes((run,)) + rest, len(others[-1]) << 8) if others else (b"", run << 8)


_STEPS = dict(_steps())


def _position(text: str, start: int, word: str, *, lax: bool) -> tuple[bytes, bytes]:
    """The counts of the player not on roll and of the one on roll."""
    if lax or word[-1] in _SPARE_ZERO:
        try:
            ones, found = 0, []
            for byte in binascii.a2b_base64(word + "==", strict_mode=True):
                ended, ones = _STEPS[ones + byte]
                found.append(ended)
            counts = b"".join(found)
            if not ones and len(counts) >= _COUNTS and not counts[_COUNTS:].strip(b"\0"):
                return b"\0" + counts[: PIP_COUNT - 1], b"\0" + counts[PIP_COUNT - 1 : _COUNTS]
        except (KeyError, ValueError):
            pass
    return _position_in_full(text, start, word, lax=lax)


def _position_in_full(text: str, start: int, word: str, *, lax: bool) -> tuple[bytes, bytes]:
    """The counts as above, with any number of checkers on a point, or what is wrong with the text."""
    number = _bits(text, "position_id", start, word)
    if not lax and word[-1] not in _SPARE_ZERO:
        expected = "a last character with its four spare bits zero: A, Q, g or w"
        _fail(text, "position_id", start + POSITION_LENGTH, expected)
    runs = f"{number:080b}"[::-1].split("0", _COUNTS)
    if len(runs) <= _COUNTS or "1" in runs[-1]:
        expected = f"{_COUNTS} runs of ones, each ended by a zero, and zeros after them"
        _fail(text, "position_id", start + 1, expected)
    counts = bytes(map(len, runs))
    return b"\0" + counts[: PIP_COUNT - 1], b"\0" + counts[PIP_COUNT - 1 : _COUNTS]


# The fields of the first 21 bits of a Match ID, three parts of them: only codes that have a meaning are here.
_CUBE_CODES = {code: (code & 15, code >> 4 & 3, code >> 6 & 1, code >> 7) for code in range(256) if code >> 4 & 3 != 2}
_STATE_CODES = {code: (code & 7, code >> 3 & 1, code >> 4 & 1, code >> 5) for code in range(128) if code & 7 <= _PASSED}
_DICE_CODES = {a | b << 3: (a, b) for a, b in ((0, 0), *_ROLLS)}


def _match(text: str, start: int, word: str) -> Match:
    """The fields of a Match ID; NotationError for codes that have no meaning."""
    number = _bits(text, "match_id", start, word)
    high = number >> 36
    rest = (number >> 21 & 32767, high & 32767, high >> 15 & 32767, high >> 30, 0)
    try:
        codes = _CUBE_CODES[number & 255] + _STATE_CODES[number >> 8 & 127] + _DICE_CODES[number >> 15 & 63]
    except KeyError:
        _fail_match(text, start, number)
    if high >> 31:
        _fail_match(text, start, number)
    return _new(Match, codes + rest)


def _fail_match(text: str, start: int, number: int) -> NoReturn:
    """Say which field of a Match ID has a code without a meaning: the first one."""
    game_state, die_1, die_2 = number >> 8 & 7, number >> 15 & 7, number >> 18 & 7
    if number >> 4 & 3 == 2:
        _fail(text, "match_id", _column(start, "owner"), "a cube owner of 0, 1 or 3, not 2")
    if game_state > _PASSED:
        _fail(text, "match_id", _column(start, "game_state"), f"a game state from 0 to 4, not {game_state}")
    if die_1 | die_2 << 3 not in _DICE_CODES:
        field = "die_1" if die_1 > 6 or not die_1 else "die_2"
        _fail(text, "match_id", _column(start, field), f"two dice from 1 to 6 or none, not {die_1} and {die_2}")
    _fail(text, "match_id", _column(start, "reserved"), "zeros in the bits 67 to 71")


def _column(start: int, field: str) -> int:
    """The column of the first character that holds a bit of the field (base64 writes each byte's highest bit first)."""
    first, count = _LAYOUT[field]
    return start + 1 + min((bit // 8 * 8 + 7 - bit % 8) // 6 for bit in range(first, first + count))


def recognises(text: str) -> bool:
    """Whether the text is ids of GNU Backgammon, strict or lax; the position need not be possible."""
    try:
        read(text, lax=True)
    except NotationError:
        return False
    return True


def to_reading(text: str, *, lax: bool = False, player_1: Side = Side.WHITE) -> Reading:
    """The position of the ids together with what they say beyond that."""
    fields = read(text, lax=lax)
    return Reading(fields.to_state(player_1), fields.rules, fields.losses())


def normal_form(state: State) -> State:
    """The position as the ids hold it; LossyConversionError for what can neither be held nor left out.

    That is: a position without a last actor, one die in phase IW, a cube above 2^12, a match longer than 64 points, a
    score above 32767.
    """
    return _held(instance(State, state))


def _held(state: State) -> State:
    _, (_, exponent, _), dice, _, phase, (white, black), (points, _, _), _, _ = state
    opening = phase is _OPENING
    if exponent > MAX_EXPONENT or white > MAX_SCORE or black > MAX_SCORE or points > MAX_POINTS or (opening and dice):
        too_much = {
            "cube": exponent > MAX_EXPONENT,
            "dice": opening and dice,
            "score": max(white, black) > MAX_SCORE,
            "length": points > MAX_POINTS,
        }
        refuse("the ids of GNU Backgammon cannot hold all of it", *(name for name, so in too_much.items() if so))
    held = normal(state)
    return held._replace(phase=_OPENING) if opening else held


# Two neighbouring points at a time, from the last bit to the first: what each pair of counts, as the two bytes of a
# number, is written as.
_PAIRS = struct.Struct(f"<{_COUNTS // 2}H").unpack
_RUNS = {
    a | b << 8: "0" + "1" * a + "0" + "1" * b for a in range(CHECKERS + 1) for b in range(CHECKERS + 1)
}.__getitem__


def format_ids(state: State, rules: MatchRules = USUAL_RULES, *, player_1: Side = Side.WHITE) -> tuple[str, str]:
    """The Position ID and the Match ID of a position: the inverse of ``parse_ids`` for its ``normal_form``.

    PositionError for a position that cannot be, LossyConversionError as ``normal_form``.

    >>> format_ids(State.start())
    ('4HPwATDgc/ABMA', 'MAAAAAAAAAAE')
    """
    state, jacoby = _held(instance(State, state).check()), match_rules(rules).jacoby
    if player_1 is not _WHITE:
        player_1 = player(player_1)
    (white, black), (owner, exponent, _), dice, last, phase, (for_white, for_black), length, _, _ = state
    doubled = phase is _DOUBLED
    roller = last if doubled else _OTHER[last]  # type: ignore[index]  # normal() has refused None
    # The runs are written from the last bit to the first: the player on roll from its bar down, then the other.
    runs = white[:-1] + black[:0:-1] if roller is _WHITE else black[:0:-1] + white[:-1]
    number = int("".join(map(_RUNS, _PAIRS(runs))), 2)
    position_id = binascii.b2a_base64(number.to_bytes(_BITS // 8, "little"))[:POSITION_LENGTH].decode()

    mover = roller is player_1
    score_1, score_0 = (for_white, for_black) if player_1 is _WHITE else (for_black, for_white)
    points = length.points
    low = (  # bits 0 to 20, and then the rest: small numbers are put together faster
        exponent
        | (3 if owner is _CENTRED else owner is _OWNER_OF[player_1]) << 4
        | mover << 6
        | (length.modifier is _CRAWFORD) << 7
        | (phase is not _OPENING) << 8
        | (mover is not doubled) << 11
        | doubled << 12
    )
    if dice:
        low |= dice[1] << 15 | dice[0] << 18
    match = (((not (jacoby and not points)) << 15 | score_1) << 30 | score_0 << 15 | points) << 21 | low
    return position_id, binascii.b2a_base64(match.to_bytes(9, "little"), newline=False).decode()


def format(state: State, rules: MatchRules = USUAL_RULES, *, player_1: Side = Side.WHITE) -> str:
    """The two ids joined by a colon: the inverse of ``parse`` for the ``normal_form`` of the position.

    >>> format(State.start())
    '4HPwATDgc/ABMA:MAAAAAAAAAAE'
    """
    position_id, match_id = format_ids(state, rules, player_1=player_1)
    return f"{position_id}:{match_id}"
