"""A plain solver of small games: dictionaries, no index, no symmetry but a smallest image, nothing of the package.

It knows the game by its own words: four tigers, ``goats`` goats, ``captures`` captures win, a side without a move
loses, goats slide when all are placed. A position is (tigers, goats) as sets of the 25 points, bit 5 * row + column,
and the side to move, "t" or "g". Values are ("t" or "g", plies) for a win, None for a draw.
"""

from collections import deque
from itertools import combinations

ALL = (1 << 25) - 1
PLACES = [(row, column) for row in range(5) for column in range(5)]


def on_board(row, column):
    return 0 <= row < 5 and 0 <= column < 5


def directions(row, column):
    straight = [(0, 1), (0, -1), (1, 0), (-1, 0)]
    return [*straight, (1, 1), (1, -1), (-1, 1), (-1, -1)] if (row + column) % 2 == 0 else straight


STEPS = [[1 << 5 * (r + dr) + c + dc for dr, dc in directions(r, c) if on_board(r + dr, c + dc)] for r, c in PLACES]
JUMPS = [
    [
        (1 << 5 * (r + dr) + c + dc, 1 << 5 * (r + 2 * dr) + c + 2 * dc)
        for dr, dc in directions(r, c)
        if on_board(r + 2 * dr, c + 2 * dc)
    ]
    for r, c in PLACES
]
TURNS = [
    lambda r, c: (r, c), lambda r, c: (c, 4 - r), lambda r, c: (4 - r, 4 - c), lambda r, c: (4 - c, r),
    lambda r, c: (c, r), lambda r, c: (r, 4 - c), lambda r, c: (4 - c, 4 - r), lambda r, c: (4 - r, c),
]  # fmt: skip
IMAGES = [
    [
        [sum(1 << 5 * turn(row, c)[0] + turn(row, c)[1] for c in range(5) if bits >> c & 1) for bits in range(32)]
        for row in range(5)
    ]
    for turn in TURNS
]


def points(bits):
    while bits:
        low = bits & -bits
        yield low
        bits ^= low


def image(rows, bits):
    a, b, c, d, e = rows
    return a[bits & 31] | b[bits >> 5 & 31] | c[bits >> 10 & 31] | d[bits >> 15 & 31] | e[bits >> 20]


def folds():
    """For each set of tigers its smallest image, and the symmetries that lead there."""
    found = {}
    for four in combinations([1 << i for i in range(25)], 4):
        images = [(image(rows, sum(four)), rows) for rows in IMAGES]
        least = min(tigers for tigers, _ in images)
        found[sum(four)] = least, [rows for tigers, rows in images if tigers == least]
    return found


FOLDS = folds()


def smallest(tigers, goats):
    least, symmetries = FOLDS[tigers]
    return least, min([image(rows, goats) for rows in symmetries])


class Plain:
    """One game; ``sliding`` and ``layers`` hold the values of all its positions up to symmetry."""

    def __init__(self, goats, captures, layers=()):
        self.goats, self.captures = goats, captures
        self.orbits = sorted({least for least, _ in FOLDS.values()})
        self.sliding = {}
        for captured in range(captures - 1, -1, -1):
            self.solve_level(goats - captured)
        self.layers = {}
        for in_hand in layers:
            self.solve_layer(in_hand)

    def boards(self, goats):
        """All boards with so many goats, up to symmetry."""
        for tigers in self.orbits:
            free = list(points(ALL & ~tigers))
            for chosen in combinations(free, goats):
                if smallest(tigers, sum(chosen)) == (tigers, sum(chosen)):
                    yield tigers, sum(chosen)

    def tiger_moves(self, tigers, goats):
        empty = ALL & ~(tigers | goats)
        for tiger in points(tigers):
            at = tiger.bit_length() - 1
            for to in STEPS[at]:
                if to & empty:
                    yield tigers ^ tiger ^ to, goats
            for over, to in JUMPS[at]:
                if to & empty and over & goats:
                    yield tigers ^ tiger ^ to, goats ^ over

    def goat_moves(self, tigers, goats):
        empty = ALL & ~(tigers | goats)
        for goat in points(goats):
            for to in STEPS[goat.bit_length() - 1]:
                if to & empty:
                    yield tigers, goats ^ goat ^ to

    def solve_level(self, count):
        """Positions with ``count`` goats and none in hand: from the ends backwards, a ply at a time."""
        value, parents, open_moves, best_end = self.sliding, {}, {}, {}
        known = deque()
        later = {}  # plies -> positions that a capture decides then
        for board in self.boards(count):
            for side in "tg":
                here = (*board, side)
                moves = self.tiger_moves(*board) if side == "t" else self.goat_moves(*board)
                children = [(*smallest(*after), "g" if side == "t" else "t") for after in moves]
                open_moves[here], best_end[here] = len(children), 0
                for child in children:
                    parents.setdefault(child, []).append(here)
                if not children:
                    value[here] = ("g" if side == "t" else "t", 0)
                    known.append(here)
        for child in [child for child in parents if child[1].bit_count() < count]:
            end = ("t", 0) if child[1].bit_count() == self.goats - self.captures else value[child]
            if end is not None:
                later.setdefault(end[1], []).append((child, end))
        plies = 0
        while known or later:
            ends = [(here, value[here]) for here in known] + later.pop(plies, [])
            known = deque()
            for child, (winner, _) in ends:
                for here in parents.get(child, ()):
                    if here in value:
                        continue
                    open_moves[here] -= 1
                    if winner == here[2] or open_moves[here] == 0:
                        value[here] = (winner, plies + 1)
                        known.append(here)
            plies += 1
        for here in open_moves:
            value.setdefault(here, None)

    def after(self, in_hand, tigers, goats, side):
        """Who wins a position of the placement phase, from the layers below: "t", "g" or None."""
        if goats.bit_count() == self.goats - in_hand - self.captures:
            return "t"
        if in_hand == 0:
            value = self.sliding[*smallest(tigers, goats), side]
            return value and value[0]
        if side == "t" and in_hand in self.layers:
            return self.layers[in_hand][smallest(tigers, goats)]
        if side == "t":
            ends = [self.after(in_hand, *move, "g") for move in self.tiger_moves(tigers, goats)]
        else:
            ends = [self.after(in_hand - 1, tigers, goats | to, "t") for to in points(ALL & ~(tigers | goats))]
        other = "g" if side == "t" else "t"
        return side if side in ends else None if None in ends else other

    def solve_layer(self, in_hand):
        """All positions with so many goats in hand and tigers to move."""
        placed = self.goats - in_hand
        found = {}
        for goats in range(max(0, placed - self.captures + 1), placed + 1):
            for board in self.boards(goats):
                found[board] = self.after(in_hand, *board, "t")
        self.layers[in_hand] = found
