"""All settings: what each key of `companion.toml` means, its default, and what is wrong with it.

A key of a section is written with it: `page.port` is `port` below `[page]`.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from companion import LANGUAGES
from companion.errors import closest_word, nearest_advice, quotation
from companion.numbers import Json
from companion.onlookers import LISTED, find_onlooker
from companion.setting_kinds import Setting, file_problem, text_problem

LONGEST_SOCKET: Final = 107
"""Bytes of a Unix socket's path (unix(7): 108 with the one that ends it)."""
SECTIONS: Final = tuple(listed.section for listed in LISTED)
"""Those of the onlookers."""


def known_settings(sections: Iterable[str]) -> Mapping[str, Setting]:
    """Return all that stands above the first section, and what these sections have.

    One of an onlooker that is not in this installation has nothing.
    """
    known = dict(KEYS)
    for listed in LISTED:
        if listed.section in sections and (onlooker := find_onlooker(listed)):
            known |= onlooker.keys
    return known


def table_problems(table: Json, read: Iterable[str]) -> Iterator[str]:
    """Yield what is wrong with a file: the names at its top, and all of the sections to be read.

    read: names of sections; "" is what stands above the first one.
    """
    known = known_settings(read)
    there = {section_of(key) for key in known}.intersection(read)
    for name, value in table.items():
        if name not in (*KEYS, *SECTIONS):
            yield f"{name}: there is no such setting; {_name_advice('', name)}"
        elif name in SECTIONS and not isinstance(value, dict):
            yield f"{name}: must be a section, whose keys stand below a line [{name}]"
    for key, value in flat_values(table).items():
        section = section_of(key)
        if section not in there:
            continue
        if key in known:
            problem = known[key].problem(value)
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
    known = known_settings(SECTIONS)
    names = [key.removeprefix(f"{section}.") for key in known if section_of(key) == section]
    valid = names if section else [*names, *SECTIONS]
    others = [key.rpartition(".")[2] for key in known]
    if not closest_word(name, valid) and (close := closest_word(name, others)):
        return f"did you mean {close!r} {_homes_of(close)}?"
    return nearest_advice(name, valid)


def _homes_of(name: str) -> str:
    """Return in words in which sections a name is known, "" for none."""
    known = known_settings(SECTIONS)
    homes = [section_of(key) for key in known if key.rpartition(".")[2] == name]
    words = [f"below [{home}]" if home else "above the first [section]" for home in homes]
    return " or ".join(words)


def _folder_problem(value: object) -> str:
    """Return the fault of a path that must be there, "" for none."""
    return (
        "must not be empty; leave it out for the usual one" if value == "" else file_problem(value)
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
        return text_problem(value)
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


KEYS: Final[Mapping[str, Setting]] = {
    "panel": Setting(
        "the build: a name in wiring/ or a TOML file; empty for what this machine has",
        text_problem,
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
}
