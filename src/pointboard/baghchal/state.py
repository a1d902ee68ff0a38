"""A whole position of Bagh Chal: the side to move, the board, the goats in hand and captured, how it came about."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum

from pointboard.baghchal.board import (
    ALL_POINTS,
    CAPTURE_TABLE,
    CONNECTION_TABLE,
    JUMPS,
    POINT_COUNT,
    POINT_NAMES,
    SYMMETRIES,
    TIGER_START,
    Board,
)
from pointboard.errors import PositionError, Problem
from pointboard.scan import refused, shown

__all__ = [
    "CAPTURES_TO_WIN",
    "GOAT_COUNT",
    "MAX_MOVE_NUMBER",
    "MOVES",
    "TIGER_COUNT",
    "Flag",
    "Kind",
    "Move",
    "Side",
    "State",
    "action_number",
]

TIGER_COUNT = 4
"""Tigers on the board, always."""

GOAT_COUNT = 20
"""Goats in all: on the board, in hand and captured."""

CAPTURES_TO_WIN = 5
"""Captured goats that win the game for the tigers (OBX specification, "maximum: 5"; so in nearly every program)."""

MAX_MOVE_NUMBER = 999_999
"""The largest move number that is read or written."""


class Side(StrEnum):
    """A side; the value is its letter in OBX."""

    GOAT = "g"
    TIGER = "t"

    @property
    def other(self) -> Side:
        """The opponent.

        >>> Side.GOAT.other.value
        't'
        """
        return Side.TIGER if self is Side.GOAT else Side.GOAT


_TIGER = Side.TIGER  # looked up once: the lookup takes longer than the comparison


class Kind(Enum):
    """What a move does."""

    PLACEMENT = "placement"
    STEP = "step"
    JUMP = "jump"


def _name(number: int) -> str:
    """The name of a point, and for a number that is none the number in angle brackets."""
    return POINT_NAMES[number] if 0 <= number < POINT_COUNT else f"<{shown(number)}>"


@dataclass(frozen=True, slots=True)
class Move:
    """A move as its points (0-24): where from (None for a placement), where to, and the point of the captured goat.

    A move is a value, not a promise: ``Move(0, 12, 1)`` can be held and compared, and is found wrong by the rules or by
    ``State.status``; only what is no whole number is refused at once (NotationError). The 217 moves that the board
    knows are ``MOVES``.

    >>> Move(0, 12, 6).kind.value, str(Move(0, 12, 6))
    ('jump', 'mA1C3(B2)')
    """

    source: int | None
    target: int
    captured: int | None = None

    def __post_init__(self) -> None:
        """Refuse what is no whole number: 12.0 and True would equal a point, and be treated otherwise."""
        if type(self.target) is not int:
            raise refused("move", "a point's number", self.target)
        for number in (self.source, self.captured):
            if number is not None and type(number) is not int:
                raise refused("move", "a point's number or None", number)

    @property
    def kind(self) -> Kind:
        """Placement without a source, jump with a captured point, step otherwise.

        >>> Move(None, 12).kind.value
        'placement'
        """
        if self.source is None:
            return Kind.PLACEMENT
        return Kind.STEP if self.captured is None else Kind.JUMP

    def __str__(self) -> str:
        """The move as OBX writes it: ``mC3``, ``mA1B1``, ``mA1C3(B2)``."""
        source = "" if self.source is None else _name(self.source)
        captured = "" if self.captured is None else f"({_name(self.captured)})"
        return f"m{source}{_name(self.target)}{captured}"

    def image(self, permutation: tuple[int, ...]) -> Move:
        """The move with each point i put at ``permutation[i]`` (one of ``board.SYMMETRIES``).

        >>> str(Move(0, 1).image(SYMMETRIES[1]))
        'mE1E2'
        """
        return Move(
            None if self.source is None else permutation[self.source],
            permutation[self.target],
            None if self.captured is None else permutation[self.captured],
        )


MOVES: tuple[Move, ...] = (
    *(Move(None, i) for i in range(POINT_COUNT)),
    *(Move(a, b) for a in range(POINT_COUNT) for b in sorted(CONNECTION_TABLE[a])),
    *(Move(a, b, over) for a, over, b in JUMPS),
)
"""The 217 moves of the board by action number: 0-24 placements by point, 25-136 the 112 steps by source, then target,
137-216 the 80 jumps by source, then target. A step is the same move for a goat and for a tiger."""

_ACTION_OF = {move: number for number, move in enumerate(MOVES)}
_MOVE_TEXTS = {move: str(move) for move in MOVES}


def action_number(move: Move) -> int:
    """The number (0-216) of a move in ``MOVES``; ValueError for a move that the board does not know.

    >>> action_number(Move(None, 24)), action_number(Move(0, 1)), action_number(MOVES[216])
    (24, 25, 216)
    """
    try:
        return _ACTION_OF[move]
    except KeyError:
        raise ValueError(f"{move} is no move of the board") from None


class Flag(StrEnum):
    """The ways in which a position can be impossible, as ``Problem.flag``.

    ``TYPE`` stands alone: a field holds a value of another kind, such as the text "t" for ``Side.TIGER``, and no more
    can be judged.
    """

    TYPE = "TYPE"
    OVERLAP = "OVERLAP"
    TIGER_COUNT = "TIGER_COUNT"
    TURN = "TURN"
    IN_HAND_RANGE = "IN_HAND_RANGE"
    CAPTURED_RANGE = "CAPTURED_RANGE"
    GOAT_TOTAL = "GOAT_TOTAL"
    TOO_MANY_CAPTURES = "TOO_MANY_CAPTURES"
    LAST_MOVE_MISMATCH = "LAST_MOVE_MISMATCH"
    MOVE_NUMBER_SIDE = "MOVE_NUMBER_SIDE"
    MOVE_NUMBER_RANGE = "MOVE_NUMBER_RANGE"
    MOVE_NUMBER_PLACED = "MOVE_NUMBER_PLACED"


@dataclass(frozen=True, slots=True)
class State:
    """A position: board, side to move, goats in hand (0-20), captured (0-5), last move, ply.

    ``last_move`` is the move that led here, None when it is not recorded. ``ply`` counts the half-moves made, the last
    one included (goats' K-th move is ply 2K - 1, tigers' is 2K); None when it is not recorded or no move was made yet.

    The constructor holds anything, so that a board can be set up by hand; ``status`` lists what is wrong with it and
    ``check`` raises. Parsers and rules only give states whose status is empty.

    Source of the fields: OBX specification, "Components" and "Game State Representation".

    >>> State.start().turn.value, State.start().in_hand, State.start().status()
    ('g', 20, ())
    """

    board: Board
    turn: Side
    in_hand: int
    captured: int
    last_move: Move | None = None
    ply: int | None = None

    @staticmethod
    def start() -> State:
        """The start position: a tiger on each corner, 20 goats in hand, goats to move.

        >>> str(State.start())
        'TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #'
        """
        return State(Board(TIGER_START, 0), Side.GOAT, GOAT_COUNT, 0)

    @property
    def last_mover(self) -> Side:
        """The side that made the last move: the one not to move.

        >>> State.start().last_mover.value
        't'
        """
        return self.turn.other

    @property
    def placed(self) -> int:
        """Goats that have been placed so far, captured ones included.

        >>> State.start().placed
        0
        """
        return GOAT_COUNT - self.in_hand

    @property
    def move_number(self) -> int | None:
        """The number of the last move among its own side's moves, from 1; None where ``ply`` is.

        >>> State(Board(TIGER_START, 1 << 12), Side.TIGER, 19, 0, ply=1).move_number
        1
        """
        return None if self.ply is None else (self.ply + 1) // 2

    def status(self) -> tuple[Problem, ...]:
        """Every problem of the position at once, in the order of the fields; empty when it can be.

        >>> [p.flag.value for p in State(Board(1, 0), Side.GOAT, 20, 0).status()]
        ['TIGER_COUNT']
        """
        board, turn, in_hand, captured, ply = self.board, self.turn, self.in_hand, self.captured, self.ply
        if type(board) is not Board or type(turn) is not Side:
            return _type_problems(self)
        tigers, goats, tiger_to_move, move = board.tigers, board.goats, turn is _TIGER, self.last_move
        if (
            not (type(in_hand) is type(captured) is type(tigers) is type(goats) is int)
            or (ply is not None and type(ply) is not int)
            or (move is not None and type(move) is not Move)
        ):
            return _type_problems(self)
        found: list[Problem] = []
        if tigers & goats or not 0 <= (tigers | goats) <= ALL_POINTS:
            found.append(Problem(Flag.OVERLAP, "board", "a point holds one piece, and there are 25 points"))
        if tigers.bit_count() != TIGER_COUNT:
            found.append(Problem(Flag.TIGER_COUNT, "board", f"{TIGER_COUNT} tigers needed, has {tigers.bit_count()}"))
        if not 0 <= in_hand <= GOAT_COUNT:
            found.append(Problem(Flag.IN_HAND_RANGE, "in_hand", f"must be 0 to {GOAT_COUNT}, is {shown(in_hand)}"))
        if not 0 <= captured <= CAPTURES_TO_WIN:
            found.append(
                Problem(Flag.CAPTURED_RANGE, "captured", f"must be 0 to {CAPTURES_TO_WIN}, is {shown(captured)}")
            )
        total = goats.bit_count() + in_hand + captured
        if total != GOAT_COUNT:
            text = f"{goats.bit_count()} on the board, {shown(in_hand)} in hand and {shown(captured)} captured"
            found.append(Problem(Flag.GOAT_TOTAL, "board", f"{text} make {shown(total)} goats, not {GOAT_COUNT}"))
        if in_hand == GOAT_COUNT and tiger_to_move:
            found.append(Problem(Flag.TURN, "turn", f"goats move first: with {GOAT_COUNT} in hand they are to move"))
        if in_hand and captured > (tiger_moves := GOAT_COUNT - in_hand - tiger_to_move) >= 0:
            # While goats are in hand each goat turn is a placement, so the number of turns is known.
            text = f"{shown(captured)} captured, but the tigers can have made only {tiger_moves} moves"
            found.append(Problem(Flag.TOO_MANY_CAPTURES, "captured", text))
        if move is not None and (reasons := _last_move_faults(self, move)):
            found.append(Problem(Flag.LAST_MOVE_MISMATCH, "last_move", f"{move}: {', '.join(reasons)}"))
        if ply is not None and (problem := _number_problem(self, ply)):
            found.append(problem)
        return tuple(found)

    def check(self) -> State:
        """The state itself when its status is empty; PositionError with every problem otherwise.

        >>> State(Board(1, 0), Side.GOAT, 20, 0).check()
        Traceback (most recent call last):
        pointboard.errors.PositionError: board: 4 tigers needed, has 1
        """
        problems = self.status()
        if problems:
            raise PositionError(problems)
        return self

    def __str__(self) -> str:
        """The position as OBX writes it; any state has a text, possible or not.

        >>> str(State.start())
        'TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #'
        """
        ply, move = self.ply, self.last_move
        number = "" if ply is None else f"g{(ply + 1) // 2}" if ply & 1 else f"t{ply // 2}"
        last = "-" if move is None else _MOVE_TEXTS.get(move) or str(move)
        return f"{self.board.text()} {self.turn} @{self.in_hand} c{self.captured} {last} #{number}"

    def image(self, symmetry: int) -> State:
        """The position as symmetry number ``symmetry`` (0-7) of ``board.SYMMETRIES`` shows it.

        >>> State(Board(TIGER_START, 1), Side.TIGER, 19, 0).image(1).board.goats == 1 << 4
        True
        """
        last = self.last_move
        moved = None if last is None else last.image(SYMMETRIES[symmetry])
        return State(self.board.image(symmetry), self.turn, self.in_hand, self.captured, moved, self.ply)

    def position_key(self) -> tuple[int, int, Side, int]:
        """What makes two positions the same for the rules: tigers, goats, side to move, goats in hand.

        The captured goats follow from these; the last move and the ply do not matter for what can happen next.

        >>> State.start().position_key() == State.start().image(3).position_key()
        True
        """
        return (self.board.tigers, self.board.goats, self.turn, self.in_hand)


def _type_problems(state: State) -> tuple[Problem, ...]:
    """A problem for each field that holds a value of another kind."""
    board = state.board
    bits = (board.tigers, board.goats) if type(board) is Board else ()
    judged = (
        ("board", "a Board of two whole numbers", board, len(bits) == 2 and all(type(one) is int for one in bits)),
        ("turn", "a Side", state.turn, type(state.turn) is Side),
        ("in_hand", "a whole number", state.in_hand, type(state.in_hand) is int),
        ("captured", "a whole number", state.captured, type(state.captured) is int),
        ("last_move", "a Move or None", state.last_move, state.last_move is None or type(state.last_move) is Move),
        ("number", "a whole number or None", state.ply, state.ply is None or type(state.ply) is int),
    )
    return tuple(
        Problem(Flag.TYPE, field, f"must be {kind}, is {shown(value)}")
        for field, kind, value, holds in judged
        if not holds
    )


def _number_problem(state: State, ply: int) -> Problem | None:
    """What is wrong with the ply.

    A number belongs to the side that just moved; while goats are in hand each goat turn was a placement, so that it
    equals the goats placed so far. The last placement is the goats' 20th move.
    """
    in_hand, move, tiger_to_move = state.in_hand, state.last_move, state.turn is _TIGER
    if not 0 < ply <= 2 * MAX_MOVE_NUMBER:
        text = f"the ply must be 1 to {2 * MAX_MOVE_NUMBER}, is {shown(ply)}"
        return Problem(Flag.MOVE_NUMBER_RANGE, "number", text)
    if (ply & 1 == 1) is not tiger_to_move:
        names = "tigers" if tiger_to_move else "goats"
        text = f"a number belongs to the side that just moved, but the {names} are to move"
        return Problem(Flag.MOVE_NUMBER_SIDE, "number", text)
    number, placed = (ply + 1) // 2, GOAT_COUNT - in_hand
    if number != placed and (in_hand or number < placed):
        were = "1 goat was" if placed == 1 else f"{placed} goats were"
        text = f"{were} placed, so the number must be {'' if in_hand else 'at least '}{placed}, is {number}"
        return Problem(Flag.MOVE_NUMBER_PLACED, "number", text)
    if tiger_to_move and not in_hand and move is not None and (move.source is None) is not (number == placed):
        text = f"the goats' move {placed} is the last placement, so the number of {move} cannot be {number}"
        return Problem(Flag.MOVE_NUMBER_PLACED, "number", text)
    return None


def _last_move_faults(state: State, move: Move) -> list[str]:
    """Why ``move`` cannot have led to ``state``: the reasons that can be told from the position alone.

    Source: OBX specification, "Last Move"; the moves of the two sides as in ``rules``.
    """
    board, goats_moved = state.board, state.turn is _TIGER
    source, target, captured = move.source, move.target, move.captured
    known = move in _ACTION_OF
    if not known and not all(0 <= point < POINT_COUNT for point in (source, target, captured) if point is not None):
        return [f"points are numbered 0 to {POINT_COUNT - 1}"]
    faults = []
    occupied = board.tigers | board.goats
    placement = source is None  # by a goat, whoever is to move
    own = board.goats if goats_moved or placement else board.tigers
    if not own >> target & 1:
        faults.append(f"no {'goat' if goats_moved or placement else 'tiger'} on {POINT_NAMES[target]}")
    if source is None:
        if not goats_moved:
            faults.append("a goat was placed, so the tigers must be to move")
        if captured is not None:
            faults.append("a placement captures nothing")
    elif not known:
        faults.append(_geometry_fault(source, target, captured))
    if source is not None and occupied >> source & 1:
        faults.append(f"{POINT_NAMES[source]} is not empty")
    if captured is not None:
        if occupied >> captured & 1:
            faults.append(f"the captured goat's point {POINT_NAMES[captured]} is not empty")
        if goats_moved:
            faults.append("goats do not capture")
        if state.captured == 0:
            faults.append("a capture, but no goat is captured")
    if goats_moved and source is not None and state.in_hand:
        faults.append(f"goats may not slide while {shown(state.in_hand)} are in hand")
    if (goats_moved or captured is None) and state.captured == CAPTURES_TO_WIN:
        faults.append(f"the game was over: {CAPTURES_TO_WIN} goats were captured before")
    if not goats_moved and state.in_hand == GOAT_COUNT:
        faults.append("the tigers cannot have moved before a goat was placed")
    elif not goats_moved and captured is None and state.captured == state.placed:
        faults.append(f"{state.captured} captured in {state.placed} tiger moves: each was a capture")
    return faults


def _geometry_fault(source: int, target: int, captured: int | None) -> str:
    """What is wrong with a move between two points that is none of ``MOVES``."""
    a, b = POINT_NAMES[source], POINT_NAMES[target]
    if captured is None:
        return f"{a} is not joined to {b}"
    if target not in CAPTURE_TABLE[source]:
        return f"no jump leads from {a} to {b}"
    return f"the jump from {a} to {b} is over {POINT_NAMES[(source + target) // 2]}, not {POINT_NAMES[captured]}"
