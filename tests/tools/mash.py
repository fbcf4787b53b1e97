"""`python -m tests.tools.mash`: millions of random gestures in virtual time, against the whole
companion but its drivers.

After each one the state is legal; now and then the screen is drawn, and left as a person would.
"""

import random
import sys
import time
from collections import deque
from typing import Any

from companion.daemon.core import Core
from companion.daemon.interfaces import Reply, Shown
from companion.face import screens
from companion.face.dialogue.grammar import ROWS
from companion.face.view import View
from companion.game.edition import Edition
from companion.game.setup import Setup
from companion.journal.events import Event
from companion.journal.sitting import EMPTY, Sitting
from companion.journal.store import Row
from companion.journal.writer_messages import Loaded, Opened, Saved
from companion.panel import BUTTONS, COLOUR_KEYS, ENCODER, JOYSTICK, POWER, UNDO, Edge, Rotated
from tests.rig.levels import Levels

CONTROLS = (*BUTTONS, UNDO, POWER, *JOYSTICK, *COLOUR_KEYS)
LENGTHS = (0.02, 0.05, 0.1, 0.2, 0.69, 0.71, 1.0, 2.9, 3.2, 20.0)
PAUSES = (0.001, 0.02, 0.1, 0.2, 0.35, 0.6, 1.0, 9.0, 12.0, 70.0)


class Memory:
    """A store without a disk: it keeps the sittings as they were last."""

    def __init__(self, inbox: deque[Any]) -> None:
        self.inbox = inbox
        self.games: dict[int, Sitting] = {0: EMPTY}
        self.last: Event | None = None

    def write(self, ticket: int, row: Row) -> None:
        self.games[row.sitting.game] = row.sitting
        self.last = row.event
        self.inbox.append(Saved(ticket))

    def load(self, game: int) -> None:
        self.inbox.append(Loaded(self.games[game], None))

    def prefer(self, key: str, value: str) -> None:
        pass

    def history(self, limit: int, reply: Reply) -> None:
        reply({"ok": True, "history": []})


class Masher:
    """A child of endless patience."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.now = 0.0
        self.inbox: deque[Any] = deque()
        self.books = Memory(self.inbox)
        self.levels = Levels((*CONTROLS, ENCODER))
        self.core = Core(self.books, self, self.levels)
        self.inbox.append(Opened(EMPTY, 0, None))
        self.settle()

    def show(self, serial: int, view: View) -> None:
        self.inbox.append(Shown(serial, sent=True))

    def sound(self, name: str, step: str) -> None:
        pass

    def frame(self, reply: Reply) -> None:
        reply({"ok": True})

    lights = frame

    def settle(self) -> None:
        while True:
            while self.inbox:
                self.core.handle(self.inbox.popleft(), self.now)
            self.core.tick(self.now)
            self.core.publish(self.now)
            if not self.inbox:
                return

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while (deadline := self.core.deadline(self.now)) is not None and deadline <= end:
            self.now = max(self.now, deadline)
            self.settle()
        self.now = end
        self.settle()

    def move(self, control: str, down: bool) -> None:
        self.levels.move(control, down)
        self.inbox.append(Edge(control, down, self.now))
        self.settle()

    def gesture(self) -> None:
        """Do one thing that a hand does, or two."""
        dice = self.dice
        if dice.random() < 0.05:
            self.inbox.append(Rotated(dice.choice((-3, -1, 1, 2)), self.now))
            self.settle()
            return
        pool = BUTTONS if dice.random() < 0.85 else CONTROLS
        hands = dice.sample(pool, dice.choice((1, 1, 1, 1, 2, 3)))
        for control in hands:
            self.move(control, down=True)
            self.wait(dice.choice((0.001, 0.03, 0.1, 0.13)))
        self.wait(dice.choice(LENGTHS[:5]) if dice.random() < 0.8 else dice.choice(LENGTHS))
        for control in hands:
            self.move(control, down=False)
        self.wait(dice.choice(PAUSES[:7]) if dice.random() < 0.95 else dice.choice(PAUSES))

    def new_game(self) -> None:
        """Begin a game of any edition and detail, as a script."""
        dice = self.dice
        edition = Edition(
            dice.choice((0, 5, 10)),
            dice.choice(("own", "every")),
            dice.random() < 0.5,
            dice.random() < 0.5,
            dice.choice(("standard", "standard", "flourish")),
            dice.choice((3, 4)),
            dice.choice(("lost", "score")),
        )
        detail = dice.choice(
            ("colours", "cards") if edition.flamboyants else ("tokens", "colours", "cards")
        )
        rules = {key: getattr(edition, key) for key in Edition._fields}
        body = {"do": "new", "players": dice.randint(2, 5), "edition": rules, "detail": detail}
        from companion.daemon.interfaces import Request

        self.inbox.append(Request(body, lambda answer: None))
        self.settle()

    def check(self) -> None:
        assert self.core.view is not None
        assert self.core.view.face.screen in ROWS
        state = self.core.sitting.state
        if state is None:
            return
        setup: Setup = state.setup
        assert state.card_total == setup.box.total
        assert 0 <= state.clues <= 8
        assert 0 <= state.errors <= setup.edition.fuses
        assert all(0 <= height <= 5 for height in state.fireworks.values())
        assert min(state.hands) >= 0
        assert min(state.deck, state.unnamed, state.missing, state.unplaced) >= 0

    def leave(self) -> None:
        """Let everything go; holding CLUE leads out of whatever is open."""
        for control in tuple(self.levels.down):
            self.move(control, down=False)
        self.wait(2)
        for _ in range(12):
            assert self.core.view is not None
            page = screens.draw(self.core.view)
            assert not page.cut, f"{page.cut} on the screen {self.core.view.face.screen}"
            if self.core.view.face.screen in ("start", "table", "look", "end"):
                return
            chosen = self.core.view.face.preferences.language
            if self.core.view.face.screen == "language" and not chosen:
                return
            self.move("clue", down=True)
            self.wait(1)
            self.move("clue", down=False)
            self.wait(1)
        raise AssertionError(f"the screen {self.core.view.face.screen} cannot be left")


def mash(gestures: int, seed: int) -> None:
    """Make so many gestures; an AssertionError says what they led to."""
    masher = Masher(seed)
    for number in range(gestures):
        if number % 300 == 0:
            masher.new_game()
        masher.gesture()
        masher.check()
        if number % 100 == 99:
            masher.leave()


def main() -> None:
    """Mash as often as the command line says, and say how fast that was."""
    gestures = int(float(sys.argv[1])) if len(sys.argv) > 1 else 1_000_000
    began = time.monotonic()
    for part in range(0, gestures, 20_000):
        mash(min(20_000, gestures - part), part)
        print(f"{part + 20_000} gestures, {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
