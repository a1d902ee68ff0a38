"""XG's text of analysed positions, with points and with commas."""

import re

import pytest

from pointboard.backgammon.board import Side
from pointboard.backgammon.record import RecordError, xgtext
from pointboard.backgammon.record.analysis import Chances, CubeVerdict, EvaluatedPlay
from pointboard.backgammon.state import MatchRules

PLAY = """\
XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:10

X:Ann   O:Bo
Score is X:0 O:0. Unlimited Game, Jacoby
 +13-14-15-16-17-18------19-20-21-22-23-24-+
X to play 31

    1. XG Roller+   8/5 6/5                      eq:+0.158
      Player:   55.08% (G:17.42% B:1.25%)
      Opponent: 44.92% (G:12.30% B:0.55%)

    2. 3-ply        24/23 13/10                  eq:-0.011 (-0.169)
      Player:   50.00% (G:13.00% B:0.70%)
      Opponent: 50.00% (G:13.10% B:0.60%)

    3. Book         1/7                          eq:-0.500 (-0.658)

a comment, which is kept
eXtreme Gammon Version: 2.10
"""
CUBE = """\
XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10
X on roll, cube action

Analyzed in Rollout
Player Winning Chances:   69.41% (G:23.86% B:0.64%)
Opponent Winning Chances: 30.59% (G:7.04% B:0.27%)

Cubeless Equities: No Double=+0.546, Double=+1.091

Cubeful Equities:
       No double:     +0.788 (-0.013)
       Double/Take:   +0.801
       Double/Pass:   +1.000 (+0.199)

Best Cube action: Double / Take
"""


def comma(text):
    """The numbers as they stand in other countries."""
    return re.sub(r"(?<=[0-9])\.(?=[0-9])", ",", text)


@pytest.mark.parametrize("write", [str, comma])
def test_plays_and_cubes(write):
    first, second = xgtext.parse("some words\n" + write(PLAY) + "\n" + write(CUBE))
    assert (first.state.dice, first.state.to_act, first.rules) == (
        (1, 3),
        Side.WHITE,
        MatchRules(jacoby=True, max_cube=10),
    )
    assert first.analysis.plays == (
        EvaluatedPlay("8/5 6/5", 0.158, Chances(0.5508, 0.1742, 0.0125, 0.123, 0.0055), "XG Roller+"),
        EvaluatedPlay("24/23 13/10", -0.011, Chances(0.5, 0.13, 0.007, 0.131, 0.006), "3-ply"),
        EvaluatedPlay("1/7", -0.5, None, "Book"),
    )
    assert (first.analysis.engine, first.analysis.level, first.analysis.cube) == ("eXtreme Gammon", "XG Roller+", None)
    assert "a comment, which is kept" in first.text
    assert second.analysis.cube == CubeVerdict(
        0.788, 0.801, 1.0, Chances(0.6941, 0.2386, 0.0064, 0.0704, 0.0027), "Rollout"
    )
    assert (second.analysis.plays, second.analysis.level, second.state.length.points) == ((), "Rollout", 5)


def test_words_for_a_cube_that_is_owned():
    text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10\nNo redouble: 0,5\nRedouble/Take: 0,6\n"
    assert xgtext.parse(text + "Redouble/Drop: 1,0\n")[0].analysis.cube == CubeVerdict(0.5, 0.6, 1.0)


def test_what_is_refused():
    with pytest.raises(RecordError, match="xgid, line 1, column 1: expected an XGID"):
        xgtext.parse("hello")
    with pytest.raises(RecordError, match="xgid, line 2, column 1: "):
        xgtext.parse("\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:9:0:0:5:10")
