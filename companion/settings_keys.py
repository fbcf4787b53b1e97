"""All settings: what each key of `companion.toml` means, its default, and what is wrong with it.

A key of a section is written with it: `page.port` is `port` below `[page]`.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion import LANGUAGES
from companion.errors import closest_word, nearest_advice, quotation, unprintable
from companion.numbers import Json, is_integer

LONGEST_SOCKET: Final = 107
"""Bytes of a Unix socket's path (unix(7): 108 with the one that ends it)."""
HIGHEST_PORT: Final = 65535
PAGE_PORT: Final = 8080
BROKER_PORT: Final = 1883
BROKER_TLS_PORT: Final = 8883
LONGEST_NAME: Final = 64
"""Letters of the table's name."""
_COMPUTER: Final = r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?"
_BROKER: Final = r"([a-z0-9:]([a-z0-9.:_-]*[a-z0-9:.])?)?"


class Setting(NamedTuple):
    """What is known of a setting."""

    meaning: str
    problem: Callable[[Any], str]
    """Says what is wrong with a value, "" for nothing."""
    default: Any = ""
    is_path: bool = False
    """Whether it names files or devices of this computer, and is in no backup.

    A path is seen from the folder of its file.
    """


def table_problems(table: Json, read: Iterable[str]) -> Iterator[str]:
    """Yield what is wrong with a file: the names at its top, and all of the sections to be read.

    read: names of sections; "" is what stands above the first one.
    """
    top = [key for key in KEYS if not section_of(key)]
    for name, value in table.items():
        if name not in (*top, *SECTIONS):
            yield f"{name}: there is no such setting; {_name_advice('', name)}"
        elif name in SECTIONS and not isinstance(value, dict):
            yield f"{name}: must be a section, whose keys stand below a line [{name}]"
    for key, value in flat_values(table).items():
        section = section_of(key)
        if section not in read:
            continue
        if key in KEYS:
            problem = KEYS[key].problem(value)
        else:
            name = key.removeprefix(f"{section}.")
            problem = f"there is no such setting; {_name_advice(section, name)}" if section else ""
        if problem:
            yield f"{key}: {problem}"


def flat_values(table: Json) -> Json:
    """Return the values of a file by their keys, each with its section."""
    values = {}
    for name, value in table.items():
        if name not in SECTIONS:
            values[name] = value
        elif isinstance(value, dict):
            values |= {f"{name}.{key}": entry for key, entry in value.items()}
    return values


def section_of(key: str) -> str:
    """Return the section of a key, "" for those above the first one."""
    section, dot, _ = key.partition(".")
    return section if dot else ""


def _name_advice(section: str, name: str) -> str:
    """Return a hint at the name that was meant, or at the place where a known one belongs."""
    if places := _homes_of(name):
        return f"{name} stands {places}"
    names = [key.removeprefix(f"{section}.") for key in KEYS if section_of(key) == section]
    valid = names if section else [*names, *SECTIONS]
    others = [key.rpartition(".")[2] for key in KEYS]
    if not closest_word(name, valid) and (close := closest_word(name, others)):
        return f"did you mean {close!r} {_homes_of(close)}?"
    return nearest_advice(name, valid)


def _homes_of(name: str) -> str:
    """Return in words in which sections a name is known, "" for none."""
    homes = [section_of(key) for key in KEYS if key.rpartition(".")[2] == name]
    words = [f"below [{home}]" if home else "above the first [section]" for home in homes]
    return " or ".join(words)


def _text_problem(value: object) -> str:
    """Return the fault of a text, "" for none."""
    return "" if isinstance(value, str) else f"must be text in quotes, not {quotation(value)}"


def _truth_problem(value: object) -> str:
    """Return the fault of a yes or no, "" for none."""
    return "" if isinstance(value, bool) else f"must be true or false, not {quotation(value)}"


def _number_problem(value: object, most: int) -> str:
    """Return the fault of a number from 1, "" for none."""
    if is_integer(value) and 1 <= value <= most:
        return ""
    return f"must be a number from 1 to {most}, not {quotation(value)}"


port_problem: Final = partial(_number_problem, most=HIGHEST_PORT)


def _file_problem(value: object) -> str:
    """Return the fault of the path of a file, which may be left out; "" for none."""
    if isinstance(value, str):
        if bad := unprintable(value):
            return f"has {bad}"
        try:
            Path(value).expanduser()
        except RuntimeError:
            return f"{quotation(value)} is in the home of nobody here; write the whole path"
    return _text_problem(value)


def _folder_problem(value: object) -> str:
    """Return the fault of a path that must be there, "" for none."""
    return (
        "must not be empty; leave it out for the usual one" if value == "" else _file_problem(value)
    )


def _socket_problem(value: object) -> str:
    """Return the fault of the path of a socket, "" for none."""
    if problem := _folder_problem(value):
        return problem
    size = len(os.fsencode(Path(str(value)).expanduser().absolute()))
    if size <= LONGEST_SOCKET:
        return ""
    return (
        f"the path has {size} bytes, but a socket's may have {LONGEST_SOCKET}; take a shorter one"
    )


def _language_problem(value: object) -> str:
    """Return the fault of a language, "" for none."""
    if not isinstance(value, str) or value in ("", *LANGUAGES):
        return _text_problem(value)
    return f"{quotation(value)} is none; {nearest_advice(value, LANGUAGES)}"


def _players_problem(value: Any) -> str:
    """Return the fault of the names of the players, "" for none."""
    # The buttons should not wait for the rules.
    from companion.game.names import RULE, is_name, name_key
    from companion.game.setup import FEWEST_PLAYERS, MOST_PLAYERS

    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        return 'must be a list of names in quotes, such as ["Ann", "Ben"]'
    names = [name.strip() for name in value]
    if not all(map(is_name, names)):
        return f"each name must have {RULE}"
    if names and not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
        return f"{FEWEST_PLAYERS} to {MOST_PLAYERS} names, not {len(names)}"
    keys = list(map(name_key, names))
    for name in names:
        if keys.count(name_key(name)) > 1:
            return f"{name!r} is there twice"
    return ""


def _keypads_problem(value: object) -> str:
    """Return the fault of a list of keypads, "" for none; whoever opens them reads each."""
    if isinstance(value, list) and all(isinstance(item, dict) for item in value):
        return ""
    return f"must be tables, each below a line [[keypads]], not {quotation(value)}"


def _address_problem(value: object) -> str:
    """Return the fault of an address of this computer, "" for none."""
    import ipaddress  # the buttons should not wait for it

    if value == "":
        return ""
    try:
        if isinstance(value, str) and ipaddress.ip_address(value):
            return ""
    except ValueError:
        pass
    return f"must be an address of this computer such as 192.168.178.20, not {quotation(value)}"


def _computers_problem(value: object) -> str:
    """Return the fault of a list of computers' names, "" for none."""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        return 'must be a list of names in quotes, such as ["hanabi.lan"]'
    for name in value:
        if not re.fullmatch(_COMPUTER, name, re.IGNORECASE):
            return f"{quotation(name)} is no name of a computer"
    return ""


def _broker_problem(value: object) -> str:
    """Return the fault of the name or address of a broker, "" for none."""
    if isinstance(value, str) and re.fullmatch(_BROKER, value, re.IGNORECASE):
        with suppress(UnicodeError):
            value.encode("idna")  # as the resolver does: no part of a name may be empty or long
            return ""
    return f"must be a name or an address such as 192.168.178.30, not {quotation(value)}"


def _length_problem(value: object, most: int) -> str:
    """Return the fault of a text of at most so many letters, "" for none."""
    if isinstance(value, str) and len(value) > most:
        return f"has {len(value)} letters, at most {most}"
    return _text_problem(value)


KEYS: Final[Mapping[str, Setting]] = {
    "panel": Setting(
        "the build: a name in wiring/ or a TOML file; empty for what this machine has",
        _text_problem,
    ),
    "state_dir": Setting("the folder of the games", _folder_problem, is_path=True),
    "socket": Setting("the control socket", _socket_problem, is_path=True),
    "view_socket": Setting(
        "the socket of programs that only look on, such as the page", _socket_problem, is_path=True
    ),
    "language": Setting(
        f"the language of the screens ({', '.join(LANGUAGES)}); empty to ask at the first start",
        _language_problem,
    ),
    "players": Setting(
        "the players' names in their order around the table; empty for those of the last game",
        _players_problem,
        (),
    ),
    "keypads": Setting(
        "keypads beside those of the build: the device of each, and what its keys stand for",
        _keypads_problem,
        (),
        is_path=True,
    ),
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
        "past games may be read without the evening's code", _truth_problem, default=False
    ),
    "mqtt.broker": Setting("the name or address of the MQTT broker", _broker_problem),
    "mqtt.port": Setting("its port; with tls 8883 if it is left out", port_problem, BROKER_PORT),
    "mqtt.tls": Setting(
        "the connection is encrypted, and the broker's certificate and name are checked",
        _truth_problem,
        default=False,
    ),
    "mqtt.ca": Setting(
        "the file of the authority that signed the certificate; empty for those of the system",
        _file_problem,
        is_path=True,
    ),
    "mqtt.user": Setting("the name to log in with; empty for none", _text_problem),
    "mqtt.password_file": Setting(
        "the file whose first line is the password; empty for mqtt-password beside the settings",
        _file_problem,
        is_path=True,
    ),
    "mqtt.name": Setting(
        "what the table is called, in each state and result",
        partial(_length_problem, most=LONGEST_NAME),
    ),
    "mqtt.players": Setting("the players' names are told", _truth_problem, default=False),
    "mqtt.home_assistant": Setting(
        "Home Assistant is told of the table as a device", _truth_problem, default=True
    ),
}
SECTIONS: Final = ("page", "mqtt")
