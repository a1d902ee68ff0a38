"""The routes of ``/v1``, made for every game of the registry, and the endpoint of the OBX specification."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pointboard.api.needed  # noqa: F401 (what is missing is told)

from litestar import HttpMethod, Response, route
from litestar.handlers import HTTPRouteHandler
from msgspec import UNSET, Struct

from pointboard import games
from pointboard.api.board.words import spoken, words
from pointboard.api.errors import Fault, Refusal, fault_of, spoken_as_obx
from pointboard.api.exploring import LegalAnswer, exploring
from pointboard.api.proved import tag
from pointboard.api.queries import Asked, IdentifyQuery, Unasked, obx_query, query_types, read
from pointboard.api.recording import Desk, RecordedAnswer, record_query
from pointboard.api.schema import (
    AddressAnswer,
    AddressesAnswer,
    BestAnswer,
    ConvertAnswer,
    ErrorAnswer,
    EventsAnswer,
    IdentifyAnswer,
    MovesAnswer,
    ObxAnswer,
    PositionAnswer,
)
from pointboard.api.thinking import think
from pointboard.api.wire import fault_response, json_response
from pointboard.errors import NotationError, PointboardError
from pointboard.game import Game

__all__ = ["Endpoint", "endpoints", "obx_endpoint", "read_state"]

_NO_MOVE = "-"  # OBX specification, "Last Move": what is written where there is no move


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address, what it takes and what it gives: the source of its handler and of its part of the OpenAPI file.

    ``answer`` is a struct of ``schema``, None where the answer is no JSON but of the type ``media``; ``parts`` are the
    structs of what such an answer holds. ``searches`` tells that it may answer 429 and 503; ``described`` that it
    stands in the OpenAPI file; ``say`` may put other words on a fault.
    """

    path: str
    title: str
    query: type[Struct]
    answer: type[Struct] | None
    work: Callable[[Asked, Any], Awaitable[Response[Any]]]
    searches: bool = False
    described: bool = True
    say: Callable[[Fault], Fault] = lambda fault: fault
    media: str = "image/svg+xml"
    parts: tuple[type[Struct], ...] = ()

    async def respond(self, request: Asked) -> Response[Any]:
        """The answer to a request, an error of its input too."""
        try:
            query = await read(request, self.query, patience=request.app.state.settings.body_seconds)
            return await self.work(request, query)
        except (PointboardError, Refusal) as error:
            return fault_response(self.say(fault_of(error)))

    def handler(self) -> HTTPRouteHandler:
        """The Litestar handler: GET with a query string, POST with the same as a JSON object."""

        @route(self.path, http_method=[HttpMethod.GET, HttpMethod.POST])
        async def handle(request: Asked) -> Response[Any]:
            return await self.respond(request)

        return handle


def endpoints() -> tuple[Endpoint, ...]:
    """Every endpoint of ``/v1``, game by game.

    >>> [endpoint.path for endpoint in endpoints()][:2]
    ['/v1', '/v1/identify']
    """
    found = [Endpoint("/v1/identify", "Which notations a text may be", IdentifyQuery, IdentifyAnswer, _identify)]
    judging = []
    for name in games.names():
        game = games.get(name)
        of_game, judged = [*_game_endpoints(game), *_form_endpoints(game)], _judging(game)
        found += [_addresses(f"/v1/{name}", f"{game.title}: its addresses", of_game, judged), *of_game]
        judging += judged
    return (_addresses("/v1", "The addresses below this one", found, judging), *found)


def _judging(game: Game[Any, Any]) -> list[AddressAnswer]:
    """The address that takes records to be judged, which ``pointboard.api.records`` serves, where the game has one."""
    if game.reports is None:
        return []
    return [AddressAnswer(f"/v1/{game.name}/records", f"{game.title}: judge a record of whole games, by POST")]


def _addresses(path: str, title: str, below: Sequence[Endpoint], besides: Sequence[AddressAnswer]) -> Endpoint:
    """The endpoint that lists those below it, and ``besides`` what others serve there."""
    listed = AddressesAnswer([*(AddressAnswer(one.path, one.title) for one in below if one.described), *besides])

    async def work(_request: Asked, _query: Unasked) -> Response[bytes]:
        return json_response(listed)

    return Endpoint(path, title, Unasked, AddressesAnswer, work)


async def _identify(_request: Asked, query: IdentifyQuery) -> Response[bytes]:
    return json_response(IdentifyAnswer.of(query.text))


def _game_endpoints(game: Game[Any, Any]) -> list[Endpoint]:
    """The endpoints of one game that say something of positions."""
    base, types, title = f"/v1/{game.name}", query_types(game), game.title

    async def position(_request: Asked, query: Struct) -> Response[bytes]:
        return json_response(PositionAnswer.of(game, read_state(game, query)))

    async def moves(_request: Asked, query: Struct) -> Response[bytes]:
        return json_response(MovesAnswer.of(game, read_state(game, query)))

    async def events(_request: Asked, query: Any) -> Response[bytes]:  # noqa: ANN401 (a struct of this game)
        return json_response(_happened(game, read_state(game, query), query))

    async def best(request: Asked, query: Any) -> Response[bytes]:  # noqa: ANN401 (a struct of this game)
        if game.choose is None:
            raise Refusal(404, "no_engine", f"{title} has no engine yet")
        state = read_state(game, query)
        known = await asyncio.to_thread(tag, game)  # before: a tag may be older than its answer, never newer
        return json_response(await think(request, game, state, query), known)

    async def explore(request: Asked, query: Any) -> Response[Any]:  # noqa: ANN401 (a struct of this game)
        return exploring(request, game, read_state(game, query), query)

    return [
        Endpoint(f"{base}/position", f"{title}: what a text says", types.position, PositionAnswer, position),
        Endpoint(f"{base}/moves", f"{title}: all legal moves", types.position, MovesAnswer, moves),
        Endpoint(f"{base}/events", f"{title}: what may happen, and what does", types.events, EventsAnswer, events),
        Endpoint(
            f"{base}/best",
            f"{title}: the best move",
            types.best,
            BestAnswer,
            best,
            searches=True,
            described=game.choose is not None,
        ),
        Endpoint(
            f"{base}/explore",
            f"{title}: every legal move, then its verdict as it gets known, as server-sent events",
            types.explore,
            None,
            explore,
            media="text/event-stream",
            parts=(LegalAnswer, BestAnswer, ErrorAnswer),
        ),
    ]


def _form_endpoints(game: Game[Any, Any]) -> list[Endpoint]:
    """The endpoints of one game that give positions and records in another form."""
    base, types, title = f"/v1/{game.name}", query_types(game), game.title

    async def convert(_request: Asked, query: Any) -> Response[bytes]:  # noqa: ANN401
        text, source = _given(game, query)
        return json_response(ConvertAnswer.of(game, game.convert(text, query.to, source, lax=True)))

    async def picture(_request: Asked, query: Any) -> Response[bytes]:  # noqa: ANN401
        given = query.text is not UNSET or getattr(query, game.main_notation.name) is not UNSET
        shown = read_state(game, query) if given else game.start()
        return _svg(game, shown, query)

    found = [
        Endpoint(f"{base}/convert", f"{title}: another notation", types.convert, ConvertAnswer, convert),
        Endpoint(
            f"{base}/board.svg",
            f"{title}: a picture, of the start when no position is given",
            types.picture,
            None,
            picture,
        ),
    ]
    if game.records is not None:
        desk, kind = Desk(game, game.records), record_query(game, game.records)
        about = f"{title}: a record of whole games, read and written"
        found.append(Endpoint(f"{base}/record", about, kind, RecordedAnswer, desk.respond, searches=True))
    return found


def read_state(game: Game[Any, Any], query: Any) -> Any:  # noqa: ANN401 (structs and states of any game)
    """The position that the parameters of a question give, in whatever notation; it is read leniently."""
    main = game.main_notation
    text, source = _given(game, query)
    if source != main.name:
        text = game.convert(text, main.name, source, lax=True).text
    return main.parse(text, lax=True)


def _given(game: Game[Any, Any], query: Any) -> tuple[str, str | None]:  # noqa: ANN401
    """The text of a position, ``_`` read as a blank, and the name of its notation if that is known."""
    main = game.main_notation.name
    text = getattr(query, main)
    if (text is UNSET) is (query.text is UNSET):
        message = f"give the position as {main}, or in another notation as text; one of them"
        raise Refusal(400, "invalid_parameter", message, field=main)
    if text is not UNSET:
        if query.source is not UNSET:
            message = f"source is the notation of text; {main} is always {game.main_notation.title}"
            raise Refusal(400, "invalid_parameter", message, field="source")
        return text.replace("_", " "), main
    return query.text.replace("_", " "), None if query.source is UNSET else query.source


def _happened(game: Game[Any, Any], state: Any, query: Any) -> EventsAnswer:  # noqa: ANN401
    """What the events of a question lead to; the column of a fault is that in the whole parameter."""
    if query.event is UNSET:
        return EventsAnswer.of(game, state)
    with _parts(query.event) as texts:
        return EventsAnswer.of(game, state, texts)


@contextmanager
def _parts(parameter: str) -> Iterator[list[str]]:
    """The parts of a parameter between its commas; the column of a fault of one of them is that in the whole."""
    whole = parameter.replace("_", " ")
    texts = whole.split(",")
    try:
        yield texts
    except NotationError as error:
        before = sum(len(text) + 1 for text in texts[: texts.index(error.text)])
        raise NotationError(error.message, field=error.field, column=before + error.column, text=whole) from None


def _svg(game: Game[Any, Any], state: Any, query: Any) -> Response[bytes]:  # noqa: ANN401
    """The picture of a position. It may be opened by itself, so it may do nothing but be seen."""
    wanted = {
        name: value for name in ("size", "title", "theme", *game.views) if (value := getattr(query, name)) is not UNSET
    }
    if getattr(query, "lang", UNSET) is not UNSET:
        wanted |= spoken(game, words(query.lang))
    if query.hints is not UNSET:
        with _parts(query.hints) as texts:
            wanted["hints"] = [game.parse_move(text, state, lax=True) for text in texts if text]
    try:
        picture = game.render_svg(state, **wanted)
    except PointboardError as error:  # of all that is wanted only the name of a theme is not checked yet
        raise Refusal(400, "invalid_parameter", str(error).removeprefix("theme: "), field="theme") from None
    return Response(
        picture.encode(),
        media_type="image/svg+xml",
        status_code=200,
        headers={"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"},
    )


def obx_endpoint() -> Endpoint:
    """The endpoint ``/obx`` of the OBX specification, for the game whose main notation is OBX.

    >>> obx_endpoint().query.__struct_fields__
    ('obx', 'level', 'seconds', 'seed')
    """
    game = next(game for game in map(games.get, games.names()) if game.main_notation.name == "obx")

    async def work(request: Asked, query: Any) -> Response[bytes]:  # noqa: ANN401
        state = game.main_notation.parse(query.obx, lax=True)
        known = await asyncio.to_thread(tag, game)
        best = await think(request, game, state, query)
        move = _NO_MOVE if best.move is None else best.move
        said = ObxAnswer(
            input=query.obx,
            obx=best.after,
            move=move,
            outcome=best.outcome,
            evidence=best.evidence,
            score=best.score,
            mistake=best.mistake,
            verdict=best.verdict,
            note=best.note,
        )
        return json_response(said, known)

    def say(fault: Fault) -> Fault:
        return spoken_as_obx(fault, about="obx")

    title = "The next move, as the OBX specification says"
    return Endpoint("/obx", title, obx_query("obx"), ObxAnswer, work, searches=True, say=say)
