"""Laid cards: what a card laid on a reader does.

With two pads, laying the card down is the turn. With one reader, the card says which one it is, and
PLAY or DISCARD before or after it what was done with it.
"""

from typing import Final

from companion.face.command import Do, Reaction
from companion.face.dialogue import choices, intents
from companion.face.dialogue.outcomes import face_saying, refuse_press, unfinished
from companion.face.on_table import on_table
from companion.face.state import PROMPTS, Face, LaidCard, Notice, Own, Phrase, ScreenName
from companion.game.actions import RECYCLE, Bonus, Discard, Play
from companion.game.cards import Card
from companion.journal.sitting import Sitting
from companion.journal.stickers import Stickers, deck_of, known_cards
from companion.panel import CARD_READER, DISCARD_PAD, PLAY_PAD, Tagged

COUNTS_S: Final = 10.0
"""Seconds for which a card waits for its button."""
AT_ONCE_S: Final = 0.3
"""Seconds within which two cards count as laid together: which one was meant is not known."""

_BETWEEN_GAMES: Final = frozenset(
    {
        ScreenName.START,
        ScreenName.END,
        ScreenName.EDITION,
        ScreenName.LANGUAGE,
        ScreenName.WELCOME,
    }
)


def lay_card(
    face: Face,
    sitting: Sitting,
    stickers: Stickers,
    tagged: Tagged,
    now: float,
    exempt: bool = False,
) -> Reaction:
    """Return the face after cards were laid on a reader, and what that asks of the game.

    exempt: a script laid them, so the guard against hasty fingers does not hold.
    """
    face = intents.close_more(face, sitting)._replace(touched=now, notice=None, laid=None)
    hasty = not exempt and tagged.at < face.laid_at + AT_ONCE_S
    # Of cards that are refused too: of two at once nobody knows which was meant.
    face = face._replace(laid_at=tagged.at)
    if len(tagged.ids) != 1 or hasty:
        return refuse_press(face, now, "two_cards")
    tag = tagged.ids[0]
    if tag not in stickers:
        return refuse_press(face, now, "unknown_sticker")
    card = stickers[tag].card
    if face.screen in _BETWEEN_GAMES or sitting.state is None:
        return Reaction(face_saying(face, now, "this_is", card=card))
    # A card is a part of the turn that is entered, and an answer to a question.
    is_part = face.entry is not None or face.screen in PROMPTS
    reason = None if is_part else unfinished(face)
    reason = reason or _reason_against(face, sitting, stickers, tag)
    if reason:
        return refuse_press(face, now, reason.key, **reason.facts)
    return _take_card(face, sitting, tag, card, tagged.reader)


def _reason_against(face: Face, sitting: Sitting, stickers: Stickers, tag: str) -> Phrase | None:
    """Return the reason against this card now: its deck, suit or place, or that it is no answer to
    the question that is open; None if it can come.
    """
    deck, card = stickers[tag]
    if deck_of(sitting, stickers) not in (None, deck):
        return Phrase("other_deck", {"deck": Own(deck)})
    if card.suit not in on_table(sitting).state.fireworks:
        return Phrase("suit_absent", {"suit": card.suit})
    lies = known_cards(sitting).get(tag)
    free = ("pile",) if face.screen == ScreenName.TILE else ()
    if lies is not None and lies.place not in free:
        return Phrase(f"lies_on_{lies.place}", {"card": card})
    if face.screen == ScreenName.NAMING:
        possible = choices.nameable(sitting, face.purpose)
        return None if card in possible else Phrase("cannot_be", {"card": card})
    if face.screen == ScreenName.TILE:
        tile = choices.revealed_tile(face, sitting)
        if tile is None or not tile.takes_card:
            return Phrase("empty_cell")
    return None


def _take_card(face: Face, sitting: Sitting, tag: str, card: Card, reader: str) -> Reaction:
    if face.screen == ScreenName.NAMING:
        return Reaction(face, choices.naming_command(sitting, face.purpose, card, tag))
    tile = choices.revealed_tile(face, sitting) if face.screen == ScreenName.TILE else None
    if tile:
        as_replay = tile.as_replay
        if tile.name == RECYCLE and reader != CARD_READER:
            # Which pad it lies on says what for; a deck with cards takes it from either.
            as_replay = reader == PLAY_PAD and not on_table(sitting).state.deck
        elif tile.either:
            return refuse_press(face, face.touched, "use_first")
        return Reaction(face, Do(Bonus(tile.name, card, as_replay=as_replay), tag=tag))
    if reader == CARD_READER and face.screen != ScreenName.CHOOSING:
        until = face.touched + COUNTS_S
        notice = Notice(Phrase("tapped", {"card": card}), until)
        return Reaction(face._replace(laid=LaidCard(tag, card, until), notice=notice))
    action = Discard(card) if reader == DISCARD_PAD else Play(card)
    return Reaction(face, Do(action, tag=tag))
