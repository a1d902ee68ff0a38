"""Whole games: headers, moves, comments, clocks; PGN, JSON and OBX log.

    >>> from pointboard.baghchal import record
    >>> game = record.pgn.parse('[Goats "Sita"] 1. G22 {Bold.} Bx1133 2. G13')
    >>> game.headers.goats, game.plies[0].comment, game.state.captured
    ('Sita', 'Bold.', 1)
    >>> print(record.log.format(game, plain=True).splitlines()[-1])
    XXGXT/XXXXX/XXTXX/XXXXX/TXXXT t @18 c1 mC1 #g2

- ``Record`` is a frozen value: ``Headers``, ``Ply`` by ``Ply`` a move, comment, ``Clock`` and ``Mark``, the start.
- ``pgn``, ``json`` and ``log`` each have ``parse`` (raises), ``read`` (keeps what came before the error), ``format``.
- ``load``, ``read_file``, ``read_all`` and ``save`` work on files; ``FORMATS`` lists the formats by name.
"""

from pointboard.baghchal.record import json, log, pgn
from pointboard.baghchal.record.faults import RecordError, RecordMoveError, RecordPositionError, Turn
from pointboard.baghchal.record.files import SUFFIXES, load, read_all, read_file, recognise, save
from pointboard.baghchal.record.formats import FORMATS
from pointboard.baghchal.record.headers import Headers, Result, Rules
from pointboard.baghchal.record.record import Clock, Mark, Ply, ReadResult, Record
from pointboard.baghchal.record.replay import Replay

__all__ = [
    "FORMATS",
    "SUFFIXES",
    "Clock",
    "Headers",
    "Mark",
    "Ply",
    "ReadResult",
    "Record",
    "RecordError",
    "RecordMoveError",
    "RecordPositionError",
    "Replay",
    "Result",
    "Rules",
    "Turn",
    "json",
    "load",
    "log",
    "pgn",
    "read_all",
    "read_file",
    "recognise",
    "save",
]
