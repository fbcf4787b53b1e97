"""A page of the network is asked whether it answers."""

import socket
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Timer

import pytest

from hardware.health.parts import fetch


class Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def serve(port: int) -> None:
    with HTTPServer(("127.0.0.1", port), Page) as server:
        server.handle_request()


def test_a_page_that_has_just_started_is_waited_for_and_one_that_is_gone_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = int(taken.getsockname()[1])
    timer = Timer(0.7, serve, (port,))
    timer.start()
    assert fetch(f"http://127.0.0.1:{port}") == ""
    timer.join()
    monkeypatch.setattr("hardware.health.parts.PAGE_S", 0.2)
    assert "refused" in fetch(f"http://127.0.0.1:{port}")
