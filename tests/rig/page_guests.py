"""Guests with a browser at the page of a running device."""

import http.client
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.settings import view_socket_beside
from tests.rig.daemons import Daemon, environ
from tests.rig.pages import JSON, Answer, Reader
from tests.rig.running import Script
from tests.rig.servers import answers, free_port, page_words
from tests.rig.waiting import PATIENCE, until

URL = "HTTP://192.168.178.20:8080"


class Browser:
    """A browser, and the process that serves it."""

    def __init__(self, process: subprocess.Popen, port: int, log: Path) -> None:
        self.process = process
        self.port = port
        self.log = log

    def ask(self, method: str, path: str, body: object = None, cookie: str = "") -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Cookie": cookie, **(JSON if method == "POST" else {})}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        told = Answer(answer.status, answer.headers, answer.read())
        connection.close()
        return told

    def open(self, cookie: str = "") -> Reader:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", "/live?lang=en", headers={"Cookie": cookie})
        return Reader(connection, connection.getresponse())


@contextmanager
def page_of(running: Daemon, folder: Path) -> Iterator[Browser]:
    port = free_port()
    words = page_words(port, view_socket_beside(running.sock))
    log = folder / "web.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", *words], env=environ(folder), stdout=out, stderr=out
        )
    try:
        until(lambda: answers(port))
        yield Browser(process, port, log)
    finally:
        process.terminate()
        assert process.wait(PATIENCE) == 0
        assert "Traceback" not in log.read_text()


def invite(table: Script, view: Script | None = None) -> str:
    """Choose *Phone* by the buttons of a device that was never used. Return the code.

    view: says where a page is found, if none runs.
    """
    if view is not None:
        view.ask(do="serve", urls=[URL])
    table.choose_english()
    table.more("play")
    menu = table.ask(get="screen")["screen"]["texts"]
    for _ in range(menu.index("Phone") - 1):  # below the title there are lines without values
        table.press("discard")
    table.press("play")
    screen = table.ask(get="screen")["screen"]
    assert screen["name"] == "phone"
    return next(text.rpartition("/")[2] for text in screen["texts"] if text.startswith("HTTP://"))


def enter(browser: Browser, token: str) -> str:
    """Return the cookie of a guest with the code."""
    reader = browser.open()
    reader.table(guests=True)
    reader.close()
    entered = browser.ask("POST", "/enter", {"token": token})
    assert entered.status == 204
    return entered.headers["Set-Cookie"].split(";")[0]
