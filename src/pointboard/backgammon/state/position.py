"""A whole position of backgammon: board, cube, dice, who acted last, the phase of the turn, score and match."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from pointboard.backgammon.board import BAR, CHECKERS, HOME, PIP_COUNT, Board, Side, Variant, start_board
from pointboard.backgammon.state.table import (
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
)
from pointboard.errors import NotationError, PositionError, Problem
from pointboard.scan import fitting, instance, kinds_of, member, shown

__all__ = ["Flag", "State", "judge", "typed"]


class Flag(StrEnum):
    """The ways in which a position can be impossible, as ``Problem.flag``.

    ``TYPE`` stands alone: a field holds a value of another kind, such as the text "W" for ``Side.WHITE``, and no more
    can be judged.
    """

    TYPE = "TYPE"
    BOARD_SIZE = "BOARD_SIZE"
    WRONG_BAR = "WRONG_BAR"
    BOTH_COLOURS = "BOTH_COLOURS"
    TOO_MANY_CHECKERS = "TOO_MANY_CHECKERS"
    NO_CHECKERS = "NO_CHECKERS"
    CUBE_EXPONENT = "CUBE_EXPONENT"
    CUBE_OWNER = "CUBE_OWNER"
    CUBE_PHASE = "CUBE_PHASE"
    CUBE_LIMIT = "CUBE_LIMIT"
    DICE_FACES = "DICE_FACES"
    DICE_PHASE = "DICE_PHASE"
    LAST_ACTOR = "LAST_ACTOR"
    GAME_ENDED = "GAME_ENDED"
    SCORE_RANGE = "SCORE_RANGE"
    SCORE_PAST_LENGTH = "SCORE_PAST_LENGTH"
    LENGTH_RANGE = "LENGTH_RANGE"
    GAMES_RANGE = "GAMES_RANGE"
    CRAWFORD_SCORE = "CRAWFORD_SCORE"
    CRAWFORD_CUBE = "CRAWFORD_CUBE"
    MOVE_ID_RANGE = "MOVE_ID_RANGE"
    CHECKERS_RANGE = "CHECKERS_RANGE"
    TURN = "TURN"


# Module names are found faster than members of an enum, and status() runs on every text that is read.
_WHITE, _BLACK = Side.WHITE, Side.BLACK
_OWNERS = (Owner.WHITE, Owner.BLACK)
_TURN, _END = Kind.TURN, Kind.END
_NO_ACTION, _DOUBLED, _PLAYED = Action.NONE, Phase.DOUBLED, Phase.PLAYED
_CRAWFORD, _PLAIN, _GAMES = Modifier.CRAWFORD, Modifier.NONE, Modifier.GAMES
_FROM_BYTES = int.from_bytes
# One bit in each byte of a board: adding 127 to a count of 1 to 128 sets the highest bit of its byte.
_HIGH, _FILL = int.from_bytes(b"\x80" * PIP_COUNT, "little"), int.from_bytes(b"\x7f" * PIP_COUNT, "little")


class State(NamedTuple):
    """A position: what lies on the table, who acted last, and where the game and the match stand.

    - ``board`` is absolute; ``cube`` and ``score`` are by colour.
    - ``dice`` are none, one (the opening roll half made) or two faces, the lower first.
    - ``last_actor`` is the side whose action led here; None only where a short text did not say it.
    - ``move_id`` counts the checker plays of this game; ``checkers`` is the number of each side's checkers.

    The constructor holds anything, so that a board can be set up by hand; ``status`` lists what is wrong with it and
    ``check`` raises. Parsers and rules only give states whose status is empty.

    Source of the fields: OGID specification, "Format", with the rulings of ``docs/ogid.md``.

    >>> State.start().phase.value, State.start().to_act, State.start().status()
    ('IW', None, ())
    """

    board: Board
    cube: Cube = Cube()
    dice: tuple[int, ...] = ()
    last_actor: Side | None = _WHITE
    phase: Phase = _PLAYED
    score: Score = Score()
    length: Length = MONEY
    move_id: int = 0
    checkers: int = CHECKERS

    @staticmethod
    def start(variant: Variant | str = Variant.BACKGAMMON, *, length: Length = MONEY) -> State:
        """The start of a game, before the opening roll.

        >>> State.start("nackgammon").off(Side.WHITE)
        0
        """
        board = start_board(variant)
        length = fitting(Length, length, "length")
        return State(board, phase=Phase.OPENING, length=length, checkers=board.count(_WHITE))

    def on_board(self, side: Side) -> int:
        """The number of checkers of ``side`` on the points and on its bar."""
        return self.board.count(side)

    def off(self, side: Side) -> int:
        """The number of checkers of ``side`` that are borne off."""
        return self.checkers - self.board.count(side)

    def pips(self, side: Side) -> int:
        """The pip count of ``side``."""
        return self.board.pips(side)

    @property
    def to_act(self) -> Side | None:
        """The side whose action is due, the one that did not act last; None where nobody's is.

        Nobody acts before the opening roll, when the game or the match is ending or over, and once a side has no
        checkers left.
        """
        if self.last_actor is None or PHASES[self.phase].kind is not _TURN or not all(map(any, self.board)):
            return None
        return self.last_actor.other

    @property
    def on_roll(self) -> Side | None:
        """The side whose turn it is: the one to act, but the doubler while a double waits for its answer."""
        to_act = self.to_act
        return self.last_actor if to_act is not None and self.phase is _DOUBLED else to_act

    @property
    def crawford(self) -> bool:
        """Whether this is the Crawford game."""
        return self.length.modifier is _CRAWFORD

    @property
    def post_crawford(self) -> bool:
        """Whether a side is one point away in a game that is not the Crawford game."""
        return not self.crawford and self.away is not None and 1 in self.away

    @property
    def away(self) -> Score | None:
        """The points that each side still needs; None in money play."""
        points = self.length.points
        return Score(points - self.score.white, points - self.score.black) if points else None

    def loss_size(self, side: Side) -> int:
        """What the loss of ``side`` would count by the board alone: 1, a gammon 2, a backgammon 3.

        It is a gammon when the loser has borne off none, and a backgammon when besides one of its checkers is on the
        bar or in the winner's home board.
        """
        side = member(Side, side, "side")
        counts = self.board.side(side)
        if sum(counts) < self.checkers:
            return 1
        home = HOME[side.other]
        return 3 if counts[BAR[side]] or any(counts[home.start : home.stop]) else 2

    def with_score(self, white: int, black: int) -> State:
        """The same position at another score; the Crawford mark goes where that score can have none.

        >>> match = State.start(length=Length(7, Modifier.CRAWFORD)).with_score(6, 3)
        >>> match.crawford, match.with_score(2, 2).crawford
        (True, False)
        """
        length, score = self.length, Score(white, black)
        if self.crawford and length.points - 1 not in score:
            length = Length(length.points)
        return self._replace(score=score, length=length)

    def mirror(self) -> State:
        """The same position with the sides exchanged."""
        cube, last = self.cube, self.last_actor
        return self._replace(
            board=self.board.mirror(),
            cube=cube._replace(owner=_MIRRORED.get(cube.owner, cube.owner)),
            last_actor=None if last is None else last.other,
            score=Score(self.score.black, self.score.white),
        )

    def position_key(self) -> tuple[object, ...]:
        """What makes two positions the same for the rules: all but the move id and the marks without a rule (L, G)."""
        return (*self[:6], self.length.points, self.crawford, self.checkers)

    def status(self) -> tuple[Problem, ...]:
        """Every problem of the position at once, in the order of the fields; empty when it can be.

        ``Problem.field`` is one of white, black, cube, dice, last_actor, phase, score_white, score_black, length,
        move_id, checkers.

        >>> [p.flag.value for p in State(Board.of({0: 1}, {0: 1})).status()]
        ['WRONG_BAR', 'BOTH_COLOURS']
        """
        board, cube, dice, _, _, score, length, _, _ = self
        try:
            kinds = [*map(type, self + board + cube + score + length)]
        except TypeError:
            return _type_problems(self)
        if kinds != _KINDS and kinds != _KINDS_UNSAID:  # noqa: PLR1714 (a tuple of both is slower)
            return _type_problems(self)
        for face in dice:
            if type(face) is not int:
                return _type_problems(self)
        return judge(self)

    def check(self) -> State:
        """The state itself when its status is empty; PositionError with every problem otherwise."""
        problems = self.status()
        if problems:
            raise PositionError(problems)
        return self


def judge(state: State) -> tuple[Problem, ...]:
    """Every problem of a position whose fields hold values of the right kinds, as what a parser has made does."""
    (white, black), cube, dice, last_actor, phase, score, length, move_id, checkers = state
    found: list[Problem] = []
    on_white, on_black = sum(white), sum(black)
    both = (_FROM_BYTES(white, "little") + _FILL) & (_FROM_BYTES(black, "little") + _FILL) & _HIGH
    if (
        both
        or not (on_white or on_black)
        or not on_white <= checkers <= CHECKERS
        or on_black > checkers
        or len(white) != PIP_COUNT
        or len(black) != PIP_COUNT
        or white[-1]
        or black[0]
    ):
        found += _board_problems(state)
    rule = PHASES[phase]
    if cube not in _QUIET_CUBES or phase not in _QUIET_PHASES:
        found += _cube_problems(state)
    if dice or 0 not in rule.dice:
        found += _dice_problems(state)
    if last_actor is None and state[4:] != _UNSAID:
        found.append(Problem(Flag.LAST_ACTOR, "last_actor", "must be known where phase, score or match are"))
    if not (on_white and on_black) and phase is not _PLAYED and rule.kind is not _END:
        text = f"a side has no checkers left, so the game has ended, but the phase is {phase}"
        found.append(Problem(Flag.GAME_ENDED, "phase", text))
    if score[0] or score[1] or length[0] or length[1] is not _PLAIN or length[2]:
        found += _match_problems(state)
    if not 0 <= move_id <= MAX_NUMBER:
        found.append(Problem(Flag.MOVE_ID_RANGE, "move_id", f"must be 0 to {MAX_NUMBER}, is {shown(move_id)}"))
    if not 1 <= checkers <= CHECKERS:
        found.append(Problem(Flag.CHECKERS_RANGE, "checkers", f"must be 1 to {CHECKERS}, is {shown(checkers)}"))
    return tuple(found)


# The kinds of the fields, and of what Board, Cube, Score and Length hold.
_KINDS: list[type] = [
    *(Board, Cube, tuple, Side, Phase, Score, Length, int, int),
    *(bytes, bytes, Owner, int, Action, int, int, int, Modifier, int),
]
_KINDS_UNSAID = [*_KINDS[:3], type(None), *_KINDS[4:]]


def _type_problems(state: State) -> tuple[Problem, ...]:
    """A problem for each field that holds a value of another kind."""
    found = []
    for (name, kind, _), value in zip(kinds_of(State), state, strict=True):
        try:
            fitting(kind, value, name, exact=True)
        except NotationError as error:
            field = _FIELD_OF.get((name, error.field), name)
            found.append(Problem(Flag.TYPE, field, error.message))
    return tuple(found)


# The field of a problem for a field of a State and the part of it that an error is about, where it is not the former.
_FIELD_OF = {
    ("board", "board"): "white",
    ("board", "white"): "white",
    ("board", "black"): "black",
    ("score", "score"): "score_white",
    ("score", "white"): "score_white",
    ("score", "black"): "score_black",
}


def typed(state: State) -> State:
    """The state itself when each of its fields holds a value of its kind, possible or not.

    PositionError with a problem for each that does not, TypeError for what is no ``State``.
    """
    problems = instance(State, state).status()
    if problems and problems[0].flag is Flag.TYPE:
        raise PositionError(problems)
    return state


_MIRRORED = {Owner.WHITE: Owner.BLACK, Owner.BLACK: Owner.WHITE}
# Cubes that have no fault of their own, and phases that allow each of them: nothing more is to be looked at.
_QUIET_CUBES = frozenset(
    Cube(owner, exponent) for owner in Owner for exponent in range(MAX_EXPONENT + 1) if exponent or owner not in _OWNERS
)
_QUIET_PHASES = frozenset(Phase) - {
    Phase.OPENING,
    Phase.OPENING_ROLLED,
    *(phase for phase, rule in PHASES.items() if _NO_ACTION not in rule.actions),
}
_UNSAID = State(Board(b"", b""))[4:]
_ROLLS = frozenset((a, b) for b in range(1, 7) for a in range(1, b + 1))  # well written; anything else is looked at


def _board_problems(state: State) -> list[Problem]:
    """What is wrong with the checkers; one problem of each kind for each side."""
    white, black = state.board
    found = [
        Problem(Flag.BOARD_SIZE, name, f"needs {PIP_COUNT} counts, has {len(counts)}")
        for name, counts in (("white", white), ("black", black))
        if len(counts) != PIP_COUNT
    ]
    if found:
        return found
    most = state.checkers if 1 <= state.checkers <= CHECKERS else CHECKERS
    for name, counts, bar in (("white", white, BAR[_BLACK]), ("black", black, BAR[_WHITE])):
        if sum(counts) > most:
            text = f"{sum(counts)} checkers, but a side has {most}"
            found.append(Problem(Flag.TOO_MANY_CHECKERS, name, text))
        if counts[bar]:
            owner = "Black" if name == "white" else "White"
            found.append(Problem(Flag.WRONG_BAR, name, f"pip {bar} is the bar of {owner}"))
    shared = [pip for pip in range(PIP_COUNT) if white[pip] and black[pip]]
    if shared:
        pips = ", ".join(map(str, shared))
        found.append(Problem(Flag.BOTH_COLOURS, "black", f"checkers of both colours on pip {pips}"))
    if not any(white) and not any(black):
        found.append(Problem(Flag.NO_CHECKERS, "white", "no checkers at all"))
    return found


def _cube_problems(state: State) -> list[Problem]:
    """What is wrong with the cube, alone and in this phase."""
    owner, exponent, action = state.cube
    found = []
    if not 0 <= exponent <= MAX_EXPONENT:
        found.append(
            Problem(Flag.CUBE_EXPONENT, "cube", f"the exponent must be 0 to {MAX_EXPONENT}, is {shown(exponent)}")
        )
    if owner in _OWNERS and exponent == 0:
        found.append(Problem(Flag.CUBE_OWNER, "cube", "a cube at 1 has no owner"))
    if owner is Owner.DEAD and action is not _NO_ACTION:
        found.append(Problem(Flag.CUBE_OWNER, "cube", "a dead cube cannot be used"))
    if owner is Owner.CENTRED and action is Action.TAKEN:
        found.append(Problem(Flag.CUBE_OWNER, "cube", "a cube that was taken belongs to the taker"))
    if action not in PHASES[state.phase].actions:
        fit = " or ".join(a for a in Action if a in PHASES[state.phase].actions)
        text = f"phase {state.phase} goes with cube action {fit}, not {action}"
        found.append(Problem(Flag.CUBE_PHASE, "cube", text))
    if owner in _OWNERS and state.phase in (Phase.OPENING, Phase.OPENING_ROLLED):
        found.append(Problem(Flag.CUBE_PHASE, "cube", "nobody owns the cube before the first play"))
    return found


def _dice_problems(state: State) -> list[Problem]:
    """What is wrong with the dice, alone and in this phase."""
    dice, fit = state.dice, PHASES[state.phase].dice
    found = []
    if tuple(dice) in _ROLLS:
        pass
    elif not all(1 <= face <= 6 for face in dice):
        found.append(Problem(Flag.DICE_FACES, "dice", f"the faces must be 1 to 6, are {shown(dice)}"))
    elif list(dice) != sorted(dice):
        found.append(Problem(Flag.DICE_FACES, "dice", f"the lower face comes first, not {shown(dice)}"))
    if len(dice) not in fit:
        numbers = " or ".join(str(n) for n in sorted(fit))
        text = f"phase {state.phase} goes with {numbers} dice, not {len(dice)}"
        found.append(Problem(Flag.DICE_PHASE, "dice", text))
    return found


def _match_problems(state: State) -> list[Problem]:
    """What is wrong with the score and the match length."""
    (points, modifier, games), cube = state.length, state.cube
    found = []
    for name, score in (("score_white", state.score.white), ("score_black", state.score.black)):
        if not 0 <= score <= MAX_NUMBER:
            found.append(Problem(Flag.SCORE_RANGE, name, f"must be 0 to {MAX_NUMBER}, is {shown(score)}"))
        elif 0 < points <= score:
            text = f"a score of {shown(score)} would have ended the match to {shown(points)} before this game"
            found.append(Problem(Flag.SCORE_PAST_LENGTH, name, text))
    if not 0 <= points <= MAX_NUMBER:
        found.append(Problem(Flag.LENGTH_RANGE, "length", f"must be 0 to {MAX_NUMBER}, is {shown(points)}"))
    if modifier is _GAMES and not 1 <= games <= MAX_NUMBER:
        found.append(
            Problem(Flag.GAMES_RANGE, "length", f"the number of games must be 1 to {MAX_NUMBER}, is {shown(games)}")
        )
    if modifier is not _GAMES and games:
        found.append(
            Problem(Flag.GAMES_RANGE, "length", f"a number of games ({shown(games)}) goes with the modifier G only")
        )
    if modifier is _CRAWFORD:
        if not points or points - 1 not in state.score:
            text = "a Crawford game needs a match in which a side is one point away"
            found.append(Problem(Flag.CRAWFORD_SCORE, "length", text))
        if cube.owner in _OWNERS or cube.action is not _NO_ACTION:
            found.append(Problem(Flag.CRAWFORD_CUBE, "cube", "nobody can have doubled in the Crawford game"))
    return found
