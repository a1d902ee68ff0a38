"""Positions as text: the specification's drawing, and a board for the terminal.

Both draw anything that a ``State`` can hold, possible or not: a point with checkers of both sides is shown as ``?``,
numbers are written as they are. X is White, o is Black, as in the specification. The numbers of the points are those of
the side at the bottom, so that its plays can be read off; from Black's side they are the pips of OGID.
"""

from __future__ import annotations

from pointboard.backgammon.board import BAR, Side
from pointboard.backgammon.render import words
from pointboard.backgammon.render.view import Hand, Stack, View, drawable
from pointboard.backgammon.state import Action, Owner, State

__all__ = ["pretty", "render", "render_board"]

_SIGNS = {Side.WHITE: "X", Side.BLACK: "o", None: "?"}
_ROWS = 5
_EDGE = " +---+---+---+---+---+---+  +---+---+---+---+---+---+"
_HALF = 28


def _cell(stack: Stack, row: int, width: int) -> str:
    """What a point shows in its ``row`` (0 at the edge of the board): a checker, nothing, or how many there are."""
    if row == _ROWS - 1 and stack.total > _ROWS:
        return f"{stack.total:^{width}}"
    return f"{_SIGNS[stack.side] if row < stack.total else '':^{width}}"


def _numbers(points: tuple[int, ...]) -> str:
    first, second = ("".join(f"{point:>4}" for point in half) for half in (points[:6], points[6:]))
    return f"{first}    {second}"


def _labels(view: View, side: Side) -> str:
    """The names of the two boards of a side, over or under them."""
    boards = [f"{words.side_name(side)}'s {name} Board" for name in ("Home", "Outer")]
    left, right = boards if view.home is Hand.LEFT else reversed(boards)
    return f"{left:<{_HALF}}{right}"


def _bar(view: View, state: State, point: int) -> str:
    """The label of a bar, and the checkers on it."""
    pip = view.pip(point)
    owner = next(side for side in Side if BAR[side] == pip)
    stack = view.stack(state, point)
    white, black = stack.colours()
    shown = _SIGNS[Side.WHITE] * white + _SIGNS[Side.BLACK] * black
    if stack.total > _ROWS:
        shown = f"{stack.total} {_SIGNS[stack.side]}"
    return f"{words.side_name(owner)}'s bar (pip {pip}){': ' if shown else ''}{shown}"


def render_board(state: State, *, bottom: Side | str = Side.BLACK, home: Hand | str = Hand.LEFT) -> str:
    """The board as the specification draws it, the names of its four quarters put right; a newline last.

    ``bottom`` is the side from which it is seen and ``home`` the hand on which the home boards lie; the specification
    draws it from Black's side with the home boards on the left. PointboardError for any other word. A point with more
    than five checkers has their number in place of the fifth; all stand at the edge of the board, as the specification
    has them everywhere but on pip 8.

    Source: OGID specification, "Point Numbering". There each quarter has the name of the one opposite: the home board
    of White, which enters from pip 0, is 19-24, and a side's outer board lies beside its home board.

    >>> print(render_board(State.start()), end="")
    White's Home Board          White's Outer Board
      24  23  22  21  20  19      18  17  16  15  14  13
     +---+---+---+---+---+---+  +---+---+---+---+---+---+
     | o |   |   |   |   | X |  |   | X |   |   |   | o | Black's bar (pip 25)
     | o |   |   |   |   | X |  |   | X |   |   |   | o |
     |   |   |   |   |   | X |  |   | X |   |   |   | o |
     |   |   |   |   |   | X |  |   |   |   |   |   | o |
     |   |   |   |   |   | X |  |   |   |   |   |   | o |
     +---+---+---+---+---+---+  +---+---+---+---+---+---+
     +---+---+---+---+---+---+  +---+---+---+---+---+---+
     |   |   |   |   |   | o |  |   |   |   |   |   | X |
     |   |   |   |   |   | o |  |   |   |   |   |   | X |
     |   |   |   |   |   | o |  |   | o |   |   |   | X |
     | X |   |   |   |   | o |  |   | o |   |   |   | X |
     | X |   |   |   |   | o |  |   | o |   |   |   | X | White's bar (pip 0)
     +---+---+---+---+---+---+  +---+---+---+---+---+---+
       1   2   3   4   5   6       7   8   9  10  11  12
    Black's Home Board          Black's Outer Board
    """
    drawable(state)
    view = View.of(bottom, home)

    def rows(points: tuple[int, ...]) -> list[str]:
        stacks = [view.stack(state, point) for point in points]
        lines = []
        for row in range(_ROWS):
            cells = [_cell(stack, row, 3) for stack in stacks]
            lines.append(f" |{'|'.join(cells[:6])}|  |{'|'.join(cells[6:])}|")
        return lines

    upper, lower = rows(view.top()), rows(view.low())[::-1]
    upper[0] += f" {_bar(view, state, 25)}"
    lower[-1] += f" {_bar(view, state, 0)}"
    lines = [
        _labels(view, view.bottom.other),
        _numbers(view.top()),
        _EDGE,
        *upper,
        _EDGE,
        _EDGE,
        *lower,
        _EDGE,
        _numbers(view.low()),
        _labels(view, view.bottom),
    ]
    return "\n".join(lines) + "\n"


def render(state: State, *, bottom: Side | str = Side.BLACK, home: Hand | str = Hand.LEFT) -> str:
    r"""The board as ``render_board`` draws it, and under it who acts, the cube, the score, the pip counts.

    >>> print(render(State.start()).partition("Outer Board\n")[2].partition("Outer Board\n")[2], end="")
    The opening roll is due
    Cube: 1, in the middle
    Score: White (X) 0, Black (o) 0, money play
    Pips: White 167, Black 167
    """
    drawable(state)
    score = f"White (X) {state.score.white}, Black (o) {state.score.black}"
    lines = [
        words.headline(state),
        f"Cube: {words.cube_words(state)}",
        f"Score: {score}, {words.match_words(state)}",
        f"Pips: White {words.pips(state, Side.WHITE)}, Black {words.pips(state, Side.BLACK)}",
    ]
    borne = {side: words.off(state, side) for side in Side}
    if any(borne.values()):
        lines.append(f"Off: White {borne[Side.WHITE]}, Black {borne[Side.BLACK]}")
    return render_board(state, bottom=bottom, home=home) + "".join(f"{line}\n" for line in lines)


# --- for the terminal ------------------------------------------------------------------------------------------------

_LINES = str.maketrans("|-", "│─")
_CORNERS = ((0, "┌", "┐"), (-1, "└", "┘"))
_COLORS = {"X": "1;33", "o": "1;36", "?": "1;35"}


def _paint(text: str) -> str:
    return "".join(f"\x1b[{_COLORS[letter]}m{letter}\x1b[0m" if letter in _COLORS else letter for letter in text)


def _border(points: tuple[int, ...]) -> str:
    left, right = ("-".join(f"{point:->2}" for point in half) for half in (points[:6], points[6:]))
    return f"+-{left}-----{right}-+"


def _cube(state: State) -> str:
    """The cube, at its new value while a double is offered."""
    if state.cube.owner is Owner.DEAD:
        return "[dead]"
    return f"[{words.cube_text(state.cube.exponent + (state.cube.action is Action.OFFERED))}]"


_OWNERS = {Side.WHITE: Owner.WHITE, Side.BLACK: Owner.BLACK}


def _beside(state: State, side: Side) -> list[str]:
    """The words beside a side's half of the board, from its edge to the middle."""
    owns = state.cube.owner is _OWNERS[side] and state.cube.action is not Action.OFFERED
    borne = words.off(state, side)
    return [
        f"{words.side_name(side)}{' to act' if state.to_act is side else ''}",
        f"pips {words.pips(state, side)}",
        f"score {state.score.white if side is Side.WHITE else state.score.black}",
        f"off {borne}" if borne else "",
        _cube(state) if owns else "",
    ]


def pretty(
    state: State,
    *,
    unicode: bool = True,
    color: bool = False,
    bottom: Side | str = Side.WHITE,
    home: Hand | str = Hand.RIGHT,
) -> str:
    """The position for a terminal, the words beside the board; seen from White's side unless said otherwise.

    The bars stand in the middle, each in the half in which its checkers enter. ``unicode=False`` draws with ASCII only;
    ``color=True`` adds terminal colours.

    >>> print(pretty(State.start(), unicode=False).splitlines()[0])
    +-13-14-15-16-17-18-----19-20-21-22-23-24-+  o Black
    """
    drawable(state)
    view = View.of(bottom, home)

    def rows(points: tuple[int, ...], bar: int) -> list[str]:
        stacks, middle = [view.stack(state, point) for point in points], view.stack(state, bar)
        lines = []
        for row in range(_ROWS):
            cells = [_cell(stack, row, 3) for stack in stacks]
            lines.append(f"|{''.join(cells[:6])}|{_cell(middle, row, 3)}|{''.join(cells[6:])}|")
        return lines

    upper, lower = rows(view.top(), 25), rows(view.low(), 0)
    board = [_border(view.top()), *upper, f"|{'':18}|BAR|{'':18}|", *lower[::-1], _border(view.low())]
    if unicode:
        board = [line.translate(_LINES) for line in board]
        for at, left, right in _CORNERS:
            board[at] = left + board[at][1:-1] + right
    owned = state.cube.owner in _OWNERS.values() and state.cube.action is not Action.OFFERED
    (top, *above), (low, *below) = _beside(state, view.bottom.other), _beside(state, view.bottom)
    top, low = f"{_SIGNS[view.bottom.other]} {top}", f"{_SIGNS[view.bottom]} {low}"
    board = [_paint(line) for line in board] if color else board
    beside = [top, *above, "", "" if owned else _cube(state), "", *below[::-1], low]
    lines = [f"{line}  {said}".rstrip() for line, said in zip(board, beside, strict=True)]
    match = words.match_words(state)
    lines += [words.headline(state), f"Cube: {words.cube_words(state)}", match[0].upper() + match[1:]]
    return "\n".join(lines) + "\n"
