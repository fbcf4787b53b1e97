"""`install`, `rollback` and `uninstall` are make's; `configured` and `removing` are the package's.

Variables of the environment say what is wanted, as in `make install BUILD=bonnet`.
"""

import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from types import FrameType
from typing import Final

from companion.commands.installing import install, package_scripts, removal
from companion.commands.installing.host import Host
from companion.commands.installing.places import NAME
from companion.commands.installing.wishes import deletes_games
from companion.errors import CompanionError, one_line

_Verb = Callable[[Host, Mapping[str, str], Sequence[str]], None]


def _on_uninstall(host: Host, variables: Mapping[str, str], _: Sequence[str]) -> None:
    with_games = deletes_games(variables)
    install.need_root_and_systemd(host, variables, "uninstall")
    removal.uninstall(host, with_games)


_VERBS: Final[Mapping[str, _Verb]] = {
    "install": lambda host, variables, _: install.install(host, variables),
    "rollback": lambda host, variables, _: install.go_back(host, variables),
    "uninstall": _on_uninstall,
    "configured": lambda host, _, words: package_scripts.on_configured(host, *words),
    "removing": lambda host, *_: package_scripts.on_removal(host),
}


def _on_signal(number: int, _: FrameType | None) -> None:
    """End by an error, so that what was begun is undone."""
    raise CompanionError(f"ended by {signal.Signals(number).name}; the same command begins anew")


def main(argv: Sequence[str], variables: Mapping[str, str]) -> int:
    """Do what the first word says. Return the exit status."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _on_signal)
    os.umask(0o022)
    verb, *words = argv
    try:
        _VERBS[verb](Host(), variables, words)
    except (CompanionError, OSError) as error:
        print(f"{NAME}: {one_line('; '.join(str(error).split(chr(10))))}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], os.environ))
