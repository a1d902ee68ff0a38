"""A report as plain data for JSON."""

from __future__ import annotations

from typing import Any

from pointboard.baghchal.notation import obx
from pointboard.baghchal.report.values import Accuracy, Judged, Option, Report, Value
from pointboard.baghchal.report.words import notes
from pointboard.scan import instance

__all__ = ["to_data"]


def to_data(report: Report) -> dict[str, Any]:
    """The report as dictionaries, lists, texts and numbers; the page about reports lists the names.

    >>> from pointboard.baghchal.record import Record
    >>> from pointboard.baghchal.report.judging import judge
    >>> to_data(judge(Record(), nodes=500))["moves"]
    []
    """
    instance(Report, report)
    over, decisive, record = report.record.outcome(), report.decisive, report.record
    return {
        "result": None if report.result is None else report.result.value,
        "outcome": None if over is None else {"winner": over.winner, "reason": over.reason.value},
        "repetition": record.headers.repetition.value,
        "nodes": report.nodes,
        "decisive": None if decisive is None else decisive.ply,
        "accuracy": {found.side.value: _accuracy(found) for found in report.accuracy},
        "notes": list(notes(report)),
        "positions": [
            {"position": obx.format(state), **_value(value)}
            for state, value in zip(record.positions(), report.values, strict=True)
        ],
        "moves": [_move(move) for move in report.moves],
    }


def _accuracy(found: Accuracy) -> dict[str, Any]:
    return {
        "proved": found.proved,
        "kept": found.kept,
        "share": found.share,
        "chances": found.chances,
        "share_of_chances": found.share_of_chances,
        "searched": found.searched,
        "loss": found.loss,
    }


def _value(value: Value) -> dict[str, Any]:
    return {
        "winner": value.winner,
        "plies": value.plies,
        "score": value.score,
        "depth": value.depth,
        "evidence": value.evidence.value,
    }


def _move(move: Judged) -> dict[str, Any]:
    return {
        "ply": move.ply,
        "side": move.side.value,
        "number": move.number,
        "move": obx.format_move(move.move),
        "evidence": move.evidence.value,
        "change": move.change.value,
        "slip": move.slip,
        "loss": move.loss,
        "better": [obx.format_move(option.move) for option in move.better],
        "options": [_option(option) for option in move.options],
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "move": obx.format_move(option.move),
        **_value(option.value),
        "bar": None if option.bar is None else option.bar.value,
    }
