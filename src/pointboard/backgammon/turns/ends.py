"""How games end and what they count: the result, the points, the score and the Crawford game that follow.

Points are won times the cube: a gammon counts double, a backgammon three times. Under the Jacoby rule (money play) they
count once while nobody has turned the cube. A score stops at the match length. The Crawford game is the first at whose
start a side is one point away, if the match is played with that rule.

Source: the rules of the US Backgammon Federation; OGID specification, "Match-length modifiers", with the rulings of
``docs/ogid.md``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from pointboard.backgammon.board import Side, Variant, start_board
from pointboard.backgammon.rules import Size, outcome
from pointboard.backgammon.state import (
    MONEY,
    USUAL_RULES,
    Action,
    Cube,
    Length,
    MatchRules,
    Modifier,
    Owner,
    Phase,
    Score,
    State,
    match_rules,
    typed,
)
from pointboard.errors import PointboardError
from pointboard.scan import fitting, member

__all__ = [
    "USUAL_TERMS",
    "Path",
    "Reason",
    "Result",
    "Terms",
    "decided",
    "fitting_variant",
    "is_match",
    "next_game",
    "next_length",
    "opening_length",
    "points",
    "result",
    "score_after",
    "terms_of",
]


class Path(StrEnum):
    """Which of two ways the phases are gone through.

    - ``SHORT``: as the reference codec plays it: no phase for picking up the dice, a pass ends the game, a resignation
      or a forfeit leaves the phase as it was.
    - ``LONG``: as the specification's table has it, by way of PR, P, M, F, RG, RM and FF.
    """

    SHORT = "short"
    LONG = "long"


class Terms(NamedTuple):
    """How a match is played, as far as no position says it.

    ``crawford`` says whether the match has a Crawford game; ``variant`` is the game whose start position the next game
    has, None for the usual one of that number of checkers.
    """

    rules: MatchRules = USUAL_RULES
    crawford: bool = True
    variant: Variant | None = None
    path: Path = Path.SHORT


def terms_of(terms: Terms) -> Terms:
    """The terms, with members where their values are given; NotationError for values of another kind."""
    if terms is USUAL_TERMS:
        return terms
    fitted: Terms = fitting(Terms, terms, "terms")
    match_rules(fitted.rules)
    return fitted


USUAL_TERMS = Terms()
"""The usual rules, a Crawford game in every match, the short path."""


class Reason(StrEnum):
    """How a game ended."""

    BORNE_OFF = "borne off"
    PASSED = "passed"
    RESIGNED = "resigned"
    FORFEITED = "forfeited"


class Result(NamedTuple):
    """How one game ended: the winner, the size, the reason; it is not yet points and not a match."""

    winner: Side
    size: Size = Size.SINGLE
    reason: Reason = Reason.BORNE_OFF


_OVER = (Phase.PASSED, Phase.GAME_OVER, Phase.MATCH_OVER, Phase.FINISHED)
_SIDES = (Owner.WHITE, Owner.BLACK)


def result(state: State) -> Result | None:
    """How the game ended, as far as the position says so; None while it goes on, and where only the record knows.

    A position tells a passed double, a side that has borne off all its checkers, and a forfeit. It does not tell the
    size of a resignation, nor on the short path that there was one.

    >>> from pointboard.backgammon.notation import ogid
    >>> result(ogid.parse("1:o:B1P::W:G")).winner.name
    'BLACK'
    """
    last = typed(state).last_actor
    if last is not None and state.phase in _OVER and state.cube.action is Action.PASSED:
        return Result(last.other, Size.SINGLE, Reason.PASSED)
    if last is not None and state.phase is Phase.FORFEIT:
        return Result(last.other, Size.SINGLE, Reason.FORFEITED)
    if state.phase in (Phase.RESIGNED_GAME, Phase.RESIGNED_MATCH):
        return None
    borne_off = outcome(state)
    return None if borne_off is None else Result(borne_off.winner, borne_off.size, Reason.BORNE_OFF)


def is_match(length: Length) -> bool:
    """Whether there is a match: a length in points or a fixed number of games."""
    return bool(length.points) or length.modifier is Modifier.GAMES


def points(result: Result, cube: Cube, length: Length = MONEY, rules: MatchRules = USUAL_RULES) -> int:
    """The points that the winner of a game gets: its size times the cube; with the Jacoby rule 1 for an unturned cube.

    ``cube`` is the cube at the end of the game; after a pass it is still the one from before the double. Automatic
    doubles leave the cube in the middle: nobody has turned it. The Jacoby rule belongs to money play.

    >>> gammon = Result(Side.WHITE, Size.GAMMON)
    >>> points(gammon, Cube.of(4, Owner.BLACK)), points(gammon, Cube(), rules=MatchRules(jacoby=True))
    (8, 1)
    """
    result, cube = fitting(Result, result, "result"), fitting(Cube, cube, "cube")
    length, rules = fitting(Length, length, "length"), match_rules(rules)
    size = Size.SINGLE if result.reason in (Reason.PASSED, Reason.FORFEITED) else result.size
    turned = cube.owner in _SIDES or (cube.owner is not Owner.CENTRED and cube.exponent > 0)
    if rules.jacoby and not length.points and not turned:
        size = Size.SINGLE
    return size * cube.value


def score_after(score: Score, length: Length, winner: Side, won: int) -> Score:
    """The score after ``won`` points for ``winner``, in a match no more than its length.

    >>> score_after(Score(5, 2), Length(7), Side.WHITE, 4)
    Score(white=7, black=2)
    """
    score, length, won = fitting(Score, score, "score"), fitting(Length, length, "length"), fitting(int, won, "won")
    winner = member(Side, winner, "winner")
    white, black = (score.white + won, score.black) if winner is Side.WHITE else (score.white, score.black + won)
    return Score(min(white, length.points), min(black, length.points)) if length.points else Score(white, black)


def decided(score: Score, length: Length) -> bool:
    """Whether a side has reached the match length; never in money play, however many games it is limited to.

    >>> decided(Score(7, 2), Length(7)), decided(Score(7, 2), MONEY)
    (True, False)
    """
    length, score = fitting(Length, length, "length"), fitting(Score, score, "score")
    return 0 < length.points <= max(score)


def opening_length(length: Length, score: Score, *, crawford: bool = True, played: bool = False) -> Length:
    """The length with the mark C when a match that begins at ``score`` begins with the Crawford game.

    ``crawford`` says whether the match has the rule, ``played`` whether its Crawford game has been played before. The
    other marks are left alone, and a length that has one gets no other: there is room for one.

    >>> opening_length(Length(1), Score()).modifier.name
    'CRAWFORD'
    >>> opening_length(Length(5), Score(4, 2), played=True).modifier.name
    'NONE'
    """
    length, score = fitting(Length, length, "length"), fitting(Score, score, "score")
    due = crawford and not played and length.points - 1 in score  # no score is -1: never in money play
    return Length(length.points, Modifier.CRAWFORD) if due and length.modifier is Modifier.NONE else length


def next_length(length: Length, before: Score, after: Score, *, crawford: bool = True) -> Length:
    """The length field of the next game: C comes when a side gets one point away for the first time, and goes again.

    L belonged to the game that is over; a fixed number of games stays, and takes the room of C.

    >>> next_length(Length(7), Score(4, 3), Score(6, 3)).modifier.name
    'CRAWFORD'
    >>> next_length(Length(7, Modifier.CRAWFORD), Score(6, 3), Score(6, 5)).modifier.name
    'NONE'
    """
    length, before = fitting(Length, length, "length"), fitting(Score, before, "score")
    if length.modifier is Modifier.GAMES:
        return length
    played = length.points - 1 in before
    return opening_length(Length(length.points), after, crawford=crawford, played=played)


def fitting_variant(state: State, variant: Variant | None) -> Variant | None:
    """The variant that the next game has: ``variant``, or the usual one; None when none has that many checkers."""
    known = Variant if variant is None else (variant,)
    return next((one for one in known if one.checkers == state.checkers), None)


def next_game(state: State, ended: Result, terms: Terms = USUAL_TERMS) -> State:
    """The start of the game after ``state``, which ended with ``ended``: before the opening roll, the cube at 1.

    PointboardError when no variant has that number of checkers. Whether the match goes on is not looked at here.

    >>> from pointboard.backgammon.notation import ogid
    >>> ogid.format(next_game(ogid.parse("1:o:W1P::B:G:4:2:7:30"), Result(Side.WHITE, reason=Reason.PASSED)))
    '11ccccchhhjjjjj:66666888dddddoo:N0N::W:IW:6:2:7C:0'
    """
    length, terms = typed(state).length, terms_of(terms)
    variant = fitting_variant(state, terms.variant)
    if variant is None:
        raise PointboardError(f"no start position is known for {state.checkers} checkers a side")
    won = points(ended, state.cube, length, terms.rules)
    score = score_after(state.score, length, ended.winner, won)
    return State(
        start_board(variant),
        phase=Phase.OPENING,
        score=score,
        length=next_length(length, state.score, score, crawford=terms.crawford),
        checkers=state.checkers,
    )
