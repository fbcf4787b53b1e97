"""What people, scripts, parts and power do to a device, one mood after the other: mostly a game,
well played.

Each mood gives steps for a while and looks at the device in between, so that deep states are
reached. Every run likes some moods more than others.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from companion.daemon.door import Door
from companion.face.dialogue import labels, menus, practice, timeouts
from companion.journal.writer_messages import MendedKind
from companion.panel import BUTTONS, CARD_READER, DISCARD_PAD, ENCODER, PLAY_PAD
from tests.rig.model import asking
from tests.rig.model.device import Device, Step

Steps = Iterator[Step]

PAUSES: Final = (0.001, 0.02, 0.1, 0.31, 0.35, 0.6, 0.6, 1.0, 1.0)
LONG: Final = (3.0, 8.1, 10.5, 21.0, 61.0, 121.0, 901.0, 43_300.0, 259_200.0)
LENGTHS: Final = (0.005, 0.05, 0.08, 0.2, 0.69, 0.71, 1.0, 1.3, 2.9, 3.2, 20.0)
TAPS: Final[Mapping[str, tuple[str, ...]]] = {
    "start": ("play", "play", "play", "clue", "discard", "HOLD discard", "HOLD clue", "HOLD play"),
    "end": ("play", "HOLD clue", "HOLD clue", "discard", "clue", "HOLD discard"),
    "table": ("play", "play", "play", "clue", "discard", "HOLD play", "HOLD clue", "HOLD discard"),
    "turns": ("clue", "clue", "discard", "play", "HOLD discard", "HOLD play", "HOLD clue"),
}
"""What a person does on a screen, and how often; elsewhere they look through a list and choose."""
ANYWHERE: Final = (
    "discard",
    "discard",
    "discard",
    "play",
    "play",
    "play",
    "clue",
    "HOLD clue",
    "HOLD discard",
)
CHORDS: Final = ("discard+play", "clue+play", "clue+discard", "clue+discard+play")


def press(dice: random.Random, buttons: str) -> Steps:
    """Press buttons as a person does, and pause."""
    if buttons.startswith("HOLD "):
        yield "hold", buttons.removeprefix("HOLD "), dice.choice((0.8, 1.3))
    else:
        yield "press", *buttons.split("+")
    yield "wait", dice.choice(PAUSES) if dice.random() < 0.3 else 0.6


def _meant(dice: random.Random, device: Device) -> str:
    """Return buttons that mean something on the screen, mostly."""
    view = device.core.view
    if view is None or dice.random() < 0.03:
        return dice.choice((*BUTTONS, *CHORDS))
    options = [buttons for buttons in labels.options(view.face, view.sitting) if buttons in _ALL]
    choosing = view.face.choice is not None and options
    if choosing and dice.random() < 0.85:
        return dice.choice(options)
    if dice.random() < 0.06:
        return dice.choice(CHORDS)
    return dice.choice(TAPS.get(view.face.screen, ANYWHERE))


_ALL: Final = (*BUTTONS, *CHORDS)


def person(dice: random.Random, device: Device) -> Steps:
    """Play as a group, by the buttons."""
    for _ in range(dice.randint(4, 30)):
        yield from press(dice, _meant(dice, device))


def obedient(dice: random.Random, device: Device) -> Steps:
    """Press what the screen offers, as a program."""
    for _ in range(dice.randint(2, 20)):
        yield "offered", dice.randrange(12), dice.random() < 0.3


def script(dice: random.Random, device: Device) -> Steps:
    """Play fast, as a program that begins a game where none is played."""
    for _ in range(dice.randint(5, 60)):
        sitting = device.core.sitting
        if sitting.playing:
            yield "ask", "player", {"do": "action", "action": asking.action(dice, sitting.state)}
        elif dice.random() < 0.5:
            yield from new_game(dice, device)
        else:
            return


def builder(dice: random.Random, device: Device) -> Steps:
    """Complete one firework after the other, as a program."""
    for _ in range(dice.randint(3, 26)):
        state = device.core.sitting.state
        if state is None or state.over:
            return
        if state.bonus_pending:
            yield from _tile(dice, device)
            continue
        suits = [suit for suit, height in state.fireworks.items() if height < 5]
        suit = max(suits, key=lambda suit: state.fireworks[suit], default="W")
        made = {"suit": suit} if state.setup.detail != "tokens" else {}
        yield "ask", "player", {"do": "action", "action": {"do": "play", **made}}


def _tile(dice: random.Random, device: Device) -> Steps:
    """Tell a bonus tile, by a program or by the buttons.

    Sometimes something else comes first.
    """
    if dice.random() < 0.5:
        made = asking.action(dice, device.core.sitting.state)
        yield "ask", "player", {"do": "action", "action": made}
    else:
        yield from press(dice, _meant(dice, device))
    if dice.random() < 0.1:
        yield from dice.choice((stop, undo, waiting, menu, repairs))(dice, device)


def new_game(dice: random.Random, device: Device) -> Steps:
    """Begin a new game, by a program or by the buttons."""
    if dice.random() < 0.7:
        yield "ask", "player", asking.body(dice, device.core, Door.CONTROL, "new")
    else:
        yield from press(dice, "play")


def ending(dice: random.Random, device: Device) -> Steps:
    """End a game, perhaps undo that, begin another one, undo that, and so on."""
    if not device.core.sitting.playing:
        yield from new_game(dice, device)
    for _ in range(4):
        if device.core.sitting.playing:
            made = dice.choice(
                ({"do": "misfire"}, {"do": "misfire"}, {"do": "concede", "reason": "conceded"})
            )
            yield "ask", "player", {"do": "action", "action": made}
    for _ in range(dice.randint(1, 6)):
        yield from dice.choice((undo, undo, redo, new_game, new_game))(dice, device)


def undo(dice: random.Random, device: Device) -> Steps:
    if dice.random() < 0.5:
        yield "ask", "player", {"do": "undo"}
    else:
        yield from press(dice, "HOLD clue")


def redo(dice: random.Random, device: Device) -> Steps:
    yield "ask", "player", {"do": "redo"}


def back_and_forth(dice: random.Random, device: Device) -> Steps:
    """Undo and redo steps."""
    for _ in range(dice.randint(1, 12)):
        yield from dice.choice((undo, undo, redo))(dice, device)


def chaos(dice: random.Random, device: Device) -> Steps:
    """Let contacts do what contacts can do."""
    controls = [control for control in device.levels.names if control != ENCODER]
    for _ in range(dice.randint(3, 15)):
        control = dice.choice(BUTTONS if dice.random() < 0.6 else controls)
        roll = dice.random()
        if roll < 0.3:
            yield "down", control, dice.choice((0.0, 0.0, 0.01, 0.3))
        elif roll < 0.6:
            down = sorted(device.levels.down) or [control]
            yield "up", dice.choice(down), dice.choice((0.0, 0.0, 0.01)), dice.random() < 0.1
        elif roll < 0.7:
            yield "edge", control, dice.random() < 0.5
        elif roll < 0.73:
            yield "level", control, dice.random() < 0.3
        elif roll < 0.78 and ENCODER in device.levels.names:
            yield "rotate", dice.choice((-3, -1, 1, 1, 2))
        elif roll < 0.9:
            yield "hold", control, dice.choice(LENGTHS)
        else:
            yield from _together(dice, controls)
        yield "wait", dice.choice((0.001, 0.01, 0.03, 0.1, 0.13, 0.35))


def _together(dice: random.Random, controls: list[str]) -> Steps:
    pressed = dice.sample(controls, min(len(controls), dice.choice((2, 2, 3))))
    yield "together", *(("down", control) for control in pressed)
    yield "wait", dice.choice(LENGTHS[:6])
    yield "together", *(("up", control) for control in pressed)


def under_fingers(dice: random.Random, device: Device) -> Steps:
    """Let the screen change while buttons are down, by a clock, the disk, a script or a card."""
    yield "disk", dice.choice((0.0, 0.0, 0.004, 0.03, 0.5)), False
    for _ in range(dice.randint(3, 15)):
        view = device.core.view
        closes = timeouts.expiry(view.face) if view else None
        if closes is not None and dice.random() < 0.6:
            soon = closes - device.now - dice.choice((0.005, 0.05, 0.2, 0.6, 0.75))
            yield "wait", min(130.0, max(0.0, soon))
        buttons = _meant(dice, device)
        controls = buttons.removeprefix("HOLD ").split("+")
        for control in controls:
            yield "down", control
            yield "wait", dice.choice((0.001, 0.02, 0.1))
        yield from dice.choice(_MEANWHILE)(dice, device)
        yield "wait", dice.choice((0.75, 1.25) if buttons.startswith("HOLD ") else (0.02, 0.1, 0.3))
        for control in controls:
            yield "up", control
        yield "wait", dice.choice((0.001, 0.1, 0.35, 0.6, 0.6))


def _asked(word: str) -> Callable[[random.Random, Device], Steps]:
    def asked(dice: random.Random, device: Device) -> Steps:
        yield "ask", "player", asking.body(dice, device.core, Door.CONTROL, word)

    return asked


def _card(dice: random.Random, device: Device) -> Steps:
    yield "lay", [dice.choice(asking.IDS)], dice.choice((CARD_READER, PLAY_PAD, DISCARD_PAD))


def _nothing(dice: random.Random, device: Device) -> Steps:
    yield "wait", 0.01


def let_go(dice: random.Random, device: Device) -> Steps:
    """Take all fingers off."""
    for control in sorted(device.levels.down):
        yield "up", control
    yield "wait", dice.choice(PAUSES)


def requests(dice: random.Random, device: Device) -> Steps:
    """Let programs ask for anything, at once or one after the other.

    Some leave without waiting.
    """
    for _ in range(dice.randint(3, 20)):
        door = dice.choice((Door.CONTROL, Door.CONTROL, Door.VIEW))
        name = f"{door}-{dice.randint(1, 3)}"
        ask = ("ask", name, asking.body(dice, device.core, door))
        roll = dice.random()
        if roll < 0.1:
            yield "together", ask, ("leave", name)
        elif roll < 0.2:
            yield "leave", name
        elif roll < 0.35:
            other = dice.choice(BUTTONS)
            yield "together", ask, ("down", other)
            yield "up", other
        else:
            yield ask
        if dice.random() < 0.3:
            yield "wait", dice.choice(PAUSES)


def repairs(dice: random.Random, device: Device) -> Steps:
    """Repair turns further back, by a program or by the buttons."""
    if dice.random() < 0.6:
        for _ in range(dice.randint(1, 5)):
            yield "ask", "player", asking.body(dice, device.core, Door.CONTROL, "repair")
    else:
        yield from press(dice, "HOLD discard")
        yield from press(dice, "clue")
        yield from person(dice, device)


def menu(dice: random.Random, device: Device, wanted: str = "") -> Steps:
    """Open the menu, go to a line, perhaps to this one, and choose it."""
    yield from let_go(dice, device)
    yield from press(dice, "HOLD discard")
    yield from press(dice, "play")
    target = -1
    for _ in range(30):
        view = device.core.view
        if view is None or view.face.screen != "menu":
            return
        keys = [line.label.key for line in menus.menu_lines(view.face, view.sitting)]
        if target < 0:
            target = keys.index(wanted) if wanted in keys else dice.randrange(len(keys) or 1)
        if view.face.menu.cursor == target:
            yield from press(dice, "play")
            return
        yield from press(dice, "discard" if view.face.menu.cursor < target else "clue")


def correcting(dice: random.Random, device: Device) -> Steps:
    """Correct counters by the buttons, and leave them so or not."""
    yield from menu(dice, device, "menu_correct")
    for _ in range(dice.randint(3, 25)):
        yield from press(dice, dice.choice(("play", "play", "discard", "discard", "clue")))


def practising(dice: random.Random, device: Device) -> Steps:
    """Practise, mostly as the lessons say."""
    view = device.core.view
    if view is None or view.face.practice is None:
        yield from menu(dice, device, "menu_practice")
    for _ in range(dice.randint(5, 30)):
        view = device.core.view
        if view is None or view.face.practice is None:
            return
        way = practice.WAYS[view.face.practice.lesson]
        if view.face.choice is not None or dice.random() < 0.1:
            yield from press(dice, _meant(dice, device))
        else:
            yield from press(dice, f"HOLD {way.control}" if way.held else way.control)


def guests(dice: random.Random, device: Device) -> Steps:
    """Serve a page, and let guests set the next game."""
    urls = dice.sample(asking.URLS[:3], dice.choice((1, 1, 2)))
    yield "ask", "view-1", {"do": "serve", "urls": urls}
    if device.core.sitting.playing and dice.random() < 0.5:
        concede = {"do": "concede", "reason": "no_more_points"}
        yield "ask", "player", {"do": "action", "action": concede}
    if dice.random() < 0.7:
        yield from menu(dice, device, "menu_phone")
    for word in dice.choices(("serve", "enter", "new", "new", "new", "subscribe", "view"), k=5):
        name = dice.choice(("view-1", "view-2"))
        yield "ask", name, asking.body(dice, device.core, Door.VIEW, word)
        yield from press(dice, _meant(dice, device))
    if dice.random() < 0.3:
        yield "leave", "view-1"


def readers(dice: random.Random, device: Device) -> Steps:
    """Give cards stickers, and lay them on readers."""
    for tag in asking.IDS[:10]:
        if tag not in device.kept.stickers:
            card = dice.choice(("W1", "R1", "R2", "R5", "B1", "K5", "M1", "G3", "Y1", "W2"))
            yield "ask", "enrolling", {"do": "enrol", "id": tag, "deck": "blue", "card": card}
    for _ in range(dice.randint(2, 8)):
        ids = dice.sample(asking.IDS, dice.choice((1, 1, 1, 1, 0, 2)))
        yield "lay", ids, dice.choice((CARD_READER, PLAY_PAD, DISCARD_PAD))
        yield "wait", dice.choice(PAUSES)
        if dice.random() < 0.5:
            yield from press(dice, _meant(dice, device))


def parts(dice: random.Random, device: Device) -> Steps:
    """Let a part fail, or be well again."""
    names = (CARD_READER, PLAY_PAD, DISCARD_PAD)
    yield dice.choice(
        (
            ("plugged", dice.choice(names), dice.random() < 0.5),
            ("unusable", dice.choice(tuple(device.levels.names)), dice.choice(("", "it is taken"))),
            ("supplied", dice.random() < 0.5),
            ("charged", dice.choice(("fine", "low", "empty"))),
            ("aside", dice.choice([kind.value for kind in MendedKind])),
            ("display", dice.choice((0.0, 0.0, 0.05, 2.0)), dice.random() < 0.8),
        )
    )


def disk(dice: random.Random, device: Device) -> Steps:
    """Let the disk get slow, hang, be full, or be well again."""
    yield "disk", dice.choice((0.0, 0.0, 0.004, 0.03, 0.5, 3.0, None)), dice.random() < 0.1


def waiting(dice: random.Random, device: Device) -> Steps:
    """Let nothing happen for a while."""
    roll = dice.random()
    if roll < 0.5:
        yield "wait", dice.choice(LONG[:6])
    elif roll < 0.65:
        yield "wait", dice.choice(LONG)
    elif roll < 0.8:
        yield "jump", dice.choice(LONG)
    else:
        for _ in range(4):
            yield "glance", dice.choice((0.0, 0.3, 0.5, 0.99))


def stop(dice: random.Random, device: Device) -> Steps:
    """Stop the device, perhaps in the middle of something, and begin anew."""
    if dice.random() < 0.3:
        yield "down", dice.choice(BUTTONS)
    if dice.random() < 0.3:
        yield from disk(dice, device)
    if dice.random() < 0.4:
        yield from press(dice, _meant(dice, device))
    yield (
        "stop",
        dice.choice(("kill", "clean", "reboot", "reboot")),
        dice.choice((0.01, 1.0, 5.0, 20.0, 3600.0)),
    )
    roll = dice.random()
    if roll < 0.3:
        yield "disk", dice.choice((0.03, 0.5, 3.0)), False
    if roll < 0.6:
        yield "wait", dice.choice((0.01, 0.1, 1.0, 12.0, 125.0))


_MEANWHILE: Final = (
    *(_nothing,) * 6,
    *map(_asked, ("undo", "redo", "press", "hold", "action", "prefer", "repair", "new", "turn")),
    *map(_asked, ("correct", "action", "action")),
    _card,
    undo,
    waiting,
)
"""What else happens while a finger is down, mostly nothing but the clock."""

MOODS: Final[Mapping[Callable[[random.Random, Device], Steps], float]] = {
    person: 8,
    obedient: 2,
    script: 5,
    builder: 5,
    new_game: 0.7,
    ending: 1,
    back_and_forth: 1.5,
    chaos: 1.5,
    under_fingers: 3,
    let_go: 3,
    requests: 2,
    repairs: 1.5,
    menu: 1.5,
    correcting: 0.5,
    practising: 0.7,
    guests: 0.7,
    readers: 0.7,
    parts: 1,
    disk: 1.5,
    waiting: 1.5,
    stop: 2,
}
"""Each mood, and how often it comes."""


def steps(dice: random.Random, device: Device) -> Steps:
    """Yield steps without end; some moods come seldom, some often, half of them as usual."""
    liked = [often * dice.choice((0.1, 1, 1, 3)) for often in MOODS.values()]
    yield from new_game(dice, device)
    while True:
        yield from dice.choices(list(MOODS), liked)[0](dice, device)
