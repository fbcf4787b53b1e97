"""The bridge's settings: which broker is told, and what; the password has a file of its own."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion import settings
from companion.errors import ConfigError
from companion.numbers import Json
from companion.settings import DEFAULT, SettingsRead

BROKER_PORT: Final = 1883
PASSWORD: Final = "mqtt-password"
"""What the bridge's password is called among a service's credentials, and beside the settings."""
MOST_BYTES: Final = 1024
"""Of a password."""
BY_ROOT: Final = "put sudo before the command"
"""What to do where a user may not; the doctor knows it by that."""


class Broker(NamedTuple):
    """How a broker is reached."""

    host: str
    port: int = BROKER_PORT
    tls: bool = False
    """Whether the connection is encrypted."""
    ca: str = ""
    """The file of the authority that signed its certificate; empty for those of the system."""
    user: str = ""
    """The name to log in with; empty for none."""
    password: str = ""

    @property
    def where(self) -> str:
        """Its address and port, as sentences name it."""
        return f"{self.host}:{self.port}"


class BridgeSettings(NamedTuple):
    """Which broker is told, and what."""

    broker: Broker
    name: str = ""
    """What the table is called."""
    players: bool = False
    """Whether the players' names are told."""
    home_assistant: bool = True
    """Whether Home Assistant is told of the table as a device."""


def load_bridge(
    environ: Mapping[str, str] = os.environ,
    given: Mapping[str, Any] | None = None,
    boot: Sequence[Path] | None = None,
) -> BridgeSettings:
    """Return the bridge's settings, with the password out of its own file; see `settings.read`."""
    found = settings.read(("mqtt",), environ, given, boot)
    mqtt = found.section_values("mqtt")
    for key, problem in _broker_problems(mqtt):
        raise _mistake(found, environ, key, problem)
    reached = [mqtt[name] for name in ("broker", "port", "tls", "ca", "user")]
    broker = Broker(*reached, password=_read_password(found, environ))  # type: ignore[misc]
    return BridgeSettings(broker, mqtt["name"].strip(), mqtt["players"], mqtt["home_assistant"])


def _mistake(
    found: SettingsRead, environ: Mapping[str, str], key: str, problem: str
) -> ConfigError:
    source = found.sources[f"mqtt.{key}"]
    where = source if source != DEFAULT else str(settings.own_file(environ))
    return ConfigError(where, [f"mqtt.{key}: {problem}"])


def _broker_problems(mqtt: Json) -> Iterator[tuple[str, str]]:
    """Yield what makes no sense together, each with its key."""
    if not mqtt["broker"]:
        told = 'is missing; name your MQTT broker, such as broker = "192.168.178.30" below [mqtt]'
        yield "broker", told
    if mqtt["ca"] and not mqtt["tls"]:
        yield "ca", "is of no use without tls = true"
    if file := mqtt["ca"]:
        import ssl  # the settings alone are read without it

        try:
            ssl.create_default_context(cafile=file)
        except ssl.SSLError as error:
            yield "ca", f"{file} has no certificate ({error.reason or error})"
        except OSError as error:
            yield "ca", f"{file} cannot be read: {error.strerror or error}"


def _read_password(found: SettingsRead, environ: Mapping[str, str]) -> str:
    """Return the first line of the password's file; "" where nobody logs in or there is none.

    It lies beside the settings, and is root's; systemd hands it to the service.
    """
    handed = environ.get("CREDENTIALS_DIRECTORY")
    file = Path(handed, PASSWORD) if handed else settings.own_file(environ).with_name(PASSWORD)
    if not (found.values["mqtt.user"] and file.exists()):
        return ""
    try:
        with file.open("rb") as opened:
            line = opened.readline(MOST_BYTES + 2).rstrip(b"\r\n")  # 2: the line's end
        if len(line) <= MOST_BYTES:
            return line.decode()
        wrong = f"the first line of {file} is no password: too long"
    except PermissionError:
        wrong = f"this user may not read {file}; root may, so {BY_ROOT}"
    except OSError as error:
        wrong = f"{file} cannot be read: {error.strerror or error}"
    except UnicodeDecodeError:
        wrong = f"{file} is not text in UTF-8; save it as such"
    raise _mistake(found, environ, "user", wrong)
