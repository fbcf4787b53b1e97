"""What presses in the emulator's window do at a companion: `hands.txt` has what the panel hears."""

import os
import time

import pytest

from companion.commands.run import _open_window
from tests.rig.running import Script, running
from tests.rig.waiting import until
from tests.rig.windows import run_with

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pytest.importorskip("pygame")
import pygame

from hardware.emulator.window.guide import PixelPoint
from hardware.emulator.window.layout import WindowLayout
from wiring.spec import LightPlace

AWAY = (5, 5)
pytestmark = pytest.mark.usefixtures("large")


def test_no_turn_comes_of_a_press_that_is_cancelled(tmp_path):
    with running(tmp_path) as companion, Script(tmp_path / "hanabi-companion.sock") as script:
        script.ask(do="new", players=3)
        window = _open_window(companion)
        emulated = companion.emulated
        layout = WindowLayout(emulated.build)

        def mouse(kind: int, at: PixelPoint, down: bool) -> None:
            pygame.event.post(pygame.event.Event(kind, pos=at, button=1))
            until(lambda: emulated.is_down("clue") == down)
            time.sleep(0.03)  # what is quicker is a bounce

        def act() -> None:
            for _ in range(3):
                mouse(pygame.MOUSEBUTTONDOWN, layout.press_point("clue"), True)
                mouse(pygame.MOUSEMOTION, AWAY, False)
                mouse(pygame.MOUSEBUTTONUP, AWAY, False)
            assert state(script) == (8, 0)
            mouse(pygame.MOUSEBUTTONDOWN, layout.press_point("clue"), True)
            mouse(pygame.MOUSEBUTTONUP, layout.press_point("clue"), False)
            until(lambda: state(script) == (7, 0))

        run_with(window, act)


def state(script: Script) -> tuple[int, int]:
    """The clue tokens, and the height of yellow."""
    told = script.ask(get="state")["state"]
    return told["clues"], told["fireworks"]["Y"]


def test_a_click_a_touch_or_a_key_counts_however_short(tmp_path):
    with running(tmp_path) as companion, Script(tmp_path / "hanabi-companion.sock") as script:
        script.ask(do="new", players=3)
        window = _open_window(companion)
        layout = WindowLayout(companion.emulated.build)
        mouse, keyboard = (
            (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP),
            (pygame.KEYDOWN, pygame.KEYUP),
        )
        clue = layout.press_point("clue")
        yellow = layout.lights[LightPlace("firework", "Y", 2)].centre

        def act() -> None:
            for at, kinds, clues, height in (
                (clue, mouse, 7, 0),
                (clue, keyboard, 6, 0),
                (yellow, mouse, 6, 1),
            ):
                time.sleep(0.5)  # sooner after something happened no turn begins
                for kind in kinds:
                    facts = {"pos": at, "button": 1, "key": pygame.K_c}
                    pygame.event.post(pygame.event.Event(kind, facts))
                wanted = (clues, height)
                until(lambda wanted=wanted: state(script) == wanted)

        run_with(window, act)
