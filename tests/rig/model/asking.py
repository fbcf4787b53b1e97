"""Requests of both sockets, made from their declarations, with right and wrong values."""

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.daemon.core import Core
from companion.daemon.door import Door
from companion.daemon.requests import DECLARATIONS, NEEDED
from companion.daemon.socket.fields import READERS
from companion.face.dialogue.offers import ASKED, answers
from companion.face.preferences import CHOICES
from companion.face.state import Purpose
from companion.face.words import LANGUAGES
from companion.game.actions import CONCESSIONS, CORRECTABLE, TILES, Clue, Concede
from companion.game.cards import CARDS, HIGHEST, SUITS
from companion.game.edition import PRESETS
from companion.game.record import _EDITION_VALUES
from companion.game.rules import fits
from companion.game.setup import DETAILS, Setup
from companion.game.state import State
from companion.journal.events import Began, Did, Event, event_row
from companion.journal.lines import Line, encode
from companion.panel import BUTTONS
from tests.rig.rude import VALUES

Body = dict[str, Any]
WRONG: Final = tuple(value for value in VALUES if len(repr(value)) < 60 and value != float("inf"))
IDS: Final = tuple(f"04a2b3c{number:x}" for number in range(16))
"""The stickers of the model; the first ten are usually enrolled."""
NAMES: Final = ("Ann", "Ben", "Maximilian-Jörg", "Zoé", "W" * 16, "Ö", "李")
TOKENS: Final = (*("K7Q2X9MP",) * 5, "k7q2 x9mp", "K7Q2X9MX", "é")
URLS: Final = (
    "HTTP://192.168.178.20:8080",
    "http://hanabi.local",
    "HTTP://10.0.0.1",
    "http://8.8.8.8",
)
SELDOM: Final = {"new": 0.25, "hold": 0.5}
"""Requests that come less often than others, so that games last."""


def edition(dice: random.Random) -> Body:
    """Return any edition: a preset, an odd one, or a mixture of both."""
    chosen: Body = {"preset": dice.choice(list(PRESETS))} if dice.random() < 0.6 else {}
    for key, values in _EDITION_VALUES.items():
        if dice.random() < (0.5 if not chosen else 0.1):
            chosen[key] = dice.choice(values)
    if dice.random() < 0.5:
        chosen["flamboyants"] = True
    return chosen


def action(dice: random.Random, state: State | None) -> Body:
    """Return an action of a record: mostly one that makes sense now."""
    do = dice.choices(list(_OFTEN), list(_OFTEN.values()))[0]
    pending = state is not None and state.bonus_pending
    if pending and dice.random() < 0.8:
        do = "bonus"
    return {"do": do, **_MADE[do](dice, state)}


_OFTEN: Final = {
    "clue": 5,
    "play": 8,
    "misfire": 1.5,
    "discard": 3,
    "bonus": 0.2,
    "name": 0.7,
    "correct": 1.2,
    "concede": 0.3,
}
"""How often each action comes."""


def _card(dice: random.Random) -> str:
    return dice.choice(list(CARDS))


def _suit(dice: random.Random, state: State | None) -> str:
    if state is None or dice.random() < 0.1:
        return dice.choice(SUITS)
    open_suits = [suit for suit, height in state.fireworks.items() if height < HIGHEST]
    if not open_suits:
        return dice.choice(SUITS)
    if dice.random() < 0.5:
        return max(open_suits, key=lambda suit: state.fireworks[suit])
    return dice.choice(open_suits)


def _in_pile(dice: random.Random, state: State | None) -> str:
    cards = list(state.discards) if state is not None else []
    return str(dice.choice(cards)) if cards and dice.random() < 0.8 else _card(dice)


def _play(dice: random.Random, state: State | None) -> Body:
    roll = dice.random()
    if state is not None and roll > 0.9:
        fitting = [card for card in state.setup.box.copies if fits(state, card)]
        if fitting:
            return {"card": str(dice.choice(fitting))}
    in_tokens = state is not None and state.setup.detail == "tokens"
    if in_tokens and roll < 0.8:
        return _play_in_tokens(dice, roll)
    return {"suit": _suit(dice, state)} if roll < 0.75 else {"card": _card(dice)}


def _play_in_tokens(dice: random.Random, roll: float) -> Body:
    if dice.random() >= 0.2:
        return {}
    return {"completed": True, "by": "K"} if roll < 0.1 else {"completed": True}


def _bonus(dice: random.Random, state: State | None) -> Body:
    tile = dice.choice(state.tiles if state is not None and state.tiles else TILES)
    made: Body = {"tile": tile}
    if tile in ("recycle", "replay") or dice.random() < 0.05:
        values = {
            "card": _in_pile(dice, state),
            "suit": _suit(dice, state),
            "unnamed": True,
            "as": "replay",
        }
        made |= {key: values[key] for key in values if dice.random() < 0.3}
    return made


def _correct(dice: random.Random, state: State | None) -> Body:
    """Return a correction whose cards mostly add up; often one that leaves no deck."""
    if state is None or dice.random() < 0.2:
        return {key: dice.choice((0, 1, 3, 8, [], {}, None)) for key in dice.sample(CORRECTABLE, 2)}
    correction: Body = {}
    if dice.random() < 0.4:
        deck = dice.choice((0, 0, 1, 2, state.deck + 1))
        correction |= {"deck": deck, "missing": max(0, state.missing + state.deck - deck)}
    for key, (chance, value) in _CORRECTED.items():
        if dice.random() < chance:
            correction[key] = value(dice, state)
    if dice.random() < 0.2 and state.deck > 1:
        correction |= {"deck": state.deck - 1, "unnamed": state.unnamed + 1}
    return correction


_CORRECTED: Final[Mapping[str, tuple[float, Callable[[random.Random, State], Any]]]] = {
    "clues": (0.3, lambda dice, state: dice.randint(0, 8)),
    "errors": (0.3, lambda dice, state: dice.randint(0, state.setup.edition.fuses)),
    "seat": (0.2, lambda dice, state: dice.randint(1, state.setup.players)),
    "tiles": (0.2, lambda dice, state: dice.sample(TILES, dice.randint(0, 6))),
    "turns_left": (0.2, lambda dice, state: dice.choice((None, 1, 2, state.setup.players))),
}
"""How likely a counter is corrected, and to what."""


_MADE: Final[Mapping[str, Callable[[random.Random, State | None], Body]]] = {
    "clue": lambda dice, state: {},
    "play": _play,
    "misfire": lambda dice, state: {"card": _card(dice)} if dice.random() < 0.3 else {},
    "discard": lambda dice, state: {"card": _card(dice)} if dice.random() < 0.4 else {},
    "bonus": _bonus,
    "name": lambda dice, state: {"card": _card(dice)},
    "correct": _correct,
    "concede": lambda dice, state: {"reason": dice.choice(CONCESSIONS)},
}


def _numbers(core: Core) -> int:
    state = core.sitting.state
    return state.turn if state is not None else 1


def _line(row: int, event: Event) -> str:
    kind, data = event_row(event)
    return encode(Line(row, 1, kind, float(row), data.replace("{", '{"id": "1", ', 1))).decode()


BACKUP: Final = (
    "hanabi-companion-games 1 6f1c20aa\n",
    _line(1, Began(Setup(2))),
    _line(2, Did(Clue())),
    _line(3, Did(Concede("conceded"))),
    "no line of one\n",
)
"""Parts of a backup."""

RIGHT: Final[Mapping[str, Callable[[random.Random, Core], Any]]] = {
    "control": lambda dice, core: dice.choice(
        [*BUTTONS, *BUTTONS, "undo", "power", "R", "M", "up", "left"]
    ),
    "seconds": lambda dice, core: dice.choice((0.05, 0.7, 0.8, 3.5, 30, 600)),
    "controls": lambda dice, core: dice.sample(BUTTONS, dice.choice((2, 2, 3))),
    "steps": lambda dice, core: dice.choice((-2, -1, 1, 3, 100)),
    "id": lambda dice, core: dice.choice(IDS),
    "reader": lambda dice, core: dice.choice(READERS),
    "deck": lambda dice, core: dice.choice(("blue", "blue", "red")),
    "card": lambda dice, core: _card(dice),
    "edition": lambda dice, core: edition(dice),
    "name": lambda dice, core: dice.choice(NAMES),
    "to": lambda dice, core: dice.choice((*NAMES, "")),
    "trial": lambda dice, core: dice.random() < 0.5,
    "players": lambda dice, core: (
        dice.randint(2, 5) if dice.random() < 0.7 else dice.sample(NAMES, dice.randint(2, 5))
    ),
    "detail": lambda dice, core: dice.choice(DETAILS),
    "action": lambda dice, core: action(dice, core.sitting.state),
    "turn": lambda dice, core: dice.randint(1, _numbers(core) + 1),
    "as": lambda dice, core: dice.choice(("insert", "replace", "remove")),
    "bonus": lambda dice, core: {"do": "bonus", **_bonus(dice, core.sitting.state)},
    "cut": lambda dice, core: dice.random() < 0.6,
    "game": lambda dice, core: dice.randint(1, core.sitting.game + 2),
    "limit": lambda dice, core: dice.randint(1, 5),
    "urls": lambda dice, core: dice.sample(URLS, dice.randint(0, 2)),
    "token": lambda dice, core: dice.choice(TOKENS),
    "after": lambda dice, core: dice.choice((None, 0, 3, 1000)),
    "last": lambda dice, core: dice.choice((0, 5, 1000)),
    "tag": lambda dice, core: dice.choice(("6f1c20aa", "00000000")),
    "step": lambda dice, core: dice.choice(("begin", "text", "check", "end")),
    "text": lambda dice, core: dice.choice(BACKUP),
    "partial": lambda dice, core: dice.random() < 0.5,
    "first": lambda dice, core: dice.randint(1, 5),
    "place": lambda dice, core: dice.randint(1, 5),
    "seen": lambda dice, core: dice.choice((*[core.sitting.mark] * 3, "1-00000000")),
    "purpose": lambda dice, core: str(dice.choice(ASKED)),
    "path": lambda dice, core: [_suit(dice, core.sitting.state), str(dice.randint(1, 5))],
    "counters": lambda dice, core: [["clues", "", dice.randint(0, 9)]],
    "key": lambda dice, core: dice.choice(["language", *CHOICES]),
    "value": lambda dice, core: dice.choice(["de", "off", "2"]),
}
"""A right value of each field."""


def body(dice: random.Random, core: Core, door: Door, word: str = "") -> Body:
    """Return a request of a socket, of any kind or of this one."""
    kinds = [one for one in DECLARATIONS if door in one.doors and word in ("", one.word)]
    one = dice.choices(kinds, [SELDOM.get(kind.word, 1.0) for kind in kinds])[0]
    made: Body = {one.verb: one.word}
    for field in one.fields:
        if dice.random() < (0.02 if one.fields[field] is NEEDED else 0.5):
            continue
        made[field] = dice.choice(WRONG) if dice.random() < 0.04 else RIGHT[field](dice, core)
    if one.word == "repair":
        _fit(dice, core, made)
    if one.word == "answer":
        _answer(dice, core, made)
    if one.word == "prefer":
        made["value"] = dice.choice(
            {**CHOICES, "language": LANGUAGES}.get(str(made.get("key")), ["?"])
        )
    return made


def _answer(dice: random.Random, core: Core, made: Body) -> None:
    """Give an answer what is offered for its question."""
    if core.sitting.state is None or made.get("purpose") not in ASKED:
        return
    offered = answers(core.dialogue.face, core.sitting, Purpose(made["purpose"]))
    if offered:
        made["path"] = list(dice.choice(list(offered)))


def _fit(dice: random.Random, core: Core, made: Body) -> None:
    """Give a repair an action as its kind needs one."""
    if made.get("as") == "remove" and dice.random() < 0.9:
        made.pop("action", None)
        made.pop("bonus", None)
    elif dice.random() < 0.9:
        turns = [{"do": "clue"}, {"do": "discard"}, {"do": "misfire"}]
        play = {"do": "play", **_play(dice, core.sitting.state)}
        made["action"] = dice.choice([*turns, play])
        made["turn"] = dice.randint(1, _numbers(core))
        if dice.random() < 0.7:
            made.pop("bonus", None)
