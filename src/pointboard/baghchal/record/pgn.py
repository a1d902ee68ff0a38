# ruff: noqa: A001 - parse and format are the house's words for reading and writing text
"""Game records as PyPI baghchal writes its PGN, and a superset of it that holds the rest of a record.

    [Goats "Sita"]
    [Result "0-1"]

    {A short one.} 1. G22 {[%clk 0:04:58] Asking for it.} Bx1133! 2. G13 # 0-1

A point is its row and column, both from 1 at the top left (``13`` is C1). ``G13`` places a goat, ``G1323`` moves one,
``B1122`` moves a tiger, ``Bx1133`` captures. ``N.`` comes before each goats' move, N is its number; ``# 1-0`` (goats
won), ``# 0-1`` (tigers) or ``# 1/2-1/2`` ends the game. That much is PyPI baghchal's text, which ``format(record,
plain=True)`` writes letter by letter. Beyond it there are headers before the moves, comments and clocks (``markup``), a
mark ``! ? !! ?? !? ?!`` right after a move, ``# *`` at the end of a game that goes on, and ``N...`` before a tigers'
move where a record starts with one. Reading takes any white space, also none, between these, lines of any length, a
byte order mark, results without ``#`` and moves without numbers; a number that is there must be the right one. Nothing
is skipped: what is none of these is an error with its line and column. ``docs/records.md`` has the whole list.

Source: PyPI baghchal 1.0.1, ``env.py`` (``safe_move``, ``pgn_converter``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple, NoReturn

from pointboard.baghchal.notation import obx
from pointboard.baghchal.notation.moves import MOVE_NOTATIONS
from pointboard.baghchal.record.faults import Places, RecordError, found_at
from pointboard.baghchal.record.headers import START_NAME, Result, items
from pointboard.baghchal.record.markup import COMMENT, HEADER, format_comment, format_header, read_comment, relocated
from pointboard.baghchal.record.reading import GameReader
from pointboard.baghchal.record.record import START, ReadResult, Record, contradiction
from pointboard.baghchal.record.replay import Replay
from pointboard.baghchal.rules import Repetition
from pointboard.baghchal.state import Side
from pointboard.errors import IllegalMoveError, LossyConversionError, NotationError, PointboardError, PositionError
from pointboard.scan import member, shown

__all__ = ["format", "format_all", "parse", "parse_all", "read", "read_all"]

_TOKEN = re.compile(
    rf"""(?P<blank>[ \t\r\n]+)
    | (?P<header>{HEADER})
    | (?P<note>{COMMENT})
    | (?P<result>(?:\#[ \t\r\n]*)?(?P<ended>1-0|0-1|1/2-1/2|\*))(?![0-9/-])
    | (?P<number>(?P<digits>[0-9]{{1,7}})(?P<dots>\.\.\.|\.))(?!\.)
    | (?P<move>(?P<written>[GB]x?[0-9]++)(?P<mark>[!?]{{0,2}}))(?![!?])
    """,
    re.VERBOSE | re.DOTALL,
)
_NEXT_GAME = re.compile(r"\n[ \t\r]*\n(?=[ \t]*\[)")
_WIDTH = 100
_MOVES = MOVE_NOTATIONS["pypi"]


def parse(text: str, *, repetition: Repetition = Repetition.THREEFOLD) -> Record:
    """The one game of a text; its first error, RecordError or RecordMoveError, is raised.

    ``repetition`` is the policy of a game that does not name its own. An empty text is a game without moves.

    >>> parse("1. G22 Bx1133 2. G13").state.captured
    1
    """
    return read(text, repetition=repetition).checked()


def parse_all(text: str, *, repetition: Repetition = Repetition.THREEFOLD) -> Iterator[Record]:
    """The games of a text, one after the other; the first error is raised when its game is reached.

    >>> [len(record.plies) for record in parse_all("1. G33 * 1. G22 Bx1133 *")]
    [1, 2]
    """
    for result in read_all(text, repetition=repetition):
        yield result.checked()


def read(text: str, *, repetition: Repetition = Repetition.THREEFOLD) -> ReadResult:
    """The one game of a text up to the first error, and the error; NotationError only for no known policy.

    >>> result = read("1. G22 Bx1133 2. G33")
    >>> len(result.record.plies), str(result.error)
    (2, "line 1, column 18, ply 3 (goats' move 2), G33: C3 is not empty")
    """
    text = text.removeprefix("\ufeff")
    games = _games(text)
    places = Places(text)
    result = _read(next(games, _Game([], None)), places, repetition)
    following = next(games, None)
    if result.error is not None or following is None:
        return result
    message = "expected one game, found the beginning of another; parse_all() and read_all() read several"
    error = RecordError(message, field="text", place=places.at(following.offset), text=text)
    return ReadResult(result.record, error)


def read_all(text: str, *, repetition: Repetition = Repetition.THREEFOLD) -> Iterator[ReadResult]:
    """The games of a text, each up to its first error.

    After an error reading goes on with the next game; after text that is nothing known, with the next headers that
    stand behind an empty line.

    >>> [result.error is None for result in read_all("1. G33 * 1. G11 *")]
    [True, False]
    """
    repetition = member(Repetition, repetition, "repetition")
    text = text.removeprefix("\ufeff")
    places = Places(text)
    for game in _games(text):
        yield _read(game, places, repetition)


class _Game(NamedTuple):
    """The tokens of one game; ``unknown`` is the offset of the text after them that is no token, if there is any."""

    tokens: list[re.Match[str]]
    unknown: int | None

    @property
    def offset(self) -> int:
        """Where the game begins."""
        return self.tokens[0].start() if self.tokens else self.unknown or 0


def _games(text: str) -> Iterator[_Game]:
    """The games of a text, told apart by their tokens alone.

    A game ends with its result, or where headers follow its moves; two groups of headers with an empty line between
    them are two games, of which the first has no moves.
    """
    offset = 0
    tokens: list[re.Match[str]] = []
    played = gap = False
    while offset < len(text):
        token = _TOKEN.match(text, offset)
        kind = None if token is None else token.lastgroup
        if token is not None and kind == "blank":
            gap = token[0].count("\n") > 1
            offset = token.end()
            continue
        last = tokens[-1].lastgroup if tokens else None
        if last == "result" or (kind == "header" and (played or (gap and last == "header"))):
            yield _Game(tokens, None)
            tokens, played = [], False
        gap = False
        if token is not None:
            tokens.append(token)
            played = played or kind in {"number", "move"}
            offset = token.end()
        else:
            yield _Game(tokens, offset)
            tokens, played = [], False
            following = _NEXT_GAME.search(text, offset)
            offset = len(text) if following is None else following.end()
    if tokens:
        yield _Game(tokens, None)


def _read(game: _Game, places: Places, repetition: Repetition) -> ReadResult:
    """One game up to its first error."""
    reader = _Reader(places, repetition)
    try:
        for token in game.tokens:
            reader.token(token)
        if game.unknown is not None:
            reader.unknown(game.unknown)
        reader.end()
    except PointboardError as error:
        return ReadResult(reader.record(), error)
    return ReadResult(reader.record(), None)


class _Reader(GameReader):
    """Reads the tokens of one game."""

    def __init__(self, places: Places, repetition: Repetition) -> None:
        super().__init__(places, repetition)
        self.numbered: int | None = None

    def token(self, token: re.Match[str]) -> None:
        """Read one token."""
        match token.lastgroup:
            case "header":
                self.texts.add(token)
            case "note":
                self.note(read_comment(token, self.places), token.start())
            case "number":
                self.number(token)
            case "move":
                self.move(token)
            case _:
                self.result(token)

    def begun(self) -> Replay:
        """The game as its headers start it, which are complete when the first number or move comes."""
        if self.replay is not None:
            return self.replay
        text = self.texts.take(START_NAME)
        if text is None:
            return self.begin(START)
        try:
            start = obx.parse(text)
        except (NotationError, PositionError) as error:
            self.texts.fail(START_NAME, str(error))
        return self.begin(start)

    def number(self, token: re.Match[str]) -> None:
        """A number, which must be that of the move that comes next."""
        turn = self.turn(self.begun())
        dots = "." if turn.side is Side.GOAT else "..."
        if self.numbered is not None or (int(token["digits"]), token["dots"]) != (turn.number, dots):
            expected = f"the {turn.mover}' move {turn.number}"
            expected += f" or its number, {turn.number}{dots}" if self.numbered is None else ""
            self.fail(f"expected {expected}, found {shown(token[0])}", "number", token.start())
        self.numbered = token.start()

    def move(self, token: re.Match[str]) -> None:
        """A move, which must be legal."""
        replay, written = self.begun(), token["written"]
        try:
            move = _MOVES.parse(written, replay.state)
            replay.play(move)
        except NotationError as error:
            raise relocated(error, self.places, token.start()) from None
        except IllegalMoveError as error:
            self.refuse(replay, error.message, written, token.start())
        self.add(move)
        if token["mark"]:
            self.mark(token["mark"], token.start("mark"))
        self.numbered = None

    def result(self, token: re.Match[str]) -> None:
        """The end of the game, which must not contradict the board or the header; ``*`` says nothing."""
        ended = self.begun().outcome()
        if token["ended"] == "*":
            return
        declared = replace(self.headers, result=Result(token["ended"]))
        if fault := contradiction(declared, ended):
            self.fail(fault, "result", token.start())
        if ended is None:
            if self.headers.result not in (None, declared.result):
                message = (
                    f"expected {self.headers.result}, the result that the header declares, found {declared.result}"
                )
                self.fail(message, "result", token.start())
            self.headers = declared

    def unknown(self, offset: int) -> NoReturn:
        """Raise RecordError for text that is no token."""
        letter = self.places.text[offset]
        if letter == "{":
            self.fail("the comment is not closed", "comment", offset)
        if letter == "[":
            self.fail('expected a header like [Event "name"]', "header", offset)
        if letter == "(":
            self.fail("variations are not part of this notation", "text", offset)
        expected = "a move, a move number, a comment, a header or a result"
        self.fail(f"expected {expected}, found {found_at(self.places.text, offset)}", "text", offset)

    def end(self) -> None:
        """Check what can only be told at the end of the game."""
        self.begun()
        if self.numbered is not None:
            self.fail("expected a move after its number", "number", self.numbered)
        super().end()


def format(record: Record, *, plain: bool = False) -> str:
    """The text of a record: the inverse of ``parse``.

    ``plain`` writes what PyPI baghchal writes for the same moves, and no line end: no headers, comments, clocks and
    marks. It cannot say that a game began elsewhere: LossyConversionError for a record with a start position.

    >>> format(parse("1. G22 Bx1133"), plain=True)
    '1. G22 Bx1133'
    """
    result = record.result
    if plain:
        if record.start != START:
            raise LossyConversionError("PyPI baghchal's text cannot hold", losses=("start position",))
        ending = "" if result is None else f"# {result.value}"
        return " ".join(_words(record, plain=True)) + ending
    lines = [format_header(name, value) for name, value in items(record.headers)]
    if record.start != START:
        lines.append(format_header(START_NAME, obx.format(record.start)))
    if lines:
        lines.append("")
    words = _words(record, plain=False)
    words.append("# *" if result is None else f"# {result.value}")
    lines.extend(_wrapped(words))
    return "\n".join(lines) + "\n"


def format_all(records: Iterable[Record]) -> str:
    """The text of several records, an empty line between them: the inverse of ``parse_all``.

    >>> format_all([Record(), Record()]).count("*")
    2
    """
    return "\n".join(format(record) for record in records)


def _words(record: Record, *, plain: bool) -> list[str]:
    """The parts of the text between which a line may be broken."""
    words = [] if plain or not record.comment else [format_comment(record.comment)]
    for number, (ply, before) in enumerate(zip(record.plies, record.positions(), strict=False), 1):
        turn = record.turn(number)
        word = _MOVES.format(ply.move, before)
        if turn.side is Side.GOAT:
            word = f"{turn.number}. {word}"
        elif number == 1:
            word = f"{turn.number}... {word}"
        if plain:
            words.append(word)
            continue
        words.append(word + (ply.mark or ""))
        if note := format_comment(ply.comment, ply.clock):
            words.append(note)
    return words


def _wrapped(words: list[str]) -> Iterator[str]:
    """Lines of at most ``_WIDTH`` characters, but for a word that is longer."""
    line: list[str] = []
    width = 0
    for word in words:
        if line and width + len(word) > _WIDTH:
            yield " ".join(line)
            line, width = [], 0
        line.append(word)
        width += len(word) + 1
    yield " ".join(line)
