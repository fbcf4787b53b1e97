"""The keys of the keyboard that work the controls."""

import os

import pytest

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pytest.importorskip("pygame")
import pygame

from hardware.emulator.window import keyboard


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
def test_each_control_has_its_key(key: int, place: int, control: str | None) -> None:
    assert keyboard.control_of_key(key, place) == control
    assert keyboard.STEPS.get(key) == (-1 if key == pygame.K_LEFTBRACKET else None)
