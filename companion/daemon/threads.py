"""The threads of a running companion, and what each of them is given."""

from pathlib import Path

from companion.daemon.core import Core
from companion.daemon.inbox import Inbox
from companion.daemon.loop import Loop
from companion.daemon.outputs import Outputs
from companion.daemon.server import Server
from companion.panel import Panel
from companion.table.keeper import Keeper
from companion.table.store import Store


class Threads:
    """The loop, the keeper of the store, the outputs and the socket, around one core."""

    def __init__(self, panel: Panel, inbox: Inbox, state_dir: Path, socket: Path, language: str) -> None:
        """Make everything ready to start; `inbox` may have messages already."""
        self._keeper = Keeper(Store(state_dir), inbox.post)
        self._outputs = Outputs(panel, inbox.post)
        self.core = core = Core(self._keeper, self._outputs, panel.controls, language)
        self._loop = Loop(inbox, core)
        self.server = Server(socket, inbox.post, lambda reply: inbox.post(lambda: core.forget(reply)))

    def start(self) -> None:
        """Start every thread.

        Raises:
            SocketError: the control socket cannot be made; nothing was started.
        """
        self.server.start()
        self._outputs.start()
        self._keeper.start()
        self._loop.start()

    def stop(self) -> None:
        """End every thread; what is to be written is written, the device goes dark."""
        self.server.stop()
        self._loop.stop()
        self._keeper.stop()
        self._outputs.stop()
