"""What happens at a table where people play: events from the command line, or typed one by one."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from typing import Any

import pointboard.cli.needed  # noqa: F401 - what is missing is told

from pointboard.api.schema import EventsAnswer
from pointboard.cli.inputs import LONGEST_LINE, Entry
from pointboard.cli.output import Output, brief
from pointboard.cli.thinking import think
from pointboard.cli.words import evidence_words, known_words, outcome_words, result_words, side_name
from pointboard.errors import PointboardError
from pointboard.game import Game

__all__ = ["Table", "happen"]

_HELP = """\
an event    such as {example}
roll        the dice are thrown for you
?           everything that may happen
hint        what to do now, and how it is known
undo        take back the last event
board       draw the board again
id          print the position
quit        leave
"""


def happen(out: Output, game: Game[Any, Any], start: Any, texts: Sequence[str]) -> None:  # noqa: ANN401 - any game's state
    """Let events happen: each on a line, with the position after it; exit code 1 at one that is refused."""
    if out.json:
        try:
            out.value(EventsAnswer.of(game, start, texts))
        except PointboardError as error:
            out.fault(Entry("events", ", ".join(texts)), error)
        out.finish()
        return
    table = Table(out, game, start, 0)
    for number, text in enumerate(texts, 1):
        try:
            name = table.take(text)
        except PointboardError as error:
            out.fault(Entry(f"event {number}, {brief(text)}", text), error)
            break
        out.text(name, "bold")
        out.line(f"\t{game.main_notation.format(table.state)}")
    over = game.outcome(table.state)
    if over is not None:
        out.line(outcome_words(over))
    out.finish()


class Table:
    """A match that is played here: what the sides of ``yours`` do is typed, the engine of the game does the rest.

    Dice are typed too, or rolled by the program where it is told to, and for the engine.
    """

    def __init__(
        self,
        out: Output,
        game: Game[Any, Any],
        start: Any,  # noqa: ANN401 - any game's state
        seed: int,
        *,
        yours: frozenset[str] | None = None,
        search: dict[str, Any] | None = None,
    ) -> None:
        """Sit down at ``start``; the dice that the program rolls come from ``seed``, ``search`` is for the engine."""
        self.out = out
        self.game = game
        self._yours = frozenset(game.sides) if yours is None else yours
        self._search = search or {"seed": seed}
        self._steps = game.steps
        self._seed = seed
        self._random = Random(seed)  # noqa: S311 - dice for play, which a seed must repeat
        self._past = [self._steps.begin(start)]
        self._typed = sys.stdin.isatty()

    @property
    def match(self) -> Any:  # noqa: ANN401 - any game's match
        """Where the match stands."""
        return self._past[-1]

    @property
    def state(self) -> Any:  # noqa: ANN401 - any game's state
        """The position."""
        return self._steps.state(self.match)

    def take(self, text: str) -> str:
        """Let the event of a text happen and give its written form; the errors of the game when it may not."""
        event = self._steps.parse(text, self.match, lax=True)
        name = self._steps.format(event, self.match)
        self._past.append(self._steps.apply(self.match, event))
        return name

    def run(self) -> None:
        """Play until the players leave; the exit code is 1 when a line from a pipe was refused."""
        self.out.line(f"{self.game.title}. Seed {self._seed}. ? lists what may happen, help the rest.")
        self._draw()
        while self._engine() and (line := self._read()) is not None:
            word = line.strip()
            if word.lower() in ("quit", "exit"):
                break
            if word:
                self._answer(word)
            self.out.flush()
        self.out.failed = self.out.failed and not self._typed
        self.out.finish()

    def _engine(self) -> bool:
        """Let the engine act until it is somebody's turn to type; False where that will never be."""
        while True:
            side = self.game.to_move(self.state)
            if side in self._yours or (side is None and self._yours):
                return True
            event = self._next(side)
            if event is None:
                return False
            self._happen(event, "nobody" if side is None else side_name(side))

    def _next(self, side: str | None) -> str | None:
        """What the engine does for a side, or the dice for nobody, as text; None where nothing can follow."""
        choice = None if side is None else think(self.game, self.state, **self._search)
        if choice is not None and choice.move is not None:
            return self.game.format_move(choice.move)
        if choice is not None and choice.decision is not None and choice.decision.event is not None:
            return self._steps.format(choice.decision.event, self.match)
        dice = self._steps.chance(self.match)
        return self._steps.format(self._random.choice(dice), self.match) if dice else None

    def _hint(self) -> None:
        """What the engine would do."""
        choice = think(self.game, self.state, **self._search)
        if choice.decision is not None:
            said = f"{choice.decision.verdict}  {choice.decision.value.equity:+.3f}"
            self.out.line(f"{said}  ({known_words(choice.decision.value.known)})")
        elif choice.move is None:
            self._refuse("there is nothing to decide")
        else:
            self.out.line(f"{self.game.format_move(choice.move)}  {result_words(choice)}  ({evidence_words(choice)})")

    def _read(self) -> str | None:
        """The next line; None at the end. There is a prompt where somebody sits at a terminal."""
        if not self._typed:
            return sys.stdin.readline(LONGEST_LINE) or None
        side = self.game.to_move(self.state)
        try:
            return input(f"{'' if side is None else side_name(side)}> ")
        except EOFError:
            self.out.line()
            return None

    def _answer(self, line: str) -> None:
        """A command or an event."""
        events = self._steps.legal(self.match)
        match line.lower():
            case "?":
                texts = [self._steps.format(event, self.match) for event in events]
                self.out.line(", ".join(texts) or "nothing can follow")
            case "help":
                example = self._steps.format(events[-1], self.match) if events else "none, for nothing can follow"
                self.out.text(_HELP.format(example=example))
            case "board":
                self._draw()
            case "id":
                self.out.line(self.game.main_notation.format(self.state))
            case "hint" if self.game.choose is not None:
                self._hint()
            case "undo" if len(self._past) == 1:
                self._refuse("there is nothing to take back")
            case "undo":
                del self._past[-1]
                self._draw()
            case "roll" if dice := self._steps.chance(self.match):
                self._happen(self._steps.format(self._random.choice(dice), self.match))
            case _:
                self._happen(line)

    def _happen(self, text: str, who: str = "") -> None:
        try:
            name = self.take(text)
        except PointboardError as error:
            self._refuse(f"{brief(text)}: {error}")
            return
        self.out.line(f"{who}: {name}" if who else name, "bold")
        self._draw()
        over = self.game.outcome(self.state)
        if over is not None:
            self.out.line(f"The game is over: {outcome_words(over)}.", "bold")

    def _draw(self) -> None:
        self.out.board(self.game, self.state)

    def _refuse(self, why: str) -> None:
        self.out.failed = True
        self.out.note(why)
