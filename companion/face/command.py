"""Commands: what a press asks for, and the event that this is in the game."""

from typing import NamedTuple

from companion.face.state import Draft, Face, Phrase
from companion.game.actions import TILES, Action, Tile
from companion.game.kinds import kind
from companion.table.events import (
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
from companion.table.sitting import Sitting


@kind
class Do(NamedTuple):
    """Ask for an action; `naming` if its card is to be named next, `tag` if a sticker named it."""

    action: Action
    naming: bool = False
    tag: str = ""


@kind
class Amend(NamedTuple):
    """Ask for the last action to be replaced by this one, which names its card; `tag` as in `Do`."""

    action: Action
    tag: str = ""


@kind
class Undo(NamedTuple):
    """Ask for a step back."""


@kind
class Redo(NamedTuple):
    """Ask for the step that was undone last."""


@kind
class Repair(NamedTuple):
    """Ask that these be the turns of the game, from its start; `redone` as in the event.

    told: what is said once it counts.
    """

    turns: tuple[Did, ...]
    redone: int = 0
    told: Phrase = Phrase("repaired")


@kind
class Begin(NamedTuple):
    """Ask for a new game."""

    draft: Draft


@kind
class Prefer(NamedTuple):
    """Ask for a preference."""

    key: str
    value: str


@kind
class Forget(NamedTuple):
    """Ask for a player's name not to be offered any more."""

    name: str


@kind
class Invite(NamedTuple):
    """Ask for a token that lets guests in, and for its page."""


@kind
class SwitchOff(NamedTuple):
    """Ask for the computer to be switched off."""


GameCommand = Do | Amend | Undo | Redo | Repair | Begin
"""The commands that make an event of a game."""
Command = GameCommand | Prefer | Forget | Invite | SwitchOff
Reaction = tuple[Face, Command | None]
"""The face after a gesture, and what it asks for."""


def event(command: GameCommand, sitting: Sitting, tiles: tuple[Tile, ...] = TILES) -> Event:
    """The event that a command asks for; `tiles` is the order of the bonus tiles in a new game.

    The event happens to this game, apart from `Withdrew` (to the game before it) and `Returned` (to the game
    after it).
    """
    match command:
        case Do(action, _, tag):
            return Did(action, tag)
        case Amend(action, tag):
            return Amended(action, tag)
        case Repair(turns, redone):
            return Repaired(turns, redone)
        case Undo():
            return Undid() if sitting.moved or sitting.began is None else Withdrew(sitting.game)
        case Redo():
            return Returned() if sitting.successor and not sitting.undone else Redid()
        case Begin(draft):
            return Began(draft.setup, draft.names, draft.first, tiles, sitting.game, draft.preset)
