"""An engine of a few numbers, so that every figure of a report can be worked out by hand."""

import pytest

from pointboard.backgammon import record
from pointboard.backgammon.board import Side
from pointboard.backgammon.engine.source import CubeValue, Judged, Level, ranked, undoubled
from pointboard.backgammon.notation import plays as notation
from pointboard.backgammon.rules import plays
from pointboard.values import Chances, Evidence, Known, Value

TEXT = """ 5 point match

 Game 1
 Ann : 0               Bo : 0
  1) 31: 8/5 6/5          42: 8/4 6/4
  2) 65: 24/13             Doubles => 2
  3)  Takes               61: 13/7 8/7
  4)  Doubles => 4         Drops
      Wins 2 points
"""

PLAYS = {
    "8/5 6/5": 0.2,
    "13/9 13/11": 0.13,
    "13/11 13/9": 0.13,
    "8/4 6/4": 0.1,
    "24/13": 0.3,
    "13/6": 0.0,
    "13/7 8/7": -0.1,
}

# By the pips of White and Black: not doubling, a double that is taken.
CUBES = {
    (163, 167): (0.5, 0.45),
    (163, 161): (0.6, 0.7),
    (152, 161): (0.2, 0.05),
    (152, 154): (0.9, 1.2),
}
REST = (0.1, -0.2)
EVEN = Chances(0.5, 0.1)


class Fake:
    """Knows two levels: "quick" thinks that a roll is worth a tenth of its pips, "deep" has the tables above.

    ``shallow`` are plays at which it looks less deeply; ``asked`` is what it was asked, by kind and position.
    """

    name, version = "fake", "1"
    levels = (Level("quick", 1), Level("deep", 3))
    usual = levels[1]

    def __init__(self, shallow=(), plays=PLAYS, cubes=CUBES, chances=EVEN):
        self.shallow = shallow
        self.table = plays
        self.cubes = cubes
        self.chances = chances
        self.asked = []

    def fault(self, state):
        return None if state.checkers == 15 else f"it knows games with 15 checkers, not with {state.checkers}"

    def known(self, level):
        return Known(Evidence.ENGINE, self.name, self.version, level.name, level.depth)

    def evaluate(self, state, question):
        raise NotImplementedError

    def plays(self, state, question):
        self.asked.append(("plays", question.level.name, state))
        low, high = sorted(state.dice)
        found = []
        for play in plays(state):
            name = notation.format(play)
            if question.level.name == "quick":
                value = Value(self.known(question.level), (low + high) * (2 if low == high else 1) / 10)
            else:
                level = self.levels[0] if name in self.shallow else question.level
                value = Value(self.known(level), self.table.get(name, -1.0), chances=self.chances)
            found.append(Judged(play, value))
        return ranked(found)

    def cube(self, state, question):
        state = undoubled(state)
        self.asked.append(("cube", question.level.name, state))
        no_double, take = self.cubes.get((state.pips(Side.WHITE), state.pips(Side.BLACK)), REST)
        return CubeValue(self.known(question.level), no_double, take, self.chances)


@pytest.fixture
def match():
    return record.mat.parse(TEXT)


@pytest.fixture
def fake():
    return Fake()


@pytest.fixture
def make():
    """Makes engines of other numbers."""
    return Fake
