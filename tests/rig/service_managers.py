"""A service manager that keeps what it is told."""

import queue
import socket
import threading

from tests.rig.waiting import PATIENCE


class Manager:
    """The socket of a service manager.

    A thread reads it, since the kernel keeps only a few messages.
    """

    def __init__(self, name: str) -> None:
        """Listen at a name: a path or, beginning with @, an abstract name."""
        self.name = name
        self._heard: queue.Queue[str] = queue.Queue()
        self._ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._ear.bind(f"\0{name[1:]}" if name.startswith("@") else name)
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def hear(self) -> str:
        """Return the next thing that it is told."""
        return self._heard.get(timeout=PATIENCE)

    def until(self, beginning: str) -> str:
        """Return the next thing that begins so."""
        while not (told := self.hear()).startswith(beginning):
            pass
        return told

    def stop(self) -> list[str]:
        """Stop to listen; gives all that was told and not heard yet."""
        if self._thread.is_alive():
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as last:
                last.sendto(b"", self._ear.getsockname())
            self._thread.join(PATIENCE)
            self._ear.close()
        return self.rest()

    def rest(self) -> list[str]:
        """Return all that was told and not heard yet."""
        return [self._heard.get_nowait() for _ in range(self._heard.qsize())]

    def _listen(self) -> None:
        while told := self._ear.recv(4096):
            self._heard.put(told.decode())
