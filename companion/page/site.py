"""Site: a page's files, words and port, who has it open, and the process that serves it."""

import asyncio
import logging
import resource
import socket
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, Protocol

from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler

from companion.errors import CompanionError
from companion.numbers import compact_json
from companion.page import addresses, guard, page_files, scenes
from companion.page.crowd import PAGES, CrowdedServer, OpenConnections
from companion.page.page_files import PageFile
from companion.page.settings import PageSettings
from companion.page.words import TEXTS
from companion.signals import cancel_at_signal
from companion.words.texts import DEFAULT

REFRESH_S: Final = 10.0
"""Time after which the addresses of this computer are read again, in seconds."""
_BACKLOG: Final = 512
_OTHER_FILES: Final = 256
Paths = Sequence[tuple[str, type[RequestHandler]]]
"""What answers each path; the last one is for all the others."""


class CannotListen(CompanionError):
    """The port or the address cannot be had."""


class Grant(StrEnum):
    """What a browser may do at the table."""

    LOOK = "look"
    PLAY = "play"
    """It has the evening's code."""
    HOST = "host"
    """It is the device's own screen: it sets preferences too."""


class BrowserPage(Protocol):
    """A page that is open in a browser."""

    has: bytes
    """What it was sent last of what is shown."""

    @property
    def grant(self) -> Grant:
        """What its browser may do now."""

    @property
    def language(self) -> str:
        """The language that its browser asks for."""

    def wake(self) -> None:
        """Look for something new."""

    def close(self) -> None:
        """Hang up."""


class Site(ABC):
    """A page, and the server that answers for it."""

    log: logging.Logger
    name: str
    """Of the program and of what it serves, in the log."""

    def __init__(
        self,
        files: Mapping[str, PageFile],
        paths: Paths,
        settings: PageSettings,
    ) -> None:
        """Make a site that does not listen yet."""
        self.version = page_files.files_version(files)
        """Pages of another version load themselves anew."""
        words = {
            language: {**scenes.page_words(own), "version": self.version}
            for language, own in TEXTS.items()
        }
        self.files: Final = {
            **files,
            page_files.WORDS: PageFile(compact_json(words), page_files.JSON),
        }
        self.settings: Final = settings
        self.port = settings.port
        self.names: Final = guard.own_names(settings.names)
        self.addresses: tuple[str, ...] = ()
        """The addresses of this computer."""
        self.pages: Final[set[BrowserPage]] = set()
        """Those that are open."""
        self.connections: Final = OpenConnections(PAGES)
        arguments = {"site": self}
        self._server: Final = CrowdedServer(
            Application(
                [(path, handler, arguments) for path, handler in paths],
                compress_response=True,  # a long game, 200 KB of alike tables, goes as 30
                log_function=lambda handler: None,  # the path may be a guest's code
            ),
            self.connections,
        )

    @property
    def language(self) -> str:
        """The language for browsers that ask for none of ours."""
        return DEFAULT

    @abstractmethod
    def events_for(self, page: BrowserPage) -> bytes:
        """Return the parts that an open page lacks, as events; empty where it has everything."""

    @abstractmethod
    async def follow(self) -> None:
        """Follow what is shown, for ever."""

    def wake(self) -> None:
        """Have every open page send what is new."""
        for page in self.pages:  # each asks for what it lacks once it has read what it has
            page.wake()

    @property
    def urls(self) -> tuple[str, ...]:
        """Where the page is found, on this computer last."""
        host = self.settings.host
        local = f"[{host}]" if ":" in host else host or "localhost"
        here = f"http://{local}:{self.port}"
        # In small letters: they are in capitals for the device's code alone.
        return tuple(dict.fromkeys((*(url.lower() for url in self.public_urls), here)))

    @property
    def public_urls(self) -> tuple[str, ...]:
        """Where others find the page."""
        host = socket.gethostname()
        return addresses.page_urls(self.addresses, self.port, host, self.settings.host)

    def refresh(self) -> None:
        """Refresh what changes by itself: the addresses of this computer."""
        self.addresses = addresses.own_addresses()

    def listen(self) -> None:
        """Take the port. Raises CannotListen."""
        port, host = self.settings.port, self.settings.host
        try:
            sockets = bind_sockets(port, host or None, backlog=_BACKLOG)
        except OSError as error:
            where = f"port {port}" + (f" of {host}" if host else "")
            reason = error.strerror or str(error)
            raise CannotListen(
                f"the page cannot have {where} ({reason}): name another one with --port or --host"
            ) from None
        self.port = sockets[0].getsockname()[1]
        # Each connection is a file: so many may be open as this process needs, as far as it may.
        most = self.connections.size + _OTHER_FILES
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        if resource.RLIM_INFINITY != soft < allowed:
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        self.refresh()
        self._server.add_sockets(sockets)

    async def run(self) -> None:
        """Serve until this is cancelled, and follow what is shown meanwhile."""
        self.log.info("%s is at %s", self.name, " ".join(self.urls))
        following = asyncio.ensure_future(self.follow())
        try:
            while not following.done():
                await asyncio.wait((following,), timeout=REFRESH_S)
                self.refresh()
            following.result()
        finally:
            following.cancel()
            self._server.stop()
            for holder in (*self.pages, *self.connections):
                holder.close()
            await asyncio.wait((following,))  # it may have to say that it leaves

    async def serve(self) -> None:
        """Serve until a signal comes."""
        self.listen()
        # They name paths, and a path may be a guest's code.
        for other in ("tornado.access", "tornado.general", "tornado.application"):
            logging.getLogger(other).addHandler(logging.NullHandler())
            logging.getLogger(other).propagate = False
        running = asyncio.ensure_future(self.run())
        cancel_at_signal(running)
        try:
            await running
        except asyncio.CancelledError:
            self.log.info("%s: ended", self.name.partition(":")[0])
            asyncio.get_running_loop().set_exception_handler(_on_mistake_at_the_end)


def _on_mistake_at_the_end(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log a mistake, but no request that the end cancels: tornado 6.4 raises that in a callback."""
    if not isinstance(context.get("exception"), asyncio.CancelledError):
        loop.default_exception_handler(context)
