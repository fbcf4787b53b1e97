"""The server: one process, one thread, over the view socket; nothing that it does changes a game."""

import asyncio
import logging
import signal
import socket
from pathlib import Path
from typing import Final

from tornado.netutil import bind_sockets
from tornado.web import Application

from companion.errors import CompanionError
from companion.onlooking.device import Device
from companion.web import addresses, page_files
from companion.web.connections import Server
from companion.web.desk import Desk
from companion.web.handlers import PATHS, Missing
from companion.web.settings import Settings

log: Final = logging.getLogger("companion.web")
LOOK_S: Final = 10.0
"""Time after which the addresses of this computer are read again, in seconds."""
_BACKLOG: Final = 512


class CannotListen(CompanionError):
    """The port or the address cannot be had."""


class Page:
    """The page: a server and the device behind it."""

    def __init__(self, settings: Settings, view: Path, folder: Path = page_files.FOLDER) -> None:
        """A page of the device at a view socket; nothing is opened yet."""
        device = Device(view, lambda: self.desk.changed(), "web")
        self.desk: Final = Desk(settings, device, page_files.load(folder))
        handed = {"desk": self.desk}
        self.server: Final = Server(
            Application(
                [(path, handler, handed) for path, handler in PATHS],
                default_handler_class=Missing,
                default_handler_args=handed,
                log_function=lambda handler: None,  # the path may be a guest's code
            )
        )
        self.server.busy = self.desk.busy
        self.port = settings.port

    def listen(self) -> None:
        """Take the port; a `CannotListen` says why not."""
        settings = self.desk.settings
        try:
            sockets = bind_sockets(settings.port, settings.host or None, backlog=_BACKLOG)
        except OSError as error:
            where = f"port {settings.port}" + (f" of {settings.host}" if settings.host else "")
            reason = error.strerror or str(error)
            raise CannotListen(
                f"the page cannot have {where} ({reason}): name another one with --port or --host"
            ) from None
        self.port = sockets[0].getsockname()[1]
        self.look_round()
        self.server.add_sockets(sockets)
        self.server.watch()

    def look_round(self) -> None:
        """Read the addresses of this computer, and tell the device where the page is found."""
        self.desk.addresses = addresses.own()
        found = addresses.urls(self.desk.addresses, self.port, socket.gethostname(), self.desk.settings.host)
        self.desk.device.serve(found)

    @property
    def urls(self) -> tuple[str, ...]:
        """Where the page is found, on this computer last."""
        host = self.desk.settings.host
        found = addresses.urls(self.desk.addresses, self.port, socket.gethostname(), host)
        local = f"[{host}]" if ":" in host else host or "localhost"
        here = f"http://{local}:{self.port}"
        return tuple(dict.fromkeys((*(url.lower() for url in found), here)))

    async def run(self) -> None:
        """Serve until this is cancelled."""
        following = asyncio.ensure_future(self.desk.device.follow())
        try:
            while not following.done():
                await asyncio.wait((following,), timeout=LOOK_S)
                self.look_round()
            following.result()
        finally:
            following.cancel()
            self.end()

    def end(self) -> None:
        """Hang up on everybody."""
        self.desk.streams.end()
        self.server.end()


async def serve(settings: Settings, view: Path, lifeline: int | None = None) -> None:
    """Serve the page until a signal comes, or until the pipe at `lifeline` is closed."""
    for name in ("tornado.access", "tornado.general", "tornado.application"):
        logging.getLogger(name).addHandler(logging.NullHandler())
        logging.getLogger(name).propagate = False
    page = Page(settings, view)
    page.listen()
    running = asyncio.ensure_future(page.run())
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, running.cancel)
    if lifeline is not None:
        loop.add_reader(lifeline, running.cancel)
    log.info("web: the page is at %s", " ".join(page.urls))
    try:
        await running
    except asyncio.CancelledError:
        log.info("web: ended")
