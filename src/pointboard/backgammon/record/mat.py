# ruff: noqa: A004 - format is the house's word for writing text
r"""Jellyfish match text (.mat), as GNU Backgammon, HedgeHog, XG and other servers write and read it.

    ; [Event "Open"]

     7 point match

     Game 1
     Ann de Vries : 0                 Bo Li Chen : 0
      1) 63: 24/18 18/15             61: 13/7* 8/7
      2)  Doubles => 2                Takes

White is the player on the left. Read is what goes by these marks, wherever the columns stand:

- ``; [Name "text"]`` lines before a match are its headers, other lines that begin with ``;`` comments;
- ``7 point match``, ``7 points match`` or ``Match of 7 points``; 0 is money play; each such line begins another match;
- ``Game 1``, then ``name : score`` twice with blanks or a tab between, with or without a blank before the colon;
- a number with ``)``, or none, then up to two cells: a roll ``31:`` (the colon may be missing) and the play as
  ``notation.plays`` reads it in lax mode (steps joined or apart, ``25`` for the bar, ``0`` for off, hits marked or
  not), nothing or ``Cannot move`` for a dance; ``Doubles => 2``, ``Redoubles``, ``Takes``, ``Accepts``, ``Drops``,
  ``Passes``, ``Rejects``, ``Resigns``, ``Resigned Game``, ``Forfeits``; ``Wins 2 points``, ``and the match`` behind it;
- ``????`` for a play that nobody knows, which is good for the last roll of a game only; ``Illegal play`` ends the
  reading.

Written is GNU Backgammon's form: single steps, each hit marked, a dance as bare dice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple, NoReturn

from pointboard.backgammon.board import Side, Variant
from pointboard.backgammon.record.course import Course, must_move
from pointboard.backgammon.record.faults import Place, RecordError, RecordMoveError, check_size
from pointboard.backgammon.record.headers import NO_HEADERS, Headers
from pointboard.backgammon.record.matwrite import format, format_all, losses
from pointboard.backgammon.record.model import MatchRead, MatchRecord, by_its_results, hopeful
from pointboard.backgammon.rules import Size
from pointboard.backgammon.state import MAX_NUMBER, Phase, Score
from pointboard.backgammon.turns import Beaver, Double, Event, Forfeit, Pass, Take
from pointboard.errors import IllegalMoveError, PointboardError
from pointboard.scan import lines as lines_of
from pointboard.scan import shown

__all__ = ["format", "format_all", "losses", "parse", "read", "read_all", "recognises"]

_LENGTH = re.compile(
    r"[ \t]*(?:(?P<points>[0-9]{1,6})[ \t]+points?[ \t]+match|match[ \t]+(?:of|to)[ \t]+(?P<of>[0-9]{1,6})[ \t]+points?"
    r"|(?P<money>money (?:game|session)|unlimited (?:game|match)))[ \t.]*",
    re.IGNORECASE,
)
_HEADER = re.compile(r'[ \t]*;[ \t]*\[([^"\]]*[ \t])"(.*)"[ \t]*\][ \t]*')
_GAME = re.compile(r"[ \t]*game[ \t]+([0-9]{1,6})[ \t]*", re.IGNORECASE)
_SCORE = re.compile(
    r"[ \t]*(\S.*?)[ \t]*:[ \t]*([0-9]{1,6})(?:[ \t]*\t[ \t]*|[ \t]+)([^\s:].*?)[ \t]*:[ \t]*([0-9]{1,6})[ \t]*"
)
_JOINED = re.compile(r" (\S.*?) : ([0-9]{1,6})([^\s:0-9].*) : ([0-9]{1,6})[ \t]*")  # GNU Backgammon, after a long name
_NUMBER = re.compile(r"[ \t]*[0-9]{1,4}\)")
_MARK = re.compile(
    r"(?<!\S)(?:(?P<roll>[0-9]{2}):|(?P<bare>[1-6]{2})(?=\s|$)"
    r"|(?P<double>(?:re)?doubles?\b(?:[ \t]*(?:=>|to|at)[ \t]*(?P<cube>[0-9]{1,10}))?)"
    r"|(?P<take>takes?\b|accepts?\b)|(?P<drop>drops?\b|passes\b|rejects?\b)"
    r"|(?P<beaver>beavers?\b(?:[ \t]*=>[ \t]*[0-9]{1,10})?)"
    r"|(?P<wins>wins?[ \t]+(?P<won>[0-9]{1,7})[ \t]+points?\b(?:[ \t]*(?:and the match|with a (?:back)?gammon))*)"
    r"|(?P<resign>resign(?:s|ed)?\b(?:[ \t]+(?:the[ \t]+)?(?P<what>game|match|single|gammon|backgammon)\b)?)"
    r"|(?P<forfeit>forfeits?\b|los(?:es|t) on time\b))",
    re.IGNORECASE,
)
_UNKNOWN = re.compile(r"\?{3,}")
_ILLEGAL = re.compile(r"\(?illegal (?:play|move)\)?", re.IGNORECASE)
_MAX_LINES = 2_000_000  # more than 50 MB of matches have
_MAX_SCORE = 1000  # characters of a line with both players: it can be read in many ways, which takes time
_WIDE = 8  # blanks behind a number before a cell that stands in the right column
_NEAR = 6  # columns between where the right player's name begins and where its cells do, at most
_RIGHT = 20  # the same in a line without a number


class _Line(NamedTuple):
    text: str
    number: int


class _Cell(NamedTuple):
    """A mark and what stands behind it; ``right`` whether it seems to stand in the right column."""

    mark: re.Match[str]
    text: str
    column: int
    right: bool


def parse(text: str) -> MatchRecord:
    r"""The one match of a text; its first error is raised, RecordError where it holds several.

    >>> match = parse(" 3 point match\n\n Game 1\n Ann : 0    Bo : 2\n  1) 31: 8/5 6/5\n")
    >>> match.headers.white, match.games[0].start.crawford, match.games[0].plies[0].text
    ('Ann', True, '31: 8/5 6/5')
    """
    found = list(read_all(text))
    if len(found) > 1:
        message = f"expected one match, found {len(found)}"
        raise RecordError(message, field="text", place=Place(1, 1), text=text)
    return found[0].checked()


def read(text: str) -> MatchRead:
    """The first match of a text up to the first error, and the error."""
    return next(iter(read_all(text)))


def read_all(text: str) -> Iterable[MatchRead]:
    """The matches of a text, each up to its first error; RecordError for one of more than 50 MB."""
    check_size(str, text)
    paged = text.removeprefix("\ufeff").replace("\f", " ").replace("\v", " ")  # what a printer is told is a blank
    numbered = enumerate(lines_of(paged), 1)
    lines = list(islice((_Line(line, number) for number, line in numbered if line.strip()), _MAX_LINES + 1))
    if len(lines) > _MAX_LINES:
        message = f"expected at most {_MAX_LINES:,} lines with text"
        error = RecordError(message, field="text", place=Place(lines[-1].number, 1), text=text)
        return (MatchRead(Course(NO_HEADERS).match(), error),)
    begins = [at for at, line in enumerate(lines) if _LENGTH.fullmatch(line.text)]
    if not begins:
        message = "expected the length of the match, such as '7 point match'"
        error = RecordError(message, field="length", place=Place(1, 1), text=text)
        return (MatchRead(Course(NO_HEADERS).match(), error),)
    starts = [0]
    for begin in begins[1:]:
        start = begin
        while lines[start - 1].text.lstrip().startswith(";"):
            start -= 1
        starts.append(start)
    ends = [*starts[1:], None]
    return hopeful(_session(text, lines[start:end]) for start, end in zip(starts, ends, strict=True))


def _session(text: str, lines: Sequence[_Line]) -> MatchRead:
    return by_its_results(lambda jacoby: _Reader(text, lines, jacoby=jacoby).read())


def recognises(text: str) -> bool:
    """Whether a text has a line with the length of a match, and is no table or tree."""
    return any(_LENGTH.fullmatch(line) for line in lines_of(text[:100_000]))


class _Reader:
    """One match, line by line."""

    def __init__(self, text: str, lines: Sequence[_Line], *, jacoby: bool | None) -> None:
        self.text = text
        self.jacoby = jacoby  # None for what the headers say
        self.lines = lines
        self.at = 0  # which of them is read
        self.names: list[tuple[str, str]] = []
        self.comments: list[str] = []
        self.players = ("", "")
        self.length: int | None = None
        self.course: Course | None = None
        self.waiting: tuple[str, Place] | None = None  # a roll without a play, though one can be made
        self.resigned: tuple[Side, Size | None, bool] | None = None
        self.game_due = False
        self.right_at = 0  # the column in which the right player's name begins

    def read(self) -> MatchRead:
        try:
            for at, line in enumerate(self.lines):
                self.at = at
                self.line(line)
            if self.course is None:
                at = self.lines[-1].number if self.lines else 1
                self.fail("expected a game", "game", Place(at, 1))
            self.settle()
        except PointboardError as error:
            return MatchRead(self.match(), error)
        return MatchRead(self.match())

    def match(self) -> MatchRecord:
        course = self.course or Course(self.headers())
        return course.match()

    def fail(self, message: str, field: str, place: Place) -> NoReturn:
        raise RecordError(message, field=field, place=place, text=self.text)

    def line(self, line: _Line) -> None:
        text, place = line.text, Place(line.number, len(line.text) - len(line.text.lstrip()) + 1)
        if text.lstrip().startswith(";"):
            self.comment(text)
        elif found := _LENGTH.fullmatch(text):
            self.length = int(found["points"] or found["of"] or 0)
        elif _GAME.fullmatch(text):
            self.settle()
            self.game_due = True
        elif self.length is None:
            return  # a title above the first match
        elif self.game_due:
            self.score(text, place)
        else:
            self.cells(text, place)

    def comment(self, text: str) -> None:
        found = _HEADER.fullmatch(text)
        if self.course is not None:
            self.course.remark(text.strip().removeprefix(";").strip())
        elif found:
            self.names.append((found[1].strip(" \t"), found[2]))
        elif said := text.strip().removeprefix(";").strip():
            self.comments.append(said)

    def score(self, text: str, place: Place) -> None:
        """The line under ``Game n``: both names and scores."""
        found = _SCORE.fullmatch(text) or _JOINED.fullmatch(text) if len(text) <= _MAX_SCORE else None
        if found is None:
            self.fail(
                f"expected both players with their scores, such as 'Ann : 0   Bo : 0', found {shown(text)}",
                "score",
                place,
            )
            return
        self.game_due = False
        self.right_at = found.start(3) + 1
        if self.course is None:
            self.players = (found[1], found[3])
            try:
                headers = self.headers()
            except PointboardError as error:
                self.fail(str(error), "headers", place)
            self.course = Course(headers, self.text)
            self.course.comment = "\n".join(self.comments)
        score = Score(int(found[2]), int(found[4]))
        if found[1] == self.players[1] != self.players[0] == found[3]:
            self.fail("expected the player of the left column there in every game", "score", place)
        with self.course.at(text.strip(), place):
            self.course.begin(score)

    def headers(self) -> Headers:
        """The headers; those of other names as they are."""
        found = _collect(self.names, self.length or 0, self.players)
        return found if self.jacoby is None else replace(found, jacoby=self.jacoby)

    # --- the lines of a game ---

    def cells(self, text: str, place: Place) -> None:
        """A line of plies."""
        course = self.course
        numbered = _NUMBER.match(text)
        start = numbered.end() if numbered else 0
        rest = text[start:]
        marks = list(_MARK.finditer(rest))
        before = rest[: marks[0].start()] if marks else rest
        if before.strip():
            column = start + len(before) - len(before.lstrip()) + 1
            message = f"expected a roll, a double and its answer, or who wins, found {shown(before.strip())}"
            self.fail(message, "play", Place(place.line, column))
        if course is None:
            if marks:
                self.fail("expected 'Game 1' and both players before the first roll", "game", place)
            return
        wide = (_WIDE if numbered else _RIGHT) <= len(before) or before.count("\t") > 1
        found = []
        for number, mark in enumerate(marks):
            end = marks[number + 1].start() if number + 1 < len(marks) else len(rest)
            column = start + mark.start() + 1
            right = column > self.right_at - _NEAR if mark["wins"] and "\t" not in rest else bool(number) or wide
            found.append(_Cell(mark, rest[mark.end() : end].strip(), column, right))
        pair = len(found) == 2
        for cell in found:
            side = (Side.BLACK if cell.right else Side.WHITE) if pair else None
            self.cell(course, cell, side, Place(place.line, cell.column))

    def cell(self, course: Course, cell: _Cell, side: Side | None, place: Place) -> None:
        mark, written = cell.mark, f"{cell.mark[0]} {cell.text}".strip()
        column = Side.BLACK if cell.right else Side.WHITE
        with course.at(written, place):
            if mark["wins"]:
                won = int(mark["won"])
                twice = not mark[0].lower().endswith("match") and self.told_twice(course, won)
                self.wins(course, won // 2 if twice else won, column)
                return
            self.no_roll_waits(course)
            if mark["roll"] or mark["bare"]:
                self.roll(course, cell, side, place)
                return
            if cell.text:
                raise IllegalMoveError(f"nothing goes behind {mark[0]}")
            if mark["resign"]:
                self.resign(course, mark["what"], column)
            elif mark["forfeit"]:
                course.act(Forfeit(_leaver(course, column)))
            else:
                self.cube(course, mark, side)

    def no_roll_waits(self, course: Course) -> None:
        if self.waiting is not None:
            written, place = self.waiting
            spot = course.spot._replace(ply=course.spot.ply - 1)
            raise RecordMoveError("no play is given, and one can be made", move=written, spot=spot, place=place)

    def roll(self, course: Course, cell: _Cell, side: Side | None, place: Place) -> None:
        digits = cell.mark["roll"] or cell.mark["bare"]
        dice = (int(digits[0]), int(digits[1]))
        if not course.plies:
            side = Side.BLACK if cell.right else Side.WHITE
        if _ILLEGAL.match(cell.text):
            raise IllegalMoveError("the record says itself that the play is illegal")
        unknown = _UNKNOWN.fullmatch(cell.text) is not None
        if not cell.text or unknown:
            course.roll(side, dice)
            if must_move(course.state):
                self.waiting = (f"{digits}: {cell.text}".strip(), place)
                return
        course.play_text(side, dice, "" if unknown else cell.text)

    def cube(self, course: Course, mark: re.Match[str], side: Side | None) -> None:
        event: Event
        if mark["double"]:
            value = course.state.cube.value * 2
            if mark["cube"] and int(mark["cube"]) != value:
                raise IllegalMoveError(f"the cube would be at {value}")
            event = Double(side=side)
        elif mark["beaver"]:
            event = Beaver(side=side)
        else:
            event = Take(side=side) if mark["take"] else Pass(side=side)
        course.act(event)

    def resign(self, course: Course, what: str | None, column: Side) -> None:
        """A resignation: what it is worth may stand in the next cell."""
        sizes = {"single": Size.SINGLE, "gammon": Size.GAMMON, "backgammon": Size.BACKGAMMON}
        what = (what or "").lower()
        self.resigned = (_leaver(course, column), sizes.get(what), what == "match")

    def wins(self, course: Course, won: int, column: Side) -> None:
        self.waiting = None
        resigned, self.resigned = self.resigned, None
        if resigned is not None and resigned[2] and course.headers.length:
            course.resign(resigned[0], match=True)
            return
        # GNU Backgammon writes a gammon as one, also where the score then says that it counted once.
        loosely = self.jacoby is not None
        course.won(column if resigned is None else None, won, resigned and resigned[0], loosely=loosely)

    def told_twice(self, course: Course, won: int) -> bool:
        """Whether GNU Backgammon has written twice the points, as it does where a double waited and somebody resigned.

        The score of the next game says it. In the last game it is what is meant: nobody resigns a gammon who may pass.
        """
        if course.state.phase is not Phase.DOUBLED or self.resigned or won % (2 * course.state.cube.value):
            return False
        texts = (line.text for line in self.lines[self.at + 1 :])
        ahead = next((text for text in texts if _GAME.fullmatch(text)), None) and _SCORE.fullmatch(next(texts, ""))
        return not ahead or int(ahead[2]) + int(ahead[4]) - sum(course.begun.start.score) == won // 2

    def settle(self) -> None:
        """The end of a game: a resignation whose worth is not said counts once."""
        course = self.course
        if course is None:
            return
        if self.resigned is not None:
            loser, size, match = self.resigned
            self.resigned = None
            with course.at("Resigns", Place(self.lines[-1].number, 1)):
                course.resign(loser, size or Size.SINGLE, match=match and course.headers.length > 0)
        self.waiting = None


def _leaver(course: Course, column: Side) -> Side:
    """Who resigns or forfeits: the side to act, unless dice lie there or the cell stands in the right column.

    A side may do so on the turn of the other, and what stands on the right stands there on purpose.
    """
    state = course.state
    return column if state.dice or column is Side.BLACK else state.to_act or column


# --- headers ---------------------------------------------------------------------------------------------------------

_PLAIN = {
    "event": "event",
    "site": "place",
    "place": "place",
    "round": "round",
    "eventdate": "date",
    "date": "date",
    "annotator": "annotator",
    "transcriber": "annotator",
    "player 1 elo": "white_rating",
    "player 2 elo": "black_rating",
}
_DATE = re.compile(r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})")  # written with dots here, with hyphens elsewhere
_SWITCHES = {"crawford": "crawford", "jacoby": "jacoby", "beaver": "beavers", "beavers": "beavers"}
_ON = {"on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False}


def _collect(names: Iterable[tuple[str, str]], length: int, players: tuple[str, str]) -> Headers:
    """The headers of ``; [Name "text"]`` lines; what is not on the list is kept as it is."""
    fields: dict[str, object] = {}
    extra: list[tuple[str, str]] = []
    for name, text in names:
        key = name.lower()
        if key in {"player 1", "player 2"} and text == players[key == "player 2"]:
            continue
        if key in _PLAIN and _PLAIN[key] not in fields:
            fields[_PLAIN[key]] = "-".join(date.groups()) if (date := _DATE.fullmatch(text)) else text
        elif key in _SWITCHES and text.lower() in _ON:
            fields[_SWITCHES[key]] = _ON[text.lower()]
        elif key == "variation" and text.lower() in Variant.__members__.values():
            fields["variant"] = Variant(text.lower())
        elif (
            key == "cubelimit"
            and text.isascii()
            and text.isdigit()
            and len(text) < 10
            and _power(int(text)) is not None
        ):
            fields["max_cube"] = _power(int(text))
        else:
            extra.append((name, text))
    white, black = players
    values = {"white": white, "black": black, "length": min(length, MAX_NUMBER), "extra": tuple(extra)}
    return Headers(**values, **fields)  # type: ignore[arg-type]


def _power(value: int) -> int | None:
    """The exponent of a cube; None for what no cube shows."""
    return value.bit_length() - 1 if value > 0 and value & (value - 1) == 0 else None
