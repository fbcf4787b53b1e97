"""How one version takes over from another, and gives way to it again."""

import os
from collections.abc import Callable

from companion.commands.installing import kept_games, trial, versions
from companion.commands.installing.host import Host
from companion.commands.installing.kept_games import KeptGames
from companion.commands.installing.places import ONLOOKERS
from companion.commands.installing.trial import BadVersion
from companion.commands.installing.versions import Version
from hardware.health.mending import SERVICE


def take_over(
    host: Host, new: Version, old: Version | None, undo: Callable[[], None] = lambda: None
) -> None:
    """Have a version run from now on.

    Where it does not run well, or where this is interrupted, the old one goes on as if nothing had
    been, and the error says why. `undo` puts back what else was changed for the new one. Without an
    old version the new one stays in any case.
    """
    did_save = old is not None and trial.saves(host)
    os.sync()  # a plug that is pulled now finds all of it
    with kept_games.room_for(host) as games:
        try:
            host.work(("systemctl", "stop", SERVICE))
            games.keep()
            new.put_in_place()
            trial.try_out(host)
            if did_save and not trial.saves(host):
                raise BadVersion("cannot save the games")
        except BaseException:
            if old:
                _give_way(host, old, games, undo)
            raise
    versions.remember(host, new, old)
    host.work(("systemctl", "try-restart", *ONLOOKERS))  # they are of the same version


def _give_way(host: Host, old: Version, games: KeptGames, undo: Callable[[], None]) -> None:
    host.ignore_signals()  # half a way back is worse than none
    host.work(("systemctl", "stop", SERVICE))
    old.put_in_place()
    undo()
    if kept_games.why_unreadable(host, old):
        games.give_back()
    trial.enable(host)
    trial.start(host, host.sleep)
