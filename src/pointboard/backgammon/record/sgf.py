# ruff: noqa: A004 - format is the house's word for writing text
"""GNU Backgammon's SGF (GM[6]): matches with their analysis, read and written.

A file is a list of game trees, one for each game; a tree that begins with game 0, or is between others, begins another
match. White is the player of ``PW``, who makes the moves ``W``. Only the main line is read.

| property | what |
|---|---|
| ``MI[length:7][game:0][ws:0][bs:0]`` | length, number of the game from 0, scores at its start |
| ``RU[Crawford:CrawfordGame]`` | Crawford rule, this game is the one; ``Jacoby``; ``Nackgammon``, ``Hypergammon3`` |
| ``RE[W+2R]`` | who won how many points, ``R`` by resignation |
| ``W[31hefe]``, ``B[double]`` | a roll and steps from point to point; ``double``, ``take``, ``drop`` |
| ``AE AW AB`` | points emptied, checkers set up; ``CV CP`` the cube; ``PL`` whose turn, ``DI`` dice |
| ``PW PB WR BR EV RO PC AN DT GC C`` | players, ratings, event, round, place, annotator, date, comments |
| ``A DA LU`` | analysis of plays and cube, luck: read as values, and kept as it came |
| any other | kept as it came, and written back |

Points are letters: a to x are White's points 1 to 24, y is the bar, z is off.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import NoReturn

from pointboard.backgammon.board import BAR, Board, Side, Variant
from pointboard.backgammon.record.analysis import Foreign
from pointboard.backgammon.record.course import Course, must_move
from pointboard.backgammon.record.faults import Place, RecordError, check_size, place_of
from pointboard.backgammon.record.headers import NO_HEADERS, Headers
from pointboard.backgammon.record.model import MatchRead, MatchRecord, Ply, by_its_results, hopeful
from pointboard.backgammon.record.sgfanalysis import analysis_of
from pointboard.backgammon.record.sgftree import Node, Property, Tree, points
from pointboard.backgammon.record.sgftree import parse as parse_trees
from pointboard.backgammon.record.sgfwrite import format, format_all, losses
from pointboard.backgammon.rules import OFF, point_of
from pointboard.backgammon.state import MAX_EXPONENT, MAX_NUMBER, Action, Cube, Owner, Phase, Score
from pointboard.backgammon.turns import Double, Pass, SetPosition, Take
from pointboard.errors import IllegalMoveError, PointboardError
from pointboard.scan import shown

__all__ = ["format", "format_all", "losses", "parse", "read", "read_all", "recognises"]

_TEXTS = {"PW": "white", "PB": "black", "WR": "white_rating", "BR": "black_rating", "EV": "event", "RO": "round",
          "PC": "place", "AN": "annotator", "DT": "date"}  # fmt: skip
_VARIANTS = {"Nackgammon": Variant.NACKGAMMON, "Hypergammon3": Variant.HYPERGAMMON}
_SIDES = {"W": Side.WHITE, "B": Side.BLACK, "w": Side.WHITE, "b": Side.BLACK}
_OWNERS = {"c": Owner.CENTRED, "w": Owner.WHITE, "b": Owner.BLACK}
_RESULT = re.compile(r"([WB])\+([0-9]{1,6})(R?)")
_MOVE = re.compile(r"([1-6])([1-6])((?:[a-y][a-z]){0,4})")
_WORDS = {"double": Double, "take": Take, "drop": Pass}
_CHECKERS, _CUBE = {"AE", "AW", "AB"}, {"CV", "CP"}
_ACTS, _DOES = {"PL", "W", "B"}, {"DI", "W", "B"}
_SET = _CHECKERS | _CUBE | {"PL"}
_ROOT = {"FF", "GM", "CA", "MI", "RU", "RE", "GC", "C", "AE", "AW", "AB", "PL", "DI", "CV", "CP", *_TEXTS}
_DIGITS = 10  # of a number: the largest cube has as many
_NODE = {"W", "B", "C", "AE", "AW", "AB", "PL", "DI", "CV", "CP"}


def parse(text: str) -> MatchRecord:
    """The one match of a text; its first error is raised, RecordError where it holds several.

    >>> match = parse("(;GM[6]MI[length:3]PW[Ann]PB[Bo];W[31hefe]C[Good.];B[double];W[take])")
    >>> [ply.text for ply in match.games[0].plies], match.games[0].plies[0].comment
    (['31: 8/5 6/5', 'double', 'take'], 'Good.')
    """
    found = list(read_all(text))
    if len(found) > 1:
        raise RecordError(f"expected one match, found {len(found)}", field="text", place=Place(1, 1), text=text)
    return found[0].checked()


def read(text: str) -> MatchRead:
    """The first match of a text up to the first error, and the error."""
    return next(iter(read_all(text)))


def read_all(text: str) -> Iterable[MatchRead]:
    """The matches of a text, each up to its first error; RecordError for one of more than 50 MB."""
    check_size(str, text)
    yield from hopeful(_matches(text))


def _matches(text: str) -> Iterator[MatchRead]:
    trees, error = parse_trees(text)
    if not trees:
        yield MatchRead(Course(NO_HEADERS).match(), error)
        return
    groups = list(_groups(trees))
    for number, group in enumerate(groups, 1):
        read = _session(text, group)
        if number == len(groups) and read.error is None:
            read = replace(read, error=error)
        yield read


def recognises(text: str) -> bool:
    """Whether a text begins as a game tree does."""
    return re.match(r"\ufeff?\s*\(\s*;", text) is not None


def _info(node: Node) -> dict[str, str]:
    """The parts of ``MI`` by name."""
    found = node.get("MI")
    return dict(value.partition(":")[::2] for value in found.values) if found else {}


def _groups(trees: tuple[Tree, ...]) -> Iterator[list[Tree]]:
    """The trees of each match."""
    group: list[Tree] = []
    known: object = None
    for tree in trees:
        root = tree.nodes[0]
        info = _info(root)
        players = tuple(found.value if (found := root.get(name)) else "" for name in ("PW", "PB"))
        same = (info.get("length"), players)
        if group and (info.get("game", "0") == "0" or same != known):
            yield group
            group = []
        group.append(tree)
        known = same
    yield group


def _session(text: str, group: list[Tree]) -> MatchRead:
    return by_its_results(lambda jacoby: _Reader(text, jacoby=jacoby).read(group))


def _names(node: Node) -> set[str]:
    return {prop.name for prop in node.properties}


def _ahead(root: Node, nodes: list[Node]) -> Node:
    """The root and the nodes behind it that are about the cube alone; one that says all of it stands for itself."""
    found = list(takewhile(lambda node: _names(node) <= _CUBE, nodes))
    if found and _names(found[0]) == _CUBE:
        del found[1:]
    return Node(tuple(prop for node in (root, *found) for prop in node.properties), root.offset)


def _says(node: Node) -> bool:
    """Whether nothing happens in a node, so that it only says something."""
    return not any(prop.name in _NODE and prop.name != "C" for prop in node.properties)


def _begins(node: Node | None) -> Side | None:
    """The side that acts first in a node, None where it does not say so."""
    properties = () if node is None else node.properties
    found = next((prop.value if prop.name == "PL" else prop.name for prop in properties if prop.name in _ACTS), "")
    return _SIDES.get(found[:1])


def _joined(nodes: Iterable[Node]) -> Iterator[Node]:
    """The nodes, those that set something up one after the other as one: GNU Backgammon writes one for each thing."""
    waits: Node | None = None
    for node in nodes:
        names = _names(node)
        sets = bool(names & (_CHECKERS | _CUBE)) and not names & _DOES
        if waits is not None and sets:
            node = Node((*waits.properties, *node.properties), waits.offset)  # noqa: PLW2901 (both at once)
        elif waits is not None:
            yield waits
        waits = node if sets and names <= _SET else None
        if waits is None:
            yield node
    if waits is not None:
        yield waits


class _Reader:
    """One match, tree by tree."""

    def __init__(self, text: str, *, jacoby: bool | None) -> None:
        self.text = text
        self.jacoby = jacoby  # None for what the rules of the file say
        self.course = Course(NO_HEADERS, text)
        self.forks = 0

    def read(self, trees: list[Tree]) -> MatchRead:
        error: PointboardError | None = None
        try:
            for number, tree in enumerate(trees):
                self.forks += tree.forks
                self.tree(tree, first=number == 0)
        except PointboardError as fault:
            error = fault
        return MatchRead(self.course.match(), error, ("variations",) if self.forks else ())

    def fail(self, message: str, prop: Property) -> NoReturn:
        raise RecordError(message, field=prop.name, place=place_of(self.text, prop.offset), text=self.text)

    def whole(self, prop: Property | None, text: str, name: str, most: int = MAX_NUMBER) -> int:
        """A whole number from 0."""
        if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS and int(text) <= most) and prop is not None:
            self.fail(f"expected a number from 0 to {most} as {name}, found {shown(text)}", prop)
        return int(text)

    def tree(self, tree: Tree, *, first: bool) -> None:
        root, rest = tree.nodes[0], tree.nodes[1:]
        game = root.get("GM")
        if game is None or game.value.strip() != "6":
            at = game or Property("GM", ("",), root.offset)
            self.fail(f"expected GM[6], backgammon, found {shown(game.value) if game else 'no GM'}", at)
        info, place = _info(root), partial(place_of, self.text, root.offset)
        known = root.get("MI")
        if first:
            length = self.whole(known, info.get("length", "0"), "length")
            with self.course.at("headers", place):
                self.course = Course(self.headers(root, length), self.text)
            if said := root.get("GC"):
                self.course.comment = said.value
        score = None
        if "ws" in info or "bs" in info:
            score = Score(*(self.whole(known, info.get(name, "0"), name) for name in ("ws", "bs")))
        rules = root.get("RU")
        crawford = "CrawfordGame" in rules.value.split(":") if rules else None
        foreign = tuple(
            Foreign("sgf", p.name, p.values)
            for p in root.properties
            if p.name not in _ROOT and (p.name, p.values) != ("AP", ("Pointboard",))
        )
        comment = said.value if (said := root.get("C")) else ""
        value, owner = self.cube(_ahead(root, rest))  # in the middle, but not at 1: it belongs to the start
        begins = Cube.of(value, owner) if value > 1 and owner is Owner.CENTRED else None
        with self.course.at(f"game {info.get('game', '')}".strip(), place):
            self.course.begin(score, crawford=crawford, cube=begins, comment=comment, foreign=foreign)
        nodes = (root, *_joined(rest))
        last = nodes[-1] if _says(nodes[-1]) and len(nodes) > 1 else None  # of a resignation, which stands in RE
        for node, then in zip(nodes, (*nodes[1:], None), strict=True):
            if node is not last:
                self.node(node, then, root=node is root)
        if ended := root.get("RE"):
            self.result(ended)
        if last is not None:
            self.node(last, None, root=False)

    def headers(self, root: Node, length: int) -> Headers:
        values: dict[str, object] = {_TEXTS[p.name]: p.value for p in root.properties if p.name in _TEXTS}
        rules = root.get("RU")
        words = rules.value.split(":") if rules else []
        for word in words:
            if word in _VARIANTS:
                values["variant"] = _VARIANTS[word]
            elif word not in {"Crawford", "CrawfordGame", "Jacoby", ""} and rules:
                self.fail(f"expected the rules of a game that is known here, found {shown(word)}", rules)
        crawford = not length or "Crawford" in words or "CrawfordGame" in words
        jacoby = "Jacoby" in words if self.jacoby is None else self.jacoby
        return Headers(length=length, crawford=crawford, jacoby=jacoby, **values)  # type: ignore[arg-type]

    def cube(self, node: Node) -> tuple[int, Owner]:
        """The cube that a node sets up: its value and its owner; what it leaves out is as it was."""
        owner, exponent, _ = self.course.state.cube if self.course.table else Cube()
        value = 1 << exponent
        for prop in node.properties:
            if prop.name == "CV":
                value = self.whole(prop, prop.value, "the cube", 1 << MAX_EXPONENT)
                if value == 0 or value & (value - 1):
                    self.fail(f"expected a power of 2, found {value}", prop)
            elif prop.name == "CP":
                if prop.value not in _OWNERS:
                    self.fail(f"expected c, w or b, found {shown(prop.value)}", prop)
                owner = _OWNERS[prop.value]
        return value, owner

    # --- nodes ---

    def node(self, node: Node, then: Node | None, *, root: bool) -> None:
        course, before = self.course, self.course.plies
        waits = self.set_up(node, then)
        dice, move = node.get("DI"), node.get("W") or node.get("B")
        if dice is not None:
            self.roll(dice, self.turn(node))
        if move is not None:
            self.move(move, last=then is None)
        kept = [] if root else [p for p in node.properties if p.name not in _NODE]
        said = None if root else node.get("C")
        if said and said.value:
            course.remark(said.value)
        if kept and course.plies:
            found = analysis_of(kept, course.last) if course.plies > before else None
            course.annotate(analysis=found, foreign=tuple(Foreign("sgf", p.name, p.values) for p in kept))
        if waits is not None and not course.state.dice and course.state.to_act is waits.side:
            course.lay_again(waits)
        elif waits is not None:
            course.remark(waits.comment)

    def turn(self, node: Node) -> Side | None:
        """Whose turn a node says it is: its last word."""
        found = next((prop for prop in reversed(node.properties) if prop.name == "PL"), None)
        side = _SIDES.get(found.value[:1]) if found else None
        if found and side is None:
            self.fail(f"expected W or B, found {shown(found.value)}", found)
        return side

    def set_up(self, node: Node, then: Node | None) -> Ply | None:
        """Checkers and the cube of a node; dice that lay on the board are returned, since they stay there."""
        course, side = self.course, self.turn(node)
        board, placed = self.board(node), Cube.of(*self.cube(node))
        cube = None if placed == course.state.cube._replace(action=Action.NONE) else placed
        if board is None and cube is None:
            return None
        waits = course.take_up()
        if side is None and course.state.phase is Phase.OPENING:
            side = waits.side if waits else _begins(then)
        names = " ".join(prop.name for prop in node.properties if prop.name in _SET)
        with course.at(names, partial(place_of, self.text, node.offset)):
            try:
                course.act(SetPosition(course.state.board if board is None else board, side, cube))
            except PointboardError:
                if waits is not None:  # what came before the error stays
                    course.lay_again(waits)
                raise
        return waits

    def roll(self, prop: Property, side: Side | None) -> None:
        if re.fullmatch("[1-6]{2}", prop.value) is None:
            self.fail(f"expected two dice from 1 to 6, found {shown(prop.value)}", prop)
        dice = (int(prop.value[0]), int(prop.value[1]))
        with self.course.at(f"DI[{prop.value}]", partial(place_of, self.text, prop.offset)):
            side = side or self.course.state.to_act
            self.replaced(side, dice, turned=True)
            self.course.lay(side, dice)

    def replaced(self, side: Side | None, dice: tuple[int, int], *, turned: bool = False) -> None:
        """A roll that waits and is not the one that is played is forgotten: the dice were set to others.

        With ``turned`` the other side may have rolled: the turn was set to it.
        """
        course, state = self.course, self.course.state
        other = state.to_act is not side
        if not state.dice or (other and not turned) or (not other and state.dice == tuple(sorted(dice))):
            return
        if (roll := course.take_up()) is None:
            return
        course.remark(roll.comment)
        if other and course.state.phase is not Phase.OPENING:
            course.act(SetPosition(course.state.board, side))

    def board(self, node: Node) -> Board | None:
        """The checkers that a node sets up, None where it sets up none."""
        boards = [prop for prop in node.properties if prop.name in _CHECKERS]
        if not boards:
            return None
        state = self.course.state
        white, black = (list(half) for half in state.board)
        for prop in boards:
            for letter in points(prop, self.text):
                self.put(prop, letter, white, black)
        if sum(white) > state.checkers or sum(black) > state.checkers:
            self.fail(f"expected at most {state.checkers} checkers a side", boards[-1])
        return Board.of(white, black)

    def put(self, prop: Property, letter: str, white: list[int], black: list[int]) -> None:
        """One point emptied, or one checker put there."""
        if letter == "z":
            self.fail("expected a point from a to y", prop)
        if prop.name == "AE":
            pips = [BAR[Side.WHITE], BAR[Side.BLACK]] if letter == "y" else [24 - (ord(letter) - ord("a"))]
            for pip in pips:
                white[pip] = black[pip] = 0
            return
        side, half = (Side.WHITE, white) if prop.name == "AW" else (Side.BLACK, black)
        half[_pip(letter, side)] += 1

    def move(self, prop: Property, *, last: bool) -> None:
        course, side = self.course, _SIDES[prop.name]
        place = partial(place_of, self.text, prop.offset)
        with course.at(f"{prop.name}[{prop.value}]"[:60], place):
            if event := _WORDS.get(prop.value):
                course.act(event(side=side))
                return
            if prop.value == "beaver":
                raise IllegalMoveError("no position can say that a double was beavered")
            found = _MOVE.fullmatch(prop.value)
            if found is None:
                self.fail(f"expected dice and moves, double, take or drop, found {shown(prop.value)}", prop)
            dice, letters = (int(found[1]), int(found[2])), found[3]
            self.replaced(side, dice)
            if last and not letters:  # so GNU Backgammon writes a roll that has not been played when the game is saved
                course.lay(side, dice)
                if must_move(course.state):
                    return
            pairs = [
                tuple(point_of(side, _pip(letter, side)) for letter in letters[at : at + 2])
                for at in range(0, len(letters), 2)
            ]
            course.play_text(side, dice, " ".join(f"{source}/{target}" for source, target in pairs))

    def result(self, prop: Property) -> None:
        """Who won; a result of another kind is kept as it came."""
        found = _RESULT.fullmatch(prop.value.strip())
        course = self.course
        if found is None:
            course.keep(Foreign("sgf", "RE", prop.values))
            return
        with course.at(f"RE[{prop.value}]"[:60], partial(place_of, self.text, prop.offset)):
            if course.over or course.state.to_act is not None:
                # By a Jacoby setting that is not the session's GNU Backgammon calls a gammon one point.
                loosely = self.jacoby is not None
                course.won(_SIDES[found[1]], int(found[2]), resigned=found[3] == "R", loosely=loosely)
            else:
                course.keep(Foreign("sgf", "RE", prop.values))


def _pip(letter: str, side: Side) -> int:
    if letter == "z":
        return OFF
    return BAR[side] if letter == "y" else 24 - (ord(letter) - ord("a"))
