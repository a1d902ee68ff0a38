"""The game state that the OBX specification keeps in memory: a mapping of six keys, to and from ``State``.

    board           25 cells from A1 to E5, row by row: 0 empty, 1 goat, 2 tiger
    turn            "g" or "t", the side to move
    remainingGoats  goats in hand, 0-20
    capturedGoats   goats captured, 0-5
    lastMove        the last move as OBX writes it, "-" when there is none
    moveNumber      half-moves made since the start; 0 before the first, None when it is not known

The cells may also be the letters X, G and T in either case, as the specification's own print function takes them. Lax
reading takes the turn in either case, and a last move as lax OBX does. The specification also speaks of a last move
``from|to`` and never says what that is: it is refused. ``parse`` and ``format`` are the same as one line of JSON.

Source: OBX specification, "Game State Representation" and "ASCII Board Print from Game State".
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NoReturn, TypedDict

from pointboard.baghchal.board import POINT_COUNT, POINT_NAMES, Board
from pointboard.baghchal.notation.obx import format_move, parse_move
from pointboard.baghchal.state import CAPTURES_TO_WIN, GOAT_COUNT, MAX_MOVE_NUMBER, Move, Side, State
from pointboard.errors import NotationError, PositionError

__all__ = ["KEYS", "MAX_LENGTH", "GameState", "format", "from_game_state", "parse", "recognises", "to_game_state"]

KEYS: Final = ("board", "turn", "remainingGoats", "capturedGoats", "lastMove", "moveNumber")
"""The keys, in the order of the specification."""

MAX_LENGTH = 1000
"""Longer JSON texts are refused unread. The longest written form has 189 characters."""


class GameState(TypedDict):
    """The mapping, as a type."""

    board: list[int]
    turn: str
    remainingGoats: int
    capturedGoats: int
    lastMove: str
    moveNumber: int | None


_CELLS = {letter: number for number, letters in enumerate(("Xx", "Gg", "Tt")) for letter in letters}
_KEY_OF_FIELD = dict(zip(("board", "turn", "in_hand", "captured", "last_move", "number"), KEYS, strict=True))


def to_game_state(state: State) -> GameState:
    """The game state of a position: a new dictionary with the six keys.

    ``moveNumber`` counts half-moves: 0 before the first move, None where the position does not say.

    >>> to_game_state(State.start())["moveNumber"], to_game_state(State.start())["lastMove"]
    (0, '-')
    """
    ply = state.ply
    if ply is None and state.in_hand == GOAT_COUNT and state.turn is Side.GOAT:
        ply = 0
    return {
        "board": list(state.board.cells()),
        "turn": state.turn.value,
        "remainingGoats": state.in_hand,
        "capturedGoats": state.captured,
        "lastMove": "-" if state.last_move is None else format_move(state.last_move),
        "moveNumber": ply,
    }


def from_game_state(game_state: Mapping[str, Any], *, lax: bool = False) -> State:
    """The position of a game state.

    NotationError when a key is missing or unknown or a value is not of its kind (no bool and no float is a number);
    PositionError with every problem when there can be no such position. Both name the key as their field; the column
    counts in the value's own text.

    >>> from_game_state(to_game_state(State.start())) == State.start()
    True
    """
    if not isinstance(game_state, Mapping):
        _fail("gamestate", f"expected a mapping of the keys {', '.join(KEYS)}", game_state)
    for key in KEYS:
        if key not in game_state:
            _fail(key, f"expected the keys {', '.join(KEYS)}; this one is missing", game_state)
    for key in game_state:
        if key not in KEYS:
            _fail(str(key), f"expected the keys {', '.join(KEYS)} and no other", game_state)
    number = game_state["moveNumber"]
    if number is not None:
        number = _number("moveNumber", number, 2 * MAX_MOVE_NUMBER)
    state = State(
        _board(game_state["board"]),
        _turn(game_state["turn"], lax=lax),
        _number("remainingGoats", game_state["remainingGoats"], GOAT_COUNT),
        _number("capturedGoats", game_state["capturedGoats"], CAPTURES_TO_WIN),
        _last_move(game_state["lastMove"], lax=lax),
        number or None,  # 0: not begun, which a position shows by its 20 goats in hand
    )
    problems = state.status()
    if problems:
        raise PositionError(tuple(replace(problem, field=_KEY_OF_FIELD[problem.field]) for problem in problems))
    return state


def _fail(key: str, message: str, value: object, column: int = 1) -> NoReturn:
    raise NotationError(message, field=key, column=column, text=str(value)[:MAX_LENGTH])


def _number(key: str, value: object, high: int) -> int:
    """A whole number from 0 to ``high``; True and 1.0 are none."""
    if type(value) is not int or not 0 <= value <= high:
        _fail(key, f"expected a whole number from 0 to {high}, found {value!r:.50}", value)
    return value


def _board(cells: object) -> Board:
    if not isinstance(cells, (list, tuple)) or len(cells) != POINT_COUNT:
        found = f"{len(cells)}" if isinstance(cells, (list, tuple)) else f"{cells!r:.50}"
        _fail("board", f"expected a list of {POINT_COUNT} cells, found {found}", cells)
    numbers = []
    for at, cell in enumerate(cells):
        number = _CELLS.get(cell) if type(cell) is str else cell
        if type(number) is not int or number not in (0, 1, 2):
            _fail("board", f"expected 0, 1 or 2 (or X, G or T) at {POINT_NAMES[at]}, found {cell!r:.50}", cells)
        numbers.append(number)
    return Board.from_cells(numbers)


def _turn(value: object, *, lax: bool) -> Side:
    letter = value.lower() if lax and isinstance(value, str) else value
    if letter == "g":
        return Side.GOAT
    if letter == "t":
        return Side.TIGER
    _fail("turn", f"expected 'g' or 't', found {value!r:.50}", value)


def _last_move(value: object, *, lax: bool) -> Move | None:
    if not isinstance(value, str):
        _fail("lastMove", f"expected '-' or a move as OBX writes it, found {value!r:.50}", value)
    if value == "-":
        return None
    try:
        return parse_move(value, lax=lax)
    except NotationError as error:
        _fail("lastMove", error.message, value, error.column)


def parse(text: str, *, lax: bool = False) -> State:
    """The position of a game state written as one JSON object; errors as ``from_game_state``, and for broken JSON.

    The column of an error is where its key stands in the text, or the text's end when the key is missing.

    >>> parse(format(State.start())).in_hand
    20
    """
    game_state = _object(text)
    try:
        return from_game_state(game_state, lax=lax)
    except NotationError as error:
        raise NotationError(error.message, field=error.field, column=_column(text, error.field), text=text) from None
    except PositionError as error:
        problems = tuple(replace(problem, column=_column(text, problem.field)) for problem in error.problems)
        raise PositionError(problems, text=text) from None


def _object(text: str) -> dict[str, Any]:
    """The object of a JSON text, each key once."""
    if len(text) > MAX_LENGTH:
        message = f"expected at most {MAX_LENGTH} characters"
        raise NotationError(message, field="text", column=MAX_LENGTH + 1, text=text)
    try:
        value = json.loads(text, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        raise NotationError(f"expected JSON: {error.msg}", field="text", column=error.pos + 1, text=text) from None
    except _DoubleKeyError as error:
        key = str(error)
        column = text.rindex(json.dumps(key)) + 1 if json.dumps(key) in text else 1
        raise NotationError("expected each key once", field=key, column=column, text=text) from None
    except (RecursionError, ValueError):  # brackets without end, numbers of thousands of digits
        raise NotationError("expected a JSON object of six keys", field="text", column=1, text=text) from None
    if not isinstance(value, dict):
        raise NotationError("expected a JSON object", field="text", column=1, text=text)
    return value


class _DoubleKeyError(Exception):
    """A key stands twice in an object."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [key for key, _ in pairs]
        raise _DoubleKeyError(next(key for i, key in enumerate(names) if key in names[:i]))
    return found


def _column(text: str, key: str) -> int:
    """Where a key stands in a JSON object, or the object's end when it does not."""
    return text.find(json.dumps(key)) + 1 or len(text.rstrip())


def format(state: State) -> str:
    """The game state as one line of JSON: the inverse of ``parse``.

    >>> format(State.start())[-88:]
    '"turn": "g", "remainingGoats": 20, "capturedGoats": 0, "lastMove": "-", "moveNumber": 0}'
    """
    return json.dumps(to_game_state(state))


def recognises(text: str) -> bool:
    """Whether the text is a game state in JSON, strict or lax; the position need not be possible."""
    try:
        parse(text, lax=True)
    except NotationError:
        return False
    except PositionError:
        return True
    return True
