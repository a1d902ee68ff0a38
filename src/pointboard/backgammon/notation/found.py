"""Ids in free text: where a prefix stands, and how far the characters of an id go on behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pointboard.scan import Cursor, only_text

__all__ = ["BLANKS", "Found", "check_alone", "runs"]

BLANKS = " \t\r\n"
"""What lax reading skips around an id."""


class Found(NamedTuple):
    """An id in a free text: ``source[start:end]`` is the prefix and the id, ``text`` the id alone.

    ``start`` and ``end`` count characters from 0, as Python slices do.
    """

    start: int
    end: int
    text: str


def check_alone(cursor: Cursor, prefix: str) -> None:
    """Raise NotationError where ``prefix`` (in any letter case) stands in the text, but later: an id in a sentence."""
    match = re.search(re.escape(prefix), cursor.text, re.ASCII | re.IGNORECASE)
    if match is not None and match.start() > cursor.offset:
        cursor.fail(f"the id alone, which begins in column {match.start() + 1}", field="prefix")


def runs(source: str, prefix: str, characters: str, tail: str) -> Iterator[Found]:
    """What stands in ``source`` behind each ``prefix`` (in any letter case), of ``characters``, a class of ``re``.

    Characters of ``tail`` at its end belong to the sentence around it and are left out.
    """
    only_text(source)
    pattern = re.compile(rf"(?<![0-9A-Za-z]){re.escape(prefix)}([{characters}]*)", re.ASCII | re.IGNORECASE)
    for match in pattern.finditer(source):
        text = match[1].rstrip(tail)
        yield Found(match.start(), match.start(1) + len(text), text)
