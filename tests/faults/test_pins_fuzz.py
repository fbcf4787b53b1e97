"""Edges of every kind at every pin of a build, in the real threads, for as long as one likes."""

import random
import threading
import time

import pytest

from companion.panel import BUTTONS, ENCODER
from tests.rig.daemons import FAULTS, SECONDS, SEED
from tests.rig.table import Table, laid
from wiring.spec import EncoderPins

pytestmark = FAULTS

PART = 15.0
"""Seconds between two looks at whether all is well."""


class Fuzzer:
    """Contacts that do what contacts should not."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.device = table.device
        self.dice = random.Random(seed)
        self.controls = list(self.device.build.buttons)
        self.edges = 0

    def move(self, control: str, down: bool) -> None:
        (self.device.press if down else self.device.release)(control)
        self.edges += 1

    def act(self) -> None:
        kinds = [
            self.tap,
            self.tap,
            self.hold,
            self.chord,
            self.bounce,
            self.storm,
            self.burst,
            self.all,
        ]
        if self.device.build.encoder:
            kinds += [self.turn, self.noise]
        self.dice.choice(kinds)()

    def tap(self) -> None:
        control = self.dice.choice(self.controls)
        self.move(control, True)
        time.sleep(self.dice.choice((0, 0.001, 0.02, 0.08)))
        self.move(control, False)
        time.sleep(self.dice.choice((0, 0.01, 0.1, 0.35)))

    def hold(self) -> None:
        control = self.dice.choice(self.controls)
        self.move(control, True)
        time.sleep(self.dice.choice((0.69, 0.72, 1.0, 3.1)))
        self.move(control, False)

    def chord(self) -> None:
        controls = self.dice.sample(BUTTONS, self.dice.choice((2, 2, 3)))
        for control in controls:
            self.move(control, True)
            time.sleep(self.dice.choice((0, 0.03, 0.13)))
        for control in controls:
            self.move(control, False)

    def bounce(self) -> None:
        """A worn contact: each change of it is a dozen."""
        control = self.dice.choice(self.controls)
        for down in (True, False):
            for _ in range(self.dice.randint(1, 12)):
                self.move(control, self.dice.random() < 0.5)
                time.sleep(self.dice.random() * 0.002)
            self.move(control, down)
            time.sleep(0.05)

    def storm(self) -> None:
        """Ten thousand edges a second."""
        control = self.dice.choice(self.controls)
        begun = time.perf_counter()
        for number in range(2000):
            self.move(control, number % 2 == 0)
            while time.perf_counter() < begun + number / 10_000:
                time.sleep(0)
        self.move(control, False)

    def burst(self) -> None:
        """Two hundred edges as fast as it goes, all over the device."""
        for _ in range(200):
            self.move(self.dice.choice(self.controls), self.dice.random() < 0.5)

    def all(self) -> None:
        """An arm leans on the buttons."""
        for control in self.controls:
            self.move(control, True)
        time.sleep(self.dice.choice((0.01, 1.0)))
        for control in self.dice.sample(self.controls, len(self.controls)):
            self.move(control, False)

    def turn(self) -> None:
        self.device.rotate(self.dice.choice((-30, -2, -1, 1, 2, 30)))

    def noise(self) -> None:
        """The encoder's contacts change in any order."""
        pins = self.device.build.encoder
        assert isinstance(pins, EncoderPins)
        board = self.device.board
        for _ in range(self.dice.randint(1, 300)):
            self.dice.choice((board.pull_down, board.let_go))(self.dice.choice(pins))
            self.edges += 1
        for pin in pins:
            board.let_go(pin)


def leave(table: Table) -> None:
    """Holding CLUE leads out of whatever is open."""
    table.let_go()
    with table.script() as script:
        for _ in range(15):
            if script.ask(get="screen")["screen"]["name"] in ("start", "table", "look", "end"):
                return
            script.tell(do="hold", control="clue", seconds=0.71)
        raise AssertionError(f"{script.ask(get='screen')['screen']} cannot be left")


@pytest.mark.parametrize("build", ["deluxe", "emulator-keys"])
def test_no_edges_whatever_harm_the_game(tmp_path, build):
    with laid(tmp_path, build) as table:
        assert build != "emulator-keys" or ENCODER in table.companion.panel.controls.names
        with table.script() as script:
            script.tell(do="press", control="clue")  # the language
        dice = random.Random(SEED)
        edges = parts = 0
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            with table.script() as script:
                preset = dice.choice(
                    ("classic", "grand", "black-powder", "flamboyants", "final-flourish")
                )
                detail = dice.choice(("colours", "cards"))
                script.ask(
                    do="new", players=dice.randint(2, 5), edition={"preset": preset}, detail=detail
                )
            fuzzers = [Fuzzer(table, SEED * 1000 + parts * 2 + hand) for hand in range(2)]
            over = min(end, time.monotonic() + PART)

            def work(fuzzer, over=over):
                while time.monotonic() < over:
                    fuzzer.act()

            hands = [
                threading.Thread(target=work, args=(fuzzer,), name="hand") for fuzzer in fuzzers
            ]
            for hand in hands:
                hand.start()
            for hand in hands:
                hand.join()
            edges += sum(fuzzer.edges for fuzzer in fuzzers)
            parts += 1
            leave(table)
            time.sleep(0.05)  # the last levels are read again
            table.check()
            acknowledged(table)
        print(f"\n{build}: {edges} edges, {parts} times all was well")


def acknowledged(table: Table) -> None:
    """A press is still seen at once."""
    core = table.companion.threads.core
    for down in (True, False):
        (table.device.press if down else table.device.release)("play")
        began = time.perf_counter()
        while core.view is None or ("play" in core.view.pressed) != down:
            assert time.perf_counter() < began + 0.5, "a press is not seen"
            time.sleep(0.0005)
        time.sleep(0.02)
    leave(table)
