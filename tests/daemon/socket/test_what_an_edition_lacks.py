"""What an edition lacks, in every request: one sentence each, and nothing raises or changes."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from companion.daemon.door import Door
from companion.daemon.requests import DECLARATIONS
from companion.daemon.socket.fields import FIELDS
from companion.game import actions
from companion.game.actions import CORRECTABLE, TILES
from companion.game.cards import CARDS, SUITS
from companion.game.setup import MOST_PLAYERS
from companion.game.state import CLUE_TOKENS, State
from companion.journal import repair
from companion.journal.stickers import Sticker
from companion.panel import CARD_READER, DISCARD_PAD, PLAY_PAD
from tests.rig.menu_lines import mark
from tests.rig.real_builds import PRESSED
from tests.rig.rig import Rig
from tests.rig.samples import paired, sample
from tests.tools.request_table import example
from wiring.reading.build import load

KEYS = {do: keys for do, (_, keys, _) in actions._ACTIONS.items()}
"""The keys of each action, by its word."""
NEEDED = {"bonus": {"tile": "recycle"}, "name": {"card": "W1"}, "concede": {"reason": "conceded"}}
"""What an action cannot do without."""
BEGINNINGS = {
    "classic": "clue W1 misfire:R3 discard name:B2",
    "black-powder": "clue K5 misfire:R3 discard name:B2",
    "rr-variant-2": "clue M1 misfire:R3 discard name:B2",
    "final-flourish": "clue W1 misfire:R3 discard name:B2",
    "flamboyants": "clue discard W W W W W",
    "grand": "clue discard name:K1 M M M M M",
}
"""Games with lines of every kind; the last two wait for a bonus tile."""


def game(rig: Rig, preset: str, detail: str = "cards") -> None:
    """The beginning of a game of three."""
    assert rig.ask(do="new", players=3, edition={"preset": preset}, detail=detail)["ok"]
    for word in BEGINNINGS[preset].split():
        do, _, card = word.partition(":")
        action = {"do": do, "card": card} if card else {"do": do}
        if do not in KEYS:
            action = {"do": "play", "card" if do in CARDS else "suit": do}
        assert rig.ask(do="action", action=action)["ok"], word


def lacking(state: State) -> dict[str, list[Any]]:
    """What this edition lacks, or no edition has, by the key of an action."""
    setup = state.setup
    players, size, total = setup.players, setup.hand_size, setup.box.total
    cards = [name for name, card in CARDS.items() if card not in setup.box.copies]
    suits = [suit for suit in SUITS if suit not in state.fireworks]
    numbers = [-1, total + 1, 10**30, 0.5, "1", True, None]
    some = [True, 1, "", "yes", [], {}, None]
    return {
        "card": [*cards, "W0", "W6", "Q1", "1W", "w1", "W", *some],
        "suit": [*suits, "Q", "w", "WR", *some],
        "completed": ["yes", 1, None],
        "by": ["W", "M", *(["K"] if "K" in suits else []), *some],
        "tile": [*(set(TILES) - set(state.tiles)), "joker", *some],
        "unnamed": [-1, total + 1, 0.5, "1", None],
        "as": ["recycle", *some],
        "reason": ["bored", *some],
        "clues": [*numbers, CLUE_TOKENS + 1],
        "errors": [*numbers, setup.edition.fuses + 1],
        "deck": numbers,
        "seat": [*numbers, 0, players + 1],
        "hands": [[size + 1] * players, [size] * (players + 1), [size] * (players - 1), 15, None],
        "fireworks": [
            *({suit: 0} for suit in suits),
            {"Q": 1},
            {"W": 6},
            {"W": -1},
            {"W1": 1},
            None,
        ],
        "discards": [
            *({card: 0} for card in cards),
            {"W6": 1},
            {"W1": 4},
            {"W1": -1},
            {"W": 1},
            None,
        ],
        "unplaced": [*numbers, *([1] if setup.detail != "tokens" else [])],
        "tiles": [
            ["joker"],
            ["clue", "clue"],
            *([] if state.tiles else [[tile] for tile in TILES]),
            None,
        ],
        "turns_left": [
            -1,
            players + 1,
            *([1, players] if setup.edition.flourish else []),
            "1",
            True,
        ],
        "missing": numbers,
        "to": [-1, 0, players + 1, 10**30, *some[2:]],
        "rank": [-1, 0, 6, 0.5, *some[2:]],
        "places": [[0], [size + 1], [1, 1], ["1"], 1, None],
        "place": [-1, 0, size + 1, 10**30, *some[2:]],
        "hand": [-1, 0, players + 1, *some[2:]],
    }


def actions_lacking(state: State) -> Iterator[dict[str, Any]]:
    """Every action with each key that it has, for everything that is lacking."""
    values = lacking(state)
    for do, keys in KEYS.items():
        for key in sorted(keys):
            for value in values[key]:
                yield {"do": do, **NEEDED.get(do, {}), key: value}
    yield {"do": "play", "completed": True}
    for card in values["card"]:
        yield {"do": "bonus", "tile": "replay", "card": card}


def refused(rig: Rig, door: Door = Door.CONTROL, /, **request: Any) -> None:
    """The request is refused in one sentence, and the game and the screen are as they were."""
    before, screen = rig.core.sitting, rig.screen
    answer = rig.ask(door, **request)
    assert not answer["ok"], f"{request} is granted"
    assert answer["error"], request
    assert "\n" not in answer["error"], request
    assert len(answer["error"]) < 400, request
    assert rig.core.sitting is before, request
    assert rig.screen == screen, request


def test_every_key_of_an_action_is_tried():
    with Rig(blind=True) as rig:
        game(rig, "classic")
        tried = set(lacking(rig.state))
        missing = {key for keys in KEYS.values() for key in keys} - tried
        assert not missing, "say in `lacking` what no game has for these keys"
        assert set(CORRECTABLE) <= tried, "say in `lacking` what no correction may be"


@pytest.mark.parametrize("preset", BEGINNINGS)
def test_an_action_with_what_the_edition_lacks_is_refused(preset):
    with Rig() as rig:
        game(rig, preset)
        for action in actions_lacking(rig.state):
            refused(rig, do="action", action=action)
        rig.check()


@pytest.mark.parametrize("preset", sample(BEGINNINGS, 2))
def test_a_repair_with_what_the_edition_lacks_is_refused(preset):
    with Rig(blind=True) as rig:
        game(rig, preset)
        turns = sample(range(1, rig.state.turn + 2), 4)
        for action in actions_lacking(rig.state):
            if issubclass(actions._ACTIONS[action["do"]][0], repair.TURNS):
                for turn in turns:
                    for way in ("insert", "replace"):
                        refused(rig, do="repair", turn=turn, action=action, cut=True, **{"as": way})
            else:
                for turn in turns:
                    refused(
                        rig, do="repair", turn=turn, action=action, cut=True, **{"as": "insert"}
                    )
                    told = {"action": {"do": "clue"}, "bonus": action}
                    refused(rig, do="repair", turn=turn, **told, cut=True, **{"as": "insert"})
        rig.check_store()


# Every field of every request

SHORT: Any = [True, "", "?", [], {}, None, 0, -1, 0.5, 10**30]
FIELD_VALUES: dict[str, list[Any]] = {
    "control": [*SHORT, "M", "K", "undo", "up", "encoder"],
    "seconds": [True, "1", [], None, 0, -1, 601],
    "controls": [*SHORT, ["clue"], ["clue", "M"], ["clue", None]],
    "steps": SHORT,
    "id": SHORT,
    "reader": [*SHORT, "left"],
    "name": [True, 1, None, [], {}, "", " "],
    "to": [True, 1, None, [], {}, "x" * 17, "\n"],
    "trial": SHORT[1:],
    "deck": [*SHORT[:1], *SHORT[3:], "x" * 17],
    "card": [*SHORT, "W0", "W6", "Q1", "w1"],
    "edition": [
        *SHORT[:4],
        *SHORT[5:],
        {"preset": "?"},
        {"multicolour": 7},
        {"black": 1},
        {"fuses": 5},
    ],
    "players": [*SHORT, 1, MOST_PLAYERS + 1, ["Ann"], ["Ann"] * (MOST_PLAYERS + 1), ["Ann", ""]],
    "detail": [*SHORT, "card"],
    "action": [*SHORT, {"do": "?"}, {"do": "bonus"}],
    "turn": [*SHORT, 99, 1 << 40],
    "as": [*SHORT, "mend"],
    "bonus": [*SHORT[:5], *SHORT[6:], {"do": "clue"}],
    "cut": [*SHORT[1:]],
    "game": [*SHORT[:5], *SHORT[6:], 99],
    "limit": [*SHORT, 1001],
    "token": [*SHORT[:1], *SHORT[3:]],
    "urls": [*SHORT[:3], *SHORT[4:], ["?"], [1], ["HTTP://8.8.8.8"]],
    "after": [*SHORT[:5], *SHORT[7:]],
    "last": [*SHORT[:6], *SHORT[7:]],
    "tag": [*SHORT, "6F1C20AA"],
    "step": [*SHORT, "start"],
    "text": [*SHORT[:1], *SHORT[3:], "x" * 10_001],
    "partial": SHORT[1:],
    "first": [*SHORT, MOST_PLAYERS + 1],
    "place": [*SHORT, MOST_PLAYERS + 1],
    "seen": [*SHORT, "1-00000000"],
    "purpose": [*SHORT, "leaving"],
    "path": [*SHORT, [1], ["Q"], ["R", "9"]],
    "counters": [*SHORT[:3], *SHORT[4:5], *SHORT[6:], [1], [["clues", "", 9]], [["clue", "", 1]]],
    "key": [*SHORT, "names"],
    "value": [*SHORT, "xx"],
}
"""What no game or build of the test has, by the field of a request."""


def test_every_field_of_a_request_is_tried():
    assert set(FIELD_VALUES) == set(FIELDS), "give the new field its wrong values in FIELD_VALUES"


@pytest.mark.parametrize("declared", DECLARATIONS, ids=lambda one: f"{one.verb} {one.word}")
@pytest.mark.parametrize("door", Door)
def test_a_request_with_a_value_that_there_is_not_is_refused(declared, door):
    if door not in declared.doors:
        return
    with Rig(blind=True) as rig:
        game(rig, "classic")
        for field in declared.fields:
            for value in FIELD_VALUES[field]:
                refused(rig, door, **{**example(declared), field: value})


# Cards on readers, and keys

READERS = (CARD_READER, PLAY_PAD, DISCARD_PAD)


def at(rig: Rig, screen: str) -> None:
    """The screen on which a card is laid."""
    match screen:
        case "choosing":
            rig.tap("play")
        case "naming":
            rig.hold("play")
        case "turns" | "forgotten" | "another":
            rig.more("turns")
            mark(rig, 1)
            if screen != "turns":
                rig.hold("discard" if screen == "forgotten" else "play")
        case "forgotten naming":
            at(rig, "forgotten")
            rig.hold("play")


SCREENS = ("table", "choosing", "naming", "turns", "forgotten", "another", "forgotten naming")


@pytest.mark.parametrize(
    ("preset", "reader", "screen"), sample(product(BEGINNINGS, READERS, SCREENS), 16)
)
def test_a_card_that_the_edition_lacks_is_refused_wherever_it_is_laid(preset, reader, screen):
    with Rig() as rig:
        for name, card in CARDS.items():
            rig.store.enrol(f"04{ord(name[0]):02x}{card.rank:02x}", Sticker("ours", card))
        rig.books.open()
        rig.settle()
        game(rig, preset)
        rig.wait(1)
        if rig.state.bonus_pending and screen != "table":
            rig.ask(do="action", action={"do": "bonus", "tile": "value"})
            rig.wait(1)
        at(rig, screen)
        for name, card in CARDS.items():
            if card not in rig.state.setup.box.copies:
                refused(rig, do="tag", id=f"04{ord(name[0]):02x}{card.rank:02x}", reader=reader)
                rig.wait(1)


@pytest.mark.parametrize(("build", "screen"), paired(PRESSED, SCREENS[:-1]))
def test_a_key_of_a_firework_that_the_edition_lacks_is_refused(build, screen):
    with Rig(build=load(build), blind=True, buttons="together") as rig:
        game(rig, "classic")
        rig.wait(1)
        at(rig, screen)
        for suit in set(SUITS) - set(rig.state.fireworks):
            refused(rig, do="press", control=suit)
