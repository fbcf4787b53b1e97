"""`companion web`: the page, a process of its own."""

import importlib.util
import os
from functools import partial
from typing import Final

from companion.commands.looking_on import part, view_socket
from companion.daemon.log import set_up
from companion.errors import CompanionError
from companion.onlooking import settings
from companion.signals import run_and_exit

LIFELINE: Final = "COMPANION_LIFELINE"
"""Names a file descriptor: the page ends when nobody else holds the pipe open."""


class NoTornado(CompanionError):
    """The page's server is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "the page needs tornado, which is not installed: run `pip install"
            " 'hanabi-companion[web]'`, or on Debian 13 `sudo apt install python3-tornado`"
        )


def installed() -> bool:
    """Return True if the page can be served here."""
    return importlib.util.find_spec("tornado") is not None


def run(port: int | None, host: str | None, view: str | None) -> int:
    """Serve the page until a signal comes; returns the exit status."""
    if not installed():
        raise NoTornado
    set_up()
    given = {"page.port": port, "page.host": host}
    chosen = part(partial(settings.load_page, given=given))
    path = view_socket(view)
    from companion.page.server import serve  # tornado may be missing

    run_and_exit(serve(chosen, path, _lifeline()))
    return 0


def _lifeline() -> int | None:
    """Return the file descriptor of the program that started the page beside itself."""
    given = os.environ.pop(LIFELINE, "")
    return int(given) if given.isdecimal() else None
