"""The handlers of the pages below ``/b/``: an address is read, a position found, a page made."""

import asyncio
from typing import Any

import pointboard.api.needed  # noqa: F401 (what is missing is told)

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from pointboard import games
from pointboard.api.board.address import Address, asked, board_path
from pointboard.api.board.page import Reader, front_page, position_page
from pointboard.api.board.problem import Trouble, trouble_of
from pointboard.api.board.texts import MOST_PASTED, found_positions
from pointboard.api.board.words import language, words
from pointboard.api.errors import fault_of
from pointboard.api.queries import Asked
from pointboard.api.settings import MAX_QUERY, MAX_TEXT
from pointboard.errors import PointboardError
from pointboard.game import Game
from pointboard.scan import shown

__all__ = ["board_handlers", "front"]


def board_handlers(headers: dict[str, str]) -> list[HTTPRouteHandler]:
    """The handlers of the pages; ``headers`` are those of every page."""
    headers = {**headers, "Vary": "Accept-Language"}

    @get(["/b", "/b/{path:path}"])
    async def board(request: Asked) -> Response[bytes]:
        """The page of a position, or the page of what is wrong with its address."""
        query = request.scope["query_string"]
        address = asked(request.scope["raw_path"], query[:MAX_QUERY])
        reader = _reader_of(request, address)
        if address.game:
            if address.game not in games.names():
                return _no_game(address, reader, headers)
            found = _shown(games.get(address.game), address.text, reader)
            page = await asyncio.to_thread(position_page, games.get(address.game), found, reader)
            return _page(page, found.status if isinstance(found, Trouble) else 200, headers)
        if "text" not in address.form:
            return _page(front_page(reader), 200, headers)
        return await asyncio.to_thread(_found, address, reader, headers, cut=len(query) > MAX_QUERY)

    return [board]


def _reader_of(request: Asked, address: Address) -> Reader:
    """Who asks: the language that the address names, else the one that the browser prefers."""
    lang = language(address.lang, request.headers.get("accept-language", ""))
    return Reader(words(lang), lang if address.lang == lang else None)


def front(request: Asked, headers: dict[str, str]) -> Response[bytes]:
    """The front page, for an address that asks for nothing else."""
    address = asked(b"/b/", request.scope["query_string"][:MAX_QUERY])
    return _page(front_page(_reader_of(request, address)), 200, {**headers, "Vary": "Accept-Language"})


def _page(html: str, status: int, headers: dict[str, str]) -> Response[bytes]:
    return Response(html.encode(), media_type="text/html", status_code=status, headers=headers)


def _no_game(address: Address, reader: Reader, headers: dict[str, str]) -> Response[bytes]:
    """The front page, with the boards that there are, for an address of no game."""
    sentence = reader.words("problem.game", game=shown(address.game))
    return _page(front_page(reader, trouble_of(sentence, 404, address.text[:MAX_TEXT], reader.words)), 404, headers)


def _shown(game: Game[Any, Any], text: str, reader: Reader) -> Any | Trouble:  # noqa: ANN401 (any game's state)
    """The position that an id is, the start for none; or what is wrong with it."""
    if not text.strip("_ "):
        return game.start()
    if len(text) > MAX_TEXT:
        return trouble_of(reader.words("problem.long", limit=f"{MAX_TEXT:,}"), 414, text[:MAX_TEXT], reader.words)
    main, plain = game.main_notation, text.replace("_", " ")
    try:
        known = any(notation.recognises(plain) for notation in game.notations.values())
        if known and not main.recognises(plain):
            plain = game.convert(plain, main.name, None, lax=True).text
        return main.parse(plain, lax=True)
    except PointboardError as error:
        return trouble_of(error, fault_of(error).status, text, reader.words)


def _found(address: Address, reader: Reader, headers: dict[str, str], *, cut: bool) -> Response[bytes]:
    """Where the text of a form leads: to the page of its position, to a list of them, or to what is wrong with it."""
    text, say = address.form["text"], reader.words
    if cut or len(text) > MOST_PASTED:
        trouble = trouble_of(say("problem.long", limit=f"{MOST_PASTED:,}"), 414, text[:MAX_TEXT], say)
        return _page(front_page(reader, trouble), 414, headers)
    try:
        found = found_positions(text)
    except PointboardError as error:
        trouble = trouble_of(error, fault_of(error).status, text, say)
    else:
        if len(found) == 1:
            where = {"Location": board_path(found[0].game, found[0].position, reader.lang)}
            return Response(b"", status_code=303, media_type="text/html", headers={**headers, **where})
        if found:
            return _page(front_page(reader, found=found, text=text), 200, headers)
        trouble = _unknown(address, text, reader)
    page = address.form.get("game", "")
    if page in games.names():
        return _page(position_page(games.get(page), trouble, reader), trouble.status, headers)
    return _page(front_page(reader, trouble), trouble.status, headers)


def _unknown(address: Address, text: str, reader: Reader) -> Trouble:
    """What is wrong with a text of no notation: said by the one that it is meant to be of, else by the page's game."""
    say, plain = reader.words, text.strip()
    if not plain:
        return trouble_of(say("problem.empty"), 400, text, say)
    every = [notation for name in games.names() for notation in games.get(name).notations.values()]
    meant = next((notation for notation in every if len(plain) <= MAX_TEXT and notation.claims(plain)), None)
    page = address.form.get("game", "")
    if meant is None and page in games.names():
        meant = games.get(page).main_notation
    if meant is None:
        return trouble_of(say("problem.unknown"), 400, text, say)
    try:
        meant.parse(plain, lax=True)
    except PointboardError as error:
        return trouble_of(error, fault_of(error).status, text, say)
    return trouble_of(say("problem.unknown"), 400, text, say)
