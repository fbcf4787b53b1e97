"""The server of a site: its port, its addresses, the signals that end it."""

import asyncio
import logging
import resource
import socket
from collections.abc import Coroutine, Sequence
from typing import Any, Final, NamedTuple

from tornado.netutil import bind_sockets
from tornado.web import Application

from companion.errors import CompanionError
from companion.page import addresses
from companion.page.answers import Handler, Missing
from companion.page.crowd import CrowdedServer
from companion.page.site import Site
from companion.signals import cancel_at_signal

LOOK_S: Final = 10.0
"""Time after which the addresses of this computer are read again, in seconds."""
_BACKLOG: Final = 512
_OTHER_FILES: Final = 256


class CannotListen(CompanionError):
    """The port or the address cannot be had."""


class SiteAddress(NamedTuple):
    """Where a site is served."""

    port: int
    host: str = ""
    """The only address at which it is served; empty for every one of this computer."""


class SiteServer:
    """A server that answers for a site."""

    def __init__(
        self, site: Site, place: SiteAddress, paths: Sequence[tuple[str, type[Handler]]]
    ) -> None:
        """Make a server that does not listen yet."""
        arguments = {"site": site}
        self.site: Final = site
        self.server: Final = CrowdedServer(
            Application(
                [(path, handler, arguments) for path, handler in paths],
                default_handler_class=Missing,
                default_handler_args=arguments,
                compress_response=True,
                log_function=lambda handler: None,  # the path may be a guest's code
            )
        )
        self.server.room = site.connections
        self.port = place.port
        self._place: Final = place

    def listen(self) -> None:
        """Take the port. Raises CannotListen."""
        port, host = self._place
        try:
            sockets = bind_sockets(port, host or None, backlog=_BACKLOG)
        except OSError as error:
            where = f"port {port}" + (f" of {host}" if host else "")
            reason = error.strerror or str(error)
            raise CannotListen(
                f"the page cannot have {where} ({reason}): name another one with --port or --host"
            ) from None
        self.port = sockets[0].getsockname()[1]
        _allow_files(self.site.connections.size + _OTHER_FILES)
        self.look_round()
        self.server.add_sockets(sockets)

    def look_round(self) -> tuple[str, ...]:
        """Read the addresses of this computer anew. Return where others find the page."""
        self.site.addresses = addresses.own()
        self.site.urls = self.urls
        return self._public_urls()

    async def serve_while(self, following: Coroutine[Any, Any, None], name: str) -> None:
        """Serve until this is cancelled, and follow what is shown meanwhile.

        name: what is served, in the log.
        """
        self.site.log.info("%s is at %s", name, " ".join(self.urls))
        task = asyncio.ensure_future(following)
        try:
            while not task.done():
                await asyncio.wait((task,), timeout=LOOK_S)
                self.look_round()
            task.result()
        finally:
            task.cancel()
            self.end()

    @property
    def urls(self) -> tuple[str, ...]:
        """Where the page is found, on this computer last."""
        host = self._place.host
        local = f"[{host}]" if ":" in host else host or "localhost"
        here = f"http://{local}:{self.port}"
        return tuple(dict.fromkeys((*(url.lower() for url in self._public_urls()), here)))

    def end(self) -> None:
        """Hang up on everybody."""
        self.server.stop()
        for holder in (*self.site.pages, *self.site.connections):
            holder.close()

    def _public_urls(self) -> tuple[str, ...]:
        return addresses.urls(
            self.site.addresses, self.port, socket.gethostname(), self._place.host
        )


def _allow_files(most: int) -> None:
    """Let this process have so many open files, as far as it may: a connection is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
    if resource.RLIM_INFINITY != soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))


async def until_signal(
    serving: Coroutine[Any, Any, None], log: logging.Logger, name: str, lifeline: int | None = None
) -> None:
    """Serve until a signal comes, or until the pipe at `lifeline` is closed.

    name: that of the program in the log.
    """
    for other in ("tornado.access", "tornado.general", "tornado.application"):
        logging.getLogger(other).addHandler(logging.NullHandler())
        logging.getLogger(other).propagate = False
    running = asyncio.ensure_future(serving)
    cancel_at_signal(running)
    if lifeline is not None:
        asyncio.get_running_loop().add_reader(lifeline, running.cancel)
    try:
        await running
    except asyncio.CancelledError:
        log.info("%s: ended", name)
        asyncio.get_running_loop().set_exception_handler(_on_mistake_at_the_end)


def _on_mistake_at_the_end(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log a mistake, but no request that the end cancels: tornado 6.4 raises that in a callback."""
    if not isinstance(context.get("exception"), asyncio.CancelledError):
        loop.default_exception_handler(context)
