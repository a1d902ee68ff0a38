"""A game under way in the terminal: what was played, whose turn it is, what the player says."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pointboard.cli.needed  # noqa: F401 - what is missing is told

from pointboard import files
from pointboard.cli.inputs import LONGEST_LINE
from pointboard.cli.output import Output
from pointboard.cli.record import data_of, format_for
from pointboard.cli.thinking import think
from pointboard.cli.words import evidence_words, mistake_words, outcome_words, result_words, side_name
from pointboard.errors import PointboardError
from pointboard.game import Game, Records

__all__ = ["Session"]

_HINT_NODES = 15_000

_HELP = """\
a move      such as {example}; letters may be small, and the sign of the captured piece left out
?           the legal moves
hint        the best move for you, and how it is known
undo        take back your last move, and the answer to it
board       draw the board again
id          print the position
save FILE   write the game; FILE ends in one of {formats}
save! FILE  the same, and replace FILE if it is there
resign      give up
quit        leave
"""


class Session:
    """One game. ``yours`` are the sides whose moves are typed, the others are the engine's.

    ``record`` is what was played, earlier moves of a game that was saved too; ``resigned`` is the side that gave up.
    """

    def __init__(
        self,
        *,
        out: Output,
        game: Game[Any, Any],
        records: Records,
        yours: frozenset[str],
        search: dict[str, int | float],
        repetition: str,
        start: Any = None,  # noqa: ANN401 - any game's state
        record: Any = None,  # noqa: ANN401 - any game's record
    ) -> None:
        """Begin at ``start``, or go on with ``record``; ``search`` are the limits of the engine."""
        self.out = out
        self.game = game
        self.records = records
        self.yours = yours
        self.search = search
        self.repetition = repetition
        self.open = True
        self.resigned: str | None = None
        self._typed = sys.stdin.isatty()
        self._players = {side: "Player" if side in yours else self._engine_name() for side in game.sides}
        self.record = self._begin(start) if record is None else record
        self._commands: dict[str, Callable[[str], None]] = {
            "?": self._moves,
            "moves": self._moves,
            "hint": self._hint,
            "undo": self._undo,
            "board": lambda _: self._draw(),
            "id": lambda _: self.out.line(self.game.main_notation.format(self.record.state)),
            "save": lambda name: self._save(name, force=False),
            "save!": lambda name: self._save(name, force=True),
            "resign": self._resign,
            "quit": self._quit,
            "exit": self._quit,
            "help": self._help,
        }

    def _begin(self, start: Any) -> Any:  # noqa: ANN401 - any game's state and record
        """The record of a new game."""
        today = datetime.now(UTC).astimezone().date().isoformat()
        return self.records.begin(start, {"Date": today}, players=self._players, repetition=self.repetition)

    def _engine_name(self) -> str:
        said = " ".join(f"{name} {value}" for name, value in self.search.items() if name != "seed")
        return f"Pointboard {said}"

    @property
    def _turn(self) -> Any:  # noqa: ANN401 - a side of any game
        """The side to move; a game that is played here has one until it is over."""
        return self.game.to_move(self.record.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended, on the board or by resignation."""
        return self.resigned is not None or self.record.outcome() is not None

    def run(self) -> None:
        """Play until the player leaves; the run's exit code is 1 when a line from a pipe was refused."""
        self._introduce()
        self._draw()
        told = False
        while self.open:
            if self.over and not told:
                self._tell_end()
            told = self.over
            if not self.over and self._turn not in self.yours:
                self._answer()
            else:
                self._listen()
        self.out.failed = self.out.failed and not self._typed
        self.out.finish()

    def _introduce(self) -> None:
        who = ", ".join(f"{side_name(side)}: {name}" for side, name in self._players.items())
        seed = self.search["seed"]
        self.out.line(
            f"{self.game.title}. {who}. Seed {seed}, repetition {self.repetition}. ? lists moves, help the rest."
        )

    def _draw(self) -> None:
        self.out.board(self.game, self.record.state)

    def _tell_end(self) -> None:
        over = self.record.outcome()
        words = f"{side_name(self._winner())} wins: resignation" if over is None else outcome_words(over)
        self.out.line(f"The game is over: {words}. You can save FILE, undo, or quit.", "bold")

    def _answer(self) -> None:
        """The engine's move."""
        choice = self._think(**self.search)
        mover = side_name(self._turn)
        self.record = self.record.play(choice.move)
        self.out.text(f"{mover}: {self.game.format_move(choice.move)}", "bold green")
        self.out.line(f"  {result_words(choice)}  ({evidence_words(choice)})")
        mistake = mistake_words(self.game, choice, self.search.get("level"))
        if mistake is not None:
            self.out.line(f"  {mistake}", "yellow")
        if choice.note:
            self.out.line(f"  {choice.note}", "yellow")
        self._draw()

    def _think(self, **search: Any) -> Any:  # noqa: ANN401 - any game's choice
        *history, state = self.record.positions()
        return think(self.game, state, history=history, repetition=self.repetition, **search)

    def _listen(self) -> None:
        """One line of the player's."""
        self.out.flush()
        line = self._read()
        if line is None:
            self.open = False
            return
        line = line.strip()
        word, _, rest = line.partition(" ")
        if not word:
            return
        command = self._commands.get(word.lower())
        if command is None:
            self._move(line)
        else:
            command(rest.strip())

    def _read(self) -> str | None:
        """The next line; None at the end. There is a prompt where somebody sits at a terminal."""
        if not self._typed:
            return sys.stdin.readline(LONGEST_LINE) or None
        try:
            return input("game over> " if self.over else f"{side_name(self._turn)}> ")
        except EOFError:
            self.out.line()
            return None

    def _refuse(self, why: str) -> None:
        self.out.failed = True
        self.out.note(why)

    def _move(self, line: str) -> None:
        """A move of the player's, or the reason why it is none."""
        try:
            move = self.game.parse_move(line, lax=True)
        except PointboardError as error:
            self._refuse(f"neither a command nor a move: {error}; type help")
            return
        reason = "the game is over: resignation" if self.resigned else self.record.refusal(move)
        if reason is not None:
            self._refuse(f"{self.game.format_move(move)} is not legal: {reason}")
            return
        self.record = self.record.play(move)
        if self.over or self._turn in self.yours:  # else the board is drawn after the answer
            self._draw()

    def _moves(self, _: str) -> None:
        if self.over:
            self.out.line("the game is over")
        else:
            self.out.line(" ".join(self.game.format_move(move) for move in self.record.legal()))

    def _hint(self, _: str) -> None:
        if self.over:
            self._refuse("the game is over")
            return
        choice = self._think(nodes=_HINT_NODES)
        how = f"{evidence_words(choice)}; hints search {_HINT_NODES:,} positions and never err on purpose"
        self.out.line(f"{self.game.format_move(choice.move)}  {result_words(choice)}  ({how})")

    def _undo(self, _: str) -> None:
        """Take back a resignation, or else go back to the last position in which the player moved."""
        if self.resigned is not None:
            self.resigned = None
        else:
            moved = [
                n for n, state in enumerate(self.record.positions()[:-1]) if self.game.to_move(state) in self.yours
            ]
            if not moved:
                self._refuse("there is nothing to take back")
                return
            self.record = self.record.head(moved[-1])
        self._draw()

    def _resign(self, _: str) -> None:
        if self.over:
            self._refuse("the game is over")
        else:
            self.resigned = self._turn

    def _save(self, name: str, *, force: bool) -> None:
        path = Path(name).expanduser()
        kind = format_for(self.records, path)
        if kind is None:
            self._refuse(f"save needs a file name that ends in {self._endings()}")
            return
        record = self.record
        if self.resigned is not None:
            record = self.records.conclude(record, self._winner(), "resignation")
        try:
            files.write(path, data_of(kind, [record]), replace=force)
        except FileExistsError:
            self._refuse(f"{name} is there already; save! {name} replaces it")
        except OSError as error:
            self._refuse(f"{name}: {error.strerror}")
        else:
            self.out.line(f"saved {name}")

    def _endings(self) -> str:
        return ", ".join(suffix for kind in self.records.formats.values() for suffix in kind.suffixes)

    def _winner(self) -> str:
        """The side that did not resign."""
        return next(side for side in self._players if side != self.resigned)

    def _quit(self, _: str) -> None:
        self.open = False

    def _help(self, _: str) -> None:
        moves = self.record.legal() or self.game.legal(self.game.start())
        self.out.text(_HELP.format(example=self.game.format_move(moves[-1]), formats=self._endings()))
