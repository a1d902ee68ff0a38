"""What may be asked: one struct of parameters for each kind of question, from the query string or a JSON body.

The same struct checks a request and makes the OpenAPI file, so that neither can say what the other does not. Everything
a struct holds is optional but what its type demands; a value that was not given is ``UNSET``.
"""

import asyncio
import json
import re
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import parse_qsl

import pointboard.api.needed  # noqa: F401 (what is missing is told)

import msgspec
from litestar import Request
from msgspec import UNSET, Meta, Struct, UnsetType

from pointboard.api.asgi import Receive
from pointboard.api.board.words import LANGUAGES
from pointboard.api.errors import Refusal
from pointboard.api.expected import MISSING, complaint, unknown
from pointboard.api.settings import MAX_BODY, MAX_QUERY, MAX_TEXT
from pointboard.game import Game

__all__ = [
    "Asked",
    "Depth",
    "Happened",
    "Hints",
    "IdentifyQuery",
    "Lang",
    "Level",
    "Lines",
    "Nodes",
    "QueryTypes",
    "Seconds",
    "Seed",
    "Size",
    "Text",
    "Theme",
    "Title",
    "Unasked",
    "has_body",
    "obx_query",
    "plain_query",
    "query_types",
    "read",
    "read_body",
]

Asked = Request[Any, Any, Any]
"""A request as the handlers see it."""

_MAX_PARAMETERS = 32
_MAX_SEED = 2**53 - 1  # what every JSON reader holds exactly

Text = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=MAX_TEXT,
        description="The position in any notation of the game, instead of the main one.",
    ),
]
Level = Annotated[
    int,
    Meta(ge=1, le=8, description="Strength: 1 is the weakest, 8 the strongest; goes with neither depth nor nodes."),
]
Seconds = Annotated[
    float, Meta(gt=0, le=3600, description="Time to think, in seconds; no search takes longer than the server's limit.")
]
Depth = Annotated[int, Meta(ge=1, le=100, description="How deep to look, in plies.")]
Nodes = Annotated[int, Meta(ge=1, le=10**12, description="How many positions to look at, at most.")]
Seed = Annotated[int, Meta(ge=0, le=_MAX_SEED, description="Decides between moves that are equally good.")]
Lines = Annotated[int, Meta(ge=1, le=100, description="How many ranked moves to give, at most.")]
Size = Annotated[int, Meta(ge=16, le=4096, description="The width of the picture, in pixels.")]
Hints = Annotated[
    str, Meta(max_length=MAX_TEXT, description="Moves to show, with commas between them; they must be legal.")
]
Happened = Annotated[
    str, Meta(max_length=MAX_TEXT, description="Events to let happen, one after the other, with commas between them.")
]
Theme = Annotated[
    str,
    Meta(pattern="^[a-z]{1,20}$", description="The colours: light, dark, contrast, print or page.", examples=["dark"]),
]
Lang: Any = Annotated[Literal[LANGUAGES], Meta(description="The language of the words in the picture.")]
Title = Annotated[str, Meta(min_length=1, max_length=200, description="The title of the picture.")]

Q = TypeVar("Q", bound=Struct)


class IdentifyQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of ``/v1/identify``."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_TEXT, description="A position of any game.")]


class Unasked(Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of an address that takes none."""


class QueryTypes(msgspec.Struct, frozen=True):
    """The parameter structs of one game's routes."""

    position: type[Struct]
    events: type[Struct]
    best: type[Struct]
    explore: type[Struct]
    convert: type[Struct]
    picture: type[Struct]


def query_types(game: Game[Any, Any]) -> QueryTypes:
    """The structs of a game: a position is given by the name of its main notation, or as ``text`` in any of them.

    >>> from pointboard import games
    >>> query_types(games.get("baghchal")).position.__struct_fields__
    ('obx', 'text', 'source')
    """
    notation = game.main_notation
    names = tuple(game.notations)
    source: Any = Annotated[Literal[names], Meta(description="The notation of text; found out when it is not given.")]
    target: Any = Annotated[Literal[names], Meta(description="The notation to write.")]
    written = notation.format(game.start())
    main: Any = Annotated[
        str, Meta(min_length=1, max_length=MAX_TEXT, description=f"A position in {notation.title}.", examples=[written])
    ]
    where = [(notation.name, main), ("text", Text), ("source", source)]
    strength = [("engine", _engine(game)), ("level", _named_level(game))] if game.engines else [("level", Level)]
    thinking = [*strength, ("seconds", Seconds), ("depth", Depth), ("nodes", Nodes), ("seed", Seed)]

    def struct(kind: str, *fields: tuple[str, Any], demanded: tuple[tuple[str, Any], ...] = ()) -> type[Struct]:
        optional = [(name, kind_of | UnsetType, UNSET) for name, kind_of in fields]
        return msgspec.defstruct(
            f"{game.name.title()}{kind}Query",
            [*demanded, *optional],
            frozen=True,
            forbid_unknown_fields=True,
            kw_only=True,
        )

    return QueryTypes(
        position=struct("Position", *where),
        events=struct("Events", *where, ("event", Happened)),
        best=struct("Best", *where, *thinking, ("lines", Lines)),
        explore=struct("Explore", *where, *strength[:-1], ("seed", Seed)),
        convert=struct("Convert", *where, demanded=(("to", target),)),
        picture=struct(
            "Picture",
            *where,
            ("size", Size),
            ("hints", Hints),
            ("title", Title),
            ("theme", Theme),
            *([] if game.words is None else [("lang", Lang)]),
            *((name, _view(name, known)) for name, known in game.views.items()),
        ),
    )


def _engine(game: Game[Any, Any]) -> Any:  # noqa: ANN401 (the type of a parameter)
    """The names of the engines of a game."""
    names = tuple(game.engines)
    return Annotated[Literal[names], Meta(description="The program to ask; the best that is there if not given.")]


def _named_level(game: Game[Any, Any]) -> Any:  # noqa: ANN401 (the type of a parameter)
    """The levels of all engines of a game, in their own words."""
    names = tuple(dict.fromkeys(name for levels in game.engines.values() for name in levels))
    words = "; ".join(f"{engine}: {', '.join(levels)}" for engine, levels in game.engines.items())
    return Annotated[Literal[names], Meta(description=f"The strength, in the engine's own words ({words}).")]


def _view(name: str, known: tuple[str, ...]) -> Any:  # noqa: ANN401 (the type of a parameter)
    """One thing that may be chosen about the pictures of a game."""
    return Annotated[Literal[known], Meta(description=f"The {name} of the picture.")]


def obx_query(name: str) -> type[Struct]:
    """The struct of the OBX specification's endpoint; ``name`` is the parameter that holds the text.

    Parameters that it does not know are left aside, since clients of other servers may send some.
    """
    text: Any = Annotated[str, Meta(max_length=MAX_TEXT, description="The position, in OBX.")]
    return msgspec.defstruct(
        "ObxQuery",
        [(name, text), *((key, kind | UnsetType, UNSET) for key, kind in _OBX_OPTIONS)],
        frozen=True,
        kw_only=True,
    )


_OBX_OPTIONS: tuple[tuple[str, Any], ...] = (("level", Level), ("seconds", Seconds), ("seed", Seed))


async def read(request: Asked, kind: type[Q], *, patience: float) -> Q:
    """The parameters of a request, from its query string and, if it has one, its JSON body, each given once.

    Refusal with 400 names the parameter that is wrong; 408, 413 and 414 are those of HTTP. A body that takes longer
    than ``patience`` seconds is not waited for.
    """
    query = plain_query(request.scope["query_string"])
    if not has_body(request):
        if request.method == "POST":
            raise Refusal(400, "invalid_json", "a POST needs a JSON object as its body", field="body")
        return _convert(query, kind, strict=False)
    body = _body(await read_body(request.receive, request.headers.get("content-length"), patience=patience))
    for name in query:
        if name in body:
            raise Refusal(400, "invalid_parameter", "given in the query and in the body", field=name)
    if not query:
        return _convert(body, kind, strict=True)
    return _convert({**body, **_typed(query, kind)}, kind, strict=True)


def has_body(request: Asked) -> bool:
    """Whether a request says that it has a body, of whatever method it is."""
    return "transfer-encoding" in request.headers or request.headers.get("content-length", "0") != "0"


async def read_body(receive: Receive, length: str | None, *, patience: float, most: int = MAX_BODY) -> bytes:
    """The body of a request, at most ``most`` bytes of it; it is read by hand, since a GET may have one too."""
    too_large = Refusal(413, "too_large", f"a body may have {most} bytes")
    if length is not None and length.isdecimal() and int(length[:20]) > most:
        raise too_large
    parts: list[bytes] = []
    try:
        async with asyncio.timeout(patience):
            more = True
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Refusal(408, "request_timeout", "the client left while it sent the body")
                parts.append(message.get("body", b""))
                if sum(map(len, parts)) > most:
                    raise too_large
                more = bool(message.get("more_body"))
    except TimeoutError:
        raise Refusal(408, "request_timeout", f"the body did not come within {patience:g} seconds") from None
    return b"".join(parts)


def plain_query(raw: bytes) -> dict[str, str]:
    """The parameters of a query string, each at most once; ``+`` and ``%20`` are blanks."""
    if len(raw) > MAX_QUERY:
        raise Refusal(414, "uri_too_long", f"a query may have {MAX_QUERY} bytes; send longer questions by POST")
    try:
        pairs = parse_qsl(
            raw.decode("latin-1"), keep_blank_values=True, errors="surrogateescape", max_num_fields=_MAX_PARAMETERS
        )
    except ValueError:
        raise Refusal(400, "invalid_parameter", f"a query may have {_MAX_PARAMETERS} parameters") from None
    found: dict[str, str] = {}
    for name, value in pairs:
        if not _sound(name):
            raise Refusal(400, "invalid_parameter", "the query is not UTF-8")
        if not _sound(value):
            raise Refusal(400, "invalid_parameter", "the query is not UTF-8", field=name[:100])
        if name in found:
            raise Refusal(400, "invalid_parameter", "given more than once", field=name[:100])
        found[name] = value
    return found


def _sound(text: str) -> bool:
    """Whether a text came as UTF-8."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _body(raw: bytes) -> dict[str, Any]:
    """The JSON object of a body."""
    try:
        found = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _no_json(raw, str(error)) from None
    if not isinstance(found, dict):
        raise Refusal(400, "invalid_json", "expected a JSON object, found another kind of JSON", field="body")
    _once(raw)
    return found


def _once(raw: bytes) -> None:
    """Refuse a JSON object that has a parameter twice; the reader above takes the last in silence."""
    pairs: list[tuple[str, Any]] = []

    def note(found: list[tuple[str, Any]]) -> None:
        pairs[:] = found  # that of the outermost object comes last

    try:
        json.loads(raw.decode(), object_pairs_hook=note, parse_int=str, parse_float=str, strict=False)
    except RecursionError as error:
        raise _no_json(raw, str(error)) from None
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            raise Refusal(400, "invalid_parameter", "given more than once", field=name[:100])
        seen.add(name)


def _ends(raw: bytes) -> bool:
    """Whether it is the whole of some JSON, though a text in it may be none."""
    try:
        json.loads(raw)
    except ValueError:
        return False
    return True


def _no_json(raw: bytes, said: str) -> Refusal:
    """What is said of a body that is no JSON, with the column where it ceases to be, if that is known."""
    placed = re.search(r"\(byte ([0-9]+)\)", said)
    found, byte = "text that is none", int(placed[1]) if placed else None
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        found, byte = f"the byte {raw[error.start]:#04x}, which is not UTF-8", error.start
    if byte is None and "out of range" in said:
        found = "a number that is too large"
    elif byte is None and "truncated" in said:
        found = "half of a surrogate pair" if _ends(raw) else "the end of the text"
    elif byte is None:
        found = "lists or objects that are nested too deeply"
    column = None if byte is None else len(raw[:byte].decode()) + 1
    return Refusal(400, "invalid_json", f"expected a JSON object, found {found}", field="body", column=column)


def _typed(query: dict[str, str], kind: type[Struct]) -> dict[str, Any]:
    """The values of a query as the types of ``kind``: what is a number there becomes one."""
    types = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    known = {name: value for name, value in query.items() if name in types}
    loose = msgspec.defstruct("Query", [(name, types[name]) for name in known])
    return {**query, **msgspec.structs.asdict(_convert(known, loose, strict=False))}


def _whole(values: dict[str, Any], kind: type[Struct]) -> None:
    """Refuse the whole numbers of a query that are not written in digits: 1e0, 1.0, +1."""
    for field in msgspec.structs.fields(kind):
        value = values.get(field.encode_name, "0")
        if not _DIGITS.fullmatch(value) and _is_whole(field.type):
            message, column = complaint(kind, field.encode_name, value, strict=False)
            raise Refusal(400, "invalid_parameter", message, field=field.encode_name, column=column)


def _is_whole(kind: Any) -> bool:  # noqa: ANN401 (the type of a parameter)
    found = msgspec.inspect.type_info(kind)
    return isinstance(found.type if isinstance(found, msgspec.inspect.Metadata) else found, msgspec.inspect.IntType)


_DIGITS = re.compile(r"-?[0-9]+")
_NAMED = re.compile(r"Object (?:contains (unknown) field|missing required field) `(.*)`", re.DOTALL)


def _convert(values: dict[str, Any], kind: type[Q], *, strict: bool) -> Q:
    """The values as a struct; Refusal names the first that is wrong and says what is expected, in our own words."""
    if not strict:
        _whole(values, kind)
    try:
        return msgspec.convert(values, kind, strict=strict)
    except msgspec.ValidationError as error:
        said = str(error)
    column = None
    if named := _NAMED.fullmatch(said):
        field, message = named[2], unknown(kind) if named[1] else MISSING
    else:
        # "... - at `$.level`", "... - at `$.events[0]`": a wrong value has its place
        field = said.rpartition("$.")[2].removesuffix("`").partition("[")[0]
        message, column = complaint(kind, field, values[field], strict=strict)
    raise Refusal(400, "invalid_parameter", message, field=field[:100], column=column)
