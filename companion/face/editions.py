"""Editions in words: what they are called, and what they change."""

from typing import Final

from companion.face import words
from companion.face.state import Phrase
from companion.game.edition import PRESETS, Edition, presets

# Two rulebooks have the same edition: offered twice, another game took nine presses.
EDITIONS: Final = tuple(name for name, edition in PRESETS.items() if presets(edition)[-1] == name)
"""The editions in the order in which they are offered, each by one name of several."""


def edition_name(language: str, edition: Edition, preset: str = "") -> str:
    """Return the name of an edition: of the chosen preset, else of all that mean the same."""
    same = presets(edition)
    if preset in same:
        same = (preset,)
    phrase = Phrase(f"edition_{same[0]}" if same else "own_rules")
    if len(same) > 1:
        names = "/".join(words.say(language, Phrase(f"item_{name}")) for name in reversed(same))
        phrase = Phrase("either", {"names": names})
    return words.say(language, phrase)


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
