"""The rules of backgammon for the checkers: all plays of a roll, why a move is refused, the end of a game.

A roll is played one die at a time, a doublet four times. Both dice must be played if they can be; if only one can be,
the larger must be, if it can. Checkers on the bar enter first. Bearing off begins when all of a side's checkers are in
its home board; a die bears off from its own point, or from the farthest point that holds a checker when that is nearer.
A play is what the board looks like afterwards: two ways to the same position are one play.

Moves are written in absolute pips, as the board is (``board``); what a player calls a point is ``point_of``. Source:
the rules of the US Backgammon Federation and of bkgm.com, which agree on all of this.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from pointboard.backgammon.board import BAR, PIP_COUNT, Board, Side
from pointboard.backgammon.state import MAX_NUMBER, PHASES, Action, Phase, State, typed
from pointboard.errors import IllegalMoveError
from pointboard.scan import fitting, instance, member

__all__ = [
    "BAR_POINT",
    "MAX_MOVES",
    "OFF",
    "Move",
    "Outcome",
    "Play",
    "Size",
    "apply",
    "mover",
    "not_due",
    "outcome",
    "pip_of",
    "play_of",
    "plays",
    "point_of",
    "refusal",
]

OFF = 26
"""The target of a checker that is borne off, for both sides: the pip that OGID reserves for it."""

BAR_POINT = 25
"""The bar in a player's own numbering, in which points are 24 to 1 and 0 is off."""

MAX_MOVES = 4
"""The moves that a roll gives at most: a doublet is played four times."""

_HOME_POINTS = 6
_DICE = range(1, 7)
_BYTE = 8
_WHITE, _BLACK = Side.WHITE, Side.BLACK


def point_of(side: Side, pip: int) -> int:
    """A pip in the numbering of ``side``: its bar 25, the points 24 (farthest) to 1, off 0.

    The one place where texts, which are relative to the mover, and boards, which are absolute, meet; ``pip_of`` is the
    way back. Pips are 0 to 25 or ``OFF``; the result means nothing for others.

    >>> point_of(Side.WHITE, 0), point_of(Side.BLACK, 25), point_of(Side.WHITE, 20), point_of(Side.BLACK, OFF)
    (25, 25, 5, 0)
    """
    if pip == OFF:
        return 0
    if side is _BLACK:
        return pip
    return BAR_POINT - pip if member(Side, side, "side") is _WHITE else pip


def pip_of(side: Side, point: int) -> int:
    """The pip of a point (0, which is off, to 25) in the numbering of ``side``.

    >>> pip_of(Side.WHITE, 24), pip_of(Side.BLACK, 24), pip_of(Side.BLACK, 0) == OFF
    (1, 24, True)
    """
    if point == 0:
        return OFF
    if side is _BLACK:
        return point
    return BAR_POINT - point if member(Side, side, "side") is _WHITE else point


class Move(NamedTuple):
    """One checker moved by one die: the pips it leaves and reaches, absolute; ``target`` is ``OFF`` when borne off."""

    source: int
    target: int


def mover(state: State) -> Side:
    """The side whose roll lies there, the one that did not act last; it means nothing where no play is due.

    >>> mover(State.start()._replace(phase=Phase.OPENING_ROLLED, dice=(1, 3))).name
    'BLACK'
    """
    return _BLACK if state.last_actor is _WHITE else _WHITE


class Play(NamedTuple):
    """A roll played out: the position it is played in, the moves, the board they lead to.

    ``moves`` stand in an order in which they can be made; there are none when no die can be played ("Cannot move").
    ``plays`` makes these values; one made by hand need not be legal (``apply`` looks at its moves only).
    """

    state: State
    moves: tuple[Move, ...]
    board: Board

    @property
    def side(self) -> Side:
        """The side that moves."""
        return mover(self.state)

    @property
    def hits(self) -> tuple[int, ...]:
        """The pips on which a checker of the opponent is hit, in the order of the moves.

        >>> from pointboard.backgammon.notation import ogid
        >>> plays(ogid.parse("j:o:N0N:51:W:R"))[0].hits
        (19,)
        """
        theirs = self.state.board.side(self.side.other)
        landed = dict.fromkeys(move.target for move in self.moves)
        return tuple(pip for pip in landed if pip != OFF and theirs[pip] == 1)

    @property
    def after(self) -> State:
        """The position after the play: the dice are picked up, the mover has acted last, the play is counted.

        The mark of a cube just taken goes. What that means for the turn is said in ``state.PHASES``.
        """
        state = self.state
        cube = state.cube._replace(action=Action.NONE) if state.cube.action is Action.TAKEN else state.cube
        return state._replace(
            board=self.board,
            cube=cube,
            dice=(),
            last_actor=self.side,
            phase=Phase.PLAYED,
            move_id=state.move_id + 1,
        )

    def mirror(self) -> Play:
        """The same play with the sides exchanged."""
        moves = tuple(Move(_mirrored(source), _mirrored(target)) for source, target in self.moves)
        return Play(self.state.mirror(), moves, self.board.mirror())


def _mirrored(pip: int) -> int:
    return pip if pip == OFF else BAR_POINT - pip


class Size(IntEnum):
    """How many times the cube a lost game counts."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


class Outcome(NamedTuple):
    """How a game ended on the board: who bore off all checkers, and what the other side lost."""

    winner: Side
    size: Size

    @property
    def reason(self) -> str:
        """The outcome in words.

        >>> Outcome(Side.BLACK, Size.GAMMON).reason
        'all checkers borne off: a gammon'
        """
        game = "single game" if self.size is Size.SINGLE else self.size.name.lower()
        return f"all checkers borne off: a {game}"


def outcome(state: State) -> Outcome | None:
    """Who has borne off all checkers, and the size of the game; None while both sides have some.

    A gammon counts double: the loser has borne off none. A backgammon counts three times: besides, the loser has a
    checker on the bar or in the winner's home board. Passed doubles and resignations are no matter of the board.

    >>> outcome(State.start()) is None
    True
    """
    board = typed(state).board
    for side in Side:
        if not any(board.side(side)):
            return Outcome(side, Size(state.loss_size(side.other)))
    return None


# A position is one number here: the 52 counts of the board, a byte each, White's pips 0 to 25 and then Black's. Points
# are the mover's own (25 the bar, 0 off), and a set of points has bit i for point i.
class _Frame(NamedTuple):
    """For one side: the moves by point and die with what each adds to the number, and what a hit on a point adds."""

    moves: tuple[tuple[tuple[int, Move], ...], ...]
    hits: tuple[int, ...]
    shifts: tuple[int, ...]


def _frame(side: Side) -> _Frame:
    own, other = (0, PIP_COUNT) if side is Side.WHITE else (PIP_COUNT, 0)

    def one(first: int, pip: int) -> int:
        return 1 << _BYTE * (first + pip)

    rows = []
    for point in range(PIP_COUNT):
        row = []
        for die in (0, *_DICE):
            move = Move(pip_of(side, point), pip_of(side, max(point - die, 0)))
            landed = 0 if move.target == OFF else one(own, move.target)
            row.append((landed - one(own, move.source) if point else 0, move))
        rows.append(tuple(row))
    their_bar = one(other, BAR[side.other])
    points = range(PIP_COUNT)
    hits = (0, *(their_bar - one(other, pip_of(side, point)) for point in points[1:]))
    shifts = (0, *(_BYTE * (own + pip_of(side, point)) for point in points[1:]))
    return _Frame(tuple(rows), hits, shifts)


_FRAMES = {side: _frame(side) for side in Side}
_ANY = bytes(b"0"[0] if n == 0 else b"1"[0] for n in range(256))  # is anything there
_ONE = bytes(b"1"[0] if n == 1 else b"0"[0] for n in range(256))  # a blot
_OPEN = bytes(b"1"[0] if n <= 1 else b"0"[0] for n in range(256))  # at most a blot
_POINTS = sum(1 << point for point in range(1, 25))
_ALL = (1 << PIP_COUNT) - 1
_ON_BAR = 1 << BAR_POINT
_OUTSIDE = 1 << _HOME_POINTS + 1  # the smallest set of points that are not all home

# The number, the occupied points, the opponent's blots, the points from which a doublet may go on, the moves so far.
_Node = tuple[int, int, int, int, tuple[Move, ...]]


def _sources(own: int, landing: int, die: int) -> int:
    """The points from which a die can be played: ``own`` are the occupied points, ``landing`` those not blocked."""
    found = own & landing << die
    if own & _ON_BAR:
        return found & _ON_BAR
    if own < _OUTSIDE:
        if own >> die & 1:
            return found | 1 << die
        if 0 < own < 1 << die:
            return 1 << own.bit_length() - 1
    return found


def _extend(nodes: Iterable[_Node], die: int, frame: _Frame, landing: int, *, ordered: bool = False) -> list[_Node]:
    """Every way to play ``die`` after each of ``nodes``, the farthest checker first.

    The moves of a doublet are ``ordered``, none from a farther point than the one before: whatever can be played at
    all can be played in that order, so each set of moves comes once.
    """
    moves, hits, shifts = frame
    grown = []
    for position, own, blots, limit, made in nodes:
        sources = _sources(own, landing, die) & limit
        while sources:
            point = sources.bit_length() - 1
            bit = 1 << point
            sources ^= bit
            change, move = moves[point][die]
            after, occupied, left = position + change, own, blots
            if position >> shifts[point] & 255 == 1:
                occupied ^= bit
            if point > die:
                target = 1 << point - die
                occupied |= target
                if blots & target:
                    after += hits[point - die]
                    left ^= target
            grown.append((after, occupied, left, 2 * bit - 1 if ordered else _ALL, (*made, move)))
    return grown


def _root(state: State, side: Side) -> tuple[_Node, int]:
    """The position as a node, and the points that are not blocked."""
    white, black = state.board
    # The mover's point 25 first, which is pip 0 for White: the highest bit of a binary number.
    own, theirs = (white, black) if side is Side.WHITE else (black[::-1], white[::-1])
    occupied = int(own.translate(_ANY), 2)
    blots = int(theirs.translate(_ONE), 2) & _POINTS
    landing = int(theirs.translate(_OPEN), 2) & _POINTS
    return (int.from_bytes(white + black, "little"), occupied, blots, _ALL, ()), landing


def _search(state: State) -> Iterable[tuple[int, tuple[Move, ...]]]:
    """The number of each position that the roll leads to, once, and the moves to it."""
    low, high = state.dice
    side = mover(state)
    root, landing = _root(state, side)
    frame = _FRAMES[side]
    if low == high:
        nodes = [root]
        for _ in range(MAX_MOVES):
            grown = _extend(nodes, low, frame, landing, ordered=True)
            if not grown:
                break
            nodes = grown
        return [(node[0], node[4]) for node in nodes]
    high_first, low_first = (_extend((root,), die, frame, landing) for die in (high, low))
    found: dict[int, tuple[Move, ...]] = {}
    for nodes, die in ((high_first, low), (low_first, high)):
        for position, _, _, _, moves in _extend(nodes, die, frame, landing):
            if position not in found:
                found[position] = moves
    if found:
        return found.items()
    return [(node[0], node[4]) for node in high_first or low_first or [root]]


_NEW = tuple.__new__  # a NamedTuple of a tuple, at half the cost


def _board(position: int) -> Board:
    """The board of a number."""
    counts = position.to_bytes(2 * PIP_COUNT, "little")
    return _NEW(Board, (counts[:PIP_COUNT], counts[PIP_COUNT:]))


def not_due(state: State) -> str | None:
    """Why no play is due in ``state``, in words; None when one is. PositionError when the position cannot be.

    >>> not_due(State.start())
    'no dice to play: before the opening roll'
    """
    instance(State, state).check()
    if len(state.dice) != 2:
        over = outcome(state)
        return f"no dice to play: {PHASES[state.phase].meaning if over is None else 'the game is over'}"
    return f"a move id counts to {MAX_NUMBER} at most" if state.move_id >= MAX_NUMBER else None


def plays(state: State) -> tuple[Play, ...]:
    """All legal plays of the roll, one for each position that it can lead to; empty when none is due (``not_due``).

    When no checker can move, the one play has no moves and leaves the board as it is. The order is fixed: what begins
    with the larger die comes first, within that what moves a farther checker. PositionError when the position cannot
    be.

    >>> from pointboard.backgammon.notation import ogid
    >>> [play.moves for play in plays(ogid.parse("33:a:N0N:52:W:R"))]
    [(Move(source=10, target=5),)]
    """
    if not_due(state) is not None:
        return ()
    return tuple([_NEW(Play, (state, moves, _board(position))) for position, moves in _search(state)])


def play_of(state: State, moves: Iterable[Move]) -> Play:
    """The play, one of ``plays``, that is made by these moves, given in any order; no moves stand for "Cannot move".

    IllegalMoveError with the reason when they are no legal play, NotationError for what is no row of moves.

    >>> from pointboard.backgammon.notation import ogid
    >>> state = ogid.parse("11jjjjjhhhccccc:ooddddd88866666:N0N:53:W:R")
    >>> play_of(state, [Move(6, 3), Move(8, 3)]).moves
    (Move(source=8, target=3), Move(source=6, target=3))
    """
    moves = _fitting(moves)
    found = _judge(state, moves)
    if isinstance(found, str):
        raise IllegalMoveError(found, move=_shown(state, moves))
    return found


def refusal(state: State, moves: Iterable[Move]) -> str | None:
    """Why these moves, in any order, are no legal play of the roll, in words; None when they are.

    Points in the words are the mover's own. PositionError when the position cannot be.

    >>> from pointboard.backgammon.notation import ogid
    >>> refusal(ogid.parse("11jjjjjhhhccccc:ooddddd88866666:N0N:53:W:R"), [Move(8, 5)])
    'the 5 must be played too: both dice can be'
    """
    found = _judge(state, _fitting(moves))
    return found if isinstance(found, str) else None


def apply(state: State, play: Play) -> State:
    """The position after ``play``; IllegalMoveError with the reason when its moves are no legal play of ``state``.

    The new board is worked out from the moves, whatever the play itself says.

    >>> from pointboard.backgammon.notation import ogid
    >>> ogid.format(apply(state := ogid.parse("33:a:N0N:52:W:R:0:0:0:7"), plays(state)[0]))
    '33:5:N0N::B:C:0:0:0:8'
    """
    return play_of(state, instance(Play, play).moves).after


def _fitting(moves: Iterable[Move]) -> tuple[Move, ...]:
    found: tuple[Move, ...] = fitting(tuple[Move, ...], moves, "moves")
    return found


def _shown(state: State, moves: tuple[Move, ...]) -> str:
    """The moves for an error, in the mover's points."""
    side = mover(state)
    names = {BAR_POINT: "bar", 0: "off"}
    steps = ((point_of(side, pip) for pip in move) for move in moves)
    return " ".join("/".join(names.get(point, str(point)) for point in step) for step in steps)


def _judge(state: State, moves: tuple[Move, ...]) -> Play | str:
    """The play that the moves make, or why they make none."""
    idle = not_due(state)
    if idle is not None:
        return idle
    low, high = state.dice
    side = mover(state)
    dice = (low,) * MAX_MOVES if low == high else (low, high)
    if len(moves) > len(dice):
        return f"the dice give {len(dice)} moves, not {len(moves)}"
    root, landing = _root(state, side)
    trial = _Trial(state, side, landing)
    made = trial.make(root, moves, dice)
    if made is None:
        return trial.fault
    legal = plays(state)
    for play in legal:
        if play.board == made:
            return play
    if low == high:
        return f"{len(legal[0].moves)} moves must be made, not {len(moves)}: the {low} can be played that often"
    if not moves:
        return "a checker must be moved: the dice can be played"
    if len(legal[0].moves) > 1:
        return f"the {trial.left[0]} must be played too: both dice can be"
    return f"the {high} must be played, not the {low}: only one die can be, and it is the larger"


class _Trial:
    """Makes moves in any order that works, and remembers what stopped the attempt that came farthest."""

    def __init__(self, state: State, side: Side, landing: int) -> None:
        self.side, self.landing, self.theirs = side, landing, state.board.side(side.other)
        self.fault = ""
        self.left: tuple[int, ...] = ()
        self._farthest = -1

    def make(self, node: _Node, moves: tuple[Move, ...], dice: tuple[int, ...]) -> Board | None:
        """The board after the moves, None when they can be played in no order."""
        if not moves:
            self.left = dice
            return _board(node[0])
        for at, move in enumerate(moves):
            rest = (*moves[:at], *moves[at + 1 :])
            playable = False
            for die in sorted(set(dice)):
                for after in _extend((node,), die, _FRAMES[self.side], self.landing):
                    if after[4][-1] == move:
                        playable = True
                        others = list(dice)
                        others.remove(die)
                        made = self.make(after, rest, tuple(others))
                        if made is not None:
                            return made
            if not playable and len(node[4]) > self._farthest:
                self._farthest, self.fault = len(node[4]), self._reason(node[1], move, dice)
        return None

    def _reason(self, own: int, move: Move, dice: tuple[int, ...]) -> str:
        """Why a move cannot be made by any of the dice while ``own`` are the mover's points."""
        if not (0 <= move.source < PIP_COUNT and (1 <= move.target < BAR_POINT or move.target == OFF)):
            return f"a move goes from a pip 0 to {BAR_POINT} to a pip 1 to 24, or {OFF} for off"
        source, target = (point_of(self.side, pip) for pip in move)
        place = "the bar" if source == BAR_POINT else str(source)
        if not own >> source & 1:
            return f"no checker on {place}"
        if own & _ON_BAR and source != BAR_POINT:
            return "a checker on the bar must enter first"
        if target >= source:
            return f"a checker goes from higher points to lower ones, not from {place} to {target}"
        if target == 0 and own >= _OUTSIDE:
            return f"no checker is borne off before all are home: one is on {own.bit_length() - 1}"
        if all(die != source - target for die in dice):
            if target or max(dice) < source:
                return f"no die is left that brings a checker from {place} to {target or 'off'}"
            return f"a die bears off from a nearer point only when none is farther: one is on {own.bit_length() - 1}"
        return f"{target} is held by {self.theirs[move.target]} checkers"
