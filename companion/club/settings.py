"""The bridge's settings: which broker is told, and what of the table."""

import os
from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.club import broker_settings
from companion.club.broker_settings import Broker
from companion.settings_file import Checks, no_text, no_truth

FILE: Final = "mqtt.toml"
VARIABLE: Final = "COMPANION_MQTT_CONFIG"
PASSWORD: Final = broker_settings.CREDENTIAL
"""The file of the password beside it. The service gets it as a credential."""
LONGEST_NAME: Final = 64
"""Most letters of the table's name."""


class BridgeSettings(NamedTuple):
    """Which broker is told, and what."""

    broker: Broker
    name: str = ""
    """What the table is called."""
    players: bool = False
    """Whether the players' names are told."""
    home_assistant: bool = True
    """Whether Home Assistant is told of the table as a device."""


def load(environ: Mapping[str, str] = os.environ) -> BridgeSettings:
    """Return the settings of the file. Raise a `ConfigError` with all mistakes."""
    broker, table = broker_settings.load(FILE, VARIABLE, environ, _CHECKS)
    return BridgeSettings(
        broker,
        table.get("name", "").strip(),
        table.get("players", False),
        table.get("home_assistant", True),
    )


def _no_name(value: object) -> str:
    if isinstance(value, str) and len(value) > LONGEST_NAME:
        return f"has {len(value)} letters, at most {LONGEST_NAME}"
    return no_text(value)


_CHECKS: Final[Checks] = {
    "name": _no_name,
    "players": no_truth,
    "home_assistant": no_truth,
}
