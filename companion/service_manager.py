"""The service manager: tells systemd that this program is ready, well or stopping.

It speaks as in sd_notify(3). Without a service manager nothing is sent.
"""

import contextlib
import os
import socket
from collections.abc import Mapping
from typing import Final

NOT_CONNECTED: Final = "not connected"
"""So begins the status of a bridge that has no broker; the doctor knows it by that."""


class ServiceManager:
    """The connection to the service manager; its methods never raise and never block."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        """Connect to the service manager that `environ` names, if any."""
        self._socket: socket.socket | None = None
        self._status = ""
        if place := environ.get("NOTIFY_SOCKET"):
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
            self._socket.settimeout(0)
            # `@` stands for the zero byte of an abstract name.
            self._place = f"\0{place[1:]}" if place.startswith("@") else place
        self.patience: Final = _watchdog_patience(environ) if self._socket else None
        """Seconds without `well` after which the watchdog kills the program; None for none."""
        self.shares: Final = "RUNTIME_DIRECTORY" in environ
        """Whether the group may use the files of this program, and not its user alone."""

    @property
    def there(self) -> bool:
        """Whether a service manager listens."""
        return self._socket is not None

    def ready(self) -> None:
        """Report that the start is over."""
        self._tell("READY=1")

    def status(self, line: str) -> None:
        """Report the program's state in one line, if it changed."""
        if line != self._status:
            self._status = line
            self._tell(f"STATUS={line}")

    def well(self) -> None:
        """Feed the watchdog."""
        self._tell("WATCHDOG=1")

    def longer(self, seconds: float) -> None:
        """Extend the time limit of the start."""
        self._tell(f"EXTEND_TIMEOUT_USEC={round(seconds * 1e6)}")

    def stopping(self) -> None:
        """Report that the program stops."""
        self._tell("STOPPING=1")

    def _tell(self, message: str) -> None:
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.sendto(message.encode(), self._place)


def _watchdog_patience(environ: Mapping[str, str]) -> float | None:
    try:
        # The variables are inherited, and may be meant for the program that started this one.
        mine = int(environ.get("WATCHDOG_PID", os.getpid())) == os.getpid()
        patience = int(environ.get("WATCHDOG_USEC", "0")) / 1e6
    except ValueError:
        return None
    return patience if mine and patience > 0 else None
