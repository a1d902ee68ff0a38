"""The words of the pictures in English; ``svg.render`` takes those of other languages by the same names."""

from __future__ import annotations

from pointboard.wording import Words

__all__ = ["ENGLISH"]

ENGLISH = Words(
    "en",
    {
        "game.baghchal": "Bagh Chal",
        "side.baghchal.g": "Goats",
        "side.baghchal.t": "Tigers",
        "piece.goat": "goat",
        "piece.tiger": "tiger",
        "reason.five captures": "five captures",
        "reason.all tigers trapped": "all tigers trapped",
        "reason.goats have no legal move": "goats have no legal move",
        "picture.shown": "Shown: {moves}.",
        "picture.baghchal.to_move": "{side} to move",
        "picture.baghchal.wins": "{side} win: {reason}",
        "picture.baghchal.counts": "{count} goats in hand, {captured} captured",
        "picture.baghchal.counts.one": "{count} goat in hand, {captured} captured",
        "picture.baghchal.about": "{said}. {counts}. Tigers on {tigers}. Goats on {goats}.",
        "picture.baghchal.nowhere": "no point",
        "picture.baghchal.point": "point {number}",
        "picture.baghchal.last": "Last move: {move}.",
        "picture.baghchal.placed": "{piece} placed on {target}",
        "picture.baghchal.moved": "{piece} from {source} to {target}",
        "picture.baghchal.jumped": "{piece} from {source} to {target}, capturing {captured}",
    },
)
"""By name; names without ``picture`` are those of words that pages have elsewhere too."""
