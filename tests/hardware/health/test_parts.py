"""A page of the network is asked whether it answers."""

from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

from hardware.health.parts import fetch


def test_a_page_answers_or_the_reason_is_told() -> None:
    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        assert fetch(f"http://127.0.0.1:{server.server_port}") == ""
        server.shutdown()
    assert "refused" in fetch(f"http://127.0.0.1:{server.server_port}")
