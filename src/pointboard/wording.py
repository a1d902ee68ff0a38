"""Sentences in the language of a reader: by name, with places for what is said in them, and that language's digits.

What draws or writes for people is handed a ``Words``; it knows the names, and no language but its own English.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from unicodedata import category

from pointboard.errors import PointboardError

__all__ = ["Words", "breadth"]

_DIGITS = tuple(map(ord, "0123456789"))
# How wide a character is, in letters, by its kind in Unicode: marks above and below a letter take no room of their own,
# those beside it half a letter.
_BREADTHS = {"Mn": 0.0, "Me": 0.0, "Cf": 0.0, "Mc": 0.5}


class Words(NamedTuple):
    """The words of a language by name; ``lang`` is its tag, as HTML writes it.

    >>> say = Words("ne", {"goats": "{count} बाख्रा", "digits": "०१२३४५६७८९"})
    >>> say.counted("goats", 20)
    '२० बाख्रा'
    """

    lang: str
    texts: Mapping[str, str]

    def __call__(self, name: str, **parts: object) -> str:
        """The words of that name with ``parts`` in their places; PointboardError where there are none that fit."""
        try:
            return self.texts[name].format(**parts)
        except (AttributeError, LookupError, ValueError):
            places = f" with places for {', '.join(parts)}" if parts else ""
            raise PointboardError(f"words: expected {name}{places} in the language {self.lang}, found none") from None

    def or_else(self, name: str, text: str) -> str:
        """The words of that name; ``text`` where this language has none, as for words of a game's own."""
        return self.texts.get(name, text)

    def number(self, value: int) -> str:
        """A whole number as this language writes it; what is notation stays as it is and does not come here."""
        own = self.texts.get("digits")
        return str(value) if own is None else str(value).translate(dict(zip(_DIGITS, own, strict=False)))

    def counted(self, name: str, value: int, **parts: object) -> str:
        """The words of that name about ``value`` things, which stands in them as ``count``; of one by their own."""
        return self(f"{name}.one" if value == 1 else name, count=self.number(value), **parts)


def breadth(text: str) -> float:
    """About how many letters wide a text is: a letter of Devanagari is one with all its marks.

    >>> breadth("Goats"), breadth("बाख्रा")
    (5.0, 4.0)
    """
    if text.isascii():
        return float(len(text))
    return sum(_BREADTHS.get(category(letter), 1.0) for letter in text)
