"""What is known about a game besides its moves, and the names and texts of these headers in a file."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from enum import StrEnum

from pointboard.baghchal.rules import Outcome, Repetition
from pointboard.baghchal.state import Side
from pointboard.errors import NotationError
from pointboard.scan import member, refused, shown

__all__ = ["HEADER_NAMES", "NO_HEADERS", "START_NAME", "Headers", "Result", "Rules", "collect", "header_name", "items"]


class Result(StrEnum):
    """The result of a game as records write it: goats, who move first, before tigers."""

    GOATS = "1-0"
    TIGERS = "0-1"
    DRAW = "1/2-1/2"

    @classmethod
    def of(cls, outcome: Outcome) -> Result:
        """The result of a game that ended on the board.

        >>> from pointboard.baghchal.rules import THREEFOLD_DRAW
        >>> Result.of(THREEFOLD_DRAW).value
        '1/2-1/2'
        """
        if outcome.winner is None:
            return cls.DRAW
        return cls.GOATS if outcome.winner is Side.GOAT else cls.TIGERS


class Rules(StrEnum):
    """The rules that a game was played by; a record under rules that are not on this list is refused."""

    STANDARD = "standard"
    """Five captures win, goats move first and are all placed before one slides, capturing is free (``rules``)."""


_TEXTS = ("event", "site", "date", "round", "goats", "tigers", "termination")
_EXTRA_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Headers:
    """Who played, where, when and by which rules; a text that is None is not recorded.

    ``date`` is any text; year first, ``2026-11-30``, is the form that sorts. ``result`` is the result that was
    *declared*: it may say more than the board (a resignation, a fallen flag, an agreed draw; ``termination`` says
    which) but never something else; a game that ended on the board needs none. ``extra`` holds headers of your own as
    (name, value), names of ASCII letters, digits and underscores; they keep their order. Where one of a list is meant
    (``result``, ``rules``, ``repetition``) its text becomes the member.

    NotationError, with the field's name, for a value that no record can hold.

    >>> Headers(goats="Sita", tigers="Hari", result=Result.GOATS, termination="resignation").result.value
    '1-0'
    """

    event: str | None = None
    site: str | None = None
    date: str | None = None
    round: str | None = None
    goats: str | None = None
    tigers: str | None = None
    result: Result | None = None
    termination: str | None = None
    rules: Rules = Rules.STANDARD
    repetition: Repetition = Repetition.THREEFOLD
    extra: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        """Turn texts into the members that they spell; check the kinds of the fields and the names of ``extra``."""
        for name in _TEXTS:
            text = getattr(self, name)
            if text is not None and not isinstance(text, str):
                raise refused(name, "a text or None", text)
        if self.result is not None:
            object.__setattr__(self, "result", member(Result, self.result, "result"))
        object.__setattr__(self, "rules", member(Rules, self.rules, "rules"))
        object.__setattr__(self, "repetition", member(Repetition, self.repetition, "repetition"))
        object.__setattr__(self, "extra", _pairs(self.extra))
        seen: set[str] = set()
        for name, _ in self.extra:
            if not _EXTRA_NAME.fullmatch(name):
                raise _fault(name, f"expected a name of ASCII letters, digits and underscores, found {shown(name)}")
            if name.lower() in _FIELDS:
                raise _fault(name, f"{shown(name)} is a header with a field of its own")
            if name in seen:
                raise _fault(name, f"{shown(name)} stands here a second time")
            seen.add(name)


def _pairs(extra: object) -> tuple[tuple[str, str], ...]:
    """Headers of one's own as a record holds them; NotationError for what are no pairs of texts."""
    found = []
    for pair in extra if isinstance(extra, list | tuple) else (extra,):
        match pair:
            case [str(name), str(value)]:
                found.append((name, value))
            case _:
                raise refused("extra", "pairs of two texts, a name and a value", pair)
    return tuple(found)


def _fault(text: str, message: str) -> NotationError:
    return NotationError(message, field="extra", column=1, text=text)


HEADER_NAMES: dict[str, str] = {f.name: f.name.capitalize() for f in fields(Headers) if f.name != "extra"}
"""The fields of ``Headers`` and their names in PGN and in a log: ``Event``, ``Goats``, ..., in the order of writing."""

START_NAME = "Start"
"""The name of the start position among the headers of a PGN text; in a ``Record`` it is a field of its own."""

_FIELDS = {*HEADER_NAMES, START_NAME.lower()}
NO_HEADERS = Headers()
"""Nothing recorded, the usual rules."""


def items(headers: Headers) -> list[tuple[str, str]]:
    """The headers that say something, as (name, text); one that has its default value is left out.

    >>> items(Headers(goats="Sita"))
    [('Goats', 'Sita')]
    """
    found = [
        (name, str(value))
        for field, name in HEADER_NAMES.items()
        if (value := getattr(headers, field)) != getattr(NO_HEADERS, field)
    ]
    return [*found, *headers.extra]


def header_name(name: str) -> str:
    """The written form of a known header's name, which is read in any letter case; another name as it is.

    >>> header_name("GOATS"), header_name("annotator")
    ('Goats', 'annotator')
    """
    return name.capitalize() if name.isascii() and name.lower() in _FIELDS else name


def collect(texts: dict[str, str], repetition: Repetition = Repetition.THREEFOLD) -> Headers:
    """Headers from their names, as ``header_name`` gives them, and texts; other names become ``extra``.

    ``repetition`` is the policy where they name none; the result ``*`` says that none is recorded. NotationError, whose
    ``field`` is the header's name, for a value that is not on its list.

    >>> collect({"Goats": "Sita", "Result": "1-0"}).result.name
    'GOATS'
    """
    known = {field: texts[name] for field, name in HEADER_NAMES.items() if name in texts}
    result, rules, policy = (known.pop(field, None) for field in ("result", "rules", "repetition"))
    return Headers(
        **known,
        result=None if result is None or result == "*" else member(Result, result, "Result"),
        rules=Rules.STANDARD if rules is None else member(Rules, rules, "Rules"),
        repetition=repetition if policy is None else member(Repetition, policy, "Repetition"),
        extra=tuple((name, value) for name, value in texts.items() if name.lower() not in _FIELDS),
    )
