"""The service manager, where there is one: what it is told, by the protocol of sd_notify(3).

Without one nothing is sent and nobody watches.
"""

import contextlib
import os
import socket
from collections.abc import Mapping
from typing import Final


class Service:
    """The service manager's ear; its methods never raise and never block."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        """A service manager as it describes itself to its services in `environ`."""
        self._socket: socket.socket | None = None
        self._status = ""
        if place := environ.get("NOTIFY_SOCKET"):
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
            self._socket.setblocking(False)
            self._place = f"\0{place[1:]}" if place.startswith("@") else place
        self.patience: Final = _patience(environ) if self._socket else None
        """Seconds after which a companion that does not say that it is well is killed; None for never."""
        self.shares: Final = "RUNTIME_DIRECTORY" in environ
        """Whether its group may use what the companion makes; else that is this user's alone."""

    def ready(self) -> None:
        """The companion takes presses, and knows the game."""
        self._tell("READY=1")

    def status(self, line: str) -> None:
        """What the companion is doing, one line for people; sent when it changed."""
        if line != self._status:
            self._status = line
            self._tell(f"STATUS={line}")

    def well(self) -> None:
        """Everything works: the watchdog begins to count anew."""
        self._tell("WATCHDOG=1")

    def longer(self, seconds: float) -> None:
        """The start takes so much longer: it must not be taken for one that hangs."""
        self._tell(f"EXTEND_TIMEOUT_USEC={round(seconds * 1e6)}")

    def stopping(self) -> None:
        """The companion is on its way out."""
        self._tell("STOPPING=1")

    def _tell(self, message: str) -> None:
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.sendto(message.encode(), self._place)


def _patience(environ: Mapping[str, str]) -> float | None:
    try:
        mine = int(environ.get("WATCHDOG_PID", os.getpid())) == os.getpid()
        patience = int(environ.get("WATCHDOG_USEC", "0")) / 1e6
    except ValueError:
        return None
    return patience if mine and patience > 0 else None
