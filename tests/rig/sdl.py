"""Which SDL stands behind pygame."""

from contextlib import suppress
from importlib import import_module

MADE_OF_SDL_3 = (
    "pygame's SDL 2 is made of SDL 3, which gives other events, and a card's file in stereo"
)


def made_of_sdl_3() -> bool:
    """Return True if pygame is there, and its SDL 2 is one of sdl2-compat, whose patch levels begin
    at 50.
    """
    with suppress(ImportError):
        version: tuple[int, int, int] = import_module("pygame").get_sdl_version()
        return version >= (2, 30, 50) and version[2] >= 50
    return False
