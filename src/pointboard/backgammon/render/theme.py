"""The colours of SVG pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from pointboard.errors import PointboardError
from pointboard.scan import shown

__all__ = ["CONTRAST", "DARK", "LIGHT", "PAGE", "PRINT", "THEMES", "Theme", "theme_of"]


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture, each as SVG writes a colour; they are written into the picture as they stand.

    ``ground`` is behind everything, ``ink`` the words on it; ``frame`` the wood around the board, ``number`` what is
    written on it, ``tray`` its hollows; ``felt`` the field, ``point`` and ``other`` the points by turns, ``line``
    their edges. ``white`` and ``black`` are the checkers and dice, ``white_mark`` and ``black_mark`` what is drawn on
    them, ``rim`` the edge of both; ``cube`` and ``cube_mark`` the cube; ``act`` marks the side to act and an offered
    cube, ``hint`` the plays that are shown, ``halo`` what sets them off.
    """

    ground: str
    ink: str
    frame: str
    number: str
    tray: str
    felt: str
    point: str
    other: str
    line: str
    white: str
    white_mark: str
    black: str
    black_mark: str
    rim: str
    cube: str
    cube_mark: str
    act: str
    hint: str
    halo: str


LIGHT = Theme(
    ground="#fbf7ef", ink="#2f251b", frame="#6a4a32", number="#f3e4c8", tray="#523724", felt="#efe1c6",
    point="#b4683f", other="#d9b98a", line="#8a5a38", white="#fffaf0", white_mark="#4a3a2c", black="#2d2926",
    black_mark="#f4ecdd", rim="#2d2926", cube="#fffdf8", cube_mark="#2f251b", act="#b3261e", hint="#0b6e4f",
    halo="#fffaf0",
)  # fmt: skip
"""Wood and leather."""

DARK = Theme(
    ground="#171513", ink="#f1e9dc", frame="#2f2823", number="#d3c4ab", tray="#211b18", felt="#3d3933",
    point="#8a4b34", other="#69645a", line="#55504a", white="#f4ecdc", white_mark="#3a3029", black="#171615",
    black_mark="#e9dfce", rim="#9c9184", cube="#e9dfce", cube_mark="#171513", act="#ff8a75", hint="#6fe0b4",
    halo="#171513",
)  # fmt: skip
"""The same by night."""

CONTRAST = Theme(
    ground="#ffffff", ink="#000000", frame="#000000", number="#ffffff", tray="#3a3a3a", felt="#ffffff",
    point="#7fb2e5", other="#ffe08a", line="#000000", white="#ffffff", white_mark="#000000", black="#000000",
    black_mark="#ffffff", rim="#000000", cube="#ffffff", cube_mark="#000000", act="#b00020", hint="#b00020",
    halo="#ffffff",
)  # fmt: skip
"""High contrast, in colours that the colour-blind can tell apart."""

PRINT = Theme(
    ground="#ffffff", ink="#000000", frame="#ffffff", number="#000000", tray="#ffffff", felt="#ffffff",
    point="#c4c4c4", other="#ffffff", line="#000000", white="#ffffff", white_mark="#000000", black="#000000",
    black_mark="#ffffff", rim="#000000", cube="#ffffff", cube_mark="#000000", act="#000000", hint="#000000",
    halo="#ffffff",
)  # fmt: skip
"""Black, white and grey, with little ink."""

PAGE = Theme(**{name: f"var(--backgammon-{name.replace('_', '-')}, {color})" for name, color in asdict(LIGHT).items()})
"""Colours that the style sheet of the page around the picture sets; those of ``LIGHT`` where it does not."""

THEMES: Mapping[str, Theme] = {"light": LIGHT, "dark": DARK, "contrast": CONTRAST, "print": PRINT, "page": PAGE}
"""The themes by name."""


def theme_of(theme: Theme | str) -> Theme:
    """The theme of that name, or the theme itself; PointboardError for an unknown name.

    >>> theme_of("dark") is DARK
    True
    """
    if isinstance(theme, Theme):
        return theme
    if not isinstance(theme, str) or theme not in THEMES:
        raise PointboardError(f"theme: expected {', '.join(THEMES)}, found {shown(theme)}")
    return THEMES[theme]
