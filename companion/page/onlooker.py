"""The page as an onlooker: what the companion knows of it, without importing it."""

import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.errors import CompanionError, quotation
from companion.onlooker import Examined, Finding, Onlooker, Start, Unit
from companion.page.settings import PAGE_PORT, PageSettings, load_page
from companion.setting_kinds import Setting, port_problem, truth_problem
from companion.settings import APP, INSTALLED_SOCKET
from companion.signals import run_and_exit

_NAME_OF_COMPUTER: Final = r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?"
_UNIT: Final = f"{APP}-web.service"
_SCREEN_PLAYS: Final = f"""[Service]
ExecStart=
ExecStart=/usr/bin/companion web --socket {INSTALLED_SOCKET}
SupplementaryGroups={APP}
"""
"""Has the page let the device's own screen play, where the build has one."""


def _serve_browsers(chosen: PageSettings, start: Start) -> None:
    from companion.page.desk import Desk  # tornado may be missing
    from companion.page.handlers import PATHS

    socket = start.options["socket"]
    control = Path(socket).expanduser().absolute() if socket else None
    shows = start.options["browse"]
    run_and_exit(Desk(chosen, start.view(), PATHS, control, opens_browser=shows).serve())


def _find_address(computer: Examined) -> Iterator[Finding]:
    """Find where phones find the page, while it runs."""
    if not computer.is_up:
        return
    with suppress(CompanionError):  # the line of the settings says it
        host, port = socket.gethostname().split(".")[0], load_page().port
        if computer.exists("/run/avahi-daemon/socket"):
            told = f"phones find the page at http://{host}.local:{port}"
            yield Finding("page's address", "ok", told)
        else:
            told = (
                f"nothing here answers for {host}.local: phones need an address in numbers,"
                f" and the port {port}"
            )
            yield Finding("page's address", "note", told, "sudo apt install avahi-daemon")


def _address_problem(value: object) -> str:
    """Return the fault of an address of this computer, "" for none."""
    import ipaddress  # the buttons should not wait for it

    if value == "":
        return ""
    with suppress(ValueError):
        if isinstance(value, str) and ipaddress.ip_address(value):
            return ""
    return f"must be an address of this computer such as 192.168.178.20, not {quotation(value)}"


def _computers_problem(value: object) -> str:
    """Return the fault of a list of computers' names, "" for none."""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        return 'must be a list of names in quotes, such as ["hanabi.lan"]'
    for name in value:
        if not re.fullmatch(_NAME_OF_COMPUTER, name, re.IGNORECASE):
            return f"{quotation(name)} is no name of a computer"
    return ""


ONLOOKER: Final = Onlooker(
    name="page",
    keys={
        "page.port": Setting("the port of the page", port_problem, PAGE_PORT),
        "page.host": Setting(
            "the only address at which it is served; empty for every one of this computer",
            _address_problem,
        ),
        "page.names": Setting(
            'further names by which browsers may ask for it, such as ["hanabi.lan"]',
            _computers_problem,
            (),
        ),
        "page.open": Setting(
            "past games may be read without the evening's code", truth_problem, default=False
        ),
    },
    options={
        "--port": {"metavar": "N", "type": int, "help": "the port of the page"},
        "--host": {"metavar": "ADDRESS", "help": "the only address at which it is served"},
        "--browse": {"action": "store_true", "help": "open it in a browser of this computer"},
    },
    package="tornado",
    package_module="tornado",
    load=load_page,
    serve=_serve_browsers,
    unit=Unit("page", _UNIT),
    examine=_find_address,
    screen_options=("--browse",),
    screen_unit=Unit("kiosk", f"{APP}-kiosk.service"),
    screen_files={f"/etc/systemd/system/{_UNIT}.d/screen.conf": _SCREEN_PLAYS},
)
