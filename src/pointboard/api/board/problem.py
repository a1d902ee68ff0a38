"""What is wrong with a text, as a page tells it: every problem with its field and column, and the column marked."""

from __future__ import annotations

from typing import NamedTuple

from pointboard.errors import NotationError, PointboardError, PositionError
from pointboard.page import apart, escaped
from pointboard.wording import Words

__all__ = ["Trouble", "trouble_of"]


class Trouble(NamedTuple):
    """Why a page shows no position: the status of the answer, the text, and what is wrong as ``html``."""

    status: int
    text: str
    html: str


def trouble_of(error: PointboardError | str, status: int, text: str, words: Words) -> Trouble:
    """The trouble with a text: an error of the house, or a sentence of the page's own.

    >>> from pointboard.api.board.words import words
    >>> error = NotationError("expected g or t", field="turn", column=3, text="a b")
    >>> trouble_of(error, 400, "a b", words("en")).html.partition("</ul>")[2]
    '<pre>a <mark>b</mark></pre>'
    """
    if isinstance(error, str):
        return Trouble(status, text, f"<p>{escaped(error)}</p>")
    places: list[tuple[str, int | None, str]]
    match error:
        case NotationError():
            places = [(error.field, error.column, error.message)]
        case PositionError():
            places = [(one.field, one.column, one.message) for one in error.problems]
        case _:
            places = [("", None, str(error))]
    said = "".join(f"<li>{apart(_sentence(place, words))}</li>" for place in places)
    columns = {column for _, column, _ in places if column is not None}
    read = getattr(error, "text", None) or text
    whole = text if len(text) == len(read) else read  # they differ where _ was read as a blank
    marked = f"<pre>{_marked(whole, columns)}</pre>" if columns else ""
    return Trouble(status, text, f"<p>{escaped(words('problem.title'))}</p><ul>{said}</ul>{marked}")


def _sentence(place: tuple[str, int | None, str], words: Words) -> str:
    field, column, message = place
    if column is not None:
        return words("problem.place", field=field, column=column, message=message)
    return words("problem.field", field=field, message=message) if field else message


def _marked(text: str, columns: set[int]) -> str:
    """The text with each of the columns marked; the one behind its end is marked as a blank."""
    padded = text + " " * (max(columns) == len(text) + 1)
    return "".join(
        f"<mark>{escaped(one)}</mark>" if column in columns else escaped(one) for column, one in enumerate(padded, 1)
    )
