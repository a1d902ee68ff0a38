"""The questions that a report asks an engine, and their answers as text that can be kept.

A question is about a position alone, however it came about: what cannot change the answer is left out of it, so that an
answer that is kept serves every record in which the position comes up.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from pointboard.backgammon.engine.source import CubeValue, Level, Question, Source
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.notation import plays as notation
from pointboard.backgammon.state import Action, Length, MatchRules, Modifier, Phase, State
from pointboard.backgammon.turns.steps import DIE_FACES
from pointboard.values import Chances, Evidence, Known, Value

__all__ = ["Answer", "Ask", "Plays", "Rolls", "Task", "ask", "decode", "encode"]

Plays = Mapping[str, Value]
"""What is said of each play, by its text, in the order of the engine."""


class Rolls(NamedTuple):
    """What the best play of each roll is worth to the side that rolls, by the dice, the lower first; who says it."""

    known: Known
    equities: Mapping[tuple[int, int], float]


Answer = Plays | CubeValue | Rolls


class Ask(StrEnum):
    """What is asked."""

    PLAYS = "plays"
    """Every play of the roll."""
    CUBE = "cube"
    """With and without a double."""
    ROLLS = "rolls"
    """The best play of each of the 21 rolls."""


@dataclass(frozen=True, slots=True)
class Task:
    """One question: what, of which position, at which level and under which rules."""

    ask: Ask
    state: State
    level: Level
    rules: MatchRules

    @staticmethod
    def of(ask: Ask, state: State, level: Level, rules: MatchRules) -> Task:
        """The question about a position, of which only what matters is kept."""
        return Task(ask, _plain(state), level, rules)

    def key(self, source: Source) -> str:
        """What tells its answer from every other: engine, version, level, rules, position with cube and score."""
        rules = f"{self.rules.jacoby:d}{self.rules.max_cube}"
        return f"{self.ask}|{source.name}|{source.version}|{self.level.name}|{rules}|{ogid.format(self.state)}"


def _plain(state: State) -> State:
    """The position without how it came about: move number, how the cube was turned, marks without a rule."""
    length = state.length
    if length.modifier is not Modifier.CRAWFORD:
        length = Length(length.points)
    phase = Phase.ROLLED if state.dice else Phase.PLAYED
    return state._replace(cube=state.cube._replace(action=Action.NONE), phase=phase, length=length, move_id=0)


def ask(source: Source, task: Task, stop: Any = None) -> Answer:  # noqa: ANN401 (a function without arguments)
    """Put a question to an engine; whatever that raises goes on."""
    question = Question(task.level, task.rules, (lambda: False) if stop is None else stop)
    if task.ask is Ask.CUBE:
        return source.cube(task.state, question)
    if task.ask is Ask.PLAYS:
        return {notation.format(play): value for play, value in source.plays(task.state, question)}
    found = {}
    for dice in combinations_with_replacement(DIE_FACES, 2):
        rolled = task.state._replace(dice=dice, phase=Phase.ROLLED)
        found[dice] = source.plays(rolled, question)[0].value
    return Rolls(found[1, 1].known, {dice: value.equity for dice, value in found.items()})


def encode(answer: Answer) -> str:
    """An answer as one line of JSON."""
    made: list[Any]
    if isinstance(answer, CubeValue):
        made = [*_known(answer.known), answer.no_double, answer.double_take, _five(answer.chances)]
    elif isinstance(answer, Rolls):
        made = [*_known(answer.known), [[*dice, equity] for dice, equity in answer.equities.items()]]
    else:
        made = [
            [name, *_known(said.known), said.equity, said.loss, _five(said.chances)] for name, said in answer.items()
        ]
    return json.dumps(made, separators=(",", ":"), ensure_ascii=False)


def decode(task: Task, text: str) -> Answer:
    """An answer that was kept; ValueError for a text that is none to this question."""
    try:
        made = json.loads(text)
        if task.ask is Ask.CUBE:
            *known, no_double, double_take, five = made
            return CubeValue(_Who(*known).known, _number(no_double), _number(double_take), _chances(five))
        if task.ask is Ask.PLAYS:
            said = {name: _value(*rest) for name, *rest in made}
            if not said:
                raise ValueError("no plays")
            return said
        *known, rows = made
        found = {(low, high): float(equity) for low, high, equity in rows}
    except TypeError as error:
        raise ValueError(str(error)) from error
    if sorted(found) != list(combinations_with_replacement(DIE_FACES, 2)):
        raise ValueError(f"expected 21 rolls, found {len(found)}")
    return Rolls(_Who(*known).known, found)


class _Who(NamedTuple):
    evidence: str
    source: str
    version: str
    level: str
    depth: int | None

    @property
    def known(self) -> Known:
        return Known(Evidence(self.evidence), self.source, self.version, self.level, self.depth)


def _known(known: Known) -> tuple[Any, ...]:
    return known.evidence.value, known.source, known.version, known.level, known.depth


def _value(*made: Any) -> Value:  # noqa: ANN401 (of JSON)
    *known, equity, loss, five = made
    return Value(_Who(*known).known, float(equity), float(loss), _chances(five))


def _number(made: float | None) -> float | None:
    return None if made is None else float(made)


def _five(chances: Chances | None) -> list[float] | None:
    if chances is None:
        return None
    return [chances.win, chances.gammon, chances.backgammon, chances.lose_gammon, chances.lose_backgammon]


def _chances(made: Any) -> Chances | None:  # noqa: ANN401 (of JSON)
    return None if made is None else Chances(*map(float, made))
