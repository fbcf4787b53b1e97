"""`companion club`: the board of a club's tables, a process of its own."""

from functools import partial

from companion.commands import mqtt, web
from companion.commands.looking_on import part
from companion.daemon.log import set_up
from companion.errors import CompanionError
from companion.onlooking import settings
from companion.signals import run_and_exit


class NotInstalled(CompanionError):
    """What the board needs is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "the board needs tornado and paho-mqtt 2, which are not both installed: run "
            "`pip install 'hanabi-companion[club]'`, "
            "or on Debian 13 `sudo apt install python3-tornado python3-paho-mqtt`"
        )


def run(port: int | None, host: str | None) -> int:
    """Serve the board until a signal comes; returns the exit status."""
    if not web.installed() or not mqtt.installed():
        raise NotInstalled
    set_up()
    given = {"board.port": port, "board.host": host}
    chosen = part(partial(settings.load_board, given=given))
    from companion.club.board.server import serve  # tornado or paho may be missing

    run_and_exit(serve(chosen))
    return 0
