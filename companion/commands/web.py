"""`companion web`: the page, a process of its own."""

import os
from functools import partial
from pathlib import Path
from typing import Final

from companion.commands.looking_on import load_part, prepare_onlooker, view_socket
from companion.onlooking import settings
from companion.signals import run_and_exit

LIFELINE: Final = "COMPANION_LIFELINE"
"""Names a file descriptor: the page ends when nobody else holds the pipe open."""


def run(port: int | None, host: str | None, view: str | None, socket: str | None = None) -> int:
    """Serve the page until a signal comes. Return the exit status.

    socket: the control socket, where browsers on this computer are the device's own screen.
    """
    prepare_onlooker("page", "web", "tornado")
    given = {"page.port": port, "page.host": host}
    chosen = load_part(partial(settings.load_page, given=given))
    path = view_socket(view, socket)
    from companion.page.desk import Desk  # tornado may be missing
    from companion.page.handlers import PATHS

    lifeline = os.environ.pop(LIFELINE, "")
    control = Path(socket).expanduser().absolute() if socket else None
    desk = Desk(chosen, path, PATHS, control)
    run_and_exit(desk.serve(int(lifeline) if lifeline.isdecimal() else None))
    return 0
