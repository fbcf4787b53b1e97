"""Card readers for the tests: a rig with modelled readers, and a deck of stickers."""

import time
from collections import Counter
from collections.abc import Iterator

from companion.game.actions import Action, Discard, Play, parse_action
from companion.game.cards import Card
from companion.game.edition import PRESETS
from companion.game.record import Record
from companion.game.rules import apply, start
from companion.game.setup import Setup
from companion.game.state import State
from companion.game.view import state_json
from companion.journal.stickers import Sticker
from companion.panel import CARD_READER, DISCARD_PAD, PLAY_PAD, Tagged
from hardware.emulator.models.pn532 import ModelPn532
from hardware.emulator.opening import EmulatedLink
from tests.rig.rig import Rig
from tests.rig.waiting import until
from wiring import spec
from wiring.reading.build import Build, parse_build

DECK = "ours"
LENGTHS = {spec.PN532: 7, spec.RDM6300: 5}
"""How many bytes the tags have that are sold for a reader."""

Tag = str


def table(kind: str, *readers: str) -> Build:
    """Return an emulated device with these readers."""
    text = (
        'board = "mock"\nscreen.controller = "ssd1306"\n'
        "buttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }\n"
    )
    for name in readers:
        text += f'[[readers]]\nname = "{name}"\nkind = "{kind}"\nport = "emulated"\n'
    return parse_build(text, "readers", "readers.toml")


def deck(kind: str) -> dict[Tag, Sticker]:
    """Return a sticker for each card, whose id says nothing of it."""
    cards = [
        card
        for card, count in Setup(3, PRESETS["classic"]).box.copies.items()
        for _ in range(count)
    ]
    tags = (
        (0xA500A5 * (number + 7)).to_bytes(LENGTHS[kind], "big") for number in range(len(cards))
    )
    return {tag.hex(): Sticker(DECK, card) for tag, card in zip(tags, cards, strict=True)}


def cards_of(record: Record, stickers: dict[Tag, Sticker]) -> Iterator[tuple[Action, Tag]]:
    """Yield each action of a game, with the tag of the card that it lays down, "" for a clue."""
    used: Counter[Card] = Counter()
    tags: dict[Card, list[Tag]] = {}
    for tag, sticker in stickers.items():
        tags.setdefault(sticker.card, []).append(tag)
    for raw in record.actions:
        action = parse_action(raw)
        if isinstance(action, Play | Discard) and action.card:
            yield action, tags[action.card][used[action.card]]
            used[action.card] += 1
        else:
            yield action, ""


class ReaderRig(Rig):
    """A rig with card readers: a card goes through the model, its pty and the driver.

    Taps are counted.
    """

    def __init__(self, kind: str, *readers: str) -> None:
        super().__init__(build=table(kind, *readers))
        self.core.enrolment.stickers = deck(kind)
        self.pads = PLAY_PAD in readers
        self.taps = 0
        for link in self.panel.links:
            assert isinstance(link, EmulatedLink)
            link.listen(self.inbox.append)
        models = [reader.model for reader in self.device.readers.values()]
        until(lambda: all(model.looking for model in models if isinstance(model, ModelPn532)))

    def __exit__(self, *exc: object) -> None:
        for link in self.panel.links:
            link.close()
        super().__exit__(*exc)

    def lay(self, *ids: str, reader: str = CARD_READER, after: float = 0.5) -> None:
        """Lay cards on a reader until it has them, and take them away."""
        self.taps += 1
        began = time.monotonic()
        self.device.readers[reader].lay_tags(*ids)
        until(lambda: bool(self.inbox))
        (tagged,) = self.inbox
        assert isinstance(tagged, Tagged)
        assert tagged[:2] == (tuple(sorted(ids)), reader)
        # The drivers work in real time, of which a busy machine takes any amount; the game in
        # virtual time.
        assert self.now - (time.monotonic() - began) < tagged.at <= self.now
        self.inbox[0] = tagged._replace(at=self.now)
        self.settle()
        self.device.readers[reader].lift_tags()
        self.wait(after)

    def enter_card(self, action: Action, tag: Tag, tap_first: bool = True) -> None:
        """Enter a turn of a game whose cards have stickers, as the build has its readers."""
        if not tag:
            self.tap("clue")
        elif self.pads:
            self.lay(tag, reader=PLAY_PAD if isinstance(action, Play) else DISCARD_PAD)
        else:
            button = "play" if isinstance(action, Play) else "discard"
            if tap_first:
                self.lay(tag)
            self.tap(button)
            if not tap_first:
                self.lay(tag)


def begin(rig: ReaderRig, record: Record, detail: str) -> State:
    """Begin a game; gives its first state."""
    rig.ask(do="new", players=record.setup.players, detail=detail)
    rig.wait(1)
    return start(Setup(record.setup.players, detail=detail))  # type: ignore[arg-type]


def play(rig: ReaderRig, record: Record, detail: str) -> tuple[int, int]:
    """Return a whole game by taps; gives the number of presses and taps, and of presses alone."""
    expected = begin(rig, record, detail)
    rig.presses = rig.taps = 0
    for action, tag in cards_of(record, rig.core.enrolment.stickers):
        rig.enter_card(action, tag)
        expected = apply(expected, action)
        assert rig.json == state_json(expected)
        rig.check()
    assert rig.screen == "end"
    return rig.presses + rig.taps, rig.presses
