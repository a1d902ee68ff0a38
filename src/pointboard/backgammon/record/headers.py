"""What is known about a match besides what happens in it."""

from __future__ import annotations

from dataclasses import dataclass, fields

from pointboard.backgammon.board import Side, Variant
from pointboard.backgammon.match import Terms
from pointboard.backgammon.state import MAX_EXPONENT, MAX_NUMBER, Length, MatchRules
from pointboard.scan import member, refused

__all__ = ["NO_HEADERS", "PLAIN", "Headers", "items"]


@dataclass(frozen=True, slots=True)
class Headers:
    """The headers of a match; "" and None stand for what is not said.

    ``white`` and ``black`` are the players' names; ``length`` is in points, 0 for money play. ``max_cube`` is the
    largest exponent of the cube. ``extra`` are other headers as (name, text). NotationError, with the field's name, for
    a value of another kind.

    >>> Headers(white="Ann", length=7).terms.crawford
    True
    """

    white: str = ""
    black: str = ""
    event: str = ""
    place: str = ""
    date: str = ""
    round: str = ""
    annotator: str = ""
    white_rating: str = ""
    black_rating: str = ""
    length: int = 0
    crawford: bool = True
    jacoby: bool = False
    beavers: bool = False
    max_cube: int | None = None
    variant: Variant = Variant.BACKGAMMON
    extra: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        """Check the kinds of the fields."""
        for name in PLAIN:
            if not isinstance(getattr(self, name), str):
                raise refused(name, "a text", getattr(self, name))
        if type(self.length) is not int or not 0 <= self.length <= MAX_NUMBER:
            raise refused("length", f"a match length from 0 to {MAX_NUMBER}", self.length)
        for name in ("crawford", "jacoby", "beavers"):
            if type(getattr(self, name)) is not bool:
                raise refused(name, "True or False", getattr(self, name))
        if self.max_cube is not None and (type(self.max_cube) is not int or not 0 <= self.max_cube <= MAX_EXPONENT):
            raise refused("max_cube", f"an exponent from 0 to {MAX_EXPONENT} or None", self.max_cube)
        object.__setattr__(self, "variant", member(Variant, self.variant, "variant"))
        for pair in self.extra:
            if len(pair) != 2 or not all(isinstance(part, str) for part in pair):
                raise refused("extra", "pairs of name and text", pair)

    @property
    def terms(self) -> Terms:
        """How the match is played, as the turn machine takes it; Jacoby rule and beavers belong to money play."""
        money = self.length == 0
        rules = MatchRules(jacoby=self.jacoby and money, beavers=self.beavers and money, max_cube=self.max_cube)
        return Terms(rules, crawford=self.crawford, variant=self.variant)

    @property
    def match_length(self) -> Length:
        """The length as a position holds it, without a mark."""
        return Length(self.length)

    def player(self, side: Side) -> str:
        """The name of the player of ``side``, the side in words where none is known.

        >>> Headers(white="Ann").player(Side.BLACK)
        'Black'
        """
        name = self.white if side is Side.WHITE else self.black
        return name or side.name.capitalize()


PLAIN = ("white", "black", "event", "place", "date", "round", "annotator", "white_rating", "black_rating")
"""The headers that are any text."""

NO_HEADERS = Headers()
"""Money play by the usual rules, of which nothing else is known."""


def items(headers: Headers) -> tuple[tuple[str, str], ...]:
    """The headers that differ from the default, as (name, text).

    >>> items(Headers(white="Ann", length=7, jacoby=True))
    (('White', 'Ann'), ('Length', '7'), ('Jacoby', 'yes'))
    """
    found: list[tuple[str, str]] = []
    for field in fields(Headers):
        value = getattr(headers, field.name)
        if field.name == "extra" or value == field.default:
            continue
        text = {True: "yes", False: "no"}[value] if type(value) is bool else str(value)
        if field.name == "max_cube":
            text = str(1 << value)
        found.append((field.name.replace("_", " ").capitalize(), text))
    return (*found, *headers.extra)
