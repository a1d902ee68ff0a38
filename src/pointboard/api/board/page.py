"""The pages as HTML: a position's, and the front page; the templates stand beside this file.

What comes from a visitor or from a game is escaped; the only markup that goes in as it is are the pictures.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from string import Template
from typing import Any, NamedTuple

from pointboard import games
from pointboard.api.board.address import board_path
from pointboard.api.board.problem import Trouble
from pointboard.api.board.texts import MOST_PASTED, FoundPosition
from pointboard.api.board.words import LANGUAGES, spoken, words
from pointboard.errors import LossyConversionError
from pointboard.game import Game
from pointboard.page import apart, escaped
from pointboard.wording import Words

__all__ = ["Reader", "front_page", "position_page", "status_words"]

_THEMES = ("", "light", "dark", "contrast")
_SIZE, _SMALL = 560, 280  # widths of pictures, in pixels
_MOST_MOVES = 60  # that are told to a browser without scripts


class _Page(Template):
    """A template whose places are ``${name}`` and ``${word.name}``."""

    braceidpattern = "[a-z]+(?:[.][a-z]+)*"
    flags = re.ASCII


@cache
def _template(name: str) -> _Page:
    file = resources.files("pointboard") / "api" / "board" / name
    return _Page(file.read_text(encoding="utf-8"))


class Reader(NamedTuple):
    """Who reads a page: the words of the language, and ``lang`` where the address names it, for the links to follow."""

    words: Words
    lang: str | None

    def path(self, game: str, text: str) -> str:
        """The address of a position's page, as an attribute."""
        return escaped(board_path(game, text, self.lang))

    def common(self, title: str, here: str, trouble: Trouble | None, text: str) -> dict[str, str]:
        """What every page has: ``here`` is its address without a language, ``text`` what stands in its box."""
        say = self.words
        return {
            **{f"word.{name}": escaped(words) for name, words in say.texts.items()},
            "lang": say.lang,
            "title": escaped(f"{title} - {say('site')}" if title else say("site")),
            "here": escaped(here),
            "languages": "".join(_option(lang, words(lang)("language.name"), say.lang) for lang in LANGUAGES),
            "themes": "".join(_option(name, say(f"theme.{name or 'auto'}"), "") for name in _THEMES),
            "kept": "" if self.lang is None else f'<input type="hidden" name="lang" value="{escaped(self.lang)}">',
            "limit": str(MOST_PASTED),
            "text": escaped(text),
            "invalid": "" if trouble is None else ' aria-invalid="true"',
            "faultless": " hidden" if trouble is None else "",
            "problem": "" if trouble is None else trouble.html,
        }


def _option(value: str, name: str, chosen: str) -> str:
    return f'<option value="{value}"{" selected" if value == chosen else ""}>{escaped(name)}</option>'


def position_page(game: Game[Any, Any], shown: Any | Trouble, reader: Reader) -> str:  # noqa: ANN401 (any game's state)
    """The page of a position of ``game``; or of what is wrong where there is none."""
    say, trouble = reader.words, shown if isinstance(shown, Trouble) else None
    title = _title(game, say)
    about: Mapping[str, str]
    if trouble is not None:
        position, here = "", board_path(game.name, trouble.text)
        about = {"status": escaped(say("status.none")), "board": "", "notations": "", "moves": ""}
    else:
        position = game.main_notation.format(shown)
        here = board_path(game.name, position)
        status = status_words(game, shown, say)
        about = {
            "status": apart(status),
            "board": game.render_svg(shown, size=_SIZE, theme="page", title=f"{title}: {status}", **spoken(game, say)),
            "notations": _notations(game, position, say),
            "moves": _moves(game, shown, reader),
        }
    return _template("page.html").substitute(
        reader.common(title, here, trouble, position if trouble is None else trouble.text),
        game=game.name,
        position=escaped(position),
        heading=escaped(title),
        description=escaped(say("description", game=title)),
        games="".join(_switch(other, game.name, reader) for other in games.names()),
        **about,
    )


def front_page(
    reader: Reader, trouble: Trouble | None = None, found: Sequence[FoundPosition] = (), text: str = ""
) -> str:
    """The page with the boards of all games; with what is wrong with a text, or with the positions found in one."""
    say = reader.words
    boards = "".join(_small(game, reader) for game in map(games.get, games.names()))
    listed = "".join(
        f'<li><a href="{reader.path(one.game, one.position)}">{escaped(_title(games.get(one.game), say))}, '
        f"{escaped(games.get(one.game).notations[one.notation].title)}: {apart(one.text)}</a></li>"
        for one in found
    )
    return _template("front.html").substitute(
        reader.common("", "/b/", trouble, text if trouble is None else trouble.text),
        heading=escaped(say("site")),
        description=escaped(say("front.description")),
        boards=boards,
        found=f'<h2>{escaped(say("found"))}</h2><ol id="found">{listed}</ol>' if found else "",
    )


def _title(game: Game[Any, Any], say: Words) -> str:
    """The name of a game."""
    return say.or_else(f"game.{game.name}", game.title)


def status_words(game: Game[Any, Any], state: Any, say: Words) -> str:  # noqa: ANN401
    """Whose move it is, or how the game ended."""

    def side(letter: object) -> str:
        """A side as the reader calls it."""
        return say.or_else(f"side.{game.name}.{letter}", str(letter))

    outcome = game.outcome(state)
    if outcome is not None:
        reason = say.or_else(f"reason.{outcome.reason}", str(outcome.reason))
        if outcome.winner is None:
            return say("status.draw", reason=reason)
        own = f"status.wins.{game.name}.{outcome.winner}"
        return say(own if own in say.texts else "status.wins", side=side(outcome.winner), reason=reason)
    mover = game.to_move(state)
    return say("status.nobody") if mover is None else say("status.to_move", side=side(mover))


def _small(game: Game[Any, Any], reader: Reader) -> str:
    """A game on the front page."""
    say = reader.words
    title = _title(game, say)
    picture = game.render_svg(game.start(), size=_SMALL, theme="page", title=title, **spoken(game, say))
    words = escaped(say("front.open", game=title))
    return f'<a href="{reader.path(game.name, "")}">{picture}<span>{words}</span></a>'


def _switch(name: str, here: str, reader: Reader) -> str:
    """The link to a game's start."""
    current = ' aria-current="page"' if name == here else ""
    return f'<a href="{reader.path(name, "")}"{current}>{escaped(_title(games.get(name), reader.words))}</a> '


def _notations(game: Game[Any, Any], position: str, say: Words) -> str:
    """The position in every notation: its text with a button to copy it, and what it does not keep."""
    rows = []
    for name, notation in game.notations.items():
        try:
            made = game.convert(position, name, game.main_notation.name, lax=False)
        except LossyConversionError as error:
            told = say("notations.impossible", losses=", ".join(error.losses))
            rows.append(f"<li><h3>{escaped(notation.title)}</h3><p>{apart(told)}</p></li>")
            continue
        losses = say("notations.losses", losses=", ".join(made.losses)) if made.losses else ""
        rows.append(
            f"<li><h3>{escaped(notation.title)}</h3><code>{escaped(made.text)}</code>"
            f'<button type="button" class="copy">{escaped(say("copy"))}</button>'
            f"{f'<p>{apart(losses)}</p>' if losses else ''}</li>"
        )
    return "".join(rows)


def _moves(game: Game[Any, Any], state: Any, reader: Reader) -> str:  # noqa: ANN401
    """The first legal moves, or what else may happen, as links: what a browser without scripts goes on by."""
    steps, write = game.steps, game.main_notation.format
    match = steps.begin(state)
    legal = steps.legal(match)
    if not legal:
        return ""
    links = "".join(
        f'<li><a href="{reader.path(game.name, write(steps.state(steps.apply(match, event))))}">'
        f"{escaped(steps.format(event, match))}</a></li>"
        for event in legal[:_MOST_MOVES]
    )
    left = len(legal) - _MOST_MOVES
    more = f"<p>{escaped(reader.words('moves.more', count=left))}</p>" if left > 0 else ""
    return f'<h2>{escaped(reader.words("moves"))}</h2><ul class="moves">{links}</ul>{more}'
