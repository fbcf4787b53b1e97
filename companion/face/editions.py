"""Editions in words: what they are called, and what they change."""

from typing import Final

from companion.face import words
from companion.face.state import Phrase
from companion.game.edition import PRESETS, Edition, presets

EDITIONS: Final = tuple(name for name, edition in PRESETS.items() if presets(edition)[-1] == name)
"""The editions in the order in which they are offered, each by one name: some rulebooks have the same."""


def edition_name(language: str, edition: Edition, preset: str = "") -> str:
    """What an edition is called: by the preset that was chosen, else by all that mean the same."""
    same = presets(edition)
    if preset in same:
        return words.say(language, Phrase(f"edition_{preset}"))
    if not same:
        return words.say(language, Phrase("own_rules"))
    if len(same) == 1:
        return words.say(language, Phrase(f"edition_{same[0]}"))
    names = "/".join(words.say(language, Phrase(f"item_{name}")) for name in reversed(same))
    return words.say(language, Phrase("either", {"names": names}))


def changes(edition: Edition) -> list[str]:
    """The rules that differ from the base game, the most important one first."""
    found = []
    if edition.flourish:
        found.append("flourish")
    if edition.black:
        found.append("black")
    if edition.multicolour:
        found.append(f"multicolour_{edition.multicolour}")
    if edition.multicolour and edition.multicolour_clue == "every":
        found.append("every_colour")
    if edition.flamboyants:
        found.append("flamboyants")
    if edition.fuses != Edition().fuses:
        found.append(f"fuses_{edition.fuses}")
    if edition.explosion == "score":
        found.append("explosion")
    return found
