"""The keys of the keyboard that work the controls of the emulated device."""

from collections.abc import Mapping
from typing import Final

import pygame

from companion.panel import CLUE, COLOUR_KEYS, DISCARD, DOWN, LEFT, PLAY, POWER, RIGHT, UNDO, UP

JOYSTICK: Final = "joystick"
"""The name of the joystick as a whole; its directions are the controls."""

LABELS: Final[Mapping[str, str]] = {
    CLUE: "C",
    DISCARD: "D",
    PLAY: "P",
    UNDO: "U",
    POWER: "O",
    **{suit: str(number) for number, suit in enumerate(COLOUR_KEYS, 1)},
}
"""The key that the window writes at a control: the sign that it types."""

_CONTROLS: Final[Mapping[int, str]] = {
    **{ord(label.lower()): control for control, label in LABELS.items()},
    pygame.K_BACKSPACE: UNDO,
    pygame.K_UP: UP,
    pygame.K_DOWN: DOWN,
    pygame.K_LEFT: LEFT,
    pygame.K_RIGHT: RIGHT,
    **{pygame.K_KP_1 + number: suit for number, suit in enumerate(COLOUR_KEYS)},
}

# Where the digits are, some keyboards have other signs, and the digits only with Shift.
_DIGITS: Final[Mapping[int, str]] = {
    pygame.KSCAN_1 + number: suit for number, suit in enumerate(COLOUR_KEYS)
}

STEPS: Final[Mapping[int, int]] = {
    pygame.K_RIGHTBRACKET: 1,
    pygame.K_PAGEUP: 1,
    pygame.K_LEFTBRACKET: -1,
    pygame.K_PAGEDOWN: -1,
}
"""The detents by which a key turns the encoder, clockwise if positive."""

COMMAND_KEYS: Final = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
"""With one of these down a key is a command to the desktop, and presses nothing."""


def control_of_key(key: int, place: int) -> str | None:
    """Return the control that a key works; `place` is its scancode, its place on the keyboard."""
    return _CONTROLS.get(key) or _DIGITS.get(place)
