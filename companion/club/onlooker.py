"""The bridge as an onlooker: what the companion knows of it, without importing it."""

import asyncio
import faulthandler
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Final, TextIO

from companion import settings
from companion.club.identity import table_id
from companion.club.settings import BROKER_PORT, BridgeSettings, load_bridge
from companion.errors import BadInput, CompanionError, quotation
from companion.numbers import Json
from companion.onlooker import Examined, Finding, Onlooker, Start, Unit
from companion.onlookers import this_program
from companion.setting_kinds import Setting, file_problem, port_problem, text_problem, truth_problem
from companion.signals import run_and_exit

_TLS_PORT: Final = 8883
_LONGEST_NAME: Final = 64
"""Letters of the table's name."""
_BROKER: Final = r"([a-z0-9:]([a-z0-9.:_-]*[a-z0-9:.])?)?"
_BROKER_S: Final = 20
"""How long the doctor waits for a broker, in seconds."""
_CHECK: Final = "sudo companion mqtt --check"


def _run_bridge(chosen: BridgeSettings, start: Start) -> None:
    """Tell the broker; with `check` say whether it can be told, with `forget` clear the table."""
    from companion.club import bridge, visits  # paho may be missing

    if start.options["check"] and start.options["forget"]:
        raise BadInput("--check and --forget are two commands: choose one")
    table = table_id()
    if start.options["forget"]:
        print(asyncio.run(visits.clear_table(chosen, table)), file=start.out)
    elif start.options["check"]:
        asyncio.run(_print_sentences(visits.check_bridge(chosen, table, start.view()), start.out))
    else:
        faulthandler.enable()  # the watchdog's signal, too: the log says where it hung
        run_and_exit(bridge.serve(chosen, table, start.view()))


async def _print_sentences(sentences: AsyncIterator[str], out: TextIO) -> None:
    async for sentence in sentences:
        print(sentence, file=out, flush=True)


def _ask_broker(computer: Examined) -> Iterator[Finding]:
    """Ask the broker as the bridge does, where one is named."""
    try:
        if not settings.read(("mqtt",)).values["mqtt.broker"]:
            return
    except CompanionError:
        return  # the line of the settings says it
    answer = computer.run(this_program("mqtt", "--check"), _BROKER_S)
    said = (answer.text.strip().splitlines() or [""])[-1].removeprefix("companion: ")
    if answer.status == 124:
        said = f"the broker was asked as the bridge does, and nothing came of it in {_BROKER_S} s"
    if answer.status:
        yield Finding("broker", "wrong", said, _CHECK)
    else:
        yield Finding("broker", "ok", said)


def _broker_problem(value: object) -> str:
    """Return the fault of the name or address of a broker, "" for none."""
    if isinstance(value, str) and re.fullmatch(_BROKER, value, re.IGNORECASE):
        with suppress(UnicodeError):
            value.encode("idna")  # as the resolver does: no part of a name may be empty or long
            return ""
    return f"must be a name or an address such as 192.168.178.30, not {quotation(value)}"


def _name_problem(value: object) -> str:
    """Return the fault of the table's name, "" for none."""
    if isinstance(value, str) and len(value) > _LONGEST_NAME:
        return f"has {len(value)} letters, at most {_LONGEST_NAME}"
    return text_problem(value)


def _usual_port(values: Json) -> int:
    return _TLS_PORT if values["mqtt.tls"] else BROKER_PORT


ONLOOKER: Final = Onlooker(
    name="bridge",
    keys={
        "mqtt.broker": Setting("the name or address of the MQTT broker", _broker_problem),
        "mqtt.port": Setting(
            "its port; with tls 8883 if it is left out",
            port_problem,
            BROKER_PORT,
            usual=_usual_port,
        ),
        "mqtt.tls": Setting(
            "the connection is encrypted, and the broker's certificate and name are checked",
            truth_problem,
            default=False,
        ),
        "mqtt.ca": Setting(
            "the file of the authority that signed the certificate; empty for those of the system",
            file_problem,
            is_path=True,
        ),
        "mqtt.user": Setting(
            "the name to log in with; the password is the first line of mqtt-password beside this"
            " file",
            text_problem,
        ),
        "mqtt.name": Setting("what the table is called, in each state and result", _name_problem),
        "mqtt.players": Setting("the players' names are told", truth_problem, default=False),
        "mqtt.home_assistant": Setting(
            "Home Assistant is told of the table as a device", truth_problem, default=True
        ),
    },
    options={
        "--check": {"action": "store_true", "help": "say whether it works, and what is wrong"},
        "--forget": {"action": "store_true", "help": "clear what the broker keeps of this table"},
    },
    package="paho-mqtt 2",
    package_module="paho.mqtt.enums",  # which an older one has not
    load=load_bridge,
    serve=_run_bridge,
    unit=Unit("bridge", f"{settings.APP}-mqtt.service"),
    examine=_ask_broker,
)
