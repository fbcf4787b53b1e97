"""`companion mqtt`: the bridge to an MQTT broker, a process of its own."""

import asyncio
import faulthandler
import importlib.util
from pathlib import Path
from typing import TextIO

from companion.club import identity
from companion.commands.looking_on import part, view_socket
from companion.daemon.log import set_up
from companion.errors import BadInput, CompanionError
from companion.onlooking.settings import BridgeSettings, load_bridge
from companion.signals import run_and_exit


class NoPaho(CompanionError):
    """The client of MQTT is not installed, or is too old."""

    def __init__(self) -> None:
        super().__init__(
            "the bridge needs paho-mqtt 2, which is not installed: run `pip install"
            " 'hanabi-companion[mqtt]'`, or on Debian 13 `sudo apt install python3-paho-mqtt`"
        )


def installed() -> bool:
    """Return True if the bridge can run here; versions before 2 lack what it is written for."""
    try:
        return importlib.util.find_spec("paho.mqtt.enums") is not None
    except ModuleNotFoundError:
        return False


def run(view: str | None, check: bool, forget: bool, out: TextIO) -> int:
    """Tell the broker until a signal comes; returns the exit status.

    With `check` say whether it can be told, with `forget` clear what it keeps of the table.
    """
    if check and forget:
        raise BadInput("--check and --forget are two commands: choose one")
    if not installed():
        raise NoPaho
    set_up()
    chosen, table = part(load_bridge), identity.table_id()
    if forget:
        from companion.club.visits import forget as forgetting  # paho may be missing

        print(asyncio.run(forgetting(chosen, table)), file=out)
        return 0
    path = view_socket(view)
    if check:
        asyncio.run(_check(chosen, table, path, out))
    else:
        from companion.club.bridge import serve  # paho may be missing

        faulthandler.enable()  # the watchdog's signal, too: the log says where it hung
        run_and_exit(serve(chosen, table, path))
    return 0


async def _check(chosen: BridgeSettings, table: str, view: Path, out: TextIO) -> None:
    from companion.club.visits import check  # paho may be missing

    async for sentence in check(chosen, table, view):
        print(sentence, file=out, flush=True)
