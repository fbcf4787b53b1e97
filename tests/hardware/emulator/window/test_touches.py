"""A whole companion in its window: what the display shows is pressed where it is seen."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.commands.run import _open_window
from tests.rig.running import Script, running
from tests.rig.waiting import until
from tests.rig.windows import run_with

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pytest.importorskip("pygame")
import pygame

from hardware.emulator.opening import emulate_build
from hardware.emulator.window.guide import Guide, PixelPoint
from hardware.emulator.window.layout import WindowLayout
from hardware.emulator.window.scale import glass_in
from hardware.emulator.window.window import Window
from wiring.reading.build import load
from wiring.spec import LightPlace

AWAY = (5, 5)
pytestmark = pytest.mark.usefixtures("large")


class Table:
    """A running companion, its window, a pointer, and a script that looks."""

    def __init__(self, script: Script, window: Window, layout: WindowLayout) -> None:
        self.script = script
        self.window = window
        self.layout = layout

    def pointer(self, kind: int, at: PixelPoint, button: int = 1) -> None:
        pygame.event.post(pygame.event.Event(kind, pos=at, button=button))

    def click(self, at: PixelPoint, button: int = 1, seconds: float = 0.06) -> None:
        for kind, pause in ((pygame.MOUSEBUTTONDOWN, seconds), (pygame.MOUSEBUTTONUP, 0.06)):
            self.pointer(kind, at, button)
            until(lambda kind=kind: not pygame.event.peek(kind))
            time.sleep(pause)  # what is quicker is a bounce

    def button(self, control: str) -> PixelPoint:
        return self.layout.press_point(control)

    def glass(self, x: int, y: int) -> PixelPoint:
        """Where a pixel of the display is in the window."""
        glass = glass_in(self.layout.room, (128, 64))
        pitch = glass.width // 128
        return glass.left + pitch * x + pitch // 2, glass.top + pitch * y + pitch // 2

    def screen(self) -> str:
        return str(self.script.ask(get="screen")["screen"]["name"])

    def opens(self, name: str) -> None:
        until(lambda: self.screen() == name)
        self.rest()  # the same button twice in a row is a double press

    def rest(self) -> None:
        """Wait until what is there is drawn, and presses count again."""
        self.script.ask(get="frame")
        time.sleep(0.4)

    def heights(self) -> dict[str, int]:
        fireworks = self.script.ask(get="state")["state"]["fireworks"]
        return {suit: height for suit, height in fireworks.items() if height}

    def clues(self) -> int:
        return int(self.script.ask(get="state")["state"]["clues"])


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Callable[[Callable[[Table], None]], None]]:
    with running(tmp_path) as companion, Script(tmp_path / "hanabi-companion.sock") as script:
        script.ask(do="new", players=3)
        window = _open_window(companion)
        table = Table(script, window, WindowLayout(companion.emulated.build))
        table.rest()  # a press right after something happened counts for nothing
        yield lambda act: run_with(window, lambda: act(table))


Run = Callable[[Callable[[Table], None]], None]


def test_at_the_table_a_click_on_a_firework_or_its_lights_is_a_turn(table):
    def act(table: Table) -> None:
        table.click(table.layout.lights[LightPlace("firework", "Y", 2)].centre)
        until(lambda: table.heights() == {"Y": 1})
        table.rest()
        table.click(table.glass(37, 40), seconds=1.2)
        until(lambda: table.heights() == {"Y": 1, "R": 1})

    table(act)


def test_a_line_of_a_list_is_clicked(table):
    def act(table: Table) -> None:
        table.click(table.button("discard"), seconds=0.9)
        table.opens("more")
        table.click(table.glass(110, 30))
        table.opens("menu")
        cursor = table.script.ask(get="screen")["screen"]["cursor"]
        table.click(table.glass(40, 28))
        until(lambda: table.script.ask(get="screen")["screen"].get("cursor") != cursor)

    table(act)


def test_a_click_on_what_means_nothing_is_refused_with_a_sentence(table):
    def act(table: Table) -> None:
        table.click(table.glass(8, 8))
        until(lambda: "nothing" in " ".join(table.script.ask(get="screen")["screen"]["texts"]))
        assert (table.clues(), table.heights()) == (8, {})

    table(act)


def test_a_finger_that_leaves_a_firework_chooses_nothing(table):
    def act(table: Table) -> None:
        table.click(table.button("play"))
        table.opens("choosing")
        for there in (table.glass(64, 35), AWAY):
            table.pointer(pygame.MOUSEBUTTONDOWN, table.glass(37, 35))
            table.pointer(pygame.MOUSEMOTION, there)
            table.pointer(pygame.MOUSEBUTTONUP, there)
            time.sleep(0.1)
        assert table.screen() == "choosing"
        table.click(table.glass(37, 35))
        until(lambda: table.heights() == {"R": 1})

    table(act)


def test_the_window_speaks_the_language_of_the_device(large):
    language = ["en"]
    window = Window(emulate_build(load("emulator"))[1], guide=Guide(language=lambda: language[-1]))

    def pixels() -> bytes:
        return pygame.image.tobytes(window._surface, "RGB")

    def captions() -> list[str]:
        return [caption.text for caption in window._picture.layout.captions]

    def act() -> None:
        until(lambda: window._picture._easel is not None)
        time.sleep(0.3)  # until all of it is drawn
        english = pixels()
        language.append("de")
        window.redraw()  # as when the display shows another picture
        until(lambda: "Hinweise" in captions())
        until(lambda: pixels() != english)

    run_with(window, act)
