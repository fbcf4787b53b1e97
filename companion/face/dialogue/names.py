"""Names: who sits at which place, kept while the number of players and the first player change.

The next game has its names by seat; here they are by place at the table, clockwise from the player
in front of the screen. A place whose player has no name is called by its number where others have
one.
"""

import json
from collections.abc import Mapping
from typing import Final

from companion.face.command import Prefer
from companion.face.state import Draft, Face, Menu, draft
from companion.game.names import Names, distinct, name_key, real_names
from companion.game.setup import MOST_PLAYERS
from companion.journal.sitting import Sitting

MOST: Final = 30
"""The number of names that are remembered."""
SIGNS: Final = ("A", "B", "C", "D", "E")
"""What three buttons call a player whose name the device does not know: glass, voice and pages have
these in every language."""
SETTING: Final = "players"
"""What the names in the settings were at the last start, among the preferences."""


def by_place(draft: Draft) -> Names:
    """Return the name at each place that a table can have; empty where the player has none."""
    names = draft.names or ("",) * draft.setup.players
    # Where `first` is 0 the first slice has all of them, and the second none.
    around = (*names[-draft.first :], *names[: -draft.first], *draft.others)
    real = (name if real_names((name,)) else "" for name in around)
    return (*real, *("",) * (MOST_PLAYERS - len(around)))


def with_names(draft: Draft, around: Names) -> Draft:
    """Return the next game with these names by place; those of free places are kept aside."""
    players = draft.setup.players
    first = draft.first if draft.first < players else 0
    here = around[:players]
    names: Names = ()
    if any(here):
        here = tuple(name or str(place) for place, name in enumerate(here, 1))
        names = (*here[first:], *here[:first])
    return draft._replace(names=names, first=first, others=around[players:])


def face_with_names(
    face: Face,
    sitting: Sitting,
    wanted: Names,
    used: Names,
    kept: Mapping[str, str],
) -> tuple[Face, Prefer | None]:
    """Return the face at power-on with the names of players, and what is to be kept of it.

    wanted: those in the settings. They count at the first start between games that finds them
    changed; from then on the group goes by what it chose itself. used: those of games so far, the
    latest first. kept: the preferences in the store.
    """
    face = face._replace(known=latest_first(wanted, used))
    value = json.dumps(wanted)
    if sitting.playing or value == kept.get(SETTING, json.dumps([])):
        return face, None
    if wanted:
        setup = face.draft.setup._replace(players=len(wanted))
        draft = face.draft._replace(setup=setup, names=(), others=())
        face = face._replace(draft=with_names(draft, wanted))
    return face, Prefer(SETTING, value)


def draft_again(last: Draft, sitting: Sitting) -> Draft:
    """Return the next game as the last one was, with the names of those who had no place in it."""
    next_game = draft(sitting)
    if last.setup.players != next_game.setup.players:
        return next_game
    return next_game._replace(others=last.others)


def latest_first(names: Names, used: Names) -> Names:
    """Return all names, those used last first."""
    used = real_names(used)
    return distinct((*used, *names))[:MOST]


def call_player(face: Face, name: str, to: str) -> Face:
    """Return the face with a player of the next game called otherwise; "" frees the place."""
    around = by_place(face.draft)
    read = tuple(to if name_key(one) == name_key(name) else one for one in around)
    return face if read == around else face._replace(draft=with_names(face.draft, read))


def forget_player(face: Face, name: str) -> Face:
    """Offer a name no more. Return the face, whose list goes with the last name."""
    known = tuple(other for other in face.known if name_key(other) != name_key(name))
    cursor = min(face.menu.cursor, len(known) - 1)
    menu = face.menu._replace(cursor=cursor) if known else Menu()
    return face._replace(known=known, menu=menu)


def names_for(known: Names, draft: Draft, place: int) -> Names:
    """Return the names for a place: the one there, then those used last; after an empty one, which
    frees it, signs.

    Names at the places before it were chosen already; names at later places come last.
    """
    around = by_place(draft)
    seated = around[: draft.setup.players]
    taken = set(map(name_key, seated))
    free = (name for name in known if name_key(name) not in taken)
    here = distinct(filter(None, (around[place], *free, *seated[place + 1 :])))
    signs = (sign for sign in SIGNS if name_key(sign) not in {*taken, *map(name_key, known)})
    return (*here, "", *signs)


def sit(draft: Draft, place: int, name: str) -> Draft:
    """Return the next game with a name at a place; the name there takes its former place."""
    around = list(by_place(draft))
    same = [number for number, other in enumerate(around) if name_key(other) == name_key(name)]
    if name and same:
        around[same[0]] = around[place]
    around[place] = name
    return with_names(draft, tuple(around))
