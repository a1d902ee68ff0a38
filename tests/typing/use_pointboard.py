"""A user's program that must type-check under ``mypy --strict``: games by name, whatever game it is."""

from typing import Any, assert_type

import pointboard
from pointboard import Recognised
from pointboard.game import Choice, Conversion, Game, GameState, Notation


def count_moves(game: Game[Any, Any], text: str) -> int:
    return len(game.legal(game.main_notation.parse(text)))


def first_position(notation: Notation[GameState], text: str) -> GameState:
    return notation.parse(text, lax=True)


game = pointboard.get("baghchal")
assert_type(game, Game[Any, Any])
assert_type(pointboard.names(), tuple[str, ...])
assert_type(game.title, str)

for found in pointboard.recognise("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"):
    assert_type(found, Recognised)
    assert_type(found.notation, str)

converted = game.convert("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #", "fen")
assert_type(converted, Conversion)
assert_type(converted.losses, tuple[str, ...])

choice = game.engine(game.start(), level=1)
assert_type(choice, Choice[Any, Any])
assert_type(choice.depth, int)
