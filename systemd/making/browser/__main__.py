"""Makes `dist/try/`, the folder by which a browser is the companion, and serves it."""

import sys
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

from companion.errors import CompanionError

ROOT = Path(__file__).parents[3]
PORT: Final = 8000


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files, and logs no request."""

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def main(words: list[str]) -> int:
    """Make the folder, and serve it until Ctrl-C; with `--folder` only make it."""
    if words not in ([], ["--folder"]):
        print("make try takes ARGS=--folder, or nothing", file=sys.stderr)
        return 2
    place = ROOT / "dist" / "try"
    try:
        from systemd.making.browser import folder

        folder.make_folder(place, ROOT / "build" / "pyodide")
    except CompanionError as error:
        print(error, file=sys.stderr)
        return 1
    if words:
        print(folder.how_to_look("try"))
    else:
        _serve_folder(place, PORT)
    return 0


def _serve_folder(place: Path, port: int) -> None:
    """Serve a folder to this computer until Ctrl-C, at any port if that one is taken."""
    handler = partial(_Quiet, directory=str(place))
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError:
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    where = f"http://localhost:{server.server_port}"
    print(f"The touch table is at {where}. Ctrl-C ends it.", flush=True)
    with server, suppress(KeyboardInterrupt):
        server.serve_forever()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
