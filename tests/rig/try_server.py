"""A web server for the folder of `make try`: compressed, counted, on this computer alone."""

import gzip
import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


@cache
def packed(path: Path) -> bytes:
    """Return a file as it goes over the wire."""
    return gzip.compress(path.read_bytes(), 9)


def unpacked(file: Path) -> dict[str, bytes]:
    """Return the files of the program and of Python's library that a folder has in one."""
    whole = gzip.decompress(file.read_bytes())
    at = 4 + int.from_bytes(whole[:4], "little")
    files = {}
    for name, size in json.loads(whole[4:at]).items():
        files[name] = whole[at : at + size]
        at += size
    assert at == len(whole)
    return files


class FolderServer(ThreadingHTTPServer):
    """Serves a folder; `sent` are the bytes of each file that was asked for, and how often."""

    daemon_threads = True

    def __init__(self, folder: Path, address: str = "127.0.0.1") -> None:
        self.folder = folder
        self.sent: dict[str, list[int]] = {}
        super().__init__((address, 0), FolderHandler)

    @property
    def bytes_sent(self) -> int:
        return sum(sum(sizes) for sizes in self.sent.values())


class FolderHandler(SimpleHTTPRequestHandler):
    """Sends files with gzip, and lets the browser keep them in its own cache."""

    server: FolderServer
    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].lstrip("/")
        if not name or name.endswith("/"):
            name += "index.html"
        path = self.server.folder / name
        if not path.is_file():
            self.send_error(404)
            return
        body = packed(path)
        self.server.sent.setdefault(name, []).append(len(body))
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=600")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def folder_server(
    folder: Path, address: str = "127.0.0.1", tls: ssl.SSLContext | None = None
) -> Iterator[FolderServer]:
    """Serve a folder, over https with `tls`."""
    server = FolderServer(folder, address)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
