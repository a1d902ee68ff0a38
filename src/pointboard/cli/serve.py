"""The verb serve: the HTTP API and the web page on this machine."""

from __future__ import annotations

from typing import Annotated

import pointboard.cli.needed  # noqa: F401 - what is missing is told

import typer

from pointboard.api.settings import Settings
from pointboard.cli.values import number, whole
from pointboard.errors import MissingExtraError, PointboardError

__all__ = ["serve"]

_USUAL = Settings()


def serve(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", "-p", parser=whole(0, 65535), metavar="N", help="The port; 0 takes a free one.")
    ] = 8000,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-host",
            metavar="NAME",
            help="A host name to answer to besides this machine's own; may be given again.",
            show_default=False,
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", parser=whole(0), metavar="N", help="Search processes.")
    ] = _USUAL.workers,
    max_seconds: Annotated[
        float, typer.Option("--max-seconds", parser=number(0), metavar="S", help="The longest that a search may take.")
    ] = _USUAL.max_seconds,
    per_client: Annotated[
        int, typer.Option("--per-client", parser=whole(0), metavar="N", help="Searches of one client at the same time.")
    ] = _USUAL.per_client,
    queue: Annotated[
        int, typer.Option("--queue", parser=whole(0), metavar="N", help="Searches that may wait.")
    ] = _USUAL.queue,
    queue_per_client: Annotated[
        int,
        typer.Option("--queue-per-client", parser=whole(0), metavar="N", help="Searches of one client that may wait."),
    ] = _USUAL.queue_per_client,
    solve: Annotated[
        bool,
        typer.Option(
            "--solve/--no-solve",
            help="Build the smaller tables of proved values in the background, where they are missing and fit.",
        ),
    ] = True,
) -> None:
    """Serve the API and the board over HTTP until Ctrl-C or SIGTERM; what is under way is finished first."""
    if not host:
        raise typer.BadParameter("--host needs an address, such as 127.0.0.1")
    try:
        settings = Settings(
            allow_hosts=tuple(allow_host or ()),
            workers=workers,
            max_seconds=max_seconds,
            per_client=per_client,
            queue=queue,
            queue_per_client=queue_per_client,
            solve=solve,
        )
    except PointboardError as error:
        raise typer.BadParameter(str(error)) from None
    try:
        from pointboard.api import server  # noqa: PLC0415 - needs the extra "server", which the other verbs do not
    except ModuleNotFoundError as error:
        raise MissingExtraError("server", error.name or "litestar") from error
    raise typer.Exit(server.serve(host, port, settings))
