"""Stickers: the card of each tag in a sleeve, and where the cards lie that a game knows by their tags."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from companion.game.actions import Bonus, Discard, Misfire, Name, Play
from companion.game.cards import Card
from companion.game.rules import fits
from companion.table.sitting import Sitting


class Sticker(NamedTuple):
    """What a tag stands for: its deck of sleeves, and its card."""

    deck: str
    card: Card


Stickers = Mapping[str, Sticker]
"""Every known sticker by its tag."""

NO_STICKERS: Final[Stickers] = {}

CardPlace = Literal["firework", "pile"]


class Lies(NamedTuple):
    """Where a card lies that was laid on a reader."""

    card: Card
    place: CardPlace


def tapped(sitting: Sitting) -> dict[str, Lies]:
    """The cards on the table that this game knows by their tags.

    A card that a bonus tile took back into the deck is not among them: its sticker counts again. Where
    it is unknown which copy that was, every copy of it in the pile may come again.
    """
    found: dict[str, Lies] = {}
    before = sitting.opening
    for action, state, tag in sitting.steps:
        match action:
            case Play(card=card) if tag and card and before:
                found[tag] = Lies(card, "firework" if fits(before, card) else "pile")
            case Discard(card) | Misfire(card) | Name(card) if tag and card:
                found[tag] = Lies(card, "pile")
            case Bonus(tile="recycle", card=card, as_replay=False) if card:
                gone = [tag] if tag in found else _in_pile(found, card)
                for each in gone:
                    del found[each]
            case Bonus(card=card) if card:
                for each in [tag] if tag in found else _in_pile(found, card)[:1]:
                    found[each] = Lies(card, "firework")
        before = state
    return found


def _in_pile(found: Mapping[str, Lies], card: Card) -> list[str]:
    return [tag for tag, lies in found.items() if lies == Lies(card, "pile")]


def deck_of(sitting: Sitting, stickers: Stickers) -> str | None:
    """The deck of sleeves that this game is played with, once one of its cards was laid on a reader."""
    return next((stickers[step.tag].deck for step in sitting.steps if step.tag in stickers), None)
