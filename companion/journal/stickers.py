"""Stickers: the card of each tag in a sleeve, and where the cards lie that a game knows by their
tags.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from companion.game.actions import Bonus, Discard, Misfire, Name, Play
from companion.game.cards import Card
from companion.game.rules import fits
from companion.journal.sitting import Sitting


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


def known_cards(sitting: Sitting) -> dict[str, Lies]:
    """Return the cards on the table that this game knows by their tags.

    A card that a bonus tile took back into the deck is not among them: its sticker counts again.
    Where it is unknown which copy that was, every copy of it in the pile may come again.
    """
    places: dict[str, Lies] = {}
    before = sitting.opening
    for action, state, tag, _ in sitting.steps:
        if isinstance(action, Bonus):
            if action.card:
                _take_from_pile(places, action, action.card, tag)
        elif tag:
            match action:
                case Play(card=card) if card and before:
                    places[tag] = Lies(card, "firework" if fits(before, card) else "pile")
                case Discard(card) | Misfire(card) | Name(card) if card:
                    places[tag] = Lies(card, "pile")
        before = state
    return places


def _take_from_pile(places: dict[str, Lies], bonus: Bonus, card: Card, tag: str) -> None:
    """Note where a bonus tile put a card of the pile: the tag's, or else copies of it."""
    in_pile = Lies(card, "pile")
    tags = [tag] if tag in places else [tag for tag, lies in places.items() if lies == in_pile]
    if bonus.tile == "recycle" and not bonus.as_replay:
        for each in tags:
            del places[each]
    else:
        for each in tags[:1]:
            places[each] = Lies(card, "firework")


def deck_of(sitting: Sitting, stickers: Stickers) -> str | None:
    """Return the deck of sleeves that this game is played with, once one of its cards was laid on a
    reader.
    """
    for step in sitting.steps:
        if step.tag in stickers:
            return stickers[step.tag].deck
    return None
