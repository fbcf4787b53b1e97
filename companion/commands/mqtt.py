"""`companion mqtt`: the bridge to an MQTT broker, a process of its own."""

import asyncio
import faulthandler
from pathlib import Path
from typing import TextIO

from companion.club import identity
from companion.commands.looking_on import load_part, prepare_onlooker, view_socket
from companion.errors import BadInput
from companion.onlooking.settings import BridgeSettings, load_bridge
from companion.signals import run_and_exit


def run(view: str | None, check: bool, forget: bool, out: TextIO) -> int:
    """Tell the broker until a signal comes. Return the exit status.

    With `check` say whether it can be told, with `forget` clear what it keeps of the table.
    """
    if check and forget:
        raise BadInput("--check and --forget are two commands: choose one")
    prepare_onlooker("bridge", "mqtt", "paho-mqtt 2")
    chosen, table = load_part(load_bridge), identity.table_id()
    from companion.club import bridge, visits  # paho may be missing

    if forget:
        print(asyncio.run(visits.clear_table(chosen, table)), file=out)
    elif check:
        asyncio.run(_print_check(chosen, table, view_socket(view), out))
    else:
        faulthandler.enable()  # the watchdog's signal, too: the log says where it hung
        run_and_exit(bridge.serve(chosen, table, view_socket(view)))
    return 0


async def _print_check(chosen: BridgeSettings, table: str, view: Path, out: TextIO) -> None:
    """Print whether the broker can be told, a line for each thing that is right."""
    from companion.club.visits import check_bridge  # paho may be missing

    async for sentence in check_bridge(chosen, table, view):
        print(sentence, file=out, flush=True)
