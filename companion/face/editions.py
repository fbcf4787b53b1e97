"""Editions in words: what they are called, and what they change."""

from typing import Final

from companion.face import words
from companion.face.state import Phrase
from companion.game.edition import PRESETS, Edition, presets

# Two rulebooks have the same edition: offered twice, another game took nine presses.
EDITIONS: Final = tuple(name for name, edition in PRESETS.items() if presets(edition)[-1] == name)
"""The editions in the order in which they are offered, each by one name of several."""


def edition_name(language: str, edition: Edition, preset: str = "") -> str:
    """Return the name of an edition in a language."""
    return words.say(language, edition_phrase(edition, preset))


def edition_phrase(edition: Edition, preset: str) -> Phrase:
    """Return the name of an edition: of the chosen preset, else of both that mean the same."""
    same = presets(edition)
    if preset in same:
        same = (preset,)
    if len(same) > 1:
        other, one = (Phrase(f"item_{name}") for name in same)
        return Phrase("either", {"one": one, "other": other})
    return Phrase(f"edition_{same[0]}" if same else "own_rules")


def changed_rules_of(edition: Edition) -> list[str]:
    """Return the rules that differ from the base game, the most important one first."""
    differs = {
        "flourish": edition.flourish,
        "black": edition.black,
        f"multicolour_{edition.multicolour}": edition.multicolour,
        "every_colour": edition.multicolour and edition.multicolour_clue == "every",
        "flamboyants": edition.flamboyants,
        f"fuses_{edition.fuses}": edition.fuses != Edition().fuses,
        "explosion": edition.explosion == "score",
    }
    return [rule for rule, is_changed in differs.items() if is_changed]
