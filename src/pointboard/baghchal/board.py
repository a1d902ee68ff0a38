r"""The board of Bagh Chal: 25 points, 56 lines, 40 jump lines, 8 symmetries, all computed from the geometry.

Points are numbered row by row from the top left, A1 = 0 to E5 = 24: columns A-E from left to right, rows 1-5 from the
top down (the numbering of the OBX specification, "Game State Representation")::

        A    B    C    D    E
    1   0 -- 1 -- 2 -- 3 -- 4
        | \  |  / | \  |  / |
    2   5 -- 6 -- 7 -- 8 -- 9
        | /  |  \ | /  |  \ |
    3  10 - 11 - 12 - 13 - 14
        | \  |  / | \  |  / |
    4  15 - 16 - 17 - 18 - 19
        | /  |  \ | /  |  \ |
    5  20 - 21 - 22 - 23 - 24

Every point is joined to its neighbours in its row and column; a point whose row and column numbers have an even sum is
joined along the diagonals too (the alquerque board). A tiger jumps two steps along one such line.
"""

from __future__ import annotations

from dataclasses import dataclass

from pointboard.scan import shown

__all__ = [
    "ALL_POINTS",
    "CAPTURE_MATRIX",
    "CAPTURE_TABLE",
    "CONNECTION_TABLE",
    "JUMPS",
    "JUMP_LINES",
    "LINES",
    "MOBILITY_MATRIX",
    "POINT_COUNT",
    "POINT_NAMES",
    "ROW_CODES",
    "SYMMETRIES",
    "TIGER_MOBILITY_MATRIX",
    "TIGER_START",
    "Board",
    "point",
    "point_name",
]

_SIDE = 5
POINT_COUNT = _SIDE * _SIDE
"""The number of points, 25."""

ALL_POINTS = (1 << POINT_COUNT) - 1
"""The set of all points: bit i stands for point i."""

POINT_NAMES: tuple[str, ...] = tuple("ABCDE"[i % _SIDE] + "12345"[i // _SIDE] for i in range(POINT_COUNT))
"""The name of each point, "A1" to "E5"."""

_POINT_OF = {name: i for i, name in enumerate(POINT_NAMES)}

# Columns and rows of one step, in the order in which the specification's two tables list the neighbours.
_DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1), (1, 1), (-1, -1))


def _along(origin: int, steps: int) -> tuple[int, ...]:
    """The points that lie ``steps`` steps from ``origin`` along the lines of the board."""
    row, column = divmod(origin, _SIDE)
    found = []
    for across, down in _DIRECTIONS:
        if across and down and (row + column) % 2:
            continue  # no diagonals at a point whose row and column have an odd sum
        to_row, to_column = row + steps * down, column + steps * across
        if 0 <= to_row < _SIDE and 0 <= to_column < _SIDE:
            found.append(to_row * _SIDE + to_column)
    return tuple(found)


CONNECTION_TABLE: tuple[tuple[int, ...], ...] = tuple(_along(i, 1) for i in range(POINT_COUNT))
"""For each point the points one step away: the specification's ``legalMovesConnectionMatrix``, in its order."""

CAPTURE_TABLE: tuple[tuple[int, ...], ...] = tuple(_along(i, 2) for i in range(POINT_COUNT))
"""For each point the points one jump away: the specification's ``captureMovesConnectionMatrix``, in its order."""

LINES: tuple[tuple[int, int], ...] = tuple(
    (a, b) for a in range(POINT_COUNT) for b in sorted(CONNECTION_TABLE[a]) if a < b
)
"""The 56 lines, each as its two ends, the smaller number first."""

JUMPS: tuple[tuple[int, int, int], ...] = tuple(
    (a, (a + b) // 2, b) for a in range(POINT_COUNT) for b in sorted(CAPTURE_TABLE[a])
)
"""The 80 jumps as (from, over, to). The middle of a jump is the mean of its ends."""

JUMP_LINES: tuple[tuple[int, int, int], ...] = tuple(jump for jump in JUMPS if jump[0] < jump[2])
"""The 40 lines of three points along which a tiger can jump either way."""


def _matrix(values: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(values[row * _SIDE : (row + 1) * _SIDE] for row in range(_SIDE))


MOBILITY_MATRIX = _matrix(tuple(len(to) for to in CONNECTION_TABLE))
"""The number of steps from each point, row by row: the specification's ``obxMovesMatrix``."""

CAPTURE_MATRIX = _matrix(tuple(len(to) for to in CAPTURE_TABLE))
"""The number of jumps from each point, row by row: the specification's ``obxTigerCaptureMovesMatrix``."""

TIGER_MOBILITY_MATRIX = _matrix(tuple(len(a) + len(b) for a, b in zip(CONNECTION_TABLE, CAPTURE_TABLE, strict=True)))
"""The sum of the two, row by row: the specification's ``obxTigerMovesMatrix``."""


def _symmetries() -> tuple[tuple[int, ...], ...]:
    """The 8 symmetries of the square, the identity first: four quarter turns, then the same of the mirrored board."""
    last = _SIDE - 1
    found = []
    for mirrored in (False, True):
        for turns in range(4):
            image = []
            for origin in range(POINT_COUNT):
                row, column = divmod(origin, _SIDE)
                if mirrored:
                    column = last - column
                for _ in range(turns):
                    row, column = column, last - row
                image.append(row * _SIDE + column)
            found.append(tuple(image))
    return tuple(found)


SYMMETRIES = _symmetries()
"""The 8 symmetries: ``SYMMETRIES[s][i]`` is where symmetry s puts point i; number 0 changes nothing."""

TIGER_START = sum(1 << i for i in (0, _SIDE - 1, POINT_COUNT - _SIDE, POINT_COUNT - 1))
"""The four corners, where the tigers begin."""

# The specification's symbols in the order of the digits 0, 1, 2 of its game state; 3 is a point that holds both.
_LETTERS = "XGT?"


def point(name: str) -> int:
    """The number of the point called ``name``; ValueError for any other text.

    >>> point("C3")
    12
    """
    try:
        return _POINT_OF[name]
    except (KeyError, TypeError):
        raise ValueError(f"expected a point from A1 to E5, found {shown(name)}") from None


def point_name(number: int) -> str:
    """The name of point ``number`` (0-24); ValueError outside that range.

    >>> point_name(12)
    'C3'
    """
    if type(number) is not int or not 0 <= number < POINT_COUNT:
        raise ValueError(f"expected a point number from 0 to {POINT_COUNT - 1}, found {shown(number)}")
    return POINT_NAMES[number]


@dataclass(frozen=True, slots=True)
class Board:
    """What stands on the points: two sets of points, bit i for point i (0-24).

    A board holds any number of pieces; whether it can occur in a game is said by ``State.status``. No point is in both
    sets when the board was read or made by the rules.

    >>> Board(TIGER_START, 1 << point("C3")).text()
    'TXXXT/XXXXX/XXGXX/XXXXX/TXXXT'
    """

    tigers: int
    goats: int

    @property
    def empty(self) -> int:
        """The set of empty points."""
        return ALL_POINTS & ~(self.tigers | self.goats)

    @property
    def tiger_count(self) -> int:
        """The number of tigers."""
        return self.tigers.bit_count()

    @property
    def goat_count(self) -> int:
        """The number of goats on the board."""
        return self.goats.bit_count()

    def cells(self) -> tuple[int, ...]:
        """The 25 points as numbers: 0 empty, 1 goat, 2 tiger (the specification's ``board`` array), 3 both at once.

        >>> Board(1, 2).cells()[:3]
        (2, 1, 0)
        """
        return tuple((self.goats >> i & 1) + 2 * (self.tigers >> i & 1) for i in range(POINT_COUNT))

    def piece(self, number: int) -> str:
        """The letter of what stands on point ``number``: "T", "G" or "X", and "?" for both at once.

        >>> Board(1, 2).piece(0), Board(1, 2).piece(24)
        ('T', 'X')
        """
        return _LETTERS[(self.goats >> number & 1) + 2 * (self.tigers >> number & 1)]

    def text(self) -> str:
        """The five rows from the top, separated by slashes, as in OBX.

        >>> Board(TIGER_START, 0).text()
        'TXXXT/XXXXX/XXXXX/XXXXX/TXXXT'
        """
        if self.tigers & self.goats:  # impossible, but an editor may hold it and wants to see it
            return "/".join(
                "".join(map(self.piece, range(start, start + _SIDE))) for start in range(0, POINT_COUNT, _SIDE)
            )
        code, texts = self.goats | self.tigers << POINT_COUNT, _ROW_TEXTS
        return (
            f"{texts[code & _ROW_MASK]}/{texts[code >> 5 & _ROW_MASK]}/{texts[code >> 10 & _ROW_MASK]}/"
            f"{texts[code >> 15 & _ROW_MASK]}/{texts[code >> 20 & _ROW_MASK]}"
        )

    def image(self, symmetry: int) -> Board:
        """The board as symmetry number ``symmetry`` (0-7) of ``SYMMETRIES`` shows it.

        >>> Board(1, 2).image(1).text()
        'XXXXT/XXXXG/XXXXX/XXXXX/XXXXX'
        """
        to = SYMMETRIES[symmetry]
        return Board(
            sum(1 << to[i] for i in range(POINT_COUNT) if self.tigers >> i & 1),
            sum(1 << to[i] for i in range(POINT_COUNT) if self.goats >> i & 1),
        )

    @staticmethod
    def from_cells(cells: tuple[int, ...] | list[int]) -> Board:
        """The board of 25 numbers, 0 empty, 1 goat, 2 tiger; ValueError for another length or number.

        >>> Board.from_cells([2, 1] + 23 * [0]) == Board(1, 2)
        True
        """
        if len(cells) != POINT_COUNT:
            raise ValueError(f"expected {POINT_COUNT} points, found {len(cells)}")
        tigers = goats = 0
        for i, cell in enumerate(cells):
            if cell == 2:
                tigers |= 1 << i
            elif cell == 1:
                goats |= 1 << i
            elif cell != 0:
                raise ValueError(f"expected 0 (empty), 1 (goat) or 2 (tiger) at {POINT_NAMES[i]}, found {shown(cell)}")
        return Board(tigers, goats)


# A row of five points has 3^5 = 243 texts. Board.text finds them by the row's bits in goats | tigers << 25, of which
# goats fill bits 0-4 and tigers bits 25-29; ROW_CODES is the same table read the other way, a dictionary for each row.
_ROW_MASK = 0b11111 | 0b11111 << POINT_COUNT


def _row_texts() -> dict[int, str]:
    texts = {0: ""}
    for column in range(_SIDE):
        cells = (("X", 0), ("G", 1 << column), ("T", 1 << column + POINT_COUNT))
        texts = {code | bit: text + letter for code, text in texts.items() for letter, bit in cells}
    return texts


_ROW_TEXTS = _row_texts()

ROW_CODES: tuple[dict[str, int], ...] = tuple(
    {text: code << row * _SIDE for code, text in _ROW_TEXTS.items()} for row in range(_SIDE)
)
"""For each row, its 243 texts and the part of ``goats | tigers << 25`` that each gives (for parsers)."""
