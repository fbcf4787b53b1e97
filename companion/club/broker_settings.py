"""Settings of a broker: how it is reached, and who logs in.

Each program that needs one has a file of its own, with these keys and some more.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.errors import ConfigError, quotation
from companion.onlooking import settings_file
from companion.settings_file import Checks, no_path, no_port, no_text, no_truth

PORT: Final = 1883
TLS_PORT: Final = 8883
CREDENTIAL: Final = "mqtt-password"
"""What the password is called among a service's credentials, and beside the settings."""
MOST_BYTES: Final = 1024
"""Of a password."""
_HOST: Final = re.compile(r"[a-z0-9:]([a-z0-9.:_-]*[a-z0-9:.])?", re.IGNORECASE)


class Broker(NamedTuple):
    """How a broker is reached."""

    host: str
    port: int = PORT
    tls: bool = False
    """Whether the connection is encrypted."""
    ca: str = ""
    """The file of the authority that signed its certificate; empty for those of the system."""
    user: str = ""
    """The name to log in with; empty for none."""
    password: str = ""


def load(
    file: str, variable: str, environ: Mapping[str, str], more: Checks
) -> tuple[Broker, dict[str, Any]]:
    """Return the broker of a file, the password out of its own file, and the whole table.

    variable: of the environment; it names another file. more: further keys of that file. A
    `ConfigError` lists all mistakes.
    """
    table, path = settings_file.read(file, variable, environ, {**_CHECKS, **more})
    where = str(path or settings_file.places(file, variable, environ)[-1])
    problems = []
    if not table.get("broker"):
        problems.append(
            'broker: is missing; name your MQTT broker, such as broker = "192.168.178.30"'
        )
    if table.get("ca") and not table.get("tls"):
        problems.append("ca: is of no use without tls = true")
    if table.get("password_file") and not table.get("user"):
        problems.append("password_file: is of no use without user")
    if problems:
        raise ConfigError(where, problems)
    folder = path.parent.absolute() if path else Path()
    tls = bool(table.get("tls", False))
    broker = Broker(
        host=table["broker"],
        port=table.get("port", TLS_PORT if tls else PORT),
        tls=tls,
        ca=_ca(where, folder, table.get("ca", "")),
        user=table.get("user", ""),
        password=_password(where, folder, table, environ),
    )
    return broker, table


def _ca(where: str, folder: Path, given: str) -> str:
    """Return the file of the authority, seen from the settings' folder."""
    if not given:
        return ""
    file = folder / Path(given).expanduser()
    try:
        file.open("rb").close()
    except OSError as error:
        raise ConfigError(
            where, [f"ca: {file} cannot be read: {error.strerror or error}"]
        ) from None
    return str(file)


def _password(
    where: str, folder: Path, table: Mapping[str, Any], environ: Mapping[str, str]
) -> str:
    """Return the first line of the password's file; "" where nobody logs in or nothing is given."""
    if not table.get("user"):
        return ""
    if given := table.get("password_file", ""):
        file = folder / Path(given).expanduser()
    else:
        handed = Path(environ.get("CREDENTIALS_DIRECTORY", "/nonexistent"))
        found = [place / CREDENTIAL for place in (handed, folder) if (place / CREDENTIAL).exists()]
        if not found:
            return ""
        file = found[0]
    try:
        with file.open("rb") as opened:
            line = opened.readline(MOST_BYTES + 2).rstrip(b"\r\n")
        if len(line) > MOST_BYTES:
            raise ConfigError(
                where, [f"password_file: the first line of {file} is no password: too long"]
            )
        return line.decode()
    except OSError as error:
        wrong = f"{file} cannot be read: {error.strerror or error}"
        if isinstance(error, PermissionError) and not given:
            wrong = f"{wrong}; root may, so put sudo before the command"
    except UnicodeDecodeError:
        wrong = f"{file} is not text in UTF-8"
    raise ConfigError(where, [f"password_file: {wrong}"])


def _no_host(value: object) -> str:
    if isinstance(value, str) and _HOST.fullmatch(value):
        return ""
    return f"must be a name or an address such as 192.168.178.30, not {quotation(value)}"


_CHECKS: Final[Checks] = {
    "broker": _no_host,
    "port": no_port,
    "tls": no_truth,
    "ca": no_path,
    "user": no_text,
    "password_file": no_path,
}
