"""A user's tests that must type-check under ``mypy --strict``: the laws of a game and the strategies."""

from hypothesis import given
from hypothesis.strategies import SearchStrategy

from pointboard import baghchal, get
from pointboard.testing.baghchal import moves, obx_texts, reachable_states, states
from pointboard.testing.contract import LAWS, Law, check, sample
from pointboard.testing.texts import mutated

positions: SearchStrategy[baghchal.State] = states() | reachable_states(max_plies=10)
damaged: SearchStrategy[str] = mutated(obx_texts(lax=True), edits=2)
some: SearchStrategy[baghchal.Move] = moves(baghchal.State.start())


@given(states(turn=baghchal.Side.GOAT, history=False))
def test_mine(state: baghchal.State) -> None:
    assert baghchal.parse(baghchal.format(state)) == state


laws: tuple[Law, ...] = LAWS
check(get("baghchal"), matches=1)
laws[0](get("baghchal"), sample(get("baghchal"), plies=5))
