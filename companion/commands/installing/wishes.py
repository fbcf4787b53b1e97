"""What a person asks of `make install`, in variables, and the command that asks for it again."""

import shlex
from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.errors import BadInput

_INSTALL: Final = ("BUILD", "WEB", "MQTT", "PACKAGE", "PIP_NO_INDEX", "PIP_FIND_LINKS", "PYTHON")
_NAMES: Final[Mapping[str, tuple[str, ...]]] = {"install": _INSTALL, "uninstall": ("GAMES",)}
_WHAT: Final[Mapping[str, str]] = {
    "WEB": "the page for browsers",
    "MQTT": "the bridge to a broker",
}
_DELETE: Final = "delete"


class Wishes(NamedTuple):
    """What is to be installed; None leaves a thing as it is."""

    build: str = ""
    web: bool | None = None
    mqtt: bool | None = None
    package: str = ""
    """A package file that was built elsewhere."""
    wheels: bool = False
    """Whether pip was told where to look, which is a wish for an environment."""


def wishes(variables: Mapping[str, str]) -> Wishes:
    """Read the variables; a `BadInput` says which one makes no sense."""
    return Wishes(
        variables.get("BUILD", ""),
        _switch(variables, "WEB"),
        _switch(variables, "MQTT"),
        variables.get("PACKAGE", ""),
        bool(variables.get("PIP_NO_INDEX") or variables.get("PIP_FIND_LINKS")),
    )


def deletes_games(variables: Mapping[str, str]) -> bool:
    """Return True if the games are to go too; a `BadInput` for another word than the one."""
    word = variables.get("GAMES", "")
    if word not in ("", _DELETE):
        raise BadInput(
            f"GAMES is {word}; only GAMES=delete means something, leave it out to keep the games"
        )
    return word == _DELETE


def again(variables: Mapping[str, str], target: str, *changed: str) -> str:
    """Return the command that asks for the same once more, with these words changed."""
    replaced = {word.partition("=")[0] for word in changed}
    same = [
        f"{name}={shlex.quote(variables[name])}"
        for name in _NAMES.get(target, ())
        if name not in replaced and variables.get(name, "") not in ("", "python3")
    ]
    return " ".join(("sudo make", target, *same, *changed))


def _switch(variables: Mapping[str, str], name: str) -> bool | None:
    word = variables.get(name, "")
    if word not in ("", "0", "1"):
        raise BadInput(
            f"{name} is {word}; {name}=1 installs {_WHAT[name]}, {name}=0 does not,"
            " leave it out to keep what is"
        )
    return word == "1" if word else None
