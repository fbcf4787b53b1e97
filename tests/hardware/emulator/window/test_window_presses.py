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

from hardware.emulator.window import keyboard
from hardware.emulator.window.guide import PixelPoint
from hardware.emulator.window.layout import WindowLayout

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

        def clues() -> int:
            return int(script.ask(get="state")["state"]["clues"])

        def act() -> None:
            for _ in range(3):
                mouse(pygame.MOUSEBUTTONDOWN, layout.press_point("clue"), True)
                mouse(pygame.MOUSEMOTION, AWAY, False)
                mouse(pygame.MOUSEBUTTONUP, AWAY, False)
            assert clues() == 8
            mouse(pygame.MOUSEBUTTONDOWN, layout.press_point("clue"), True)
            mouse(pygame.MOUSEBUTTONUP, layout.press_point("clue"), False)
            until(lambda: clues() == 7)

        run_with(window, act)


def test_a_click_a_touch_or_a_key_counts_however_short(tmp_path):
    with running(tmp_path) as companion, Script(tmp_path / "hanabi-companion.sock") as script:
        script.ask(do="new", players=3)
        window = _open_window(companion)
        at = WindowLayout(companion.emulated.build).press_point("clue")

        def post(*kinds: int) -> None:
            for kind in kinds:
                pygame.event.post(pygame.event.Event(kind, pos=at, button=1, key=pygame.K_c))

        def act() -> None:
            for left, kinds in (
                (7, (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)),
                (6, (pygame.KEYDOWN, pygame.KEYUP)),
            ):
                time.sleep(0.5)  # sooner after something happened no turn begins
                post(*kinds)
                until(lambda left=left: script.ask(get="state")["state"]["clues"] == left)

        run_with(window, act)


@pytest.mark.parametrize(
    ("key", "place", "control"),
    [
        (pygame.K_c, 0, "clue"),
        (pygame.K_d, 0, "discard"),
        (pygame.K_p, 0, "play"),
        (pygame.K_u, 0, "undo"),
        (pygame.K_BACKSPACE, 0, "undo"),
        (pygame.K_1, 0, "W"),
        (pygame.K_7, 0, "K"),
        (pygame.K_KP5, 0, "G"),
        (pygame.K_AMPERSAND, pygame.KSCAN_1, "W"),
        (232, pygame.KSCAN_7, "K"),
        (pygame.K_UP, pygame.KSCAN_UP, "up"),
        (pygame.K_RIGHT, 0, "right"),
        (pygame.K_8, pygame.KSCAN_8, None),
        (pygame.K_x, pygame.KSCAN_X, None),
        (pygame.K_LEFTBRACKET, 0, None),
    ],
)
def test_each_control_has_its_key(key, place, control):
    assert keyboard.control_of_key(key, place) == control
    assert keyboard.STEPS.get(key) == (-1 if key == pygame.K_LEFTBRACKET else None)
