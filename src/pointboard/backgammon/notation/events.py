"""The text of events: ``parse`` and ``format`` of what may happen in a match.

    opening roll W3 B1        each side's die; one of them may be missing
    begin W                   White begins, and rolls two dice
    roll 31
    8/5 6/5*                  a play, as ``notation.plays`` writes it; "Cannot move"
    double, take, pass, beaver
    resign W gammon           single, gammon, backgammon or match
    accept gammon last        without a size for a match; "last" where it ends the match and no score says so
    forfeit W
    start roll, close, close last
    next game W gammon borne off    the winner, the size, the reason: borne off, passed, resigned, forfeited

Strict reading takes these forms with single blanks, the two dice of a roll in any order; the higher is written first.
Lax reading takes besides:

- letters in any case, blanks around, several blanks between words;
- ``white`` and ``black`` for ``W`` and ``B``;
- dice alone for a roll (``31``) and for an opening roll (``W3 B1``);
- ``play`` in front of a play, and every lax form of ``notation.plays``;
- ``redouble`` for ``double``, ``drop`` for ``pass``;
- ``resign``, ``accept`` and ``next game`` without what follows from the match, or is usual.

A position set up by hand (``SetPosition``) and a ``Marker`` have no text: give the position's own id instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, NoReturn, TypeVar

from pointboard.backgammon.board import Side
from pointboard.backgammon.match import Match
from pointboard.backgammon.notation import plays
from pointboard.backgammon.rules import Size, play_of
from pointboard.backgammon.turns import (
    Accept,
    Beaver,
    Begin,
    Close,
    Double,
    Event,
    EventKind,
    Forfeit,
    MakePlay,
    Marker,
    NextGame,
    OpeningRoll,
    Pass,
    Reason,
    Resign,
    Result,
    Roll,
    SetPosition,
    StartRoll,
    Take,
)
from pointboard.errors import NotationError, PointboardError
from pointboard.scan import Cursor, instance, only_text

__all__ = ["format", "parse"]

_FIELD = "event"
_SIDES = {side.value: side for side in Side}
_LAX_SIDES = {**_SIDES, "white": Side.WHITE, "black": Side.BLACK, "w": Side.WHITE, "b": Side.BLACK}
_SIZES = {size.name.lower(): size for size in Size}
_REASONS = {reason.value: reason for reason in Reason}
_PLAIN: dict[str, Event] = {event.kind.value: event for event in (StartRoll(), Double(), Take(), Pass(), Beaver())}
_SYNONYMS = {"redouble": EventKind.DOUBLE, "drop": EventKind.PASS}
_FACES = frozenset("123456")
_ROLLS = re.compile(r"[1-6]{2}")
_THROWS = re.compile(r"[wb][1-6]( [wb][1-6])?")
_PLAYED = re.compile(r"cannot|no |dance|[0-9b][^ ]*[/:-]", re.IGNORECASE)
_KNOWN = "opening roll, begin, roll, a play, double, take, pass, resign, accept, forfeit, close or next game"
T = TypeVar("T")


class _Word(NamedTuple):
    """A word of a text and its column."""

    text: str
    column: int


class _Reader:
    """The words of a text, read one after the other."""

    def __init__(self, text: str, *, lax: bool) -> None:
        self.source, self.lax = text, lax
        if len(only_text(text)) > plays.MAX_LENGTH:
            self.fail(f"at most {plays.MAX_LENGTH} characters", plays.MAX_LENGTH + 1)
        Cursor(text, _FIELD).check_ascii()
        self.words = [_Word(found[0].lower() if lax else found[0], found.start() + 1) for found in _WORD.finditer(text)]
        doubled = f" {text} ".find("  ")
        if not lax and text and doubled >= 0:
            self.fail("single blanks between words", max(doubled, 1))

    @property
    def rest(self) -> str:
        """The words that are not read yet."""
        return " ".join(word.text for word in self.words)

    @property
    def column(self) -> int:
        """The column of the next word."""
        return self.words[0].column if self.words else len(self.source) + 1

    def fail(self, expected: str, column: int | None = None) -> NoReturn:
        """Raise NotationError at a column, that of the next word by default."""
        Cursor(self.source, _FIELD).fail(expected, column=self.column if column is None else column)

    def take(self, words: str) -> bool:
        """Read these words if they come next; tell whether they did."""
        wanted = words.split()
        if [word.text for word in self.words[: len(wanted)]] != wanted:
            return False
        del self.words[: len(wanted)]
        return True

    def one_of(self, known: Mapping[str, T], expected: str) -> T:
        """Read one of the words that ``known`` has a value for."""
        words = next((words for words in known if self.take(words)), None)
        if words is None:
            self.fail(expected)
        return known[words]

    def maybe(self, known: Mapping[str, T], expected: str) -> T | None:
        """The same in lax reading, where it may be missing at the end."""
        return self.one_of(known, expected) if self.words or not self.lax else None

    def side(self) -> Side:
        """Read a side."""
        return self.one_of(_LAX_SIDES if self.lax else _SIDES, "W or B")


_WORD = re.compile("[^ ]+")


def _opening_roll(reader: _Reader) -> Event:
    thrown: dict[Side, int] = {}
    while reader.words:
        word = reader.words[0]
        side = (_LAX_SIDES if reader.lax else _SIDES).get(word.text[:1])
        if side is None or len(word.text) != 2 or word.text[1] not in _FACES:
            reader.fail("a side and its die, such as W3")
        if side in thrown:
            reader.fail("the die of the other side")
        thrown[side] = int(word.text[1])
        del reader.words[0]
    if not thrown:
        reader.fail("a side and its die, such as W3")
    return OpeningRoll(thrown.get(Side.WHITE), thrown.get(Side.BLACK))


def _roll(reader: _Reader) -> Event:
    column = reader.column
    word = reader.words.pop(0).text if reader.words else ""
    for at in range(2):
        if word[at : at + 1] not in _FACES:
            reader.fail("two dice from 1 to 6, such as 31", column + min(at, len(word)))
    if len(word) > 2:
        reader.fail("two dice from 1 to 6, such as 31", column + 2)
    return Roll(int(word[0]), int(word[1]))


def _resign(reader: _Reader) -> Event:
    lax = reader.lax
    named = reader.words and reader.words[0].text in (_LAX_SIDES if lax else _SIDES)
    side = reader.side() if named or not lax else None
    if reader.take("match"):
        return Resign(match=True, side=side)
    return Resign(reader.maybe(_SIZES, "single, gammon, backgammon or match") or Size.SINGLE, side=side)


def _accept(reader: _Reader) -> Event:
    size = None
    if reader.words and reader.words[0].text in _SIZES:
        size = _SIZES[reader.words.pop(0).text]
    return Accept(size, last=reader.take("last"))


def _next_game(reader: _Reader) -> Event:
    if not reader.words and reader.lax:
        return NextGame()
    side, size = reader.side(), reader.one_of(_SIZES, "single, gammon or backgammon")
    return NextGame(Result(side, size, reader.one_of(_REASONS, " or ".join(_REASONS))))


_READ: dict[EventKind, Callable[[_Reader], Event]] = {
    EventKind.OPENING_ROLL: _opening_roll,
    EventKind.BEGIN: lambda reader: Begin(reader.side()),
    EventKind.ROLL: _roll,
    EventKind.RESIGN: _resign,
    EventKind.ACCEPT: _accept,
    EventKind.FORFEIT: lambda reader: Forfeit(reader.side()),
    EventKind.CLOSE: lambda reader: Close(reader.take("last")),
    EventKind.NEXT_GAME: _next_game,
}


def parse(text: str, match: Match, *, lax: bool = False) -> Event:
    """The event that a text names, with everything filled in, as ``match.legal_events()`` has it.

    Strict by default; ``lax`` also takes the forms listed at the top of this module. NotationError (column, what was
    expected) when the text names no event, IllegalMoveError with the reason when it may not happen now.

    >>> match = Match.start()
    >>> match = match.apply(parse("opening roll W3 B1", match))
    >>> match.apply(parse("8/5 6/5", match)).state.on_roll.name
    'BLACK'
    """
    return instance(Match, match).completed(_read(text, match, lax=lax))


def _read(text: str, match: Match, *, lax: bool) -> Event:
    reader = _Reader(text, lax=lax)
    if lax and _ROLLS.fullmatch(reader.rest):
        return _roll(reader)
    if lax and _THROWS.fullmatch(reader.rest):
        return _opening_roll(reader)
    marked = lax and reader.take("play")
    if marked or _PLAYED.match(reader.rest):
        return _play(text, reader.column, match, lax=lax)
    event = next((event for words, event in _PLAIN.items() if reader.take(words)), None)
    if event is None and lax:
        event = next((_PLAIN[kind.value] for word, kind in _SYNONYMS.items() if reader.take(word)), None)
    if event is None:
        kind = next((kind for kind in _READ if reader.take(kind.value)), None)
        if kind is None:
            reader.fail(_KNOWN)
        event = _READ[kind](reader)
    if reader.words:
        reader.fail("the end of the event")
    return event


def _play(text: str, column: int, match: Match, *, lax: bool) -> Event:
    """A play that begins at a column of the text; its errors are those of ``notation.plays``, at their place here."""
    try:
        play = plays.parse(text[column - 1 :], match.state, lax=lax)
    except NotationError as error:
        raise NotationError(error.message, field=error.field, column=error.column + column - 1, text=text) from None
    return MakePlay(play.moves)


def format(event: Event, match: Match) -> str:
    """The written form of an event that may happen in the match and has everything filled in.

    PointboardError for an event that has no text: a position set up by hand, a marker.

    >>> match = Match.start()
    >>> [format(event, match) for event in match.legal_events()][-2:]
    ['forfeit W', 'forfeit B']
    """
    kind = instance(Event, event).kind.value
    if isinstance(event, MakePlay):
        return plays.format(play_of(match.state, event.moves))
    if isinstance(event, Roll):
        return f"{kind} {max(event.first, event.second)}{min(event.first, event.second)}"
    if isinstance(event, Begin | Forfeit):
        return f"{kind} {event.side}"
    if isinstance(event, Resign):
        size = "match" if event.match else event.size.name.lower()
        return f"{kind} {event.side} {size}"
    if isinstance(event, Accept | Close):
        return f"{event}{' last' if event.last else ''}"
    if isinstance(event, NextGame) and event.result is not None:
        winner, won, reason = event.result
        return f"{kind} {winner} {won.name.lower()} {reason}"
    if isinstance(event, SetPosition | Marker):
        raise PointboardError(f"{event} has no text")
    return str(event)
