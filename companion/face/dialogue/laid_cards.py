"""Taps: what a card laid on a reader does.

With two pads, laying the card down is the turn. With one reader, a tap says which card it is, and
PLAY or DISCARD before or after it what was done with it.
"""

from typing import Final

from companion.face.command import Amend, Command, Do
from companion.face.dialogue import choices, repairs
from companion.face.dialogue.intents import Answer
from companion.face.dialogue.outcomes import refuse
from companion.face.state import (
    EDITION,
    END,
    LANGUAGE,
    NOTICE,
    START,
    TILE,
    Face,
    Notice,
    Own,
    Phrase,
    Tap,
)
from companion.game.actions import Bonus, Discard, Misfire, Name, Play
from companion.game.cards import Card
from companion.panel import CARD_READER, DISCARD_PAD, PLAY_PAD, Tagged
from companion.table.sitting import Sitting
from companion.table.stickers import Stickers, deck_of, tapped

COUNTS: Final = 10.0
"""Seconds for which a tap waits for its button."""
AT_ONCE: Final = 0.3
"""Seconds within which two cards were laid down together, and nobody knows which one was meant."""

_BETWEEN_GAMES: Final = frozenset({START, END, EDITION, LANGUAGE})


def tap(face: Face, sitting: Sitting, stickers: Stickers, tagged: Tagged, now: float) -> Answer:
    """The face after cards were laid on a reader, and what that asks of the game."""
    face = face._replace(touched=now, notice=None, tap=None)
    if len(tagged.ids) != 1 or tagged.at < face.tapped_at + AT_ONCE:
        return refuse(face._replace(tapped_at=tagged.at), now, "two_cards"), None
    face = face._replace(tapped_at=tagged.at)
    tag = tagged.ids[0]
    if tag not in stickers:
        return refuse(face, now, "unknown_sticker"), None
    card = stickers[tag].card
    if face.screen in _BETWEEN_GAMES or sitting.state is None:
        return face._replace(notice=Notice(Phrase("this_is", {"card": card}), now + NOTICE)), None
    if face.visit is not None and not repairs.entering(face):
        return refuse(face, now, "turns_first"), None
    wrong = _wrong(face, sitting, stickers, tag)
    if wrong is not None:
        return refuse(face, now, wrong.key, **wrong.facts), None
    return _taken(face, sitting, tag, card, tagged.reader, now)


def _wrong(face: Face, sitting: Sitting, stickers: Stickers, tag: str) -> Phrase | None:
    """Why this card cannot come now, if so."""
    deck, card = stickers[tag]
    assert sitting.state is not None
    if deck_of(sitting, stickers) not in (None, deck):
        return Phrase("other_deck", {"deck": Own(deck)})
    if card.suit not in sitting.state.fireworks:
        return Phrase("suit_absent", {"suit": card.suit})
    lies = tapped(sitting).get(tag)
    if lies is None or (face.screen == TILE and lies.place == "pile"):
        return None
    return Phrase(f"lies_on_{lies.place}", {"card": card})


def _taken(face: Face, sitting: Sitting, tag: str, card: Card, reader: str, now: float) -> Answer:
    match face.screen:
        case "tile":
            command = _tile(face, sitting, card, tag)
            return (face, command) if command else (refuse(face, now, "empty_cell"), None)
        case "naming":
            return _named(face, sitting, card, tag, now)
        case "choosing" if reader != DISCARD_PAD:
            return face, Do(Play(card), tag=tag)
    if reader == CARD_READER:
        phrase = Phrase("tapped", {"card": card})
        return face._replace(tap=Tap(tag, card, now + COUNTS), notice=Notice(phrase, now + COUNTS)), None
    return face, Do(Play(card) if reader == PLAY_PAD else Discard(card), tag=tag)


def _named(face: Face, sitting: Sitting, card: Card, tag: str, now: float) -> Answer:
    """The card that is asked for, where it can be that one."""
    assert face.choice is not None
    purpose = face.choice.purpose
    if card not in choices.nameable(sitting, purpose):
        return refuse(face, now, "cannot_be", card=card), None
    if purpose == "name late":
        return face, Do(Name(card), tag=tag)
    last = sitting.steps[-1].action
    return face, Amend(Discard(card) if isinstance(last, Discard) else Misfire(card), tag)


def _tile(face: Face, sitting: Sitting, card: Card, tag: str) -> Command | None:
    """The card that a bonus tile takes, where it takes one."""
    tile = choices.revealed(face, sitting)
    if tile not in ("recycle", "replay"):
        return None
    assert face.choice is not None
    state = sitting.state
    assert state is not None
    path = face.choice.path[1:] if face.preferences.tiles == "table" else face.choice.path
    as_replay = tile == "recycle" and not state.deck and path[:1] == ("replay",)
    return Do(Bonus(tile, card, as_replay=as_replay), tag=tag)
