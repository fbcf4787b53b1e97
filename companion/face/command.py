"""Commands: what a press asks for, and the event that this is in the game."""

from typing import NamedTuple

from companion.face.state import Draft, Face, Phrase
from companion.game.actions import TILES, Action, Tile
from companion.game.kinds import distinct_type
from companion.journal.events import (
    Amended,
    Began,
    Did,
    Event,
    Redid,
    Repaired,
    Returned,
    Undid,
    Withdrew,
)
from companion.journal.sitting import Sitting


@distinct_type
class Do(NamedTuple):
    """Ask for an action; `naming` if its card is to be named next, `tag` if a sticker named it."""

    action: Action
    naming: bool = False
    tag: str = ""
    amends: bool = False
    """It names its card, and replaces the last action."""


@distinct_type
class Undo(NamedTuple):
    """Ask for a step back."""


@distinct_type
class Redo(NamedTuple):
    """Ask for the step that was undone last."""


@distinct_type
class Repair(NamedTuple):
    """Ask that these be the turns of the game, from its start; `redone` as in the event.

    phrase: the notice once it counts.
    """

    turns: tuple[Did, ...]
    redone: int = 0
    phrase: Phrase = Phrase("repaired")


@distinct_type
class Begin(NamedTuple):
    """Ask for a new game."""

    draft: Draft


@distinct_type
class Prefer(NamedTuple):
    """Ask for a preference."""

    key: str
    value: str


@distinct_type
class Forget(NamedTuple):
    """Ask for a player's name not to be offered any more."""

    name: str


@distinct_type
class Invite(NamedTuple):
    """Ask for a token that lets guests in, and for its page."""


@distinct_type
class SwitchOff(NamedTuple):
    """Ask for the computer to be switched off."""


GameCommand = Do | Undo | Redo | Repair | Begin
"""The commands that make an event of a game."""
Command = GameCommand | Prefer | Forget | Invite | SwitchOff


@distinct_type
class Reaction(NamedTuple):
    """The face after a gesture, and what it asks for."""

    face: Face
    command: Command | None = None


def event(command: GameCommand, sitting: Sitting, tiles: tuple[Tile, ...] = TILES) -> Event:
    """Return the event that a command asks for.

    The event happens to this game, apart from `Withdrew` (to the game before it) and `Returned`
    (to the game after it). tiles: the order of the bonus tiles in a new game.
    """
    match command:
        case Do(action, _, tag, amends):
            return Amended(action, tag) if amends else Did(action, tag)
        case Repair(turns, redone):
            return Repaired(turns, redone)
        case Begin(draft):
            return Began(draft.setup, draft.names, draft.first, tiles, sitting.game, draft.preset)
        case Undo():
            at_start = sitting.began and not sitting.has_steps
            return Withdrew(sitting.game) if at_start else Undid()
    at_end = sitting.successor and not sitting.undone
    return Returned() if at_end else Redid()
