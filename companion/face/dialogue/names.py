"""Names: who sits at which place, kept while the number of players and the first player change.

The next game has its names by seat; here they are by place at the table, clockwise from the player in
front of the screen. A place whose player has no name is called by its number where others have one.
"""

import json
from collections.abc import Mapping
from typing import Final

from companion.face.command import Prefer
from companion.face.state import Draft, Face, Menu, draft
from companion.game.setup import MOST_PLAYERS, Setup
from companion.table.sitting import Sitting
from companion.table.statistics.standings import known

MOST: Final = 30
"""The number of names that are remembered."""
SETTING: Final = "players"
"""What the names in the settings were at the last start, among the preferences."""


def by_place(draft: Draft) -> tuple[str, ...]:
    """The name at each place that a table can have; empty where the player has none."""
    seated = len(draft.names)
    here = tuple(draft.names[(place - draft.first) % seated] for place in range(seated))
    around = (*(here or ("",) * draft.setup.players), *draft.others)
    named = (name if known((name,)) else "" for name in around)
    return (*named, *("",) * (MOST_PLAYERS - len(around)))


def seated(draft: Draft, around: tuple[str, ...]) -> Draft:
    """The next game with these names by place, those of places that are free now kept aside."""
    players = draft.setup.players
    first = draft.first if draft.first < players else 0
    here = around[:players]
    names: tuple[str, ...] = ()
    if any(here):
        called = [name or str(place + 1) for place, name in enumerate(here)]
        names = (*called[first:], *called[:first])
    return draft._replace(names=names, first=first, others=around[players:])


def wake(
    face: Face,
    sitting: Sitting,
    wanted: tuple[str, ...],
    used: tuple[str, ...],
    kept: Mapping[str, str],
) -> tuple[Face, Prefer | None]:
    """The face at power-on with the names of players, and what is to be kept of it.

    wanted: those in the settings. They count at the first start between games that finds them changed;
    from then on the group goes by what it chose itself. used: those of games so far, the latest first.
    kept: the preferences in the store.
    """
    face = face._replace(known=remembered(wanted, used))
    value = json.dumps(wanted)
    if sitting.playing or value == kept.get(SETTING, json.dumps([])):
        return face, None
    if wanted:
        setup = face.draft.setup
        setup = Setup(len(wanted), setup.edition, setup.detail)
        next_game = Draft(setup, (), face.draft.first, preset=face.draft.preset)
        face = face._replace(draft=seated(next_game, wanted))
    return face, Prefer(SETTING, value)


def again(last: Draft, sitting: Sitting) -> Draft:
    """The next game as the last one was, with the names of those who had no place in it."""
    found = draft(sitting)
    return (
        found._replace(others=last.others) if last.setup.players == found.setup.players else found
    )


def remembered(kept: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    """The names used so far, those used last first."""
    latest = known(names)
    return (*latest, *(name for name in kept if name not in latest))[:MOST]


def forgotten(face: Face, name: str) -> Face:
    """The face once a name is not offered any more; its list goes with the last one."""
    known = tuple(other for other in face.known if other != name)
    menu = (
        face.menu._replace(cursor=max(0, min(face.menu.cursor, len(known) - 1)))
        if known
        else Menu()
    )
    return face._replace(known=known, menu=menu)


def offered(kept: tuple[str, ...], draft: Draft, place: int) -> tuple[str, ...]:
    """The names for a place: the one there, then those used last; an empty name leaves it free.

    Names at the places before it were chosen already; names at later places come last.
    """
    around = by_place(draft)
    here, later = around[place], around[place + 1 : draft.setup.players]
    free = (name for name in kept if name not in around[: draft.setup.players])
    return (*filter(None, (here, *free, *later)), "")


def sit(draft: Draft, place: int, name: str) -> Draft:
    """The next game with a name at a place; the name that was there takes its former place."""
    around = list(by_place(draft))
    if name and name in around:
        around[around.index(name)] = around[place]
    around[place] = name
    return seated(draft, tuple(around))
