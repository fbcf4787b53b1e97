"""The threads of a running companion, started and stopped in order.

- loop: owns the core, feeds the watchdog (`loop`, `heartbeat`)
- writer: writes to the store (`companion.journal.writer`)
- queries: answers queries of the store, beside the writer (`companion.journal.query_thread`)
- outputs: draws on the screen and the lights (`outputs`, `drawing`)
- control socket, view socket: serve scripts, and programs that only look on (`socket.server`)

The controls, the readers and the speaker have threads of their own in `hardware`; they
post messages to the inbox.
"""

import contextlib
import os
from typing import Final

from companion.daemon.core import Core
from companion.daemon.dialogue import Options
from companion.daemon.door import Door
from companion.daemon.heartbeat import ThreadHeartbeat
from companion.daemon.inbox import Inbox
from companion.daemon.loop import Loop
from companion.daemon.outputs import Outputs
from companion.daemon.socket.listener import SocketError
from companion.daemon.socket.server import SocketServer
from companion.daemon.system import Computer
from companion.errors import StoreError
from companion.face.state import Phrase
from companion.game.cards import CARDS
from companion.journal.lock import Lock
from companion.journal.stickers import Sticker
from companion.journal.store import Store
from companion.journal.writer import Writer
from companion.panel import Panel
from companion.service_manager import ServiceManager
from companion.settings import Settings

LONGER_S: Final = 60.0
"""Time by which the start's limit is extended while a damaged file is read, in seconds."""


class Threads:
    """The loop, the writer of the store, the outputs and the socket, around one core."""

    def __init__(self, panel: Panel, inbox: Inbox, chosen: Settings, warning: str) -> None:
        """Make everything ready to start; `inbox` may have messages already.

        warning: what the screen says first, a key of the words.
        """
        self._lock = Lock(chosen.state_dir)
        self._mask: int | None = None
        store = Store(chosen.state_dir)
        self._games = chosen.state_dir
        store.going_on = self._extend_time_limits
        self._writer = Writer(store, inbox.post)
        self._outputs = Outputs(panel, inbox.post, inbox.clock)
        self._computer = Computer()
        self._service = ServiceManager()
        self._panel = panel
        self._inbox = inbox
        stickers = {tag: Sticker(panel.name, CARDS[card]) for tag, card in panel.stickers.items()}
        options = Options(
            chosen.language,
            chosen.players,
            Phrase(warning) if warning else None,
            panel.lacks,
            panel.labels,
            stickers,
            panel.wears,
            # Without a speaker nothing speaks: `bool()` is False.
            panel.speaker.can_speak if panel.speaker else bool,
            panel.shortcut,
            panel.screen is not None,
        )
        self.core = Core(
            self._writer, self._outputs, panel.controls, options, self._computer, panel.flips
        )
        shared = self._service.shares
        post, drop = inbox.post, self.core.drop_client
        self.server = SocketServer(chosen.socket, post, drop, shared)
        self.view_server = SocketServer(chosen.view_socket, post, drop, shared, Door.VIEW)
        workers = {
            "store": self._writer.ping,
            "outputs": self._outputs.ping,
            "socket": self.server.ping,
            "view socket": self.view_server.ping,
        }
        self._heartbeat = ThreadHeartbeat(self._service, workers)
        self._loop = Loop(
            inbox, self.core, self._heartbeat, self._service, panel.controls.watermark
        )

    def _extend_time_limits(self) -> None:
        """Ask the watchdog for patience: reading a damaged file may take minutes."""
        self._service.longer(LONGER_S)
        self._heartbeat.on_answer("store")

    def start(self) -> None:
        """Start every thread, or none: a `SocketError` or a `StoreError` says why."""
        if not self._service.shares:
            # The games, and the files of later, are this user's alone.
            for file in self._games.glob("games.*"):
                with contextlib.suppress(OSError):
                    file.chmod(file.stat().st_mode & 0o700)
            self._mask = os.umask(0o077)
        try:
            self._lock.take()
            self.server.start()  # nothing after it refuses a start
        except (SocketError, StoreError):
            self._lock.release()
            for server in (self.server, self.view_server):
                server.discard()
            self._restore_umask()
            raise
        self.view_server.start()
        self._outputs.start()
        self._writer.start()
        self._loop.start()
        panel = self._panel
        for part in (panel.supply, panel.battery, *panel.links):
            if part:
                part.listen(self._inbox.post)

    def stop(self) -> None:
        """End every thread, write what is left to write, and turn the device dark.

        Where the computer goes down, the display keeps a last picture that says so.
        """
        self._service.stopping()
        for link in self._panel.links:
            link.close()
        self.server.stop()
        self.view_server.stop()
        # What the loop has handed over is still written; the display keeps its picture until then.
        self._loop.stop()
        self._writer.stop()
        self._lock.release()
        self._outputs.stop(self.core.dialogue.farewell if self._computer.going_down else None)
        self._restore_umask()

    def _restore_umask(self) -> None:
        """Let others read what this process writes, as far as they could before the start."""
        if self._mask is not None:
            os.umask(self._mask)
