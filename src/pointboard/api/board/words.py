"""The words of the pages: one file for each language, which the browser's part of the page reads too."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from typing import Any

from pointboard.game import Game
from pointboard.wording import Words

__all__ = ["LANGUAGES", "language", "spoken", "words"]

LANGUAGES = ("en", "ne")
"""The languages that there are, the usual one first."""

_RANGE = re.compile(r"\s*([a-zA-Z*]{1,8})(?:-[a-zA-Z0-9-]{1,40})?\s*(?:;\s*q=([0-9.]{1,5}))?\s*")
_MAX_RANGES = 20


@cache
def words(lang: str) -> Words:
    """The words of one of ``LANGUAGES``.

    >>> words("ne")("game.baghchal")
    'बाघचाल'
    """
    file = resources.files("pointboard") / "web" / "words" / f"{lang}.json"
    return Words(lang, json.loads(file.read_text(encoding="utf-8")))


def spoken(game: Game[Any, Any], say: Words) -> dict[str, Words]:
    """What ``render_svg`` of a game takes for a picture with these words; nothing where its pictures have no words."""
    return {} if game.words is None else {"words": say}


def language(wish: str | None, accepted: str) -> str:
    """The language of a page: the one that its address names, else the first of the browser's that there is.

    ``accepted`` is the ``Accept-Language`` header.

    >>> language(None, "de, ne-NP;q=0.8, en;q=0.5"), language("en", "ne"), language("xx", "")
    ('ne', 'en', 'en')
    """
    if wish in LANGUAGES:
        return str(wish)
    weighed = []
    for number, part in enumerate(accepted.split(",")[:_MAX_RANGES]):
        found = _RANGE.fullmatch(part)
        if found is not None and (name := found[1].lower()) in LANGUAGES and (weight := _weight(found[2])):
            weighed.append((-weight, number, name))
    return min(weighed)[2] if weighed else LANGUAGES[0]


def _weight(text: str | None) -> float:
    """How much a language is liked, 0 to 1."""
    try:
        return 1.0 if text is None else min(float(text), 1.0)
    except ValueError:
        return 0.0
