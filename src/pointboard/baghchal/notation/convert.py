"""Positions from one notation to another, with the list of what was lost on the way.

``NOTATIONS`` has every notation by name, OBX first. ``convert`` reads a text in one and writes it in another; what it
calls lost is what a reader of the new text does not find: parts of the position by their names in ``State``
(``last_move``, ``number``), and only those that this position has.
"""

from __future__ import annotations

from typing import Final

from pointboard.baghchal.notation import fen, gamestate, obx
from pointboard.baghchal.notation.moves import MOVE_NOTATIONS, move_notation, split
from pointboard.baghchal.rules import apply
from pointboard.baghchal.state import CAPTURES_TO_WIN, State
from pointboard.errors import IllegalMoveError, LossyConversionError, NotationError, PointboardError
from pointboard.game import Conversion, Notation
from pointboard.scan import shown

__all__ = ["NOTATIONS", "PARTS", "convert", "convert_moves", "losses", "move_notations", "recognise"]

PARTS: Final = ("board", "turn", "in_hand", "captured", "last_move", "number")
"""The parts of a position, by the names that errors and losses give them."""

_ALL = frozenset(PARTS)
_SHORT_TURN = 32  # the columns of the board, a blank, the side to move and a blank
_SHORT_HAND = "@0 "


def _parse_short(text: str, *, lax: bool = False) -> State:
    """The position of an OBX text without ``@N``: strict reading is OBX's own with that field put in."""
    fields = obx.read(text, lax=True)
    if fields.in_hand is not None:
        column = fields.columns()["in_hand"]
        message = f"expected c0 to c{CAPTURES_TO_WIN}, found {text[column - 1]!r}"
        raise NotationError(message, field="captured", column=column, text=text)
    if not lax:
        try:
            obx.read(text[:_SHORT_TURN] + _SHORT_HAND + text[_SHORT_TURN:])
        except NotationError as error:
            column = error.column - len(_SHORT_HAND) * (error.column > _SHORT_TURN)
            raise NotationError(error.message, field=error.field, column=column, text=text) from None
    return fields.to_state()


def _format_short(state: State) -> str:
    """The OBX text of a position without ``@N``."""
    text = obx.format(state)
    return text[:_SHORT_TURN] + text[text.index("c", _SHORT_TURN) :]


def _recognises_short(text: str) -> bool:
    try:
        return obx.read(text, lax=True).in_hand is None
    except NotationError:
        return False


_NOTATIONS: tuple[Notation[State], ...] = (
    Notation("obx", "OBX 2.0", obx.parse, obx.format, obx.recognises, _ALL),
    Notation("obx-short", "OBX of December 2024, without @N", _parse_short, _format_short, _recognises_short, _ALL),
    Notation("fen", "PyPI baghchal FEN", fen.parse, fen.format, fen.recognises, _ALL - {"last_move"}),
    Notation(
        "pybaghchal",
        "pybaghchal position string",
        fen.parse_pybaghchal,
        fen.format_pybaghchal,
        fen.recognises_pybaghchal,
        _ALL - {"number"},
    ),
    Notation(
        "gamestate",
        "game state of the OBX specification, as JSON",
        gamestate.parse,
        gamestate.format,
        gamestate.recognises,
        _ALL,
    ),
)

NOTATIONS: Final[dict[str, Notation[State]]] = {notation.name: notation for notation in _NOTATIONS}
"""Every notation of positions by name, OBX first."""


def _notation(name: str) -> Notation[State]:
    if name not in NOTATIONS:
        raise PointboardError(f"no notation is called {shown(name)}; there are: {', '.join(NOTATIONS)}")
    return NOTATIONS[name]


def move_notations() -> tuple[str, ...]:
    """The names of the notations of moves, OBX first.

    >>> move_notations()[:2]
    ('obx', 'pypi')
    """
    return tuple(MOVE_NOTATIONS)


def recognise(text: str) -> tuple[str, ...]:
    """The names of the notations whose grammar, strict or lax, a text follows; the likeliest first.

    An OBX text without ``@N`` is both lax OBX and short OBX.

    >>> recognise("B3B/5/5/5/B3B G 0"), recognise("no position")
    (('fen',), ())
    """
    return tuple(name for name, notation in NOTATIONS.items() if notation.recognises(text))


def losses(state: State, to: str) -> tuple[str, ...]:
    """The parts of a position that the notation called ``to`` cannot hold, of those that this position has.

    A part is lost when the text, read again, does not give it back. A move number that is not known is no part; it is
    one only where the notation must write a number and would make one up.

    >>> losses(State.start(), "fen")
    ()
    """
    notation = _notation(to)
    read = notation.parse(notation.format(state))
    lost = []
    if read.last_move != state.last_move:
        lost.append("last_move")
    if read.ply != state.ply and (state.ply is not None or not state.in_hand):
        lost.append("number")
    return tuple(lost)


def convert(text: str, to: str, source: str | None = None, *, strict: bool = False, lax: bool = False) -> Conversion:
    """A position in another notation, with the names of the parts that were lost.

    ``source`` names the notation of ``text``; without it the first that reads the text is taken. ``strict`` raises
    LossyConversionError where something would be lost; ``lax`` reads ``text`` leniently. PointboardError names the
    notations there are when ``to`` or ``source`` is none of them; NotationError and PositionError come from reading.

    >>> convert("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1", "fen")
    Conversion(source='obx', target='fen', text='B3B/5/2G2/5/B3B B 1', losses=('last_move',))
    """
    target = _notation(to)
    name, state = _read(text, lax=lax) if source is None else (source, _notation(source).parse(text, lax=lax))
    lost = losses(state, to)
    if strict and lost:
        raise LossyConversionError(f"{target.title} cannot hold all of the position", losses=lost)
    return Conversion(name, to, target.format(state), lost)


def _read(text: str, *, lax: bool) -> tuple[str, State]:
    """The first notation that reads a text, and its position.

    When none does, the error is that of the notation that got farthest, which is most likely the one that was meant.
    """
    farthest: NotationError | None = None
    for name, notation in NOTATIONS.items():
        try:
            return name, notation.parse(text, lax=lax)
        except NotationError as error:
            if farthest is None or error.column > farthest.column:
                farthest = error
    assert farthest is not None  # noqa: S101 (there is more than one notation)
    raise farthest


def convert_moves(text: str, to: str, source: str, *, start: State | None = None, lax: bool = False) -> Conversion:
    """A list of moves in another program's notation, each in its program's separators; the moves are played.

    ``start`` is the position before the first move, the start of a game by default. NotationError with the column in
    the whole text, IllegalMoveError with the ply (from 1) of the first move that the rules forbid. Nothing is lost.

    >>> convert_moves("XXC3-A5B4", "pypi", "libbaghchal").text
    'G33 B1122'
    """
    reader, writer = move_notation(source), move_notation(to)
    state = State.start() if start is None else start
    written = []
    for ply, token in enumerate(split(text, reader), 1):
        try:
            move = reader.parse(token.text, state, lax=lax)
        except NotationError as error:
            column = token.offset + error.column
            raise NotationError(error.message, field=f"move {ply}", column=column, text=text) from None
        except IllegalMoveError as error:
            raise IllegalMoveError(error.message, move=token.text, ply=ply) from None
        written.append(writer.format(move, state))
        state = apply(state, move)
    return Conversion(source, to, writer.separator.join(written))
