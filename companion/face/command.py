"""Wishes: what a press asks for, of the game, the store or the set-up."""

from typing import NamedTuple

from companion.face.state import Draft, Phrase
from companion.game.actions import Action
from companion.game.edition import Edition
from companion.table.events import Did


class Do(NamedTuple):
    """Ask for an action; `naming` if its card is to be named next, `tag` if a sticker named it."""

    action: Action
    naming: bool = False
    tag: str = ""


class Amend(NamedTuple):
    """Ask that the last action be this one, which says more of it; `tag` as in `Do`."""

    action: Action
    tag: str = ""


class Undo(NamedTuple):
    """Ask for a step back."""


class Redo(NamedTuple):
    """Ask for the step that was undone last."""


class Repair(NamedTuple):
    """Ask that these be the turns of the game, from its start; `redone` as in the event.

    told: what is said once it counts.
    """

    turns: tuple[Did, ...]
    redone: int = 0
    told: Phrase = Phrase("repaired")


class Begin(NamedTuple):
    """Ask for a new game."""

    draft: Draft


class Draw(NamedTuple):
    """Ask for an edition for the next game; `preset` is its name, where it is chosen by that."""

    edition: Edition
    preset: str = ""


class Prefer(NamedTuple):
    """Ask for a preference."""

    key: str
    value: str


class Forget(NamedTuple):
    """Ask for a player's name not to be offered any more."""

    name: str


class SwitchOff(NamedTuple):
    """Ask for the computer to be switched off."""


Command = Do | Amend | Undo | Redo | Repair | Begin | Draw | Prefer | Forget | SwitchOff
