"""Pointboard: positions, rules, records and best moves for the board games it knows.

``import pointboard`` loads nothing but the standard library; each game is loaded on first use::

    >>> import pointboard
    >>> pointboard.names()
    ('baghchal', 'backgammon')
    >>> game = pointboard.get("baghchal")
    >>> len(game.legal(game.start()))
    21
"""

from pointboard.errors import (
    AmbiguousMoveError,
    EngineError,
    IllegalMoveError,
    LossyConversionError,
    MissingExtraError,
    NotationError,
    PointboardError,
    PositionError,
    Problem,
    TableError,
)
from pointboard.games import Recognised, get, names, recognise

__all__ = [
    "AmbiguousMoveError",
    "EngineError",
    "IllegalMoveError",
    "LossyConversionError",
    "MissingExtraError",
    "NotationError",
    "PointboardError",
    "PositionError",
    "Problem",
    "Recognised",
    "TableError",
    "__version__",
    "get",
    "names",
    "recognise",
]

__version__ = "0.1.0"
