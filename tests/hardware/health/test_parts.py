"""A page of the network is asked whether it answers."""

import socket
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread, Timer

import pytest

from hardware.health.parts import fetch


class Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def port() -> int:
    """A port at which nobody answers."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def serve(port: int) -> None:
    with HTTPServer(("127.0.0.1", port), Page) as server:
        server.handle_request()


def test_a_page_answers(port: int) -> None:
    thread = Thread(target=serve, args=(port,))
    thread.start()
    assert fetch(f"http://127.0.0.1:{port}") == ""
    thread.join()


def test_a_page_that_has_just_started_is_waited_for(port: int) -> None:
    timer = Timer(0.7, serve, (port,))
    timer.start()
    assert fetch(f"http://127.0.0.1:{port}") == ""
    timer.join()


def test_where_no_page_answers_the_reason_is_told(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.health.parts.PAGE_S", 0.2)
    assert "refused" in fetch(f"http://127.0.0.1:{port}")
