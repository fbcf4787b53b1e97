"""What turns do to a table, or why they are refused, and what is possible then: `rulings.txt`."""

import re
from pathlib import Path

import pytest

from companion.game import outlook
from companion.game.cards import CARDS, SUITS
from companion.game.curve import points_curve
from companion.game.edition import Edition
from companion.game.outlook import critical_cards, lost_cards, possible_heights, possible_score
from companion.game.state import State
from companion.game.sunk import sunk_fireworks
from companion.game.view import state_json
from tests.game import counters, deal, do, lay, played, refusal

LINES = Path(__file__).with_name("rulings.txt").read_text("utf-8").splitlines()
RULINGS = [
    [part.strip() for part in line.split("|")] for line in LINES if line[:1] not in ("#", "")
]
SAID = {
    "critical": critical_cards,
    "lost": lost_cards,
    "possible": possible_score,
    "heights": possible_heights,
    "red_reaches": lambda state: outlook.reachable_height(state, "R"),
}
"""What is said of a table under another name than that of a function of the outlook."""


def table(words):
    """An edition with its choices, counters, heights of fireworks and cards of the pile."""
    first = words.split()[0]
    edition = {} if "=" in first else {"edition": first}
    named = [word.partition("=") for word in words.split() if "=" in word]
    chosen = {name: value for name, _, value in named if name in ("detail", *Edition._fields)}
    chosen |= {name: True for name in chosen if chosen[name] == "true"}
    chosen |= {name: int(value) for name, _, value in named if name == "players"}
    laid = counters([f"{name}={value}" for name, _, value in named if name not in chosen])
    laid |= {name: tuple(laid[name]) for name in ("hands", "tiles") if name in laid}
    state = deal(**edition, **chosen)
    return lay(state, **laid) if laid else state


def plain(value):
    """A value as it stands in a line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        value = tuple(f"{key} {value[key]}" for key in value)
    if isinstance(value, tuple):
        value = " ".join(map(str, value)) or None
    return "none" if value is None else str(value)


def sunk(states):
    """What sank each firework: its card, and the turn in which that was gone."""
    told = sunk_fireworks(states[0], states[1:])
    return {f"sunk_{one.card.suit}": f"{one.card} {plain(one.turn)}" for one in told}


def found(states, name):
    """What a counter is; of a suit its height, of a card how many lie in the pile."""
    state = states[-1]
    if name.startswith("sunk_"):
        return sunk(states).get(name)
    if name.startswith("curve_"):
        curve = points_curve(states[0], states[1:])
        return tuple(plain(getattr(one, name.removeprefix("curve_"))) for one in curve)
    if name in SUITS:
        return state.fireworks[name]
    if name in CARDS:
        return state.discards.get(CARDS[name], 0)
    if name in SAID or hasattr(outlook, name):
        return (SAID.get(name) or getattr(outlook, name))(state)
    return getattr(state, name) if hasattr(state, name) else state_json(state)[name]


@pytest.mark.parametrize(
    ("title", "before", "turns", "facts"), RULINGS, ids=[title for title, *_ in RULINGS]
)
def test_turns_do_what_the_rules_say(title, before, turns, facts):
    states = [table(before)]
    done = [
        turn
        for turn, times in re.findall(r"(.+?)(?: x(\d+))?(?:, |$)", turns)
        for _ in range(int(times or 1))
    ]
    if facts.startswith("refused: "):
        assert facts.removeprefix("refused: ") in refusal(do(*states, *done[:-1]), done[-1])
        return
    states += played(*states, *done)
    told = [fact for fact in facts.removeprefix("only:").strip().split(", ") if fact]
    if facts.startswith("only:"):
        both = list(zip(State._fields, states[0], states[-1], strict=True))
        changed = [name for name, was, now in both if was != now]
        assert sorted(fact.split()[0] for fact in told) == sorted(changed)
    for fact in told:
        name, _, wanted = fact.partition(" ")
        if wanted.startswith("by "):
            wanted = str(found(states[:1], name) + int(wanted.removeprefix("by ")))
        assert plain(found(states, name)) == wanted, fact
