"""Strategies for backgammon: boards, positions, OGID texts."""

from __future__ import annotations

from pointboard.errors import MissingExtraError

try:
    from hypothesis import strategies as st
except ImportError as error:
    raise MissingExtraError("testing", "hypothesis") from error

from pointboard.backgammon.board import BAR, CHECKERS, Board, Side
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.state import (
    MAX_EXPONENT,
    MAX_NUMBER,
    MONEY,
    PHASES,
    Action,
    Cube,
    Kind,
    Length,
    Modifier,
    Owner,
    Phase,
    Score,
    State,
)

__all__ = ["any_states", "boards", "matches", "ogid_texts", "states"]


@st.composite
def boards(draw: st.DrawFn, *, checkers: int = CHECKERS, bare: bool = True) -> Board:
    """Boards that can be: every count fits, no point holds both colours, no checker is on the wrong bar.

    Without ``bare`` each side has a checker left.

    >>> from hypothesis import find
    >>> find(boards(bare=False), lambda board: True).count(Side.BLACK)
    1
    """
    whites = draw(st.integers(0, (1 << 24) - 1))
    least = 0 if bare else 1
    halves = []
    for side in Side:
        pips = [BAR[side], *(pip for pip in range(1, 25) if (whites >> pip - 1 & 1) == (side is Side.WHITE))]
        counts = dict.fromkeys(pips, 0)
        for pip in draw(st.lists(st.sampled_from(pips), min_size=least, max_size=checkers)):
            counts[pip] += 1
        halves.append({pip: n for pip, n in counts.items() if n})
    board = Board.of(*halves)
    return board if any(map(any, board)) else Board.of({24: 1}, {})


@st.composite
def states(draw: st.DrawFn, *, phase: Phase | None = None) -> State:
    """Positions that can be, with a known last actor: all whose ``status()`` is empty; ``phase`` fixes the phase.

    >>> from hypothesis import find
    >>> find(states(phase=Phase.DOUBLED), lambda state: True).cube.action.name
    'OFFERED'
    """
    phase = phase or draw(st.sampled_from(Phase))
    rule = PHASES[phase]
    checkers = draw(st.just(CHECKERS) | st.integers(1, CHECKERS))
    board = draw(boards(checkers=checkers, bare=phase is Phase.PLAYED or rule.kind is Kind.END))
    number = draw(st.sampled_from(sorted(rule.dice)))
    dice = tuple(sorted(draw(st.lists(st.integers(1, 6), min_size=number, max_size=number))))
    length, score = draw(matches())
    fit = sorted({Action.NONE} if length.modifier is Modifier.CRAWFORD else rule.actions)
    if not set(fit) <= rule.actions:  # nobody doubles in the Crawford game, so this is another game of the match
        length, fit = Length(length.points), sorted(rule.actions)
    action = draw(st.sampled_from(fit))
    owner = draw(st.sampled_from(_owners(phase, action, length)))
    least = 1 if owner in _SIDES else 0
    cube = Cube(owner, draw(st.integers(least, 12) | st.integers(least, MAX_EXPONENT)), action)
    last = draw(st.sampled_from(Side))
    return State(board, cube, dice, last, phase, score, length, draw(_numbers), checkers)


def any_states() -> st.SearchStrategy[State]:
    """States that hold anything, nearly all of them impossible, for what must never fail: numbers and sizes are wild.

    >>> from hypothesis import find
    >>> find(any_states(), lambda state: len(state.board.white) > 26).status()[0].flag.value
    'BOARD_SIZE'
    """
    numbers = st.integers(-3, 300)
    counts = st.lists(st.integers(0, 20), max_size=30).map(bytes)
    return st.builds(
        State,
        board=st.builds(Board, counts, counts),
        cube=st.builds(Cube, st.sampled_from(Owner), numbers, st.sampled_from(Action)),
        dice=st.lists(numbers, max_size=4).map(tuple),
        last_actor=st.sampled_from((*Side, None)),
        phase=st.sampled_from(Phase),
        score=st.builds(Score, numbers, numbers),
        length=st.builds(Length, numbers, st.sampled_from(Modifier), numbers),
        move_id=numbers,
        checkers=numbers,
    )


def _owners(phase: Phase, action: Action, length: Length) -> list[Owner]:
    """Who can own the cube: no side before the first play and in the Crawford game, nobody who cannot have taken it."""
    owners = set(Owner)
    if phase in (Phase.OPENING, Phase.OPENING_ROLLED) or length.modifier is Modifier.CRAWFORD:
        owners -= _SIDES
    if action is not Action.NONE:
        owners.discard(Owner.DEAD)
    if action is Action.TAKEN:
        owners.discard(Owner.CENTRED)
    return sorted(owners)


_SIDES = {Owner.WHITE, Owner.BLACK}
_numbers = st.integers(0, 99) | st.integers(0, MAX_NUMBER)


@st.composite
def matches(draw: st.DrawFn) -> tuple[Length, Score]:
    """A match length with a score that it allows."""
    points = draw(st.just(0) | st.integers(1, 25) | st.integers(1, MAX_NUMBER))
    modifier = draw(st.sampled_from(Modifier))
    if modifier is Modifier.CRAWFORD and not points:
        return MONEY, Score()
    score = [draw(_numbers) % points if points else draw(_numbers) for _ in Side]
    if modifier is Modifier.CRAWFORD:
        score[draw(st.integers(0, 1))] = points - 1
    games = draw(st.integers(1, MAX_NUMBER)) if modifier is Modifier.GAMES else 0
    return Length(points, modifier, games), Score(*score)


@st.composite
def ogid_texts(draw: st.DrawFn, *, lax: bool = False) -> str:
    """OGID texts that ``ogid.parse`` takes: checkers and dice in any order, with ``lax`` the lax forms too.

    >>> from hypothesis import find
    >>> find(ogid_texts(), lambda text: True).count(":") >= 9
    True
    """
    fields = ogid.format(draw(states())).split(":")
    for index in (0, 1, 3):
        fields[index] = "".join(draw(st.permutations(fields[index])))
    if fields[5] == Phase.PLAYED and draw(st.booleans()):
        fields[5] = ""
    if not lax:
        return ":".join(fields)
    if draw(st.booleans()):
        for index in (2, 4, 5):
            fields[index] = fields[index].lower()
    prefix, end = draw(st.sampled_from(("", "OGID=", " ogid=", "\t"))), draw(st.sampled_from(("", ":", " \n", ":\r\n")))
    return prefix + ":".join(fields) + end
