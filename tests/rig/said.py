"""Texts as notices and steps say them, with the widest facts that there are."""

from companion.face import words
from companion.face.state import Phrase
from companion.game.actions import TILES
from companion.game.cards import CARDS, SUITS
from companion.words.texts import DEFAULT, Facts, read

WIDEST = {
    "what": Phrase("a_misfire_of", {"card": CARDS["M5"]}),
    "card": CARDS["M5"],
    "suit": "M",
    "fuses": 4,
    "turns": 5,
    "steps": 120,
    "sum": 70,
    "number": 20,
    "total": 70,
    "file": "games.damaged-1.txt",
    "problem": "the store cannot be written: no space left on device",
}


def notices(language: str) -> list[Phrase]:
    """Return every text that has no facts but those of notices, in each of its forms."""
    texts = words.texts(language)
    found = []
    for key in read(DEFAULT)["glass"]:
        text = texts[key]
        facts = {fact: value for fact, value in WIDEST.items() if f"{{{fact}}}" in text}
        if text.count("{") == len(facts) and not key.startswith(("key_", "label_")):
            found.append(Phrase(key, facts))
            if not isinstance(texts.by_key[key], str):
                found += [Phrase(key, with_number(facts, few)) for few in (0, 1, 2)]
    return found


def with_number(facts: Facts, number: int) -> Facts:
    """Return facts of which the numbers are another one."""
    return {name: number if isinstance(fact, int) else fact for name, fact in facts.items()}


def steps() -> list[Phrase]:
    """Return every step by its name, with every card."""
    found = [Phrase(key) for key in ("the_start", "a_clue", "a_play", "a_discard", "a_misfire")]
    found += [Phrase(key) for key in ("a_correction", "an_end", "a_game", "a_repair")]
    found += [Phrase("a_play_on", {"card_suit": suit}) for suit in SUITS]
    found += [Phrase("a_tile", {"tile": Phrase(f"tile_{tile}")}) for tile in TILES]
    for key in ("a_card", "a_discard_of", "a_misfire_of", "a_name"):
        found += [Phrase(key, {"card": card}) for card in CARDS.values()]
    return found
