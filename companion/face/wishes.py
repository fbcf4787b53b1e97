"""Wishes: what a press asks for, of the game, the store or the set-up."""

from typing import NamedTuple

from companion.face.state import Draft
from companion.game.actions import Action
from companion.game.edition import Edition


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
    """Ask for steps back; one, where none is said."""

    steps: int = 1


class PutBack(NamedTuple):
    """Ask for undone steps again: the next one, or all of them."""

    all: bool = False


class Drop(NamedTuple):
    """Ask to forget the undone step that would come next."""


class Begin(NamedTuple):
    """Ask for a new game."""

    draft: Draft


class Draw(NamedTuple):
    """Ask for an edition for the next game."""

    edition: Edition


class Prefer(NamedTuple):
    """Ask for a preference."""

    key: str
    value: str


class SwitchOff(NamedTuple):
    """Ask for the computer to be switched off."""


Wish = Do | Amend | Undo | PutBack | Drop | Begin | Draw | Prefer | SwitchOff
