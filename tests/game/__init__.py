"""A table for the tests of the rules: set-ups, moments of a game, and turns in a few words."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.game.actions import (
    Action,
    Bonus,
    Clue,
    Concede,
    Correct,
    Discard,
    Misfire,
    Name,
    Play,
    parse_action,
)
from companion.game.cards import CARDS, SUITS
from companion.game.record import parse_edition
from companion.game.refusals import ActionRefused
from companion.game.rules import apply, start
from companion.game.setup import Setup
from companion.game.state import State
from companion.game.view import state_json


def deal(
    edition: str = "classic", players: int = 3, detail: str = "cards", **choices: Any
) -> State:
    """Return the start of a game; `choices` override the preset."""
    return start(Setup(players, parse_edition({"preset": edition, **choices}), detail))  # type: ignore[arg-type]


def lay(state: State, **counters: Any) -> State:
    """Return the same game with other things on the table, and all other cards in the deck.

    `fireworks` takes the suits that differ, `discards` names of cards. Where `deck` is given, the
    cards that are left over are missing.
    """
    if "fireworks" in counters:
        counters["fireworks"] = {**state.fireworks, **counters["fireworks"]}
    if "discards" in counters:
        counters["discards"] = {CARDS[name]: count for name, count in counters["discards"].items()}
    state = state._replace(**{"deck": 0, "missing": 0, **counters})
    rest = state.setup.box.total - state.card_total
    assert rest >= 0, "the test lays out more cards than the box has"
    return state._replace(missing=rest) if "deck" in counters else state._replace(deck=rest)


def counters(words: list[str]) -> dict[str, Any]:
    """Return counters from words such as `clues=3`, `hands=4,5,5`, `R=2`, `R5=1`."""
    found: dict[str, Any] = {}
    for name, _, value in (word.partition("=") for word in words):
        if name in SUITS:
            found.setdefault("fireworks", {})[name] = int(value)
        elif name in CARDS:
            found.setdefault("discards", {})[name] = int(value)
        elif name == "tiles":
            found[name] = value.split(",") if value else []
        elif value == "none":
            found[name] = None
        else:
            found[name] = [*map(int, value.split(","))] if name == "hands" else int(value)
    return found


def action(words: str) -> Action:
    """Return an action from its words, such as `play R1`, `misfire`, `bonus recycle R3`."""
    do, *rest = words.split()
    card = next((CARDS[word] for word in rest if word in CARDS), None)
    suit = next((word for word in rest if word in SUITS), None)
    if do in _OF_A_CARD:
        return _OF_A_CARD[do](card)
    match do:
        case "play" if "completes" in rest:
            return Play(completed=True, by="K" if suit else None)
        case "play":
            return Play(card, suit)
        case "bonus":
            return Bonus(rest[0], card, suit, "unnamed" in rest, "as-replay" in rest)
        case "concede":
            return Concede(rest[0])  # type: ignore[arg-type]
        case "correct":
            return Correct(counters(rest))
    raise AssertionError(f"no such turn: {words}")


_OF_A_CARD: dict[str, Callable[[Any], Action]] = {
    "clue": lambda card: Clue(),
    "misfire": Misfire,
    "discard": Discard,
    "name": Name,
}


def do(state: State, *turns: str) -> State:
    """Return the state after these turns."""
    for words in turns:
        state = apply(state, action(words))
    return state


def played(opening: State, *turns: str) -> list[State]:
    """Return the states after each of these turns."""
    return [do(opening, *turns[:count]) for count in range(1, len(turns) + 1)]


def refusal(state: State, turn: str | dict[str, Any]) -> str:
    """Return why a turn, in words or as in a record, is refused; the table must be as it was."""
    before = state_json(state)
    with pytest.raises(ActionRefused) as refused:
        apply(state, action(turn) if isinstance(turn, str) else parse_action(turn))
    assert state_json(state) == before
    assert "\n" not in str(refused.value)
    return str(refused.value)


def correct(state: State, **values: Any) -> State:
    """Return the state after a correction."""
    return apply(state, Correct(values))


def refused(what: str) -> list[tuple[str, str]]:
    """Return what is refused, as refused.txt has it under a heading, and the gist of the reason."""
    _, _, rest = Path(__file__).with_name("refused.txt").read_text("utf-8").partition(f"# {what}\n")
    lines = rest.partition("\n\n")[0].splitlines()
    return [(wrong, gist) for wrong, _, gist in (line.rpartition(" -> ") for line in lines)]
