"""Laid cards: what a card laid on a reader does.

With two pads, laying the card down is the turn. With one reader, the card says which one it is, and
PLAY or DISCARD before or after it what was done with it.
"""

from typing import Final

from companion.face.command import Do, Reaction
from companion.face.dialogue import choices, more, repairs
from companion.face.dialogue.outcomes import refuse
from companion.face.on_table import on_table
from companion.face.state import NOTICE_S, Face, LaidCard, Notice, Own, Phrase, ScreenName
from companion.game.actions import Bonus, Discard, Play
from companion.game.cards import Card
from companion.panel import CARD_READER, DISCARD_PAD, PLAY_PAD, Tagged
from companion.table.sitting import Sitting
from companion.table.stickers import Stickers, deck_of, tapped

COUNTS_S: Final = 10.0
"""Seconds for which a card waits for its button."""
AT_ONCE_S: Final = 0.3
"""Seconds within which two cards were laid down together: which one was meant is not known."""

_BETWEEN_GAMES: Final = frozenset(
    {ScreenName.START, ScreenName.END, ScreenName.EDITION, ScreenName.LANGUAGE}
)


def laid(
    face: Face,
    sitting: Sitting,
    stickers: Stickers,
    tagged: Tagged,
    now: float,
    exempt: bool = False,
) -> Reaction:
    """The face after cards were laid on a reader, and what that asks of the game.

    exempt: a script laid them, so two that come at once are no hasty fingers.
    """
    face = more.closed(face, sitting)._replace(touched=now, notice=None, laid=None)
    hasty = not exempt and tagged.at < face.laid_at + AT_ONCE_S
    if len(tagged.ids) != 1 or hasty:
        return refuse(face._replace(laid_at=tagged.at), now, "two_cards"), None
    face = face._replace(laid_at=tagged.at)
    tag = tagged.ids[0]
    if tag not in stickers:
        return refuse(face, now, "unknown_sticker"), None
    card = stickers[tag].card
    if face.screen in _BETWEEN_GAMES or sitting.state is None:
        return face._replace(notice=Notice(Phrase("this_is", {"card": card}), now + NOTICE_S)), None
    if face.visit is not None and not repairs.entering(face):
        return refuse(face, now, "turns_first"), None
    if face.menu.staged:
        return refuse(face, now, "correct_first"), None
    wrong = _wrong(face, sitting, stickers, tag)
    if wrong is not None:
        return refuse(face, now, wrong.key, **wrong.facts), None
    return _taken(face, sitting, tag, card, tagged.reader, now)


def _wrong(face: Face, sitting: Sitting, stickers: Stickers, tag: str) -> Phrase | None:
    """Why this card cannot come now, if so."""
    deck, card = stickers[tag]
    if deck_of(sitting, stickers) not in (None, deck):
        return Phrase("other_deck", {"deck": Own(deck)})
    if card.suit not in on_table(sitting).state.fireworks:
        return Phrase("suit_absent", {"suit": card.suit})
    lies = tapped(sitting).get(tag)
    if lies is None or (face.screen == ScreenName.TILE and lies.place == "pile"):
        return None
    return Phrase(f"lies_on_{lies.place}", {"card": card})


def _taken(face: Face, sitting: Sitting, tag: str, card: Card, reader: str, now: float) -> Reaction:
    if face.choice and face.screen == ScreenName.NAMING:
        if card not in choices.nameable(sitting, face.choice.purpose):
            return refuse(face, now, "cannot_be", card=card), None
        return face, choices.named(sitting, face.choice.purpose, card, tag)
    if face.screen == ScreenName.TILE:
        tile = choices.revealed(face, sitting)
        if tile is None or not tile.takes_card:
            return refuse(face, now, "empty_cell"), None
        return face, Do(Bonus(tile.name, card, as_replay=tile.as_replay), tag=tag)
    if face.screen == ScreenName.CHOOSING and reader != DISCARD_PAD:
        return face, Do(Play(card), tag=tag)
    if reader == CARD_READER:
        notice = Notice(Phrase("tapped", {"card": card}), now + COUNTS_S)
        return face._replace(laid=LaidCard(tag, card, now + COUNTS_S), notice=notice), None
    return face, Do(Play(card) if reader == PLAY_PAD else Discard(card), tag=tag)
