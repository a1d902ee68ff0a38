"""The address of a position's page, ``/b/<game>/<id>``: what the rest of the path says, and how one is written.

Ids hold ``/`` and ``?``, and people paste them raw, so that a path and a query string are put together again. What is
written here is percent-encoded, all but letters, digits and ``: _ -``.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, unquote_to_bytes

__all__ = ["Address", "asked", "board_path", "encoded"]

_PATH = re.compile(rb"/+b(?:/+([^/]*)(?:/(.*))?)?", re.DOTALL)
_OPTION = re.compile(rb"lang=([^&]*)")
_KEPT = re.compile(r"[A-Za-z0-9:_-]")
_MAX_PARAMETERS = 32


class Address(NamedTuple):
    """What an address asks for: ``game`` "" for none, ``text`` the id, ``lang`` the language that it names, if it does.

    ``form`` is what the form of a page sends: ``text``, and the ``game`` of the page, both "" where they are not given.
    """

    game: str
    text: str
    lang: str | None
    form: dict[str, str]


def encoded(text: str) -> str:
    """A text as it stands in our addresses.

    >>> encoded("1:N/?#a b")
    '1:N%2F%3F%23a%20b'
    """
    return "".join(
        one if _KEPT.fullmatch(one) else "".join(f"%{byte:02X}" for byte in one.encode("utf-8", "replace"))
        for one in text
    )


def board_path(game: str, text: str, lang: str | None = None) -> str:
    """The address of a position's page; ``lang`` where the language is to be another than the browser's.

    >>> board_path("baghchal", "TXXXT/XX g", "ne")
    '/b/baghchal/TXXXT%2FXX%20g?lang=ne'
    """
    return f"/b/{game}/{encoded(text)}{'' if lang is None else f'?lang={encoded(lang)}'}"


def asked(raw_path: bytes, query: bytes) -> Address:
    """What an address asks for, of its path as it was sent and its query string.

    A query string belongs to the id, but for ``lang=...`` at its end; without a game it is what a form sends.

    >>> asked(b"/b/backgammon/1:o:B1P?x%2Fy/z", b"")[:3]
    ('backgammon', '1:o:B1P', None)
    >>> asked(b"/b/backgammon/a/b", b"c%23=d&lang=ne")[:3]
    ('backgammon', 'a/b?c#=d', 'ne')
    """
    found = _PATH.fullmatch(raw_path.partition(b"?")[0])
    game, rest = (found[1] or b"", found[2] or b"") if found is not None else (b"", b"")
    if not game:
        given = _form(query)
        return Address("", "", given.pop("lang", None), given)
    parts, lang = query.split(b"&") if query else [], None
    if parts and (option := _OPTION.fullmatch(parts[-1])):
        lang = unquote(option[1].decode("latin-1"), errors="replace")
        parts.pop()
    if parts:
        rest += b"?" + b"&".join(parts)
    return Address(_text(game), _text(rest), lang, {})


def _text(raw: bytes) -> str:
    """Bytes of an address as the text that they spell."""
    return unquote_to_bytes(raw).decode("utf-8", "replace")


def _form(query: bytes) -> dict[str, str]:
    """What the query string of a form gives; of what it gives twice the first counts."""
    try:
        pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True, max_num_fields=_MAX_PARAMETERS)
    except ValueError:  # too many
        pairs = []
    return {name: text for name, text in reversed(pairs) if name in ("text", "game", "lang")}
