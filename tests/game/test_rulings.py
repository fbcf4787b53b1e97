"""What turns do to a table, or why they are refused: `rulings.txt` has a line for each."""

from pathlib import Path

import pytest

from companion.game.cards import CARDS, SUITS
from companion.game.edition import Edition
from companion.game.view import state_json
from tests.game import deal, do, lay, refusal

LINES = Path(__file__).with_name("rulings.txt").read_text("utf-8").splitlines()
RULINGS = [
    [part.strip() for part in line.split("|")] for line in LINES if line[:1] not in ("#", "")
]
SEVERAL = {"hands": int, "tiles": str}
"""Counters that have several values, and of what kind they are."""


def table(words):
    """An edition with its choices, counters, heights of fireworks and cards of the pile."""
    given, counters, fireworks, discards = {}, {}, {}, {}
    for word in words.split():
        name, _, value = word.partition("=")
        if name in SUITS:
            fireworks[name] = int(value)
        elif name in CARDS:
            discards[name] = int(value)
        elif name in SEVERAL:
            counters[name] = tuple(map(SEVERAL[name], filter(None, value.split(","))))
        elif value and name in Edition._fields:
            given[name] = True if value == "true" else value
        elif name == "players":
            given[name] = int(value)
        elif name == "detail" or not value:
            given[name if value else "edition"] = value or name
        else:
            counters[name] = int(value)
    state = deal(**given)
    if words == given.get("edition"):
        return state
    return lay(state, fireworks=fireworks, discards=discards, **counters)


def plain(value):
    """A value as it stands in a line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        value = tuple(f"{key} {value[key]}" for key in value)
    if isinstance(value, tuple):
        value = " ".join(map(str, value)) or None
    return "none" if value is None else str(value)


def found(state, name):
    """What a counter is; of a suit its height, of a card how many lie in the pile."""
    if name in SUITS:
        return state.fireworks[name]
    if name in CARDS:
        return state.discards.get(CARDS[name], 0)
    return getattr(state, name) if hasattr(state, name) else state_json(state)[name]


@pytest.mark.parametrize(
    ("title", "before", "turns", "facts"), RULINGS, ids=[title for title, *_ in RULINGS]
)
def test_turns_do_what_the_rules_say(title, before, turns, facts):
    state = table(before)
    *earlier, last = turns.split(", ")
    if facts.startswith("refused: "):
        assert facts.removeprefix("refused: ") in refusal(do(state, *earlier), last)
        return
    after = do(state, *earlier, last)
    for fact in facts.split(", "):
        name, _, wanted = fact.partition(" ")
        if wanted.startswith("by "):
            wanted = str(found(state, name) + int(wanted.removeprefix("by ")))
        assert plain(found(after, name)) == wanted, fact
