"""Hands: what a page shows of the cards that clues were about, in one language, as JSON."""

from companion.face import hands, words
from companion.game.actions import Value
from companion.numbers import Json
from companion.onlooking.look import Look
from companion.page.words import say


def told(look: Look, language: str) -> list[list[Json]]:
    """Return the hands by seat, the newest card of each first."""
    return [
        [_card_json(place, card, language) for place, card in enumerate(hand, 1)]
        for hand in hands.hands(look.sitting, look.clues)
    ]


def _card_json(place: int, card: hands.ShownCard, language: str) -> Json:
    return {
        "touched": list(card.touched),
        "passed": list(card.passed),
        "unknown": card.unknown,
        "false": card.false,
        "says": _card_sentence(place, card, language),
    }


def _card_sentence(place: int, card: hands.ShownCard, language: str) -> str:
    """Return a card for those who hear it."""
    parts = [say(language, "said_card", place=place)]
    parts += [_named(value, language) for value in card.touched]
    parts += [say(language, "said_not", what=_named(value, language)) for value in card.passed]
    if card.unknown:
        parts.append(say(language, "said_unknown"))
    if card.false:
        parts.append(say(language, "said_false"))
    return ", ".join(parts)


def _named(value: Value, language: str) -> str:
    return words.suit(language, value) if isinstance(value, str) else str(value)
