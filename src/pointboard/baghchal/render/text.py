r"""Positions as text: the specification's printout, a board for the terminal, a description in words.

All three draw anything that a ``State`` can hold, possible or not: a point with two pieces is shown as ``?``, pieces
off the 25 points are not shown, numbers are written as they are.

The frame is the specification's: columns A-E from left to right, rows 1-5 from the top down.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from pointboard.baghchal.board import LINES, POINT_COUNT, POINT_NAMES, Board
from pointboard.baghchal.render.english import ENGLISH
from pointboard.baghchal.rules import Outcome, outcome
from pointboard.baghchal.state import Move, Side, State
from pointboard.wording import Words

__all__ = ["counts", "describe", "headline", "in_front", "move_words", "pretty", "render", "render_board"]

_HEAD = "  A   B   C   D   E"
_SIDES = {Side.GOAT: "Goat", Side.TIGER: "Tiger"}
_PIECES = "XGT?"  # by goat + 2 * tiger; the last is no piece of the specification: both on one point


def _pieces(board: Board) -> str:
    """The 25 points as letters, row by row."""
    return "".join(
        _PIECES[(board.goats >> number & 1) + 2 * (board.tigers >> number & 1)] for number in range(POINT_COUNT)
    )


def _slope(row: int, column: int) -> str:
    r"""Which way the diagonal runs, ``\`` or ``/``, in the cell that this point is the top left corner of."""
    origin = row * 5 + column
    return "\\" if (origin, origin + 6) in LINES else "/"


_LINKS = tuple("| " + " | ".join(_slope(row, column) for column in range(4)) + " |" for row in range(4))
"""The lines between two rows of points, from the top."""


def render_board(board: Board) -> str:
    r"""The board as the specification's ``showBoard`` prints it: nine lines under the column letters, a newline last.

    >>> print(render_board(State.start().board), end="")
      A   B   C   D   E
    1 T   X   X   X   T
      | \ | / | \ | / |
    2 X   X   X   X   X
      | / | \ | / | \ |
    3 X   X   X   X   X
      | \ | / | \ | / |
    4 X   X   X   X   X
      | / | \ | / | \ |
    5 T   X   X   X   T
    """
    pieces = _pieces(board)
    lines = [_HEAD]
    for row in range(5):
        lines.append(f"{row + 1} " + "   ".join(pieces[row * 5 : row * 5 + 5]))
        if row < 4:
            lines.append("  " + _LINKS[row])
    return "\n".join(lines) + "\n"


def render(state: State) -> str:
    """The position exactly as the specification's ``showBoard`` prints it, the empty line at its end included.

    Source: OBX specification, "ASCII Board Print from Game State".

    >>> render(State.start()).splitlines()[10:]
    ['Turn: Goat', 'Remaining Goats: 20', 'Captured Goats: 0', '']
    """
    return (
        f"{render_board(state.board)}Turn: {_SIDES[state.turn]}\n"
        f"Remaining Goats: {state.in_hand}\nCaptured Goats: {state.captured}\n\n"
    )


def _settled(state: State) -> Outcome | None:
    """The outcome; None too for a board that cannot be, of which the rules say nothing."""
    position = replace(state, last_move=None, ply=None)
    return None if position.status() else outcome(position)


def in_front(state: State) -> Side | None:
    """The side that ``headline`` is about: who is to move, or has won."""
    over = _settled(state)
    return state.turn if over is None else over.winner


def headline(state: State, say: Words = ENGLISH) -> str:
    """Who is to move, or who has won and why.

    >>> headline(State.start())
    'Goats to move'
    """
    over = _settled(state)
    if over is None:
        return say("picture.baghchal.to_move", side=say(f"side.baghchal.{state.turn}"))
    # Only repetition draws, and that is nothing that a position shows: somebody has won.
    return say("picture.baghchal.wins", side=say(f"side.baghchal.{over.winner}"), reason=say(f"reason.{over.reason}"))


def counts(state: State, say: Words = ENGLISH) -> str:
    """The goats that are not on the board, in words.

    >>> counts(State.start())
    '20 goats in hand, 0 captured'
    """
    return say.counted("picture.baghchal.counts", state.in_hand, captured=say.number(state.captured))


def _name(number: int, say: Words) -> str:
    return POINT_NAMES[number] if 0 <= number < POINT_COUNT else say("picture.baghchal.point", number=number)


def move_words(move: Move, mover: Side, say: Words = ENGLISH) -> str:
    """A move in words: "goat placed on C3", "tiger from A1 to B1", "tiger from A1 to C3, capturing B2"."""
    piece, target = say(f"piece.{mover.name.lower()}"), _name(move.target, say)
    if move.source is None:
        return say("picture.baghchal.placed", piece=piece, target=target)
    source = _name(move.source, say)
    if move.captured is None:
        return say("picture.baghchal.moved", piece=piece, source=source, target=target)
    captured = _name(move.captured, say)
    return say("picture.baghchal.jumped", piece=piece, source=source, target=target, captured=captured)


def _standing(board: Board, letters: str, say: Words) -> str:
    points = [POINT_NAMES[i] for i, letter in enumerate(_pieces(board)) if letter in letters]
    return ", ".join(points) or say("picture.baghchal.nowhere")


def describe(state: State, say: Words = ENGLISH) -> str:
    """The position in sentences, for those who hear it read out.

    >>> describe(State.start())
    'Goats to move. 20 goats in hand, 0 captured. Tigers on A1, E1, A5, E5. Goats on no point.'
    """
    told = say(
        "picture.baghchal.about",
        said=headline(state, say),
        counts=counts(state, say),
        tigers=_standing(state.board, "T?", say),
        goats=_standing(state.board, "G?", say),
    )
    if state.last_move is None:
        return told
    return f"{told} {say('picture.baghchal.last', move=move_words(state.last_move, state.last_mover, say))}"


class _Pen(NamedTuple):
    """The characters that a terminal shows besides T and G."""

    empty: str
    hinted: str
    crossed: str
    across: str
    links: dict[int, str]


_ASCII = _Pen(".", "+", "x", "-", {})
_UNICODE = _Pen("·", "◦", "×", "─", {ord("|"): "│", ord("/"): "╱", ord("\\"): "╲"})  # noqa: RUF001 - signs to be seen, not letters
_COLUMNS = "   A   B   C   D   E"

# The colour of each character as an SGR code of terminals.
_TIGER, _GOAT, _LAST, _HINT = "1;33", "1;36", "35", "32"
_COLORS = {"T": _TIGER, "G": _GOAT, **dict.fromkeys("[]()x", _LAST), "+": _HINT}
_COLORS |= {_UNICODE.crossed: _LAST, _UNICODE.hinted: _HINT}


def _paint(text: str) -> str:
    return "".join(f"\x1b[{_COLORS[letter]}m{letter}\x1b[0m" if letter in _COLORS else letter for letter in text)


def _row(state: State, row: int, pen: _Pen, targets: frozenset[int]) -> str:
    """One row of points; a blank or a bracket stands at either end."""
    last, pieces = state.last_move, _pieces(state.board)
    cells = list(f" {(pen.across * 3).join(pieces[row * 5 : row * 5 + 5])} ")
    for column in range(5):
        number, at = row * 5 + column, 1 + 4 * column
        if pieces[number] == "X":
            taken = last is not None and number == last.captured
            cells[at] = pen.hinted if number in targets else pen.crossed if taken else pen.empty
        if last is not None and number in (last.source, last.target):
            cells[at - 1], cells[at + 1] = "[]" if number == last.target else "()"
    return "".join(cells)


def pretty(state: State, *, unicode: bool = True, color: bool = False, hints: Iterable[Move] = ()) -> str:
    """The position for a terminal: lines drawn, the last move in brackets, the points that hints lead to marked.

    ``[G]`` is the piece that moved, ``(·)`` where it came from, a cross the point of the goat it captured, ``◦`` a
    hint. ``unicode=False`` draws with ASCII only (``.``, ``x`` and ``+``); ``color=True`` adds terminal colours.

    >>> print(pretty(State.start(), unicode=False).splitlines()[1])
    1  T---.---.---.---T  1
    """
    pen = _UNICODE if unicode else _ASCII
    targets = frozenset(move.target for move in hints)
    lines = [_COLUMNS]
    for row in range(5):
        points = _row(state, row, pen, targets)
        lines.append(f"{row + 1} {_paint(points) if color else points} {row + 1}")
        if row < 4:
            lines.append("   " + _LINKS[row].translate(pen.links))
    lines += [_COLUMNS, headline(state), counts(state)]
    if state.last_move is not None:
        lines.append(f"Last move: {move_words(state.last_move, state.last_mover)}")
    return "\n".join(lines) + "\n"
