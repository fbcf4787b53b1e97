"""A page in a thread of this process, over a view socket that says what a test has it say."""

import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from companion.page.desk import Desk
from companion.page.handlers import PATHS
from companion.page.settings import PageSettings
from tests.rig.loops import Looped
from tests.rig.waiting import PATIENCE, until

JSON = {"Content-Type": "application/json"}


class Answer(NamedTuple):
    """What a browser gets."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Reader:
    """A page that is open: its events, one after the other."""

    def __init__(
        self, connection: http.client.HTTPConnection, answer: http.client.HTTPResponse
    ) -> None:
        self.connection = connection
        self.answer = answer

    def event(self) -> tuple[str, Any]:
        """Return the next one."""
        while (line := self.answer.readline()).startswith(b":") or line == b"\n":
            pass
        assert line, "the stream ended"
        name = line.decode().removeprefix("event: ").strip()
        return name, json.loads(self.answer.readline().decode().removeprefix("data: "))

    def until(self, name: str) -> Any:
        """Return the next one of this name."""
        while (found := self.event())[0] != name:
            pass
        return found[1]

    def table(self, **facts: object) -> Any:
        """Return the next table with these facts."""
        while not facts.items() <= (found := self.until("table")).items():
            pass
        return found

    def close(self) -> None:
        self.connection.close()


class Pages:
    """Whatever is served at a port of this computer, as browsers ask for it."""

    host = "127.0.0.1"

    def __init__(self, port: int) -> None:
        self.port = port

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, None, headers)

    def head(self, path: str, **headers: str) -> Answer:
        return self.ask("HEAD", path, None, headers)

    def post(self, path: str, body: object, **headers: str) -> Answer:
        return self.ask("POST", path, json.dumps(body), {**JSON, **headers})

    def ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        connection = self.connection()
        try:
            connection.request(
                method, path, body, {key.replace("_", "-"): text for key, text in headers.items()}
            )
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, b"" if _endless(answer) else answer.read())
        finally:
            connection.close()

    def check_head(self, path: str, **headers: str) -> None:
        """Assert that HEAD has the status and the headers of GET, and nothing follows them."""
        get = self.get(path, **headers)
        head = self.head(path, **headers)
        assert (head.status, _lasting(head)) == (get.status, _lasting(get)), path
        lines = ("HEAD", path, "HTTP/1.1\r\nHost: localhost\r\nConnection: close")
        named = "".join(f"\r\n{key}: {text}" for key, text in headers.items())
        with (
            socket.create_connection(("127.0.0.1", self.port), 10) as sock,
            sock.makefile("rb") as told,
        ):
            sock.sendall(f"{' '.join(lines)}{named}\r\n\r\n".encode())
            assert told.read().partition(b"\r\n\r\n")[2] == b"", path

    def open(self, path: str = "/live?lang=en", **headers: str) -> Reader:
        connection = self.connection()
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        assert answer.status == 200, answer.read()
        return Reader(connection, answer)

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)


def _endless(answer: http.client.HTTPResponse) -> bool:
    """Return True if events follow for as long as the page is open."""
    return str(answer.headers["Content-Type"]).startswith("text/event-stream")


def _lasting(answer: Answer) -> dict[str, str]:
    """Return the headers that are the same whenever and however it is asked."""
    return {
        key: text
        for key, text in answer.headers.items()
        if key not in ("Date", "Transfer-Encoding")
    }


class Served(Looped, Pages):
    """A page and the device behind it, both in one thread."""

    def __init__(self, folder: Path, settings: PageSettings, present: bool) -> None:
        Looped.__init__(self, folder / "view.sock")
        if present:
            self.do(self.device.start())
        self.page = Desk(settings, folder / "view.sock", PATHS)
        self.begin(self._run())
        until(lambda: self.page.port or self.running.done())
        self.port = self.page.port
        if present:
            until(lambda: self.page.device.look)

    async def _run(self) -> None:
        self.page.listen()
        await self.page.run()

    def stop(self) -> None:
        self.running.cancel()
        until(lambda: not len(self.page.connections))
        super().stop()


@contextmanager
def served(folder: Path, present: bool = True, **settings: Any) -> Iterator[Served]:
    """Run a page until it is ready, of a device that is there unless it is not `present`."""
    page = Served(folder, PageSettings(**{"port": 0, "host": "127.0.0.1", **settings}), present)
    try:
        yield page
    finally:
        page.stop()
