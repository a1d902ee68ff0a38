"""The analysis of an OGXM document as values; what does not read as such is left alone, and kept anyway."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from pointboard.backgammon.record.analysis import Analysis, Chances, CubeVerdict, EvaluatedPlay
from pointboard.backgammon.record.model import Ply

__all__ = ["analysis_of"]

_CHANCES = ("win", "gammon_win", "bg_win", "gammon_loss", "bg_loss")


def analysis_of(value: object, info: Mapping[str, Any], ply: Ply) -> Analysis | None:
    """The analysis of a ply under what the document says of it as a whole; None where there is none."""
    if not isinstance(value, dict):
        return None
    engine = info.get("model_id")
    unit = "mwc" if info.get("currency") in {"cubeful_match", "cubeless_match"} and ply.before.length.points else ""
    level = _level(value.get("level"))
    options = value.get("alternatives")
    plays = tuple(_play(one) for one in options if isinstance(one, dict)) if isinstance(options, list) else ()
    cube = _cube(value, level, unit)
    for name in ("cube_decision", "missed_double"):
        inner = value.get(name)
        if cube is None and isinstance(inner, dict):
            cube = _cube(inner, _level(inner.get("level")), unit)
    if not plays and cube is None:
        return None
    return Analysis(engine if isinstance(engine, str) else "", level, plays, cube, _number(value.get("luck")), unit)


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) else None


def _level(value: object) -> str:
    """A level in the producer's words: its preset, else what else is said of it."""
    if isinstance(value, str):
        return value
    if not isinstance(value, dict):
        return ""
    preset = value.get("preset")
    return preset if isinstance(preset, str) else ", ".join(f"{name} {part}" for name, part in value.items())


def _chances(value: object) -> Chances | None:
    if not isinstance(value, dict):
        return None
    found = [_number(value.get(name)) for name in _CHANCES]
    numbers = [number for number in found if number is not None]
    return Chances(*numbers) if len(numbers) == len(_CHANCES) else None


def _play(value: Mapping[str, Any]) -> EvaluatedPlay:
    text = value.get("notation")
    return EvaluatedPlay(
        text if isinstance(text, str) else "",
        _number(value.get("equity")),
        _chances(value.get("eval")),
        _level(value.get("level")),
        value.get("is_played") is True,
    )


def _cube(value: Mapping[str, Any], level: str, unit: str) -> CubeVerdict | None:
    none, take, drop = (_number(value.get(f"{name}_equity")) for name in ("no_double", "double_take", "double_pass"))
    if none is None and take is None and drop is None:
        return None
    return CubeVerdict(none, take, drop, _chances(value.get("eval")), level, unit)
