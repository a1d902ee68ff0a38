r"""Whole matches: headers, games, plies with every position, cubes, resignations, comments, analysis of other programs.

    >>> from pointboard.backgammon import record
    >>> match = record.mat.parse(" 3 point match\n\n Game 1\n A : 0    B : 0\n  1) 31: 8/5 6/5   42: 8/4 6/4\n")
    >>> [ply.text for ply in match.games[0].plies], match.games[0].plies[1].after.move_id
    (['31: 8/5 6/5', '42: 8/4 6/4'], 2)
    >>> record.json.parse(record.json.format(match)) == match
    True

- ``MatchRecord`` holds ``Headers`` and games (``GameRecord``) with plies (``Ply``): event, position before, after.
- ``mat``, ``sgf``, ``json`` and ``ogxm`` each have ``parse`` (raises), ``read`` (keeps what came before the error),
  ``read_all`` (several matches), ``format``, and ``losses``, which names what the format does not keep; ``xg`` reads.
- ``xgtext`` reads XG's text of analysed positions; ``table`` writes the plies of matches as CSV.
- ``load``, ``read_file``, ``read_bytes`` and ``save`` work on files; ``FORMATS`` lists the formats by name.
- ``replayed`` plays a match out again; ``GameView`` is one game in the shape that tools for any game know.
"""

from pointboard.backgammon.record import json, mat, ogxm, sgf, table, xg, xgtext
from pointboard.backgammon.record.analysis import Analysis, Chances, CubeVerdict, EvaluatedPlay, Foreign
from pointboard.backgammon.record.course import Course, replayed
from pointboard.backgammon.record.faults import AmbiguousPlayError, Place, RecordError, RecordMoveError, Spot
from pointboard.backgammon.record.files import SUFFIXES, load, read_bytes, read_file, recognise, save
from pointboard.backgammon.record.formats import FORMATS
from pointboard.backgammon.record.headers import Headers
from pointboard.backgammon.record.model import GameRecord, MatchRead, MatchRecord, Ply
from pointboard.backgammon.record.view import GameView

__all__ = [
    "FORMATS",
    "SUFFIXES",
    "AmbiguousPlayError",
    "Analysis",
    "Chances",
    "Course",
    "CubeVerdict",
    "EvaluatedPlay",
    "Foreign",
    "GameRecord",
    "GameView",
    "Headers",
    "MatchRead",
    "MatchRecord",
    "Place",
    "Ply",
    "RecordError",
    "RecordMoveError",
    "Spot",
    "json",
    "load",
    "mat",
    "ogxm",
    "read_bytes",
    "read_file",
    "recognise",
    "replayed",
    "save",
    "sgf",
    "table",
    "xg",
    "xgtext",
]
