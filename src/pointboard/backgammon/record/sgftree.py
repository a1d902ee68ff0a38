"""The grammar of SGF (FF[4]), which knows no game: trees of nodes of properties, their escapes, lists of points.

Nothing here is recursive, so that no file nests too deep; the numbers of nodes and of open parentheses are limited.
Source: the SGF specification (FF[4]), "EBNF" and "Property value types".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from pointboard.backgammon.record.faults import RecordError, place_of
from pointboard.scan import shown

__all__ = ["Node", "Parsed", "Property", "Tree", "escaped", "parse", "points"]

_MAX_NODES = 200_000
_MAX_DEPTH = 10_000
_MAX_VALUES = 10_000  # of one property; those of a list of points may stand for 25 each
_BLANKS = re.compile(r"\s*")
_NAME = re.compile(r"[A-Za-z]{1,20}")
_VALUE = re.compile(r"\[([^\\\]]*(?:\\.[^\\\]]*)*)\]", re.DOTALL)
_ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)


class Property(NamedTuple):
    """A property: its name in capitals, its values without escapes, where it stands in the text (from 0)."""

    name: str
    values: tuple[str, ...]
    offset: int

    @property
    def value(self) -> str:
        """The first value."""
        return self.values[0]


class Node(NamedTuple):
    """A node: its properties in order, where its semicolon stands."""

    properties: tuple[Property, ...]
    offset: int

    def get(self, name: str) -> Property | None:
        """The property called ``name``, None if there is none."""
        return next((found for found in self.properties if found.name == name), None)


@dataclass(slots=True)
class Tree:
    """A game tree's main line, the first branch at every fork; ``forks`` counts the branches that are left out."""

    nodes: list[Node] = field(default_factory=list)
    forks: int = 0


def _unescaped(match: re.Match[str]) -> str:
    return "" if match[1][0] in "\r\n" else match[1]


def escaped(text: str) -> str:
    r"""A text as it stands between brackets.

    >>> escaped("a] \\ b")
    'a\\] \\\\ b'
    """
    return text.replace("\\", "\\\\").replace("]", "\\]")


def points(prop: Property, text: str) -> tuple[str, ...]:
    """The points (letters) of a list, in which ``a:c`` stands for a, b and c; RecordError for anything else.

    >>> points(Property("AE", ("a:c", "y"), 0), "")
    ('a', 'b', 'c', 'y')
    """
    found: list[str] = []
    for value in prop.values:
        first, _, last = value.partition(":")
        last = last or first
        if len(first) != 1 or len(last) != 1 or not "a" <= first <= last <= "z":
            message = f"expected a point from a to z or a range such as a:c, found {shown(value)}"
            raise RecordError(message, field=prop.name, place=place_of(text, prop.offset), text=text)
        found += map(chr, range(ord(first), ord(last) + 1))
    return tuple(found)


class _Parser:
    """Reads a collection from its first parenthesis on."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.count = 0
        self.tree_now: Tree | None = None  # the tree that is being read

    def fail(self, expected: str) -> NoReturn:
        found = shown(self.text[self.at : self.at + 1]) if self.at < len(self.text) else "the end of the text"
        message = f"expected {expected}, found {found}"
        raise RecordError(message, field="sgf", place=place_of(self.text, self.at), text=self.text)

    def skip(self) -> str:
        """The next character that is no blank, "" at the end."""
        found = _BLANKS.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def tree(self) -> Tree:
        """One game tree; the parenthesis is next."""
        tree = self.tree_now = Tree()
        main: list[bool] = []  # for each open parenthesis: whether it stands on the main line
        branched: list[int] = []  # how many branches each has had
        while True:
            letter = self.skip()
            if letter == "(":
                on_main = not main or (main[-1] and branched[-1] == 0)
                tree.forks += not on_main and (not main or main[-1])
                if branched:
                    branched[-1] += 1
                main.append(on_main)
                branched.append(0)
                if len(main) > _MAX_DEPTH:
                    self.fail(f"at most {_MAX_DEPTH} open parentheses")
                self.at += 1
                if self.skip() != ";":
                    self.fail("; of a node")
            elif letter == ";":
                if branched[-1]:
                    self.fail("( or ) behind a branch")
                node = self.node()
                if main[-1]:
                    tree.nodes.append(node)
            elif letter == ")":
                self.at += 1
                main.pop()
                branched.pop()
                if not main:
                    self.tree_now = None
                    return tree
            else:
                self.fail("; of a node, ( or )")

    def node(self) -> Node:
        """One node; its semicolon is next."""
        start = self.at
        self.count += 1
        if self.count > _MAX_NODES:
            self.fail(f"at most {_MAX_NODES} nodes")
        self.at += 1
        properties: dict[str, Property] = {}
        self.skip()
        while found := _NAME.match(self.text, self.at):
            offset, name = self.at, "".join(letter for letter in found[0] if letter.isupper())
            self.at = found.end()
            if not name:
                self.fail("a property's name with capitals")
            values = self.values()
            if name in properties:
                self.at = offset
                self.fail(f"each property of a node once, not {name} twice")
            properties[name] = Property(name, values, offset)
            self.skip()
        return Node(tuple(properties.values()), start)

    def values(self) -> tuple[str, ...]:
        if self.skip() != "[":
            self.fail("[ of a value")
        values: list[str] = []
        while self.skip() == "[":
            if len(values) == _MAX_VALUES:
                self.fail(f"at most {_MAX_VALUES} values of a property")
            found = _VALUE.match(self.text, self.at)
            if found is None:
                self.at = len(self.text)
                self.fail("] of a value")
            self.at = found.end()
            values.append(_ESCAPE.sub(_unescaped, found[1]) if "\\" in found[1] else found[1])
        return tuple(values)


class Parsed(NamedTuple):
    """The trees of a text up to the first error, and the error."""

    trees: tuple[Tree, ...]
    error: RecordError | None


def parse(text: str) -> Parsed:
    """The game trees of a text; what stands before the first ``(;`` is passed over.

    >>> parse("(;GM[6]PW[Ann];W[31])").trees[0].nodes[1].properties[0].value
    '31'
    """
    parser, trees = _Parser(text), []
    begin = re.search(r"\(\s*;", text)
    try:
        if begin is None:
            parser.at = len(text) - len(text.lstrip())
            parser.fail("(; of a game tree")
        parser.at = begin.start()
        while parser.skip() == "(":
            trees.append(parser.tree())
        if parser.skip():
            parser.fail("( of a game tree or the end")
    except RecordError as error:
        cut = parser.tree_now
        return Parsed((*trees, *([cut] if cut and cut.nodes else [])), error)
    return Parsed(tuple(trees), None)
