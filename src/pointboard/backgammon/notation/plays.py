"""Plays as players write them: ``24/18*``, ``13/7(2)``, ``bar/20``, ``6/off``, ``8/5*/3``, ``Cannot move``.

Points are the mover's own: 24 is its farthest, ``bar`` and ``off`` are words. Each part of a text is the way of one
checker, or of several on the same way (``(2)`` to ``(4)``), the points that it leaves and reaches with ``/`` between;
parts are separated by a blank. ``*`` behind a point says that a checker is hit there. Dice and colour are not written.

Written form, in this order of importance:

- A point between is written where a checker is hit on it, or where the other order of the dice would hit: then the
  text can be read without trying the rules (``24/23/18`` beside ``24/19*/18``). All other points between are left out.
- As few checkers as the moves allow: one that goes on is one part. Then the shortest text, each hit marked once, and
  then the one in which the farthest checker goes farthest.
- The farthest checker first; from the same point, the one whose first die is smaller, and with a doublet the one that
  goes farthest (``13/8 13/7``, ``13/3 13/8(2)``).
- A play without a move is ``Cannot move``.

Strict reading takes any parts that make the same moves, written or not written points between alike, as long as each
hit is marked (once) and a part never begins farther than the one before it. Lax reading takes besides:

- letters in any case, blanks around, several blanks or commas between parts, parts in any order;
- hits that are not marked, or marked more than once;
- ``b`` and ``25`` for ``bar``, ``o`` and ``0`` for ``off``, ``-`` for ``/``, ``(1)``;
- the roll and a colon in front (``31: 8/5 6/5``), either die first; it must be the roll that lies there;
- ``pass`` for a die that cannot be played;
- ``no move``, ``no play`` and ``dance`` for ``Cannot move``.

Source: the notation of the rule books, as GNU Backgammon and XG write it; these two leave out every point between
without a hit, so that two different plays can have one text there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from pointboard.backgammon.rules import BAR_POINT, MAX_MOVES, Move, Play, mover, not_due, pip_of, play_of, point_of
from pointboard.backgammon.state import State
from pointboard.errors import AmbiguousMoveError, IllegalMoveError, NotationError
from pointboard.scan import Cursor, instance

__all__ = ["CANNOT_MOVE", "MAX_LENGTH", "Fields", "Landing", "Part", "format", "parse", "read"]

CANNOT_MOVE = "Cannot move"
"""The text of a play without a move."""

MAX_LENGTH = 200
"""Longer texts are refused unread. Four moves are written in less than 40 characters."""

_LAX_CANNOT_MOVE = frozenset({"cannot move", "no move", "no play", "dance"})
_FIELD = "play"


class Landing(NamedTuple):
    """A point (24 to 1, or 0 for off) that a part of a text reaches, whether a hit is marked, and its columns.

    ``column`` is that of the first character, from 1; ``end`` that of the first one behind the point.
    """

    point: int
    hit: bool
    column: int
    end: int


class Part(NamedTuple):
    """One part of a text: the point it leaves (25 is the bar), the points it reaches, for how many checkers."""

    source: int
    landings: tuple[Landing, ...]
    times: int


class Fields(NamedTuple):
    """What a text says, not yet judged: its parts, none for "Cannot move", and the roll where it names one."""

    text: str
    parts: tuple[Part, ...]
    dice: tuple[int, ...] = ()


def parse(text: str, state: State, *, lax: bool = False, canonical: bool = False) -> Play:
    """The play of ``state`` (one of ``rules.plays``) that a text describes.

    Strict by default; ``lax`` also takes the forms listed at the top of this module; ``canonical`` demands that the
    text is exactly what ``format`` writes. NotationError (column, what was expected) when the text is not of the
    grammar, IllegalMoveError when there is no such play, with the reason; AmbiguousMoveError, with the texts of all,
    when there are several.

    >>> from pointboard.backgammon.notation import ogid
    >>> state = ogid.parse("11jjjjjhhhccccc:ooddddd88866666:N0N:53:W:R")
    >>> parse("8/3 6/3", state).moves
    (Move(source=8, target=3), Move(source=6, target=3))
    """
    fields = read(text, lax=lax)
    play, hits = _resolve(fields, state)
    if not lax:
        _check_marks(fields, state, hits)
    if canonical and (written := format(play)) != text:
        both = zip(f"{text}\n", f"{written}\n", strict=False)  # the ends differ from whatever stands there
        column = next(i for i, (a, b) in enumerate(both, 1) if a != b)
        raise NotationError(f"expected the written form {written!r}", field=_FIELD, column=column, text=text)
    return play


def read(text: str, *, lax: bool = False) -> Fields:
    """The parts of a text, for which no position is needed; NotationError when it is not of the grammar.

    >>> [(part.source, part.landings[0].point, part.times) for part in read("bar/20 13/7(2)").parts]
    [(25, 20, 1), (13, 7, 2)]
    """
    cursor = Cursor(text, _FIELD, fold=lax)
    if len(text) > MAX_LENGTH:
        cursor.fail(f"at most {MAX_LENGTH} characters", column=MAX_LENGTH + 1)
    cursor.check_ascii()
    if text == CANNOT_MOVE or (lax and " ".join(text.lower().split()) in _LAX_CANNOT_MOVE):
        return Fields(text, ())
    dice: tuple[int, ...] = ()
    if lax:
        _skip(cursor, " ")
        dice = _dice(cursor)
    parts: list[Part] = []
    while True:
        column = cursor.column
        if not (lax and _passes(cursor)):
            part = _part(cursor)
            if parts and part.source > parts[-1].source and not lax:
                cursor.fail("the part that begins farthest first", column=column)
            parts.append(part)
        behind = cursor.offset
        if lax:
            _skip(cursor, " ,")
        if cursor.at_end:
            return Fields(text, tuple(parts), dice)
        if cursor.offset == behind and not cursor.skip(" "):
            cursor.fail("a blank or the end of the play")


def _skip(cursor: Cursor, letters: str) -> None:
    while cursor.peek(letters):
        cursor.one_of(letters)


def _word(cursor: Cursor, word: str) -> None:
    for letter in word:
        cursor.one_of(letter, word)


def _dice(cursor: Cursor) -> tuple[int, ...]:
    """The roll in front of the parts, the lower die first; nothing is read where there is none."""
    ahead = cursor.text[cursor.offset : cursor.offset + 3]
    if ahead[2:] != ":":
        return ()
    dice = sorted(int(cursor.one_of("123456", "a die from 1 to 6")) for _ in range(2))
    cursor.one_of(":")
    _skip(cursor, " ")
    return tuple(dice)


def _passes(cursor: Cursor) -> bool:
    """Read the word for a die that cannot be played, if it stands here."""
    if not cursor.peek("p"):
        return False
    _word(cursor, "pass")
    return True


def _part(cursor: Cursor) -> Part:
    """One part: where from, where to, how many."""
    lax = cursor.fold
    if cursor.skip("b"):
        if not lax or cursor.peek("a"):
            _word(cursor, "ar")
        source = BAR_POINT
    elif cursor.next.isdigit():
        source = cursor.number(1, BAR_POINT if lax else BAR_POINT - 1)
    else:
        cursor.fail("a point from 1 to 24 or bar")
    slash = "/-" if lax else "/"
    cursor.one_of(slash)
    landings = [_landing(cursor, source)]
    while landings[-1].point and cursor.peek(slash):
        cursor.one_of(slash)
        landings.append(_landing(cursor, landings[-1].point))
    times = 1
    if cursor.skip("("):
        times = cursor.number(1 if lax else 2, MAX_MOVES)
        cursor.one_of(")")
        if lax and landings[-1].point and cursor.skip("*"):
            landings[-1] = landings[-1]._replace(hit=True)
    return Part(source, tuple(landings), times)


def _landing(cursor: Cursor, above: int) -> Landing:
    """A point below ``above``, or off."""
    column = cursor.column
    if cursor.skip("o"):
        if not cursor.fold or cursor.peek("f"):
            _word(cursor, "ff")
        return Landing(0, hit=False, column=column, end=cursor.column)
    if cursor.fold and cursor.skip("0"):
        return Landing(0, hit=False, column=column, end=cursor.column)
    if above == 1 or not cursor.next.isdigit():
        cursor.fail(f"a point from 1 to {above - 1} or off" if above > 1 else "off")
    point = cursor.number(1, above - 1)
    end = cursor.column
    return Landing(point, cursor.skip("*"), column, end)


def _segments(part: Part) -> Iterator[tuple[int, int]]:
    """The ways from one written point of a part to the next."""
    source = part.source
    for landing in part.landings:
        yield source, landing.point
        source = landing.point


def _resolve(fields: Fields, state: State) -> tuple[Play, frozenset[int]]:
    """The one play that fits, and the points on which it hits."""
    text, reason = fields.text, not_due(state)
    if reason is None and fields.dice and fields.dice != state.dice:
        reason = "the roll is {}{}, not {}{}".format(*state.dice, *fields.dice)
    if reason is not None:
        raise IllegalMoveError(reason, move=text)
    side, (low, high) = mover(state), state.dice
    dice = (low,) * MAX_MOVES if low == high else (high, low)
    segments = tuple(segment for part in fields.parts for segment in _segments(part) for _ in range(part.times))
    # Where the dice do not fit at all, the rules are asked about each segment as one move, and say what is wrong.
    ways = list(_ways(segments, dice)) or [segments]
    marked = {landing.point for part in fields.parts for landing in part.landings if landing.hit}
    found: dict[Play, frozenset[int]] = {}
    reasons = []
    for way in ways:
        try:
            play = play_of(state, [Move(pip_of(side, source), pip_of(side, target)) for source, target in way])
        except IllegalMoveError as error:
            reasons.append(error.message)
            continue
        hits = frozenset(point_of(side, pip) for pip in play.hits)
        if marked <= hits:
            found[play] = hits
        else:
            reasons.append(f"no checker is hit on {max(marked - hits)}")
    if not found:
        raise IllegalMoveError(reasons[0], move=text)
    if len(found) > 1:
        candidates = tuple(format(play) for play in found)
        raise AmbiguousMoveError("several plays can be read in this", candidates=candidates, move=text)
    return next(iter(found.items()))


_Steps = tuple[tuple[int, int], ...]


def _ways(segments: _Steps, dice: tuple[int, ...]) -> Iterator[_Steps]:
    """Every way to go the segments by one die at a time, each die used once; those that begin with the first first."""
    if not segments:
        yield ()
        return
    (source, target), rest = segments[0], segments[1:]
    for die in dict.fromkeys(dice):
        at = dice.index(die)
        left = (*dice[:at], *dice[at + 1 :])
        landed = max(source - die, 0)
        if landed >= target:
            ahead = rest if landed == target else ((landed, target), *rest)
            yield from (((source, landed), *way) for way in _ways(ahead, left))


def _check_marks(fields: Fields, state: State, hits: frozenset[int]) -> None:
    """Raise where a strict text does not mark each hit once."""
    cursor = Cursor(fields.text, _FIELD)
    landings = [landing for part in fields.parts for landing in part.landings]
    for hit in sorted(hits, reverse=True):
        there = [landing for landing in landings if landing.point == hit]
        marks = [landing for landing in there if landing.hit]
        if len(marks) > 1:
            cursor.fail(f"one mark for the hit on {hit}", column=marks[1].end)
        if not there:
            cursor.fail(f"{hit}* on the way, where a checker is hit", column=_passing(fields, state.dice, hit))
        if not marks:
            cursor.fail(f"* for the hit on {hit}", column=there[0].end)


def _passing(fields: Fields, dice: tuple[int, ...], hit: int) -> int:
    """The column of the landing before which a checker has landed on ``hit``, though that is not written."""
    return next(
        landing.column
        for part in fields.parts
        for (source, target), landing in zip(_segments(part), part.landings, strict=True)
        if any(hit in range(source, target, -die) for die in dice)
    )


def format(play: Play) -> str:
    """The written form of a play of ``rules.plays`` (see the top of this module).

    >>> from pointboard.backgammon.notation import ogid
    >>> from pointboard.backgammon.rules import plays
    >>> [format(play) for play in plays(ogid.parse("j:o:N0N:51:W:R"))]
    ['24/19*/18', '24/23/18']
    """
    side = instance(Play, play).side
    steps = sorted(((point_of(side, source), point_of(side, target)) for source, target in play.moves), reverse=True)
    if not steps:
        return CANNOT_MOVE
    hits = frozenset(point_of(side, pip) for pip in play.hits)
    needed = _telling_point(play, tuple(steps))
    return min(_text(ways, hits, needed) for ways in _joined(tuple(steps)))[-1]


_Way = tuple[int, ...]  # the points of one checker, from where it leaves to where it stops


def _telling_point(play: Play, steps: _Steps) -> int | None:
    """The point between two moves of one checker that must be written, since the other order of the dice would hit."""
    low, high = play.state.dice
    if low == high or len(steps) < 2 or steps[0][1] != steps[1][0]:
        return None
    source, between = steps[0]
    other = source - (low if source - between == high else high)
    blot = other > 0 and play.state.board.side(play.side.other)[pip_of(play.side, other)] == 1
    return between if blot else None


def _joined(steps: _Steps, ways: tuple[_Way, ...] = ()) -> Iterator[tuple[_Way, ...]]:
    """Every way to share out the moves, the farthest first, among checkers."""
    if not steps:
        yield ways
        return
    (source, target), rest = steps[0], steps[1:]
    for at, way in enumerate(ways):
        if way[-1] == source and way not in ways[:at]:
            yield from _joined(rest, (*ways[:at], (*way, target), *ways[at + 1 :]))
    yield from _joined(rest, (*ways, (source, target)))


def _text(ways: tuple[_Way, ...], hits: frozenset[int], needed: int | None) -> tuple[int, int, list[int], str]:
    """The text of moves shared out so, behind what makes it better: checkers, length, how far the farthest go."""
    times = Counter(ways)
    parts = sorted(times, reverse=True)
    # A hit is marked where a way ends, if one ends there.
    marks = {hit: next((way for way in parts if way[-1] == hit), None) for hit in hits}
    marks = {hit: way or next(way for way in parts if hit in way) for hit, way in marks.items()}
    written = []
    for way in parts:
        source, *others = way
        text = "bar" if source == BAR_POINT else str(source)
        for point in others:
            marked = marks.get(point) == way
            if marked or point in (way[-1], needed):
                text += f"/{point or 'off'}{'*' if marked else ''}"
        written.append(text if times[way] == 1 else f"{text}({times[way]})")
    whole = " ".join(written)
    return len(ways), len(whole), [end for *_, end in sorted(ways, reverse=True)], whole
